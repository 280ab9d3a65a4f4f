"""The recorded results of experiments, and recomputing them."""

import json
from importlib.resources import files
from typing import Any

from halfulp import _core, _numbers
from halfulp._experiments import Result


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


def comparison(result: Result) -> tuple[int, bool]:
    """How many rows of a result are on record, and whether all of these are equal.

    Rows of cases that no golden file can hold, a reader's own, are left out.
    """
    golden = json.loads(recorded(result.experiment) or '{"runs": []}')
    for run in golden["runs"]:
        if {k: _number(v) for k, v in run["parameters"].items()} == result.parameters:
            break
    else:
        return 0, True
    cases = {row[0] for row in run["rows"]}
    ours = [list(row.values()) for row in result.rows if row["case"] in cases]
    kept = {row[0] for row in ours}
    theirs = [[_number(v) for v in row] for row in run["rows"] if row[0] in kept]
    return len(ours), ours == theirs


def _number(value: Any) -> Any:
    """A value of a golden file, where numbers are hexadecimal texts."""
    hexadecimal = isinstance(value, str) and value.lstrip("-").startswith("0x")
    return float.fromhex(value) if hexadecimal else value


def _run_text(run: dict[str, Any]) -> str:
    rows = ",\n".join(f"    {_line(row)}" for row in run["rows"])
    return (
        f'  {{"columns": {_line(run["columns"])},\n'
        f'   "parameters": {_line(run["parameters"])},\n'
        f'   "rows": [\n{rows}\n   ]}}'
    )


def _line(value: object) -> str:
    return json.dumps(value, sort_keys=True)
