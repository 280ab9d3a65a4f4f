"""What the Python face adds to a kernel, and what a second thread saves.

    .venv/bin/python tests/bench/python_face.py

Medians over turns. "compiled" is the call of the compiled module that hu.round
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
    print("time with one thread / time with two, 50 calls on 768 KiB of binary32")
    # Of which, in and out, each core's L2 cache holds its half.
    small, target = x[: 3 * 2**16].copy(), out[: 3 * 2**16].copy()
    codes = hu.encode(small, "e4m3fn")
    any_format = hu.Format("e5m9", width=15, precision=10, emax=15, emin=-14)
    sat = {"overflow": "saturate_finite"}
    calls: dict[str, Callable[[int], object]] = {
        "bf16": lambda n: hu.round(small, "bf16", out=target, threads=n),
        "e4m3fn": lambda n: hu.round(small, "e4m3fn", **sat, out=target, threads=n),
        "(5,10)": lambda n: hu.round(small, any_format, out=target, threads=n),
        "to codes": lambda n: hu.encode(small, "e4m3fn", **sat, threads=n),
        "from codes": lambda n: hu.decode(codes, "e4m3fn", threads=n),
    }
    for name, call in calls.items():
        print(f"  {name:<12}{one_to_two(call):7.2f}")


def one_to_two(call: Callable[[int], object]) -> float:
    """The median ratio of turns."""
    ratios = []
    for _ in range(TURNS):
        times = []
        for threads in (1, 2):
            call(threads)
            begin = time.perf_counter()
            for _ in range(50):
                call(threads)
            times.append(time.perf_counter() - begin)
        ratios.append(times[0] / times[1])
    return statistics.median(ratios)


if __name__ == "__main__":
    main()
