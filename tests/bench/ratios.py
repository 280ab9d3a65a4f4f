"""Google Benchmark's results as ratios to copying.

Usage: ratios.py FILE.json

Each line of the first table is a kernel; each cell its time, divided by that of
std::memcpy of the same arrays in the same run: medians over the repetitions. The second
table is of kernels with one thread and with two.
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
            name = run["run_name"].removesuffix("/real_time")
            place, target, what = name.split("/", 2)
            found[place, target, what].append(run["bytes_per_second"])
    return {key: statistics.median(values) for key, values in found.items()}


def copies(found: dict[tuple[str, str, str], float]) -> dict[tuple[str, str], float]:
    """Those of std::memcpy, by place and kind of input."""
    return {
        (place, what.split()[0]): speed
        for (place, _, what), speed in found.items()
        if what.endswith("memcpy")
    }


def print_threads(found: dict[tuple[str, str, str], float]) -> None:
    """A column for each size of the arrays, which are named "512 KiB 1" and so on."""
    sizes = sorted({name.rpartition(" ")[0] for _, name, _ in found})
    kernels = sorted({what for _, _, what in found})
    width = max(map(len, kernels))
    print("time with one thread / time with two, by the size of the array of numbers")
    print(" " * width, *(f"{size:>10}" for size in sizes))
    for what in kernels:
        cells = (
            f"{two / one:10.2f}" if one and two else " " * 10
            for one, two in (
                [found.get(("threads", f"{size} {n}", what)) for n in (1, 2)]
                for size in sizes
            )
        )
        print(f"{what:<{width}}", *cells)


def main(file: str) -> None:
    all_found = speeds(Path(file))
    threads = {key: s for key, s in all_found.items() if key[0] == "threads"}
    found = {key: s for key, s in all_found.items() if key[0] != "threads"}
    if found:
        print_copies(found)
    if threads:
        print_threads(threads)


def print_copies(found: dict[tuple[str, str, str], float]) -> None:
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
