"""Makes programs of the blocks of a documentation page, and runs them as a reader does.

    page.py extract PAGE FOLDER        FOLDER/cpp_1.cc, cpp_1.txt, ...; FOLDER/reader/
    page.py run EXPECTED PROGRAM       the program prints what EXPECTED holds
    page.py follow FOLDER BUILD CXX [FLAG ...]    the shell blocks, in an empty home

A cpp block is a program if it has a main, else the body of one behind its includes. A
text block is what the block before it prints; every cpp block has one.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)

BODY = """#include <iostream>
{includes}
int main() {{
  using namespace halfulp;
{statements}}}
"""


def program(block: str) -> str:
    if "int main()" in block:
        return block
    lines = block.splitlines(keepends=True)
    includes = [line for line in lines if line.startswith("#include")]
    statements = [line for line in lines if not line.startswith("#include")]
    return BODY.format(includes="".join(includes), statements="".join(statements))


def files_of(page: Path) -> dict[str, str]:
    files: dict[str, str] = {}
    programs = scripts = 0
    before = ""
    for language, block in BLOCK.findall(page.read_text()):
        if before == "cpp" and language != "text":
            raise SystemExit(
                f"{page}: cpp block {programs} does not say what it prints"
            )
        match language:
            case "cpp":
                programs += 1
                files[f"cpp_{programs}.cc"] = program(block)
                if "int main()" in block:
                    files["reader/first.cc"] = block
            case "sh":
                scripts += 1
                files[f"reader/{scripts}.sh"] = block
            case "cmake":
                files["reader/CMakeLists.txt"] = block
            case "text" if before == "cpp":
                files[f"cpp_{programs}.txt"] = block
            case "text" if before == "sh":
                files[f"reader/{scripts}.txt"] = block
            case _:
                raise SystemExit(f"{page}: unexpected block {language!r}")
        before = language
    return files


def extract(page: Path, folder: Path) -> None:
    """Leaves a file that holds its text alone, so that it is not built again."""
    files = {folder / name: text for name, text in files_of(page).items()}
    for old in folder.rglob("*.*"):
        if old not in files:
            old.unlink()
    for file, text in files.items():
        if not file.exists() or file.read_text() != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)


def compare(what: str, printed: str, expected: str) -> None:
    # Markdown has no spaces at the end of a line.
    if [line.rstrip() for line in printed.splitlines()] != expected.splitlines():
        raise SystemExit(f"{what} prints\n{printed}\nThe page says\n{expected}")


def run(expected: Path, executable: Path) -> None:
    process = subprocess.run(
        [executable], stdout=subprocess.PIPE, text=True, check=True
    )
    compare(executable.name, process.stdout, expected.read_text())


def follow(folder: Path, build: Path, compiler: list[str]) -> None:
    """Runs the scripts, each in the folder of the program; `build/release` is BUILD."""
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary)
        (home / "bin").mkdir()
        wrapper = home / "bin/c++"
        wrapper.write_text(f'#!/bin/sh\nexec {shlex.join(compiler)} "$@"\n')
        wrapper.chmod(0o755)
        (home / "build").mkdir()
        (home / "build/release").symlink_to(build)
        environment = os.environ | {
            "HOME": str(home),
            "PATH": f"{home}/bin:{os.environ['PATH']}",
        }
        environment.pop("CXX", None)
        first = home / "first"
        first.mkdir()
        for name in ["first.cc", "CMakeLists.txt"]:
            (first / name).write_text((folder / name).read_text())
        for script in sorted(folder.glob("*.sh")):
            process = subprocess.run(
                ["sh", "-eu", script],
                cwd=first if script.stem != "1" else home,
                env=environment,
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
            expected = script.with_suffix(".txt")
            if expected.exists():  # the last lines: CMake says more
                wanted = expected.read_text()
                last = process.stdout.splitlines()[-len(wanted.splitlines()) :]
                compare(script.read_text(), "\n".join(last), wanted)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["extract", page, folder]:
            extract(Path(page), Path(folder))
        case ["run", expected, executable]:
            run(Path(expected), Path(executable))
        case ["follow", folder, build, *compiler]:
            follow(Path(folder), Path(build), compiler)
        case _:
            raise SystemExit(__doc__)
