"""Shortest decimals, by their definition in exact rationals."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import halfulp as hu

NARROW = [f for f in hu.formats() if f.width <= 16]


def interval(
    i: int, values: NDArray[np.float64], codes: NDArray[Any], lowest: float
) -> tuple[Fraction, Fraction, bool]:
    """The reals that are nearest to values[i] > 0, and whether the ends are among them.

    Without a largest number: the gap after the last value is that before it, or twice
    that where it begins a binade. `lowest`: where reals begin that round to values[0].
    """
    here = Fraction(values[i])
    below = Fraction(values[i - 1]) if i else 2 * Fraction(lowest) - here
    if i + 1 < len(values):
        above = Fraction(values[i + 1])
    else:
        starts_binade = here.numerator & (here.numerator - 1) == 0
        starts_binade &= here.denominator & (here.denominator - 1) == 0
        gap = here - below
        above = here + (2 * gap if starts_binade else gap)
    return (below + here) / 2, (here + above) / 2, int(codes[i]) % 2 == 0


def digits_and_power(text: str) -> tuple[int, int]:
    """d, e with text == d * 10**e, d without zeros at the end."""
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).rstrip("0") or "0"
    dropped = len(whole + fraction) - len(digits)
    return int(digits), int(exponent or 0) - len(fraction) + dropped


def check(text: str, x: float, low: Fraction, high: Fraction, closed: bool) -> None:
    """No decimal within the interval has fewer digits, or as few and is closer."""
    exact = Fraction(x)
    d, e = digits_and_power(text)
    found = d * Fraction(10) ** e

    def is_within(y: Fraction) -> bool:
        return low <= y <= high if closed else low < y < high

    assert is_within(found), (text, x)
    if d >= 10:  # one digit less: the two on both sides of x
        power = Fraction(10) ** (e + 1)
        floor = exact // power
        assert not is_within(floor * power), (text, x)
        assert not is_within((floor + 1) * power), (text, x)
    # As many digits: those beside it; below a power of ten they are closer together.
    step = Fraction(10) ** e
    for other in (found - step, found + step, found - step / 10 * (d == 1)):
        if other in (0, found):
            continue
        if is_within(other):
            distances = abs(other - exact), abs(found - exact)
            assert distances[0] >= distances[1], (text, x)
            assert distances[0] > distances[1] or d % 2 == 0, (text, x)


@pytest.mark.parametrize("f", NARROW, ids=lambda f: f.name)
def test_by_the_definition(f: hu.Format) -> None:
    table = hu.table(f)
    kept = np.isfinite(table.values) & (table.values > 0)
    order = np.argsort(table.values[kept])
    values, codes = table.values[kept][order], table.codes[kept][order]
    if f.encoding == "tapered":  # parity of the significand: powers of two are even
        codes = np.where(np.frexp(values)[0] == 0.5, 0, codes)
    stride = max(1, len(values) // 1500)
    chosen = sorted({*range(0, len(values), stride), 0, 1, len(values) - 1})
    texts = hu.shortest_decimal(values[chosen], f)
    # Below the smallest number is 0, or where there is none, all that is positive.
    lowest = values[0] / 2 if f.has_zero else 0.0
    for i, text in zip(chosen, texts, strict=True):
        check(str(text), float(values[i]), *interval(i, values, codes, lowest))
    if f.has_sign:
        negative = hu.shortest_decimal(-values[chosen], f)
        assert (np.char.add("-", texts) == negative).all()


def test_it_is_repr_and_what_numpy_prints() -> None:
    random = np.random.default_rng(3)
    wide = random.integers(0, 2**64, 3000, np.uint64).view(np.float64)
    wide = np.concatenate([wide, random.standard_normal(1000), [0.0, -0.0, 1e16, 1e22]])
    for x, text in zip(wide, hu.shortest_decimal(wide, "fp64"), strict=True):
        assert text == repr(float(x))
    single = random.integers(0, 2**32, 3000, np.uint32).view(np.float32)
    for y, text in zip(single, hu.shortest_decimal(single, "fp32"), strict=True):
        assert Decimal(text) == Decimal(str(y)) or text == str(y) == "nan"
    half = np.arange(2**16, dtype=np.uint16).view(np.float16)
    for z, text in zip(half, hu.shortest_decimal(half, "fp16"), strict=True):
        assert Decimal(text) == Decimal(str(z)) or text == str(z) == "nan"


def test_it_tells_the_numbers_of_a_format_apart() -> None:
    values = hu.table("bf16").values
    finite = values[np.isfinite(values)]
    texts = hu.shortest_decimal(finite, "bf16")
    assert len(set(texts)) == len(finite)
    # Reading as binary64 first does not hurt here: no text is near a midpoint.
    back = hu.round(np.array([float(text) for text in texts]), "bf16")
    assert (back == finite).all()


def test_shapes_and_kinds() -> None:
    assert hu.shortest_decimal(np.float32(0.1), "fp32") == "0.1"
    assert hu.shortest_decimal(1, "e2m1fn") == "1.0"
    assert hu.shortest_decimal(np.ones((2, 0)), "bf16").shape == (2, 0)
    square = hu.shortest_decimal(np.array([[1.0, 2.0], [0.5, -3.0]]), "bf16")
    assert square.tolist() == [["1.0", "2.0"], ["0.5", "-3.0"]]


def test_numbers_outside_the_format_are_refused() -> None:
    with pytest.raises(
        ValueError, match=r"0\.1 is not a number of bf16; round it first"
    ):
        hu.shortest_decimal(0.1, "bf16")
    with pytest.raises(TypeError, match=r"got '0\.1'"):
        hu.shortest_decimal("0.1", "bf16")  # type: ignore[call-overload]


def test_shortest_decimals_of_neighbours_are_in_order() -> None:
    values = np.sort(hu.table("e5m2").values[np.isfinite(hu.table("e5m2").values)])
    numbers = [Fraction(str(t)) for t in hu.shortest_decimal(values, "e5m2")]
    assert all(a < b or a == b == 0 for a, b in pairwise(numbers))
