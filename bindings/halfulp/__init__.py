"""How far may a computation be from the truth, and is it?

A `Format` is a finite set of numbers and their codes, `round` makes a number a member
of one, an `AccumulationModel` says how a machine sums products and `matmul` does it so,
`exact` is the judge, `metrics` measure the error, `experiments` reproduce it.

Subnormal numbers are kept whatever other libraries have done to the processor's FTZ and
DAZ flags: each call sets the floating-point environment that it needs and restores the
caller's. So importing halfulp does not warn of them.
"""

from halfulp import _format_table, exact, experiments, metrics, plots  # noqa: F401
from halfulp._blocks import (
    BlockFormat,
    BlockFormatLike,
    BlockQuantized,
    block_format,
    block_formats,
    quantize_blocks,
)
from halfulp._build import build_config
from halfulp._codes import decode, encode
from halfulp._comparison import Comparison, compare
from halfulp._core import Format, RoundingRule
from halfulp._core import version as __version__
from halfulp._formats import FloatInfo, FormatLike, finfo, format, formats
from halfulp._models import AccumulationModel, dot, matmul
from halfulp._rounding import next_down, next_up, round, ulp

fp64 = format("fp64")
fp32 = format("fp32")
tf32 = format("tf32")
fp16 = format("fp16")
bf16 = format("bf16")
e5m2 = format("e5m2")
e4m3fn = format("e4m3fn")

__all__ = [
    "AccumulationModel",
    "BlockFormat",
    "BlockFormatLike",
    "BlockQuantized",
    "Comparison",
    "FloatInfo",
    "Format",
    "FormatLike",
    "RoundingRule",
    "__version__",
    "bf16",
    "block_format",
    "block_formats",
    "build_config",
    "compare",
    "decode",
    "dot",
    "e4m3fn",
    "e5m2",
    "encode",
    "exact",
    "experiments",
    "finfo",
    "format",
    "formats",
    "fp16",
    "fp32",
    "fp64",
    "matmul",
    "metrics",
    "next_down",
    "next_up",
    "plots",
    "quantize_blocks",
    "round",
    "tf32",
    "ulp",
]
