"""Every layout of array, and every kind of number that is refused."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

import halfulp as hu
from halfulp import _numbers
from oracles import bits, subnormals_switched_off

X = np.array([[0.1, -2.5, 1e-7], [3.1415926, -0.0, 300.0]])


def read_only(x: NDArray[Any]) -> NDArray[Any]:
    copy = x.copy()
    copy.flags.writeable = False
    return copy


def strided(x: NDArray[Any]) -> NDArray[Any]:
    wide = np.full((2 * x.shape[0], 3 * x.shape[1]), 7, dtype=x.dtype)
    wide[::2, ::3] = x
    return wide[::2, ::3]


def unaligned(x: NDArray[Any]) -> NDArray[Any]:
    buffer = np.zeros(x.nbytes + 1, dtype=np.uint8)
    view = buffer[1:].view(x.dtype).reshape(x.shape)
    view[...] = x
    return view


LAYOUTS: dict[str, Callable[[NDArray[Any]], NDArray[Any]]] = {
    "contiguous": np.ascontiguousarray,
    "Fortran": np.asfortranarray,
    "transposed twice": lambda x: x.T.copy().T,
    "strided": strided,
    "reversed": lambda x: x[::-1, ::-1].copy()[::-1, ::-1],
    "read-only": read_only,
    "big-endian": lambda x: x.astype(x.dtype.newbyteorder(">")),
    "unaligned": unaligned,
    "memory map": lambda x: x.view(np.memmap),
}
DTYPES = [np.float16, np.float32, np.float64]
FUNCTIONS: dict[str, Callable[[NDArray[Any]], NDArray[Any]]] = {
    "round": lambda x: hu.round(x, "e5m2"),
    "encode": lambda x: hu.encode(x, "e5m2"),
    "ulp": lambda x: hu.ulp(x, "e5m2"),
    "next_up": lambda x: hu.next_up(x, "e5m2"),
    "next_down": lambda x: hu.next_down(x, "e5m2"),
    "ulp_distance": lambda x: hu.ulp_distance(
        hu.round(x, "e5m2"), hu.round(x, "e5m2", "up"), "e5m2"
    ),
    "exact": hu.exact.tanh,
    "matmul": lambda x: hu.matmul(x, np.ones((3, 2)), model=hu.AccumulationModel()),
    "exact.matmul": lambda x: hu.exact.matmul(x, np.ones((3, 2))),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_layout_does_not_matter(function: str, dtype: Any, layout: str) -> None:
    x = X.astype(dtype)
    expected = FUNCTIONS[function](x)
    given = LAYOUTS[layout](x)
    result = FUNCTIONS[function](given)
    assert type(result) is np.ndarray
    assert result.dtype == expected.dtype
    assert result.dtype.isnative
    assert result.shape == expected.shape
    assert (bits(result) == bits(expected)).all()
    assert (bits(np.asarray(given, dtype=dtype)) == bits(x)).all()  # untouched


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.uint32, np.uint64])
def test_the_layout_of_codes_does_not_matter(dtype: Any, layout: str) -> None:
    codes = np.arange(64, 76).astype(dtype).reshape(3, 4)
    values = hu.decode(LAYOUTS[layout](codes), "e4m3fn")
    assert values.dtype == np.float64
    assert (values == hu.decode(codes, "e4m3fn")).all()
    assert values.shape == codes.shape


def test_arrays_are_aligned_before_they_are_read() -> None:
    assert not unaligned(X).flags.aligned
    assert _numbers.take(unaligned(X), "x").codes.flags.aligned


@pytest.mark.parametrize("dtype", DTYPES)
def test_dtype_and_shape_stay(dtype: Any) -> None:
    for shape in [(), (0,), (3, 0), (1,), (2, 1, 3)]:
        x = np.full(shape, 0.1, dtype=dtype)
        for function in (hu.round, hu.ulp, hu.next_up, hu.next_down):
            result = function(x, "e4m3fn")
            assert isinstance(result, np.ndarray)
            assert (result.dtype, result.shape) == (x.dtype, shape)
        codes = hu.encode(x, "e4m3fn")
        assert (codes.dtype, codes.shape) == (np.uint8, shape)
        assert hu.decode(codes, "e4m3fn").shape == shape
        assert hu.exact.exp(x).shape == shape


def test_scalars_stay_scalars() -> None:
    assert type(hu.round(0.1, "bf16")) is float
    assert type(hu.round(3, "bf16")) is float
    assert type(hu.encode(0.1, "bf16")) is int
    assert type(hu.decode(0x3DCD, "bf16")) is float
    assert type(hu.exact.exp(1.0)) is float
    for dtype in DTYPES:
        assert type(hu.round(dtype(0.1), "e5m2")) is dtype
        assert type(hu.ulp(dtype(0.1), "e5m2")) is dtype
    assert type(hu.exact.exp(np.float32(1.0))) is np.float64


def test_codes_take_the_smallest_integers() -> None:
    sizes = {f.name: hu.encode(np.ones(2), f).dtype for f in hu.formats()}
    assert sizes == {
        "fp64": np.uint64,
        "fp32": np.uint32,
        "fp24_e8m15": np.uint32,
        "fp24_e7m16": np.uint32,
        "fp22_e8m13": np.uint32,
        "tf32": np.uint32,
        "fp16": np.uint16,
        "bf16": np.uint16,
        "dlfloat16": np.uint16,
        **{f.name: np.uint8 for f in hu.formats() if f.width <= 8},
    }


@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        ("fp16", np.float16),
        *((n, getattr(ml_dtypes, n)) for n in dir(ml_dtypes) if "float" in n),
    ],
)
def test_all_codes_decode_as_numpy_and_ml_dtypes_do(name: str, dtype: Any) -> None:
    bytes_each = np.dtype(dtype).itemsize
    codes = np.arange(2 ** hu.format(name).width).astype(f"u{bytes_each}")
    values = hu.decode(codes, name)
    with np.errstate(invalid="ignore"):  # signalling NaNs
        expected = codes.view(dtype).astype(np.float64)
    number = ~np.isnan(expected)
    assert (np.isnan(values) == ~number).all()
    assert (bits(values)[number] == bits(expected)[number]).all()
    assert (hu.encode(values, name) == codes)[number].all()
    assert (hu.decode(codes.astype(np.uint64), name).view("u8") == bits(values)).all()


def test_codes_that_stand_for_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="element 1: code 0x1FF is wider than the 8"):
        hu.decode(np.array([1, 0x1FF], np.uint16), "e5m2")
    with pytest.raises(ValueError, match="codes is -1, which is no unsigned"):
        hu.decode(-1, "e5m2")
    with pytest.raises(
        TypeError, match=r"array of int64; if .* codes.view\(np.uint64\)"
    ):
        hu.decode(np.array([1]), "e5m2")
    with pytest.raises(TypeError, match=r"pass codes.view\(np.uint8\)"):
        hu.decode(np.ones(2, ml_dtypes.float8_e5m2), "e5m2")
    with pytest.raises(TypeError, match=r"got True \(bool\)"):
        hu.decode(True, "e5m2")


class ArrayLike:
    def __array__(self) -> NDArray[np.float64]:
        raise AssertionError("nothing is converted")


@pytest.mark.parametrize(
    ("x", "message"),
    [
        (
            np.arange(3),
            "array of int64; convert it: x.astype(np.float64), exact up to 2**53 in ma",
        ),
        (np.ones(3, np.int32), "array of int32; convert it: x.astype(np.float64)"),
        (np.uint64(3), "of uint64); convert it: x.astype(np.float64), exact up to 2**"),
        (np.ones(2, np.complex64), "array of complex64; pass x.real and x.imag one"),
        (np.ones(2, object), "NumPy array of object; convert it: x.astype(np.float64)"),
        (np.ones(2, bool), "NumPy array of bool; convert it: x.astype(np.float64)"),
        (
            np.ones(2, np.longdouble),
            "longdouble; convert it: x.astype(np.float64), which rounds a first time",
        ),
        (np.array(["a"]), "NumPy array of str32; pass numbers"),
        (np.ma.masked_invalid([1.0]), "a masked NumPy array of float64; replace what"),
        (np.int64(3), "got np.int64(3) (NumPy scalar of int64); convert it: x.astype("),
        (np.True_, "got np.True_ (NumPy scalar of bool); convert it"),
        ([0.1, 0.2], "got [0.1, 0.2] (list); make it an array: np.asarray(x, dtype=np"),
        ([1, 0.5, "a"], "(list); make it an array: np.asarray(x, dtype=np.float64)"),
        (True, "got True (bool); convert it: float(x)"),
        (None, "got None (NoneType); convert it first"),
        ("0.1", "got '0.1' (str); convert it first"),
        (1j, "got 1j (complex); convert it first"),
        (Fraction(1, 3), "got Fraction(1, 3) (Fraction); convert it first"),
        (ArrayLike(), "(ArrayLike); make it a NumPy array: np.asarray(x)"),
    ],
)
def test_other_numbers_are_refused_by_name(x: Any, message: str) -> None:
    expected = (
        "x must be a float, or an array of NumPy or JAX or a torch tensor on the CPU "
        "of float16, bfloat16, float32, float64 or a float8, float6 or float4 of "
        "ml_dtypes, got "
    )
    for function in (hu.round, hu.encode, hu.ulp, hu.next_up, hu.next_down):
        with pytest.raises(TypeError) as refusal:
            function(x, "bf16")
        assert str(refusal.value).startswith(expected)
        assert message.replace("longdouble", np.dtype(np.longdouble).name) in str(
            refusal.value
        )
    with pytest.raises(TypeError):
        hu.exact.tanh(x)
    with pytest.raises(TypeError):
        hu.metrics.max_abs(x, np.ones(2))


WITH_THREADS: dict[str, Callable[[Any], Any]] = {
    "round": lambda n: hu.round(X, "bf16", threads=n),
    "cast": lambda n: hu.cast(X, "bf16", threads=n),
    "encode": lambda n: hu.encode(X, "bf16", threads=n),
    "decode": lambda n: hu.decode(np.zeros(3, np.uint8), "e5m2", threads=n),
    "ulp": lambda n: hu.ulp(X, "bf16", threads=n),
    "next_up": lambda n: hu.next_up(X, "bf16", threads=n),
    "next_down": lambda n: hu.next_down(X, "bf16", threads=n),
    "ulp_distance": lambda n: hu.ulp_distance(X, X, "fp64", threads=n),
    "matmul": lambda n: hu.matmul(X, X.T, model=hu.AccumulationModel(), threads=n),
    "exact.matmul": lambda n: hu.exact.matmul(X, X.T, threads=n),
    "exact.exp": lambda n: hu.exact.exp(X, threads=n),
    "experiments": lambda n: hu.experiments.run("museum", layers=1, threads=n),
}


@pytest.mark.parametrize("function", WITH_THREADS)
def test_threads_are_a_number_of_threads(function: str) -> None:
    call = WITH_THREADS[function]
    call(np.int64(2))
    for threads in (0, -1, 1025, 2**40):
        with pytest.raises(ValueError, match=f"^threads must .* 1024, got {threads}$"):
            call(threads)
    for wrong in (True, 2.0, "2", None):
        with pytest.raises(TypeError) as refusal:
            call(wrong)
        what = f"{wrong!r} ({type(wrong).__name__})"
        assert str(refusal.value) == f"threads must be an int, got {what}"


def test_integers_must_be_binary64_numbers() -> None:
    assert hu.round(2**60, "bf16") == 2.0**60
    with pytest.raises(ValueError, match="x is 9007199254740993, which is no binary64"):
        hu.round(2**53 + 1, "bf16")
    with pytest.raises(ValueError, match="which is no binary64 number; pass a float"):
        hu.round(10**400, "bf16")
    # More digits than Python writes.
    with pytest.raises(ValueError, match="x is an int of 16610 bits, which is no bin"):
        hu.round(10**5000, "bf16")
    with pytest.raises(ValueError, match=r"threads must .*, got an int of 16610 bits$"):
        hu.round(1.0, "bf16", threads=10**5000)


def test_the_dtype_must_hold_the_format() -> None:
    with pytest.raises(
        ValueError,
        match=r"^float16 does not hold every number of bf16; "
        r"pass x\.astype\(np\.float32\)$",
    ):
        hu.round(np.array([1.0], np.float16), "bf16")
    with pytest.raises(
        ValueError, match=r"float32 .* fp64; pass x.astype\(np.float64\)"
    ):
        hu.next_up(np.array([1.0], np.float32), "fp64")
    assert hu.encode(np.array([1.0], np.float16), "bf16") == 0x3F80


def test_subnormals_survive_a_process_that_flushes_them() -> None:
    fp32_codes = np.arange(1, 2**23, 65537, dtype=np.uint32)
    x = fp32_codes.view(np.float32)
    tiny = np.arange(1, 2**10, dtype=np.uint16).view(np.float16)
    with subnormals_switched_off():
        rounded = hu.round(x, "bf16")
        wide = hu.round(hu.decode(fp32_codes, "fp32"), "bf16")
        codes = hu.encode(x, "fp32")
        halves = hu.encode(tiny, "fp16")
        again = hu.round(tiny, "fp16")
        up = hu.next_up(x, "fp32")
        gap = hu.ulp(x, "fp32")
        product = hu.matmul(
            x[None, :4], np.eye(4, dtype=np.float32), model=hu.AccumulationModel()
        )
        exact = hu.exact.sum(x[:1])
        error = hu.metrics.max_abs(x, np.zeros_like(x)).value
        museum = hu.experiments.run("museum", layers=2).hash
        doubled = hu.exact.sin(np.array([5e-324, 2.5e-310]))
    assert museum == hu.experiments.run("museum", layers=2).hash
    half = np.uint32(2**15)
    expected = (
        fp32_codes + half - 1 + ((fp32_codes >> np.uint32(16)) & 1)
    ) & 0xFFFF0000
    assert (bits(rounded) == expected).all()
    assert (bits(wide) == bits(expected.view(np.float32).astype(np.float64))).all()
    assert (codes == fp32_codes).all()
    assert (halves == tiny.view(np.uint16)).all()
    assert (bits(again) == tiny.view(np.uint16)).all()
    assert (bits(up) == fp32_codes + 1).all()
    assert (bits(gap) == 1).all()
    assert (bits(product) == bits(x[None, :4].astype(np.float64))).all()
    assert exact == float(x[0])
    assert error == float(x.max())
    assert (bits(doubled) == bits(np.array([5e-324, 2.5e-310]))).all()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_cpp_gets_aligned_native_codes_in_order(dtype: Any, layout: str) -> None:
    x = X.astype(dtype)
    codes = _numbers.take(LAYOUTS[layout](x), "x").codes
    assert codes.flags.aligned
    assert codes.flags.c_contiguous
    assert (codes == bits(x)).all()
