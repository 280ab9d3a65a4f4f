"""What was chosen and why: one sentence a case, in English and Chinese."""

import math
from typing import TYPE_CHECKING, Final

from halfulp._blind_spots import Language
from halfulp._decimals import label

if TYPE_CHECKING:
    from halfulp._explain import Explanation

WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "given": "given",
        "read": "read as binary64",
        "below": "number below",
        "above": "number above",
        "beyond": "would be next",
        "midpoint": "midpoint",
        "result": "result",
        "name": "",
        "decimal": "exactly",
        "hex": "hexadecimal",
        "code": "code",
        "bits": "bits",
        "sign": "sign",
        "prefix": "prefix",
        "exponent": "exponent",
        "fraction": "fraction",
        "integer": "integer",
        "none": "none",
        "in": "{x} in {format}",
        "place": "x lies {fraction} of the way from {below} to {above}: "
        "{from_below} ulp from the one, {from_above} ulp from the other.",
        "place_outside": "x lies beyond {last}, the last number, by {ulps} ulp.",
    },
    "zh": {
        "given": "给出",
        "read": "读作 binary64",
        "below": "下方的数",
        "above": "上方的数",
        "beyond": "若还有下一个数",
        "midpoint": "中点",
        "result": "结果",
        "name": "",
        "decimal": "精确值",
        "hex": "十六进制",
        "code": "编码",
        "bits": "位",
        "sign": "符号",
        "prefix": "前缀",
        "exponent": "指数",
        "fraction": "小数",
        "integer": "整数",
        "none": "无",
        "in": "{x}，格式 {format}",
        "place": "x 位于从 {below} 到 {above} 的 {fraction} 处："
        "离前者 {from_below} ulp，离后者 {from_above} ulp。",
        "place_outside": "x 超出最后一个数 {last}，超出 {ulps} ulp。",
    },
}

_SENTENCES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "exact": "x is a number of {format}, so nothing is rounded.",
        "exact_zero": "x is -0, and {format} has one zero only: 0.",
        "nearer": "{mode} takes the nearer number, {result}.",
        "tie_to_even": "x is halfway, and {mode} takes the number with the even code: "
        "{result}.",
        "tie_away": "x is halfway, and {mode} takes the number of larger magnitude: "
        "{result}.",
        "tie_toward_zero": "x is halfway, and {mode} takes the number of smaller "
        "magnitude: {result}.",
        "toward_zero": "toward_zero takes the number of smaller magnitude, {result}.",
        "up": "up takes the greater number, {result}.",
        "down": "down takes the lesser number, {result}.",
        "away": "away takes the number of larger magnitude, {result}.",
        "stochastic": "x lies {share} of the way to the number of larger magnitude; "
        "R = {r} of 2^{bits} decides, and {mode} takes {result}.",
        "stochastic_equal": "R = {r} of 2 decides, and {mode} takes {result}.",
        "to_odd": "x is no number of {format}, so odd takes the neighbour with the odd "
        "code, {result}.",
        "flushed_input": "x is smaller than the smallest normal number, {normal}, and "
        "subnormals='{subnormals}' takes such an input for zero.",
        "flushed_output": "{mode} gives a number smaller than the smallest normal one, "
        "{normal}, and subnormals='{subnormals}' makes such a result zero.",
        "no_zero": "{format} has no zero: all between 0 and its smallest number, "
        "{result}, becomes that, whatever the mode.",
        "beyond_max": "{mode} would go beyond {last}, the largest number of {format}",
        "below_lowest": "{mode} would go below {last}, the least number of {format}",
        "below_zero": "{mode} would go below 0, and {format} has no negative numbers",
        "negative": "{format} has no numbers below {last}",
        "zero": "{format} has no zero, its least number is {last}",
        "saturated": ": overflow='{overflow}' makes it {result}.",
        "to_infinity": ": that overflows, and overflow='{overflow}' makes it {result}.",
        "to_nan": "; there is no infinity for it, so overflow='{overflow}' makes it "
        "NaN.",
        "turned_back": ": {mode} turns back to {result}.",
        "to_last": "; there is neither infinity nor NaN for it, so it becomes "
        "{result}.",
        "infinite_stays": "x is an infinity, which {format} has.",
        "infinite_saturates": "x is an infinity, and overflow='{overflow}' makes it "
        "the last number on its side, {result}.",
        "infinite_becomes": "x is an infinity, which {format} lacks: "
        "inf_input='{inf_input}' makes it {result}.",
        "nan_canonical": "x is NaN, and so is the result.",
        "nan_payload": "x is NaN, and so is the result; nan='payload' keeps what the "
        "format holds of its payload.",
    },
    "zh": {
        "exact": "x 本来就是 {format} 的数，无需舍入。",
        "exact_zero": "x 是 -0，而 {format} 只有一个零：0。",
        "nearer": "{mode} 取较近的数 {result}。",
        "tie_to_even": "x 恰在正中，{mode} 取编码为偶数的那个：{result}。",
        "tie_away": "x 恰在正中，{mode} 取绝对值较大的那个：{result}。",
        "tie_toward_zero": "x 恰在正中，{mode} 取绝对值较小的那个：{result}。",
        "toward_zero": "toward_zero 取绝对值较小的数 {result}。",
        "up": "up 取较大的数 {result}。",
        "down": "down 取较小的数 {result}。",
        "away": "away 取绝对值较大的数 {result}。",
        "stochastic": "x 位于通往绝对值较大的数的 {share} 处；由 2^{bits} 中的 "
        "R = {r} 决定，{mode} 取 {result}。",
        "stochastic_equal": "由 2 中的 R = {r} 决定，{mode} 取 {result}。",
        "to_odd": "x 不是 {format} 的数，odd 取编码为奇数的邻数 {result}。",
        "flushed_input": "x 小于最小正规数 {normal}，subnormals='{subnormals}' "
        "把这样的输入当作零。",
        "flushed_output": "{mode} 的结果小于最小正规数 {normal}，"
        "subnormals='{subnormals}' 把这样的结果变成零。",
        "no_zero": "{format} 没有零：0 与其最小数 {result} 之间的一切，"
        "无论哪种模式都变成它。",
        "beyond_max": "{mode} 将超过 {format} 的最大数 {last}",
        "below_lowest": "{mode} 将低于 {format} 的最小数 {last}",
        "below_zero": "{mode} 将低于 0，而 {format} 没有负数",
        "negative": "{format} 没有小于 {last} 的数",
        "zero": "{format} 没有零，其最小的数是 {last}",
        "saturated": "：overflow='{overflow}' 使它变成 {result}。",
        "to_infinity": "：溢出，overflow='{overflow}' 使它变成 {result}。",
        "to_nan": "；没有无穷可用，所以 overflow='{overflow}' 使它变成 NaN。",
        "turned_back": "：{mode} 退回到 {result}。",
        "to_last": "；既无无穷也无 NaN 可用，所以变成 {result}。",
        "infinite_stays": "x 是无穷，{format} 有它。",
        "infinite_saturates": "x 是无穷，overflow='{overflow}' 使它变成那一侧的"
        "最后一个数 {result}。",
        "infinite_becomes": "x 是无穷，而 {format} 没有：inf_input='{inf_input}' "
        "使它变成 {result}。",
        "nan_canonical": "x 是 NaN，结果也是。",
        "nan_payload": "x 是 NaN，结果也是；nan='payload' 保留格式容得下的有效载荷。",
    },
}


_OUT_OF_RANGE: Final = ("saturated", "turned_back", "to_infinity", "to_nan", "to_last")


def sentence(e: "Explanation", language: Language = "en") -> str:
    """What was chosen and why."""
    words = _SENTENCES[language]
    text = "".join(words[part] for part in _parts(e))
    return text.format(
        format=e.format.name,
        mode=e.rule.mode,
        result=label(e.result),
        last=label(_last(e)),
        normal=label(e.format.smallest_normal),
        overflow=e.rule.overflow,
        subnormals=e.rule.subnormals,
        inf_input=e.rule.inf_input,
        **_chance(e),
    )


def _chance(e: "Explanation") -> dict[str, object]:
    """What decided in a stochastic mode."""
    if e.random is None or e.fraction is None:
        return {}
    outside = e.beyond is not None
    share = e.fraction if e.x > 0 or outside else 1 - e.fraction
    bits = 1 if e.rule.mode == "stochastic_equal" else e.rule.random_bits
    return {"share": f"{share:.6g}", "r": e.random >> (32 - bits), "bits": bits}


def _last(e: "Explanation") -> float:
    """The number of the format where it ends on the side of x."""
    return e.format.max if e.x > e.format.max else e.format.lowest


def _parts(e: "Explanation") -> list[str]:
    """The sentence of this case, in parts."""
    if e.reason == "exact":
        lost = math.copysign(1, e.x) != math.copysign(1, e.result)
        return ["exact_zero" if lost else "exact"]
    if e.reason == "directed":
        return [e.rule.mode]
    if e.reason == "stochastic" and e.rule.mode == "stochastic_equal":
        return ["stochastic_equal"]
    if e.reason == "infinite":
        return [_of_infinity(e)]
    if e.reason == "not_a_number":
        return ["nan_payload" if e.rule.nan == "payload" else "nan_canonical"]
    if e.reason in _OUT_OF_RANGE:
        return [_beyond_what(e), e.reason]
    return [e.reason]


def _of_infinity(e: "Explanation") -> str:
    if math.isinf(e.result):
        return "infinite_stays"
    saturates = e.rule.overflow.startswith("saturate")
    return "infinite_saturates" if saturates else "infinite_becomes"


def _beyond_what(e: "Explanation") -> str:
    if e.x > e.format.max:
        return "beyond_max"
    if e.format.has_sign:
        return "below_lowest"
    if e.x == 0:
        return "zero"
    return "below_zero" if e.format.has_zero else "negative"
