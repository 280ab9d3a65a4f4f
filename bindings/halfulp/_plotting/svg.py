"""Axes as SVG text that is the same every time, to be put into a page."""

import io
import re
from collections.abc import Mapping
from html import escape, unescape
from typing import TYPE_CHECKING

from halfulp._plotting.axes import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def to_svg(ax: "Axes", name: str = "plot", *, theme: bool = False) -> str:
    """The figure of `ax` as an `<svg>` element, byte for byte the same every time.

    Words stay words, in the fonts of the page. `name` is what every id in it begins
    with: give each plot of a page its own. With `theme`, axes and words take the colour
    of the text around the plot, dark or light.

    >>> from halfulp import plots
    >>> ax = plots.error_histogram(np.array([1.0, 2.1]), np.array([1.0, 2.0]))
    >>> to_svg(ax)[:4]
    '<svg'
    """
    import matplotlib as mpl

    # Without what is in the reader's matplotlibrc, but for the backend.
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
        text = io.StringIO()
        figure = ax.get_figure(root=True)
        assert figure is not None
        figure.savefig(
            text,
            format="svg",
            transparent=True,
            metadata={"Date": None},
        )
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"\s*<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = _with_own_ids(svg, name)
    # The size stays, the family is the page's.
    svg = re.sub(r"font: ([\d.]+px) [^;\"]+", r"font-size: \1", svg)
    if theme:
        svg = svg.replace(INK, "currentColor")
    return "\n".join(line.rstrip() for line in svg.splitlines())


def in_two_languages(svg: str, chinese: Mapping[str, str]) -> str:
    """Each text of `chinese`, twice: marked as English, and in Chinese marked so.

    So is a list of such texts.
    """

    def doubled(match: re.Match[str]) -> str:
        texts = [t for t in (unescape(match[2]),) if t in chinese]
        texts = texts or unescape(match[2]).split(", ")
        if not all(text in chinese for text in texts):
            return match[0]
        other = escape("、".join(chinese[text] for text in texts))
        return (
            f'<text lang="en"{match[1]}>{match[2]}</text>'
            f'<text lang="zh"{match[1]}>{other}</text>'
        )

    return re.sub(r"<text([^>]*)>([^<]*)</text>", doubled, svg)


def _with_own_ids(svg: str, name: str) -> str:
    """Without the ids that nothing refers to, and `name` before the others."""
    used = set(re.findall(r'(?:url\(#|href="#)([^)"]+)', svg))

    def renamed(match: re.Match[str]) -> str:
        return f' id="{name}-{match[1]}"' if match[1] in used else ""

    svg = re.sub(r' id="([^"]*)"', renamed, svg)
    return re.sub(r'(url\(#|href="#)', rf"\g<1>{name}-", svg)
