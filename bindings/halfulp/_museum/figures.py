"""The rows of a museum's result by case, layer and metric."""

from typing import Any

from halfulp._experiments import Result


class Figures:
    def __init__(self, result: Result) -> None:
        self._rows = {(r["case"], r["layer"], r["metric"]): r for r in result.rows}
        self.cases = list(dict.fromkeys(r["case"] for r in result.rows))
        self.layers: list[int] = sorted({r["layer"] for r in result.rows})
        self._metrics = list(dict.fromkeys(r["metric"] for r in result.rows))
        self.gate: float = result.parameters["gate"]

    def row(self, case: str, layer: int, metric: str) -> dict[str, Any]:
        return self._rows[case, layer, metric]

    def measured(self, case: str, layer: int, metric: str) -> float | None:
        value: float | None = self._rows[case, layer, metric]["measured"]
        return value

    def values(self, case: str, layer: int) -> dict[str, float | None]:
        """Every metric of a layer's output by name."""
        return {m: self.measured(case, layer, m) for m in self._metrics}

    def first_wrong_layer(self, case: str) -> int:
        """The first layer with an error or without a value; else the first."""
        wrong = (k for k in self.layers if self.measured(case, k, "max_abs") != 0)
        return next(wrong, self.layers[0])

    def passes(self, case: str, layer: int) -> bool:
        return self.measured(case, layer, "passes_gate") == 1

    def passed(self, case: str) -> int:
        """How many layers pass the gate."""
        return sum(self.passes(case, layer) for layer in self.layers)

    def published_passes(self, case: str) -> int | None:
        """How many layers the exhibit says pass, if it says."""
        published = [
            self._rows[case, layer, "passes_gate"]["published"] for layer in self.layers
        ]
        return None if None in published else int(sum(published))

    def with_others(self, case: str, layer: int) -> list[dict[str, Any]]:
        """The layer's rows for which theory or the exhibit has a figure too."""
        rows = [self.row(case, layer, m) for m in self._metrics if m != "passes_gate"]
        return [
            row
            for row in rows
            if row["predicted"] is not None or row["published"] is not None
        ]

    def scaling_share(self, case: str, layer: int) -> float | None:
        """The share of the squared error that is a common factor: gain² / rel_rmse²."""
        gain = self.measured(case, layer, "gain")
        error = self.measured(case, layer, "rel_rmse")
        return None if gain is None or not error else (gain / error) ** 2
