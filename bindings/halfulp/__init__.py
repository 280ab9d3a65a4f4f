"""How far may a computation be from the truth, and is it?

A `Format` is a finite set of numbers and their codes, `round` makes a number a member
of one, an `AccumulationModel` says how a machine sums products and `matmul` does it so,
`exact` is the judge, `metrics` measure the error, `experiments` reproduce it.

Subnormal numbers are kept whatever other libraries have done to the processor's FTZ and
DAZ flags: each call sets the floating-point environment that it needs and restores the
caller's. So importing halfulp does not warn of them.
"""

from halfulp import _format_table, exact, experiments, metrics, plots  # noqa: F401
from halfulp._block_format_table import BlockFormatTable, block_format_table
from halfulp._block_formats import (
    BlockFormat,
    BlockFormatLike,
    block_format,
    block_formats,
)
from halfulp._block_quantized import BlockQuantized
from halfulp._blocks import quantize_blocks
from halfulp._build import build_config
from halfulp._cast import cast
from halfulp._codes import decode, encode
from halfulp._comparison import Comparison, compare
from halfulp._core import FixedPointSum, Format, LateAccumulator, RoundingRule
from halfulp._core import version as __version__
from halfulp._decimals import shortest_decimal
from halfulp._distance import ulp_distance
from halfulp._explain import Explanation, explain
from halfulp._format_comparison import FormatTable, format_table
from halfulp._formats import (
    AmbiguousFormatWarning,
    FloatInfo,
    FormatLike,
    finfo,
    format,
    formats,
)
from halfulp._models import (
    AccumulationModel,
    ModelLike,
    NamedModel,
    Partition,
    model,
    models,
)
from halfulp._named_block_formats import (
    bfp8_b,
    hif4,
    mxfp4,
    mxfp6_e2m3,
    mxfp6_e3m2,
    mxfp8_e4m3,
    mxfp8_e5m2,
    mxint8_blocks,
    nvfp4,
    nvfp4_4over6,
)
from halfulp._named_formats import (
    Binary8p1se,
    Binary8p1uf,
    Binary8p2se,
    Binary8p3se,
    Binary8p4se,
    Binary8p5se,
    Binary8p6se,
    Binary8p7se,
    bf16,
    dlfloat16,
    e2m1fn,
    e2m3fn,
    e3m2fn,
    e3m4,
    e3m4fn,
    e4m3,
    e4m3b11fnuz,
    e4m3fn,
    e4m3fnuz,
    e5m2,
    e5m2fnuz,
    e6m2u,
    e8m0fnu,
    fp16,
    fp22_e8m13,
    fp24_e7m16,
    fp24_e8m15,
    fp32,
    fp64,
    hif8,
    mxint8,
    tf32,
    ue4m3,
)
from halfulp._random import FastHash, Philox, RandomLike
from halfulp._rounding import next_down, next_up, round, ulp
from halfulp._sums import dot, dot_codes, matmul, matmul_path, sum
from halfulp._value_table import ValueTable, table

__all__ = [
    "AccumulationModel",
    "AmbiguousFormatWarning",
    "Binary8p1se",
    "Binary8p1uf",
    "Binary8p2se",
    "Binary8p3se",
    "Binary8p4se",
    "Binary8p5se",
    "Binary8p6se",
    "Binary8p7se",
    "BlockFormat",
    "BlockFormatLike",
    "BlockFormatTable",
    "BlockQuantized",
    "Comparison",
    "Explanation",
    "FastHash",
    "FixedPointSum",
    "FloatInfo",
    "Format",
    "FormatLike",
    "FormatTable",
    "LateAccumulator",
    "ModelLike",
    "NamedModel",
    "Partition",
    "Philox",
    "RandomLike",
    "RoundingRule",
    "ValueTable",
    "__version__",
    "bf16",
    "bfp8_b",
    "block_format",
    "block_format_table",
    "block_formats",
    "build_config",
    "cast",
    "compare",
    "decode",
    "dlfloat16",
    "dot",
    "dot_codes",
    "e2m1fn",
    "e2m3fn",
    "e3m2fn",
    "e3m4",
    "e3m4fn",
    "e4m3",
    "e4m3b11fnuz",
    "e4m3fn",
    "e4m3fnuz",
    "e5m2",
    "e5m2fnuz",
    "e6m2u",
    "e8m0fnu",
    "encode",
    "exact",
    "experiments",
    "explain",
    "finfo",
    "format",
    "format_table",
    "formats",
    "fp16",
    "fp22_e8m13",
    "fp24_e7m16",
    "fp24_e8m15",
    "fp32",
    "fp64",
    "hif4",
    "hif8",
    "matmul",
    "matmul_path",
    "metrics",
    "model",
    "models",
    "mxfp4",
    "mxfp6_e2m3",
    "mxfp6_e3m2",
    "mxfp8_e4m3",
    "mxfp8_e5m2",
    "mxint8",
    "mxint8_blocks",
    "next_down",
    "next_up",
    "nvfp4",
    "nvfp4_4over6",
    "plots",
    "quantize_blocks",
    "round",
    "shortest_decimal",
    "sum",
    "table",
    "tf32",
    "ue4m3",
    "ulp",
    "ulp_distance",
]
