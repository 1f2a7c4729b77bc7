//! `Sparse`.

use super::view::{Rows, V, as_unsigned, fresh, rows, same_type, valid_rows};
use crate::device::Cpu;
use crate::memory::out_of_memory;
use crate::pool::{Block, Scratch};
use crate::sparse::{self as s, Index};
use num_complex::Complex;
use xparray_ir::backend::{Backend, Csr, Memory, Sparse};
use xparray_ir::{DType, Element, Error, Result};

/// Binds the type in which entries are added and multiplied.
macro_rules! dispatch_entries {
    ($dtype:expr, $op:expr, $T:ident => $body:expr) => {
        dispatch_entries!(@ $dtype, $op, $T => $body, [Bool => bool, I8 | U8 => u8, I16 | U16 => u16,
            I32 | U32 => u32, I64 | U64 => u64, F32 => f32, F64 => f64, Complex64 => Complex<f32>,
            Complex128 => Complex<f64>])
    };
    (@ $dtype:expr, $op:expr, $T:ident => $body:expr, [$($($variant:ident)|+ => $ty:ty),*]) => {
        match $dtype {
            $($(DType::$variant)|+ => { type $T = $ty; $body })*
            dtype => Err(Error::Unsupported { backend: Cpu::NAME, op: $op, dtype }),
        }
    };
}

/// Binds a type of the size of entries, which are only moved.
macro_rules! dispatch_size {
    ($dtype:expr, $T:ident => $body:expr) => {
        match $dtype.size() {
            1 => {
                type $T = u8;
                $body
            }
            2 => {
                type $T = u16;
                $body
            }
            4 => {
                type $T = u32;
                $body
            }
            8 => {
                type $T = u64;
                $body
            }
            _ => {
                type $T = Complex<f64>;
                $body
            }
        }
    };
}

/// Entries as [`dispatch_entries`] binds their type.
fn entries<'a>(cpu: &Cpu, x: V<'a>) -> Result<Rows<'a>> {
    valid_rows(cpu, as_unsigned(x))
}

/// Binds the type of column indices.
macro_rules! dispatch_index {
    ($cols:expr, $I:ident => $body:expr) => {
        if Csr::<Block>::index_type($cols) == DType::I32 {
            type $I = i32;
            $body
        } else {
            type $I = i64;
            $body
        }
    };
}

fn failed(op: &'static str) -> impl Fn(s::Error) -> Error {
    move |error| match error {
        s::Error::OutOfBounds { index, len, .. } => Error::Index { op, index, len },
        s::Error::Shape { left, right, .. } => Error::shape(op, &left, &right),
        s::Error::Memory(error) => out_of_memory(error),
        other => Error::value(op, other.to_string()),
    }
}

/// The first `n` values of a block of a matrix.
fn values<T: Element>(block: &Block, n: usize) -> &[T] {
    assert!(n <= block.len() / size_of::<T>());
    // SAFETY: the block holds as many, aligned and initialised.
    unsafe { std::slice::from_raw_parts(block.as_ptr().cast(), n) }
}

/// The matrix as the module takes it.
fn borrowed<'a, T: s::Value + Element, I: Index + Element>(a: &Csr<&'a Block>) -> s::Csr<'a, T, I> {
    let ([rows, cols], nnz) = (a.shape(), a.nnz());
    let (indptr, indices, entries) = (values(a.indptr(), rows + 1), values(a.indices(), nnz), values(a.values(), nnz));
    // SAFETY: a `Csr` is made only of arrays that form a matrix.
    unsafe { s::Csr::new_unchecked(rows, cols, indptr, indices, entries) }
}

fn owned<T: s::Value + Element, I: Index + Element>(
    shape: [usize; 2],
    dtype: DType,
    matrix: s::Matrix<T, I>,
) -> Csr<Block> {
    let nnz = matrix.as_csr().nnz();
    let (indptr, indices, entries) = matrix.into_parts();
    let parts = (indptr.into_block(), Scratch::into_block(indices), entries.into_block());
    // SAFETY: the module has checked or made these arrays.
    unsafe { Csr::new_unchecked(shape, nnz, dtype, parts.0, parts.1, parts.2) }
}

impl Sparse for Cpu {
    fn coo_to_csr(&self, nrows: usize, ncols: usize, row: V<'_>, col: V<'_>, x: V<'_>) -> Result<Csr<Block>> {
        let dtype = x.dtype();
        let (row, col, x) = (rows(self, row)?, rows(self, col)?, entries(self, x)?);
        let (row, col) = (row.slice::<i64>("coo_to_csr")?, col.slice::<i64>("coo_to_csr")?);
        dispatch_entries!(dtype, "coo_to_csr", T => dispatch_index!(ncols, I => {
            let x = x.slice::<T>("coo_to_csr")?;
            let matrix = s::coo_to_csr::<T, i64, I>(self.pool(), nrows, ncols, row, col, x);
            Ok(owned([nrows, ncols], dtype, matrix.map_err(failed("coo_to_csr"))?))
        }))
    }

    fn csr_from_parts(
        &self,
        nrows: usize,
        ncols: usize,
        indptr: V<'_>,
        indices: V<'_>,
        x: V<'_>,
    ) -> Result<Csr<Block>> {
        let dtype = x.dtype();
        let (indptr, indices, x) = (rows(self, indptr)?, rows(self, indices)?, entries(self, x)?);
        let (indptr, indices) = (indptr.slice::<i64>("csr_from_parts")?, indices.slice::<i64>("csr_from_parts")?);
        dispatch_entries!(dtype, "csr_from_parts", T => dispatch_index!(ncols, I => {
            let x = x.slice::<T>("csr_from_parts")?;
            let matrix = s::csr_from_parts::<T, i64, I>(self.pool(), nrows, ncols, indptr, indices, x);
            Ok(owned([nrows, ncols], dtype, matrix.map_err(failed("csr_from_parts"))?))
        }))
    }

    fn csr_coordinates(&self, a: &Csr<&Block>) -> Result<(Block, Block)> {
        let n = a.nnz();
        dispatch_size!(a.dtype(), T => dispatch_index!(a.shape()[1], I => {
            let mut col = self.alloc(n * size_of::<i64>())?;
            let row = fresh::<i64>(self, n, |row| {
                let col = super::view::room::<i64>(&mut col, n);
                s::coordinates(borrowed::<T, I>(a), row, col).map_err(failed("csr_coordinates"))
            })?;
            Ok((row, col))
        }))
    }

    fn dense_to_csr(&self, x: V<'_>) -> Result<Csr<Block>> {
        let [nrows, ncols] = *x.layout().shape() else {
            return Err(Error::value("dense_to_csr", "the array is no matrix"));
        };
        let dtype = x.dtype();
        let x = entries(self, x)?;
        dispatch_entries!(dtype, "dense_to_csr", T => dispatch_index!(ncols, I => {
            let matrix = s::dense_to_csr::<T, I>(self.pool(), nrows, ncols, x.slice::<T>("dense_to_csr")?);
            Ok(owned([nrows, ncols], dtype, matrix.map_err(failed("dense_to_csr"))?))
        }))
    }

    fn csr_to_dense(&self, a: &Csr<&Block>) -> Result<Block> {
        let n = xparray_ir::layout::checked_len(&a.shape())?;
        dispatch_size!(a.dtype(), T => dispatch_index!(a.shape()[1], I => {
            fresh::<T>(self, n, |out| s::to_dense(borrowed::<T, I>(a), out).map_err(failed("csr_to_dense")))
        }))
    }

    fn csr_transpose(&self, a: &Csr<&Block>) -> Result<Csr<Block>> {
        let [nrows, ncols] = a.shape();
        dispatch_size!(a.dtype(), T => dispatch_index!(ncols, I => dispatch_index!(nrows, J => {
            let matrix = s::transpose::<T, I, J>(self.pool(), borrowed(a)).map_err(failed("csr_transpose"))?;
            Ok(owned([ncols, nrows], a.dtype(), matrix))
        })))
    }

    fn spmv(&self, a: &Csr<&Block>, x: V<'_>) -> Result<Block> {
        same_type("spmv", a.dtype(), x.dtype())?;
        let x = entries(self, x)?;
        dispatch_entries!(a.dtype(), "spmv", T => dispatch_index!(a.shape()[1], I => {
            let x = x.slice::<T>("spmv")?;
            let one = true.cast::<T>();
            fresh::<T>(self, a.shape()[0], |out| s::spmv(one, borrowed::<T, I>(a), x, out).map_err(failed("spmv")))
        }))
    }

    fn spmv_transposed(&self, a: &Csr<&Block>, x: V<'_>) -> Result<Block> {
        const OP: &str = "spmv_transposed";
        same_type(OP, a.dtype(), x.dtype())?;
        let x = entries(self, x)?;
        dispatch_entries!(a.dtype(), "spmv_transposed", T => dispatch_index!(a.shape()[1], I => {
            let x = x.slice::<T>(OP)?;
            fresh::<T>(self, a.shape()[1], |out| s::spmv_transposed(borrowed::<T, I>(a), x, out).map_err(failed(OP)))
        }))
    }

    fn csr_take_rows(&self, a: &Csr<&Block>, numbers: V<'_>) -> Result<Option<Csr<Block>>> {
        const OP: &str = "csr_take_rows";
        let numbers = rows(self, numbers)?;
        let numbers = numbers.slice::<i64>(OP)?;
        dispatch_size!(a.dtype(), T => dispatch_index!(a.shape()[1], I => {
            let matrix = s::take_rows::<T, I>(self.pool(), borrowed(a), numbers).map_err(failed(OP))?;
            Ok(Some(owned([numbers.len(), a.shape()[1]], a.dtype(), matrix)))
        }))
    }

    fn spmm(&self, a: &Csr<&Block>, x: V<'_>) -> Result<Block> {
        same_type("spmm", a.dtype(), x.dtype())?;
        let [_, k] = *x.layout().shape() else {
            return Err(Error::value("spmm", "the dense operand is no matrix"));
        };
        let x = entries(self, x)?;
        dispatch_entries!(a.dtype(), "spmm", T => dispatch_index!(a.shape()[1], I => {
            let x = x.slice::<T>("spmm")?;
            let one = true.cast::<T>();
            let n = xparray_ir::layout::checked_len(&[a.shape()[0], k])?;
            fresh::<T>(self, n, |out| s::spmm(one, borrowed::<T, I>(a), x, k, out).map_err(failed("spmm")))
        }))
    }

    fn spgemm(&self, a: &Csr<&Block>, b: &Csr<&Block>) -> Result<Csr<Block>> {
        same_type("spgemm", a.dtype(), b.dtype())?;
        let shape = [a.shape()[0], b.shape()[1]];
        dispatch_entries!(a.dtype(), "spgemm", T => {
            // The index types differ only if one operand has more columns than 32 bits can name.
            let wide = [a, b].map(|m| Csr::<Block>::index_type(m.shape()[1]));
            if wide[0] != wide[1] {
                return Err(Error::Unsupported { backend: Cpu::NAME, op: "spgemm of 32- and 64-bit indices", dtype: a.dtype() });
            }
            dispatch_index!(shape[1], I => {
                let matrix = s::spgemm::<T, I>(self.pool(), borrowed(a), borrowed(b)).map_err(failed("spgemm"))?;
                Ok(owned(shape, a.dtype(), matrix))
            })
        })
    }

    fn sparse_add(&self, a: &Csr<&Block>, b: &Csr<&Block>) -> Result<Csr<Block>> {
        same_type("sparse_add", a.dtype(), b.dtype())?;
        if a.shape() != b.shape() {
            return Err(Error::shape("sparse_add", &a.shape(), &b.shape()));
        }
        dispatch_entries!(a.dtype(), "sparse_add", T => dispatch_index!(a.shape()[1], I => {
            let one = true.cast::<T>();
            let matrix = s::add::<T, I>(self.pool(), one, borrowed(a), one, borrowed(b)).map_err(failed("sparse_add"))?;
            Ok(owned(a.shape(), a.dtype(), matrix))
        }))
    }
}
