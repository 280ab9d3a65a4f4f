"""Rounding to a format, ulps and neighbours."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from halfulp import _core, _jax, _numbers, _refusals, _torch
from halfulp._core import Format, RoundingRule
from halfulp._formats import FormatLike, format
from halfulp._random import FastHash, Philox, RandomLike, bit_count, source_for
from halfulp._words import InfInput, NanRule, Overflow, Rounding, Subnormals

# The numbers of one argument: the result has its type, dtype and shape.
X = TypeVar("X", bound=float | np.generic | NDArray[Any] | _torch.Tensor | _jax.Array)

# A rule, or the word of its mode, the rest of the rule being the default.
RuleLike: TypeAlias = RoundingRule | Rounding

_Real = TypeVar("_Real", np.float32, np.float64)

_FP32 = _core.format_named("fp32")


def rule_of(rule: RuleLike) -> RoundingRule:
    if isinstance(rule, RoundingRule):
        return rule
    if isinstance(rule, str):
        return RoundingRule(rule)
    raise TypeError(
        "a rounding is the word of a mode or a halfulp.RoundingRule; "
        f"got {rule!r} ({type(rule).__name__})"
    )


def rule_of_words(
    rounding: Rounding,
    overflow: Overflow,
    subnormals: Subnormals,
    inf_input: InfInput,
    nan: NanRule,
    random_bits: int | None = None,
) -> RoundingRule:
    """The rule that words spell; TypeError naming one that is no word."""
    words: dict[str, object] = {
        "rounding": rounding,
        "overflow": overflow,
        "subnormals": subnormals,
        "inf_input": inf_input,
        "nan": nan,
    }
    for name, word in words.items():
        if not isinstance(word, str):
            raise TypeError(f"{name} must be a word, got {_refusals.kind(word)}")
    return RoundingRule(
        rounding,
        overflow=overflow,
        subnormals=subnormals,
        inf_input=inf_input,
        nan=nan,
        random_bits=bit_count(random_bits),
    )


def rounded(
    x: NDArray[_Real],
    fmt: Format,
    rule: RoundingRule,
    source: Philox | FastHash | None,
    threads: int,
) -> NDArray[_Real]:
    """`x` rounded; `source_for` has given the source, None for deterministic modes."""
    words = source or Philox(0)
    generator, key, first = words.generator, words.key, words.first_index
    return _core.round(x, fmt, rule, generator, key, first, threads)


def round(
    x: X,
    fmt: FormatLike,
    rounding: Rounding = "nearest_even",
    *,
    overflow: Overflow = "ieee",
    subnormals: Subnormals = "keep",
    nan: NanRule = "canonical",
    inf_input: InfInput = "nan",
    random_bits: int | None = None,
    rng: RandomLike | None = None,
    threads: int = 1,
    out: NDArray[Any] | None = None,
) -> X:
    """The numbers of a format that the rule gives for `x`: rounded once.

    `x` is a float, a NumPy array or scalar in any layout, a JAX array, or a torch
    tensor on the CPU, of float16, float32, float64, bfloat16 or another dtype that is a
    named format; the result has its type, shape and dtype, in native byte order. The
    keywords are those of `RoundingRule`, and `threads` does not change the result.

    The stochastic modes take their random bits from `rng`: a `Philox` or a `FastHash`,
    an int, which is the key of a `Philox`, or a NumPy generator, of which one such key
    is drawn. The bits for an element are a function of the key and of the element's
    index in C order, whatever the layout of `x` in memory.

    `out`, for NumPy arrays only, is written to and returned: a C-contiguous array of
    the dtype and shape of `x`, which is `x` itself or does not overlap it. float32 and
    float64 then need no further memory, if `x` is contiguous, too.

    Raises TypeError for other kinds of numbers, ValueError where the dtype of `x` does
    not hold every number of the format, where the format has no NaN or infinity for
    one in `x`, for unknown words, and for a stochastic mode without `rng` or the other
    way round.

    >>> round(1.005, "bf16")
    1.0078125
    >>> round(np.array([1000.0, -0.0], np.float32), "e4m3fn", overflow="saturate")
    array([448.,  -0.], dtype=float32)
    >>> round(np.full(6, 0.3), "e4m3fn", "stochastic", random_bits=8, rng=42)
    array([0.3125 , 0.3125 , 0.28125, 0.28125, 0.3125 , 0.28125])
    """
    numbers = _numbers.take(x, "x")
    f = format(fmt)
    rule = rule_of_words(rounding, overflow, subnormals, inf_input, nan, random_bits)
    count = _numbers.thread_count(threads)
    numbers.require_holds(f, "pass x.{to}({dtype})")
    if out is not None:
        numbers.require_output(out)
    source = source_for(rule, rounding, random_bits, rng)
    if out is not None:
        return cast(X, _rounded_into(out, numbers, f, rule, source, count))
    if numbers.format == _FP32:
        single = rounded(numbers.codes.view(np.float32), f, rule, source, count)
        return cast(X, numbers.recoded(single.view(np.uint32)))
    result = rounded(numbers.widened(count), f, rule, source, count)
    return cast(X, numbers.restored(result, count))


def _rounded_into(
    out: NDArray[Any],
    numbers: _numbers.Numbers,
    f: Format,
    rule: RoundingRule,
    source: Philox | FastHash | None,
    threads: int,
) -> NDArray[Any]:
    if numbers.dtype in (np.float32, np.float64):
        x, words = numbers.codes.view(numbers.dtype), source or Philox(0)
        generator, key, first = words.generator, words.key, words.first_index
        _core.round_into(x, out, f, rule, generator, key, first, threads)
    else:
        result = rounded(numbers.widened(threads), f, rule, source, threads)
        codes = _numbers.encoded(result, numbers.format, threads)
        out.view(codes.dtype)[...] = codes
    return out


def ulp(x: X, fmt: FormatLike, *, threads: int = 1) -> X:
    """The unit in the last place of a format at `x`, element by element.

    The gap between the numbers of the format in the binade of |x|: that of the
    subnormal numbers below it and at zero, that of the top binade beyond the largest
    number; NaN for a NaN or an infinity. Types, `threads` and errors as of `round`.

    >>> ulp(1.0, "bf16"), ulp(0.0, "bf16")
    (0.0078125, 9.183549615799121e-41)
    """
    return _neighbour(_core.ulp, x, fmt, threads)


def next_up(x: X, fmt: FormatLike, *, threads: int = 1) -> X:
    """The least number of a format, infinities included, that is greater than `x`.

    `x` need not be a number of the format. NaN where there is none and for a NaN. As in
    IEEE 754-2019, 5.3.1, an infinity of the format is its own successor, and that of
    the negative number next to zero is -0 where the format has one. Types, `threads`
    and errors as of `round`.

    >>> next_up(1.0, "bf16"), next_up(65504.0, "fp16")
    (1.0078125, inf)
    """
    return _neighbour(_core.next_up, x, fmt, threads)


def next_down(x: X, fmt: FormatLike, *, threads: int = 1) -> X:
    """The greatest number of a format that is less than `x`: see `next_up`.

    >>> next_down(1.0, "bf16")
    0.99609375
    """
    return _neighbour(_core.next_down, x, fmt, threads)


def _neighbour(
    function: Callable[[NDArray[np.float64], Format, int], NDArray[np.float64]],
    x: X,
    fmt: FormatLike,
    threads: int,
) -> X:
    numbers = _numbers.take(x, "x")
    f = format(fmt)
    count = _numbers.thread_count(threads)
    numbers.require_holds(f, "pass x.{to}({dtype})")
    return cast(X, numbers.restored(function(numbers.widened(count), f, count), count))
