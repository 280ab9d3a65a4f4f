"""Block formats side by side."""

import json
from collections.abc import Iterable
from typing import Any, Final

from halfulp import _tables
from halfulp._block_formats import (
    BlockFormat,
    BlockFormatLike,
    block_format,
    block_formats,
    levels_shown,
)

_FIELDS: Final = (
    "name",
    "aliases",
    "source",
    "element",
    "block_size",
    "scale",
    "micro_exponents",
    "has_tensor_scale",
    "scale_rule",
    "tensor_scale_target",
    "bits_per_number",
)
COLUMNS: Final = (
    "block format",
    "element",
    "size",
    "scale",
    "micro",
    "tensor",
    "scale rule",
    "bits",
)


class BlockFormatTable:
    """Block formats side by side, one a row.

    `formats` are they. `size` is how many numbers a block has, `micro` the groups with
    micro-exponents and the bits of these, `tensor` the format of the tensor scale,
    `bits` what a number takes, its share of scales included. HTML, CSV and JSON add
    the source of each.

    >>> print(block_format_table(["nvfp4", "hif4"]))
    block format  element  size  scale  micro    tensor  scale rule          bits
    nvfp4         e2m1fn     16  ue4m3  none     fp32    nearest           4.4375
    hif4          e1m2fn     64  e6m2u  8x1 4x1  none    nearest_bfloat16     4.5
    """

    def __init__(self, formats: Iterable[BlockFormat]) -> None:
        self.formats = list(formats)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Every attribute of each block format, by name; formats by theirs."""
        return [_fields_of(f) for f in self.formats]

    def to_csv(self) -> str:
        """Every attribute, numbers so that they read back unchanged.

        >>> block_format_table(["mxfp4"]).to_csv().splitlines()[1][:24]
        'mxfp4,e2m1fn,32,e8m0fnu,'
        """
        return _tables.csv_table(self.rows)

    def to_json(self) -> str:
        """Every attribute: an array of objects.

        >>> json.loads(block_format_table(["hif4"]).to_json())[0]["micro_exponents"]
        [[8, 1], [4, 1]]
        """
        return json.dumps(self.rows, indent=1, ensure_ascii=False)

    def to_html(self) -> str:
        """The columns of `repr`, and the source of each block format.

        >>> "<th>source</th>" in block_format_table(["mxfp4"]).to_html()
        True
        """
        rows = [[*shown(f), f.source] for f in self.formats]
        return _tables.html_table([*COLUMNS, "source"], rows, "block formats")

    def __repr__(self) -> str:
        return _tables.text_table(COLUMNS, [shown(f) for f in self.formats])

    def _repr_html_(self) -> str:
        return self.to_html()


def block_format_table(
    names: Iterable[BlockFormatLike] | None = None,
) -> BlockFormatTable:
    """Block formats side by side: those given, by default all named ones.

    Raises ValueError for an unknown name and if there is none.

    >>> len(block_format_table().formats) == len(block_formats())
    True
    """
    if names is None:
        return BlockFormatTable(block_formats())
    chosen = [block_format(name) for name in names]
    if not chosen:
        raise ValueError("names is empty; leave it out for all named block formats")
    return BlockFormatTable(chosen)


def shown(f: BlockFormat) -> list[object]:
    """A row of the columns."""
    tensor_scale = "fp32" if f.has_tensor_scale else "none"
    return [
        *(f.name, f.element.name, f.block_size, f.scale.name, levels_shown(f)),
        *(tensor_scale, f.scale_rule, f.bits_per_number),
    ]


def _fields_of(f: BlockFormat) -> dict[str, Any]:
    fields = {name: getattr(f, name) for name in _FIELDS}
    return fields | {"element": f.element.name, "scale": f.scale.name}
