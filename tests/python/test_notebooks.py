"""The notebooks run from top to bottom, and so do the answers to their exercises."""

import re
from pathlib import Path
from typing import Any

import jupytext  # type: ignore[import-untyped]
import nbclient
import nbformat
import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.md"))
_ANSWER = re.compile(r"<details>.*?</details>", re.DOTALL)
_CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)


def with_answers(notebook: Any) -> Any:
    """The notebook, the code of its hidden answers in cells of its own."""
    cells = []
    for cell in notebook.cells:
        cells.append(cell)
        if cell.cell_type == "markdown":
            for answer in _ANSWER.findall(cell.source):
                cells += map(nbformat.v4.new_code_cell, _CODE.findall(answer))
    notebook.cells = cells
    return notebook


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path: Path, tmp_path: Path) -> None:
    notebook = jupytext.read(path)
    headings = [c for c in notebook.cells if c.cell_type == "markdown"]
    assert headings[0].source.startswith("# ")
    with_answers(notebook)
    # Away from the sources, as a reader's notebook is; a failing cell raises.
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=60, resources=resources).execute()
    code = [c for c in notebook.cells if c.cell_type == "code"]
    assert sum("image/png" in str(c.outputs) for c in code) >= 2
    assert not any(o.get("name") == "stderr" for c in code for o in c.outputs)
