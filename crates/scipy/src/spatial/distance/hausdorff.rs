//! How far a set of points is from another.

use super::points;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// What [`directed_hausdorff`] gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hausdorff {
    /// The distance.
    pub distance: f64,
    /// The point of the first set that is so far.
    pub index_u: usize,
    /// The point of the second set that is nearest to it.
    pub index_v: usize,
}

/// Hausdorff's directed distance: the largest of the Euclidean distances of the points `u` from their nearest ones of `v`.
///
/// Rows are visited in order, and one is left as soon as it has a nearer point than the distance so far (Taha and Hanbury, 2015), on
/// the host. SciPy shuffles the points, so of several pairs with this distance it may name another.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::distance::directed_hausdorff;
/// let u = xp.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])?;
/// let v = xp.array([[2.0, 0.0], [0.0, 2.0], [-2.0, 0.0], [0.0, -4.0]])?;
/// let there = directed_hausdorff(&u, &v)?;
/// assert_eq!((there.distance, directed_hausdorff(&v, &u)?.distance), (2.23606797749979, 3.0));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] for points of different dimensions; [`Error::Value`] for what is no matrix, no points, or NaN; [`Error::DType`] for complex
/// numbers.
pub fn directed_hausdorff<B: Backend>(u: &impl AnyArray<B>, v: &impl AnyArray<B>) -> Result<Hausdorff> {
    const OP: &str = "directed_hausdorff";
    let (u, v) = (points(OP, u.as_dyn())?, points(OP, v.as_dyn())?);
    let k = u.shape()[1];
    if v.shape()[1] != k {
        return Err(Error::shape(OP, u.shape(), v.shape()));
    }
    if u.is_empty() || v.is_empty() {
        return Err(Error::value(OP, "no points"));
    }
    let host = |x: &DynArray<B>| x.astype(DType::F64)?.typed::<f64>()?.to_vec();
    let (u, v) = (host(&u)?, host(&v)?);
    if u.iter().chain(&v).any(|x| x.is_nan()) {
        return Err(Error::value(OP, "NaN among the points"));
    }
    let mut found = Hausdorff { distance: -1.0, index_u: 0, index_v: 0 };
    for (i, row) in u.chunks_exact(k).enumerate() {
        let (mut least, mut nearest) = (f64::INFINITY, 0);
        for (j, column) in v.chunks_exact(k).enumerate() {
            let square: f64 = row.iter().zip(column).map(|(x, y)| (x - y) * (x - y)).sum();
            if square < least {
                (least, nearest) = (square, j);
            }
            if least <= found.distance {
                break;
            }
        }
        if least > found.distance {
            found = Hausdorff { distance: least, index_u: i, index_v: nearest };
        }
    }
    Ok(Hausdorff { distance: found.distance.sqrt(), ..found })
}
