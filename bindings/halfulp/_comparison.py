"""Every metric of two arrays at once."""

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

from halfulp import _numbers, _tables, metrics
from halfulp.metrics import ArrayLike, Metric

_COLUMNS = ("metric", "value", "status", "used", "skipped")


class Comparison(Mapping[str, Metric]):
    """What `compare` found: a mapping from the names of the metrics to `Metric`s."""

    def __init__(self, found: Mapping[str, Metric]) -> None:
        self._metrics = dict(found)

    def __getitem__(self, name: str) -> Metric:
        return self._metrics[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._metrics)

    def __len__(self) -> int:
        return len(self._metrics)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One dict a metric: metric, value (None where there is none), status, ..."""
        return [
            {
                "metric": name,
                "value": None if math.isnan(m.value) else m.value,
                "status": m.status,
                "used": m.used,
                "skipped": m.skipped,
            }
            for name, m in self.items()
        ]

    def to_json(self) -> str:
        """The rows as a JSON array."""
        return json.dumps(self.rows)

    def __repr__(self) -> str:
        return _tables.text_table(_COLUMNS, [list(row.values()) for row in self.rows])

    def _repr_html_(self) -> str:
        rows = [list(row.values()) for row in self.rows]
        return _tables.html_table(_COLUMNS, rows, "actual compared with reference")


def compare(actual: ArrayLike, reference: ArrayLike) -> Comparison:
    """Every metric of two arrays of one shape: see `halfulp.metrics`.

    >>> import numpy as np
    >>> compare(np.array([1.0, 2.0]), np.array([1.0, 2.5]))["max_abs"].value
    0.5
    """
    x = _numbers.take_wide(actual, "actual")
    r = _numbers.take_wide(reference, "reference")
    return Comparison({name: metrics.measure(name, x, r) for name in metrics.names()})
