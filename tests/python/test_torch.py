"""torch tensors in, torch tensors out."""

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

import halfulp as hu
from oracles import bits

# .ci/run installs torch and imports it before the tests, so nothing is skipped there.
WHY = "torch is large, so optional: make test TEST_GROUP=test-torch"
torch: Any = pytest.importorskip("torch", reason=WHY)

DTYPES = ["float16", "bfloat16", "float32", "float64", "float8_e5m2", "float8_e4m3fn"]
OTHER_FLOAT8 = ["float8_e5m2fnuz", "float8_e4m3fnuz", "float8_e8m0fnu"]
X = np.array([[0.1, -2.5, 1e-4], [3.1415926, -0.0, 300.0]])
MODEL = hu.AccumulationModel("bf16", accumulator="fp32", output="bf16")


def codes_of(x: Any) -> NDArray[Any]:
    size = x.element_size()
    signed = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[size]
    array: NDArray[Any] = x.view(signed).contiguous().numpy()
    return array.view(f"u{size}")


def numpy_of(x: Any) -> NDArray[Any]:
    """The same numbers in a NumPy or ml_dtypes array."""
    name = str(x.dtype).removeprefix("torch.")
    return codes_of(x).view(np.dtype(getattr(ml_dtypes, name, name)))


def strided(x: Any) -> Any:
    wide = torch.full((2 * x.shape[0], 3 * x.shape[1]), 7.0, dtype=torch.float64)
    wide = wide.to(x.dtype)
    wide[::2, ::3] = x
    return wide[::2, ::3]


LAYOUTS: dict[str, Callable[[Any], Any]] = {
    "contiguous": lambda x: x.clone(),
    "transposed": lambda x: x.T.contiguous().T,
    "strided": strided,
    "offset": lambda x: torch.cat([x, x])[2:],
    "parameter": lambda x: torch.nn.Parameter(x, requires_grad=False),
}
FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "round": lambda x: hu.round(x, "e5m2"),
    "encode": lambda x: hu.encode(x, "e5m2"),
    "ulp": lambda x: hu.ulp(x, "e5m2"),
    "next_up": lambda x: hu.next_up(x, "e5m2"),
    "next_down": lambda x: hu.next_down(x, "e5m2"),
    "cast": lambda x: hu.cast(x, "e5m2"),
    "ulp_distance": lambda x: hu.ulp_distance(
        hu.round(x, "e5m2"), hu.round(x, "e5m2", "up"), "e5m2"
    ),
    "exact": hu.exact.tanh,
    "gelu": hu.exact.gelu,
    "matmul": lambda x: hu.matmul(x, x.T, x[:, :2], model=MODEL),
    "exact.matmul": lambda x: hu.exact.matmul(x, x.T),
}
OWN_DTYPE = {"round", "ulp", "next_up", "next_down"}
HOLDS_E5M2 = [name for name in DTYPES if name != "float8_e4m3fn"]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", HOLDS_E5M2)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_tensors_give_what_arrays_give(function: str, name: str, layout: str) -> None:
    x = LAYOUTS[layout](torch.tensor(X).to(getattr(torch, name)))
    expected = FUNCTIONS[function](numpy_of(x))
    before = codes_of(x).copy()
    result = FUNCTIONS[function](x)
    assert type(result) is torch.Tensor
    assert not result.requires_grad
    assert tuple(result.shape) == expected.shape
    assert result.dtype == (
        x.dtype if function in OWN_DTYPE else getattr(torch, expected.dtype.name)
    )
    assert (codes_of(result) == bits(expected)).all()
    assert (codes_of(x) == before).all()  # untouched


@pytest.mark.parametrize("name", DTYPES)
def test_shapes_stay(name: str) -> None:
    for shape in [(), (0,), (3, 0), (1,), (2, 1, 3)]:
        x = torch.full(shape, 0.1, dtype=torch.float64).to(getattr(torch, name))
        for function in (hu.round, hu.ulp, hu.next_up, hu.next_down):
            result = function(x, "e4m3fn") if name != "float8_e5m2" else x
            assert (result.dtype, tuple(result.shape)) == (x.dtype, shape)
        codes = hu.encode(x, "e4m3fn")
        assert (codes.dtype, tuple(codes.shape)) == (torch.uint8, shape)
        assert tuple(hu.decode(codes, "e4m3fn").shape) == shape
        assert tuple(hu.exact.exp(x).shape) == shape


def test_rounding_is_that_of_torch() -> None:
    x = torch.arange(2**16, dtype=torch.int32).to(torch.int16).view(torch.bfloat16)
    x = x[~x.isnan()]
    rounded = hu.round(x, "e5m2")
    narrow = x.to(torch.float8_e5m2)
    expected = narrow.to(torch.bfloat16)
    assert (codes_of(rounded) == codes_of(expected)).all()
    assert (hu.encode(x, "e5m2").numpy() == codes_of(narrow)).all()


@pytest.mark.parametrize("name", ["fp64", "fp32", "fp16", "e5m2"])
def test_codes_there_and_back(name: str) -> None:
    wide = torch.tensor([1.0, -0.0, 0.375, float("inf")], dtype=torch.float64)
    codes = hu.encode(wide, name)
    back = hu.decode(codes, name)
    assert str(codes.dtype) == f"torch.uint{hu.format(name).width}"
    assert back.dtype == torch.float64
    assert (codes_of(back) == codes_of(wide)).all()


def test_the_result_is_not_the_argument() -> None:
    x = torch.ones(3)
    hu.round(x, "fp32")[0] = 7
    assert x[0] == 1


def test_views_of_what_was_negated_or_conjugated() -> None:
    x = torch.tensor([1 + 2j, 3 - 4j]).conj().imag
    assert x.is_neg()
    assert hu.round(x, "bf16").tolist() == [-2, 4]


def test_sums_and_metrics_are_plain() -> None:
    x = torch.tensor([1.0, 2.0, 4.0])
    y = np.array([1.0, 2.0, 5.0])
    assert type(hu.dot(x, x.bfloat16(), model=MODEL)) is float
    assert type(hu.exact.dot(x, x)) is float
    assert hu.exact.sum(x) == 7
    assert hu.metrics.max_abs(x, y).value == 1
    assert hu.compare(y, x)["max_abs"].value == 1


def test_out_dtype_is_named_by_either_library() -> None:
    x = torch.eye(2)
    for dtype in (torch.bfloat16, np.dtype(ml_dtypes.bfloat16), "bfloat16"):
        result = hu.matmul(x, x, model=MODEL, out_dtype=dtype)
        assert result.dtype == torch.bfloat16
    wide = hu.matmul(np.eye(2), np.eye(2), model=MODEL, out_dtype=torch.float64)
    assert wide.dtype == np.float64
    with pytest.raises(TypeError, match=r"out_dtype must be one of .* got int32"):
        hu.matmul(x, x, model=MODEL, out_dtype=torch.int32)
    with pytest.raises(
        ValueError, match=r"float16 does not hold .* pass out_dtype=torch.float32"
    ):
        hu.matmul(x, x, model=MODEL, out_dtype=torch.float16)


def test_a_dtype_is_a_format() -> None:
    assert hu.format(torch.bfloat16) == hu.bf16
    assert hu.finfo(torch.float16).max == 65504
    assert hu.round(0.1, torch.float8_e5m2) == 0.09375
    with pytest.raises(ValueError, match="unknown format 'int32'"):
        hu.format(torch.int32)


def test_the_dtype_must_hold_the_format() -> None:
    with pytest.raises(
        ValueError,
        match=r"^bfloat16 does not hold every number of tf32; "
        r"pass x\.to\(torch\.float32\)$",
    ):
        hu.round(torch.ones(2, dtype=torch.bfloat16), "tf32")
    with pytest.raises(ValueError, match=r"pass x\.to\(torch\.float64\)$"):
        hu.next_up(torch.ones(2), "fp64")


class Own(torch.Tensor):  # type: ignore[misc]
    pass


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "grad": (
        lambda: torch.ones(2, requires_grad=True),
        "a torch tensor that requires grad; .* pass x.detach()",
    ),
    "device": (lambda: torch.ones(2, device="meta"), "on meta; pass x.cpu()"),
    "sparse": (
        lambda: torch.eye(2).to_sparse(),
        "of layout torch.sparse_coo; pass x.to_dense()",
    ),
    "integers": (lambda: torch.arange(2), "of int64; convert it: x.to(torch.float64)"),
    "bools": (lambda: torch.ones(2).bool(), "of bool; convert it: x.to(torch.float64)"),
    "complex": (
        lambda: torch.ones(2, dtype=torch.complex64),
        "of complex64; pass x.real and x.imag one by one",
    ),
    "packed": (
        lambda: torch.zeros(2, dtype=torch.uint8).view(torch.float4_e2m1fn_x2),
        "of float4_e2m1fn_x2; convert it: x.to(torch.float32) holds",
    ),
    "subclass": (
        lambda: torch.ones(2).as_subclass(Own),
        "a test_torch.Own; pass x.as_subclass(torch.Tensor)",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_other_tensors_are_refused_by_name(what: str) -> None:
    make, message = REFUSED[what]
    pattern = message.replace("(", r"\(").replace(")", r"\)")
    for function in (hu.round, hu.encode, hu.ulp, hu.next_up, hu.next_down):
        with pytest.raises(TypeError, match=rf"^x must be a float, or .*{pattern}"):
            function(make(), "e5m2")
    with pytest.raises(TypeError, match=pattern):
        hu.exact.tanh(make())
    with pytest.raises(TypeError, match=pattern.replace("x.", "actual.")):
        hu.compare(make(), np.ones(2))


def test_there_are_no_numbers_to_read_under_vmap() -> None:
    with pytest.raises(TypeError, match="x must be a tensor whose data can be read"):
        torch.vmap(lambda row: hu.round(row, "bf16"))(torch.eye(2))
    with pytest.raises(TypeError, match="codes must be a tensor whose data can"):
        torch.vmap(lambda row: hu.decode(row, "e5m2"))(torch.eye(2).to(torch.uint8))


def test_other_codes_are_refused_by_name() -> None:
    with pytest.raises(
        TypeError, match=r"tensor of int16; if .* pass codes.view\(torch.uint16\)"
    ):
        hu.decode(torch.ones(2, dtype=torch.int16), "bf16")
    with pytest.raises(TypeError, match=r"on meta; pass codes.cpu\(\)"):
        hu.decode(torch.ones(2, dtype=torch.uint8, device="meta"), "e5m2")


def test_libraries_are_not_mixed_where_the_result_is_of_one() -> None:
    x, y = torch.eye(2), np.eye(2)
    message = "must be of one library, got a (torch tensor|NumPy array) and a"
    for a, b in ((x, y), (y, x)):
        with pytest.raises(TypeError, match=f"a and b {message}"):
            hu.matmul(a, b, model=MODEL)
        with pytest.raises(TypeError, match=f"a and c {message}"):
            hu.matmul(a, a, b, model=MODEL)
        with pytest.raises(TypeError, match=f"a and b {message}"):
            hu.exact.matmul(a, b)


@pytest.mark.parametrize("name", ["float16", "bfloat16", "float32", "float64"])
def test_subnormals_survive_torch_that_flushes_them(name: str) -> None:
    dtype = getattr(torch, name)
    integers = {2: torch.int16, 4: torch.int32, 8: torch.int64}[dtype.itemsize]
    x = torch.arange(1, 65, dtype=integers).view(dtype)
    model = hu.AccumulationModel()
    assert torch.set_flush_denormal(True)
    try:
        same = hu.round(x, dtype)
        up = hu.next_up(x, dtype)
        codes = hu.encode(x, dtype)
        product = hu.matmul(x[None], torch.eye(64), model=model)
    finally:
        torch.set_flush_denormal(False)
    assert (codes_of(same) == codes_of(x)).all()
    assert (codes_of(up) == codes_of(x) + 1).all()
    assert (codes_of(codes) == codes_of(x)).all()
    assert (codes_of(product[0]) == codes_of(x.to(torch.float64))).all()


@pytest.mark.parametrize(
    ("torch_name", "name"),
    [
        ("float64", "fp64"),
        ("float32", "fp32"),
        ("float16", "fp16"),
        ("bfloat16", "bf16"),
        ("float8_e5m2", "e5m2"),
        ("float8_e4m3fn", "e4m3fn"),
        ("float8_e4m3fnuz", "e4m3fnuz"),
        ("float8_e5m2fnuz", "e5m2fnuz"),
        ("float8_e8m0fnu", "e8m0fnu"),
    ],
)
def test_dtypes_are_formats(torch_name: str, name: str) -> None:
    assert hu.format(getattr(torch, torch_name)).name == name


@pytest.mark.parametrize("name", OTHER_FLOAT8)
def test_every_number_of_the_other_float8s_arrives_as_it_is(name: str) -> None:
    codes = np.arange(256, dtype=np.uint8)
    x = torch.from_numpy(codes.copy()).view(getattr(torch, name))
    same = hu.round(x, name)
    assert same.dtype == x.dtype
    number = ~np.isnan(hu.decode(codes, name))
    assert (codes_of(same) == codes)[number].all()
    assert (hu.encode(x, name).numpy() == codes)[number].all()
    wide = x.to(torch.float32).numpy()
    values = hu.decode(codes, name)
    assert (wide[number].astype(np.float64) == values[number]).all()


@pytest.mark.parametrize("name", [*DTYPES, *OTHER_FLOAT8])
def test_casts_have_the_dtype_that_is_the_format(name: str) -> None:
    x = torch.tensor([[1.0, 2.0], [0.3, 3.7]], dtype=torch.float64)
    result = hu.cast(x, name)
    assert (result.dtype, result.shape) == (getattr(torch, name), x.shape)
    assert (codes_of(result) == codes_of(hu.encode(x, name))).all()


def test_casts_without_a_dtype_are_refused_with_the_remedy() -> None:
    for name in ("e3m4", "e2m1fn", "tf32"):
        with pytest.raises(
            ValueError, match=rf"torch has no dtype that is {name}; hal"
        ):
            hu.cast(torch.ones(2), name)


def test_other_dtypes_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="unknown format 'int64'"):
        hu.format(torch.int64)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["mxfp4", "nvfp4", "mxfp8_e5m2"])
def test_blocks(name: str, layout: str) -> None:
    for dtype in DTYPES:
        x = LAYOUTS[layout](torch.tensor(X).to(getattr(torch, dtype)))
        for axis in (0, 1):
            found = hu.quantize_blocks(x, name, axis)
            expected = hu.quantize_blocks(numpy_of(x), name, axis)
            assert found.codes.dtype == found.scales.dtype == torch.uint8
            assert found.codes.tolist() == expected.codes.tolist()
            assert found.scales.tolist() == expected.scales.tolist()
            assert found.tensor_scale == expected.tensor_scale
            numbers = found.dequantize(torch.bfloat16)
            assert numbers.dtype == torch.bfloat16
            wide = found.dequantize()
            assert (bits(codes_of(wide)) == bits(expected.dequantize())).all()
            again = hu.BlockQuantized(
                found.codes, found.scales, name, axis, found.tensor_scale
            )
            assert torch.equal(again.dequantize("float32"), wide.float())
