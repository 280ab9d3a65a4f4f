"""What a user may pass as numbers, and the arrays that the compiled module takes.

Accepted are Python floats, ints that binary64 holds, and NumPy arrays and scalars of
float16, float32 and float64 in any layout and byte order. All else raises TypeError:
nothing is converted that could lose something.

Binary16 and binary32 numbers become binary64 by their codes, in C++, by integer
arithmetic: NumPy's own conversion flushes subnormal numbers to zero where another
library has switched the processor to doing so.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from halfulp import _core
from halfulp._core import Format

# The dtypes that hold numbers, the narrowest first, and the formats that they are.
STORAGE = {
    np.dtype(name): _core.format_named(name)
    for name in ("float16", "float32", "float64")
}


@dataclass(frozen=True)
class Numbers:
    """The numbers that a user passed, as an array the compiled module could take."""

    array: NDArray[Any]  # contiguous, aligned, in native byte order
    given_as: Literal["float", "scalar", "array"]

    def widened(self) -> NDArray[np.float64]:
        """The same numbers as binary64, NaN payloads included."""
        return widen(self.array)

    def returned(self, array: NDArray[Any]) -> Any:
        """`array` as what the user passed: a Python or NumPy scalar, or an array."""
        if self.given_as == "float":
            return array.item()
        return array[()] if self.given_as == "scalar" else array


def take(x: object, name: str) -> Numbers:
    """Numbers of the argument `name`; TypeError if they are of no accepted kind."""
    if isinstance(x, np.generic | np.ndarray) and not isinstance(x, np.ma.MaskedArray):
        if np.dtype(x.dtype.type) not in STORAGE:
            raise TypeError(_refusal(x, name))
        return of_array(x)
    if isinstance(x, float):
        return Numbers(np.array(x, dtype=np.float64), "float")
    if isinstance(x, int) and not isinstance(x, bool):
        return Numbers(np.array(_exact_float(x, name)), "float")
    raise TypeError(_refusal(x, name))


def of_array(x: NDArray[Any] | np.generic) -> Numbers:
    """The elements in native byte order, aligned and contiguous; 0-d stays 0-d."""
    native = x.dtype.newbyteorder("=")
    array = np.require(x, dtype=native, requirements=["C", "A"]).view(np.ndarray)
    return Numbers(array, "scalar" if isinstance(x, np.generic) else "array")


def take_wide(
    x: object, name: str, dimensions: int | None = None
) -> NDArray[np.float64]:
    """The numbers of an array argument as binary64, with so many dimensions."""
    array = take(x, name).widened()
    if dimensions is not None and array.ndim != dimensions:
        raise ValueError(
            f"{name} must have {dimensions} dimension{'s'[: dimensions - 1]}, "
            f"got shape {array.shape}"
        )
    return array


def widen(array: NDArray[Any]) -> NDArray[np.float64]:
    if array.dtype == np.float64:
        return array
    codes = array.view(f"u{array.dtype.itemsize}")
    return _core.decode(codes, STORAGE[array.dtype])


def narrow(array: NDArray[np.float64], dtype: np.dtype[Any]) -> NDArray[Any]:
    """The inverse of widen: `dtype` must hold every number in the array."""
    if dtype == np.float16:
        return _core.encode_uint16(array, STORAGE[dtype]).view(dtype)
    if dtype == np.float32:
        return _core.encode_uint32(array, STORAGE[dtype]).view(dtype)
    return array


def require_storage(dtype: np.dtype[Any], fmt: Format, remedy: str) -> None:
    """ValueError unless `dtype` holds every number of `fmt`.

    `remedy` says what to do with {dtype}, the narrowest dtype that does.
    """
    if _core.holds_all_of(STORAGE[dtype], fmt):
        return
    wide = next(d for d, f in STORAGE.items() if _core.holds_all_of(f, fmt))
    raise ValueError(
        f"{dtype} does not hold every number of {fmt.name}; "
        + remedy.format(dtype=f"np.{wide}")
    )


def thread_count(threads: object) -> int:
    """`threads` as the compiled module takes it; TypeError or ValueError naming it."""
    if isinstance(threads, bool) or not isinstance(threads, int | np.integer):
        raise TypeError(f"threads must be an int, got {kind(threads)}")
    if not 1 <= threads <= 1024:
        raise ValueError(f"threads must be between 1 and 1024, got {threads}")
    return int(threads)


def _exact_float(x: int, name: str) -> float:
    try:
        value = float(x)
    except OverflowError:
        value = float("inf")
    if value != x:
        raise ValueError(f"{name} is {x}, which is no binary64 number; pass a float")
    return value


def _refusal(x: object, name: str) -> str:
    expected = "a float or a NumPy array of float16, float32 or float64"
    return f"{name} must be {expected}, got {kind(x)}; {_remedy(x, name)}"


def kind(x: object) -> str:
    if isinstance(x, np.ndarray):
        masked = "masked " if isinstance(x, np.ma.MaskedArray) else ""
        return f"a {masked}NumPy array of {x.dtype.name}"
    if isinstance(x, np.generic):
        return f"{x!r} (NumPy scalar of {x.dtype.name})"
    text = repr(x)
    return f"{text if len(text) <= 40 else text[:37] + '...'} ({type(x).__name__})"


def _remedy(x: object, name: str) -> str:
    if isinstance(x, np.ma.MaskedArray):
        return f"replace what is masked: {name}.filled(value)"
    if isinstance(x, np.ndarray | np.generic):
        if x.dtype.kind == "c":
            return f"pass {name}.real and {name}.imag one by one"
        if x.dtype.type.__module__ == "ml_dtypes":
            return f"convert it: {name}.astype(np.float32) holds its numbers"
        return f"convert it: {name}.astype(np.float64)"
    if isinstance(x, list | tuple):
        return f"make it an array: np.asarray({name}, dtype=np.float64)"
    return f"convert it: float({name})" if isinstance(x, bool) else "convert it first"
