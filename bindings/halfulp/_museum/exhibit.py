"""The museum in the exhibit's own form, which is Chinese."""

from collections.abc import Iterator

from halfulp._experiments import Result
from halfulp._museum.figures import Figures
from halfulp._museum.labels import CASES, WORDS

_COLUMNS = (
    ("cosine", ".6f"),
    ("one_minus_cosine_binary64", ".3e"),
    ("max_abs", ".3e"),
    ("rmse", ".3e"),
    ("rel_rmse", ".3e"),
)


def exhibit(result: Result) -> str:
    """For each case a header, one line a layer, and a summary."""
    return "\n".join(_lines(Figures(result)))


def _lines(figures: Figures) -> Iterator[str]:
    words = WORDS["zh"]
    for case in figures.cases:
        yield f"【{CASES['zh'][case]}】"
        for layer in figures.layers:
            cells = [_cell(figures.measured(case, layer, m), f) for m, f in _COLUMNS]
            verdict = words["pass" if figures.passes(case, layer) else "fail"]
            yield f"{layer} {' '.join(cells)} {verdict}"
        yield words["gate"].format(
            gate=figures.gate, passed=figures.passed(case), layers=len(figures.layers)
        )


def _cell(value: float | None, form: str) -> str:
    return "nan" if value is None else format(value, form)
