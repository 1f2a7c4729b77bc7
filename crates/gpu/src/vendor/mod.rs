//! What the vendors' libraries must offer, and what helps to bind them. CUDA's and ROCm's have the same routines, those
//! of BLAS and LAPACK, and transforms; matrices are column-major, and lengths and distances are in elements.

mod argument;
mod blas;
mod compiler;
mod fft;
mod shared_library;
mod solver;
mod sparse;
mod status;

pub use argument::{Number, int, singular_job};
pub use blas::{BlasLibrary, Product, TriangularSystem};
pub use compiler::{Program, RawProgram, RuntimeCompiler};
pub use fft::{FftKind, FftLibrary, FftSide, FftSpec, fft_sign};
pub use shared_library::{SharedLibrary, beside_program, children, roots, search_path, site_packages};
pub use solver::{Call, SolverLibrary};
pub use sparse::{RawFactors, SparseLibrary, SparseMatrix};
pub use status::check;

/// What is made of a matrix before it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transform {
    /// Nothing.
    None,
    /// The transpose.
    Transpose,
}

/// Which triangle of a matrix is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Triangle {
    /// The lower one.
    Lower,
    /// The upper one.
    Upper,
}

/// A matrix on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// Where it begins.
    pub address: u64,
    /// From one column to the next.
    pub ld: i64,
}

/// Matrices on the device, a fixed distance apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strided {
    /// The first.
    pub first: Matrix,
    /// From one matrix to the next; 0 repeats the first.
    pub step: i64,
}

/// Matrices on the device, anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointers {
    /// Where their addresses are, on the device.
    pub addresses: u64,
    /// From one column to the next.
    pub ld: i64,
}
