"""Codes: the bit patterns that stand for numbers."""

from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from halfulp import _core, _jax, _numbers, _refusals, _torch
from halfulp._formats import FormatLike, format
from halfulp._random import Philox, RandomLike, source_for
from halfulp._rounding import rule_of_words
from halfulp._words import InfInput, NanRule, Overflow, Rounding, Subnormals

_UNSIGNED = ("uint8", "uint16", "uint32", "uint64")


def encode(
    x: NDArray[Any] | np.generic | float | _torch.Tensor | _jax.Array,
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
    """The codes of the numbers that `round` would give, of the shape of `x`.

    Unsigned integers of the fewest bits that hold a code, uint8, uint16, uint32 or
    uint64, in an array of the library of `x`; an int if `x` is a float. Arguments and
    errors as of `round`, but that the dtype of `x` need not hold the format.

    >>> encode(np.array([1.0, -2.5]), "e5m2")
    array([ 60, 193], dtype=uint8)
    """
    numbers = _numbers.take(x, "x")
    f = format(fmt)
    rule = rule_of_words(rounding, overflow, subnormals, inf_input, nan, random_bits)
    words = source_for(rule, rounding, random_bits, rng) or Philox(0)
    generator, key, first = words.generator, words.key, words.first_index
    count = _numbers.thread_count(threads)
    wide = numbers.carried(f, count)
    codes = _core.encode(wide, f, rule, generator, key, first, count)
    return numbers.returned(codes)


@overload
def decode(
    codes: NDArray[np.unsignedinteger[Any]], fmt: FormatLike, *, threads: int = ...
) -> NDArray[np.float64]: ...
@overload
def decode(
    codes: np.unsignedinteger[Any], fmt: FormatLike, *, threads: int = ...
) -> np.float64: ...
@overload
def decode(codes: int, fmt: FormatLike, *, threads: int = ...) -> float: ...
@overload
def decode(
    codes: _torch.Tensor | _jax.Array, fmt: FormatLike, *, threads: int = ...
) -> Any: ...
def decode(
    codes: NDArray[Any] | np.unsignedinteger[Any] | int | _torch.Tensor | _jax.Array,
    fmt: FormatLike,
    *,
    threads: int = 1,
) -> Any:
    """The numbers that codes stand for, as float64, of the same shape.

    `codes` is an array of NumPy, JAX or torch of uint8, uint16, uint32 or uint64, or an
    int. NaNs keep sign and payload, and `threads` does not change the result. Raises
    TypeError for other kinds of codes, ValueError for codes that are wider than the
    format or that stand for nothing.

    >>> decode(np.array([0x38, 0x7E, 0x7F], np.uint8), "e4m3fn")
    array([  1., 448.,  nan])
    """
    given = take_codes(codes, "codes")
    count = _numbers.thread_count(threads)
    return given.returned(_core.decode(given.codes, format(fmt), count))


def take_codes(codes: object, name: str) -> _numbers.Given:
    """The codes of the argument `name`; TypeError if they are of no accepted kind."""
    if isinstance(codes, int) and not isinstance(codes, bool):
        if 0 <= codes < 2**64:
            integers = np.array(codes, dtype=np.uint64)
            return _numbers.Given(integers, "float", codes)
        got = _refusals.integer(codes)
        raise ValueError(f"{name} is {got}, which is no unsigned 64-bit integer")
    given = _array_of_codes(codes, name)
    if given is None:
        raise TypeError(_refusals.codes_refusal(codes, _UNSIGNED, name))
    return given


def _array_of_codes(codes: object, name: str) -> _numbers.Given | None:
    """None if it is none, of any library."""
    if isinstance(codes, np.ndarray | np.generic):
        if codes.dtype.name not in _UNSIGNED or isinstance(codes, np.ma.MaskedArray):
            return None
        integers = _numbers.contiguous(codes)
        return _numbers.Given(integers, _numbers.numpy_kind(codes), codes)
    if _torch.is_tensor(codes):
        dtype = _torch.name_of(codes.dtype)
        if dtype not in _UNSIGNED or _torch.trouble(codes, name):
            return None
        return _numbers.Given(_torch.codes_of(codes, name), "tensor", codes)
    if not _jax.is_array(codes) or _jax.trouble(codes, name):
        return None
    if codes.dtype.name not in _UNSIGNED:
        return None
    return _numbers.Given(_numbers.contiguous(np.asarray(codes)), "jax", codes)
