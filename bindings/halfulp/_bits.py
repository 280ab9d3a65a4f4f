"""The fields of a code."""

from typing import NamedTuple

from halfulp._core import Format


class Field(NamedTuple):
    """Some bits of a code: sign, prefix, exponent, fraction or integer."""

    name: str
    bits: str


def fields(code: int, f: Format) -> list[Field]:
    """The fields of a code from the left, empty ones left out.

    A sign-magnitude code has sign, exponent and fraction; one of two's complement is an
    integer; HiFloat8 has sign, prefix, exponent and fraction.

    >>> from halfulp import bf16
    >>> [tuple(field) for field in fields(0x3DCD, bf16)]
    [('sign', '0'), ('exponent', '01111011'), ('fraction', '1001101')]
    """
    bits = f"{code:0{f.width}b}"
    widths = _widths(bits, f)
    found, start = [], 0
    for name, width in widths:
        if width:
            found.append(Field(name, bits[start : start + width]))
        start += width
    return found


def spaced(code: int, f: Format) -> str:
    """The bits with a space between fields.

    >>> from halfulp import bf16
    >>> spaced(0x3DCD, bf16)
    '0 01111011 1001101'
    """
    return " ".join(field.bits for field in fields(code, f))


def hexadecimal(code: int, f: Format) -> str:
    """As many digits as the format needs, in upper case.

    >>> from halfulp import e5m2
    >>> hexadecimal(10, e5m2)
    '0x0A'
    """
    return f"0x{code:0{(f.width + 3) // 4}X}"


def _widths(bits: str, f: Format) -> list[tuple[str, int]]:
    if f.encoding == "twos_complement":
        return [("integer", f.width)]
    if f.encoding == "tapered":
        return [("sign", 1), *_tapered_widths(bits[1:])]
    fraction = f.precision - 1
    sign = 1 if f.has_sign else 0
    return [
        ("sign", sign),
        ("exponent", f.width - sign - fraction),
        ("fraction", fraction),
    ]


def _tapered_widths(bits: str) -> list[tuple[str, int]]:
    """HiFloat8, arXiv 2409.16626, section 2: the prefix tells the exponent's width."""
    prefixes = {"11": 4, "10": 3, "01": 2, "001": 1, "0001": 0, "0000": 3}
    prefix = next(p for p in prefixes if bits.startswith(p))
    exponent = prefixes[prefix]
    rest = len(bits) - len(prefix) - exponent
    return [("prefix", len(prefix)), ("exponent", exponent), ("fraction", rest)]
