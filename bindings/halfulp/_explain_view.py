"""An explanation as text, HTML and JSON."""

import json
import math
from html import escape
from typing import TYPE_CHECKING, Any

from halfulp import _bits, _explain_svg, _explain_words, _tables
from halfulp._blind_spots import Language
from halfulp._decimals import cut, exact_decimal, hex_float, label
from halfulp._explain_words import WORDS

if TYPE_CHECKING:
    from halfulp._explain import Explanation

_COLUMNS = ("name", "decimal", "hex", "code", "bits")
_MOST_DIGITS = 60


def title(e: "Explanation", language: Language) -> str:
    x = e.given or repr(e.x).removesuffix(".0")
    return WORDS[language]["in"].format(x=x, format=e.format.name)


def text(e: "Explanation", language: Language) -> str:
    table = _tables.text_table(_headings(language), _rows(e, language))
    return "\n".join([title(e, language), table, *_prose(e, language)])


def html(e: "Explanation", language: Language) -> str:
    """The picture, the table and the sentences, to be put into a page."""
    picture = _explain_svg.svg(e, language, with_sentence=False)
    table = _tables.html_table(
        _headings(language), _rows(e, language), title(e, language)
    )
    prose = "".join(f"<p>{escape(line)}</p>" for line in _prose(e, language))
    return f"<div>{picture}{prose}{table}</div>"


def as_json(e: "Explanation", language: Language) -> str:
    found: dict[str, Any] = {
        "given": e.given,
        "format": e.format.name,
        "rounding": e.rule.mode,
        "overflow": e.rule.overflow,
        "subnormals": e.rule.subnormals,
        "inf_input": e.rule.inf_input,
        "nan": e.rule.nan,
        "random_bits": e.rule.random_bits if e.rule.is_stochastic else None,
        "random": e.random,
        "reason": e.reason,
        "sentence": _explain_words.sentence(e, language),
        "fraction": e.fraction,
        "ulps_from_below": e.ulps_from_below,
        "ulps_from_above": e.ulps_from_above,
    }
    for name in ("x", "beyond", "midpoint"):
        found[name] = _number(e, getattr(e, name), False)
    for name in ("below", "above", "result"):
        found[name] = _number(e, getattr(e, name), True)
    return json.dumps(found, indent=1, ensure_ascii=False)


def _number(e: "Explanation", x: float | None, coded: bool) -> dict[str, Any] | None:
    if x is None:
        return None
    found: dict[str, Any] = {
        "value": x if math.isfinite(x) else None,
        "decimal": exact_decimal(x),
        "hex": hex_float(x),
    }
    if coded:
        code = e.code_of(x)
        found["code"] = _bits.hexadecimal(code, e.format)
        found["bits"] = dict(_bits.fields(code, e.format))
    return found


def _headings(language: Language) -> list[str]:
    return [WORDS[language][name] for name in _COLUMNS]


def _rows(e: "Explanation", language: Language) -> list[list[str]]:
    words = WORDS[language]
    rows = [] if e.given is None else [[words["given"], e.given, "", "", ""]]
    rows.append(["x" if e.given is None else words["read"], *_uncoded(e.x)])
    if math.isfinite(e.x):
        none = [words["none"], "", "", ""]
        between = [
            [words[name], *_uncoded(number)]
            for name, number in (("midpoint", e.midpoint), ("beyond", e.beyond))
            if number is not None
        ]
        below = none if e.below is None else _coded(e, e.below)
        above = none if e.above is None else _coded(e, e.above)
        rows.append([words["below"], *below])
        rows += between if e.x > e.format.lowest else reversed(between)
        rows.append([words["above"], *above])
    return [*rows, [words["result"], *_coded(e, e.result)]]


def _uncoded(x: float) -> list[str]:
    return [cut(exact_decimal(x), _MOST_DIGITS), hex_float(x), "", ""]


def _coded(e: "Explanation", x: float) -> list[str]:
    code = e.code_of(x)
    bits = _bits.spaced(code, e.format)
    return [*_uncoded(x)[:2], _bits.hexadecimal(code, e.format), bits]


def _prose(e: "Explanation", language: Language) -> list[str]:
    where = _place(e, language)
    return [*([where] if where else []), _explain_words.sentence(e, language)]


def _place(e: "Explanation", language: Language) -> str:
    """Where x lies; empty if it is a number of the format, or none at all."""
    words = WORDS[language]
    if e.is_member or e.fraction is None:
        return ""
    if e.beyond is not None:
        above = e.x > e.format.max
        last, ulps = e.format.max, e.ulps_from_below
        if not above:
            last, ulps = e.format.lowest, e.ulps_from_above
        return words["place_outside"].format(last=label(last), ulps=_short(ulps))
    return words["place"].format(
        fraction=_short(e.fraction),
        below=label(e.below or 0.0),
        above=label(e.above or 0.0),
        from_below=_short(e.ulps_from_below),
        from_above=_short(e.ulps_from_above),
    )


def _short(number: float | None) -> str:
    """Six digits, but all of them where those would be 0, a half or a whole number."""
    value = number or 0.0
    rounded = float(f"{value:.6g}")
    if rounded == value or rounded % 0.5:
        return f"{value:.6g}"
    return repr(value).removesuffix(".0")
