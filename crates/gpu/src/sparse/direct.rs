//! Matrices that the vendor's library has decomposed.

use super::{MatrixRef, check_len, check_type};
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::vendor::{RawFactors, SparseLibrary, SparseMatrix};
use std::sync::{Mutex, PoisonError};
use xparray_ir::backend::{SparseFactors, View};
use xparray_ir::layout::checked_len;
use xparray_ir::{DType, Error, Layout, Result};

const OP: &str = "factor_csr";

/// What the library made of a matrix, and the matrix, which it refers to.
struct Direct<D: SparseLibrary> {
    gpu: Gpu<D>,
    factors: Mutex<Option<Box<dyn RawFactors>>>,
    n: usize,
    dtype: DType,
    _matrix: [Buffer<D>; 3],
}

type Factors<D> = Option<Box<dyn SparseFactors<Buffer<D>>>>;

pub fn factors<D: SparseLibrary>(gpu: &Gpu<D>, a: &MatrixRef<'_, D>, definite: bool) -> Result<Factors<D>> {
    let ([n, columns], nnz, dtype) = (a.shape(), a.nnz(), a.dtype());
    let fits = n == columns && n > 0 && n.max(nnz) < i32::MAX as usize;
    if !fits || !matches!(dtype, DType::F64 | DType::Complex128) {
        return Ok(None);
    }
    gpu.refuse_capture(OP)?;
    let copied = |buffer, from, len, to| gpu.cast(View::new(buffer, from, &Layout::row_major(&[len]))?, to);
    let offsets = copied(*a.indptr(), DType::I64, n + 1, DType::I32)?;
    let columns = copied(*a.indices(), DType::I32, nnz, DType::I32)?;
    let values = copied(*a.values(), dtype, nnz, dtype)?;
    let matrix = SparseMatrix {
        n: n as i64,
        nnz: nnz as i64,
        dtype,
        offsets: offsets.address(),
        columns: columns.address(),
        values: values.address(),
        definite,
    };
    let driver = gpu.driver()?;
    let steady = gpu.stream.enter()?;
    // SAFETY: the stream and the arrays, of these lengths, live as long as the factors, in `Direct`.
    let factors = unsafe { driver.factors(gpu.raw_stream(), &matrix)? };
    drop(steady);
    let Some(factors) = factors else { return Ok(None) };
    let factors = Mutex::new(Some(factors));
    Ok(Some(Box::new(Direct { gpu: gpu.clone(), factors, n, dtype, _matrix: [offsets, columns, values] })))
}

impl<D: SparseLibrary> SparseFactors<Buffer<D>> for Direct<D> {
    fn solve(&self, b: View<'_, Buffer<D>>) -> Result<Buffer<D>> {
        let Self { gpu, n, dtype, .. } = self;
        check_type(OP, *dtype, b.dtype())?;
        let &[count, len] = b.shape() else { return Err(Error::value(OP, "the right-hand sides are no rows")) };
        check_len(OP, "a right-hand side", len, *n)?;
        gpu.refuse_capture(OP)?;
        let b = gpu.packed(b)?;
        b.buffer().0.order_for_reading(gpu)?;
        let x = gpu.array(checked_len(&[count, *n])?, *dtype)?;
        let mut factors = self.factors.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(factors) = factors.as_mut().filter(|_| count > 0) {
            gpu.driver()?;
            let _steady = gpu.stream.enter()?;
            // SAFETY: the device is bound, and both arrays have `count` rows of `n` elements; the pool gives them to others in the stream's order.
            unsafe { factors.solve(b.address(), x.address(), count as i64)? };
        }
        Ok(x)
    }
}

impl<D: SparseLibrary> Drop for Direct<D> {
    fn drop(&mut self) {
        let factors = self.factors.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        match self.gpu.driver().and_then(|_| self.gpu.stream.finish()) {
            Ok(()) => drop(factors),
            // A lost device has nothing to give back, and one that is busy may still read them.
            Err(_) => std::mem::forget(factors),
        }
    }
}
