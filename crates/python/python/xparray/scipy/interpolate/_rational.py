"""Rational functions through values, by their barycentric form, and from Taylor's series."""

import warnings

from ..._creation import arange, asarray, eye, full, zeros
from ..._manipulation import concat, moveaxis
from ..._poly1d import poly1d
from ..._searching import unique, where
from ..._ufuncs import table

isfinite, magnitude = table["isfinite"], table["abs"]


def _outer(x, y):
    """1 over the differences of two vectors."""
    return 1 / (x.reshape(-1, 1) - y.reshape(1, -1))


class _Rational:
    """A quotient of two sums of fractions, whose value is known at each of the support points."""

    def _take(self, x, y, axis):
        """The points in order, each once, of those whose values are finite, and the rows of values."""
        x, y = asarray(x), asarray(y)
        if x.ndim != 1:
            raise ValueError("`x` must be 1-D.")
        if y.ndim < 1 or y.shape[axis] != x.size:
            raise ValueError(f"`x` be of size {y.shape[axis] if y.ndim else 0} but got size {x.size}.")
        if not bool(isfinite(x).all()):
            raise ValueError("`x` must be finite.")
        rows = moveaxis(y, axis, 0)
        self._axis, self._shape = axis, rows.shape[1:]
        rows = rows.reshape(x.size, -1)
        kept = isfinite(rows).all(axis=1)
        x, first = unique(x[kept], return_index=True)
        return x, rows[kept][first]

    def _hold(self, points, rows, weights):
        self._points, self._rows, self.weights = points, rows, weights

    def __call__(self, z):
        """Values at numbers. Example: ``f(0.5)``."""
        z = asarray(z)
        flat = z.reshape(-1)
        factors = _outer(flat, self._points) * self.weights
        found = (factors @ self._rows) / factors.sum(axis=1).reshape(-1, 1)
        at = flat.reshape(-1, 1) == self._points
        found = where(at.any(axis=1).reshape(-1, 1), self._rows[at.astype("int64").argmax(axis=1)], found)
        limit = (self.weights.reshape(-1, 1) * self._rows).sum(axis=0) / self.weights.sum()
        found = where((magnitude(flat) == float("inf")).reshape(-1, 1), limit, found).reshape(*z.shape, *self._shape)
        return moveaxis(found, 0, self._axis) if z.ndim else found

    def _zeros(self, weights):
        """Where the sum of the weights over the distances from the support points is 0: generalized eigenvalues."""
        from ..linalg import eigvals

        n = len(weights)
        corner = zeros((1, 1), dtype=weights.dtype)
        inner = eye(n) * self._points
        top = concat([corner, weights.reshape(1, -1)], axis=1)
        below = concat([full((n, 1), 1.0), inner], axis=1)
        other = concat([zeros(1), full(n, 1.0)])
        found = eigvals(concat([top, below], axis=0), eye(n + 1) * other)
        return found[isfinite(found)]

    def _single(self):
        if self._shape:
            raise NotImplementedError("of one function only")

    def poles(self):
        """Where the function is infinite, a complex vector. Example: ``f.poles()``."""
        return self._zeros(self.weights)

    def residues(self):
        """The residues at the poles, a vector. Example: ``f.residues()``."""
        self._single()
        parts = _outer(self.poles(), self._points)
        return parts @ (self._rows[:, 0] * self.weights) / -(parts * parts @ self.weights)

    def roots(self):
        """Where the function is 0, a complex vector. Example: ``f.roots()``."""
        self._single()
        return self._zeros(self.weights * self._rows[:, 0])


class AAA(_Rational):
    """The rational function of few terms near values y at points x, by the algorithm of Nakatsukasa, Sète and Trefethen (2018).

    Example: ``xparray.scipy.interpolate.AAA(x, y)(0.5)``.
    """

    def __init__(self, x, y, *, rtol=None, max_terms=100, clean_up=True, clean_up_tol=1e-13):
        if max_terms < 1:
            raise ValueError("`max_terms` must be an integer value greater than or equal to one.")
        if asarray(y).ndim != 1:
            raise ValueError("`y` must be 1-D.")
        z, rows = self._take(x, y, 0)
        kind = "complex128" if "complex" in f"{z.dtype}{rows.dtype}" else "float64"
        self._z, self._f = z.astype(kind), rows[:, 0].astype(kind)
        self._choose((2.0**-52) ** 0.75 if rtol is None else rtol, max_terms)
        if clean_up:
            self.clean_up(clean_up_tol)

    def _choose(self, rtol, max_terms):
        """Support points, each where the error is greatest."""
        z, f, n = self._z, self._f, len(self._z)
        near, chosen, errors = full(n, 1.0, dtype=f.dtype) * f.mean(), [], []
        least = rtol * float(magnitude(f).max())
        for _ in range(min(max_terms, n)):
            error = magnitude(f - near)
            for k in chosen:
                error = where(arange(n) == k, -1.0, error)
            chosen.append(int(error.argmax()))
            self._solve(chosen)
            near = self(z)
            errors.append(float(magnitude(f - near).max()))
            if errors[-1] <= least:
                break
        else:
            warnings.warn(f"AAA failed to converge within {max_terms} iterations.", RuntimeWarning, stacklevel=4)
        self.errors = asarray(errors)
        kept = self.weights != 0
        self._hold(self._points[kept], self._rows[kept], self.weights[kept])

    def _solve(self, chosen):
        """The weights for support points: of the least squares of what is left at the other points."""
        from ..linalg import svd

        z, f, places = self._z, self._f, arange(len(self._z))
        others = full(len(z), True)
        for k in chosen:
            others = others & (places != k)
        points, values = z[asarray(chosen)], f[asarray(chosen)]
        z, f = z[others], f[others]
        if len(z):
            matrix = _outer(z, points) * (f.reshape(-1, 1) - values)
            weights = svd(matrix, full_matrices=len(z) < len(chosen))[2][-1].conj()
        else:
            weights = full(len(chosen), 1.0)
        self._shape, self._axis = (), 0
        self._hold(points, values.reshape(-1, 1), weights.astype(f.dtype))

    @property
    def support_points(self):
        """The points at which the values are met."""
        return self._points

    @property
    def support_values(self):
        """The values there."""
        return self._rows[:, 0]

    def clean_up(self, cleanup_tol=1e-13):
        """Removes the support points beside poles whose residues are next to nothing, and says how many. Example: ``f.clean_up()``."""
        poles = self.poles()
        if not len(poles) or not len(self._f):
            return 0
        logs = table["log"](magnitude(self._f)).mean()
        distance = magnitude(poles.reshape(-1, 1) - self._z).min(axis=1)
        spurious = poles[magnitude(self.residues()) / distance < cleanup_tol * table["exp"](logs)]
        if not len(spurious):
            return 0
        warnings.warn(f"{len(spurious)} Froissart doublets detected.", RuntimeWarning, stacklevel=2)
        beside = set(magnitude(spurious.reshape(-1, 1) - self._points).argmin(axis=1).tolist())
        left = [int((self._z == point).astype("int64").argmax()) for k, point in enumerate(self._points.tolist()) if k not in beside]
        if left:
            self._solve(left)
        return len(spurious)


class FloaterHormannInterpolator(_Rational):
    """The rational function without real poles through values at points: of polynomials of degree d through neighbours (Floater and Hormann, 2007).

    Example: ``xparray.scipy.interpolate.FloaterHormannInterpolator(x, y)(0.5)``.
    """

    def __init__(self, points, values, *, d=3, axis=0):
        x, rows = self._take(points, values, axis)
        n = len(x)
        if not 0 <= d < n:
            raise ValueError("`d` must satisfy 0 <= d < n")
        at, weights = x.tolist(), []
        for k in range(n):
            total = 0.0
            for i in range(max(0, k - d), min(k, n - 1 - d) + 1):
                term = (-1.0) ** i
                for j in range(i, i + d + 1):
                    term = term if j == k else term / (at[k] - at[j])
                total += term
            weights.append(total)
        self._hold(x, rows, asarray(weights))


def pade(an, m, n=None):
    """Two polynomials, of orders n and m, whose quotient has a Taylor series, of coefficients from the constant one on.

    Example: ``p, q = xparray.scipy.interpolate.pade([1.0, 1.0, 0.5, 1 / 6], 1)``.
    """
    from ..linalg import solve

    a = asarray(an).reshape(-1)
    a = a.astype("complex128" if "complex" in str(a.dtype) else "float64")
    n = len(a) - 1 - m if n is None else n
    if n < 0:
        raise ValueError("Order of q <m> must be smaller than len(an)-1." if m > len(a) - 1 else "Order of p <n> must be greater than 0.")
    if n + m > len(a) - 1:
        raise ValueError("Order of q+p <m+n> must be smaller than len(an).")
    given = a.tolist()
    of = lambda k: given[k] if k >= 0 else 0.0
    q = [1.0]
    if m:
        matrix = asarray([[of(n + k - j) for j in range(1, m + 1)] for k in range(1, m + 1)], dtype=str(a.dtype))
        q += solve(matrix, -a[n + 1 : n + m + 1]).tolist()
    p = [sum(of(i - j) * q[j] for j in range(min(i, m) + 1)) for i in range(n + 1)]
    return poly1d(p[::-1]), poly1d(q[::-1])


__all__ = ["AAA", "FloaterHormannInterpolator", "pade"]
