"""Sources of random numbers: words that are a function of a key and an index."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias, Union

import numpy as np
from numpy.typing import NDArray

from halfulp import _core, _refusals
from halfulp._core import RoundingRule
from halfulp._words import Generator, Rounding

_LIMIT = 2**64


@dataclass(frozen=True)
class _Source:
    key: int
    first_index: int = 0

    # The word for the algorithm.
    generator: ClassVar[Generator]

    def __post_init__(self) -> None:
        for name in ("key", "first_index"):
            object.__setattr__(self, name, _unsigned(getattr(self, name), name))

    def words(self, count: int) -> NDArray[np.uint32]:
        """The words that the first `count` elements of an array take, as uint32.

        Raises TypeError or ValueError for what is no count.

        >>> [hex(word) for word in Philox(0).words(2)]
        ['0x6627e8d5', '0xe169c58d']
        """
        if _unsigned(count, "count") >= 2**48:
            raise ValueError(f"count must be less than 2**48, got {count}")
        return _core.random_words(
            self.generator, self.key, self.first_index, int(count)
        )


@dataclass(frozen=True)
class Philox(_Source):
    """Random bits of Philox4x32-10, a function of `key` and index.

    Element i of an array, in C order, takes the 32-bit word n = `first_index` + i,
    modulo 2**64: word n % 4 of the block of counter n // 4. So a part of an array that
    begins at its element i is rounded as in the whole with
    Philox(key, first_index + i). `key` and `first_index` are ints from 0 to 2**64 - 1.

    Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3",
    SC11.

    >>> import halfulp as hu
    >>> hu.round(np.full(6, 1.25), "e2m1fn", "stochastic", rng=hu.Philox(3))
    array([1.5, 1. , 1.5, 1.5, 1. , 1.5])
    """

    generator = "philox"


@dataclass(frozen=True)
class FastHash(_Source):
    """Random bits of a hash of `key` and index: several times as fast as `Philox`.

    Indices and arguments as of `Philox`. It passes halfulp's own statistical tests,
    which look for what rounding would notice, and makes no stronger claim.

    >>> FastHash(0).words(2)
    array([3154772264,  270730641], dtype=uint32)
    >>> FastHash(0, first_index=1).words(1) == FastHash(0).words(2)[1:]
    array([ True])
    """

    generator = "fast_hash"


# A source, an int that is the key of a `Philox`, or a NumPy generator that draws one.
# As text: to import numpy.random takes longer than all of halfulp.
RandomLike: TypeAlias = Union[Philox, FastHash, int, "np.random.Generator"]


def source_for(
    rule: RoundingRule, rounding: Rounding, random_bits: int | None, rng: object
) -> Philox | FastHash | None:
    """The source that a rounding draws on; None for modes that draw nothing.

    A NumPy generator is asked for its key here, so call this when all else is checked.
    Raises ValueError where a source is missing, or given and of no use.
    """
    if not rule.is_stochastic:
        for name, given in (("random_bits", random_bits), ("rng", rng)):
            if given is not None:
                raise ValueError(
                    f"{name} is for the stochastic modes, and rounding is "
                    f"'{rounding}'; leave it out or pass rounding='stochastic'"
                )
        return None
    if rng is None:
        raise ValueError(
            f"rounding '{rounding}' needs random bits: pass rng=halfulp.Philox(key), "
            "rng=halfulp.FastHash(key), an int as the key of a Philox, or a "
            "numpy.random.Generator"
        )
    if isinstance(rng, Philox | FastHash):
        return rng
    if isinstance(rng, int | np.integer) and not isinstance(rng, bool):
        return Philox(_unsigned(rng, "rng"))
    if isinstance(rng, np.random.Generator):
        return Philox(int(rng.integers(_LIMIT - 1, dtype=np.uint64, endpoint=True)))
    raise TypeError(
        "rng must be a halfulp.Philox, a halfulp.FastHash, an int or a "
        f"numpy.random.Generator, got {_refusals.kind(rng)}"
    )


def bit_count(random_bits: int | None) -> int:
    """The number of random bits, 32 if there is none given."""
    if random_bits is None:
        return 32
    if isinstance(random_bits, bool) or not isinstance(random_bits, int | np.integer):
        raise TypeError(
            f"random_bits must be an int, got {_refusals.kind(random_bits)}"
        )
    if not 1 <= random_bits <= 32:
        got = _refusals.integer(random_bits)
        raise ValueError(f"random_bits must be between 1 and 32, got {got}")
    return int(random_bits)


def _unsigned(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(f"{name} must be an int, got {_refusals.kind(value)}")
    if not 0 <= value < _LIMIT:
        got = _refusals.integer(value)
        raise ValueError(f"{name} must be between 0 and 2**64 - 1, got {got}")
    return int(value)
