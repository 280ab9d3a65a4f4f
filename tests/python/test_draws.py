"""The museum's draws, against CPython's random.Random(0).gauss.

CPython takes log, cos and sin from the C library, the museum takes them correctly
rounded: how many draws differ depends on the C library, by how much does not.
"""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from halfulp import experiments
from oracles import bits

Matrix = NDArray[np.float64]


def test_draws_are_cpythons_but_for_the_c_library(
    capsys: pytest.CaptureFixture[str],
) -> None:
    weights: list[Matrix] = []
    inputs: list[Matrix] = []

    def listen(h: Matrix, w: Matrix, layer: int) -> Matrix:
        weights.append(w)
        inputs.append(h)
        return h

    experiments.run("museum", altered=listen, mode="teacher_forced")
    ours = np.concatenate([*(w.ravel() for w in weights), inputs[0].ravel()])

    generator = random.Random(0)
    sigmas = [1 / 8] * (8 * 64 * 64) + [1.0] * (4 * 64)
    theirs = np.array([generator.gauss(0.0, sigma) for sigma in sigmas])
    assert ours.shape == theirs.shape == (33024,)

    distance = np.abs(bits(ours).astype(np.int64) - bits(theirs).astype(np.int64))
    differing = np.flatnonzero(distance)
    with capsys.disabled():
        listed = ", ".join(f"{i} ({distance[i]} ulp)" for i in differing)
        print(
            f"\n{differing.size} of {ours.size} draws differ from CPython's (expected: "
            f"ours are correctly rounded): {listed}"
        )
    # log, sqrt, cos and two products: an ulp of each factor at most.
    assert distance.max() <= 2
    # 52 with glibc 2.36; a C library that misrounds each twentieth would be a bug here.
    assert differing.size < ours.size // 20
