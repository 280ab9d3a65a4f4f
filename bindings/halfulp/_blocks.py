"""Arrays in blocks whose elements share a scale."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numpy.typing import DTypeLike, NDArray

from halfulp import _codes, _core, _jax, _numbers, _refusals, _tables, _torch
from halfulp._block_formats import BlockFormat, BlockFormatLike, block_format
from halfulp._core import Format, RoundingRule
from halfulp._random import Philox, RandomLike, source_for
from halfulp._rounding import rounded, rule_of_words
from halfulp._words import (
    Division,
    InfInput,
    NonFinite,
    Overflow,
    Rounding,
    ScaleRule,
    Subnormals,
    SubnormalScale,
    ZeroBlock,
)

# What codes are made of, in arrays and in the compiled module.
_QUANTIZERS: dict[str, Callable[..., tuple[Any, NDArray[np.uint32], float]]] = {
    "uint8": _core.quantize_blocks_uint8,
    "uint16": _core.quantize_blocks_uint16,
    "uint32": _core.quantize_blocks_uint32,
}
_FP32 = _core.format_named("fp32")


class BlockQuantized:
    """An array in blocks: codes of elements, codes of scales, and what they stand for.

    codes: an array of NumPy or JAX or a torch tensor of unsigned integers, of the
        array's shape.
    scales: of the same library; of the same shape, but along `axis` one for each block.
    format: the block format, by name or as an object.
    axis: along which the blocks lie.
    tensor_scale: the factor of the whole array; None means 1.

    `quantize_blocks` makes them from numbers; make them from codes to read what a
    device has written. Raises ValueError if the shapes do not fit, TypeError for codes
    of other kinds.

    >>> codes, scales = np.array([2, 7], np.uint8), np.array([128], np.uint8)
    >>> BlockQuantized(codes, scales, "mxfp4").dequantize()
    array([ 2., 12.])
    """

    def __init__(
        self,
        codes: Any,
        scales: Any,
        format: BlockFormatLike,
        axis: int = -1,
        tensor_scale: float | None = None,
    ) -> None:
        self._format = block_format(format)
        self._codes = _codes.take_codes(codes, "codes")
        self._scales = _codes.take_codes(scales, "scales")
        self._axis = _axis_of(self._codes.codes, axis)
        self._tensor_scale = _tensor_scale_of(self._format, tensor_scale)
        expected = self._scales_shape()
        if self._scales.codes.shape != expected:
            raise ValueError(
                f"scales must have shape {expected}, one for each block of "
                f"{self._format.block_size} along axis {self._axis} of codes, "
                f"got {self._scales.codes.shape}"
            )

    def _scales_shape(self) -> tuple[int, ...]:
        shape = list(self.shape)
        shape[self._axis] = -(-shape[self._axis] // self._format.block_size)
        return tuple(shape)

    @property
    def codes(self) -> Any:
        """Codes of the elements, one in each unsigned integer, of the array's shape."""
        return self._codes.returned(self._codes.codes)

    @property
    def scales(self) -> Any:
        """Codes of the scales: along the axis, one for each block."""
        return self._scales.returned(self._scales.codes)

    @property
    def elements(self) -> Any:
        """The elements as float64, before any scale."""
        return self._codes.returned(self._element_values())

    @property
    def scale_values(self) -> Any:
        """The scales as float64; NaN for blocks that hold none but NaNs."""
        return self._scales.returned(self._scale_values())

    @property
    def tensor_scale(self) -> float | None:
        """The factor of the whole array; None for formats without one."""
        return self._tensor_scale if self._format.has_tensor_scale else None

    @property
    def format(self) -> BlockFormat:
        """The block format."""
        return self._format

    @property
    def axis(self) -> int:
        """Along which the blocks lie, from 0."""
        return self._axis

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array."""
        return tuple(self._codes.codes.shape)

    def dequantize(
        self, dtype: DTypeLike | _torch.TorchDtype = "float64", *, threads: int = 1
    ) -> Any:
        """The numbers: element * scale, times the tensor scale, of the array's shape.

        Exact in float64. In a narrower dtype they are rounded once, to nearest even,
        to an infinity beyond its largest number (as an mxfp8 number may be in float32).

        >>> quantize_blocks(np.array([0.3, -5.0]), "mxfp4").dequantize("float32")
        array([ 0.5, -4. ], dtype=float32)
        """
        count = _numbers.thread_count(threads)
        exact = self._exact_numbers(count)
        name = _dtype_name(dtype)
        fmt = _numbers.STORAGE[name]
        given, out = self._codes, _dtype(self._codes, name)
        return _numbers.Numbers(
            exact.view(np.uint64), given.given_as, given.like, fmt, out
        ).restored(rounded(exact, fmt, RoundingRule(), None, count))

    def _exact_numbers(self, threads: int) -> NDArray[np.float64]:
        return _core.dequantize_blocks(
            self._element_values(),
            self._scale_values(),
            self._axis,
            self._format.block_size,
            self._tensor_scale,
            threads,
        )

    def _element_values(self) -> NDArray[np.float64]:
        return _core.decode(self._codes.codes, self._format.element)

    def _scale_values(self) -> NDArray[np.float64]:
        return _core.decode(self._scales.codes, self._format.scale)

    def __repr__(self) -> str:
        text = f"{self._format.name}, shape {self.shape}, axis {self._axis}"
        if self._format.has_tensor_scale:
            text += f", tensor scale {self._tensor_scale!r}"
        # JAX has binary64 only if it is told so.
        is_jax = self._codes.given_as == "jax"
        shown = self._exact_numbers(1) if is_jax else self.dequantize()
        return f"<BlockQuantized {text}>\n{shown!r}"

    def _repr_html_(self) -> str:
        scales = self._scale_values().reshape(-1)
        shown = ", ".join(_tables.shown(float(s)) for s in scales[:8])
        rows: list[tuple[str, object]] = [
            ("format", self._format.name),
            ("shape", str(self.shape)),
            ("axis", str(self._axis)),
            ("tensor scale", self.tensor_scale),
            ("scales", shown + (", ..." if scales.size > 8 else "")),
        ]
        return _tables.html_table(("field", "value"), rows, "an array in blocks")


def quantize_blocks(
    x: NDArray[Any] | _torch.Tensor | _jax.Array,
    fmt: BlockFormatLike,
    axis: int = -1,
    scale_rule: ScaleRule | None = None,
    *,
    rounding: Rounding = "nearest_even",
    overflow: Overflow = "saturate_finite",
    subnormals: Subnormals = "keep",
    inf_input: InfInput = "nan",
    nan_block: NonFinite = "poison",
    inf_block: NonFinite = "poison",
    zero_block: ZeroBlock = "smallest",
    subnormal_scale: SubnormalScale = "keep",
    division: Division = "exact",
    symmetric: bool = False,
    tensor_scale: float | None = None,
    random_bits: int | None = None,
    rng: RandomLike | None = None,
    threads: int = 1,
) -> BlockQuantized:
    """The blocks that a block format makes of `x` along an axis, the last one shorter.

    A block's scale follows from amax, its largest finite magnitude; each element is
    x / (scale * tensor scale), exact, rounded once. `x` is an array as for `round`, of
    one dimension or more. The default scale rule is that of the format.

    scale_rule, each clamped to the scale format (emax, max of the element format):
        floor: 2**(floor(log2 amax) - emax). ceil: the same with the ceiling.
        round_up: the least power of two >= amax / max.
        nearest: amax / max, rounded to the scale format, ties to even.
        even: floor, after amax is rounded to the element's precision, ties to even.
        four_over_six: of amax / 6 and amax / 4, so rounded, the one with the smaller
        sum of squared errors, the first if they are equal (elements up to 6 only).
    rounding, overflow, subnormals, inf_input, random_bits, rng: of the elements, as for
        `round`; scales are never stochastic.
    nan_block, inf_block: what a NaN or an infinity makes of its block. poison: the
        scale is NaN; element: its element is what `round` makes of it; error.
    zero_block: the scale of a block of zeros: smallest, one or zero.
    subnormal_scale: the smallest scale: keep, the smallest number of its format;
        normal, the smallest normal one.
    division: exact; reciprocal, x * (1 / s) in binary32 with s the product of the
        scales, each of the three results rounded.
    symmetric: two's complement elements leave their least code unused.
    tensor_scale: one that you know; by default it follows from `x`.

    Raises ValueError for a block with a NaN or an infinity where the rule has no image
    for it, for an axis that `x` has not, and for unknown words.

    >>> q = quantize_blocks(np.array([[1.0, 2.7, -0.1]]), "mxfp4")
    >>> q.codes, q.scale_values
    (array([[4, 7, 8]], dtype=uint8), array([[0.5]]))
    """
    numbers = _numbers.take(x, "x")
    f = block_format(fmt)
    where = _axis_of(numbers.codes, axis)
    element = rule_of_words(
        rounding, overflow, subnormals, inf_input, "canonical", random_bits
    )
    rule = _block_rule(
        element,
        symmetric,
        scale_rule=f.scale_rule if scale_rule is None else scale_rule,
        nan_block=nan_block,
        inf_block=inf_block,
        zero_block=zero_block,
        subnormal_scale=subnormal_scale,
        division=division,
    )
    known = None if tensor_scale is None else _tensor_scale_of(f, tensor_scale)
    single = numbers.format == _FP32
    carrier: Any = numbers.codes.view(np.float32) if single else numbers.widened()
    quantize = _QUANTIZERS[_code_dtype(f.element)]
    count = _numbers.thread_count(threads)
    source = source_for(element, rounding, random_bits, rng) or Philox(0)
    codes, scales, used = quantize(
        carrier,
        where,
        f,
        rule,
        known,
        source.generator,
        source.key,
        source.first_index,
        count,
    )
    return BlockQuantized(
        numbers.returned(codes),
        numbers.returned(scales.astype(_code_dtype(f.scale))),
        f,
        where,
        used if f.has_tensor_scale else None,
    )


def _block_rule(
    element: RoundingRule, symmetric: bool, **words: object
) -> _core.BlockRule:
    for name, word in words.items():
        if not isinstance(word, str):
            raise TypeError(f"{name} must be a word, got {_refusals.kind(word)}")
    if not isinstance(symmetric, bool):
        raise TypeError(f"symmetric must be a bool, got {_refusals.kind(symmetric)}")
    return _core.BlockRule(
        element=element, symmetric=symmetric, **cast(dict[str, Any], words)
    )


def _axis_of(array: NDArray[Any], axis: object) -> int:
    if isinstance(axis, bool) or not isinstance(axis, int | np.integer):
        raise TypeError(f"axis must be an int, got {_refusals.kind(axis)}")
    if array.ndim == 0:
        raise ValueError("a number has no axis to lie in blocks along; pass an array")
    if not -array.ndim <= axis < array.ndim:
        raise ValueError(
            f"axis must be between {-array.ndim} and {array.ndim - 1}, got {axis}"
        )
    return int(axis) % array.ndim


def _tensor_scale_of(f: BlockFormat, tensor_scale: object) -> float:
    if tensor_scale is None:
        return 1.0
    if isinstance(tensor_scale, bool) or not isinstance(
        tensor_scale, float | int | np.floating
    ):
        raise TypeError(
            f"tensor_scale must be a number, got {_refusals.kind(tensor_scale)}"
        )
    value = float(tensor_scale)
    _core.require_tensor_scale(value, f)
    return value


def _code_dtype(f: Format) -> str:
    """The smallest unsigned integers that hold codes."""
    return next(f"uint{bits}" for bits in (8, 16, 32) if f.width <= bits)


def _dtype_name(dtype: Any) -> str:
    torch_dtype = _torch.is_dtype(dtype)
    name = _torch.name_of(dtype) if torch_dtype else np.dtype(dtype).name
    if name not in _numbers.STORAGE:
        known = ", ".join(_numbers.STORAGE)
        raise TypeError(f"dtype must be one of {known}, got {name}")
    return name


def _dtype(given: _numbers.Given, name: str) -> Any:
    tensor = given.given_as == "tensor"
    return _torch.dtype_named(name) if tensor else np.dtype(name)
