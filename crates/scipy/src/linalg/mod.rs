//! Linear algebra beyond NumPy's, as `scipy.linalg`; products, solvers and decompositions are methods of arrays.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::scipy::linalg;
//! let t = linalg::toeplitz(&xp.array([1.0, 2.0, 3.0])?)?;
//! assert_eq!(t.to_string(), "[[1. 2. 3.]\n [2. 1. 2.]\n [3. 2. 1.]]");
//! # Ok::<(), xparray::Error>(())
//! ```

mod bands;
mod blocks;
mod companion;
mod exponential;
mod factors;
mod formulas;
mod shifts;

pub use bands::bandwidth;
pub use blocks::{block_diag, khatri_rao};
pub use companion::{companion, fiedler_companion, leslie};
pub use exponential::expm;
pub use factors::{Transpose, cho_solve, lu_solve, lu_solve_with};
pub use formulas::{DftScale, dft, fiedler, hadamard, helmert, hilbert};
pub use shifts::{ConvolutionMode, circulant, convolution_matrix, hankel, hankel_with, toeplitz, toeplitz_with};
