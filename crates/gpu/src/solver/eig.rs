//! Eigenvalues of matrices that need not be Hermitian.

use super::no_convergence;
use super::stack::Stack;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::vendor::{Call, Matrix, SolverLibrary};
use xparray_ir::backend::{EigFactors, View};
use xparray_ir::{DType, Result};

/// From this side on the library is faster than the host.
const WORTH: usize = 128;

impl<D: SolverLibrary> Gpu<D> {
    /// The side, if the library has a routine.
    pub(super) fn eig_from_side(&self) -> Result<Option<usize>> {
        let call = Call::Geev { n: 1, a: Matrix { address: 0, ld: 1 }, w: 0, vectors: None };
        Ok(self.has(&call)?.then_some(WORTH))
    }

    /// Waits.
    pub(super) fn eig_of(&self, x: View<'_, Buffer<D>>, vectors: bool) -> Result<EigFactors<Buffer<D>>> {
        let stack = Stack::of("eig", &x)?;
        let n = stack.square("eig")?;
        let a = self.columns(x, stack.dtype)?;
        let values = self.alloc_buffer(n * DType::Complex128.size())?;
        // Columns that follow each other are rows.
        let vectors = if vectors { Some(self.alloc_buffer(stack.len() * stack.dtype.size())?) } else { None };
        let code = self.alloc_buffer(size_of::<i32>())?;
        let right = vectors.as_ref().map(|vectors| stack.matrix(vectors, 0));
        let call = Call::Geev { n: n as i64, a: stack.matrix(&a, 0), w: values.address(), vectors: right };
        // SAFETY: the buffers are this function's.
        unsafe { self.solver(stack.dtype, &call, code.address())? };
        match self.codes(&code, 1)?[..] {
            [0] => Ok(EigFactors { values, vectors }),
            _ => Err(no_convergence("eig")),
        }
    }
}
