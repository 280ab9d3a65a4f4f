"""Metrics and comparisons as Python sees them."""

import json
import math
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import halfulp as hu
from halfulp import metrics
from halfulp.metrics import Metric
from oracles import INF, NAN

RANDOM = np.random.default_rng(0)
R = RANDOM.standard_normal(200)
X = R * 1.01 + RANDOM.standard_normal(200) * 1e-3


def test_every_metric_is_a_function() -> None:
    for name in metrics.names():
        assert name in metrics.__all__
        assert getattr(metrics, name)(X, R) == metrics.measure(name, X, R)


def test_metrics_agree_with_exact_rationals() -> None:
    errors = [Fraction(float(x - r)) for x, r in zip(X, R, strict=True)]
    reference = list(map(Fraction, R))
    n = len(errors)
    squares = sum(e * e for e in errors)
    norm = sum(r * r for r in reference)
    expected = {
        "max_abs": float(max(map(abs, errors))),
        "mean_abs": float(sum(map(abs, errors)) / n),
        "rmse": math.sqrt(squares / n),
        "rel_rmse": math.sqrt(squares / norm),
        "gain": float(
            sum(e * r for e, r in zip(errors, reference, strict=True)) / norm
        ),
        "offset": float(sum(errors) / n),
    }
    for name, value in expected.items():
        metric = metrics.measure(name, X, R)
        assert metric.status == "ok"
        assert metric.used == n
        assert abs(metric.value - value) <= 1e-14 * abs(value)  # as the header promises


def test_angles_too_small_for_binary64_are_seen() -> None:
    r = np.array([3.0, 4.0])
    x = np.array([3.0 + 4e-10, 4.0 - 3e-10])
    # The tangent of the angle is |x cross r| / (x dot r).
    cross = Fraction(x[0]) * 4 - Fraction(x[1]) * 3
    dot = Fraction(x[0]) * 3 + Fraction(x[1]) * 4
    tangent2 = float((cross / dot) ** 2)
    expected = tangent2 / 2 - 3 * tangent2**2 / 8  # 1 - cos, next term below 1e-58
    assert abs(metrics.one_minus_cosine(x, r).value - expected) <= 1e-10 * expected
    assert metrics.one_minus_cosine_binary64(x, r).value in (0.0, 2.0**-53, 2.0**-52)


@pytest.mark.parametrize("name", metrics.names())
def test_nothing_undefined_becomes_a_number(name: str) -> None:
    r = np.array([1.0, 2.0, 3.0])
    for bad in (NAN, INF):
        metric = metrics.measure(name, np.array([1.0, bad, 3.0]), r)
        assert metric.status == "undefined"
        assert math.isnan(metric.value)
        with pytest.raises(ValueError, match="the metric has no value: undefined"):
            float(metric)
    empty = metrics.measure(name, np.ones(0), np.ones(0))
    assert empty.status == "not_applicable"
    same_infinity = metrics.measure(
        name, np.array([1.0, INF, 3.0]), np.array([1, INF, 3])
    )
    assert (same_infinity.used, same_infinity.skipped) == (2, 1)
    with pytest.raises(
        ValueError, match=r"actual has shape \(3,\), but reference has sha"
    ):
        metrics.measure(name, r, r[:, None])


def test_metrics_are_values() -> None:
    metric = metrics.max_abs(np.array([1.0, 2.5]), np.array([1.0, 2.0]))
    assert metric == Metric(0.5, "ok", 2, 0)
    assert float(metric) == 0.5
    assert repr(metric) == "Metric(value=0.5, status='ok', used=2, skipped=0)"
    assert pickle.loads(pickle.dumps(metric)) == metric
    with pytest.raises(AttributeError):
        metric.value = 3.0  # type: ignore[misc]
    with pytest.raises(
        ValueError, match="unknown metric 'cosin'; did you mean 'cosine'"
    ):
        metrics.measure("cosin", X, R)


def test_a_comparison_is_a_mapping() -> None:
    comparison = hu.compare(X, R)
    assert list(comparison) == metrics.names()
    assert len(comparison) == len(metrics.names())
    assert comparison["rmse"] == metrics.rmse(X, R)
    assert [row["metric"] for row in comparison.rows] == metrics.names()
    assert json.loads(comparison.to_json()) == comparison.rows


def test_a_comparison_is_readable() -> None:
    comparison = hu.compare(np.array([1.0, NAN]), np.array([1.0, 2.0]))
    lines = repr(comparison).splitlines()
    assert lines[0].split() == ["metric", "value", "status", "used", "skipped"]
    assert lines[1].split() == ["max_abs", "undefined", "0", "0"]
    assert json.loads(comparison.to_json())[0]["value"] is None
    html = comparison._repr_html_()
    assert "<td>undefined</td>" in html
    assert html.count("<tr>") == 1 + len(comparison)


def test_float32_is_compared_as_float32() -> None:
    r = R.astype(np.float32)
    assert hu.compare(r, r.astype(np.float64))["max_abs"].value == 0.0


def test_an_unknown_metric_of_a_comparison_is_named() -> None:
    found = hu.compare(np.ones(2), np.zeros(2))
    with pytest.raises(KeyError, match="unknown metric 'rsme'; did you mean 'rmse'"):
        found["rsme"]
    with pytest.raises(KeyError, match="unknown metric 'foo'; known: max_abs, "):
        found["foo"]
    assert found.get("foo") is None
    assert "foo" not in found


@pytest.mark.parametrize("module", [hu.exact, hu.metrics, hu.plots])
def test_a_module_lists_what_it_offers(module: Any) -> None:
    assert dir(module) == sorted(module.__all__)
