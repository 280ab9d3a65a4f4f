"""How far may a computation be from the truth, and is it?"""

from halfulp._core import version as __version__

__all__ = ["__version__"]
