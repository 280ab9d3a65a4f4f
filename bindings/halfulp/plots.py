"""Plots of errors and of results, with matplotlib.

Every function draws into `ax`, or into new axes, and returns them. What is drawn is
told by shape and by a label, never by colour alone. `language` is that of the labels:
"en", or "zh", which needs a font that has Chinese.

matplotlib comes with `pip install 'halfulp[plots]'`; without it these functions raise
ImportError saying so.
"""

from halfulp._plotting.errors import error_against_magnitude, error_histogram
from halfulp._plotting.layers import metrics_by_layer
from halfulp._plotting.svg import to_svg

__all__ = ["error_against_magnitude", "error_histogram", "metrics_by_layer", "to_svg"]


def __dir__() -> list[str]:
    return __all__
