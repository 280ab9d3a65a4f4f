"""The stub of the compiled module says what the module's docstrings say.

pybind11 functions have no signature to inspect, but their docstrings begin with one.
What can be inspected mypy's stubtest inspects.
"""

import ast
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

import halfulp
from halfulp import _core, _words

STUB = ast.parse(files("halfulp").joinpath("_core.pyi").read_text())

# (parameter, its default or else nothing, is keyword-only) for each.
Signature = list[tuple[str, list[object], bool]]


def literal(default: ast.expr | None) -> list[object]:
    return [] if default is None else [ast.literal_eval(default)]


def signature_of(function: ast.FunctionDef) -> Signature:
    a = function.args
    assert a.vararg is None
    assert a.kwarg is None
    required = len(a.args) - len(a.defaults)
    defaults = [*[None] * required, *a.defaults]
    positional = [
        (p.arg, literal(d), False) for p, d in zip(a.args, defaults, strict=True)
    ]
    keywords = [
        (p.arg, literal(d), True)
        for p, d in zip(a.kwonlyargs, a.kw_defaults, strict=True)
    ]
    return [p for p in positional + keywords if p[0] != "self"]


def signatures_in_docstring(doc: str) -> list[tuple[Signature, str]]:
    """Every signature that pybind11 wrote, and the type it returns."""
    found = []
    for line in doc.splitlines():
        match = re.match(r"(?:\d+\. )?(\w+)\((.*)\) -> (.*)$", line.strip())
        if match and "*args" not in match[2]:
            # Types may be written in ways that do not parse; names and defaults do.
            parsed = ast.parse(f"def f({match[2]}) -> {match[3]}: ...").body[0]
            assert isinstance(parsed, ast.FunctionDef)
            found.append((signature_of(parsed), match[3]))
    return found


def stub_functions(body: list[ast.stmt]) -> dict[str, list[ast.FunctionDef]]:
    found: dict[str, list[ast.FunctionDef]] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, []).append(node)
    return found


# pybind11's classes have a metaclass of its own.
ALLOWED = """
halfulp._core.AccumulationModel
halfulp._core.BlockFormat
halfulp._core.BlockRule
halfulp._core.FixedPointSum
halfulp._core.Format
halfulp._core.LateAccumulator
halfulp._core.Partition
halfulp._core.RoundingRule
"""

FUNCTIONS = stub_functions(STUB.body)
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}


def test_the_stub_names_what_the_module_has() -> None:
    public = {name for name in vars(_core) if not name.startswith("_")}
    assert public == {*FUNCTIONS, *CLASSES, "version"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name: str) -> None:
    written = signatures_in_docstring(getattr(_core, name).__doc__)
    assert written
    # One TypeVar may stand for several overloads.
    assert len(FUNCTIONS[name]) in {1, len(written)}
    for signature, returned in written:
        for function in FUNCTIONS[name]:
            assert signature == signature_of(function)
        kinds = {
            "numpy.typing.NDArray": "NDArray",
            "numpy.ndarray": "NDArray",
            "collections.abc.Sequence": "list",
            "list": "list",
            "tuple": "tuple",
            "float": "float",
            "str": "str",
            "bool": "bool",
            "None": "None",
            "int": "int",
            "halfulp._core.BlockFormat": "BlockFormat",
            "halfulp._core.BlockRule": "BlockRule",
            "halfulp": "Format",
            "object": "_T",
        }
        annotation = FUNCTIONS[name][0].returns
        assert annotation is not None
        start = next(k for s, k in kinds.items() if s in returned)
        assert ast.unparse(annotation).startswith(start), (returned, annotation)


@pytest.mark.parametrize("name", CLASSES)
def test_classes(name: str) -> None:
    cls = getattr(_core, name)
    methods = stub_functions(CLASSES[name].body)
    ((signature, _),) = signatures_in_docstring(cls.__init__.__doc__)
    assert signature == signature_of(methods.pop("__init__")[0])
    properties = {n for n, v in vars(cls).items() if isinstance(v, property)}
    assert properties == set(methods)


def test_defaults_are_seen() -> None:
    ((signature, _),) = signatures_in_docstring(
        _core.RoundingRule.__init__.__doc__ or ""
    )
    assert signature[:2] == [
        ("mode", ["nearest_even"], False),
        ("overflow", ["ieee"], True),
    ]


def test_stubtest(tmp_path: Path) -> None:
    """mypy finds nothing else to say, such as of what is final or a property."""
    allowed = tmp_path / "allowed"
    allowed.write_text(ALLOWED)
    command = [sys.executable, "-m", "mypy.stubtest", "halfulp._core"]
    done = subprocess.run(
        [*command, "--allowlist", str(allowed), "--concise"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,  # away from the sources: the installed package is meant
    )
    assert done.returncode == 0, done.stdout + done.stderr


def ask_of_blocks(**word: Any) -> None:
    halfulp.quantize_blocks(np.ones(1), "nvfp4", **word)


@pytest.mark.parametrize(
    ("words", "ask"),
    [
        (_words.Rounding, lambda w: halfulp.RoundingRule(w)),
        (_words.Overflow, lambda w: halfulp.RoundingRule(overflow=w)),
        (_words.Subnormals, lambda w: halfulp.RoundingRule(subnormals=w)),
        (_words.InfInput, lambda w: halfulp.RoundingRule(inf_input=w)),
        (_words.NanRule, lambda w: halfulp.RoundingRule(nan=w)),
        (_words.ScaleRule, lambda w: ask_of_blocks(scale_rule=w)),
        (_words.NonFinite, lambda w: ask_of_blocks(nan_block=w)),
        (_words.ZeroBlock, lambda w: ask_of_blocks(zero_block=w)),
        (_words.SubnormalScale, lambda w: ask_of_blocks(subnormal_scale=w)),
        (_words.Division, lambda w: ask_of_blocks(division=w)),
        (_words.Order, lambda w: halfulp.AccumulationModel(order=w)),
        (
            _words.Specials,
            lambda w: halfulp.Format(
                "x", width=8, precision=3, emax=15, emin=-14, specials=w
            ),
        ),
        (
            _words.Encoding,
            lambda w: halfulp.Format(
                "x", width=8, precision=3, emax=15, emin=-14, encoding=w
            ),
        ),
    ],
    ids=[
        "Rounding",
        "Overflow",
        "Subnormals",
        "InfInput",
        "NanRule",
        "ScaleRule",
        "NonFinite",
        "ZeroBlock",
        "SubnormalScale",
        "Division",
        "Order",
        "Specials",
        "Encoding",
    ],
)
def test_words_are_those_of_the_module(words: Any, ask: Any) -> None:
    with pytest.raises(ValueError, match="unknown") as refusal:
        ask("no such word")
    known = str(refusal.value).partition("known: ")[2].split(", ")
    assert known == list(get_args(words))
