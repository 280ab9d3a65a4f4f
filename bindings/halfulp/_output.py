"""Where the command line writes: standard output, or a file, never half-written."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from rich.console import Console


class OutputError(Exception):
    """A place that cannot be written to, and why."""

    def __init__(self, path: Path | str, error: OSError) -> None:
        super().__init__(f"cannot write {path}: {error.strerror or error}")


@contextmanager
def destination(path: Path | None) -> Iterator[TextIO]:
    """Standard output, or a temporary file beside `path` that replaces it at the end.

    The file is opened before the work is done, so that an unwritable one costs no
    time; if the work fails, `path` stays as it was. Raises OutputError naming the path
    and the reason.
    """
    if path is None:
        if sys.stdout is None:
            raise OutputError("standard output", OSError("it is closed"))
        yield sys.stdout
        return
    target = path.resolve()  # what a link points to is replaced, not the link
    try:
        if target.exists() and not target.is_file():
            # A device or a pipe cannot be replaced; a folder cannot be opened.
            with target.open("w", encoding="utf-8") as file:
                yield file
        else:
            yield from _replacing(target)
    except OSError as error:
        raise OutputError(path, error) from error


def _replacing(target: Path) -> Iterator[TextIO]:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            yield file
        temporary.chmod(_mode_of(target))
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _mode_of(target: Path) -> int:
    """The permissions of the file that is there, or those of a new file."""
    if target.exists():
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def console_on(file: TextIO) -> Console:
    """For tables. Colours only on a terminal; never so narrow that figures are cut."""
    console = Console(file=file, highlight=False)
    console.width = max(console.width, 40)
    return console
