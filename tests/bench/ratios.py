"""Google Benchmark's results as ratios to copying.

Usage: ratios.py FILE.json

Each line of the table is a kernel; each cell its time, divided by that of std::memcpy
of the same arrays in the same run: medians over the repetitions.
"""

import json
import statistics
import sys
from collections import defaultdict
from pathlib import Path


def speeds(file: Path) -> dict[tuple[str, str, str], float]:
    """Medians by place, target and kernel, in bytes read and written per second."""
    found = defaultdict(list)
    for run in json.loads(file.read_text())["benchmarks"]:
        if run["run_type"] == "iteration":
            place, target, what = run["run_name"].split("/", 2)
            found[place, target, what].append(run["bytes_per_second"])
    return {key: statistics.median(values) for key, values in found.items()}


def copies(found: dict[tuple[str, str, str], float]) -> dict[tuple[str, str], float]:
    """Those of std::memcpy, by place and kind of input."""
    return {
        (place, what.split()[0]): speed
        for (place, _, what), speed in found.items()
        if what.endswith("memcpy")
    }


def main(file: str) -> None:
    found = speeds(Path(file))
    copy = copies(found)
    columns = [(t, p) for t in ("AVX3", "AVX2") for p in ("L2", "DRAM")]
    kernels = sorted({what for _, _, what in found if not what.endswith("memcpy")})
    width = max(map(len, kernels))
    print("time / memcpy of as many bytes of the same arrays, one thread")
    print(" " * width, *(f"{t + ' ' + p:>10}" for t, p in columns))
    for what in kernels:
        cells = (
            f"{copy[p, what.split()[0]] / found[p, t, what]:10.2f}"
            if (p, t, what) in found
            else " " * 10  # filtered out
            for t, p in columns
        )
        print(f"{what:<{width}}", *cells)
    for (place, kind), speed in copy.items():
        print(f"memcpy of {kind} arrays in {place}: {speed / 1e9:.0f} GB/s")


if __name__ == "__main__":
    main(sys.argv[1])
