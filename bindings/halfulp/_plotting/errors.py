"""The errors of two arrays: how large they are, and where."""

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from halfulp import _core, _formats, _numbers, metrics
from halfulp._blind_spots import Language
from halfulp._formats import FormatLike
from halfulp._plotting.axes import COLOURS, INK, axes, set_font, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "error": "|actual − reference|  (unit of the data)",
        "magnitude": "|reference|  (unit of the data)",
        "elements": "elements",
        "above": "actual too large",
        "below": "actual too small",
        "exact": "no error: {n} of {all}",
        "left_out": "; not finite: {n}",
        "ulp": "1 ulp of {format}",
        "half": "½ ulp",
    },
    "zh": {
        "error": "|实际 − 参考|（数据的单位）",
        "magnitude": "|参考|（数据的单位）",
        "elements": "元素个数",
        "above": "实际值偏大",
        "below": "实际值偏小",
        "exact": "无误差：{n}/{all}",
        "left_out": "；非有限：{n}",
        "ulp": "{format} 的 1 ulp",
        "half": "½ ulp",
    },
}


def error_histogram(
    actual: NDArray[Any],
    reference: NDArray[Any],
    *,
    ax: "Axes | None" = None,
    language: Language = "en",
) -> "Axes":
    """How many errors of each size there are, by sign, on a logarithmic axis.

    Pairs without an error have no place on that axis and are counted in the title, as
    are pairs that are not finite. ValueError for shapes that differ.

    >>> import numpy as np
    >>> ax = error_histogram(np.array([1.0, 2.5, 3.0]), np.array([1.0, 2.0, 3.5]))
    >>> ax.get_title(loc="left")
    'no error: 1 of 3'
    """
    ax = axes(ax)
    words = _WORDS[language]
    x, r = _finite_pairs(actual, reference)
    errors = x - r
    sizes = np.abs(errors[errors != 0])
    if sizes.size:
        low, high = np.log10(sizes.min()), np.log10(sizes.max())
        edges = np.logspace(low - 0.05, high + 0.05, 41).tolist()
        for side, sign in (("above", 1), ("below", -1)):
            ax.hist(
                sign * errors[sign * errors > 0],
                bins=edges,
                label=words[side],
                histtype="stepfilled",
                facecolor=COLOURS["blue"] if sign > 0 else "none",
                edgecolor=COLOURS["blue" if sign > 0 else "vermilion"],
                alpha=0.55 if sign > 0 else 1.0,
                hatch=None if sign > 0 else "////",
                linewidth=1.2,
            )
        ax.set_xscale("log")
        _legend(ax, language)
    style(ax, words["error"], words["elements"], language)
    _title(ax, errors, np.size(actual), language)
    return ax


def error_against_magnitude(
    actual: NDArray[Any],
    reference: NDArray[Any],
    format: FormatLike | None = None,
    *,
    ax: "Axes | None" = None,
    language: Language = "en",
) -> "Axes":
    """Each error against the magnitude of its reference, both axes logarithmic.

    With a `format`, lines at one ulp and half an ulp of it: a result rounded correctly
    to the format lies on or below the lower one. Pairs without an error or with a
    reference of zero are left out; those without an error are counted in the title, as
    are pairs that are not finite. ValueError for shapes that differ.

    >>> import numpy as np
    >>> r = np.linspace(1, 4, 30)
    >>> ax = error_against_magnitude(r.astype(np.float16), r, "fp16")
    >>> [line.get_label() for line in ax.lines][1:]
    ['1 ulp of fp16', '½ ulp']
    """
    ax = axes(ax)
    words = _WORDS[language]
    x, r = _finite_pairs(actual, reference)
    errors = x - r
    shown = (errors != 0) & (r != 0)
    sizes, magnitudes = np.abs(errors[shown]), np.abs(r[shown])
    ax.plot(
        magnitudes,
        sizes,
        linestyle="none",
        marker="o",
        markersize=3.2,
        markerfacecolor=COLOURS["blue"],
        markeredgewidth=0,
        alpha=0.6,
    )
    if format is not None and magnitudes.size:
        _draw_ulps(ax, magnitudes, _formats.format(format), language)
    if magnitudes.size:
        ax.set_xscale("log")
        ax.set_yscale("log")
    style(ax, words["magnitude"], words["error"], language)
    _title(ax, errors, np.size(actual), language)
    return ax


def _draw_ulps(
    ax: "Axes", magnitudes: NDArray[np.float64], fmt: _core.Format, language: Language
) -> None:
    """Steps at the powers of two, where the ulp doubles."""
    low = np.floor(np.log2(magnitudes.min()))
    high = np.ceil(np.log2(magnitudes.max()))
    powers = 2.0 ** np.arange(low, max(high, low + 1) + 1)
    ulps = _core.ulp(powers[:-1], fmt)
    steps = np.append(ulps, ulps[-1])
    for name, part, dashes in (("ulp", 1.0, "-"), ("half", 0.5, (0, (4, 2)))):
        ax.plot(
            powers,
            part * steps,
            drawstyle="steps-post",
            color=COLOURS["vermilion"],
            linestyle=dashes,
            linewidth=1.3,
            label=_WORDS[language][name].format(format=fmt.name),
        )
    _legend(ax, language)


def _finite_pairs(
    actual: NDArray[Any], reference: NDArray[Any]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    metrics.max_abs(actual, reference)  # refuses what is not to be compared
    x = _numbers.take_wide(actual, "actual").ravel()
    r = _numbers.take_wide(reference, "reference").ravel()
    finite = np.isfinite(x) & np.isfinite(r)
    return x[finite], r[finite]


def _title(
    ax: "Axes", errors: NDArray[np.float64], all_pairs: int, language: Language
) -> None:
    words = _WORDS[language]
    exact = int(np.count_nonzero(errors == 0))
    text = words["exact"].format(n=exact, all=all_pairs)
    if errors.size < all_pairs:
        text += words["left_out"].format(n=all_pairs - errors.size)
    title = ax.set_title(text, loc="left", fontsize=9.5, color=INK)
    set_font(title, language)


def _legend(ax: "Axes", language: Language) -> None:
    legend = ax.legend(frameon=False, fontsize=9, labelcolor=INK)
    for text in legend.get_texts():
        set_font(text, language)
