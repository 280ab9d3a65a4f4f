"""What `import halfulp` brings along, and what it costs."""

import json
import resource
import subprocess
import sys

HEAVY = [
    "IPython",
    "jax",
    "jinja2",
    "matplotlib",
    "ml_dtypes",
    "numpy.random",
    "pandas",
    "rich",
    "scipy",
    "torch",
    "typer",
]


def imported(program: str) -> list[str]:
    """The heavy modules that a fresh interpreter has after it ran the program."""
    report = (
        f"import json, sys; print(json.dumps([m for m in {HEAVY} if m in sys.modules]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\n{report}"],
        check=True,
        capture_output=True,
        text=True,
    )
    found: list[str] = json.loads(done.stdout)
    return found


def test_the_list_is_looked_for() -> None:
    assert imported("import ml_dtypes, rich, typer") == ["ml_dtypes", "rich", "typer"]


def test_importing_halfulp_imports_nothing_heavy() -> None:
    assert imported("import halfulp") == []


def test_numpy_users_import_nothing_heavy() -> None:
    program = """
import numpy as np
import halfulp as hu
x = np.ones((2, 2), np.float32)
hu.round(x, "bf16"), hu.exact.exp(x), hu.compare(x, x)._repr_html_(), hu.finfo("bf16")
hu.decode(hu.encode(x, "bf16"), "bf16"), hu.build_config()
hu.explain(0.1, "bf16")._repr_html_(), hu.table("e5m2"), hu.format_table(["bf16"])
hu.ulp_distance(x, x, "bf16"), hu.shortest_decimal(x, "bf16")
hu.matmul(x, x, model=hu.AccumulationModel())
hu.experiments.run("museum", layers=1)._repr_html_()
for refused in ([1.0], "x", np.arange(2)):
    try:
        hu.round(refused, "bf16")
    except TypeError:
        pass
"""
    assert imported(program) == []


def test_importing_halfulp_is_quick() -> None:
    # Processor time, the least of some: other programs may keep this one waiting.
    alone = min(processor_time("import numpy") for _ in range(5))
    both = min(processor_time("import numpy, halfulp") for _ in range(5))
    assert both - alone < 0.12  # seconds


def processor_time(program: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
