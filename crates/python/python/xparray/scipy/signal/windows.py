"""Windows, as of `scipy.signal.windows`: vectors of M weights, which end symmetrically, or go on periodically without `sym`."""

from ... import _core
from ..._table import documented
from inspect import signature

_get = _core.tables["signal"]["get_window"]
#: The parameters of each window, and what it is.
_WINDOWS = {
    "barthann": ("", "Bartlett's and Hann's window."),
    "bartlett": ("", "A triangle from 0."),
    "blackman": ("", "Blackman's window, of three cosines."),
    "blackmanharris": ("", "Blackman's and Harris's window, of four cosines."),
    "bohman": ("", "Bohman's window."),
    "boxcar": ("", "All ones."),
    "chebwin": ("at, ", "Dolph's and Chebyshev's window, with side lobes `at` decibels below the main one."),
    "cosine": ("", "Half a wave."),
    "flattop": ("", "A window with a flat main lobe, of five cosines."),
    "gaussian": ("std, ", "A Gaussian of a standard deviation in weights."),
    "general_gaussian": ("p, sig, ", "A Gaussian of another power: 1 is a Gaussian, 1/2 Laplace's."),
    "general_hamming": ("alpha, ", "A raised cosine on a pedestal of share alpha."),
    "hamming": ("", "A raised cosine on a pedestal."),
    "hann": ("", "A raised cosine."),
    "kaiser": ("beta, ", "Kaiser's window."),
    "lanczos": ("", "Lanczos's window, the main lobe of sinc."),
    "nuttall": ("", "Nuttall's window, of four cosines."),
    "parzen": ("", "Parzen's window, of pieces of third degree."),
    "triang": ("", "A triangle from above 0."),
    "tukey": ("alpha=0.5, ", "A rectangle with tapered ends, of share alpha."),
}


def _window(name, parameters, doc):
    own = ", ".join(each.split("=")[0] for each in parameters.split(", ") if each)
    made = eval(
        f"lambda M, {parameters}sym=True, *, device=None: _get((_name, [{own}]), M, not sym, device)", {"_get": _get, "_name": name}
    )
    made.__name__ = made.__qualname__ = name
    made.__module__ = "xparray.scipy.signal.windows"
    made.__doc__ = documented(made.__module__, name, signature(made).parameters.values(), doc)
    return made


globals().update({name: _window(name, *row) for name, row in _WINDOWS.items()})


def exponential(M, center=None, tau=1.0, sym=True, *, device=None):
    """An exponential falling from a center to 1 / e within tau weights, a vector of M.

    Example: ``xparray.scipy.signal.windows.exponential(5, tau=3.0)``.
    """
    return _get(("exponential", [tau] if center is None else [center, tau]), M, not sym, device)


def general_cosine(M, a, sym=True, *, device=None):
    """A sum of cosines with weights, a vector of M.

    Example: ``xparray.scipy.signal.windows.general_cosine(8, [0.5, 0.5])``.
    """
    return _get(("general_cosine", list(a)), M, not sym, device)


def taylor(M, nbar=4, sll=30, norm=True, sym=True, *, device=None):
    """Taylor's window, with `nbar` side lobes of nearly one height, `sll` decibels below the main one, a vector of M.

    Example: ``xparray.scipy.signal.windows.taylor(8)``.
    """
    return _get(("taylor", [nbar, sll, norm]), M, not sym, device)


def get_window(window, Nx, fftbins=True, *, device=None):
    """A window of a name, or of a name and parameters, or Kaiser's of a number: a vector of Nx weights, periodic for spectra.

    Example: ``xparray.scipy.signal.get_window(("gaussian", 2.0), 8)``.
    """
    if isinstance(window, (int, float)):
        window = ("kaiser", window)
    name, *parameters = (window,) if isinstance(window, str) else window
    return _get((name, list(parameters)), Nx, fftbins, device)


__all__ = [*_WINDOWS, "exponential", "general_cosine", "get_window", "taylor"]
