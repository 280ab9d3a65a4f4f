"""Small tables as text and as HTML, for `repr` and notebooks."""

import csv
import io
import unicodedata
from collections.abc import Mapping, Sequence
from html import escape


def shown(value: object) -> str:
    """A cell: numbers to six digits, nothing for None."""
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def text_table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Columns of equal width, two spaces between them; numbers to the right."""
    cells = [list(columns), *([shown(value) for value in row] for row in rows)]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    numeric = [
        any(isinstance(v, int | float) for v in column)
        for column in zip(*rows, strict=True)
    ] or [False] * len(columns)
    lines = []
    for line in cells:
        aligned = [
            _padding(cell, width) + cell if right else cell + _padding(cell, width)
            for cell, width, right in zip(line, widths, numeric, strict=True)
        ]
        lines.append("  ".join(aligned).rstrip())
    return "\n".join(lines)


def _width(text: str) -> int:
    """Columns on a terminal: Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _padding(cell: str, width: int) -> str:
    return " " * (width - _width(cell))


def html_table(
    columns: Sequence[str], rows: Sequence[Sequence[object]], caption: str
) -> str:
    """The same as HTML: static, escaped, without styles; only, no number is broken."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(shown(v))}</td>" for v in row) + "</tr>"
        for row in rows
    )
    return (
        f"<table><caption>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead>"
        f'<tbody style="white-space: nowrap">{body}</tbody></table>'
    )


def csv_table(rows: Sequence[Mapping[str, object]]) -> str:
    """Attributes by name, one object a row, so that they read back unchanged.

    The columns are the attributes of any row, aliases and source last; empty where a
    row has no such attribute.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    last = ("aliases", "source")
    names = dict.fromkeys(n for row in rows for n in row if n not in last)
    columns = [*names, *last]
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_csv_cell(row.get(name)) for name in columns])
    return text.getvalue()


def _csv_cell(value: object) -> object:
    if isinstance(value, tuple):
        return " ".join(_csv_part(part) for part in value)
    return repr(value) if isinstance(value, float) else value


def _csv_part(part: object) -> str:
    """8x1 for the micro-exponents of 1 bit of groups of 8."""
    return "x".join(map(str, part)) if isinstance(part, tuple) else str(part)
