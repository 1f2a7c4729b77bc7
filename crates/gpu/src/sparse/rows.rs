//! Rows of a matrix.

use super::build::form;
use super::combine::{number, running_sums};
use super::{Matrix, MatrixRef, V, blocks, check_entries, index_type, lanes};
use crate::device::Gpu;
use crate::driver::Driver;
use xparray_ir::backend::Csr;
use xparray_ir::{DType, Result};

/// The rows of these numbers, which are in the matrix. None of a matrix without entries, where nothing would wait for the device to
/// say that a number is of no row.
pub fn take<D: Driver>(gpu: &Gpu<D>, a: &MatrixRef<'_, D>, numbers: V<'_, D>) -> Result<Option<Matrix<D>>> {
    const OP: &str = "csr_take_rows";
    check_entries::<D>(OP, a.dtype())?;
    let (count, cols, dtype) = (numbers.layout().len(), a.shape()[1], a.dtype());
    if a.nnz() == 0 {
        return Ok(None);
    }
    if count == 0 {
        return gpu.without_entries([count, cols], dtype).map(Some);
    }
    let numbers = gpu.elements(OP, numbers, DType::I64)?;
    let routine = form(dtype, cols, cols, DType::I64);
    let mut lengths = gpu.array(count + 1, DType::I64)?;
    // SAFETY: the kernel declares these, and takes a number of no row for one of an empty row.
    unsafe {
        let args = (*a.indptr(), &numbers, &mut lengths, count as u64, a.shape()[0] as u64);
        gpu.run_folded(&routine, "xp_row_lengths", blocks(count), args)?;
    }
    let starts = running_sums(gpu, &lengths, count + 1)?;
    let nnz = number(gpu, &starts, count)?;
    let (mut indices, mut values) = (gpu.array(nnz, index_type(cols))?, gpu.array(nnz, dtype)?);
    let lanes = lanes(count, nnz);
    // SAFETY: as above; the sums of the lengths give each entry its own place.
    unsafe {
        let (from, to) = ((*a.indptr(), *a.indices(), *a.values()), (&mut indices, &mut values));
        let args = (from.0, from.1, from.2, &numbers, &starts, to.0, to.1, count as u64, lanes);
        gpu.run_folded(&routine, "xp_take_rows", blocks(count * lanes as usize), args)?;
        Ok(Some(Csr::new_unchecked([count, cols], nnz, dtype, starts, indices, values)))
    }
}
