"""The picture in the README is what halfulp draws."""

import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_readme_picture_is_what_is_drawn() -> None:
    draw = runpy.run_path(str(DOCS / "museum_picture.py"))["draw"]
    assert draw() == (DOCS / "museum.svg").read_text(encoding="utf-8")
