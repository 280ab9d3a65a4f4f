"""What the block functions take and refuse, and how their results look."""

import math
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

import halfulp as hu
from block_oracle import BLOCKS

NAN, INF = math.nan, math.inf


def as_given(x: NDArray[Any]) -> list[Any]:
    return [
        x.astype(t) for t in (np.float16, np.float32, np.float64, ml_dtypes.bfloat16)
    ]


def test_dtypes_in_and_codes_out() -> None:
    x = np.array([1.0, 2.5, -3.0, 0.125])
    for given in as_given(x):
        q = hu.quantize_blocks(given, "mxfp6_e2m3")
        assert q.codes.dtype == q.scales.dtype == np.uint8
        assert q.scale_values.dtype == q.dequantize().dtype == np.float64
        assert q.dequantize().tolist() == x.tolist()
    wide = hu.BlockFormat("wide", element="fp16", block_size=2, scale="fp32")
    q = hu.quantize_blocks(x, wide)
    assert (q.codes.dtype, q.scales.dtype) == (np.uint16, np.uint32)


def four(*arguments: Any, **how: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Arguments for four ones."""
    return (np.ones(4), *arguments), how


BAD_ARGUMENTS: list[tuple[tuple[tuple[Any, ...], dict[str, Any]], type, str]] = [
    (four("mxfp5"), ValueError, "did you mean 'mxfp"),
    (four("bf16"), ValueError, "unknown block format"),
    (four(hu.bf16), TypeError, "a halfulp.BlockFormat"),
    (four("mxfp4", 1), ValueError, "axis must be between"),
    (four("mxfp4", 0.0), TypeError, "axis must be an int"),
    (four("mxfp4", True), TypeError, "axis must be an int"),
    (((1.0, "mxfp4"), {}), ValueError, "pass an array"),
    (((np.float32(1), "mxfp4"), {}), ValueError, "pass an array"),
    (((np.arange(4), "mxfp4"), {}), TypeError, "astype"),
    ((([1.0], "mxfp4"), {}), TypeError, "np.asarray"),
    (four("mxfp4", -1, "flour"), ValueError, "'floor'"),
    (four("mxfp4", -1, 1), TypeError, "must be a word"),
    (four("mxfp8", -1, "four_over_six"), ValueError, "scale_rule='nearest'"),
    (four("mxfp4", nan_block="no"), ValueError, "poison"),
    (four("mxfp4", symmetric=1), TypeError, "a bool"),
    (four("mxfp4", threads=0), ValueError, "threads"),
    (four("mxfp4", tensor_scale=2.0), ValueError, "leave it out"),
    (four("nvfp4", tensor_scale="1"), TypeError, "must be a number"),
    (four("nvfp4", tensor_scale=10**400), ValueError, "positive binary32 number"),
    (four("nvfp4", tensor_scale=2**24 + 1), ValueError, "positive binary32 number"),
    (four("nvfp4", tensor_scale=2**53 + 1), ValueError, "positive binary32 number"),
    (four("mxfp4", 10**30), ValueError, "axis must be between"),
    (four("mxfp4", rounding=1), TypeError, "must be a word"),
    (four("mxfp4", division="no"), ValueError, "reciprocal"),
    (four(hu.mxint8), TypeError, "halfulp.mxint8_blocks its blocks"),
]


@pytest.mark.parametrize("index", range(len(BAD_ARGUMENTS)))
def test_bad_arguments_name_the_remedy(index: int) -> None:
    (arguments, how), error, words = BAD_ARGUMENTS[index]
    with pytest.raises(error, match=words):
        hu.quantize_blocks(*arguments, **how)


@pytest.mark.parametrize("scale", [0.0, -1.0, NAN, INF, 0.1, 1e300])
def test_bad_tensor_scales(scale: float) -> None:
    with pytest.raises(ValueError, match="positive binary32 number"):
        hu.quantize_blocks(np.ones(4), "nvfp4", tensor_scale=scale)


def test_bad_codes_name_the_remedy() -> None:
    codes, scales = np.zeros((2, 40), np.uint8), np.zeros((2, 2), np.uint8)
    assert hu.BlockQuantized(codes, scales, "mxfp4").shape == (2, 40)
    with pytest.raises(
        ValueError, match=r"scales must have shape \(2, 2\), one for each"
    ):
        hu.BlockQuantized(codes, scales[:, :1], "mxfp4")
    with pytest.raises(ValueError, match=r"scales must have shape \(1, 40\)"):
        hu.BlockQuantized(codes, scales, "mxfp4", axis=0)
    with pytest.raises(
        TypeError, match=r"scales must be .*pass scales.view\(np.uint32\)"
    ):
        hu.BlockQuantized(codes, scales.astype(np.float32), "mxfp4")
    with pytest.raises(ValueError, match="element 0: code 0x10 is wider"):
        hu.BlockQuantized(codes + np.uint8(16), scales, "mxfp4").dequantize()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"block_size": 0}, "block_size must be between 1 and 65536"),
        ({"element": "e8m0fnu"}, "needs a zero"),
        ({"element": "fp64"}, "at most 24 bits of precision"),
        ({"scale": "fp64"}, "at most 24 bits of precision"),
        ({"scale_rule": "four_over_six", "element": "e4m3fn"}, "elements up to 6"),
        ({"tensor_scale_target": 500.0}, "between the smallest and the largest"),
        ({"tensor_scale_target": -1.0}, "between the smallest and the largest"),
        ({"tensor_scale_target": NAN}, "between the smallest and the largest"),
        ({"element": "fp32", "scale": "fp32", "tensor_scale_target": 1.0}, "binary64"),
    ],
)
def test_what_is_no_block_format(fields: dict[str, Any], words: str) -> None:
    good: dict[str, Any] = {"element": "e2m1fn", "block_size": 16, "scale": "ue4m3"}
    hu.BlockFormat("good", **good)
    with pytest.raises(ValueError, match=words):
        hu.BlockFormat("bad", **(good | fields))


@pytest.mark.parametrize(
    ("fields", "error", "words"),
    [
        ({"block_size": True}, TypeError, "block_size must be an int, got True"),
        ({"block_size": 16.0}, TypeError, "block_size must be an int"),
        ({"block_size": 10**30}, ValueError, "block_size must be between"),
        ({"block_size": -(10**30)}, ValueError, "block_size must be between"),
        ({"tensor_scale_target": True}, TypeError, "must be a number, got True"),
        ({"tensor_scale_target": "1"}, TypeError, "must be a number"),
        ({"tensor_scale_target": 10**400}, ValueError, "tensor_scale_target must be"),
        ({"tensor_scale_target": 2**53 + 1}, ValueError, "must be a binary64 number"),
        ({"tensor_scale_target": np.int64(2**53 + 1)}, ValueError, "binary64 number"),
        ({"tensor_scale_target": np.longdouble(1) / 3}, ValueError, "binary64 number"),
        ({"tensor_scale_target": Fraction(1, 3)}, TypeError, "must be a number, got"),
        ({"tensor_scale_target": Decimal("0.1")}, TypeError, "must be a number, got"),
        ({"tensor_scale_target": np.True_}, TypeError, "must be a number, got"),
        ({"micro_exponents": 8}, TypeError, r"\(\(8, 1\), \(4, 1\)\), got 8"),
        ({"micro_exponents": ((8,),)}, TypeError, "must be pairs"),
        ({"micro_exponents": ((8, True),)}, TypeError, "bits of micro_exponents"),
        ({"micro_exponents": ((10**30, 1),)}, ValueError, "numbers in a group"),
        ({"micro_exponents": ((8, 5),)}, ValueError, "between 1 and 4"),
        ({"micro_exponents": ((5, 1),)}, ValueError, "groups must divide the block"),
        ({"micro_exponents": ((8, 1),) * 3}, ValueError, "at most 2 levels, got 3"),
    ],
)
def test_fields_of_a_block_format_are_taken_as_they_are(
    fields: dict[str, Any], error: type, words: str
) -> None:
    good: dict[str, Any] = {"element": "e2m1fn", "block_size": 16, "scale": "ue4m3"}
    with pytest.raises(error, match=words):
        hu.BlockFormat("bad", **(good | fields))


def test_block_formats_are_immutable() -> None:
    f = hu.BlockFormat("own", element="e2m1fn", block_size=16, scale="ue4m3")
    for name in ("block_size", "name", "blocksize"):
        with pytest.raises(AttributeError):
            setattr(f, name, 8)
    assert not hasattr(f, "__dict__")


def test_every_block_format_is_a_constant() -> None:
    for f in hu.block_formats():
        name = "mxint8_blocks" if f.name == "mxint8" else f.name
        assert getattr(hu, name) == f
        assert name in hu.__all__
        assert hu.block_format(name) == f
    assert isinstance(hu.mxint8, hu.Format)
    assert hu.quantize_blocks(np.ones(3), hu.mxint8_blocks).format.name == "mxint8"


def test_block_formats_side_by_side() -> None:
    table = hu.block_format_table()
    assert [f.name for f in table.formats] == list(BLOCKS)
    assert table.rows[-1]["micro_exponents"] == ((8, 1), (4, 1))
    assert hu.block_format_table(["mxfp4", hu.hif4]).formats == [hu.mxfp4, hu.hif4]
    with pytest.raises(ValueError, match="names is empty"):
        hu.block_format_table([])
    with pytest.raises(ValueError, match="unknown block format 'bf16'"):
        hu.block_format_table(["bf16"])


def test_names_and_aliases() -> None:
    formats = hu.block_formats()
    assert [f.name for f in formats] == list(BLOCKS)
    seen: set[str] = set()
    for f in formats:
        assert f.source
        for name in (f.name, f.name.upper(), *f.aliases):
            assert hu.block_format(name) == f
        assert hu.block_format(f) is f
        assert pickle.loads(pickle.dumps(f)) == f
        assert isinstance(pickle.loads(pickle.dumps(f)), hu.BlockFormat)
        assert hash(f) == hash(hu.block_format(f.name))
        assert f.name in repr(f)
        assert f.name in f._repr_html_()
        names = {f.name.lower(), *(a.lower() for a in f.aliases)}
        assert not names & seen
        seen |= names
        scales = f.scale.width + sum(
            f.block_size // n * b for n, b in f.micro_exponents
        )
        assert f.bits_per_number == f.element.width + scales / f.block_size
    assert not {f.name for f in formats} & {"bf16", "fp16"}
    assert all(isinstance(f, hu.Format) for f in hu.formats())
    assert hu.block_format("mxfp4").source.startswith("OCP")


def test_how_a_quantized_array_shows_itself() -> None:
    q = hu.quantize_blocks(np.ones((2, 64)), "nvfp4")
    assert repr(q).startswith(
        "<BlockQuantized nvfp4, shape (2, 64), axis 1, tensor scale"
    )
    page = q._repr_html_()
    assert page.startswith("<table>")
    assert "nvfp4" in page
    assert q.format == hu.block_format("nvfp4")
    assert hu.quantize_blocks(np.ones(4), "mxfp4").tensor_scale is None
