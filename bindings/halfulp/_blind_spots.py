"""What each metric cannot see in the data at hand, in a sentence each.

The sentences rest on the shares of the error that a common factor, a constant, the
largest error and the order of the elements explain (`halfulp.metrics`). The largest
share names the cause, if it is large enough; else the error is scatter.
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
# Half of the squared error; what chance gives one time in 10^5 (order_share in C++).
_LEAST_SHARE: Final = {"factor": 0.5, "constant": 0.5, "element": 0.5, "order": 0.9}

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
            ", which is {share} of the sum of the errors",
        ),
        "scatter": (
            "the error is scatter",
            ": no factor, constant, exchange of places or single element explains it",
        ),
    },
    "zh": {
        "factor": ("所有元素都乘以同一个系数 {factor}", "，占误差平方的 {share}"),
        "constant": ("所有元素都平移了 {offset}", "，占误差平方的 {share}"),
        "element": ("仅一个元素就占误差平方的 {share}", ""),
        "order": ("数值几乎都对，只是位置不同", "，占误差总和的 {share}"),
        "scatter": ("误差是分散的", "：缩放、平移、换位或单个元素都解释不了它"),
    },
}

# What each metric is and does not see, in full or in brief; {value} is its own.
_SENTENCES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "cosine": "The cosine, {value}, compares directions only",
        "max_abs": "The largest error, {value}, is that of one element and says "
        "nothing of the others",
        "mean_abs": "The mean error, {value}, spreads everything over all elements",
        "rmse": "The RMSE, {value}, is a size without a cause",
        "rel_rmse": "The relative RMSE, {value}, has the scale of the reference but no "
        "cause",
        "gain": "The gain, {value}, sees a common factor only, {seen} of the squared "
        "error here; it cannot see the rest, {unseen}",
        "offset": "The offset, {value}, sees a constant only, {seen} of the squared "
        "error here; it cannot see the rest, {unseen}",
    },
    "zh": {
        "cosine": "余弦为 {value}，只比较方向",
        "max_abs": "最大误差 {value} 只属于一个元素，对其余元素什么也没说",
        "mean_abs": "平均误差 {value} 把一切摊到所有元素上",
        "rmse": "RMSE 为 {value}，只有大小、没有原因",
        "rel_rmse": "相对 RMSE 为 {value}，有参考的尺度、没有原因",
        "gain": "增益 {value} 只看得见公共的缩放，这里占误差平方的 {seen}；"
        "看不见其余的 {unseen}",
        "offset": "平移 {value} 只看得见公共的常数，这里占误差平方的 {seen}；"
        "看不见其余的 {unseen}",
    },
}

_WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "unseen": "; it cannot see that {fact}",
        "because": ": {fact}",
        "largest": "The largest error, {value}, is that of one element, {seen} of the "
        "squared error here; it cannot see the rest, {unseen}",
        "stop": ".",
        "rest": "; without it the relative RMSE is {rest}",
        "exact": "Here it misses nothing: there is no error at all.",
        "no_value": "Here it sees nothing: it has no value for these data.",
        "below": "less than {share}",
        "above": "more than {share}",
    },
    "zh": {
        "unseen": "，看不出{fact}",
        "because": "：{fact}",
        "largest": "最大误差 {value} 属于一个元素，这里占误差平方的 {seen}；"
        "看不见其余的 {unseen}",
        "stop": "。",
        "rest": "；去掉它之后，相对 RMSE 为 {rest}",
        "exact": "在这里没有看漏什么：完全没有误差。",
        "no_value": "在这里什么也看不见：对这些数据没有值。",
        "below": "不到 {share}",
        "above": "超过 {share}",
    },
}

METRICS: Final = tuple(_SENTENCES["en"])

_CAUSE_SEEN_BY: Final = {"gain": "factor", "offset": "constant", "max_abs": "element"}


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
    large = {c: share for c, share in known.items() if share >= _LEAST_SHARE[c]}
    return max(large, key=lambda c: large[c]) if large else "scatter"


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
    own = _CAUSE_SEEN_BY.get(name)
    sentence = _SENTENCES[language][name]
    if name == "max_abs" and found == own:
        sentence = words["largest"]
    share = (values[SHARES[own]] if own else None) or 0.0
    sentence = sentence.format(
        value=shown_value(name, values[name]),
        seen=percent(share, language),
        unseen=percent(1 - share, language),
    )
    if name == "cosine":
        rest = values["rel_rmse_after_gain"]
        if found == "factor" and rest is not None:
            more += words["rest"].format(rest=f"{rest:.3e}")
        sentence += words["unseen"].format(fact=brief + more)
    elif found not in (own, "scatter"):  # scatter is said once, with the cosine
        link = words["because" if name in ("gain", "offset") else "unseen"]
        sentence += link.format(fact=brief)
    return sentence + words["stop"]


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
