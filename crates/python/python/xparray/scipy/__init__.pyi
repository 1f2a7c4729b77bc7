"""SciPy's functions."""

from . import fft as fft, linalg as linalg, ndimage as ndimage, signal as signal, special as special, stats as stats
