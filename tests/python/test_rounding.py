"""Rounding from Python, against NumPy, ml_dtypes and exact rationals."""

import itertools
import math
import pickle
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import halfulp as hu
from halfulp import RoundingRule
from halfulp._words import Overflow, Rounding
from oracles import INF, MODES, NAN, STOCHASTIC_MODES, bits, rounded

FORMATS = [hu.fp16, hu.bf16, hu.e5m2, hu.e4m3fn]

WORDS = {
    "rounding": MODES + STOCHASTIC_MODES,
    "overflow": ("ieee", "saturate_finite", "saturate_propagate", "saturate", "none"),
    "subnormals": ("keep", "flush_input", "flush_output", "flush_both"),
    "inf_input": ("nan", "max", "error"),
    "nan": ("canonical", "payload", "error"),
}


def hard_float32() -> NDArray[np.float32]:
    """All numbers of narrow formats, their midpoints, both sides of these, noise."""
    values = []
    for f in FORMATS:
        code = np.arange(2 ** (f.width - 1), dtype=np.uint16)
        numbers = hu.decode(code, f)
        numbers = np.sort(numbers[np.isfinite(numbers)])
        values += [numbers, (numbers[1:] + numbers[:-1]) / 2]
    centre = np.concatenate(values).astype(np.float32)
    noise = np.random.default_rng(0).integers(0, 2**32, 100_000, dtype=np.uint32)
    positive = np.concatenate(
        [
            centre,
            np.nextafter(centre, np.float32(INF)),
            np.nextafter(centre, np.float32(-INF)),
            noise.view(np.float32),
            np.array([INF, NAN], np.float32),
        ]
    )
    return np.concatenate([positive, -positive])


def assert_same_numbers(actual: NDArray[Any], expected: NDArray[Any]) -> None:
    """The same bits, but for NaNs, which need only be NaNs."""
    same = (bits(actual) == bits(expected)) | (np.isnan(actual) & np.isnan(expected))
    assert same.all(), (actual[~same][:5], expected[~same][:5])


# From binary32: from binary64, ml_dtypes rounds twice.
@pytest.mark.parametrize(
    ("f", "dtype"),
    [
        (hu.fp16, np.float16),
        *(
            (hu.format(n), getattr(ml_dtypes, n))
            for n in dir(ml_dtypes)
            if "float" in n
        ),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_nearest_even_agrees_with_numpy_and_ml_dtypes(f: hu.Format, dtype: Any) -> None:
    x = hard_float32()
    if not f.has_nan:
        x = x[~np.isnan(x)]  # ml_dtypes makes zeros of them, and saturates
    overflow: Overflow = "ieee" if f.has_nan else "saturate_finite"
    mode: Rounding = "nearest_even"
    if f == hu.e8m0fnu:
        mode = "nearest_away"  # so ml_dtypes breaks ties here
        # It takes every number between 2^-127 and 2^-126 for the latter.
        x = x[(np.abs(x) <= 2.0**-127) | (np.abs(x) >= 2.0**-126)]
    with np.errstate(all="ignore"):
        expected = x.astype(dtype).astype(np.float32)
        wide, expected_wide = x.astype(np.float64), expected.astype(np.float64)
    assert_same_numbers(hu.round(x, f, mode, overflow=overflow), expected)
    assert_same_numbers(hu.round(wide, f, mode, overflow=overflow), expected_wide)


def test_fp16_agrees_with_numpy_from_binary64() -> None:
    random = np.random.default_rng(1)
    x = random.integers(0, 2**64, 100_000, dtype=np.uint64)
    exponents = random.integers(1023 - 26, 1023 + 17, x.size, dtype=np.uint64)
    values = ((x & 0x800FFFFFFFFFFFFF) | (exponents << 52)).view(np.float64)
    with np.errstate(all="ignore"):
        expected = values.astype(np.float16).astype(np.float64)
    assert_same_numbers(hu.round(values, hu.fp16), expected)


def test_rounding_happens_once() -> None:
    # ml_dtypes' array casts give 1.0, 1.0 and 0.0: they go through binary32.
    assert hu.round(1 + 2**-8 + 2**-30, "bf16") == 1.0078125
    assert hu.round(1 + 2**-4 + 2**-40, "e4m3fn") == 1.125
    assert hu.round(2**-10 + 2**-45, "e4m3fn") == 2**-9


def interesting_numbers(f: hu.Format) -> list[float]:
    centres = [f.max, 1.0, 1.5, 3.0, f.smallest_normal, f.smallest_subnormal, 0.1]
    found = [0.0, 1e300, 5e-324]
    for x in centres:
        step = hu.ulp(x, f)
        for y in (x, x + step / 2, x + step / 4, x + step, x - step / 2):
            found += [y, math.nextafter(y, INF), math.nextafter(y, -INF)]
    return [sign * x for x in found for sign in (1.0, -1.0)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("f", FORMATS, ids=lambda f: f.name)
def test_every_mode_agrees_with_exact_rationals(f: hu.Format, mode: Any) -> None:
    x = np.array(interesting_numbers(f))
    expected = [
        rounded(Fraction(v), f, mode, negative_zero=math.copysign(1, v) < 0) for v in x
    ]
    assert_same_numbers(hu.round(x, f, rounding=mode), np.array(expected))


@given(
    x=st.floats(allow_nan=False),
    f=st.sampled_from(FORMATS),
    mode=st.sampled_from(MODES),
)
def test_any_number_agrees_with_exact_rationals(
    x: float, f: hu.Format, mode: Any
) -> None:
    expected = (
        rounded(Fraction(x), f, mode, negative_zero=math.copysign(1, x) < 0)
        if math.isfinite(x)
        else (x if f.has_infinity else NAN)
    )
    assert_same_numbers(
        np.array(hu.round(x, f, rounding=mode)), np.array(expected, dtype=np.float64)
    )


@given(
    x=st.floats(width=32, allow_nan=False, allow_infinity=False),
    f=st.sampled_from(FORMATS),
)
def test_properties_of_rounding_to_nearest(x: float, f: hu.Format) -> None:
    y = hu.round(x, f)
    assert hu.round(-x, f) == -y or math.isnan(y)
    if math.isfinite(y):
        assert hu.round(y, f) == y
        assert hu.decode(hu.encode(x, f), f) == y
        assert abs(y - x) <= hu.ulp(x, f) / 2  # exact: both are multiples of 2^-149


def test_keywords_reach_the_rule() -> None:
    assert hu.round(500.0, "e4m3fn", overflow="saturate") == 448.0
    assert math.isnan(hu.round(500.0, "e4m3fn"))
    assert hu.round(INF, "e4m3fn", inf_input="max") == 448.0
    assert hu.round(INF, "fp16", overflow="saturate_finite") == 65504.0
    assert hu.round(1e5, "fp16", rounding="odd", overflow="none") == INF
    assert hu.round(1e-7, "fp16", subnormals="flush_output") == 0.0
    assert hu.round(6.10e-5, "fp16", rounding="up", subnormals="flush_input") == 0.0
    payload = np.array([0x7FA12345], np.uint32).view(np.float32)
    kept = hu.round(payload, "bf16", nan="payload")
    assert bits(kept)[0] == 0x7FE10000
    assert bits(hu.round(payload, "bf16"))[0] == 0x7FC00000


def test_what_has_no_image_is_an_error() -> None:
    with pytest.raises(ValueError, match="nan='error'"):
        hu.round(NAN, "bf16", nan="error")
    with pytest.raises(ValueError, match="inf_input='error'"):
        hu.round(np.array([1.0, INF]), "e4m3fn", inf_input="error")
    e2m1 = hu.Format("e2m1", width=4, precision=2, emax=2, emin=0, specials="none")
    with pytest.raises(ValueError, match="no NaN; replace the NaNs first"):
        hu.round(NAN, e2m1)


@pytest.mark.parametrize("keyword", WORDS)
@pytest.mark.parametrize("function", [hu.round, hu.encode])
def test_words_are_words(function: Any, keyword: str) -> None:
    with pytest.raises(TypeError) as refusal:
        function(1.0, "bf16", **{keyword: 3})
    assert str(refusal.value) == f"{keyword} must be a word, got 3 (int)"


@pytest.mark.parametrize("keyword", WORDS)
def test_unknown_words_name_the_known_ones(keyword: str) -> None:
    kind = "rounding mode" if keyword == "rounding" else keyword
    words: dict[str, Any] = {keyword: "neerest"}
    with pytest.raises(ValueError, match=f"unknown {kind} 'neerest'") as refusal:
        hu.round(1.0, "bf16", **words)
    known = str(refusal.value).partition("known: ")[2].split(", ")
    assert tuple(known) == WORDS[keyword]
    for words[keyword] in known:
        rng = 0 if words.get("rounding") in STOCHASTIC_MODES else None
        hu.round(1.0, "bf16", **words, rng=rng)


def test_threads_do_not_change_the_result() -> None:
    x = hard_float32()
    one = hu.round(x, "e5m2")
    for threads in (2, 5):
        assert (bits(hu.round(x, "e5m2", threads=threads)) == bits(one)).all()
    with pytest.raises(ValueError, match="threads must be between 1 and 1024, got 0"):
        hu.round(x, "e5m2", threads=0)


def test_rules_are_values() -> None:
    rule = RoundingRule("odd", overflow="saturate", nan="payload")
    assert rule.overflow == "saturate_propagate"  # the word of its own
    assert repr(rule) == (
        "RoundingRule('odd', overflow='saturate_propagate', subnormals='keep', "
        "inf_input='nan', nan='payload')"
    )
    assert eval(repr(rule)) == rule == pickle.loads(pickle.dumps(rule))
    assert hash(rule) == hash(eval(repr(rule)))
    assert rule != RoundingRule("odd")
    few = RoundingRule("stochastic", random_bits=8)
    assert few.mode == "stochastic_a"
    assert few.is_stochastic
    assert not rule.is_stochastic
    assert (few.random_bits, rule.random_bits) == (8, 32)
    assert repr(few) == (
        "RoundingRule('stochastic_a', overflow='ieee', subnormals='keep', "
        "inf_input='nan', nan='canonical', random_bits=8)"
    )
    assert eval(repr(few)) == few == pickle.loads(pickle.dumps(few))
    assert few != RoundingRule("stochastic")
    with pytest.raises(ValueError, match="random_bits must be between 1 and 32, got 0"):
        RoundingRule(random_bits=0)
    choices: Any = itertools.product(MODES, ("ieee", "none"), ("keep", "flush_both"))
    rules = [RoundingRule(m, overflow=o, subnormals=s) for m, o, s in choices]
    assert len(set(rules)) == len(rules)


@pytest.mark.parametrize("f", FORMATS, ids=lambda f: f.name)
def test_neighbours_are_the_next_codes(f: hu.Format) -> None:
    x = hu.decode(np.arange(2 ** (f.width - 1), dtype=np.uint16), f)
    x = x[np.isfinite(x)]  # from 0 to the largest
    above = np.append(x[1:], INF if f.has_infinity else NAN)
    assert_same_numbers(hu.next_up(x, f), above)
    assert_same_numbers(hu.next_down(-x, f), -above)
    assert_same_numbers(hu.next_down(above[:-1], f), x[:-1])
    assert (hu.ulp(x, f)[:-1] == above[:-1] - x[:-1]).all()
    between = (x[1:] + x[:-1]) / 2
    assert_same_numbers(hu.next_up(between, f), x[1:])
    assert_same_numbers(hu.next_down(between, f), x[:-1])
    # IEEE 754-2019, 5.3.1
    assert bits(hu.next_up(-x[1], f)) == bits(-0.0)


def test_neighbours_of_binary32_agree_with_numpy() -> None:
    x = np.random.default_rng(3).integers(0, 2**32, 10_000, dtype=np.uint32)
    values = x.view(np.float32)
    values = values[np.isfinite(values)]
    up, down = np.float32(INF), np.float32(-INF)
    assert (bits(hu.next_up(values, "fp32")) == bits(np.nextafter(values, up))).all()
    assert (
        bits(hu.next_down(values, "fp32")) == bits(np.nextafter(values, down))
    ).all()
    assert (hu.ulp(values, "fp32") == np.abs(np.spacing(values))).all()
