"""What the command line lists: experiments with their parameters, and formats."""

import json
from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from halfulp import _block_format_table, _core, experiments
from halfulp._block_format_table import BlockFormatTable
from halfulp._block_formats import BlockFormat, block_format, block_formats
from halfulp._core import Format
from halfulp._format_comparison import FormatTable, power
from halfulp._format_table import fields_of
from halfulp._formats import format, formats
from halfulp._fp_environment import in_default_fp_environment
from halfulp._museum.labels import Language


def experiment(name: str) -> experiments.Experiment:
    """The experiment of that name; ValueError naming the nearest known one."""
    _core.require_experiment(name)
    return next(e for e in experiments.list() if e.name == name)


def parameters(given: Sequence[str]) -> dict[str, Any]:
    """NAME=VALUE texts as parameters: a number where the value reads as one."""
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise ValueError(f"--set takes NAME=VALUE, got {text!r}")
        if name in found:
            raise ValueError(f"parameter {name!r} is set twice")
        found[name] = _value(value)
    return found


def _value(text: str) -> int | float | str:
    try:
        value = json.loads(text)
    except ValueError:
        return text
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if number else text


def experiments_json() -> str:
    return json.dumps(json.loads(_core.experiments()), indent=1, ensure_ascii=False)


def show_experiments(language: Language, console: Console) -> None:
    for one in experiments.list():
        console.print(Text.assemble((one.name, "bold"), "  ", one.title[language]))
        table = _table()
        for name, default in one.parameters.items():
            table.add_row(f"  {name}={default}", Text(one.meanings[name][language]))
            if one.choices[name]:
                table.add_row("", Text(" | ".join(one.choices[name])))
        console.print(table)


def formats_named(
    names: Sequence[str] | None, blocks: bool
) -> tuple[FormatTable, BlockFormatTable]:
    """The formats and the block formats of these names, by default all of them.

    A name that both have is that of the format, unless only blocks are meant.
    """
    if not names:
        return FormatTable([] if blocks else formats()), BlockFormatTable(
            block_formats()
        )
    plain: list[Format] = []
    in_blocks: list[BlockFormat] = []
    for name in names:
        if blocks or (not _is_format(name) and _is_block_format(name)):
            in_blocks.append(block_format(name))
        else:
            plain.append(format(name))
    return FormatTable(plain), BlockFormatTable(in_blocks)


def _is_format(name: str) -> bool:
    try:
        _core.format_named(name)
    except ValueError:
        return False
    return True


def _is_block_format(name: str) -> bool:
    try:
        _core.block_format_named(name)
    except ValueError:
        return False
    return True


def show_block_formats(formats: Sequence[BlockFormat], console: Console) -> None:
    table = _table(header=True)
    for name in _block_format_table.COLUMNS:
        right = name in ("size", "bits")
        table.add_column(name, justify="right" if right else "left")
    for f in formats:
        table.add_row(*map(str, _block_format_table.shown(f)))
    console.print(table)
    console.print(
        "size: numbers of a block; micro: groups with micro-exponents x their bits;\n"
        "tensor: scale of the whole array; bits: of a number and its share of scales.",
        style="dim",
    )


def show_block_format(f: BlockFormat, console: Console) -> None:
    table = _table()
    for name, value in BlockFormatTable([f]).rows[0].items():
        if name == "aliases":
            value = ", ".join(value)
        table.add_row(Text(name, style="bold"), Text(str(value)))
    console.print(table)


@in_default_fp_environment
def show_formats(formats: Sequence[Format], console: Console) -> None:
    table = _table(header=True)
    table.add_column("format")
    for name in ("bits", "p", "emax", "emin", "max", "normal", "subnormal", "u"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("inf")
    for f in formats:
        table.add_row(
            f.name,
            *map(str, (f.width, f.precision, f.emax, f.emin)),
            f"{f.max:.4g}",
            _power(f.smallest_normal),
            _power(f.smallest_subnormal) if f.has_subnormal_numbers else "none",
            _power(f.unit_roundoff),
            "yes" if f.has_infinity else "no",
        )
    console.print(table)
    console.print(
        "p: significand bits; normal, subnormal: the smallest; u: unit roundoff;\n"
        "inf: whether it has infinity. Binary8p3se and the like: IEEE P3109, also\n"
        "Binary{K}p{P}{s|u}{e|f} for K bits, precision P, signed or unsigned,\n"
        "extended by infinity or finite.",
        style="dim",
    )


def _power(x: float) -> str:
    return power(x) or f"{x:.4g}"


@in_default_fp_environment
def show_format(f: Format, console: Console) -> None:
    table = _table()
    for name, value in fields_of(f).items():
        exact = f"  {value.hex()}" if isinstance(value, float) else ""
        text = ", ".join(value) if isinstance(value, tuple) else str(value)
        table.add_row(Text(name, style="bold"), text + exact)
    console.print(table)
    if _is_block_format(f.name):
        console.print(
            f"{f.name} is the name of a block format too, whose elements these are:\n"
            f"halfulp formats --blocks {f.name}",
            style="dim",
        )


def _table(header: bool = False) -> Table:
    return Table(
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 0, 0, 1),
        show_header=header,
    )
