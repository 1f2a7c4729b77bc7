"""Transforms: NumPy's ``fft``, and the extension of the array API standard."""

from . import _core
from ._creation import asarray
from ._dtypes import table as _types
from ._several import into, several
from .exceptions import AxisError


def fft(a, n=None, axis=-1, norm=None, out=None):
    """The discrete Fourier transform of `n` elements along an axis.

    Example: ``xparray.fft.fft(x)``.
    """
    return into(out, _one("fft", a, n, axis, norm))


def ifft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of `fft`.

    Example: ``xparray.fft.ifft(x)``.
    """
    return into(out, _one("ifft", a, n, axis, norm))


def rfft(a, n=None, axis=-1, norm=None, out=None):
    """The transform of real elements: the first n // 2 + 1 terms, which determine the rest.

    Example: ``xparray.fft.rfft(x)``.
    """
    return into(out, _one("rfft", a, n, axis, norm))


def irfft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of `rfft`: `n` real elements, by default 2 (m - 1).

    Example: ``xparray.fft.irfft(x)``.
    """
    return into(out, _as_half(a, _one("irfft", _complex(a), n, axis, norm)))


def hfft(a, n=None, axis=-1, norm=None, out=None):
    """The transform of a signal whose spectrum is real, of which the first half is given: `n` real elements.

    Example: ``xparray.fft.hfft(x)``.
    """
    return into(out, _as_half(a, _one("hfft", _complex(a), n, axis, norm)))


def ihfft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of `hfft`.

    Example: ``xparray.fft.ihfft(x)``.
    """
    return into(out, _one("ihfft", a, n, axis, norm))


def fftn(a, s=None, axes=None, norm=None, out=None):
    """The transform along several axes, all by default.

    Example: ``xparray.fft.fftn(x)``.
    """
    return into(out, _several("fftn", a, s, axes, norm))


def ifftn(a, s=None, axes=None, norm=None, out=None):
    """The inverse of `fftn`.

    Example: ``xparray.fft.ifftn(x)``.
    """
    return into(out, _several("ifftn", a, s, axes, norm))


def rfftn(a, s=None, axes=None, norm=None, out=None):
    """The transform of real elements along several axes, the last one as of `rfft`.

    Example: ``xparray.fft.rfftn(x)``.
    """
    return into(out, _several("rfftn", a, s, axes, norm))


def irfftn(a, s=None, axes=None, norm=None, out=None):
    """The inverse of `rfftn`.

    Example: ``xparray.fft.irfftn(x)``.
    """
    return into(out, _several("irfftn", _complex(a), s, axes, norm))


def fft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """The transform along two axes.

    Example: ``xparray.fft.fft2(x)``.
    """
    return fftn(a, s, axes, norm, out)


def ifft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """The inverse of `fft2`.

    Example: ``xparray.fft.ifft2(x)``.
    """
    return ifftn(a, s, axes, norm, out)


def rfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """The transform of real elements along two axes.

    Example: ``xparray.fft.rfft2(x)``.
    """
    return rfftn(a, s, axes, norm, out)


def irfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """The inverse of `rfft2`.

    Example: ``xparray.fft.irfft2(x)``.
    """
    return irfftn(a, s, axes, norm, out)


def fftfreq(n, d=1.0, *, dtype=None, device=None):
    """The frequencies of the terms of `fft`, for samples at distances `d`: a vector of n.

    Example: ``xparray.fft.fftfreq(8)``.
    """
    return _core.fftfreq(n, d, False, dtype or _types["float64"], device)


def rfftfreq(n, d=1.0, *, dtype=None, device=None):
    """The frequencies of the terms of `rfft`, for samples at distances `d`: a vector of n // 2 + 1.

    Example: ``xparray.fft.rfftfreq(8)``.
    """
    return _core.fftfreq(n, d, True, dtype or _types["float64"], device)


def fftshift(x, axes=None):
    """The term of frequency zero moved to the middle of axes.

    Example: ``xparray.fft.fftshift(x)``.
    """
    return _core.fftshift(x, several(axes), False)


def ifftshift(x, axes=None):
    """The inverse of `fftshift`.

    Example: ``xparray.fft.ifftshift(x)``.
    """
    return _core.fftshift(x, several(axes), True)


def _one(name, a, n, axis, norm):
    if n is not None and n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    return _core.fft(name, a, n, axis, norm)


def _several(name, a, s, axes, norm):
    """Along several axes, of which -1 takes all elements, and None those that there are."""
    a, axes = asarray(a), several(axes)
    if s is not None:
        s = list(s) if isinstance(s, (tuple, list)) else several(s)
        along = list(range(a.ndim - len(s), a.ndim)) if axes is None else axes
        if len(along) != len(s):
            raise ValueError("Shape and axes have different lengths.")
        if any(not -a.ndim <= each < a.ndim for each in along):
            raise AxisError(f"fftn: axes {along} of an array of {a.ndim} dimensions")
        s = several([a.shape[axis] if each in (-1, None) else each for each, axis in zip(s, along)])
        if any(each < 1 for each in s):
            raise ValueError(f"Invalid number of FFT data points ({min(s)}) specified.")
    return _core.fftn(name, a, s, axes, norm)


def _as_half(a, found):
    """Real elements as halves, if the transformed ones were, as NumPy has it."""
    return found.astype("float16") if asarray(a).dtype.name == "float16" else found


def _complex(a):
    a = asarray(a)
    if a.dtype.kind == "c":
        return a
    if a.dtype.kind in "biu":
        return a.astype("complex128")
    return a.astype(_core.result_type([a.dtype, _types["complex64"]]))


__all__ = [
    "fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifft2", "ifftn", "ifftshift", "ihfft", "irfft", "irfft2",
    "irfftn", "rfft", "rfft2", "rfftfreq", "rfftn",
]
