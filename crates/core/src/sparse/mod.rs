//! Sparse matrices, as `scipy.sparse`: CSR, CSC, COO, DIA and BSR.
//!
//! The values are of any type but half floats ([`SparseElement`](crate::SparseElement)): sums and products of integers wrap,
//! those of truth values are "or" and "and". Compressed matrices have sorted indices and no duplicates. Conversions and copies
//! fail only if memory runs out, unless they say otherwise.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::sparse::Coo;
//! let (row, col) = (xp.array(&[0, 1, 1])?, xp.array(&[2, 0, 1])?);
//! let a = Coo::new([2, 3], &row, &col, &xp.array([5.0, 6.0, 7.0])?)?.to_csr()?;
//! assert_eq!(a.matmul(&xp.array([1.0, 2.0, 3.0])?)?.to_string(), "[15. 20.]");
//! assert_eq!(a.to_dense()?.to_string(), "[[0. 0. 5.]\n [6. 7. 0.]]");
//! # Ok::<(), xparray::Error>(())
//! ```

mod arithmetic;
mod bsr;
mod build;
mod compare;
mod coo;
mod csc;
mod csr;
mod dia;
mod extrema;
mod factors;
mod formats;
mod indexing;
mod reductions;
mod reshape;
mod union;

pub use bsr::Bsr;
pub use compare::Other;
pub use coo::Coo;
pub use csc::Csc;
pub use csr::Csr;
pub use dia::Dia;
pub use factors::Factors;

use crate::error::Result;
use crate::layout::checked_len;

/// An error if the pointers of a matrix's rows or columns, of which there is one more, are too many for an array.
fn check_dims([rows, cols]: [usize; 2]) -> Result<()> {
    checked_len(&[rows.max(cols).saturating_add(1)])?;
    Ok(())
}
