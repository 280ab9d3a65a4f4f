"""The recorded results of experiments, and recomputing them."""

import json
from importlib.resources import files
from typing import Any

from halfulp import _core, _numbers


def recorded(name: str) -> str | None:
    """The golden file of an experiment, from the package; None if there is none."""
    file = files("halfulp").joinpath("experiments_expected", f"{name}.json")
    return file.read_text(encoding="utf-8") if file.is_file() else None


def recomputed(name: str, threads: int = 1) -> str:
    """What the golden file of an experiment should be: keys sorted, one row a line."""
    golden = json.loads(_core.golden(name, _numbers.thread_count(threads)))
    runs = ",\n".join(_run_text(run) for run in golden["runs"])
    return f'{{"experiment": {_line(golden["experiment"])},\n "runs": [\n{runs}\n ]}}\n'


def differences(name: str, threads: int = 1) -> list[str]:
    """How the recomputed results differ from the recorded ones, a line a difference."""
    expected = recorded(name)
    if expected is None:
        return [f"no results of {name} are recorded: halfulp record {name}"]
    return _core.differences(expected, recomputed(name, threads))


def _run_text(run: dict[str, Any]) -> str:
    rows = ",\n".join(f"    {_line(row)}" for row in run["rows"])
    return (
        f'  {{"columns": {_line(run["columns"])},\n'
        f'   "parameters": {_line(run["parameters"])},\n'
        f'   "rows": [\n{rows}\n   ]}}'
    )


def _line(value: object) -> str:
    return json.dumps(value, sort_keys=True)
