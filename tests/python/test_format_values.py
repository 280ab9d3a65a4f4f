"""Every code of every named format of up to 16 bits, in exact rationals.

What a code stands for is written down here as the documents do: fields, bias and the
codes that are no numbers.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

import halfulp as hu
from oracles import bits


def two(exponent: int) -> Fraction:
    return Fraction(2) ** exponent


@dataclass(frozen=True)
class Document:
    """What a document says of a format; numbers as it prints them."""

    bits: int
    exponent_bits: int
    precision: int
    bias: int
    max: Fraction | float
    normal: Fraction
    subnormal: Fraction | None
    infinities: tuple[int, ...] = ()
    nans: Iterable[int] = ()
    signed: bool = True
    zero: bool = True

    def value(self, code: int) -> Fraction | str:
        """A rational, or -0 or another word."""
        sign_weight = 1 << (self.bits - 1)
        negative = self.signed and code >= sign_weight
        low = code - sign_weight if negative else code
        if code in self.infinities:
            return "-inf" if negative else "inf"
        if code in self.nans:
            return "nan"
        field, trailing = divmod(low, 1 << (self.precision - 1))
        fraction = trailing * two(1 - self.precision)
        if low == 0 and self.zero:
            return "-0" if negative else Fraction(0)
        if field == 0 and self.subnormal is not None:
            magnitude = fraction * two(1 - self.bias)
        else:
            magnitude = (1 + fraction) * two(field - self.bias)
        return -magnitude if negative else magnitude


# Of the signed extended formats of P3109, of 8 bits.
INF, NAN = (0x7F, 0xFF), (0x80,)


def both_signs(first: int, end: int, sign: int) -> frozenset[int]:
    return frozenset([*range(first, end), *range(first + sign, end + sign)])


DOCUMENTS = {
    "fp16": Document(
        16, 5, 11, 15, 65504, two(-14), two(-24),
        (0x7C00, 0xFC00), both_signs(0x7C01, 0x8000, 0x8000),
    ),
    "bf16": Document(
        16, 8, 8, 127, 255 * two(120), two(-126), two(-133),
        (0x7F80, 0xFF80), both_signs(0x7F81, 0x8000, 0x8000),
    ),
    "dlfloat16": Document(
        16, 6, 10, 31, 8573157376, two(-31) * (1 + two(-9)), None,
        nans=(0x7FFF, 0xFFFF),
    ),
    "e5m2": Document(
        8, 5, 3, 15, 57344, two(-14), two(-16),
        (0x7C, 0xFC), both_signs(0x7D, 0x80, 0x80),
    ),
    "e4m3": Document(
        8, 4, 4, 7, 240, two(-6), two(-9),
        (0x78, 0xF8), both_signs(0x79, 0x80, 0x80),
    ),
    "e4m3fn": Document(
        8, 4, 4, 7, 448, two(-6), two(-9), nans=(0x7F, 0xFF),
    ),
    "e4m3fnuz": Document(8, 4, 4, 8, 240, two(-7), two(-10), nans=(0x80,)),
    "e5m2fnuz": Document(8, 5, 3, 16, 57344, two(-15), two(-17), nans=(0x80,)),
    "e4m3b11fnuz": Document(8, 4, 4, 11, 30, two(-10), two(-13), nans=(0x80,)),
    "e3m4": Document(
        8, 3, 5, 3, 15.5, two(-2), two(-6),
        (0x70, 0xF0), both_signs(0x71, 0x80, 0x80),
    ),
    "e3m4fn": Document(8, 3, 5, 3, 30, two(-2), two(-6), nans=(0x7F, 0xFF)),
    "e8m0fnu": Document(
        8, 8, 1, 127, two(127), two(-127), None,
        nans=(0xFF,), signed=False, zero=False,
    ),
    "ue4m3": Document(
        7, 4, 4, 7, 448, two(-6), two(-9), nans=(0x7F,), signed=False,
    ),
    "e6m2u": Document(
        8, 6, 3, 48, 49152, two(-48), None, nans=(0xFF,), signed=False, zero=False,
    ),
    "e3m2fn": Document(6, 3, 3, 3, 28, two(-2), two(-4)),
    "e2m3fn": Document(6, 2, 4, 1, 7.5, two(0), two(-3)),
    "e2m1fn": Document(4, 2, 2, 1, 6, two(0), two(-1)),
    "Binary8p1se": Document(8, 7, 1, 64, two(62), two(-63), None, INF, NAN),
    "Binary8p2se": Document(8, 6, 2, 32, two(31), two(-31), two(-32), INF, NAN),
    "Binary8p3se": Document(8, 5, 3, 16, 49152, two(-15), two(-17), INF, NAN),
    "Binary8p4se": Document(8, 4, 4, 8, 224, two(-7), two(-10), INF, NAN),
    "Binary8p5se": Document(8, 3, 5, 4, 15, two(-3), two(-7), INF, NAN),
    "Binary8p6se": Document(8, 2, 6, 2, 3.875, two(-1), two(-6), INF, NAN),
    "Binary8p7se": Document(8, 1, 7, 1, 1.96875, two(0), two(-6), INF, NAN),
    "Binary8p1uf": Document(
        8, 8, 1, 128, two(126), two(-127), None, nans=(0xFF,), signed=False,
    ),
}  # fmt: skip


def word_or_rational(x: float) -> Fraction | str:
    if np.isnan(x):
        return "nan"
    if np.isinf(x):
        return "inf" if x > 0 else "-inf"
    return "-0" if x == 0 and np.signbit(x) else Fraction(x)


def all_codes(f: hu.Format) -> np.ndarray[tuple[int], np.dtype[np.uint16]]:
    return np.arange(2**f.width, dtype=np.uint16)


def test_no_format_is_left_out() -> None:
    narrow = {f.name for f in hu.formats() if f.width <= 16}
    assert narrow == DOCUMENTS.keys() | {"mxint8", "hif8"}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_code_stands_for_the_documented_number(name: str) -> None:
    f, document = hu.format(getattr(hu, name)), DOCUMENTS[name]
    codes = all_codes(f)
    values = hu.decode(codes, f)
    for code, value in zip(codes.tolist(), values.tolist(), strict=True):
        assert word_or_rational(value) == document.value(code), hex(code)
    number = ~np.isnan(values)
    assert (hu.encode(values, f) == codes)[number].all()
    assert np.isnan(hu.decode(hu.encode(values, f), f)[~number]).all()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_numbers_of_the_documents(name: str) -> None:
    f, document = getattr(hu, name), DOCUMENTS[name]
    assert f.width == document.bits
    assert f.exponent_bits == document.exponent_bits
    assert f.precision == document.precision
    assert f.max == document.max
    assert f.smallest_normal == document.normal
    assert f.smallest_subnormal == (document.subnormal or document.normal)
    assert f.has_infinity == bool(document.infinities)
    assert f.has_nan == bool(document.nans)
    assert f.has_sign == document.signed
    assert f.has_zero == document.zero


def test_mxint8_is_an_integer_of_sixty_fourths() -> None:
    codes = all_codes(hu.mxint8)
    values = hu.decode(codes, hu.mxint8)
    integers = codes.astype(np.uint8).view(np.int8).tolist()
    for integer, value in zip(integers, values.tolist(), strict=True):
        assert word_or_rational(value) == Fraction(integer, 64)
    assert (hu.encode(values, hu.mxint8) == codes).all()
    assert (hu.mxint8.max, hu.mxint8.lowest) == (1.984375, -2.0)
    assert hu.mxint8.smallest_subnormal == 2.0**-6


# HiFloat8, arXiv 2409.16626: the dot field; then, in so many bits, the exponent's sign
# and its magnitude without the leading one; then the fraction.
HIFLOAT8_LAYOUT = {
    "11": (4, 1),
    "10": (3, 2),
    "01": (2, 3),
    "001": (1, 3),
    "0001": (0, 3),
}


def hifloat8(code: int) -> Fraction | str:
    if code == 0x80:
        return "nan"
    if code & 0x7F == 0x6F:
        return "inf" if code == 0x6F else "-inf"
    text = f"{code & 0x7F:07b}"
    sign = -1 if code & 0x80 else 1
    if text.startswith("0000"):  # denormals: powers of two
        steps = int(text[4:], 2)
        return sign * two(steps - 23) if steps else Fraction(0)
    dot = next(d for d in HIFLOAT8_LAYOUT if text.startswith(d))
    exponent_bits, fraction_bits = HIFLOAT8_LAYOUT[dot]
    exponent_text = text[len(dot) : len(dot) + exponent_bits]
    fraction_text = text[len(dot) + exponent_bits :]
    assert len(fraction_text) == fraction_bits
    exponent = int("1" + exponent_text[1:], 2) if exponent_text else 0
    if exponent_text.startswith("1"):
        exponent = -exponent
    fraction = Fraction(int(fraction_text, 2), 2**fraction_bits)
    return sign * (1 + fraction) * two(exponent)


def test_hif8_is_tapered() -> None:
    codes = all_codes(hu.hif8)
    values = hu.decode(codes, hu.hif8)
    for code, value in zip(codes.tolist(), values.tolist(), strict=True):
        assert word_or_rational(value) == hifloat8(code), hex(code)
    assert (hu.encode(values, hu.hif8) == codes).all()
    f = hu.hif8
    assert (f.max, f.smallest_normal) == (32768.0, 2.0**-15)
    assert f.smallest_subnormal == 2.0**-22


@pytest.mark.parametrize(
    ("name", "largest", "normal", "subnormal"),
    [
        ("fp32", (2 - two(-23)) * two(127), two(-126), two(-149)),
        ("fp24_e7m16", 131071 * two(47), two(-62), two(-78)),
        ("fp24_e8m15", 65535 * two(112), two(-126), two(-141)),
        ("fp22_e8m13", 16383 * two(114), two(-126), two(-139)),
        ("tf32", 2047 * two(117), two(-126), two(-136)),
    ],
)
def test_wider_formats(
    name: str, largest: Fraction, normal: Fraction, subnormal: Fraction
) -> None:
    f = hu.format(name)
    assert Fraction(f.max) == largest
    assert Fraction(f.smallest_normal) == normal
    assert Fraction(f.smallest_subnormal) == subnormal
    # The exponent field, the first bits of the code, is that of binary32 where E is 8.
    if f.exponent_bits == 8:
        x = np.array([1.0, -2.5, 3.0e38, 1e-40, np.inf], np.float32)
        held = hu.round(x, f, "toward_zero")
        assert (hu.encode(held, f) == bits(held) >> (32 - f.width)).all()


def test_fixed_point_has_no_subnormal_numbers() -> None:
    """All numbers of two's complement but 0 are normal, and evenly spaced."""
    f = hu.mxint8
    assert f.smallest_normal == f.smallest_subnormal == 1 / 64
    assert not f.has_subnormal_numbers
    assert hu.finfo(f).tiny == 1 / 64
    kinds = hu.table(f).kinds
    assert (kinds == "zero").sum() == 1
    assert (kinds == "normal").sum() == 255
    for x in (1 / 64, -3 / 64, 0.5):
        assert hu.round(x, f, subnormals="flush_both") == x
    assert hu.bf16.has_subnormal_numbers
    assert not hu.Binary8p1se.has_subnormal_numbers  # precision 1


@pytest.mark.parametrize(
    ("name", "largest"),
    [
        ("Binary8p3sf", 57344.0),
        ("Binary8p4sf", 240.0),
        ("Binary8p5sf", 15.5),
        ("Binary8p6sf", 3.9375),
        ("Binary8p7sf", 1.984375),
    ],
)
def test_the_finite_formats_of_p3109(name: str, largest: float) -> None:
    f = hu.format(name)
    assert f.max == largest
    assert not f.has_infinity
    assert np.isnan(hu.decode(0x80, f))
