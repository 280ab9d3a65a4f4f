"""hu.round into an array that is there already."""

import tracemalloc
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import halfulp as hu
from oracles import bits

DTYPES = [np.float64, np.float32, np.float16, ml_dtypes.bfloat16]


@pytest.mark.parametrize("dtype", DTYPES)
def test_it_is_written_to_and_returned(dtype: Any) -> None:
    for shape in [(), (0,), (3, 0), (7,), (2, 3, 5)]:
        x = np.random.default_rng(1).standard_normal(shape).astype(dtype)
        x = np.asarray(x)
        expected = hu.round(x, "e5m2", "up", threads=2)
        out = np.full(shape, 7, dtype)
        assert hu.round(x, "e5m2", "up", threads=2, out=out) is out
        assert (bits(out) == bits(expected)).all()
        assert hu.round(x, "e5m2", "up", out=x) is x
        assert (bits(x) == bits(expected)).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_x_may_have_any_layout(dtype: Any) -> None:
    x = np.arange(30).reshape(5, 6).astype(dtype)[::2, ::-1]
    out = np.empty(x.shape, dtype)
    hu.round(x, "e2m1fn", out=out, overflow="saturate")
    assert (bits(out) == bits(hu.round(x, "e2m1fn", overflow="saturate"))).all()
    swapped = x.astype(np.dtype(dtype).newbyteorder(">")) if dtype in DTYPES[:3] else x
    hu.round(swapped, "e2m1fn", out=out, overflow="saturate")
    assert (bits(out) == bits(hu.round(x, "e2m1fn", overflow="saturate"))).all()


def test_it_needs_no_further_memory() -> None:
    x = np.ones(2**18, np.float32)
    out = np.empty_like(x)
    tracemalloc.start()
    hu.round(x, "bf16", out=out)
    least = tracemalloc.get_traced_memory()[1]
    hu.round(x, "bf16")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert least < 2**16 < x.nbytes <= most


def test_what_it_must_be() -> None:
    x = np.ones((2, 3), np.float32)
    wrong: list[tuple[Any, type[Exception], str]] = [
        (
            np.ones((2, 3)),
            ValueError,
            r"float32 and shape \(2, 3\) as x is, got float64",
        ),
        (np.ones((3, 2), np.float32), ValueError, r"got float32 and \(3, 2\)"),
        (np.ones((2, 3), ">f4"), ValueError, "got float32 of another byte order"),
        (np.ones((3, 2), np.float32).T, ValueError, "out must be C-contiguous"),
        (np.broadcast_to(np.float32(1), (2, 3)), ValueError, "writeable"),
        ([1.0], TypeError, r"out must be a NumPy array, got \[1.0\] \(list\)"),
        (np.ma.ones((2, 3), np.float32), TypeError, "got a masked NumPy array"),
    ]
    for out, error, message in wrong:
        with pytest.raises(error, match=message):
            hu.round(x, "bf16", out=out)
    with pytest.raises(
        TypeError, match=r"out is for NumPy arrays, but x is 0.1 \(float"
    ):
        hu.round(0.1, "bf16", out=np.ones(()))
    buffer = np.ones(10, np.float32)
    with pytest.raises(ValueError, match="overlap"):
        hu.round(buffer[:-1], "bf16", out=buffer[1:])


def test_nothing_is_written_where_an_input_is_refused() -> None:
    for dtype in (np.float32, np.float16):
        out = np.zeros(2, dtype)
        with pytest.raises(ValueError, match="NaN"):
            hu.round(np.array([1, np.nan], dtype), "e5m2", nan="error", out=out)
        assert out.tolist() == [0, 0]


@pytest.mark.parametrize("dtype", DTYPES)
def test_stochastic_rounding_draws_the_same_words(dtype: Any) -> None:
    x = np.random.default_rng(4).standard_normal(100).astype(dtype)
    out = np.empty_like(x)
    for rng in (hu.Philox(3, first_index=5), hu.FastHash(3), 7):
        expected = hu.round(x, "e5m2", "stochastic", random_bits=9, rng=rng)
        hu.round(x, "e5m2", "stochastic", random_bits=9, rng=rng, out=out)
        assert (bits(out) == bits(expected)).all()
    generator = np.random.default_rng(0)
    with pytest.raises(ValueError, match="out must be of"):
        hu.round(x, "e5m2", "stochastic", rng=generator, out=out[1:])
    state = np.random.default_rng(0).bit_generator.state
    assert generator.bit_generator.state == state  # nothing was drawn
