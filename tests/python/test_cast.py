"""Numbers of a format in the dtype that is the format."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

import halfulp as hu
from oracles import bits, rounded

DTYPES = {
    np.dtype(getattr(ml_dtypes, name, name)): name
    for name in dir(ml_dtypes)
    if name.startswith(("float", "bfloat"))
} | {np.dtype(name): name for name in ("float16", "float32", "float64")}

X = np.array([[0.1, -2.5, 1e-4], [3.1415926, -0.0, 300.0]])


def test_every_dtype_of_ml_dtypes_is_a_format() -> None:
    assert len(DTYPES) == 15
    assert all(hu.format(dtype).width <= 8 * dtype.itemsize for dtype in DTYPES)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_numpy(dtype: np.dtype[Any]) -> None:
    f = hu.format(dtype)
    x = np.abs(X) + 0.001 if not f.has_zero else X
    if not f.has_minus_zero:
        x = np.where(x == 0, 1.0, x)
    result = hu.cast(x, f, overflow="saturate")
    assert (result.dtype, result.shape) == (dtype, x.shape)
    rounded = hu.round(x, f, overflow="saturate")
    assert (bits(result.astype(np.float64)) == bits(rounded)).all()
    assert (bits(result) == hu.encode(x, f, overflow="saturate")).all()
    assert (
        bits(hu.cast(x.astype(np.float32), f))
        == bits(hu.cast(x.astype(np.float32).astype(np.float64), f))
    ).all()
    scalar = hu.cast(1.0, f)
    assert type(scalar) is dtype.type
    assert float(scalar) == 1


def test_it_rounds_once() -> None:
    # By way of float32, as ml_dtypes does it, this is 1.
    x = np.array([1 + 2.0**-8 + 2.0**-30])
    assert hu.cast(x, "bf16")[0] == 1.0078125
    assert hu.cast(np.array([1.3]), "bf16", rounding="up")[0] == 1.3046875


@pytest.mark.parametrize("target", ["fp16", "bf16", "e4m3fn", "e5m2"])
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_the_exact_numbers_of_every_dtype_are_rounded(
    dtype: np.dtype[Any], target: str
) -> None:
    """Nothing on the way to the target holds less than the dtype does."""
    f = hu.format(target)
    integers = np.dtype(f"u{dtype.itemsize}")
    random = np.random.default_rng(3)
    most = 2 ** hu.format(dtype).width - 1
    codes = random.integers(0, most, 2000, dtype=integers, endpoint=True)
    x = codes.view(dtype)
    with np.errstate(invalid="ignore"):  # of signalling NaNs
        exact = x.astype(np.float64)
    in_range = np.abs(exact) < 440  # not NaN
    got = hu.cast(x[in_range], f).astype(np.float64)
    for number, result in zip(exact[in_range].tolist(), got.tolist(), strict=True):
        assert result == rounded(Fraction(number), f, "nearest_even"), number


def test_jax() -> None:
    x = jnp.asarray(X, jnp.float32)
    for name in ("float16", "bfloat16", "float8_e4m3fnuz", "float4_e2m1fn"):
        f = hu.format(name)
        y = jnp.where(x == 0, 1, x)
        result = hu.cast(y, f, overflow="saturate")
        assert (result.dtype.name, result.shape) == (name, X.shape)
        expected = hu.cast(np.asarray(y), f, overflow="saturate")
        assert (bits(np.asarray(result)) == bits(expected)).all()
    with pytest.raises(
        ValueError, match=r"JAX has no dtype that is e2m3fn; halfulp.en"
    ):
        hu.cast(x, "e2m3fn")
    with pytest.raises(ValueError, match="the result is float64, which JAX has not"):
        hu.cast(x, "fp64")


CALLS: dict[str, Callable[[], Any]] = {
    "tf32": lambda: hu.cast(X, "tf32"),
    "mxint8": lambda: hu.cast(X, "mxint8"),
    "Binary6p3se": lambda: hu.cast(1.0, "Binary6p3se"),
}


@pytest.mark.parametrize("name", CALLS)
def test_formats_without_a_dtype_are_refused_with_the_remedy(name: str) -> None:
    with pytest.raises(
        ValueError, match="NumPy with ml_dtypes has no dtype that is"
    ) as e:
        CALLS[name]()
    remedy = str(e.value)
    assert f"halfulp.encode(x, '{name}') gives its codes" in remedy
    assert f"halfulp.round(x, '{name}') its numbers" in remedy


def test_errors_are_those_of_round() -> None:
    with pytest.raises(TypeError, match="x must be a float"):
        hu.cast([1.0], "bf16")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="NaN input has no image in e2m1fn"):
        hu.cast(float("nan"), "e2m1fn")


def test_stochastic_casts_take_the_words_of_round() -> None:
    x = np.random.default_rng(4).standard_normal(100)
    drawn = hu.cast(x, "e5m2", "stochastic", rng=5).astype(np.float64)
    assert (drawn == hu.round(x, "e5m2", "stochastic", rng=5)).all()
    with pytest.raises(ValueError, match="rounding 'stochastic' needs random bits"):
        hu.cast(x, "e5m2", "stochastic")
