"""The examples in the documentation, run on the installed package."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import halfulp

MODULES = ["halfulp"] + [
    module.name
    for module in pkgutil.walk_packages(halfulp.__path__, "halfulp.")
    if module.name != "halfulp._core"
]
README = Path(__file__).parents[2] / "README.md"
BLOCKS = re.findall(
    r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL
)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_public_functions_have_examples_or_documentation() -> None:
    for name in halfulp.__all__:
        assert getattr(halfulp, name).__doc__, name


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_readme(block: str) -> None:
    if ">>>" in block:
        parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
        runner.run(parser.get_doctest(block, {}, "README", str(README), 0))
        assert runner.summarize().failed == 0
    else:
        exec(compile(block, str(README), "exec"), {})
