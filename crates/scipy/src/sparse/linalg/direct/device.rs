//! Matrices that the device's own library has decomposed.

use super::Trans;
use crate::sparse::linalg::operator::LinearOperator;
use std::sync::OnceLock;
use xparray_core::prelude::*;
use xparray_core::sparse::{Csr, Factors};
use xparray_core::{Error, Result};

/// Matrices of fewer rows are decomposed by the host sooner than by a device.
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
    pub fn new(op: &'static str, a: &Csr<T, B>, definite: bool) -> Result<Option<Self>> {
        if a.shape()[0] < LARGE {
            return Ok(None);
        }
        let Some(factors) = trusted(op, a, definite)? else { return Ok(None) };
        Ok(Some(Self { a: a.clone(), factors, transposed: OnceLock::new() }))
    }

    /// The solution for each row of right-hand sides of a type to which the matrix' promotes; `None` where the host has to look for it.
    pub fn solve_rows(&self, b: &DynArray<B>, trans: Trans) -> Result<Option<DynArray<B>>> {
        match trans {
            Trans::Plain => in_parts(&self.factors, b).map(Some),
            Trans::Transpose => self.transposed()?.map(|factors| in_parts(factors, b)).transpose(),
            Trans::Adjoint => {
                let solved = self.transposed()?.map(|factors| in_parts(factors, &b.conj()?)).transpose()?;
                solved.map(|x| x.conj()).transpose()
            }
        }
    }

    fn transposed(&self) -> Result<Option<&Factors<B>>> {
        if self.transposed.get().is_none() {
            let factors = trusted("splu", &self.a.transpose()?, false)?;
            // Another thread's are as good.
            let _ = self.transposed.set(factors);
        }
        Ok(self.transposed.get().and_then(Option::as_ref))
    }
}

/// What the device's library made of a matrix, if it solves a system with it well.
fn trusted<T: Field, B: Backend>(op: &'static str, a: &Csr<T, B>, definite: bool) -> Result<Option<Factors<B>>> {
    let Some(factors) = a.factors(definite)? else { return Ok(None) };
    let entries = a.values()?.into_dyn();
    let n = a.shape()[0];
    if !entries.isfinite()?.all(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(op, "an entry is not finite"));
    }
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
