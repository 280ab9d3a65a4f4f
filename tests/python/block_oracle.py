"""Block formats by exact rationals, from the words of their sources.

Elements and scales are lists of numbers here, and rounding is a search in them; nothing
is asked of the library.
"""

import bisect
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

HALF = Fraction(1, 2)


def floats(exponent_bits: int, fraction_bits: int, bias: int) -> list[Fraction]:
    """The magnitudes of all codes without sign, in order, as if none was special."""
    values = []
    for code in range(2 ** (exponent_bits + fraction_bits)):
        e, f = divmod(code, 2**fraction_bits)
        subnormal = e == 0
        significand = f if subnormal else 2**fraction_bits + f
        exponent = max(e, 1) - bias - fraction_bits
        values.append(significand * Fraction(2) ** exponent)
    return values


def floor_log2(x: Fraction) -> int:
    e = x.numerator.bit_length() - x.denominator.bit_length()
    return e if Fraction(2) ** e <= x else e - 1


def ceil_log2(x: Fraction) -> int:
    e = floor_log2(x)
    return e if Fraction(2) ** e == x else e + 1


@dataclass(frozen=True)
class Elements:
    """Magnitudes by code; nothing beyond the last one is a number."""

    magnitudes: list[Fraction]
    precision: int
    width: int
    twos_complement: bool = False
    # The codes of +infinity and of NaN, without sign.
    infinity: int | None = None
    nan: int | None = None

    @property
    def max(self) -> Fraction:
        return self.magnitudes[-1]

    @property
    def emax(self) -> int:
        """Of the largest power of two among the positive numbers."""
        return floor_log2(self.max)

    def signed(self, code: int, negative: bool) -> int:
        if self.twos_complement:
            return (2**self.width - code) % 2**self.width if negative else code
        return code | (2 ** (self.width - 1) if negative else 0)

    def rounded(self, x: Fraction, negative: bool, mode: str) -> int:
        """The code of x, saturating; `negative` tells the sign of a zero."""
        magnitudes = self.magnitudes
        if self.twos_complement and negative:
            last = magnitudes[-1]
            magnitudes = [*magnitudes, last + (last - magnitudes[-2])]
        code = bisect.bisect_right(magnitudes, abs(x)) - 1
        if code < len(magnitudes) - 1:
            below, above = magnitudes[code], magnitudes[code + 1]
            part = (abs(x) - below) / (above - below)
            up = {
                "nearest_even": part > HALF or (part == HALF and code % 2 == 1),
                "nearest_away": part >= HALF,
                "nearest_toward_zero": part > HALF,
                "toward_zero": False,
                "away": part > 0,
                "up": part > 0 and not negative,
                "down": part > 0 and negative,
                "odd": part > 0 and code % 2 == 0,
            }[mode]
            code += up
        return self.signed(code, negative)

    def value(self, code: int) -> Fraction:
        if self.twos_complement:
            negative = code >> (self.width - 1)
            return self.magnitudes[1] * (code - (negative << self.width))
        sign, index = divmod(code, 1 << (self.width - 1))
        return -self.magnitudes[index] if sign else self.magnitudes[index]


E8M0 = [Fraction(2) ** e for e in range(-127, 128)]  # 0xFF is NaN
UE4M3 = floats(4, 3, 7)[:-1]  # 0x7F is NaN
E6M2 = [(4 + m) * Fraction(2) ** (e - 50) for e in range(64) for m in range(4)][:-1]
E2M1 = Elements(floats(2, 1, 1), 2, 4)
S1P2 = Elements([Fraction(m, 4) for m in range(8)], 3, 4)


@dataclass(frozen=True)
class Blocks:
    elements: Elements
    size: int
    scales: list[Fraction]
    rule: str = "floor"
    # The tensor scale is amax / this; None: there is none.
    tensor: Fraction | None = None
    # Groups with a micro-exponent of one bit.
    groups: tuple[int, ...] = ()
    mode: str = "nearest_even"
    division: str = "exact"

    @property
    def nan_scale(self) -> int:
        return 0x7F if self.scales is UE4M3 else 0xFF

    @property
    def emax(self) -> int:
        return self.elements.emax + len(self.groups)

    @property
    def max(self) -> Fraction:
        return self.elements.max * (1 << len(self.groups))

    @property
    def smallest(self) -> int:
        """The code of the smallest positive scale."""
        return 0 if self.scales[0] > 0 else 1


# OCP MX 1.0, tables 1 to 5: FP8 E5M2 has infinities and NaNs at 0x7C and above, E4M3 a
# NaN at 0x7F. NVFP4: 16 elements E2M1, a scale E4M3, a binary32 scale for the tensor.
# HiFloat4: 64 elements S1P2, a scale E6M2, one bit more for each 8 and each 4 of them.
BLOCKS = {
    "mxfp8_e5m2": Blocks(
        Elements(floats(5, 2, 15)[:0x7C], 3, 8, infinity=0x7C, nan=0x7E), 32, E8M0
    ),
    "mxfp8_e4m3": Blocks(Elements(floats(4, 3, 7)[:0x7F], 4, 8, nan=0x7F), 32, E8M0),
    "mxint8": Blocks(
        Elements([Fraction(m, 64) for m in range(128)], 7, 8, twos_complement=True),
        32,
        E8M0,
    ),
    "bfp8_b": Blocks(Elements([Fraction(m, 64) for m in range(128)], 7, 8), 16, E8M0),
    "mxfp6_e3m2": Blocks(Elements(floats(3, 2, 3), 3, 6), 32, E8M0),
    "mxfp6_e2m3": Blocks(Elements(floats(2, 3, 1), 4, 6), 32, E8M0),
    "mxfp4": Blocks(E2M1, 32, E8M0),
    "nvfp4": Blocks(E2M1, 16, UE4M3, "nearest", Fraction(6 * 448)),
    "nvfp4_4over6": Blocks(E2M1, 16, UE4M3, "four_over_six", Fraction(6 * 256)),
    "hif4": Blocks(
        *(S1P2, 64, E6M2, "nearest_bfloat16", None, (8, 4)),
        *("nearest_away", "reciprocal_bfloat16"),
    ),
}


def to_binary32(x: Fraction, precision: int = 24) -> Fraction:
    """To nearest even, to the largest number beyond it; x >= 0."""
    if x == 0:
        return x
    quantum = Fraction(2) ** (max(floor_log2(x), -126) - precision + 1)
    below = x // quantum
    rest = x / quantum - below
    rounded = (below + (rest > HALF or (rest == HALF and below % 2 == 1))) * quantum
    return min(rounded, (2 - Fraction(2) ** (1 - precision)) * 2**127)


def to_bfloat16(x: Fraction) -> Fraction:
    return to_binary32(x, 8)


def tensor_scale(amax: Fraction, f: Blocks) -> Fraction:
    if f.tensor is None or amax == 0:
        return Fraction(1)
    return max(to_binary32(amax / f.tensor), Fraction(2) ** -149)


def nearest_scale(x: Fraction, f: Blocks) -> int:
    """The code, from that of the smallest positive scale."""
    candidates = range(f.smallest, len(f.scales))
    return min(candidates, key=lambda code: (abs(f.scales[code] - x), code % 2))


def power_of_two_scale(e: int, f: Blocks) -> int:
    wanted = Fraction(2) ** e
    if wanted >= f.scales[-1]:
        return len(f.scales) - 1
    if wanted <= f.scales[f.smallest]:
        return f.smallest
    return f.scales.index(wanted)


def scale_code(amax: Fraction, t: Fraction, f: Blocks, rule: str) -> int:
    """Of a block whose largest magnitude is not zero; t is the tensor scale."""
    if rule == "nearest_bfloat16":
        wanted = to_bfloat16(amax * to_bfloat16(1 / (f.max * t)))
        return nearest_scale(wanted, f)
    amax = amax / t
    if rule == "nearest":
        return nearest_scale(amax / f.max, f)
    if rule == "round_up":
        return power_of_two_scale(ceil_log2(amax / f.max), f)
    if rule == "ceil":
        return power_of_two_scale(ceil_log2(amax) - f.emax, f)
    if rule == "even":
        unit = Fraction(2) ** (floor_log2(amax) - f.elements.precision + 1)
        below = amax // unit
        rest = amax / unit - below
        amax = (below + (rest > HALF or (rest == HALF and below % 2 == 1))) * unit
    return power_of_two_scale(floor_log2(amax) - f.emax, f)


@dataclass
class Quantized:
    codes: list[int] = field(default_factory=list)
    scale: int = 0
    # Of each level the bits, group by group; and of each number what they multiply.
    micro: list[list[int]] = field(default_factory=list)
    factors: list[int] = field(default_factory=list)


def over(v: float, s: Fraction, division: str) -> Fraction:
    """The magnitude that is rounded to an element, s being its scales."""
    x = abs(Fraction(v))
    if division == "exact":
        return x / s
    if division == "reciprocal_bfloat16":
        return x * to_bfloat16(1 / s)
    rounded = to_binary32(s)
    inverse = to_binary32(1 / rounded) if rounded else to_binary32(Fraction(2) ** 200)
    return to_binary32(x * inverse)


def micro_exponents(
    x: Sequence[float], s: Fraction, f: Blocks, division: str
) -> tuple[list[list[int]], list[int]]:
    """HiFloat4: 1 iff a group of 8 reaches 4, a group of 4 then 2."""
    levels, factors = [], [1] * len(x)
    for depth, size in enumerate(f.groups):
        threshold = Fraction(2) ** (f.emax - depth)
        bits = []
        for begin in range(0, len(x), size):
            top = max(abs(v) for v in x[begin : begin + size])
            reached = over(top, s * factors[begin], division) >= threshold
            bits.append(int(reached))
        factors = [k << bits[i // size] for i, k in enumerate(factors)]
        levels.append(bits)
    return levels, factors


def with_scale(
    x: Sequence[float], code: int, t: Fraction, f: Blocks, mode: str, division: str
) -> Quantized:
    s = f.scales[code] * t
    levels, factors = micro_exponents(x, s, f, division)
    result = Quantized(scale=code, micro=levels, factors=factors)
    for v, factor in zip(x, factors, strict=True):
        negative = math.copysign(1.0, v) < 0
        q = over(v, s * factor, division) if v else Fraction(0)
        result.codes.append(f.elements.rounded(q, negative, mode))
    return result


def numbers_of(block: Quantized, t: Fraction, f: Blocks) -> list[Fraction]:
    """What the codes stand for."""
    s = f.scales[block.scale] * t
    return [
        f.elements.value(code) * factor * s
        for code, factor in zip(block.codes, block.factors, strict=True)
    ]


def quantized(
    x: Sequence[float],
    f: Blocks,
    rule: str,
    t: Fraction = Fraction(1),
    mode: str | None = None,
    division: str | None = None,
) -> Quantized:
    """A block of finite numbers, zero blocks with the smallest scale."""
    mode, division = mode or f.mode, division or f.division
    amax = max(abs(Fraction(v)) for v in x)
    if amax == 0:
        return with_scale(x, f.smallest, t, f, mode, division)
    if rule != "four_over_six":
        return with_scale(x, scale_code(amax, t, f, rule), t, f, mode, division)
    six, four = (
        with_scale(x, nearest_scale(amax / t / top, f), t, f, mode, division)
        for top in (6, 4)
    )
    return four if squared_error(x, four, t, f) < squared_error(x, six, t, f) else six


def squared_error(
    x: Sequence[float], block: Quantized, t: Fraction, f: Blocks
) -> float:
    """In binary64, term by term, as it is defined."""
    total = np.float64(0)
    for v, number in zip(x, numbers_of(block, t, f), strict=True):
        error = np.float64(v) - np.float64(float(number))
        total = total + error * error
    return float(total)
