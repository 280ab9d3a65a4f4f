"""How many numbers of a format lie between two."""

from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from halfulp import _core, _jax, _numbers, _torch
from halfulp._formats import FormatLike, format

Foreign = TypeVar("Foreign", bound=_torch.Tensor | _jax.Array)


@overload
def ulp_distance(
    x: float, y: float, fmt: FormatLike, *, threads: int = ...
) -> float: ...
@overload
def ulp_distance(
    x: np.generic, y: np.generic, fmt: FormatLike, *, threads: int = ...
) -> np.float64: ...
@overload
def ulp_distance(
    x: NDArray[Any], y: NDArray[Any], fmt: FormatLike, *, threads: int = ...
) -> NDArray[np.float64]: ...
@overload
def ulp_distance(
    x: Foreign, y: Foreign, fmt: FormatLike, *, threads: int = ...
) -> Foreign: ...
def ulp_distance(x: Any, y: Any, fmt: FormatLike, *, threads: int = 1) -> Any:
    """How many steps from a number of a format to the next one lead from `x` to `y`.

    0 for equal numbers, 1 for neighbours, element by element, through zero where the
    signs differ: +0 and -0 are one point. An infinity of the format is one step beyond
    its last number. NaN where `x` or `y` is NaN. Of the shape of `x` and `y`, as
    float64, which is exact up to 2**53 steps and rounded beyond. `threads` does not
    change the result.

    `x` and `y` are numbers of the format: ValueError, with the index of the first
    element that is not (in C order), for others, so round first. ValueError too for
    arrays of two shapes, TypeError for arrays of two libraries and as of `round`.

    >>> ulp_distance(1.0, 1.0078125, "bf16"), ulp_distance(-0.5, 0.5, "e2m1fn")
    (1.0, 2.0)
    """
    left, right = _numbers.take(x, "x"), _numbers.take(y, "y")
    _numbers.require_one_library(left, right, "x and y")
    if left.codes.shape != right.codes.shape:
        raise ValueError(
            "x and y must have one shape, got "
            f"{left.codes.shape} and {right.codes.shape}"
        )
    count = _numbers.thread_count(threads)
    steps = _core.ulp_distance(
        left.widened(count), right.widened(count), format(fmt), count
    )
    return left.returned(steps)
