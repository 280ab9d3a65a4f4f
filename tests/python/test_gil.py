"""Long calls let other threads run."""

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import halfulp as hu
from halfulp import _core

X = np.random.default_rng(0).standard_normal(300_000)
A = X[:90_000].reshape(300, 300)
TALL = np.tile(A, (4, 1))
ONES = np.ones(8_000_000)
CODES = np.zeros(8_000_000, np.uint16)
MODEL = hu.AccumulationModel("bf16", accumulator="fp32")

# Each is one long call of the compiled module.
LONG: dict[str, Callable[[], Any]] = {
    "round": lambda: hu.round(ONES, "bf16"),
    "encode": lambda: hu.encode(ONES, "bf16", "odd"),
    "decode": lambda: hu.decode(CODES, "bf16"),
    "ulp": lambda: hu.ulp(ONES, "bf16"),
    "next_up": lambda: hu.next_up(ONES[:2_000_000], "bf16"),
    "matmul": lambda: hu.matmul(TALL, A, model=MODEL),
    "dot": lambda: hu.dot(X, X, model=MODEL),
    "exact.matmul": lambda: hu.exact.matmul(A[:100], A),
    "exact.dot": lambda: hu.exact.dot(X, X),
    "exact.sum": lambda: hu.exact.sum(ONES[:2_000_000]),
    "exact.exp": lambda: hu.exact.exp(X[:20_000]),
    "metrics": lambda: hu.metrics.one_minus_cosine(ONES, ONES),
    "experiments": lambda: hu.experiments.run("museum"),
}


def longest_pause(call: Callable[[], Any]) -> float:
    """How long another thread got nothing done, as a part of the time of the call."""
    ticks: list[float] = []
    stop = threading.Event()

    def tick() -> None:
        while not stop.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.0005)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        begin = time.perf_counter()
        call()
        end = time.perf_counter()
    finally:
        stop.set()
        thread.join()
    moments = [begin, *(t for t in ticks if begin < t < end), end]
    return float(np.diff(moments).max()) / (end - begin)


@pytest.mark.parametrize("name", LONG)
def test_another_thread_makes_progress(name: str) -> None:
    # With the GIL held the pause is the whole call, but for the moments of entering and
    # leaving it. On a busy machine the other thread may have to try again.
    assert any(longest_pause(LONG[name]) < 0.8 for _ in range(5))
