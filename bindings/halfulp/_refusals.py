"""What is said of arguments that are no numbers the package takes."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfulp import _jax, _torch


def refusal(x: object, name: str) -> str:
    """That `name` is not what it must be, and the remedy."""
    expected = (
        "a float, or an array of NumPy or JAX or a torch tensor on the CPU of float16, "
        "bfloat16, float32, float64 or a float8, float6 or float4 of ml_dtypes"
    )
    return f"{name} must be {expected}, got {kind(x)}; {_remedy(x, name)}"


def codes_refusal(x: object, dtypes: Sequence[str], name: str = "codes") -> str:
    """That codes, the argument `name`, are not what they must be, and the remedy."""
    *most, last = dtypes
    remedy = ""
    if isinstance(x, np.ma.MaskedArray):
        remedy = "; " + _remedy(x, name)
    elif isinstance(x, np.ndarray | np.generic):
        bits = 8 * x.dtype.itemsize
        remedy = f"; if these are codes, pass {name}.view(np.uint{bits})"
    elif _torch.is_tensor(x):
        found = _torch.trouble(x, name)
        bits = 8 * x.element_size()
        view = f"if these are codes, pass {name}.view(torch.uint{bits})"
        remedy = "; " + (found[1] if found else view)
    elif _jax.is_array(x):
        found = _jax.trouble(x, name)
        view = f"if these are codes, pass {name}.view(jnp.uint{8 * x.dtype.itemsize})"
        remedy = "; " + (found[1] if found else view)
    return (
        f"{name} must be an int, or an array of NumPy or JAX or a torch tensor on the "
        "CPU of "
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
    if _jax.is_array(x):
        trouble = _jax.trouble(x, "x")
        return trouble[0] if trouble else f"a JAX array of {x.dtype.name}"
    if isinstance(x, int):
        return f"{integer(x)} ({type(x).__name__})"
    text = repr(x)
    return f"{text if len(text) <= 40 else text[:37] + '...'} ({type(x).__name__})"


def integer(x: int | np.integer[Any]) -> str:
    """An int in digits, unless they are many: Python writes some thousand at most."""
    bits = int(x).bit_length()
    return str(x) if bits <= 128 else f"an int of {bits} bits"


def _tensor_kind(x: Any) -> str:
    found = _torch.trouble(x, "x")
    return found[0] if found else f"a torch tensor of {_torch.name_of(x.dtype)}"


def _remedy(x: object, name: str) -> str:
    if isinstance(x, np.ma.MaskedArray):
        return f"replace what is masked: {name}.filled(value)"
    if isinstance(x, np.ndarray | np.generic):
        if x.dtype.kind == "c":
            return _parts(name)
        if x.dtype.kind in "SUMmV" and not _is_ml_dtypes(x):
            return "pass numbers"
        if _is_ml_dtypes(x):
            return f"convert it: {name}.astype(np.float32) holds its numbers"
        exact = _exactness(x.dtype.name, 53)
        return f"convert it: {name}.astype(np.float64){exact}"
    if _torch.is_tensor(x):
        return _tensor_remedy(x, name)
    if _jax.is_array(x):
        return _jax_remedy(x, name)
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
    return (
        f"convert it: {name}.to(torch.float64){_exactness(_torch.name_of(x.dtype), 53)}"
    )


def _jax_remedy(x: Any, name: str) -> str:
    found = _jax.trouble(x, name)
    if found:
        return found[1]
    if x.dtype.name.startswith("complex"):
        return _parts(name)
    return f"convert it: {name}.astype(jnp.float32){_exactness(x.dtype.name, 24)}"


def _exactness(dtype: str, precision: int) -> str:
    """What a conversion to so many significand bits does to numbers of a dtype."""
    integer = re.fullmatch(r"u?int(\d+)", dtype)
    if integer:
        exact = int(integer[1]) <= precision
        return "" if exact else f", exact up to 2**{precision} in magnitude"
    return ", which rounds a first time" if dtype.startswith("float") else ""


def _parts(name: str) -> str:
    return f"pass {name}.real and {name}.imag one by one"


def whole_number(x: object, name: str) -> int:
    """An argument that is an int; TypeError naming it if it is none."""
    if isinstance(x, bool) or not isinstance(x, int | np.integer):
        raise TypeError(f"{name} must be an int, got {kind(x)}")
    if not -(2**31) <= x < 2**31:
        raise ValueError(f"{name} is {x}, which is no 32-bit integer")
    return int(x)
