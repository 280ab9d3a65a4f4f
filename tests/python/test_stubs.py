"""The stub of the compiled module says what the module's docstrings say.

pybind11 functions have no signature to inspect, but their docstrings begin with one.
"""

import ast
import re
from importlib.resources import files
from typing import Any, get_args

import pytest

import halfulp
from halfulp import _core, _words

STUB = ast.parse(files("halfulp").joinpath("_core.pyi").read_text())

# (parameter, has a default, is keyword-only) for each.
Signature = list[tuple[str, bool, bool]]


def signature_of(function: ast.FunctionDef) -> Signature:
    a = function.args
    assert a.vararg is None
    assert a.kwarg is None
    required = len(a.args) - len(a.defaults)
    positional = [(p.arg, i >= required, False) for i, p in enumerate(a.args)]
    keywords = [
        (p.arg, d is not None, True)
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


FUNCTIONS = stub_functions(STUB.body)
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}


def test_the_stub_names_what_the_module_has() -> None:
    public = {name for name in vars(_core) if not name.startswith("_")}
    assert public == {*FUNCTIONS, *CLASSES, "version"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name: str) -> None:
    written = signatures_in_docstring(getattr(_core, name).__doc__)
    assert written
    for signature, returned in written:
        assert signature == signature_of(FUNCTIONS[name][0])
        kinds = {
            "numpy.typing.NDArray": "NDArray",
            "collections.abc.Sequence": "list",
            "list": "list",
            "tuple": "tuple",
            "float": "float",
            "str": "str",
            "bool": "bool",
            "None": "None",
            "halfulp": "Format",
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


def test_defaults_are_those_of_the_module() -> None:
    for name in ("Format", "RoundingRule"):
        doc = getattr(_core, name).__init__.__doc__
        init = stub_functions(CLASSES[name].body)["__init__"][0]
        defaults = [d for d in (*init.args.defaults, *init.args.kw_defaults) if d]
        written = re.findall(r"= ([^,)]+)", doc.splitlines()[0])
        assert [ast.literal_eval(w) for w in written] == [
            ast.literal_eval(d) for d in defaults
        ]


@pytest.mark.parametrize(
    ("words", "ask"),
    [
        (_words.Rounding, lambda w: halfulp.RoundingRule(w)),
        (_words.Overflow, lambda w: halfulp.RoundingRule(overflow=w)),
        (_words.Subnormals, lambda w: halfulp.RoundingRule(subnormals=w)),
        (_words.InfInput, lambda w: halfulp.RoundingRule(inf_input=w)),
        (_words.NanRule, lambda w: halfulp.RoundingRule(nan=w)),
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
