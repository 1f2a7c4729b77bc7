"""Transforms, as of `scipy.fft`: those of `xparray.fft`, sines and cosines, Hankel's."""

from contextlib import contextmanager
from contextvars import ContextVar
from operator import index

from .. import _core
from .. import fft as _fft
from .._creation import asarray
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

#: Those of `xparray.fft`, which here have SciPy's parameters: how work is shared and memory used says nothing.
_FOURIER = {name: "x, n=None, axis=-1" for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")}
_FOURIER |= {name: "x, s=None, axes=(-2, -1)" for name in ("fft2", "ifft2", "rfft2", "irfft2")}
_FOURIER |= {name: "x, s=None, axes=None" for name in ("fftn", "ifftn", "rfftn", "irfftn")}


def _taken(name, parameters):
    given = ", ".join(each.split("=")[0] for each in parameters.replace("(-2, -1)", "()").split(", "))
    text = f"lambda {parameters}, norm=None, overwrite_x=False, workers=None, *, plan=None: _of({given}, norm)"
    made = eval(text, {"_of": getattr(_fft, name)})
    made.__name__ = made.__qualname__ = name
    made.__module__, made.__doc__ = "xparray.scipy.fft", getattr(_fft, name).__doc__.replace("xparray.fft", "xparray.scipy.fft")
    return made


globals().update({name: _taken(name, parameters) for name, parameters in _FOURIER.items()})

#: The norm of the transform in the other direction.
_OTHER = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}


def _other(norm):
    if norm not in _OTHER:
        raise ValueError(f"Invalid norm value {norm!r}; should be 'backward', 'ortho' or 'forward'.")
    return _OTHER[norm]


def hfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None):
    """The real transform of a spectrum of which half is given, that of the last of the axes, of lengths s.

    Example: ``xparray.scipy.fft.hfftn(x)``.
    """
    return _fft.irfftn(asarray(x).conj(), s=s, axes=axes, norm=_other(norm))


def ihfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None):
    """The inverse of `hfftn`.

    Example: ``xparray.scipy.fft.ihfftn(x)``.
    """
    return _fft.rfftn(x, s=s, axes=axes, norm=_other(norm)).conj()


def hfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None):
    """`hfftn` along two axes.

    Example: ``xparray.scipy.fft.hfft2(x)``.
    """
    return hfftn(x, s, axes, norm)


def ihfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None):
    """The inverse of `hfft2`.

    Example: ``xparray.scipy.fft.ihfft2(x)``.
    """
    return ihfftn(x, s, axes, norm)


_workers = ContextVar("workers", default=1)


def get_workers():
    """How many workers transforms are said to have, which share the work of themselves whatever that is.

    Example: ``xparray.scipy.fft.get_workers()``.
    """
    return _workers.get()


@contextmanager
def set_workers(workers):
    """A context in which transforms are said to have so many workers.

    Example: ``with xparray.scipy.fft.set_workers(2): ...``.
    """
    if index(workers) == 0:
        raise ValueError("workers must not be zero")
    before = _workers.set(index(workers))
    try:
        yield
    finally:
        _workers.reset(before)


__all__ = [*_fft.__all__, *_FUNCTIONS, "get_workers", "set_workers", "hfft2", "hfftn", "ihfft2", "ihfftn"]
