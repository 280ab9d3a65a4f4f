"""The picture of a rounding, in a real browser."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, sync_playwright

import halfulp as hu
from browser import FLAGS, chromium, opened
from explanations import PICTURES
from halfulp._museum.labels import Language

HALFULP = Path(sys.executable).with_name("halfulp")
LANGUAGES: tuple[Language, ...] = ("en", "zh")


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
