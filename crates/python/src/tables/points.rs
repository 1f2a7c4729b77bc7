//! Neighbours of points, triangulations, hulls and regions.

use super::functions;
use super::kept::{Kept, keep};
use super::sparse::Matrix;
use crate::convert::Input;
use xparray::Device;
use xparray::scipy::spatial::{Ball, ConvexHull, Delaunay, KDTree, Neighbors, Query, SphericalVoronoi, Voronoi};

type Tree = Kept<KDTree<Device>>;
type Mesh = Kept<Delaunay<Device>>;

/// How many neighbours: one without an axis, or those of some ranks.
fn query(ranks: Option<Vec<usize>>, eps: f64, p: f64, bound: f64) -> Query {
    let query = Query::new().eps(eps).p(p).distance_upper_bound(bound);
    ranks.into_iter().fold(query, |query, ranks| query.ranks(&ranks))
}

fn ball(p: f64, eps: f64) -> Ball {
    Ball::new().p(p).eps(eps)
}

fn lists(found: Neighbors<Device>) -> xparray::Result<Vec<Vec<i64>>> {
    found.lists()
}

functions! {
    convex_hull(points: Input) = {
        let hull = ConvexHull::new(&points.0)?;
        Ok(((hull.vertices()?, hull.simplices()?, hull.neighbors()?), hull.equations()?, hull.volume(), hull.area()))
    };
    delaunay(points: Input) = Delaunay::new(&points.0).map(keep);
    delaunay_parts(mesh: Mesh) = {
        let mesh = mesh.0;
        Ok((mesh.simplices()?, mesh.neighbors()?, mesh.convex_hull()?, mesh.coplanar()?))
    };
    delaunay_transform(mesh: Mesh) = mesh.0.transform();
    delaunay_vertex_neighbors(mesh: Mesh) = mesh.0.vertex_neighbor_vertices();
    delaunay_vertex_to_simplex(mesh: Mesh) = mesh.0.vertex_to_simplex();
    find_simplex(mesh: Mesh, xi: Input) = mesh.0.find_simplex(&xi.0);
    spherical_areas(regions: Kept<SphericalVoronoi<Device>>) = regions.0.calculate_areas();
    spherical_parts(regions: Kept<SphericalVoronoi<Device>>) = Ok((regions.0.vertices()?, regions.0.regions().to_vec()));
    spherical_voronoi(points: Input, radius: f64, center: [f64; 3]) =
        SphericalVoronoi::new(&points.0, radius, center).map(keep);
    tree(data: Input, boxsize: Option<Input>) = match boxsize {
        Some(boxsize) => KDTree::periodic(&data.0, &boxsize.0).map(keep),
        None => KDTree::new(&data.0).map(keep),
    };
    tree_ball_lengths(tree: Tree, x: Input, r: Input, p: f64, eps: f64) =
        tree.0.query_ball_lengths(&x.0, &r.0, ball(p, eps));
    tree_ball_point(tree: Tree, x: Input, r: Input, p: f64, eps: f64) =
        lists(tree.0.query_ball_point(&x.0, &r.0, ball(p, eps))?);
    tree_ball_tree(tree: Tree, other: Tree, r: f64, p: f64, eps: f64) =
        lists(tree.0.query_ball_tree(&other.0, r, ball(p, eps))?);
    tree_count_neighbors(tree: Tree, other: Tree, r: Input, p: f64) = tree.0.count_neighbors(&other.0, &r.0, p);
    tree_distances(tree: Tree, other: Tree, bound: f64, p: f64) =
        tree.0.sparse_distance_matrix(&other.0, bound, p).map(Matrix::from);
    tree_pairs(tree: Tree, r: f64, p: f64, eps: f64) = tree.0.query_pairs(r, ball(p, eps));
    tree_query(tree: Tree, x: Input, ranks: Option<Vec<usize>>, eps: f64, p: f64, bound: f64) =
        tree.0.query(&x.0, query(ranks, eps, p, bound));
    voronoi(points: Input) = {
        let found = Voronoi::new(&points.0)?;
        Ok((found.vertices()?, found.ridge_points()?, found.ridge_vertices().to_vec(), found.regions().to_vec()))
    };
}
