"""What NumPy has in `numpy.lib`: views of windows. Example: ``xparray.lib.stride_tricks.sliding_window_view(x, 3)``."""

from . import stride_tricks

__all__ = ["stride_tricks"]
