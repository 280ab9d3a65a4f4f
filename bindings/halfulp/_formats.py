"""Formats by name, and what NumPy's finfo says of them."""

import sys
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from halfulp import _core, _refusals, _torch
from halfulp._core import Format

# A format, or its name in any spelling, or the dtype that has its name.
FormatLike: TypeAlias = (
    Format | str | np.dtype[Any] | type[np.generic] | _torch.TorchDtype
)


class AmbiguousFormatWarning(UserWarning):
    """A name was given that means different sets of numbers in different places.

    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     largest = format("e4m3").max
    >>> largest, caught[0].category.__name__
    (240.0, 'AmbiguousFormatWarning')
    """


def format(fmt: FormatLike) -> Format:
    """The format that is meant.

    `fmt` is a name (`"bf16"`, `"binary16"`, `"float8_e4m3fn"`, letter case aside), a
    NumPy, ml_dtypes or torch dtype, or a `Format`, which is returned as it is. Names of
    IEEE P3109 parse, whether `formats` lists them or not. Raises ValueError naming the
    nearest known name, TypeError for anything else.

    The bare name `"e4m3"` is taken for the format laid out like IEEE 754, whose largest
    number is 240, with an `AmbiguousFormatWarning`: most hardware means `"e4m3fn"`,
    448. `halfulp.e4m3` and `"float8_e4m3"` are the same format without a warning.

    >>> format("bfloat16")
    Format('bf16', width=16, precision=8, emax=127, emin=-126)
    >>> format("Binary6p3se").max
    12.0
    """
    if isinstance(fmt, Format):
        return fmt
    if isinstance(fmt, str):
        if fmt.lower() == "e4m3":
            _warn_of_e4m3(fmt)
        return _core.format_named(fmt)
    if isinstance(fmt, np.dtype):
        return _core.format_named(fmt.name)
    if isinstance(fmt, type) and issubclass(fmt, np.generic):
        return _core.format_named(np.dtype(fmt).name)
    if _torch.is_dtype(fmt):
        return _core.format_named(_torch.name_of(fmt))
    raise TypeError(
        f"a format is a name, a dtype or a halfulp.Format; got {_refusals.kind(fmt)}"
    )


def formats() -> list[Format]:
    """All named formats, widest first.

    Not all of IEEE P3109, `Binary{K}p{P}{s|u}{e|f}` with K from 3 to 15 and at most
    11 bits of exponent, are listed: `format` makes them from their names.

    >>> [f.name for f in formats() if f.width > 8]
    ['fp64', 'fp32', 'fp24_e8m15', 'fp24_e7m16', 'fp22_e8m13', 'tf32', 'fp16', 'bf16', \
'dlfloat16']
    >>> [f.name for f in formats() if f.width < 8]
    ['ue4m3', 'e3m2fn', 'e2m3fn', 'e2m1fn']
    """
    return _core.formats()


def _warn_of_e4m3(given: str) -> None:
    warnings.warn(
        f"{given!r} is taken for the format laid out like IEEE 754, whose largest "
        "number is 240: say 'float8_e4m3' or halfulp.e4m3 if you mean it. 'e4m3fn' is "
        "that of OCP and of most hardware, 448. CPFloat's, 480, has no special codes: "
        "Format('e4m3', width=8, precision=4, emax=8, emin=-6, specials='none')",
        AmbiguousFormatWarning,
        stacklevel=_stack_level_of_caller(),
    )


def _stack_level_of_caller() -> int:
    """That of the innermost caller outside this package, as warnings.warn counts it."""
    package = str(Path(__file__).parent / "x")[:-1]
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(package):
        frame, level = frame.f_back, level + 1
    return level


@dataclass(frozen=True)
class FloatInfo:
    """What `numpy.finfo` says of a format, numbers as Python floats.

    `precision` and `resolution` follow NumPy's rule, the decimal digits that survive
    in every binade: floor((p - 1) log10(2)). ml_dtypes rounds it up for some types.

    >>> finfo("e4m3fn").max, finfo("e4m3fn").bits
    (448.0, 8)
    """

    format: Format
    bits: int
    eps: float
    epsneg: float
    max: float
    min: float
    smallest_normal: float
    tiny: float
    smallest_subnormal: float
    nmant: int
    nexp: int
    iexp: int
    maxexp: int
    minexp: int
    machep: int
    negep: int
    precision: int
    resolution: float


def finfo(fmt: FormatLike) -> FloatInfo:
    """What `numpy.finfo` would say of a format, under the same attribute names.

    Of a tapered format `eps`, `nmant` and their like are those of the binade of 1,
    `nexp` is the widest exponent field; two's complement has no exponent.

    >>> finfo("bf16").eps
    0.0078125
    """
    f = format(fmt)
    p = f.precision
    below_one = max(f.emin, -1) - p + 1  # below 1 some formats have subnormals only
    digits = len(str(2 ** (p - 1))) - 1
    exponent_bits = 0 if f.encoding == "twos_complement" else f.exponent_bits
    return FloatInfo(
        format=f,
        bits=f.width,
        eps=f.epsilon,
        epsneg=2.0**below_one,
        max=f.max,
        min=f.lowest,
        smallest_normal=f.smallest_normal,
        tiny=f.smallest_normal,
        smallest_subnormal=f.smallest_subnormal,
        nmant=p - 1,
        nexp=exponent_bits,
        iexp=exponent_bits,
        maxexp=f.emax + 1,
        minexp=f.emin,
        machep=1 - p,
        negep=below_one,
        precision=digits,
        resolution=float(f"1e-{digits}"),
    )
