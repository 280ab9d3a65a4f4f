"""Checks that builds of halfulp-experiment give the same museum, but for the manifest.

    python .ci/same_results.py PROGRAM...

The first program's default run is the measure. Every other run must give the same
text: each program, in both modes, with 1, 2 and 5 threads and on every target that it
offers.
"""

import json
import subprocess
import sys
from collections.abc import Iterator

MODES = ("propagated", "teacher_forced")


def run(program: str, *arguments: str) -> dict[str, object]:
    command = [program, "museum", *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    result: dict[str, object] = json.loads(done.stdout)
    return result


def manifest_of(result: dict[str, object]) -> dict[str, list[str]]:
    manifest = result.pop("manifest")
    assert isinstance(manifest, dict)
    return manifest


def runs(program: str, targets: list[str]) -> Iterator[list[str]]:
    for threads in ("1", "2", "5"):
        yield ["--threads", threads]
    for target in targets:
        yield ["--target", target]


def main() -> int:
    programs = sys.argv[1:]
    count = 0
    for mode in MODES:
        expected = run(programs[0], f"mode={mode}")
        manifest_of(expected)
        for program in programs:
            targets = manifest_of(run(program))["targets"]
            for arguments in runs(program, targets):
                result = run(program, f"mode={mode}", *arguments)
                manifest_of(result)
                if json.dumps(result) != json.dumps(expected):
                    print(f"{program} mode={mode} {' '.join(arguments)}: differs")
                    return 1
                count += 1
    print(f"{count} runs of {len(programs)} builds: the same results")
    return 0


if __name__ == "__main__":
    sys.exit(main())
