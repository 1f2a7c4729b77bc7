//! LU factors of a large real matrix by kernels of ours: the vendors' routines take several microseconds for each column.

use super::stack::Stack;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::vendor::{Matrix, Product, SolverLibrary, Strided, Transform};
use xparray_ir::{DType, Result, Scalar};
use xparray_kernels::Routine;

/// Columns that a block of [`Routine::elimination`]'s second kernel exchanges rows of.
const COLUMNS: usize = 8;

impl<D: SolverLibrary> Gpu<D> {
    /// Whether these kernels take the matrices, for which they are faster than the library's routine, as measured on an H100.
    pub(super) fn eliminates(stack: Stack) -> bool {
        let [m, n] = stack.shape;
        matches!(stack.dtype, DType::F32 | DType::F64) && m.min(n) > 0 && m <= Routine::PANEL_ROWS
    }

    /// Queues the factorisation of matrix `i`, column-major, in place, with pivots as the library counts them.
    pub(super) fn eliminate(&self, stack: Stack, a: &Buffer<D>, i: usize, pivots: u64) -> Result<()> {
        let ([m, n], dtype, size) = (stack.shape, stack.dtype, stack.dtype.size());
        let Matrix { address, ld } = stack.matrix(a, i);
        let place = |row: usize, col: usize| address + ((col * m + row) * size) as u64;
        let mut list = self.alloc_buffer(Routine::EXCHANGES * size_of::<u32>())?;
        let (wide, step) = (u32::from(D::PIVOT.size() == 8), D::PIVOT.size());
        for k in (0..m.min(n)).step_by(Routine::PANEL) {
            let (rows, width) = (m - k, Routine::PANEL.min(n - k));
            let (routine, threads) = Routine::elimination(dtype, rows);
            let (panel, after) = (place(k, k), n - k - width);
            let at_pivots = pivots + (k * step) as u64;
            let args = (panel, ld as u64, rows as u32, width as u32, k as u64, at_pivots, wide, &mut list);
            // SAFETY: the arguments are the kernel's; the panel and its pivots lie in the matrix and the caller's buffer.
            unsafe { self.run(&routine, "xp_lu_panel", 1, threads as u32, args)? };
            if k + after > 0 {
                let args = (panel, ld as u64, rows as u32, width as u32, k as u64, after as u64, &list);
                let blocks = (k + after).div_ceil(COLUMNS);
                // SAFETY: as above; the list is the panel's, and the columns are the matrix' other ones.
                unsafe { self.run(&routine, "xp_lu_rows", blocks, 32 * COLUMNS as u32, args)? };
            }
            if after > 0 && rows > width {
                let [alpha, beta] = [-1.0, 1.0].map(|x| Scalar::from_f64(dtype, x));
                let shape = [(rows - width) as i64, after as i64, width as i64];
                let transforms = [Transform::None, Transform::None];
                let product = Product { dtype, transforms, shape, alpha, beta, count: 1 };
                let part = |row, col| Strided { first: Matrix { address: place(row, col), ld }, step: 0 };
                let (below, right) = (part(k + width, k), part(k, k + width));
                let rest = part(k + width, k + width);
                // SAFETY: the parts lie in the matrix, and the one that is written apart from the others.
                self.with_blas(|blas| unsafe { D::gemm(blas, &product, below, right, rest) })?;
            }
        }
        Ok(())
    }
}
