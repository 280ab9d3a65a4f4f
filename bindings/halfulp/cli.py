"""The command line.

Exit status: 0 ok, 1 an expectation failed, 2 usage or bad input. Messages go to
standard error, and an output file is either complete or as it was.
"""

import io
import json
import os
import sys
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TextIO, TypeVar

import typer
from rich.console import Console

import halfulp
from halfulp import _golden, _listings, _pages, _tables, experiments
from halfulp._experiments import Result
from halfulp._interrupt import INTERRUPTED, interruptible, leave
from halfulp._museum.exhibit import exhibit as in_exhibits_form
from halfulp._museum.labels import Language
from halfulp._museum.page import page as museum_page
from halfulp._museum.view import show as show_museum
from halfulp._output import OutputError, console_on, destination
from halfulp._plotting.axes import MissingDependency

T = TypeVar("T")

app = typer.Typer(
    help="How far may a computation be from the truth, and is it?",
    invoke_without_command=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not an integer") from None


class Lang(StrEnum):
    en = "en"
    zh = "zh"


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
InLanguage = Annotated[Lang, typer.Option("--lang", help="Language of the labels.")]
Threads = Annotated[
    int,
    typer.Option(
        parser=_integer, metavar="N", help="Threads; the result does not change."
    ),
]
ToFile = Annotated[Path | None, typer.Option("--output", "-o", help="Write to a file.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        print(halfulp.__version__)
        raise typer.Exit


@app.callback()
def halfulp_command(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_print_version,
            is_eager=True,
            help="Print the version.",
        ),
    ] = False,
) -> None:
    """How far may a computation be from the truth, and is it?"""
    if context.invoked_subcommand is None:
        print(context.get_help(), file=sys.stderr)
        raise typer.Exit(2)


@app.command()
def run(
    name: Annotated[str, typer.Argument(help="Of an experiment: see `halfulp list`.")],
    context: typer.Context,
    given: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A parameter; repeatable."),
    ] = None,
    lang: InLanguage = Lang.en,
    as_json: AsJson = False,
    exhibit: Annotated[
        bool,
        typer.Option(
            "--exhibit", help="Print the museum as the exhibit does, in Chinese."
        ),
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the museum as a web page, too."),
    ] = None,
    threads: Threads = 1,
    target: Annotated[
        str | None, typer.Option(help="Highway target; the result does not change.")
    ] = None,
    output: ToFile = None,
) -> None:
    """Run an experiment and show its result."""
    if exhibit and as_json:
        raise ValueError("--exhibit and --json are two forms of output; choose one")
    if exhibit and lang == Lang.en and _is_given(context, "lang"):
        raise ValueError("--exhibit is in Chinese; leave out --lang en")
    if exhibit and name != "museum":
        raise ValueError(f"--exhibit is a form of the museum, not of {name!r}")
    if html is not None and name != "museum":
        raise ValueError(f"--html is a form of the museum, not of {name!r}")
    parameters = _listings.parameters(given or [])
    with destination(output) as file, _also(html) as page_file:
        work = partial(experiments.run, name, threads=threads, target=target)
        result = _working(name, partial(work, **parameters))
        if page_file is not None:
            page_file.write(_page(result, lang.value))
        if as_json:
            print(result.to_json(), file=file)
        elif exhibit:
            print(in_exhibits_form(result), file=file)
        else:
            _show(result, lang.value, console_on(file))
    if html is not None:
        print(f"The page is in {html}: open it in a browser.", file=sys.stderr)


def _also(file: Path | None) -> AbstractContextManager[TextIO | None]:
    """A further file to write, if there is one."""
    return nullcontext() if file is None else destination(file)


def _is_given(context: typer.Context, parameter: str) -> bool:
    source = context.get_parameter_source(parameter)
    return source is not None and source.name == "COMMANDLINE"


def _page(result: Result, language: Language) -> str:
    title = _listings.experiment(result.experiment).title
    return museum_page(result, title, language)


def _show(result: Result, language: Language, console: Console) -> None:
    if result.experiment == "museum":
        title = _listings.experiment(result.experiment).title[language]
        show_museum(result, title, language, console)
    else:
        console.print(repr(result))


@app.command("list")
def list_command(
    lang: InLanguage = Lang.en, as_json: AsJson = False, output: ToFile = None
) -> None:
    """List the experiments and their parameters."""
    with destination(output) as file:
        if as_json:
            print(_listings.experiments_json(), file=file)
        else:
            _listings.show_experiments(lang.value, console_on(file))


@app.command()
def formats(
    names: Annotated[
        list[str] | None, typer.Argument(help="One in detail, some side by side.")
    ] = None,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    as_html: Annotated[bool, typer.Option("--html", help="Print a web page.")] = False,
    blocks: Annotated[
        bool, typer.Option("--blocks", help="Block formats only.")
    ] = False,
    output: ToFile = None,
) -> None:
    """List the formats and block formats, compare some, or show one."""
    if as_json + as_csv + as_html > 1:
        raise ValueError("--json, --csv and --html are forms of output; choose one")
    plain, in_blocks = _listings.formats_named(names, blocks)
    rows = plain.rows + in_blocks.rows
    with destination(output) as file:
        if as_json:
            one = names is not None and len(names) == 1
            print(json.dumps(rows[0] if one else rows, indent=1), file=file)
        elif as_csv:
            file.write(_tables.csv_table(rows))
        elif as_html:
            tables = [t.to_html() for t in (plain, in_blocks) if t.formats]
            file.write(_pages.page("halfulp formats", "\n".join(tables)))
        else:
            _show_formats(plain, in_blocks, bool(names), console_on(file))


def _show_formats(
    plain: halfulp.FormatTable,
    in_blocks: halfulp.BlockFormatTable,
    chosen: bool,
    console: Console,
) -> None:
    """One in detail if one was chosen, else tables."""
    if chosen and len(plain.formats) + len(in_blocks.formats) == 1:
        for f in plain.formats:
            _listings.show_format(f, console)
        for block in in_blocks.formats:
            _listings.show_block_format(block, console)
        return
    if plain.formats:
        _listings.show_formats(plain.formats, console)
    if plain.formats and in_blocks.formats:
        console.print()
    if in_blocks.formats:
        _listings.show_block_formats(in_blocks.formats, console)


@app.command(context_settings={"ignore_unknown_options": True})  # for -0.1
def explain(
    x: Annotated[str, typer.Argument(metavar="X", help="A decimal, as 0.1.")],
    format: Annotated[str, typer.Argument(help="See `halfulp formats`.")],
    rounding: Annotated[
        str, typer.Option(metavar="WORD", help="nearest_even, toward_zero, up, ...")
    ] = "nearest_even",
    overflow: Annotated[
        str, typer.Option(metavar="WORD", help="ieee, saturate, none, ...")
    ] = "ieee",
    subnormals: Annotated[
        str, typer.Option(metavar="WORD", help="keep, flush_output, ...")
    ] = "keep",
    nan: Annotated[
        str, typer.Option(metavar="WORD", help="canonical, payload, error")
    ] = "canonical",
    inf_input: Annotated[
        str,
        typer.Option(
            metavar="WORD", help="Where there is no infinity: nan, max, error."
        ),
    ] = "nan",
    random_bits: Annotated[
        int | None,
        typer.Option(parser=_integer, metavar="N", help="Of a stochastic mode."),
    ] = None,
    rng: Annotated[
        int | None,
        typer.Option(parser=_integer, metavar="KEY", help="Of a Philox generator."),
    ] = None,
    as_json: AsJson = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a web page, too.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a picture, too.")
    ] = None,
    lang: InLanguage = Lang.en,
    output: ToFile = None,
) -> None:
    """Show how a number is rounded to a format, and why so."""
    words: dict[str, Any] = {"rounding": rounding, "overflow": overflow}
    words |= {"subnormals": subnormals, "nan": nan, "inf_input": inf_input}
    words |= {"random_bits": random_bits, "rng": rng}
    found = halfulp.explain(x, format, **words)
    with destination(output) as file, _also(html) as page, _also(svg) as picture:
        if page is not None:
            title = f"{x} · {found.format.name}"
            page.write(_pages.page(title, found.to_html(lang.value), lang.value))
        if picture is not None:
            picture.write(found.to_svg(lang.value) + "\n")
        shown = found.to_json if as_json else found.to_text
        print(shown(lang.value), file=file)


@app.command()
def check(
    name: Annotated[str | None, typer.Argument(help="One experiment only.")] = None,
    as_json: AsJson = False,
    threads: Threads = 1,
    output: ToFile = None,
) -> None:
    """Recompute the recorded results.

    Exits with status 1 if one differs.
    """
    known = [e.name for e in experiments.list()]
    names = known if name is None else [_listings.experiment(name).name]
    with destination(output) as file:
        found: dict[str, list[str]] = {}
        for one in names:
            found[one] = _working(one, partial(_golden.differences, one, threads))
        print(json.dumps(found, indent=1) if as_json else _report(found), file=file)
    if any(found.values()):
        raise typer.Exit(1)


def _report(found: dict[str, list[str]], most: int = 10) -> str:
    lines = []
    for name, differences in found.items():
        if not differences:
            lines.append(f"{name}: as recorded")
            continue
        lines.append(f"{name}: {len(differences)} differences")
        lines += [f"  {line}" for line in differences[:most]]
        if len(differences) > most:
            lines.append(f"  ... and {len(differences) - most} more")
    return "\n".join(lines)


@app.command()
def record(
    name: Annotated[str, typer.Argument(help="Of an experiment.")],
    as_json: AsJson = False,
    threads: Threads = 1,
    output: ToFile = None,
) -> None:
    """Record an experiment's results.

    By default in experiments/NAME/expected.json.
    """
    path = output or Path(
        "experiments", _listings.experiment(name).name, "expected.json"
    )
    with destination(path) as file:
        file.write(_working(name, partial(_golden.recomputed, name, threads)))
    print(json.dumps({"recorded": str(path)}) if as_json else f"recorded {path}")


def _working(what: str, work: Callable[[], T]) -> T:
    """work(), showing that it goes on where standard error is a terminal."""
    with Console(stderr=True).status(f"{what} ..."):
        return interruptible(work)


def main() -> None:
    """Entry point."""
    status = _status()
    if status == INTERRUPTED:
        leave()
    sys.exit(status)


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    print(f"halfulp: {message}", file=sys.stderr)


def _status() -> int:
    warnings.showwarning = _show_warning
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without Chinese, say
    try:
        _require_text(sys.argv[1:])
        status: int = app(standalone_mode=False) or 0
        if sys.stdout is not None:
            sys.stdout.flush()
    except typer.TyperException as error:
        return _fail(_without_trimmings(error.format_message()))
    except (ValueError, OutputError, MissingDependency) as error:
        return _fail(str(error))
    except MemoryError:
        return _fail("not enough memory for this")
    except BrokenPipeError:
        # The reader has gone, as `head` does: there is nobody left to tell.
        _drop_output()
        return 128 + 13
    except OSError as error:
        _drop_output()
        return _fail(str(OutputError("standard output", error)))
    return status


def _without_trimmings(message: str) -> str:
    """What typer says, without its checker's name and with where to look."""
    if message.startswith("Missing argument 'name'"):
        return "Missing argument 'name', of an experiment: see `halfulp list`."
    return message.replace("Value error, ", "")


def _require_text(arguments: list[str]) -> None:
    """Bytes that are no UTF-8 are surrogates in a str, which C++ does not take."""
    for argument in arguments:
        if any("\ud800" <= character <= "\udfff" for character in argument):
            raise ValueError(f"the argument {argument!r} is not UTF-8")


def _drop_output() -> None:
    """What is still in the buffer of standard output cannot be written at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str) -> int:
    print(f"halfulp: {message}", file=sys.stderr)
    return 2
