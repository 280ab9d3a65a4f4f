"""Value tables of gfloat, for the formats that it has."""

import gfloat
import numpy as np
import pytest
from gfloat import formats as theirs

import halfulp as hu
from oracles import bits

# gfloat calls bfloat16 and IEEE's by names that are ours too; its p3109_k8p3se is
# Binary8p3se, its ocp_e4m3 e4m3fn.
NAMED = [f for f in theirs.sample_formats if "p3109" not in f.name and f.k <= 16]
P3109 = [
    theirs.format_info_p3109(k, p, signedness, domain)
    for k in range(3, 10)
    for signedness in (theirs.Signedness.Signed, theirs.Signedness.Unsigned)
    for p in range(1, k + (signedness == theirs.Signedness.Unsigned))
    for domain in (theirs.Domain.Extended, theirs.Domain.Finite)
]


def named(f: gfloat.FormatInfo) -> hu.Format:
    return hu.format(f.name.replace("p3109_k", "Binary"))


def test_what_it_has() -> None:
    assert {named(f).name for f in NAMED} == {
        *("fp16", "bf16", "e5m2", "e4m3fn"),
        *("e8m0fnu", "mxint8", "e3m2fn", "e2m3fn", "e2m1fn"),
    }
    assert len(P3109) == 4 * sum(range(2, 9)) + 2 * 7


@pytest.mark.parametrize("f", [*NAMED, *P3109], ids=lambda f: f.name)
def test_the_values_of_all_codes(f: gfloat.FormatInfo) -> None:
    codes = range(2**f.k)
    expected = np.array([gfloat.decode_float(f, code).fval for code in codes], float)
    values = hu.decode(np.array(codes, np.uint16), named(f))
    number = ~np.isnan(expected)
    assert (np.isnan(values) == ~number).all()
    assert (bits(values)[number] == bits(expected)[number]).all()


@pytest.mark.parametrize("f", [*NAMED, *P3109], ids=lambda f: f.name)
def test_the_largest_and_the_least_number(f: gfloat.FormatInfo) -> None:
    ours = named(f)
    assert ours.lowest == f.min
    assert ours.max == f.max
    assert ours.width == f.k
