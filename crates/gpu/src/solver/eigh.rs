//! Eigenvalues of Hermitian matrices.

use super::no_convergence;
use super::range::least;
use super::stack::{Stack, at, real};
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::vendor::{Call, SolverLibrary, Triangle};
use xparray_ir::Result;
use xparray_ir::backend::{EighFactors, View};

/// Stacks of matrices up to this side are decomposed together.
const SMALL: usize = 512;
/// So many at a time: each takes a workspace of half a megabyte and more.
const TOGETHER: usize = 512;
/// And no more than have so many bytes: hipSOLVER's workspaces, a few times as large, end at two gigabytes.
const BYTES: usize = 1 << 28;

impl<D: SolverLibrary> Gpu<D> {
    pub(super) fn eigh_of(&self, x: View<'_, Buffer<D>>, vectors: bool) -> Result<EighFactors<Buffer<D>>> {
        let stack = Stack::of("eigh", &x)?;
        let n = stack.square("eigh")?;
        if let Some(factors) = self.small_eigh(x, stack, vectors)? {
            return Ok(factors);
        }
        let parts = Stack { dtype: real(stack.dtype), shape: [n, 1], ..stack };
        let mut values = self.alloc_buffer(parts.len() * parts.dtype.size())?;
        let mut a = self.columns(x, stack.dtype)?;
        if stack.len() == 0 {
            return Ok(EighFactors { values, vectors: vectors.then_some(a) });
        }
        let range = self.bring_into_range("eigh", &mut a, stack, true, least(stack.dtype))?;
        let codes = self.alloc_buffer(stack.count * size_of::<i32>())?;
        let (triangle, side) = (Triangle::Lower, n as i64);
        let batched = |i: usize, count: usize| Call::SyevBatched {
            triangle,
            n: side,
            a: stack.matrix(&a, i),
            w: parts.matrix(&values, i).address,
            vectors,
            count: count as i64,
        };
        let together = stack.count > 1 && n <= SMALL && self.has(&batched(0, 1))?;
        let most = (BYTES / (stack.size() * stack.dtype.size()).max(1)).clamp(1, TOGETHER);
        for i in (0..stack.count).step_by(if together { most } else { 1 }) {
            let call = if together {
                batched(i, most.min(stack.count - i))
            } else {
                let (a, w) = (stack.matrix(&a, i), parts.matrix(&values, i).address);
                Call::Syevd { triangle, n: side, a, w, vectors }
            };
            // SAFETY: the buffers are this function's.
            unsafe { self.solver(stack.dtype, &call, at(&codes, i, size_of::<i32>()))? };
        }
        self.bring_back(&range, &mut values, parts)?;
        let vectors = if vectors { Some(self.rows(&a, stack, n, stack.dtype, false)?) } else { None };
        if self.codes(&codes, stack.count)?.iter().any(|&code| code != 0) {
            return Err(no_convergence("eigh"));
        }
        Ok(EighFactors { values, vectors })
    }
}
