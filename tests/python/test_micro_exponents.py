"""HiFloat4, whose blocks have two levels of scales below the first."""

from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest

import block_oracle as oracle
import halfulp as hu
from block_oracle import BLOCKS

SEED = 20260101


def test_every_micro_exponent_is_read() -> None:
    """A block of HiFloat4 as a device may have written it, by its definition."""
    rng = np.random.default_rng(SEED)
    codes = rng.integers(0, 16, (3, 150), dtype=np.uint8)
    scales = rng.integers(0, 255, (3, 3), dtype=np.uint8)
    eights = rng.integers(0, 2, (3, 19), dtype=np.uint8)
    fours = rng.integers(0, 2, (3, 38), dtype=np.uint8)
    q = hu.BlockQuantized(codes, scales, "hif4", micro_exponents=(eights, fours))
    assert [a.tolist() for a in q.micro_exponents] == [eights.tolist(), fours.tolist()]
    numbers = q.dequantize(threads=2)
    for i, j in np.ndindex(codes.shape):
        element = BLOCKS["hif4"].elements.value(int(codes[i, j]))
        factor = 2 ** (int(eights[i, j // 8]) + int(fours[i, j // 4]))
        exact = oracle.E6M2[scales[i, j // 64]] * factor * element
        assert Fraction(float(numbers[i, j])) == exact
    turned = hu.BlockQuantized(
        codes.T, scales.T, "hif4", 0, micro_exponents=(eights.T, fours.T)
    )
    np.testing.assert_array_equal(turned.dequantize(), numbers.T)


def test_micro_exponents_by_the_largest_of_their_groups() -> None:
    """HiFloat4 by hand: 4 and more of 8 numbers, then 2 and more of 4, over scales."""
    x = np.zeros(64)
    x[0] = 7.0  # 73/512 * 7 = 0.998, a scale of 1
    x[[4, 8, 12]] = 3.5, -2.0, 1.625
    q = hu.quantize_blocks(x, "hif4")
    assert q.scale_values.tolist() == [1.0]
    eights, fours = q.micro_exponents
    assert eights.tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert fours.tolist() == [1, 0, 1] + [0] * 13
    assert q.elements[[0, 4, 8, 12]].tolist() == [1.75, 1.75, -1.0, 1.75]
    assert q.dequantize()[[0, 4, 8, 12]].tolist() == [7.0, 3.5, -2.0, 1.75]
    # The tie 1.625 goes away by default; to even if you say so.
    even = hu.quantize_blocks(x, "hif4", rounding="nearest_even")
    assert even.elements[12] == 1.5


def test_hif4_saturates_at_seven_scales() -> None:
    """7.875 / 7 rounds to a scale of 1: its element would be 2."""
    q = hu.quantize_blocks(np.array([7.875, -7.875]), "hif4")
    assert q.scale_values.tolist() == [1.0]
    assert q.dequantize().tolist() == [7.0, -7.0]
    far = hu.quantize_blocks(np.array([1e30, 1e-30]), "hif4")
    assert far.dequantize().tolist() == [7 * 49152.0, 0.0]


def test_hif4_multiplies_by_a_reciprocal_in_bfloat16() -> None:
    """1 / 1.25 becomes 205/256, which takes a number below the tie 1.125 over it."""
    x = np.zeros(64)
    x[0], x[8] = 8.75, 1.125 * 1.25 - 2.0**-11
    default = hu.quantize_blocks(x, "hif4")
    exact = hu.quantize_blocks(x, "hif4", division="exact")
    assert default.scale_values.tolist() == exact.scale_values.tolist() == [1.25]
    assert (default.elements[8], exact.elements[8]) == (1.25, 1.0)


def test_own_levels_round_to_even_after_exact_division() -> None:
    """Only HiFloat4's blocks are converted as its authors do it."""
    own = hu.BlockFormat(
        "own",
        element=hu.hif4.element,
        block_size=64,
        scale=hu.hif4.scale,
        scale_rule=hu.hif4.scale_rule,
        micro_exponents=((8, 1),),
    )
    x = np.zeros(64)
    x[0], x[8] = 3.5, 1.625  # 1.75 * 2 over a scale of 1; a tie of 1.5 and 1.75
    q = hu.quantize_blocks(x, own)
    assert q.scale_values.tolist() == [1.0]
    assert q.elements[[0, 8]].tolist() == [1.75, 1.5]
    away = hu.quantize_blocks(x, own, rounding="nearest_away")
    assert away.elements[8] == 1.75


def test_bad_micro_exponents_name_the_remedy() -> None:
    codes, scales = np.zeros((2, 64), np.uint8), np.zeros((2, 1), np.uint8)
    eights, fours = np.zeros((2, 8), np.uint8), np.zeros((2, 16), np.uint8)

    def read(*micro: Any) -> hu.BlockQuantized:
        return hu.BlockQuantized(codes, scales, "hif4", micro_exponents=micro)

    assert read(eights, fours).shape == (2, 64)
    with pytest.raises(ValueError, match=r"2 levels .*, got 1; pass a tuple"):
        read(eights)
    with pytest.raises(ValueError, match=r"micro_exponents\[1\] must have shape"):
        read(eights, eights)
    with pytest.raises(ValueError, match=r"micro_exponents\[0\] must be less than 2"):
        read(eights + np.uint8(2), fours)
    with pytest.raises(TypeError, match=r"micro_exponents\[0\] must be"):
        read(eights.astype(np.float32), fours)
    with pytest.raises(ValueError, match="mxfp4 has 0 levels"):
        hu.BlockQuantized(codes[:, :32], scales, "mxfp4", micro_exponents=(eights,))
    with pytest.raises(ValueError, match="got one array"):
        hu.BlockQuantized(codes, scales, "hif4", micro_exponents=cast(Any, eights))
