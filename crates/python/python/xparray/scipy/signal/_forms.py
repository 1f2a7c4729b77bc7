"""The forms of filters: polynomials (b, a), zeros, poles and a gain (z, p, k), and sections of second order, of shape (sections, 6)."""

from ... import _core
from ..._creation import asarray

_native = _core.tables["filters"]


class BadCoefficients(UserWarning):
    """A warning about a filter that its coefficients say badly."""


def numbers(x):
    """Numbers as Python's, in a row."""
    return asarray(x).reshape(-1).tolist()


def real(x):
    """An array of real numbers."""
    x = asarray(x)
    if x.dtype.kind == "c":
        raise TypeError("the coefficients must be real numbers")
    return x.astype("float64")


def reals(x):
    """Real numbers as Python's, in a row."""
    return real(x).reshape(-1).tolist()


def vector(values, dtype="float64"):
    """Numbers of Python as a vector."""
    return asarray(list(values), dtype=dtype)


def sections(sos):
    """Sections as rows of Python's numbers."""
    sos = real(sos)
    if sos.ndim != 2:
        raise ValueError("sos array must be 2D")
    if sos.shape[1] != 6:
        raise ValueError("sos array must be shape (n_sections, 6)")
    return sos.tolist()


def ba(b, a):
    """Polynomials as Python's numbers."""
    return reals(b), reals(a)


def zpk(z, p, k):
    """Zeros, poles and a gain as Python's numbers."""
    return numbers(z), numbers(p), float(k)


def given_ba(found):
    """Polynomials as vectors."""
    return vector(found[0]), vector(found[1])


def given_zpk(found):
    """Zeros and poles as complex vectors, and a gain."""
    return vector(found[0], "complex128"), vector(found[1], "complex128"), found[2]


def given_form(found, output, analog=False):
    """Zeros, poles and a gain in the form that is asked for: `ba`, `zpk` or `sos`."""
    if output == "zpk":
        return given_zpk(found)
    if output == "ba":
        return given_ba(_native["zpk2tf"](found))
    if output == "sos":
        return asarray(_native["zpk2sos"](found, _pairing(None, analog)), dtype="float64").reshape(-1, 6)
    raise ValueError(f"'{output}' is not a valid output form.")


def tf2zpk(b, a):
    """Zeros, poles and a gain of polynomials.

    Example: ``xparray.scipy.signal.tf2zpk(b, a)``.
    """
    return given_zpk(_native["tf2zpk"](ba(b, a)))


def zpk2tf(z, p, k):
    """Polynomials of zeros, poles and a gain.

    Example: ``xparray.scipy.signal.zpk2tf(z, p, k)``.
    """
    return given_ba(_native["zpk2tf"](zpk(z, p, k)))


def _pairing(pairing, analog):
    if analog and pairing not in (None, "minimal"):
        raise ValueError('for analog zpk2sos conversion, pairing must be "minimal"')
    return "analog" if analog else pairing or "nearest"


def tf2sos(b, a, pairing=None, *, analog=False):
    """Sections of polynomials.

    Example: ``xparray.scipy.signal.tf2sos(b, a)``.
    """
    return asarray(_native["tf2sos"](ba(b, a), _pairing(pairing, analog)), dtype="float64")


def zpk2sos(z, p, k, pairing=None, *, analog=False):
    """Sections of zeros, poles and a gain.

    Example: ``xparray.scipy.signal.zpk2sos(z, p, k)``.
    """
    return asarray(_native["zpk2sos"](zpk(z, p, k), _pairing(pairing, analog)), dtype="float64")


def sos2tf(sos):
    """Polynomials of sections.

    Example: ``xparray.scipy.signal.sos2tf(sos)``.
    """
    return given_ba(_native["sos2tf"](sections(sos)))


def sos2zpk(sos):
    """Zeros, poles and a gain of sections.

    Example: ``xparray.scipy.signal.sos2zpk(sos)``.
    """
    return given_zpk(_native["sos2zpk"](sections(sos)))


def normalize(b, a):
    """Polynomials of which that of a begins with 1.

    Example: ``xparray.scipy.signal.normalize(b, a)``.
    """
    return given_ba(_native["normalize"](ba(b, a)))


def _band(name, doc, parameters):
    def of_ba(b, a, *args):
        return given_ba(_native[name](ba(b, a), *args))

    def of_zpk(z, p, k, *args):
        return given_zpk(_native[f"{name}_zpk"](zpk(z, p, k), *args))

    named = ", ".join(each.split("=")[0] for each in parameters.split(", "))
    for made, suffix, first in ((of_ba, "", "b, a"), (of_zpk, "_zpk", "z, p, k")):
        found = eval(f"lambda {first}, {parameters}: _of({first}, *map(float, ({named},)))", {"_of": made})
        found.__name__ = found.__qualname__ = name + suffix
        found.__module__ = "xparray.scipy.signal"
        found.__doc__ = f"{doc}\n\nExample: ``xparray.scipy.signal.{name}{suffix}({first}{', ' + named if '=' not in parameters else ''})``."
        yield name + suffix, found


_BANDS = {
    "lp2lp": ("A filter with another cutoff, of one with the cutoff 1.", "wo=1.0"),
    "lp2hp": ("A filter that lets high frequencies pass, of one that lets low ones.", "wo=1.0"),
    "lp2bp": ("A filter that lets a band pass, of one that lets low frequencies.", "wo=1.0, bw=1.0"),
    "lp2bs": ("A filter that stops a band, of one that lets low frequencies pass.", "wo=1.0, bw=1.0"),
    "bilinear": ("A digital filter of an analog one, by the bilinear transform.", "fs=1.0"),
}
_TRANSFORMS = dict(each for name, (doc, parameters) in _BANDS.items() for each in _band(name, doc, parameters))
globals().update(_TRANSFORMS)


def unique_roots(p, tol=0.001, rtype="min"):
    """Roots of which those within a tolerance are one, and how many each stands for.

    Example: ``xparray.scipy.signal.unique_roots([1.0, 1.0, 2.0])``.
    """
    p = asarray(p)
    roots, counts = _native["unique_roots"](numbers(p), tol, rtype)
    roots = vector(roots, "complex128")
    return (roots if p.dtype.kind == "c" else roots.real), vector(counts, "int64")


def residue(b, a, tol=0.001, rtype="avg"):
    """The fractions of b / a: residues, poles, and a polynomial.

    Example: ``xparray.scipy.signal.residue([5], [1, 2, 5])``.
    """
    r, p, k = _native["residue"](ba(b, a), tol)
    return vector(r, "complex128"), vector(p, "complex128"), vector(k)


def residuez(b, a, tol=0.001, rtype="avg"):
    """The fractions of b / a in inverse powers: residues, poles, and a polynomial.

    Example: ``xparray.scipy.signal.residuez([5], [1, 2, 5])``.
    """
    r, p, k = _native["residuez"](ba(b, a), tol)
    return vector(r, "complex128"), vector(p, "complex128"), vector(k)


def invres(r, p, k, tol=0.001, rtype="avg"):
    """The polynomials of fractions: residues, poles, and a polynomial.

    Example: ``xparray.scipy.signal.invres(r, p, k)``.
    """
    return given_ba(_native["invres"]((numbers(r), numbers(p), reals(k)), tol))


def invresz(r, p, k, tol=0.001, rtype="avg"):
    """The polynomials in inverse powers of fractions: residues, poles, and a polynomial.

    Example: ``xparray.scipy.signal.invresz(r, p, k)``.
    """
    return given_ba(_native["invresz"]((numbers(r), numbers(p), reals(k)), tol))


__all__ = [
    *_TRANSFORMS, "BadCoefficients", "invres", "invresz", "normalize", "residue", "residuez", "sos2tf", "sos2zpk", "tf2sos", "tf2zpk",
    "unique_roots", "zpk2sos", "zpk2tf",
]
