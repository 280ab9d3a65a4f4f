"""Axes to draw in, and how they look. matplotlib is imported when it is needed only."""

from typing import TYPE_CHECKING, Any, Final

from halfulp._blind_spots import Language

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe and Ito's colours (Color universal design, 2008), which differ for colour-blind
# readers; each has contrast enough on a light and on a dark ground, alike in print.
COLOURS: Final = {
    "blue": "#0072b2",
    "vermilion": "#d55e00",
    "green": "#009e73",
    "purple": "#aa4499",
    "sky": "#3a9bdc",
    "ochre": "#b07d00",
}
INK: Final = "#666a70"  # of axes and words; to_svg(theme=True) makes it the reader's

_FONTS: Final[dict[Language, list[str]]] = {
    "en": ["DejaVu Sans"],
    "zh": ["Noto Sans CJK SC", "DejaVu Sans"],
}


class MissingDependency(ImportError):
    """A package of an extra that is not installed, and the remedy."""

    def __init__(self, package: str, what: str) -> None:
        super().__init__(
            f"{what} needs {package}; install it: pip install 'halfulp[plots]'",
            name=package,
        )


def axes(ax: "Axes | None") -> "Axes":
    """`ax`, or axes of their own figure, of a size that reads well beside text."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingDependency("matplotlib", "a plot") from None
    if ax is not None:
        return ax
    return Figure(figsize=(4.3, 4.0), dpi=150, layout="constrained").subplots()


def style(ax: "Axes", x_label: str, y_label: str, language: Language) -> None:
    """Labels, a quiet grid and no frame: the same for every plot."""
    ax.set_xlabel(x_label)
    ax.set_ylabel(y_label)
    ax.grid(axis="y", color=INK, alpha=0.22, linewidth=0.6)
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("bottom", "left"):
        ax.spines[side].set_color(INK)
    ax.tick_params(which="both", color=INK, labelcolor=INK, labelsize=9)
    for text in (ax.xaxis.label, ax.yaxis.label):
        text.set_color(INK)
        text.set_fontsize(9.5)
        set_font(text, language)


def set_font(text: Any, language: Language) -> None:
    if language == "zh":  # else the reader's own settings hold
        text.set_fontfamily(_FONTS[language])
