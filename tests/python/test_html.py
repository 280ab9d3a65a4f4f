"""The museum's page, in a real browser: headless Chromium, without a network.

There is no skip: without Chromium these tests fail.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, sync_playwright

import halfulp as hu
from browser import CONTRAST, FLAGS, chromium, opened, shown
from halfulp._museum.labels import METRICS, Language
from halfulp._museum.page import page as page_of

HALFULP = Path(sys.executable).with_name("halfulp")
TITLE = {"en": "A title", "zh": "标题"}

# How a value of the JSON is written, by metric; .3e but for these.
FORMS = {"cosine": ".6f"}
WIDTHS = (360, 1440)
LANGUAGES: tuple[Language, ...] = ("en", "zh")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The page, and the result as JSON, of two runs of the command line."""
    folder = tmp_path_factory.mktemp("page")
    html = folder / "a page.html"
    text = subprocess.run(
        [HALFULP, "run", "museum", "--html", html], capture_output=True, check=True
    )
    assert f"The page is in {html}" in text.stderr.decode()
    assert "Case 2" in text.stdout.decode()
    done = subprocess.run(
        [HALFULP, "run", "museum", "--json"], capture_output=True, check=True
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return html, result


@pytest.fixture
def page(browser: Browser, made: tuple[Path, dict[str, Any]]) -> Iterator[Page]:
    yield from opened(browser, made[0])


def current_gate(page: Page) -> str:
    (gate,) = [h for h in page.locator("[role=tabpanel]").all() if h.is_visible()]
    selected = page.locator("[role=tab][aria-selected=true]")
    assert selected.count() == 1
    assert selected.get_attribute("aria-controls") == gate.get_attribute("id")
    return str(gate.get_attribute("id"))


def written(row: dict[str, Any], kind: str, language: str) -> str:
    value = row[kind]
    if row["metric"] == "passes_gate":
        words = {"en": ("fail", "pass"), "zh": ("未通过", "通过")}
        return words[language][value]
    if value is None:
        return "–"
    return format(value, FORMS.get(row["metric"], ".3e"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_is_that_of_the_json(
    page: Page, made: tuple[Path, dict[str, Any]], language: Language
) -> None:
    page.click(f"[data-language={language}]")
    result = made[1]
    rows = {
        (r["case"], str(r["layer"]), r["metric"]): r
        for r in (dict(zip(result["columns"], r, strict=True)) for r in result["rows"])
    }
    cells = page.locator("td[data-metric]").evaluate_all(
        "cells => cells.map(c => [c.dataset.case, c.dataset.layer, c.dataset.metric,"
        " c.dataset.kind, c.innerText.trim()])"
    )
    seen = {"predicted": 0, "measured": 0, "published": 0}
    for case, layer, metric, kind, text in cells:
        assert text == written(rows[case, layer, metric], kind, language)
        seen[kind] += 1
    # 3 cases, 8 layers, 6 metrics and a verdict; 3 x 2 at a glance; 3 + 6 other rows
    assert seen == {"predicted": 9, "measured": 168 + 6 + 9, "published": 9}
    assert page.locator("td.n:not([data-metric])").count() == 0
    # Each stands below the name of its metric.
    heads = page.locator("td.n[data-metric]").evaluate_all(
        "cells => cells.map(c => c.closest('table').matches('.others')"
        " ? [c.parentElement.cells[0].innerText.trim(), c.dataset.metric]"
        " : [c.closest('table').rows[0].cells[c.cellIndex].innerText.trim(),"
        " c.dataset.metric])"
    )
    assert len(heads) == 144 + 6 + 27
    for head, metric in heads:
        assert head == METRICS[language][metric]
    assert shown(page, "#hash") == [result["hash"]]
    passes = [r for (_, _, metric), r in rows.items() if metric == "passes_gate"]
    for cell in page.locator("[data-count]").all():
        case = cell.get_attribute("data-case")
        passed = sum(r["measured"] for r in passes if r["case"] == case)
        assert f"{passed}/8" in cell.inner_text()
    shares = page.locator("[data-share]").evaluate_all(
        "cells => cells.map(c => [c.dataset.case, c.dataset.layer, c.dataset.share,"
        " parseFloat(c.querySelector('.track span').style.width)])"
    )
    assert len(shares) == 12
    for case, layer, metric, width in shares:
        measured = rows[case, layer, metric]["measured"]
        assert abs(width - 100 * measured) <= 0.005  # two decimals


def test_the_gates_are_stepped_through_by_the_reader(page: Page) -> None:
    assert current_gate(page) == "gate-1"
    page.wait_for_timeout(300)
    assert current_gate(page) == "gate-1"  # nothing moves by itself
    for key, gate in [
        ("ArrowLeft", 1),
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowRight", 4),
        ("ArrowRight", 4),
        ("ArrowLeft", 3),
    ]:
        page.keyboard.press(key)
        assert current_gate(page) == f"gate-{gate}"
        assert shown(page, "#step") == [f"{gate} / 4"]
    page.click("#next")
    assert current_gate(page) == "gate-4"
    assert page.get_attribute("#next", "aria-disabled") == "true"
    assert page.evaluate("document.activeElement.id") == "next"  # the focus stays
    page.keyboard.press("Enter")
    assert current_gate(page) == "gate-4"
    assert page.get_attribute("#previous", "aria-disabled") == "false"
    page.click("#previous")
    page.click("#tab-1")
    assert current_gate(page) == "gate-1"
    assert page.get_attribute("#previous", "aria-disabled") == "true"
    page.keyboard.press("ArrowRight")  # the focus follows
    assert page.evaluate("document.activeElement.id") == "tab-2"
    page.keyboard.press("Control+ArrowRight")
    assert current_gate(page) == "gate-2"
    for key, gate in [("End", 4), ("Home", 1)]:
        page.keyboard.press(key)
        assert current_gate(page) == f"gate-{gate}"
        assert page.evaluate("document.activeElement.id") == f"tab-{gate}"


def test_each_gate_is_a_decision_of_its_own(page: Page) -> None:
    expected = [
        ("gate-1", "360 figures equal the recorded ones", "Aligned.", "opens"),
        ("gate-2", "divides the variance by n-1", "Covered.", "opens"),
        ("gate-3", "2.346e-03 for the products, and 2.506e-03", "Trans", "opens"),
        ("gate-4", "Case 2 -7.843e-03", "They do not.", "stops"),
    ]
    for gate, checked, decision, kind in expected:
        article = page.locator(f"#{gate}")
        assert checked in article.locator(".checks").inner_text()
        assert article.locator(".decision p").inner_text().strip().startswith(decision)
        assert kind in (article.get_attribute("class") or "")
        page.keyboard.press("ArrowRight")
    for kind, fewest in (("executed", 8), ("illustrative", 2)):
        tags = page.locator(f".checks .tag.{kind} [lang=en]")
        assert set(tags.all_text_contents()) == {kind}
        assert tags.count() >= fewest


def test_a_table_that_scrolls_keeps_the_arrow_keys(
    browser: Browser, made: tuple[Path, dict[str, Any]]
) -> None:
    for page in opened(browser, made[0], viewport={"width": 360, "height": 800}):
        table = page.locator("#wrong_variance .scroll").first
        table.focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(200)
        assert table.evaluate("e => e.scrollLeft") > 0
        assert current_gate(page) == "gate-1"


def test_the_language_is_switched(page: Page) -> None:
    assert "Case 2 is a mistake." in page.inner_text("main")
    assert not re.search(r"[一-鿿]", page.inner_text("main"))
    assert page.locator("text[lang=zh]").first.is_hidden()
    page.click("[data-language=zh]")
    chinese = page.inner_text("main")
    assert "情况二是一个错误" in chinese
    assert page.locator("text[lang=zh]").first.is_visible()
    assert page.title().startswith("halfulp · 为什么")
    assert page.get_attribute("html", "lang") == "zh"
    assert page.get_attribute("[data-language=zh]", "aria-pressed") == "true"
    # Names and symbols are all the Latin words that are left.
    words = {w for w in re.findall(r"[A-Za-z]{4,}", chinese) if w.islower()}
    code = set(re.findall(r"[a-z]+", page.inner_text(".provenance") + "matmul layer"))
    assert words <= code | {"matmul", "tanh", "layer", "norm", "halfulp", "binary"}
    page.click("[data-language=en]")
    assert "Case 2 is a mistake." in page.inner_text("main")


def test_language_and_theme_outlive_a_reload(
    browser: Browser, made: tuple[Path, dict[str, Any]]
) -> None:
    context = browser.new_context(color_scheme="light")
    page = context.new_page()
    page.goto(made[0].as_uri())
    assert "#" not in page.url
    page.click("[data-language=zh]")
    page.click("#theme")
    page.click("a[href='#wrong_variance']")
    page.wait_for_function("location.hash.includes('lang')")
    assert page.url.endswith("#wrong_variance&lang=zh&theme=dark")
    page.reload()
    assert page.get_attribute("html", "lang") == "zh"
    assert is_dark(page)
    page.wait_for_function("scrollY > 500")  # the place is found again
    for wrong in ("lang=<x>&theme=blue", "nowhere&lang=", "%", "&&="):
        page.goto("about:blank")
        page.goto(f"{made[0].as_uri()}#{wrong}")
        assert page.get_attribute("html", "lang") == "en"
        assert page.locator(".scripted #step").inner_text() == "1 / 4"
    context.close()


def test_a_chinese_reader_sees_chinese_first(
    browser: Browser, made: tuple[Path, dict[str, Any]]
) -> None:
    for page in opened(browser, made[0], locale="zh-CN"):
        assert page.get_attribute("html", "lang") == "zh"
        page.click("[data-language=en]")
        assert "Case 2 is a mistake." in page.inner_text("main")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_window_shows_the_figures_that_decide(
    browser: Browser, made: tuple[Path, dict[str, Any]], language: Language
) -> None:
    for page in opened(browser, made[0], viewport={"width": 360, "height": 800}):
        page.click(f"[data-language={language}]")
        for metric in ("rel_rmse", "gain"):
            cells = page.locator(f".layers td[data-metric={metric}], .glance td.n")
            rights = cells.evaluate_all(
                "cells => cells.map(c => c.getBoundingClientRect().right"
                " - c.closest('.scroll, .glance').getBoundingClientRect().right)"
            )
            assert max(rights) <= 0
        others = page.locator(".others").evaluate_all(
            "tables => tables.map(t => t.scrollWidth - t.parentElement.clientWidth)"
        )
        assert max(others) <= 0


def test_bars_and_badges_are_printed(page: Page) -> None:
    page.emulate_media(media="print")
    for selector in (".track span", ".tag", ".track"):
        assert (
            page.locator(selector).first.evaluate(
                "e => getComputedStyle(e).printColorAdjust"
            )
            == "exact"
        )
    assert page.locator("[role=tabpanel] >> visible=true").count() == 4
    assert (
        page.locator(".layers").first.evaluate("e => getComputedStyle(e).breakInside")
        == "avoid"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_follows_the_reader(
    browser: Browser, made: tuple[Path, dict[str, Any]], scheme: str
) -> None:
    for page in opened(browser, made[0], color_scheme=scheme):
        assert is_dark(page) == (scheme == "dark")
        page.click("#theme")
        assert is_dark(page) == (scheme == "light")
        assert (
            page.get_attribute("#theme", "aria-pressed")
            == str(scheme == "light").lower()
        )
        page.click("#theme")
        assert is_dark(page) == (scheme == "dark")


def is_dark(page: Page) -> bool:
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    red = int(re.findall(r"\d+", colour)[0])
    assert red < 60 or red > 200
    return red < 60


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_readable(
    browser: Browser,
    made: tuple[Path, dict[str, Any]],
    scheme: str,
    width: int,
    language: str,
) -> None:
    viewport = {"width": width, "height": 900}
    for page in opened(browser, made[0], viewport=viewport, color_scheme=scheme):
        page.click(f"[data-language={language}]")
        for _ in range(4):
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(CONTRAST) == []
            page.keyboard.press("ArrowRight")
        smallest = page.evaluate(
            "Math.min(...[...document.querySelectorAll('main *')]"
            ".filter(e => !(e instanceof SVGElement) && e.checkVisibility())"
            ".map(e => parseFloat(getComputedStyle(e).fontSize)))"
        )
        assert smallest >= 11


def test_it_can_be_used_by_keyboard_and_read_aloud(page: Page) -> None:
    focused = []
    for _ in range(14):
        page.keyboard.press("Tab")
        focused.append(
            page.evaluate(
                "(e => e.id || e.dataset.language || e.getAttribute('href'))"
                "(document.activeElement)"
            )
        )
    assert focused[:4] == ["#main", "en", "zh", "theme"]
    assert focused[7:11] == ["tab-1", "gate-1", "previous", "next"]
    page.keyboard.press("Enter")
    for plot in page.locator("figure svg").all():
        names = (plot.get_attribute("aria-labelledby") or "").split()
        texts = [page.locator(f"[id='{name}']").inner_text() for name in names]
        assert plot.get_attribute("role") == "img"
        assert all(text.strip() for text in texts)
    for attribute in ("aria-labelledby", "aria-controls"):
        ids = page.locator(f"[{attribute}]").evaluate_all(
            f"all => all.flatMap(e => e.getAttribute('{attribute}').split(' '))"
        )
        for one in ids:
            assert page.locator(f"[id='{one}']").count() == 1
    ids = page.locator("[id]").evaluate_all("elements => elements.map(e => e.id)")
    assert len(ids) == len(set(ids))
    levels = page.locator("h1, h2, h3, h4").evaluate_all(
        "elements => elements.map(e => Number(e.tagName[1]))"
    )
    assert levels[0] == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))


def test_without_scripts_everything_is_there(
    browser: Browser, made: tuple[Path, dict[str, Any]]
) -> None:
    for page in opened(browser, made[0], java_script_enabled=False):
        assert page.locator("[role=tabpanel] >> visible=true").count() == 4
        assert page.locator("#next").is_hidden()


def test_it_says_what_was_executed_and_what_was_not(page: Page) -> None:
    text = page.inner_text(".provenance")
    assert "No accelerator was measured." in text
    assert "360 figures: 8 layers of 4 paths" in text
    assert "slow fallbacks" in text
    assert f"halfulp {hu.__version__}" in text
    command = page.inner_text(".provenance dd > code:not(#hash)")
    assert command.startswith("halfulp run museum --set seed=0")


def without_manifest(html: str) -> str:
    return re.sub(r"<dd data-manifest>.*?</dd>", "", html)


def test_the_same_result_gives_the_same_page(
    made: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    result = hu.experiments.run("museum")
    assert page_of(result, TITLE) == page_of(result, TITLE)
    first = made[0].read_text(encoding="utf-8")
    again = tmp_path / "again.html"
    subprocess.run(
        [HALFULP, "run", "museum", "--threads", "2", "--html", again],
        check=True,
        capture_output=True,
    )
    second = again.read_text(encoding="utf-8")
    assert without_manifest(second) == without_manifest(first)
    assert first.count("data-manifest") == 2
    assert "http://" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", first)
    assert "https://" not in first
    assert 'lang="zh">\n<head>' in page_of(result, TITLE, "zh")


@pytest.mark.parametrize(
    ("alter", "truth"),
    [
        (lambda out: 0.99 * out, "all elements share the factor 0.99"),
        (lambda out: np.roll(out.ravel(), 9).reshape(out.shape), "right ones in other"),
        (lambda out: out + 3 * (np.arange(out.size) == 5).reshape(out.shape), "single"),
        (lambda out: np.full_like(out, np.nan), "it has no value for these data"),
    ],
    ids=["factor", "permutation", "one element", "nan"],
)
def test_the_readers_own_case_has_its_page(
    browser: Browser, tmp_path: Path, alter: Any, truth: str
) -> None:
    def altered(h: Any, w: Any, layer: int) -> Any:
        a = np.tanh(h @ w)
        c = a - a.mean(axis=1, keepdims=True)
        return alter(c / np.sqrt((c**2).mean(axis=1, keepdims=True) + 1e-5))

    result = hu.experiments.run("museum", altered=altered, layers=3)
    file = tmp_path / "own.html"
    file.write_text(page_of(result, {"en": "<b>&", "zh": "题"}), encoding="utf-8")
    for page in opened(browser, file):
        assert page.inner_text("h1") == "<b>&"
        sentences = shown(page, "#altered .sentences dd")
        assert len(sentences) == 7
        assert truth in sentences[0]
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280
