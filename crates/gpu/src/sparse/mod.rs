//! [`Sparse`] of a GPU: hand-written kernels, and sorts, scans and selection of [`Primitives`](xparray_ir::backend::Primitives).
//!
//! Matrices are made of sorted keys, which are their entries' places in the dense matrix. No result depends on the order
//! in which threads run.

mod build;
mod combine;
mod convert;
mod direct;
pub(crate) mod product;
mod rows;

use crate::args::Args;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::{Config, Driver};
use crate::packed::Packed;
use crate::vendor::SparseLibrary;
use xparray_ir::backend::{Csr, Sparse, SparseFactors, View};
use xparray_ir::{DType, Error, Result};
use xparray_kernels::Routine;

/// Threads of a block.
const THREADS: u32 = 256;

type V<'a, D> = View<'a, Buffer<D>>;
type Matrix<D> = Csr<Buffer<D>>;
pub(crate) type MatrixRef<'a, D> = Csr<&'a Buffer<D>>;

/// An error unless these can be entries.
fn check_entries<D: Driver>(op: &'static str, dtype: DType) -> Result<()> {
    match dtype {
        DType::F16 | DType::BF16 => Err(Error::Unsupported { backend: D::NAME, op, dtype }),
        _ => Ok(()),
    }
}

fn check_type(op: &'static str, expected: DType, found: DType) -> Result<()> {
    if expected == found {
        return Ok(());
    }
    Err(Error::DType { op, expected: expected.to_string(), found: found.to_string() })
}

fn check_len(op: &'static str, name: &str, found: usize, expected: usize) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(Error::value(op, format!("{name} has {found} elements, not {expected}")))
}

fn index_type(cols: usize) -> DType {
    Csr::<()>::index_type(cols)
}

/// Blocks with a thread for each item.
fn blocks(items: usize) -> usize {
    items.div_ceil(THREADS as usize)
}

/// Lanes that work on a row of about as many entries: a power of two.
fn lanes(rows: usize, entries: usize) -> u32 {
    entries.div_ceil(rows.max(1)).clamp(1, 32).next_power_of_two() as u32
}

impl<D: Driver> Gpu<D> {
    /// The row-major elements of a view of a type.
    fn elements<'a>(&self, op: &'static str, x: V<'a, D>, dtype: DType) -> Result<Packed<'a, D>> {
        check_type(op, dtype, x.dtype())?;
        self.packed(x)
    }

    /// Queues an entry whose blocks are numbered by `block_number()`.
    ///
    /// # Safety
    /// As [`Gpu::run`].
    unsafe fn run_folded(
        &self,
        routine: &Routine,
        entry: &'static str,
        blocks: usize,
        args: impl Args<D>,
    ) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { self.run_grid(routine, entry, Config::folded(blocks, THREADS), args) }
    }

    fn array(&self, len: usize, dtype: DType) -> Result<Buffer<D>> {
        let bytes = len.saturating_mul(dtype.size());
        self.alloc_buffer(bytes)
    }

    /// A matrix without entries.
    fn without_entries(&self, [rows, cols]: [usize; 2], dtype: DType) -> Result<Matrix<D>> {
        let indptr = self.zeros(rows.saturating_add(1).saturating_mul(8))?;
        let (indices, values) = (self.array(0, index_type(cols))?, self.array(0, dtype)?);
        // SAFETY: all rows start at 0, and there are no entries.
        Ok(unsafe { Csr::new_unchecked([rows, cols], 0, dtype, indptr, indices, values) })
    }
}

impl<D: SparseLibrary> Sparse for Gpu<D> {
    fn coo_to_csr(&self, rows: usize, cols: usize, row: V<'_, D>, col: V<'_, D>, x: V<'_, D>) -> Result<Matrix<D>> {
        build::from_coordinates(self, [rows, cols], row, col, x)
    }

    fn csr_from_parts(
        &self,
        rows: usize,
        cols: usize,
        indptr: V<'_, D>,
        indices: V<'_, D>,
        x: V<'_, D>,
    ) -> Result<Matrix<D>> {
        build::from_parts(self, [rows, cols], indptr, indices, x)
    }

    fn csr_coordinates(&self, a: &MatrixRef<'_, D>) -> Result<(Buffer<D>, Buffer<D>)> {
        convert::coordinates(self, a)
    }

    fn dense_to_csr(&self, x: V<'_, D>) -> Result<Matrix<D>> {
        convert::from_dense(self, x)
    }

    fn csr_to_dense(&self, a: &MatrixRef<'_, D>) -> Result<Buffer<D>> {
        convert::to_dense(self, a)
    }

    fn csr_transpose(&self, a: &MatrixRef<'_, D>) -> Result<Matrix<D>> {
        convert::transpose(self, a)
    }

    fn csr_take_rows(&self, a: &MatrixRef<'_, D>, rows: V<'_, D>) -> Result<Option<Matrix<D>>> {
        rows::take(self, a, rows)
    }

    fn spmv(&self, a: &MatrixRef<'_, D>, x: V<'_, D>) -> Result<Buffer<D>> {
        product::with_vector(self, a, x)
    }

    fn spmv_transposed(&self, a: &MatrixRef<'_, D>, x: V<'_, D>) -> Result<Buffer<D>> {
        match product::of_columns(self, a, x)? {
            Some(product) => Ok(product),
            None => self.spmv(&self.csr_transpose(a)?.borrowed(), x),
        }
    }

    fn spmm(&self, a: &MatrixRef<'_, D>, x: V<'_, D>) -> Result<Buffer<D>> {
        product::with_matrix(self, a, x)
    }

    fn spgemm(&self, a: &MatrixRef<'_, D>, b: &MatrixRef<'_, D>) -> Result<Matrix<D>> {
        combine::product(self, a, b)
    }

    fn sparse_add(&self, a: &MatrixRef<'_, D>, b: &MatrixRef<'_, D>) -> Result<Matrix<D>> {
        combine::sum(self, a, b)
    }

    fn factor_csr(&self, a: &MatrixRef<'_, D>, definite: bool) -> Result<Option<Box<dyn SparseFactors<Buffer<D>>>>> {
        direct::factors(self, a, definite)
    }
}
