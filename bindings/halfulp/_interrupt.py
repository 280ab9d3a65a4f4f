"""Work in C++ that Ctrl-C can end."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")

# The exit status of a program that Ctrl-C ended.
INTERRUPTED = 128 + 2


def interruptible(work: Callable[[], T]) -> T:
    """work(), done in another thread: here, Ctrl-C raises KeyboardInterrupt at once.

    The thread goes on, so the program must end by `leave`.
    """
    future: Future[T] = Future()

    def body() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    thread = threading.Thread(target=body, daemon=True)
    thread.start()
    # Signals may arrive in the other thread, which does not wake this one: look often.
    while thread.is_alive():
        thread.join(0.1)
    return future.result()


def leave() -> None:
    """Ends the program without waiting for threads, or taking anything from them."""
    os._exit(INTERRUPTED)
