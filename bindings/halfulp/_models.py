"""Sums of products as a machine computes them."""

from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from halfulp import _core, _jax, _numbers, _torch
from halfulp._core import Format, RoundingRule
from halfulp._formats import FormatLike, format
from halfulp._rounding import RuleLike, rule_of
from halfulp._words import Order


class AccumulationModel(_core.AccumulationModel):
    """How a machine computes a sum of products: which number is rounded where, to what.

    operands: inputs are rounded to it first.
    product: "exact"; "rounded", to the accumulator's format; or a format. One step is
        s <- round(a*b + s) if it is exact, else s <- round(round(a*b) + s).
    accumulator: every partial sum, and the initial value.
    order: "sequential", index 0 first, one term a step.
    output: the result is rounded to it; None is the accumulator's format.
    operand_rounding, accumulation_rounding (of products and partial sums),
        output_rounding: a `RoundingRule` or the word of its mode.

    A format is given by name or as an object. Models are immutable and compare by their
    fields. Raises ValueError naming the field that is wrong.

    >>> AccumulationModel(operands="bf16", accumulator="fp32")
    AccumulationModel(operands='bf16', product='exact', accumulator='fp32')
    """

    def __init__(
        self,
        operands: FormatLike = "fp64",
        *,
        product: FormatLike = "exact",
        accumulator: FormatLike = "fp64",
        order: Order = "sequential",
        output: FormatLike | None = None,
        operand_rounding: RuleLike = "nearest_even",
        accumulation_rounding: RuleLike = "nearest_even",
        output_rounding: RuleLike = "nearest_even",
    ) -> None:
        sums = format(accumulator)
        products: dict[object, Format | None] = {"exact": None, "rounded": sums}
        named = isinstance(product, str) and product in products
        super().__init__(
            format(operands),
            products[product] if named else format(product),
            sums,
            order,
            None if output is None else format(output),
            rule_of(operand_rounding),
            rule_of(accumulation_rounding),
            rule_of(output_rounding),
        )

    def __repr__(self) -> str:
        fields = [
            f"operands={_shown(self.operands)}",
            f"product={_shown(self.product or 'exact')}",
            f"accumulator={_shown(self.accumulator)}",
        ]
        if self.output is not None:
            fields.append(f"output={_shown(self.output)}")
        for name in ("operand_rounding", "accumulation_rounding", "output_rounding"):
            rule: RoundingRule = getattr(self, name)
            if rule != RoundingRule():
                fields.append(f"{name}={_shown(rule)}")
        return f"AccumulationModel({', '.join(fields)})"


Tensor = TypeVar("Tensor", bound=_torch.Tensor | _jax.Array)


@overload
def matmul(
    a: NDArray[Any],
    b: NDArray[Any],
    c: NDArray[Any] | None = ...,
    *,
    model: AccumulationModel,
    out_dtype: DTypeLike | _torch.TorchDtype | None = ...,
    threads: int = ...,
) -> NDArray[Any]: ...
@overload
def matmul(
    a: Tensor,
    b: Tensor,
    c: Tensor | None = ...,
    *,
    model: AccumulationModel,
    out_dtype: DTypeLike | _torch.TorchDtype | None = ...,
    threads: int = ...,
) -> Tensor: ...
def matmul(
    a: Any,
    b: Any,
    c: Any = None,
    *,
    model: AccumulationModel,
    out_dtype: Any = None,
    threads: int = 1,
) -> Any:
    """a @ b + c as the model computes it.

    `a` is (m, k), `b` (k, n) and `c`, if given, (m, n): the value each sum starts with.
    All are NumPy arrays, or all are torch tensors on the CPU, of dtypes as for `round`.
    The result is of the same library, (m, n), of `out_dtype`, by default float32 where
    that holds every number of the output format, else float64; `threads` does not
    change it.

    Raises ValueError if the shapes do not fit or `out_dtype` does not hold the output
    format, TypeError for arrays of other kinds or of two libraries.

    >>> a, b = np.full((1, 3), 0.1), np.ones((3, 1))
    >>> matmul(a, b, model=AccumulationModel("bf16", accumulator="fp32"))
    array([[0.30029297]], dtype=float32)
    """
    _require_model(model)
    left, right = _numbers.take(a, "a", 2), _numbers.take(b, "b", 2)
    _numbers.require_one_library(left, right, "a and b")
    initial = None if c is None else _numbers.take(c, "c", 2)
    if initial is not None:
        _numbers.require_one_library(left, initial, "a and c")
    out = left.of_dtype(_output_dtype(model.output_format, out_dtype))
    out.require_holds(model.output_format, "pass out_dtype={dtype}")
    wide = None if initial is None else initial.widened()
    count = _numbers.thread_count(threads)
    product = _core.matmul(left.widened(), right.widened(), model, wide, count)
    return out.restored(product)


def dot(
    x: NDArray[Any] | _torch.Tensor | _jax.Array,
    y: NDArray[Any] | _torch.Tensor | _jax.Array,
    c: float | None = None,
    *,
    model: AccumulationModel,
) -> float:
    """The sum of x[i] * y[i] and `c` as the model computes it.

    `x` and `y` are vectors of one length, of any library each. Raises as `matmul` does.

    >>> dot(np.full(3, 0.1), np.ones(3), model=AccumulationModel(accumulator="fp16"))
    0.300048828125
    """
    _require_model(model)
    initial = 0.0 if c is None else float(_numbers.take_wide(c, "c", 0))
    return _core.dot(
        _numbers.take_wide(x, "x", 1), _numbers.take_wide(y, "y", 1), model, initial
    )


def _output_dtype(output: Format, out_dtype: Any) -> str:
    if out_dtype is None:
        fits = _core.holds_all_of(_core.format_named("fp32"), output)
        return "float32" if fits else "float64"
    torch_dtype = _torch.is_dtype(out_dtype)
    name = _torch.name_of(out_dtype) if torch_dtype else np.dtype(out_dtype).name
    if name not in _numbers.STORAGE:
        known = ", ".join(_numbers.STORAGE)
        raise TypeError(f"out_dtype must be one of {known}, got {name}")
    return name


def _require_model(model: object) -> None:
    if not isinstance(model, _core.AccumulationModel):
        raise TypeError(
            "model must be a halfulp.AccumulationModel, "
            f"got {model!r} ({type(model).__name__})"
        )


def _shown(value: Format | RoundingRule | str) -> str:
    """The shortest argument that gives the value."""
    if isinstance(value, Format) and any(value == f for f in _core.formats()):
        return repr(value.name)
    if isinstance(value, RoundingRule) and value == RoundingRule(value.mode):
        return repr(value.mode)
    return repr(value)
