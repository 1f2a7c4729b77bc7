"""Trees of points, which find neighbours."""

from math import inf

from ... import _core
from ..._creation import asarray, ones, zeros
from ..._manipulation import broadcast_shapes, concat, stack
from ..._searching import where

_native = _core.tables["spatial"]


def _nested(found, shape):
    """A list of results as nested lists of a shape."""
    for length in reversed(shape[1:]):
        found = [found[k : k + length] for k in range(0, len(found), length)] if length else []
    return found if shape else found[0]


class KDTree:
    """Points of shape (n, m), sorted to find neighbours in little time; on a torus with sides `boxsize`.

    Example: ``xparray.scipy.spatial.KDTree(points).query([0.0, 0.0], k=2)``.
    """

    def __init__(self, data, leafsize=10, compact_nodes=True, copy_data=False, balanced_tree=True, boxsize=None):
        self.data, self.leafsize, self.boxsize = asarray(data, dtype="float64"), leafsize, boxsize
        if boxsize is not None:
            boxsize = asarray(boxsize)
        self._kept = _native["tree"](self.data, boxsize)
        self.n, self.m = self.data.shape

    def query(self, x, k=1, eps=0.0, p=2.0, distance_upper_bound=inf, workers=1):
        """Distances and places of the k nearest points to each of x (..., m), of shape (..., k), without that axis for the default; or of
        the ranks that a list k names. Example: ``tree.query([0.0, 0.0])``.
        """
        if isinstance(k, int):
            if k < 1:
                raise ValueError("k must be an integer or a sequence of integers")
            ranks = None if k == 1 else list(range(1, k + 1))
        else:
            ranks = [int(each) for each in k]
        return _native["tree_query"](self._kept, x, ranks, eps, p, distance_upper_bound)

    def query_ball_point(self, x, r, p=2.0, eps=0.0, workers=1, return_sorted=None, return_length=False):
        """The places of the points within r of each of x (..., m): a list, or an array of lists as nested lists; or how many.

        Example: ``tree.query_ball_point([0.0, 0.0], 1.0)``.
        """
        x, r = asarray(x), asarray(r)
        if return_length:
            return _native["tree_ball_lengths"](self._kept, x, r, p, eps)
        found = _native["tree_ball_point"](self._kept, x, r, p, eps)
        if return_sorted is not False:
            found = [sorted(each) for each in found]
        return _nested(found, broadcast_shapes(x.shape[:-1], r.shape))

    def query_ball_tree(self, other, r, p=2.0, eps=0.0):
        """For each point the places of the other tree's points within r, a list of lists. Example: ``tree.query_ball_tree(other, 1.0)``."""
        return _native["tree_ball_tree"](self._kept, other._kept, r, p, eps)

    def query_pairs(self, r, p=2.0, eps=0.0, output_type="set"):
        """Pairs of points within r: a set, or an array of shape (n, 2). Example: ``tree.query_pairs(1.0)``."""
        found = _native["tree_pairs"](self._kept, r, p, eps)
        return found if output_type == "ndarray" else {tuple(pair) for pair in found.tolist()}

    def count_neighbors(self, other, r, p=2.0, weights=None, cumulative=True):
        """How many pairs of points of two trees are within r, of the shape of r, or for each of a vector r that are not within the one before; or the
        sums of the products of weights, of both trees' points or a pair of vectors for each. Example: ``tree.count_neighbors(other, 1.0)``.
        """
        r = asarray(r)
        if weights is None:
            found = _native["tree_count_neighbors"](self._kept, other._kept, r, p)
        else:
            found = self._weighted(other, r, p, weights if isinstance(weights, tuple) else (weights, weights))
        if cumulative:
            return found
        if r.ndim != 1:
            raise ValueError("r must be a vector unless counts are cumulative")
        return concat([found[:1], found[1:] - found[:-1]])

    def _weighted(self, other, r, p, weights):
        own, others = (
            ones(tree.n) if each is None else asarray(each, dtype="float64") for tree, each in zip((self, other), weights)
        )
        if own.shape != (self.n,) or others.shape != (other.n,):
            raise ValueError("Number of weights differ from the number of data points")
        if not r.size:
            return zeros(r.shape)
        # Zeros are entries as other distances are.
        pairs = self.sparse_distance_matrix(other, float(r.max()), p)
        products = own[pairs.row] * others[pairs.col]
        found = [where(pairs.data <= each, products, 0.0).sum() for each in r.reshape(-1).tolist()]
        return stack(found).reshape(r.shape)

    def sparse_distance_matrix(self, other, max_distance, p=2.0, output_type="coo_array"):
        """Distances of points of two trees that are at most `max_distance`, a sparse matrix. Example: ``tree.sparse_distance_matrix(tree, 1.0)``."""
        from ..sparse import coo_array

        return coo_array._of(_native["tree_distances"](self._kept, other._kept, max_distance, p))


cKDTree = KDTree

__all__ = ["KDTree", "cKDTree"]
