//! How uneven points are.

use super::{inside, points};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// What [`discrepancy`] measures, as a mean over boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Discrepancy {
    /// Boxes with a corner in that of the cube that is nearest: SciPy's `CD`.
    #[default]
    Centered,
    /// Boxes that go on at the other side of the cube: `WD`.
    WrapAround,
    /// A mixture of both: `MD`.
    Mixture,
    /// Boxes from the origin on: `L2-star`.
    L2Star,
}

/// By how much the shares of points `[n, d]` of the unit cube in boxes differ from their volumes: the less, the more evenly they fill it (Hickernell, *A generalized
/// discrepancy and quadrature error bound*, Math. Comp. 67, 1998; Zhou, Fang and Ning, *Mixture discrepancy for quasi-random point sets*, J. Complexity 29, 2013; Warnock,
/// *Computational investigations of low discrepancy point sets*, 1972). All pairs of points are looked at.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::qmc::{Discrepancy, discrepancy};
/// let points = xp.array([[0.25, 0.5], [0.75, 0.0]])?;
/// assert_eq!(format!("{:.12}", discrepancy(&points, Discrepancy::Centered)?), "0.130642361111");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`](xparray_core::Error::Shape) unless there are points; [`Error::Value`](xparray_core::Error::Value) for numbers outside of the unit cube;
/// [`Error::DType`](xparray_core::Error::DType) for complex numbers.
pub fn discrepancy<B: Backend>(sample: &impl AnyArray<B>, kind: Discrepancy) -> Result<f64> {
    const OP: &str = "discrepancy";
    let x = points(OP, sample.as_dyn())?;
    inside(OP, &x)?;
    let [n, d] = [x.shape()[0], x.shape()[1]];
    let one = |factors: &Array<f64, B>| -> Result<f64> { factors.prod(-1)?.mean(..)?.item() };
    let volume = |side: f64| side.powi(d as i32);
    let (left, right) = (x.reshape([n, 1, d])?, x.reshape([1, n, d])?);
    let apart = (&left - &right).abs();
    let centred = |x: &Array<f64, B>| (x - 0.5).abs();
    Ok(match kind {
        Discrepancy::Centered => {
            let from = centred(&x);
            let both = (centred(&left) + centred(&right) - &apart) * 0.5 + 1.0;
            volume(13.0 / 12.0) - 2.0 * one(&((&from - from.square()) * 0.5 + 1.0))? + one(&both)?
        }
        Discrepancy::WrapAround => one(&(1.5 - &apart * (1.0 - &apart)))? - volume(4.0 / 3.0),
        Discrepancy::Mixture => {
            let from = centred(&x);
            let alone = 5.0 / 3.0 - &from * 0.25 - from.square() * 0.25;
            let both = 15.0 / 8.0 - (centred(&left) + centred(&right)) * 0.25 - &apart * 0.75 + apart.square() * 0.5;
            volume(19.0 / 12.0) - 2.0 * one(&alone)? + one(&both)?
        }
        Discrepancy::L2Star => {
            let alone = (1.0 - x.square()) * 0.5;
            let both = 1.0 - left.maximum(&right)?;
            (volume(1.0 / 3.0) - 2.0 * one(&alone)? + one(&both)?).max(0.0).sqrt()
        }
    })
}
