"""Rational functions through values, by their barycentric form, and from Taylor's series."""

import warnings

from ... import _core
from ..._creation import asarray
from ..._poly1d import poly1d
from ..._ufuncs import table

_native = _core.tables["interpolate"]


def _checked(x, y, axis):
    """The points, which are a vector of finite numbers, and as many values along an axis."""
    x, y = asarray(x), asarray(y)
    if x.ndim != 1:
        raise ValueError("`x` must be 1-D.")
    if y.ndim < 1 or y.shape[axis] != x.size:
        raise ValueError(f"`x` be of size {y.shape[axis] if y.ndim else 0} but got size {x.size}.")
    if not bool(table["isfinite"](x).all()):
        raise ValueError("`x` must be finite.")
    return x, y


class _Rational:
    """A quotient of two sums of fractions, whose value is known at each of the support points."""

    def _hold(self, function):
        self._function = function
        self._points, self._values, self.weights = _native["rational_parts"](function)

    def __call__(self, z):
        """Values at numbers. Example: ``f(0.5)``."""
        return _native["rational_evaluate"](self._function, z)

    def _single(self):
        if self._values.ndim > 1:
            raise NotImplementedError("of one function only")

    def poles(self):
        """Where the function is infinite, a complex vector. Example: ``f.poles()``."""
        return _native["rational_poles"](self._function)

    def residues(self):
        """The residues at the poles, a vector. Example: ``f.residues()``."""
        self._single()
        return _native["rational_residues"](self._function)

    def roots(self):
        """Where the function is 0, a complex vector. Example: ``f.roots()``."""
        self._single()
        return _native["rational_roots"](self._function)


class AAA(_Rational):
    """The rational function of few terms near values y at points x, by the algorithm of Nakatsukasa, Sète and Trefethen (2018).

    Example: ``xparray.scipy.interpolate.AAA(x, y)(0.5)``.
    """

    def __init__(self, x, y, *, rtol=None, max_terms=100, clean_up=True, clean_up_tol=1e-13):
        if max_terms < 1:
            raise ValueError("`max_terms` must be an integer value greater than or equal to one.")
        if asarray(y).ndim != 1:
            raise ValueError("`y` must be 1-D.")
        self._keep(_native["aaa"](*_checked(x, y, 0), (2.0**-52) ** 0.75 if rtol is None else float(rtol), max_terms))
        errors, converged = _native["aaa_errors"](self._kept)
        self.errors = asarray(errors)
        if not converged:
            warnings.warn(f"AAA failed to converge within {max_terms} iterations.", RuntimeWarning, stacklevel=2)
        if clean_up:
            self.clean_up(clean_up_tol)

    def _keep(self, kept):
        self._kept = kept
        self._hold(_native["aaa_function"](kept))

    @property
    def support_points(self):
        """The points at which the values are met."""
        return self._points

    @property
    def support_values(self):
        """The values there."""
        return self._values

    def clean_up(self, cleanup_tol=1e-13):
        """Removes the support points beside poles whose residues are next to nothing, and says how many. Example: ``f.clean_up()``."""
        kept = _native["aaa_clean_up"](self._kept, float(cleanup_tol))
        count = _native["aaa_doublets"](kept)
        if count:
            warnings.warn(f"{count} Froissart doublets detected.", RuntimeWarning, stacklevel=2)
            self._keep(kept)
        return count


class FloaterHormannInterpolator(_Rational):
    """The rational function without real poles through values at points: of polynomials of degree d through neighbours (Floater and Hormann, 2007).

    Example: ``xparray.scipy.interpolate.FloaterHormannInterpolator(x, y)(0.5)``.
    """

    def __init__(self, points, values, *, d=3, axis=0):
        x, y = _checked(points, values, axis)
        if d < 0 or d >= x.size:
            raise ValueError("`d` must satisfy 0 <= d < n")
        self._hold(_native["floater_hormann"](x, y, d, axis))


def pade(an, m, n=None):
    """Two polynomials, of orders n and m, whose quotient has a Taylor series, of coefficients from the constant one on.

    Example: ``p, q = xparray.scipy.interpolate.pade([1.0, 1.0, 0.5, 1 / 6], 1)``.
    """
    a = asarray(an).reshape(-1)
    n = len(a) - 1 - m if n is None else n
    if n < 0:
        raise ValueError("Order of q <m> must be smaller than len(an)-1." if m > len(a) - 1 else "Order of p <n> must be greater than 0.")
    if n + m > len(a) - 1:
        raise ValueError("Order of q+p <m+n> must be smaller than len(an).")
    p, q = _native["pade"](a, m, n)
    return poly1d(p), poly1d(q)


__all__ = ["AAA", "FloaterHormannInterpolator", "pade"]
