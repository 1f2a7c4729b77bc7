//! Triangulations, hulls and diagrams, against SciPy's, and by what makes them right.

use crate::data::npz;
use crate::for_types;
use crate::scipy::array;
use xparray::prelude::*;
use xparray::scipy::spatial::{ConvexHull, Delaunay, SphericalVoronoi, Voronoi};
use xparray::{Error, s};

/// The rows of a matrix, each in order, in order.
fn rows<B: Backend>(x: &Array<i64, B>) -> Vec<Vec<i64>> {
    let mut rows = lists(x);
    rows.iter_mut().for_each(|row| row.sort_unstable());
    rows.sort_unstable();
    rows
}

fn lists<B: Backend>(x: &Array<i64, B>) -> Vec<Vec<i64>> {
    x.to_vec().unwrap().chunks_exact(x.shape()[1].max(1)).map(<[i64]>::to_vec).collect()
}

/// The rows of floats, by the last columns first, as `numpy.lexsort` orders them.
fn sorted<B: Backend>(x: &Array<f64, B>) -> Vec<f64> {
    let mut rows: Vec<Vec<f64>> = x.to_vec().unwrap().chunks_exact(x.shape()[1]).map(<[f64]>::to_vec).collect();
    rows.sort_by(|a, b| a.iter().rev().partial_cmp(b.iter().rev()).unwrap());
    rows.concat()
}

fn near(actual: &[f64], expected: &[f64], bound: f64) {
    assert_eq!(actual.len(), expected.len());
    let close = |(a, e): (&f64, &f64)| assert!((a - e).abs() <= bound * e.abs().max(1.0), "{a}, not {e}");
    actual.iter().zip(expected).for_each(close);
}

/// `Delaunay`: its simplices, neighbours, transforms, and what is found in it.
pub fn triangulations<B: Backend>(xp: &B) {
    let data = npz("spatial_triangulations.npz");
    for d in [2, 3] {
        let points = array(xp, &data, &format!("{d}/points"));
        let whole = |name: &str| data[&format!("{d}/{name}")].to_vec::<i64>();
        for x in [points.clone(), points.t().copy().unwrap().t()] {
            let found = Delaunay::new(&x).unwrap();
            assert_eq!(rows(&found.simplices().unwrap()).concat(), whole("simplices"), "{d}");
        }
        let delaunay = Delaunay::new(&points).unwrap();
        let (simplices, neighbors) = (lists(&delaunay.simplices().unwrap()), lists(&delaunay.neighbors().unwrap()));
        for (at, beside) in neighbors.iter().enumerate() {
            for (slot, &there) in beside.iter().enumerate().filter(|(_, there)| **there >= 0) {
                let shared = simplices[at].iter().filter(|vertex| simplices[there as usize].contains(vertex));
                assert!(shared.clone().count() == d && !shared.clone().any(|&vertex| vertex == simplices[at][slot]));
                assert!(neighbors[there as usize].contains(&(at as i64)));
            }
        }
        assert_eq!(rows(&delaunay.convex_hull().unwrap()).concat(), whole("hull"));
        assert_eq!(delaunay.coplanar().unwrap().shape(), [0, 3]);
        let (indptr, indices) = delaunay.vertex_neighbor_vertices().unwrap();
        assert_eq!((indptr.to_vec().unwrap(), indices.to_vec().unwrap()), (whole("indptr"), whole("indices")));
        for (vertex, &at) in delaunay.vertex_to_simplex().unwrap().to_vec().unwrap().iter().enumerate() {
            assert!(simplices[at as usize].contains(&(vertex as i64)));
        }
        // Transforms make unit vectors of the vertices.
        let corners = points.take(delaunay.simplices().unwrap(), 0).unwrap();
        let transform = delaunay.transform().unwrap();
        let differences = corners.subtract(transform.slice(s![.., d..]).unwrap()).unwrap();
        let parts =
            differences.matmul(&transform.slice(s![.., ..d]).unwrap().swapaxes(1, 2).unwrap().into_dyn()).unwrap();
        let expected = xp.eye::<f64>(d + 1).unwrap().slice(s![.., ..d]).unwrap();
        assert!(parts.allclose_with(&expected, xparray::Tolerance::new().atol(1e-9)).unwrap());
        let x = array(xp, &data, &format!("{d}/x"));
        for x in [x.clone(), x.t().copy().unwrap().t()] {
            let at = delaunay.find_simplex(&x).unwrap().to_vec().unwrap();
            let found = at.iter().flat_map(|&at| {
                let mut simplex = if at < 0 { vec![-1; d + 1] } else { simplices[at as usize].clone() };
                simplex.sort_unstable();
                simplex
            });
            assert_eq!(found.collect::<Vec<_>>(), whole("inside"), "{d}");
        }
        assert!(delaunay.find_simplex(&points).unwrap().greater_equal(0).unwrap().all(..).unwrap().item().unwrap());
        assert_eq!((delaunay.ndim(), delaunay.nsimplex()), (d, simplices.len()));
        assert!(delaunay.points().unwrap().into_dyn().array_equal(&points).unwrap());
    }
}

/// `ConvexHull`, `Voronoi`.
pub fn hulls<B: Backend>(xp: &B) {
    let data = npz("spatial_triangulations.npz");
    for d in [2, 3] {
        let points = array(xp, &data, &format!("{d}/points"));
        let whole = |name: &str| data[&format!("{d}/{name}")].to_vec::<i64>();
        let floats = |name: &str| data[&format!("{d}/{name}")].to_vec::<f64>();
        let hull = ConvexHull::new(&points).unwrap();
        assert_eq!(rows(&hull.simplices().unwrap()).concat(), whole("hull"), "{d}");
        let mut vertices = hull.vertices().unwrap().to_vec().unwrap();
        vertices.sort_unstable();
        assert_eq!(vertices, whole("vertices"));
        near(&[hull.volume(), hull.area()], &floats("measures"), 1e-14);
        near(&sorted(&hull.equations().unwrap()), &floats("equations"), 1e-13);
        let (simplices, neighbors) = (lists(&hull.simplices().unwrap()), lists(&hull.neighbors().unwrap()));
        for (at, beside) in neighbors.iter().enumerate() {
            for (slot, &there) in beside.iter().enumerate() {
                let ridge = simplices[at].iter().enumerate().filter(|&(i, _)| i != slot);
                assert!(ridge.clone().all(|(_, vertex)| simplices[there as usize].contains(vertex)));
            }
        }
        let voronoi = Voronoi::new(&points).unwrap();
        near(&sorted(&voronoi.vertices().unwrap()), &floats("centers"), 1e-9);
        assert_eq!(rows(&voronoi.ridge_points().unwrap()).concat(), whole("ridges"));
        let lengths: Vec<i64> = voronoi.regions().iter().map(|region| region.len() as i64).collect();
        assert_eq!(lengths, whole("lengths"));
        let mut kinds: Vec<(Vec<i64>, i64, i64)> = lists(&voronoi.ridge_points().unwrap())
            .into_iter()
            .zip(voronoi.ridge_vertices())
            .map(|(pair, around)| (pair, around.len() as i64, i64::from(around.contains(&-1))))
            .collect();
        kinds.sort_unstable();
        assert_eq!(kinds.iter().flat_map(|kind| [kind.1, kind.2]).collect::<Vec<_>>(), whole("kinds"));
        // Each vertex of a ridge is as far from both points.
        let (at, corners) =
            (points.typed::<f64>().unwrap().to_vec().unwrap(), voronoi.vertices().unwrap().to_vec().unwrap());
        for (pair, around) in lists(&voronoi.ridge_points().unwrap()).iter().zip(voronoi.ridge_vertices()) {
            for &corner in around.iter().filter(|&&corner| corner >= 0) {
                let corner = &corners[corner as usize * d..][..d];
                let [a, b] = [pair[0], pair[1]]
                    .map(|i| at[i as usize * d..][..d].iter().zip(corner).map(|(x, y)| (x - y).powi(2)).sum::<f64>());
                assert!((a - b).abs() < 1e-9 * a.max(1.0), "{a} {b}");
            }
        }
    }
}

/// `SphericalVoronoi`.
pub fn spheres<B: Backend>(xp: &B) {
    let data = npz("spatial_triangulations.npz");
    let points = array(xp, &data, "sphere/points");
    let center = [1.0, -2.0, 0.5];
    for points in [points.clone(), points.t().copy().unwrap().t()] {
        let found = SphericalVoronoi::new(&points, 2.5, center).unwrap();
        near(&sorted(&found.vertices().unwrap()), &data["sphere/vertices"].to_vec::<f64>(), 1e-11);
        near(&found.calculate_areas().unwrap().to_vec().unwrap(), &data["sphere/areas"].to_vec::<f64>(), 1e-11);
        let lengths: Vec<i64> = found.regions().iter().map(|region| region.len() as i64).collect();
        assert_eq!(lengths, data["sphere/lengths"].to_vec::<i64>());
    }
    let axes = xp.eye::<f64>(3).unwrap();
    let axes = xp.concatenate(&[&axes, &axes.negative()], 0).unwrap();
    for_types!([i8 i64 f32 f64] T => {
        let found = SphericalVoronoi::new(&axes.astype::<T>(), 1.0, [0.0; 3]).unwrap();
        assert!(found.calculate_areas().unwrap().allclose(2.0 * std::f64::consts::PI / 3.0).unwrap(), "{}", T::DTYPE);
    });
    let value = |error: Error| assert!(matches!(error, Error::Value { .. }), "{error}");
    value(SphericalVoronoi::new(&axes, 1.1, [0.0; 3]).err().unwrap());
    value(SphericalVoronoi::new(&axes, -1.0, [0.0; 3]).err().unwrap());
    value(SphericalVoronoi::new(&axes, f64::NAN, [0.0; 3]).err().unwrap());
    value(SphericalVoronoi::new(&axes, 1.0, [f64::NAN; 3]).err().unwrap());
    value(SphericalVoronoi::new(&xp.concatenate(&[&axes, &axes], 0).unwrap(), 1.0, [0.0; 3]).err().unwrap());
    value(SphericalVoronoi::new(&axes.slice(s![..3]).unwrap(), 1.0, [0.0; 3]).err().unwrap());
    value(SphericalVoronoi::new(&axes.slice(s![.., ..2]).unwrap(), 1.0, [0.0; 3]).err().unwrap());
}

/// Grids, whose points are in lines, in planes and on circles, equal points, each element type; bad points.
pub fn degenerate<B: Backend>(xp: &B) {
    let flat = xp.indices([7, 6]).unwrap().reshape([2, 42]).unwrap().t();
    let delaunay = Delaunay::new(&flat).unwrap();
    assert_eq!((delaunay.nsimplex(), delaunay.convex_hull().unwrap().shape()), (60, &[22, 2][..]));
    let hull = ConvexHull::new(&flat).unwrap();
    assert_eq!((hull.volume(), hull.area(), hull.vertices().unwrap().len()), (30.0, 22.0, 4));
    let voronoi = Voronoi::new(&flat).unwrap();
    assert_eq!(
        (voronoi.vertices().unwrap().shape(), voronoi.ridge_points().unwrap().shape()),
        (&[30, 2][..], &[71, 2][..])
    );
    let solid = xp.indices([4, 3, 5]).unwrap().reshape([3, 60]).unwrap().t();
    let delaunay = Delaunay::new(&solid).unwrap();
    let x = xp.rng(3).uniform(-0.4, 3.4, [500, 3]).unwrap();
    let box_ = x.less(xp.array([3.0, 2.0, 4.0]).unwrap()).unwrap().all(-1).unwrap();
    let inside = box_.logical_and(x.greater(0.0).unwrap().all(-1).unwrap()).unwrap();
    assert!(delaunay.find_simplex(&x).unwrap().greater_equal(0).unwrap().array_equal(&inside).unwrap());
    let hull = ConvexHull::new(&solid).unwrap();
    assert_eq!((hull.volume(), hull.area(), hull.vertices().unwrap().len()), (24.0, 52.0, 8));
    let voronoi = Voronoi::new(&solid).unwrap();
    // Faces between neighbours along an axis, but for those along the edges of the box, which have one vertex.
    assert_eq!(
        (voronoi.vertices().unwrap().shape(), voronoi.ridge_points().unwrap().shape()),
        (&[24, 3][..], &[97, 2][..])
    );
    assert_eq!(voronoi.regions().iter().map(Vec::len).max(), Some(8));
    let twice = xp.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]]).unwrap();
    let delaunay = Delaunay::new(&twice).unwrap();
    let left = delaunay.coplanar().unwrap().to_vec().unwrap();
    assert!(left == [3, 0, 1] || left == [1, 0, 3], "{left:?}");
    assert_eq!(delaunay.vertex_to_simplex().unwrap().equal(-1).unwrap().sum(..).unwrap().item().unwrap(), 1);
    for_types!(real, T => {
        let x = xp.array(&[[0i8, 0], [1, 0], [0, 1], [1, 1]]).unwrap().astype::<T>();
        assert_eq!(Delaunay::new(&x).unwrap().nsimplex(), 2, "{}", T::DTYPE);
        assert_eq!(ConvexHull::new(&x).unwrap().area(), 4.0, "{}", T::DTYPE);
        assert_eq!(Voronoi::new(&x).unwrap().vertices().unwrap().to_string(), "[[0.5 0.5]]", "{}", T::DTYPE);
    });
    // Far from 1, and nearly in a line.
    for scale in [1e-200, 1e200] {
        let x = flat.multiply(scale).unwrap();
        assert_eq!(Delaunay::new(&x).unwrap().nsimplex(), 60, "{scale}");
        assert_eq!(ConvexHull::new(&x).unwrap().vertices().unwrap().len(), 4, "{scale}");
    }
    let many = xp.rng(9).normal::<f64>([4000, 2]).unwrap();
    let thin = many.multiply(xp.array([1.0, 1e-14]).unwrap()).unwrap().add(1.0).unwrap();
    for x in [&many, &thin] {
        let delaunay = Delaunay::new(x).unwrap();
        let (n, h) = (4000 - delaunay.coplanar().unwrap().shape()[0], delaunay.convex_hull().unwrap().shape()[0]);
        // Euler's formula.
        assert_eq!(delaunay.nsimplex(), 2 * n - 2 - h);
        assert!(delaunay.find_simplex(x).unwrap().greater_equal(0).unwrap().all(..).unwrap().item().unwrap());
    }
    assert_eq!(
        Delaunay::new(&many).unwrap().find_simplex(&xp.array([f64::NAN, 0.0]).unwrap()).unwrap().to_string(),
        "-1"
    );
    let value = |error: Error| assert!(matches!(error, Error::Value { .. }), "{error}");
    let bad = [
        xp.zeros::<f64>([0, 2]).unwrap(),
        xp.zeros([2, 2]).unwrap(),
        xp.zeros([9, 2]).unwrap(),
        xp.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]).unwrap(),
        xp.array([[0.0, 0.0], [1.0, 1.0], [f64::NAN, 2.0]]).unwrap(),
        xp.full([], 1.0).unwrap().broadcast_to([5, 3]).unwrap(),
        xp.zeros([5, 1]).unwrap(),
        xp.zeros([9, 4]).unwrap(),
        xp.zeros(9).unwrap(),
        xp.full([], 1.0).unwrap(),
    ];
    for x in bad {
        value(Delaunay::new(&x).err().unwrap());
        value(ConvexHull::new(&x).err().unwrap());
        value(Voronoi::new(&x).err().unwrap());
    }
    let delaunay = Delaunay::new(&twice).unwrap();
    assert!(matches!(delaunay.find_simplex(&xp.zeros::<f64>(3).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(delaunay.find_simplex(&xp.full([], 1.0).unwrap()), Err(Error::Axis { .. })));
    assert_eq!(delaunay.find_simplex(&xp.zeros::<f64>([0, 2]).unwrap()).unwrap().shape(), [0]);
    let complex = xp.full([4, 2], Complex::new(1.0, 1.0)).unwrap();
    assert!(matches!(Delaunay::new(&complex), Err(Error::DType { .. })));
}
