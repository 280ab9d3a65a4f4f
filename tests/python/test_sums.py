"""Sums in the orders and shapes that people know: NumPy's, batches, blocks, vectors."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import halfulp as hu
from halfulp import AccumulationModel, Partition
from oracles import bits, rounded


def test_stochastic_sums_are_those_of_their_words() -> None:
    model = AccumulationModel(
        "bf16", accumulator="bf16", accumulation_rounding="stochastic"
    )
    random = np.random.default_rng(2)
    a, b = random.standard_normal((3, 8)), random.standard_normal((8, 2))
    source = hu.Philox(7, first_index=5)
    result = hu.matmul(a, b, model=model, rng=source)
    to_bf16 = hu.round(a, "bf16"), hu.round(b, "bf16")
    for i in range(3):
        for j in range(2):
            words = source.words(10_000)[(2 * i + j) * 36 :]
            s = 0.0
            for k in range(8):
                exact = Fraction(float(to_bf16[0][i, k])) * Fraction(
                    float(to_bf16[1][k, j])
                ) + Fraction(s)
                s = stochastic(exact, int(words[k]))
            assert float(result[i, j]).hex() == s.hex()
    again = hu.matmul(a, b, model=model, rng=source, threads=3)
    assert (bits(again) == bits(result)).all()
    with pytest.raises(ValueError, match="needs random bits: pass rng="):
        hu.matmul(a, b, model=model)
    with pytest.raises(ValueError, match="rng is for the stochastic modes"):
        hu.matmul(a, b, model="software.fma.fp32", rng=1)


def stochastic(x: Fraction, word: int) -> float:
    """bfloat16 of a rational by one 32-bit word: up if it exceeds what is kept."""
    low, high = rounded(x, hu.bf16, "toward_zero"), rounded(x, hu.bf16, "away")
    if low == high:
        return low
    v = (abs(x) - abs(Fraction(low))) / (abs(Fraction(high)) - abs(Fraction(low)))
    return high if math.floor(v * 2**32) + word >= 2**32 else low


@pytest.mark.parametrize("name", ["float16", "float32", "float64"])
@pytest.mark.parametrize("n", [1, 5, 8, 9, 127, 128, 129, 300, 1000, 4096])
def test_numpy_sum(name: str, n: int) -> None:
    random = np.random.default_rng(n)
    x = random.standard_normal((4, n)).astype(name)
    model = f"numpy.sum.fp{name[5:]}"
    expected = x.sum(axis=1)
    result = hu.sum(x, axis=1, model=model)
    assert result.tolist() == expected.tolist()


def test_sum_has_axes_and_scalars() -> None:
    x = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    model = "software.sequential.fp32"
    for axis in (0, 1, 2, -1):
        total = hu.sum(x, axis=axis, model=model)
        assert total.dtype == np.float32
        assert (total == x.sum(axis=axis)).all()
    whole = hu.sum(x, model=model)
    assert isinstance(whole, np.float32)
    assert whole == 276
    with pytest.raises(ValueError, match="axis is 3, but x has 3 dimensions"):
        hu.sum(x, axis=3, model=model)


def test_sums_of_nothing() -> None:
    model = "numpy.sum.fp32"
    assert bits(hu.sum(np.zeros(0), model=model)) == 0
    assert hu.sum(np.zeros((4, 0)), axis=-1, model=model).tolist() == [0] * 4
    assert hu.sum(np.zeros((0, 4)), axis=1, model=model).shape == (0,)


def test_more_parts_than_terms() -> None:
    for split in ("parts", "lanes", "blocks"):
        model = AccumulationModel("fp16", partitions=[Partition(split, 2**30)])
        assert hu.sum(np.arange(5.0), model=model) == 10


def test_stagnation() -> None:
    """A sum that no longer moves: ml_dtypes issue 63 and tt-metal issue 8449."""
    uniform = np.random.default_rng(0).random(10_000)
    sequential = AccumulationModel("bf16", product="rounded", accumulator="bf16")
    assert hu.sum(uniform, model=sequential) == 256
    in_fp32 = hu.sum(uniform, model=sequential.replace(accumulator="fp32"))
    assert abs(float(in_fp32) - 5000) < 100  # 10,000 terms of deviation 0.29: 3.4 s.d.
    assert hu.sum(np.ones(6144), model=sequential) == 256


def test_fp8_sums_keep_13_bits_on_hopper() -> None:
    """SageAttention issue 287: also of an initial value, even if A and B are zero."""
    model = hu.model("nvidia.hopper.wgmma.e4m3.fp32")
    zero = np.zeros((1, 32))
    c = np.array([[1 + 2.0**-13 + 2.0**-14]])
    assert hu.matmul(zero, zero.T, c, model=model)[0, 0] == 1 + 2.0**-13
    a, b = np.zeros((1, 32)), np.zeros((32, 1))
    a[0, :2], b[:2, 0] = (256, 2.0**-6), (1, 1)
    assert hu.matmul(a, b, model=model)[0, 0] == 256
    other = "nvidia.blackwell.tcgen05.e4m3.fp32"
    assert hu.matmul(a, b, model=other)[0, 0] == 256.015625


def test_promotion_saves_bits() -> None:
    plain = hu.model("nvidia.hopper.wgmma.e4m3.fp32")
    promoted = hu.model("nvidia.hopper.wgmma.e4m3.fp32.promoted128")
    random = np.random.default_rng(3)
    a = hu.round(random.random((4, 4096)), "e4m3fn")
    b = hu.round(random.random((4096, 4)), "e4m3fn")
    exact = hu.exact.matmul(a, b)
    errors = [
        np.abs(hu.matmul(a, b, model=m, out_dtype="float64") - exact).max()
        for m in (plain, promoted)
    ]
    assert errors[1] < errors[0] / 8


def test_c_first_and_last_differ() -> None:
    """NPU chains start with C, others add it at the end: pto-isa issue 280."""
    first = AccumulationModel("fp16", accumulator="fp16")
    last = first.replace(initial_last=True)
    a, b, c = np.full((1, 4), 0.25), np.ones((4, 1)), np.full((1, 1), 2048.0)
    assert hu.matmul(a, b, c, model=first)[0, 0] == 2048
    assert hu.matmul(a, b, c, model=last)[0, 0] == 2048  # a tie, to even
    c[0, 0] = 2050
    assert hu.matmul(a, b, c, model=first)[0, 0] == 2050
    assert hu.matmul(a, b, c, model=last)[0, 0] == 2052


def test_each_output_has_its_own_compensation() -> None:
    """MPTorch shared one among all: its error was that of plain sums."""
    plain = AccumulationModel("fp16", accumulator="fp16")
    random = np.random.default_rng(4)
    a, b = random.random((8, 512)), random.random((512, 8))
    a, b = (hu.round(x, "fp16") for x in (a, b))
    exact = hu.exact.matmul(a, b)

    def error(model: AccumulationModel) -> float:
        result = hu.matmul(a, b, model=model, out_dtype="float64")
        return float(np.sqrt(np.mean(((result - exact) / exact) ** 2)))

    for word in ("kahan", "neumaier", "dot2"):
        assert error(plain.replace(compensation=word)) < error(plain) / 4


def test_orders_as_trees() -> None:
    model = AccumulationModel("fp32", product="rounded", accumulator="fp32")
    assert model.tree(3) == "(((z 0) 1) 2)"
    assert model.tree(3, has_initial=True) == "(((c 0) 1) 2)"
    assert model.replace(order="reverse").tree(3) == "(((z 2) 1) 0)"
    assert model.replace(order="pairwise").tree(5) == ("((((0) (1)) (2)) ((3) (4)))")
    lanes = [Partition("lanes", 2)]
    assert model.replace(partitions=lanes).tree(5) == "((((z 0) 2) 4) ((z 1) 3))"
    split = [Partition("parts", 2, join="pairwise", format="bf16")]
    assert model.replace(partitions=split).tree(4, has_initial=True) == (
        "((((z 0) 1) ((z 2) 3)):1 c):1"
    )
    emulated = hu.model("nvidia.hopper.mma.e4m3.fp16").tree(32, has_initial=True)
    assert emulated.startswith("(c ((z 0 1 4 5 8 9")
    assert emulated.endswith("30 31)):1")
    given = model.replace(order="((0 1) (2 (3)))".replace("(2 (3))", "(2 3)"))
    assert given.tree(4) == "((0 1) (2 3))"
    with pytest.raises(ValueError, match="'tree' is of 4 terms, but the sum has 5"):
        given.tree(5)


def test_batches_and_vectors_are_as_numpy_has_them() -> None:
    random = np.random.default_rng(5)
    model = AccumulationModel()
    shapes: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
        ((3,), (3,)),
        ((2, 3), (3,)),
        ((3,), (3, 4)),
        ((5, 2, 3), (3, 4)),
        ((5, 1, 2, 3), (6, 3, 4)),
        ((5, 2, 3), (3,)),
        ((0, 2, 3), (3, 1)),
    ]
    for left, right in shapes:
        a = random.integers(-4, 5, left).astype(np.float64)
        b = random.integers(-4, 5, right).astype(np.float64)
        result = hu.matmul(a, b, model=model)
        assert np.shape(result) == np.shape(a @ b)
        assert (result == a @ b).all()
    with pytest.raises(ValueError, match="leading dimensions cannot be broadcast"):
        hu.matmul(np.ones((2, 1, 1)), np.ones((3, 1, 1)), model=model)


def scaled(
    random: np.random.Generator, shape: tuple[int, int], name: str, axis: int
) -> hu.BlockQuantized:
    return hu.quantize_blocks(random.standard_normal(shape), name, axis=axis)


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("mxfp8_e4m3", "nvidia.blackwell.tcgen05.mxfp8_e4m3.fp32"),
        ("mxfp4", "nvidia.blackwell.tcgen05.mxfp4.fp32"),
    ],
)
def test_operands_in_blocks(name: str, model: str) -> None:
    """Scales are applied in the step: so near 1 the sum is the exact one, cut."""
    random = np.random.default_rng(6)
    a = scaled(random, (3, 64), name, -1)
    b = scaled(random, (64, 5), name, -2)
    result = hu.matmul(a, b, model=model, out_dtype="float64")
    exact = hu.exact.matmul(a.dequantize(), b.dequantize())
    # 65 terms cut to 25 fraction bits below the greatest of them, of less than 2^9.
    assert np.abs(result - exact).max() <= 66 * 2.0 ** (9 - 23)
    plain = hu.matmul(a, b, model=AccumulationModel(accumulator="fp64"))
    assert (plain == hu.matmul(a.dequantize(), b.dequantize(), model="any.fp64")).all()
    with pytest.raises(TypeError, match=r"a must be a halfulp\.BlockQuantized"):
        hu.matmul(np.ones((3, 64)), b, model=model)
    with pytest.raises(ValueError, match="b must be in blocks along axis 0"):
        hu.matmul(a, scaled(random, (64, 64), name, -1), model=model)
    with pytest.raises(ValueError, match=r"but the model takes blocks of"):
        hu.matmul(scaled(random, (3, 64), "mxfp6_e3m2", -1), b, model=model)


def test_integers_are_exact() -> None:
    random = np.random.default_rng(7)
    a = random.integers(-128, 128, (4, 300)).astype(np.float64)
    b = random.integers(-128, 128, (300, 5)).astype(np.float64)
    result = hu.matmul(a, b, model="software.int8.int32", out_dtype="float64")
    assert (result == a @ b).all()


def test_alpha_and_beta() -> None:
    model = AccumulationModel("fp32", accumulator="fp32", alpha=0.5, beta=3.0)
    a, b, c = np.full((1, 1), 3.0), np.full((1, 1), 5.0), np.full((1, 1), 7.0)
    assert hu.matmul(a, b, c, model=model)[0, 0] == 28.5
    tie = np.full((1, 1), 1 + 2.0**-23)
    third = model.replace(alpha=float(np.float32(1 / 3)), beta=1.0)
    exact = Fraction(float(np.float32(1 / 3))) * Fraction(1 + 2.0**-23) + 7
    result = hu.matmul(tie, np.ones((1, 1)), c, model=third)
    assert result[0, 0] == rounded(exact, hu.fp32, "nearest_even")


def test_named_models() -> None:
    names = [m.name for m in hu.models()]
    assert len(names) == len(set(names)) > 80
    tpu = hu.model("google.tpu.mxu.bf16.fp32")
    assert tpu.confidence == "assumed"
    assert "assumed" in repr(tpu)
    hopper = hu.model("Hopper.e4m3.fp32")
    assert hopper.name == "nvidia.hopper.wgmma.e4m3.fp32"
    assert hopper == hu.model("NVIDIA.hopper.wgmma.e4m3.fp32")
    assert hopper.step_sum == hu.fp22_e8m13
    for one in hu.models():
        assert one.source
        assert eval(repr(one.replace()), {**vars(hu)}) == one
    with pytest.raises(ValueError, match="unknown model 'hopper'"):
        hu.model("hopper")
    wrong: Any = 3
    with pytest.raises(TypeError, match="name must be a str"):
        hu.model(wrong)


def test_paths_are_told() -> None:
    ones = np.ones((4, 8))

    def path(model: str | AccumulationModel) -> str:
        return hu.matmul_path(ones, ones.T, model=model)

    assert path("software.fma.fp32") == "binary32_lanes"
    assert path("nvidia.hopper.mma.fp16.fp32") == "binary64_lanes"
    assert path(AccumulationModel(compensation="kahan")) == "definition"


def test_codes_in_and_out() -> None:
    half: NDArray[np.uint16] = np.array([0x3800, 0x3800], np.uint16)
    model = "nvidia.ampere.mma.fp16.fp32"
    assert hu.dot_codes(half, half, model=model) == 0x3F000000
    assert hu.dot_codes(half, half, 0x3F800000, model=model) == 0x3FC00000
    with pytest.raises(ValueError, match="lengths 2 and 1 differ"):
        hu.dot_codes(half, half[:1], model=model)
    with pytest.raises(ValueError, match=r"dot_codes: a\[1\]: code"):
        hu.dot_codes([1, 1 << 20], [1, 1], model=model)
    with pytest.raises(TypeError, match="c must be an int"):
        hu.dot_codes(half, half, 1.0, model=model)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the model has no scales"):
        hu.dot_codes(half, half, model=model, scale_a=[1])
