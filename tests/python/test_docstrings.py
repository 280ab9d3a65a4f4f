"""Everything public is documented, and shown by an example that test_doctests runs."""

import doctest
import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import halfulp

MODULES = [
    halfulp,
    halfulp.exact,
    halfulp.experiments,
    halfulp.metrics,
    halfulp.plots,
]


def public_objects() -> Iterator[tuple[str, Any]]:
    """Every class and function that a module exports, by its public name."""
    for module in MODULES:
        for name in module.__all__:
            found = getattr(module, name)
            if inspect.isclass(found) or inspect.isroutine(found):
                # A name for a type, as FormatLike, has a comment instead.
                yield f"{module.__name__}.{name}", found


def members(cls: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties of a class, inherited ones of ours included."""
    for base in cls.__mro__:
        if base.__module__.startswith("halfulp"):
            for name, member in vars(base).items():
                if not name.startswith("_") and (
                    callable(member) or isinstance(member, property)
                ):
                    yield name, member


OBJECTS = dict(public_objects())
MEMBERS = {
    f"{name}.{member_name}": member
    for name, found in OBJECTS.items()
    if inspect.isclass(found)
    for member_name, member in members(found)
}


def says_something(doc: str | None) -> bool:
    """Whether words come before the first example."""
    return bool(doc) and not inspect.cleandoc(doc or "").startswith(">>>")


def examples(doc: str) -> int:
    return len(doctest.DocTestParser().get_examples(doc))


def test_the_public_api_is_found() -> None:
    assert {"halfulp.round", "halfulp.Format", "halfulp.exact.gelu"} <= OBJECTS.keys()
    assert {
        "halfulp.Format.max",
        "halfulp.AccumulationModel.output_format",
        "halfulp.experiments.Result.to_json",
        "halfulp.Comparison.rows",
    } <= MEMBERS.keys()
    for module in MODULES:
        for name, found in vars(module).items():
            ours = getattr(found, "__module__", None) == module.__name__
            if ours and not name.startswith("_") and inspect.isroutine(found):
                assert name in module.__all__


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__)
def test_modules(module: ModuleType) -> None:
    assert inspect.getdoc(module)


@pytest.mark.parametrize("name", OBJECTS)
def test_functions_and_classes_have_an_example(name: str) -> None:
    doc = vars(OBJECTS[name]).get("__doc__") or OBJECTS[name].__doc__
    assert says_something(doc)
    assert not doc.startswith(f"{name.rpartition('.')[2]}(")  # dataclass's own
    assert examples(doc), f"{name} has no example"


@pytest.mark.parametrize("name", MEMBERS)
def test_methods_and_properties(name: str) -> None:
    doc = MEMBERS[name].__doc__
    assert says_something(doc), f"{name} has no docstring"
    if not isinstance(MEMBERS[name], property):
        assert examples(doc), f"{name} has no example"
