//! Antiderivatives and integrals of polynomials between breakpoints, in either basis.

use super::options::{Evaluate, Extrapolate, integral};
use super::pieces::{Basis, Pieces};
use xparray_core::prelude::*;
use xparray_core::{Create, Join, Result};

impl<B: Backend> Pieces<B> {
    /// The antiderivative of order `nu`, 0 at the first breakpoint. That of one that repeats does not.
    pub fn antiderivative(&self, basis: Basis, nu: usize) -> Result<Self> {
        let mut pieces = self.clone();
        for _ in 0..nu {
            pieces = match basis {
                Basis::Power => of_powers(&pieces)?,
                Basis::Bernstein => of_bernstein(&pieces)?,
            };
        }
        if nu > 0 && pieces.extrapolate == Extrapolate::Periodic {
            pieces.extrapolate = Extrapolate::No;
        }
        Ok(pieces)
    }

    /// The integral, of the shape of the further axes.
    pub fn integrate(&self, basis: Basis, ends: (f64, f64), options: Evaluate) -> Result<DynArray<B>> {
        let extrapolate = options.extrapolate.unwrap_or(self.extrapolate);
        let antiderivative = self.antiderivative(basis, 1)?;
        let inside = match extrapolate {
            Extrapolate::Periodic => Extrapolate::Yes,
            other => other,
        };
        let sum = integral("integrate", &self.breaks, ends, extrapolate, &|a, b| {
            let ends = antiderivative.values(basis, &self.packed.xp().array([a, b])?, inside)?;
            ends.slice(s![1..])?.subtract(&ends.slice(s![..1])?)
        })?;
        self.columns.restore(&sum, &[])
    }
}

/// By powers: each is one higher.
fn of_powers<B: Backend>(pieces: &Pieces<B>) -> Result<Pieces<B>> {
    let (terms, count, xp) = (pieces.terms(), pieces.columns.count(), pieces.packed.xp());
    let divisors = xp.array((1..=terms).rev().map(|power| power as f64).collect::<Vec<_>>())?;
    let raised = pieces.packed.divide(&divisors)?;
    let widths = pieces.widths()?;
    let mut whole = xp.zeros::<f64>([pieces.breaks.pieces(), count])?;
    for j in 0..terms as isize {
        whole = whole.multiply(&widths)?.add(&raised.slice(s![.., .., j])?)?;
    }
    let sums = whole.multiply(&widths)?.cumsum(0)?.slice(s![..-1])?;
    let constants = xp.concatenate(&[&xp.zeros::<f64>([1, count])?, &sums], 0)?.expand_dims(-1)?;
    Ok(pieces.with(&xp.concatenate(&[&raised, &constants], -1)?))
}

/// In Bernstein's basis: sums of coefficients.
fn of_bernstein<B: Backend>(pieces: &Pieces<B>) -> Result<Pieces<B>> {
    let (m, count, xp) = (pieces.breaks.pieces(), pieces.columns.count(), pieces.packed.xp());
    let scale = pieces.widths()?.expand_dims(1)?.divide(pieces.terms() as f64)?;
    let sums = pieces.packed.cumsum(-1)?.multiply(&scale)?;
    let inside = xp.concatenate(&[&xp.zeros::<f64>([m, count, 1])?, &sums], -1)?;
    let before = sums.slice(s![..-1, .., -1])?.cumsum(0)?;
    let before = xp.concatenate(&[&xp.zeros::<f64>([1, count])?, &before], 0)?.expand_dims(-1)?;
    Ok(pieces.with(&inside.add(&before)?))
}
