//! Sparse matrices: what depends on their entries, whose places are constants.
//!
//! Where an operation only moves entries, or adds up those of one place, it is known where each goes ([`Entries`]). Products are linear
//! in either factor; of a sparse one only stored entries have cotangents.

use super::{map, sum, wanted};
use crate::Autodiff;
use crate::batch::Batch;
use crate::buffer::{Operand, Origin, Step, TracedBuffer};
use crate::rule::{At, Rule, Tangent, Values, missing};
use crate::trace;
use smallvec::smallvec;
use std::sync::Arc;
use xparray_core::backend::{Backend, Csr, Sparse, View};
use xparray_core::layout::Dims;
use xparray_core::{Create, DType, DynArray, Layout, Result};

/// The three arrays of a matrix, whose rows ascend.
#[derive(Clone)]
struct Matrix<B: Backend> {
    shape: [usize; 2],
    indptr: Values<B>,
    indices: Values<B>,
    values: Values<B>,
}

/// The matrix of three views, which are those of a [`Matrix`].
fn csr<'a, Buf: xparray_core::backend::DeviceBuffer>(
    shape: [usize; 2],
    parts: &[View<'a, Buf>],
) -> Result<Csr<&'a Buf>> {
    let [indptr, indices, values, ..] = parts else { return Err(missing("sparse")) };
    let fill = |view: &View<'_, Buf>| view.layout().is_identity();
    if !(fill(indptr) && fill(indices) && fill(values)) {
        return Err(missing("sparse"));
    }
    let (nnz, dtype) = (values.len(), values.dtype());
    // SAFETY: the places are those of a matrix that a backend has made, unchanged, and these are whole buffers of them.
    Ok(unsafe { Csr::new_unchecked(shape, nnz, dtype, indptr.buffer(), indices.buffer(), values.buffer()) })
}

impl<B: Backend> Matrix<B> {
    /// Operands of a step from this one on.
    fn of(at: &At<'_, B>, shape: [usize; 2], first: usize) -> Result<Self> {
        let part = |k: usize| at.operand(first + k);
        Ok(Self { shape, indptr: part(0)?, indices: part(1)?, values: part(2)? })
    }

    /// The same places with other entries.
    fn with(&self, values: &Values<B>) -> Result<Self> {
        Ok(Self { values: values.copy()?, ..self.clone() })
    }

    fn parts(&self) -> [&Values<B>; 3] {
        [&self.indptr, &self.indices, &self.values]
    }

    /// The product with a vector or a matrix.
    fn times(&self, x: &Values<B>) -> Result<Values<B>> {
        let (shape, is_vector) = (self.shape, x.ndim() == 1);
        let [indptr, indices, values] = self.parts();
        let result: Dims = std::iter::once(shape[0]).chain(x.shape()[1..].iter().copied()).collect();
        DynArray::operation("sparse", &[indptr, indices, values, x], values.dtype(), &result, move |xp, parts| {
            let a = csr(shape, parts)?;
            if is_vector { xp.spmv(&a, parts[3]) } else { xp.spmm(&a, parts[3]) }
        })
    }

    /// The product of the transpose with a vector or a matrix.
    fn transposed_times(&self, x: &Values<B>) -> Result<Values<B>> {
        let (shape, [indptr, indices, values]) = (self.shape, self.parts());
        if x.ndim() > 1 {
            return self.transposed()?.times(x);
        }
        DynArray::operation("sparse", &[indptr, indices, values, x], values.dtype(), &[shape[1]], move |xp, parts| {
            xp.spmv_transposed(&csr(shape, parts)?, parts[3])
        })
    }

    fn transposed(&self) -> Result<Self> {
        let ([rows, cols], nnz) = (self.shape, self.values.len());
        let kinds = [
            (DType::I64, Dims::from_slice(&[cols + 1])),
            (Csr::<()>::index_type(rows), Dims::from_slice(&[nnz])),
            (self.values.dtype(), Dims::from_slice(&[nnz])),
        ];
        let made = DynArray::operations("sparse", self.values.xp(), &self.parts(), &kinds, move |xp, parts| {
            let (indptr, indices, values) = xp.csr_transpose(&csr([rows, cols], parts)?)?.into_parts();
            Ok(smallvec![indptr, indices, values])
        })?;
        let [indptr, indices, values] = made.into_inner().map_err(|_| missing("sparse"))?;
        Ok(Self { shape: [cols, rows], indptr, indices, values })
    }

    /// The row and the column of each entry.
    fn coordinates(&self) -> Result<[Values<B>; 2]> {
        let (shape, nnz) = (self.shape, self.values.len());
        let kinds = [(DType::I64, Dims::from_slice(&[nnz])), (DType::I64, Dims::from_slice(&[nnz]))];
        let made = DynArray::operations("sparse", self.values.xp(), &self.parts(), &kinds, move |xp, parts| {
            let (row, col) = xp.csr_coordinates(&csr(shape, parts)?)?;
            Ok(smallvec![row, col])
        })?;
        let mut made = made.into_iter();
        match (made.next(), made.next()) {
            (Some(row), Some(col)) => Ok([row, col]),
            _ => Err(missing("sparse")),
        }
    }

    /// A number for each entry, which ascends with its place.
    fn keys(&self) -> Result<Values<B>> {
        let [row, col] = self.coordinates()?;
        key(&row, &col, self.shape[1])
    }

    /// The product with another matrix.
    fn times_sparse(&self, other: &Self) -> Result<Self> {
        let (shapes, xp) = ([self.shape, other.shape], self.values.xp());
        // How many entries there are is known when it is computed.
        let views = [self.parts(), other.parts()].concat();
        let operands = views.iter().map(|x| trace::operand(x)).collect::<Result<Vec<_>>>()?;
        let view = |k: usize| View::new(&operands[k].buffer, operands[k].dtype, &operands[k].layout);
        let (a, b) = ([view(0)?, view(1)?, view(2)?], [view(3)?, view(4)?, view(5)?]);
        Self::made(xp, xp.spgemm(&csr(shapes[0], &a)?, &csr(shapes[1], &b)?)?)
    }

    /// A matrix that the backend has made.
    fn made(xp: &Autodiff<B>, made: Csr<TracedBuffer<B>>) -> Result<Self> {
        let (shape, nnz, dtype) = (made.shape(), made.nnz(), made.dtype());
        let (indptr, indices, values) = made.into_parts();
        let whole = |buffer: TracedBuffer<B>, dtype: DType, len: usize| {
            trace::array(xp, TracedBuffer { bytes: len * dtype.size(), ..buffer }, dtype, &[len])
        };
        Ok(Self {
            shape,
            indptr: whole(indptr, DType::I64, shape[0] + 1)?,
            indices: whole(indices, Csr::<()>::index_type(shape[1]), nnz)?,
            values: whole(values, dtype, nnz)?,
        })
    }

    /// The entries at places of these numbers, zeros where there are none.
    fn sampled(&self, keys: &Values<B>) -> Result<Values<B>> {
        if self.values.is_empty() {
            return keys.zeros_like()?.astype(self.values.dtype());
        }
        let own = self.keys()?;
        let place = own.searchsorted(keys)?.minimum(own.len() as i64 - 1)?;
        own.take(&place, 0)?.equal(keys)?.where_(self.values.take(&place, 0)?, 0)
    }
}

/// A number for each place.
fn key<B: Backend>(row: &Values<B>, col: &Values<B>, cols: usize) -> Result<Values<B>> {
    row.astype(DType::I64)?.multiply(cols as i64)?.add(&col.astype(DType::I64)?)
}

/// Rows of matrices as sums of what their entries give: `terms` has one row for each entry.
fn added<B: Backend>(places: &Values<B>, terms: &Values<B>, len: usize) -> Result<Values<B>> {
    let shape: Dims = std::iter::once(len).chain(terms.shape()[1..].iter().copied()).collect();
    let mut sums = terms.xp().zeros_of(terms.dtype(), &shape[..])?;
    sums.add_at([places], terms)?;
    Ok(sums)
}

/// Entries of matrices that go to places of a vector, where those of one place are added up: operands are entries and their places,
/// in turns.
pub(crate) struct Entries {
    pub name: &'static str,
    pub len: usize,
}

impl<B: Backend> Rule<B> for Entries {
    fn name(&self) -> &'static str {
        self.name
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let terms =
            (0..tangents.len()).step_by(2).map(|k| map(&tangents[k], |t| added(&at.operand(k + 1)?, t, self.len)));
        let total = sum(terms.collect::<Result<Vec<_>>>()?)?;
        Ok(vec![map(&total, |t| t.reshape(&at.step.outputs[0].1[..]))?])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let mut pulled = vec![None; at.wanted.len()];
        let Some(c) = &cotangents[0] else { return Ok(pulled) };
        let c = c.ravel()?;
        for k in (0..pulled.len()).step_by(2) {
            pulled[k] = wanted(at.wanted[k], || c.take(&at.operand(k + 1)?, 0))?;
        }
        Ok(pulled)
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let mut total = None;
        for k in (0..at.operands()).step_by(2) {
            let terms = at.operand(k)?.matrix_transpose()?;
            crate::kernel::add(&mut total, Some(added(&at.same(k + 1)?, &terms, self.len)?))?;
        }
        let shape: Dims = std::iter::once(at.n).chain(at.step.outputs[0].1.iter().copied()).collect();
        let sums: Values<B> = total.ok_or_else(|| missing(self.name))?;
        Ok(vec![sums.matrix_transpose()?.reshape(&shape[..])?])
    }
}

/// Elements of a matrix that are stored: operands are the matrix and the places in it.
pub(crate) struct Stored;

impl<B: Backend> Rule<B> for Stored {
    fn name(&self) -> &'static str {
        "dense_to_csr"
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        Ok(vec![map(&tangents[0], |t| t.ravel()?.take(&at.operand(1)?, 0))?])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let shape = at.shape(0);
        let pull = |c: &Values<B>| added(&at.operand(1)?, c, shape.iter().product())?.reshape(shape);
        Ok(vec![map(&cotangents[0], pull)?, None])
    }
}

/// The product of a matrix, the first three operands, or of its transpose, and a vector or matrix.
pub(crate) struct Product {
    pub shape: [usize; 2],
    pub transposed: bool,
}

impl Product {
    fn apply<B: Backend>(&self, a: &Matrix<B>, x: &Values<B>) -> Result<Values<B>> {
        if self.transposed { a.transposed_times(x) } else { a.times(x) }
    }

    /// Where each entry reads and where it adds to.
    fn ends<B: Backend>(&self, a: &Matrix<B>) -> Result<[Values<B>; 2]> {
        let [row, col] = a.coordinates()?;
        Ok(if self.transposed { [row, col] } else { [col, row] })
    }
}

impl<B: Backend> Rule<B> for Product {
    fn name(&self) -> &'static str {
        "spmv"
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let a = Matrix::of(at, self.shape, 0)?;
        let of_entries = map(&tangents[2], |t| self.apply(&a.with(t)?, &at.operand(3)?))?;
        let of_vector = map(&tangents[3], |t| self.apply(&a, t))?;
        Ok(vec![sum([of_entries, of_vector])?])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let Some(c) = &cotangents[0] else { return Ok(vec![None; 4]) };
        let a = Matrix::of(at, self.shape, 0)?;
        let of_entries = wanted(at.wanted[2], || {
            let [from, to] = self.ends(&a)?;
            let terms = c.take(&to, 0)?.multiply(&at.operand(3)?.take(&from, 0)?)?;
            if terms.ndim() == 1 { Ok(terms) } else { terms.sum(1)?.astype(terms.dtype()) }
        })?;
        let turned = Self { transposed: !self.transposed, ..*self };
        let of_vector = wanted(at.wanted[3], || turned.apply(&a, c))?;
        Ok(vec![None, None, of_entries, of_vector])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        // Of the first element, whose entries count only if they are the same for all.
        let a = Matrix { shape: self.shape, indptr: at.same(0)?, indices: at.same(1)?, values: at.same(2)? };
        let x = at.operand(3)?;
        if !at.differs(2) {
            // Vectors of one matrix are the columns of another one.
            let columns = x.moveaxis(0, -1)?;
            let (rest, len) = (columns.shape()[1..].to_vec(), columns.shape()[0]);
            let made = self.apply(&a, &columns.reshape([len, rest.iter().product()])?)?;
            let made = made.reshape([&[made.shape()[0]], &rest[..]].concat())?;
            return Ok(vec![made.moveaxis(-1, 0)?]);
        }
        let [from, to] = self.ends(&a)?;
        let entries = at.operand(2)?.matrix_transpose()?;
        let read = x.moveaxis(0, 1)?.take(&from, 0)?;
        let entries = if read.ndim() > 2 { entries.expand_dims(2)? } else { entries };
        let len = self.shape[usize::from(self.transposed)];
        Ok(vec![added(&to, &read.multiply(&entries)?, len)?.moveaxis(1, 0)?])
    }
}

/// The entries of a product of two matrices, three operands each, with the places of the result after them.
pub(crate) struct SparseProduct {
    pub shapes: [[usize; 2]; 2],
}

impl<B: Backend> Rule<B> for SparseProduct {
    fn name(&self) -> &'static str {
        "spgemm"
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let (a, b) = (Matrix::of(at, self.shapes[0], 0)?, Matrix::of(at, self.shapes[1], 3)?);
        let keys = self.result(at, at.operand(6)?)?.keys()?;
        let first = map(&tangents[2], |t| a.with(t)?.times_sparse(&b)?.sampled(&keys))?;
        let second = map(&tangents[5], |t| a.times_sparse(&b.with(t)?)?.sampled(&keys))?;
        Ok(vec![sum([first, second])?])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let mut pulled = vec![None; at.wanted.len()];
        let Some(c) = &cotangents[0] else { return Ok(pulled) };
        let (a, b) = (Matrix::of(at, self.shapes[0], 0)?, Matrix::of(at, self.shapes[1], 3)?);
        let c = self.result(at, c.clone())?;
        pulled[2] = wanted(at.wanted[2], || c.times_sparse(&b.transposed()?)?.sampled(&a.keys()?))?;
        pulled[5] = wanted(at.wanted[5], || a.transposed()?.times_sparse(&c)?.sampled(&b.keys()?))?;
        Ok(pulled)
    }
}

impl SparseProduct {
    /// A matrix of the result's places, with these entries.
    fn result<B: Backend>(&self, at: &At<'_, B>, values: Values<B>) -> Result<Matrix<B>> {
        let shape = [self.shapes[0][0], self.shapes[1][1]];
        Ok(Matrix { shape, indptr: at.operand(7)?, indices: at.operand(8)?, values: values.copy()? })
    }
}

/// A buffer of a matrix as an operand that it fills.
fn whole<B: Backend>(buffer: &TracedBuffer<B>, dtype: DType, len: usize) -> Operand<B> {
    let buffer = TracedBuffer { bytes: len * dtype.size(), ..buffer.clone() };
    Operand { buffer, dtype, layout: Layout::row_major(&[len]) }
}

/// The three buffers of a matrix as operands of a step.
pub(crate) fn operands<B: Backend>(a: &Csr<&TracedBuffer<B>>) -> [Operand<B>; 3] {
    [
        whole(a.indptr(), DType::I64, a.shape()[0] + 1),
        whole(a.indices(), Csr::<()>::index_type(a.shape()[1]), a.nnz()),
        whole(a.values(), a.dtype(), a.nnz()),
    ]
}

/// The matrix that its buffers are, as arrays.
fn matrix<B: Backend>(xp: &Autodiff<B>, a: &Csr<&TracedBuffer<B>>) -> Result<Matrix<B>> {
    let part = |operand: Operand<B>| {
        let shape = operand.layout.shape().to_vec();
        trace::array(xp, TracedBuffer { origin: None, ..operand.buffer }, operand.dtype, &shape)
    };
    let [indptr, indices, values] = operands(a);
    Ok(Matrix { shape: a.shape(), indptr: part(indptr)?, indices: part(indices)?, values: part(values)? })
}

/// Entries with the places that they go to.
pub(crate) struct Moved<B: Backend> {
    pub entries: Operand<B>,
    pub keys: Values<B>,
}

impl<B: Backend> Moved<B> {
    /// Those of a vector, by their rows and columns.
    pub fn of(values: &View<'_, TracedBuffer<B>>, row: &Values<B>, col: &Values<B>, cols: usize) -> Result<Self> {
        Ok(Self { entries: Operand::of(values), keys: key(row, col, cols)? })
    }

    /// Those of a matrix, which stay where they are.
    pub fn of_matrix(xp: &Autodiff<B>, a: &Csr<&TracedBuffer<B>>) -> Result<Self> {
        let [_, _, entries] = operands(a);
        Ok(Self { entries, keys: matrix(xp, a)?.keys()? })
    }

    /// Those of a matrix, in its transpose.
    pub fn turned(xp: &Autodiff<B>, a: &Csr<&TracedBuffer<B>>) -> Result<Self> {
        let [row, col] = matrix(xp, a)?.coordinates()?;
        let [_, _, entries] = operands(a);
        Ok(Self { entries, keys: key(&col, &row, a.shape()[0])? })
    }
}

/// A matrix whose entries depend on those that were moved to them.
pub(crate) fn linked<B: Backend>(
    xp: &Autodiff<B>,
    name: &'static str,
    made: Csr<TracedBuffer<B>>,
    moved: Vec<Moved<B>>,
) -> Result<Csr<TracedBuffer<B>>> {
    let keys = matrix(xp, &made.borrowed())?.keys()?;
    let mut operands = Vec::new();
    for Moved { entries, keys: from } in moved {
        operands.push(entries);
        operands.push(trace::operand(&keys.searchsorted(&from)?)?);
    }
    let len = made.nnz();
    with_origin(made, Box::new(Entries { name, len }), operands)
}

/// The matrix, whose entries are the result of a step.
pub(crate) fn with_origin<B: Backend>(
    made: Csr<TracedBuffer<B>>,
    rule: Box<dyn Rule<B>>,
    operands: Vec<Operand<B>>,
) -> Result<Csr<TracedBuffer<B>>> {
    let (shape, nnz, dtype) = (made.shape(), made.nnz(), made.dtype());
    let step = Arc::new(Step::new(rule, operands, vec![(dtype, Dims::from_slice(&[nnz]))]));
    let (indptr, indices, mut values) = made.into_parts();
    values.bytes = nnz * dtype.size();
    values.origin = Some(Origin { step, output: 0 });
    // SAFETY: the places are those that the backend has made.
    Ok(unsafe { Csr::new_unchecked(shape, nnz, dtype, indptr, indices, values) })
}

/// The step of a dense matrix made of a sparse one.
pub(crate) fn dense<B: Backend>(xp: &Autodiff<B>, a: &Csr<&TracedBuffer<B>>) -> Result<Step<B>> {
    let ([rows, cols], Moved { entries, keys }) = (a.shape(), Moved::of_matrix(xp, a)?);
    let rule = Entries { name: "csr_to_dense", len: rows * cols };
    let outputs = vec![(a.dtype(), Dims::from_slice(&[rows, cols]))];
    Ok(Step::new(Box::new(rule), vec![entries, trace::operand(&keys)?], outputs))
}

/// A sparse matrix whose entries are those of a dense one.
pub(crate) fn stored<B: Backend>(
    xp: &Autodiff<B>,
    made: Csr<TracedBuffer<B>>,
    x: &View<'_, TracedBuffer<B>>,
) -> Result<Csr<TracedBuffer<B>>> {
    let keys = matrix(xp, &made.borrowed())?.keys()?;
    with_origin(made, Box::new(Stored), vec![Operand::of(x), trace::operand(&keys)?])
}
