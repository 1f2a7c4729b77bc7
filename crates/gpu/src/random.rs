//! [`Rng`] of a GPU.

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use xparray_ir::Result;
use xparray_ir::backend::Rng;
use xparray_ir::layout::checked_len;
use xparray_kernels::Routine;

impl<D: Driver> Rng for Gpu<D> {
    fn permutation(&self, seed: u64, stream: u64, len: usize) -> Result<Buffer<D>> {
        let mut out = self.alloc_buffer(checked_len(&[len])? * size_of::<i64>())?;
        if len == 0 {
            return Ok(out);
        }
        // The sides of a grid that has room for all, as the CPU backend's `random` module defines it.
        let side = ((len as u64 - 1).isqrt() + 1).next_multiple_of(2);
        let other = (len as u64).div_ceil(side);
        // SAFETY: the kernel declares these, and writes `len` elements.
        unsafe {
            let args = (&mut out, len as u64, side, other, seed, stream);
            self.run(&Routine::permutation(), "xp_permutation", len.div_ceil(256).min(1 << 16), 256, args)?;
        }
        Ok(out)
    }
}
