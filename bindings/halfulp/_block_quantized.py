"""What becomes of an array in blocks: codes and scales."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from halfulp import _codes, _core, _numbers, _refusals, _tables, _torch
from halfulp._block_formats import BlockFormat, BlockFormatLike, block_format
from halfulp._core import RoundingRule
from halfulp._rounding import rounded


class BlockQuantized:
    """An array in blocks: codes of elements, codes of scales, and what they stand for.

    codes: an array of NumPy or JAX or a torch tensor of unsigned integers, of the
        array's shape.
    scales: of the same library; of the same shape, but along `axis` one for each block.
    format: the block format, by name or as an object.
    axis: along which the blocks lie.
    tensor_scale: the factor of the whole array; None means 1.
    micro_exponents: for formats that have them, an array for each level; of the codes'
        shape, but along `axis` one integer for each group.

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
        micro_exponents: Sequence[Any] = (),
    ) -> None:
        self._format = block_format(format)
        self._codes = _codes.take_codes(codes, "codes")
        self._scales = _codes.take_codes(scales, "scales")
        self._axis = axis_of(self._codes.codes, axis)
        self._tensor_scale = tensor_scale_of(self._format, tensor_scale)
        self._require_shape(self._scales.codes, "scales", self._format.block_size)
        self._micro_exponents = self._taken_micro_exponents(micro_exponents)

    def _require_shape(self, array: NDArray[Any], name: str, size: int) -> None:
        shape = list(self.shape)
        shape[self._axis] = -(-shape[self._axis] // size)
        if array.shape != tuple(shape):
            raise ValueError(
                f"{name} must have shape {tuple(shape)}, one for each block of "
                f"{size} along axis {self._axis} of codes, got {array.shape}"
            )

    def _taken_micro_exponents(self, given: object) -> list[_numbers.Given]:
        levels = self._format.micro_exponents
        count = len(given) if isinstance(given, tuple | list) else None
        if not isinstance(given, tuple | list) or count != len(levels):
            raise ValueError(
                f"{self._format.name} has {len(levels)} levels of micro_exponents, "
                f"got {'one array' if count is None else count}; pass a tuple with an "
                "array for each"
            )
        taken = []
        for level, (array, (size, bits)) in enumerate(zip(given, levels, strict=True)):
            name = f"micro_exponents[{level}]"
            codes = _codes.take_codes(array, name)
            self._require_shape(codes.codes, name, size)
            if codes.codes.size and codes.codes.max() >= 2**bits:
                raise ValueError(
                    f"{name} must be less than {2**bits}, got {codes.codes.max()}"
                )
            taken.append(codes)
        return taken

    @property
    def codes(self) -> Any:
        """Codes of the elements, one in each unsigned integer, of the array's shape."""
        return self._codes.returned(self._codes.codes)

    @property
    def scales(self) -> Any:
        """Codes of the scales: along the axis, one for each block."""
        return self._scales.returned(self._scales.codes)

    @property
    def micro_exponents(self) -> tuple[Any, ...]:
        """Of each level: along the axis one integer for each group. Mostly none."""
        return tuple(given.returned(given.codes) for given in self._micro_exponents)

    @property
    def elements(self) -> Any:
        """The elements as float64, before any scale."""
        return self._codes.returned(self._element_values(1))

    @property
    def scale_values(self) -> Any:
        """The scales as float64, those of the blocks alone; NaN for blocks of NaNs."""
        return self._scales.returned(self._scale_values(1))

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
        The array is of the library of the codes; `threads` does not change it. Raises
        TypeError for a dtype that is no floating-point one of these libraries, and
        ValueError for codes that stand for nothing.

        >>> codes, scales = np.array([1, 14], np.uint8), np.array([127], np.uint8)
        >>> BlockQuantized(codes, scales, "mxfp4").dequantize("float32")
        array([ 0.5, -4. ], dtype=float32)
        """
        count = _numbers.thread_count(threads)
        exact = self._exact_numbers(count)
        name = _dtype_name(dtype)
        numbers = rounded(exact, _numbers.STORAGE[name], RoundingRule(), None, count)
        return self._codes.restored_as(name, numbers, count)

    def _exact_numbers(self, threads: int) -> NDArray[np.float64]:
        return _core.dequantize_blocks(
            self._element_values(threads),
            self._group_scales(threads),
            self._axis,
            self._format.smallest_group,
            self._tensor_scale,
            threads,
        )

    def _element_values(self, threads: int) -> NDArray[np.float64]:
        return _core.decode(self._codes.codes, self._format.element, threads)

    def _scale_values(self, threads: int) -> NDArray[np.float64]:
        return _core.decode(self._scales.codes, self._format.scale, threads)

    def _group_scales(self, threads: int) -> NDArray[np.float64]:
        """The scales of the smallest groups, micro-exponents included."""
        size, extent = self._format.smallest_group, self.shape[self._axis]
        scales = self._scale_values(threads)
        if size == self._format.block_size:
            return scales
        groups = np.arange(0, extent, size)
        scales = scales.take(groups // self._format.block_size, self._axis)
        for given, (level, _) in zip(
            self._micro_exponents, self._format.micro_exponents, strict=True
        ):
            exponents = given.codes.take(groups // level, self._axis)
            scales *= 2.0 ** exponents.astype(np.int64)
        return np.ascontiguousarray(scales)

    def __repr__(self) -> str:
        text = f"{self._format.name}, shape {self.shape}, axis {self._axis}"
        if self._format.has_tensor_scale:
            text += f", tensor scale {self._tensor_scale!r}"
        # JAX has binary64 only if it is told so.
        is_jax = self._codes.given_as == "jax"
        shown = self._exact_numbers(1) if is_jax else self.dequantize()
        return f"<BlockQuantized {text}>\n{shown!r}"

    def _repr_html_(self) -> str:
        scales = self._scale_values(1).reshape(-1)
        shown = ", ".join(_tables.shown(float(s)) for s in scales[:8])
        rows: list[tuple[str, object]] = [
            ("format", self._format.name),
            ("shape", str(self.shape)),
            ("axis", str(self._axis)),
            ("tensor scale", self.tensor_scale),
            ("scales", shown + (", ..." if scales.size > 8 else "")),
        ]
        return _tables.html_table(("field", "value"), rows, "an array in blocks")


def axis_of(array: NDArray[Any], axis: object) -> int:
    """The axis from 0 on; TypeError or ValueError if `array` has none such."""
    if isinstance(axis, bool) or not isinstance(axis, int | np.integer):
        raise TypeError(f"axis must be an int, got {_refusals.kind(axis)}")
    if array.ndim == 0:
        raise ValueError("a number has no axis to lie in blocks along; pass an array")
    if not -array.ndim <= axis < array.ndim:
        raise ValueError(
            f"axis must be between {-array.ndim} and {array.ndim - 1}, got {axis}"
        )
    return int(axis) % array.ndim


def tensor_scale_of(f: BlockFormat, tensor_scale: object) -> float:
    """The factor; TypeError or ValueError if it is none for the format."""
    if tensor_scale is None:
        return 1.0
    if isinstance(tensor_scale, bool) or not isinstance(
        tensor_scale, float | int | np.floating
    ):
        raise TypeError(
            f"tensor_scale must be a number, got {_refusals.kind(tensor_scale)}"
        )
    try:
        value = float(tensor_scale)
    except OverflowError:
        value = float("inf")
    if value != tensor_scale and not np.isnan(value):
        raise ValueError(
            f"tensor_scale must be a positive binary32 number, got {tensor_scale}"
        )
    _core.require_tensor_scale(value, f)
    return value


def _dtype_name(dtype: Any) -> str:
    torch_dtype = _torch.is_dtype(dtype)
    name = _torch.name_of(dtype) if torch_dtype else np.dtype(dtype).name
    if name not in _numbers.STORAGE:
        known = ", ".join(_numbers.STORAGE)
        raise TypeError(f"dtype must be one of {known}, got {name}")
    return name
