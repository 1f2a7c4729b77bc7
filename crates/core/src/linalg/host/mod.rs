//! Matrices on the host, for algorithms whose steps need the results of those before: reflections, the Hessenberg form, Schur's form.
//!
//! They are in double precision, `f64` or `Complex<f64>`, and what they can do by products of matrices is done by those of a backend
//! ([`HostBlas`]).
//!
//! ```
//! use xparray::backend::HostLoops;
//! use xparray::linalg::host::{Host, Matrix, schur};
//! let a = Matrix::new(2, 2, vec![1.0, 2.0, 2.0, 1.0]);
//! let (t, z) = schur(&Host { op: "schur", blas: &HostLoops }, a)?;
//! assert!((t[0][0] + t[1][1] - 2.0).abs() < 1e-15 && t[1][0] == 0.0 && z.rows() == 2);
//! # Ok::<(), xparray::Error>(())
//! ```

mod entry;
mod few;
mod hessenberg;
mod householder;
mod matrix;
mod reflector;
mod schur;
mod vector;

pub use super::eig::{Eigensystem, Vectors, eigensystem};
pub use entry::{C, Dense, Entry, StripRow};
pub use few::solve_few;
pub use hessenberg::hessenberg;
pub use householder::{Reflection, reflection};
pub use matrix::Matrix;
pub use schur::{Schur, ordered, rotation, schur, triangle, wilkinson};

pub(super) use hessenberg::reduce;
pub(super) use schur::{eigenvalues, iterate};
pub(super) use vector::{add_scaled, dot};

use crate::backend::{Backend, HostBlas};

/// What an algorithm on the host works with.
#[derive(Clone, Copy)]
pub struct Host<'a> {
    /// The operation that errors name.
    pub op: &'static str,
    /// What multiplies matrices.
    pub blas: &'a dyn HostBlas,
}

impl<'a> Host<'a> {
    /// With the products of a backend.
    pub fn new<B: Backend>(op: &'static str, xp: &'a B) -> Self {
        Self { op, blas: xp.host_blas() }
    }
}
