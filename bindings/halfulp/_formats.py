"""Formats by name, and what NumPy's finfo says of them."""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from halfulp import _core, _torch
from halfulp._core import Format

# A format, or its name in any spelling, or the dtype that has its name.
FormatLike: TypeAlias = (
    Format | str | np.dtype[Any] | type[np.generic] | _torch.TorchDtype
)


def format(fmt: FormatLike) -> Format:
    """The format that is meant.

    `fmt` is a name (`"bf16"`, `"binary16"`, `"float8_e4m3fn"`, letter case aside), a
    NumPy, ml_dtypes or torch dtype, or a `Format`, which is returned as it is. Raises
    ValueError naming the nearest known name, TypeError for anything else.

    >>> format("bfloat16")
    Format('bf16', width=16, precision=8, emax=127, emin=-126)
    """
    if isinstance(fmt, Format):
        return fmt
    if isinstance(fmt, str):
        return _core.format_named(fmt)
    if isinstance(fmt, np.dtype):
        return _core.format_named(fmt.name)
    if isinstance(fmt, type) and issubclass(fmt, np.generic):
        return _core.format_named(np.dtype(fmt).name)
    if _torch.is_dtype(fmt):
        return _core.format_named(_torch.name_of(fmt))
    raise TypeError(
        "a format is a name, a dtype or a halfulp.Format; "
        f"got {fmt!r} ({type(fmt).__name__})"
    )


def formats() -> list[Format]:
    """All named formats, widest first.

    >>> [f.name for f in formats()]
    ['fp64', 'fp32', 'tf32', 'fp16', 'bf16', 'e5m2', 'e4m3fn']
    """
    return _core.formats()


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

    >>> finfo("bf16").eps
    0.0078125
    """
    f = format(fmt)
    p = f.precision
    digits = len(str(2 ** (p - 1))) - 1
    return FloatInfo(
        format=f,
        bits=f.width,
        eps=f.epsilon,
        epsneg=f.unit_roundoff,
        max=f.max,
        min=f.lowest,
        smallest_normal=f.smallest_normal,
        tiny=f.smallest_normal,
        smallest_subnormal=f.smallest_subnormal,
        nmant=p - 1,
        nexp=f.exponent_bits,
        iexp=f.exponent_bits,
        maxexp=f.emax + 1,
        minexp=f.emin,
        machep=1 - p,
        negep=-p,
        precision=digits,
        resolution=float(f"1e-{digits}"),
    )
