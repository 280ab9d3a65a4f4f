"""The layer check finds what it is there to find."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DRAWING = next(
    line
    for line in (ROOT / "CONTRIBUTING.md").read_text().splitlines()
    if line.startswith("base -> ")
)


def check(root: Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, ROOT / ".ci/check_layers.py", root],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for folder in ["lib/halfulp/base", "experiments", "bindings/halfulp"]:
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "CONTRIBUTING.md").write_text(DRAWING)
    return tmp_path


def plant(tree: Path, file: str, line: str) -> None:
    path = tree / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"// A file.\n\n{line}\n")


def test_this_repository_keeps_to_the_drawing() -> None:
    assert check(ROOT) == (0, "")


@pytest.mark.parametrize(
    ("file", "include"),
    [
        ("lib/halfulp/rounding/round.h", "halfulp/formats/format.h"),
        ("lib/halfulp/metrics/cosine.cc", "halfulp/kernels/metrics.h"),
        ("lib/halfulp/metrics/cosine.cc", "halfulp/metrics/status.h"),
        ("lib/halfulp/verdict/tolerance.h", "halfulp/metrics/cosine.h"),
        ("experiments/museum/museum.cc", "halfulp/verdict/tolerance.h"),
        ("bindings/bind_museum.cc", "experiments/museum/museum.h"),
    ],
)
def test_an_include_may_point_to_the_left(tree: Path, file: str, include: str) -> None:
    plant(tree, file, f'#include "{include}"')
    assert check(tree) == (0, "")


@pytest.mark.parametrize(
    ("file", "include"),
    [
        ("lib/halfulp/base/philox.h", "halfulp/formats/format.h"),
        ("lib/halfulp/metrics/cosine.h", "halfulp/arithmetic/model.h"),
        ("lib/halfulp/metrics/cosine.h", "halfulp/operators/gelu.h"),
        ("lib/halfulp/operators/gelu.cc", "halfulp/metrics/cosine.h"),
        ("lib/halfulp/bounds/gamma.cc", "halfulp/metrics/cosine.h"),
        ("lib/halfulp/verdict/tolerance.cc", "experiments/museum/museum.h"),
        ("lib/halfulp/base/philox.h", "tests/support/oracle.h"),
        ("lib/halfulp/formats/format.h", "../rounding/round.h"),
        ("lib/halfulp/formats/format.h", "halfulp/halfulp.h"),
        ("experiments/museum/museum.cc", "bindings/bind_museum.h"),
    ],
)
@pytest.mark.parametrize("form", ['#include "{}"', "#  include <{}>"])
def test_any_other_include_fails(
    tree: Path, file: str, include: str, form: str
) -> None:
    plant(tree, file, form.format(include))
    status, output = check(tree)
    assert status == 1
    assert f"{file}: " in output
    assert include in output


def test_a_module_outside_the_drawing_fails(tree: Path) -> None:
    plant(tree, "lib/halfulp/misc/misc.h", "")
    assert check(tree) == (1, "lib/halfulp/misc: not in the drawing\n")


def test_the_package_may_not_import_what_is_outside_it(tree: Path) -> None:
    file = tree / "bindings/halfulp/__init__.py"
    file.write_text("import numpy\nfrom tests.support import oracle\n")
    assert check(tree) == (
        1,
        "bindings/halfulp/__init__.py: may not import tests.support\n",
    )


def test_another_drawing_fails(tree: Path) -> None:
    swapped = DRAWING.replace("formats -> rounding", "rounding -> formats")
    (tree / "CONTRIBUTING.md").write_text(swapped)
    status, output = check(tree)
    assert status == 1
    assert "the drawing differs for formats" in output
