"""Block formats against exact rationals: codes, scales, tensor scales and numbers."""

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import block_oracle as oracle
import halfulp as hu
from block_oracle import BLOCKS, Blocks
from halfulp._words import Division, Rounding, ScaleRule

SEED = 20260101
RULES: list[ScaleRule] = [
    "floor",
    "ceil",
    "round_up",
    "nearest",
    "nearest_bfloat16",
    "even",
]
NAMES = list(BLOCKS)
DTYPES = [np.float32, np.float64]
DIVISIONS: list[Division] = ["exact", "reciprocal", "reciprocal_bfloat16"]
MODES: list[Rounding] = [
    "nearest_even",
    "nearest_away",
    "nearest_toward_zero",
    "toward_zero",
    "up",
    "down",
    "away",
    "odd",
]


def interesting_maxima(f: Blocks, dtype: type) -> Iterator[float]:
    """Powers of two, max, and the midpoints of scales, with their neighbours."""
    element = f.elements
    top = float(element.max)
    for k in (-140, -126, -30, -1, 0, 1, 7, 60, 120):
        for factor in (1.0, top, top / 2 * 1.5, 2 - 2.0**-element.precision, 4.0, 6.0):
            value = math.ldexp(factor, k)
            if value <= float(np.finfo(dtype).max):
                value = dtype(value)
                yield float(value)
                yield float(np.nextafter(value, dtype(0)))
                yield float(np.nextafter(value, dtype(np.inf)))


def random_blocks(f: Blocks, dtype: type, count: int) -> NDArray[Any]:
    """Blocks of numbers near ties of the grid, tiny ones, zeros; as large as can be."""
    rng = np.random.default_rng(SEED)
    maxima = list(interesting_maxima(f, dtype))
    midpoints = [
        float(a + b) / 2 for a, b in itertools.pairwise(f.elements.magnitudes[:40])
    ]
    rows = []
    for index in range(count):
        # Most of the numbers of a block are near ties of the grid of one power of two.
        amax = maxima[index * 7 % len(maxima)]
        unit = 2.0 ** (oracle.floor_log2(Fraction(amax)) - f.elements.emax)
        row = rng.choice(midpoints, f.size).astype(np.float64) * unit
        row[::3] = rng.uniform(0, 1, row[::3].shape) * amax
        row[1::5] = amax * 2.0 ** rng.integers(-40, 0, row[1::5].shape)
        row = np.minimum(row, amax).astype(dtype)
        row[1::2] = np.nextafter(row[1::2], dtype(0))
        row[:2] = [0.0, -0.0]
        row *= rng.choice([-1, 1], row.shape).astype(dtype)
        row[int(rng.integers(2, f.size))] = dtype(amax) * (1 if index % 2 else -1)
        rows.append(row)
    rows.append(np.zeros(f.size, dtype))
    rows.append(np.full(f.size, np.finfo(dtype).smallest_subnormal, dtype))
    return np.array(rows, dtype)


def check(
    x: NDArray[Any], name: str, q: hu.BlockQuantized, t: Fraction, **how: Any
) -> None:
    """Each row of x is one block; a failure shows the row that reproduces it."""
    f = BLOCKS[name]
    for i, row in enumerate(x):
        expected = oracle.quantized([float(v) for v in row], f, t=t, **how)
        micro = [level[i].tolist() for level in q.micro_exponents]
        found = (int(q.scales[i, 0]), micro, [int(c) for c in q.codes[i]])
        assert found == (expected.scale, expected.micro, expected.codes), (
            f"seed {SEED}: {name}, {how}, t={t}: x={[float(v).hex() for v in row]}"
        )
        numbers = oracle.numbers_of(expected, t, f)
        assert [Fraction(float(v)) for v in q.dequantize()[i]] == numbers


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("name", NAMES)
def test_every_format_and_scale_rule(name: str, rule: ScaleRule, dtype: type) -> None:
    f = BLOCKS[name]
    x = random_blocks(f, dtype, 40)
    known = None if f.tensor is None else 1.0
    q = hu.quantize_blocks(x, name, scale_rule=rule, tensor_scale=known)
    check(x, name, q, Fraction(1), rule=rule)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", NAMES)
def test_the_rule_of_the_format_and_its_tensor_scale(name: str, dtype: type) -> None:
    f = BLOCKS[name]
    x = random_blocks(f, dtype, 60)
    for part in (x, x[:20] * dtype(2.0**-90), x * dtype(0)):
        q = hu.quantize_blocks(part, name)
        amax = max(abs(Fraction(float(v))) for v in part.ravel())
        t = oracle.tensor_scale(amax, f)
        assert q.tensor_scale == (None if f.tensor is None else float(t))
        check(part, name, q, t, rule=f.rule)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", NAMES)
def test_every_mode(name: str, mode: Rounding, dtype: type) -> None:
    f = BLOCKS[name]
    x = random_blocks(f, dtype, 20)
    t = 1.0 if f.tensor is None else 0.75
    known = None if f.tensor is None else t
    q = hu.quantize_blocks(x, name, rounding=mode, tensor_scale=known)
    check(x, name, q, Fraction(t), rule=f.rule, mode=mode)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("division", DIVISIONS)
def test_every_division(division: Division, name: str, dtype: type) -> None:
    f = BLOCKS[name]
    x = random_blocks(f, dtype, 30)
    t = 1.0 if f.tensor is None else float(np.float32(0.3))
    known = None if f.tensor is None else t
    q = hu.quantize_blocks(x, name, division=division, tensor_scale=known)
    check(x, name, q, Fraction(t), rule=f.rule, division=division)


def test_reciprocal_is_what_binary32_arithmetic_gives() -> None:
    rng = np.random.default_rng(SEED)
    x = rng.standard_normal((4000, 16)).astype(np.float32)
    q = hu.quantize_blocks(x, "nvfp4", division="reciprocal")
    s = q.scale_values.astype(np.float32) * np.float32(q.tensor_scale)
    scaled = x * (np.float32(1) / s)
    assert scaled.dtype == np.float32
    expected = hu.round(scaled, "e2m1fn", overflow="saturate_finite")
    np.testing.assert_array_equal(q.elements, expected)
    # The two conventions differ: x * (1 / s) may reach a tie that x / s has not.
    exact = hu.quantize_blocks(x, "nvfp4")
    assert (exact.scales == q.scales).all()
    scaled = x.astype(np.float64) / (exact.scale_values * exact.tensor_scale)
    assert (exact.elements == hu.round(scaled, "e2m1fn", overflow="saturate")).all()


@pytest.mark.parametrize("name", NAMES)
def test_every_element_code_and_every_scale_code_round_trip(name: str) -> None:
    """A block of all numbers times a scale becomes that scale and their codes."""
    f = BLOCKS[name]
    size = 2**f.elements.width
    fmt = hu.BlockFormat(
        "whole",
        element=hu.block_format(name).element,
        block_size=size,
        scale=hu.block_format(name).scale,
        scale_rule="floor" if f.scales is oracle.E8M0 else "nearest",
    )
    top = 0x80 if f.elements.infinity or f.elements.nan else size
    codes = [
        sign | code
        for code in range(min(len(f.elements.magnitudes), top))
        for sign in ({0, size // 2} if not f.elements.twos_complement else {0})
    ]
    if f.elements.twos_complement:
        codes = list(range(256))
    values = np.array([float(f.elements.value(c)) for c in codes])
    negative_zero = [c == size // 2 and not f.elements.twos_complement for c in codes]
    values[negative_zero] = -0.0
    for scale in range(f.smallest, len(f.scales)):
        x = values * float(f.scales[scale])
        if f.elements.twos_complement:
            x = x[
                x != x.min()
            ]  # -2 alone is 2 in magnitude, which asks for twice the scale
        q = hu.quantize_blocks(x, fmt)
        kept = [c for c in codes if not (f.elements.twos_complement and c == 0x80)]
        assert q.codes.tolist() == kept, f"scale code {scale:#x}"
        assert q.scales.tolist() == [scale]
        np.testing.assert_array_equal(q.dequantize(), x)


@pytest.mark.parametrize("name", NAMES)
def test_codes_written_elsewhere_are_read(name: str) -> None:
    """Every pair of an element code and a scale code stands for their exact product."""
    f = BLOCKS[name]
    fmt = hu.block_format(name)
    top = len(f.elements.magnitudes)
    codes = np.arange(top, dtype=np.uint8)
    rows = -(-top // fmt.block_size)
    for scale in range(len(f.scales)):
        scales = np.full(rows, scale, np.uint8)
        known = None if f.tensor is None else 0.1875
        micro = [np.zeros(-(-top // size), np.uint8) for size in f.groups]
        q = hu.BlockQuantized(codes, scales, fmt, -1, known, micro)
        t = Fraction(known or 1)
        expected = [f.elements.value(int(c)) * f.scales[scale] * t for c in codes]
        assert [Fraction(float(v)) for v in q.dequantize()] == expected
    nans = np.full(rows, f.nan_scale, np.uint8)
    q = hu.BlockQuantized(codes, nans, fmt, micro_exponents=micro)
    assert np.isnan(q.dequantize()).all()


def test_axes_ragged_ends_and_layouts() -> None:
    rng = np.random.default_rng(SEED)
    whole = rng.standard_normal((5, 37, 3, 2)).astype(np.float32)
    for x in (
        whole,
        whole.astype(np.float64),
        np.asfortranarray(whole),
        whole[::-1, ::2],
    ):
        for name, axis in itertools.product(
            ("mxfp4", "nvfp4", "bfp8_b", "hif4"), range(-4, 4)
        ):
            known = 0.5 if name == "nvfp4" else None
            q = hu.quantize_blocks(x, name, axis, tensor_scale=known)
            size, groups = BLOCKS[name].size, BLOCKS[name].groups
            blocks = -(-x.shape[axis] // size)
            assert q.axis == axis % 4
            assert q.shape == q.codes.shape == x.shape
            assert q.scales.shape == tuple(
                blocks if i == axis % 4 else n for i, n in enumerate(x.shape)
            )
            moved = np.moveaxis(x, axis, -1)
            codes = np.moveaxis(q.codes, axis, -1)
            scales = np.moveaxis(q.scales, axis, -1)
            numbers = np.moveaxis(q.dequantize(), axis, -1)
            micro = [np.moveaxis(level, axis, -1) for level in q.micro_exponents]
            for at in np.ndindex(moved.shape[:-1]):
                for b in range(blocks):
                    part = slice(b * size, (b + 1) * size)
                    one = hu.quantize_blocks(moved[at][part], name, tensor_scale=known)
                    assert (one.codes == codes[at][part]).all()
                    assert one.scales.tolist() == [scales[at][b]]
                    np.testing.assert_array_equal(one.dequantize(), numbers[at][part])
                    for mine, all_of, group in zip(
                        one.micro_exponents, micro, groups, strict=True
                    ):
                        first = b * size // group
                        of_block = all_of[at][first : first + size // group]
                        assert mine.tolist() == of_block.tolist()


@pytest.mark.parametrize("shape", [(0,), (0, 5), (5, 0), (3, 0, 2)])
def test_empty_arrays(shape: tuple[int, ...]) -> None:
    for name, axis in itertools.product(NAMES, range(len(shape))):
        q = hu.quantize_blocks(np.zeros(shape), name, axis)
        assert q.codes.shape == q.dequantize().shape == shape
        assert "BlockQuantized" in repr(q)


@pytest.mark.parametrize("name", NAMES)
def test_threads_do_not_change_the_result(name: str) -> None:
    rng = np.random.default_rng(SEED)
    x = rng.standard_normal((300, 129)).astype(np.float32)
    for axis in (0, 1):
        one, *others = [
            hu.quantize_blocks(x, name, axis, threads=threads) for threads in (1, 2, 5)
        ]
        for other in others:
            assert (one.codes == other.codes).all()
            assert (one.scales == other.scales).all()
            assert one.tensor_scale == other.tensor_scale
            np.testing.assert_array_equal(one.dequantize(), other.dequantize(threads=3))


# What a block format of one's own may be: an element, a scale, a rule.
OWN = [
    hu.BlockFormat(
        "q8_0", element="mxint8", block_size=32, scale="fp16", scale_rule="nearest"
    ),
    hu.BlockFormat(
        "fp8_128", element="e4m3fn", block_size=128, scale="fp32", scale_rule="nearest"
    ),
    hu.BlockFormat(
        "bf16_bf16", element="bf16", block_size=7, scale="bf16", scale_rule="even"
    ),
    hu.BlockFormat(
        "half", element="fp16", block_size=3, scale="e5m2", scale_rule="ceil"
    ),
]


@pytest.mark.parametrize("fmt", OWN, ids=lambda f: f.name)
def test_formats_of_ones_own(fmt: hu.BlockFormat) -> None:
    """By NumPy and `round`, whose correctness other tests show: x / s in longdouble."""
    rng = np.random.default_rng(SEED)
    x = (rng.standard_normal(4 * fmt.block_size) * 100).astype(np.float32)
    q = hu.quantize_blocks(x, fmt)
    for b, s in enumerate(q.scale_values):
        part = x[b * fmt.block_size : (b + 1) * fmt.block_size]
        amax = Fraction(float(abs(part).max()))
        if fmt.scale_rule == "nearest":
            quotient = amax / Fraction(fmt.element.max)
            gaps = [
                abs(Fraction(float(v)) - quotient)
                for v in (
                    hu.next_down(float(s), fmt.scale),
                    s,
                    hu.next_up(float(s), fmt.scale),
                )
            ]
            assert min(gaps) == gaps[1]
        else:
            assert math.log2(s) == round(math.log2(s))
        found = q.elements[b * fmt.block_size : (b + 1) * fmt.block_size]
        for v, e in zip(part, found, strict=True):
            error = abs(Fraction(float(v)) / Fraction(float(s)) - Fraction(float(e)))
            near = [
                hu.next_down(float(e), fmt.element),
                hu.next_up(float(e), fmt.element),
            ]
            for other in near:
                if math.isfinite(other):
                    there = abs(
                        Fraction(float(v)) / Fraction(float(s)) - Fraction(other)
                    )
                    assert error <= there or abs(e) == fmt.element.max


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", [n for n in NAMES if n != "nvfp4_4over6"])
def test_stochastic_elements_take_the_words_of_their_index(
    name: str, dtype: type
) -> None:
    """StochasticA: up iff floor(v 2**N) + R >= 2**N, v the part of the way up."""
    f = BLOCKS[name]
    x = random_blocks(f, dtype, 20)
    known = None if f.tensor is None else 1.0
    for bits, rng in ((32, hu.Philox(7, 5)), (3, hu.FastHash(9))):
        q = hu.quantize_blocks(
            x,
            name,
            rounding="stochastic",
            random_bits=bits,
            rng=rng,
            tensor_scale=known,
            threads=2,
        )
        words = rng.words(x.size).reshape(x.shape) >> np.uint32(32 - bits)
        for i, row in enumerate(x):
            block = [float(v) for v in row]
            down = oracle.quantized(block, f, f.rule, mode="toward_zero")
            up = oracle.quantized(block, f, f.rule, mode="away")
            for j, v in enumerate(block):
                low = abs(f.elements.value(down.codes[j]))
                high = abs(f.elements.value(up.codes[j]))
                way = oracle.over(v, f.scales[down.scale] * down.factors[j], f.division)
                way -= low
                part = way / (high - low) if high > low else Fraction(0)
                goes_up = math.floor(part * 2**bits) + int(words[i, j]) >= 2**bits
                expected = (up if goes_up else down).codes[j]
                assert q.codes[i, j] == expected, (name, bits, v.hex(), i, j)


def test_randomness_is_asked_for_and_of_use() -> None:
    x = np.ones(4)
    with pytest.raises(ValueError, match="pass rng="):
        hu.quantize_blocks(x, "mxfp4", rounding="stochastic")
    with pytest.raises(ValueError, match="rng is for the stochastic modes"):
        hu.quantize_blocks(x, "mxfp4", rng=1)
    with pytest.raises(ValueError, match="random_bits"):
        hu.quantize_blocks(x, "mxfp4", rounding="stochastic", rng=1, random_bits=33)
