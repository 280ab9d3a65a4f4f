"""What a user may pass as numbers, and results of the same kind.

Accepted are Python floats, ints that binary64 holds, NumPy arrays and scalars in any
layout and byte order, and torch tensors on the CPU, of each dtype that bears the name
of a format: float16, float32, float64 and those of ml_dtypes. All else raises
TypeError: nothing is converted that could lose something.

Numbers cross into C++ as codes and become binary64 there, by integer arithmetic: the
conversions of NumPy and torch flush subnormal numbers to zero where another library
has switched the processor to doing so.
"""

import re
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from halfulp import _core, _refusals, _torch
from halfulp._core import Format

Codes = NDArray[np.unsignedinteger[Any]]
GivenAs = Literal["float", "scalar", "array", "tensor"]

# The formats that dtypes may be, by dtype.name, which is never ambiguous: the kind of
# ml_dtypes' types is "V" or "f", whichever it is.
STORAGE = {
    alias: fmt
    for fmt in reversed(_core.formats())
    for alias in fmt.aliases
    if re.fullmatch(r"b?float\d+(_e\d+m\d+\w*)?", alias)
}

_FP64 = _core.format_named("fp64")


@dataclass(frozen=True)
class Given:
    """Codes that a user passed, as the compiled module takes them."""

    codes: Codes  # contiguous, aligned and native
    given_as: GivenAs

    def returned(self, array: NDArray[Any]) -> Any:
        """An array of NumPy's own dtypes as what the user passed, the dtype aside."""
        if self.given_as == "tensor":
            codes = array.view(f"u{array.itemsize}")
            return _torch.tensor(codes, _torch.dtype_named(array.dtype.name))
        if self.given_as == "float":
            return array.item()
        return array[()] if self.given_as == "scalar" else array


@dataclass(frozen=True)
class Numbers(Given):
    """Numbers that a user passed: codes of the format that their dtype is."""

    format: Format
    dtype: Any  # NumPy's or torch's

    def widened(self) -> NDArray[np.float64]:
        """The same numbers as binary64, NaN payloads included."""
        if self.format == _FP64:
            return self.codes.view(np.float64)
        return _core.decode(self.codes, self.format)

    def restored(self, numbers: NDArray[np.float64]) -> Any:
        """Numbers of `format` as what the user passed, the dtype included."""
        return self.recoded(encoded(numbers, self.format))

    def recoded(self, codes: Codes) -> Any:
        """Codes of `format` as what the user passed, the dtype included."""
        if self.given_as == "tensor":
            return _torch.tensor(codes, self.dtype)
        return self.returned(codes.view(self.dtype))

    def of_dtype(self, name: str) -> "Numbers":
        """For results of another dtype in STORAGE, of the same library."""
        if self.given_as == "tensor":
            return replace(self, format=STORAGE[name], dtype=_torch.dtype_named(name))
        return replace(self, format=STORAGE[name], dtype=np.dtype(name))

    def require_holds(self, fmt: Format, remedy: str) -> None:
        """ValueError unless the dtype holds every number of `fmt`.

        `remedy` says what to do with {dtype}, the narrowest of float16, float32 and
        float64 that does, as in "pass x.{to}({dtype})".
        """
        if _core.holds_all_of(self.format, fmt):
            return
        wide = next(
            name
            for name in ("float16", "float32", "float64")
            if _core.holds_all_of(STORAGE[name], fmt)
        )
        tensor = self.given_as == "tensor"
        library, to = ("torch", "to") if tensor else ("np", "astype")
        raise ValueError(
            f"{_torch.name_of(self.dtype)} does not hold every number of {fmt.name}; "
            + remedy.format(dtype=f"{library}.{wide}", to=to)
        )


def take(x: object, name: str, dimensions: int | None = None) -> Numbers:
    """Numbers of the argument `name`, with so many dimensions.

    Raises TypeError if they are of no accepted kind.
    """
    numbers = _taken(x, name)
    shape = numbers.codes.shape
    if dimensions is not None and len(shape) != dimensions:
        raise ValueError(
            f"{name} must have {dimensions} dimension{'s'[: dimensions - 1]}, "
            f"got shape {shape}"
        )
    return numbers


def take_wide(
    x: object, name: str, dimensions: int | None = None
) -> NDArray[np.float64]:
    """The numbers of an argument as binary64, for results that are no arrays."""
    return take(x, name, dimensions).widened()


def require_one_library(first: Numbers, other: Numbers, names: str) -> None:
    """TypeError if one is a tensor and the other is not."""
    kinds = [n.given_as == "tensor" for n in (first, other)]
    if kinds[0] != kinds[1]:
        what = ["a torch tensor" if tensor else "a NumPy array" for tensor in kinds]
        raise TypeError(
            f"{names} must be of one library, got {what[0]} and {what[1]}; convert one "
            "of them with torch.from_numpy or torch.Tensor.numpy"
        )


def encoded(numbers: NDArray[np.float64], fmt: Format) -> Codes:
    """Codes of numbers of a format, in the smallest integers that hold them."""
    if fmt == _FP64:
        return numbers.view(np.uint64)
    if fmt.width <= 8:
        return _core.encode_uint8(numbers, fmt)
    if fmt.width <= 16:
        return _core.encode_uint16(numbers, fmt)
    if fmt.width <= 32:
        return _core.encode_uint32(numbers, fmt)
    return _core.encode_uint64(numbers, fmt)


def numpy_kind(x: NDArray[Any] | np.generic) -> GivenAs:
    return "scalar" if isinstance(x, np.generic) else "array"


def contiguous(array: NDArray[Any] | np.generic) -> Codes:
    """The elements as native unsigned integers, bit for bit, whatever the layout."""
    size = array.dtype.itemsize
    integers = np.dtype(f"u{size}").newbyteorder(array.dtype.byteorder)
    return np.require(np.asarray(array).view(integers), f"u{size}", ["C", "A"])


def thread_count(threads: object) -> int:
    """`threads` as the compiled module takes it; TypeError or ValueError naming it."""
    if isinstance(threads, bool) or not isinstance(threads, int | np.integer):
        raise TypeError(f"threads must be an int, got {_refusals.kind(threads)}")
    if not 1 <= threads <= 1024:
        raise ValueError(f"threads must be between 1 and 1024, got {threads}")
    return int(threads)


def _taken(x: object, name: str) -> Numbers:
    if isinstance(x, np.generic | np.ndarray) and not isinstance(x, np.ma.MaskedArray):
        fmt = STORAGE.get(x.dtype.name)
        if fmt is not None:
            return Numbers(contiguous(x), numpy_kind(x), fmt, np.dtype(x.dtype.type))
    elif _torch.is_tensor(x):
        return _taken_tensor(x, name)
    elif isinstance(x, int | float) and not isinstance(x, bool):
        value = np.array(_exact_float(x, name))
        return Numbers(value.view(np.uint64), "float", _FP64, value.dtype)
    raise TypeError(_refusals.refusal(x, name))


def _taken_tensor(x: Any, name: str) -> Numbers:
    fmt = STORAGE.get(_torch.name_of(x.dtype))
    if fmt is None or _torch.trouble(x, name):
        raise TypeError(_refusals.refusal(x, name))
    return Numbers(_torch.codes_of(x, name), "tensor", fmt, x.dtype)


def _exact_float(x: int | float, name: str) -> float:
    if isinstance(x, float):
        return x
    try:
        value = float(x)
    except OverflowError:
        value = float("inf")
    if value != x:
        raise ValueError(f"{name} is {x}, which is no binary64 number; pass a float")
    return value
