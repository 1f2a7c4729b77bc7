//! QR factorisations.

use super::range::least;
use super::stack::{Stack, at};
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::vendor::{Call, Pointers, SolverLibrary};
use xparray_ir::backend::{QrFactors, View};
use xparray_ir::layout::{Dims, Strides, checked_len};
use xparray_ir::{Layout, Result};
use xparray_kernels::{Routine, parts};

/// Stacks of matrices up to this side are factored together, and an own kernel forms Q.
const SMALL: usize = 256;
/// Of a block of that kernel.
const THREADS: usize = 256;

impl<D: SolverLibrary> Gpu<D> {
    pub(super) fn qr_of(&self, x: View<'_, Buffer<D>>, complete: bool) -> Result<QrFactors<Buffer<D>>> {
        let stack = Stack::of("qr", &x)?;
        let ([m, n], dtype, count) = (stack.shape, stack.dtype, stack.count);
        let k = m.min(n);
        let cols = if complete { m } else { k };
        let basis = stack.with_shape([m, cols]);
        checked_len(&[count, m, cols])?;
        if stack.len() == 0 {
            return Ok(QrFactors { q: self.identity(basis)?, r: self.alloc_buffer(0)? });
        }
        if let Some(factors) = self.small_qr(x, stack, cols)? {
            return Ok(factors);
        }
        let mut packed = self.columns(x, dtype)?;
        let tau = self.alloc_buffer(count * k * dtype.size())?;
        let factor = |i| at(&tau, i * k, dtype.size());
        if count > 1 && m.max(n) <= SMALL {
            // The library squares elements as they are.
            let [powers, inverse] = self.powers(&packed, stack, least(dtype))?;
            self.scale_by(&mut packed, stack, &powers)?;
            let ((_a, a), (_t, factors)) =
                (self.pointers(&packed, stack)?, self.pointers(&tau, stack.with_shape([k, 1]))?);
            let factors = Pointers { ld: 1, ..factors };
            // SAFETY: the buffers are this function's; the lists go back to the pool in stream order.
            self.with_blas(|blas| unsafe {
                D::geqrf_batched(blas, dtype, [m as i64, n as i64], a, factors, count as i64)
            })?;
            let mut r = self.upper(&packed, stack, cols)?;
            self.scale_by(&mut r, stack.with_shape([cols, n]), &inverse)?;
            let q = self.alloc_buffer(basis.len() * dtype.size())?;
            for part in parts(count, 1, THREADS) {
                let i = part.start;
                let from = (stack.matrix(&packed, i).address, factor(i));
                let sizes = (m as u32, n as u32, k as u32, cols as u32);
                let args = (from.0, from.1, basis.matrix(&q, i).address, sizes.0, sizes.1, sizes.2, sizes.3);
                // SAFETY: the arguments are the kernel's, a block for each matrix; the buffers are new on this stream.
                unsafe { self.run(&Routine::jacobi(dtype), "xp_basis", part.len(), THREADS as u32, args)? };
            }
            return Ok(QrFactors { q: self.rows(&q, basis, cols, dtype, false)?, r });
        }
        let codes = self.alloc_buffer(count * size_of::<i32>())?;
        let code = |i| at(&codes, i, size_of::<i32>());
        for i in 0..count {
            let call = Call::Geqrf { shape: [m as i64, n as i64], a: stack.matrix(&packed, i), tau: factor(i) };
            // SAFETY: as above.
            unsafe { self.solver(dtype, &call, code(i))? };
        }
        let r = self.upper(&packed, stack, cols)?;
        // Q takes the place of the reflections, if there are enough columns.
        let (q, q_stack) = if cols <= n {
            (packed, stack)
        } else {
            let mut q = self.alloc_buffer(basis.len() * dtype.size())?;
            let from = Layout::row_major(&[count, n, m]);
            let strides = Strides::from_slice(&[basis.size() as isize, m as isize, 1]);
            let to = Layout::new(Dims::from_slice(&[count, n, m]), strides, 0)?;
            self.copy_strided(View::new(&packed, dtype, &from)?, &mut q, &to)?;
            (q, basis)
        };
        for i in 0..count {
            let (shape, k) = ([m as i64, cols as i64], k as i64);
            let call = Call::Orgqr { shape, k, a: q_stack.matrix(&q, i), tau: factor(i) };
            // SAFETY: as above.
            unsafe { self.solver(dtype, &call, code(i))? };
        }
        Ok(QrFactors { q: self.rows(&q, q_stack, cols, dtype, false)?, r })
    }
}
