//! Matrices that the device's own library has decomposed.

use super::Trans;
use crate::sparse::linalg::operator::LinearOperator;
use std::sync::OnceLock;
use xparray_core::Result;
use xparray_core::prelude::*;
use xparray_core::sparse::{Csr, Factors};

/// Matrices of fewer rows are the host's. Up to some 3,000 it also decomposes larger ones sooner, but each solution would wait for it.
const LARGE: usize = 1000;
/// How much a solution may leave of a system, of the largest elements, to be trusted: pivots are not sought in whole columns there.
const LEFT: f64 = 1e-13;

/// A matrix, and what the device made of it.
pub(super) struct OnDevice<T: Field, B: Backend> {
    a: Csr<T, B>,
    factors: Factors<B>,
    transposed: OnceLock<Option<Factors<B>>>,
}

impl<T: Field, B: Backend> OnDevice<T, B> {
    /// `None` where the host is to decompose it.
    pub fn new(a: &Csr<T, B>, definite: bool) -> Result<Option<Self>> {
        if a.shape()[0] < LARGE {
            return Ok(None);
        }
        let Some(factors) = trusted(a, definite)? else { return Ok(None) };
        Ok(Some(Self { a: a.clone(), factors, transposed: OnceLock::new() }))
    }

    /// The solutions for a vector `[n]` or a matrix `[n, k]` of a type to which the matrix' promotes; `None` where the host has to look for them.
    pub fn solve(&self, b: &DynArray<B>, trans: Trans) -> Result<Option<DynArray<B>>> {
        // A right-hand side is a row.
        let [n, _] = self.a.shape();
        let rows = b.t().reshape([b.len() / n, n])?;
        let solved = match trans {
            Trans::Plain => Some(in_parts(&self.factors, &rows)?),
            Trans::Transpose => self.transposed()?.map(|factors| in_parts(factors, &rows)).transpose()?,
            Trans::Adjoint => {
                let conjugate = self.transposed()?.map(|factors| in_parts(factors, &rows.conj()?)).transpose()?;
                conjugate.map(|x| x.conj()).transpose()?
            }
        };
        solved.map(|x| Ok(x.reshape(b.t().shape())?.t())).transpose()
    }

    fn transposed(&self) -> Result<Option<&Factors<B>>> {
        once(&self.transposed, || trusted(&self.a.transpose()?, false)).map(Option::as_ref)
    }
}

/// What is in a place, made if it is not there yet. Of several threads that make it at once, all get the first one's.
pub(super) fn once<T>(place: &OnceLock<T>, make: impl FnOnce() -> Result<T>) -> Result<&T> {
    match place.get() {
        Some(made) => Ok(made),
        None => {
            let made = make()?;
            Ok(place.get_or_init(|| made))
        }
    }
}

/// What the device's library made of a matrix, if it solves a system with it well, which it does with no entry that is not finite.
fn trusted<T: Field, B: Backend>(a: &Csr<T, B>, definite: bool) -> Result<Option<Factors<B>>> {
    let Some(factors) = a.factors(definite)? else { return Ok(None) };
    let (entries, n) = (a.values()?.into_dyn(), a.shape()[0]);
    let largest = |x: &DynArray<B>| x.abs()?.max(..);
    // The sums of the rows, which the solution 1 has.
    let b = a.matvec(&a.xp().ones_of(factors.dtype(), n)?)?;
    let x = factors.solve_rows(&b.reshape([1, n])?)?.reshape(n)?;
    let left = largest(&b.subtract(&a.matvec(&x)?)?)?;
    let of = largest(&b)?.add(&largest(&entries)?.multiply(&largest(&x)?)?)?;
    let good = left.less_equal(&of.multiply(&a.xp().full_of(DType::F64, (), LEFT)?)?)?;
    Ok(good.typed::<bool>()?.item()?.then_some(factors))
}

/// Complex right-hand sides of a real matrix are two real ones.
fn in_parts<B: Backend>(factors: &Factors<B>, b: &DynArray<B>) -> Result<DynArray<B>> {
    if factors.dtype().is_complex() || !b.dtype().is_complex() {
        return factors.solve_rows(b);
    }
    let [re, im] = [b.real()?, b.imag()?].map(|part| factors.solve_rows(&part));
    let i = b.xp().full_of(DType::Complex128, (), Complex::new(0.0f64, 1.0))?;
    re?.add(&im?.multiply(&i)?)
}
