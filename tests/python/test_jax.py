"""JAX arrays in, JAX arrays out."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

import halfulp as hu
from oracles import bits

jax: Any = import_module("jax")
jnp: Any = import_module("jax.numpy")

DTYPES = ["float16", "bfloat16", "float32", "float8_e5m2", "float8_e4m3fn"]
X = np.array([[0.1, -2.5, 1e-4], [3.1415926, -0.0, 300.0]])
MODEL = hu.AccumulationModel("bf16", accumulator="fp32", output="bf16")

FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "round": lambda x: hu.round(x, "e5m2"),
    "encode": lambda x: hu.encode(x, "e5m2"),
    "cast": lambda x: hu.cast(x, "e5m2"),
    "ulp": lambda x: hu.ulp(x, "e5m2"),
    "next_up": lambda x: hu.next_up(x, "e5m2"),
    "next_down": lambda x: hu.next_down(x, "e5m2"),
    "matmul": lambda x: hu.matmul(x, x.T, x[:, :2], model=MODEL),
}
WIDE: dict[str, Callable[[Any], Any]] = {
    "exact": hu.exact.tanh,
    "exact.matmul": lambda x: hu.exact.matmul(x, x.T),
    "decode": lambda x: hu.decode(hu.encode(x, "e5m2"), "e5m2"),
    "ulp_distance": lambda x: hu.ulp_distance(x, x * 0, "fp32"),
}
HOLDS_E5M2 = [name for name in DTYPES if name != "float8_e4m3fn"]


def numpy_of(name: str) -> NDArray[Any]:
    return X.astype(getattr(ml_dtypes, name, name))


@pytest.fixture
def x64() -> Iterator[None]:
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", False)


@pytest.mark.parametrize("name", HOLDS_E5M2)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_they_give_what_numpy_arrays_give(function: str, name: str) -> None:
    x = jnp.asarray(numpy_of(name))
    assert x.dtype.name == name
    expected = FUNCTIONS[function](numpy_of(name))
    result = FUNCTIONS[function](x)
    assert isinstance(result, jax.Array)
    assert (result.dtype, result.shape) == (expected.dtype, expected.shape)
    assert (bits(np.asarray(result)) == bits(expected)).all()
    assert (bits(np.asarray(x)) == bits(numpy_of(name))).all()  # untouched
    assert result.device == x.device
    assert result.committed == x.committed


@pytest.mark.usefixtures("x64")
@pytest.mark.parametrize("function", [*FUNCTIONS, *WIDE])
def test_binary64_with_x64(function: str) -> None:
    call = (FUNCTIONS | WIDE)[function]
    x = jnp.asarray(hu.round(X, "fp32"))
    assert x.dtype == np.float64
    result, expected = call(x), call(np.asarray(x))
    assert isinstance(result, jax.Array)
    assert (result.dtype, result.shape) == (expected.dtype, expected.shape)
    assert (bits(np.asarray(result)) == bits(expected)).all()


@pytest.mark.parametrize("function", WIDE)
def test_binary64_without_x64_is_refused(function: str) -> None:
    with pytest.raises(
        ValueError, match=r"result is float64, which JAX has not now: call jax\.config"
    ):
        WIDE[function](jnp.ones((2, 2)))
    assert hu.compare(jnp.ones(2), np.ones(2))["max_abs"].value == 0
    assert hu.exact.sum(jnp.ones(3)) == 3


def test_the_device_stays() -> None:
    program = """
import jax, jax.numpy as jnp, halfulp as hu
first, second = jax.devices()
x = jax.device_put(jnp.ones(3), second)
for y in (hu.round(x, "bf16"), hu.encode(x, "bf16"), hu.cast(x, "bf16")):
    assert y.device == second and y.committed
y = hu.round(jnp.ones(3), "bf16")
assert y.device == first and not y.committed
mesh = jax.sharding.Mesh([first, second], "i")
many = jax.device_put(jnp.ones(4), jax.sharding.NamedSharding(mesh, jax.P("i")))
try:
    hu.round(many, "bf16")
except TypeError as error:
    assert "a JAX array on 2 devices; pass jax.device_put(x, jax.dev" in str(error)
else:
    raise AssertionError
"""
    flags = {"XLA_FLAGS": "--xla_force_host_platform_device_count=2"}
    subprocess.run([sys.executable, "-c", program], check=True, env=flags)


@pytest.mark.parametrize("name", DTYPES)
def test_every_number_and_shape(name: str) -> None:
    dtype = np.dtype(getattr(ml_dtypes, name, name))
    size = dtype.itemsize
    codes = np.arange(2 ** min(16, 8 * size)).astype(f"u{size}")
    x = jnp.asarray(codes.view(dtype))
    same = hu.round(x, name, nan="payload")
    numbers = ~np.isnan(np.asarray(x).astype(np.float32))
    assert (bits(np.asarray(same)) == codes)[numbers].all()
    for shape in [(), (0,), (3, 0), (2, 1, 3)]:
        result = hu.round(jnp.ones(shape, x.dtype), name)
        assert isinstance(result, jax.Array)
        assert (result.dtype, result.shape) == (x.dtype, shape)


def test_codes_are_unsigned_integers() -> None:
    x = jnp.asarray([1.0, -2.5])
    codes = hu.encode(x, "e5m2")
    assert codes.dtype == np.uint8
    assert codes.tolist() == [60, 193]
    assert hu.encode(x, "tf32").dtype == np.uint32
    with pytest.raises(ValueError, match="the result is uint64, which JAX has not now"):
        hu.encode(x, "fp64")
    with pytest.raises(
        TypeError, match=r"JAX array of int32; if .* codes.view\(jnp.uint32"
    ):
        hu.decode(jnp.arange(2), "e5m2")


def test_tracers_have_no_numbers() -> None:
    x = jnp.ones(2)
    wrapped: dict[str, Callable[[], Any]] = {
        "jit": lambda: jax.jit(lambda a: hu.round(a, "bf16"))(x),
        "grad": lambda: jax.grad(lambda a: hu.round(a, "bf16").sum())(x),
        "vmap": lambda: jax.vmap(lambda a: hu.round(a, "bf16"))(x),
        "codes": lambda: jax.jit(lambda a: hu.decode(a, "e5m2"))(x.astype("uint8")),
    }
    for call in wrapped.values():
        with pytest.raises(
            TypeError, match=r"a JAX tracer, which has no values yet; call this outside"
        ):
            call()
    inside = jax.jit(
        lambda a: jax.pure_callback(
            lambda b: np.asarray(hu.round(b, "bf16")),
            jax.ShapeDtypeStruct((2,), "f4"),
            a,
        )
    )
    assert inside(x * 0.1).tolist() == [0.10009765625] * 2


def test_other_arrays_are_refused_by_name() -> None:
    start = "x must be a float, or an array of NumPy or JAX or a torch tensor .* got "
    for x, message in (
        (jnp.arange(2), r"a JAX array of int32; convert it: x.astype\(jnp.float32\)"),
        (jnp.ones(2, bool), "a JAX array of bool; convert it"),
        (jnp.ones(2, "complex64"), "a JAX array of complex64; pass x.real and x."),
        (jax.random.key(0), r"a JAX array of key<fry>; convert it"),
    ):
        with pytest.raises(TypeError, match=start + message):
            hu.round(x, "bf16")
    gone = jnp.ones(2)
    gone.delete()
    with pytest.raises(TypeError, match="a deleted JAX array; pass it before it is"):
        hu.round(gone, "bf16")


def test_the_dtype_must_hold_the_format() -> None:
    with pytest.raises(
        ValueError, match=r"float16 does .* bf16; pass x\.astype\(jnp\.float32\)$"
    ):
        hu.round(jnp.ones(2, "float16"), "bf16")
    with pytest.raises(
        ValueError,
        match=r"pass x\.astype\(jnp\.float64\) after jax\.config\.update\('jax_enab",
    ):
        hu.round(jnp.ones(2), "fp64")


def test_libraries_are_not_mixed_where_the_result_is_of_one() -> None:
    x, y = jnp.eye(2), np.eye(2, dtype=np.float32)
    message = "must be of one library, got a (JAX|NumPy) array and a (JAX|NumPy) array"
    for a, b in ((x, y), (y, x)):
        with pytest.raises(TypeError, match=f"a and b {message}; .*jax.numpy.asarray"):
            hu.matmul(a, b, model=MODEL)
        with pytest.raises(TypeError, match=f"x and y {message}"):
            hu.ulp_distance(a, b, "bf16")


def test_subnormal_numbers_stay() -> None:
    codes = np.arange(1, 1000, 7, dtype=np.uint32)
    x = jnp.asarray(codes.view(np.float32))
    assert (bits(np.asarray(hu.round(x, "fp32"))) == codes).all()
    assert (np.asarray(hu.encode(x, "fp32")) == codes).all()


def test_the_result_is_not_the_argument() -> None:
    x = np.ones(3, np.float32)
    rounded = hu.round(jnp.asarray(x), "fp32")
    x[0] = 7
    assert rounded.tolist() == [1, 1, 1]


def test_what_is_held_by_an_array_is_not_written_to() -> None:
    y = hu.round(jnp.asarray([0.1]), "bf16")
    with pytest.raises(ValueError, match="read-only"):
        np.asarray(y)[0] = 7
