//! Decompositions of real and complex matrices.

use super::lu::{Lu, Plan, Trans};
use crate::sparse::host::{Matrix, Z};
use xparray_core::Result;

/// Triangles of real or complex numbers.
#[derive(Clone, Debug)]
pub(super) enum Triangles {
    Real(Lu<f64>),
    Complex(Lu<Z>),
}

impl Triangles {
    pub fn new(columns: &Matrix, plan: Plan) -> Result<Self> {
        Ok(match columns {
            Matrix::Real(columns) => Self::Real(Lu::new(columns, plan)?),
            Matrix::Complex(columns) => Self::Complex(Lu::new(columns, plan)?),
        })
    }

    /// The solution for real numbers, if the triangles are real.
    pub fn solve_real(&self, b: &[f64], side: Trans) -> Option<Vec<f64>> {
        match self {
            Self::Real(lu) => Some(lu.solve(b, side, |f, x| f * x, |x, f| x / f)),
            Self::Complex(_) => None,
        }
    }

    pub fn solve_complex(&self, b: &[Z], side: Trans) -> Vec<Z> {
        match self {
            Self::Real(lu) => lu.solve(b, side, |f, x| x * f, |x, f| x / f),
            Self::Complex(lu) => lu.solve(b, side, |f, x| f * x, |x, f| x / f),
        }
    }
}
