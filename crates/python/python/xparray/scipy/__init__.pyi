"""SciPy's functions."""

from . import fft as fft, linalg as linalg, special as special
