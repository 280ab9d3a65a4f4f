"""What the metrics cannot see is told from the data, and told right."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import halfulp as hu
from halfulp import _blind_spots
from halfulp._blind_spots import METRICS
from halfulp._museum.figures import Figures

Matrix = NDArray[np.float64]
LANGUAGES: tuple[_blind_spots.Language, ...] = ("en", "zh")

RANDOM = np.random.default_rng(3)
R = RANDOM.standard_normal(256)


def scaled(r: Matrix) -> Matrix:
    return 0.99 * r


def shifted(r: Matrix) -> Matrix:
    return r + 0.25


def with_one_wrong(r: Matrix) -> Matrix:
    x = r.copy()
    x.flat[r.size // 3] += 3.0
    return x


def permuted(r: Matrix) -> Matrix:
    return np.roll(r.ravel(), 7).reshape(r.shape)


def noisy(r: Matrix) -> Matrix:
    return r * (1 + np.random.default_rng(4).uniform(-1e-3, 1e-3, r.shape))


# What a right sentence must say of data with one cause, in both languages.
TRUTHS = {
    scaled: ("share the factor 0.99", "同一个系数 0.99"),
    shifted: ("shifted by 2.500e-01", "平移了 2.500e-01"),
    with_one_wrong: (
        "one single element holds",
        "仅一个元素就占误差平方的",
    ),
    permuted: ("nearly the right ones in other places", "数值几乎都对，只是位置不同"),
    noisy: ("the error is scatter", "误差是分散的"),
}


@pytest.mark.parametrize("alter", TRUTHS, ids=lambda f: f.__name__)
def test_sentences_are_right(alter: Any) -> None:
    found = hu.compare(alter(R), R)
    english, chinese = found.blind_spots(), found.blind_spots("zh")
    assert list(english) == list(chinese) == list(METRICS)
    own = {scaled: "gain", shifted: "offset", with_one_wrong: "max_abs"}.get(alter)
    for name in METRICS:
        # Not by what sees this cause itself; that there is none is said once.
        told = name == "cosine" if alter is noisy else name != own
        assert (TRUTHS[alter][0] in english[name]) == told, english[name]
        assert (TRUTHS[alter][1] in chinese[name]) == told, chinese[name]
        assert english[name].count("{") == chinese[name].count("{") == 0
        assert english[name].endswith(".")
        assert chinese[name].endswith("。")


@pytest.mark.parametrize("n", [100, 1000, 10_000, 100_000])
def test_noise_is_scatter_however_many_elements_there_are(n: int) -> None:
    random = np.random.default_rng(n)
    r, noise = random.standard_normal((2, n))
    for size in (1e-3, 1e-2, 1e-1):
        assert cause_of(r + size * noise, r) == "scatter"
    assert cause_of(noise, r) != "order"  # though of the same distribution
    assert cause_of(hu.round(r, "bf16"), r) == "scatter"
    assert cause_of(hu.round(r, "e4m3fn"), r) == "scatter"


@pytest.mark.parametrize("n", [100, 1000, 10_000, 100_000])
def test_an_order_is_told_of_where_there_is_one(n: int) -> None:
    random = np.random.default_rng(n)
    r, noise = random.standard_normal((2, n))
    some = r.copy()
    some[: n // 10] = r[: n // 10][::-1]
    cycle = r.copy()
    cycle[[2, 3, 5, 7, 11]] = r[[3, 5, 7, 11, 2]]
    for x in (permuted(r), some, cycle):
        assert cause_of(x, r) == "order"
    assert cause_of(permuted(r) + 1e-2 * noise, r) == "order"
    assert cause_of(some + 1e-3 * noise, r) == "order"


def cause_of(x: Matrix, r: Matrix) -> str:
    return _blind_spots.cause({m: v.value for m, v in hu.compare(x, r).items()})


def test_the_order_share_is_its_definition() -> None:
    r, x = RANDOM.integers(0, 50, (2, 30)) / 8
    steps = np.sort(np.concatenate([r, x]))
    excess = [(r <= t).sum() - (x <= t).sum() for t in steps[:-1]]
    unexplained = np.dot(np.square(excess), np.diff(steps)) / np.abs(x - r).sum()
    assert 0.1 < unexplained < 1
    assert hu.metrics.order_share(x, r).value == pytest.approx(
        1 - unexplained,
        abs=2**-50,  # sums of eighths, exact but for two roundings
    )


def test_sentences_differ_between_the_causes() -> None:
    told = [hu.compare(alter(R), R).blind_spots() for alter in TRUTHS]
    for name in METRICS:
        assert len({sentences[name] for sentences in told}) == len(TRUTHS)


def test_the_figures_in_a_sentence_are_the_metrics() -> None:
    x = 0.99 * R + 1e-3 * RANDOM.standard_normal(R.size)
    e = x - R
    share = (e @ R) ** 2 / ((e @ e) * (R @ R))
    rest = np.linalg.norm(e - (e @ R) / (R @ R) * R) / np.linalg.norm(R)
    sentences = hu.compare(x, R).blind_spots()
    assert f"which is {share:.1%} of the squared error" in sentences["cosine"]
    assert f"the relative RMSE is {rest:.3e}." in sentences["cosine"]
    assert f"sees a common factor only, {share:.1%} of" in sentences["gain"]
    assert f"cannot see the rest, {1 - share:.1%}." in sentences["gain"]
    one = hu.compare(with_one_wrong(R), R).blind_spots()
    assert "holds 100% of the squared error" in one["rmse"]
    assert f"The largest error, {np.max(np.abs(e)):.3e}, " in sentences["max_abs"]
    assert "one element, 100% of the squared error here; it " in one["max_abs"]


def test_no_error_and_no_value_are_said() -> None:
    assert set(hu.compare(R, R).blind_spots().values()) == {
        "Here it misses nothing: there is no error at all."
    }
    broken = R.copy()
    broken[0] = np.nan
    assert set(hu.compare(broken, R).blind_spots().values()) == {
        "Here it sees nothing: it has no value for these data."
    }
    garbage = hu.compare(R, np.zeros(256)).blind_spots()
    assert garbage["cosine"].startswith("Here it sees nothing")
    assert garbage["rmse"].startswith("The RMSE, ")


@pytest.mark.parametrize("alter", [scaled, with_one_wrong, permuted])
def test_the_museum_tells_it_of_the_readers_case(alter: Any) -> None:
    seen: list[Matrix] = []

    def reference(h: Matrix, w: Matrix, layer: int) -> Matrix:
        a = np.tanh(h @ w)
        centred = a - a.mean(axis=1, keepdims=True)
        out: Matrix = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-5)
        seen.append(out)
        return out

    result = hu.experiments.run(
        "museum", altered=lambda h, w, k: alter(reference(h, w, k)), layers=2
    )
    figures = Figures(result)
    values = figures.values("altered", 1)
    for language, truth in zip(LANGUAGES, TRUTHS[alter], strict=True):
        sentence = _blind_spots.sentences(values, language)["cosine"]
        assert truth in sentence


def test_the_first_wrong_layer_is_the_one_that_is_told_of() -> None:
    def late(h: Matrix, w: Matrix, layer: int) -> Matrix:
        a = hu.exact.tanh(
            hu.matmul(h, w, model=hu.AccumulationModel(product="rounded"))
        )
        out = np.empty_like(a)
        for i, row in enumerate(a):
            mean = sum(row.tolist()) / row.size
            variance = sum(((row - mean) ** 2).tolist()) / row.size
            out[i] = (row - mean) / np.sqrt(variance + 1e-5)
        return 2 * out if layer == 2 else out

    result = hu.experiments.run("museum", layers=3, altered=late)
    assert Figures(result).first_wrong_layer("wrong_variance") == 1
    assert Figures(result).first_wrong_layer("altered") == 2
