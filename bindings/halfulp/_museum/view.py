"""The museum for people: a table for each case, and what to see in it."""

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from halfulp._blind_spots import shown_value
from halfulp._experiments import Result
from halfulp._museum.figures import Figures
from halfulp._museum.labels import CASES, METRICS, WORDS, Language, short_name
from halfulp._museum.theory import LEAST_WIDTH, layer_factor

# The columns of a case's table, and how soon each goes where the window is narrow.
_COLUMNS = {
    "layer": 0,
    "cosine": 2,
    "one_minus_cosine": 1,
    "max_abs": 3,
    "rmse": 4,
    "rel_rmse": 0,
    "gain": 0,
    "passes_gate": 0,
}
_WIDTHS = (79, 68, 57, 47)  # needed for all columns, for those below 4, below 3, ...

_KINDS = ("predicted", "measured", "published")

_NOTABLE_GAIN = 1e-3
_FIRST_LAYER = 1  # where every path still has the same input


def show(result: Result, title: str, language: Language, console: Console) -> None:
    """Prints a museum's result."""
    figures = Figures(result)
    given = " · ".join(f"{name} {value}" for name, value in result.parameters.items())
    console.print(Text(title, style="bold"))
    console.print(Text(given, style="dim"))
    console.print(Text(WORDS[language]["intro"]))
    for case in figures.cases:
        console.print()
        console.print(Text(CASES[language][case], style="bold cyan"))
        _show_layers(figures, case, language, console)
        _show_others(figures, case, result.parameters["width"], language, console)
    console.print()
    console.print(_what_the_cosine_misses(figures, language))
    console.print(Text(WORDS[language]["nothing_measured"]))
    console.print(Text(f"sha256 {result.hash}", style="dim"), soft_wrap=True)


def _show_layers(
    figures: Figures, case: str, language: Language, console: Console
) -> None:
    words, names = WORDS[language], METRICS[language]
    dropped = sum(console.width < width for width in _WIDTHS)
    columns = [name for name, order in _COLUMNS.items() if order <= 4 - dropped]
    table = _table()
    for name in columns:
        table.add_column(names[name], justify="right", no_wrap=True)
    for layer in figures.layers:
        table.add_row(
            *(_cell(figures, case, layer, name, language) for name in columns)
        )
    console.print(_indented(table))
    gate = words["gate"].format(
        gate=figures.gate, passed=figures.passed(case), layers=len(figures.layers)
    )
    published = figures.published_passes(case)
    if published is not None:
        gate += words["gate_published"].format(
            passed=published, layers=len(figures.layers)
        )
    console.print(_indented(Text(gate)))
    if hidden := [names[name] for name in _COLUMNS if name not in columns]:
        note = words["narrow"].format(columns=words["comma"].join(hidden))
        console.print(_indented(Text(note, style="dim")))


def _cell(
    figures: Figures, case: str, layer: int, name: str, language: Language
) -> Text:
    if name == "layer":
        return Text(str(layer))
    if name == "passes_gate":
        if figures.passes(case, layer):
            return Text(WORDS[language]["pass"], style="green")
        return Text(WORDS[language]["fail"], style="bold red")
    return Text(shown_value(name, figures.measured(case, layer, name)))


def _show_others(
    figures: Figures, case: str, width: int, language: Language, console: Console
) -> None:
    """What theory predicts and the exhibit publishes, beside what was measured."""
    rows = figures.with_others(case, _FIRST_LAYER)
    if not rows:
        return
    words, names = WORDS[language], METRICS[language]
    table = _table()
    table.add_column(words["first_layer"], overflow="fold")
    kinds = [k for k in _KINDS if any(row[k] is not None for row in rows)]
    for kind in kinds:
        table.add_column(words[kind], justify="right", no_wrap=True)
    for row in rows:
        numbers = (shown_value(row["metric"], row[kind]) for kind in kinds)
        table.add_row(names[row["metric"]], *numbers)
    console.print()
    console.print(_indented(table))
    if case == "bf16_inputs" and width >= LEAST_WIDTH:
        note = words["product"].format(factor=f"{layer_factor(width):.2f}")
        console.print(_indented(Text(note, style="dim")))


def _what_the_cosine_misses(figures: Figures, language: Language) -> Text:
    words = WORDS[language]
    shares = {case: figures.scaling_share(case, _FIRST_LAYER) for case in figures.cases}
    known = {case: share for case, share in shares.items() if share is not None}
    sentences = [words["blind"]]
    if known:
        listed = (
            f"{short_name(case, language)} {share:.1%}" for case, share in known.items()
        )
        sentences.append(words["shares"].format(shares=words["comma"].join(listed)))
    told = [
        words["so_case"].format(
            case=short_name(case, language),
            gain=f"{figures.measured(case, _FIRST_LAYER, 'gain'):+.3e}",
            passed=figures.passed(case),
            layers=len(figures.layers),
        )
        for case, share in known.items()
        if share > 0.5 and figures.passed(case) and _is_notable(figures, case)
    ]
    if told:
        sentences.append(words["so"].format(cases=words["semicolon"].join(told)))
    return Text(words["space"].join(sentences))


def _is_notable(figures: Figures, case: str) -> bool:
    """Whether there is a factor that is more than some rounding."""
    return abs(figures.measured(case, _FIRST_LAYER, "gain") or 0.0) >= _NOTABLE_GAIN


def _table() -> Table:
    return Table(
        box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 0, 0, 1)
    )


def _indented(what: Table | Text) -> Padding:
    return Padding(what, (0, 0, 0, 2), expand=False)
