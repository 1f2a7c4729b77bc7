//! Singular values. Small matrices go through an own kernel of Jacobi rotations; large ones through the polar
//! decomposition, several times as fast as QR iterations, which are for what it cannot do exactly.

use super::no_convergence;
use super::range::least;
use super::stack::{Stack, at, real};
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use crate::vendor::{Call, Matrix, SolverLibrary};
use xparray_ir::backend::{Memory, SvdFactors, View};
use xparray_ir::layout::checked_len;
use xparray_ir::{DType, Error, Result};
use xparray_kernels::{Routine, parts};

/// Rotations are for matrices with up to so many columns and rows, as tall ones.
const ROTATED: [usize; 2] = [64, 1024];

/// The least that the largest element of a matrix may be for them.
const MIDDLE: f64 = 1.0 / 256.0;

/// `U S V^H` of tall matrices, column-major.
struct Factors<D: Driver> {
    /// Of the elements; values are of its parts' type.
    dtype: DType,
    s: Buffer<D>,
    u: Option<Buffer<D>>,
    v: Option<Buffer<D>>,
    /// Whether `v` is V^H.
    adjoint: bool,
}

/// What is to be computed, of tall matrices.
#[derive(Clone, Copy)]
struct Task {
    stack: Stack,
    vectors: bool,
    /// Columns of U.
    left: usize,
}

/// The type in which the polar decomposition of a matrix close to a singular one is exact enough.
fn wide(dtype: DType) -> DType {
    match dtype {
        DType::F32 => DType::F64,
        DType::Complex64 => DType::Complex128,
        dtype => dtype,
    }
}

impl<D: SolverLibrary> Gpu<D> {
    pub(super) fn svd_of(&self, x: View<'_, Buffer<D>>, vectors: bool, full: bool) -> Result<SvdFactors<Buffer<D>>> {
        let stack = Stack::of("svd", &x)?;
        let ([m, n], dtype) = (stack.shape, stack.dtype);
        let (rows, cols) = (m.max(n), m.min(n));
        let left = if full { rows } else { cols };
        checked_len(&[stack.count, rows, left])?;
        if stack.len() == 0 {
            let identity = |rows, cols| -> Result<_> {
                if vectors { self.identity(stack.with_shape([rows, cols])).map(Some) } else { Ok(None) }
            };
            let (u, vt) =
                if full { (identity(m, m)?, identity(n, n)?) } else { (identity(m, cols)?, identity(cols, n)?) };
            return Ok(SvdFactors { u, s: self.alloc_buffer(stack.count * cols * real(dtype).size())?, vt });
        }
        // Vectors that complete a basis are for the kernel below.
        if (!vectors || left == cols)
            && let Some(factors) = self.small_svd(x, stack, vectors)?
        {
            return Ok(factors);
        }
        // A flat matrix in rows is its transpose, a tall one, in columns.
        let flat = m < n;
        let task = Task { stack: stack.with_shape([rows, cols]), vectors, left };
        let input = || if flat { self.cast(x, dtype) } else { self.columns(x, dtype) };
        let mut a = input()?;
        let small = cols <= ROTATED[0] && rows <= ROTATED[1];
        let low = if small { MIDDLE } else { least(dtype) };
        let range = self.bring_into_range("svd", &mut a, task.stack, false, low)?;
        let factors = if small {
            self.by_rotations(task, a)?
        } else if self.has_polar_decomposition()? {
            self.by_polar_decomposition(task, a)?
        } else {
            Some(self.by_iterations(task, a)?)
        };
        let Factors { dtype: from, s, u, v, adjoint } = match factors {
            Some(factors) => factors,
            None => {
                let mut a = input()?;
                self.bring_into_range("svd", &mut a, task.stack, false, low)?;
                self.by_iterations(task, a)?
            }
        };
        let values = Stack { dtype: real(dtype), shape: [cols, 1], ..stack };
        let mut s = self.kept(s, real(from), values.dtype, false)?;
        self.bring_back(&range, &mut s, values)?;
        let (Some(u), Some(v)) = (u, v) else { return Ok(SvdFactors { u: None, s, vt: None }) };
        let turned = |x: &Buffer<D>, shape: [usize; 2], conj| {
            let stack = Stack { dtype: from, shape, ..stack };
            self.rows(x, stack, shape[1], dtype, conj)
        };
        let square = [cols, cols];
        // Of the transpose, U and conj(V) change places; column-major is the transpose once more.
        let (u, vt) = match (flat, adjoint) {
            (false, false) => (turned(&u, [rows, left], false)?, self.kept(v, from, dtype, true)?),
            (false, true) => (turned(&u, [rows, left], false)?, turned(&v, square, false)?),
            (true, false) => (turned(&v, square, true)?, self.kept(u, from, dtype, false)?),
            (true, true) => (self.kept(v, from, dtype, false)?, self.kept(u, from, dtype, false)?),
        };
        Ok(SvdFactors { u: Some(u), s, vt: Some(vt) })
    }

    /// Room for the factors in a type.
    fn room(&self, Task { stack, vectors, left }: Task, dtype: DType, adjoint: bool) -> Result<Factors<D>> {
        let ([rows, cols], count) = (stack.shape, stack.count);
        let matrices = |size: usize| -> Result<_> {
            if vectors { self.alloc_buffer(count * size * dtype.size()).map(Some) } else { Ok(None) }
        };
        let s = self.alloc_buffer(count * cols * real(dtype).size())?;
        Ok(Factors { dtype, s, u: matrices(rows * left)?, v: matrices(cols * cols)?, adjoint })
    }

    /// Jacobi rotations; nothing if they do not converge. Waits.
    fn by_rotations(&self, task: Task, a: Buffer<D>) -> Result<Option<Factors<D>>> {
        let Task { stack, left, .. } = task;
        let ([rows, cols], count) = (stack.shape, stack.count);
        let factors = self.room(task, stack.dtype, false)?;
        let codes = self.alloc_buffer(count * size_of::<i32>())?;
        let address = |x: &Option<Buffer<D>>| x.as_ref().map_or(0, Buffer::address);
        let (u, v) = (address(&factors.u), address(&factors.v));
        let (size, threads) = (stack.dtype.size(), 32 * cols.div_ceil(2).clamp(4, 32));
        for part in parts(count, 1, threads) {
            let i = part.start;
            let vectors = |x: u64, each: usize| if x == 0 { 0 } else { x + (i * each * size) as u64 };
            let (u, v) = (vectors(u, rows * left), vectors(v, cols * cols));
            let (s, code) = (at(&factors.s, i * cols, real(stack.dtype).size()), at(&codes, i, size_of::<i32>()));
            let args = (stack.matrix(&a, i).address, s, u, v, code, rows as u32, cols as u32, left as u32);
            // SAFETY: the arguments are the kernel's, a block for each matrix; all buffers are new on this stream.
            unsafe { self.run(&Routine::jacobi(stack.dtype), "xp_jacobi", part.len(), threads as u32, args)? };
        }
        let converged = self.codes(&codes, count)?.iter().all(|&code| code == 0);
        Ok(converged.then_some(factors))
    }

    fn has_polar_decomposition(&self) -> Result<bool> {
        let none = Matrix { address: 0, ld: 1 };
        self.has(&Call::Gesvdp { shape: [1; 2], a: none, s: 0, vectors: [none; 2], full: false })
    }

    /// The polar decomposition; nothing if singular values would be off by more than their rounding. Waits.
    fn by_polar_decomposition(&self, task: Task, a: Buffer<D>) -> Result<Option<Factors<D>>> {
        let Task { stack, left, .. } = task;
        let ([rows, cols], dtype) = (stack.shape, wide(stack.dtype));
        let a = self.kept(a, stack.dtype, dtype, false)?;
        let stack = Stack { dtype, ..stack };
        // Vectors cost a twentieth more than the values do, which need the same steps.
        let mut factors = self.room(Task { vectors: true, ..task }, dtype, false)?;
        let code = self.alloc_buffer(size_of::<i32>())?;
        let epsilon = match task.stack.dtype {
            DType::F32 | DType::Complex64 => f64::from(f32::EPSILON),
            _ => f64::EPSILON,
        };
        for i in 0..stack.count {
            let s = at(&factors.s, i * cols, real(dtype).size());
            let Some(vectors) = places(&factors, task, i) else { return Ok(None) };
            let full = left > cols;
            let call = Call::Gesvdp { shape: [rows as i64, cols as i64], a: stack.matrix(&a, i), s, vectors, full };
            // SAFETY: the buffers are this function's.
            let error = match unsafe { self.solver(dtype, &call, code.address()) } {
                // cuSOLVER gives up on some singular matrices.
                Err(Error::Library { .. }) => return Ok(None),
                error => error?,
            };
            let mut largest = [0; size_of::<f64>()];
            self.download(&factors.s, i * cols * size_of::<f64>(), &mut largest)?;
            let exact = error <= 4.0 * epsilon * f64::from_ne_bytes(largest);
            if !exact || self.codes(&code, 1)? != [0] {
                return Ok(None);
            }
        }
        if !task.vectors {
            (factors.u, factors.v) = (None, None);
        }
        Ok(Some(factors))
    }

    /// QR iterations. Waits.
    fn by_iterations(&self, task: Task, a: Buffer<D>) -> Result<Factors<D>> {
        let Task { stack, left, .. } = task;
        let ([rows, cols], dtype) = (stack.shape, stack.dtype);
        let factors = self.room(task, dtype, true)?;
        let codes = self.alloc_buffer(stack.count * size_of::<i32>())?;
        for i in 0..stack.count {
            let s = at(&factors.s, i * cols, real(dtype).size());
            let vectors = places(&factors, task, i);
            let full = left > cols;
            let call = Call::Gesvd { shape: [rows as i64, cols as i64], a: stack.matrix(&a, i), s, vectors, full };
            // SAFETY: the buffers are this function's.
            unsafe { self.solver(dtype, &call, at(&codes, i, size_of::<i32>()))? };
        }
        match self.codes(&codes, stack.count)?.iter().all(|&code| code == 0) {
            true => Ok(factors),
            false => Err(no_convergence("svd")),
        }
    }
}

/// Where the vectors of matrix `i` go.
fn places<D: Driver>(factors: &Factors<D>, Task { stack, left, .. }: Task, i: usize) -> Option<[Matrix; 2]> {
    let [rows, cols] = stack.shape;
    let of = |shape| Stack { dtype: factors.dtype, shape, ..stack };
    let (u, v) = (factors.u.as_ref()?, factors.v.as_ref()?);
    Some([of([rows, left]).matrix(u, i), of([cols, cols]).matrix(v, i)])
}
