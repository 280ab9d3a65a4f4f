"""A format as a table: every attribute, for people."""

from typing import Any, Final

from halfulp import _tables
from halfulp._core import Format
from halfulp._fp_environment import in_default_fp_environment

_FIELDS: Final = (
    "name",
    "aliases",
    "source",
    "width",
    "precision",
    "emax",
    "emin",
    "specials",
    "encoding",
    "has_sign",
    "has_zero",
    "has_minus_zero",
    "has_subnormals",
    "has_subnormal_numbers",
    "has_infinity",
    "has_nan",
    "max",
    "lowest",
    "smallest_normal",
    "smallest_subnormal",
    "unit_roundoff",
    "epsilon",
)


def fields_of(f: Format) -> dict[str, Any]:
    """Every attribute of a format, in the order in which people read them."""
    return {name: getattr(f, name) for name in _FIELDS}


@in_default_fp_environment
def _repr_html_(self: Format) -> str:
    rows = [
        (
            name,
            ", ".join(value) if isinstance(value, tuple) else value,
            value.hex() if isinstance(value, float) else None,
        )
        for name, value in fields_of(self).items()
    ]
    return _tables.html_table(
        ("field", "value", "exactly"), rows, f"format {self.name}"
    )


# What is HTML is Python's, so the compiled class gets its notebook face here.
setattr(Format, "_repr_html_", _repr_html_)  # noqa: B010
