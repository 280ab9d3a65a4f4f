# The compiled module; tests/python/test_stubs.py compares this with its docstrings.
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, final, overload

import numpy as np
from numpy.typing import NDArray

from halfulp._words import (
    Division,
    Encoding,
    Generator,
    InfInput,
    NanRule,
    NonFinite,
    AccumulatorPlace,
    Compensation,
    Confidence,
    Epilogue,
    GroupSum,
    Join,
    MatmulPath,
    Order,
    Split,
    Overflow,
    Reason,
    Rounding,
    ScaleRule,
    Specials,
    Status,
    Subnormals,
    SubnormalScale,
    ZeroBlock,
)

_T = TypeVar("_T")
_Real = TypeVar("_Real", np.float32, np.float64)

version: str

@final
class Format:
    def __init__(
        self,
        name: str,
        *,
        width: int,
        precision: int,
        emax: int,
        emin: int,
        specials: Specials = "ieee",
        has_sign: bool = True,
        has_zero: bool = True,
        has_subnormals: bool = True,
        encoding: Encoding = "sign_magnitude",
    ) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def aliases(self) -> tuple[str, ...]: ...
    @property
    def source(self) -> str: ...
    @property
    def width(self) -> int: ...
    @property
    def precision(self) -> int: ...
    @property
    def emax(self) -> int: ...
    @property
    def emin(self) -> int: ...
    @property
    def specials(self) -> Specials: ...
    @property
    def encoding(self) -> Encoding: ...
    @property
    def has_sign(self) -> bool: ...
    @property
    def has_zero(self) -> bool: ...
    @property
    def has_subnormals(self) -> bool: ...
    @property
    def has_subnormal_numbers(self) -> bool: ...
    @property
    def has_minus_zero(self) -> bool: ...
    @property
    def has_infinity(self) -> bool: ...
    @property
    def has_nan(self) -> bool: ...
    @property
    def exponent_bits(self) -> int: ...
    @property
    def max(self) -> float: ...
    @property
    def lowest(self) -> float: ...
    @property
    def smallest_normal(self) -> float: ...
    @property
    def smallest_subnormal(self) -> float: ...
    @property
    def unit_roundoff(self) -> float: ...
    @property
    def epsilon(self) -> float: ...

@final
class RoundingRule:
    def __init__(
        self,
        mode: Rounding = "nearest_even",
        *,
        overflow: Overflow = "ieee",
        subnormals: Subnormals = "keep",
        inf_input: InfInput = "nan",
        nan: NanRule = "canonical",
        random_bits: int = 32,
    ) -> None: ...
    @property
    def mode(self) -> Rounding: ...
    @property
    def overflow(self) -> Overflow: ...
    @property
    def subnormals(self) -> Subnormals: ...
    @property
    def inf_input(self) -> InfInput: ...
    @property
    def nan(self) -> NanRule: ...
    @property
    def random_bits(self) -> int: ...
    @property
    def is_stochastic(self) -> bool: ...

@final
class LateAccumulator:
    def __init__(
        self,
        *,
        sum_bits: int,
        accumulator_bits: int,
        zero_exponent: int,
        total_bits: int,
        dropped_below: int | None = None,
        rounding: Rounding = "down",
    ) -> None: ...
    @property
    def sum_bits(self) -> int: ...
    @property
    def accumulator_bits(self) -> int: ...
    @property
    def zero_exponent(self) -> int: ...
    @property
    def total_bits(self) -> int: ...
    @property
    def dropped_below(self) -> int | None: ...
    @property
    def rounding(self) -> Rounding: ...

@final
class FixedPointSum:
    def __init__(
        self,
        fraction_bits: int,
        *,
        least_exponent: int | None = None,
        alignment: Rounding = "toward_zero",
        interleaved: int = 1,
        exact_group: int = 1,
        late: LateAccumulator | None = None,
    ) -> None: ...
    @property
    def fraction_bits(self) -> int: ...
    @property
    def least_exponent(self) -> int | None: ...
    @property
    def alignment(self) -> Rounding: ...
    @property
    def interleaved(self) -> int: ...
    @property
    def exact_group(self) -> int: ...
    @property
    def late(self) -> LateAccumulator | None: ...

class Partition:
    def __init__(
        self,
        split: Split,
        count: int,
        run: int,
        tail_after: bool,
        join: Join,
        format: Format | None,
        rounding: RoundingRule,
    ) -> None: ...
    @property
    def split(self) -> Split: ...
    @property
    def count(self) -> int: ...
    @property
    def run(self) -> int: ...
    @property
    def tail_after(self) -> bool: ...
    @property
    def join(self) -> Join: ...
    @property
    def format(self) -> Format | None: ...
    @property
    def rounding(self) -> RoundingRule: ...

class AccumulationModel:
    def __init__(self, fields: dict[str, Any]) -> None: ...
    @property
    def operands(self) -> Format: ...
    @property
    def right_operands(self) -> Format | None: ...
    @property
    def operand_rounding(self) -> RoundingRule: ...
    @property
    def multiplier(self) -> Format | None: ...
    @property
    def product(self) -> Format | None: ...
    @property
    def accumulator(self) -> Format: ...
    @property
    def step_sum(self) -> Format | None: ...
    @property
    def accumulation_rounding(self) -> RoundingRule: ...
    @property
    def fused(self) -> int: ...
    @property
    def group_sum(self) -> GroupSum: ...
    @property
    def compensation(self) -> Compensation: ...
    @property
    def accumulator_place(self) -> AccumulatorPlace: ...
    @property
    def fixed_point(self) -> FixedPointSum | None: ...
    @property
    def order(self) -> Order: ...
    @property
    def partitions(self) -> list[Partition]: ...
    @property
    def tree_text(self) -> str | None: ...
    @property
    def initial_last(self) -> bool: ...
    @property
    def alpha(self) -> float: ...
    @property
    def beta(self) -> float: ...
    @property
    def epilogue(self) -> Epilogue: ...
    @property
    def output(self) -> Format | None: ...
    @property
    def output_format(self) -> Format: ...
    @property
    def output_rounding(self) -> RoundingRule: ...
    @property
    def scale(self) -> Format | None: ...
    @property
    def scale_block(self) -> int: ...
    @property
    def positive_zero_inputs(self) -> bool: ...
    @property
    def positive_zero_sums(self) -> bool: ...
    @property
    def infinite_overflow(self) -> bool: ...
    @property
    def infinite_products(self) -> bool: ...
    @property
    def unbounded_tininess(self) -> bool: ...

class BlockFormat:
    def __init__(
        self,
        name: str,
        *,
        element: Format,
        block_size: int,
        scale: Format,
        scale_rule: ScaleRule,
        tensor_scale_target: float,
        micro_exponents: Sequence[tuple[int, int]],
    ) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def aliases(self) -> tuple[str, ...]: ...
    @property
    def source(self) -> str: ...
    @property
    def element(self) -> Format: ...
    @property
    def block_size(self) -> int: ...
    @property
    def scale(self) -> Format: ...
    @property
    def scale_rule(self) -> ScaleRule: ...
    @property
    def tensor_scale_target(self) -> float: ...
    @property
    def has_tensor_scale(self) -> bool: ...
    @property
    def micro_exponents(self) -> tuple[tuple[int, int], ...]: ...
    @property
    def smallest_group(self) -> int: ...
    @property
    def bits_per_number(self) -> float: ...

class BlockRule:
    def __init__(
        self,
        scale_rule: ScaleRule,
        element: RoundingRule,
        nan_block: NonFinite,
        inf_block: NonFinite,
        zero_block: ZeroBlock,
        subnormal_scale: SubnormalScale,
        division: Division,
        symmetric: bool,
    ) -> None: ...
    @property
    def element(self) -> RoundingRule: ...
    @property
    def division(self) -> Division: ...

def default_block_rule(format: BlockFormat) -> BlockRule: ...
def block_formats() -> list[BlockFormat]: ...
def block_format_named(name: str) -> BlockFormat: ...
def quantize_blocks_uint8(
    x: NDArray[_Real],
    axis: int,
    format: BlockFormat,
    rule: BlockRule,
    tensor_scale: float | None,
    generator: Generator,
    key: int,
    first_index: int,
    threads: int,
) -> tuple[
    NDArray[np.uint8], NDArray[np.uint32], tuple[NDArray[np.uint8], ...], float
]: ...
def quantize_blocks_uint16(
    x: NDArray[_Real],
    axis: int,
    format: BlockFormat,
    rule: BlockRule,
    tensor_scale: float | None,
    generator: Generator,
    key: int,
    first_index: int,
    threads: int,
) -> tuple[
    NDArray[np.uint16], NDArray[np.uint32], tuple[NDArray[np.uint8], ...], float
]: ...
def quantize_blocks_uint32(
    x: NDArray[_Real],
    axis: int,
    format: BlockFormat,
    rule: BlockRule,
    tensor_scale: float | None,
    generator: Generator,
    key: int,
    first_index: int,
    threads: int,
) -> tuple[
    NDArray[np.uint32], NDArray[np.uint32], tuple[NDArray[np.uint8], ...], float
]: ...
def require_tensor_scale(tensor_scale: float, format: BlockFormat) -> None: ...
def dequantize_blocks(
    elements: NDArray[np.float64],
    scales: NDArray[np.float64],
    axis: int,
    block_size: int,
    tensor_scale: float,
    threads: int,
) -> NDArray[np.float64]: ...
def formats() -> list[Format]: ...
def format_named(name: str) -> Format: ...
def holds_all_of(outer: Format, inner: Format) -> bool: ...
@overload
def decode(
    codes: NDArray[np.uint8], format: Format, threads: int = 1
) -> NDArray[np.float64]: ...
@overload
def decode(
    codes: NDArray[np.uint16], format: Format, threads: int = 1
) -> NDArray[np.float64]: ...
@overload
def decode(
    codes: NDArray[np.uint32], format: Format, threads: int = 1
) -> NDArray[np.float64]: ...
@overload
def decode(
    codes: NDArray[np.uint64], format: Format, threads: int = 1
) -> NDArray[np.float64]: ...
def encode(
    x: NDArray[np.float64] | NDArray[np.float32],
    format: Format,
    rule: RoundingRule,
    generator: Generator,
    key: int,
    first_index: int,
    threads: int,
) -> NDArray[np.unsignedinteger[Any]]: ...
def round(
    x: NDArray[_Real],
    format: Format,
    rule: RoundingRule,
    generator: Generator,
    key: int,
    first_index: int,
    threads: int,
) -> NDArray[_Real]: ...
def round_into(
    x: NDArray[_Real],
    out: NDArray[_Real],
    format: Format,
    rule: RoundingRule,
    generator: Generator,
    key: int,
    first_index: int,
    threads: int,
) -> None: ...
def random_words(
    generator: Generator, key: int, first_index: int, count: int
) -> NDArray[np.uint32]: ...
def ulp(
    x: NDArray[np.float64], format: Format, threads: int = 1
) -> NDArray[np.float64]: ...
def next_up(
    x: NDArray[np.float64], format: Format, threads: int = 1
) -> NDArray[np.float64]: ...
def next_down(
    x: NDArray[np.float64], format: Format, threads: int = 1
) -> NDArray[np.float64]: ...
def explain(
    x: float, format: Format, rule: RoundingRule, random: int | None
) -> tuple[Reason, bool, float, float, float, float, float, float, float, float]: ...
def in_default_fp_environment(function: Callable[[], _T]) -> _T: ...
def ulp_distance(
    x: NDArray[np.float64], y: NDArray[np.float64], format: Format, threads: int = 1
) -> NDArray[np.float64]: ...
def shortest_decimals(x: NDArray[np.float64], format: Format) -> list[str]: ...
def matmul(
    a: NDArray[np.float64],
    b: NDArray[np.float64],
    model: AccumulationModel,
    c: NDArray[np.float64] | None,
    a_scales: NDArray[np.float64] | None,
    b_scales: NDArray[np.float64] | None,
    has_source: bool,
    generator: Generator,
    key: int,
    first_index: int,
    threads: int,
) -> tuple[NDArray[np.float64], MatmulPath]: ...
def dot_codes(
    a: list[int],
    b: list[int],
    c: int | None,
    model: AccumulationModel,
    a_scales: list[int],
    b_scales: list[int],
) -> int: ...
def tree_of(model: AccumulationModel, terms: int, has_initial: bool) -> str: ...
def words_of_sum(model: AccumulationModel, terms: int) -> int: ...
def named_models() -> list[
    tuple[str, AccumulationModel, str, Confidence, list[str]]
]: ...
def model_named(
    name: str,
) -> tuple[str, AccumulationModel, str, Confidence, list[str]]: ...
def exact_dot(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    format: Format,
    rule: RoundingRule,
) -> float: ...
def exact_sum(x: NDArray[np.float64], format: Format, rule: RoundingRule) -> float: ...
def exact_matmul(
    a: NDArray[np.float64],
    b: NDArray[np.float64],
    format: Format,
    rule: RoundingRule,
    threads: int,
) -> NDArray[np.float64]: ...
def exact_function(
    name: str,
    x: NDArray[np.float64],
    format: Format,
    rule: RoundingRule,
    threads: int,
) -> NDArray[np.float64]: ...
def metrics() -> list[tuple[str, str]]: ...
def measure(
    name: str, actual: NDArray[np.float64], reference: NDArray[np.float64]
) -> tuple[float, Status, int, int]: ...
def experiments() -> str: ...
def require_experiment(name: str) -> None: ...
def run_experiment(
    name: str, parameters: str, threads: int, target: str | None
) -> str: ...
def run_museum(
    parameters: str,
    altered: Callable[..., Any],
    threads: int,
    target: str | None,
) -> str: ...
def golden(name: str, threads: int) -> str: ...
def differences(expected: str, computed: str) -> list[str]: ...
def manifest() -> str: ...
