from . import stride_tricks as stride_tricks
