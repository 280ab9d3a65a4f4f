"""Reproducible experiments, each one question: `list()` them, `run()` one."""

from halfulp._experiments import AlteredLayer, Experiment, Result, run
from halfulp._experiments import list_experiments as list

__all__ = ["AlteredLayer", "Experiment", "Result", "list", "run"]
