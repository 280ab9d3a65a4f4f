"""The figures that the exhibit prints: tests/golden/museum_exhibit.txt.

Typed from the exhibit's published digits and the recovered recipe's table, not from our
output.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[1] / "golden/museum_exhibit.txt"
EXPECTED = GOLDEN.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def printed() -> list[str]:
    done = subprocess.run(
        [Path(sys.executable).with_name("halfulp"), "run", "museum", "--exhibit"],
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    return done.stdout.splitlines()


def test_the_golden_file_holds_eighty_figures_and_sixteen_verdicts() -> None:
    lines = [line for line in EXPECTED if re.match(r"\d ", line)]
    assert len(lines) == 16
    assert sum(len(line.split()[1:-1]) for line in lines) == 80
    assert all(line.endswith(" 通过") for line in lines)
    headers = [line for line in EXPECTED if line.startswith("【")]
    assert headers[1] == "【情况二 · 算子写错了：方差除以 n-1 而不是 n】"


@pytest.mark.parametrize("number", range(len(EXPECTED)))
def test_every_line_is_the_exhibits(printed: list[str], number: int) -> None:
    assert printed[number] == EXPECTED[number]


def test_the_third_case_is_labelled_as_ours(printed: list[str]) -> None:
    ours = printed[len(EXPECTED) :]
    assert ours[0].startswith("【情况三 · 本项目自拟，不在展品中")
    assert len(ours) == 10
    assert ours[-1] == "余弦判定（门槛 0.999）：8/8 层通过"
