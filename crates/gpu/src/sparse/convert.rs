//! From compressed rows to other forms, and from dense matrices.

use super::build::form;
use super::{Matrix, MatrixRef, V, blocks, check_entries, index_type, lanes};
use crate::args::Arg;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use xparray_ir::backend::{Csr, Primitives, View};
use xparray_ir::layout::checked_len;
use xparray_ir::{DType, Error, Layout, Result};

/// Row and column of each entry.
pub fn coordinates<D: Driver>(gpu: &Gpu<D>, a: &MatrixRef<'_, D>) -> Result<(Buffer<D>, Buffer<D>)> {
    expanded(gpu, a.shape(), a.dtype(), *a.indptr(), *a.indices(), a.nnz())
}

/// Row and column of each of `n` entries of checked arrays.
pub fn expanded<D: Driver, A: Arg<D>>(
    gpu: &Gpu<D>,
    [rows, cols]: [usize; 2],
    dtype: DType,
    indptr: A,
    indices: &Buffer<D>,
    n: usize,
) -> Result<(Buffer<D>, Buffer<D>)> {
    let (mut row, mut col) = (gpu.array(n, DType::I64)?, gpu.array(n, DType::I64)?);
    if n > 0 {
        let lanes = lanes(rows, n);
        let args = (indptr, indices, &mut row, &mut col, rows as u64, lanes);
        let routine = form(dtype, cols, cols, DType::I64);
        // SAFETY: the kernel declares these; the rows have `n` entries.
        unsafe { gpu.run_folded(&routine, "xp_coordinates", blocks(rows * lanes as usize), args)? };
    }
    Ok((row, col))
}

/// The row of each entry.
pub fn rows_of<D: Driver>(gpu: &Gpu<D>, a: &MatrixRef<'_, D>) -> Result<Buffer<D>> {
    let ([rows, cols], n) = (a.shape(), a.nnz());
    let mut row = gpu.array(n, DType::I64)?;
    if n > 0 {
        let lanes = lanes(rows, n);
        let args = (*a.indptr(), *a.indices(), &mut row, 0u64, rows as u64, lanes);
        let routine = form(a.dtype(), cols, cols, DType::I64);
        // SAFETY: as above; without an address no columns are written.
        unsafe { gpu.run_folded(&routine, "xp_coordinates", blocks(rows * lanes as usize), args)? };
    }
    Ok(row)
}

pub fn to_dense<D: Driver>(gpu: &Gpu<D>, a: &MatrixRef<'_, D>) -> Result<Buffer<D>> {
    check_entries::<D>("csr_to_dense", a.dtype())?;
    let ([rows, cols], n) = (a.shape(), a.nnz());
    let mut out = gpu.zeros(checked_len(&[rows, cols])? * a.dtype().size())?;
    if n > 0 {
        let lanes = lanes(rows, n);
        let args = (*a.indptr(), *a.indices(), *a.values(), &mut out, rows as u64, cols as u64, lanes);
        let routine = form(a.dtype(), cols, cols, DType::I64);
        // SAFETY: the kernel declares these; entries lie inside the matrix.
        unsafe { gpu.run_folded(&routine, "xp_to_dense", blocks(rows * lanes as usize), args)? };
    }
    Ok(out)
}

pub fn from_dense<D: Driver>(gpu: &Gpu<D>, x: V<'_, D>) -> Result<Matrix<D>> {
    const OP: &str = "dense_to_csr";
    let [rows, cols] = *x.layout().shape() else {
        return Err(Error::value(OP, "the array is no matrix"));
    };
    check_entries::<D>(OP, x.dtype())?;
    let (dtype, n) = (x.dtype(), x.layout().len());
    if n == 0 {
        return gpu.without_entries([rows, cols], dtype);
    }
    let x = gpu.packed(x)?;
    let routine = form(dtype, cols, cols, DType::I64);
    let mut mask = gpu.array(n, DType::Bool)?;
    // SAFETY: the kernel declares these, for `n` elements.
    unsafe { gpu.run_folded(&routine, "xp_entries", blocks(n), (&x, &mut mask, n as u64))? };
    let (places, nnz) = gpu.nonzero(View::new(&mask, DType::Bool, &Layout::row_major(&[n]))?)?;
    if nnz == 0 {
        return gpu.without_entries([rows, cols], dtype);
    }
    let (mut indptr, mut indices) = (gpu.array(rows + 1, DType::I64)?, gpu.array(nnz, index_type(cols))?);
    let mut values = gpu.array(nnz, dtype)?;
    let (count, r, c) = (nnz as u64, rows as u64, cols as u64);
    // SAFETY: the kernels declare these; the places are of `x`, ascending.
    unsafe {
        let args = (&x, &places, &mut indices, &mut values, count, c);
        gpu.run_folded(&routine, "xp_from_dense", blocks(nnz), args)?;
        let args = (&places, &mut indptr, count, r, c);
        gpu.run_folded(&routine, "xp_dense_starts", blocks(rows + 1), args)?;
        Ok(Csr::new_unchecked([rows, cols], nnz, dtype, indptr, indices, values))
    }
}

pub fn transpose<D: Driver>(gpu: &Gpu<D>, a: &MatrixRef<'_, D>) -> Result<Matrix<D>> {
    check_entries::<D>("csr_transpose", a.dtype())?;
    let ([rows, cols], n, dtype) = (a.shape(), a.nnz(), a.dtype());
    if n == 0 {
        return gpu.without_entries([cols, rows], dtype);
    }
    let (index, line) = (index_type(cols), Layout::row_major(&[n]));
    // Rows ascend, and the sort is stable.
    let order = gpu.argsort(View::new(*a.indices(), index, &line)?, 0)?;
    let row = rows_of(gpu, a)?;
    let (mut sorted, mut values) = (gpu.array(n, index)?, gpu.array(n, dtype)?);
    let (mut indptr, mut indices) = (gpu.array(cols + 1, DType::I64)?, gpu.array(n, index_type(rows))?);
    let routine = form(dtype, cols, rows, DType::I64);
    // SAFETY: the kernels declare these; `order` is one of the entries.
    unsafe {
        let args = (&order, &row, *a.indices(), *a.values(), &mut sorted, &mut indices, &mut values, n as u64);
        gpu.run_folded(&routine, "xp_transpose", blocks(n), args)?;
        let args = (&sorted, &mut indptr, n as u64, cols as u64);
        gpu.run_folded(&routine, "xp_column_starts", blocks(cols + 1), args)?;
        Ok(Csr::new_unchecked([cols, rows], n, dtype, indptr, indices, values))
    }
}
