"""What each metric cannot see in the data at hand, in a sentence each.

The sentences rest on the shares of the squared error that a common factor, a constant,
the largest error and the order of the elements explain (`halfulp.metrics`). The largest
share names the cause, if it is half of the squared error; else the error is scatter.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

Language: TypeAlias = Literal["en", "zh"]

# A metric's value, or None where it has none.
Values: TypeAlias = Mapping[str, float | None]

# The share that speaks for each cause, simplest cause first.
SHARES: Final = {
    "factor": "scaling_share",
    "constant": "offset_share",
    "element": "largest_share",
    "order": "order_share",
}
_LEAST_SHARE = 0.5

# What is true of data with this cause and no average or maximum tells; and more of it.
_FACTS: Final[dict[Language, dict[str, tuple[str, str]]]] = {
    "en": {
        "factor": (
            "all elements share the factor {factor}",
            ", which is {share} of the squared error",
        ),
        "constant": (
            "all elements are shifted by {offset}",
            ", which is {share} of the squared error",
        ),
        "element": ("one single element holds {share} of the squared error", ""),
        "order": (
            "the values are nearly the right ones in other places",
            ": sorted, {share} of the squared error is gone",
        ),
        "scatter": (
            "the error is scatter",
            ": no factor, constant, order or single element explains half of it",
        ),
    },
    "zh": {
        "factor": ("所有元素都乘以同一个系数 {factor}", "，占误差平方的 {share}"),
        "constant": ("所有元素都平移了 {offset}", "，占误差平方的 {share}"),
        "element": ("仅一个元素就占误差平方的 {share}", ""),
        "order": ("数值几乎都对，只是位置不同", "：排序之后，误差平方的 {share} 消失"),
        "scatter": (
            "误差是分散的",
            "：缩放、平移、换序或单个元素都解释不了其中的一半",
        ),
    },
}

# How each metric misses a fact, in full or in brief; {value} is the metric's own.
_SENTENCES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "cosine": "The cosine, {value}, compares directions only; it cannot see that "
        "{fact}.",
        "max_abs": "The largest error, {value}, is that of one element; it cannot see "
        "that {brief}.",
        "mean_abs": "The mean error, {value}, spreads everything over all elements; it "
        "cannot see that {brief}.",
        "rmse": "The RMSE, {value}, is a size without a cause; it cannot see that "
        "{brief}.",
        "rel_rmse": "The relative RMSE, {value}, has the scale of the reference but no "
        "cause; it cannot see that {brief}.",
        "gain": "The gain, {value}, sees a common factor only, {seen} of the squared "
        "error here; it cannot see the rest, {unseen}{because}.",
        "offset": "The offset, {value}, sees a constant only, {seen} of the squared "
        "error here; it cannot see the rest, {unseen}{because}.",
    },
    "zh": {
        "cosine": "余弦为 {value}，只比较方向，看不见：{fact}。",
        "max_abs": "最大误差 {value} 只属于一个元素，看不见：{brief}。",
        "mean_abs": "平均误差 {value} 把一切摊到所有元素上，看不见：{brief}。",
        "rmse": "RMSE 为 {value}，只有大小、没有原因，看不见：{brief}。",
        "rel_rmse": "相对 RMSE 为 {value}，有参考的尺度、没有原因，看不见：{brief}。",
        "gain": "增益 {value} 只看得见公共的缩放，这里占误差平方的 {seen}；"
        "看不见其余的 {unseen}{because}。",
        "offset": "平移 {value} 只看得见公共的常数，这里占误差平方的 {seen}；"
        "看不见其余的 {unseen}{because}。",
    },
}

_WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "because": ": {brief}",
        "rest": "; without it the relative RMSE is {rest}",
        "exact": "Here it misses nothing: there is no error at all.",
        "no_value": "Here it sees nothing: it has no value for these data.",
        "below": "less than {share}",
        "above": "more than {share}",
    },
    "zh": {
        "because": "：{brief}",
        "rest": "；去掉它之后，相对 RMSE 为 {rest}",
        "exact": "在这里没有看漏什么：完全没有误差。",
        "no_value": "在这里什么也看不见：对这些数据没有值。",
        "below": "不到 {share}",
        "above": "超过 {share}",
    },
}

METRICS: Final = tuple(_SENTENCES["en"])

_SEEN_BY: Final = {"gain": "scaling_share", "offset": "offset_share"}
_CAUSE_SEEN_BY: Final = {"gain": "factor", "offset": "constant"}


def cause(values: Values) -> str:
    """ "factor", "constant", "element", "order" or "scatter"; "exact" without an error.

    "unknown" where the shares have no value.
    """
    if values["max_abs"] == 0:
        return "exact"
    shares = {c: values[share] for c, share in SHARES.items()}
    known = {c: share for c, share in shares.items() if share is not None}
    if not known:
        return "unknown"
    most = max(known, key=lambda c: known[c])
    return most if known[most] >= _LEAST_SHARE else "scatter"


def sentences(values: Values, language: Language = "en") -> dict[str, str]:
    """For each metric of METRICS what it cannot see in these data.

    `values` holds every metric of the data by name.
    """
    words = _WORDS[language]
    found = cause(values)
    if found == "exact":
        return dict.fromkeys(METRICS, words["exact"])
    if found == "unknown":
        return dict.fromkeys(METRICS, words["no_value"])
    brief, more = _fact(values, found, language)
    return {
        name: words["no_value"]
        if values[name] is None
        else tidy(_sentence(name, values, found, brief, more, language))
        for name in METRICS
    }


def tidy(sentence: str) -> str:
    """A sentence with what `percent` gave, without spaces between Chinese words."""
    return sentence.replace(" 超过", "超过").replace(" 不到", "不到")


def _sentence(
    name: str, values: Values, found: str, brief: str, more: str, language: Language
) -> str:
    words = _WORDS[language]
    sentence = _SENTENCES[language][name]
    value = shown_value(name, values[name])
    if name in _SEEN_BY:
        share = values[_SEEN_BY[name]] or 0.0
        because = words["because"].format(brief=brief)
        return sentence.format(
            value=value,
            seen=percent(share, language),
            unseen=percent(1 - share, language),
            because="" if found == _CAUSE_SEEN_BY[name] else because,
        )
    rest = values["rel_rmse_after_gain"]
    if found == "factor" and rest is not None:
        more += words["rest"].format(rest=f"{rest:.3e}")
    return sentence.format(value=value, brief=brief, fact=brief + more)


def _fact(values: Values, found: str, language: Language) -> tuple[str, str]:
    """What is true of data with this cause: in brief, and what there is to add."""
    gain, offset = values["gain"], values["offset"]
    share = values[SHARES[found]] if found in SHARES else None
    facts = {
        "factor": "" if gain is None else f"{1 + gain:.6g}",
        "offset": "" if offset is None else f"{offset:.3e}",
        "share": "" if share is None else percent(share, language),
    }
    brief, more = _FACTS[language][found]
    return brief.format(**facts), more.format(**facts)


def shown_value(name: str, value: float | None) -> str:
    """A metric's value as people read it."""
    if value is None:
        return "–"
    return f"{value:.6f}" if name == "cosine" else f"{value:.3e}"


def percent(share: float, language: Language = "en") -> str:
    """A share in per cent, never rounded to all or nothing.

    >>> percent(1.0), percent(1 - 1e-9), percent(0.5), percent(1e-9)
    ('100%', 'more than 99.9%', '50.0%', 'less than 0.1%')
    """
    words = _WORDS[language]
    if share in (0.0, 1.0):
        return f"{share:.0%}"
    if share > 0.999:
        return words["above"].format(share="99.9%")
    if share < 0.001:
        return words["below"].format(share="0.1%")
    return f"{share:.1%}"
