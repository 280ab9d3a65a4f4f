"""How machines compute sums of products, as data."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from halfulp import _core, _refusals
from halfulp._core import FixedPointSum, Format, RoundingRule
from halfulp._formats import FormatLike, format
from halfulp._rounding import RuleLike, rule_of
from halfulp._words import (
    AccumulatorPlace,
    Compensation,
    Confidence,
    Epilogue,
    GroupSum,
    Join,
    Order,
    Split,
)


class Partition(_core.Partition):
    """One level of the order of a sum: terms are dealt out, parts summed, sums joined.

    split: "blocks" of `count` terms each; `count` "parts" of equal length; `count`
        "lanes", term k in lane (k // run) % count; or "halves", halved again while
        longer than `count`, multiples of `run` first.
    join: "sequential", "reverse" or "pairwise" additions of the parts' sums; "chain":
        each part goes on where the one before it ended.
    tail_after: lanes only: the terms after the last whole round are added at the end.
    format, rounding: the joined sums are rounded to it so; None: as partial sums are.

    Raises ValueError for an unknown word.

    >>> AccumulationModel("fp16", partitions=[Partition("lanes", 2)]).tree(4)
    '(((z 0) 2) ((z 1) 3))'
    """

    def __init__(
        self,
        split: Split,
        count: int,
        *,
        run: int = 1,
        tail_after: bool = False,
        join: Join = "sequential",
        format: FormatLike | None = None,
        rounding: RuleLike = "nearest_even",
    ) -> None:
        joined = None if format is None else _format(format)
        super().__init__(split, count, run, tail_after, join, joined, rule_of(rounding))

    def __repr__(self) -> str:
        return _call("Partition", self, ("split", "count"), _PARTITION_DEFAULTS)


_format = format
_PARTITION_DEFAULTS: dict[str, object] = {
    "run": 1,
    "tail_after": False,
    "join": "sequential",
    "format": None,
    "rounding": RoundingRule(),
}


class AccumulationModel(_core.AccumulationModel):
    """How a machine computes a sum of products: which number is rounded where, to what.

    A step adds up to `fused` products to the running sum, exactly or in fixed point,
    and rounds once. With fused=1 that is s <- round(a*b + s).

    operands, right_operands: a and b are rounded to them first; None: b as a.
    product: "exact" or None; "rounded", to the accumulator's format; or a format.
    accumulator: every partial sum, and the initial value c.
    step_sum: a step rounds to it, where that is less than the accumulator holds.
    fused: products of one step. group_sum: "fused", or "pairwise": rounded one by one
        and added in a balanced tree. accumulator_place: "in_step", or "after_step": the
        products' sum is rounded before it is added to the running sum.
    fixed_point: a `FixedPointSum`, as tensor cores have; None: exact steps.
    multiplier: the format whose exponents a fixed-point sum sees; None: the operands'.
    compensation: "kahan", "neumaier" or "dot2" sums; "none".
    order: of the steps of a chain, "sequential", "reverse" or "pairwise"; or, for sums
        of its length, a tree such as "((0 1) (2 3))", in which a node is one addition
        (c: the initial value, z: +0).
    partitions: a sequence of `Partition`, outermost first.
    initial_last: c is added to the finished sum, as with pairwise orders in any case.
    alpha, beta, epilogue: the result is alpha * sum + beta * c, "fused" or "rounded".
    output: the result is rounded to it; None: to the accumulator's format.
    operand_rounding, accumulation_rounding (of products and partial sums),
        output_rounding: a `RoundingRule` or the word of its mode.
    scale, scale_block: so many operands along k share a scale of that format.
    positive_zero_inputs, positive_zero_sums, infinite_overflow, infinite_products,
        unbounded_tininess: special cases; see `help` of the attributes.

    A format is given by name or as an object. Models are immutable and compare by their
    fields. Raises ValueError naming the field that is wrong.

    >>> AccumulationModel(operands="bf16", accumulator="fp32")
    AccumulationModel(operands='bf16', accumulator='fp32')
    """

    def __init__(
        self,
        operands: FormatLike = "fp64",
        *,
        right_operands: FormatLike | None = None,
        product: FormatLike | None = "exact",
        accumulator: FormatLike = "fp64",
        step_sum: FormatLike | None = None,
        fused: int = 1,
        group_sum: GroupSum = "fused",
        accumulator_place: AccumulatorPlace = "in_step",
        fixed_point: FixedPointSum | None = None,
        multiplier: FormatLike | None = None,
        compensation: Compensation = "none",
        order: Order | str = "sequential",
        partitions: Sequence[_core.Partition] = (),
        initial_last: bool = False,
        alpha: float = 1.0,
        beta: float = 1.0,
        epilogue: Epilogue = "fused",
        output: FormatLike | None = None,
        operand_rounding: RuleLike = "nearest_even",
        accumulation_rounding: RuleLike = "nearest_even",
        output_rounding: RuleLike = "nearest_even",
        scale: FormatLike | None = None,
        scale_block: int = 0,
        positive_zero_inputs: bool = False,
        positive_zero_sums: bool = False,
        infinite_overflow: bool = False,
        infinite_products: bool = False,
        unbounded_tininess: bool = False,
    ) -> None:
        sums = format(accumulator)
        is_tree = isinstance(order, str) and order.lstrip().startswith("(")
        super().__init__(
            {
                "operands": format(operands),
                "right_operands": _optional(right_operands),
                "product": _product(product, sums),
                "accumulator": sums,
                "step_sum": _optional(step_sum),
                "fused": _refusals.whole_number(fused, "fused"),
                "group_sum": group_sum,
                "accumulator_place": accumulator_place,
                "fixed_point": fixed_point,
                "multiplier": _optional(multiplier),
                "compensation": compensation,
                "order": "sequential" if is_tree else order,
                "tree_text": order if is_tree else None,
                "partitions": _partitions(partitions),
                "initial_last": initial_last,
                "alpha": alpha,
                "beta": beta,
                "epilogue": epilogue,
                "output": _optional(output),
                "operand_rounding": rule_of(operand_rounding),
                "accumulation_rounding": rule_of(accumulation_rounding),
                "output_rounding": rule_of(output_rounding),
                "scale": _optional(scale),
                "scale_block": _refusals.whole_number(scale_block, "scale_block"),
                "positive_zero_inputs": positive_zero_inputs,
                "positive_zero_sums": positive_zero_sums,
                "infinite_overflow": infinite_overflow,
                "infinite_products": infinite_products,
                "unbounded_tininess": unbounded_tininess,
            }
        )

    def replace(self, **changes: Any) -> "AccumulationModel":
        """The same model but for some fields, given as to the constructor.

        >>> model("nvidia.ampere.mma.fp16.fp32").replace(fused=4).fused
        4
        """
        return AccumulationModel(**{**_arguments(self), **changes})

    def tree(self, terms: int, *, has_initial: bool = False) -> str:
        """The order of a sum of so many terms, as nested parentheses.

        A node is one addition; numbers are terms, c is the initial value and z +0; a
        colon precedes the number of the partition whose format an addition rounds to.

        >>> AccumulationModel("fp16", fused=2).tree(4, has_initial=True)
        '((c 0 1) 2 3)'
        """
        return _core.tree_of(self, _refusals.whole_number(terms, "terms"), has_initial)

    def __repr__(self) -> str:
        return _call("AccumulationModel", _Arguments(self), ("operands",), _DEFAULTS)


class NamedModel(AccumulationModel):
    """A model with a name, of a machine or a way to compute: see `models`.

    name, source, aliases: what it is called and where it is described.
    confidence: "measured": it reproduces results captured from hardware; "probed": it
        agrees with public simulators that were tested on hardware; "reported": one
        public source; "documented": from the vendor's documents, not run; "defined":
        a way to compute, not a machine; "assumed": nothing is published.

    >>> NamedModel("any.fp64").name
    'nvidia.ampere.dmma.fp64.fp64'
    """

    name: str
    source: str
    confidence: Confidence
    aliases: tuple[str, ...]

    def __init__(self, name: str) -> None:
        found, fields, source, confidence, aliases = _core.model_named(name)
        super().__init__(**_arguments(fields))
        self.name = found
        self.source = source
        self.confidence = confidence
        self.aliases = tuple(aliases)

    def __reduce__(self) -> tuple[type["NamedModel"], tuple[str]]:
        return NamedModel, (self.name,)

    def __repr__(self) -> str:
        return f"model({self.name!r})  # {self.confidence}: {self.source}"


# A model, or the name of one.
ModelLike: TypeAlias = _core.AccumulationModel | str


def models() -> list[NamedModel]:
    """All named models, by vendor and age.

    >>> models()[0].name
    'nvidia.volta.mma.fp16.fp32'
    """
    return [NamedModel(facts[0]) for facts in _core.named_models()]


def model(name: str) -> NamedModel:
    """The model of that name or alias; letter case is ignored.

    Names are vendor.machine.instruction.operands.accumulator, in which e4m3 means
    e4m3fn. Raises ValueError naming the nearest known name.

    >>> model("nvidia.hopper.wgmma.e4m3.fp32").fixed_point.fraction_bits
    13
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be a str, got {_refusals.kind(name)}")
    return NamedModel(name)


def model_of(given: ModelLike) -> _core.AccumulationModel:
    """A model given as an object or by its name."""
    if isinstance(given, _core.AccumulationModel):
        return given
    if isinstance(given, str):
        return model(given)
    raise TypeError(
        "model must be a halfulp.AccumulationModel or the name of one, "
        f"got {given!r} ({type(given).__name__})"
    )


def _partitions(given: Sequence[_core.Partition]) -> list[_core.Partition]:
    if isinstance(given, _core.Partition) or not isinstance(given, Sequence):
        raise TypeError(
            f"partitions must be a sequence of Partition, got {_refusals.kind(given)}"
        )
    return list(given)


def _optional(given: FormatLike | None) -> Format | None:
    return None if given is None else format(given)


def _product(given: FormatLike | None, sums: Format) -> Format | None:
    if given is None:  # as the attribute says it
        return None
    if isinstance(given, str) and given in ("exact", "rounded"):
        return None if given == "exact" else sums
    return format(given)


# The constructor's arguments and their defaults, in its order.
_DEFAULTS: dict[str, object] = {
    "right_operands": None,
    "product": None,
    "accumulator": None,  # always shown
    "step_sum": None,
    "fused": 1,
    "group_sum": "fused",
    "accumulator_place": "in_step",
    "fixed_point": None,
    "multiplier": None,
    "compensation": "none",
    "order": "sequential",
    "partitions": [],
    "initial_last": False,
    "alpha": 1.0,
    "beta": 1.0,
    "epilogue": "fused",
    "output": None,
    "operand_rounding": RoundingRule(),
    "accumulation_rounding": RoundingRule(),
    "output_rounding": RoundingRule(),
    "scale": None,
    "scale_block": 0,
    "positive_zero_inputs": False,
    "positive_zero_sums": False,
    "infinite_overflow": False,
    "infinite_products": False,
    "unbounded_tininess": False,
}


def _arguments(fields: _core.AccumulationModel) -> dict[str, Any]:
    """The arguments that make a model of the same fields."""
    arguments = {name: getattr(fields, name) for name in ("operands", *_DEFAULTS)}
    arguments["product"] = arguments["product"] or "exact"
    arguments["order"] = fields.order if fields.tree_text is None else fields.tree_text
    return arguments


class _Arguments:
    """A model's fields as its constructor takes them."""

    def __init__(self, fields: _core.AccumulationModel) -> None:
        self.__dict__.update(_arguments(fields))
        if self.__dict__["product"] == "exact":
            self.__dict__["product"] = None


def _call(
    name: str, fields: Any, first: tuple[str, ...], defaults: dict[str, object]
) -> str:
    """The call that makes the object, defaults left out."""
    shown = [f"{field}={_shown(getattr(fields, field))}" for field in first]
    shown += [
        f"{field}={_shown(getattr(fields, field))}"
        for field, default in defaults.items()
        if getattr(fields, field) != default
    ]
    return f"{name}({', '.join(shown)})"


def _shown(value: object) -> str:
    """The shortest argument that gives the value."""
    if isinstance(value, Format) and any(value == f for f in _core.formats()):
        return repr(value.name)
    if isinstance(value, RoundingRule) and value == RoundingRule(value.mode):
        return repr(value.mode)
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    if isinstance(value, _core.Partition):
        return _call("Partition", value, ("split", "count"), _PARTITION_DEFAULTS)
    if isinstance(value, FixedPointSum):
        return _call("FixedPointSum", value, ("fraction_bits",), _FIXED_POINT_DEFAULTS)
    if isinstance(value, _core.LateAccumulator):
        return _call("LateAccumulator", value, (), _LATE_DEFAULTS)
    return repr(value)


_FIXED_POINT_DEFAULTS: dict[str, object] = {
    "least_exponent": None,
    "alignment": "toward_zero",
    "interleaved": 1,
    "exact_group": 1,
    "late": None,
}
_LATE_DEFAULTS: dict[str, object] = {
    "sum_bits": None,
    "accumulator_bits": None,
    "zero_exponent": None,
    "total_bits": None,
    "dropped_below": None,
    "rounding": "down",
}
