"""How long halfulp and its peers take for the same, run side by side in turns.

    .venv/bin/python tests/bench/peers.py        (needs: pip install gfloat ml_dtypes)

Prints the median time of each, and the median of the ratios to halfulp of each turn.
Results go into arrays that are there already, where the library can do so: new memory
may cost more than the work.
"""

import random
import statistics
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import gfloat
import ml_dtypes
import numpy as np
from gfloat.formats import format_info_bfloat16, format_info_ocp_e4m3
from numpy.typing import NDArray

import halfulp as hu

TURNS = 31


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def there_and_back(
    x: NDArray[np.float32], narrow: NDArray[Any], out: NDArray[np.float32]
) -> None:
    np.copyto(narrow, x, casting="unsafe")
    np.copyto(out, narrow)


def race(title: str, runners: Mapping[str, Callable[[], object]]) -> None:
    turns: list[dict[str, float]] = []
    order = random.Random(0)
    for _ in range(TURNS):
        # Whoever comes first finds the caches full of something else.
        names = order.sample(list(runners), len(runners))
        turns.append({name: seconds(runners[name]) for name in names})
    print(title)
    for name in runners:
        median = statistics.median(turn[name] for turn in turns)
        ratio = statistics.median(turn[name] / turn["halfulp"] for turn in turns)
        print(f"  {name:<10} {median * 1e3:8.2f} ms  {ratio:6.2f}")


def main() -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal(2**20).astype(np.float32)
    out = np.empty_like(x)
    for name, dtype, info in (
        ("bf16", ml_dtypes.bfloat16, format_info_bfloat16),
        ("e4m3fn", ml_dtypes.float8_e4m3fn, format_info_ocp_e4m3),
    ):
        race(
            f"2^20 binary32 numbers rounded to {name}, as binary32",
            {
                "halfulp": partial(hu.round, x, name, out=out),
                "ml_dtypes": partial(there_and_back, x, np.empty(x.shape, dtype), out),
                "gfloat": partial(gfloat.round_ndarray, info, x),
            },
        )
    race(
        "2^20 binary32 numbers rounded to fp16, as binary32",
        {
            "halfulp": partial(hu.round, x, "fp16", out=out),
            "NumPy": partial(there_and_back, x, np.empty(x.shape, np.float16), out),
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
