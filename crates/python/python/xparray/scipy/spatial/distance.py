"""Distances of vectors, as of `scipy.spatial.distance`."""

from ... import _core
from ..._creation import asarray, zeros
from ..._table import documented, functions
from inspect import signature

_native = _core.tables["spatial"]
_FUNCTIONS = {
    "directed_hausdorff": ("u, v", "The greatest distance from a point of u (m, n) to its nearest one of v (k, n), and which two they are."),
    "num_obs_dm": ("d", "How many vectors a square matrix of distances is of."),
    "num_obs_y": ("Y", "How many vectors a condensed matrix of distances is of."),
}
globals().update(functions("xparray.scipy.spatial.distance", _native, _FUNCTIONS))
#: The distances of two vectors: what they are.
_METRICS = {
    "braycurtis": "The sum of differences over that of sums.",
    "canberra": "The sum of differences over the sums of magnitudes.",
    "chebyshev": "The greatest difference.",
    "cityblock": "The sum of differences.",
    "correlation": "1 less the correlation.",
    "cosine": "1 less the cosine of the angle.",
    "dice": "Dice's dissimilarity of truth values.",
    "euclidean": "The length of the difference.",
    "hellinger": "Hellinger's distance of distributions.",
    "hamming": "The share of elements that differ.",
    "jaccard": "The share of those elements, true in one, that differ.",
    "kl_divergence": "Kullback's and Leibler's divergence of distributions.",
    "rogerstanimoto": "Rogers's and Tanimoto's dissimilarity of truth values.",
    "russellrao": "Russell's and Rao's dissimilarity of truth values.",
    "sokalsneath": "Sokal's and Sneath's dissimilarity of truth values.",
    "sqeuclidean": "The squared length of the difference.",
    "yule": "Yule's dissimilarity of truth values.",
}


def _metric(name, doc):
    def made(u, v, w=None):
        return _between(u, v, name, w=w)

    made.__name__ = made.__qualname__ = name
    made.__module__ = __name__
    made.__doc__ = documented(__name__, name, signature(made).parameters.values(), f"{doc} Vectors are along the last axes.")
    return made


def _between(u, v, name, p=2.0, w=None, V=None, VI=None):
    if name not in _SINGLE:
        u, v = double(u), double(v)
    return _native["between"](u, v, (name, float(p)), (w, V, VI))


#: Distances that SciPy computes in single precision, of two vectors of it.
_SINGLE = frozenset(("chebyshev", "cityblock", "correlation", "cosine", "sqeuclidean"))


def double(x):
    """Vectors whose distances are computed in double precision."""
    x = asarray(x)
    return x.astype("float64") if x.dtype.kind == "f" else x


globals().update({name: _metric(name, doc) for name, doc in _METRICS.items()})


def correlation(u, v, w=None, centered=True):
    """1 less the correlation, or, of vectors that are not centered, less the cosine of the angle. Vectors are along the last axes.

    Example: ``xparray.scipy.spatial.distance.correlation(u, v)``.
    """
    return _between(u, v, "correlation" if centered else "cosine", w=w)


def minkowski(u, v, p=2, w=None):
    """Minkowski's distance of order p, of vectors along the last axes.

    Example: ``xparray.scipy.spatial.distance.minkowski(u, v, 3)``.
    """
    return _between(u, v, "minkowski", p, w)


def seuclidean(u, v, V):
    """The length of the difference over standard deviations, of variances V.

    Example: ``xparray.scipy.spatial.distance.seuclidean(u, v, [0.1, 0.2])``.
    """
    return _between(u, v, "seuclidean", V=V)


def mahalanobis(u, v, VI):
    """Mahalanobis's distance, with the inverse VI of a covariance.

    Example: ``xparray.scipy.spatial.distance.mahalanobis(u, v, VI)``.
    """
    return _between(u, v, "mahalanobis", VI=VI)


def jensenshannon(p, q, base=None, *, axis=0, keepdims=False):
    """Jensen's and Shannon's distance of distributions along an axis, in a base.

    Example: ``xparray.scipy.spatial.distance.jensenshannon(p, q)``.
    """
    from math import log

    from ..._manipulation import expand_dims, moveaxis

    p, q = (moveaxis(asarray(each, dtype="float64"), axis, -1) for each in (p, q))
    found = _between(p, q, "jensenshannon") if base is None else _between(p, q, "jensenshannon") / log(base) ** 0.5
    return expand_dims(found, axis=axis) if keepdims else found


def cdist(XA, XB, metric="euclidean", *, out=None, p=2, w=None, V=None, VI=None):
    """Distances of the rows of XA (m, n) and XB (k, n), of shape (m, k), by a metric of a name, or a function of two vectors.

    Example: ``xparray.scipy.spatial.distance.cdist(XA, XB, "cityblock")``.
    """
    if callable(metric):
        name = getattr(metric, "__name__", "")
        if globals().get(name) is not metric:
            found = [[metric(u, v) for v in asarray(XB)] for u in asarray(XA)]
            return _given(asarray(found), out)
        metric = name
    return _given(_native["cdist"](double(XA), double(XB), (metric, float(p)), (w, V, VI)), out)


def pdist(X, metric="euclidean", *, out=None, p=2, w=None, V=None, VI=None):
    """Distances of each two rows of X (m, n), a vector of m (m - 1) / 2, by a metric of a name, or a function of two vectors.

    Example: ``xparray.scipy.spatial.distance.pdist(X, "cosine")``.
    """
    if callable(metric):
        name = getattr(metric, "__name__", "")
        if globals().get(name) is not metric:
            rows = list(asarray(X))
            found = [metric(u, v) for k, u in enumerate(rows) for v in rows[k + 1:]]
            return _given(asarray(found) if found else zeros(0), out)
        metric = name
    return _given(_native["pdist"](double(X), (metric, float(p)), (w, V, VI)), out)


def _given(found, out):
    if out is None:
        return found
    if out.shape != found.shape:
        raise ValueError("Output array has incorrect shape.")
    out[...] = found
    return out


def squareform(X, force="no", checks=True):
    """A condensed vector of distances as a square matrix, or the other way round.

    Example: ``xparray.scipy.spatial.distance.squareform(pdist(X))``.
    """
    X = asarray(X)
    if force.lower() == "tomatrix" and X.ndim != 1:
        raise ValueError("Forcing 'tomatrix' but input X is not a distance vector.")
    if force.lower() == "tovector" and X.ndim != 2:
        raise ValueError("Forcing 'tovector' but input X is not a distance matrix.")
    return _native["squareform"](X, checks)


def is_valid_dm(D, tol=0.0, throw=False, name="D", warning=False):
    """Whether a matrix is one of distances: square, symmetric, with zeros on the diagonal.

    Example: ``xparray.scipy.spatial.distance.is_valid_dm(D)``.
    """
    valid = _native["is_valid_dm"](D, tol)
    if throw and not valid:
        raise ValueError(f"Distance matrix '{name}' must be square and symmetric with zeros on the diagonal.")
    return valid


def is_valid_y(y, warning=False, throw=False, name=None):
    """Whether a vector is as long as a condensed matrix of distances.

    Example: ``xparray.scipy.spatial.distance.is_valid_y(y)``.
    """
    valid = _native["is_valid_y"](y)
    if throw and not valid:
        raise ValueError("Length n of condensed distance matrix must be a binomial coefficient.")
    return valid


__all__ = [
    *_FUNCTIONS, *_METRICS, "cdist", "is_valid_dm", "is_valid_y", "jensenshannon", "mahalanobis", "minkowski", "pdist", "seuclidean",
    "squareform",
]
