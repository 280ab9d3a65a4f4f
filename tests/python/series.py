"""Enclosures of elementary functions by exact rationals: series with their remainders.

Each function takes a rational |x| <= 8 and returns (low, high) around the exact value,
2^-160 or less apart. Terms of the series at least halve once they are below SMALL, so
what is left out is less than 2 SMALL; the slack added covers it and the roundings to
2^-400.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isqrt

Enclosure = tuple[Fraction, Fraction]

SMALL = Fraction(1, 2**220)


def summed(terms: Iterator[Fraction]) -> Enclosure:
    total = Fraction(0)
    for term in terms:
        if abs(term) < SMALL:
            break
        total += term
        total = Fraction(round(total * 2**400), 2**400)  # keeps the fractions short
    return total - Fraction(1, 2**200), total + Fraction(1, 2**200)


def exp(x: Fraction) -> Enclosure:
    def terms() -> Iterator[Fraction]:
        term, n = Fraction(1), 0
        while True:
            yield term
            n += 1
            term = term * x / n

    return summed(terms())


def trigonometric(x: Fraction, first: int) -> Enclosure:
    def terms() -> Iterator[Fraction]:
        term, n = x**first, first
        while True:
            yield term
            term = -term * x * x / ((n + 1) * (n + 2))
            n += 2

    return summed(terms())


def sin(x: Fraction) -> Enclosure:
    return trigonometric(x, 1)


def cos(x: Fraction) -> Enclosure:
    return trigonometric(x, 0)


def artanh(t: Fraction) -> Enclosure:
    def terms() -> Iterator[Fraction]:
        power, n = t, 1
        while True:
            yield power / n
            power *= t * t
            n += 2

    return summed(terms())


def log(x: Fraction) -> Enclosure:
    halvings = 0
    while x > Fraction(3, 2):
        x, halvings = x / 2, halvings + 1
    while x < Fraction(3, 4):
        x, halvings = x * 2, halvings - 1
    parts = artanh((x - 1) / (x + 1)), artanh(Fraction(1, 3))  # 2 artanh(1/3) = log 2
    middle = sum(parts[0], Fraction(0)) + halvings * sum(parts[1], Fraction(0))
    return middle - Fraction(1, 2**190), middle + Fraction(1, 2**190)


def tanh(x: Fraction) -> Enclosure:
    low, high = exp(2 * x)
    return (low - 1) / (low + 1), (high - 1) / (high + 1)


def pi() -> Enclosure:
    """Machin: pi = 16 arctan(1/5) - 4 arctan(1/239)."""

    def arctan(t: Fraction) -> Enclosure:
        def terms() -> Iterator[Fraction]:
            power, n = t, 1
            while True:
                yield power / n
                power *= -t * t
                n += 2

        return summed(terms())

    a, b = arctan(Fraction(1, 5)), arctan(Fraction(1, 239))
    return 16 * a[0] - 4 * b[1], 16 * a[1] - 4 * b[0]


def erf(x: Fraction) -> Enclosure:
    def terms() -> Iterator[Fraction]:
        power, n = x, 0
        while True:
            yield power / (2 * n + 1)
            n += 1
            power = -power * x * x / n

    low, high = summed(terms())
    # erf = 2 / sqrt(pi) * sum; the root of a rational to 2^-200.
    middle = (low + high) / 2
    square = sum(pi(), Fraction(0)) / 2
    scale = 2**400
    root = Fraction(isqrt(int(square * scale)), isqrt(scale))
    value = 2 * middle / root
    return value - Fraction(1, 2**180), value + Fraction(1, 2**180)


def erfc(x: Fraction) -> Enclosure:
    low, high = erf(x)
    return 1 - high, 1 - low


def gelu(x: Fraction) -> Enclosure:
    """x * (1 + erf(x / sqrt(2))) / 2, the root taken to 2^-200."""
    root = Fraction(isqrt(2 * 2**400), 2**200)
    ends = [x * (1 + end) / 2 for end in erf(x / root)]
    slack = Fraction(1, 2**170)
    return min(ends) - slack, max(ends) + slack


def gelu_tanh(x: Fraction) -> Enclosure:
    """With 0.044715 the decimal and sqrt(2/pi) to 2^-190."""
    square = 2 / (sum(pi(), Fraction(0)) / 2)
    root = Fraction(isqrt(int(square * 2**400)), 2**200)
    ends = [x * (1 + t) / 2 for t in tanh(root * (x + Fraction("0.044715") * x**3))]
    slack = Fraction(1, 2**170)
    return min(ends) - slack, max(ends) + slack


FUNCTIONS: dict[str, Callable[[Fraction], Enclosure]] = {
    "exp": exp,
    "log": log,
    "sin": sin,
    "cos": cos,
    "tanh": tanh,
    "erf": erf,
    "erfc": erfc,
    "gelu_erf": gelu,
    "gelu_tanh": gelu_tanh,
}
