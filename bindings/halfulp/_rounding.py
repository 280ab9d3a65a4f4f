"""Rounding to a format, codes, ulps and neighbours."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

from halfulp import _core, _numbers
from halfulp._core import Format, RoundingRule
from halfulp._formats import FormatLike, format
from halfulp._words import InfInput, NanRule, Overflow, Rounding, Subnormals

# The numbers of one argument: the result has its type, dtype and shape.
X = TypeVar("X", bound=float | np.floating[Any] | NDArray[np.floating[Any]])

# A rule, or the word of its mode, the rest of the rule being the default.
RuleLike: TypeAlias = RoundingRule | Rounding


def rule_of(rule: RuleLike) -> RoundingRule:
    if isinstance(rule, RoundingRule):
        return rule
    if isinstance(rule, str):
        return RoundingRule(rule)
    raise TypeError(
        "a rounding is the word of a mode or a halfulp.RoundingRule; "
        f"got {rule!r} ({type(rule).__name__})"
    )


def _rule_of_words(
    rounding: Rounding,
    overflow: Overflow,
    subnormals: Subnormals,
    inf_input: InfInput,
    nan: NanRule,
) -> RoundingRule:
    words: dict[str, object] = {
        "rounding": rounding,
        "overflow": overflow,
        "subnormals": subnormals,
        "inf_input": inf_input,
        "nan": nan,
    }
    for name, word in words.items():
        if not isinstance(word, str):
            raise TypeError(f"{name} must be a word, got {_numbers.kind(word)}")
    return RoundingRule(
        rounding,
        overflow=overflow,
        subnormals=subnormals,
        inf_input=inf_input,
        nan=nan,
    )


def round(
    x: X,
    fmt: FormatLike,
    rounding: Rounding = "nearest_even",
    *,
    overflow: Overflow = "ieee",
    subnormals: Subnormals = "keep",
    nan: NanRule = "canonical",
    inf_input: InfInput = "nan",
    threads: int = 1,
) -> X:
    """The numbers of a format that the rule gives for `x`: rounded once.

    `x` is a float, or a NumPy array or scalar of float16, float32 or float64 in any
    layout; the result has its type, dtype and shape. The keywords are those of
    `RoundingRule`, and `threads` does not change the result.

    Raises TypeError for other kinds of numbers, ValueError where the dtype of `x` does
    not hold every number of the format, where the format has no NaN or infinity for
    one in `x`, and for unknown words.

    >>> round(1.005, "bf16")
    1.0078125
    >>> round(np.array([1000.0, -0.0], np.float32), "e4m3fn", overflow="saturate")
    array([448.,  -0.], dtype=float32)
    """
    numbers = _numbers.take(x, "x")
    f = format(fmt)
    rule = _rule_of_words(rounding, overflow, subnormals, inf_input, nan)
    _require_holds(numbers, f)
    array = numbers.array
    count = _numbers.thread_count(threads)
    if array.dtype == np.float16:
        wide = _core.round(numbers.widened(), f, rule, count)
        return cast(X, numbers.returned(_numbers.narrow(wide, array.dtype)))
    return cast(X, numbers.returned(_core.round(array, f, rule, count)))


def encode(
    x: NDArray[np.floating[Any]] | np.floating[Any] | float,
    fmt: FormatLike,
    rounding: Rounding = "nearest_even",
    *,
    overflow: Overflow = "ieee",
    subnormals: Subnormals = "keep",
    nan: NanRule = "canonical",
    inf_input: InfInput = "nan",
) -> Any:
    """The codes of the numbers that `round` would give, of the shape of `x`.

    Unsigned integers of the fewest bits that hold a code: uint8, uint16, uint32 or
    uint64; an int if `x` is a float. Arguments and errors as of `round`, but for the
    dtype of `x`, which may be any of the three.

    >>> encode(np.array([1.0, -2.5]), "e5m2")
    array([ 60, 193], dtype=uint8)
    """
    numbers = _numbers.take(x, "x")
    f = format(fmt)
    rule = _rule_of_words(rounding, overflow, subnormals, inf_input, nan)
    rounded = _core.round(numbers.widened(), f, rule, 1)
    if f.width <= 8:
        return numbers.returned(_core.encode_uint8(rounded, f))
    if f.width <= 16:
        return numbers.returned(_core.encode_uint16(rounded, f))
    if f.width <= 32:
        return numbers.returned(_core.encode_uint32(rounded, f))
    return numbers.returned(_core.encode_uint64(rounded, f))


@overload
def decode(
    codes: NDArray[np.unsignedinteger[Any]], fmt: FormatLike
) -> NDArray[np.float64]: ...
@overload
def decode(codes: np.unsignedinteger[Any], fmt: FormatLike) -> np.float64: ...
@overload
def decode(codes: int, fmt: FormatLike) -> float: ...
def decode(codes: NDArray[Any] | np.unsignedinteger[Any] | int, fmt: FormatLike) -> Any:
    """The numbers that codes stand for, as float64, of the same shape.

    `codes` is an array of uint8, uint16, uint32 or uint64, or an int. NaNs keep sign
    and payload. Raises TypeError for other kinds of codes, ValueError for codes that
    are wider than the format or that stand for nothing.

    >>> decode(np.array([0x38, 0x7E, 0x7F], np.uint8), "e4m3fn")
    array([  1., 448.,  nan])
    """
    numbers = _take_codes(codes)
    return numbers.returned(_core.decode(numbers.array, format(fmt)))


def _take_codes(codes: object) -> _numbers.Numbers:
    if isinstance(codes, np.ndarray | np.generic) and not isinstance(
        codes, np.ma.MaskedArray
    ):
        if codes.dtype.kind == "u":
            return _numbers.of_array(codes)
        bits = 8 * codes.dtype.itemsize
        remedy = f"; if these are codes, pass codes.view(np.uint{bits})"
        what = f"a NumPy array of {codes.dtype.name}"
    else:
        if isinstance(codes, int) and not isinstance(codes, bool):
            if 0 <= codes < 2**64:
                return _numbers.Numbers(np.array(codes, dtype=np.uint64), "float")
            raise ValueError(f"codes is {codes}, which is no unsigned 64-bit integer")
        remedy = ""
        what = f"{codes!r} ({type(codes).__name__})"
    raise TypeError(
        "codes must be an int or a NumPy array of uint8, uint16, uint32 or uint64, "
        f"got {what}{remedy}"
    )


def ulp(x: X, fmt: FormatLike) -> X:
    """The unit in the last place of a format at `x`, element by element.

    The gap between the numbers of the format in the binade of |x|: that of the
    subnormal numbers below it and at zero, that of the top binade beyond the largest
    number; NaN for a NaN or an infinity. Types and errors as of `round`.

    >>> ulp(1.0, "bf16"), ulp(0.0, "bf16")
    (0.0078125, 9.183549615799121e-41)
    """
    return _neighbour(_core.ulp, x, fmt)


def next_up(x: X, fmt: FormatLike) -> X:
    """The least number of a format, infinities included, that is greater than `x`.

    `x` need not be a number of the format. NaN where there is none and for a NaN; the
    successor of the negative number next to zero is -0 where the format has one (IEEE
    754-2019, 5.3.1). Types and errors as of `round`.

    >>> next_up(1.0, "bf16"), next_up(65504.0, "fp16")
    (1.0078125, inf)
    """
    return _neighbour(_core.next_up, x, fmt)


def next_down(x: X, fmt: FormatLike) -> X:
    """The greatest number of a format that is less than `x`: see `next_up`.

    >>> next_down(1.0, "bf16")
    0.99609375
    """
    return _neighbour(_core.next_down, x, fmt)


def _neighbour(
    function: Callable[[NDArray[np.float64], Format], NDArray[np.float64]],
    x: X,
    fmt: FormatLike,
) -> X:
    numbers = _numbers.take(x, "x")
    f = format(fmt)
    _require_holds(numbers, f)
    result = _numbers.narrow(function(numbers.widened(), f), numbers.array.dtype)
    return cast(X, numbers.returned(result))


def _require_holds(numbers: _numbers.Numbers, f: Format) -> None:
    _numbers.require_storage(numbers.array.dtype, f, "pass x.astype({dtype})")
