"""Other libraries' blocks: where they agree with ours, where they do not and why."""

import math
from typing import Any

import gfloat
import gfloat.formats  # type: ignore[import-untyped]
import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

import halfulp as hu
from block_oracle import BLOCKS

GFLOAT = {
    "mxfp8_e5m2": gfloat.formats.format_info_mxfp8_e5m2,
    "mxfp8_e4m3": gfloat.formats.format_info_mxfp8_e4m3,
    "mxfp6_e3m2": gfloat.formats.format_info_mxfp6_e3m2,
    "mxfp6_e2m3": gfloat.formats.format_info_mxfp6_e2m3,
    "mxfp4": gfloat.formats.format_info_mxfp4_e2m1,
    "mxint8": gfloat.formats.format_info_mxint8,
}


def with_gfloat(x: NDArray[Any], name: str) -> NDArray[Any]:
    given = gfloat.quantize_block(GFLOAT[name], x, gfloat.compute_scale_amax)
    return np.asarray(given)


@pytest.mark.parametrize("name", list(GFLOAT))
def test_gfloat_agrees_on_random_blocks(name: str) -> None:
    rng = np.random.default_rng(5)
    x = rng.standard_normal((200, 32)) * 2.0 ** rng.integers(-20, 20, (200, 1))
    ours = hu.quantize_blocks(x, name).dequantize()
    for i, row in enumerate(x):
        np.testing.assert_array_equal(with_gfloat(row, name), ours[i])
    np.testing.assert_array_equal(with_gfloat(np.zeros(32), name), np.zeros(32))


def test_gfloat_takes_logarithms() -> None:
    """Its exponent of 8 - 2**-50 is that of 8: twice the scale of the standard."""
    x = np.zeros(32)
    x[0] = 7.999999999999999
    assert with_gfloat(x, "mxfp4")[0] == 8.0
    assert hu.quantize_blocks(x, "mxfp4").dequantize()[0] == 6.0


def test_scale_codes_are_those_of_ml_dtypes() -> None:
    codes = np.arange(255, dtype=np.uint8)
    theirs = codes.view(ml_dtypes.float8_e8m0fnu).astype(np.float64)
    ones = np.full(255, 0x38, np.uint8)[:, None]
    ours = hu.BlockQuantized(ones, codes[:, None], "mxfp8_e4m3").dequantize()
    np.testing.assert_array_equal(ours[:, 0], theirs)
    codes = np.arange(0x7F, dtype=np.uint8)
    theirs = codes.view(ml_dtypes.float8_e4m3fn).astype(np.float64)
    ones = np.full(0x7F, 2, np.uint8)[:, None]
    ours = hu.BlockQuantized(ones, codes[:, None], "nvfp4").dequantize()
    np.testing.assert_array_equal(ours[:, 0], theirs)


@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        ("mxfp4", ml_dtypes.float4_e2m1fn),
        ("mxfp6_e2m3", ml_dtypes.float6_e2m3fn),
        ("mxfp6_e3m2", ml_dtypes.float6_e3m2fn),
        ("mxfp8_e4m3", ml_dtypes.float8_e4m3fn),
        ("mxfp8_e5m2", ml_dtypes.float8_e5m2),
    ],
)
def test_element_codes_are_those_of_ml_dtypes(name: str, dtype: Any) -> None:
    f = BLOCKS[name].elements
    codes = np.arange(len(f.magnitudes), dtype=np.uint8)
    theirs = codes.view(dtype).astype(np.float64)
    rows = -(-len(codes) // 32)
    one = np.full(rows, 127, np.uint8)
    np.testing.assert_array_equal(
        hu.BlockQuantized(codes, one, name).dequantize(), theirs
    )


def test_tenstorrent_drops_bits_before_it_rounds() -> None:
    """bfp8_b: 1/8 of the largest number is shifted right by 3 in 24 bits, then rounded.

    The bits that fall off decide about a tie; without them it goes to even, so the two
    differ by one unit. Written after convert_u32_to_bfp of the source that we name.
    """
    tie = 1.0 + 2.0**-4 + 2.0**-23  # in units of 2**-6 * 8: 8.5 and a little
    x = np.array([8.0, tie], np.float32)
    ours = hu.quantize_blocks(x, "bfp8_b")
    assert ours.codes.tolist() == [64, 9]
    significand = int(math.ldexp(tie, 23)) >> 3
    rest, whole = significand & (2**17 - 1), significand >> 17
    assert (whole, rest) == (8, 2**16)  # a tie now, to the even 8
