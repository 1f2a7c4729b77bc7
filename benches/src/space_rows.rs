//! Rows of points in space, and of interpolation between points.

use crate::data::uniform;
use crate::rows::{Call, call};
use xparray::Result;
use xparray::prelude::*;
use xparray::scipy::interpolate::{CubicSpline, RegularGridInterpolator};
use xparray::scipy::spatial::distance::{Metric, cdist};
use xparray::scipy::spatial::{KDTree, Query};

/// These rows.
pub const NAMES: &[&str] = &[
    "cubic_spline_1M_eval_10M",
    "regular_grid_3d_128_eval_10M",
    "cdist_10000x3",
    "cdist_2000x128",
    "kdtree_1M_query_1M_k8",
];

/// The row's data and call; `None` for a row that is not among these.
pub fn prepare<B: Backend>(xp: &B, row: &str) -> Option<Result<Call>> {
    let points = |seed, m: usize, k: usize| uniform::<f64, B>(xp, seed, &[m, k]);
    let between = |m: usize, k: usize| {
        let (a, b) = (points(1, m, k)?, points(2, m, k)?);
        call(move || cdist(&a, &b, Metric::Euclidean))
    };
    Some(match row {
        "cubic_spline_1M_eval_10M" => xp.linspace(0.0, 1.0, 1_000_000).and_then(|x| {
            let spline = CubicSpline::new().interpolate(&x, &uniform::<f64, B>(xp, 1, &[1_000_000])?)?;
            let places = uniform::<f64, B>(xp, 2, &[10_000_000])?;
            call(move || spline.evaluate(&places))
        }),
        "regular_grid_3d_128_eval_10M" => xp.linspace(0.0, 1.0, 128).and_then(|x| {
            let axes = [&x, &x, &x];
            let values = uniform::<f64, B>(xp, 1, &[128; 3])?;
            let grid = RegularGridInterpolator::new().interpolate(&axes, &values)?;
            let places = points(2, 10_000_000, 3)?;
            call(move || grid.evaluate(&places))
        }),
        "cdist_10000x3" => between(10_000, 3),
        "cdist_2000x128" => between(2000, 128),
        "kdtree_1M_query_1M_k8" => points(1, 1_000_000, 3).and_then(|x| {
            let (tree, places) = (KDTree::new(&x)?, points(2, 1_000_000, 3)?);
            call(move || Ok(tree.query(&places, Query::new().k(8))?.0))
        }),
        _ => return None,
    })
}
