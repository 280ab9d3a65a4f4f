"""The four gates: separate decisions, each with what was checked in this run."""

from dataclasses import dataclass
from typing import Any

from halfulp import _core, _golden
from halfulp._blind_spots import Language, percent, shown_value, tidy
from halfulp._experiments import Result
from halfulp._museum.figures import Figures
from halfulp._museum.labels import short_name
from halfulp._museum.page_words import GATES, Pair
from halfulp._museum.theory import LEAST_WIDTH, layer_factor, scatter

_FIRST_LAYER = 1  # where every path still has the same input

_DEVIATIONS = 3  # standard ones from theory: fewer than 1 in 100 right layers are off


@dataclass(frozen=True)
class Check:
    text: Pair
    executed: bool


@dataclass(frozen=True)
class Gate:
    name: Pair
    question: Pair
    checks: list[Check]
    opens: bool
    decision: Pair


def gates(result: Result) -> list[Gate]:
    figures = Figures(result)
    return [
        _versions(result),
        _operators(),
        _representations(result, figures),
        _signals(figures),
    ]


def _versions(result: Result) -> Gate:
    manifest = result.manifest
    same = _said(
        "versions_same",
        version=manifest["version"],
        compiler=manifest["build"]["compiler"],
        target=manifest["target"],
        seed=result.parameters["seed"],
    )
    known, agree = _golden.comparison(result)
    recorded = "versions_unrecorded" if not known else "versions_recorded"
    if not agree:
        recorded = "versions_differ"
    return _gate(
        "versions",
        [
            Check(same, True),
            Check(_said(recorded, rows=known), known > 0),
            Check(_said("versions_other"), False),
        ],
        agree,
        _said("versions_yes" if agree else "versions_no"),
    )


def _operators() -> Gate:
    return _gate(
        "operators",
        [
            Check(_said("operators_missing"), True),
            Check(_said("operators_wrong"), True),
            Check(_said("operators_slow"), False),
        ],
        True,
        _said("operators_yes"),
    )


def _representations(result: Result, figures: Figures) -> Gate:
    row = figures.row("bf16_inputs", _FIRST_LAYER, "rel_rmse")
    rows, width = result.parameters["rows"], result.parameters["width"]
    judged = width >= LEAST_WIDTH
    expected = row["predicted"] * (layer_factor(width) if judged else 1.0)
    off = abs(row["measured"] / expected - 1)
    spread = scatter(rows, width)
    facts = {
        "predicted": f"{row['predicted']:.3e}",
        "expected": f"{expected:.3e}",
        "measured": f"{row['measured']:.3e}",
        "off": f"{off:.1%}",
        "spread": f"{spread:.1%}",
        "rows": rows,
        "width": width,
        "least": LEAST_WIDTH,
    }
    opens = not judged or off <= _DEVIATIONS * spread
    decision = ("formats_yes" if judged else "formats_open") if opens else "formats_no"
    return _gate(
        "formats",
        [
            Check(
                _said(
                    "formats_storage",
                    narrow=_core.format_named("bf16").width,
                    wide=_core.format_named("fp64").width,
                ),
                True,
            ),
            Check(_said("formats_error" if judged else "formats_short", **facts), True),
        ],
        opens,
        _said(decision, **facts),
    )


def _signals(figures: Figures) -> Gate:
    layers = len(figures.layers)
    passed = figures.passed("wrong_variance")
    share = figures.measured("wrong_variance", _FIRST_LAYER, "scaling_share") or 0.0
    disagree = passed > 0 and share > 0.5
    decision = GATES["signals_disagree" if disagree else "signals_agree"]
    return _gate(
        "signals",
        [
            Check(
                _listed(
                    "signals_cosine",
                    figures,
                    lambda case: f"{figures.passed(case)}/{layers}",
                    gate=figures.gate,
                ),
                True,
            ),
            Check(
                _listed("signals_gain", figures, lambda c: _shown(figures, c, "gain")),
                True,
            ),
            Check(
                _listed(
                    "signals_rest",
                    figures,
                    lambda c: (
                        f"{_shown(figures, c, 'rel_rmse')} → "
                        f"{_shown(figures, c, 'rel_rmse_after_gain')}"
                    ),
                ),
                True,
            ),
        ],
        not disagree,
        (
            decision[0].format(share=percent(share), passed=passed, layers=layers),
            tidy(
                decision[1].format(
                    share=percent(share, "zh"), passed=passed, layers=layers
                )
            ),
        ),
    )


def _gate(name: str, checks: list[Check], opens: bool, decision: Pair) -> Gate:
    return Gate(GATES[name], GATES[f"{name}_question"], checks, opens, decision)


def _said(key: str, **facts: object) -> Pair:
    english, chinese = GATES[key]
    return english.format(**facts), chinese.format(**facts)


def _listed(key: str, figures: Figures, value: Any, **facts: object) -> Pair:
    """A sentence with a value for each case."""

    def listing(language: Language, comma: str) -> str:
        return comma.join(
            f"{short_name(c, language)} {value(c)}" for c in figures.cases
        )

    english, chinese = GATES[key]
    return (
        english.format(listed=listing("en", ", "), **facts),
        chinese.format(listed=listing("zh", "，"), **facts),
    )


def _shown(figures: Figures, case: str, metric: str) -> str:
    return shown_value(metric, figures.measured(case, _FIRST_LAYER, metric))
