"""Triangulations, hulls, and regions about points, in two and three dimensions and more."""

from ... import _core
from ..._creation import asarray

_native = _core.tables["spatial"]


#: Options of Qhull's that say how it computes, which says nothing here.
_HOWS = frozenset(("Pp", "Q12", "QJ", "Qbb", "Qc", "Qt", "Qx", "Qz"))


def _plain(furthest_site, incremental, qhull_options):
    """Refuses what would give another result."""
    if furthest_site:
        raise NotImplementedError("furthest_site=True is not supported: the regions are those of the nearest sites")
    if incremental:
        raise NotImplementedError("incremental=True is not supported: all points are given at once")
    if others := set((qhull_options or "").split()) - _HOWS:
        refused, known = " ".join(sorted(others)), " ".join(sorted(_HOWS))
        raise NotImplementedError(f"qhull_options {refused!r} are not supported, only those that keep results: {known}")


class Delaunay:
    """The triangulation of points of shape (n, d): no other point is in the circumsphere of a simplex.

    Example: ``xparray.scipy.spatial.Delaunay(points).simplices``.
    """

    def __init__(self, points, furthest_site=False, incremental=False, qhull_options=None):
        _plain(furthest_site, incremental, qhull_options)
        self.points, self._kept = asarray(points), _native["delaunay"](points)
        self.npoints, self.ndim = self.points.shape
        self.simplices, self.neighbors, self.convex_hull, self.coplanar = _native["delaunay_parts"](self._kept)
        self.nsimplex = self.simplices.shape[0]

    @property
    def transform(self):
        """What gives the barycentric coordinates in each simplex, of shape (nsimplex, d + 1, d)."""
        return _native["delaunay_transform"](self._kept)

    @property
    def vertex_to_simplex(self):
        """A simplex of each point, a vector."""
        return _native["delaunay_vertex_to_simplex"](self._kept)

    @property
    def vertex_neighbor_vertices(self):
        """Where the neighbours of each point begin, and their places."""
        return _native["delaunay_vertex_neighbors"](self._kept)

    def find_simplex(self, xi, bruteforce=False, tol=None):
        """The simplex of each place (..., d), -1 outside of all. Example: ``mesh.find_simplex([[0.5, 0.5]])``."""
        return _native["find_simplex"](self._kept, xi)


class ConvexHull:
    """The convex hull of points of shape (n, d): `vertices`, `simplices`, `neighbors`, `equations`, `volume` and `area`.

    Example: ``xparray.scipy.spatial.ConvexHull(points).volume``.
    """

    def __init__(self, points, incremental=False, qhull_options=None):
        _plain(False, incremental, qhull_options)
        self.points = asarray(points)
        self.npoints, self.ndim = self.points.shape if self.points.ndim == 2 else (0, 0)
        parts, self.equations, self.volume, self.area = _native["convex_hull"](self.points)
        self.vertices, self.simplices, self.neighbors = parts
        self.nsimplex = self.simplices.shape[0]


class Voronoi:
    """The regions of places nearest to each of points (n, d): `vertices`, `ridge_points`, `ridge_vertices`, `regions`, `point_region`.

    Example: ``xparray.scipy.spatial.Voronoi(points).vertices``.
    """

    def __init__(self, points, furthest_site=False, incremental=False, qhull_options=None):
        _plain(furthest_site, incremental, qhull_options)
        self.points = asarray(points)
        self.vertices, self.ridge_points, self.ridge_vertices, self.regions = _native["voronoi"](self.points)
        self.npoints, self.ndim = self.points.shape
        self.point_region = asarray(list(range(self.npoints)), dtype="int64")

    @property
    def ridge_dict(self):
        """The vertices of the ridge between two points, by the pair."""
        return {tuple(pair): ridge for pair, ridge in zip(self.ridge_points.tolist(), self.ridge_vertices)}


class SphericalVoronoi:
    """The regions of places of a sphere nearest to each of points (n, 3): `vertices` and `regions`.

    Example: ``xparray.scipy.spatial.SphericalVoronoi(points).calculate_areas()``.
    """

    def __init__(self, points, radius=1, center=None, threshold=1e-06):
        self.points, self.radius = asarray(points), radius
        self.center = asarray([0.0, 0.0, 0.0] if center is None else center)
        self._kept = _native["spherical_voronoi"](self.points, radius, self.center.tolist())
        self.vertices, self.regions = _native["spherical_parts"](self._kept)

    def sort_vertices_of_regions(self):
        """Nothing: the vertices of regions are in order. Example: ``regions.sort_vertices_of_regions()``."""

    def calculate_areas(self):
        """The areas of the regions, a vector. Example: ``regions.calculate_areas()``."""
        return _native["spherical_areas"](self._kept)


def tsearch(tri, xi):
    """The simplex of a triangulation of each place (..., d), -1 outside of all.

    Example: ``xparray.scipy.spatial.tsearch(mesh, [[0.5, 0.5]])``.
    """
    return tri.find_simplex(xi)


__all__ = ["ConvexHull", "Delaunay", "SphericalVoronoi", "Voronoi", "tsearch"]
