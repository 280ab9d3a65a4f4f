"""Formats side by side."""

import json
import math
from collections.abc import Iterable
from typing import Any, Final

from halfulp import _tables
from halfulp._core import Format
from halfulp._format_table import fields_of
from halfulp._formats import FormatLike, format, formats
from halfulp._fp_environment import in_default_fp_environment

# Column: attribute of a format.
_COLUMNS: Final = {
    "format": "name",
    "bits": "width",
    "p": "precision",
    "emax": "emax",
    "emin": "emin",
    "max": "max",
    "normal": "smallest_normal",
    "subnormal": "smallest_subnormal",
    "u": "unit_roundoff",
    "infinity": "has_infinity",
    "NaN": "has_nan",
    "-0": "has_minus_zero",
}


class FormatTable:
    """Formats side by side, one a row.

    `formats` are they. `normal` and `subnormal` are the smallest numbers of these
    kinds, `u` is the unit roundoff. HTML, CSV and JSON add the source of each.

    >>> print(format_table(["bf16", "fp16"]))  # doctest: +ELLIPSIS
    format  bits   p  emax  emin          max  normal  subnormal  u      infinity ...
    bf16      16   8   127  -126  3.38953e+38  2^-126  2^-133     2^-8   yes      ...
    fp16      16  11    15   -14        65504  2^-14   2^-24      2^-11  yes      ...
    """

    def __init__(self, formats: Iterable[Format]) -> None:
        self.formats = list(formats)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Every attribute of each format, by name."""
        return [fields_of(f) for f in self.formats]

    @in_default_fp_environment
    def to_csv(self) -> str:
        """Every attribute, numbers so that they read back unchanged.

        >>> format_table(["e5m2"]).to_csv().splitlines()[1][:9]
        'e5m2,8,3,'
        """
        return _tables.csv_table(self.rows)

    @in_default_fp_environment
    def to_json(self) -> str:
        """Every attribute: an array of objects.

        >>> json.loads(format_table(["e5m2"]).to_json())[0]["max"]
        57344.0
        """
        return json.dumps(self.rows, indent=1, ensure_ascii=False)

    @in_default_fp_environment
    def to_html(self) -> str:
        """The columns of `repr`, and the source of each format.

        >>> "<th>source</th>" in format_table(["e5m2"]).to_html()
        True
        """
        columns = [*_COLUMNS, "source"]
        rows = [[*_shown(f), f.source] for f in self.formats]
        return _tables.html_table(columns, rows, "formats")

    @in_default_fp_environment
    def __repr__(self) -> str:
        return _tables.text_table(list(_COLUMNS), [_shown(f) for f in self.formats])

    def _repr_html_(self) -> str:
        return self.to_html()


def format_table(names: Iterable[FormatLike] | None = None) -> FormatTable:
    """Formats side by side: those given, by default all named ones.

    Raises ValueError for an unknown name and if there is none.

    >>> len(format_table().formats) == len(formats())
    True
    """
    chosen = formats() if names is None else [format(name) for name in names]
    if not chosen:
        raise ValueError("names is empty; leave it out for all named formats")
    return FormatTable(chosen)


def power(x: float) -> str | None:
    """2^-126, for a power of two, which the smallest numbers of most formats are."""
    significand, exponent = math.frexp(x)
    return f"2^{exponent - 1}" if significand == 0.5 else None


def _shown(f: Format) -> list[object]:
    cells = {name: _cell_shown(getattr(f, a)) for name, a in _COLUMNS.items()}
    return list(
        (cells if f.has_subnormal_numbers else cells | {"subnormal": "none"}).values()
    )


def _cell_shown(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (power(value) or value) if isinstance(value, float) else value
