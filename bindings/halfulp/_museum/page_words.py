"""The words of the page, English and Chinese; {names} are filled in from the result."""

from typing import Final

Pair = tuple[str, str]

BRIEF: Final[dict[str, Pair]] = {
    "bf16_inputs": ("BF16 inputs", "BF16 输入"),
    "wrong_variance": ("variance by n-1", "方差除以 n-1"),
    "fp16_accumulator": ("FP16 sums, ours", "FP16 累加，自拟"),
    "altered": ("yours", "你的"),
}

OF_PRODUCTS: Final[Pair] = (" for the products", "乘积的")

PAGE: Final[dict[str, Pair]] = {
    "skip": ("Skip to the content", "跳到正文"),
    "tagline": (
        "how far may a computation be from the truth?",
        "计算结果离真值可以有多远？",
    ),
    "language": ("Language", "语言"),
    "dark": ("Dark", "深色"),
    "dark_long": ("Dark colours", "深色界面"),
    "motto": (
        "Running is not matching, and matching is not being fast.",
        "跑得通不等于对得上，对得上不等于跑得快。",
    ),
    "lede": (
        "A stack of random layers, {layers} deep, is computed again with one thing "
        "altered, in {cases} ways. By the usual test, a cosine of at least {gate}, "
        "{passing} of the {cases} pass in every layer. Case 2 is a mistake.",
        "把同一组随机网络（{layers} 层）重新计算，每次改动一处，共 {cases} 种。"
        "按常用的标准（余弦不低于 {gate}），其中 {passing} 种每一层都通过。"
        "而情况二是一个错误。",
    ),
    "lede_all": (
        "A stack of random layers, {layers} deep, is computed again with one thing "
        "altered, in {cases} ways. By the usual test, a cosine of at least {gate}, all "
        "{cases} pass in every layer. Case 2 is a mistake.",
        "把同一组随机网络（{layers} 层）重新计算，每次改动一处，共 {cases} 种。"
        "按常用的标准（余弦不低于 {gate}），全部 {cases} 种每一层都通过。"
        "而情况二是一个错误。",
    ),
    "glance": ("At a glance", "一览"),
    "glance_note": (
        "Layer {layer}; the gate over all layers.",
        "第 {layer} 层；判定针对所有层。",
    ),
    "case": ("case", "情况"),
    "gate_column": ("cosine gate", "余弦判定"),
    "layers_pass": ("{passed}/{layers} pass", "{passed}/{layers} 通过"),
    "gates_title": ("Four gates", "四道关"),
    "gates_intro": (
        "Four separate decisions, in this order. Step through them with the buttons or "
        "the left and right arrow keys; nothing moves by itself.",
        "四个彼此独立的决定，按此顺序。用按钮或左右方向键逐步查看；页面不会自己翻动。",
    ),
    "gate_n": ("Gate {n}", "第 {n} 关"),
    "checked": ("What was checked", "检查了什么"),
    "decision": ("Decision", "决定"),
    "executed": ("executed", "已执行"),
    "illustrative": ("illustrative", "仅示意"),
    "previous": ("Previous", "上一关"),
    "next": ("Next", "下一关"),
    "cases_title": ("Three cases", "三种情况"),
    "cases_intro": (
        "Each line of a table compares the two outputs of a layer, {values} numbers. "
        "Predictions come from theory, before anything is computed; that of Case 1 is "
        "for the products.",
        "表中每一行比较一层的两个输出，共 {values} 个数。预测来自理论，先于任何计算；"
        "情况一的预测是乘积的。",
    ),
    "plot_alt": (
        "Plot of the size of each metric by layer, on a logarithmic axis; the "
        "figures are in the table beside it.",
        "各指标的大小随层变化的图，对数轴；数值见旁边的表。",
    ),
    "plot_note": (
        "Sizes by layer. Rings are predictions{of_products}; 1-cosine passes below the "
        "dashed line.",
        "各层误差的大小。圆圈是{of_products}理论预测；1-余弦在虚线以下即通过。",
    ),
    "table_note": ("Table of case: {case}", "数据表：{case}"),
    "gate_summary": (
        "Gate (cosine at least {gate}): {passed}/{layers} layers pass",
        "余弦判定（门槛 {gate}）：{passed}/{layers} 层通过",
    ),
    "gate_published": (
        "; published: {passed}/{layers}",
        "；展品公布：{passed}/{layers}",
    ),
    "others_title": ("Layer 1, three ways", "第 1 层，三种来源"),
    "metric": ("metric", "指标"),
    "predicted": ("predicted", "理论预测"),
    "measured": ("measured", "本次计算"),
    "published": ("published", "展品公布"),
    "verdict": ("verdict", "判定"),
    "pass": ("pass", "通过"),
    "fail": ("fail", "未通过"),
    "blind_title": (
        "What each metric cannot see in this data",
        "在这组数据里，每个指标看不见什么",
    ),
    "blind_note": (
        "Layer {layer}, computed. How much of the squared error each cause explains; "
        "for exchanged places, of the sum of the errors. Causes overlap or leave a "
        "rest: the shares need not add up to 100%.",
        "第 {layer} 层，由计算得出。各种原因在误差平方中所占的比例；位置互换则是在误差"
        "总和中所占的比例。原因可能重叠，也可能有剩余：各比例之和不必是 100%。",
    ),
    "share_factor": ("a common factor", "公共的缩放"),
    "share_constant": ("a constant", "公共的平移"),
    "share_element": ("the largest error", "最大的一个误差"),
    "share_order": ("exchanged places", "位置互换"),
    "provenance_title": ("Provenance", "来历"),
    "no_accelerator": (
        "No accelerator was measured. All figures on this page were computed, and are "
        "the same on every machine.",
        "没有测量任何加速器。本页的全部数值都由计算得出，在每台机器上都相同。",
    ),
    "hash": ("content hash", "内容哈希"),
    "hash_note": (
        "SHA-256 of everything but version, machine and time",
        "除版本、机器和时间之外全部内容的 SHA-256",
    ),
    "parameters": ("parameters", "参数"),
    "was_executed": (
        "{rows} figures: {layers} layers of {paths} paths, every metric, the gate and "
        "the blind spots",
        "{rows} 个数值：{paths} 条路径的 {layers} 层、全部指标、判定和盲点",
    ),
    "was_illustrative": (
        "the versions of other makers' software, slow fallbacks, and speed: named in "
        "the gates, not run",
        "其他厂商软件的版本、慢速回退和速度：在关卡中提到，没有运行",
    ),
    "exhibit": ("the exhibit", "展品"),
    "exhibit_text": (
        "“Published” figures are those of an exhibit’s text, of which no source can be "
        "cited. Its program is not known: the recipe was found from these figures.",
        "“展品公布”的数值出自一件展品的文字，没有可以引用的出处；它的程序不为人知，"
        "做法是由这些数值反推出来的。",
    ),
    "recipe": ("recipe", "做法"),
    "recipe_text": (
        "h ← LayerNorm(tanh(h W)), binary64, correctly rounded tanh, Python's "
        "random.Random({seed}).gauss",
        "h ← LayerNorm(tanh(h W))，binary64，tanh 正确舍入，随机数来自 Python 的 "
        "random.Random({seed}).gauss",
    ),
    "again": ("again", "重新计算"),
    "made_by": ("made by", "生成"),
    "made_at": ("computed at", "计算时间"),
}

GATES: Final[dict[str, Pair]] = {
    "versions": ("Versions aligned", "版本对齐"),
    "versions_question": (
        "Do both sides run what we believe they run?",
        "两边运行的确实是我们以为的版本吗？",
    ),
    "versions_same": (
        "Every path is halfulp {version}, {compiler}, target {target}, seed {seed}, "
        "with the same weights and input.",
        "每条路径都是 halfulp {version}，{compiler}，目标 {target}，种子 {seed}，"
        "权重和输入相同。",
    ),
    "versions_recorded": (
        "{rows} figures equal the recorded ones, digit for digit.",
        "{rows} 个数值与存档逐位相同。",
    ),
    "versions_unrecorded": (
        "No figures are on record for these parameters: nothing to compare with.",
        "这些参数没有存档的数值，无从比较。",
    ),
    "versions_differ": (
        "The figures differ from the recorded ones.",
        "数值与存档不同。",
    ),
    "versions_other": (
        "Drivers, compilers and operator libraries of an accelerator have versions "
        "too; none is part of this run.",
        "加速器的驱动、编译器和算子库也各有版本；它们都不在本次运行之内。",
    ),
    "versions_yes": (
        "Aligned. Whatever differs from here on is not a matter of versions.",
        "已对齐。此后出现的差异与版本无关。",
    ),
    "versions_no": (
        "Not aligned. Stop: no comparison means anything before this is settled.",
        "没有对齐。停下：在此之前，任何比较都没有意义。",
    ),
    "operators": ("Every operator covered", "算子齐全"),
    "operators_question": (
        "Is each operator there, is it right, and is it the fast one?",
        "每个算子都有吗，写对了吗，用的是快的那个吗？",
    ),
    "operators_missing": (
        "Missing: none. matmul, tanh and layer_norm run in every layer.",
        "缺失：没有。matmul、tanh 和 layer_norm 在每一层里都运行了。",
    ),
    "operators_wrong": (
        "Wrong: one. The layer_norm of Case 2 divides the variance by n-1.",
        "写错：一个。情况二的 layer_norm 把方差除以 n-1。",
    ),
    "operators_slow": (
        "Slow fallback: a third thing, and not measured here.",
        "慢速回退：是第三回事，这里没有测量。",
    ),
    "operators_yes": (
        "Covered. That lets Case 2 through: a wrong operator is not a missing one.",
        "齐全。这放过了情况二：写错的算子并不缺失。",
    ),
    "formats": ("Representations translated", "表示转换"),
    "formats_question": (
        "What becomes of the numbers when their format changes?",
        "格式变了，数会变成什么样？",
    ),
    "formats_storage": (
        "Storage: an operand of Case 1 takes {narrow} bits as bf16, {wide} as fp64.",
        "存储：情况一的操作数用 bf16 占 {narrow} 位，用 fp64 占 {wide} 位。",
    ),
    "formats_error": (
        "Error: theory predicts a relative RMSE of {predicted} for the products, and "
        "{expected} behind tanh and layer_norm; measured: {measured}.",
        "误差：理论预测乘积的相对 RMSE 为 {predicted}，经过 tanh 和 layer_norm 后为 "
        "{expected}；本次计算为 {measured}。",
    ),
    "formats_short": (
        "Error: the relative RMSE is {measured}. Theory is for rows of {least} numbers "
        "or more; these have {width}.",
        "误差：相对 RMSE 为 {measured}。理论适用于每行不少于 {least} 个数；这里只有 "
        "{width} 个。",
    ),
    "formats_yes": (
        "Translated. Both changed, storage and error, and the error is as predicted: "
        "{off} off, where {rows} × {width} numbers scatter by {spread}.",
        "已转换。存储和误差都变了，而误差与预测相符：相差 {off}，而 {rows} × {width} "
        "个数的离散程度为 {spread}。",
    ),
    "formats_open": (
        "Translated. Both changed, storage and error; the error is not judged.",
        "已转换。存储和误差都变了；对误差不作判断。",
    ),
    "formats_no": (
        "Not understood. The error is {off} off the predicted one, where {rows} × "
        "{width} numbers scatter by {spread}: find out why first.",
        "没有弄清。误差与预测相差 {off}，而 {rows} × {width} 个数的离散程度为 "
        "{spread}：先查明原因。",
    ),
    "signals": ("Several error signals compared", "比较多种误差信号"),
    "signals_question": (
        "Do different measures tell the same story?",
        "不同的指标说的是同一件事吗？",
    ),
    "signals_cosine": (
        "Cosine of at least {gate}: {listed} layers pass.",
        "余弦不低于 {gate}：通过的层数为{listed}。",
    ),
    "signals_gain": ("Gain of layer 1: {listed}.", "第 1 层的增益：{listed}。"),
    "signals_rest": (
        "Relative RMSE of layer 1, and without the gain: {listed}.",
        "第 1 层的相对 RMSE，以及去掉增益之后：{listed}。",
    ),
    "signals_disagree": (
        "They do not. In layer 1 of Case 2, {share} of the squared error is a common "
        "factor; the cosine cannot see one and passes {passed} of {layers} layers. "
        "Stop, and repair the operator.",
        "不是。情况二第 1 层误差平方的 {share} 是公共的缩放；余弦看不见缩放，"
        "判 {passed}/{layers} 层通过。停下，修好算子。",
    ),
    "signals_agree": (
        "By the cosine, Case 2 passes {passed} of {layers} layers; a common factor is "
        "{share} of its squared error in layer 1. No single number decides.",
        "按余弦，情况二有 {passed}/{layers} 层通过；第 1 层误差平方的 {share} 是公共的"
        "缩放。没有哪一个数能单独下结论。",
    ),
}
