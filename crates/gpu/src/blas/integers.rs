//! Products of integers and truth values, by an own kernel.

use super::matrices::{axes, matrices, offsets};
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::{Config, Driver};
use xparray_ir::Result;
use xparray_ir::backend::View;
use xparray_kernels::Routine;

/// Rows and columns of the part of the result that a block computes.
const TILE: usize = 64;
const THREADS: u32 = 256;
/// Blocks along the grid's second axis.
const MOST: usize = 65_535;

impl<D: Driver> Gpu<D> {
    /// `out = a b`, of matrices that are not empty; the caller has checked shapes and types.
    pub(crate) fn integer_product(
        &self,
        a: View<'_, Buffer<D>>,
        b: View<'_, Buffer<D>>,
        out: &mut Buffer<D>,
    ) -> Result<()> {
        let ((leading, [m, k]), (_, [_, n])) = (matrices("matmul", a.layout())?, matrices("matmul", b.layout())?);
        a.buffer().order_for_reading(self)?;
        b.buffer().order_for_reading(self)?;
        out.order_for_writing(self)?;
        let (sa, sb, size) = (a.layout().strides(), b.layout().strides(), a.dtype().size() as i64);
        let (outer, inner) = (sa.len() - 2, sa.len() - 1);
        let mut axes = axes(leading, &sa[..outer], &sb[..outer], m * n);
        axes.sort_by_key(|axis| axis.0);
        let (count, steps) = axes.pop().unwrap_or((1, [0; 3]));
        let routine = Routine::matmul(a.dtype());
        let tiles = m.div_ceil(TILE) * n.div_ceil(TILE);
        let mut config = Config::line(tiles, THREADS);
        config.grid[1] = count.min(MOST) as u32;
        let start = |x: &View<'_, Buffer<D>>| x.buffer().address() + (x.layout().offset() * x.dtype().size()) as u64;
        let move_by = |(address, by): (u64, isize)| address.wrapping_add_signed(by as i64 * size);
        for at in offsets(&axes) {
            let [a, b, out] = [(start(&a), at[0]), (start(&b), at[1]), (out.address(), at[2])].map(move_by);
            let [m, n, k, count] = [m, n, k, count].map(|d| d as i64);
            let [a_row, a_col, a_step] = [sa[outer], sa[inner], steps[0]].map(|step| step as i64);
            let [b_row, b_col, b_step] = [sb[outer], sb[inner], steps[1]].map(|step| step as i64);
            let args = (a, b, out, m, n, k, a_row, a_col, a_step, b_row, b_col, b_step, count);
            // SAFETY: the arguments are the kernel's; the views are inside their buffers, and the result is as large as
            // its shape says.
            unsafe { self.run_grid(&routine, "xp_matmul", config, args)? };
        }
        Ok(())
    }
}
