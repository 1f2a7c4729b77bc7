"""Splines as knots, coefficients and degree (t, c, k), as of FITPACK: of these c may have k + 1 elements more than there are B-splines."""

from math import factorial, sqrt

from ... import _core
from ..._creation import asarray, linspace, zeros
from ..._manipulation import concatenate, stack
from ._splines import BSpline, LSQUnivariateSpline, UnivariateSpline, make_interp_spline

_native = _core.tables["interpolate"]


def _spline(tck):
    return tck if isinstance(tck, BSpline) else BSpline(*tck)


def _several(tck):
    """The splines of the coordinates of a curve, or None."""
    if isinstance(tck, BSpline):
        return None
    t, c, k = tck
    try:
        c[0][0]
    except (IndexError, TypeError):
        return None
    return [(t, each, k) for each in c]


def _padded(spline):
    """The parts of a spline, with as many coefficients as knots."""
    t, c, k = spline.tck
    return t, concatenate([c, zeros((len(t) - len(c), *c.shape[1:]), dtype=c.dtype)]), k


def _fitted(x, y, w, xb, xe, k, s, t):
    x, bbox = asarray(x), (None if xb is None else float(xb), None if xe is None else float(xe))
    if t is None:
        found = object.__new__(UnivariateSpline)
        found._keep(_native["univariate"](x, y, w, bbox, k, s, 0, len(x) + k + 1), 0)
    else:
        found = LSQUnivariateSpline(x, y, t, w, bbox, k)
    knots = found.get_knots()
    return found, BSpline(concatenate([knots[:1]] * k + [knots] + [knots[-1:]] * k), found.get_coeffs(), k)


def _periodic(x, y, k):
    """The spline that repeats, through points of which the last one is the first."""
    y = asarray(y, dtype="float64")
    spline = make_interp_spline(x, concatenate([y[:-1], y[:1]]), k, bc_type="periodic")
    if k > 1:
        return spline
    # The knots at the ends repeat as well.
    t = spline.t
    period = t[-1] - t[0]
    return BSpline(concatenate([t[-3:-2] - period, t[1:-1], t[2:3] + period]), spline.c, 1)


def _smoothness(s, w, n):
    return float(s) if s is not None else 0.0 if w is None else n - sqrt(2 * n)


def splrep(x, y, w=None, xb=None, xe=None, k=3, task=0, s=None, t=None, full_output=0, per=0, quiet=1):
    """The spline of degree k of as few knots as leave at most s of the squared distances from points (x, y), by default through them; or, of inner knots
    t, the nearest one: knots, coefficients and degree.

    Example: ``xparray.scipy.interpolate.splev(0.5, xparray.scipy.interpolate.splrep(x, y))``.
    """
    if per:
        if task or t is not None or _smoothness(s, w, len(x)) > 0 or k % 2 == 0:
            raise NotImplementedError("splines that repeat are through their points, of odd degrees: s is 0")
        tck = _padded(_periodic(x, y, k))
        return (tck, 0.0, 0, "") if full_output else tck
    if task == 1:
        raise NotImplementedError("each spline is computed anew: task is 0 or -1")
    if task == -1 and t is None:
        raise TypeError("Knots must be given for task=-1")
    found, spline = _fitted(x, y, w, xb, xe, k, _smoothness(s, w, len(x)), t)
    tck = _padded(spline)
    return (tck, found.get_residual(), 0, "") if full_output else tck


def make_splrep(x, y, *, w=None, xb=None, xe=None, k=3, s=0, t=None, nest=None):
    """The spline of degree k of as few knots as leave at most s of the squared distances from points (x, y); or, of inner knots t, the nearest one.

    Example: ``xparray.scipy.interpolate.make_splrep(x, y, s=0.1)(0.5)``.
    """
    return _fitted(x, y, w, xb, xe, k, float(s), t)[1]


def splprep(x, w=None, u=None, ub=None, ue=None, k=3, task=0, s=None, t=None, full_output=0, nest=None, per=0, quiet=1):
    """The curve of degree k of as few knots as leave at most s of the squared distances from points, whose coordinates are a list of vectors: knots,
    coefficients of each coordinate and degree; and the parameters of the points, by default the lengths between them.

    Example: ``tck, u = xparray.scipy.interpolate.splprep([x, y], s=0)``.
    """
    points = stack([asarray(each, dtype="float64") for each in x])
    if task or t is not None:
        raise NotImplementedError("knots are found anew: task is 0")
    n = points.shape[1]
    s = n - sqrt(2 * n) if s is None else float(s)
    if per and (s > 0 or k % 2 == 0):
        raise NotImplementedError("curves that repeat are through their points, of odd degrees: s is 0")
    if per:
        points = concatenate([points[:, :-1], points[:, :1]], axis=1)
    if u is None:
        steps = ((points[:, 1:] - points[:, :-1]) ** 2).sum(axis=0) ** 0.5
        u = concatenate([zeros(1), steps.cumsum()])
        u = u / u[-1]
    u = asarray(u, dtype="float64")
    if per:
        curve, residual = _periodic(u, points.T, k), 0.0
    else:
        bbox = (None if ub is None else float(ub), None if ue is None else float(ue))
        kept, residual = _native["splprep"](u, points.T, w, bbox, k, s, n + 2 * k if nest is None else nest)
        curve = BSpline._of(kept)
    tck = [curve.t, list(curve.c.T), k]
    return ((tck, u), residual, 0, "") if full_output else (tck, u)


def splev(x, tck, der=0, ext=0):
    """Values of a spline, or those of its derivative of order der; outside of the knots go on (`ext` is 0), are 0 (1), an error (2) or those at the
    ends (3).

    Example: ``xparray.scipy.interpolate.splev(0.5, xparray.scipy.interpolate.splrep(x, y))``.
    """
    curve = _several(tck)
    if curve:
        return [splev(x, each, der, ext) for each in curve]
    spline = _spline(tck)
    if not 0 <= der <= spline.k:
        raise ValueError(f"0<=der={der}<=k={spline.k} must hold")
    if ext not in (0, 1, 2, 3):
        raise ValueError(f"ext = {ext} not in (0, 1, 2, 3) ")
    x, low, high = asarray(x, dtype="float64"), spline.t[spline.k], spline.t[-spline.k - 1]
    outside = (x < low) | (x > high)
    if ext == 2 and bool(outside.any()):
        raise ValueError("places outside of the knots")
    # Derivatives go on, as SciPy's do.
    if ext == 3 and der == 0:
        x = x.clip(low, high)
    found = spline(x, der, extrapolate=True)
    return found * ~outside if ext == 1 else found


def splint(a, b, tck, full_output=0):
    """The integral of a spline from a to b, outside of whose knots there is nothing.

    Example: ``xparray.scipy.interpolate.splint(0.0, 1.0, xparray.scipy.interpolate.splrep(x, y))``.
    """
    curve = _several(tck)
    if curve:
        return [splint(a, b, each) for each in curve]
    return _spline(tck).integrate(a, b, extrapolate=False)


def spalde(x, tck):
    """All derivatives of a spline at a place, a vector, or a list of them for several.

    Example: ``xparray.scipy.interpolate.spalde(0.5, xparray.scipy.interpolate.splrep(x, y))``.
    """
    curve = _several(tck)
    if curve:
        return [spalde(x, each) for each in curve]
    spline, x = _spline(tck), asarray(x, dtype="float64")
    found = stack([spline(x, nu) for nu in range(spline.k + 1)], axis=-1)
    return found if x.ndim == 0 else list(found)


def sproot(tck, mest=10):
    """The zeros of a cubic spline, a vector.

    Example: ``xparray.scipy.interpolate.sproot(xparray.scipy.interpolate.splrep(x, y))``.
    """
    from ._pieces import PPoly

    curve = _several(tck)
    if curve:
        return [sproot(each, mest) for each in curve]
    spline = _spline(tck)
    if spline.k != 3:
        raise ValueError("sproot works only for cubic (k=3) splines")
    return PPoly.from_spline(spline).roots(extrapolate=False)


def insert(x, tck, m=1, per=0):
    """The same spline with another knot at x, m times.

    Example: ``xparray.scipy.interpolate.insert(0.5, xparray.scipy.interpolate.splrep(x, y))``.
    """
    curve = _several(tck)
    if curve:
        found = [insert(x, each, m, per) for each in curve]
        return found[0][0], [each[1] for each in found], found[0][2]
    found = _spline(tck).insert_knot(x, m)
    return found if isinstance(tck, BSpline) else _padded(found)


def _calculated(tck, compute):
    found = compute(_spline(tck))
    return found if isinstance(tck, BSpline) else _padded(found)


def splder(tck, n=1):
    """The derivative of order n of a spline.

    Example: ``xparray.scipy.interpolate.splder(xparray.scipy.interpolate.splrep(x, y))``.
    """
    return _calculated(tck, lambda spline: spline.derivative(n))


def splantider(tck, n=1):
    """The antiderivative of order n of a spline.

    Example: ``xparray.scipy.interpolate.splantider(xparray.scipy.interpolate.splrep(x, y))``.
    """
    return _calculated(tck, lambda spline: spline.antiderivative(n))


def lagrange(x, w):
    """The polynomial of least degree through points (x, w), a `poly1d`. With many points roundings count.

    Example: ``xparray.scipy.interpolate.lagrange([0, 1, 2], [0, 1, 4])(1.5)``.
    """
    from ..._poly1d import poly1d

    return poly1d(_native["lagrange"](x, w))


def approximate_taylor_polynomial(f, x, degree, scale, order=None):
    """Taylor's polynomial of a function about x, by its values within a distance of a scale, a `poly1d` of what differs from x.

    Example: ``xparray.scipy.interpolate.approximate_taylor_polynomial(xparray.exp, 0.0, 3, 1.0)``.
    """
    from math import cos, pi

    from ..._poly1d import poly1d
    from . import krogh_interpolate

    n = (degree if order is None else order) + 1
    # Chebyshev's places, without that at the first end.
    places = linspace(0, 1, n, endpoint=False)
    places = asarray([scale * cos(pi * at) + x for at in places.tolist()])
    found = [float(each) for each in krogh_interpolate(places, f(places), x, der=list(range(degree + 1)))]
    return poly1d([value / factorial(nu) for nu, value in enumerate(found)][::-1])


__all__ = [
    "approximate_taylor_polynomial", "insert", "lagrange", "make_splrep", "spalde", "splantider", "splder", "splev", "splint", "splprep",
    "splrep", "sproot",
]
