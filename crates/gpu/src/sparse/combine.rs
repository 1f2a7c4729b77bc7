//! Sums and products of two sparse matrices.

use super::build::{Entries, compress, form, key_type, sorted};
use super::{Matrix, MatrixRef, blocks, check_entries, check_type, convert, index_type, lanes};
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use xparray_ir::backend::{Csr, Memory, Primitives, ScanOp, View};
use xparray_ir::{DType, Error, Layout, Result};
use xparray_kernels::Routine;

/// An entry of either is an entry of the result, even if it is zero there.
pub fn sum<D: Driver>(gpu: &Gpu<D>, a: &MatrixRef<'_, D>, b: &MatrixRef<'_, D>) -> Result<Matrix<D>> {
    const OP: &str = "sparse_add";
    check_type(OP, a.dtype(), b.dtype())?;
    check_entries::<D>(OP, a.dtype())?;
    if a.shape() != b.shape() {
        return Err(Error::shape(OP, &a.shape(), &b.shape()));
    }
    let ([rows, cols], dtype, n) = (a.shape(), a.dtype(), a.nnz() + b.nnz());
    if n == 0 {
        return gpu.without_entries([rows, cols], dtype);
    }
    let key = key_type(OP, [rows, cols])?;
    let (mut keys, mut order) = (gpu.array(n, key)?, gpu.array(n, DType::I64)?);
    let routine = form(dtype, cols, cols, key);
    for (x, y, number, after) in [(a, b, 0, 0u32), (b, a, a.nnz(), 1)] {
        if x.nnz() == 0 {
            continue;
        }
        let lanes = lanes(rows, x.nnz());
        let (r, c, number) = (rows as u64, cols as u64, number as u64);
        let (own, other) = ((*x.indptr(), *x.indices()), (*y.indptr(), *y.indices()));
        let args = (own.0, own.1, other.0, other.1, &mut keys, &mut order, r, c, number, after, lanes);
        // SAFETY: the kernel declares these; each entry has its own place in the union.
        unsafe { gpu.run_folded(&routine, "xp_merge", blocks(rows * lanes as usize), args)? };
    }
    let entries = Entries { keys, key, order, n };
    compress(gpu, [rows, cols], dtype, &entries, *a.values(), a.nnz(), *b.values())
}

/// The entries of the result are where a product of entries falls, even if they cancel.
pub fn product<D: Driver>(gpu: &Gpu<D>, a: &MatrixRef<'_, D>, b: &MatrixRef<'_, D>) -> Result<Matrix<D>> {
    const OP: &str = "spgemm";
    check_type(OP, a.dtype(), b.dtype())?;
    check_entries::<D>(OP, a.dtype())?;
    let ([rows, middle], [height, cols], dtype) = (a.shape(), b.shape(), a.dtype());
    if middle != height {
        return Err(Error::shape(OP, &a.shape(), &b.shape()));
    }
    if index_type(middle) != index_type(cols) {
        return Err(Error::Unsupported { backend: D::NAME, op: "spgemm of 32- and 64-bit indices", dtype });
    }
    let n = a.nnz();
    if n == 0 || b.nnz() == 0 {
        return gpu.without_entries([rows, cols], dtype);
    }
    let routine = form(dtype, cols, cols, DType::I64);
    let mut counts = gpu.array(n, DType::I64)?;
    // SAFETY: the kernel declares these; the columns of `a` are rows of `b`.
    unsafe {
        let args = (*a.indices(), *b.indptr(), &mut counts, n as u64);
        gpu.run_folded(&routine, "xp_product_counts", blocks(n), args)?;
    }
    let ends = running_sums(gpu, &counts, n)?;
    let mut most = gpu.zeros(8)?;
    let by_rows = Routine::sparse_rows(dtype, index_type(cols));
    // SAFETY: as above; there are sums for all entries.
    unsafe {
        gpu.run_folded(&by_rows, "xp_most", blocks(rows), (*a.indptr(), &ends, rows as u64, &mut most))?;
    }
    let most = number(gpu, &most, 0)?;
    if most <= Routine::ROW_PRODUCTS && cols <= MOST_COLUMNS {
        return product_by_rows(gpu, a, b, &ends, most, &by_rows);
    }
    product_by_keys(gpu, a, b, &ends)
}

/// Columns that have room beside a product's number.
const MOST_COLUMNS: usize = 1 << 52;
/// Rows of at most so many products have a warp each.
const SMALL: usize = 32;

/// The sums of counts up to each of them.
pub fn running_sums<D: Driver>(gpu: &Gpu<D>, counts: &Buffer<D>, n: usize) -> Result<Buffer<D>> {
    gpu.inclusive_scan(&ScanOp::Sum, View::new(counts, DType::I64, &Layout::row_major(&[n]))?, 0)
}

/// One of the counts in a buffer.
pub fn number<D: Driver>(gpu: &Gpu<D>, counts: &Buffer<D>, place: usize) -> Result<usize> {
    let mut bytes = [0; 8];
    gpu.download(counts, place * 8, &mut bytes)?;
    Ok(i64::from_ne_bytes(bytes) as usize)
}

/// The products of each row sorted in fast memory: once to count columns, once to write. `most` is what a row has of them.
fn product_by_rows<D: Driver>(
    gpu: &Gpu<D>,
    a: &MatrixRef<'_, D>,
    b: &MatrixRef<'_, D>,
    ends: &Buffer<D>,
    most: usize,
    routine: &Routine,
) -> Result<Matrix<D>> {
    let ([rows, _], [_, cols], dtype) = (a.shape(), b.shape(), a.dtype());
    let run = |entries: [&'static str; 2], starts: &mut Buffer<D>, indices: &mut Buffer<D>, values: &mut Buffer<D>| {
        let (own, other) = ((*a.indptr(), *a.indices(), *a.values()), (*b.indptr(), *b.indices(), *b.values()));
        let grids = [blocks(rows * SMALL), rows];
        for (entry, grid) in entries.into_iter().zip(grids).take(if most > SMALL { 2 } else { 1 }) {
            let out = (&mut *starts, &mut *indices, &mut *values);
            let args = (own.0, ends, own.1, own.2, other.0, other.1, other.2, out.0, out.1, out.2, rows as u64);
            // SAFETY: the kernels declare these; they write where the counts that they made themselves say.
            unsafe { gpu.run_folded(routine, entry, grid, args)? };
        }
        Ok(())
    };
    // The first row starts at 0.
    let mut counts = gpu.zeros((rows + 1) * 8)?;
    let (mut none, mut neither) = (gpu.alloc_buffer(0)?, gpu.alloc_buffer(0)?);
    run(["xp_count_small", "xp_count_large"], &mut counts, &mut none, &mut neither)?;
    let mut indptr = running_sums(gpu, &counts, rows + 1)?;
    let nnz = number(gpu, &indptr, rows)?;
    let (mut indices, mut values) = (gpu.array(nnz, index_type(cols))?, gpu.array(nnz, dtype)?);
    run(["xp_write_small", "xp_write_large"], &mut indptr, &mut indices, &mut values)?;
    // SAFETY: sorted columns, each once, where the running sums say.
    Ok(unsafe { Csr::new_unchecked([rows, cols], nnz, dtype, indptr, indices, values) })
}

/// All products in memory, sorted by their places.
fn product_by_keys<D: Driver>(
    gpu: &Gpu<D>,
    a: &MatrixRef<'_, D>,
    b: &MatrixRef<'_, D>,
    ends: &Buffer<D>,
) -> Result<Matrix<D>> {
    let ([rows, _], [_, cols], dtype, n) = (a.shape(), b.shape(), a.dtype(), a.nnz());
    let key = key_type("spgemm", [rows, cols])?;
    let routine = form(dtype, cols, cols, key);
    let total = number(gpu, ends, n - 1)?;
    let (mut keys, mut values) = (gpu.array(total, key)?, gpu.array(total, dtype)?);
    let row = convert::rows_of(gpu, a)?;
    let lanes = lanes(n, total);
    // SAFETY: the kernel declares these; the counts' sums give each product its own place.
    unsafe {
        let (own, other) = ((*a.indices(), *a.values()), (*b.indptr(), *b.indices(), *b.values()));
        let (sizes, out) = ((n as u64, cols as u64), (&mut keys, &mut values));
        let args = (ends, &row, own.0, own.1, other.0, other.1, other.2, out.0, out.1, sizes.0, sizes.1, lanes);
        gpu.run_folded(&routine, "xp_products", blocks(n * lanes as usize), args)?;
    }
    let order = gpu.argsort(View::new(&keys, key, &Layout::row_major(&[total]))?, 0)?;
    let keys = sorted(gpu, &keys, key, &order, total)?;
    compress(gpu, [rows, cols], dtype, &Entries { keys, key, order, n: total }, &values, total, &values)
}
