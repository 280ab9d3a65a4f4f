"""The same results for any number of threads, from many callers and after a fork."""

import multiprocessing
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import halfulp as hu

RNG = np.random.default_rng(5)
SINGLE = RNG.standard_normal(50_001).astype(np.float32)
HALF = SINGLE.astype(np.float16)
DOUBLE = SINGLE.astype(np.float64) * 2.0 ** RNG.integers(-20, 15, SINGLE.size)
CODES = RNG.integers(0, 2**16, SINGLE.size).astype(np.uint16)

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "round": lambda **n: hu.round(SINGLE, "e4m3fn", "odd", **n),
    "round float16": lambda **n: hu.round(HALF, "e5m2", **n),
    "round stochastic": lambda **n: hu.round(DOUBLE, "bf16", "stochastic", rng=1, **n),
    "cast": lambda **n: hu.cast(SINGLE, "e4m3fn", **n).view(np.uint8),
    "cast float16": lambda **n: hu.cast(HALF, "bf16", **n).view(np.uint16),
    "encode": lambda **n: hu.encode(DOUBLE, "e4m3fn", **n),
    "encode float16": lambda **n: hu.encode(HALF, "hif8", **n),
    "decode": lambda **n: hu.decode(CODES, "bf16", **n),
    "decode to tapered": lambda **n: hu.decode(CODES.astype(np.uint8), "hif8", **n),
    "ulp": lambda **n: hu.ulp(DOUBLE, "bf16", **n),
    "next_up": lambda **n: hu.next_up(DOUBLE, "bf16", **n),
    "next_down": lambda **n: hu.next_down(SINGLE, "fp16", **n),
    "ulp_distance": lambda **n: hu.ulp_distance(DOUBLE, DOUBLE[::-1], "fp64", **n),
    "exact.exp": lambda **n: hu.exact.exp(DOUBLE[:500], **n),
}


def bits(array: Any) -> Any:
    return array.view(f"u{array.dtype.itemsize}")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_results_do_not_depend_on_threads(name: str) -> None:
    one = FUNCTIONS[name]()
    for threads in (1, 2, 5):
        other = FUNCTIONS[name](threads=threads)
        assert other.dtype == one.dtype
        assert (bits(other) == bits(one)).all(), threads


def test_calls_from_many_threads() -> None:
    expected = bits(hu.round(SINGLE, "e4m3fn", "odd"))
    same: list[bool] = []

    def calls() -> None:
        for threads in (1, 2, 3, 4) * 10:
            rounded = hu.round(SINGLE, "e4m3fn", "odd", threads=threads)
            same.append(bool((bits(rounded) == expected).all()))

    callers = [threading.Thread(target=calls) for _ in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert same == [True] * 160


def digest(threads: int) -> int:
    return int(bits(hu.round(SINGLE, "e4m3fn", "odd", threads=threads)).sum())


# Python and JAX warn of what other libraries' threads may be about.
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
@pytest.mark.filterwarnings("ignore:.*incompatible with multithreaded:RuntimeWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_forked_processes_have_threads_of_their_own() -> None:
    expected = digest(2)  # now this process has threads
    with multiprocessing.get_context("fork").Pool(2) as processes:
        results = processes.map_async(digest, [1, 2, 2, 3] * 5).get(timeout=60)
    assert results == [expected] * 20
    assert digest(2) == expected


PROGRAM = """
import numpy as np, halfulp as hu
for threads in range(1, 6):
    hu.round(np.ones(10**6), "bf16", threads=threads)
"""


def test_a_program_with_threads_ends() -> None:
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, timeout=60, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_idle_threads_take_no_time() -> None:
    hu.round(SINGLE, "bf16", threads=5)
    time.sleep(0.02)
    before = sum(os.times()[:2])
    time.sleep(0.3)
    assert sum(os.times()[:2]) - before < 0.1
