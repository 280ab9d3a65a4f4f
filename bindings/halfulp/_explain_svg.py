"""A rounding as a picture, written by hand: the same bytes every time.

Colours are attributes, for light pages; a style sheet replaces them where the reader's
theme is dark. Ink and paper go together, so it is legible on any page.
"""

import math
import re
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from halfulp import _bits
from halfulp._blind_spots import Language
from halfulp._decimals import cut, exact_decimal, label
from halfulp._explain_words import WORDS

if TYPE_CHECKING:
    from halfulp._explain import Explanation

_WIDTH: Final = 720
_MARGIN: Final = 24
_SANS: Final = "system-ui, 'Segoe UI', Roboto, 'Noto Sans CJK SC', sans-serif"
_MONO: Final = "ui-monospace, 'SF Mono', Consolas, 'DejaVu Sans Mono', monospace"

# class: fill on light pages, on dark ones.
_COLOURS: Final = {
    "paper": ("#fbfaf6", "#14171a"),
    "ink": ("#1e2328", "#e7e4dd"),
    "soft": ("#575d64", "#a5a9ac"),
    "mark": ("#a8361b", "#f2a088"),
    "sign": ("#f6d5cb", "#6b2f20"),
    "prefix": ("#e4daf1", "#4a3769"),
    "exponent": ("#cfe9da", "#1c4f38"),
    "fraction": ("#cbe6ef", "#164a5e"),
    "integer": ("#cbe6ef", "#164a5e"),
}


class _Point(NamedTuple):
    """A place on the line: its position, what stands there, and whether it is there."""

    at: float
    number: float | None
    note: str  # which number it is
    is_member: bool = True


class _Line(NamedTuple):
    points: list[_Point]
    x_at: float
    result_at: float


def svg(e: "Explanation", language: Language, with_sentence: bool = True) -> str:
    """The picture of an explanation."""
    words = WORDS[language]
    x = e.given or repr(e.x).removesuffix(".0")
    title = words["in"].format(x=x, format=e.format.name)
    parts = [_text(title, _MARGIN, 36, "ink", 18, weight="600")]
    subtitle = f"{e.rule.mode} → {label(e.result)}"
    parts.append(_text(subtitle, _MARGIN, 60, "soft", 13))
    parts += _bit_boxes(e, words, 76)
    bottom = 140
    line = _line_of(e, words)
    if line is not None:
        parts += _number_line(e, line, words, 214)
        bottom = 296
    if with_sentence:
        for one in _wrapped(e.sentence(language)):
            bottom += 22
            parts.append(_text(one, _MARGIN, bottom, "ink", 14))
        bottom += 4
    return _document(parts, bottom + 16, f"{title}: {e.sentence(language)}")


def _document(parts: list[str], height: int, description: str) -> str:
    light, dark = _COLOURS["paper"]
    rules = "".join(
        f".hu-explain .{name}{{fill:{colours[1]}}}"
        f".hu-explain .{name}-line{{stroke:{colours[1]}}}"
        for name, colours in _COLOURS.items()
    )
    style = (
        f".hu-explain{{background:{light}}}@media (prefers-color-scheme:dark)"
        f"{{.hu-explain{{background:{dark}}}{rules}}}"
    )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hu-explain" role="img" '
        f'width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}" '
        f'style="max-width:100%;height:auto">'
        f"<title>{escape(description)}</title><style>{style}</style>"
    )
    paper = f'<rect width="{_WIDTH}" height="{height}" {_fill("paper")}/>'
    return "\n".join([head, paper, *parts, "</svg>"])


def _bit_boxes(e: "Explanation", words: dict[str, str], top: int) -> list[str]:
    """The code of the result, a box a bit, and the names of its fields."""
    fields = _bits.fields(e.code, e.format)
    gap = 6
    room = _WIDTH - 2 * _MARGIN - gap * (len(fields) - 1)
    side = min(30.0, math.floor(10 * room / e.format.width) / 10)
    size = 14 if side >= 14 else 9
    parts, left, legend = [], float(_MARGIN), float(_MARGIN)
    for field in fields:
        for bit in field.bits:
            parts.append(_rect(left, top, side - 1, 28, field.name))
            middle = left + (side - 1) / 2
            parts.append(_text(bit, middle, top + 19, "ink", size, "middle", _MONO))
            left += side
        left += gap
        parts.append(_rect(legend, top + 40, 12, 12, field.name))
        name = words[field.name]
        parts.append(_text(name, legend + 18, top + 51, "ink", 13))
        legend += 18 + _room_for(name, 13) + 18
    code = _bits.hexadecimal(e.code, e.format)
    parts.append(_text(code, legend + 6, top + 51, "soft", 13, family=_MONO))
    return parts


def _line_of(e: "Explanation", words: dict[str, str]) -> _Line | None:
    """What to draw; None for infinities and NaNs."""
    if not math.isfinite(e.x):
        return None
    if e.is_member or (e.fraction is None and e.reason != "no_zero"):
        return _of_member(e, words)
    outside = e.x > e.format.max or e.x < e.format.lowest
    return _of_outside(e, words) if outside else _of_between(e, words)


def _of_member(e: "Explanation", words: dict[str, str]) -> _Line:
    """x in the middle, neighbours to scale unless one is much nearer than the other."""
    middle, most, least = 360.0, 240.0, 130.0
    far = max(filter(None, (e.ulps_from_below, e.ulps_from_above)), default=1.0)
    points = []
    for number, ulps, side, note in (
        (e.below, e.ulps_from_below, -1, "below"),
        (e.above, e.ulps_from_above, 1, "above"),
    ):
        reach = most if ulps is None else max(least, most * ulps / far)
        points.append(_Point(middle + side * reach, number, words[note]))
    # The result: x, but where -0 becomes the only zero.
    points.insert(1, _Point(middle, e.result if e.reason == "exact" else e.x, "x"))
    result = points[1].at if e.result == e.x else points[0 if e.x > 0 else 2].at
    return _Line(points, middle, result)


def _of_between(e: "Explanation", words: dict[str, str]) -> _Line:
    left, right = 120.0, 600.0
    if e.result not in (e.below, e.above):  # flushed to a zero farther away
        left, right = (220.0, 620.0) if e.x > 0 else (100.0, 500.0)
    fraction = e.fraction
    assert fraction is not None
    points = [
        _Point(left, e.below, words["below"]),
        *_midpoint(e, (left + right) / 2, words),
        _Point(right, e.above, words["above"]),
    ]
    if e.result == e.below:
        result_at = left
    elif e.result == e.above:
        result_at = right
    else:
        result_at = 60.0 if e.x > 0 else 660.0
    return _Line(points, left + fraction * (right - left), result_at)


def _midpoint(e: "Explanation", at: float, words: dict[str, str]) -> list[_Point]:
    """It, if it is a binary64 number."""
    if e.midpoint is None:
        return []
    return [_Point(at, e.midpoint, words["midpoint"], False)]


def _of_outside(e: "Explanation", words: dict[str, str]) -> _Line:
    """Drawn for x above; mirrored for x below."""
    above = e.x > e.format.max
    last, infinite = (e.below, e.above) if above else (e.above, e.below)
    near, far, special = 110.0, 430.0, 610.0
    notes = ("below", "above") if above else ("above", "below")
    points = [_Point(near, last, words[notes[0]])]
    x_at = far + 60
    if e.beyond is not None:
        points += _midpoint(e, (near + far) / 2, words)
        points.append(_Point(far, e.beyond, words["beyond"], False))
        assert e.fraction is not None
        x_at = near + min(e.fraction, 1.2) * (far - near)
    elif e.reason == "no_zero":
        x_at = (near + far) / 2
    points.append(_Point(special, infinite, words[notes[1]], infinite is not None))
    result_at = near if e.result == last else special
    if math.isnan(e.result):
        points[-1] = _Point(special, e.result, words["result"])
    line = _Line(points, x_at, result_at)
    return line if above else _mirrored(line)


def _mirrored(line: _Line) -> _Line:
    return _Line(
        [point._replace(at=_WIDTH - point.at) for point in reversed(line.points)],
        _WIDTH - line.x_at,
        _WIDTH - line.result_at,
    )


def _number_line(
    e: "Explanation", line: _Line, words: dict[str, str], y: int
) -> list[str]:
    ends = [point.at for point in line.points]
    low, high = min(*ends, line.result_at), max(*ends, line.result_at)
    parts = [_stroke(f"M{low:g} {y}H{high:g}", "soft", 1.5)]
    room = min(b - a for a, b in pairwise(ends)) if ends[1:] else 240
    most = max(8, min(22, int(room / 7.4)))
    points = list(line.points)
    if not any(point.at == line.result_at for point in points):
        points.append(_Point(line.result_at, e.result, words["result"]))
    for point in points:
        parts += _tick(e, point, words, y, most)
    parts += _jump(e, line, y)
    return parts


def _tick(
    e: "Explanation", point: _Point, words: dict[str, str], y: int, most: int
) -> list[str]:
    height = 9 if point.is_member else 5
    dash = "" if point.is_member else ' stroke-dasharray="2 2"'
    parts = [_stroke(f"M{point.at:g} {y - height}V{y + height}", "ink", 1.5, dash)]
    missing = point.number is None
    number = words["none"] if point.number is None else exact_decimal(point.number)
    colour = "ink" if point.is_member and not missing else "soft"
    at = _inside(point.at, min(len(number), most) * 7.3)
    parts.append(_text(cut(number, most), at, y + 28, colour, 12, "middle", _MONO))
    at = _inside(point.at, _room_for(point.note, 12))
    parts.append(_text(point.note, at, y + 46, "soft", 12, "middle"))
    is_coded = point.is_member and (point.note != "x" or e.reason == "exact")
    if is_coded and point.number is not None:
        code = _bits.hexadecimal(e.code_of(point.number), e.format)
        at = _inside(point.at, len(code) * 6.7)
        parts.append(_text(code, at, y + 63, "soft", 11, "middle", _MONO))
    return parts


def _jump(e: "Explanation", line: _Line, y: int) -> list[str]:
    """x above the line, and the way from it to the result."""
    name = f"x = {cut(e.given or repr(e.x).removesuffix('.0'), 22)}"
    at = _inside(line.x_at, len(name) * 7.9)
    parts = [_text(name, at, y - 38, "mark", 13, "middle", _MONO)]
    start, end = line.x_at, line.result_at
    if start == end:
        parts.append(_stroke(f"M{start:g} {y - 32}V{y - 9}", "mark", 1.5))
    else:
        middle = (start + end) / 2
        curve = f"M{start:g} {y - 30}Q{middle:g} {y - 30} {end:g} {y - 7}"
        parts.append(_stroke(curve, "mark", 1.5, ' stroke-dasharray="4 3"'))
        parts.append(_stroke(f"M{start:g} {y - 32}V{y}", "mark", 1.5))
    parts.append(f'<circle cx="{end:g}" cy="{y}" r="5" {_fill("mark")}/>')
    return parts


def _fill(name: str) -> str:
    return f'class="{name}" fill="{_COLOURS[name][0]}"'


def _stroke(path: str, name: str, width: float, more: str = "") -> str:
    return (
        f'<path d="{path}" class="{name}-line" fill="none" '
        f'stroke="{_COLOURS[name][0]}" stroke-width="{width:g}"{more}/>'
    )


def _rect(x: float, y: float, width: float, height: float, name: str) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
        f'rx="2" {_fill(name)}/>'
    )


def _text(
    text: str,
    x: float,
    y: float,
    name: str,
    size: int,
    anchor: str = "start",
    family: str = _SANS,
    weight: str = "400",
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:g}" {_fill(name)} font-size="{size}" '
        f'font-family="{family}" font-weight="{weight}" text-anchor="{anchor}">'
        f"{escape(text, quote=False)}</text>"
    )


def _room_for(text: str, size: int) -> float:
    """A bound of the width of words in a sans-serif font."""
    return size * sum(1.0 if ord(c) > 0x2E80 else 0.6 for c in text)


def _inside(middle: float, width: float) -> float:
    """The middle, moved so that a text of that width stays in the picture."""
    half = width / 2 + 8
    return min(max(middle, half), _WIDTH - half)


# Words with the spaces before them; Chinese characters with the marks after them.
_BREAKABLE: Final = re.compile(r"[\u2e80-\uffff][，。；：、]*| *[^ \u2e80-\uffff]+| +")


def _wrapped(sentence: str, columns: int = 92) -> list[str]:
    """Lines; a Chinese character takes two columns."""
    lines, width = [""], 0
    for piece in _BREAKABLE.findall(sentence):
        size = sum(2 if ord(c) > 0x2E80 else 1 for c in piece)
        if width + size > columns and lines[-1]:
            lines.append("")
            piece, width = piece.lstrip(), 0
        lines[-1] += piece
        width += size
    return lines
