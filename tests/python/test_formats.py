"""Formats as Python sees them."""

import copy
import dataclasses
import pickle
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import halfulp as hu
from halfulp import Format

NAMES = ["fp64", "fp32", "tf32", "fp16", "bf16", "e5m2", "e4m3fn"]

TYPES: dict[str, Any] = {
    "fp64": np.float64,
    "fp32": np.float32,
    "fp16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "e5m2": ml_dtypes.float8_e5m2,
    "e4m3fn": ml_dtypes.float8_e4m3fn,
}

SHARED_WITH_NUMPY = {f.name for f in dataclasses.fields(hu.FloatInfo)} - {
    "format",
    "precision",
    "resolution",
}

# The OCP element format, and one without sign, zero and subnormals (OCP E8M0).
E2M1 = Format("e2m1", width=4, precision=2, emax=2, emin=0, specials="none")
E8M0 = Format(
    "e8m0",
    width=8,
    precision=1,
    emax=127,
    emin=-127,
    specials="nan_all_ones",
    has_sign=False,
    has_zero=False,
    has_subnormals=False,
)


def test_every_named_format_is_a_constant() -> None:
    assert [f.name for f in hu.formats()] == NAMES
    for name in NAMES:
        assert getattr(hu, name) == hu.format(name)
        assert name in hu.__all__


def test_formats_have_the_parameters_of_the_standards() -> None:
    f = hu.e4m3fn
    assert (f.width, f.precision, f.emax, f.emin) == (8, 4, 8, -6)
    assert (f.max, f.lowest, f.smallest_subnormal) == (448.0, -448.0, 2.0**-9)
    assert (f.unit_roundoff, f.epsilon) == (2.0**-4, 2.0**-3)
    assert (f.specials, f.encoding) == ("nan_all_ones", "sign_magnitude")
    assert f.has_sign
    assert f.has_zero
    assert f.has_minus_zero
    assert f.has_subnormals
    assert f.has_nan
    assert not f.has_infinity
    assert "float8_e4m3fn" in f.aliases


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("binary16", "fp16"),
        ("BFLOAT16", "bf16"),
        ("float8_e4m3fn", "e4m3fn"),
        (np.dtype(np.float32), "fp32"),
        (np.dtype(">f8"), "fp64"),
        (np.float16, "fp16"),
        (ml_dtypes.bfloat16, "bf16"),
        (np.dtype(ml_dtypes.float8_e5m2), "e5m2"),
        (hu.tf32, "tf32"),
    ],
)
def test_a_format_is_found_by_any_spelling(spelling: Any, name: str) -> None:
    assert hu.format(spelling).name == name


def test_aliases_parse() -> None:
    for f in hu.formats():
        for alias in f.aliases:
            assert hu.format(alias) == f


def test_unknown_formats_are_refused() -> None:
    with pytest.raises(ValueError, match=r"unknown format 'bf17'; did you mean 'bf16'"):
        hu.format("bf17")
    with pytest.raises(ValueError, match="unknown format 'int32'"):
        hu.format(np.dtype(np.int32))
    with pytest.raises(TypeError, match=r"a name, a dtype or .* got 16 \(int\)"):
        hu.format(16)  # type: ignore[arg-type]


def test_a_format_may_be_made() -> None:
    assert hu.round(5.0, E2M1) == 4.0
    assert hu.round(0.3, E8M0) == 0.25
    assert E8M0.smallest_normal == 2.0**-127
    with pytest.raises(ValueError, match=r"format 'x' .* precision must be between"):
        Format("x", width=8, precision=0, emax=1, emin=0)
    with pytest.raises(ValueError, match="unknown specials 'iee'; did you mean 'ieee'"):
        Format("x", width=8, precision=3, emax=1, emin=0, specials="iee")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Format("x", 8, 3, 15, -14)  # type: ignore[call-arg]


@pytest.mark.parametrize("f", [*hu.formats(), E2M1, E8M0], ids=lambda f: f.name)
def test_formats_are_values(f: Format) -> None:
    assert eval(repr(f), {"Format": Format}) == f
    for twin in (pickle.loads(pickle.dumps(f)), copy.deepcopy(f)):
        assert twin == f
        assert hash(twin) == hash(f)
    other: object = "bf16"
    assert f != other
    assert len({f, hu.bf16, hu.fp16}) == (2 if f in (hu.bf16, hu.fp16) else 3)
    with pytest.raises(AttributeError):
        f.width = 3  # type: ignore[misc]


def test_repr_shows_what_is_not_default() -> None:
    assert repr(hu.bf16) == "Format('bf16', width=16, precision=8, emax=127, emin=-126)"
    assert repr(E8M0) == (
        "Format('e8m0', width=8, precision=1, emax=127, emin=-127, "
        "specials='nan_all_ones', has_sign=False, has_zero=False, has_subnormals=False)"
    )


@pytest.mark.parametrize("name", TYPES)
def test_finfo_says_what_numpy_and_ml_dtypes_say(name: str) -> None:
    theirs: Any
    if name in ("fp64", "fp32", "fp16"):
        theirs = np.finfo(TYPES[name])
    else:
        theirs = ml_dtypes.finfo(TYPES[name])  # type: ignore[no-untyped-call]
    ours = hu.finfo(name)
    for attribute in SHARED_WITH_NUMPY:
        assert getattr(ours, attribute) == float(getattr(theirs, attribute)), attribute
    if name in ("e5m2", "e4m3fn"):
        # ml_dtypes has 1 here and 0 for float6_e2m3fn, which has e4m3fn's precision.
        assert (ours.precision, ours.resolution) == (0, 1.0)
    else:
        assert ours.precision == theirs.precision
        stored = TYPES[name](ours.resolution)
        assert float(stored) == float(theirs.resolution)


def test_notebooks_show_a_format() -> None:
    shown = hu.bf16._repr_html_()  # type: ignore[attr-defined]
    assert "<caption>format bf16</caption>" in shown
    assert "<tr><td>emax</td><td>127</td><td></td></tr>" in shown
    assert f"<td>{hu.bf16.max:.6g}</td><td>{hu.bf16.max.hex()}</td>" in shown
    assert shown.count("<tr>") == 21
    odd = hu.Format("a<b>&c", width=8, precision=3, emax=15, emin=-14)
    escaped = odd._repr_html_()  # type: ignore[attr-defined]
    assert "format a&lt;b&gt;&amp;c" in escaped
    assert "<b>" not in escaped
    plain = shown.replace(' style="white-space: nowrap"', "")  # no number is broken
    for word in ("style", "script", "color", "class"):  # the notebook's own look
        assert word not in plain


FP8 = {"width": 8, "precision": 3, "emax": 15, "emin": -14}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda f: f("x"), "missing argument width; Format takes name, width, prec"),
        (lambda f: f("x", 8, 3), "3 arguments without a name; Format takes name, "),
        (lambda f: f("x", widht=8), "unknown argument widht; Format takes name, "),
        (lambda f: f(3, **FP8), r"name must be a str, got 3 \(int\)"),
        (lambda f: f("x", **FP8 | {"emax": "15"}), r"emax must be an int, got '15' \("),
        (lambda f: f("x", **FP8, has_sign=2), r"has_sign must be a bool, got 2 \(int"),
        (lambda f: f("x", **FP8 | {"width": 2**40}), "an argument is out of range; F"),
    ],
)
def test_a_wrong_argument_is_named(call: Any, message: str) -> None:
    with pytest.raises(TypeError, match=f"^{message}"):
        call(hu.Format)
    with pytest.raises(
        TypeError, match=r"^overflow must be a str, got None \(NoneType"
    ):
        hu.RoundingRule(overflow=None)  # type: ignore[arg-type]
