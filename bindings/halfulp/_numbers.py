"""What a user may pass as numbers, and results of the same kind.

Accepted are Python floats, ints that binary64 holds, NumPy arrays and scalars in any
layout and byte order, JAX arrays on one device, and torch tensors on the CPU, of each
dtype that bears the name of a format: float16, float32, float64 and those of ml_dtypes.
All else raises TypeError: nothing is converted that could lose something.

Numbers cross into C++ as codes and become binary64 there, by integer arithmetic: the
conversions of NumPy and torch flush subnormal numbers to zero where another library
has switched the processor to doing so.
"""

import re
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from halfulp import _core, _jax, _refusals, _torch
from halfulp._core import Format, RoundingRule

Codes = NDArray[np.unsignedinteger[Any]]
GivenAs = Literal["float", "scalar", "array", "tensor", "jax"]

# The formats that dtypes may be, by dtype.name, which is never ambiguous: the kind of
# ml_dtypes' types is "V" or "f", whichever it is.
STORAGE = {
    alias: fmt
    for fmt in reversed(_core.formats())
    for alias in fmt.aliases
    if re.fullmatch(r"b?float\d+(_e\d+m\d+\w*)?", alias)
}

_FP64 = _core.format_named("fp64")
_FP32 = _core.format_named("fp32")


@dataclass(frozen=True)
class Given:
    """Codes that a user passed, as the compiled module takes them."""

    codes: Codes  # contiguous, aligned and native
    given_as: GivenAs
    like: Any  # what the user passed

    def returned(self, array: NDArray[Any]) -> Any:
        """An array of NumPy's own dtypes as what the user passed, the dtype aside."""
        if self.given_as == "tensor":
            codes = array.view(f"u{array.itemsize}")
            return _torch.tensor(codes, _torch.dtype_named(array.dtype.name))
        if self.given_as == "jax":
            return _jax.array(array, self.like)
        if self.given_as == "float":
            return array.item()
        return array[()] if self.given_as == "scalar" else array

    def restored_as(
        self, dtype: str, numbers: NDArray[np.float64], threads: int
    ) -> Any:
        """Numbers of a dtype in STORAGE, of the library of what the user passed."""
        codes = encoded(numbers, STORAGE[dtype], threads)
        if self.given_as == "tensor":
            return _torch.tensor(codes, _torch.dtype_named(dtype))
        return self.returned(codes.view(dtype))


@dataclass(frozen=True)
class Numbers(Given):
    """Numbers that a user passed: codes of the format that their dtype is."""

    format: Format
    dtype: Any  # NumPy's or torch's

    def widened(self, threads: int = 1) -> NDArray[np.float64]:
        """The same numbers as binary64, NaN payloads included."""
        if self.format == _FP64:
            return self.codes.view(np.float64)
        return _core.decode(self.codes, self.format, threads)

    def carried(
        self, fmt: Format, threads: int = 1
    ) -> NDArray[np.float64] | NDArray[np.float32]:
        """The same numbers as binary32, if they are and it holds `fmt`, else binary64.

        From there, rounding to `fmt` is one step and quickest.
        """
        if self.format == _FP32 and _core.holds_all_of(_FP32, fmt):
            return self.codes.view(np.float32)
        return self.widened(threads)

    def restored(self, numbers: NDArray[np.float64], threads: int = 1) -> Any:
        """Numbers of `format` as what the user passed, the dtype included."""
        return self.recoded(encoded(numbers, self.format, threads))

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

    def require_output(self, out: object) -> None:
        """TypeError or ValueError unless `out` can hold what `restored` would give."""
        if self.given_as != "array":
            raise TypeError(
                f"out is for NumPy arrays, but x is {_refusals.kind(self.like)}"
            )
        if not isinstance(out, np.ndarray) or isinstance(out, np.ma.MaskedArray):
            raise TypeError(f"out must be a NumPy array, got {_refusals.kind(out)}")
        if (out.dtype, out.shape) != (self.dtype, self.codes.shape):
            order = "" if out.dtype.isnative else " of another byte order"
            raise ValueError(
                f"out must be of {self.dtype.name} and shape {self.codes.shape} as x "
                f"is, got {out.dtype.name}{order} and {out.shape}"
            )
        if not (out.flags.c_contiguous and out.flags.aligned and out.flags.writeable):
            raise ValueError(
                "out must be C-contiguous, aligned and writeable; pass "
                "np.empty(x.shape, x.dtype) or leave it out"
            )

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
        libraries = {"tensor": "torch", "jax": "jnp"}
        library = libraries.get(self.given_as, "np")
        to = "to" if library == "torch" else "astype"
        raise ValueError(
            f"{_torch.name_of(self.dtype)} does not hold every number of {fmt.name}; "
            + remedy.format(dtype=f"{library}.{wide}", to=to)
            + self._how_to_have(wide)
        )

    def _how_to_have(self, dtype: str) -> str:
        if self.given_as != "jax" or dtype != "float64" or _jax.has_64_bits():
            return ""
        return " after jax.config.update('jax_enable_x64', True)"


def take(x: object, name: str, dimensions: int | None = None) -> Numbers:
    """Numbers of the argument `name`, with so many dimensions.

    Raises TypeError if they are of no accepted kind.
    """
    numbers = _taken(x, name)
    shape = numbers.codes.shape
    if dimensions is not None and len(shape) != dimensions:
        raise ValueError(
            f"{name} must have {dimensions} dimension{'' if dimensions == 1 else 's'}, "
            f"got shape {shape}"
        )
    return numbers


def take_wide(
    x: object, name: str, dimensions: int | None = None
) -> NDArray[np.float64]:
    """The numbers of an argument as binary64, for results that are no arrays."""
    return take(x, name, dimensions).widened()


def require_one_library(first: Given, other: Given, names: str) -> None:
    """TypeError if one is a tensor or a JAX array and the other is not."""
    libraries = {"tensor": "a torch tensor", "jax": "a JAX array"}
    what = [libraries.get(n.given_as, "a NumPy array") for n in (first, other)]
    if what[0] != what[1]:
        raise TypeError(
            f"{names} must be of one library, got {what[0]} and {what[1]}; convert one "
            f"of them{_CONVERSIONS[frozenset(what)]}"
        )


_CONVERSIONS = {
    frozenset(("a torch tensor", "a NumPy array")): (
        " with torch.from_numpy or torch.Tensor.numpy"
    ),
    frozenset(("a JAX array", "a NumPy array")): (
        " with jax.numpy.asarray or numpy.asarray"
    ),
    frozenset(("a JAX array", "a torch tensor")): (
        " with torch.from_dlpack or jax.dlpack.from_dlpack"
    ),
}


_PAYLOAD = RoundingRule(nan="payload")


def encoded(numbers: NDArray[np.float64], fmt: Format, threads: int = 1) -> Codes:
    """Codes of numbers of a format, in the smallest integers that hold them."""
    if fmt == _FP64:
        return numbers.view(np.uint64)
    return _core.encode(numbers, fmt, _PAYLOAD, "philox", 0, 0, threads)


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
        got = _refusals.integer(threads)
        raise ValueError(f"threads must be between 1 and 1024, got {got}")
    return int(threads)


def _taken(x: object, name: str) -> Numbers:
    if isinstance(x, np.generic | np.ndarray) and not isinstance(x, np.ma.MaskedArray):
        fmt = STORAGE.get(x.dtype.name)
        if fmt is not None:
            dtype = np.dtype(x.dtype.type)
            return Numbers(contiguous(x), numpy_kind(x), x, fmt, dtype)
    elif _torch.is_tensor(x):
        return _taken_tensor(x, name)
    elif _jax.is_array(x):
        return _taken_jax(x, name)
    elif isinstance(x, int | float) and not isinstance(x, bool):
        value = np.array(_exact_float(x, name))
        return Numbers(value.view(np.uint64), "float", x, _FP64, value.dtype)
    raise TypeError(_refusals.refusal(x, name))


def _taken_tensor(x: Any, name: str) -> Numbers:
    fmt = STORAGE.get(_torch.name_of(x.dtype))
    if fmt is None or _torch.trouble(x, name):
        raise TypeError(_refusals.refusal(x, name))
    return Numbers(_torch.codes_of(x, name), "tensor", x, fmt, x.dtype)


def _taken_jax(x: Any, name: str) -> Numbers:
    fmt = STORAGE.get(x.dtype.name)
    if fmt is None or _jax.trouble(x, name):
        raise TypeError(_refusals.refusal(x, name))
    return Numbers(contiguous(np.asarray(x)), "jax", x, fmt, x.dtype)


def _exact_float(x: int | float, name: str) -> float:
    if isinstance(x, float):
        return x
    try:
        value = float(x)
    except OverflowError:
        value = float("inf")
    if value != x:
        number = _refusals.integer(int(x))
        raise ValueError(
            f"{name} is {number}, which is no binary64 number; pass a float"
        )
    return value
