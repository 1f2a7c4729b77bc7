//! Products with dense vectors and matrices.

use super::{MatrixRef, THREADS, V, blocks, check_entries, check_len, check_type, index_type};
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use crate::packed::Packed;
use crate::primitives::sums::Sums;
use xparray_ir::layout::checked_len;
use xparray_ir::{Error, Result};
use xparray_kernels::Routine;

/// Entries of a block of `xp_spread`, as its source has it.
const SPREAD: usize = 2048;
/// Entries that a block is given; it has room for a third more.
const ENTRIES: usize = 1536;

pub fn with_vector<D: Driver>(gpu: &Gpu<D>, a: &MatrixRef<'_, D>, x: V<'_, D>) -> Result<Buffer<D>> {
    check_type("spmv", a.dtype(), x.dtype())?;
    check_entries::<D>("spmv", a.dtype())?;
    let [rows, cols] = a.shape();
    check_len("spmv", "x", x.layout().len(), cols)?;
    let mut out = gpu.array(rows, a.dtype())?;
    if rows > 0 {
        let x = gpu.packed(x)?;
        let mean = a.nnz().div_ceil(rows).max(1);
        let per = (ENTRIES / mean).clamp(8, THREADS as usize);
        let per = 1usize << per.ilog2();
        let routine = Routine::sparse_product(a.dtype(), index_type(cols));
        let args = (*a.indptr(), *a.indices(), *a.values(), &x, &mut out, rows as u64, per as u32);
        // SAFETY: the kernel declares these; the matrix' columns lie inside `x`.
        unsafe { gpu.run_folded(&routine, "xp_spmv", rows.div_ceil(per), args)? };
    }
    Ok(out)
}

pub fn with_matrix<D: Driver>(gpu: &Gpu<D>, a: &MatrixRef<'_, D>, x: V<'_, D>) -> Result<Buffer<D>> {
    check_type("spmm", a.dtype(), x.dtype())?;
    check_entries::<D>("spmm", a.dtype())?;
    let [rows, cols] = a.shape();
    let [height, k] = *x.layout().shape() else {
        return Err(Error::value("spmm", "the dense operand is no matrix"));
    };
    check_len("spmm", "x", height, cols)?;
    let mut out = gpu.array(checked_len(&[rows, k])?, a.dtype())?;
    if rows > 0 && k > 0 {
        let x = gpu.packed(x)?;
        let vector = 16 / a.dtype().size();
        let wide = k.is_multiple_of(vector) && x.address().is_multiple_of(16);
        let (entry, vector) = if wide { ("xp_spmm_wide", vector) } else { ("xp_spmm", 1) };
        let across = k.div_ceil(vector).min(32).next_power_of_two();
        // Lanes for entries where rows have several for each.
        let along = (a.nnz() / rows / 4).clamp(1, 32 / across);
        let along = 1usize << along.ilog2();
        let routine = Routine::sparse_product(a.dtype(), index_type(cols));
        let sizes = (rows as u64, k as u64, across as u32, along as u32);
        let args = (*a.indptr(), *a.indices(), *a.values(), &x, &mut out, sizes.0, sizes.1, sizes.2, sizes.3);
        // SAFETY: as above, with `k` elements for each row and column.
        unsafe { gpu.run_folded(&routine, entry, blocks(rows * across * along), args)? };
    }
    Ok(out)
}

/// The transpose's product with a vector, if sums of floats at columns are faster than making the transpose.
pub fn of_columns<D: Driver>(gpu: &Gpu<D>, a: &MatrixRef<'_, D>, x: V<'_, D>) -> Result<Option<Buffer<D>>> {
    const OP: &str = "spmv_transposed";
    check_type(OP, a.dtype(), x.dtype())?;
    check_entries::<D>(OP, a.dtype())?;
    let [rows, cols] = a.shape();
    check_len(OP, "x", x.layout().len(), rows)?;
    if !(a.dtype().is_float() || a.dtype().is_complex()) || a.nnz() == 0 {
        return Ok(None);
    }
    let Some(sums) = Sums::new(gpu, a.dtype(), a.nnz(), cols) else { return Ok(None) };
    let out = gpu.zeros(checked_len(&[cols])? * a.dtype().size())?;
    sums.add_products(out.address(), a, &gpu.packed(x)?)?;
    Ok(Some(out))
}

/// Where the products of entries go: to their columns, or to keys, with so many bits of a column's place in its bucket above so many of
/// the bucket.
pub enum Spread<'a, D: Driver> {
    Columns(&'a mut Buffer<D>),
    Keys(&'a mut Buffer<D>, u32, u32),
}

/// The products of entries with a number for each row, and where they go.
pub fn spread<D: Driver>(
    gpu: &Gpu<D>,
    a: &MatrixRef<'_, D>,
    x: &Packed<'_, D>,
    products: &mut Buffer<D>,
    to: Spread<'_, D>,
) -> Result<()> {
    let ([rows, cols], entries) = (a.shape(), a.nnz());
    let (columns, keys, bits, shift) = match to {
        Spread::Columns(columns) => (columns.address(), 0, 0, 0),
        Spread::Keys(keys, bits, shift) => (0, keys.address(), bits, shift),
    };
    let routine = Routine::sparse_product(a.dtype(), index_type(cols));
    let parts = (*a.indptr(), *a.indices(), *a.values());
    let (rows, count) = (rows as u64, entries as u64);
    let args = (parts.0, parts.1, parts.2, x, products, columns, keys, bits, shift, rows, count);
    // SAFETY: the kernel declares these, and writes one of each for each entry.
    unsafe { gpu.run_folded(&routine, "xp_spread", entries.div_ceil(SPREAD), args) }
}
