//! `Blas` and `Solver`: stacks of matrices, one after the other or in parallel.

use super::view::{Rows, V, as_unsigned, fresh, pointer, room, valid_rows, values_mut};
use crate::device::Cpu;
use crate::linalg::{self as la, Field, MatMut, MatRef, Scalar as Number, SolverError, Triangle, Workspace};
use crate::memory::out_of_memory;
use crate::parallel;
use crate::pool::Block;
use crate::simd::{Level, level};
use half::{bf16, f16};
use num_complex::Complex;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::slice;
use std::sync::OnceLock;
use xparray_ir::backend::{
    Backend, Blas, EighFactors, HostBlas, LuFactors, Memory, Output, QrFactors, QrReflections, Solver, SvdFactors,
};
use xparray_ir::layout::{Dims, checked_len};
use xparray_ir::{DType, Element, Error, Layout, Result, Scalar};

/// Binds the types that the solvers take.
macro_rules! dispatch_field {
    ($dtype:expr, $op:literal, $T:ident => $body:expr) => {
        dispatch_field!(@ $dtype, $op, $T => $body, [F32 f32, F64 f64, Complex64 Complex<f32>, Complex128 Complex<f64>])
    };
    ($dtype:expr, $op:literal, with half $T:ident => $body:expr) => {
        dispatch_field!(@ $dtype, $op, $T => $body,
            [F16 f16, BF16 bf16, F32 f32, F64 f64, Complex64 Complex<f32>, Complex128 Complex<f64>])
    };
    (@ $dtype:expr, $op:literal, $T:ident => $body:expr, [$($variant:ident $ty:ty),*]) => {
        match $dtype {
            $(DType::$variant => { type $T = $ty; $body })*
            dtype => Err(Error::Unsupported { backend: Cpu::NAME, op: $op, dtype }),
        }
    };
}

/// Binds the types of products; signed integers are taken as unsigned ones.
macro_rules! dispatch_ring {
    ($dtype:expr, $op:literal, $T:ident => $body:expr) => {
        dispatch_field!(@ $dtype, $op, $T => $body, [Bool bool, U8 u8, U16 u16, U32 u32, U64 u64,
            F16 f16, BF16 bf16, F32 f32, F64 f64, Complex64 Complex<f32>, Complex128 Complex<f64>])
    };
}

/// Matrices on the last two axes of a view.
struct Stack<'a, T> {
    first: *const T,
    /// Lengths and strides of the leading axes.
    leading: (&'a [usize], &'a [isize]),
    shape: (usize, usize),
    strides: (isize, isize),
    lifetime: PhantomData<&'a T>,
}

// SAFETY: a stack only reads, as a slice does.
unsafe impl<T: Sync> Sync for Stack<'_, T> {}

impl<'a, T: Element> Stack<'a, T> {
    fn new(op: &'static str, view: &'a V<'_>) -> Result<Self> {
        let (shape, strides) = (view.layout().shape(), view.layout().strides());
        let ([leading @ .., m, n], [steps @ .., rows, cols]) = (shape, strides) else {
            return Err(Error::value(op, format!("expected a matrix, found shape {shape:?}")));
        };
        Ok(Self {
            first: pointer::<T>(op, view)?,
            leading: (leading, steps),
            shape: (*m, *n),
            strides: (*rows, *cols),
            lifetime: PhantomData,
        })
    }

    fn count(&self) -> usize {
        self.leading.0.iter().product()
    }

    fn get(&self, mut i: usize) -> MatRef<'a, T> {
        let mut offset = 0;
        for (&d, &s) in self.leading.0.iter().zip(self.leading.1).rev() {
            offset += (i % d) as isize * s;
            i /= d;
        }
        // SAFETY: `new` has checked that every element of the view lies in the buffer.
        unsafe { MatRef::from_raw(self.first.wrapping_offset(offset), self.shape, self.strides) }
    }
}

/// Row-major matrices in a buffer, to be written by tasks, each its own.
struct Results<'a, T> {
    first: *mut T,
    count: usize,
    shape: (usize, usize),
    lifetime: PhantomData<&'a mut T>,
}

// SAFETY: each matrix is handed to one task only.
unsafe impl<T: Send> Sync for Results<'_, T> {}

impl<'a, T: Element> Results<'a, T> {
    fn new(block: &'a mut Block, count: usize, shape: (usize, usize)) -> Self {
        let first = room::<T>(block, count * shape.0 * shape.1).as_mut_ptr().cast();
        Self { first, count, shape, lifetime: PhantomData }
    }

    /// The matrices of an output, row-major one after another.
    fn of(op: &'static str, out: &'a mut Output<'_, Block>, count: usize, shape: (usize, usize)) -> Result<Self> {
        let values = values_mut::<T>(op, out)?;
        if values.len() != count * shape.0 * shape.1 {
            return Err(Error::value(op, format!("the result has {} elements", values.len())));
        }
        Ok(Self { first: values.as_mut_ptr(), count, shape, lifetime: PhantomData })
    }

    /// # Safety
    /// Each `i` is taken by one task only.
    unsafe fn get(&self, i: usize) -> MatMut<'a, T> {
        assert!(i < self.count);
        let (rows, cols) = self.shape;
        // SAFETY: the matrix lies in the buffer, which is initialised; the caller takes each once.
        unsafe { MatMut::from_raw(self.first.add(i * rows * cols), self.shape, (cols as isize, 1)) }
    }

    /// The elements of result `i` as a slice.
    ///
    /// # Safety
    /// As for [`Results::get`].
    unsafe fn slice(&self, i: usize) -> &'a mut [T] {
        assert!(i < self.count);
        let n = self.shape.0 * self.shape.1;
        // SAFETY: as for `get`.
        unsafe { slice::from_raw_parts_mut(self.first.add(i * n), n) }
    }
}

pub(super) fn failed(op: &'static str) -> impl Fn(SolverError) -> Error {
    move |error| match error {
        SolverError::Singular { pivot } => Error::Singular { op, pivot },
        SolverError::NotPositiveDefinite { minor } => Error::NotPositiveDefinite { op, minor },
        SolverError::OutOfMemory(error) => out_of_memory(error),
        other => Error::value(op, other.to_string()),
    }
}

impl Cpu {
    /// A fresh buffer for matrices of this shape.
    fn results<T>(&self, count: usize, shape: (usize, usize)) -> Result<Block> {
        self.alloc(checked_len(&[count, shape.0, shape.1])? * size_of::<T>())
    }

    /// Runs `f` for each matrix of a stack; `work` estimates the operations for one.
    fn each(
        &self,
        op: &'static str,
        count: usize,
        work: usize,
        f: impl Fn(usize, Workspace<'_>) -> Result<(), SolverError> + Sync,
    ) -> Result<()> {
        Workspace::new(self.pool()).batch(count, work, f).map_err(failed(op))
    }
}

/// The operations of a factorisation, roughly: enough to choose between one thread and all.
fn cubed((m, n): (usize, usize)) -> usize {
    m.saturating_mul(n).saturating_mul(m.min(n))
}

fn square(op: &'static str, (m, n): (usize, usize)) -> Result<usize> {
    if m == n { Ok(n) } else { Err(Error::value(op, format!("expected a square matrix, found {m} by {n}"))) }
}

/// The stacks of two operands of one type must agree.
fn same_stacks(op: &'static str, a: &V<'_>, b: &V<'_>) -> Result<()> {
    let leading = |v: &V<'_>| Dims::from_slice(&v.layout().shape()[..v.layout().ndim().saturating_sub(2)]);
    if a.dtype() != b.dtype() {
        return Err(Error::DType { op, expected: a.dtype().to_string(), found: b.dtype().to_string() });
    }
    if leading(a) == leading(b) { Ok(()) } else { Err(Error::shape(op, a.layout().shape(), b.layout().shape())) }
}

impl Cpu {
    fn product<T: Number + Element>(
        &self,
        alpha: T,
        a: V<'_>,
        b: V<'_>,
        beta: T,
        mut out: Output<'_, Block>,
    ) -> Result<()> {
        same_stacks("matmul", &a, &b)?;
        let (a, b) = (Stack::<T>::new("matmul", &a)?, Stack::<T>::new("matmul", &b)?);
        let shape = (a.shape.0, b.shape.1);
        let work = a.shape.0.saturating_mul(a.shape.1).saturating_mul(shape.1);
        let results = Results::<T>::of("matmul", &mut out, a.count(), shape)?;
        self.each("matmul", a.count(), work, |i, ws| {
            // SAFETY: each task has its own `i`.
            la::gemm(alpha, a.get(i), b.get(i), beta, unsafe { results.get(i) }, ws)
        })
    }

    fn product_len(a: &V<'_>, b: &V<'_>) -> Result<usize> {
        match (a.layout().shape(), b.layout().shape()) {
            ([stack @ .., m, k], [.., l, n]) if k == l => {
                let all: Dims = stack.iter().chain([m, n]).copied().collect();
                checked_len(&all)
            }
            (left, right) => Err(Error::shape("matmul", left, right)),
        }
    }
}

/// Truth values that are 0 or 1, if the operand is of them; other operands stay where they are.
struct Valid<'a> {
    rows: Rows<'a>,
    dtype: DType,
    layout: Cow<'a, Layout>,
}

impl<'a> Valid<'a> {
    fn new(cpu: &Cpu, view: V<'a>) -> Result<Self> {
        let (rows, layout) = match view.dtype() {
            DType::Bool => (valid_rows(cpu, view)?, Cow::Owned(Layout::row_major(view.shape()))),
            _ => (Rows::InPlace(view), Cow::Borrowed(view.layout())),
        };
        Ok(Self { rows, dtype: view.dtype(), layout })
    }

    fn view(&self) -> Result<V<'_>> {
        let buffer = match &self.rows {
            Rows::InPlace(view) => view.buffer(),
            Rows::Copy(block, ..) => block,
        };
        V::new(buffer, self.dtype, &self.layout)
    }
}

/// A vector as a matrix of one column.
fn column<'a, T: Element>(op: &'static str, x: &V<'a>) -> Result<MatRef<'a, T>> {
    let ([n], [stride]) = (x.layout().shape(), x.layout().strides()) else {
        return Err(Error::value(op, format!("expected a vector, found shape {:?}", x.layout().shape())));
    };
    // SAFETY: `pointer` checks that every element lies in the buffer.
    Ok(unsafe { MatRef::from_raw(pointer::<T>(op, x)?, (*n, 1), (*stride, 1)) })
}

/// [`la::dot`] or [`la::vdot`].
type Dot<T> = for<'a> fn(MatRef<'a, T>, MatRef<'a, T>, Workspace<'a>) -> std::result::Result<T, SolverError>;

impl Cpu {
    fn dot_typed<T: Number + Element>(&self, a: &V<'_>, b: &V<'_>, dot: Dot<T>) -> Result<Block> {
        let (x, y) = (column::<T>("dot", a)?.t(), column::<T>("dot", b)?.t());
        let value = dot(x, y, Workspace::new(self.pool())).map_err(failed("dot"))?;
        fresh::<T>(self, 1, |out| {
            out[0].write(value);
            Ok(())
        })
    }
}

impl Blas for Cpu {
    fn matmul(&self, a: V<'_>, b: V<'_>) -> Result<Block> {
        same_stacks("matmul", &a, &b)?;
        let len = Self::product_len(&a, &b)?;
        let mut out = self.alloc(len * a.dtype().size())?;
        let (a, b) = (Valid::new(self, a)?, Valid::new(self, b)?);
        let (a, b) = (as_unsigned(a.view()?), as_unsigned(b.view()?));
        let (dtype, layout) = (a.dtype(), Layout::row_major(&[len]));
        dispatch_ring!(dtype, "matmul", T => {
            let (one, zero) = (true.cast::<T>(), T::default());
            self.product::<T>(one, a, b, zero, Output::new(&mut out, dtype, &layout)?)
        })?;
        Ok(out)
    }

    /// Where machine code adds up what it computes; loops over tiles take longer than a matrix that is written and read again, if it
    /// stays in a cache.
    fn fuses_product(&self, dtype: DType, _: usize, columns: usize) -> bool {
        let compiled = cfg!(all(unix, target_arch = "x86_64")) && level() == Level::Avx512;
        compiled && columns == 1 && matches!(dtype, DType::F32 | DType::F64)
    }

    /// Side by side, as each by itself has little for several threads.
    fn matmul_many(&self, pairs: &[[V<'_>; 2]]) -> Result<Vec<Block>> {
        let products: Vec<OnceLock<Block>> = pairs.iter().map(|_| OnceLock::new()).collect();
        parallel::try_for_each(pairs.len(), 1, |k| {
            let [left, right] = pairs[k];
            // Each place has one task.
            let _ = products[k].set(self.matmul(left, right)?);
            Ok::<_, Error>(())
        })?;
        Ok(products.into_iter().filter_map(OnceLock::into_inner).collect())
    }

    fn gemm(&self, alpha: Scalar, a: V<'_>, b: V<'_>, beta: Scalar, out: Output<'_, Block>) -> Result<()> {
        Self::product_len(&a, &b)?;
        dispatch_field!(a.dtype(), "gemm", with half T => {
            self.product::<T>(alpha.get(), a, b, beta.get(), out)
        })
    }

    fn dot(&self, a: V<'_>, b: V<'_>, conjugate: bool) -> Result<Block> {
        same_stacks("dot", &a, &b)?;
        let (a, b) = (Valid::new(self, a)?, Valid::new(self, b)?);
        let (a, b) = (as_unsigned(a.view()?), as_unsigned(b.view()?));
        if conjugate && a.dtype().is_complex() {
            return dispatch_field!(@ a.dtype(), "dot", T => self.dot_typed::<T>(&a, &b, la::vdot), [Complex64 Complex<f32>, Complex128 Complex<f64>]);
        }
        dispatch_ring!(a.dtype(), "dot", T => self.dot_typed::<T>(&a, &b, la::dot))
    }

    fn gemv(&self, a: V<'_>, x: V<'_>) -> Result<Block> {
        if a.dtype() != x.dtype() {
            return Err(Error::DType { op: "gemv", expected: a.dtype().to_string(), found: x.dtype().to_string() });
        }
        let (a, x) = (Valid::new(self, a)?, Valid::new(self, x)?);
        let (a, x) = (as_unsigned(a.view()?), as_unsigned(x.view()?));
        dispatch_ring!(a.dtype(), "gemv", T => {
            let matrices = Stack::<T>::new("gemv", &a)?;
            if matrices.count() != 1 {
                return Err(Error::value("gemv", "expected one matrix"));
            }
            let mut out = self.results::<T>(1, (matrices.shape.0, 1))?;
            let results = Results::<T>::new(&mut out, 1, (matrices.shape.0, 1));
            let (one, zero) = (true.cast::<T>(), T::default());
            // SAFETY: the only result is taken once.
            let y = unsafe { results.get(0) };
            la::gemv(one, matrices.get(0), column::<T>("gemv", &x)?, zero, y, Workspace::new(self.pool()))
                .map_err(failed("gemv"))?;
            Ok(out)
        })
    }
}

impl Cpu {
    /// A result of the shape of the matrices.
    fn map_square<T: Field + Element>(
        &self,
        (op, how): (&'static str, la::Op),
        a: V<'_>,
        f: impl Fn(MatRef<'_, T>, MatMut<'_, T>, Workspace<'_>) -> Result<(), SolverError> + Sync,
    ) -> Result<Block> {
        let a = Stack::<T>::new(op, &a)?;
        square(op, a.shape)?;
        let mut out = self.results::<T>(a.count(), a.shape)?;
        let results = Results::<T>::new(&mut out, a.count(), a.shape);
        self.stacked(
            op,
            la::Stacked {
                op: how,
                count: a.count(),
                shape: a.shape,
                columns: 0,
                operand: &|i, _| a.get(i),
                // SAFETY: each task has its own `i`.
                result: &|i, _| unsafe { results.get(i) },
                values: &|_| &mut [],
                // SAFETY: as above.
                one: &|i, ws| f(a.get(i), unsafe { results.get(i) }, ws),
            },
        )?;
        Ok(out)
    }

    /// Works on all matrices of a stack, small ones together.
    fn stacked<T: Field>(&self, op: &'static str, stacked: la::Stacked<'_, T>) -> Result<()> {
        stacked.run(Workspace::new(self.pool())).map_err(failed(op))
    }

    /// The solution for each right-hand side.
    fn solutions<T: Field + Element>(&self, a: V<'_>, b: V<'_>) -> Result<Block> {
        const OP: &str = "solve";
        same_stacks(OP, &a, &b)?;
        let (a, b) = (Stack::<T>::new(OP, &a)?, Stack::<T>::new(OP, &b)?);
        if square(OP, a.shape)? != b.shape.0 {
            return Err(failed(OP)(SolverError::Shape));
        }
        let mut out = self.results::<T>(b.count(), b.shape)?;
        let results = Results::<T>::new(&mut out, b.count(), b.shape);
        self.stacked(
            OP,
            la::Stacked {
                op: la::Op::Solve,
                count: a.count(),
                shape: a.shape,
                columns: b.shape.1,
                operand: &|i, which| if which == 0 { a.get(i) } else { b.get(i) },
                // SAFETY: each task has its own `i`.
                result: &|i, _| unsafe { results.get(i) },
                values: &|_| &mut [],
                // SAFETY: as above.
                one: &|i, ws| la::solve(a.get(i), b.get(i), unsafe { results.get(i) }, ws),
            },
        )?;
        Ok(out)
    }

    /// A solution for each right-hand side.
    fn map_pair<T: Field + Element>(
        &self,
        op: &'static str,
        a: V<'_>,
        b: V<'_>,
        f: impl Fn(MatRef<'_, T>, MatRef<'_, T>, MatMut<'_, T>, Workspace<'_>) -> Result<(), SolverError> + Sync,
    ) -> Result<Block> {
        same_stacks(op, &a, &b)?;
        let (a, b) = (Stack::<T>::new(op, &a)?, Stack::<T>::new(op, &b)?);
        square(op, a.shape)?;
        let mut out = self.results::<T>(b.count(), b.shape)?;
        let results = Results::<T>::new(&mut out, b.count(), b.shape);
        self.each(op, a.count(), cubed(a.shape), |i, ws| {
            // SAFETY: each task has its own `i`.
            f(a.get(i), b.get(i), unsafe { results.get(i) }, ws)
        })?;
        Ok(out)
    }

    fn lu_typed<T: Field + Element>(&self, a: V<'_>) -> Result<LuFactors<Block>> {
        let a = Stack::<T>::new("lu", &a)?;
        let k = a.shape.0.min(a.shape.1);
        let (mut factors, mut pivots) =
            (self.results::<T>(a.count(), a.shape)?, self.results::<i64>(a.count(), (1, k))?);
        let packed = Results::<T>::new(&mut factors, a.count(), a.shape);
        let swaps = Results::<i64>::new(&mut pivots, a.count(), (1, k));
        self.each("lu", a.count(), cubed(a.shape), |i, ws| {
            let mut rows = vec![0usize; k];
            // SAFETY: each task has its own `i`.
            la::lu_factor(a.get(i), unsafe { packed.get(i) }, &mut rows, ws)?;
            // SAFETY: as above.
            let swaps = unsafe { swaps.slice(i) };
            swaps.iter_mut().zip(rows).for_each(|(swap, row)| *swap = row as i64);
            Ok(())
        })?;
        Ok(LuFactors { factors, pivots })
    }

    fn qr_typed<T: Field + Element>(&self, a: V<'_>, complete: bool) -> Result<QrFactors<Block>> {
        let a = Stack::<T>::new("qr", &a)?;
        let (m, n) = a.shape;
        let k = if complete { m } else { m.min(n) };
        let (mut q, mut r) = (self.results::<T>(a.count(), (m, k))?, self.results::<T>(a.count(), (k, n))?);
        let (qs, rs) = (Results::<T>::new(&mut q, a.count(), (m, k)), Results::<T>::new(&mut r, a.count(), (k, n)));
        // SAFETY: each task has its own `i`.
        let one = |i, ws: Workspace<'_>| la::qr(a.get(i), Some(unsafe { qs.get(i) }), unsafe { rs.get(i) }, ws);
        if complete && m > n {
            self.each("qr", a.count(), cubed(a.shape), one)?;
            return Ok(QrFactors { q, r });
        }
        self.stacked(
            "qr",
            la::Stacked {
                op: la::Op::Qr,
                count: a.count(),
                shape: a.shape,
                columns: 0,
                operand: &|i, _| a.get(i),
                // SAFETY: as above.
                result: &|i, which| unsafe { if which == 0 { qs.get(i) } else { rs.get(i) } },
                values: &|_| &mut [],
                one: &one,
            },
        )?;
        Ok(QrFactors { q, r })
    }

    fn reflections_typed<T: Field + Element>(&self, a: V<'_>) -> Result<QrReflections<Block>> {
        let a = Stack::<T>::new("qr", &a)?;
        let (m, n) = a.shape;
        let k = m.min(n);
        let (mut h, mut tau) = (self.results::<T>(a.count(), (n, m))?, self.results::<T>(a.count(), (1, k))?);
        let (hs, taus) = (Results::<T>::new(&mut h, a.count(), (n, m)), Results::<T>::new(&mut tau, a.count(), (1, k)));
        self.each("qr", a.count(), cubed(a.shape), |i, ws| {
            // SAFETY: each task has its own `i`.
            la::qr_reflections(a.get(i), unsafe { hs.get(i) }, unsafe { taus.slice(i) }, ws)
        })?;
        Ok(QrReflections { h, tau })
    }

    fn svd_typed<T: Field + Element>(&self, a: V<'_>, vectors: bool, full: bool) -> Result<SvdFactors<Block>>
    where
        T::R: Element,
    {
        let a = Stack::<T>::new("svd", &a)?;
        let (m, n) = a.shape;
        let k = m.min(n);
        let (rows, cols) = if full { (m, n) } else { (k, k) };
        let mut s = self.results::<T::R>(a.count(), (1, k))?;
        let sizes = if vectors { ((m, rows), (cols, n)) } else { ((0, 0), (0, 0)) };
        let (mut u, mut vt) = (self.results::<T>(a.count(), sizes.0)?, self.results::<T>(a.count(), sizes.1)?);
        let values = Results::<T::R>::new(&mut s, a.count(), (1, k));
        let us = Results::<T>::new(&mut u, a.count(), sizes.0);
        let vts = Results::<T>::new(&mut vt, a.count(), sizes.1);
        let one = |i, ws: Workspace<'_>| {
            // SAFETY: each task has its own `i`.
            let (u, vt) = unsafe { (us.get(i), vts.get(i)) };
            let (u, vt) = if vectors { (Some(u), Some(vt)) } else { (None, None) };
            // SAFETY: as above.
            la::svd(a.get(i), u, unsafe { values.slice(i) }, vt, ws)
        };
        self.stacked(
            "svd",
            la::Stacked {
                op: la::Op::Svd,
                count: a.count(),
                shape: a.shape,
                columns: 0,
                operand: &|i, _| a.get(i),
                // SAFETY: as above. Without vectors the results have no elements.
                result: &|i, which| unsafe { if which == 0 { us.get(i) } else { vts.get(i) } },
                // SAFETY: as above.
                values: &|i| unsafe { values.slice(i) },
                one: &one,
            },
        )?;
        Ok(SvdFactors { u: vectors.then_some(u), s, vt: vectors.then_some(vt) })
    }

    fn eigh_typed<T: Field + Element>(&self, a: V<'_>, vectors: bool) -> Result<EighFactors<Block>>
    where
        T::R: Element,
    {
        let a = Stack::<T>::new("eigh", &a)?;
        let n = square("eigh", a.shape)?;
        let mut w = self.results::<T::R>(a.count(), (1, n))?;
        let size = if vectors { (n, n) } else { (0, 0) };
        let mut v = self.results::<T>(a.count(), size)?;
        let (values, columns) =
            (Results::<T::R>::new(&mut w, a.count(), (1, n)), Results::<T>::new(&mut v, a.count(), size));
        let one = |i, ws: Workspace<'_>| {
            // SAFETY: each task has its own `i`.
            let (values, columns) = unsafe { (values.slice(i), columns.get(i)) };
            la::eigh(a.get(i), values, vectors.then_some(columns), ws)
        };
        self.stacked(
            "eigh",
            la::Stacked {
                op: la::Op::Eigh,
                count: a.count(),
                shape: a.shape,
                columns: 0,
                operand: &|i, _| a.get(i),
                // SAFETY: as above. Without vectors the result has no elements.
                result: &|i, _| unsafe { columns.get(i) },
                // SAFETY: as above.
                values: &|i| unsafe { values.slice(i) },
                one: &one,
            },
        )?;
        Ok(EighFactors { values: w, vectors: vectors.then_some(v) })
    }
}

impl Solver for Cpu {
    fn host_blas(&self) -> &dyn HostBlas {
        self
    }

    fn cholesky(&self, a: V<'_>) -> Result<Block> {
        dispatch_field!(a.dtype(), "cholesky", T => self.map_square::<T>(("cholesky", la::Op::Cholesky), a, la::cholesky))
    }

    fn lu(&self, a: V<'_>) -> Result<LuFactors<Block>> {
        dispatch_field!(a.dtype(), "lu", T => self.lu_typed::<T>(a))
    }

    fn solve(&self, a: V<'_>, b: V<'_>) -> Result<Block> {
        dispatch_field!(a.dtype(), "solve", T => self.solutions::<T>(a, b))
    }

    fn inv(&self, a: V<'_>) -> Result<Block> {
        dispatch_field!(a.dtype(), "inv", T => self.map_square::<T>(("inv", la::Op::Inv), a, la::inv))
    }

    fn solve_triangular(&self, a: V<'_>, b: V<'_>, lower: bool, unit_diagonal: bool) -> Result<Block> {
        let triangle = Triangle { upper: !lower, unit: unit_diagonal };
        dispatch_field!(a.dtype(), "solve_triangular", T => {
            self.map_pair::<T>("solve_triangular", a, b, |a, b, x, ws| la::solve_triangular(a, triangle, b, x, ws))
        })
    }

    fn qr(&self, a: V<'_>, complete: bool) -> Result<QrFactors<Block>> {
        dispatch_field!(a.dtype(), "qr", T => self.qr_typed::<T>(a, complete))
    }

    fn qr_reflections(&self, a: V<'_>) -> Result<QrReflections<Block>> {
        dispatch_field!(a.dtype(), "qr", T => self.reflections_typed::<T>(a))
    }

    fn svd(&self, a: V<'_>, vectors: bool, full: bool) -> Result<SvdFactors<Block>> {
        dispatch_field!(a.dtype(), "svd", T => self.svd_typed::<T>(a, vectors, full))
    }

    fn eigh(&self, a: V<'_>, vectors: bool) -> Result<EighFactors<Block>> {
        dispatch_field!(a.dtype(), "eigh", T => self.eigh_typed::<T>(a, vectors))
    }
}
