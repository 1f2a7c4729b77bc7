//! Operations of the backend, and what is remembered of them.

use crate::Autodiff;
use crate::buffer::{Operand, Origin, Step, TracedBuffer};
use crate::rule::{Rule, Values, alone, missing};
use crate::rules::{
    Argsort, Bincount, Cholesky, Compact, Complexes, Counts, Dot, Eig, Eigh, Gemv, HalfSpectrum, Inverse, Lu, Matmul,
    Moved, Orthogonal, Places, Scan, Scatter, Signal, Singular, Solve, Sort, Take, TakeAlong, Triangular, sparse,
};
use crate::trace;
use crate::view::through;
use std::sync::Arc;
use xparray_core::backend::{
    Backend, Blas, Csr, EigFactors, EighFactors, FftDirection, HostBlas, LuFactors, Output, Primitives, QrFactors,
    QrReflections, Rng, ScanOp, ScatterOp, Side, Solver, Sparse, SvdFactors, Transform, View,
};
use xparray_core::ir::Distribution;
use xparray_core::layout::Dims;
use xparray_core::{Create, DType, Layout, Result, Scalar};

type V<'a, B> = View<'a, TracedBuffer<B>>;
type Buf<B> = TracedBuffer<B>;

/// The view as the inner backend takes it.
fn inner<'a, B: Backend>(view: V<'a, B>) -> Result<View<'a, B::Buffer>> {
    view.map_buffer(|buffer| Ok(&**buffer.memory))
}

fn of_inner<'a, B: Backend>(a: &Csr<&'a TracedBuffer<B>>) -> Result<Csr<&'a B::Buffer>> {
    // SAFETY: these are the same buffers, without what they come from.
    unsafe { a.map_buffers(|buffer| Ok(&**buffer.memory)) }
}

fn of_outer<B: Backend>(xp: &Autodiff<B>, a: Csr<B::Buffer>) -> Result<Csr<TracedBuffer<B>>> {
    use xparray_core::backend::DeviceBuffer;
    // SAFETY: these are the same buffers, of the same lengths.
    unsafe {
        a.map_buffers(|buffer| {
            let bytes = buffer.bytes();
            Ok(TracedBuffer::new(xp, buffer, bytes))
        })
    }
}

/// A shape with other last axes.
fn with_last(shape: &[usize], last: &[usize]) -> Dims {
    let stack = shape.len().saturating_sub(2);
    shape[..stack].iter().chain(last).copied().collect()
}

/// A shape with another length of an axis.
fn with_axis(shape: &[usize], axis: Option<&usize>, len: impl FnOnce(usize) -> usize) -> Dims {
    let mut shape = Dims::from_slice(shape);
    if let Some(&axis) = axis {
        shape[axis] = len(shape[axis]);
    }
    shape
}

/// The complex type of a real one.
fn complex_of(dtype: DType) -> DType {
    dtype.promote(DType::Complex64)
}

/// The type of a number's parts.
fn real_of(dtype: DType) -> DType {
    xparray_core::ir::UnaryOp::Real.result(dtype)
}

impl<B: Backend> Autodiff<B> {
    /// A step of an operation, if an operand is watched.
    fn step(&self, views: &[V<'_, B>], rule: impl FnOnce() -> Box<dyn Rule<B>>) -> Option<Step<B>> {
        let watched = views.iter().any(|view| trace::watches(view.buffer()));
        watched.then(|| Step::new(rule(), views.iter().map(Operand::of).collect(), Vec::new()))
    }

    /// The one result of an operation, whose type and shape are asked for when the inner backend has found the operands to fit.
    fn one(
        &self,
        views: &[V<'_, B>],
        rule: impl FnOnce() -> Box<dyn Rule<B>>,
        output: impl FnOnce() -> (DType, Dims),
        run: impl FnOnce(&B) -> Result<B::Buffer>,
    ) -> Result<Buf<B>> {
        let buffer = run(&self.inner)?;
        let mut made = self.made(self.step(views, rule), vec![output()], [buffer]);
        Ok(made.swap_remove(0))
    }

    /// A result that has no derivative, because it is of integers.
    fn constant(&self, buffer: B::Buffer) -> Buf<B> {
        use xparray_core::backend::DeviceBuffer;
        let bytes = buffer.bytes();
        TracedBuffer::new(self, buffer, bytes)
    }

    /// An error if an operand of what has no rule is watched.
    fn refuse<'a>(&self, name: &'static str, buffers: impl IntoIterator<Item = &'a Buf<B>>) -> Result<()> {
        if buffers.into_iter().any(trace::watches) { Err(missing(name)) } else { Ok(()) }
    }
}

impl<B: Backend> Primitives for Autodiff<B> {
    fn inclusive_scan(&self, op: &ScanOp, x: V<'_, B>, axis: usize) -> Result<Buf<B>> {
        let output = || (x.dtype(), x.shape().into());
        let scan = || Box::new(Scan { op: op.clone(), axis }) as Box<dyn Rule<B>>;
        self.one(&[x], scan, output, |xp| xp.inclusive_scan(op, inner(x)?, axis))
    }

    fn sort(&self, x: V<'_, B>, axis: usize) -> Result<Buf<B>> {
        let output = || (x.dtype(), x.shape().into());
        self.one(&[x], || Box::new(Sort { axis }), output, |xp| xp.sort(inner(x)?, axis))
    }

    fn argsort(&self, x: V<'_, B>, axis: usize) -> Result<Buf<B>> {
        let output = || (DType::I64, x.shape().into());
        self.one(&[x], || Box::new(Argsort { axis }), output, |xp| xp.argsort(inner(x)?, axis))
    }

    fn partition(&self, x: V<'_, B>, axis: usize, kth: &[usize]) -> Result<Buf<B>> {
        // What is sorted is partitioned, and it is known which element came from where.
        if trace::watches(x.buffer()) {
            return self.sort(x, axis);
        }
        Ok(self.constant(self.inner.partition(inner(x)?, axis, kth)?))
    }

    fn compact(&self, x: V<'_, B>, mask: V<'_, B>) -> Result<(Buf<B>, usize)> {
        self.same_for_all("mask", &[&mask])?;
        let (buffer, count) = self.inner.compact(inner(x)?, inner(mask)?)?;
        let step = self.step(&[x, mask], || Box::new(Compact));
        let mut made = self.made(step, vec![(x.dtype(), Dims::from_slice(&[count]))], [buffer]);
        Ok((made.swap_remove(0), count))
    }

    fn nonzero(&self, mask: V<'_, B>) -> Result<(Buf<B>, usize)> {
        self.same_for_all("nonzero", &[&mask])?;
        let (buffer, count) = self.inner.nonzero(inner(mask)?)?;
        let step = self.step(&[mask], || Box::new(Counts("nonzero")));
        let mut made = self.made(step, vec![(DType::I64, Dims::from_slice(&[count]))], [buffer]);
        Ok((made.swap_remove(0), count))
    }

    fn take(&self, x: V<'_, B>, axis: usize, indices: V<'_, B>) -> Result<Buf<B>> {
        let output = || {
            let (before, after) = (&x.shape()[..axis], &x.shape()[axis + 1..]);
            (x.dtype(), Dims::from_vec([before, indices.shape(), after].concat()))
        };
        self.one(&[x, indices], || Box::new(Take { axis }), output, |xp| xp.take(inner(x)?, axis, inner(indices)?))
    }

    fn take_along_axis(&self, x: V<'_, B>, axis: usize, indices: V<'_, B>) -> Result<Buf<B>> {
        let output = || (x.dtype(), indices.shape().into());
        self.one(
            &[x, indices],
            || Box::new(TakeAlong { axis }),
            output,
            |xp| xp.take_along_axis(inner(x)?, axis, inner(indices)?),
        )
    }

    fn scatter(&self, op: ScatterOp, target: Output<'_, Buf<B>>, indices: V<'_, B>, values: V<'_, B>) -> Result<()> {
        let bytes = target.buffer().bytes;
        let all = Layout::row_major(&[bytes / target.dtype().size()]);
        let old = Operand { buffer: target.buffer().clone(), dtype: target.dtype(), layout: all.clone() };
        let watched = [&old.buffer, values.buffer()].into_iter().any(trace::watches);
        let step = watched.then(|| {
            let operands = vec![old, Operand::of(&indices), Operand::of(&values)];
            Arc::new(Step::new(Box::new(Scatter { op }), operands, vec![(target.dtype(), all.shape().into())]))
        });
        let target = target.map_buffer(|buffer| {
            buffer.origin = step.map(|step| Origin { step, output: 0 });
            buffer.exclusive(self, true)
        })?;
        self.inner.scatter(op, target, inner(indices)?, inner(values)?)
    }

    fn searchsorted(&self, sorted: V<'_, B>, values: V<'_, B>, side: Side) -> Result<Buf<B>> {
        let output = || (DType::I64, values.shape().into());
        let run = |xp: &B| xp.searchsorted(inner(sorted)?, inner(values)?, side);
        self.one(&[sorted, values], || Box::new(Places { side }), output, run)
    }

    fn histogram(&self, x: V<'_, B>, edges: V<'_, B>, uniform: bool) -> Result<Buf<B>> {
        let output = || (DType::I64, Dims::from_slice(&[edges.len().saturating_sub(1)]));
        let run = |xp: &B| xp.histogram(inner(x)?, inner(edges)?, uniform);
        self.one(&[x, edges], || Box::new(Counts("histogram")), output, run)
    }

    fn bincount(&self, x: V<'_, B>, weights: Option<V<'_, B>>, len: usize) -> Result<Buf<B>> {
        let Some(weights) = weights else {
            let output = || (DType::I64, Dims::from_slice(&[len]));
            return self.one(&[x], || Box::new(Counts("bincount")), output, |xp| xp.bincount(inner(x)?, None, len));
        };
        let output = || (weights.dtype(), Dims::from_slice(&[len]));
        self.one(&[x, weights], || Box::new(Bincount), output, |xp| xp.bincount(inner(x)?, Some(inner(weights)?), len))
    }
}

impl<B: Backend> Blas for Autodiff<B> {
    fn matmul(&self, a: V<'_, B>, b: V<'_, B>) -> Result<Buf<B>> {
        let output = || {
            let last = [a.shape()[a.shape().len() - 2], b.shape()[b.shape().len() - 1]];
            (a.dtype(), with_last(a.shape(), &last))
        };
        self.one(&[a, b], || Box::new(Matmul), output, |xp| xp.matmul(inner(a)?, inner(b)?))
    }

    fn gemm(&self, alpha: Scalar, a: V<'_, B>, b: V<'_, B>, beta: Scalar, out: Output<'_, Buf<B>>) -> Result<()> {
        if [a.buffer(), b.buffer(), out.buffer()].into_iter().any(trace::watches) {
            return self.added(&self.matmul(a, b)?, alpha, beta, out);
        }
        let out = out.map_buffer(|buffer| {
            buffer.origin = None;
            buffer.exclusive(self, true)
        })?;
        self.inner.gemm(alpha, inner(a)?, inner(b)?, beta, out)
    }

    fn dot(&self, a: V<'_, B>, b: V<'_, B>, conjugate: bool) -> Result<Buf<B>> {
        let output = || (a.dtype(), Dims::new());
        self.one(&[a, b], || Box::new(Dot { conjugate }), output, |xp| xp.dot(inner(a)?, inner(b)?, conjugate))
    }

    /// No: of a batch of vectors they become products of matrices, which reductions would not.
    fn fuses_product(&self, _: DType, _: usize, _: usize) -> bool {
        false
    }

    fn gemv(&self, a: V<'_, B>, x: V<'_, B>) -> Result<Buf<B>> {
        let output = || (a.dtype(), Dims::from_slice(&a.shape()[..1]));
        self.one(&[a, x], || Box::new(Gemv), output, |xp| xp.gemv(inner(a)?, inner(x)?))
    }
}

impl<B: Backend> Solver for Autodiff<B> {
    fn cholesky(&self, a: V<'_, B>) -> Result<Buf<B>> {
        self.one(&[a], || Box::new(Cholesky), || (a.dtype(), a.shape().into()), |xp| xp.cholesky(inner(a)?))
    }

    fn lu(&self, a: V<'_, B>) -> Result<LuFactors<Buf<B>>> {
        let LuFactors { factors, pivots } = self.inner.lu(inner(a)?)?;
        let &[.., rows, columns] = a.shape() else { return Err(missing("lu")) };
        let step = self.step(&[a], || Box::new(Lu));
        let pivot_shape = with_last(a.shape(), &[rows.min(columns)]);
        let outputs = vec![(a.dtype(), a.shape().into()), (DType::I64, pivot_shape)];
        let mut made = self.made(step, outputs, [factors, pivots]);
        Ok(LuFactors { pivots: made.swap_remove(1), factors: made.swap_remove(0) })
    }

    fn solve(&self, a: V<'_, B>, b: V<'_, B>) -> Result<Buf<B>> {
        let output = || (b.dtype(), b.shape().into());
        self.one(&[a, b], || Box::new(Solve), output, |xp| xp.solve(inner(a)?, inner(b)?))
    }

    fn inv(&self, a: V<'_, B>) -> Result<Buf<B>> {
        self.one(&[a], || Box::new(Inverse), || (a.dtype(), a.shape().into()), |xp| xp.inv(inner(a)?))
    }

    fn solve_triangular(&self, a: V<'_, B>, b: V<'_, B>, lower: bool, unit_diagonal: bool) -> Result<Buf<B>> {
        let output = || (b.dtype(), b.shape().into());
        let rule = || Box::new(Triangular { lower, unit_diagonal }) as Box<dyn Rule<B>>;
        self.one(&[a, b], rule, output, |xp| xp.solve_triangular(inner(a)?, inner(b)?, lower, unit_diagonal))
    }

    fn qr(&self, a: V<'_, B>, complete: bool) -> Result<QrFactors<Buf<B>>> {
        let QrFactors { q, r } = self.inner.qr(inner(a)?, complete)?;
        let &[.., m, n] = a.shape() else { return Err(missing("qr")) };
        let k = if complete { m } else { m.min(n) };
        let shapes = [[m, k], [k, n]].map(|last| (a.dtype(), with_last(a.shape(), &last)));
        let step = self.step(&[a], || Box::new(Orthogonal));
        let mut made = self.made(step, shapes.to_vec(), [q, r]);
        Ok(QrFactors { r: made.swap_remove(1), q: made.swap_remove(0) })
    }

    fn qr_reflections(&self, a: V<'_, B>) -> Result<QrReflections<Buf<B>>> {
        self.refuse("qr_raw", [a.buffer()])?;
        let QrReflections { h, tau } = self.inner.qr_reflections(inner(a)?)?;
        Ok(QrReflections { h: self.constant(h), tau: self.constant(tau) })
    }

    fn svd(&self, a: V<'_, B>, vectors: bool, full: bool) -> Result<SvdFactors<Buf<B>>> {
        let &[.., m, n] = a.shape() else { return Err(missing("svd")) };
        let k = m.min(n);
        let step = self.step(&[a], || Box::new(Singular));
        // The derivative of the values needs the vectors.
        let SvdFactors { u, s, vt } = self.inner.svd(inner(a)?, vectors || step.is_some(), full)?;
        let (Some(u), Some(vt)) = (u, vt) else {
            return Ok(SvdFactors { u: None, s: self.constant(s), vt: None });
        };
        let columns = if full { [m, n] } else { [k, k] };
        let outputs = vec![
            (a.dtype(), with_last(a.shape(), &[m, columns[0]])),
            (real_of(a.dtype()), with_last(a.shape(), &[k])),
            (a.dtype(), with_last(a.shape(), &[columns[1], n])),
        ];
        let mut made = self.made(step, outputs, [u, s, vt]);
        let (vt, s, u) = (made.swap_remove(2), made.swap_remove(1), made.swap_remove(0));
        Ok(SvdFactors { u: vectors.then_some(u), s, vt: vectors.then_some(vt) })
    }

    fn eigh(&self, a: V<'_, B>, vectors: bool) -> Result<EighFactors<Buf<B>>> {
        let step = self.step(&[a], || Box::new(Eigh));
        let factors = self.inner.eigh(inner(a)?, vectors || step.is_some())?;
        let Some(v) = factors.vectors else {
            return Ok(EighFactors { values: self.constant(factors.values), vectors: None });
        };
        let values = a.shape().iter().copied().take(a.shape().len() - 1).collect();
        let outputs = vec![(real_of(a.dtype()), values), (a.dtype(), a.shape().into())];
        let mut made = self.made(step, outputs, [factors.values, v]);
        let (v, values) = (made.swap_remove(1), made.swap_remove(0));
        Ok(EighFactors { values, vectors: vectors.then_some(v) })
    }

    fn host_blas(&self) -> &dyn HostBlas {
        self.inner.host_blas()
    }

    fn eig_from(&self) -> Result<Option<usize>> {
        self.inner.eig_from()
    }

    fn eig(&self, a: V<'_, B>, vectors: bool) -> Result<EigFactors<Buf<B>>> {
        self.refuse("eig", [a.buffer()])?;
        let EigFactors { values, vectors } = self.inner.eig(inner(a)?, vectors)?;
        Ok(EigFactors { values: self.constant(values), vectors: vectors.map(|v| self.constant(v)) })
    }

    fn eig_remembered(&self, a: V<'_, B>) -> Result<Option<EigFactors<Buf<B>>>> {
        if !trace::watches(a.buffer()) {
            return Ok(None);
        }
        let (values, vectors) = self.unwatched(&a)?.eig()?;
        let vectors = vectors.swapaxes(-2, -1)?.copy()?;
        let outputs = [&values, &vectors].map(|x| (x.dtype(), Dims::from_slice(x.shape())));
        let mut step = Step::new(Box::new(Eig), vec![Operand::of(&a)], outputs.to_vec());
        let results = [trace::operand(&values)?.buffer, trace::operand(&vectors)?.buffer];
        step.results = results.iter().map(|buffer| buffer.memory.clone()).collect();
        let step = Arc::new(step);
        let [values, vectors] = results;
        let of_step = |buffer: Buf<B>, output| Buf { origin: Some(Origin { step: step.clone(), output }), ..buffer };
        Ok(Some(EigFactors { values: of_step(values, 0), vectors: Some(of_step(vectors, 1)) }))
    }
}

impl<B: Backend> Transform for Autodiff<B> {
    fn c2c(&self, x: V<'_, B>, axes: &[usize], direction: FftDirection, scale: f64) -> Result<Buf<B>> {
        let rule = || Box::new(Complexes { axes: axes.to_vec(), direction, scale }) as Box<dyn Rule<B>>;
        self.one(&[x], rule, || (x.dtype(), x.shape().into()), |xp| xp.c2c(inner(x)?, axes, direction, scale))
    }

    fn r2c(&self, x: V<'_, B>, axes: &[usize], scale: f64) -> Result<Buf<B>> {
        let output = || (complex_of(x.dtype()), with_axis(x.shape(), axes.last(), |n| n / 2 + 1));
        let rule = || Box::new(HalfSpectrum { axes: axes.to_vec(), scale }) as Box<dyn Rule<B>>;
        self.one(&[x], rule, output, |xp| xp.r2c(inner(x)?, axes, scale))
    }

    fn c2r(&self, x: V<'_, B>, axes: &[usize], n: usize, scale: f64) -> Result<Buf<B>> {
        let output = || (real_of(x.dtype()), with_axis(x.shape(), axes.last(), |_| n));
        let rule = || Box::new(Signal { axes: axes.to_vec(), n, scale }) as Box<dyn Rule<B>>;
        self.one(&[x], rule, output, |xp| xp.c2r(inner(x)?, axes, n, scale))
    }
}

impl<B: Backend> Rng for Autodiff<B> {
    fn random(
        &self,
        distribution: Distribution,
        dtype: DType,
        seed: u64,
        stream: u64,
        offset: u64,
        len: usize,
        range: Option<(Scalar, Scalar)>,
    ) -> Result<Buf<B>> {
        let buffer = self.inner.random(distribution, dtype, seed, stream, offset, len, range)?;
        Ok(TracedBuffer::new(self, buffer, len * dtype.size()))
    }

    fn permutation(&self, seed: u64, stream: u64, len: usize) -> Result<Buf<B>> {
        Ok(TracedBuffer::new(self, self.inner.permutation(seed, stream, len)?, len * size_of::<i64>()))
    }
}

/// Whether the derivative of something made of the entries of a matrix is asked for.
fn watched<B: Backend>(a: &Csr<&Buf<B>>) -> bool {
    trace::watches(*a.values())
}

impl<B: Backend> Autodiff<B> {
    /// What a view sees, as a constant.
    fn unwatched(&self, view: &V<'_, B>) -> Result<Values<B>> {
        let (buffer, dtype) = (view.buffer(), view.dtype());
        let whole = trace::array(self, Buf { origin: None, ..buffer.clone() }, dtype, &[buffer.bytes / dtype.size()])?;
        through(&whole, view.layout())
    }

    /// An error where what the shape or the places of a result depend on differs over a batch: one of them cannot stand for all.
    fn same_for_all(&self, name: &'static str, places: &[&V<'_, B>]) -> Result<()> {
        let differ = trace::is_batched() && places.iter().any(|view| trace::watches(view.buffer()));
        if differ { Err(alone(name)) } else { Ok(()) }
    }

    /// The product of a matrix or its transpose with `x`, of this shape.
    fn sparse_product(&self, a: &Csr<&Buf<B>>, x: &V<'_, B>, shape: Dims, transposed: bool, made: B::Buffer) -> Buf<B> {
        let step = (watched(a) || trace::watches(x.buffer())).then(|| {
            let operands = sparse::operands(a).into_iter().chain([Operand::of(x)]).collect();
            Step::new(Box::new(sparse::Product { shape: a.shape(), transposed }), operands, Vec::new())
        });
        self.made(step, vec![(a.dtype(), shape)], [made]).swap_remove(0)
    }
}

impl<B: Backend> Sparse for Autodiff<B> {
    fn coo_to_csr(
        &self,
        rows: usize,
        cols: usize,
        row: V<'_, B>,
        col: V<'_, B>,
        values: V<'_, B>,
    ) -> Result<Csr<Buf<B>>> {
        self.same_for_all("coo_to_csr", &[&row, &col])?;
        let made = of_outer(self, self.inner.coo_to_csr(rows, cols, inner(row)?, inner(col)?, inner(values)?)?)?;
        if !trace::watches(values.buffer()) {
            return Ok(made);
        }
        let moved = Moved::of(&values, &self.unwatched(&row)?, &self.unwatched(&col)?, cols)?;
        sparse::linked(self, "coo_to_csr", made, vec![moved])
    }

    fn csr_from_parts(
        &self,
        rows: usize,
        cols: usize,
        indptr: V<'_, B>,
        indices: V<'_, B>,
        values: V<'_, B>,
    ) -> Result<Csr<Buf<B>>> {
        self.same_for_all("csr_from_parts", &[&indptr, &indices])?;
        let made =
            of_outer(self, self.inner.csr_from_parts(rows, cols, inner(indptr)?, inner(indices)?, inner(values)?)?)?;
        if !trace::watches(values.buffer()) {
            return Ok(made);
        }
        // The row of an entry is the last one that starts at or before it.
        let (starts, places) = (self.unwatched(&indptr)?, self.arange(0..values.len() as i64)?.into_dyn());
        let row = starts.searchsorted_with(&places, Side::Right)?.subtract(1)?;
        let moved = Moved::of(&values, &row, &self.unwatched(&indices)?, cols)?;
        sparse::linked(self, "csr_from_parts", made, vec![moved])
    }

    fn csr_coordinates(&self, a: &Csr<&Buf<B>>) -> Result<(Buf<B>, Buf<B>)> {
        let (row, col) = self.inner.csr_coordinates(&of_inner(a)?)?;
        Ok((self.constant(row), self.constant(col)))
    }

    fn dense_to_csr(&self, x: V<'_, B>) -> Result<Csr<Buf<B>>> {
        let made = of_outer(self, self.inner.dense_to_csr(inner(x)?)?)?;
        if trace::watches(x.buffer()) { sparse::stored(self, made, &x) } else { Ok(made) }
    }

    fn csr_to_dense(&self, a: &Csr<&Buf<B>>) -> Result<Buf<B>> {
        let made = self.inner.csr_to_dense(&of_inner(a)?)?;
        let step = watched(a).then(|| sparse::dense(self, a)).transpose()?;
        Ok(self.made(step, vec![(a.dtype(), Dims::from_slice(&a.shape()))], [made]).swap_remove(0))
    }

    fn csr_transpose(&self, a: &Csr<&Buf<B>>) -> Result<Csr<Buf<B>>> {
        let made = of_outer(self, self.inner.csr_transpose(&of_inner(a)?)?)?;
        if !watched(a) {
            return Ok(made);
        }
        sparse::linked(self, "csr_transpose", made, vec![Moved::turned(self, a)?])
    }

    fn spmv(&self, a: &Csr<&Buf<B>>, x: V<'_, B>) -> Result<Buf<B>> {
        let made = self.inner.spmv(&of_inner(a)?, inner(x)?)?;
        Ok(self.sparse_product(a, &x, Dims::from_slice(&a.shape()[..1]), false, made))
    }

    fn spmv_transposed(&self, a: &Csr<&Buf<B>>, x: V<'_, B>) -> Result<Buf<B>> {
        let made = self.inner.spmv_transposed(&of_inner(a)?, inner(x)?)?;
        Ok(self.sparse_product(a, &x, Dims::from_slice(&a.shape()[1..]), true, made))
    }

    fn csr_take_rows(&self, a: &Csr<&Buf<B>>, rows: V<'_, B>) -> Result<Option<Csr<Buf<B>>>> {
        self.same_for_all("csr_take_rows", &[&rows])?;
        if watched(a) {
            return Ok(None);
        }
        self.inner.csr_take_rows(&of_inner(a)?, inner(rows)?)?.map(|made| of_outer(self, made)).transpose()
    }

    fn spmm(&self, a: &Csr<&Buf<B>>, x: V<'_, B>) -> Result<Buf<B>> {
        let made = self.inner.spmm(&of_inner(a)?, inner(x)?)?;
        Ok(self.sparse_product(a, &x, Dims::from_slice(&[a.shape()[0], x.shape()[1]]), false, made))
    }

    fn spgemm(&self, a: &Csr<&Buf<B>>, b: &Csr<&Buf<B>>) -> Result<Csr<Buf<B>>> {
        let made = of_outer(self, self.inner.spgemm(&of_inner(a)?, &of_inner(b)?)?)?;
        if !watched(a) && !watched(b) {
            return Ok(made);
        }
        // The places of the result, with any entries of their number, are operands too.
        let [indptr, indices, values] = sparse::operands(&made.borrowed());
        let places = [values, indptr, indices];
        let operands = sparse::operands(a).into_iter().chain(sparse::operands(b)).chain(places).collect();
        sparse::with_origin(made, Box::new(sparse::SparseProduct { shapes: [a.shape(), b.shape()] }), operands)
    }

    fn sparse_add(&self, a: &Csr<&Buf<B>>, b: &Csr<&Buf<B>>) -> Result<Csr<Buf<B>>> {
        let made = of_outer(self, self.inner.sparse_add(&of_inner(a)?, &of_inner(b)?)?)?;
        if !watched(a) && !watched(b) {
            return Ok(made);
        }
        sparse::linked(self, "sparse_add", made, vec![Moved::of_matrix(self, a)?, Moved::of_matrix(self, b)?])
    }
}
