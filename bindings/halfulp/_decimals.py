"""Numbers as text: exact decimals, hexadecimal, and the shortest that reads back."""

import math
from decimal import Decimal
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from halfulp import _core, _numbers
from halfulp._formats import FormatLike, format


@overload
def shortest_decimal(x: float | np.generic, fmt: FormatLike) -> str: ...
@overload
def shortest_decimal(x: NDArray[Any], fmt: FormatLike) -> NDArray[np.str_]: ...
def shortest_decimal(x: Any, fmt: FormatLike) -> Any:
    """The shortest decimal that reads back as `x`, a number of a format.

    Of the decimals that `nearest_even` rounds to `x`, once, those with the fewest
    digits, and of these the closest to `x`; numbers round as if the format had no
    largest one. For "fp64" it is `repr(x)`, for "fp32" and "fp16" it has the digits of
    NumPy's `str(x)`. A str, or a NumPy array of them where `x` is an array.

    Raises ValueError if the format does not hold `x`: round first. TypeError as of
    `round`.

    >>> shortest_decimal(0.10009765625, "bf16"), shortest_decimal(448.0, "e4m3fn")
    ('0.1', '450.0')
    """
    numbers = _numbers.take(x, "x")
    f = format(fmt)
    texts = np.array(_core.shortest_decimals(numbers.widened(), f), np.str_)
    if numbers.given_as in ("float", "scalar"):
        return str(texts[0])
    return texts.reshape(numbers.codes.shape)


def exact_decimal(x: float) -> str:
    """All digits of a binary64 number.

    >>> exact_decimal(0.1)
    '0.1000000000000000055511151231257827021181583404541015625'
    >>> exact_decimal(2.0**-30), exact_decimal(-0.0), exact_decimal(float("inf"))
    ('9.31322574615478515625e-10', '-0', 'inf')
    """
    if not math.isfinite(x):
        return str(x)
    if x == 0 or 1e-5 <= abs(x) < 1e17:
        return f"{Decimal(x):f}"
    exact = Decimal(x)
    text = "".join(map(str, exact.as_tuple().digits)).rstrip("0")
    fraction = f".{text[1:]}" if text[1:] else ""
    return f"{'-' if x < 0 else ''}{text[0]}{fraction}e{exact.adjusted():+03d}"


def hex_float(x: float) -> str:
    """C99's hexadecimal, without zeros at the end.

    >>> hex_float(0.1), hex_float(-3.0), hex_float(0.0)
    ('0x1.999999999999ap-4', '-0x1.8p+1', '0x0p+0')
    """
    if not math.isfinite(x):
        return str(x)
    significand, p, exponent = x.hex().partition("p")
    if "." in significand:
        significand = significand.rstrip("0").rstrip(".")
    return significand + p + exponent


def cut(decimal: str, most: int) -> str:
    """A decimal of at most so many characters, "…" for the digits that are left out.

    >>> cut("0.1000000000000000055511", 12), cut("1.23456789e-38", 10)
    ('0.100000000…', '1.234…e-38')
    """
    if len(decimal) <= most:
        return decimal
    digits, e, exponent = decimal.partition("e")
    return digits[: most - 1 - len(e + exponent)] + "…" + e + exponent


def label(x: float) -> str:
    """A number within a sentence: its decimal where that is short, or a power of two.

    >>> label(0.375), label(2.0**-126), label(3.4028234663852886e38)
    ('0.375', '2^-126', '3.40282346638528…e+38')
    """
    decimal = exact_decimal(x)
    if len(decimal) <= 20 or not math.isfinite(x):
        return decimal
    significand, exponent = math.frexp(x)
    if abs(significand) == 0.5:
        return f"{'-' if x < 0 else ''}2^{exponent - 1}"
    return cut(decimal, 21)
