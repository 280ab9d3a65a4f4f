"""What the error is: a value and a status.

Every metric compares two arrays of one shape, `actual` and `reference`, each a NumPy
array or a torch tensor of a dtype as for `halfulp.round`, and returns a `Metric`. With
x the actual numbers, r the reference and e = x - r, each difference rounded once to
binary64. Common to all:

* shapes that differ raise ValueError, other kinds of numbers TypeError;
* a NaN in either array, or an infinity that the other does not have in its place, makes
  the metric "undefined"; equal infinities are skipped and counted;
* empty arrays are "not_applicable".

Nothing undefined becomes a 0 or a 1.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

from numpy.typing import NDArray

from halfulp import _core, _jax, _numbers, _torch
from halfulp._words import Status

# The two need not be of one library.
ArrayLike: TypeAlias = NDArray[Any] | _torch.Tensor | _jax.Array

__all__ = [
    "Metric",
    "cosine",
    "gain",
    "largest_share",
    "max_abs",
    "mean_abs",
    "measure",
    "names",
    "offset",
    "offset_share",
    "one_minus_cosine",
    "one_minus_cosine_binary64",
    "order_share",
    "rel_rmse",
    "rel_rmse_after_gain",
    "rmse",
    "scaling_share",
]


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True)
class Metric:
    """A measured value and what it rests on.

    value: NaN unless the status is "ok" or "degenerate".
    status: "ok"; "undefined" (the formula has no value here); "degenerate" (it has one
        that says nothing); "not_applicable" (too few elements for the question).
    used: pairs that entered the formula. skipped: pairs of equal infinities.

    `float(metric)` is the value; ValueError naming the status if there is none.

    >>> rel_rmse(np.ones(2), np.zeros(2))
    Metric(value=nan, status='undefined', used=2, skipped=0)
    """

    value: float
    status: Status
    used: int
    skipped: int

    def __float__(self) -> float:
        if self.status in ("ok", "degenerate"):
            return self.value
        raise ValueError(f"the metric has no value: {self.status}")


def names() -> list[str]:
    """The names of all metrics, in the order in which people read them.

    >>> names()[:4]
    ['max_abs', 'mean_abs', 'rmse', 'rel_rmse']
    """
    return [name for name, _ in _core.metrics()]


def max_abs(actual: ArrayLike, reference: ArrayLike) -> Metric:
    """max |e|, in the unit of the numbers.

    >>> max_abs(np.array([1.0, 2.5]), np.array([1.0, 2.0]))
    Metric(value=0.5, status='ok', used=2, skipped=0)
    """
    return measure("max_abs", actual, reference)


def mean_abs(actual: ArrayLike, reference: ArrayLike) -> Metric:
    """(sum |e|) / n, in the unit of the numbers.

    >>> mean_abs(np.array([1.0, 2.5]), np.array([1.0, 2.0])).value
    0.25
    """
    return measure("mean_abs", actual, reference)


def rmse(actual: ArrayLike, reference: ArrayLike) -> Metric:
    """sqrt((sum e**2) / n), in the unit of the numbers.

    Without overflow or underflow on the way:

    >>> rmse(np.array([1e200, 1e200]), np.zeros(2)).value
    1e+200
    """
    return measure("rmse", actual, reference)


def rel_rmse(actual: ArrayLike, reference: ArrayLike) -> Metric:
    """sqrt(sum e**2 / sum r**2), a pure number.

    Undefined where the reference is zero; degenerate, 0, if both arrays are.

    >>> rel_rmse(np.array([3.0, 4.5]), np.array([3.0, 4.0])).value
    0.1
    """
    return measure("rel_rmse", actual, reference)


def cosine(actual: ArrayLike, reference: ArrayLike) -> Metric:
    """The cosine of the angle between the arrays, seen as vectors.

    Undefined where one of them is zero; one pair of elements is not_applicable. It
    cannot see a common factor:

    >>> cosine(np.array([1.0, 2.0]), np.array([100.0, 200.0])).value
    1.0
    """
    return measure("cosine", actual, reference)


def one_minus_cosine(actual: ArrayLike, reference: ArrayLike) -> Metric:
    """1 - cosine, right to 1e-10 relative down to 1e-20 and below.

    >>> f"{one_minus_cosine(np.array([1.0, 1e-9]), np.array([1.0, 0.0])).value:.6e}"
    '5.000000e-19'
    """
    return measure("one_minus_cosine", actual, reference)


def one_minus_cosine_binary64(actual: ArrayLike, reference: ArrayLike) -> Metric:
    """1 - dot / sqrt(nx * nr), each operation rounded to binary64, left to right.

    What most tools compute, kept to reproduce their digits: it cannot tell values below
    about 1e-15 from 0, and may be negative.

    >>> one_minus_cosine_binary64(np.array([1.0, 1e-9]), np.array([1.0, 0.0])).value
    0.0
    """
    return measure("one_minus_cosine_binary64", actual, reference)


def gain(actual: ArrayLike, reference: ArrayLike) -> Metric:
    """(sum e*r) / (sum r**2): the common factor, less one, by least squares.

    0 if there is none, -0.01 if x is 1 % too small. Undefined where the reference is
    zero.

    >>> gain(np.array([0.5, 1.0]), np.array([1.0, 2.0])).value
    -0.5
    """
    return measure("gain", actual, reference)


def offset(actual: ArrayLike, reference: ArrayLike) -> Metric:
    """(sum e) / n, in the unit of the numbers: the common shift.

    >>> offset(np.array([1.5, 1.5]), np.array([1.0, 2.0])).value
    0.0
    """
    return measure("offset", actual, reference)


def scaling_share(actual: NDArray[Any], reference: NDArray[Any]) -> Metric:
    """The share of sum e**2 that a common factor explains: (gain / rel_rmse)**2.

    The cosine sees nothing of it. This and the other shares are between 0 and 1 and do
    not add up; they are undefined where there is no error, and not_applicable to one
    pair of elements.

    >>> import numpy as np
    >>> scaling_share(np.array([2.0, 4.0]), np.array([1.0, 2.0])).value
    1.0
    """
    return measure("scaling_share", actual, reference)


def offset_share(actual: NDArray[Any], reference: NDArray[Any]) -> Metric:
    """The share of sum e**2 that a constant explains: (sum e)**2 / (n sum e**2).

    >>> offset_share(np.array([2.0, 3.0]), np.array([1.0, 2.0])).value
    1.0
    """
    return measure("offset_share", actual, reference)


def largest_share(actual: NDArray[Any], reference: NDArray[Any]) -> Metric:
    """The share of sum e**2 that the largest error has: max e**2 / sum e**2.

    >>> largest_share(np.array([2.0, 5.0]), np.array([2.0, 3.0])).value
    1.0
    """
    return measure("largest_share", actual, reference)


def order_share(actual: NDArray[Any], reference: NDArray[Any]) -> Metric:
    """The share of sum abs(e) that is an exchange of elements, beyond chance.

    1 - (the integral of D(t)**2) / sum abs(e), or 0 if that is negative, with D(t) how
    many more elements of r than of x are at most t: 1 if x is a permutation of r, about
    0 for noise. Above 0.9, noise is not the reason, but for arrays with few different
    values.

    >>> order_share(np.array([2.0, 1.0]), np.array([1.0, 2.0])).value
    1.0
    """
    return measure("order_share", actual, reference)


def rel_rmse_after_gain(actual: NDArray[Any], reference: NDArray[Any]) -> Metric:
    """The relative RMSE that is left when the common factor is taken out.

    sqrt(sum (e - gain*r)**2 / sum r**2); undefined where the reference is zero.

    >>> rel_rmse_after_gain(np.array([2.0, 4.0]), np.array([1.0, 2.0])).value
    0.0
    """
    return measure("rel_rmse_after_gain", actual, reference)


def measure(name: str, actual: ArrayLike, reference: ArrayLike) -> Metric:
    """The metric of that name; ValueError naming the nearest known one.

    >>> measure("max_abs", np.array([1.0]), np.array([2.0])).value
    1.0
    """
    x = _numbers.take_wide(actual, "actual")
    r = _numbers.take_wide(reference, "reference")
    if x.shape != r.shape:
        raise ValueError(
            f"actual has shape {x.shape}, but reference has shape {r.shape}; "
            "metrics compare arrays of one shape"
        )
    return Metric(*_core.measure(name, x, r))
