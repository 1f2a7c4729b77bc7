//! QR factorisations as reflections.

use super::stack::{Stack, at};
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::vendor::{Call, SolverLibrary};
use xparray_ir::Result;
use xparray_ir::backend::{QrReflections, View};

impl<D: SolverLibrary> Gpu<D> {
    pub(super) fn reflections_of(&self, x: View<'_, Buffer<D>>) -> Result<QrReflections<Buffer<D>>> {
        let stack = Stack::of("qr", &x)?;
        let ([m, n], dtype, count) = (stack.shape, stack.dtype, stack.count);
        let k = m.min(n);
        // Column-major matrices are the transposes of row-major ones.
        let h = self.columns(x, dtype)?;
        let tau = self.alloc_buffer(count * k * dtype.size())?;
        let codes = self.alloc_buffer(count * size_of::<i32>())?;
        for i in 0..if k == 0 { 0 } else { count } {
            let tau = at(&tau, i * k, dtype.size());
            let call = Call::Geqrf { shape: [m as i64, n as i64], a: stack.matrix(&h, i), tau };
            // SAFETY: the buffers are this function's, with room for each matrix.
            unsafe { self.solver(dtype, &call, at(&codes, i, size_of::<i32>()))? };
        }
        Ok(QrReflections { h, tau })
    }
}
