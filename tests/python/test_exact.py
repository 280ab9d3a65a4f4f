"""Exact results, against exact rationals."""

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import halfulp as hu
import series
from halfulp import exact
from oracles import INF, MODES, bits, rounded

RANDOM = np.random.default_rng(0)


def wild(shape: tuple[int, ...]) -> Any:
    """Numbers of very different sizes, some of which cancel."""
    x = np.ldexp(RANDOM.standard_normal(shape), RANDOM.integers(-200, 200, shape))
    x.flat[: x.size // 3] = -x.flat[::-1][: x.size // 3]
    return x


@pytest.mark.parametrize("out", ["float64", "fp32", "bf16", "e5m2"])
@pytest.mark.parametrize("mode", MODES)
def test_sums_of_products_are_exact(out: str, mode: Any) -> None:
    a, b = wild((3, 20)), wild((20, 2))
    result = exact.matmul(a, b, out=out, rounding=mode)
    for i, j in itertools.product(range(3), range(2)):
        terms = [Fraction(x) * Fraction(y) for x, y in zip(a[i], b[:, j], strict=True)]
        expected = rounded(sum(terms, Fraction(0)), hu.format(out), mode)
        assert float(result[i, j]).hex() == expected.hex()
        assert exact.dot(a[i], b[:, j], out=out, rounding=mode).hex() == expected.hex()
    total = rounded(sum(map(Fraction, a.flat), Fraction(0)), hu.format(out), mode)
    assert exact.sum(a, out=out, rounding=mode).hex() == total.hex()


def test_sums_do_not_depend_on_the_order() -> None:
    x = wild((1000,))
    total = exact.sum(x)
    assert total == math.fsum(x)
    for _ in range(3):
        assert exact.sum(RANDOM.permutation(x)) == total
    assert exact.sum(x.reshape(10, 100)) == total


def test_threads_do_not_change_the_result() -> None:
    a, b = wild((9, 8)), wild((8, 7))
    x = RANDOM.standard_normal(200)
    for threads in (2, 5):
        assert (
            bits(exact.matmul(a, b, threads=threads)) == bits(exact.matmul(a, b))
        ).all()
        assert (bits(exact.exp(x, threads=threads)) == bits(exact.exp(x))).all()
    with pytest.raises(ValueError, match="threads must be between 1 and 1024, got 0"):
        exact.exp(x, threads=0)


@pytest.mark.parametrize("name", series.FUNCTIONS)
def test_functions_are_correctly_rounded(name: str) -> None:
    function = getattr(exact, name.partition("_")[0])
    keywords = {"form": name.partition("_")[2]} if name.startswith("gelu") else {}
    positive = name == "log"
    for x in RANDOM.uniform(0 if positive else -4, 4, 40):
        enclosure = series.FUNCTIONS[name](Fraction(x))
        for out, mode in [("fp64", "nearest_even"), ("fp64", "up"), ("bf16", "odd")]:
            ends = {rounded(end, hu.format(out), mode) for end in enclosure}
            result = function(float(x), out=out, rounding=mode, **keywords)
            assert {result} == ends, (name, float(x).hex(), out, mode)


@pytest.mark.parametrize(
    ("name", "x", "value"),
    [
        ("exp", -INF, 0.0),
        ("exp", 1000.0, INF),
        ("log", 1.0, 0.0),
        ("log", 0.0, -INF),
        ("erfc", INF, 0.0),
        ("tanh", INF, 1.0),
        ("tanh", -0.0, -0.0),
        ("sqrt", -0.0, -0.0),
        ("sqrt", 2.0, math.sqrt(2.0)),  # IEEE 754 demands it of the processor
        ("rsqrt", 4.0, 0.5),
        ("gelu", 0.0, 0.0),
    ],
)
def test_special_values(name: str, x: float, value: float) -> None:
    function = getattr(exact, name)
    assert function(x).hex() == value.hex()
    assert (bits(function(np.array([x, x]))) == bits(np.array([value, value]))).all()
    assert math.isnan(exact.log(-1.0))
    assert math.isnan(exact.sin(INF))


@pytest.mark.parametrize("mode", MODES)
def test_square_roots_are_correctly_rounded(mode: Any) -> None:
    for x in RANDOM.uniform(0, 100, 200):
        y = exact.sqrt(float(x), out="fp16", rounding=mode)
        below, above = hu.next_down(y, "fp16"), hu.next_up(y, "fp16")
        square = Fraction(float(x))
        inside = {
            "up": Fraction(below) ** 2 < square <= Fraction(y) ** 2,
            "away": Fraction(below) ** 2 < square <= Fraction(y) ** 2,
            "down": Fraction(y) ** 2 <= square < Fraction(above) ** 2,
            "toward_zero": Fraction(y) ** 2 <= square < Fraction(above) ** 2,
            "odd": Fraction(below) ** 2 < square < Fraction(above) ** 2,
        }
        half = (Fraction(below) + Fraction(y)) / 2, (Fraction(y) + Fraction(above)) / 2
        nearest = half[0] ** 2 <= square <= half[1] ** 2
        assert inside.get(mode, nearest), (x, y)


def test_rounding_once_differs_from_rounding_twice() -> None:
    x = 1.0 + 2.0**-8 + 2.0**-30
    once = exact.sum(np.array([x, 2.0**-60]), out="bf16")
    assert once == 1.0078125


def test_gelu_has_two_forms() -> None:
    at = 2.698941
    gap = exact.gelu(at, form="tanh") - exact.gelu(at)
    assert abs(abs(gap) - 4.732355e-4) < 1e-10  # printed to seven digits
    with pytest.raises(ValueError, match="form must be 'erf' or 'tanh', got 'relu'"):
        exact.gelu(at, form="relu")  # type: ignore[call-overload]


def test_results_are_numbers_of_the_format() -> None:
    x = RANDOM.standard_normal(100)
    y = exact.exp(x, out="e4m3fn")
    assert y.dtype == np.float64
    assert (bits(hu.round(y, "e4m3fn")) == bits(y)).all()
    assert exact.exp(
        1000.0, out="fp16", rounding=hu.RoundingRule(overflow="saturate")
    ) == (65504.0)


def test_shapes_must_fit() -> None:
    with pytest.raises(ValueError, match="differ"):
        exact.matmul(np.ones((2, 3)), np.ones((2, 3)))
    with pytest.raises(ValueError, match="differ"):
        exact.dot(np.ones(2), np.ones(3))
    with pytest.raises(ValueError, match="a must have 2 dimensions"):
        exact.matmul(np.ones(3), np.ones((3, 2)))
    with pytest.raises(ValueError, match="unknown format 'fp23'"):
        exact.exp(1.0, out="fp23")
