"""Plots draw what was measured, tell it by more than colour, and are byte-stable."""

import subprocess
import sys
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
import ml_dtypes
import numpy as np
import pytest
from matplotlib.figure import Figure

import halfulp as hu
from halfulp._plotting.layers import _apart, translations
from halfulp._plotting.svg import in_two_languages
from oracles import INF, NAN

RANDOM = np.random.default_rng(5)
R = np.exp(RANDOM.normal(size=400))
X = R * (1 + 1e-3 * RANDOM.normal(size=400))


def rounded_to_bf16() -> Any:
    return R.astype(ml_dtypes.bfloat16).astype(np.float64)


@pytest.fixture(scope="module")
def result() -> hu.experiments.Result:
    return hu.experiments.run("museum", layers=4)


@pytest.mark.parametrize("case", ["bf16_inputs", "wrong_variance", "fp16_accumulator"])
def test_metrics_by_layer_draws_every_figure(
    result: hu.experiments.Result, case: str
) -> None:
    ax = hu.plots.metrics_by_layer(result, case)
    drawn = {line.get_label(): line for line in ax.lines}
    for metric in ("max_abs", "mean_abs", "rmse", "rel_rmse", "gain", "offset"):
        rows = [r for r in result.rows if (r["case"], r["metric"]) == (case, metric)]
        assert np.asarray(drawn[metric].get_xdata()).tolist() == [1, 2, 3, 4]
        expected = [abs(row["measured"]) for row in rows]
        assert np.asarray(drawn[metric].get_ydata()).tolist() == expected
    predicted = [
        (r["layer"], abs(r["predicted"]))
        for r in result.rows
        if r["case"] == case and r["predicted"] is not None
    ]
    assert ("predicted" in drawn) == bool(predicted)
    if predicted:
        points = zip(*np.asarray(drawn["predicted"].get_data()).tolist(), strict=True)
        assert sorted(points) == sorted(predicted)
    assert (ax.get_xscale(), ax.get_yscale()) == ("linear", "log")
    texts = " ".join(note.get_text() for note in ax.texts)
    for name in ("max |err|", "rel. RMSE", "RMSE", "|gain|", "1-cosine", "|offset|"):
        assert name in texts
    markers = [line.get_marker() for line in ax.lines if line.get_label() in drawn]
    shapes = [m for m in markers if m not in ("None", "")]
    assert len(set(shapes)) >= 7  # told apart without colour


def test_the_last_case_is_the_default(result: hu.experiments.Result) -> None:
    default = hu.plots.metrics_by_layer(result)
    named = hu.plots.metrics_by_layer(result, "fp16_accumulator")
    assert [np.asarray(a.get_ydata()).tolist() for a in default.lines[:-1]] == [
        np.asarray(b.get_ydata()).tolist() for b in named.lines[:-1]
    ]
    assert default.get_title(loc="left") == "Case 3 · ours, not in the exhibit"
    again = hu.plots.metrics_by_layer(result, limits=(1e-3, 1.0), title="mine")
    assert again.get_title(loc="left") == "mine"
    assert again.get_ylim() == (1e-3, 1.0)
    with pytest.raises(ValueError, match="unknown case 'bf16'; known: bf16_inputs, wr"):
        hu.plots.metrics_by_layer(result, "bf16")


def test_a_case_without_values_can_be_drawn() -> None:
    result = hu.experiments.run(
        "museum", layers=2, altered=lambda h, w, k: np.full_like(h, NAN)
    )
    assert "<svg" in hu.plots.to_svg(hu.plots.metrics_by_layer(result))


def test_the_histogram_counts_every_error() -> None:
    ax = hu.plots.error_histogram(np.append(X, [1.0, NAN]), np.append(R, [1.0, 2.0]))
    drawn = 0.0
    for patch in ax.patches:
        vertices = np.asarray(patch.get_path().vertices)
        # The outline of a stepped histogram: its upper side, one step a bin.
        upper = vertices[: len(vertices) // 2 + 1]
        drawn += float(np.sum(upper[1::2][:40, 1]))
    assert drawn == 400
    assert ax.get_title(loc="left") == "no error: 1 of 402; not finite: 1"
    assert "unit" in ax.get_xlabel()
    assert ax.get_xscale() == "log"
    labels = [t.get_text() for t in ax.get_legend().get_texts()]  # type: ignore[union-attr]
    assert labels == ["actual too large", "actual too small"]
    assert {bool(p.get_hatch()) for p in ax.patches} == {True, False}


def test_ulp_lines_bound_what_is_rounded() -> None:
    x = rounded_to_bf16()
    ax = hu.plots.error_against_magnitude(x, R, "bf16")
    points, one, half = ax.lines
    assert (one.get_label(), half.get_label()) == ("1 ulp of bf16", "½ ulp")
    assert one.get_linestyle() != half.get_linestyle()
    powers, ulps = map(np.asarray, one.get_data())
    # ml_dtypes' spacing is an outside source of the ulp.
    expected = np.spacing(powers[:-1].astype(ml_dtypes.bfloat16)).astype(float)
    assert (ulps[:-1] == expected).all()
    magnitudes, errors = map(np.asarray, points.get_data())
    place = np.searchsorted(powers, magnitudes, side="right") - 1
    assert (errors <= np.asarray(half.get_ydata())[place]).all()
    assert sorted(errors) == sorted(np.abs(x - R)[x != R])


@pytest.mark.parametrize(
    "draw", [hu.plots.error_histogram, hu.plots.error_against_magnitude]
)
def test_axes_may_be_given_and_data_may_be_anything(draw: Any) -> None:
    ax = Figure().subplots()
    assert draw(X, R, ax=ax) is ax
    for x, r in [
        (R, R),
        (np.zeros(3), np.zeros(3)),
        (np.array([INF, 1.0]), np.array([INF, 2.0])),
        (np.ones(0), np.ones(0)),
        (R.astype(np.float32).reshape(20, 20), R.reshape(20, 20)),
    ]:
        assert "<svg" in hu.plots.to_svg(draw(x, r))
    with pytest.raises(ValueError, match=r"actual has shape \(2,\), but"):
        draw(np.ones(2), np.ones(3))
    with pytest.raises(TypeError, match="actual must be"):
        draw([1.0], np.ones(1))


def test_labels_are_chinese_where_asked(result: hu.experiments.Result) -> None:
    assert hu.plots.metrics_by_layer(result, language="zh").get_xlabel() == "层"
    assert "参考" in hu.plots.error_histogram(X, R, language="zh").get_xlabel()
    ax = hu.plots.error_against_magnitude(X, R, "fp16", language="zh")
    assert ax.lines[1].get_label() == "fp16 的 1 ulp"
    svg = hu.plots.to_svg(ax)  # no glyph is missing where a Chinese font is installed
    assert "fp16 的 1 ulp" in svg


def test_svg_is_byte_stable_and_words_stay_words(
    result: hu.experiments.Result,
) -> None:
    ax = hu.plots.metrics_by_layer(result, "wrong_variance")
    svg = hu.plots.to_svg(ax, "one", theme=True)
    with mpl.rc_context({"svg.hashsalt": None, "svg.fonttype": "path"}):
        again = hu.plots.metrics_by_layer(result, "wrong_variance")
        assert hu.plots.to_svg(again, "one", theme=True) == svg
    program = (
        "import halfulp as hu; r = hu.experiments.run('museum', layers=4);"
        "a = hu.plots.metrics_by_layer(r, 'wrong_variance');"
        "print(hu.plots.to_svg(a, 'one', theme=True), end='')"
    )
    other = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert other.stdout == svg
    assert "currentColor" in svg
    assert ">rel. RMSE, RMSE<" in svg or ">RMSE, rel. RMSE<" in svg
    root = ElementTree.fromstring(svg)
    ids = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
    assert len(ids) == len(set(ids))
    assert all(i.startswith("one-") for i in ids)
    references = [e.attrib[k] for e in root.iter() for k in e.attrib if "href" in k]
    assert {r.removeprefix("#") for r in references} <= set(ids)


def test_every_word_of_the_plot_has_its_chinese(
    result: hu.experiments.Result,
) -> None:
    ax = hu.plots.metrics_by_layer(result, "wrong_variance")
    chinese = translations(result)
    svg = in_two_languages(hu.plots.to_svg(ax), chinese)
    root = ElementTree.fromstring(svg)
    texts = [e for e in root.iter() if e.tag.endswith("}text")]
    english = [e for e in texts if e.attrib.get("lang") == "en"]
    assert len(english) == sum(e.attrib.get("lang") == "zh" for e in texts)
    left = ["".join("".join(e.itertext()).split()) for e in texts if not e.get("lang")]
    assert all(text.replace("−", "").isdigit() for text in left), left  # ticks only
    assert "最大误差" in svg


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([], []),
        ([0.5], [0.5]),
        ([0.1, 0.9], [0.1, 0.9]),
        ([0.5, 0.5], [0.45, 0.55]),
        ([0.5, 0.5, 0.62], [0.44, 0.54, 0.64]),
    ],
)
def test_labels_are_moved_apart(places: list[float], expected: list[float]) -> None:
    moved = _apart(places, 0.1)
    assert moved == pytest.approx(expected, abs=1e-12)


WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("matplotlib", "jinja2"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
import halfulp as hu
import numpy as np
from halfulp._museum.page import page
"""


@pytest.mark.parametrize(
    ("call", "package"),
    [
        ("hu.plots.error_histogram(np.ones(2), np.ones(2))", "matplotlib"),
        ("hu.plots.metrics_by_layer(hu.experiments.run('museum'))", "matplotlib"),
        ("page(hu.experiments.run('museum', layers=1), {})", "jinja2"),
    ],
)
def test_a_missing_package_is_named_with_its_remedy(call: str, package: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT + call],
        capture_output=True,
        text=True,
        check=False,
    )
    last = done.stderr.strip().splitlines()[-1]
    assert "MissingDependency" in last
    assert f"needs {package}; install it: pip install 'halfulp[plots]'" in last


def test_importing_halfulp_imports_neither() -> None:
    program = (
        "import sys, halfulp; halfulp.plots;"
        "print({'matplotlib', 'jinja2', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"
