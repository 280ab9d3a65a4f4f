"""The words of the museum, in the two languages of the project."""

from typing import Final

from halfulp._blind_spots import Language

__all__ = ["CASES", "METRICS", "WORDS", "Language", "short_name"]

CASES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "bf16_inputs": "Case 1 · the representation changed: "
        "inputs of every matmul rounded to BF16",
        "wrong_variance": "Case 2 · the operator is wrong: "
        "variance divides by n-1 rather than n",
        "fp16_accumulator": "Case 3 · ours, not in the exhibit: "
        "FP16 operands, FP16 accumulator",
        "altered": "Case 3 · yours: the layer that you passed",
    },
    "zh": {
        "bf16_inputs": "情况一 · 表示变了：矩阵乘的输入舍入到 BF16",
        "wrong_variance": "情况二 · 算子写错了：方差除以 n-1 而不是 n",
        "fp16_accumulator": "情况三 · 本项目自拟，不在展品中：FP16 操作数，FP16 累加",
        "altered": "情况三 · 你的：你传入的层",
    },
}

METRICS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "layer": "layer",
        "cosine": "cosine",
        "one_minus_cosine": "1-cosine",
        "one_minus_cosine_binary64": "1-cosine, binary64",
        "max_abs": "max |err|",
        "rmse": "RMSE",
        "rel_rmse": "rel. RMSE",
        "gain": "gain",
        "mean_abs": "mean |err|",
        "offset": "offset",
        "passes_gate": "gate",
    },
    "zh": {
        "layer": "层",
        "cosine": "余弦",
        "one_minus_cosine": "1-余弦",
        "one_minus_cosine_binary64": "1-余弦（binary64）",
        "max_abs": "最大误差",
        "rmse": "RMSE",
        "rel_rmse": "相对 RMSE",
        "gain": "增益",
        "mean_abs": "平均误差",
        "offset": "平移",
        "passes_gate": "判定",
    },
}

WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "intro": "A stack of random layers is computed twice, once with one thing "
        "altered. Each line compares the two outputs of a layer.",
        "pass": "pass",
        "fail": "fail",
        "first_layer": "layer 1",
        "predicted": "predicted",
        "measured": "measured",
        "published": "published",
        "gate": "Gate (cosine at least {gate}): {passed}/{layers} layers pass",
        "gate_published": "; published: {passed}/{layers}",
        "narrow": "A wider window also shows {columns}.",
        "product": "The prediction is for the products; behind tanh and layer_norm it "
        "is {factor} times as large.",
        "blind": "What the cosine cannot see is a common factor.",
        "shares": "Its share of the squared error of layer 1: {shares}.",
        "so": "So {cases}; the relative RMSE and the gain see it at once.",
        "so_case": "{case}, whose gain is {gain}, passes in {passed} of {layers} "
        "layers",
        "semicolon": "; ",
        "nothing_measured": "No accelerator was measured: "
        "all of this was computed, the same everywhere.",
        "comma": ", ",
        "space": " ",
    },
    "zh": {
        "intro": "同一组随机层计算两遍，其中一遍改动一处。每一行比较一层的两个输出。",
        "pass": "通过",
        "fail": "未通过",
        "first_layer": "第 1 层",
        "predicted": "理论预测",
        "measured": "本次计算",
        "published": "展品公布",
        "gate": "余弦判定（门槛 {gate}）：{passed}/{layers} 层通过",
        "gate_published": "；展品公布：{passed}/{layers}",
        "narrow": "窗口再宽一些，还会显示{columns}。",
        "product": "预测是乘积的；经过 tanh 和 layer_norm 之后，是它的 {factor} 倍。",
        "blind": "余弦看不见公共的缩放。",
        "shares": "第 1 层的误差平方中，缩放所占的比例：{shares}。",
        "so": "所以{cases}；相对 RMSE 和增益则一眼可见。",
        "so_case": "{case}虽有 {gain} 的增益，仍有 {passed}/{layers} 层通过判定",
        "semicolon": "；",
        "nothing_measured": "没有测量任何加速器："
        "以上全部由计算得出，在每台机器上都相同。",
        "comma": "，",
        "space": "",
    },
}


def short_name(case: str, language: Language) -> str:
    """ "Case 2" """
    return CASES[language][case].partition(" · ")[0]
