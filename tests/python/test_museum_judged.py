"""The museum's three cases, recomputed from its draws by exact rationals and NumPy.

The draws are judged in test_draws.py, the exhibit's own cases also by its digits. Here
each layer gets the reference path's input, as in mode teacher_forced.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

import halfulp as hu
from oracles import rounded

Matrix = NDArray[np.float64]


def in_format(x: Matrix, f: hu.Format) -> Matrix:
    each = [rounded(Fraction(float(v)), f, "nearest_even") for v in x.ravel()]
    return np.array(each).reshape(x.shape)


def in_binary64(h: Matrix, w: Matrix) -> Matrix:
    total = np.zeros((len(h), w.shape[1]))
    for k in range(h.shape[1]):
        total = total + h[:, k : k + 1] * w[k]
    return total


def with_bf16_inputs(h: Matrix, w: Matrix) -> Matrix:
    return in_binary64(in_format(h, hu.bf16), in_format(w, hu.bf16))


def in_binary16(h: Matrix, w: Matrix) -> Matrix:
    """Each step RN16(a*b + s).

    The product of two binary16 numbers is exact in binary64. So is its sum with s, or
    else one of the two is too small to make or break a tie of binary16.
    """
    a, b = in_format(h, hu.fp16), in_format(w, hu.fp16)
    total = np.zeros((len(h), w.shape[1]), np.float16)
    for k in range(h.shape[1]):
        total = (a[:, k : k + 1] * b[k] + total.astype(np.float64)).astype(np.float16)
    return total.astype(np.float64)


def normalised(x: Matrix, ddof: int = 0) -> Matrix:
    a = np.tanh(x)
    variance = a.var(axis=1, ddof=ddof, keepdims=True)
    output: Matrix = (a - a.mean(axis=1, keepdims=True)) / np.sqrt(variance + 1e-5)
    return output


CASES: dict[str, Callable[[Matrix, Matrix], Matrix]] = {
    "bf16_inputs": lambda h, w: normalised(with_bf16_inputs(h, w)),
    "wrong_variance": lambda h, w: normalised(in_binary64(h, w), ddof=1),
    "fp16_accumulator": lambda h, w: normalised(in_binary16(h, w)),
}


@pytest.fixture(scope="module")
def layers() -> list[tuple[Matrix, Matrix]]:
    """The reference path's inputs, and the weights."""
    heard: list[tuple[Matrix, Matrix]] = []

    def listen(h: Matrix, w: Matrix, layer: int) -> Matrix:
        heard.append((h.copy(), w.copy()))
        return h

    hu.experiments.run("museum", altered=listen, mode="teacher_forced")
    return heard


def test_the_reference_path_is_what_numpy_computes(
    layers: list[tuple[Matrix, Matrix]],
) -> None:
    for (h, w), (following, _) in pairwise(layers):
        # A tanh off by an ulp and sums in another order: some 2^-52, times at most 10.
        assert np.abs(normalised(in_binary64(h, w)) - following).max() < 10 * 2**-52


@pytest.mark.parametrize("case", CASES)
def test_errors_are_those_of_the_case(
    case: str, layers: list[tuple[Matrix, Matrix]]
) -> None:
    result = hu.experiments.run("museum", mode="teacher_forced")
    measured = {
        (row["layer"], row["metric"]): row["measured"]
        for row in result.rows
        if row["case"] == case
    }
    for number, (h, w) in enumerate(layers, start=1):
        right = normalised(in_binary64(h, w))
        error = CASES[case](h, w) - right
        expected = {
            "max_abs": np.abs(error).max(),
            "mean_abs": np.abs(error).mean(),
            "rmse": np.sqrt((error**2).mean()),
            "rel_rmse": np.sqrt((error**2).sum() / (right**2).sum()),
        }
        for metric, value in expected.items():
            # Errors of 2^-48 in outputs that differ by 2^-12 and more.
            assert measured[number, metric] == pytest.approx(value, rel=2**-36)
