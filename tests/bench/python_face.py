"""What the Python face adds to a kernel, and what a second thread saves.

    .venv/bin/python tests/bench/python_face.py

Medians of times in turns. "compiled" is the call of the compiled module that hu.round
makes, which allocates its output, too.
"""

import statistics
import time
from collections.abc import Callable

import numpy as np

import halfulp as hu
from halfulp import _core

TURNS = 21


def race(title: str, **calls: Callable[[], object]) -> None:
    """Prints the median of each, and the median ratio to the first in a turn."""
    turns: list[list[float]] = []
    for _ in range(TURNS):
        times = []
        for call in calls.values():
            begin = time.perf_counter()
            call()
            times.append(time.perf_counter() - begin)
        turns.append(times)
    print(title)
    for i, name in enumerate(calls):
        median = statistics.median(turn[i] for turn in turns)
        ratio = statistics.median(turn[i] / turn[0] for turn in turns)
        print(f"  {name:<12}{median * 1e3:9.3f} ms {ratio:7.3f}")


def main() -> None:
    rule = hu.RoundingRule()
    x = np.random.default_rng(0).standard_normal(2**24).astype(np.float32)  # 64 MiB
    out = np.empty_like(x)
    race(
        "64 MiB of binary32 to bf16",
        compiled=lambda: _core.round(x, hu.bf16, rule, "philox", 0, 0, 1),
        round=lambda: hu.round(x, hu.bf16),
        out=lambda: hu.round(x, hu.bf16, out=out),
    )
    # 512 KiB for each core, in and out: what its L2 cache holds. Some passes a call.
    small, target = x[: 2**17].copy(), out[: 2**17].copy()

    def passes(threads: int) -> None:
        for _ in range(50):
            hu.round(small, "e4m3fn", "odd", threads=threads, out=target)

    race(
        "1 MiB of binary32 to e4m3fn, odd, 50 times",
        two_threads=lambda: passes(2),
        one_thread=lambda: passes(1),
    )


if __name__ == "__main__":
    main()
