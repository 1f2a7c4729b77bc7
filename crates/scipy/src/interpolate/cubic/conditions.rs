//! What holds at the ends of a spline.

use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// What holds at an end of a spline, or at both.
#[derive(Clone, Debug, Default)]
pub enum BoundaryCondition<B: Backend> {
    /// The first two pieces are one polynomial; of other degrees than 3 as many as it takes.
    #[default]
    NotAKnot,
    /// The first derivative is 0.
    Clamped,
    /// The second derivative is 0.
    Natural,
    /// Derivatives at both ends are the same, as the first and the last ordinate must be.
    Periodic,
    /// Derivatives of these orders have these values, of the shape of the ordinates without the axis.
    Derivatives(Vec<(usize, DynArray<B>)>),
}

impl<B: Backend> BoundaryCondition<B> {
    /// That repeating is a matter of both ends.
    pub(in crate::interpolate) fn check(op: &'static str, ends: &[Self; 2]) -> Result<()> {
        match ends {
            [Self::Periodic, Self::Periodic] => Ok(()),
            [Self::Periodic, _] | [_, Self::Periodic] => {
                Err(Error::value(op, "a spline repeats at both ends or at neither"))
            }
            _ => Ok(()),
        }
    }

    /// Whether values are complex.
    pub(in crate::interpolate) fn is_complex(&self) -> bool {
        matches!(self, Self::Derivatives(given) if given.iter().any(|(_, value)| value.dtype().is_complex()))
    }
}

/// That the first and the last row are the same.
pub(in crate::interpolate) fn ends_agree(op: &'static str, y: &[f64], columns: usize) -> Result<()> {
    let ends = y.iter().take(columns).zip(&y[y.len() - columns..]);
    match ends.into_iter().all(|(a, b)| (a - b).abs() <= 1e-15 + 1e-15 * b.abs()) {
        true => Ok(()),
        false => Err(Error::value(op, "the first and the last ordinate of a spline that repeats must be the same")),
    }
}
