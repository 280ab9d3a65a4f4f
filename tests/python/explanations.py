"""Explanations of every kind, for test_explain and test_explain_pictures."""

from collections.abc import Callable

import halfulp as hu

# The numbers 0 to 3, with a sign.
F3 = hu.Format("f3", width=3, precision=2, emax=1, emin=1, specials="none")

# One of every kind of sentence, and what it must say.
CASES: dict[str, tuple[Callable[[], hu.Explanation], str]] = {
    "exact": (
        lambda: hu.explain(1.0, "bf16"),
        "x is a number of bf16, so nothing is rounded.",
    ),
    "one zero": (
        lambda: hu.explain(-0.0, "e4m3fnuz"),
        "x is -0, and e4m3fnuz has one zero only: 0.",
    ),
    "nearer": (
        lambda: hu.explain(0.1, "bf16"),
        "nearest_even takes the nearer number, 0.10009765625.",
    ),
    "nearer, outside": (
        lambda: hu.explain(460.0, "e4m3fn"),
        "nearest_even takes the nearer number, 448.",
    ),
    "tie": (
        lambda: hu.explain(2.5, "e2m1fn"),
        "x is halfway, and nearest_even takes the number with the even code: 2.",
    ),
    "tie away": (
        lambda: hu.explain(-2.5, "e2m1fn", "nearest_away"),
        "x is halfway, and nearest_away takes the number of larger magnitude: -3.",
    ),
    "toward zero": (
        lambda: hu.explain(-0.1, "bf16", "toward_zero"),
        "toward_zero takes the number of smaller magnitude, -0.099609375.",
    ),
    "up": (
        lambda: hu.explain(0.1, "bf16", "up"),
        "up takes the greater number, 0.10009765625.",
    ),
    "down": (
        lambda: hu.explain(0.1, "bf16", "down"),
        "down takes the lesser number, 0.099609375.",
    ),
    "away": (
        lambda: hu.explain(-0.1, "bf16", "away"),
        "away takes the number of larger magnitude, -0.10009765625.",
    ),
    "tie toward zero": (
        lambda: hu.explain(3.5, "e2m1fn", "nearest_toward_zero"),
        "x is halfway, and nearest_toward_zero takes the number of smaller magnitude: "
        "3.",
    ),
    # Philox(0) begins with 0x6627E8D5: 6 of 2^4, which takes 10/16 and more upwards.
    "stochastic, up": (
        lambda: hu.explain(1.75, F3, "stochastic", random_bits=4, rng=0),
        "x lies 0.75 of the way to the number of larger magnitude; R = 6 of 2^4 "
        "decides, and stochastic_a takes 2.",
    ),
    "stochastic, down": (
        lambda: hu.explain(-1.25, F3, "stochastic_c", random_bits=4, rng=0),
        "x lies 0.25 of the way to the number of larger magnitude; R = 6 of 2^4 "
        "decides, and stochastic_c takes -1.",
    ),
    "stochastic_equal": (
        lambda: hu.explain(1.99, F3, "stochastic_equal", rng=hu.Philox(0)),
        "R = 0 of 2 decides, and stochastic_equal takes 1.",
    ),
    "stochastic, overflow": (
        lambda: hu.explain(3.9, F3, "stochastic", rng=0),
        "stochastic_a would go beyond 3, the largest number of f3; there is neither "
        "infinity nor NaN for it, so it becomes 3.",
    ),
    "odd": (
        lambda: hu.explain(0.1, "bf16", "odd"),
        "x is no number of bf16, so odd takes the neighbour with the odd code, "
        "0.10009765625.",
    ),
    "overflow": (
        lambda: hu.explain(-1e5, "fp16"),
        "nearest_even would go below -65504, the least number of fp16: that overflows, "
        "and overflow='ieee' makes it -inf.",
    ),
    "overflow to NaN": (
        lambda: hu.explain(1e5, "e4m3fn"),
        "nearest_even would go beyond 448, the largest number of e4m3fn; there is no "
        "infinity for it, so overflow='ieee' makes it NaN.",
    ),
    "saturated": (
        lambda: hu.explain(1e5, "e4m3fn", overflow="saturate"),
        "nearest_even would go beyond 448, the largest number of e4m3fn: "
        "overflow='saturate_propagate' makes it 448.",
    ),
    "turned back": (
        lambda: hu.explain(1e5, "fp16", "down"),
        "down would go beyond 65504, the largest number of fp16: down turns back to "
        "65504.",
    ),
    "neither infinity nor NaN": (
        lambda: hu.explain(1e5, "e2m1fn"),
        "nearest_even would go beyond 6, the largest number of e2m1fn; there is "
        "neither infinity nor NaN for it, so it becomes 6.",
    ),
    "no negative numbers": (
        lambda: hu.explain(-3.0, "ue4m3", overflow="saturate"),
        "nearest_even would go below 0, and ue4m3 has no negative numbers: "
        "overflow='saturate_propagate' makes it 0.",
    ),
    "no numbers below": (
        lambda: hu.explain(-3.0, "e8m0fnu", "up"),
        "e8m0fnu has no numbers below 2^-127: up turns back to 2^-127.",
    ),
    "no zero": (
        lambda: hu.explain(0.0, "e8m0fnu"),
        "e8m0fnu has no zero, its least number is 2^-127; there is no infinity for it, "
        "so overflow='ieee' makes it NaN.",
    ),
    "below the smallest": (
        lambda: hu.explain(1e-40, "e8m0fnu"),
        "e8m0fnu has no zero: all between 0 and its smallest number, 2^-127, becomes "
        "that, whatever the mode.",
    ),
    "flushed input": (
        lambda: hu.explain(1e-3, "e4m3fn", subnormals="flush_both"),
        "x is smaller than the smallest normal number, 0.015625, and "
        "subnormals='flush_both' takes such an input for zero.",
    ),
    "flushed output": (
        lambda: hu.explain(1e-2, "e4m3fn", subnormals="flush_output"),
        "nearest_even gives a number smaller than the smallest normal one, 0.015625, "
        "and subnormals='flush_output' makes such a result zero.",
    ),
    "infinity": (
        lambda: hu.explain(float("inf"), "fp16"),
        "x is an infinity, which fp16 has.",
    ),
    "infinity saturated": (
        lambda: hu.explain(float("-inf"), "fp16", overflow="saturate_finite"),
        "x is an infinity, and overflow='saturate_finite' makes it the last number on "
        "its side, -65504.",
    ),
    "infinity to NaN": (
        lambda: hu.explain(float("inf"), "e4m3fn"),
        "x is an infinity, which e4m3fn lacks: inf_input='nan' makes it nan.",
    ),
    "infinity to max": (
        lambda: hu.explain(float("inf"), "e4m3fn", inf_input="max"),
        "x is an infinity, which e4m3fn lacks: inf_input='max' makes it 448.",
    ),
    "NaN": (
        lambda: hu.explain(float("nan"), "fp16"),
        "x is NaN, and so is the result.",
    ),
    "NaN with payload": (
        lambda: hu.explain(float("nan"), "fp16", nan="payload"),
        "x is NaN, and so is the result; nan='payload' keeps what the format holds of "
        "its payload.",
    ),
}
# Pictures of wide and odd codes, too.
PICTURES = {name: make for name, (make, _) in CASES.items()} | {
    "fp64": lambda: hu.explain(0.1, "fp64"),
    "fp32": lambda: hu.explain(0.1, "fp32"),
    "hif8": lambda: hu.explain(0.1, "hif8"),
    "mxint8": lambda: hu.explain(0.3, "mxint8"),
    "text": lambda: hu.explain("0.1", "tf32"),
    "long text": lambda: hu.explain("-0.30000000000000000000000000001", "fp16"),
    "far away": lambda: hu.explain(1.5 * hu.dlfloat16.smallest_normal, "dlfloat16"),
    "a few numbers": lambda: hu.explain(0.4, "Binary3p1se"),
}
