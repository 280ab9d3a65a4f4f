"""Python's own arithmetic in the floating-point environment that it counts on."""

from collections.abc import Callable
from functools import partial, wraps
from typing import ParamSpec, TypeVar

from halfulp import _core

P = ParamSpec("P")
T = TypeVar("T")


def in_default_fp_environment(function: Callable[P, T]) -> Callable[P, T]:
    """`function`, run with rounding to nearest and subnormal numbers kept.

    Python reads, compares and prints floats as the processor is set. Where another
    library has switched it to flushing subnormal numbers, 5e-324 prints as 0.0.
    """

    @wraps(function)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> T:
        return _core.in_default_fp_environment(partial(function, *args, **kwargs))

    return guarded
