"""Block formats by name, and of one's own."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from halfulp import _core, _refusals, _tables
from halfulp._core import Format
from halfulp._formats import FormatLike, format
from halfulp._words import ScaleRule


class BlockFormat(_core.BlockFormat):
    """Blocks of numbers with one scale each: a number is scale * element.

    How numbers become blocks is the matter of `quantize_blocks`. What a standard says
    of it together with the format is its default there: the rule for scales, and for
    hif4 how elements are rounded, too.

    element: the format of the elements; scale: that of the scales. Either is given by
        name or as an object, of at most 24 bits of precision.
    block_size: how many elements share a scale; fewer do where an axis ends.
    scale_rule: how a scale is chosen unless you say otherwise: see `quantize_blocks`.
    tensor_scale_target: if not 0, an array has one more factor, a binary32 number: the
        largest magnitude of all / (the largest magnitude in a block over its scale *
        tensor_scale_target); the former is element.max without micro-exponents.
    micro_exponents: levels of scales below, the larger groups first, as pairs: how many
        numbers share a level's integer, and its bits. A number is then scale * element
        * 2**(the sum of its groups' micro-exponents).

    Block formats are immutable and compare by their fields. Raises ValueError or
    TypeError naming the field that is wrong.

    >>> bfp = BlockFormat("bfp", element="e5m2", block_size=8, scale="bf16")
    >>> bfp.bits_per_number, bfp.scale_rule
    (10.0, 'floor')
    """

    __slots__ = ()

    def __init__(
        self,
        name: str,
        *,
        element: FormatLike,
        block_size: int,
        scale: FormatLike,
        scale_rule: ScaleRule = "floor",
        tensor_scale_target: float = 0.0,
        micro_exponents: Sequence[tuple[int, int]] = (),
    ) -> None:
        super().__init__(
            name,
            element=format(element),
            block_size=block_size,
            scale=format(scale),
            scale_rule=scale_rule,
            tensor_scale_target=tensor_scale_target,
            micro_exponents=_levels(micro_exponents),
        )

    def __repr__(self) -> str:
        fields = [
            f"element={self.element.name!r}",
            f"block_size={self.block_size}",
            f"scale={self.scale.name!r}",
        ]
        if self.scale_rule != "floor":
            fields.append(f"scale_rule={self.scale_rule!r}")
        if self.has_tensor_scale:
            fields.append(f"tensor_scale_target={self.tensor_scale_target}")
        if self.micro_exponents:
            fields.append(f"micro_exponents={self.micro_exponents}")
        return f"BlockFormat({self.name!r}, {', '.join(fields)})"

    def _repr_html_(self) -> str:
        rows = [
            (name, getattr(self, name))
            for name in ("block_size", "bits_per_number", "scale_rule", "source")
        ]
        parts = [
            ("element", self.element.name),
            ("scale", self.scale.name),
            ("tensor scale", "fp32" if self.has_tensor_scale else "none"),
            ("micro-exponents", levels_shown(self)),
        ]
        return _tables.html_table(
            ("field", "value"), parts + rows, f"block format {self.name}"
        )


def levels_shown(f: BlockFormat) -> str:
    """The levels of micro-exponents: groups of so many numbers x bits."""
    return " ".join(f"{size}x{bits}" for size, bits in f.micro_exponents) or "none"


def _count(value: object, name: str, largest: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(f"{name} must be an int, got {_refusals.kind(value)}")
    if not 1 <= value <= largest:
        raise ValueError(f"{name} must be between 1 and {largest}, got {value}")
    return int(value)


def _levels(given: object) -> list[tuple[int, int]]:
    levels = []
    for level in given if isinstance(given, tuple | list) else [given]:
        if not isinstance(level, tuple | list) or len(level) != 2:
            raise TypeError(
                "micro_exponents must be pairs (numbers in a group, bits), as "
                f"((8, 1), (4, 1)), got {_refusals.kind(given)}"
            )
        size = _count(level[0], "numbers in a group of micro_exponents", 65536)
        levels.append((size, _count(level[1], "bits of micro_exponents", 4)))
    return levels


# A block format, or its name in any spelling.
BlockFormatLike: TypeAlias = BlockFormat | str


def block_format(fmt: BlockFormatLike) -> BlockFormat:
    """The block format that is meant.

    `fmt` is a name (`"mxfp4"`, letter case aside) or a `BlockFormat`, which is returned
    as it is. Raises ValueError naming the nearest known name, TypeError for anything
    else.

    >>> block_format("MXFP4")
    BlockFormat('mxfp4', element='e2m1fn', block_size=32, scale='e8m0fnu')
    """
    if isinstance(fmt, BlockFormat):
        return fmt
    if isinstance(fmt, str):
        return _of(_core.block_format_named(fmt))
    remedy = ""
    if isinstance(fmt, Format) and fmt.name == "mxint8":
        remedy = "; halfulp.mxint8 is the element, halfulp.mxint8_blocks its blocks"
    raise TypeError(
        "a block format is a name or a halfulp.BlockFormat; "
        f"got {fmt!r} ({type(fmt).__name__}){remedy}"
    )


def block_formats() -> list[BlockFormat]:
    """All named block formats, those with the widest elements first.

    >>> [f.name for f in block_formats()][-4:]
    ['mxfp4', 'nvfp4', 'nvfp4_4over6', 'hif4']
    """
    return [_of(f) for f in _core.block_formats()]


def _of(f: _core.BlockFormat) -> BlockFormat:
    return BlockFormat(
        f.name,
        element=f.element,
        block_size=f.block_size,
        scale=f.scale,
        scale_rule=f.scale_rule,
        tensor_scale_target=f.tensor_scale_target,
        micro_exponents=f.micro_exponents,
    )
