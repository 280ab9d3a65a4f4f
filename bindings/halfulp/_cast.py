"""Numbers of a format in the dtype that is the format."""

from dataclasses import replace
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from halfulp import _jax, _numbers, _torch
from halfulp._core import Format
from halfulp._formats import FormatLike, format
from halfulp._random import RandomLike, source_for
from halfulp._rounding import rounded, rule_of_words
from halfulp._words import InfInput, NanRule, Overflow, Rounding, Subnormals

Foreign = TypeVar("Foreign", bound=_torch.Tensor | _jax.Array)


@overload
def cast(
    x: Foreign,
    fmt: FormatLike,
    rounding: Rounding = ...,
    *,
    overflow: Overflow = ...,
    subnormals: Subnormals = ...,
    nan: NanRule = ...,
    inf_input: InfInput = ...,
    random_bits: int | None = ...,
    rng: RandomLike | None = ...,
    threads: int = ...,
) -> Foreign: ...
@overload
def cast(
    x: NDArray[Any] | np.generic | float,
    fmt: FormatLike,
    rounding: Rounding = ...,
    *,
    overflow: Overflow = ...,
    subnormals: Subnormals = ...,
    nan: NanRule = ...,
    inf_input: InfInput = ...,
    random_bits: int | None = ...,
    rng: RandomLike | None = ...,
    threads: int = ...,
) -> Any: ...
def cast(
    x: Any,
    fmt: FormatLike,
    rounding: Rounding = "nearest_even",
    *,
    overflow: Overflow = "ieee",
    subnormals: Subnormals = "keep",
    nan: NanRule = "canonical",
    inf_input: InfInput = "nan",
    random_bits: int | None = None,
    rng: RandomLike | None = None,
    threads: int = 1,
) -> Any:
    """The numbers that `round` would give, in the dtype that is the format.

    An array of the library and shape of `x`: for NumPy of NumPy's own dtype or that of
    ml_dtypes, for JAX of the same, for torch of torch's; a NumPy scalar if `x` is a
    float. Arguments and errors as of `round`, but that the dtype of `x` need not hold
    the format. Raises ValueError where the library has no such dtype: `encode` gives
    codes of any format, `round` its numbers in the dtype of `x`.

    >>> cast(np.array([0.1, 1000.0]), "e4m3fn", overflow="saturate").dtype.name
    'float8_e4m3fn'
    """
    numbers = _numbers.take(x, "x")
    f = format(fmt)
    rule = rule_of_words(rounding, overflow, subnormals, inf_input, nan, random_bits)
    out = numbers.of_dtype(_dtype_of(f, numbers.given_as))
    if out.given_as == "float":
        out = replace(out, given_as="scalar")
    count = _numbers.thread_count(threads)
    source = source_for(rule, rounding, random_bits, rng)
    result = rounded(numbers.widened(count), f, rule, source, count)
    return out.restored(result, count)


def _dtype_of(f: Format, given_as: _numbers.GivenAs) -> str:
    """The name of the dtype of a library that is a format."""
    libraries = {"tensor": "torch", "jax": "JAX"}
    library = libraries.get(given_as, "NumPy with ml_dtypes")
    for name, fmt in _numbers.STORAGE.items():
        if fmt == f and _has(library, name):
            return name
    raise ValueError(
        f"{library} has no dtype that is {f.name}; halfulp.encode(x, {f.name!r}) gives "
        f"its codes, halfulp.round(x, {f.name!r}) its numbers in the dtype of x"
    )


def _has(library: str, dtype: str) -> bool:
    if library == "torch":
        return _torch.has_dtype(dtype)
    if library == "JAX":
        return _jax.has_dtype(dtype)
    import ml_dtypes  # adds its names to NumPy's

    return hasattr(ml_dtypes, dtype) or hasattr(np, dtype)
