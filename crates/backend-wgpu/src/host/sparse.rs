//! [`Sparse`].

use super::V;
use crate::buffer::Buffer;
use crate::device::Wgpu;
use crate::sparse::{coordinates, dense, is_native, product, transpose};
use xparray_cpu::Block;
use xparray_ir::Result;
use xparray_ir::backend::{Csr, Sparse};

impl Wgpu {
    /// A matrix on the host.
    fn matrix(&self, a: &Csr<&Buffer>) -> Result<Csr<Block>> {
        // SAFETY: the copies have the same elements.
        unsafe { copied(a).map_buffers(|buffer| self.block(buffer)) }
    }

    /// A matrix on the device.
    fn stored_matrix(&self, a: Csr<Block>) -> Result<Csr<Buffer>> {
        // SAFETY: the copies have the same elements.
        unsafe { a.map_buffers(|block| self.stored(block)) }
    }
}

fn copied<'a>(a: &Csr<&'a Buffer>) -> Csr<&'a Buffer> {
    *a
}

impl Sparse for Wgpu {
    fn coo_to_csr(&self, rows: usize, cols: usize, row: V<'_>, col: V<'_>, values: V<'_>) -> Result<Csr<Buffer>> {
        let [row, col, values] = [self.fetched(row)?, self.fetched(col)?, self.fetched(values)?];
        self.stored_matrix(self.host().coo_to_csr(rows, cols, row.view()?, col.view()?, values.view()?)?)
    }

    fn csr_from_parts(
        &self,
        rows: usize,
        cols: usize,
        indptr: V<'_>,
        indices: V<'_>,
        values: V<'_>,
    ) -> Result<Csr<Buffer>> {
        let [indptr, indices, values] = [self.fetched(indptr)?, self.fetched(indices)?, self.fetched(values)?];
        self.stored_matrix(self.host().csr_from_parts(rows, cols, indptr.view()?, indices.view()?, values.view()?)?)
    }

    fn csr_coordinates(&self, a: &Csr<&Buffer>) -> Result<(Buffer, Buffer)> {
        if is_native(a) {
            return coordinates(self, a);
        }
        let (rows, cols) = self.host().csr_coordinates(&self.matrix(a)?.borrowed())?;
        Ok((self.stored(rows)?, self.stored(cols)?))
    }

    fn dense_to_csr(&self, x: V<'_>) -> Result<Csr<Buffer>> {
        self.stored_matrix(self.host().dense_to_csr(self.fetched(x)?.view()?)?)
    }

    fn csr_to_dense(&self, a: &Csr<&Buffer>) -> Result<Buffer> {
        dense(self, a)
    }

    fn csr_transpose(&self, a: &Csr<&Buffer>) -> Result<Csr<Buffer>> {
        match is_native(a) {
            true => transpose(self, a),
            false => self.stored_matrix(self.host().csr_transpose(&self.matrix(a)?.borrowed())?),
        }
    }

    fn spmv(&self, a: &Csr<&Buffer>, x: V<'_>) -> Result<Buffer> {
        match is_native(a) {
            true => product(self, "spmv", a, x.with_layout(&x.layout().with_axis(1)?)?),
            false => self.one(x, |cpu, x| cpu.spmv(&self.matrix(a)?.borrowed(), x)),
        }
    }

    fn spmm(&self, a: &Csr<&Buffer>, x: V<'_>) -> Result<Buffer> {
        match is_native(a) {
            true => product(self, "spmm", a, x),
            false => self.one(x, |cpu, x| cpu.spmm(&self.matrix(a)?.borrowed(), x)),
        }
    }

    fn spgemm(&self, a: &Csr<&Buffer>, b: &Csr<&Buffer>) -> Result<Csr<Buffer>> {
        self.stored_matrix(self.host().spgemm(&self.matrix(a)?.borrowed(), &self.matrix(b)?.borrowed())?)
    }

    fn sparse_add(&self, a: &Csr<&Buffer>, b: &Csr<&Buffer>) -> Result<Csr<Buffer>> {
        self.stored_matrix(self.host().sparse_add(&self.matrix(a)?.borrowed(), &self.matrix(b)?.borrowed())?)
    }
}
