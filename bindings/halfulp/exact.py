"""Exact results, rounded once: the judge.

Sums of products are exact whatever their order, functions are correctly rounded. Every
result is a number of the format `out` (a format or its name, "float64" by default),
rounded by `rounding` (a mode or a `RoundingRule`), and comes as float64. `threads` does
not change it. Numbers are given as everywhere (see `halfulp.round`); other kinds raise
TypeError. Arrays and tensors come back as float64 of their library, sums as a float.
"""

from collections.abc import Callable
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

from halfulp import _core, _jax, _numbers, _torch
from halfulp._formats import FormatLike, format
from halfulp._rounding import RuleLike, rule_of

__all__ = [
    "cos",
    "dot",
    "erf",
    "erfc",
    "exp",
    "gelu",
    "log",
    "matmul",
    "rsqrt",
    "sin",
    "sqrt",
    "sum",
    "tanh",
]


def __dir__() -> list[str]:
    return __all__


Numbers: TypeAlias = NDArray[Any] | float | _torch.Tensor | _jax.Array
Tensor = TypeVar("Tensor", bound=_torch.Tensor | _jax.Array)


@overload
def matmul(
    a: NDArray[Any],
    b: NDArray[Any],
    out: FormatLike = ...,
    rounding: RuleLike = ...,
    threads: int = ...,
) -> NDArray[np.float64]: ...
@overload
def matmul(
    a: Tensor,
    b: Tensor,
    out: FormatLike = ...,
    rounding: RuleLike = ...,
    threads: int = ...,
) -> Tensor: ...
def matmul(
    a: Any,
    b: Any,
    out: FormatLike = "float64",
    rounding: RuleLike = "nearest_even",
    threads: int = 1,
) -> Any:
    """The exact a @ b, every element rounded once.

    `a` is (m, k), `b` (k, n); ValueError if they are not. Both are NumPy arrays or both
    torch tensors.

    >>> matmul(np.array([[1e16, 1.0, -1e16]]), np.ones((3, 1)))
    array([[1.]])
    """
    left, right = _numbers.take(a, "a", 2), _numbers.take(b, "b", 2)
    _numbers.require_one_library(left, right, "a and b")
    count = _numbers.thread_count(threads)
    product = _core.exact_matmul(
        left.widened(), right.widened(), format(out), rule_of(rounding), count
    )
    return left.returned(product)


def dot(
    x: NDArray[Any] | _torch.Tensor | _jax.Array,
    y: NDArray[Any] | _torch.Tensor | _jax.Array,
    out: FormatLike = "float64",
    rounding: RuleLike = "nearest_even",
) -> float:
    """The exact sum of x[i] * y[i], rounded once; vectors of one length.

    >>> dot(np.array([1e16, 1.0, -1e16]), np.ones(3))
    1.0
    """
    return _core.exact_dot(
        _numbers.take_wide(x, "x", 1),
        _numbers.take_wide(y, "y", 1),
        format(out),
        rule_of(rounding),
    )


def sum(
    x: NDArray[Any] | _torch.Tensor | _jax.Array,
    out: FormatLike = "float64",
    rounding: RuleLike = "nearest_even",
) -> float:
    """The exact sum of all elements of an array of any shape, rounded once.

    >>> sum(np.array([1e16, 1.0, -1e16]))
    1.0
    """
    return _core.exact_sum(_numbers.take_wide(x, "x"), format(out), rule_of(rounding))


class _Elementwise(Protocol):
    """An array for an array, a tensor for a tensor, a float for a float."""

    @overload
    def __call__(
        self,
        x: Tensor,
        out: FormatLike = ...,
        rounding: RuleLike = ...,
        threads: int = ...,
    ) -> Tensor: ...
    @overload
    def __call__(
        self,
        x: NDArray[Any],
        out: FormatLike = ...,
        rounding: RuleLike = ...,
        threads: int = ...,
    ) -> NDArray[np.float64]: ...
    @overload
    def __call__(
        self,
        x: np.float16 | np.float32,
        out: FormatLike = ...,
        rounding: RuleLike = ...,
        threads: int = ...,
    ) -> np.float64: ...
    @overload
    def __call__(
        self,
        x: float,
        out: FormatLike = ...,
        rounding: RuleLike = ...,
        threads: int = ...,
    ) -> float: ...


def _elementwise(function: Callable[..., Any]) -> _Elementwise:
    return cast(_Elementwise, function)


@_elementwise
def exp(
    x: Numbers,
    out: FormatLike = "float64",
    rounding: RuleLike = "nearest_even",
    threads: int = 1,
) -> Any:
    """e**x: correctly rounded, element by element.

    >>> exp(1.0)
    2.718281828459045
    """
    return _evaluated("exp", x, out, rounding, threads)


@_elementwise
def log(
    x: Numbers,
    out: FormatLike = "float64",
    rounding: RuleLike = "nearest_even",
    threads: int = 1,
) -> Any:
    """log x, NaN below zero, -inf at zero: correctly rounded, element by element.

    >>> log(2.0)
    0.6931471805599453
    """
    return _evaluated("log", x, out, rounding, threads)


@_elementwise
def sin(
    x: Numbers,
    out: FormatLike = "float64",
    rounding: RuleLike = "nearest_even",
    threads: int = 1,
) -> Any:
    """The sine of x radians: correctly rounded, element by element.

    >>> sin(3.0)
    0.1411200080598672
    """
    return _evaluated("sin", x, out, rounding, threads)


@_elementwise
def cos(
    x: Numbers,
    out: FormatLike = "float64",
    rounding: RuleLike = "nearest_even",
    threads: int = 1,
) -> Any:
    """The cosine of x radians: correctly rounded, element by element.

    >>> cos(3.0)
    -0.9899924966004454
    """
    return _evaluated("cos", x, out, rounding, threads)


@_elementwise
def tanh(
    x: Numbers,
    out: FormatLike = "float64",
    rounding: RuleLike = "nearest_even",
    threads: int = 1,
) -> Any:
    """The hyperbolic tangent of x: correctly rounded, element by element.

    >>> tanh(0.5)
    0.46211715726000974
    """
    return _evaluated("tanh", x, out, rounding, threads)


@_elementwise
def erf(
    x: Numbers,
    out: FormatLike = "float64",
    rounding: RuleLike = "nearest_even",
    threads: int = 1,
) -> Any:
    """The error function of x: correctly rounded, element by element.

    >>> erf(0.5)
    0.5204998778130465
    """
    return _evaluated("erf", x, out, rounding, threads)


@_elementwise
def erfc(
    x: Numbers,
    out: FormatLike = "float64",
    rounding: RuleLike = "nearest_even",
    threads: int = 1,
) -> Any:
    """1 - erf(x), without the cancellation: correctly rounded, element by element.

    >>> erfc(5.0)
    1.537459794428035e-12
    """
    return _evaluated("erfc", x, out, rounding, threads)


@_elementwise
def sqrt(
    x: Numbers,
    out: FormatLike = "float64",
    rounding: RuleLike = "nearest_even",
    threads: int = 1,
) -> Any:
    """sqrt x, NaN below zero: correctly rounded, element by element.

    >>> sqrt(2.0)
    1.4142135623730951
    """
    return _evaluated("sqrt", x, out, rounding, threads)


@_elementwise
def rsqrt(
    x: Numbers,
    out: FormatLike = "float64",
    rounding: RuleLike = "nearest_even",
    threads: int = 1,
) -> Any:
    """1 / sqrt(x), NaN below zero: correctly rounded, element by element.

    >>> rsqrt(2.0)
    0.7071067811865476
    """
    return _evaluated("rsqrt", x, out, rounding, threads)


@overload
def gelu(
    x: NDArray[Any],
    form: Literal["erf", "tanh"] = ...,
    out: FormatLike = ...,
    rounding: RuleLike = ...,
    threads: int = ...,
) -> NDArray[np.float64]: ...
@overload
def gelu(
    x: Tensor,
    form: Literal["erf", "tanh"] = ...,
    out: FormatLike = ...,
    rounding: RuleLike = ...,
    threads: int = ...,
) -> Tensor: ...
@overload
def gelu(
    x: float,
    form: Literal["erf", "tanh"] = ...,
    out: FormatLike = ...,
    rounding: RuleLike = ...,
    threads: int = ...,
) -> float: ...
def gelu(
    x: Numbers,
    form: Literal["erf", "tanh"] = "erf",
    out: FormatLike = "float64",
    rounding: RuleLike = "nearest_even",
    threads: int = 1,
) -> Any:
    """The Gaussian error linear unit of x: correctly rounded, element by element.

    form "erf" is the definition, x * Phi(x) (Hendrycks and Gimpel, arXiv 1606.08415);
    "tanh" its approximation x * (1 + tanh(sqrt(2/pi) * (x + 0.044715 * x**3))) / 2.
    The two differ most at |x| = 2.698941:

    >>> gelu(2.698941, form="tanh") - gelu(2.698941)
    0.00047323552068734287
    """
    if form not in ("erf", "tanh"):
        raise ValueError(f"form must be 'erf' or 'tanh', got {form!r}")
    return _evaluated(f"gelu_{form}", x, out, rounding, threads)


def _evaluated(
    name: str,
    x: Numbers,
    out: FormatLike,
    rounding: RuleLike,
    threads: int,
) -> Any:
    numbers = _numbers.take(x, "x")
    f, rule = format(out), rule_of(rounding)
    count = _numbers.thread_count(threads)
    return numbers.returned(
        _core.exact_function(name, numbers.widened(), f, rule, count)
    )
