"""Checks that includes and imports keep to the drawing in CONTRIBUTING.md.

    python .ci/check_layers.py [ROOT]

Prints each include that points the wrong way and exits with status 1 if there is one.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

_TO_KERNELS = {"base", "formats", "rounding", "reference", "arithmetic", "kernels"}

# What the files of a module may include besides their own module's.
ALLOWED: dict[str, set[str]] = {
    "base": set(),
    "formats": {"base"},
    "rounding": {"base", "formats"},
    "reference": {"base", "formats", "rounding"},
    "arithmetic": {"base", "formats", "rounding", "reference"},
    "kernels": {"base", "formats", "rounding", "reference", "arithmetic"},
    "operators": _TO_KERNELS,
    # A measure must not depend on the thing measured.
    "metrics": _TO_KERNELS - {"arithmetic"},
    "bounds": _TO_KERNELS,
    "verdict": _TO_KERNELS | {"operators", "metrics", "bounds"},
}
ALLOWED["experiments"] = set(ALLOWED)
ALLOWED["bindings"] = set(ALLOWED)

# Python folders of the repository that the package must not import.
NOT_IN_THE_PACKAGE = {"experiments", "tests", "notebooks", "docs"}

_INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^">]+)[">]', re.MULTILINE)


def module_folders(root: Path) -> Iterator[tuple[str, Path]]:
    for folder in sorted((root / "lib/halfulp").iterdir()):
        if folder.is_dir():
            yield folder.name, folder
    yield "experiments", root / "experiments"
    yield "bindings", root / "bindings"


def included_module(include: str) -> str | None:
    """The module of an include, or None where it is another library's or local."""
    first, *rest = include.split("/")
    if first == "halfulp" and rest:
        return rest[0]
    return first if first in {"..", "experiments", "bindings", "tests"} else None


def include_errors(root: Path) -> Iterator[str]:
    for module, folder in module_folders(root):
        if module not in ALLOWED:
            yield f"{folder.relative_to(root)}: not in the drawing"
            continue
        for file in sorted(folder.rglob("*")):
            if file.suffix not in {".h", ".cc"}:
                continue
            for include in _INCLUDE.findall(file.read_text()):
                target = included_module(include)
                if target is not None and target not in ALLOWED[module] | {module}:
                    name = file.relative_to(root)
                    yield f"{name}: {module} may not include {include}"


def import_errors(root: Path) -> Iterator[str]:
    for file in sorted((root / "bindings").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            else:
                continue
            for name in names:
                if name.split(".")[0] in NOT_IN_THE_PACKAGE:
                    yield f"{file.relative_to(root)}: may not import {name}"


def drawing(root: Path) -> dict[str, set[str]]:
    """The edges that the arrows in CONTRIBUTING.md allow."""
    text = (root / "CONTRIBUTING.md").read_text()
    line = next(line for line in text.splitlines() if line.startswith("base -> "))
    edges: dict[str, set[str]] = {}
    for step in line.split(" -> "):
        left = set(edges)
        edges |= dict.fromkeys(re.findall(r"\w+", step), left)
    edges["metrics"] = edges["metrics"] - {"arithmetic"}
    return edges


def drawing_errors(root: Path) -> Iterator[str]:
    drawn = drawing(root)
    drawn.pop("notebooks", None)  # they hold no module
    for module in sorted(drawn.keys() | ALLOWED.keys()):
        if drawn.get(module) != ALLOWED.get(module):
            yield f"CONTRIBUTING.md: the drawing differs for {module}"


def main() -> int:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1])
    errors = [*drawing_errors(root), *include_errors(root), *import_errors(root)]
    print(*errors, sep="\n", end="\n" if errors else "")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
