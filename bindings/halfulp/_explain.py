"""One rounding, explained: neighbours, midpoint, what was chosen and why."""

import math
import re
from dataclasses import dataclass

import numpy as np

from halfulp import _bits, _core, _explain_svg, _explain_view, _explain_words, _numbers
from halfulp._blind_spots import Language
from halfulp._core import Format, RoundingRule
from halfulp._formats import FormatLike, format
from halfulp._fp_environment import in_default_fp_environment
from halfulp._random import RandomLike, source_for
from halfulp._rounding import rule_of_words
from halfulp._words import InfInput, NanRule, Overflow, Reason, Rounding, Subnormals

_DECIMAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE | re.ASCII)
_SPECIAL = re.compile(r"[+-]?(inf|infinity|nan)", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, repr=False)
class Explanation:
    """Where a number lies among those of a format, and what became of it.

    `x` is the number, `given` the text that it was read from, if it was one. `below`
    and `above` are the numbers of the format next to x, infinities included; outside
    the format, `beyond` is where the next number would be if there were one.
    `is_member` tells whether x is a number of the format. `midpoint` is halfway between
    those that enclose x, None if x is one of them.
    `fraction` tells how far x is from `below` to `above` (outside the format: from its
    last number, outwards), `ulps_from_below` and `ulps_from_above` tell it in ulps of
    x. None where there is no such number. `random` is the word of 32 bits that a
    stochastic mode drew. `reason` is a word, `sentence` spells it out.

    `print` and notebooks show all of it, `to_svg` draws it.

    >>> e = explain(0.1, "bf16")
    >>> e.below, e.midpoint, e.above
    (0.099609375, 0.099853515625, 0.10009765625)
    >>> e.reason, e.result, hex(e.code)
    ('nearer', 0.10009765625, '0x3dcd')
    """

    given: str | None
    x: float
    format: Format
    rule: RoundingRule
    random: int | None
    reason: Reason
    is_member: bool
    result: float
    below: float | None
    above: float | None
    beyond: float | None
    midpoint: float | None
    fraction: float | None
    ulps_from_below: float | None
    ulps_from_above: float | None

    @property
    def code(self) -> int:
        """The code of the result."""
        return self.code_of(self.result)

    @property
    def bits(self) -> dict[str, str]:
        """The fields of that code, as sign, exponent and fraction, in bits."""
        return dict(_bits.fields(self.code, self.format))

    def code_of(self, number: float) -> int:
        """The code of a number of the format.

        >>> e = explain(0.1, "bf16")
        >>> hex(e.code_of(e.below))
        '0x3dcc'
        """
        return int(_numbers.encoded(np.array(number), self.format))

    @in_default_fp_environment
    def sentence(self, language: Language = "en") -> str:
        """What was chosen and why; `language` is "en" or "zh".

        >>> explain(0.1, "bf16").sentence()
        'nearest_even takes the nearer number, 0.10009765625.'
        """
        return _explain_words.sentence(self, language)

    @in_default_fp_environment
    def to_text(self, language: Language = "en") -> str:
        """The numbers as a table, where x lies, and what was chosen and why.

        >>> print(explain(448.0, "e4m3fn").to_text().splitlines()[0])
        448 in e4m3fn
        """
        return _explain_view.text(self, language)

    @in_default_fp_environment
    def to_svg(self, language: Language = "en") -> str:
        """A picture: the bits of the result by field, and x between its neighbours.

        An `<svg>` element, the same bytes every time, for light and dark pages.

        >>> explain(0.1, "bf16").to_svg()[:4]
        '<svg'
        """
        return _explain_svg.svg(self, language)

    @in_default_fp_environment
    def to_html(self, language: Language = "en") -> str:
        """The picture, the sentences and the table, to be put into a page.

        >>> "</svg>" in explain(0.1, "bf16").to_html()
        True
        """
        return _explain_view.html(self, language)

    @in_default_fp_environment
    def to_json(self, language: Language = "en") -> str:
        """All of it as a JSON object; numbers as decimal, hexadecimal and code.

        >>> import json
        >>> json.loads(explain("0.1", "bf16").to_json())["result"]["code"]
        '0x3DCD'
        """
        return _explain_view.as_json(self, language)

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return self.to_html()


@in_default_fp_environment
def explain(
    x: float | np.generic | str,
    fmt: FormatLike,
    rounding: Rounding = "nearest_even",
    *,
    overflow: Overflow = "ieee",
    subnormals: Subnormals = "keep",
    nan: NanRule = "canonical",
    inf_input: InfInput = "nan",
    random_bits: int | None = None,
    rng: RandomLike | None = None,
) -> Explanation:
    """Why `round(x, fmt, ...)` gives what it gives.

    `x` is a number, or a decimal as text, which is read as binary64 first: the
    explanation shows both. The other arguments are those of `round`; in a stochastic
    mode the first word of `rng` decides.

    Raises TypeError and ValueError as `round` does, ValueError too for text that is no
    decimal or is beyond binary64.

    >>> print(explain(464.0, "e4m3fn").sentence())
    x is halfway, and nearest_even takes the number with the even code: 448.
    >>> print(explain(2.0**-127, "bf16", subnormals="flush_both").result)
    0.0
    """
    f = format(fmt)
    rule = rule_of_words(rounding, overflow, subnormals, inf_input, nan, random_bits)
    value = _read(x) if isinstance(x, str) else float(_numbers.take_wide(x, "x", 0))
    source = source_for(rule, rounding, random_bits, rng)
    word = None if source is None else int(source.words(1)[0])
    reason, is_member, result, *numbers = _core.explain(value, f, rule, word)
    known = [None if math.isnan(number) else number for number in numbers]
    given = x.strip() if isinstance(x, str) else None
    return Explanation(given, value, f, rule, word, reason, is_member, result, *known)


def _read(text: str) -> float:
    """The binary64 number nearest to a decimal."""
    stripped = text.strip()
    if _SPECIAL.fullmatch(stripped):
        return float(stripped)
    if not _DECIMAL.fullmatch(stripped):
        raise ValueError(f"x is {text!r}, which is no decimal such as 0.1 or -2.5e-3")
    value = float(stripped)
    if math.isinf(value):
        raise ValueError(f"x is {text!r}, which is beyond binary64; pass inf if meant")
    return value
