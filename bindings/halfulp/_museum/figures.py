"""The rows of a museum's result by case, layer and metric."""

from typing import Any

from halfulp._experiments import Result


class Figures:
    def __init__(self, result: Result) -> None:
        self._rows = {(r["case"], r["layer"], r["metric"]): r for r in result.rows}
        self.cases = list(dict.fromkeys(r["case"] for r in result.rows))
        self.layers = sorted({r["layer"] for r in result.rows})
        self.gate: float = result.parameters["gate"]

    def measured(self, case: str, layer: int, metric: str) -> float | None:
        value: float | None = self._rows[case, layer, metric]["measured"]
        return value

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
        return [
            row
            for (c, number, metric), row in self._rows.items()
            if (c, number) == (case, layer) and metric != "passes_gate"
            if row["predicted"] is not None or row["published"] is not None
        ]

    def scaling_share(self, case: str, layer: int) -> float | None:
        """The share of the squared error that is a common factor: gain² / rel_rmse²."""
        gain = self.measured(case, layer, "gain")
        error = self.measured(case, layer, "rel_rmse")
        return None if gain is None or not error else (gain / error) ** 2
