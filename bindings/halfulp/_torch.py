"""torch tensors, for callers that have imported torch: it is never imported here.

Only the bits of a tensor pass to NumPy and back, as integers: NumPy knows not all of
torch's dtypes, and an integer is never flushed to zero.
"""

import sys
from typing import Any, Protocol, TypeGuard

import numpy as np
from numpy.typing import NDArray


class Tensor(Protocol):
    """A torch.Tensor, as far as a type checker must know it."""

    @property
    def requires_grad(self) -> bool: ...
    def element_size(self) -> int: ...
    def detach(self) -> Any: ...


class TorchDtype(Protocol):
    """A torch.dtype, as far as a type checker must know it."""

    @property
    def is_floating_point(self) -> bool: ...
    @property
    def is_signed(self) -> bool: ...


def is_tensor(x: object) -> TypeGuard[Any]:
    return isinstance(x, getattr(sys.modules.get("torch"), "Tensor", ()))


def is_dtype(x: object) -> TypeGuard[Any]:
    return isinstance(x, getattr(sys.modules.get("torch"), "dtype", ()))


def name_of(dtype: Any) -> str:
    """ "bfloat16" of torch.bfloat16: NumPy and ml_dtypes use the same names."""
    return str(dtype).removeprefix("torch.")


def has_dtype(name: str) -> bool:
    return hasattr(sys.modules["torch"], name)


def dtype_named(name: str) -> Any:
    return getattr(sys.modules["torch"], name)


def trouble(x: Any, name: str) -> tuple[str, str] | None:
    """What keeps the numbers of a tensor from being read here, and the remedy."""
    torch: Any = sys.modules["torch"]
    if type(x) not in (torch.Tensor, torch.nn.Parameter):
        kind = f"{type(x).__module__}.{type(x).__qualname__}"
        return f"a {kind}", f"pass {name}.as_subclass(torch.Tensor) if its data are all"
    if x.device.type != "cpu":
        return f"a torch tensor on {x.device}", f"pass {name}.cpu()"
    if x.layout is not torch.strided:
        return f"a torch tensor of layout {x.layout}", f"pass {name}.to_dense()"
    if x.requires_grad:
        what = "a torch tensor that requires grad"
        return what, f"no gradient passes through here: pass {name}.detach()"
    return None


def codes_of(x: Any, name: str) -> NDArray[np.unsignedinteger[Any]]:
    """The bits of a tensor without trouble, in a contiguous array: a view if it is one.

    Raises TypeError where torch has no bits to show after all, as under torch.vmap.
    """
    torch: Any = sys.modules["torch"]
    size = x.element_size()
    integers = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[size]
    try:
        codes: NDArray[Any] = x.resolve_neg().view(integers).contiguous().numpy()
    except RuntimeError as error:
        raise TypeError(f"{name} must be a tensor whose data can be read") from error
    return codes.view(f"u{size}")


def tensor(codes: NDArray[np.unsignedinteger[Any]], dtype: Any) -> Any:
    """The tensor of a torch dtype whose elements have these bits; it owns `codes`."""
    torch: Any = sys.modules["torch"]
    integers = codes.view(f"{'u' if codes.itemsize == 1 else 'i'}{codes.itemsize}")
    return torch.from_numpy(integers).view(dtype)
