"""Stochastic rounding and its sources, from Python."""

import copy
import math
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from gfloat import RoundMode, round_float
from gfloat import formats as theirs
from hypothesis import given
from hypothesis import strategies as st

import halfulp as hu
from oracles import MODES, STOCHASTIC_MODES, bits, floor_log2

SOURCES: list[Any] = [hu.Philox, hu.FastHash]


def goes_up(fraction: Fraction, mode: str, n: int, word: int) -> bool:
    """The words of the design: whether the larger magnitude is taken."""
    r = word >> (32 - n)
    scaled = fraction * 2**n
    words: dict[str, bool] = {
        "stochastic_a": math.floor(scaled) + r >= 2**n,
        "stochastic": math.floor(scaled) + r >= 2**n,
        "stochastic_b": math.floor(2 * scaled) + 2 * r + 1 >= 2 ** (n + 1),
        "stochastic_c": round(scaled) + r >= 2**n,  # ties to even
        "stochastic_equal": fraction > 0 and word >= 2**31,
    }
    return words[mode]


def expected(x: float, f: hu.Format, mode: str, n: int, word: int) -> float:
    """By exact rationals; below overflow."""
    magnitude = abs(Fraction(x))
    if magnitude == 0:
        return x
    quantum = Fraction(2) ** (max(floor_log2(magnitude), f.emin) - f.precision + 1)
    below = magnitude // quantum
    fraction = magnitude / quantum - below
    upward = goes_up(fraction, mode, n, word)
    return math.copysign(float((below + upward) * quantum), x)


def numbers(f: hu.Format, size: int, seed: int) -> Any:
    random = np.random.default_rng(seed)
    scale = np.exp2(random.integers(-4, 5, size))
    binade = random.choice([1.0, f.smallest_normal, f.smallest_subnormal], size)
    x = random.standard_normal(size) * scale * binade
    x[::7] = np.round(x[::7] / binade[::7] * 64) / 64 * binade[::7]  # few bits: ties
    return x


@pytest.mark.parametrize("mode", STOCHASTIC_MODES)
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(
    "f", [hu.bf16, hu.fp16, hu.e4m3fn, hu.e5m2], ids=lambda f: f.name
)
def test_every_element_is_rounded_with_its_word(
    f: hu.Format, source: Any, mode: Any
) -> None:
    for n in (1, 3, 8, 32):
        x = numbers(f, 600, n)
        rng = source(1234, 2**32 - 300)
        rounded = hu.round(x, f, mode, random_bits=n, rng=rng)
        words = rng.words(x.size)
        wanted = [
            expected(v, f, mode, n, int(w)) for v, w in zip(x, words, strict=True)
        ]
        assert (bits(rounded) == bits(np.array(wanted))).all()


GFLOAT_MODES = {
    "stochastic_a": RoundMode.StochasticFastest,
    "stochastic_b": RoundMode.StochasticFast,
    "stochastic_c": RoundMode.Stochastic,
}


@pytest.mark.parametrize("mode", GFLOAT_MODES)
@pytest.mark.parametrize(
    ("f", "info"),
    [
        (hu.bf16, theirs.format_info_bfloat16),
        (hu.e5m2, theirs.format_info_ocp_e5m2),
        (hu.e4m3fn, theirs.format_info_ocp_e4m3),
    ],
    ids=lambda value: value.name,
)
def test_agrees_with_gfloat(f: hu.Format, info: Any, mode: Any) -> None:
    for n in (1, 4, 8):  # few enough for gfloat's sums to be exact
        x = numbers(f, 300, n)
        rng = hu.Philox(n)
        rounded = hu.round(x, f, mode, random_bits=n, rng=rng)
        integers = rng.words(x.size) >> (32 - n)
        wanted = [
            round_float(info, float(v), GFLOAT_MODES[mode], srbits=int(r), srnumbits=n)
            for v, r in zip(x, integers, strict=True)
        ]
        assert (bits(rounded) == bits(np.array(wanted))).all()


def test_words_of_philox_are_random123s() -> None:
    published = [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    assert hu.Philox(0).words(4).tolist() == published
    assert hu.Philox(0, first_index=2).words(2).tolist() == published[2:]
    # The block of the last counter comes before that of the first.
    wrapped = hu.Philox(0, first_index=2**64 - 2).words(4)
    assert wrapped[2:].tolist() == published[:2]
    assert hu.Philox(0).words(0).dtype == np.uint32


@pytest.mark.parametrize("source", SOURCES)
def test_the_index_is_that_in_c_order(source: Any) -> None:
    x = np.random.default_rng(0).standard_normal((7, 11, 5))
    for dtype in (np.float32, np.float64):
        whole = hu.round(x.astype(dtype), "bf16", "stochastic", rng=source(5, 3))
        flat = hu.round(x.astype(dtype).ravel(), "bf16", "stochastic", rng=source(5, 3))
        assert (whole.ravel() == flat).all()
        fortran = np.asfortranarray(x.astype(dtype))
        assert (
            hu.round(fortran, "bf16", "stochastic", rng=source(5, 3)) == whole
        ).all()
        turned = x.astype(dtype).T.copy().T
        assert (hu.round(turned, "bf16", "stochastic", rng=source(5, 3)) == whole).all()
        backwards = x.astype(dtype)[::-1].copy()[::-1]
        assert (
            hu.round(backwards, "bf16", "stochastic", rng=source(5, 3)) == whole
        ).all()
        # A row on its own, with the index of its first element.
        row = hu.round(
            x.astype(dtype)[2, 4], "bf16", "stochastic", rng=source(5, 3 + 130)
        )
        assert (row == whole[2, 4]).all()
        threads = hu.round(
            x.astype(dtype), "bf16", "stochastic", rng=source(5, 3), threads=5
        )
        assert (threads == whole).all()


def test_kinds_of_numbers() -> None:
    rng = hu.Philox(9)
    for x in (np.float32(1.001), np.float16(1.001), 1.001):
        y = hu.round(x, "e5m2", "stochastic", rng=rng)
        assert type(y) is type(x)
        assert y == expected(float(x), hu.e5m2, "stochastic", 32, int(rng.words(1)[0]))
    # All the same numbers: binary32 that binary64 holds takes the same words.
    x32 = np.random.default_rng(1).standard_normal(1000).astype(np.float32)
    y32 = hu.round(x32, "fp16", "stochastic", rng=rng)
    y64 = hu.round(x32.astype(np.float64), "fp16", "stochastic", rng=rng)
    assert (y32.astype(np.float64) == y64).all()
    codes = hu.encode(x32, "fp16", "stochastic", rng=rng)
    assert (codes == y32.astype(np.float16).view(np.uint16)).all()


def test_an_int_is_the_key_of_a_philox() -> None:
    x = np.full(100, 1.001)
    wanted = hu.round(x, "bf16", "stochastic", rng=hu.Philox(77))
    key: Any
    for key in (77, np.int64(77), np.uint8(77)):
        assert (hu.round(x, "bf16", "stochastic", rng=key) == wanted).all()


def test_a_numpy_generator_gives_one_key() -> None:
    x = np.full(1000, 1.001)
    rng = np.random.default_rng(3)
    key = int(np.random.default_rng(3).integers(2**64, dtype=np.uint64))
    first = hu.round(x, "bf16", "stochastic", rng=rng)
    assert (first == hu.round(x, "bf16", "stochastic", rng=hu.Philox(key))).all()
    after = np.random.default_rng(3)
    after.integers(2**64, dtype=np.uint64)
    assert rng.bit_generator.state == after.bit_generator.state
    assert (hu.round(x, "bf16", "stochastic", rng=rng) != first).any()
    # A call that is refused draws nothing.
    state = rng.bit_generator.state
    with pytest.raises(ValueError, match="does not hold"):
        hu.round(x.astype(np.float16), "bf16", "stochastic", rng=rng)
    with pytest.raises(ValueError, match="threads"):
        hu.round(x, "bf16", "stochastic", rng=rng, threads=0)
    assert rng.bit_generator.state == state


def test_sources_are_values() -> None:
    for source in SOURCES:
        a = source(3, first_index=4)
        assert repr(a) == f"{source.__name__}(key=3, first_index=4)"
        assert eval(repr(a), {source.__name__: source}) == a
        assert a == source(np.uint64(3), np.int32(4)) == copy.copy(a)
        assert pickle.loads(pickle.dumps(a)) == a
        assert hash(a) == hash(source(3, 4))
        assert a not in (source(3), source(4, 4))
        with pytest.raises(AttributeError):
            a.key = 5
    first, second = (source(3) for source in SOURCES)
    assert first != second


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("name", ["key", "first_index"])
def test_sources_refuse_what_is_no_64_bit_integer(source: Any, name: str) -> None:
    valid: dict[str, Any] = {"key": 0, "first_index": 0}
    value: Any
    for value in (-1, 2**64):
        with pytest.raises(
            ValueError, match=rf"{name} must be between 0 and 2\*\*64 - 1"
        ):
            source(**(valid | {name: value}))
    for value in (1.0, True, "1", None):
        with pytest.raises(TypeError, match=f"{name} must be an int, got"):
            source(**(valid | {name: value}))


@pytest.mark.parametrize("function", [hu.round, hu.encode])
def test_a_stochastic_mode_needs_a_source(function: Any) -> None:
    for mode in STOCHASTIC_MODES:
        with pytest.raises(ValueError, match="needs random bits") as refusal:
            function(1.0, "bf16", mode)
        assert f"rounding '{mode}'" in str(refusal.value)
        assert "rng=halfulp.Philox(key)" in str(refusal.value)


@pytest.mark.parametrize("function", [hu.round, hu.encode])
@pytest.mark.parametrize("mode", MODES)
def test_other_modes_take_none(function: Any, mode: Any) -> None:
    for keyword, value in (("rng", 1), ("random_bits", 8)):
        with pytest.raises(ValueError, match=f"{keyword} is for the stochastic modes"):
            function(1.0, "bf16", mode, **{keyword: value})


def test_wrong_random_arguments() -> None:
    for bits_given in (0, 33, -1):
        with pytest.raises(ValueError, match="random_bits must be between 1 and 32"):
            hu.round(1.0, "bf16", "stochastic", random_bits=bits_given, rng=1)
    wrong: Any
    for wrong in (8.0, True, "8"):
        with pytest.raises(TypeError, match="random_bits must be an int, got"):
            hu.round(1.0, "bf16", "stochastic", random_bits=wrong, rng=1)
    for wrong in ("philox", 1.0, True, np.random.RandomState(0)):
        with pytest.raises(TypeError, match=r"rng must be a halfulp\.Philox"):
            hu.round(1.0, "bf16", "stochastic", rng=wrong)
    with pytest.raises(ValueError, match=r"rng must be between 0 and 2\*\*64 - 1"):
        hu.round(1.0, "bf16", "stochastic", rng=-1)
    with pytest.raises(ValueError, match="count must be"):
        hu.Philox(0).words(-1)


def test_inputs_outputs_and_references_refuse_stochastic_modes() -> None:
    rule = hu.RoundingRule("stochastic")
    with pytest.raises(ValueError, match=r"'operand_rounding'.*take another mode"):
        hu.AccumulationModel(operand_rounding=rule)
    with pytest.raises(ValueError, match=r"'output_rounding'.*take another mode"):
        hu.AccumulationModel(output_rounding=rule)
    with pytest.raises(ValueError, match="take another mode"):
        hu.exact.sum(np.ones(3), rounding=rule)
    with pytest.raises(ValueError, match="take another mode"):
        hu.exact.exp(1.0, rounding=rule)


@given(
    x=st.floats(allow_nan=False, allow_infinity=False),
    mode=st.sampled_from(STOCHASTIC_MODES),
    n=st.integers(1, 32),
    key=st.integers(0, 2**64 - 1),
)
def test_the_result_is_a_neighbour(x: float, mode: Any, n: int, key: int) -> None:
    y = hu.round(x, "fp16", mode, random_bits=n, rng=key)
    inner = hu.round(x, "fp16", "toward_zero", overflow="none")
    outer = hu.round(x, "fp16", "away")
    assert y in (inner, outer)
    assert hu.round(inner, "fp16", mode, random_bits=n, rng=key) == inner
