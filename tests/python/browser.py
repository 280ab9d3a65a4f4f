"""A page in headless Chromium, which may neither leave its file nor complain."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

# WCAG 2.2, 1.4.3: the contrast of text with what is behind it.
CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", {
    willReadFrequently: true,
  });
  const rgb = (css) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const luminance = ([r, g, b]) => [r, g, b]
    .map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const colour = rgb(getComputedStyle(e).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255];
  };
  const low = [];
  for (const e of document.querySelectorAll("body *")) {
    const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    const unseen = e.closest(":disabled, script, .unseen");
    if (!text || !e.checkVisibility() || unseen) continue;
    const style = getComputedStyle(e);
    const ink = e instanceof SVGElement ? style.fill : style.color;
    const [a, b] = [luminance(rgb(ink)), luminance(behind(e))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) low.push(`${e.textContent.trim().slice(0, 40)}: ${ratio}`);
  }
  return low;
}"""


def chromium() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.fail("there is no chromium: apt-get install chromium")
    return found


def opened(browser: Browser, file: Path, **options: Any) -> Iterator[Page]:
    """The page; fails if a request leaves it or the console is not clean."""
    context = browser.new_context(**options)
    page = context.new_page()
    requests: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: requests.append(address(request)))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(file.as_uri())
    yield page
    page.wait_for_timeout(50)
    context.close()
    assert requests == [file.as_uri()]
    assert said == []


def address(request: Request) -> str:
    return request.url


def shown(page: Page, selector: str) -> list[str]:
    """The text that a reader sees in each matching element."""
    texts: list[str] = page.locator(selector).evaluate_all(
        "elements => elements.map(e => e.innerText.trim())"
    )
    return texts
