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
    Order,
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

class AccumulationModel:
    def __init__(
        self,
        operands: Format,
        product: Format | None,
        accumulator: Format,
        order: Order,
        output: Format | None,
        operand_rounding: RoundingRule,
        accumulation_rounding: RoundingRule,
        output_rounding: RoundingRule,
    ) -> None: ...
    @property
    def operands(self) -> Format: ...
    @property
    def product(self) -> Format | None: ...
    @property
    def accumulator(self) -> Format: ...
    @property
    def order(self) -> Order: ...
    @property
    def output(self) -> Format | None: ...
    @property
    def output_format(self) -> Format: ...
    @property
    def operand_rounding(self) -> RoundingRule: ...
    @property
    def accumulation_rounding(self) -> RoundingRule: ...
    @property
    def output_rounding(self) -> RoundingRule: ...

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
    threads: int,
) -> NDArray[np.float64]: ...
def dot(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    model: AccumulationModel,
    initial: float,
) -> float: ...
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
