"""ulp_distance from Python; tests/rounding counts the steps."""

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import halfulp as hu


def test_codes_of_ieee_formats_are_steps() -> None:
    random = np.random.default_rng(1)
    for dtype, size in ((np.float16, 2), (np.float32, 4), (ml_dtypes.bfloat16, 2)):
        codes = random.integers(0, 2 ** (8 * size - 1), (2, 500), f"u{size}")
        x, y = codes.view(dtype)
        with np.errstate(invalid="ignore"):  # signalling NaNs
            finite = ~(np.isnan(x.astype(float)) | np.isnan(y.astype(float)))
        steps = hu.ulp_distance(x, y, np.dtype(dtype))
        signed = codes.astype(np.int64)
        assert steps.dtype == np.float64
        assert (steps == np.abs(signed[0] - signed[1]))[finite].all()
        assert np.isnan(steps[~finite]).all()
        across = hu.ulp_distance(x, -y, np.dtype(dtype))
        assert (across == signed[0] + signed[1])[finite].all()


def test_kinds_and_shapes() -> None:
    assert hu.ulp_distance(1.0, 1.0, "bf16") == 0
    assert type(hu.ulp_distance(1.0, 2.0, "bf16")) is float
    assert type(hu.ulp_distance(np.float32(1), np.float32(2), "bf16")) is np.float64
    for shape in [(), (0,), (3, 0), (2, 1, 3)]:
        x = np.ones(shape, np.float32)
        result = hu.ulp_distance(x, x, "bf16")
        assert isinstance(result, np.ndarray)
        assert result.dtype == np.float64
        assert result.shape == shape
    y = np.arange(6.0).reshape(2, 3)
    assert (hu.ulp_distance(y[:, ::-1], y.T.copy().T[:, ::-1], "bf16") == 0).all()


def test_refusals() -> None:
    one: Any = np.ones(2)
    wrong: Any = [1.0]
    with pytest.raises(ValueError, match=r"one shape, got \(2,\) and \(3,\)"):
        hu.ulp_distance(one, np.ones(3), "bf16")
    with pytest.raises(
        ValueError, match=r"element 1: 0\.1 is not a number of bf16; rou"
    ):
        hu.ulp_distance(one, np.array([1.0, 0.1]), "bf16")
    with pytest.raises(TypeError, match="x must be a float"):
        hu.ulp_distance(wrong, one, "bf16")
