"""Sums of products as a machine computes them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from halfulp import _core, _jax, _numbers, _refusals, _torch
from halfulp._block_quantized import BlockQuantized
from halfulp._codes import take_codes
from halfulp._core import Format
from halfulp._models import ModelLike, model_of
from halfulp._random import FastHash, Philox, RandomLike, source_for
from halfulp._words import MatmulPath

Tensor = TypeVar("Tensor", bound=_torch.Tensor | _jax.Array)


@overload
def matmul(
    a: NDArray[Any] | BlockQuantized,
    b: NDArray[Any] | BlockQuantized,
    c: NDArray[Any] | None = ...,
    *,
    model: ModelLike,
    out_dtype: DTypeLike | _torch.TorchDtype | None = ...,
    rng: RandomLike | None = ...,
    threads: int = ...,
) -> NDArray[Any]: ...
@overload
def matmul(
    a: Tensor,
    b: Tensor,
    c: Tensor | None = ...,
    *,
    model: ModelLike,
    out_dtype: DTypeLike | _torch.TorchDtype | None = ...,
    rng: RandomLike | None = ...,
    threads: int = ...,
) -> Tensor: ...
def matmul(
    a: Any,
    b: Any,
    c: Any = None,
    *,
    model: ModelLike,
    out_dtype: Any = None,
    rng: RandomLike | None = None,
    threads: int = 1,
) -> Any:
    """a @ b + c as the model computes it.

    Shapes are as for `numpy.matmul`: (..., m, k) and (..., k, n), or vectors of k; `c`,
    if given, has the shape of the result: the value each sum starts with. All are NumPy
    arrays, or all are torch tensors on the CPU or JAX arrays, of dtypes as for `round`.
    `a` and `b` may be `BlockQuantized` along k. A model with scales takes their codes
    and scales; under another model their numbers are operands. The result is of the
    same library, of `out_dtype`, by default float32 where that holds every number of
    the output format, else float64; `threads` does not change it.

    `model` is an `AccumulationModel` or the name of one. With a stochastic accumulation
    element e of the result, in C order, takes words e * n to (e + 1) * n - 1 of `rng`,
    with n = 4 * (k + 1), or 16 * (k + 1) for compensated sums.

    Raises ValueError if the shapes do not fit or `out_dtype` does not hold the output
    format, TypeError for arrays of other kinds or of two libraries.

    >>> import halfulp as hu
    >>> a, b = np.full((1, 3), 0.1), np.ones((3, 1))
    >>> matmul(a, b, model=hu.AccumulationModel("bf16", accumulator="fp32"))
    array([[0.30029297]], dtype=float32)
    >>> matmul(a, b, model="nvidia.hopper.wgmma.e4m3.fp32")
    array([[0.3046875]], dtype=float32)
    """
    return _matmul(a, b, c, model, out_dtype, rng, threads)[0]


def matmul_path(
    a: Any, b: Any, c: Any = None, *, model: ModelLike, rng: RandomLike | None = None
) -> MatmulPath:
    """What computes `matmul` of these arguments: results do not show it, the time does.

    "binary32_lanes" and "binary64_lanes": vector kernels; "definition": the scalar
    definition, which is some thousand times slower.

    >>> matmul_path(np.ones((2, 3)), np.ones((3, 2)), model="software.fma.fp32")
    'binary32_lanes'
    """
    return _matmul(a, b, c, model, None, rng, 1)[1]


def dot(
    x: NDArray[Any] | _torch.Tensor | _jax.Array,
    y: NDArray[Any] | _torch.Tensor | _jax.Array,
    c: float | None = None,
    *,
    model: ModelLike,
    rng: RandomLike | None = None,
) -> float:
    """The sum of x[i] * y[i] and `c` as the model computes it.

    `x` and `y` are vectors of one length, of any library each. Raises as `matmul` does.

    >>> dot(np.full(3, 0.1), np.ones(3), model="software.fma.fp16")
    0.2998046875
    """
    left, right = (_numbers.take_wide(v, n, 1) for v, n in ((x, "x"), (y, "y")))
    if left.shape != right.shape:
        raise ValueError(
            f"dot: the lengths {left.size} and {right.size} differ; "
            "x and y must be of one length"
        )
    initial = None if c is None else _numbers.take_wide(c, "c", 0).reshape(1, 1)
    chosen = model_of(model)
    product, _ = _products(
        left.reshape(1, 1, -1),
        right.reshape(1, -1, 1),
        None if initial is None else initial.reshape(1, 1, 1),
        chosen,
        _source(chosen, rng),
        1,
    )
    return float(product[0, 0, 0])


def sum(
    x: Any,
    axis: int | None = None,
    *,
    model: ModelLike,
    out_dtype: Any = None,
    rng: RandomLike | None = None,
    threads: int = 1,
) -> Any:
    """The sum of `x` along an axis, or of all in C order, as the model computes it.

    The terms are products with 1. Arrays, dtypes, `out_dtype`, `rng` and errors as of
    `matmul`.

    >>> x = np.full(10_000, 0.1, np.float32)
    >>> sum(x, model="numpy.sum.fp32") == x.sum()
    np.True_
    >>> sum(np.ones(400), model="software.sequential.bf16")
    np.float32(256.0)
    """
    numbers = _numbers.take(x, "x")
    wide = numbers.widened()
    chosen = model_of(model)
    if axis is None:
        wide = wide.reshape(1, wide.size)
        shape: tuple[int, ...] = ()
    else:
        wide = np.moveaxis(wide, _axis(axis, wide.ndim), -1)
        shape = wide.shape[:-1]
    count_of_sums = math.prod(wide.shape[:-1])
    rows = np.ascontiguousarray(wide).reshape(1, count_of_sums, wide.shape[-1])
    ones = np.ones((1, wide.shape[-1], 1))
    out = _out(numbers, chosen, out_dtype)
    count = _numbers.thread_count(threads)
    product, _ = _products(rows, ones, None, chosen, _source(chosen, rng), count)
    return _scalar(out.restored(product.reshape(shape)), numbers)


def dot_codes(
    a: ArrayLike,
    b: ArrayLike,
    c: int | None = None,
    *,
    model: ModelLike,
    scale_a: ArrayLike | None = None,
    scale_b: ArrayLike | None = None,
) -> int:
    """The dot product of bit patterns as a machine's registers hold them, as a pattern.

    `a` and `b` are vectors of codes of the operands' formats, unsigned integers; those
    of tf32 are images of 32-bit registers. `c` is a code of the accumulator; the result
    is one of the output format. `scale_a` and `scale_b` are the codes of one scale for
    each block, for models with scales. Raises ValueError for codes that stand for
    nothing and for lengths that do not fit, TypeError for other kinds of codes.

    >>> one, eighth = 0x3C00, 0x3000
    >>> hex(dot_codes([one, eighth], [one, one], model="nvidia.ampere.mma.fp16.fp32"))
    '0x3f900000'
    """
    chosen = model_of(model)
    if c is not None and (isinstance(c, bool) or not isinstance(c, int | np.integer)):
        raise TypeError(f"c must be an int, a code, got {_refusals.kind(c)}")
    if c is not None and not 0 <= c < 2**64:
        raise ValueError(f"c is {c}, which is no unsigned 64-bit integer")
    return _core.dot_codes(
        _code_list(a, "a"),
        _code_list(b, "b"),
        None if c is None else int(c),
        chosen,
        [] if scale_a is None else _code_list(scale_a, "scale_a"),
        [] if scale_b is None else _code_list(scale_b, "scale_b"),
    )


def _code_list(codes: Any, name: str) -> list[int]:
    if isinstance(codes, Sequence) and not isinstance(codes, str):
        if not all(isinstance(x, int | np.integer) and x >= 0 for x in codes):
            raise TypeError(f"{name} must hold unsigned integers, got {codes!r:.60}")
        return [int(x) for x in codes]
    given = take_codes(codes, name)
    if given.codes.ndim != 1:
        raise ValueError(f"{name} must be a vector, got shape {given.codes.shape}")
    return [int(x) for x in given.codes]


@dataclass(frozen=True)
class _Operand:
    """An operand of a product as binary64, its scales, and what its like is."""

    values: NDArray[np.float64]
    scales: NDArray[np.float64] | None
    given: _numbers.Given


def _operand(
    x: Any, name: str, model: _core.AccumulationModel, element: Format, axis: int
) -> _Operand:
    if not isinstance(x, BlockQuantized):
        if model.scale is not None:
            raise TypeError(
                f"{name} must be a halfulp.BlockQuantized, as the model has scales of "
                f"{model.scale.name}; make it with halfulp.quantize_blocks"
            )
        numbers = _numbers.take(x, name)
        return _Operand(numbers.widened(), None, numbers)
    if model.scale is None:
        numbers = _numbers.take(x.dequantize(), name)
        return _Operand(numbers.widened(), None, numbers)
    along = axis % len(x.shape)
    expected = (element, model.scale, model.scale_block)
    if (x.format.element, x.format.scale, x.format.block_size) != expected:
        raise ValueError(
            f"{name} is in blocks of {x.format.name}, but the model takes blocks of "
            f"{model.scale_block} {element.name} with scales of {model.scale.name}"
        )
    if x.axis != along:
        raise ValueError(
            f"{name} must be in blocks along axis {along}, which is summed, "
            f"got blocks along axis {x.axis}"
        )
    values = _numbers.take(x.elements, name)
    return _Operand(values.widened(), _numbers.take_wide(x.scale_values, name), values)


def _matmul(
    a: Any,
    b: Any,
    c: Any,
    model: ModelLike,
    out_dtype: Any,
    rng: RandomLike | None,
    threads: int,
) -> tuple[Any, MatmulPath]:
    chosen = model_of(model)
    right_format = chosen.right_operands or chosen.operands
    left = _operand(a, "a", chosen, chosen.operands, -1)
    axis = -2 if len(_shape(b)) > 1 else -1
    right = _operand(b, "b", chosen, right_format, axis)
    _numbers.require_one_library(left.given, right.given, "a and b")
    initial = None if c is None else _numbers.take(c, "c")
    if initial is not None:
        _numbers.require_one_library(left.given, initial, "a and c")
    shapes = _Shapes(left.values.shape, right.values.shape)
    if initial is not None and initial.codes.shape != shapes.result:
        raise ValueError(
            f"c has shape {initial.codes.shape} but a @ b has {shapes.result}"
        )
    assert isinstance(left.given, _numbers.Numbers)
    out = _out(left.given, chosen, out_dtype)
    if chosen.scale is not None:
        _require_no_tensor_scale(a, "a")
        _require_no_tensor_scale(b, "b")
    product, path = _products(
        shapes.left(left.values),
        shapes.right(right.values),
        None if initial is None else initial.widened().reshape(shapes.stacked),
        chosen,
        _source(chosen, rng),
        _numbers.thread_count(threads),
        None if left.scales is None else shapes.left(left.scales),
        None if right.scales is None else shapes.right(right.scales),
    )
    return _scalar(out.restored(product.reshape(shapes.result)), left.given), path


def _require_no_tensor_scale(x: Any, name: str) -> None:
    if x.tensor_scale not in (None, 1.0):
        raise ValueError(
            f"{name} has the tensor scale {x.tensor_scale}, which the machine does not "
            f"apply: pass BlockQuantized({name}.codes, {name}.scales, {name}.format, "
            f"{name}.axis) and multiply the result yourself"
        )


def _shape(x: Any) -> tuple[int, ...]:
    return tuple(getattr(x, "shape", ()))


class _Shapes:
    """How operands of `numpy.matmul` become stacks of matrices."""

    def __init__(self, left: tuple[int, ...], right: tuple[int, ...]) -> None:
        if not left or not right:
            raise ValueError("a and b must have a dimension at least; use a * b")
        self._left = left if len(left) > 1 else (1, *left)
        self._right = right if len(right) > 1 else (*right, 1)
        if self._left[-1] != self._right[-2]:
            raise ValueError(
                f"the inner sizes of {left} and {right} differ, "
                f"{self._left[-1]} and {self._right[-2]}"
            )
        try:
            self.batch = np.broadcast_shapes(self._left[:-2], self._right[:-2])
        except ValueError:
            raise ValueError(
                f"the shapes {left} and {right} do not fit: their leading dimensions "
                "cannot be broadcast"
            ) from None
        rows, columns = self._left[-2], self._right[-1]
        self.stacked = (int(np.prod(self.batch)), rows, columns)
        self.result = (
            *self.batch,
            *((rows,) if len(left) > 1 else ()),
            *((columns,) if len(right) > 1 else ()),
        )

    def left(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        return self._stack(x if x.ndim > 1 else x[None, :])

    def right(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        return self._stack(x if x.ndim > 1 else x[:, None])

    def _stack(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        whole = np.broadcast_to(x, (*self.batch, *x.shape[-2:]))
        return np.ascontiguousarray(whole).reshape(self.stacked[0], *x.shape[-2:])


def _products(
    a: NDArray[np.float64],
    b: NDArray[np.float64],
    c: NDArray[np.float64] | None,
    model: _core.AccumulationModel,
    source: Philox | FastHash | None,
    threads: int,
    a_scales: NDArray[np.float64] | None = None,
    b_scales: NDArray[np.float64] | None = None,
) -> tuple[NDArray[np.float64], MatmulPath]:
    """The products of two stacks of matrices, and what computed the last of them."""
    count, rows, columns = a.shape[0], a.shape[1], b.shape[2]
    words = source or Philox(0)
    each = rows * columns * _core.words_of_sum(model, a.shape[2])
    result = np.empty((count, rows, columns))
    path: MatmulPath = "definition"
    for i in range(count):
        result[i], path = _core.matmul(
            a[i],
            b[i],
            model,
            None if c is None else c[i],
            None if a_scales is None else a_scales[i],
            None if b_scales is None else b_scales[i],
            source is not None,
            words.generator,
            words.key,
            (words.first_index + i * each) % 2**64,
            threads,
        )
    return result, path


def _source(
    model: _core.AccumulationModel, rng: RandomLike | None
) -> Philox | FastHash | None:
    rule = model.accumulation_rounding
    return source_for(rule, rule.mode, None, rng)


def _axis(axis: int, dimensions: int) -> int:
    if isinstance(axis, bool) or not isinstance(axis, int | np.integer):
        raise TypeError(f"axis must be an int or None, got {_refusals.kind(axis)}")
    if not -dimensions <= axis < dimensions:
        raise ValueError(f"axis is {axis}, but x has {dimensions} dimensions")
    return int(axis) % dimensions


def _out(
    like: _numbers.Numbers, model: _core.AccumulationModel, out_dtype: Any
) -> _numbers.Numbers:
    out = like.of_dtype(_output_dtype(model.output_format, out_dtype))
    out.require_holds(model.output_format, "pass out_dtype={dtype}")
    return out


def _scalar(result: Any, like: _numbers.Numbers) -> Any:
    """A NumPy result without dimensions as a scalar, as NumPy's own functions give."""
    return result[()] if isinstance(result, np.ndarray) else result


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
