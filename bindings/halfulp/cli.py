"""The command line."""

import typer

from halfulp import _core

app = typer.Typer()


@app.callback()
def root() -> None:
    """How far may a computation be from the truth, and is it?"""


@app.command()
def run(name: str) -> None:
    """Run an experiment."""
    print(_core.run_museum())


def main() -> None:
    """Entry point."""
    app()
