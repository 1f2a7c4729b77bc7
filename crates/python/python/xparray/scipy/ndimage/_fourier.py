"""Filters of spectra, of the shape of the input: of all frequencies, or of those of a real transform of n elements along an axis."""

from ... import _core
from ..._creation import asarray
from ._filters import _list
from ._output import is_array, written

_native = _core.tables["ndimage"]


def _filtered(name, input, value, n, axis, output):
    input = asarray(input)
    found = _native[name](input, [float(each) for each in _list(value)], None if n < 0 else n, axis)
    if output is None:
        return found
    return written(found, output) if is_array(output) else found.astype(output)


def fourier_gaussian(input, sigma, n=-1, axis=-1, output=None):
    """A spectrum times that of a Gaussian.

    Example: ``xparray.scipy.ndimage.fourier_gaussian(xparray.fft.fft2(x), 2.0)``.
    """
    return _filtered("fourier_gaussian", input, sigma, n, axis, output)


def fourier_uniform(input, size, n=-1, axis=-1, output=None):
    """A spectrum times that of a box.

    Example: ``xparray.scipy.ndimage.fourier_uniform(xparray.fft.fft2(x), 5)``.
    """
    return _filtered("fourier_uniform", input, size, n, axis, output)


def fourier_ellipsoid(input, size, n=-1, axis=-1, output=None):
    """A spectrum times that of an ellipsoid.

    Example: ``xparray.scipy.ndimage.fourier_ellipsoid(xparray.fft.fft2(x), 5)``.
    """
    return _filtered("fourier_ellipsoid", input, size, n, axis, output)


def fourier_shift(input, shift, n=-1, axis=-1, output=None):
    """The spectrum of what is moved along its axes.

    Example: ``xparray.scipy.ndimage.fourier_shift(xparray.fft.fft2(x), 0.5)``.
    """
    return _filtered("fourier_shift", input, shift, n, axis, output)


__all__ = ["fourier_ellipsoid", "fourier_gaussian", "fourier_shift", "fourier_uniform"]
