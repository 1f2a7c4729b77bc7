//! Matrices that fit into the registers of a subgroup's lanes: kernels of ours, many matrices in a block, and one wait for all
//! of them.

use super::no_convergence;
use super::stack::{Stack, at, real};
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use xparray_ir::backend::{EighFactors, QrFactors, SvdFactors, View};
use xparray_ir::{Error, Result};
use xparray_kernels::{Routine, Small};

/// Bytes that a lane's row or column may take of its registers.
const ROW: usize = 256;
/// More blocks than this do not fit into one grid on every device.
const BLOCKS: usize = 1 << 24;

/// What the kernels for spectra report.
const NOT_FINITE: usize = 0;
const DEFICIENT: usize = 2;

/// How a stack of small matrices is computed.
struct Lanes {
    /// Of each matrix.
    lanes: usize,
    blocks: usize,
}

/// `None` for what is too large, or nothing.
fn small(stack: Stack) -> Option<Lanes> {
    let [m, n] = stack.shape;
    let lanes = m.max(n).next_power_of_two().max(8);
    let blocks = stack.count.div_ceil(Routine::SMALL_THREADS / lanes.min(32));
    let fits = lanes <= 32 && lanes * stack.dtype.size() <= ROW && stack.len() > 0 && blocks <= BLOCKS;
    fits.then_some(Lanes { lanes, blocks })
}

/// The elements of a view, one after the other.
struct Dense<D: Driver> {
    address: u64,
    /// What holds them, if it is not the view's buffer.
    _copy: Option<Buffer<D>>,
}

impl<D: Driver> Gpu<D> {
    fn dense(&self, x: View<'_, Buffer<D>>) -> Result<Dense<D>> {
        let size = x.dtype().size();
        if x.layout().is_contiguous() {
            x.buffer().order_for_reading(self)?;
            return Ok(Dense { address: at(x.buffer(), x.layout().offset(), size), _copy: None });
        }
        let copy = self.cast(x, x.dtype())?;
        Ok(Dense { address: copy.address(), _copy: Some(copy) })
    }

    /// Cholesky factors, and the first row without a positive pivot, if there is one. Waits.
    pub(super) fn small_cholesky(
        &self,
        x: View<'_, Buffer<D>>,
        stack: Stack,
    ) -> Result<Option<(Buffer<D>, Option<usize>)>> {
        self.small_system(Small::Cholesky, "xp_small_cholesky", x, stack)
    }

    /// Inverses, and the first step without a pivot, if there is one. Waits.
    pub(super) fn small_inverse(
        &self,
        x: View<'_, Buffer<D>>,
        stack: Stack,
    ) -> Result<Option<(Buffer<D>, Option<usize>)>> {
        self.small_system(Small::Inverse, "xp_small_inverse", x, stack)
    }

    fn small_system(
        &self,
        kind: Small,
        entry: &'static str,
        x: View<'_, Buffer<D>>,
        stack: Stack,
    ) -> Result<Option<(Buffer<D>, Option<usize>)>> {
        let Some(Lanes { lanes, blocks }) = small(stack) else { return Ok(None) };
        let a = self.dense(x)?;
        let (mut out, first) = (self.alloc_buffer(stack.len() * stack.dtype.size())?, self.no_place()?);
        let args = (a.address, &mut out, stack.shape[0] as u32, stack.count as u64, first.address());
        let routine = Routine::small(kind, stack.dtype, lanes);
        // SAFETY: the arguments are the kernel's; it reads the stack, which is ordered, and writes as much.
        unsafe { self.run(&routine, entry, blocks, Routine::SMALL_THREADS as u32, args)? };
        Ok(Some((out, self.place(&first)?)))
    }

    /// Solutions of systems with one right-hand side each, and the first step without a pivot, if there is one. Waits.
    pub(super) fn small_solve(
        &self,
        x: View<'_, Buffer<D>>,
        b: View<'_, Buffer<D>>,
        stack: Stack,
    ) -> Result<Option<(Buffer<D>, Option<usize>)>> {
        let Some(Lanes { lanes, blocks }) = small(stack) else { return Ok(None) };
        let (n, count) = (stack.shape[0], stack.count);
        let (a, b) = (self.dense(x)?, self.dense(b)?);
        let (mut out, first) = (self.alloc_buffer(count * n * stack.dtype.size())?, self.no_place()?);
        let args = (a.address, b.address, &mut out, n as u32, count as u64, first.address());
        let routine = Routine::small(Small::Solve, stack.dtype, lanes);
        // SAFETY: as above; there is a right-hand side for each matrix.
        unsafe { self.run(&routine, "xp_small_solve", blocks, Routine::SMALL_THREADS as u32, args)? };
        Ok(Some((out, self.place(&first)?)))
    }

    /// Q with so many columns, and R.
    pub(super) fn small_qr(
        &self,
        x: View<'_, Buffer<D>>,
        stack: Stack,
        cols: usize,
    ) -> Result<Option<QrFactors<Buffer<D>>>> {
        let Some(Lanes { lanes, blocks }) = small(stack) else { return Ok(None) };
        let ([m, n], count, size) = (stack.shape, stack.count, stack.dtype.size());
        let a = self.dense(x)?;
        let (mut q, mut r) = (self.alloc_buffer(count * m * cols * size)?, self.alloc_buffer(count * cols * n * size)?);
        let args = (a.address, &mut q, &mut r, m as u32, n as u32, cols as u32, count as u64);
        let routine = Routine::small(Small::Qr, stack.dtype, lanes);
        // SAFETY: the arguments are the kernel's; it reads the stack, which is ordered, and writes the factors.
        unsafe { self.run(&routine, "xp_small_qr", blocks, Routine::SMALL_THREADS as u32, args)? };
        Ok(Some(QrFactors { q, r }))
    }

    /// Eigenvalues, and vectors if asked for. Waits.
    pub(super) fn small_eigh(
        &self,
        x: View<'_, Buffer<D>>,
        stack: Stack,
        vectors: bool,
    ) -> Result<Option<EighFactors<Buffer<D>>>> {
        let Some(Lanes { lanes, blocks }) = small(stack) else { return Ok(None) };
        let (n, count, dtype) = (stack.shape[0], stack.count, stack.dtype);
        let a = self.dense(x)?;
        let mut values = self.alloc_buffer(count * n * real(dtype).size())?;
        let vectors = if vectors { Some(self.alloc_buffer(stack.len() * dtype.size())?) } else { None };
        let first = self.no_place()?;
        let room = vectors.as_ref().map_or(0, Buffer::address);
        let args = (a.address, &mut values, room, n as u32, count as u64, first.address());
        let routine = Routine::small(Small::Eigh, dtype, lanes);
        // SAFETY: as above.
        unsafe { self.run(&routine, "xp_small_eigh", blocks, Routine::SMALL_THREADS as u32, args)? };
        match self.place(&first)? {
            None => Ok(Some(EighFactors { values, vectors })),
            Some(NOT_FINITE) => Err(not_finite("eigh")),
            Some(_) => Err(no_convergence("eigh")),
        }
    }

    /// Singular values, and as many vectors if asked for; nothing for matrices that are close to singular ones, whose vectors
    /// need more. Waits.
    pub(super) fn small_svd(
        &self,
        x: View<'_, Buffer<D>>,
        stack: Stack,
        vectors: bool,
    ) -> Result<Option<SvdFactors<Buffer<D>>>> {
        let Some(Lanes { lanes, blocks }) = small(stack) else { return Ok(None) };
        let ([rows, cols], count, dtype) = (stack.shape, stack.count, stack.dtype);
        let (m, n) = (rows.max(cols), rows.min(cols));
        let (sides, turned) = ((m as u32, n as u32), u32::from(rows < cols));
        let a = self.dense(x)?;
        let mut s = self.alloc_buffer(count * n * real(dtype).size())?;
        let (routine, threads) = (Routine::small(Small::Svd, dtype, lanes), Routine::SMALL_THREADS as u32);
        let first = self.no_place()?;
        let (u, vt) = if vectors {
            let matrices = |size: usize| self.alloc_buffer(count * size * dtype.size());
            let (mut u, mut vt) = (matrices(rows * n)?, matrices(n * cols)?);
            let args = (a.address, &mut s, &mut u, &mut vt, sides.0, sides.1, turned, count as u64, first.address());
            // SAFETY: as above.
            unsafe { self.run(&routine, "xp_small_svd", blocks, threads, args)? };
            (Some(u), Some(vt))
        } else {
            let args = (a.address, &mut s, sides.0, sides.1, turned, count as u64, first.address());
            // SAFETY: as above.
            unsafe { self.run(&routine, "xp_small_svdvals", blocks, threads, args)? };
            (None, None)
        };
        match self.place(&first)? {
            None => Ok(Some(SvdFactors { u, s, vt })),
            Some(NOT_FINITE) => Err(not_finite("svd")),
            Some(DEFICIENT) => Ok(None),
            Some(_) => Err(no_convergence("svd")),
        }
    }
}

fn not_finite(op: &'static str) -> Error {
    Error::value(op, "the input holds a NaN or an infinity")
}
