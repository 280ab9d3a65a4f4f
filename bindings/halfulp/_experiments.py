"""Experiments, run from Python."""

import json
import math
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from halfulp import _core, _numbers, _refusals, _tables

Matrix: TypeAlias = NDArray[np.float64]

# altered(h, w, layer) -> the layer's output, of the shape of h.
AlteredLayer: TypeAlias = Callable[[Matrix, Matrix, int], Matrix]

# A forced target is forced for the whole process: one run at a time.
_one_target = threading.Lock()
_this_thread = threading.local()


@dataclass(frozen=True)
class Experiment:
    """An experiment that `run` knows: its name, its title and its defaults.

    >>> list_experiments()[0].parameters["layers"]
    8
    """

    name: str
    title: dict[str, str]  # by language: "en", "zh"
    parameters: dict[str, Any]  # names and defaults
    meanings: dict[str, dict[str, str]]  # of the parameters, by language
    choices: dict[str, list[str]]  # of the parameters that are words


@dataclass(frozen=True, repr=False)
class Result:
    """What an experiment found.

    `rows` are dicts with the keys `columns`, None where there is no value. Everything
    but `manifest` (version, build, target, machine, time) is the same for every number
    of threads and every target; `hash` is the SHA-256 of it. `repr` shows the first
    rows.

    >>> run("museum", layers=2).columns[:4]
    ['case', 'mode', 'layer', 'metric']
    """

    experiment: str
    parameters: dict[str, Any]
    columns: list[str]
    rows: list[dict[str, Any]]
    hash: str
    manifest: dict[str, Any]
    _text: str

    def to_json(self) -> str:
        """The result as JSON: what `halfulp run --json` prints.

        >>> json.loads(run("museum", layers=1).to_json())["experiment"]
        'museum'
        """
        return self._text

    def __repr__(self) -> str:
        return f"{self._caption()}\n{_tables.text_table(self.columns, self._cells(12))}"

    def _repr_html_(self) -> str:
        return _tables.html_table(self.columns, self._cells(40), self._caption())

    def _caption(self) -> str:
        given = ", ".join(f"{name}={value}" for name, value in self.parameters.items())
        return (
            f"{self.experiment}({given}): {len(self.rows)} rows, hash {self.hash[:12]}"
        )

    def _cells(self, most: int) -> list[list[object]]:
        cells = [list(row.values()) for row in self.rows[:most]]
        if len(self.rows) > most:
            cells.append(["..."] + [None] * (len(self.columns) - 1))
        return cells


def list_experiments() -> list[Experiment]:
    """All experiments.

    >>> [experiment.name for experiment in list_experiments()]
    ['museum']
    """
    return [
        Experiment(
            name=e["name"],
            title=e["title"],
            parameters={p["name"]: p["default"] for p in e["parameters"]},
            meanings={p["name"]: p["meaning"] for p in e["parameters"]},
            choices={p["name"]: p.get("choices", []) for p in e["parameters"]},
        )
        for e in json.loads(_core.experiments())
    ]


def run(
    name: str,
    *,
    threads: int = 1,
    target: str | None = None,
    altered: AlteredLayer | None = None,
    **parameters: int | float | str,
) -> Result:
    """The result of an experiment.

    `parameters` are the experiment's own; those left out have their defaults. `threads`
    and `target` (a Highway target of this machine, `build_config()["targets"]`) do not
    change the result.

    `altered(h, w, layer)` is for the museum: it becomes the third case, "altered". `h`
    is the layer's input, (rows, width), `w` its weights, (width, width), both float64
    and read-only, `layer` its number, from 1; it returns the output, a float64 array of
    the shape of `h`. NaNs in it are measured like everything else: the metrics are then
    undefined. What it raises comes through as it is.

    Raises ValueError naming the parameter, the value and what is allowed, or the
    nearest known name; TypeError for a parameter that is no int, float or str.

    >>> result = run("museum", layers=1)
    >>> result.rows[0]["case"], result.rows[0]["metric"]
    ('bf16_inputs', 'max_abs')
    """
    given = json.dumps({key: _plain(key, value) for key, value in parameters.items()})
    count = _numbers.thread_count(threads)
    if target is None:
        return _run(name, given, count, None, altered)
    if getattr(_this_thread, "forces_target", False):
        raise ValueError(
            f"target {target!r} within a run that has forced one; leave target out"
        )
    with _one_target:
        _this_thread.forces_target = True
        try:
            return _run(name, given, count, target, altered)
        finally:
            _this_thread.forces_target = False


def _run(
    name: str,
    given: str,
    threads: int,
    target: str | None,
    altered: AlteredLayer | None,
) -> Result:
    if altered is None:
        return result_of(_core.run_experiment(name, given, threads, target))
    if name != "museum":
        raise ValueError(f"altered is an argument of the museum, not of {name!r}")
    if not callable(altered):
        raise TypeError(f"altered must be callable, got {altered!r}")
    return result_of(_core.run_museum(given, _checked(altered), threads, target))


def result_of(text: str) -> Result:
    """The result that the JSON text holds."""
    fields = json.loads(text)
    rows = [dict(zip(fields["columns"], r, strict=True)) for r in fields.pop("rows")]
    return Result(rows=rows, _text=text, **fields)


def _plain(name: str, value: object) -> int | float | str:
    """A parameter as JSON has it; numbers that it lacks are refused by name."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise TypeError(
            f"parameter {name!r} must be an int, a float or a str, "
            f"got {value!r} ({type(value).__name__})"
        )
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def _checked(altered: AlteredLayer) -> Callable[[Matrix, Matrix, int], Matrix]:
    def layer(h: Matrix, w: Matrix, number: int) -> Matrix:
        h.flags.writeable = False
        w.flags.writeable = False
        out: object = altered(h, w, number)
        promise = f"altered must return a float64 array of shape {h.shape}"
        if not isinstance(out, np.ndarray) or out.dtype.type is not np.float64:
            what = _refusals.kind(out)
            raise TypeError(f"{promise}; layer {number} returned {what}")
        if out.shape != h.shape:
            raise ValueError(f"{promise}; layer {number} returned shape {out.shape}")
        return _numbers.take_wide(out, "altered")

    return layer
