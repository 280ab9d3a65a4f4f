"""matmul and dot under a model, against exact rationals rounded step by step."""

import itertools
import math
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import halfulp as hu
from halfulp import AccumulationModel, RoundingRule
from oracles import bits, rounded


def emulated(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    model: AccumulationModel,
    initial: float = 0.0,
) -> float:
    """A dot product of finite numbers, each step by the definition."""

    def to(f: hu.Format, value: Fraction, rule: RoundingRule) -> Fraction:
        result = rounded(value, f, rule.mode)
        assert math.isfinite(result)
        return Fraction(result)

    s = to(model.accumulator, Fraction(initial), model.accumulation_rounding)
    for xi, yi in zip(x, y, strict=True):
        a = to(model.operands, Fraction(xi), model.operand_rounding)
        b = to(model.operands, Fraction(yi), model.operand_rounding)
        p = a * b
        if model.product is not None:
            p = to(model.product, p, model.accumulation_rounding)
        s = to(model.accumulator, p + s, model.accumulation_rounding)
    return float(to(model.output_format, s, model.output_rounding))


MODELS = [
    AccumulationModel(),
    AccumulationModel(product="rounded"),
    AccumulationModel("bf16", accumulator="fp32"),
    AccumulationModel("bf16", accumulator="bf16", product="rounded"),
    AccumulationModel("fp16", accumulator="fp16"),
    AccumulationModel("e4m3fn", product="bf16", accumulator="fp32", output="fp16"),
    AccumulationModel(
        "bf16",
        accumulator="fp16",
        output="e5m2",
        operand_rounding="toward_zero",
        accumulation_rounding="odd",
        output_rounding="up",
    ),
    AccumulationModel(
        "tf32", accumulator="fp32", accumulation_rounding=RoundingRule("down")
    ),
]


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_matmul_and_dot_follow_the_model(model: AccumulationModel) -> None:
    random = np.random.default_rng(0)
    a = random.standard_normal((3, 17))
    b = random.standard_normal((17, 5))
    c = random.standard_normal((3, 5))
    for initial in (None, c):
        result = hu.matmul(a, b, initial, model=model, out_dtype=np.float64)
        for i, j in itertools.product(range(3), range(5)):
            start = 0.0 if initial is None else float(c[i, j])
            expected = emulated(a[i], b[:, j], model, start)
            assert float(result[i, j]).hex() == expected.hex()
            single = hu.dot(a[i], b[:, j], start, model=model)
            assert single.hex() == expected.hex()


def test_the_result_is_float32_where_that_holds_the_output() -> None:
    a = np.eye(2)
    narrow = AccumulationModel("bf16", accumulator="fp32", output="bf16")
    assert hu.matmul(a, a, model=narrow).dtype == np.float32
    assert hu.matmul(a, a, model=AccumulationModel()).dtype == np.float64
    fp16 = AccumulationModel("fp16", accumulator="fp16")
    for dtype in (np.float16, "float32", np.float64):
        result = hu.matmul(a, a, model=fp16, out_dtype=dtype)
        assert result.dtype == dtype
        assert (result == np.eye(2)).all()
    with pytest.raises(ValueError, match=r"float16 does .* pass out_dtype=np.float32"):
        hu.matmul(a, a, model=narrow, out_dtype=np.float16)
    with pytest.raises(
        TypeError, match=r"out_dtype must be one of .*, float64, got int64"
    ):
        hu.matmul(a, a, model=narrow, out_dtype=int)


def test_shapes_may_be_empty_and_must_fit() -> None:
    model = AccumulationModel()
    assert hu.matmul(np.ones((0, 3)), np.ones((3, 2)), model=model).shape == (0, 2)
    assert hu.matmul(np.ones((2, 3)), np.ones((3, 0)), model=model).shape == (2, 0)
    no_terms = hu.matmul(np.ones((2, 0)), np.ones((0, 2)), model=model)
    assert (bits(no_terms) == 0).all()
    assert no_terms.shape == (2, 2)
    assert hu.dot(np.ones(0), np.ones(0), -0.0, model=model) == 0.0
    with pytest.raises(
        ValueError, match=r"inner sizes of \(2, 3\) and \(2, 3\) differ"
    ):
        hu.matmul(np.ones((2, 3)), np.ones((2, 3)), model=model)
    with pytest.raises(
        ValueError, match=r"c has shape \(1, 1\) but a @ b has \(2, 2\)"
    ):
        hu.matmul(np.eye(2), np.eye(2), np.eye(1), model=model)
    with pytest.raises(ValueError, match="a and b must have a dimension at least"):
        hu.matmul(np.array(3.0), np.ones((3, 2)), model=model)
    with pytest.raises(
        ValueError, match=r"x must have 1 dimension, got shape \(1, 1\)"
    ):
        hu.dot(np.ones((1, 1)), np.ones(1), model=model)


def test_mixed_dtypes_are_widened_exactly() -> None:
    a, b = np.array([[0.1]], np.float16), np.array([[0.3]], np.float32)
    exact = float(a[0, 0]) * float(b[0, 0])
    assert hu.matmul(a, b, model=AccumulationModel())[0, 0] == exact
    with pytest.raises(TypeError, match="b must be a float, or an array of NumPy"):
        hu.matmul(a, np.eye(1, dtype=int), model=AccumulationModel())
    with pytest.raises(TypeError, match=r"model must be a halfulp.AccumulationModel"):
        hu.matmul(a, b, model=hu.bf16)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match=r"unknown model 'nvidia.hoper.*did you mean"):
        hu.matmul(a, b, model="nvidia.hoper.mma.bf16.fp32")


def test_threads_do_not_change_the_result() -> None:
    random = np.random.default_rng(1)
    a, b = random.standard_normal((9, 40)), random.standard_normal((40, 23))
    model = AccumulationModel("bf16", accumulator="fp32")
    one = hu.matmul(a, b, model=model)
    for threads in (2, 5):
        assert (bits(hu.matmul(a, b, model=model, threads=threads)) == bits(one)).all()
    with pytest.raises(ValueError, match="threads must be between 1 and 1024, got -1"):
        hu.matmul(a, b, model=model, threads=-1)


def test_models_are_values() -> None:
    model = AccumulationModel(
        hu.bf16,
        product="rounded",
        accumulator="fp32",
        output="bf16",
        output_rounding="odd",
    )
    assert model.product == hu.fp32
    assert model.output_format == hu.bf16
    assert model == AccumulationModel(
        "bfloat16",
        product="binary32",
        accumulator="fp32",
        output="bf16",
        output_rounding=RoundingRule("odd"),
    )
    assert model != AccumulationModel()
    positional: Any = AccumulationModel
    with pytest.raises(TypeError, match="positional"):
        positional("bf16", "fp32")  # the accumulator, or the product?
    assert repr(model) == (
        "AccumulationModel(operands='bf16', product='fp32', accumulator='fp32', "
        "output='bf16', output_rounding='odd')"
    )
    assert AccumulationModel().replace(product=AccumulationModel().product)
    for one in MODELS:
        assert eval(repr(one)) == one
        twin = pickle.loads(pickle.dumps(one))
        assert twin == one
        assert type(twin) is AccumulationModel
        assert hash(twin) == hash(one)
    assert len(set(MODELS)) == len(MODELS)
    custom = AccumulationModel(hu.Format("x", width=8, precision=3, emax=15, emin=-14))
    assert "operands=Format('x', width=8" in repr(custom)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"operands": "bf61"}, "unknown format 'bf61'; did you mean 'bf16'"),
        ({"order": "pairwies"}, "unknown order 'pairwies'; did you mean 'pairwise'"),
        ({"order": "((0 1) 3)"}, "summation tree: there are 3 terms, but one is 3"),
        ({"order": "(" * 100_000}, "parentheses are deeper than 4096"),
        ({"order": "(0 1"}, "summation tree: at character 4 .* a parenthesis must"),
        ({"fused": 0}, "'fused': must be from 1 to 4096, got 0"),
        ({"group_sum": "pairwise"}, "'accumulator_place': must be after_step"),
        ({"multiplier": "fp16"}, "'multiplier': matters in a fixed-point sum only"),
        ({"step_sum": "fp64", "accumulator": "fp32"}, "'step_sum': the accumulator"),
        ({"compensation": "kahan", "fused": 2}, "'compensation': is of sums with"),
        ({"scale_block": 32}, "'scale_block': needs scale"),
        ({"scale": "e8m0fnu", "scale_block": 32}, "'scale': is of fixed-point sums"),
        ({"alpha": math.inf}, "'alpha': must be a finite number of the accumulator"),
        (
            {"fixed_point": hu.FixedPointSum(24), "product": "fp32"},
            "'product': must be exact in a fixed-point sum",
        ),
        (
            {"partitions": [hu.Partition("halves", 8)]},
            r"'partitions\[0\].join': of halves is pairwise",
        ),
        ({"operand_rounding": "odds"}, "unknown rounding mode 'odds'; did you mean"),
        (
            {
                "accumulator": hu.Format(
                    "e2m1", width=4, precision=2, emax=2, emin=0, specials="none"
                )
            },
            "accumulator",
        ),
    ],
)
def test_wrong_fields_are_named(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        AccumulationModel(**fields)


def test_wrong_types_are_named() -> None:
    wrong: dict[str, Any] = {
        "alpha": "x",
        "beta": np.array([1, 2]),
        "order": 3,
        "compensation": 3,
        "accumulator_place": True,
        "epilogue": ((8, 40),),
        "partitions": [1],
    }
    for name, value in wrong.items():
        with pytest.raises(TypeError, match=f"^{name} must not be "):
            AccumulationModel(**{name: value})
    for value in (None, hu.Partition("lanes", 2), 3):
        with pytest.raises(TypeError, match=r"^partitions must be a sequence"):
            AccumulationModel(partitions=value)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a format is a name, a dtype or"):
        AccumulationModel(operands=None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a rounding is the word of a mode or"):
        AccumulationModel(output_rounding=3)  # type: ignore[arg-type]
