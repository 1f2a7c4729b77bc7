"""Signals, as of `scipy.signal`: windows, convolutions, filters and their design, spectra, peaks, waves.

Example: ``xparray.scipy.signal.butter(4, 0.2)``.
"""

from . import windows
from ._design import *
from ._fir import *
from ._forms import *
from ._peaks import *
from ._planar import *
from ._responses import *
from ._ridges import *
from ._short_times import *
from ._signals import *
from ._spectra import *
from ._systems import *
from ._wavelets import *
from ._waves import *
from .windows import get_window

__all__ = [
    *_design.__all__, *_fir.__all__, *_forms.__all__, *_peaks.__all__, *_planar.__all__, *_responses.__all__, *_ridges.__all__,
    *_short_times.__all__, *_signals.__all__, *_spectra.__all__, *_systems.__all__, *_wavelets.__all__, *_waves.__all__, "get_window", "windows",
]
