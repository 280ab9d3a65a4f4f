"""How long halfulp and its peers take for the same, run side by side in turns.

    .venv/bin/python tests/bench/peers.py        (needs: pip install gfloat ml_dtypes)

Prints the median time of each, and the median of the ratios to halfulp of each turn.
Every array is new: each library allocates what it returns.
"""

import statistics
import time
from collections.abc import Callable, Mapping
from functools import partial

import gfloat
import ml_dtypes
import numpy as np
from gfloat.formats import format_info_bfloat16, format_info_ocp_e4m3

import halfulp as hu

TURNS = 15


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def race(title: str, runners: Mapping[str, Callable[[], object]]) -> None:
    turns: list[dict[str, float]] = []
    for _ in range(TURNS):
        turns.append({name: seconds(work) for name, work in runners.items()})
    print(title)
    for name in runners:
        median = statistics.median(turn[name] for turn in turns)
        ratio = statistics.median(turn[name] / turn["halfulp"] for turn in turns)
        print(f"  {name:<10} {median * 1e3:8.2f} ms  {ratio:6.2f}")


def main() -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal(2**20).astype(np.float32)
    for name, dtype, info in (
        ("bf16", ml_dtypes.bfloat16, format_info_bfloat16),
        ("e4m3fn", ml_dtypes.float8_e4m3fn, format_info_ocp_e4m3),
    ):
        race(
            f"2^20 binary32 numbers rounded to {name}, as binary32",
            {
                "halfulp": partial(hu.round, x, name),
                "ml_dtypes": lambda dtype=dtype: x.astype(dtype).astype(np.float32),
                "gfloat": partial(gfloat.round_ndarray, info, x),
            },
        )
    race(
        "2^20 binary32 numbers rounded to fp16, as binary32",
        {
            "halfulp": partial(hu.round, x, "fp16"),
            "NumPy": lambda: x.astype(np.float16).astype(np.float32),
        },
    )
    a, b = rng.standard_normal((2, 256, 256))
    narrow_a, narrow_b = a.astype(ml_dtypes.bfloat16), b.astype(ml_dtypes.bfloat16)
    model = hu.AccumulationModel(operands="bf16", accumulator="fp32", output="bf16")
    race(
        "matrix product, n = 256, bf16 in, binary32 sums one k at a time, bf16 out",
        {
            "halfulp": partial(hu.matmul, a, b, model=model),
            "ml_dtypes": lambda: np.dot(narrow_a, narrow_b),
        },
    )


if __name__ == "__main__":
    main()
