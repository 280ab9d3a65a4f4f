"""Experiments run from Python."""

import json
import math
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import halfulp as hu
from halfulp import experiments

Matrix = NDArray[np.float64]

ROOT = Path(__file__).parents[2]
SMALL: dict[str, Any] = {"layers": 3, "width": 8, "rows": 2}


def measured(result: experiments.Result, case: str, metric: str) -> list[Any]:
    return [
        row["measured"]
        for row in result.rows
        if row["case"] == case and row["metric"] == metric
    ]


def right_layer(h: Matrix, w: Matrix, layer: int) -> Matrix:
    """The reference path's layer, by its recipe."""
    product = hu.matmul(h, w, model=hu.AccumulationModel(product="rounded"))
    a = hu.exact.tanh(product)
    out = np.empty_like(a)
    for i, row in enumerate(a):
        total = 0.0
        for value in row:
            total += value
        mean = total / row.size
        squares = 0.0
        for value in row:
            squares += (value - mean) * (value - mean)
        out[i] = (row - mean) / math.sqrt(squares / row.size + 1e-5)
    return out


def test_experiments_are_listed() -> None:
    (museum,) = experiments.list()
    assert museum.name == "museum"
    assert museum.parameters["width"] == 64
    assert set(museum.title) == {"en", "zh"}
    assert set(museum.meanings) == set(museum.parameters)


def test_a_result_is_a_value() -> None:
    result = experiments.run("museum", **SMALL)
    assert result.experiment == "museum"
    assert result.parameters == {
        "seed": 0,
        "rows": 2,
        "width": 8,
        "layers": 3,
        "eps": 1e-5,
        "gate": 0.999,
        "mode": "propagated",
    }
    assert result.columns[-4:] == ["predicted", "measured", "published", "status"]
    assert list(result.rows[0]) == result.columns
    parsed = json.loads(result.to_json())
    assert parsed["hash"] == result.hash
    assert parsed["rows"][0] == list(result.rows[0].values())
    assert result.manifest["version"] == hu.__version__
    assert pickle.loads(pickle.dumps(result)) == result
    lines = repr(result).splitlines()
    assert lines[0].startswith("museum(seed=0, rows=2, width=8")
    assert lines[1].split() == result.columns
    assert len(lines) <= 15
    assert "<td>bf16_inputs</td>" in result._repr_html_()
    assert '<tbody style="white-space: nowrap">' in result._repr_html_()


@pytest.fixture(scope="module")
def program() -> Path:
    """The command line of C++, built together with the package."""
    tag = sys.implementation.cache_tag.replace("cpython-", "cp")
    (path,) = ROOT.glob(f"build/{tag}-*/experiments/halfulp-experiment")
    return path


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_cpp_has_help(program: Path, option: str) -> None:
    done = subprocess.run([program, option], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("usage: halfulp-experiment NAME [parameter=value")
    assert "\nmuseum: Why can the same model" in done.stdout
    assert "\n  layers=8  layers, each with its weights\n" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("mode", ["propagated", "teacher_forced"])
def test_cpp_gives_the_same_json(program: Path, mode: str) -> None:
    done = subprocess.run(
        [program, "museum", f"mode={mode}", "layers=3"],
        check=True,
        capture_output=True,
        text=True,
    )
    theirs = json.loads(done.stdout)
    ours = json.loads(experiments.run("museum", mode=mode, layers=3).to_json())
    assert ours.pop("manifest").keys() == theirs.pop("manifest").keys()
    assert json.dumps(ours) == json.dumps(theirs)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "usage: halfulp-experiment NAME"),
        (["musem"], "unknown experiment 'musem'; did you mean 'museum'?"),
        (["museum", "rows=-1"], "between 1 and 65536, got -1"),
        (["museum", "layers"], "unexpected argument 'layers'"),
        (["museum", "--threads"], "--threads needs a value"),
        (["museum", "--threads", "two"], "between 1 and 1024, got two"),
        (["museum", "--target", "none"], "unknown target 'none'"),
    ],
)
def test_bad_input_of_cpp_has_status_2(
    program: Path, arguments: list[str], message: str
) -> None:
    done = subprocess.run(
        [program, *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("halfulp-experiment: ")
    assert message in done.stderr


def test_unwritable_output_of_cpp_has_status_2(program: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [program, "museum", "layers=1"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "halfulp-experiment: cannot write standard output\n"


def test_parameters_are_checked() -> None:
    with pytest.raises(
        ValueError, match="unknown experiment 'musem'; did you mean 'mus"
    ):
        experiments.run("musem")
    with pytest.raises(
        ValueError, match="unknown museum parameter 'row'; did you mean 'rows'"
    ):
        experiments.run("museum", row=3)
    with pytest.raises(ValueError, match="-1") as refusal:
        experiments.run("museum", rows=-1)
    assert str(refusal.value) == (
        "parameter 'rows' of experiment 'museum' must be an integer between 1 and "
        "65536, got -1"
    )
    for value in (math.nan, math.inf, "many", 2.5, 2**70):
        with pytest.raises(
            ValueError, match=r"'rows' .* must be an integer between 1 and"
        ):
            experiments.run("museum", rows=value)
    with pytest.raises(
        TypeError, match=r"parameter 'rows' must be an int, .* got True"
    ):
        experiments.run("museum", rows=True)
    with pytest.raises(TypeError, match=r"'rows' must be .* got \[1\] \(list\)"):
        experiments.run("museum", rows=[1])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="threads must be between 1 and 1024, got 0"):
        experiments.run("museum", threads=0, **SMALL)
    with pytest.raises(ValueError, match="unknown target 'AVX9'"):
        experiments.run("museum", target="AVX9")


def test_numpy_parameters_are_numbers() -> None:
    result = experiments.run("museum", layers=np.int64(1), eps=np.float64(1e-3))  # type: ignore[arg-type]
    assert result.parameters["layers"] == 1
    assert result.parameters["eps"] == 1e-3


@pytest.mark.parametrize("mode", ["propagated", "teacher_forced"])
def test_threads_and_targets_do_not_change_the_result(mode: str) -> None:
    one = experiments.run("museum", mode=mode)
    for threads in (2, 5):
        assert experiments.run("museum", mode=mode, threads=threads).rows == one.rows
    for target in hu.build_config()["targets"]:
        result = experiments.run("museum", mode=mode, target=target)
        assert result.manifest["target"] == target
        assert result.hash == one.hash
        assert result.rows == one.rows


def test_a_target_is_not_forced_within_a_run_that_has_forced_one() -> None:
    (target, *_) = hu.build_config()["targets"]

    def nested(h: Matrix, w: Matrix, layer: int) -> Matrix:
        experiments.run("museum", **SMALL)
        experiments.run("museum", target=target, **SMALL)
        return h

    for _ in range(2):
        with pytest.raises(ValueError, match="leave target out"):
            experiments.run("museum", target=target, altered=nested, **SMALL)
    assert experiments.run("museum", target=target, **SMALL).rows


def test_the_altered_layer_is_the_third_case() -> None:
    result = experiments.run("museum", altered=right_layer, **SMALL)
    cases = list(dict.fromkeys(row["case"] for row in result.rows))
    assert cases == ["bf16_inputs", "wrong_variance", "altered"]
    assert measured(result, "altered", "max_abs") == [0.0, 0.0, 0.0]
    assert measured(result, "altered", "passes_gate") == [1, 1, 1]


@pytest.mark.parametrize("mode", ["propagated", "teacher_forced"])
def test_the_altered_layer_gets_its_inputs(mode: str) -> None:
    seen: list[tuple[Matrix, Matrix, int]] = []

    def halved(h: Matrix, w: Matrix, layer: int) -> Matrix:
        assert not h.flags.writeable
        assert not w.flags.writeable
        assert h.dtype == w.dtype == np.float64
        seen.append((h, w, layer))
        return right_layer(h, w, layer) / 2

    experiments.run("museum", altered=halved, mode=mode, **SMALL)
    assert [layer for _, _, layer in seen] == [1, 2, 3]
    assert all(h.shape == (2, 8) and w.shape == (8, 8) for h, w, _ in seen)
    previous = right_layer(seen[0][0], seen[0][1], 1)
    if mode == "propagated":
        previous = previous / 2
    assert (seen[1][0] == previous).all()


def test_any_layout_of_the_output_will_do() -> None:
    expected = experiments.run("museum", altered=right_layer, **SMALL)
    fortran = experiments.run(
        "museum",
        altered=lambda h, w, k: np.asfortranarray(right_layer(h, w, k)),
        **SMALL,
    )
    big_endian = experiments.run(
        "museum", altered=lambda h, w, k: right_layer(h, w, k).astype(">f8"), **SMALL
    )
    assert fortran.hash == big_endian.hash == expected.hash


@pytest.mark.parametrize(
    ("output", "error", "message"),
    [
        (
            lambda h: h.astype(np.float32),
            TypeError,
            "returned a NumPy array of float32",
        ),
        (lambda h: h.tolist(), TypeError, r"returned \[\[.*\(list\)"),
        (lambda h: None, TypeError, r"returned None \(NoneType\)"),
        (lambda h: h[:1], ValueError, r"layer 1 returned shape \(1, 8\)"),
        (lambda h: h[0], ValueError, r"layer 1 returned shape \(8,\)"),
    ],
)
def test_wrong_outputs_are_refused(output: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message) as refusal:
        experiments.run("museum", altered=lambda h, w, k: output(h), **SMALL)
    assert "altered must return a float64 array of shape (2, 8); layer 1" in str(
        refusal.value
    )


def test_a_nan_is_measured_as_undefined() -> None:
    def broken(h: Matrix, w: Matrix, layer: int) -> Matrix:
        out = right_layer(h, w, layer)
        if layer == 2:
            out[0, 0] = math.nan
        return out

    result = experiments.run("museum", altered=broken, mode="teacher_forced", **SMALL)
    rows = [r for r in result.rows if r["case"] == "altered" and r["metric"] == "rmse"]
    assert [r["status"] for r in rows] == ["ok", "undefined", "ok"]
    assert rows[1]["measured"] is None
    assert measured(result, "altered", "passes_gate") == [1, 0, 1]


class Peculiar(Exception):
    pass


@pytest.mark.parametrize(
    "error", [Peculiar("mine"), KeyboardInterrupt(), ValueError("x")]
)
def test_what_the_layer_raises_comes_through(error: BaseException) -> None:
    def raising(h: Matrix, w: Matrix, layer: int) -> Matrix:
        if layer == 2:
            raise error
        return right_layer(h, w, layer)

    with pytest.raises(type(error)) as caught:
        experiments.run("museum", altered=raising, **SMALL)
    assert caught.value is error


def test_altered_is_for_the_museum() -> None:
    with pytest.raises(ValueError, match="altered is an argument of the museum"):
        experiments.run("other", altered=right_layer)
    with pytest.raises(TypeError, match="altered must be callable, got 3"):
        experiments.run("museum", altered=3)  # type: ignore[arg-type]


def test_text_that_is_not_unicode_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="not valid text"):
        hu.experiments.run("museum", mode="\ud800")
