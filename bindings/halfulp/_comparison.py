"""Every metric of two arrays at once."""

import difflib
import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

from halfulp import _blind_spots, _numbers, _tables, metrics
from halfulp.metrics import ArrayLike, Metric

_COLUMNS = ("metric", "value", "status", "used", "skipped")


class Comparison(Mapping[str, Metric]):
    """What `compare` found: a mapping from the names of the metrics to `Metric`s.

    Its `repr` is a table.

    >>> found = compare(np.array([1.0, 2.0]), np.array([1.0, 2.5]))
    >>> list(found)[:3], found["rmse"].status
    (['max_abs', 'mean_abs', 'rmse'], 'ok')
    """

    def __init__(self, found: Mapping[str, Metric]) -> None:
        self._metrics = dict(found)

    def __getitem__(self, name: str) -> Metric:
        if name not in self._metrics:
            near = difflib.get_close_matches(str(name), self._metrics, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ";"
            raise KeyError(
                f"unknown metric {name!r}{hint} known: {', '.join(self._metrics)}"
            )
        return self._metrics[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._metrics)

    def __len__(self) -> int:
        return len(self._metrics)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One dict a metric: metric, value (None where there is none), status, used,
        skipped.
        """
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

    def blind_spots(self, language: _blind_spots.Language = "en") -> dict[str, str]:
        """What each metric cannot see in these data: a sentence by metric.

        `language` is "en" or "zh".

        >>> import numpy as np
        >>> found = compare(np.array([2.0, 4.0]), np.array([1.0, 2.0]))
        >>> print(found.blind_spots()["cosine"])  # doctest: +NORMALIZE_WHITESPACE
        The cosine, 1.000000, compares directions only; it cannot see that all elements
        share the factor 2, which is 100% of the squared error; without it the relative
        RMSE is 0.000e+00.
        """
        values = {row["metric"]: row["value"] for row in self.rows}
        return _blind_spots.sentences(values, language)

    def to_json(self) -> str:
        """The rows as a JSON array, numbers so that they read back unchanged.

        >>> found = compare(np.array([1.0]), np.array([0.5]))
        >>> json.loads(found.to_json())[0]["value"]
        0.5
        """
        return json.dumps(self.rows)

    def __repr__(self) -> str:
        return _tables.text_table(_COLUMNS, [list(row.values()) for row in self.rows])

    def _repr_html_(self) -> str:
        rows = [list(row.values()) for row in self.rows]
        return _tables.html_table(_COLUMNS, rows, "actual compared with reference")


def compare(actual: ArrayLike, reference: ArrayLike) -> Comparison:
    """Every metric of two arrays of one shape: see `halfulp.metrics`.

    `actual` and `reference` are NumPy arrays or torch tensors, not necessarily both
    the same. Raises ValueError if the shapes differ, TypeError for other arrays.

    >>> compare(np.array([1.0, 2.0]), np.array([1.0, 2.5]))["max_abs"].value
    0.5
    """
    x = _numbers.take_wide(actual, "actual")
    r = _numbers.take_wide(reference, "reference")
    return Comparison({name: metrics.measure(name, x, r) for name in metrics.names()})
