"""Windows, as of `scipy.signal.windows`: vectors of M weights, which end symmetrically, or go on periodically without `sym`."""

from ... import _core
from ..._creation import asarray
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


def dpss(M, NW, Kmax=None, sym=True, norm=None, return_ratios=False, *, device=None):
    """The discrete prolate spheroidal sequence of half a bandwidth NW, with a greatest weight of 1, a vector of M. Only the first one, without its ratio.

    Example: ``xparray.scipy.signal.windows.dpss(8, 2.0)``.
    """
    if Kmax is not None or norm is not None or return_ratios:
        raise ValueError("dpss: only the first sequence, of which the greatest weight is 1")
    return _get(("dpss", [NW]), M, not sym, device)


def kaiser_bessel_derived(M, beta, *, sym=True, device=None):
    """The window that is derived of Kaiser's and Bessel's, a vector of M, which is even.

    Example: ``xparray.scipy.signal.windows.kaiser_bessel_derived(8, 4.0)``.
    """
    if not sym:
        raise ValueError("Kaiser-Bessel Derived windows are only defined for symmetric shapes")
    return _get(("kaiser_bessel_derived", [beta]), M, False, device)


#: Other names of windows.
_ALIASES = {
    alias: name
    for name, aliases in {
        "barthann": ["brthan", "bth"],
        "bartlett": ["bart", "brt"],
        "blackman": ["black", "blk"],
        "blackmanharris": ["blackharr", "bkh"],
        "bohman": ["bman", "bmn"],
        "boxcar": ["box", "ones", "rect", "rectangular"],
        "chebwin": ["cheb"],
        "cosine": ["halfcosine"],
        "exponential": ["poisson"],
        "flattop": ["flat", "flt"],
        "gaussian": ["gauss", "gss"],
        "general_cosine": ["general cosine"],
        "general_gaussian": ["general gaussian", "general gauss", "general_gauss", "ggs"],
        "general_hamming": ["general hamming"],
        "hamming": ["hamm", "ham"],
        "hann": ["han", "hanning"],
        "kaiser": ["ksr"],
        "kaiser_bessel_derived": ["kaiser bessel derived", "kbd"],
        "lanczos": ["sinc"],
        "nuttall": ["nutl", "nut"],
        "parzen": ["parz", "par"],
        "taylor": ["taylorwin"],
        "triang": ["triangle", "tri"],
        "tukey": ["tuk"],
    }.items()
    for alias in aliases
}


def named(window):
    """The window of a name, of a name and parameters, Kaiser's of a number, or that of a vector of weights: its first name, and numbers."""
    if isinstance(window, (int, float)):
        window = ("kaiser", window)
    if not isinstance(window, (str, tuple, list)) or isinstance(window, list) and not isinstance(next(iter(window), None), str):
        window = asarray(window, dtype="float64")
        if window.ndim != 1:
            raise ValueError("window must be 1-D")
        return "weights", window.tolist()
    name, *given = (window,) if isinstance(window, str) else window
    if not isinstance(name, str):
        raise TypeError("windows are given by their names: a vector of weights is none")
    name = _ALIASES.get(name, name)
    match name, given:
        case "tukey", []:
            given = [0.5]
        case "exponential", []:
            given = [1.0]
        case "exponential", [None, *rest]:
            given = rest or [1.0]
        case "exponential", [center]:
            given = [center, 1.0]
        case "general_cosine", [weights]:
            given = [float(each) for each in weights]
        case "taylor", [_, *_]:
            given = [*given, *[4, 30, True][len(given) :]]
    return name, given


def get_window(window, Nx, fftbins=True, *, device=None):
    """A window of a name, or of a name and parameters, or Kaiser's of a number: a vector of Nx weights, periodic for spectra.

    Example: ``xparray.scipy.signal.get_window(("gaussian", 2.0), 8)``.
    """
    if Nx < 1:
        raise ValueError("a window has at least one weight")
    name, *parameters = (window,) if isinstance(window, (str, int, float)) else window
    for ending, periodic in (("_periodic", True), ("_symmetric", False)):
        if isinstance(name, str) and name.endswith(ending):
            name, fftbins = name.removesuffix(ending), periodic
    name, parameters = named((name, *parameters) if parameters else name)
    return _get((name, parameters), Nx, fftbins, device)


__all__ = [*_WINDOWS, "dpss", "exponential", "general_cosine", "get_window", "kaiser_bessel_derived", "taylor"]
