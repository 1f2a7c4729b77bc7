"""Polynomials by their coefficients, the highest first: roots, products, quotients, integrals and fits."""

from . import _core
from ._creation import asarray
from ._dtypes import result_type
from ._manipulation import atleast_1d
from ._more import vander
from ._searching import sort

_native = _core.tables["numpy"]


def poly(seq_of_zeros):
    """The coefficients of the polynomial of these roots, or of a matrix' eigenvalues, the highest first, a vector of floats.

    Example: ``xparray.poly([1, 2])``.
    """
    zeros = asarray(seq_of_zeros)
    if not zeros.size:
        return asarray(1.0)
    found = _native["poly"](zeros.astype("float64") if zeros.dtype.kind in "biu" or zeros.dtype.itemsize == 2 else zeros)
    if zeros.ndim == 1 and found.dtype.kind == "c" and bool((sort(zeros) == sort(zeros.conj())).all()):
        # Of pairs of conjugates the coefficients are real.
        return found.real
    return found


def roots(p):
    """A polynomial's roots, a vector, which is complex if any of them is.

    Example: ``xparray.roots([1, 0, -1])``.
    """
    p = asarray(p)
    found = _native["roots"](p)
    return found.real if p.dtype.kind != "c" and not (found.imag != 0).any() else found


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    """The coefficients of the polynomial of a degree nearest to points, of weights w, the highest first, of shape (deg + 1,) or (deg + 1, k) for y of
    k columns. If `full`, also the sums of squares left, the rank, the singular values and rcond; with `cov` the covariances of the coefficients.

    Example: ``xparray.polyfit([0, 1, 2], [1, 3, 7], 2)``.
    """
    from . import linalg

    x, y = asarray(x) + 0.0, asarray(y) + 0.0
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if x.ndim != 1 or not x.size:
        raise TypeError("expected non-empty vector for x" if x.ndim == 1 else "expected 1D vector for x")
    if y.ndim not in (1, 2) or len(x) != len(y):
        raise TypeError("expected x and y to have same length")
    if rcond is None and not full and w is None and not cov:
        return _native["polyfit"](x, y, deg)
    rcond = len(x) * 2.0 ** (-23 if x.dtype.itemsize == 4 else -52) if rcond is None else rcond
    left, right = vander(x, deg + 1), y
    if w is not None:
        w = asarray(w) + 0.0
        if w.shape != x.shape:
            raise TypeError("expected w and y to have the same length")
        left, right = left * w.reshape(-1, 1), right * (w if y.ndim == 1 else w.reshape(-1, 1))
    scale = (left * left).sum(0) ** 0.5
    c, residuals, rank, s = linalg.lstsq(left / scale, right, rcond)
    c = (c.T / scale).T
    if full:
        return c, residuals, rank, s, rcond
    if not cov:
        return c
    base = linalg.inv(left.T @ left)
    if y.ndim > 1:
        base = base.reshape(deg + 1, deg + 1, 1)
    if cov == "unscaled":
        return c, base
    if len(x) <= deg + 1:
        raise ValueError("the number of data points must exceed order to scale the covariance matrix")
    return c, base * (residuals / (len(x) - deg - 1))


def _trimmed(p):
    """The coefficients from the first one on that is not zero; the last one, if all are."""
    p = atleast_1d(asarray(p))
    if p.ndim != 1 or not p.size or bool(p[0] != 0):
        return p
    places = p.nonzero()[0]
    return p[int(places[0]) if places.size else -1 :]


def _like(given, found):
    """Coefficients as a polynomial, if one was given."""
    from ._poly1d import poly1d

    return poly1d(found) if any(isinstance(each, poly1d) for each in given) else found


def polyadd(a1, a2):
    """The sum of two polynomials.

    Example: ``xparray.polyadd([1, 2], [1, 0, 3])``.
    """
    return _like((a1, a2), _native["polyadd"](asarray(a1), asarray(a2)))


def polysub(a1, a2):
    """The difference of two polynomials.

    Example: ``xparray.polysub([1, 2], [1, 0, 3])``.
    """
    return _like((a1, a2), _native["polysub"](asarray(a1), asarray(a2)))


def polyder(p, m=1):
    """The derivative of a polynomial, taken m times.

    Example: ``xparray.polyder([3, 2, 1])``.
    """
    if m < 0:
        raise ValueError("Order of derivative must be positive (see polyint)")
    return _like((p,), _native["polyder"](asarray(p), m) if m else asarray(p))


def polymul(a1, a2):
    """The product of two polynomials, whose zeros in front are left out.

    Example: ``xparray.polymul([1, 2], [1, 0, 3])``.
    """
    return _like((a1, a2), _native["polymul"](_trimmed(a1), _trimmed(a2)))


def polydiv(u, v):
    """The quotient and the remainder of two polynomials, the latter without zeros in front.

    Example: ``xparray.polydiv([3, 5, 2], [2, 1])``.
    """
    quotient, remainder = _native["polydiv"](atleast_1d(u), atleast_1d(v))
    # What is as good as zero is so for NumPy as well.
    small = (abs(remainder) <= 1e-8).tolist()
    first = next((k for k, each in enumerate(small) if not each), len(small))
    return _like((u, v), quotient), _like((u, v), remainder[min(first, len(small) - 1) :])


def polyint(p, m=1, k=None):
    """The antiderivative of a polynomial, taken m times, with these constants, or one for all; by default they are 0.

    Example: ``xparray.polyint([6, 2], k=3)``.
    """
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    constants = [0.0] if k is None else atleast_1d(asarray(k)).tolist()
    constants = constants * m if len(constants) == 1 else constants[:m]
    if len(constants) < m:
        raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
    found = asarray(p)
    if m:
        # Of quotients by integers, to which floats promote.
        found = _native["polyint"](found.astype(result_type(found.dtype, "float64")), m, constants)
    return _like((p,), found)


__all__ = ["poly", "polyadd", "polyder", "polydiv", "polyfit", "polyint", "polymul", "polysub", "roots"]
