"""The examples in the documentation, run on the installed package."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import numpy as np
import pytest

import halfulp

MODULES = ["halfulp"] + [
    module.name
    for module in pkgutil.walk_packages(halfulp.__path__, "halfulp.")
    if module.name != "halfulp._core"
]
ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


def blocks(language: str) -> list[str]:
    text = README.read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    failed, _ = doctest.testmod(module, extraglobs={"np": np})
    assert failed == 0


def test_readme() -> None:
    session = "".join(blocks("python"))
    runner = doctest.DocTestRunner()
    parser = doctest.DocTestParser()
    runner.run(parser.get_doctest(session, {}, "README", str(README), 0))
    assert runner.summarize(verbose=False).attempted > 10
    assert runner.summarize(verbose=False).failed == 0


def test_readme_shows_the_cpp_example_that_ctest_runs() -> None:
    (block,) = blocks("cpp")
    _, example = (ROOT / "tests/consumer/main.cc").read_text().split("\n", 1)
    assert block == example
