//! What holds at the ends of a spline.

use xparray_core::prelude::*;
use xparray_core::{Array, Create, Error, Result, s};

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

    /// With zeros for the values of derivatives, of as many columns as an array has.
    pub(in crate::interpolate) fn with_zeros(&self, columns: &Array<f64, B>) -> Result<Self> {
        let Self::Derivatives(given) = self else { return Ok(self.clone()) };
        let zeros = columns.slice(s![0])?.zeros_like().into_dyn();
        Ok(Self::Derivatives(given.iter().map(|&(order, _)| (order, zeros.clone())).collect()))
    }

    /// Whether values are complex.
    pub(in crate::interpolate) fn is_complex(&self) -> bool {
        matches!(self, Self::Derivatives(given) if given.iter().any(|(_, value)| value.dtype().is_complex()))
    }
}

/// Ordinates of which each is 1 in a column of its own, beside as many rows; of those that repeat the last one is the first.
pub(in crate::interpolate) fn unit_ordinates<B: Backend>(rows: &Array<f64, B>, repeat: bool) -> Result<Array<f64, B>> {
    let n = rows.shape()[0];
    let free = if repeat { n.saturating_sub(1).max(1) } else { n };
    let mut unit = vec![0.0; n * free];
    (0..n).for_each(|i| unit[i * free + i % free] = 1.0);
    rows.xp().from_slice(&unit, [n, free])
}

/// That the first and the last row are the same.
pub(in crate::interpolate) fn ends_agree(op: &'static str, y: &[f64], columns: usize) -> Result<()> {
    let ends = y.iter().take(columns).zip(&y[y.len() - columns..]);
    match ends.into_iter().all(|(a, b)| (a - b).abs() <= 1e-15 + 1e-15 * b.abs()) {
        true => Ok(()),
        false => Err(Error::value(op, "the first and the last ordinate of a spline that repeats must be the same")),
    }
}
