"""The metrics of a museum case, layer by layer."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from halfulp._blind_spots import Language
from halfulp._experiments import Result
from halfulp._museum.figures import Figures
from halfulp._museum.labels import CASES, METRICS
from halfulp._plotting.axes import COLOURS, INK, axes, set_font, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "layer": "layer",
        "value": "size  (dimensionless, logarithmic)",
        "gate": "gate of 1-cosine, {gate}",
        "predicted": "predicted",
        "products": "predicted (products)",
    },
    "zh": {
        "layer": "层",
        "value": "大小（无量纲，对数轴）",
        "gate": "1-余弦的门槛 {gate}",
        "predicted": "理论预测",
        "products": "理论预测（乘积）",
    },
}


@dataclass(frozen=True)
class _Series:
    metric: str
    colour: str
    marker: str


# Those that are sizes, each on a logarithmic axis; the shares are another quantity.
_SERIES: Final = (
    _Series("max_abs", COLOURS["vermilion"], "^"),
    _Series("rel_rmse", COLOURS["blue"], "o"),
    _Series("rmse", COLOURS["sky"], "x"),
    _Series("mean_abs", COLOURS["ochre"], "v"),
    _Series("gain", COLOURS["purple"], "D"),
    _Series("one_minus_cosine", COLOURS["green"], "s"),
    _Series("offset", INK, "+"),
)


def metrics_by_layer(
    result: Result,
    case: str | None = None,
    *,
    ax: "Axes | None" = None,
    limits: tuple[float, float] | None = None,
    title: str | None = None,
    language: Language = "en",
) -> "Axes":
    """Every metric of one case of a museum's result, layer by layer.

    Absolute values on a logarithmic axis; a zero or a missing value leaves a gap. Where
    theory predicts a value, a ring is drawn around it; for BF16 inputs that is the
    value of the products. `case` is by default the last: the reader's own, where there
    is one. `limits` are those of the vertical axis, `title` is by default the case's
    name. ValueError for a case that is not in the result.

    >>> from halfulp import experiments
    >>> ax = metrics_by_layer(experiments.run("museum", layers=2), "wrong_variance")
    >>> ax.get_yscale()
    'log'
    """
    figures = _figures_of(result)
    case = figures.cases[-1] if case is None else case
    if case not in figures.cases:
        raise ValueError(f"unknown case {case!r}; known: {', '.join(figures.cases)}")
    ax = axes(ax)
    ax.set_yscale("log")
    ax.set_autoscaley_on(False)  # the limits below hold where nothing has a value, too
    ends = []
    for series in _SERIES:
        last = _draw(ax, figures, case, series)
        if last is not None:
            ends.append((last, _label(series.metric, language), series.colour))
    _draw_predictions(ax, figures, case, language)
    _draw_gate(ax, figures, language)
    ax.set_ylim(*(limits or _limits(ax)))
    style(ax, _WORDS[language]["layer"], _WORDS[language]["value"], language)
    ax.set_xlim(figures.layers[0] - 0.3, figures.layers[-1] + 0.3)
    if len(figures.layers) <= 16:
        ax.set_xticks(figures.layers)
    _label_ends(ax, ends, language)
    words = _name(case, language) if title is None else title
    set_font(ax.set_title(words, loc="left", fontsize=9.5, color=INK), language)
    return ax


def _name(case: str, language: Language) -> str:
    """The case without what is behind the colon, so that it fits."""
    return CASES[language][case].partition({"en": ":", "zh": "："}[language])[0]


def translations(result: Result) -> dict[str, str]:
    """The English words of `metrics_by_layer(result)` and their Chinese."""
    gate = f"{1 - Figures(result).gate:.3g}"
    english, chinese = _WORDS["en"], _WORDS["zh"]
    words = {
        english[k].format(gate=gate): chinese[k].format(gate=gate) for k in english
    }
    words |= {_name(c, "en"): _name(c, "zh") for c in Figures(result).cases}
    return words | {_label(s.metric, "en"): _label(s.metric, "zh") for s in _SERIES}


def _figures_of(result: Result) -> Figures:
    if result.experiment != "museum":
        raise ValueError(
            f"metrics_by_layer draws a museum's result, not one of {result.experiment}"
        )
    return Figures(result)


def _draw(ax: "Axes", figures: Figures, case: str, series: _Series) -> float | None:
    """Draws the series; its last value, or None where nothing was drawn."""
    measured = (figures.measured(case, k, series.metric) for k in figures.layers)
    values = [abs(v) if v else np.nan for v in measured]
    ax.plot(
        figures.layers,
        values,
        color=series.colour,
        marker=series.marker,
        markersize=5,
        markeredgewidth=1.2,
        markerfacecolor="none" if series.marker in "D" else series.colour,
        linewidth=1.4,
        label=series.metric,
    )
    drawn = [v for v in values if not np.isnan(v)]
    return drawn[-1] if drawn else None


def _draw_gate(ax: "Axes", figures: Figures, language: Language) -> None:
    gate = 1 - figures.gate
    if gate <= 0:
        return
    ax.axhline(gate, color=INK, linewidth=1, linestyle=(0, (6, 3)), zorder=1)
    note = ax.annotate(
        _WORDS[language]["gate"].format(gate=f"{gate:.3g}"),
        (1, gate),
        xycoords=("axes fraction", "data"),
        xytext=(0, -3),
        textcoords="offset points",
        fontsize=9,
        color=INK,
        ha="right",
        va="top",
    )
    set_font(note, language)


def _draw_predictions(
    ax: "Axes", figures: Figures, case: str, language: Language
) -> None:
    points = [
        (k, abs(row["predicted"]))
        for k in figures.layers
        for row in figures.with_others(case, k)
        if row["predicted"]
    ]
    if not points:
        return
    ax.plot(
        *zip(*points, strict=True),
        linestyle="none",
        marker="o",
        markersize=13,
        markerfacecolor="none",
        markeredgecolor=INK,
        markeredgewidth=1.3,
        label="predicted",
    )
    note = ax.annotate(
        _WORDS[language]["products" if case == "bf16_inputs" else "predicted"],
        points[0],
        xytext=(8, 19),
        textcoords="offset points",
        fontsize=9,
        color=INK,
    )
    set_font(note, language)


def _limits(ax: "Axes") -> tuple[float, float]:
    """Around all that is drawn, with room for words at the top; whatever is drawn."""
    values = np.concatenate([np.asarray(line.get_ydata(), float) for line in ax.lines])
    drawn = np.log10(values[np.isfinite(values) & (values > 0)])
    low, high = (drawn.min(), drawn.max()) if drawn.size else (-3.0, 0.0)
    margin = max(0.05 * (high - low), 0.5)
    return 10 ** (low - margin), 10 ** (high + 2 * margin)


def _label(metric: str, language: Language) -> str:
    name = METRICS[language][metric]
    return f"|{name}|" if metric in ("gain", "offset") else name


def _label_ends(
    ax: "Axes", ends: list[tuple[float, str, str]], language: Language
) -> None:
    """A name at the end of each line, moved apart where lines end close together."""
    low, high = np.log10(ax.get_ylim())
    ends = _joined(sorted(ends))
    places = [(np.log10(value) - low) / (high - low) for value, _, _ in ends]
    for (value, name, colour), place in zip(ends, _apart(places, 0.058), strict=True):
        note = ax.annotate(
            name,
            (0.985, (np.log10(value) - low) / (high - low)),
            xytext=(1.06, place),
            xycoords="axes fraction",
            textcoords="axes fraction",
            fontsize=9,
            color=INK,
            va="center",
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": colour,
                "linewidth": 0.6,
                "shrinkA": 0,
                "shrinkB": 0,
            },
        )
        set_font(note, language)


def _joined(ends: list[tuple[float, str, str]]) -> list[tuple[float, str, str]]:
    """One name for lines that end at the same place, as RMSE and relative RMSE may."""
    joined: list[tuple[float, str, str]] = []
    for value, name, colour in ends:
        if joined and value <= 1.01 * joined[-1][0]:
            at, others, first = joined.pop()
            joined.append((at, f"{others}, {name}", first))
        else:
            joined.append((value, name, colour))
    return joined


def _apart(places: list[float], least: float) -> list[float]:
    """Ascending places moved as little as need be to have `least` between them."""
    groups: list[list[float]] = []  # of wanted places; each is spread about its mean
    for place in places:
        groups.append([place])
        while len(groups) > 1 and _top(groups[-2], least) + least > _bottom(
            groups[-1], least
        ):
            last = groups.pop()
            groups[-1] += last
    return [
        _bottom(group, least) + i * least for group in groups for i in range(len(group))
    ]


def _bottom(group: list[float], least: float) -> float:
    return sum(group) / len(group) - least * (len(group) - 1) / 2


def _top(group: list[float], least: float) -> float:
    return _bottom(group, least) + least * (len(group) - 1)
