"""What is said of arguments that are no numbers the package takes."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfulp import _torch


def refusal(x: object, name: str, dtypes: Sequence[str]) -> str:
    """That `name` is not what it must be, and the remedy."""
    *most, last = dtypes
    expected = (
        "a float, or a NumPy array or a torch tensor on the CPU of "
        f"{', '.join(most)} or {last}"
    )
    return f"{name} must be {expected}, got {kind(x)}; {_remedy(x, name)}"


def codes_refusal(x: object, dtypes: Sequence[str]) -> str:
    """That `codes` are not what they must be, and the remedy."""
    *most, last = dtypes
    remedy = ""
    if isinstance(x, np.ma.MaskedArray):
        remedy = "; " + _remedy(x, "codes")
    elif isinstance(x, np.ndarray | np.generic):
        bits = 8 * x.dtype.itemsize
        remedy = f"; if these are codes, pass codes.view(np.uint{bits})"
    elif _torch.is_tensor(x):
        found = _torch.trouble(x, "codes")
        bits = 8 * x.element_size()
        view = f"if these are codes, pass codes.view(torch.uint{bits})"
        remedy = "; " + (found[1] if found else view)
    return (
        "codes must be an int, or a NumPy array or a torch tensor on the CPU of "
        f"{', '.join(most)} or {last}, got {kind(x)}{remedy}"
    )


def kind(x: object) -> str:
    """What an argument is, shortly."""
    if isinstance(x, np.ndarray):
        masked = "masked " if isinstance(x, np.ma.MaskedArray) else ""
        return f"a {masked}NumPy array of {x.dtype.name}"
    if isinstance(x, np.generic):
        return f"{x!r} (NumPy scalar of {x.dtype.name})"
    if _torch.is_tensor(x):
        return _tensor_kind(x)
    text = repr(x)
    return f"{text if len(text) <= 40 else text[:37] + '...'} ({type(x).__name__})"


def _tensor_kind(x: Any) -> str:
    found = _torch.trouble(x, "x")
    return found[0] if found else f"a torch tensor of {_torch.name_of(x.dtype)}"


def _remedy(x: object, name: str) -> str:
    if isinstance(x, np.ma.MaskedArray):
        return f"replace what is masked: {name}.filled(value)"
    if isinstance(x, np.ndarray | np.generic):
        if x.dtype.kind == "c":
            return _parts(name)
        if x.dtype.kind in "OSUMmV" and not _is_ml_dtypes(x):
            return "pass numbers"
        if _is_ml_dtypes(x):
            return f"convert it: {name}.astype(np.float32) holds its numbers"
        return f"convert it: {name}.astype(np.float64)"
    if _torch.is_tensor(x):
        return _tensor_remedy(x, name)
    if isinstance(x, list | tuple):
        return f"make it an array: np.asarray({name}, dtype=np.float64)"
    if hasattr(x, "__array__"):
        return f"make it a NumPy array: np.asarray({name})"
    return f"convert it: float({name})" if isinstance(x, bool) else "convert it first"


def _is_ml_dtypes(x: NDArray[Any] | np.generic) -> bool:
    return x.dtype.type.__module__ == "ml_dtypes"


def _tensor_remedy(x: Any, name: str) -> str:
    found = _torch.trouble(x, name)
    if found:
        return found[1]
    if x.dtype.is_complex:
        return _parts(name)
    if x.dtype.is_floating_point:
        return f"convert it: {name}.to(torch.float32) holds its numbers"
    return f"convert it: {name}.to(torch.float64)"


def _parts(name: str) -> str:
    return f"pass {name}.real and {name}.imag one by one"
