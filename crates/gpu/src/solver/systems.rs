//! Cholesky and LU factorisations, and what is solved with them.

use super::stack::{Stack, at};
use crate::blas::matrices::{axes, offsets, same_type};
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use crate::vendor::{Call, Matrix, Pointers, SolverLibrary, Transform, Triangle, TriangularSystem};
use smallvec::SmallVec;
use xparray_ir::backend::{LuFactors, View};
use xparray_ir::{DType, Error, Layout, Result};

/// Up to here the routines for stacks are faster than one matrix after the other: for many matrices, and not too large
/// ones. So it was measured on an H100.
fn stacked(count: usize, n: usize, most: usize) -> bool {
    count > 1 && n <= most && n <= 64 * count
}

/// Up to here the library's routine for inverting stacks is faster than solving, whose row exchanges are slow.
const INVERTED: usize = 128;

/// LU factors, column-major, and their pivots as the library counts them.
struct Factors<D: Driver> {
    stack: Stack,
    a: Buffer<D>,
    pivots: Buffer<D>,
    /// The pivots' type.
    counted: DType,
    /// Whether the library for stacks made them.
    stacked: bool,
}

impl<D: SolverLibrary> Gpu<D> {
    pub(super) fn cholesky_of(&self, x: View<'_, Buffer<D>>) -> Result<Buffer<D>> {
        let stack = Stack::of("cholesky", &x)?;
        let n = stack.square("cholesky")?;
        if stack.len() == 0 {
            return self.cast(x, x.dtype());
        }
        let wrong = |minor: usize| Error::NotPositiveDefinite { op: "cholesky", minor };
        if let Some((out, bad)) = self.small_cholesky(x, stack)? {
            return bad.map_or(Ok(out), |i| Err(wrong(i + 1)));
        }
        let codes = self.alloc_buffer(stack.count * size_of::<i32>())?;
        let (dtype, side) = (stack.dtype, n as i64);
        let mut out;
        // SAFETY: the matrices are in buffers that nobody else has; the list goes back to the pool in stream order.
        unsafe {
            if stacked(stack.count, n, 1024) {
                // A row-major lower triangle is a column-major upper one.
                out = self.cast(x, x.dtype())?;
                let (_list, a) = self.pointers(&out, stack)?;
                let call = Call::PotrfBatched { triangle: Triangle::Upper, n: side, a, count: stack.count as i64 };
                self.solver(dtype, &call, codes.address())?;
            } else {
                // cuSOLVER's routine for single matrices is two to four times as fast for lower triangles.
                let columns = self.columns(x, x.dtype())?;
                for i in 0..stack.count {
                    let call = Call::Potrf { triangle: Triangle::Lower, n: side, a: stack.matrix(&columns, i) };
                    self.solver(dtype, &call, at(&codes, i, size_of::<i32>()))?;
                }
                let layout = Layout::row_major(x.layout().shape());
                out = self.columns(View::new(&columns, dtype, &layout)?, dtype)?;
            }
        }
        self.lower(&mut out, stack)?;
        match self.first_bad(dtype, &out, [n * n, n + 1, n, stack.count], Some(&codes))? {
            Some(i) => Err(wrong(i + 1)),
            None => Ok(out),
        }
    }

    fn factors(&self, stack: Stack, x: View<'_, Buffer<D>>) -> Result<Factors<D>> {
        let a = self.columns(x, stack.dtype)?;
        let ([m, n], count, dtype) = (stack.shape, stack.count, stack.dtype);
        let codes = self.alloc_buffer(count * size_of::<i32>())?;
        let many = m == n && stacked(count, n, 512);
        let counted = if many { DType::I32 } else { D::PIVOT };
        let k = m.min(n);
        let pivots = self.alloc_buffer(count * k * counted.size())?;
        if stack.len() > 0 && many {
            let (_list, matrices) = self.pointers(&a, stack)?;
            let (pivots, codes) = (pivots.address(), codes.address());
            // SAFETY: the buffers are this function's, with room for each matrix' pivots and code.
            self.with_blas(|blas| unsafe {
                D::getrf_batched(blas, dtype, n as i64, matrices, pivots, codes, count as i64)
            })?;
        } else if stack.len() > 0 {
            for i in 0..count {
                let pivots = at(&pivots, i * k, counted.size());
                if Self::eliminates(stack) {
                    self.eliminate(stack, &a, i, pivots)?;
                    continue;
                }
                let call = Call::Getrf { shape: [m as i64, n as i64], a: stack.matrix(&a, i), pivots };
                // SAFETY: as above.
                unsafe { self.solver(dtype, &call, at(&codes, i, size_of::<i32>()))? };
            }
        }
        Ok(Factors { stack, a, pivots, counted, stacked: many })
    }

    pub(super) fn lu_of(&self, x: View<'_, Buffer<D>>) -> Result<LuFactors<Buffer<D>>> {
        let stack = Stack::of("lu", &x)?;
        let [m, n] = stack.shape;
        let Factors { a, pivots, counted, .. } = self.factors(stack, x)?;
        let factors = self.rows(&a, stack, n, stack.dtype, false)?;
        Ok(LuFactors { factors, pivots: self.exchanges(&pivots, counted, stack.count * m.min(n))? })
    }

    /// Queues solving with factors; `b`, column-major, becomes the solution.
    fn substitute(&self, factors: &Factors<D>, b: &Buffer<D>, columns: usize) -> Result<()> {
        let Factors { stack, a, pivots, counted, stacked } = factors;
        let (n, dtype, transform) = (stack.shape[0], stack.dtype, Transform::None);
        let right = stack.with_shape([n, columns]);
        if right.len() == 0 {
            return Ok(());
        }
        if *stacked {
            let ((_a, a), (_b, b)) = (self.pointers(a, *stack)?, self.pointers(b, right)?);
            let (shape, count) = ([n as i64, columns as i64], stack.count as i64);
            // SAFETY: the factors are those of as many matrices; the lists go back to the pool in stream order.
            return self.with_blas(|blas| unsafe {
                D::getrs_batched(blas, dtype, transform, shape, a, pivots.address(), b, count)
            });
        }
        let codes = self.alloc_buffer(stack.count * size_of::<i32>())?;
        for i in 0..stack.count {
            let (a, b) = (stack.matrix(a, i), right.matrix(b, i));
            let pivots = at(pivots, i * n, counted.size());
            let call = Call::Getrs { transform, n: n as i64, k: columns as i64, a, pivots, b };
            // SAFETY: as above.
            unsafe { self.solver(dtype, &call, at(&codes, i, size_of::<i32>()))? };
        }
        Ok(())
    }

    /// An error if a matrix of these factors is singular. Waits.
    fn check_regular(&self, op: &'static str, factors: &Factors<D>) -> Result<()> {
        let Factors { stack, a, .. } = factors;
        let n = stack.shape[0];
        if stack.len() == 0 {
            return Ok(());
        }
        match self.first_bad(stack.dtype, a, [n * n, n + 1, n, stack.count], None)? {
            Some(pivot) => Err(Error::Singular { op, pivot }),
            None => Ok(()),
        }
    }

    pub(super) fn solve_of(&self, x: View<'_, Buffer<D>>, b: View<'_, Buffer<D>>) -> Result<Buffer<D>> {
        let (stack, right) = systems("solve", &x, &b)?;
        let columns = right.shape[1];
        if columns == 1
            && let Some((out, singular)) = self.small_solve(x, b, stack)?
        {
            return singular.map_or(Ok(out), |pivot| Err(Error::Singular { op: "solve", pivot }));
        }
        let factors = self.factors(stack, x)?;
        let solution = self.columns(b, stack.dtype)?;
        self.substitute(&factors, &solution, columns)?;
        // A single column is the same in either order.
        let out = if columns == 1 { solution } else { self.rows(&solution, right, columns, stack.dtype, false)? };
        self.check_regular("solve", &factors)?;
        Ok(out)
    }

    pub(super) fn inv_of(&self, x: View<'_, Buffer<D>>) -> Result<Buffer<D>> {
        let stack = Stack::of("inv", &x)?;
        let n = stack.square("inv")?;
        let own = match self.small_inverse(x, stack)? {
            None => self.inverses(x, stack)?,
            small => small,
        };
        if let Some((out, singular)) = own {
            return singular.map_or(Ok(out), |pivot| Err(Error::Singular { op: "inv", pivot }));
        }
        let factors = self.factors(stack, x)?;
        let inverse = if factors.stacked && n <= INVERTED {
            let inverse = self.alloc_buffer(stack.len() * stack.dtype.size())?;
            let codes = self.alloc_buffer(stack.count * size_of::<i32>())?;
            let ((_a, a), (_c, c)) = (self.pointers(&factors.a, stack)?, self.pointers(&inverse, stack)?);
            let (side, count, pivots) = (n as i64, stack.count as i64, factors.pivots.address());
            if stack.len() > 0 {
                // SAFETY: as for `substitute`; the inverse has a buffer of its own.
                self.with_blas(|blas| unsafe {
                    D::getri_batched(blas, stack.dtype, side, a, pivots, c, codes.address(), count)
                })?;
            }
            inverse
        } else {
            let inverse = self.identity(stack)?;
            self.substitute(&factors, &inverse, n)?;
            inverse
        };
        let out = self.rows(&inverse, stack, n, stack.dtype, false)?;
        self.check_regular("inv", &factors)?;
        Ok(out)
    }

    pub(super) fn solve_triangular_of(
        &self,
        x: View<'_, Buffer<D>>,
        b: View<'_, Buffer<D>>,
        lower: bool,
        unit: bool,
    ) -> Result<Buffer<D>> {
        let (stack, right) = systems("solve_triangular", &x, &b)?;
        let ([n, columns], dtype) = (right.shape, stack.dtype);
        let out = self.cast(b, dtype)?;
        if right.len() > 0 {
            let t = self.matrices(x)?;
            // Row-major X and B are X^T and B^T column-major, and X^T T^T = B^T.
            let in_rows = t.transform == Transform::None;
            let system = TriangularSystem {
                dtype,
                right: true,
                triangle: if lower == in_rows { Triangle::Upper } else { Triangle::Lower },
                transform: t.transform,
                unit,
                shape: [columns as i64, n as i64],
            };
            let leading = &x.layout().shape()[..x.layout().ndim() - 2];
            let axes = axes(leading, &t.steps, &t.steps, right.size());
            let move_by = |address: u64, by: isize| address.wrapping_add_signed(by as i64 * dtype.size() as i64);
            let pairs = offsets(&axes).map(|at| [move_by(t.address, at[0]), move_by(out.address(), at[2])]);
            let (ld, ld_out) = (t.ld as i64, columns as i64);
            if stacked(stack.count, n, 512) {
                let (left, solved): (Vec<u64>, Vec<u64>) = pairs.map(|[a, x]| (a, x)).unzip();
                let (left, solved) = (self.addresses(left.into_iter())?, self.addresses(solved.into_iter())?);
                let left = Pointers { addresses: left.address(), ld };
                let solved = Pointers { addresses: solved.address(), ld: ld_out };
                // SAFETY: the view is inside its buffer and ordered, and `out` has nobody else; lists go back to the pool
                // in stream order.
                self.with_blas(|blas| unsafe { D::trsm_batched(blas, &system, left, solved, stack.count as i64) })?;
            } else {
                for [a, x] in pairs {
                    let (a, x) = (Matrix { address: a, ld }, Matrix { address: x, ld: ld_out });
                    // SAFETY: as above.
                    self.with_blas(|blas| unsafe { D::trsm(blas, &system, a, x) })?;
                }
            }
        }
        if !unit && stack.len() > 0 {
            self.check_diagonal("solve_triangular", stack, x)?;
        }
        Ok(out)
    }

    /// An error if a diagonal has a zero. Waits.
    fn check_diagonal(&self, op: &'static str, stack: Stack, x: View<'_, Buffer<D>>) -> Result<()> {
        let n = x.layout().ndim();
        let layout = x.layout().diagonal(n - 2, n - 1)?;
        let diagonal = self.cast(x.with_layout(&layout)?, x.dtype())?;
        let side = x.layout().shape()[n - 1];
        match self.first_bad(stack.dtype, &diagonal, [side, 1, side, stack.count], None)? {
            Some(pivot) => Err(Error::Singular { op, pivot }),
            None => Ok(()),
        }
    }
}

/// The stacks of systems and right-hand sides, which must fit.
fn systems<D: Driver>(op: &'static str, x: &View<'_, Buffer<D>>, b: &View<'_, Buffer<D>>) -> Result<(Stack, Stack)> {
    same_type(op, x.dtype(), b.dtype())?;
    let (stack, right) = (Stack::of(op, x)?, Stack::of(op, b)?);
    let leading =
        |x: &View<'_, Buffer<D>>| SmallVec::<[usize; 4]>::from_slice(&x.layout().shape()[..x.layout().ndim() - 2]);
    let n = stack.square(op)?;
    if leading(x) != leading(b) || right.shape[0] != n {
        return Err(Error::shape(op, x.layout().shape(), b.layout().shape()));
    }
    Ok((stack, right))
}
