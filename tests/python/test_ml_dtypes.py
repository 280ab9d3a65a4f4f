"""ml_dtypes arrays in, ml_dtypes arrays out."""

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

import halfulp as hu
from oracles import bits, subnormals_switched_off
from test_arrays import FUNCTIONS, LAYOUTS

FLOATS = sorted(n for n in dir(ml_dtypes) if n.startswith(("float", "bfloat")))
DTYPES = {name: getattr(ml_dtypes, name) for name in FLOATS}
X = np.array([[0.1, -2.5, 1e-4], [3.1415926, -0.0, 300.0]])


def all_numbers(name: str) -> NDArray[Any]:
    size = np.dtype(DTYPES[name]).itemsize
    codes = np.arange(2 ** hu.format(name).width)
    return codes.astype(f"u{size}").view(DTYPES[name])


@pytest.mark.parametrize("name", FLOATS)
def test_every_number_arrives_as_it_is(name: str) -> None:
    x = all_numbers(name)
    with np.errstate(invalid="ignore"):  # signalling NaNs
        wide = x.astype(np.float64)
    finite = np.isfinite(wide)
    same = hu.round(x, name)
    assert same.dtype == x.dtype
    assert (bits(same) == bits(x))[~np.isnan(wide)].all()
    assert np.isnan(same[np.isnan(wide)].astype(np.float64)).all()
    assert hu.compare(x[finite], wide[finite])["max_abs"].value == 0
    assert hu.exact.sum(x[finite][:9]) == hu.exact.sum(wide[finite][:9])


@pytest.mark.parametrize("fmt", ["bf16", "e5m2", "e4m3fn"])
def test_rounding_is_that_of_ml_dtypes(fmt: str) -> None:
    x = all_numbers("bfloat16")
    with np.errstate(invalid="ignore"):
        x = x[~np.isnan(x.astype(np.float32))]
        narrow = x.astype(hu.format(fmt).aliases[0])
    rounded = hu.round(x, fmt)
    assert rounded.dtype == ml_dtypes.bfloat16
    number = ~np.isnan(narrow.astype(np.float32))
    assert (np.isnan(rounded.astype(np.float32)) == ~number).all()
    assert (bits(rounded) == bits(narrow.astype(x.dtype)))[number].all()
    assert (hu.encode(x, fmt) == bits(narrow))[number].all()


OWN_DTYPE = {"round", "ulp", "next_up", "next_down"}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["bfloat16", "float8_e5m2"])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_layout_does_not_matter(function: str, name: str, layout: str) -> None:
    x = X.astype(DTYPES[name])
    expected = FUNCTIONS[function](x.astype(np.float32))
    result = FUNCTIONS[function](LAYOUTS[layout](x))
    assert type(result) is np.ndarray
    assert result.shape == expected.shape
    if function in OWN_DTYPE:
        assert result.dtype == x.dtype
        result = result.astype(np.float32)
    assert result.dtype == expected.dtype
    assert (bits(result) == bits(expected)).all()


def test_scalars_and_shapes_stay() -> None:
    assert type(hu.round(ml_dtypes.bfloat16(0.1), "e5m2")) is ml_dtypes.bfloat16
    assert type(hu.exact.exp(ml_dtypes.bfloat16(1))) is np.float64
    for shape in [(), (0,), (3, 0), (1,), (2, 1, 3)]:
        x = np.full(shape, 0.1, dtype=ml_dtypes.bfloat16)
        result = hu.round(x, "e4m3fn")
        assert isinstance(result, np.ndarray)
        assert (result.dtype, result.shape) == (x.dtype, shape)


def test_a_matrix_product_as_bfloat16() -> None:
    model = hu.AccumulationModel("bf16", accumulator="fp32", output="bf16")
    a = X.astype(ml_dtypes.bfloat16)
    product = hu.matmul(a, a.T, a[:, :2], model=model, out_dtype=ml_dtypes.bfloat16)
    assert product.dtype == ml_dtypes.bfloat16
    wide = a.astype(np.float64)
    expected = hu.matmul(wide, wide.T, wide[:, :2], model=model)
    assert (bits(product.astype(np.float32)) == bits(expected)).all()
    wider = hu.AccumulationModel("bf16", accumulator="fp32")
    with pytest.raises(
        ValueError, match=r"bfloat16 does not hold .* fp32; pass out_dtype=np.float32"
    ):
        hu.matmul(a, a.T, model=wider, out_dtype=ml_dtypes.bfloat16)


def test_the_dtype_must_hold_the_format() -> None:
    x = X.astype(ml_dtypes.bfloat16)
    with pytest.raises(
        ValueError,
        match=r"^bfloat16 does not hold every number of fp16; "
        r"pass x\.astype\(np\.float16\)$",
    ):
        hu.round(x, "fp16")


def test_there_are_so_many_types() -> None:
    assert len(FLOATS) == 12
    assert {hu.format(DTYPES[name]).name for name in FLOATS} == {
        *("bf16", "e5m2", "e4m3", "e4m3fn", "e4m3fnuz", "e5m2fnuz", "e4m3b11fnuz"),
        *("e3m4", "e8m0fnu", "e3m2fn", "e2m3fn", "e2m1fn"),
    }


def test_integers_are_refused_by_name() -> None:
    for name in ("int4", "uint2"):
        with pytest.raises(TypeError, match=f"array of {name}"):
            hu.round(np.ones(2, getattr(ml_dtypes, name)), "bf16")


def test_subnormals_survive_a_process_that_flushes_them() -> None:
    x = np.arange(1, 2**7, dtype=np.uint16).view(ml_dtypes.bfloat16)
    with subnormals_switched_off():
        same = hu.round(x, "bf16")
        codes = hu.encode(x, "bf16")
        wide = hu.exact.sqrt(x)
    assert (bits(same) == bits(x)).all()
    assert (codes == bits(x)).all()
    assert (wide > 0).all()
