//! From arrays to matrices on the host and back.

use super::{C, Dense, Entry, Matrix};
use crate::field_type;
use xparray_core::layout::{broadcast_shapes, checked_len};
use xparray_core::prelude::*;
use xparray_core::{Error, Result, TypeClass};

/// What `f` makes of matrices, of which there are as many results: of each of a stack, if the arrays are stacks, whose axes broadcast. All
/// that `f` is given is real or all is complex, in double precision; results have the precision that the arrays have together, and are
/// complex if one of them is. They are `[.., m, n]`.
pub fn each<B: Backend>(
    op: &'static str,
    arrays: &[&DynArray<B>],
    f: &dyn Fn(Vec<Dense>) -> Result<Vec<Dense>>,
) -> Result<Vec<DynArray<B>>> {
    let mut dtype = arrays[0].dtype();
    let mut stack: Vec<usize> = Vec::new();
    for array in arrays {
        TypeClass::Number.check(op, array.dtype())?;
        dtype = dtype.promote(array.dtype());
        let Some(axes) = array.ndim().checked_sub(2) else {
            return Err(Error::shape(op, array.shape(), &[]));
        };
        stack = broadcast_shapes(op, &stack, &array.shape()[..axes])?.to_vec();
    }
    let dtype = field_type(dtype);
    let count = checked_len(&stack)?;
    let mut read = Vec::with_capacity(arrays.len());
    for array in arrays {
        let last = &array.shape()[array.ndim() - 2..];
        // Without matrices, a matrix of ones says which shapes results have.
        let whole = match count {
            0 => array.xp().eye_of(dtype, last[0], Eye::new().columns(last[1]))?,
            _ => array.broadcast_to(&[&stack[..], last].concat()[..])?,
        };
        read.push((Elements::read(op, &whole, dtype.is_complex())?, last[0], last[1]));
    }
    let mut results: Vec<Vec<Dense>> = Vec::new();
    for k in 0..count.max(1) {
        results.push(f(read.iter().map(|(elements, m, n)| elements.matrix(k, *m, *n)).collect())?);
    }
    let parts = results[0].len();
    let array = |part: usize| {
        let each = || results.iter().map(|result| &result[part]);
        let [m, n] = results[0][part].shape();
        let shape = [&stack[..], &[m, n][..]].concat();
        let xp = arrays[0].xp();
        if each().any(|matrix| matches!(matrix, Dense::Complex(_))) {
            let entries = each().flat_map(|matrix| matrix.complex().into_entries()).take(count * m * n);
            return xp.from_slice(&entries.collect::<Vec<_>>(), shape)?.into_dyn().astype(dtype.complex());
        }
        let entries = each().flat_map(|matrix| match matrix {
            Dense::Real(a) => a.entries().to_vec(),
            Dense::Complex(_) => Vec::new(),
        });
        let entries = entries.take(count * m * n);
        xp.from_slice(&entries.collect::<Vec<f64>>(), shape)?.into_dyn().astype(dtype.real())
    };
    (0..parts).map(array).collect()
}

/// The elements of a stack of matrices.
enum Elements {
    Real(Vec<f64>),
    Complex(Vec<C>),
}

impl Elements {
    fn read<B: Backend>(op: &'static str, array: &DynArray<B>, complex: bool) -> Result<Self> {
        let elements = match complex {
            true => Self::Complex(array.astype(DType::Complex128)?.typed::<C>()?.to_vec()?),
            false => Self::Real(array.astype(DType::F64)?.typed::<f64>()?.to_vec()?),
        };
        let finite = match &elements {
            Self::Real(x) => x.iter().all(|x| x.is_finite()),
            Self::Complex(x) => x.iter().all(|x| x.is_finite()),
        };
        if finite { Ok(elements) } else { Err(Error::value(op, "the matrix holds NaN or infinity")) }
    }

    /// One of them.
    fn matrix(&self, k: usize, m: usize, n: usize) -> Dense {
        fn part<E: Entry>(elements: &[E], k: usize, m: usize, n: usize) -> Dense {
            E::dense(Matrix::new(m, n, elements[k * m * n..(k + 1) * m * n].to_vec()))
        }
        match self {
            Self::Real(elements) => part(elements, k, m, n),
            Self::Complex(elements) => part(elements, k, m, n),
        }
    }
}
