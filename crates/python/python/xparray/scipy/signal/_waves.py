"""Waves, and signals thinned or divided."""

from ... import _core
from ..._creation import asarray, zeros
from ..._table import functions
from ..fft import fft2, ifft2
from ._forms import reals

_native = _core.tables["signal"]
_FUNCTIONS = {
    "cspline1d": ("signal, lamb=0.0", "The coefficients of a cubic spline through a vector, or near it."),
    "cspline1d_eval": ("cj, newx, dx=1.0, x0=0", "Values of the cubic spline of coefficients, of the shape of newx."),
    "cspline2d": ("signal, lamb=0.0, precision=-1.0", "The coefficients of a cubic spline through a matrix, or near it."),
    "deconvolve": ("signal, divisor", "The quotient and the remainder of signals, as of polynomials."),
    "gauss_spline": ("x, n", "A Gaussian near the B-spline of degree n, of the shape of x."),
    "qspline1d": ("signal, lamb=0.0", "The coefficients of a quadratic spline through a vector."),
    "qspline1d_eval": ("cj, newx, dx=1.0, x0=0", "Values of the quadratic spline of coefficients, of the shape of newx."),
    "qspline2d": ("signal, lamb=0.0, precision=-1.0", "The coefficients of a quadratic spline through a matrix."),
    "sawtooth": ("t, width=1", "A wave of period 2 pi that rises in a share of it, then falls, of the shape of t."),
    "spline_filter": ("Iin, lmbda=5.0", "A matrix smoothed by a cubic spline, of its shape."),
    "square": ("t, duty=0.5", "A wave of period 2 pi that is 1 in a share of it, then -1, of the shape of t."),
    "symiirorder1": ("signal, c0, z1, precision=-1.0", "A signal filtered both ways by a filter of first order, of its shape."),
    "symiirorder2": ("signal, r, omega, precision=-1.0", "A signal filtered both ways by a filter of second order, of its shape."),
}


def _exact(name):
    """A filter whose sums are not cut off, whatever precision is asked for."""
    return lambda *given: _native[name](*given[:-1])


def _quadratic(name):
    def made(signal, lamb, *precision):
        if lamb != 0.0:
            raise ValueError("Smoothing quadratic splines not supported yet.")
        return _native[name](signal)

    return made


_made = {name: _exact(name) for name in ("cspline2d", "symiirorder1", "symiirorder2")}
_made |= {name: _quadratic(name) for name in ("qspline1d", "qspline2d")}
globals().update(functions("xparray.scipy.signal", {**_native, **_made}, _FUNCTIONS))


def hilbert2(x, N=None, axes=(-2, -1)):
    """The analytic signal of real matrices along two axes, complex; of N samples along both, or along each, cut or filled with zeros.

    Example: ``xparray.scipy.signal.hilbert2(x)``.
    """
    x = asarray(x)
    if x.dtype.kind == "c":
        raise ValueError("x must be real.")
    if len(axes) != 2 or x.ndim < 2 or axes[0] % x.ndim == axes[1] % x.ndim:
        raise ValueError("axes must contain 2 distinct axes")
    counts = [x.shape[axis] for axis in axes] if N is None else [N, N] if isinstance(N, int) else list(N)
    if len(counts) != 2 or min(counts) <= 0:
        raise ValueError("N must be positive, one number or two.")
    found = fft2(x, counts, axes=axes)
    for n, axis in zip(counts, axes):
        weights = [1.0] + [2.0] * ((n + 1) // 2 - 1) + [0.0] * (n // 2)
        shape = [1] * x.ndim
        shape[axis] = n
        found = found * asarray(weights, dtype=found.real.dtype, device=x.device).reshape(shape)
    return ifft2(found, axes=axes)


def chirp(t, f0, t1, f1, method="linear", phi=0, vertex_zero=True, *, complex=False):
    """A wave at times t whose frequency goes from f0 to f1 at t1, of the shape of t: a quadratic one from its vertex, or to it; and if complex with
    its quadrature.

    Example: ``xparray.scipy.signal.chirp(t, 1.0, 10.0, 5.0)``.
    """
    if method in ("quadratic", "quad", "q") and not vertex_zero:
        method = "quadratic-to-vertex"
    wave = _native["chirp"](t, f0, t1, f1, method, phi)
    return wave + 1j * _native["chirp"](t, f0, t1, f1, method, phi - 90) if complex else wave


def sweep_poly(t, poly, phi=0):
    """A wave at times t whose frequency is a polynomial, the highest power first, of the shape of t.

    Example: ``xparray.scipy.signal.sweep_poly(t, [0.1, 1.0])``.
    """
    return _native["sweep_poly"](t, reals(getattr(poly, "coeffs", poly)), phi)


def gausspulse(t, fc=1000, bw=0.5, bwr=-6, tpr=-60, retquad=False, retenv=False):
    """A wave of a frequency in a Gaussian of a width, of the shape of t; its quadrature and its envelope. Of "cutoff" when it ends.

    Example: ``xparray.scipy.signal.gausspulse(t, fc=5)``.
    """
    if isinstance(t, str):
        if t != "cutoff":
            raise ValueError("If `t` is a string, it must be 'cutoff'")
        return _native["gausspulse_cutoff"](fc, bw, bwr, tpr)
    wave, quadrature, envelope = _native["gausspulse"](t, fc, bw, bwr)
    found = (wave, *((quadrature,) if retquad else ()), *((envelope,) if retenv else ()))
    return found if len(found) > 1 else wave


def unit_impulse(shape, idx=None, dtype=float):
    """Zeros of a shape with a 1 at the first place, in the middle (`mid`), or at some place.

    Example: ``xparray.scipy.signal.unit_impulse(7, "mid")``.
    """
    found = zeros(shape, dtype=dtype)
    if idx is None:
        idx = (0,) * found.ndim
    elif idx == "mid":
        idx = tuple(length // 2 for length in found.shape)
    elif isinstance(idx, int):
        idx = (idx,) * found.ndim
    found[tuple(idx)] = 1
    return found


def decimate(x, q, n=None, ftype="iir", axis=-1, zero_phase=True):
    """Every q-th sample of a signal, filtered before.

    Example: ``xparray.scipy.signal.decimate(x, 4)``.
    """
    return _native["decimate"](x, q, n, ftype, axis, zero_phase)


def lfiltic(b, a, y, x=None):
    """The state of the filter b / a after outputs y and inputs x, the last ones first, a vector.

    Example: ``xparray.scipy.signal.lfiltic(b, a, y)``.
    """
    return _native["lfiltic"](b, a, y, None if x is None else asarray(x))


def correlation_lags(in1_len, in2_len, mode="full", *, device=None):
    """The lags of the correlation of two signals of lengths, a vector.

    Example: ``xparray.scipy.signal.correlation_lags(4, 3)``.
    """
    return _native["correlation_lags"](in1_len, in2_len, mode, device)


__all__ = [*_FUNCTIONS, "chirp", "correlation_lags", "decimate", "gausspulse", "hilbert2", "lfiltic", "sweep_poly", "unit_impulse"]
