//! Figures of the same shape, and ways over a sphere.

use super::distance::points;
use super::transform::quaternions::checked;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Two sets of points as alike as shifting, scaling, turning and mirroring make them, each of size 1 about its mean; and the sum of the
/// squares of what they differ by (Gower, 1975).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::procrustes;
/// let a = xp.array([[1.0, 3.0], [1.0, 2.0], [1.0, 1.0], [2.0, 1.0]])?;
/// let b = xp.array([[4.0, -2.0], [4.0, -4.0], [4.0, -6.0], [2.0, -6.0]])?;
/// assert!(procrustes(&a, &b)?.2 < 1e-15);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] for sets of different shapes; [`Error::Value`] for what is no matrix, for no points, for points that are all the same, and for
/// numbers that are not finite; [`Error::DType`] for complex numbers.
pub fn procrustes<B: Backend>(
    data1: &impl AnyArray<B>,
    data2: &impl AnyArray<B>,
) -> Result<(DynArray<B>, DynArray<B>, f64)> {
    const OP: &str = "procrustes";
    let (a, b) = (points(OP, data1.as_dyn())?, points(OP, data2.as_dyn())?);
    if a.shape() != b.shape() {
        return Err(Error::shape(OP, a.shape(), b.shape()));
    }
    if a.is_empty() {
        return Err(Error::value(OP, "no points"));
    }
    let standard = |x: &DynArray<B>| {
        let x = x.subtract(&x.mean(0)?)?;
        let size = x.norm(..)?;
        match size.item()?.get::<f64>() {
            size if !size.is_finite() => Err(Error::value(OP, "numbers that are not finite")),
            0.0 => Err(Error::value(OP, "points that are all the same")),
            _ => x.divide(&size),
        }
    };
    let (a, b) = (standard(&a)?, standard(&b)?);
    let (u, s, vh) = a.t().matmul(&b)?.svd_with(Svd::new().full_matrices(false))?;
    // Points take the transpose of what turns the axes.
    let b = b.matmul(&u.matmul(&vh)?.t())?.multiply(&s.sum(..)?)?;
    let disparity = a.subtract(&b)?.square()?.sum(..)?.item()?.get::<f64>();
    Ok((a, b, disparity))
}

/// Points on the shortest way over the unit sphere of any dimension from one point to another, at parts `t` of it, from 0 to 1, or beyond
/// (Shoemake, 1985).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::geometric_slerp;
/// let (start, end) = (xp.array([1.0, 0.0])?, xp.array([0.0, 1.0])?);
/// let third = geometric_slerp(&start, &end, &xp.array([1.0 / 3.0])?)?;
/// assert!(third.allclose(&xp.array([[0.75f64.sqrt(), 0.5]])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] for points of different dimensions; [`Error::Value`] for what is no point of the sphere of at least 2 dimensions, for opposite
/// points, which have no shortest way; [`Error::DType`] for complex numbers.
pub fn geometric_slerp<B: Backend>(
    start: &impl AnyArray<B>,
    end: &impl AnyArray<B>,
    t: &impl AnyArray<B>,
) -> Result<DynArray<B>> {
    const OP: &str = "geometric_slerp";
    // As far from the sphere, and from the opposite point, as SciPy lets points be.
    const TOLERANCE: f64 = 1e-7;
    let [start, end, t] = [start.as_dyn(), end.as_dyn(), t.as_dyn()].map(|x| checked(OP, x, &[]));
    let (start, end, t) = (start?, end?, t?);
    if start.shape() != end.shape() {
        return Err(Error::shape(OP, start.shape(), end.shape()));
    }
    let unit = |x: &DynArray<B>| -> Result<bool> { Ok((x.norm(..)?.item()?.get::<f64>() - 1.0).abs() <= 1e-5) };
    if start.ndim() != 1 || start.len() < 2 || !unit(&start)? || !unit(&end)? {
        return Err(Error::value(OP, "points that are not on the unit sphere"));
    }
    if start.add(&end)?.norm(..)?.item()?.get::<f64>() <= TOLERANCE {
        return Err(Error::value(OP, "opposite points"));
    }
    let along = start.multiply(&end)?.sum(..)?;
    let across = end.subtract(&start.multiply(&along)?)?;
    let size = across.norm(..)?;
    if size.item()?.get::<f64>() == 0.0 {
        return start.broadcast_to([t.shape(), start.shape()].concat());
    }
    let angle = t.multiply(&size.arctan2(&along)?)?.expand_dims(-1)?;
    angle.cos()?.multiply(&start)?.add(&angle.sin()?.multiply(&across.divide(&size)?)?)
}
