"""The command line, as a user runs it."""

import csv
import io
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import halfulp as hu

HALFULP = Path(sys.executable).with_name("halfulp")
SMALL = ["--set", "layers=2", "--set", "width=8"]
CLEAN = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "COLUMNS": "80"}


def halfulp(
    *arguments: str | Path, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [HALFULP, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=cwd,
        env=CLEAN | environment,
    )
    assert "Traceback" not in done.stderr
    return done


def output_of(
    *arguments: str | Path, cwd: Path | None = None, **environment: str
) -> str:
    done = halfulp(*arguments, cwd=cwd, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def without_manifest(text: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(text)
    assert result.pop("manifest")["version"] == hu.__version__
    return result


def cells(text: str) -> int:
    """The width of a line on a terminal."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def test_json_is_the_same_in_every_run() -> None:
    first = without_manifest(output_of("run", "museum", "--json"))
    for options in (
        [],
        ["--threads", "1"],
        ["--threads", "2"],
        ["--threads", "5"],
        *(["--target", target] for target in hu.build_config()["targets"]),
    ):
        again = output_of("run", "museum", "--json", *options)
        assert json.dumps(without_manifest(again)) == json.dumps(first)


def test_json_is_what_python_gives() -> None:
    text = output_of("run", "museum", "--json", *SMALL, "--set", "mode=teacher_forced")
    result = hu.experiments.run("museum", layers=2, width=8, mode="teacher_forced")
    ours, theirs = without_manifest(result.to_json()), without_manifest(text)
    assert json.dumps(ours) == json.dumps(theirs)


def test_the_museum_is_readable() -> None:
    text = output_of("run", "museum")
    assert "\x1b" not in text
    assert max(map(cells, text.splitlines())) <= 80
    assert len(re.findall(r"^ +\d  .* pass$", text, re.MULTILINE)) == 24
    assert "Gate (cosine at least 0.999): 8/8 layers pass; published: 8/8" in text
    assert re.search(r"rel. RMSE +2.346e-03 +2.362e-03 +2.362e-03", text)
    assert re.search(r"gain +-7.843e-03 +-7.843e-03 +–", text)
    assert "4.074e-16" in text
    assert "Case 2 100.0%" in text
    words = " ".join(text.split())
    assert "So Case 2, whose gain is -7.843e-03, passes in 8 of 8 layers;" in words
    assert "No accelerator was measured" in text
    assert f"sha256 {hu.experiments.run('museum').hash}" in text


def test_the_museum_is_readable_in_chinese() -> None:
    text = output_of("run", "museum", "--lang", "zh")
    lines = text.splitlines()
    assert max(map(cells, lines)) <= 80
    assert lines[0] == "为什么同一个模型不能直接换到另一种加速器上？"
    assert text.count(" 通过\n") == 24
    assert "没有测量任何加速器" in text
    start = next(i for i, line in enumerate(lines) if "余弦" in line and "RMSE" in line)
    table = lines[start : start + 10]  # columns end at the same place in each line
    assert len({cells(line) for line in table}) == 1


@pytest.mark.parametrize("columns", ["120", "60", "40", "20"])
def test_any_width_will_do(columns: str) -> None:
    text = output_of("run", "museum", COLUMNS=columns)
    assert "…" not in text  # no figure is cut
    tables = [line for line in text.splitlines() if re.match(r" +\d  .*pass$", line)]
    assert len(tables) == 24
    if int(columns) >= 40:
        assert max(map(cells, tables)) <= int(columns)


def test_a_gain_that_is_rounding_is_not_called_seen() -> None:
    small = ["--set", "rows=1", "--set", "width=2", "--set", "layers=1"]
    words = " ".join(output_of("run", "museum", *small).split())
    assert words.count("see it at once") == 1
    assert "So Case 2, whose gain is -2.929e-01, passes in 1 of 1 layers;" in words


def test_parameters_are_set() -> None:
    text = output_of("run", "museum", "--json", *SMALL, "--set", "eps=1e-3")
    parameters = json.loads(text)["parameters"]
    assert (parameters["layers"], parameters["width"]) == (2, 8)
    assert parameters["eps"] == 1e-3
    exhibit = output_of("run", "museum", "--exhibit", "--set", "layers=2")
    assert exhibit.count("2/2 层通过") == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["run", "museum", "--set", "rows=-1"],
            "parameter 'rows' of experiment 'museum' must be an integer between 1 and "
            "65536, got -1",
        ),
        (
            ["run", "museum", "--set", "seed=nan"],
            "parameter 'seed' of experiment 'museum' must be an integer between 0 and "
            '9007199254740992, got "nan"',
        ),
        (["run", "museum", "--set", "rows"], "--set takes NAME=VALUE, got 'rows'"),
        (
            ["run", "museum", "--set", "rows=1", "--set", "rows=2"],
            "parameter 'rows' is set twice",
        ),
        (["run", "museum", "--set", "row=1"], "did you mean 'rows'?"),
        (["run", "musuem"], "unknown experiment 'musuem'; did you mean 'museum'?"),
        (["run", "museum", "--target", "AVX7"], "unknown target 'AVX7'"),
        (
            ["run", "museum", "--threads", "0"],
            "threads must be between 1 and 1024, got 0",
        ),
        (
            ["run", "museum", "--threads", "99999999999"],
            "threads must be between 1 and 1024, got 99999999999",
        ),
        (["check", "--threads", "-1"], "threads must be between 1 and 1024, got -1"),
        (["run", "museum", "--threads", "two"], "--threads': 'two' is not an integer"),
        (["run", "museum", "--exhibit", "--json"], "are two forms of output"),
        (["run", "other", "--exhibit"], "--exhibit is a form of the museum"),
        (["run", "other", "--html", "x.html"], "--html is a form of the museum, not"),
        (["run", "museum", "--html", "no/x"], "cannot write no/x: No such file or d"),
        (["run", "museum", "--lang", "de"], "'--lang': 'de' is not one of 'en', 'zh'"),
        (["run"], "Missing argument 'name', of an experiment: see `halfulp list`."),
        (["run", "museum", "--exhibit", "--lang", "en"], "--exhibit is in Chinese; l"),
        (["run", "museum", "--set", "layer=1"], "unknown museum parameter 'layer';"),
        (["run", "museum", "--jsno"], "No such option: --jsno"),
        (["rnu", "museum"], "No such command 'rnu'. Did you mean 'run'?"),
        (["formats", "bf17"], "unknown format 'bf17'; did you mean 'bf16'?"),
        (["check", "musuem"], "unknown experiment 'musuem'; did you mean 'museum'?"),
        (["record", "musuem"], "unknown experiment 'musuem'; did you mean 'museum'?"),
        (["formats", "\udcff"], "the argument '\\udcff' is not UTF-8"),
        (
            ["run", "museum", "--set", "mode=\udcff"],
            "the argument 'mode=\\udcff' is not UTF-8",
        ),
    ],
)
def test_bad_input_has_status_2(arguments: list[str], message: str) -> None:
    done = halfulp(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("halfulp: ")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_help_and_version() -> None:
    assert output_of("--version") == f"{hu.__version__}\n"
    assert "Run an experiment" in output_of("--help")
    assert "--exhibit" in output_of("run", "--help")
    alone = halfulp()
    assert (alone.returncode, alone.stdout) == (2, "")
    assert "Usage: halfulp" in alone.stderr


def test_experiments_are_listed() -> None:
    assert "museum  Why can the same model" in output_of("list")
    assert "为什么同一个模型" in output_of("list", "--lang", "zh")
    (museum,) = json.loads(output_of("list", "--json"))
    assert museum["name"] == "museum"
    assert museum["parameters"][1] == {
        "name": "rows",
        "default": 4,
        "meaning": {"en": "rows of the input", "zh": "输入的行数"},
    }
    assert museum["parameters"][-1]["choices"] == ["propagated", "teacher_forced"]
    assert "propagated | teacher_forced" in output_of("list", "--lang", "zh")


def test_formats_are_listed() -> None:
    text = output_of("formats")
    assert max(map(len, text.splitlines())) <= 80
    assert re.search(r"bf16 +16 +8 +127 +-126 +3.39e\+38 +2\^-126 +2\^-133", text)
    listed = json.loads(output_of("formats", "--json"))
    plain = [f["name"] for f in listed if "block_size" not in f]
    assert plain == [f.name for f in hu.formats()]
    one = json.loads(output_of("formats", "--json", "float8_e4m3fn"))
    assert one in listed
    assert (one["max"], one["has_infinity"]) == (448.0, False)
    assert "448.0  0x1.c000000000000p+8" in output_of("formats", "e4m3fn")
    assert "…" not in text  # no name is cut
    assert re.search(r"e8m0fnu .* 2\^-127 +none +2\^-1 +no", text)


def test_block_formats_are_listed() -> None:
    names = [f.name for f in hu.block_formats()]
    text = output_of("formats", "--blocks")
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text
    assert text in output_of("formats")
    assert re.search(r"nvfp4 +e2m1fn +16 +ue4m3 +none +fp32 +nearest +4.4375", text)
    assert re.search(r"hif4 +e1m2fn +64 +e6m2u +8x1 4x1 +none +nearest_bfloat16", text)
    everything = json.loads(output_of("formats", "--json"))
    listed = json.loads(output_of("formats", "--blocks", "--json"))
    assert everything[-len(listed) :] == listed
    assert [f["name"] for f in listed] == names
    assert all(f["source"] for f in listed)
    rows = list(csv.DictReader(io.StringIO(output_of("formats", "--csv"))))
    assert [r["name"] for r in rows][-len(names) :] == names
    assert [r["micro_exponents"] for r in rows if r["name"] == "hif4"] == ["8x1 4x1"]
    assert all(r["source"] for r in rows[-len(names) :])
    page = output_of("formats", "--html")
    assert page.count("<table>") == 2
    assert "arXiv 2602.11287" in page


def test_a_block_format_is_shown_by_its_name() -> None:
    one = json.loads(output_of("formats", "--json", "HiFloat4"))
    assert (one["name"], one["element"], one["scale"]) == ("hif4", "e1m2fn", "e6m2u")
    assert re.search(r"block_size +64", output_of("formats", "hif4"))
    both = json.loads(output_of("formats", "--json", "bf16", "mxfp4"))
    assert [f["name"] for f in both] == ["bf16", "mxfp4"]
    # The name of a format and of a block format.
    element = output_of("formats", "mxint8")
    assert "twos_complement" in element
    assert "halfulp formats --blocks mxint8" in element
    assert "e8m0fnu" in output_of("formats", "--blocks", "mxint8")
    wrong = halfulp("formats", "--blocks", "bf16")
    assert wrong.returncode == 2
    assert "unknown block format 'bf16'" in wrong.stderr


def test_a_name_with_two_meanings_is_warned_of() -> None:
    done = halfulp("formats", "e4m3")
    assert done.returncode == 0
    assert "240.0" in done.stdout
    assert done.stderr.startswith("halfulp: 'e4m3' is taken for the format")
    assert done.stderr.count("\n") == 1
    assert halfulp("formats", "float8_e4m3").stderr == ""


def test_an_output_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    file.write_text("old")
    file.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(file)
    for path in (file, link):
        assert output_of("run", "museum", "--json", *SMALL, "--output", path) == ""
        assert json.loads(file.read_text())["experiment"] == "museum"
        assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert link.is_symlink()
    table = tmp_path / "table.txt"
    output_of("run", "museum", *SMALL, "--lang", "zh", "-o", table)
    assert "没有测量任何加速器" in table.read_text(encoding="utf-8")
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "link.json",
        "result.json",
        "table.txt",
    ]


def test_a_failure_leaves_the_output_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    file.write_text("old")
    done = halfulp("run", "museum", "--set", "rows=0", "--output", file)
    assert done.returncode == 2
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_an_unwritable_output_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "no" / "result.json"
    done = halfulp("run", "museum", "--output", missing)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr == f"halfulp: cannot write {missing}: No such file or directory\n"
    )
    done = halfulp("run", "museum", *SMALL, "--output", tmp_path)
    assert done.returncode == 2
    assert done.stderr == f"halfulp: cannot write {tmp_path}: Is a directory\n"
    done = halfulp("run", "museum", *SMALL, "--output", "/dev/full")
    assert done.returncode == 2
    assert done.stderr == "halfulp: cannot write /dev/full: No space left on device\n"


def test_devices_are_written_to_not_replaced() -> None:
    assert output_of("run", "museum", *SMALL, "--output", "/dev/null") == ""
    assert Path("/dev/null").is_char_device()


def shell(command: str) -> subprocess.CompletedProcess[str]:
    bash = shutil.which("bash")
    assert bash is not None
    return subprocess.run(
        [bash, "-c", command.replace("halfulp", str(HALFULP))],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=CLEAN,
    )


def test_the_reader_may_leave() -> None:
    done = shell("halfulp run museum --json | head -1")
    assert (done.stdout, done.stderr) == ("{\n", "")


@pytest.mark.parametrize("redirection", [">/dev/full", ">&-"])
def test_standard_output_may_be_unwritable(redirection: str) -> None:
    done = shell(f"halfulp run museum --set layers=1 {redirection}")
    assert done.returncode == 2
    assert done.stderr.startswith("halfulp: cannot write standard output: ")
    assert "Traceback" not in done.stderr


def test_ctrl_c_ends_it_at_once(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    file.write_text("old")
    # A shell's background jobs inherit that it is ignored.
    listen = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); "
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    # Minutes of work.
    command: list[str | Path] = [HALFULP, "run", "museum", "--set", "width=2048"]
    with subprocess.Popen(
        [sys.executable, "-c", listen, *command, "--output", file],
        env=CLEAN,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    ) as process:
        while len(list(tmp_path.iterdir())) < 2:  # until the work has begun
            assert process.poll() is None
            time.sleep(0.01)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        begin = time.monotonic()
        _, stderr = process.communicate(timeout=60)
        assert time.monotonic() - begin < 5
    assert process.returncode == 130
    assert stderr == ""
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_check_recomputes_the_recorded_results() -> None:
    assert output_of("check") == "museum: as recorded\n"
    assert json.loads(output_of("check", "museum", "--json")) == {"museum": []}


def test_record_writes_what_check_expects(tmp_path: Path) -> None:
    folder = tmp_path / "experiments/museum"
    folder.mkdir(parents=True)
    assert output_of("record", "museum", cwd=tmp_path) == (
        "recorded experiments/museum/expected.json\n"
    )
    recorded = (folder / "expected.json").read_text()
    committed = Path(__file__).parents[2] / "experiments/museum/expected.json"
    assert recorded == committed.read_text()
    other = tmp_path / "other.json"
    assert json.loads(output_of("record", "museum", "--json", "-o", other)) == {
        "recorded": str(other)
    }
    assert other.read_text() == recorded
    done = halfulp("record", "museum", cwd=folder)
    assert done.returncode == 2
    assert "cannot write experiments/museum/expected.json: No such file" in done.stderr


def test_check_finds_a_changed_digit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from halfulp import _golden

    recorded = _golden.recorded("museum")
    assert recorded is not None
    assert _golden.differences("museum") == []
    figure = re.search(r'"max_abs", null, "(0x1\.\w+p-\d+)"', recorded)
    assert figure is not None
    changed = recorded.replace(figure[1], "0x1.8p-3", 1)
    monkeypatch.setattr(_golden, "recorded", lambda name: changed)
    (line,) = _golden.differences("museum")
    assert line.startswith("/runs/0/rows/")
    assert 'expected "0x1.8p-3", computed "0x' in line
    monkeypatch.setattr(_golden, "recorded", lambda name: None)
    assert _golden.differences("museum") == [
        "no results of museum are recorded: halfulp record museum"
    ]


def test_check_exits_with_1_on_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    from typer.testing import CliRunner

    from halfulp import _golden, cli

    monkeypatch.setattr(_golden, "recorded", lambda name: '{"experiment": "x"}')
    done = CliRunner().invoke(cli.app, ["check"])
    assert done.exit_code == 1
    assert "museum: " in done.output
    assert "differences" in done.output


def test_output_that_has_no_chinese_gets_question_marks() -> None:
    text = output_of("run", "museum", *SMALL, "--lang", "zh", PYTHONIOENCODING="ascii")
    assert text.startswith("??????")


def on_terminal(**environment: str) -> str:
    """What `halfulp run museum` writes to a terminal."""
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [HALFULP, "run", "museum"],
        env=CLEAN | {"TERM": "xterm-256color"} | environment,
        stdout=theirs,
        stderr=theirs,
    ):
        os.close(theirs)
        written = b""
        # The end of a terminal without writers is an error.
        with os.fdopen(ours, "rb", buffering=0) as terminal, suppress(OSError):
            while part := terminal.read(4096):
                written += part
    return written.decode()


def test_colours_only_on_a_terminal_that_wants_them() -> None:
    assert "\x1b[32m" in on_terminal()
    assert "\x1b[32m" not in on_terminal(NO_COLOR="1")
