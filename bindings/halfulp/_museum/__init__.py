"""The museum's result, for people: tables, and the exhibit's own form."""

from halfulp._museum.exhibit import exhibit
from halfulp._museum.view import show

__all__ = ["exhibit", "show"]
