"""SciPy's functions."""

from . import fft as fft, interpolate as interpolate, linalg as linalg, ndimage as ndimage, signal as signal
from . import sparse as sparse, spatial as spatial, special as special, stats as stats
