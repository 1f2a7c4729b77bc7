//! Sparse matrices.

use super::buffer::{Compiled, DeviceMemory};
use super::{Device, on_backend};
use xparray_core::Result;
use xparray_core::backend::{Csr, Sparse, SparseFactors, View};

type V<'a> = View<'a, DeviceMemory>;

/// The matrix as the backend takes it.
fn inner<'a, X: Compiled>(xp: &X, a: &Csr<&'a DeviceMemory>) -> Result<Csr<&'a X::Buffer>> {
    // SAFETY: these are the same buffers, without what says whose they are.
    unsafe { a.map_buffers(|buffer| xp.buffer(buffer)) }
}

/// A matrix that the backend made.
fn outer<X: Compiled>(xp: &X, a: Csr<X::Buffer>) -> Result<Csr<DeviceMemory>> {
    // SAFETY: these are the same buffers, with whose they are.
    unsafe { a.map_buffers(|buffer| Ok(xp.wrap(buffer))) }
}

impl Sparse for Device {
    fn coo_to_csr(&self, rows: usize, cols: usize, row: V<'_>, col: V<'_>, values: V<'_>) -> Result<Csr<DeviceMemory>> {
        on_backend!(self, xp => outer(xp, xp.coo_to_csr(rows, cols, xp.view(row)?, xp.view(col)?, xp.view(values)?)?))
    }

    fn csr_from_parts(
        &self,
        rows: usize,
        cols: usize,
        indptr: V<'_>,
        indices: V<'_>,
        values: V<'_>,
    ) -> Result<Csr<DeviceMemory>> {
        on_backend!(self, xp => {
            outer(xp, xp.csr_from_parts(rows, cols, xp.view(indptr)?, xp.view(indices)?, xp.view(values)?)?)
        })
    }

    fn csr_coordinates(&self, a: &Csr<&DeviceMemory>) -> Result<(DeviceMemory, DeviceMemory)> {
        on_backend!(self, xp => {
            let (row, col) = xp.csr_coordinates(&inner(xp, a)?)?;
            Ok((xp.wrap(row), xp.wrap(col)))
        })
    }

    fn dense_to_csr(&self, x: V<'_>) -> Result<Csr<DeviceMemory>> {
        on_backend!(self, xp => outer(xp, xp.dense_to_csr(xp.view(x)?)?))
    }

    fn csr_to_dense(&self, a: &Csr<&DeviceMemory>) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.csr_to_dense(&inner(xp, a)?)?)))
    }

    fn csr_transpose(&self, a: &Csr<&DeviceMemory>) -> Result<Csr<DeviceMemory>> {
        on_backend!(self, xp => outer(xp, xp.csr_transpose(&inner(xp, a)?)?))
    }

    fn spmv(&self, a: &Csr<&DeviceMemory>, x: V<'_>) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.spmv(&inner(xp, a)?, xp.view(x)?)?)))
    }

    fn spmv_transposed(&self, a: &Csr<&DeviceMemory>, x: V<'_>) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.spmv_transposed(&inner(xp, a)?, xp.view(x)?)?)))
    }

    fn csr_take_rows(&self, a: &Csr<&DeviceMemory>, rows: V<'_>) -> Result<Option<Csr<DeviceMemory>>> {
        on_backend!(self, xp => xp.csr_take_rows(&inner(xp, a)?, xp.view(rows)?)?.map(|rows| outer(xp, rows)).transpose())
    }

    fn spmm(&self, a: &Csr<&DeviceMemory>, x: V<'_>) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.spmm(&inner(xp, a)?, xp.view(x)?)?)))
    }

    fn spgemm(&self, a: &Csr<&DeviceMemory>, b: &Csr<&DeviceMemory>) -> Result<Csr<DeviceMemory>> {
        on_backend!(self, xp => outer(xp, xp.spgemm(&inner(xp, a)?, &inner(xp, b)?)?))
    }

    fn sparse_add(&self, a: &Csr<&DeviceMemory>, b: &Csr<&DeviceMemory>) -> Result<Csr<DeviceMemory>> {
        on_backend!(self, xp => outer(xp, xp.sparse_add(&inner(xp, a)?, &inner(xp, b)?)?))
    }

    fn factor_csr(
        &self,
        a: &Csr<&DeviceMemory>,
        definite: bool,
    ) -> Result<Option<Box<dyn SparseFactors<DeviceMemory>>>> {
        on_backend!(self, xp => {
            let factors = xp.factor_csr(&inner(xp, a)?, definite)?;
            Ok(factors.map(|factors| Box::new(Factors { xp: xp.clone(), factors }) as Box<_>))
        })
    }
}

/// A matrix that the backend has decomposed.
struct Factors<X: Compiled> {
    xp: X,
    factors: Box<dyn SparseFactors<X::Buffer>>,
}

impl<X: Compiled> SparseFactors<DeviceMemory> for Factors<X> {
    fn solve(&self, b: V<'_>) -> Result<DeviceMemory> {
        Ok(self.xp.wrap(self.factors.solve(self.xp.view(b)?)?))
    }
}
