//! Triangular factors of sparse matrices.

use super::{Solvable, solvable};
use crate::DynArray;
use num_complex::Complex;
use xparray::scipy::sparse::linalg::{Spilu, Splu, SuperLU, Trans, spilu, splu};
use xparray::{Device, Result};

/// Factors of elements of some type.
pub enum Factors {
    F32(SuperLU<f32, Device>),
    F64(SuperLU<f64, Device>),
    Complex64(SuperLU<Complex<f32>, Device>),
    Complex128(SuperLU<Complex<f64>, Device>),
}

macro_rules! factors {
    ($factors:expr, $x:ident => $value:expr) => {
        match $factors {
            Factors::F32($x) => $value,
            Factors::F64($x) => $value,
            Factors::Complex64($x) => $value,
            Factors::Complex128($x) => $value,
        }
    };
}

macro_rules! factored {
    ($a:expr, $call:ident, $options:expr) => {
        Ok(match $a {
            Solvable::F32(a) => Factors::F32($call(a, $options)?),
            Solvable::F64(a) => Factors::F64($call(a, $options)?),
            Solvable::Complex64(a) => Factors::Complex64($call(a, $options)?),
            Solvable::Complex128(a) => Factors::Complex128($call(a, $options)?),
        })
    };
}

/// Parts of factors: the triangles, the orders of rows and columns, and the number of entries.
pub type Parts = (super::Matrix, super::Matrix, DynArray, DynArray, usize);

impl Factors {
    pub fn complete(a: &Solvable, options: Splu) -> Result<Self> {
        factored!(a, splu, options)
    }

    pub fn incomplete(a: &Solvable, options: Spilu) -> Result<Self> {
        factored!(a, spilu, options)
    }

    pub fn solve(&self, b: &DynArray, trans: Trans) -> Result<DynArray> {
        factors!(self, factors => factors.solve_with(b, trans))
    }

    pub fn parts(&self) -> Result<Parts> {
        factors!(self, f => Ok((
            f.l()?.to_csr()?.into(), f.u()?.to_csr()?.into(), f.perm_r()?.into_dyn(), f.perm_c()?.into_dyn(), f.nnz()?
        )))
    }
}

/// The solutions of systems with a sparse matrix.
pub fn solve(a: &Solvable, b: &DynArray) -> Result<DynArray> {
    solvable!(a, a => xparray::scipy::sparse::linalg::spsolve(a, b))
}
