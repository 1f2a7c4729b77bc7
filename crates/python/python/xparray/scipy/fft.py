"""Transforms, as of `scipy.fft`: those of `xparray.fft`, sines and cosines, Hankel's."""

from .. import _core
from .. import fft as _fft
from .._table import functions
from ..fft import *

_ALONG = "x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None"
_SEVERAL = "x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None"
_FUNCTIONS = {
    "dct": (_ALONG, "The discrete cosine transform of a type from 1 to 4 of n elements along an axis."),
    "dctn": (_SEVERAL, "The discrete cosine transform along several axes, all by default, cut or padded to the lengths s."),
    "dst": (_ALONG, "The discrete sine transform of a type from 1 to 4 of n elements along an axis."),
    "dstn": (_SEVERAL, "The discrete sine transform along several axes, all by default, cut or padded to the lengths s."),
    "fht": ("a, dln, mu, offset=0.0, bias=0.0", "Hankel's transform of samples at logarithmic distances dln, along the last axis."),
    "fhtoffset": (
        "dln, mu, initial=0.0, bias=0.0, *, device=None",
        "An offset near `initial` without ringing, for Hankel's transform.",
    ),
    "idct": (_ALONG, "The inverse of `dct`."),
    "idctn": (_SEVERAL, "The inverse of `dctn`."),
    "idst": (_ALONG, "The inverse of `dst`."),
    "idstn": (_SEVERAL, "The inverse of `dstn`."),
    "ifht": ("A, dln, mu, offset=0.0, bias=0.0", "The inverse of `fht`."),
    "next_fast_len": ("target, real=False", "The least length from `target` on of which transforms are fast."),
    "prev_fast_len": ("target, real=False", "The greatest length up to `target` of which transforms are fast."),
}
globals().update(functions("xparray.scipy.fft", _core.tables["fft"], _FUNCTIONS))

__all__ = [*_fft.__all__, *_FUNCTIONS]
