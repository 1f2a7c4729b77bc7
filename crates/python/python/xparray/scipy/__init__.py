"""SciPy's functions, a module for each of SciPy's that is here.

Example: ``xparray.scipy.special.gammainc(1.0, x)``.
"""

from . import fft, interpolate, linalg, ndimage, signal, sparse, spatial, special, stats

__all__ = ["fft", "interpolate", "linalg", "ndimage", "signal", "sparse", "spatial", "special", "stats"]
