"""Judges that share no code with the library: exact rationals, and the processor."""

import ctypes
import mmap
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

import halfulp as hu

NAN = float("nan")
INF = float("inf")

MODES = (
    "nearest_even",
    "nearest_away",
    "nearest_toward_zero",
    "toward_zero",
    "up",
    "down",
    "away",
    "odd",
)
STOCHASTIC_MODES = (
    "stochastic_a",
    "stochastic_b",
    "stochastic_c",
    "stochastic_equal",
    "stochastic",
)


def bits(x: NDArray[np.floating] | np.floating | float) -> NDArray[np.unsignedinteger]:
    """The bit patterns: what a comparison that sees signs and payloads compares."""
    array = np.asarray(x)
    return array.view(f"u{array.dtype.itemsize}")


def number(x: Fraction, negative: bool) -> float:
    """An exact binary64 number; zeros take the sign."""
    value = float(abs(x))
    assert Fraction(value) == abs(x)
    return -value if negative else value


def floor_log2(x: Fraction) -> int:
    e = x.numerator.bit_length() - x.denominator.bit_length()
    return e if Fraction(2) ** e <= x else e - 1


def rounded(x: Fraction, f: hu.Format, mode: str, negative_zero: bool = False) -> float:
    """x as a number of an IEEE-like or e4m3fn-like format, by the definition.

    Overflow as IEEE 754-2019, 7.4, NaN standing for a missing infinity.
    """
    negative = x < 0 or (x == 0 and negative_zero)
    magnitude = abs(x)
    if magnitude == 0:
        return number(magnitude, negative)
    quantum = Fraction(2) ** (max(floor_log2(magnitude), f.emin) - f.precision + 1)
    below = magnitude // quantum
    rest = magnitude / quantum - below
    away = {
        "nearest_even": rest > Fraction(1, 2)
        or (rest == Fraction(1, 2) and below % 2 == 1),
        "nearest_away": rest >= Fraction(1, 2),
        "nearest_toward_zero": rest > Fraction(1, 2),
        "toward_zero": False,
        "away": rest > 0,
        "up": rest > 0 and not negative,
        "down": rest > 0 and negative,
        "odd": rest > 0 and below % 2 == 0,
    }[mode]
    result = (below + (1 if away else 0)) * quantum
    if result <= Fraction(f.max):
        return number(result, negative)
    stays_finite = {
        "nearest_even": False,
        "nearest_away": False,
        "nearest_toward_zero": False,
        "toward_zero": True,
        "away": False,
        "up": negative,
        "down": not negative,
        "odd": True,
    }[mode]
    if stays_finite:
        return -f.max if negative else f.max
    if not f.has_infinity:
        return NAN
    return -INF if negative else INF


@contextmanager
def subnormals_switched_off() -> Iterator[None]:
    """The processor flushes subnormal inputs and results to zero (DAZ and FTZ)."""
    if platform.machine() != "x86_64":
        pytest.skip("sets the x86 control register MXCSR")
    code = mmap.mmap(-1, 64, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\x0f\xae\x17\xc3")  # ldmxcsr [rdi]; ret
    address = ctypes.addressof(ctypes.c_char.from_buffer(code))
    load = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_uint32))(address)
    load(ctypes.c_uint32(0x9FC0))
    try:
        tiny = np.float64(5e-324)
        assert tiny * np.float64(1.0) == 0.0  # it took effect
        yield
    finally:
        load(ctypes.c_uint32(0x1F80))
