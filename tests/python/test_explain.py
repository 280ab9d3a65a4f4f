"""One rounding, explained; the picture in a real browser.

tests/rounding judges neighbours and reasons at every hard point of every format.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from playwright.sync_api import Browser, sync_playwright

import halfulp as hu
from browser import FLAGS, chromium, opened
from halfulp._museum.labels import Language
from oracles import MODES, rounded

HALFULP = Path(sys.executable).with_name("halfulp")
LANGUAGES: tuple[Language, ...] = ("en", "zh")

# The numbers 0 to 3, with a sign.
Format3 = hu.Format("f3", width=3, precision=2, emax=1, emin=1, specials="none")

# One of every kind of sentence, and what it must say.
CASES: dict[str, tuple[Callable[[], hu.Explanation], str]] = {
    "exact": (
        lambda: hu.explain(1.0, "bf16"),
        "x is a number of bf16, so nothing is rounded.",
    ),
    "one zero": (
        lambda: hu.explain(-0.0, "e4m3fnuz"),
        "x is -0, and e4m3fnuz has one zero only: 0.",
    ),
    "nearer": (
        lambda: hu.explain(0.1, "bf16"),
        "nearest_even takes the nearer number, 0.10009765625.",
    ),
    "nearer, outside": (
        lambda: hu.explain(460.0, "e4m3fn"),
        "nearest_even takes the nearer number, 448.",
    ),
    "tie": (
        lambda: hu.explain(2.5, "e2m1fn"),
        "x is halfway, and nearest_even takes the number with the even code: 2.",
    ),
    "tie away": (
        lambda: hu.explain(-2.5, "e2m1fn", "nearest_away"),
        "x is halfway, and nearest_away takes the number of larger magnitude: -3.",
    ),
    "toward zero": (
        lambda: hu.explain(-0.1, "bf16", "toward_zero"),
        "toward_zero takes the number of smaller magnitude, -0.099609375.",
    ),
    "up": (
        lambda: hu.explain(0.1, "bf16", "up"),
        "up takes the greater number, 0.10009765625.",
    ),
    "down": (
        lambda: hu.explain(0.1, "bf16", "down"),
        "down takes the lesser number, 0.099609375.",
    ),
    "away": (
        lambda: hu.explain(-0.1, "bf16", "away"),
        "away takes the number of larger magnitude, -0.10009765625.",
    ),
    "tie toward zero": (
        lambda: hu.explain(3.5, "e2m1fn", "nearest_toward_zero"),
        "x is halfway, and nearest_toward_zero takes the number of smaller magnitude: "
        "3.",
    ),
    # Philox(0) begins with 0x6627E8D5: 6 of 2^4, which takes 10/16 and more upwards.
    "stochastic, up": (
        lambda: hu.explain(1.75, Format3, "stochastic", random_bits=4, rng=0),
        "x lies 0.75 of the way to the number of larger magnitude; R = 6 of 2^4 "
        "decides, and stochastic_a takes 2.",
    ),
    "stochastic, down": (
        lambda: hu.explain(-1.5, Format3, "stochastic_c", random_bits=4, rng=0),
        "x lies 0.5 of the way to the number of larger magnitude; R = 6 of 2^4 "
        "decides, and stochastic_c takes -1.",
    ),
    "stochastic_equal": (
        lambda: hu.explain(1.99, Format3, "stochastic_equal", rng=hu.Philox(0)),
        "R = 0 of 2 decides, and stochastic_equal takes 1.",
    ),
    "stochastic, overflow": (
        lambda: hu.explain(3.9, Format3, "stochastic", rng=0),
        "stochastic_a would go beyond 3, the largest number of f3; there is neither "
        "infinity nor NaN for it, so it becomes 3.",
    ),
    "odd": (
        lambda: hu.explain(0.1, "bf16", "odd"),
        "x is no number of bf16, so odd takes the neighbour with the odd code, "
        "0.10009765625.",
    ),
    "overflow": (
        lambda: hu.explain(-1e5, "fp16"),
        "nearest_even would go below -65504, the least number of fp16: that overflows, "
        "and overflow='ieee' makes it -inf.",
    ),
    "overflow to NaN": (
        lambda: hu.explain(1e5, "e4m3fn"),
        "nearest_even would go beyond 448, the largest number of e4m3fn; there is no "
        "infinity for it, so overflow='ieee' makes it NaN.",
    ),
    "saturated": (
        lambda: hu.explain(1e5, "e4m3fn", overflow="saturate"),
        "nearest_even would go beyond 448, the largest number of e4m3fn: "
        "overflow='saturate_propagate' makes it 448.",
    ),
    "turned back": (
        lambda: hu.explain(1e5, "fp16", "down"),
        "down would go beyond 65504, the largest number of fp16: down turns back to "
        "65504.",
    ),
    "neither infinity nor NaN": (
        lambda: hu.explain(1e5, "e2m1fn"),
        "nearest_even would go beyond 6, the largest number of e2m1fn; there is "
        "neither infinity nor NaN for it, so it becomes 6.",
    ),
    "no negative numbers": (
        lambda: hu.explain(-3.0, "ue4m3", overflow="saturate"),
        "nearest_even would go below 0, and ue4m3 has no negative numbers: "
        "overflow='saturate_propagate' makes it 0.",
    ),
    "no numbers below": (
        lambda: hu.explain(-3.0, "e8m0fnu", "up"),
        "e8m0fnu has no numbers below 2^-127: up turns back to 2^-127.",
    ),
    "no zero": (
        lambda: hu.explain(0.0, "e8m0fnu"),
        "e8m0fnu has no zero, its least number is 2^-127; there is no infinity for it, "
        "so overflow='ieee' makes it NaN.",
    ),
    "below the smallest": (
        lambda: hu.explain(1e-40, "e8m0fnu"),
        "e8m0fnu has no zero: all between 0 and its smallest number, 2^-127, becomes "
        "that, whatever the mode.",
    ),
    "flushed input": (
        lambda: hu.explain(1e-3, "e4m3fn", subnormals="flush_both"),
        "x is smaller than the smallest normal number, 0.015625, and "
        "subnormals='flush_both' takes such an input for zero.",
    ),
    "flushed output": (
        lambda: hu.explain(1e-2, "e4m3fn", subnormals="flush_output"),
        "nearest_even gives a number smaller than the smallest normal one, 0.015625, "
        "and subnormals='flush_output' makes such a result zero.",
    ),
    "infinity": (
        lambda: hu.explain(float("inf"), "fp16"),
        "x is an infinity, which fp16 has.",
    ),
    "infinity saturated": (
        lambda: hu.explain(float("-inf"), "fp16", overflow="saturate_finite"),
        "x is an infinity, and overflow='saturate_finite' makes it the last number of "
        "its sign, -65504.",
    ),
    "infinity to NaN": (
        lambda: hu.explain(float("inf"), "e4m3fn"),
        "x is an infinity, which e4m3fn lacks: inf_input='nan' makes it nan.",
    ),
    "infinity to max": (
        lambda: hu.explain(float("inf"), "e4m3fn", inf_input="max"),
        "x is an infinity, which e4m3fn lacks: inf_input='max' makes it 448.",
    ),
    "NaN": (
        lambda: hu.explain(float("nan"), "fp16"),
        "x is NaN, and so is the result.",
    ),
    "NaN with payload": (
        lambda: hu.explain(float("nan"), "fp16", nan="payload"),
        "x is NaN, and so is the result; nan='payload' keeps what the format holds of "
        "its payload.",
    ),
}
# Pictures of wide and odd codes, too.
PICTURES = {name: make for name, (make, _) in CASES.items()} | {
    "fp64": lambda: hu.explain(0.1, "fp64"),
    "fp32": lambda: hu.explain(0.1, "fp32"),
    "hif8": lambda: hu.explain(0.1, "hif8"),
    "mxint8": lambda: hu.explain(0.3, "mxint8"),
    "text": lambda: hu.explain("0.1", "tf32"),
    "long text": lambda: hu.explain("-0.30000000000000000000000000001", "fp16"),
    "far away": lambda: hu.explain(1.5 * hu.dlfloat16.smallest_normal, "dlfloat16"),
    "a few numbers": lambda: hu.explain(0.4, "Binary3p1se"),
}


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_xml_and_the_same_every_time(
    name: str, language: Language
) -> None:
    svg = PICTURES[name]().to_svg(language)
    assert svg == PICTURES[name]().to_svg(language)
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert (title.text or "").endswith(PICTURES[name]().sentence(language))
    assert " id=" not in svg  # so that several may stand in one page


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


# The contrast of each text of a picture with what is painted behind its middle, texts
# that leave the picture and texts that overlap.
FAULTS = """() => {
  const luminance = (css) => css.match(/[0-9.]+/g).slice(0, 3)
    .map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const found = [];
  for (const svg of document.querySelectorAll("svg")) {
    const whole = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")];
    const boxes = texts.map((t) => t.getBoundingClientRect());
    texts.forEach((text, i) => {
      const b = boxes[i];
      const [x, y] = [b.x + b.width / 2, b.y + b.height / 2];
      const behind = [...svg.querySelectorAll("rect")].filter((r) => {
        const a = r.getBoundingClientRect();
        return a.left <= x && x <= a.right && a.top <= y && y <= a.bottom;
      }).pop();
      const [ink, paper] = [text, behind]
        .map((e) => luminance(getComputedStyle(e).fill));
      const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
      const name = svg.querySelector("title").textContent.slice(0, 30) + ": "
        + text.textContent;
      if (ratio < 4.5) found.push(`${name}: contrast ${ratio}`);
      if (b.left < whole.left || b.right > whole.right || b.bottom > whole.bottom) {
        found.push(`${name}: leaves the picture`);
      }
      boxes.forEach((other, j) => {
        if (j < i && Math.min(b.right, other.right) - Math.max(b.left, other.left) > 1
            && Math.min(b.bottom, other.bottom) - Math.max(b.top, other.top) > 3) {
          found.push(`${name}: overlaps ${texts[j].textContent}`);
        }
      });
    });
  }
  return found;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pictures_are_legible(
    browser: Browser, tmp_path: Path, scheme: str, language: Language
) -> None:
    file = tmp_path / "page.html"
    pictures = "".join(make().to_svg(language) + "<br>" for make in PICTURES.values())
    file.write_text(f"<!doctype html><meta charset=utf-8>{pictures}", encoding="utf-8")
    for page in opened(browser, file, color_scheme=scheme):
        assert page.locator("svg").count() == len(PICTURES)
        assert page.evaluate(FAULTS) == []
        fill = page.evaluate(
            "getComputedStyle(document.querySelector('svg rect.paper')).fill"
        )
        assert (int(re.findall(r"\d+", fill)[0]) < 60) == (scheme == "dark")


def test_a_picture_is_a_file_of_its_own(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "picture.svg"
    file.write_text(hu.explain("0.1", "bf16").to_svg(), encoding="utf-8")
    for page in opened(browser, file):
        texts = page.evaluate(
            "[...document.querySelectorAll('text')].map(t => t.textContent)"
        )
    assert "".join(t for t in texts if t in "01") == f"{0x3DCD:016b}"
    for shown in ("0.1 in bf16", "x = 0.1", "0.099609375", "0x3DCC", "midpoint"):
        assert shown in texts


def test_x_stands_where_it_lies(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "picture.svg"
    for x in (0.0996583, 0.0998, 0.09995, 0.1):
        e = hu.explain(x, "bf16")
        file.write_text(e.to_svg(), encoding="utf-8")
        for page in opened(browser, file):
            ends, mark, dot = page.evaluate(
                "[document.querySelector('path').getAttribute('d'), "
                "[...document.querySelectorAll('path')].pop().getAttribute('d'), "
                "document.querySelector('circle').getAttribute('cx')]"
            )
        low, high = (float(v) for v in re.findall(r"M([\d.]+) \d+H([\d.]+)", ends)[0])
        at = float(re.findall(r"M([\d.]+)", mark)[0])
        assert e.fraction is not None
        # Six digits of a coordinate below 1000.
        assert abs((at - low) / (high - low) - e.fraction) <= 1e-3 / (high - low)
        assert float(dot) == (low if e.result == e.below else high)


def test_html_has_the_picture_and_the_numbers(browser: Browser, tmp_path: Path) -> None:
    e = hu.explain("0.1", "bf16")
    assert e._repr_html_() == e.to_html()
    file = tmp_path / "page.html"
    done = subprocess.run(
        [HALFULP, "explain", "0.1", "bf16", "--html", file, "--lang", "zh"],
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode() == e.to_text("zh") + "\n"
    for width in (360, 1440):
        for scheme in ("light", "dark"):
            viewport = {"width": width, "height": 800}
            for page in opened(browser, file, viewport=viewport, color_scheme=scheme):
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                assert page.locator("svg").count() == 1
                assert page.get_attribute("html", "lang") == "zh"
                cells = page.locator("td").all_inner_texts()
                assert e.sentence("zh") in page.inner_text("main")
    assert "0x1.98p-4" in cells
    assert "0 01111011 1001101" in cells


def test_nothing_of_a_name_is_taken_for_markup() -> None:
    f = hu.Format("a<b>&c", width=8, precision=3, emax=15, emin=-14)
    e = hu.explain(0.1, f)
    ElementTree.fromstring(e.to_svg())
    assert "<b>" not in e.to_html()


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
    flushed = explain_command("0.01", "e4m3fn", "--subnormals", "flush_output")
    assert "makes such a result zero" in flushed.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["abc", "bf16"], "x is 'abc', which is no decimal"),
        (["0.1", "bf17"], "unknown format 'bf17'; did you mean 'bf16'?"),
        (["0.1", "bf16", "--rounding", "upp"], "unknown rounding mode 'upp'"),
        (["0.1", "bf16", "--roundin", "up"], "--roundin"),
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
