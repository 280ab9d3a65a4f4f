"""One rounding, explained: numbers, sentences, text, JSON, the command line.

tests/rounding judges neighbours and reasons at every hard point of every format.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import halfulp as hu
from explanations import CASES
from oracles import MODES, rounded, subnormals_switched_off

HALFULP = Path(sys.executable).with_name("halfulp")


@pytest.mark.parametrize("name", CASES)
def test_each_case_has_its_sentence(name: str) -> None:
    make, sentence = CASES[name]
    e = make()
    assert e.sentence() == sentence
    assert str(e).splitlines()[-1] == sentence
    assert json.loads(e.to_json())["sentence"] == sentence
    chinese = e.sentence("zh")
    assert re.search(r"[一-鿿]", chinese)
    # The same numbers and words of arguments in both.
    figures = re.compile(r"-?\d[\d.^-]*\d|'\w+'")
    assert set(figures.findall(chinese)) == set(figures.findall(sentence))


def test_a_stochastic_mode_takes_the_word_that_round_takes() -> None:
    x = np.random.default_rng(2).standard_normal(50)
    for i in range(50):
        source = hu.Philox(3, first_index=i)
        e = hu.explain(x[i], "e4m3fn", "stochastic_b", random_bits=5, rng=source)
        assert e.random == source.words(1)[0]
        assert e.reason == "stochastic"
        assert (
            e.result == hu.round(x, "e4m3fn", "stochastic_b", random_bits=5, rng=3)[i]
        )
    with pytest.raises(ValueError, match="rounding 'stochastic' needs random bits"):
        hu.explain(0.1, "bf16", "stochastic")
    found = json.loads(hu.explain(0.1, "bf16", "stochastic", rng=0).to_json())
    assert (found["random"], found["random_bits"]) == (0x6627E8D5, 32)


def test_numbers_are_right_everywhere() -> None:
    random = np.random.default_rng(7)
    f = hu.bf16
    for x in random.standard_normal(200) * 2.0 ** random.integers(-140, 127, 200):
        for mode in MODES:
            e = hu.explain(x, f, mode)  # type: ignore[arg-type]
            assert e.result == rounded(Fraction(x), f, mode)
            if e.midpoint is None:
                continue
            assert e.below is not None
            assert e.above is not None
            low, high = Fraction(e.below), Fraction(e.above)
            assert low < Fraction(x) < high
            assert Fraction(e.midpoint) == (low + high) / 2
            assert e.fraction == float((Fraction(x) - low) / (high - low))
            gap = Fraction(hu.ulp(float(x), f))
            assert e.ulps_from_below == float((Fraction(x) - low) / gap)
            assert e.ulps_from_above == float((high - Fraction(x)) / gap)
            assert e.code == hu.encode(e.result, f)
            assert int("".join(e.bits.values()), 2) == e.code
            assert e.code_of(e.above) != e.code_of(e.below)


def test_a_decimal_is_read_as_binary64_first() -> None:
    e = hu.explain(" 0.1 ", "bf16")
    assert (e.given, e.x) == ("0.1", 0.1)
    lines = str(e).splitlines()
    assert lines[0] == "0.1 in bf16"
    assert re.match(r"given +0\.1$", lines[2])
    exact = "0.1000000000000000055511151231257827021181583404541015625"
    assert re.match(rf"read as binary64  {exact}  0x1\.999999999999ap-4$", lines[3])
    assert hu.explain(0.1, "bf16").given is None
    assert hu.explain("-1E-3", "bf16").x == -0.001
    assert hu.explain("inf", "bf16").x == float("inf")
    for text in ("abc", "", "0x1p3", "1_000", "1e", "１", "0.1 0.2"):
        with pytest.raises(ValueError, match=r"which is no decimal such as 0\.1"):
            hu.explain(text, "bf16")
    with pytest.raises(ValueError, match="'1e999', which is beyond binary64; pass inf"):
        hu.explain("1e999", "bf16")


def test_kinds_of_numbers() -> None:
    for x in (3, 3.0, np.float32(3), np.array(3.0)):
        assert hu.explain(x, "bf16").result == 3  # type: ignore[arg-type]
    assert hu.explain(np.float32(0.1), "fp64").x == float(np.float32(0.1))
    with pytest.raises(ValueError, match="x must have 0 dimensions"):
        hu.explain(np.ones(2), "bf16")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="x must be a float"):
        hu.explain(None, "bf16")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="NaN input has no image in e2m1fn"):
        hu.explain(float("nan"), "e2m1fn")
    with pytest.raises(ValueError, match="unknown overflow 'saturat'"):
        hu.explain(1.0, "bf16", overflow="saturat")  # type: ignore[arg-type]


def test_the_text() -> None:
    assert str(hu.explain(460.0, "e4m3fn")).splitlines() == [
        "460 in e4m3fn",
        "               exactly  hexadecimal  code  bits",
        "x              460      0x1.ccp+8",
        "number below   448      0x1.cp+8     0x7E  0 1111 110",
        "midpoint       464      0x1.dp+8",
        "would be next  480      0x1.ep+8",
        "number above   none",
        "result         448      0x1.cp+8     0x7E  0 1111 110",
        "x lies beyond 448, the last number, by 0.375 ulp.",
        "nearest_even takes the nearer number, 448.",
    ]
    below = str(hu.explain(-1e5, "fp16")).splitlines()
    assert below[-2] == "x lies beyond -65504, the last number, by 1078 ulp."
    assert [line.split()[0] for line in below[3:6]] == ["number", "would", "midpoint"]
    assert repr(hu.explain(1.0, "bf16")) == str(hu.explain(1.0, "bf16"))


def test_json_has_every_number_exactly() -> None:
    found: dict[str, Any] = json.loads(hu.explain("0.1", "bf16", "up").to_json())
    assert (found["given"], found["rounding"]) == ("0.1", "up")
    for name in ("x", "below", "above", "midpoint", "result"):
        number = found[name]
        exact = Fraction(number["decimal"])
        assert exact == Fraction(number["value"])
        assert exact == Fraction(float.fromhex(number["hex"]))
    assert found["above"]["code"] == found["result"]["code"] == "0x3DCD"
    assert found["above"]["bits"]["exponent"] == "01111011"
    assert found["beyond"] is None
    nothing = json.loads(hu.explain(1e9, "e4m3fn").to_json())
    assert nothing["result"] == {
        "value": None,
        "decimal": "nan",
        "hex": "nan",
        "code": "0x7F",
        "bits": {"sign": "0", "exponent": "1111", "fraction": "111"},
    }


def explain_command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [HALFULP, "explain", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_the_command_line(tmp_path: Path) -> None:
    done = explain_command("-0.1", "bf16", "--rounding", "up")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{hu.explain('-0.1', 'bf16', 'up')}\n"
    svg = tmp_path / "a.svg"
    done = explain_command(
        *("1000", "e4m3fn", "--overflow", "saturate", "--json", "--svg", str(svg))
    )
    assert (done.returncode, done.stderr) == (0, "")
    e = hu.explain("1000", "e4m3fn", overflow="saturate")
    assert done.stdout == e.to_json() + "\n"
    assert svg.read_text(encoding="utf-8") == e.to_svg() + "\n"
    drawn = explain_command(
        *("0.1", "bf16", "--rounding", "stochastic", "--rng", "7", "--random-bits", "8")
    )
    expected = hu.explain("0.1", "bf16", "stochastic", random_bits=8, rng=7)
    assert drawn.stdout == f"{expected}\n"
    special = explain_command("inf", "e4m3fn", "--inf-input", "max")
    assert special.stdout == f"{hu.explain('inf', 'e4m3fn', inf_input='max')}\n"
    not_a_number = explain_command("nan", "fp16", "--nan", "payload", "--json")
    assert (
        not_a_number.stdout == hu.explain("nan", "fp16", nan="payload").to_json() + "\n"
    )
    flushed = explain_command("0.01", "e4m3fn", "--subnormals", "flush_output")
    assert "makes such a result zero" in flushed.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["abc", "bf16"], "x is 'abc', which is no decimal"),
        (["0.1", "bf17"], "unknown format 'bf17'; did you mean 'bf16'?"),
        (["0.1", "bf16", "--rounding", "upp"], "unknown rounding mode 'upp'"),
        (["0.1", "bf16", "--roundin", "up"], "--roundin"),
        (["nan", "bf16", "--nan", "error"], "a NaN input met nan='error'"),
        (["inf", "e4m3fn", "--inf-input", "error"], "inf_input='error'"),
        (["0.1", "bf16", "--nan", "no"], "unknown nan 'no'"),
        (["0.1", "bf16", "--svg", "/nowhere/a.svg"], "cannot write /nowhere/a.svg"),
        (["0.1"], "Missing argument"),
    ],
)
def test_mistakes_on_the_command_line(arguments: list[str], message: str) -> None:
    done = explain_command(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("x", "mode", "turned"),
    [
        (100.0, "toward_zero", True),
        (100.0, "down", True),
        (-100.0, "up", True),
        (100.0, "odd", True),
        (100.0, "up", False),
        (-100.0, "down", False),
        (100.0, "nearest_even", False),
    ],
)
def test_a_mode_that_turns_back_is_the_reason(
    x: float, mode: Any, turned: bool
) -> None:
    text = str(hu.explain(x, "e2m1fn", mode))
    assert ("neither infinity nor NaN" not in text) == turned


def test_odd_turns_back_from_an_infinity_with_an_even_code() -> None:
    e = hu.explain(1e12, "Binary8p3ue", "odd", overflow="none")
    assert e.reason == "turned_back"
    assert e.sentence().endswith(": odd turns back to 2684354560.")


def test_a_midpoint_that_is_no_binary64_number_is_left_out() -> None:
    f = hu.Format(
        "f",
        width=63,
        precision=53,
        emax=1,
        emin=-1022,
        specials="nan_minus_zero",
        has_subnormals=False,
    )
    e = hu.explain(2.0**-1023, f)
    assert (e.midpoint, e.is_member, e.result) == (None, False, 0.0)
    assert "midpoint" not in str(e) + e.to_svg()
    assert "of the way from 0 to" in str(e)


def test_numbers_print_alike_whatever_the_processor_is_told() -> None:
    """Also those that are subnormal in binary64: Python alone prints them as 0."""
    shown: list[Callable[[], object]] = [
        lambda: hu.explain("5e-324", "fp64"),
        lambda: hu.explain(5e-324, "fp64"),
        lambda: hu.explain(2.0**-1023, "Binary12p1se").to_json(),
        lambda: hu.explain("-3e-310", "Binary15p5ue").to_svg(),
        lambda: hu.explain("3e-310", "fp64").sentence(),
        lambda: hu.explain("3e-310", "fp64", "down").to_html(),
        lambda: hu.format_table(["fp64"]),
        lambda: hu.format_table(["fp64", "Binary15p5ue"]).to_csv(),
        lambda: hu.format_table(["fp64"]).to_json(),
        lambda: hu.format_table(["fp64"]).to_html(),
        lambda: hu.fp64._repr_html_(),  # type: ignore[attr-defined]
        lambda: hu.table("Binary12p1se").to_csv(),
        lambda: hu.table("Binary12p1se").to_html(),
        lambda: hu.shortest_decimal(5e-324, "fp64"),
    ]
    expected = [str(show()) for show in shown]
    assert "5e-324" in expected[6] or "2^-1074" in expected[6]
    with subnormals_switched_off():
        found = [str(show()) for show in shown]
    assert found == expected
