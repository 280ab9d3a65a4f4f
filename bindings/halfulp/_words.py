"""The words that are arguments, as types."""

from typing import Literal

Rounding = Literal[
    "nearest_even",
    "nearest_away",
    "nearest_toward_zero",
    "toward_zero",
    "up",
    "down",
    "away",
    "odd",
    "stochastic_a",
    "stochastic_b",
    "stochastic_c",
    "stochastic_equal",
    "stochastic",
]
Generator = Literal["philox", "fast_hash"]
Overflow = Literal["ieee", "saturate_finite", "saturate_propagate", "saturate", "none"]
Subnormals = Literal["keep", "flush_input", "flush_output", "flush_both"]
InfInput = Literal["nan", "max", "error"]
NanRule = Literal["canonical", "payload", "error"]
ScaleRule = Literal[
    "floor",
    "ceil",
    "round_up",
    "nearest",
    "nearest_bfloat16",
    "even",
    "four_over_six",
]
NonFinite = Literal["poison", "element", "error"]
ZeroBlock = Literal["smallest", "one", "zero"]
SubnormalScale = Literal["keep", "normal"]
Division = Literal["exact", "reciprocal", "reciprocal_bfloat16"]
Order = Literal["sequential", "reverse", "pairwise"]
Join = Literal["sequential", "reverse", "pairwise", "chain"]
Split = Literal["blocks", "parts", "lanes", "halves"]
GroupSum = Literal["fused", "pairwise"]
AccumulatorPlace = Literal["in_step", "after_step"]
Compensation = Literal["none", "kahan", "neumaier", "dot2"]
Epilogue = Literal["fused", "rounded"]
Confidence = Literal[
    "measured", "probed", "reported", "documented", "defined", "assumed"
]
MatmulPath = Literal["binary32_lanes", "binary64_lanes", "definition"]
Specials = Literal[
    "ieee",
    "nan_all_ones",
    "nan_minus_zero",
    "inf_nan_all_ones",
    "inf_nan_minus_zero",
    "none",
]
Encoding = Literal["sign_magnitude", "twos_complement", "tapered"]
Status = Literal["ok", "undefined", "degenerate", "not_applicable"]
Reason = Literal[
    "exact",
    "nearer",
    "tie_to_even",
    "tie_away",
    "tie_toward_zero",
    "directed",
    "to_odd",
    "stochastic",
    "flushed_input",
    "flushed_output",
    "no_zero",
    "saturated",
    "turned_back",
    "to_infinity",
    "to_nan",
    "to_last",
    "infinite",
    "not_a_number",
]
