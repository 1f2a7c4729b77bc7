#!/usr/bin/env python3
"""Writes `data/spatial_triangulations.npz`, triangulations, hulls and diagrams in SciPy: `python3 tests/spatial_triangulations.py`."""
from pathlib import Path

import numpy as np
from scipy.spatial import ConvexHull, Delaunay, SphericalVoronoi, Voronoi

rng = np.random.default_rng(47)
parts = {}


def rows(a):
    """The rows of a set, each in order, in order."""
    return np.array(sorted(sorted(map(int, row)) for row in a), dtype=np.int64)


for d in (2, 3):
    points, x = rng.normal(0, 1, (60, d)), rng.normal(0, 1.2, (40, d))
    delaunay, hull, voronoi = Delaunay(points), ConvexHull(points), Voronoi(points)
    at = delaunay.find_simplex(x)
    inside = np.where(at[:, None] >= 0, np.sort(delaunay.simplices[at], axis=1), -1)
    indptr, indices = delaunay.vertex_neighbor_vertices
    neighbors = [sorted(indices[indptr[i] : indptr[i + 1]]) for i in range(60)]
    parts |= {f"{d}/points": points, f"{d}/x": x, f"{d}/simplices": rows(delaunay.simplices), f"{d}/inside": inside.astype(np.int64)}
    parts |= {f"{d}/indptr": indptr.astype(np.int64), f"{d}/indices": np.concatenate(neighbors).astype(np.int64)}
    parts |= {f"{d}/hull": rows(hull.simplices), f"{d}/measures": np.array([hull.volume, hull.area])}
    parts |= {f"{d}/vertices": np.sort(hull.vertices).astype(np.int64), f"{d}/equations": hull.equations[np.lexsort(hull.equations.T)]}
    parts |= {f"{d}/centers": voronoi.vertices[np.lexsort(voronoi.vertices.T)], f"{d}/ridges": rows(voronoi.ridge_points)}
    lengths = [len(voronoi.regions[i]) for i in voronoi.point_region]
    parts |= {f"{d}/lengths": np.array(lengths, dtype=np.int64)}
    # By their two points: how many vertices, and whether they are open.
    order = np.lexsort(np.sort(voronoi.ridge_points, axis=1).T[::-1])
    kinds = [[len(voronoi.ridge_vertices[i]), -1 in voronoi.ridge_vertices[i]] for i in order]
    parts |= {f"{d}/kinds": np.array(kinds, dtype=np.int64)}
sphere = rng.normal(0, 1, (40, 3))
center = np.array([1.0, -2.0, 0.5])
sphere = center + 2.5 * sphere / np.linalg.norm(sphere, axis=1, keepdims=True)
spherical = SphericalVoronoi(sphere, 2.5, center)
parts |= {"sphere/points": sphere, "sphere/vertices": spherical.vertices[np.lexsort(spherical.vertices.T)], "sphere/areas": spherical.calculate_areas()}
parts["sphere/lengths"] = np.array([len(region) for region in spherical.regions], dtype=np.int64)
np.savez(Path(__file__).parent / "data" / "spatial_triangulations.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
