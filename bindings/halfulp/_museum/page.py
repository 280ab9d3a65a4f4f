"""The museum as one self-contained page: no network, no files beside it."""

import json
import re
from importlib.resources import files
from typing import Any, Final

from halfulp import _blind_spots, plots
from halfulp._blind_spots import SHARES, Language, percent, shown_value
from halfulp._experiments import Result
from halfulp._museum.figures import Figures
from halfulp._museum.gates import gates
from halfulp._museum.labels import CASES, METRICS
from halfulp._museum.page_words import BRIEF, OF_PRODUCTS, PAGE, Pair
from halfulp._plotting.axes import MissingDependency
from halfulp._plotting.layers import translations
from halfulp._plotting.svg import in_two_languages

_FIRST_LAYER: Final = 1

# The columns of a case's table, besides the layer and the verdict; those that decide
# are first, where a narrow window shows them.
COLUMNS: Final = (
    "rel_rmse",
    "gain",
    "cosine",
    "one_minus_cosine",
    "max_abs",
    "rmse",
)

# What no line ends within.
_KEPT: Final = re.compile(
    "直接|另一种|加速器|每个|指标|n-1|1-cosine|1-余弦|余弦|判定|max \\|err\\|"
)


def page(result: Result, title: dict[str, str], language: Language = "en") -> str:
    """The page of a museum's result, which opens in `language`.

    `title` is the experiment's, by language. The same result gives the same page, byte
    for byte; what its manifest holds is in the elements marked "manifest". Raises
    ImportError naming the remedy where Jinja2 or matplotlib is not installed.
    """
    try:
        import jinja2
    except ImportError:
        raise MissingDependency("jinja2", "the page") from None
    folder = files("halfulp").joinpath("_museum", "page")
    environment = jinja2.Environment(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.globals["say"] = lambda key, **facts: _both(
        *(text.format(**facts) for text in PAGE[key])
    )
    environment.filters["both"] = lambda pair: _both(*pair)
    template = folder.joinpath("museum.html").read_text(encoding="utf-8")
    return environment.from_string(template).render(
        language=language,
        title=(title["en"], title["zh"]),
        style=_raw(folder.joinpath("style.css").read_text(encoding="utf-8")),
        script=_raw(folder.joinpath("script.js").read_text(encoding="utf-8")),
        **_facts(result),
    )


def _facts(result: Result) -> dict[str, Any]:
    figures = Figures(result)
    p = result.parameters
    passing = sum(figures.passed(c) == len(figures.layers) for c in figures.cases)
    return {
        "result": result,
        "layers": len(figures.layers),
        "gate": figures.gate,
        "passing": passing,
        "lede": "lede_all" if passing == len(figures.cases) else "lede",
        "values": p["rows"] * p["width"],
        "metric_names": {name: _metric(name) for name in COLUMNS},
        "layer_name": _metric("layer"),
        "columns": [(name, _metric(name)) for name in COLUMNS],
        "gates": gates(result),
        "cases": [_case(result, figures, case) for case in figures.cases],
        "parameters": " · ".join(f"{name} {value}" for name, value in p.items()),
        "command": ["halfulp run museum", *_settings(result)],
    }


def _case(result: Result, figures: Figures, case: str) -> dict[str, Any]:
    layer = figures.first_wrong_layer(case)
    values = figures.values(case, layer)
    english, chinese = (_blind_spots.sentences(values, x) for x in ("en", "zh"))
    name, _, what = zip(
        *(CASES[x][case].partition(" · ") for x in ("en", "zh")), strict=True
    )
    return {
        "id": case,
        "name": name,
        "what": (what[0][0].upper() + what[0][1:], what[1]),
        "brief": BRIEF[case],
        "title": (CASES["en"][case], CASES["zh"][case]),
        "passed": figures.passed(case),
        "is_scaling": _blind_spots.cause(figures.values(case, _FIRST_LAYER))
        == "factor",
        "published": figures.published_passes(case),
        "glance": [_cell(figures, case, _FIRST_LAYER, m) for m in ("rel_rmse", "gain")],
        "rows": [_row(figures, case, k) for k in figures.layers],
        "others": [
            {
                "metric": row["metric"],
                "name": _metric(row["metric"]),
                "cells": [
                    (kind, shown_value(row["metric"], row[kind]))
                    for kind in ("predicted", "measured", "published")
                ],
            }
            for row in figures.with_others(case, _FIRST_LAYER)
        ],
        "plot": _plot(result, case),
        "plot_note": _plot_note(case),
        "blind_layer": layer,
        "shares": [_share(cause, values) for cause in SHARES],
        "cause": _blind_spots.cause(values),
        "blind": [(_metric(m), (english[m], chinese[m])) for m in _blind_spots.METRICS],
    }


def _row(figures: Figures, case: str, layer: int) -> dict[str, Any]:
    return {
        "layer": layer,
        "cells": [_cell(figures, case, layer, m) for m in COLUMNS],
        "passes": figures.passes(case, layer),
    }


def _cell(figures: Figures, case: str, layer: int, metric: str) -> dict[str, str]:
    shown = shown_value(metric, figures.measured(case, layer, metric))
    return {"metric": metric, "text": shown}


def _share(cause: str, values: dict[str, float | None]) -> dict[str, Any]:
    share = values[SHARES[cause]]
    return {
        "cause": cause,
        "metric": SHARES[cause],
        "width": f"{100 * (share or 0.0):.2f}",
        "text": ("–", "–") if share is None else (percent(share), percent(share, "zh")),
    }


def _plot(result: Result, case: str) -> Any:
    ax = plots.metrics_by_layer(result, case, title="")
    svg = plots.to_svg(ax, f"plot-{case}", theme=True)
    labels = f'role="img" aria-labelledby="{case}-title {case}-alt"'
    svg = svg.replace("<svg ", f"<svg {labels} ", 1)
    return _raw(in_two_languages(svg, translations(result)))


def _plot_note(case: str) -> Pair:
    products = OF_PRODUCTS if case == "bf16_inputs" else ("", "")
    english, chinese = (
        text.format(of_products=of)
        for text, of in zip(PAGE["plot_note"], products, strict=True)
    )
    return english, chinese


def _metric(name: str) -> Pair:
    return METRICS["en"][name], METRICS["zh"][name]


def _settings(result: Result) -> list[str]:
    """The options of the command line that give these parameters."""
    return [
        f"--set {name}={value if isinstance(value, str) else json.dumps(value)}"
        for name, value in result.parameters.items()
    ]


def _both(english: str, chinese: str) -> Any:
    """A text in both languages, of which the page shows one."""
    from markupsafe import Markup

    if english == chinese:
        return _unbroken(english)
    return Markup('<span lang="en">{}</span><span lang="zh">{}</span>').format(
        _unbroken(english), _unbroken(chinese)
    )


def _unbroken(text: str) -> Any:
    from markupsafe import Markup, escape

    return Markup(_KEPT.sub(r'<span class="kept">\g<0></span>', str(escape(text))))


def _raw(text: str) -> Any:
    from markupsafe import Markup

    return Markup(text)
