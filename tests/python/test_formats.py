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

NAMES = [
    *("fp64", "fp32", "fp24_e8m15", "fp24_e7m16", "fp22_e8m13", "tf32"),
    *("fp16", "bf16", "dlfloat16"),
    *(
        "e5m2",
        "e4m3",
        "e4m3fn",
        "e4m3fnuz",
        "e5m2fnuz",
        "e4m3b11fnuz",
        "e3m4",
        "e3m4fn",
    ),
    *("hif8", "mxint8", "e8m0fnu", "e6m2u"),
    *("Binary8p1se", "Binary8p2se", "Binary8p3se", "Binary8p4se", "Binary8p5se"),
    *("Binary8p6se", "Binary8p7se", "Binary8p1uf"),
    *("ue4m3", "e3m2fn", "e2m3fn", "e2m1fn"),
]

TYPES: dict[str, Any] = {
    "fp64": np.float64,
    "fp32": np.float32,
    "fp16": np.float16,
    **{n: getattr(ml_dtypes, n) for n in dir(ml_dtypes) if "float" in n},
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
        assert getattr(hu, name).name == name
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
        (ml_dtypes.float8_e4m3, "e4m3"),
        (ml_dtypes.float4_e2m1fn, "e2m1fn"),
        ("ue8m0", "e8m0fnu"),
        ("float8e4nv", "e4m3fn"),
        ("fp8e4b8", "e4m3fnuz"),
        ("binary8P3SE", "Binary8p3se"),
        ("Binary12p5uf", "Binary12p5uf"),
    ],
)
def test_a_format_is_found_by_any_spelling(spelling: Any, name: str) -> None:
    assert hu.format(spelling).name == name


def test_aliases_parse() -> None:
    for f in hu.formats():
        for alias in f.aliases:
            assert hu.format(alias) == f


def test_every_spelling_has_one_meaning() -> None:
    spellings = [s.lower() for f in hu.formats() for s in (f.name, *f.aliases)]
    assert len(spellings) == len(set(spellings))


def test_formats_have_sources() -> None:
    for f in hu.formats():
        assert f.source
    assert hu.bf16.source.startswith("Intel, BFLOAT16")
    assert "unverified" in hu.dlfloat16.source
    assert pickle.loads(pickle.dumps(hu.bf16)).source == hu.bf16.source
    assert hu.format("Binary12p5uf").source == hu.Binary8p3se.source
    assert E2M1.source == ""


def test_a_bare_e4m3_is_warned_of_at_the_callers_line() -> None:
    calls: list[Any] = [
        lambda: hu.format("e4m3"),
        lambda: hu.format("E4M3"),
        lambda: hu.round(300.0, "e4m3"),
        lambda: hu.decode(0x77, "e4m3"),
        lambda: hu.finfo("e4m3"),
        lambda: hu.AccumulationModel("e4m3"),
        lambda: hu.exact.exp(1.0, out="e4m3"),
    ]
    for call in calls:
        with pytest.warns(
            hu.AmbiguousFormatWarning, match=r"240.* 448.* 480"
        ) as caught:
            call()
        assert len(caught) == 1
        assert caught[0].filename == __file__
    assert issubclass(hu.AmbiguousFormatWarning, UserWarning)


def test_other_names_of_e4m3_are_not_warned_of() -> None:
    # The suite makes errors of warnings.
    assert hu.format("float8_e4m3") == hu.format(hu.e4m3) == hu.e4m3
    assert hu.format(ml_dtypes.float8_e4m3).max == 240.0
    assert hu.round(np.ones(1, ml_dtypes.float8_e4m3), hu.e4m3)[0] == 1
    assert pickle.loads(pickle.dumps(hu.e4m3)) == hu.e4m3


def test_impossible_formats_of_p3109_are_refused() -> None:
    with pytest.raises(ValueError, match=r"Binary8p8se: a signed .* precision 1 to 7"):
        hu.format("Binary8p8se")
    with pytest.raises(ValueError, match="'Binary8p3' must end in se, sf, ue or uf"):
        hu.round(1.0, "Binary8p3")
    with pytest.raises(
        ValueError, match=r"from 2\^-8191 to 2\^8191 and more; with 15 .* at least 4"
    ):
        hu.format("Binary15p1sf")


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
    if name.startswith("float8") and ours.format.precision <= 4:
        # ml_dtypes has 1 here and 0 for float6_e2m3fn, which has e4m3fn's precision.
        assert (ours.precision, ours.resolution) == (0, 1.0)
    else:
        assert ours.precision == theirs.precision
        stored = TYPES[name](ours.resolution)
        assert float(stored) == float(theirs.resolution)


@pytest.mark.parametrize("f", hu.formats(), ids=lambda f: f.name)
def test_finfo_of_every_format_fits_its_values(f: Format) -> None:
    info = hu.finfo(f)
    assert info.eps == hu.next_up(1.0, f) - 1
    assert info.epsneg == 1 - hu.next_down(1.0, f)
    assert (info.eps, info.epsneg) == (2.0**info.machep, 2.0**info.negep)
    assert 1 <= info.max / 2.0 ** (info.maxexp - 1) < 2
    assert info.min == f.lowest
    assert info.tiny == info.smallest_normal
    assert hu.next_down(info.smallest_subnormal, f) == 0 or not f.has_zero
    if f.encoding == "sign_magnitude":
        assert f.has_sign + info.nexp + info.nmant == info.bits
    assert hu.finfo("mxint8").nexp == 0


def test_notebooks_show_a_format() -> None:
    shown = hu.bf16._repr_html_()  # type: ignore[attr-defined]
    assert "<caption>format bf16</caption>" in shown
    assert "<tr><td>emax</td><td>127</td><td></td></tr>" in shown
    assert f"<td>{hu.bf16.max:.6g}</td><td>{hu.bf16.max.hex()}</td>" in shown
    assert shown.count("<tr>") == 23
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
        (lambda f: f("x", wide=8), "unknown argument wide; Format takes name, "),
        (lambda f: f(3, **FP8), r"name must be a str, got 3 \(int\)"),
        (lambda f: f("x", **FP8 | {"emax": "15"}), r"emax must be an int, got '15' \("),
        (lambda f: f("x", **FP8, has_sign=2), r"has_sign must be a bool, got 2 \(int"),
        (lambda f: f("x", **FP8 | {"width": 8.0}), r"width must be an int, got 8.0 \("),
        (lambda f: f("x", name="y", **FP8), "the first argument is given twice; Form"),
    ],
)
def test_a_wrong_argument_is_named(call: Any, message: str) -> None:
    with pytest.raises(TypeError, match=f"^{message}"):
        call(hu.Format)
    with pytest.raises(
        TypeError, match=r"^overflow must be a str, got None \(NoneType"
    ):
        hu.RoundingRule(overflow=None)  # type: ignore[arg-type]


def made(cls: Any, name: str, value: Any) -> Any:
    """An object with one argument replaced."""
    defaults: dict[Any, dict[str, Any]] = {
        hu.Format: {"name": "x", **FP8},
        hu.BlockFormat: {
            "name": "x",
            "element": "e2m1fn",
            "block_size": 8,
            "scale": "e8m0fnu",
        },
        hu.RoundingRule: {"mode": "stochastic"},
    }
    return cls(**defaults[cls] | {name: value})


class NoIndex:
    """An object whose __index__ raises."""

    def __index__(self) -> int:
        raise RuntimeError


INTEGERS = [
    *((hu.Format, name) for name in ("width", "precision", "emax", "emin")),
    (hu.BlockFormat, "block_size"),
    (hu.RoundingRule, "random_bits"),
]


@pytest.mark.parametrize(("cls", "name"), INTEGERS)
def test_integers_are_integers_that_fit(cls: Any, name: str) -> None:
    """A bool, a float and text are of the wrong type; an int may have a wrong value."""
    arrays = (np.array([8]), np.array([1, 2]), np.array(8))  # they have an __index__
    for wrong in (
        True,
        np.True_,
        8.0,
        np.float32(8),
        "8",
        None,
        [8],
        *arrays,
        NoIndex(),
    ):
        with pytest.raises(TypeError, match=f"^{name} must be an int, got "):
            made(cls, name, wrong)
    for huge in (2**31, -(2**31) - 1, 2**63, 10**30, np.int64(2**40)):
        with pytest.raises(ValueError, match=f"^{name} must be between -2.* 1, got ."):
            made(cls, name, huge)
    with pytest.raises(ValueError, match=f"^{name} must .*, got an int of 16610 bits$"):
        made(cls, name, 10**5000)
    for some in (2**31 - 1, -(2**31)):  # the rules of the class say what is wrong
        with pytest.raises(ValueError, match=f"{name}.*{some}|{some}.*{name}"):
            made(cls, name, some)
    good = 8 if name != "emax" else 15
    if name not in ("precision", "emin"):
        assert made(cls, name, np.int64(good)) == made(cls, name, good)


def test_texts_and_numbers_of_block_formats() -> None:
    for text in ("name", "specials"):
        with pytest.raises(TypeError, match=f"^{text} must be a str, got array"):
            made(hu.Format, text, np.array([1, 2]))
    for cls, name in ((hu.Format, "name"), (hu.BlockFormat, "scale_rule")):
        with pytest.raises(TypeError, match=f"^{name} must be a str, got 3"):
            made(cls, name, 3)
        with pytest.raises(ValueError, match=f"^{name} must be text that UTF-8 holds"):
            made(cls, name, "\ud800")
    target = "tensor_scale_target"
    for wrong in ("1", None, True):
        with pytest.raises(TypeError, match=f"^{target} must be a number, got "):
            made(hu.BlockFormat, target, wrong)
    with pytest.raises(ValueError, match=f"^{target} must be a binary64 number, got"):
        made(hu.BlockFormat, target, 10**400)
    with pytest.raises(TypeError, match="a format is a name, a dtype"):
        made(hu.BlockFormat, "element", 3)
    assert made(hu.BlockFormat, target, 4) == made(hu.BlockFormat, target, 4.0)
