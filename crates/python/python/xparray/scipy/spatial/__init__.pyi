"""SciPy's points in space."""

from typing import Any

from ... import ndarray
from . import distance as distance
from . import transform as transform

ArrayLike = Any
_bool = bool
_str = str

class ConvexHull:
    points: Any
    nsimplex: Any
    npoints: Any
    ndim: Any
    equations: Any
    volume: Any
    area: Any
    vertices: Any
    simplices: Any
    neighbors: Any
    def __init__(self, points: ArrayLike, incremental: _bool = ..., qhull_options: _str | None = ...) -> None: ...
class Delaunay:
    nsimplex: Any
    points: Any
    npoints: Any
    ndim: Any
    simplices: Any
    neighbors: Any
    convex_hull: Any
    coplanar: Any
    def __init__(self, points: ArrayLike, furthest_site: _bool = ..., incremental: _bool = ..., qhull_options: _str | None = ...) -> None: ...
    @property
    def transform(self) -> Any: ...
    @property
    def vertex_to_simplex(self) -> Any: ...
    @property
    def vertex_neighbor_vertices(self) -> Any: ...
    def find_simplex(self, xi: ArrayLike, bruteforce: _bool = ..., tol: ArrayLike | None = ...) -> Any: ...
class KDTree:
    data: Any
    leafsize: Any
    boxsize: Any
    n: Any
    m: Any
    def __init__(self, data: ArrayLike, leafsize: int = ..., compact_nodes: _bool = ..., copy_data: _bool = ..., balanced_tree: _bool = ..., boxsize: ArrayLike | None = ...) -> None: ...
    def query(self, x: ArrayLike, k: int = ..., eps: float = ..., p: float = ..., distance_upper_bound: float = ..., workers: int = ...) -> Any: ...
    def query_ball_point(self, x: ArrayLike, r: ArrayLike, p: float = ..., eps: float = ..., workers: int = ..., return_sorted: ArrayLike | None = ..., return_length: _bool = ...) -> Any: ...
    def query_ball_tree(self, other: ArrayLike, r: ArrayLike, p: float = ..., eps: float = ...) -> Any: ...
    def query_pairs(self, r: ArrayLike, p: float = ..., eps: float = ..., output_type: _str = ...) -> Any: ...
    def count_neighbors(self, other: ArrayLike, r: ArrayLike, p: float = ..., weights: Any = ..., cumulative: _bool = ...) -> Any: ...
    def sparse_distance_matrix(self, other: ArrayLike, max_distance: ArrayLike, p: float = ..., output_type: _str = ...) -> Any: ...
class SphericalVoronoi:
    center: Any
    points: Any
    radius: Any
    vertices: Any
    regions: Any
    def __init__(self, points: ArrayLike, radius: int = ..., center: ArrayLike | None = ..., threshold: float = ...) -> None: ...
    def sort_vertices_of_regions(self) -> Any: ...
    def calculate_areas(self) -> Any: ...
class Voronoi:
    points: Any
    point_region: Any
    vertices: Any
    ridge_points: Any
    ridge_vertices: Any
    regions: Any
    npoints: Any
    ndim: Any
    def __init__(self, points: ArrayLike, furthest_site: _bool = ..., incremental: _bool = ..., qhull_options: _str | None = ...) -> None: ...
    @property
    def ridge_dict(self) -> Any: ...
cKDTree = KDTree
def distance_matrix(x: ArrayLike, y: ArrayLike, p: float = ..., threshold: int = ...) -> ndarray: ...
def geometric_slerp(start: ArrayLike, end: ArrayLike, t: ArrayLike) -> ndarray: ...
def minkowski_distance(x: ArrayLike, y: ArrayLike, p: float = ...) -> ndarray: ...
def minkowski_distance_p(x: ArrayLike, y: ArrayLike, p: float = ...) -> ndarray: ...
def procrustes(data1: ArrayLike, data2: ArrayLike) -> Any: ...
def tsearch(tri: ArrayLike, xi: ArrayLike) -> Any: ...
