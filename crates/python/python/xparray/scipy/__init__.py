"""SciPy's functions, a module for each of SciPy's that is here.

Example: ``xparray.scipy.special.gammainc(1.0, x)``.
"""

from . import fft, linalg, ndimage, signal, special, stats

__all__ = ["fft", "linalg", "ndimage", "signal", "special", "stats"]
