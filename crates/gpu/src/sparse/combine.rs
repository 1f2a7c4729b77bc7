//! Sums and products of two sparse matrices.

use super::build::{Entries, compress, form, key_type, sorted};
use super::{Matrix, THREADS, blocks, check_entries, check_type, convert, index_type, lanes};
use crate::device::Gpu;
use crate::driver::Driver;
use xparray_core::backend::{Memory, Primitives, ScanOp, View};
use xparray_core::{DType, Error, Layout, Result};

/// An entry of either is an entry of the result, even if it is zero there.
pub fn sum<D: Driver>(gpu: &Gpu<D>, a: &Matrix<D>, b: &Matrix<D>) -> Result<Matrix<D>> {
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
        let (own, other) = ((x.indptr(), x.indices()), (y.indptr(), y.indices()));
        let args = (own.0, own.1, other.0, other.1, &mut keys, &mut order, r, c, number, after, lanes);
        // SAFETY: the kernel declares these; each entry has its own place in the union.
        unsafe { gpu.run(&routine, "xp_merge", blocks(rows * lanes as usize), THREADS, args)? };
    }
    let entries = Entries { keys, key, order, n };
    compress(gpu, [rows, cols], dtype, &entries, a.values(), a.nnz(), b.values())
}

/// The entries of the result are where a product of entries falls, even if they cancel: all products, sorted.
pub fn product<D: Driver>(gpu: &Gpu<D>, a: &Matrix<D>, b: &Matrix<D>) -> Result<Matrix<D>> {
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
    let key = key_type(OP, [rows, cols])?;
    let routine = form(dtype, cols, cols, key);
    let (mut counts, line) = (gpu.array(n, DType::I64)?, Layout::row_major(&[n]));
    // SAFETY: the kernel declares these; the columns of `a` are rows of `b`.
    unsafe {
        let args = (a.indices(), b.indptr(), &mut counts, n as u64);
        gpu.run(&routine, "xp_product_counts", blocks(n), THREADS, args)?;
    }
    let ends = gpu.inclusive_scan(&ScanOp::Sum, View { buffer: &counts, dtype: DType::I64, layout: &line }, 0)?;
    let mut total = [0; 8];
    gpu.download(&ends, (n - 1) * 8, &mut total)?;
    let total = i64::from_ne_bytes(total) as usize;
    if total == 0 {
        return gpu.without_entries([rows, cols], dtype);
    }
    let (mut keys, mut values) = (gpu.array(total, key)?, gpu.array(total, dtype)?);
    let row = convert::rows_of(gpu, a)?;
    let lanes = lanes(n, total);
    // SAFETY: as above; the counts' sums give each product its own place.
    unsafe {
        let (own, other) = ((a.indices(), a.values()), (b.indptr(), b.indices(), b.values()));
        let (sizes, out) = ((n as u64, cols as u64), (&mut keys, &mut values));
        let args = (&ends, &row, own.0, own.1, other.0, other.1, other.2, out.0, out.1, sizes.0, sizes.1, lanes);
        gpu.run(&routine, "xp_products", blocks(n * lanes as usize), THREADS, args)?;
    }
    let order = gpu.argsort(View { buffer: &keys, dtype: key, layout: &Layout::row_major(&[total]) }, 0)?;
    let keys = sorted(gpu, &keys, key, &order, total)?;
    compress(gpu, [rows, cols], dtype, &Entries { keys, key, order, n: total }, &values, total, &values)
}
