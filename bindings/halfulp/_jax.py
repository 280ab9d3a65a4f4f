"""JAX arrays, for callers that have imported JAX: it is never imported here.

Only the bits of an array pass to NumPy and back: XLA may flush subnormal numbers.
"""

import sys
from typing import Any, Protocol, TypeGuard

import numpy as np
from numpy.typing import NDArray


class Array(Protocol):
    """A jax.Array, as far as a type checker must know it."""

    @property
    def committed(self) -> bool: ...
    @property
    def weak_type(self) -> bool: ...
    def is_deleted(self) -> bool: ...


def is_array(x: object) -> TypeGuard[Any]:
    return isinstance(x, getattr(sys.modules.get("jax"), "Array", ()))


def trouble(x: Any, name: str) -> tuple[str, str] | None:
    """What keeps the numbers of an array from being read here, and the remedy."""
    jax: Any = sys.modules["jax"]
    if isinstance(x, jax.core.Tracer):
        remedy = "call this outside jax.jit, grad and vmap, or with jax.pure_callback"
        return "a JAX tracer, which has no values yet", remedy
    if x.is_deleted():
        return "a deleted JAX array", "pass it before it is donated or deleted"
    if len(x.sharding.device_set) != 1:
        what = f"a JAX array on {len(x.sharding.device_set)} devices"
        return what, f"pass jax.device_put({name}, jax.devices()[0])"
    return None


def has_dtype(name: str) -> bool:
    """Whether arrays may have a dtype: jax.numpy names some that XLA does not take."""
    jax: Any = sys.modules["jax"]
    try:
        jax.device_put(np.zeros(1, getattr(jax.numpy, name, None)))
    except RuntimeError:
        return False
    return hasattr(jax.numpy, name)


def has_64_bits() -> bool:
    return bool(sys.modules["jax"].config.jax_enable_x64)


def array(values: NDArray[Any], like: Any) -> Any:
    """A JAX array of these values on the device of `like`, committed to it as that is.

    Raises ValueError where JAX would cut 64-bit numbers to 32.
    """
    jax: Any = sys.modules["jax"]
    if values.itemsize == 8 and not has_64_bits():
        raise ValueError(
            f"the result is {values.dtype.name}, which JAX has not now: call "
            "jax.config.update('jax_enable_x64', True), or pass NumPy arrays"
        )
    return jax.device_put(values, like.device if like.committed else None)
