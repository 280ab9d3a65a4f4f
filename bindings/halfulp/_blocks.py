"""Arrays in blocks whose elements share a scale."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from halfulp import _core, _jax, _numbers, _refusals, _torch
from halfulp._block_formats import BlockFormatLike, block_format
from halfulp._block_quantized import BlockQuantized, axis_of, tensor_scale_of
from halfulp._core import Format, RoundingRule
from halfulp._random import Philox, RandomLike, source_for
from halfulp._rounding import rule_of_words
from halfulp._words import (
    Division,
    InfInput,
    NonFinite,
    Overflow,
    Rounding,
    ScaleRule,
    Subnormals,
    SubnormalScale,
    ZeroBlock,
)

# What codes are made of, in arrays and in the compiled module.
_QUANTIZERS: dict[
    str,
    Callable[..., tuple[Any, NDArray[np.uint32], tuple[NDArray[np.uint8], ...], float]],
] = {
    "uint8": _core.quantize_blocks_uint8,
    "uint16": _core.quantize_blocks_uint16,
    "uint32": _core.quantize_blocks_uint32,
}
_FP32 = _core.format_named("fp32")


def quantize_blocks(
    x: NDArray[Any] | _torch.Tensor | _jax.Array,
    fmt: BlockFormatLike,
    axis: int = -1,
    scale_rule: ScaleRule | None = None,
    *,
    rounding: Rounding | None = None,
    overflow: Overflow = "saturate_finite",
    subnormals: Subnormals = "keep",
    inf_input: InfInput = "nan",
    nan_block: NonFinite = "poison",
    inf_block: NonFinite = "poison",
    zero_block: ZeroBlock = "smallest",
    subnormal_scale: SubnormalScale = "keep",
    division: Division | None = None,
    symmetric: bool = False,
    tensor_scale: float | None = None,
    random_bits: int | None = None,
    rng: RandomLike | None = None,
    threads: int = 1,
) -> BlockQuantized:
    """The blocks that a block format makes of `x` along an axis, the last one shorter.

    A block's scale follows from amax, its largest finite magnitude; each element is
    x / (scale * tensor scale), exact, rounded once. `x` is an array as for `round`, of
    one dimension or more. What you leave out is as the format's source has it: the
    scale rule; nearest_even and exact but for hif4, nearest_away and
    reciprocal_bfloat16.

    scale_rule, each clamped to the scale format (emax, max of the element format, times
    the largest power of two of micro-exponents):
        floor: 2**(floor(log2 amax) - emax). ceil: the same with the ceiling.
        round_up: the least power of two >= amax / max.
        nearest: amax / max, rounded to the scale format, ties to even.
        nearest_bfloat16: amax * (1 / max), the reciprocal and the product rounded to
        bf16, then to the scale format, ties to even.
        even: floor, after amax is rounded to the element's precision, ties to even.
        four_over_six: of amax / 6 and amax / 4, so rounded, the one with the smaller
        sum of squared errors, the first if they are equal (elements up to 6 only).
    rounding, overflow, subnormals, inf_input, random_bits, rng: of the elements, as for
        `round`; scales are never stochastic.
    nan_block, inf_block: what a NaN or an infinity makes of its block. poison: the
        scale is NaN; element: its element is what `round` makes of it; error.
    zero_block: the scale of a block of zeros: smallest, one or zero.
    subnormal_scale: the smallest scale: keep, the smallest number of its format;
        normal, the smallest normal one.
    division: exact; reciprocal, x * (1 / s) in binary32 with s the product of the
        scales, each of the three results rounded; reciprocal_bfloat16, x * (1 / s)
        exact, the reciprocal rounded to bf16. A reciprocal that is too large becomes
        the largest finite number, in the scale rule nearest_bfloat16 too.
    symmetric: two's complement elements leave their least code unused.
    tensor_scale: one that you know; by default it follows from `x`.
    threads: how many to use; does not change the result.

    Codes of elements and of scales come back in arrays of the library of `x`, unsigned
    integers of the fewest bits that hold them, uint8, uint16 or uint32: the elements'
    of the shape of `x`, the scales' with one for each block along the axis;
    micro-exponents, uint8, with one for each group.

    Raises TypeError for arguments of other kinds, ValueError for a block with a NaN or
    an infinity where the rule has no image for it, for an axis that `x` has not, and
    for unknown words.

    >>> q = quantize_blocks(np.array([[1.0, 2.7, -0.1]]), "mxfp4")
    >>> q.codes, q.scale_values
    (array([[4, 7, 8]], dtype=uint8), array([[0.5]]))
    """
    numbers = _numbers.take(x, "x")
    f = block_format(fmt)
    where = axis_of(numbers.codes, axis)
    default = _core.default_block_rule(f)
    mode = default.element.mode if rounding is None else rounding
    element = rule_of_words(
        mode, overflow, subnormals, inf_input, "canonical", random_bits
    )
    rule = _block_rule(
        element,
        symmetric,
        scale_rule=f.scale_rule if scale_rule is None else scale_rule,
        nan_block=nan_block,
        inf_block=inf_block,
        zero_block=zero_block,
        subnormal_scale=subnormal_scale,
        division=default.division if division is None else division,
    )
    known = None if tensor_scale is None else tensor_scale_of(f, tensor_scale)
    single = numbers.format == _FP32
    carrier: Any = numbers.codes.view(np.float32) if single else numbers.widened()
    quantize = _QUANTIZERS[_code_dtype(f.element)]
    count = _numbers.thread_count(threads)
    source = source_for(element, mode, random_bits, rng) or Philox(0)
    codes, scales, levels, used = quantize(
        carrier,
        where,
        f,
        rule,
        known,
        source.generator,
        source.key,
        source.first_index,
        count,
    )
    return BlockQuantized(
        numbers.returned(codes),
        numbers.returned(scales.astype(_code_dtype(f.scale))),
        f,
        where,
        used if f.has_tensor_scale else None,
        [numbers.returned(exponents) for exponents in levels],
    )


def _block_rule(
    element: RoundingRule, symmetric: bool, **words: object
) -> _core.BlockRule:
    for name, word in words.items():
        if not isinstance(word, str):
            raise TypeError(f"{name} must be a word, got {_refusals.kind(word)}")
    if not isinstance(symmetric, bool):
        raise TypeError(f"symmetric must be a bool, got {_refusals.kind(symmetric)}")
    return _core.BlockRule(
        element=element, symmetric=symmetric, **cast(dict[str, Any], words)
    )


def _code_dtype(f: Format) -> str:
    """The smallest unsigned integers that hold codes."""
    return next(f"uint{bits}" for bits in (8, 16, 32) if f.width <= bits)
