"""Every code of a format, and what it stands for."""

import csv
import io
from contextlib import suppress
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from halfulp import _bits, _core, _tables
from halfulp._core import Format
from halfulp._decimals import exact_decimal, hex_float
from halfulp._formats import FormatLike, format
from halfulp._fp_environment import in_default_fp_environment

_COLUMNS: Final = ("code", "bits", "value", "hexadecimal", "kind")
_WIDEST: Final = 16
# Tables that are longer than all codes of 8 bits are shown by their ends.
_MOST_ROWS: Final = 256
_ROWS_AT_EACH_END: Final = 16


class ValueTable:
    """Every code of a format in increasing order, and what it stands for.

    `codes` are unsigned integers, `values` float64, NaN for codes that stand for no
    number, `kinds` one of zero, subnormal, normal, infinity, nan and unused: text, each
    an array of 2**width elements. The arrays cannot be written to.

    Its `repr` shows all codes of a format of up to 8 bits, the ends of longer tables.

    >>> t = table("e2m1fn")
    >>> t.values[:8]
    array([0. , 0.5, 1. , 1.5, 2. , 3. , 4. , 6. ])
    >>> t.kinds[1], t.bits(0xB)
    (np.str_('subnormal'), '1 01 1')
    """

    @in_default_fp_environment
    def __init__(self, f: Format) -> None:
        self.format = f
        dtype = np.uint8 if f.width <= 8 else np.uint16
        self.codes: NDArray[Any] = np.arange(2**f.width, dtype=dtype)
        values, unused = _decoded(self.codes, f)
        self.values: NDArray[np.float64] = values
        self.kinds: NDArray[np.str_] = _kinds(values, unused, f)
        for array in (self.codes, self.values, self.kinds):
            array.flags.writeable = False

    def bits(self, code: int) -> str:
        """The bits of a code with a space between its fields.

        >>> table("e5m2").bits(0x3C)
        '0 01111 00'
        """
        return _bits.spaced(code, self.format)

    @in_default_fp_environment
    def to_csv(self) -> str:
        """All rows: code, bits, value, hexadecimal value, kind.

        >>> print(table("e2m1fn").to_csv().splitlines()[4])
        0x3,0 01 1,1.5,0x1.8p+0,normal
        """
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(_COLUMNS)
        writer.writerows(self._rows(range(len(self))))
        return text.getvalue()

    @in_default_fp_environment
    def to_html(self) -> str:
        """All rows as an HTML table.

        >>> table("e2m1fn").to_html().count("<tr>")
        17
        """
        return self._html(list(self._rows(range(len(self)))))

    @in_default_fp_environment
    def to_text(self) -> str:
        """All rows in columns.

        >>> print(table("e2m1fn").to_text().splitlines()[4])
        0x3   0 01 1  1.5    0x1.8p+0     normal
        """
        return _tables.text_table(_COLUMNS, self._rows(range(len(self))))

    def __len__(self) -> int:
        return len(self.codes)

    @in_default_fp_environment
    def __repr__(self) -> str:
        return _tables.text_table(_COLUMNS, self._shown())

    @in_default_fp_environment
    def _repr_html_(self) -> str:
        return self._html(self._shown())

    def _html(self, rows: list[list[str]]) -> str:
        return _tables.html_table(_COLUMNS, rows, f"every code of {self.format.name}")

    def _shown(self) -> list[list[str]]:
        if len(self) <= _MOST_ROWS:
            return self._rows(range(len(self)))
        first = self._rows(range(_ROWS_AT_EACH_END))
        last = self._rows(range(len(self) - _ROWS_AT_EACH_END, len(self)))
        return [*first, ["…"] * len(_COLUMNS), *last]

    def _rows(self, indices: range) -> list[list[str]]:
        return [
            [
                _bits.hexadecimal(i, self.format),
                self.bits(i),
                exact_decimal(float(self.values[i])),
                hex_float(float(self.values[i])),
                str(self.kinds[i]),
            ]
            for i in indices
        ]


def table(fmt: FormatLike) -> ValueTable:
    """Every code of a format of up to 16 bits, and what it stands for.

    Raises ValueError for wider formats, which have too many.

    >>> f = Format("f3", width=3, precision=2, emax=1, emin=1, specials="none")
    >>> print(table(f))
    code  bits   value  hexadecimal  kind
    0x0   0 0 0  0      0x0p+0       zero
    0x1   0 0 1  1      0x1p+0       subnormal
    0x2   0 1 0  2      0x1p+1       normal
    0x3   0 1 1  3      0x1.8p+1     normal
    0x4   1 0 0  -0     -0x0p+0      zero
    0x5   1 0 1  -1     -0x1p+0      subnormal
    0x6   1 1 0  -2     -0x1p+1      normal
    0x7   1 1 1  -3     -0x1.8p+1    normal
    """
    f = format(fmt)
    if f.width > _WIDEST:
        raise ValueError(
            f"{f.name} has 2^{f.width} codes: tables end at {_WIDEST} bits; pass the "
            f"codes that you want to halfulp.decode(codes, {f.name!r})"
        )
    return ValueTable(f)


def _decoded(codes: NDArray[Any], f: Format) -> tuple[NDArray[Any], NDArray[Any]]:
    """The numbers of codes, and which codes stand for nothing."""
    try:
        return _core.decode(codes, f), np.zeros(codes.shape, bool)
    except ValueError:
        pass  # an exponent field that is wider than emax needs leaves codes unused
    values, unused = np.full(codes.shape, np.nan), np.ones(codes.shape, bool)
    for i in range(codes.size):
        with suppress(ValueError):
            values[i] = _core.decode(codes[i : i + 1], f)[0]
            unused[i] = False
    return values, unused


def _kinds(
    values: NDArray[np.float64], unused: NDArray[Any], f: Format
) -> NDArray[np.str_]:
    subnormal = f.has_subnormal_numbers & (np.abs(values) < f.smallest_normal)
    return np.select(
        [unused, np.isnan(values), np.isinf(values), values == 0, subnormal],
        ["unused", "nan", "infinity", "zero", "subnormal"],
        "normal",
    )
