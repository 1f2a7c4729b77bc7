//! Linear algebra, as `numpy.linalg`: methods of arrays.
//!
//! Matrices are the last two axes; leading axes are stacks, and a number for each matrix has their shape.
//! Factorisations take `f32`, `f64` and their complex types; products take every type.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! let a = xp.array([[4.0, 1.0], [1.0, 3.0]])?;
//! let x = a.solve(&xp.array([1.0, 2.0])?)?;
//! assert!(a.matmul(&x)?.allclose_with(&xp.array([1.0, 2.0])?, Tolerance::new().rtol(1e-12).atol(0.0))?);
//! let (u, s, vt) = a.svd()?; // of matrices of shape [..., m, n]
//! assert_eq!((u.shape(), s.shape(), vt.shape()), (&[2, 2][..], &[2][..], &[2, 2][..]));
//! # Ok::<(), xparray::Error>(())
//! ```

mod determinant;
mod eig;
mod einsum;
mod factor;
pub mod host;
mod products;
mod rank;
mod solve;
mod spectral;
mod tensors;
mod vectors;

pub use einsum::{Einsum, EinsumPath, Optimize};
pub use factor::{Qr, QrMode, lu_pivots_to_permutation};
pub use products::IntoAxisPairs;
pub use rank::MatrixRank;
pub use solve::{Cutoff, Lstsq, SolveTriangular};
pub use spectral::Svd;
pub use tensors::MultiDot;

use crate::array::DynArray;
use crate::backend::{Backend, View};
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::layout::{Dims, checked_len};

impl<B: Backend> DynArray<B> {
    /// Rows and columns of the matrices on the last two axes.
    fn matrix_shape(&self, op: &'static str) -> Result<(usize, usize)> {
        match self.shape() {
            [stack @ .., m, n] => checked_len(stack).map(|_| (*m, *n)),
            shape => Err(Error::value(op, format!("expected a matrix, found shape {shape:?}"))),
        }
    }

    fn square_matrix(&self, op: &'static str) -> Result<usize> {
        match self.matrix_shape(op)? {
            (m, n) if m == n => Ok(n),
            _ => Err(Error::value(op, format!("expected a square matrix, found shape {:?}", self.shape()))),
        }
    }

    /// The shape of a result: the stack's axes, then these.
    fn stack_shape(&self, last: &[usize]) -> Dims {
        let stack = &self.shape()[..self.shape().len() - 2];
        stack.iter().chain(last).copied().collect()
    }

    /// Whether the results, of these shapes for each matrix, have no elements: nothing is to compute then, however many
    /// empty matrices there are. An error if one has too many.
    fn all_empty(&self, results: &[&[usize]]) -> Result<bool> {
        let lengths = results.iter().map(|last| checked_len(&self.stack_shape(last)));
        Ok(lengths.sum::<Result<usize>>()? == 0)
    }

    /// What the backend makes of the matrices: of these types, and of these shapes for each matrix.
    fn factors<const N: usize>(
        &self,
        op: &'static str,
        kinds: [(DType, &[usize]); N],
        call: impl Fn(&B, View<'_, B::Buffer>) -> Result<[B::Buffer; N]> + Send + Sync + 'static,
    ) -> Result<[Self; N]> {
        let kinds = kinds.map(|(dtype, last)| (dtype, self.stack_shape(last)));
        let call = move |xp: &B, x: &[View<'_, B::Buffer>]| Ok(call(xp, x[0])?.into_iter().collect());
        let made = Self::operations(op, self.xp(), &[self], &kinds, call)?;
        <[Self; N]>::try_from(made.into_vec()).map_err(|_| Error::value(op, "the backend returned too few factors"))
    }

    /// Zeros, of this shape for each matrix.
    fn zeros_of(&self, dtype: DType, last: &[usize]) -> Result<Self> {
        Self::full(self.xp(), Scalar::from_f64(dtype, 0.0), &self.stack_shape(last))
    }

    /// The diagonals of the matrices.
    fn matrix_diagonal(&self) -> Result<Self> {
        let n = self.shape().len();
        self.with_layout(self.layout().diagonal(n - 2, n - 1)?)
    }
}
