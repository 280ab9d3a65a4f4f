"""Prints what pyproject.toml requires: to build, to run, extras too, and for groups."""

import sys
import tomllib
from pathlib import Path

pyproject = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
groups = pyproject["dependency-groups"]


def expand(group: str) -> list[str]:
    requirements = []
    for item in groups[group]:
        requirements += [item] if isinstance(item, str) else expand(*item.values())
    return requirements


print(*pyproject["build-system"]["requires"], sep="\n")
print(*pyproject["project"]["dependencies"], sep="\n")
for extra in pyproject["project"]["optional-dependencies"].values():
    print(*extra, sep="\n")
for group in ["build", *sys.argv[1:]]:
    print(*expand(group), sep="\n")
