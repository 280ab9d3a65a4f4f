"""Blocks that other libraries have got wrong, and the policies for special ones."""

import math
from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest

import block_oracle as oracle
import halfulp as hu
from block_oracle import BLOCKS
from halfulp._words import ScaleRule, ZeroBlock
from oracles import bits, subnormals_switched_off

NAN, INF = math.nan, math.inf
MX = [name for name, f in BLOCKS.items() if f.scales is oracle.E8M0]


def scale_of(x: object, name: str, rule: ScaleRule | None = None, **how: Any) -> float:
    array = np.atleast_1d(np.asarray(x))
    return float(
        hu.quantize_blocks(array, name, scale_rule=rule, **how).scale_values[0]
    )


def numbers_of(x: object, name: str, **how: Any) -> list[float]:
    array = np.atleast_1d(np.asarray(x))
    return cast(
        list[float], hu.quantize_blocks(array, name, **how).dequantize().tolist()
    )


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", MX)
def test_exponent_of_amax_without_a_logarithm(name: str, dtype: type) -> None:
    """Just below a power of two: logarithms in amax's precision round up to it."""
    emax = BLOCKS[name].elements.emax
    info = np.finfo(dtype)
    for k in range(int(info.minexp) + 1, int(info.maxexp) + 1):
        amax = np.nextafter(dtype(math.ldexp(1.0, k - 1)), dtype(0)) * dtype(2)
        expected = min(max(k - 1 - emax, -127), 127)
        assert scale_of(amax, name) == 2.0**expected
        assert scale_of(np.ldexp(dtype(1), k - 1), name) == 2.0**expected
        assert scale_of(amax, name, "ceil") == 2.0 ** min(max(k - emax, -127), 127)


def test_amax_just_below_a_power_of_two() -> None:
    for amax in (np.float32(7.9999995), 7.999999999999999):
        assert scale_of(amax, "mxfp4") == 1.0
        assert numbers_of(amax, "mxfp4") == [6.0]


def test_the_floor_rule_saturates() -> None:
    assert numbers_of(957.0, "mxfp8_e4m3") == [896.0]
    assert numbers_of(957.0, "mxfp8_e4m3", scale_rule="ceil") == [960.0]
    assert numbers_of(957.0, "mxfp8_e4m3", scale_rule="round_up") == [960.0]


@pytest.mark.parametrize("name", MX)
def test_how_far_each_scale_rule_clips(name: str) -> None:
    """Floor may clip a maximum, by less than half of it; ceil and round_up never."""
    top = float(BLOCKS[name].elements.max)
    for m in np.linspace(1, 2, 257)[:-1]:
        for rule in cast(list[ScaleRule], ["ceil", "round_up"]):
            assert m / scale_of(m, name, rule) <= top
        assert m / scale_of(m, name, "floor") < 2.0 ** (BLOCKS[name].elements.emax + 1)


def test_exponent_of_the_quotient_not_of_its_parts() -> None:
    assert scale_of(2.7, "mxfp4") == 0.5
    assert scale_of(2.7, "mxfp4", "round_up") == 0.5
    assert scale_of(3.1, "mxfp4", "round_up") == 1.0


@pytest.mark.parametrize("name", MX)
def test_thresholds_of_every_scale_rule(name: str) -> None:
    """The thresholds of all rules, to the last place of binary32."""
    f = BLOCKS[name]
    for rule in cast(list[ScaleRule], ["floor", "ceil", "round_up", "nearest", "even"]):
        for e in (-3, 0, 4):
            low, high = e, e + 1
            low_scale = scale_of(np.float32(2.0**low), name, rule)
            # Where the scale changes within the binade, by bisection over its numbers.
            first, last = (
                np.float32(2.0**low),
                np.nextafter(np.float32(2.0**high), np.float32(0)),
            )
            points = {first, last}
            while (
                scale_of(last, name, rule) != low_scale
                and np.nextafter(first, last) != last
            ):
                middle = (int(first.view(np.int32)) + int(last.view(np.int32))) // 2
                candidate = np.int32(middle).view(np.float32)
                if scale_of(candidate, name, rule) == low_scale:
                    first = candidate
                else:
                    last = candidate
                points |= {first, last}
            for point in points:
                code = oracle.scale_code(Fraction(float(point)), Fraction(1), f, rule)
                assert scale_of(point, name, rule) == float(f.scales[code])


@pytest.mark.parametrize("name", list(BLOCKS))
def test_a_nan_poisons_its_block(name: str) -> None:
    f = BLOCKS[name]
    for nan in (NAN, -NAN, np.float32(NAN)):
        x = np.full(2 * f.size, float(f.tensor or f.max))  # scales of 1, exact
        x[3] = nan
        q = hu.quantize_blocks(x, name)
        assert q.scales.tolist() == [f.nan_scale, q.scales[1]]
        assert q.codes[: f.size].tolist() == [0] * f.size
        assert np.isnan(q.dequantize()[: f.size]).all()
        assert (q.dequantize()[f.size :] == x[-1]).all()


@pytest.mark.parametrize("name", list(BLOCKS))
def test_an_infinity_poisons_its_block(name: str) -> None:
    f = BLOCKS[name]
    for infinity in (INF, -INF):
        x = np.full(2 * f.size, float(f.tensor or f.max))
        x[f.size + 1] = infinity
        q = hu.quantize_blocks(x, name)
        assert q.scales[1] == f.nan_scale
        assert q.codes[f.size :].tolist() == [0] * f.size
        assert (q.dequantize()[: f.size] == x[0]).all()


@pytest.mark.parametrize("name", list(BLOCKS))
def test_an_infinity_as_an_element(name: str) -> None:
    """P3109's way: amax ignores it, and it is rounded by itself."""
    f = BLOCKS[name]
    x = np.array([1.0, INF, -INF, 0.25])
    finite = hu.quantize_blocks(x[[0, 3]], name)
    q = hu.quantize_blocks(x, name, inf_block="element")
    assert q.scales.tolist() == finite.scales.tolist()
    assert q.tensor_scale == finite.tensor_scale
    assert q.codes[[0, 3]].tolist() == finite.codes.tolist()
    top = float(f.elements.max)
    bottom = -2.0 if f.elements.twos_complement else -top
    assert q.elements[[1, 2]].tolist() == [top, bottom]
    kept = hu.quantize_blocks(x, name, inf_block="element", overflow="saturate")
    if f.elements.infinity:
        assert kept.codes[[1, 2]].tolist() == [0x7C, 0xFC]
        assert kept.dequantize()[[1, 2]].tolist() == [INF, -INF]
    else:
        assert kept.codes.tolist() == q.codes.tolist()


@pytest.mark.parametrize("name", list(BLOCKS))
def test_an_infinity_without_saturation(name: str) -> None:
    f = BLOCKS[name]
    x = np.array([1.0, INF])
    how: dict[str, Any] = {"inf_block": "element", "overflow": "ieee"}
    if f.elements.infinity or f.elements.nan:
        code = f.elements.infinity or f.elements.nan
        assert hu.quantize_blocks(x, name, **how).codes[1] == code
    else:
        with pytest.raises(ValueError, match=r"element 1 is Infinity.*inf_input='max'"):
            hu.quantize_blocks(x, name, **how)
        q = hu.quantize_blocks(x, name, inf_input="max", **how)
        assert q.elements[1] == float(f.elements.max)


@pytest.mark.parametrize("name", list(BLOCKS))
def test_nan_block_element_keeps_a_nan_as_an_element(name: str) -> None:
    f = BLOCKS[name]
    x = np.array([1.0, NAN, 0.25])
    if f.elements.nan is None:
        with pytest.raises(ValueError, match=r"element 1 is NaN.*has no NaN"):
            hu.quantize_blocks(x, name, nan_block="element")
        return
    q = hu.quantize_blocks(x, name, nan_block="element")
    finite = hu.quantize_blocks(x[[0, 2]], name)
    assert q.codes.tolist() == [finite.codes[0], f.elements.nan, finite.codes[1]]
    assert q.scales.tolist() == finite.scales.tolist()
    assert np.isnan(q.dequantize()).tolist() == [False, True, False]


@pytest.mark.parametrize("name", list(BLOCKS))
def test_block_policy_errors_name_the_first_element(name: str) -> None:
    x = np.ones((3, 40), np.float32)
    x[1, 2], x[2, 0] = NAN, INF
    with pytest.raises(ValueError, match=r"element 42 is NaN: .*nan_block='error'"):
        hu.quantize_blocks(x, name, nan_block="error")
    with pytest.raises(
        ValueError, match=r"element 80 is Infinity: .*inf_block='error'"
    ):
        hu.quantize_blocks(x[:, ::1], name, inf_block="error", inf_input="max")
    own = hu.BlockFormat("own", element="e2m1fn", block_size=4, scale="e2m1fn")
    with pytest.raises(
        ValueError, match=r"scale format e2m1fn has no NaN.*nan_block='element'"
    ):
        hu.quantize_blocks(x, own)


def test_non_finite_numbers_do_not_reach_the_tensor_scale() -> None:
    x = np.full(64, 3.0)
    x[5], x[20] = INF, NAN
    q = hu.quantize_blocks(x, "nvfp4")
    assert q.tensor_scale == float(np.float32(Fraction(3, 2688)))
    assert q.scales.tolist() == [0x7F, 0x7F, 0x7E, 0x7E]
    assert hu.quantize_blocks(np.full(4, NAN), "nvfp4").tensor_scale == 1.0


# The codes of 1 and of the smallest scale.
ZERO_SCALES = {"e8m0fnu": (127, 0), "ue4m3": (0x38, 1), "e6m2u": (48 * 4, 0)}


@pytest.mark.parametrize("name", list(BLOCKS))
def test_zero_blocks(name: str) -> None:
    f = BLOCKS[name]
    x = np.zeros(f.size)
    x[1::2] = -0.0
    signs = f.elements.signed(0, True)
    scale = hu.block_format(name).scale.name
    one, smallest = ZERO_SCALES[scale]
    policies: dict[ZeroBlock, int] = {"smallest": smallest, "one": one, "zero": 0}
    for policy, code in policies.items():
        if scale != "ue4m3" and policy == "zero":
            with pytest.raises(ValueError, match=f"{scale} has no such number"):
                hu.quantize_blocks(x, name, zero_block=policy)
            continue
        q = hu.quantize_blocks(x, name, zero_block=policy)
        assert q.scales.tolist() == [code]
        assert q.codes.tolist() == [0, signs] * (f.size // 2)
        assert not q.dequantize().any()


def test_a_block_of_nans_and_zeros_is_a_zero_block() -> None:
    x = np.array([0.0, NAN, -0.0])
    q = hu.quantize_blocks(x, "mxfp8_e5m2", nan_block="element", zero_block="one")
    assert q.scales.tolist() == [127]
    assert q.codes.tolist() == [0, 0x7E, 0x80]


def test_the_smallest_scale_of_nvfp4_is_a_subnormal_number() -> None:
    tiny = 2.0**-20
    assert scale_of(tiny, "nvfp4", tensor_scale=1.0) == 2.0**-9
    normal = scale_of(tiny, "nvfp4", tensor_scale=1.0, subnormal_scale="normal")
    assert normal == 2.0**-6
    x = np.zeros(32)
    x[0], x[16] = 2688.0, 0.003
    q = hu.quantize_blocks(x, "nvfp4")
    assert q.tensor_scale == 1.0
    assert q.scale_values.tolist() == [448.0, 2.0**-9]
    assert q.elements[16] == 1.5


def test_subnormal_scales_to_nearest_even() -> None:
    """amax / 6 in units of 2**-9: at the ties, and the last place beside them."""
    for m in range(1, 9):
        tie = np.float32(6 * (m + 0.5) * 2.0**-9)
        above, below = (
            np.nextafter(tie, np.float32(INF)),
            np.nextafter(tie, np.float32(0)),
        )
        codes = [
            int(hu.quantize_blocks(np.array([v]), "nvfp4", tensor_scale=1.0).scales[0])
            for v in (below, tie, above)
        ]
        assert codes == [m, m + m % 2, m + 1]


def test_x_over_s_and_x_times_its_reciprocal_differ() -> None:
    """2.5 times 1.375 is a tie of x / s; in binary32 x * (1 / s) lies off it."""
    differ = 0
    for code in range(1, 0x7F):
        s = float(oracle.UE4M3[code])
        for tie in (0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5.0):
            x = np.array([6 * s, tie * s], np.float32)
            exact = hu.quantize_blocks(x, "nvfp4", tensor_scale=1.0)
            other = hu.quantize_blocks(
                x, "nvfp4", tensor_scale=1.0, division="reciprocal"
            )
            assert exact.scale_values[0] == s
            even = {0.25: 0, 0.75: 2, 1.25: 2, 1.75: 4, 2.5: 4, 3.5: 6, 5.0: 6}[tie]
            assert exact.codes[1] == even
            product = np.float32(x[1]) * (np.float32(1) / np.float32(s))
            side = int(product > tie) - int(product < tie)
            lower = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0].index(
                max(v for v in (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0) if v < tie)
            )
            assert other.codes[1] == (even if side == 0 else lower + (side > 0))
            differ += int(other.codes[1] != exact.codes[1])
    assert differ > 0


def test_symmetric_integers() -> None:
    """OCP MX allows leaving -2 unused."""
    x = np.array([-1.9999, 1.9999, -1.98, 0.5])
    assert hu.quantize_blocks(x, "mxint8").codes.tolist() == [0x80, 0x7F, 0x81, 0x20]
    q = hu.quantize_blocks(x, "mxint8", symmetric=True)
    assert q.codes.tolist() == [0x81, 0x7F, 0x81, 0x20]


def test_four_over_six_chooses_by_the_error() -> None:
    """10 of 12: over 12 / 6 it is 5, a tie between 4 and 6; over 12 / 4 nearly 3."""
    six = np.array([6.0, 4.0, 2.0, 1.0])
    four = np.array([4.0, 3.0, 2.0, 1.0])
    near = np.array([12.0, 10.0, 1.0])
    for x in (six, four, near):
        q = hu.quantize_blocks(x, "nvfp4_4over6", tensor_scale=1.0)
        errors = {}
        for top in (6.0, 4.0):
            s = float(hu.round(float(x.max() / top), "ue4m3"))
            v = s * np.asarray(hu.round(x / s, "e2m1fn", overflow="saturate"))
            errors[s] = float(((v - x) ** 2).sum())
        s6, s4 = errors
        chosen = s4 if errors[s4] < errors[s6] else s6
        assert q.scale_values.tolist() == [chosen]
    assert hu.quantize_blocks(six, "nvfp4_4over6", tensor_scale=1.0).scale_values == [
        1.0
    ]
    near_scale = hu.quantize_blocks(near, "nvfp4_4over6", tensor_scale=1.0).scale_values
    assert near_scale == [3.0]
    # Its tensor scale leaves room for amax / 4: 1.5 times the largest of amax / 6.
    assert hu.quantize_blocks(six, "nvfp4_4over6").tensor_scale == float(
        np.float32(1 / 256)
    )


def test_the_tensor_scale_stays_a_positive_binary32_number() -> None:
    assert hu.quantize_blocks(np.array([1e-320]), "nvfp4").tensor_scale == 2.0**-149
    q = hu.quantize_blocks(np.array([1e300]), "nvfp4")
    assert q.tensor_scale == float(np.finfo(np.float32).max)
    assert q.scales.tolist() == [0x7E]
    assert q.codes.tolist() == [7]


def test_dequantize_is_exact_in_float64_and_rounds_once_elsewhere() -> None:
    codes, scales = np.array([0x7B, 1], np.uint8), np.array([0xFE], np.uint8)
    q = hu.BlockQuantized(codes, scales, "mxfp8_e5m2")
    assert q.dequantize().tolist() == [57344 * 2.0**127, 2.0**111]
    assert q.dequantize("float32").tolist() == [INF, 2.0**111]
    known = float(np.float32(1 / 3))
    nv = hu.BlockQuantized(
        np.array([7], np.uint8), np.array([0x77], np.uint8), "nvfp4", 0, known
    )
    exact = Fraction(6) * 240 * Fraction(known)
    assert Fraction(float(nv.dequantize()[0])) == exact
    assert nv.dequantize("bfloat16")[0] == hu.round(float(exact), "bf16")
    assert nv.dequantize("bfloat16").dtype.name == "bfloat16"


def test_a_block_step_may_be_two_steps_of_bf16() -> None:
    """The last place of bfp8_b is 2**-6 of its block, of bf16 2**-7 of the number."""
    x = np.array([1.0 + 2.0**-7, 1.0 + 2.0**-6])
    assert numbers_of(x, "bfp8_b") == [1.0, 1.0 + 2.0**-6]
    assert np.asarray(hu.round(x, "bf16")).tolist() == x.tolist()


@pytest.mark.parametrize("name", list(BLOCKS))
def test_subnormal_numbers_count_whatever_the_processor_is_told(name: str) -> None:
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 1 << 25, (40, 33), dtype=np.uint32)
    x = codes.view(np.float32)  # about half of them subnormal
    expected = hu.quantize_blocks(x, name)
    wide = hu.quantize_blocks(x.astype(np.float64), name)
    with subnormals_switched_off():
        found = hu.quantize_blocks(x, name)
        numbers = found.dequantize()
    assert found.tensor_scale == expected.tensor_scale == wide.tensor_scale
    for other in (expected, wide):
        assert (found.scales == other.scales).all()
        assert (found.codes == other.codes).all()
    assert (bits(numbers) == bits(expected.dequantize())).all()
