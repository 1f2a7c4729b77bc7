//! Stacks of matrices that follow each other in memory, and the kernels that factorisations need.

use crate::blas::matrices::matrices;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::{Config, Driver};
use crate::pinned_pool::{PinnedBlock, PinnedPool};
use crate::vendor::{Call, Matrix, Pointers, SolverLibrary};
use smallvec::smallvec;
use std::sync::{OnceLock, PoisonError};
use xparray_ir::backend::{Input, Launch, LaunchArgs, Memory, Output, Streams, View};
use xparray_ir::ir::{BinaryOp, Inst, Kernel, Op, SharedKernel, UnaryOp};
use xparray_ir::layout::{Dims, Strides};
use xparray_ir::{DType, Error, Layout, Result, Scalar};
use xparray_kernels::Routine;

/// Shared memory that every block may have.
const SHARED: usize = 48 << 10;
/// Up to this side, the libraries invert more than [`MANY`] matrices faster than our kernel, measured on an H100.
const TINY: usize = 16;
const MANY: usize = 1 << 15;

/// What a stack of matrices is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stack {
    pub dtype: DType,
    pub count: usize,
    pub shape: [usize; 2],
}

impl Stack {
    /// That of a view whose type solvers take.
    pub fn of<D: Driver>(op: &'static str, x: &View<'_, Buffer<D>>) -> Result<Self> {
        let (leading, shape) = matrices(op, x.layout())?;
        match x.dtype() {
            DType::F32 | DType::F64 | DType::Complex64 | DType::Complex128 => {
                Ok(Self { dtype: x.dtype(), count: leading.iter().product(), shape })
            }
            dtype => Err(Error::Unsupported { backend: D::NAME, op, dtype }),
        }
    }

    /// The side of square matrices.
    pub fn square(&self, op: &'static str) -> Result<usize> {
        match self.shape {
            [m, n] if m == n => Ok(n),
            [m, n] => Err(Error::value(op, format!("expected a square matrix, found {m} by {n}"))),
        }
    }

    pub fn with_shape(self, shape: [usize; 2]) -> Self {
        Self { shape, ..self }
    }

    /// Elements of one matrix.
    pub fn size(&self) -> usize {
        self.shape[0] * self.shape[1]
    }

    /// Elements of all.
    pub fn len(&self) -> usize {
        self.count * self.size()
    }

    /// Matrix `i` of a buffer, column-major.
    pub fn matrix<D: Driver>(&self, x: &Buffer<D>, i: usize) -> Matrix {
        let address = x.address() + (i * self.size() * self.dtype.size()) as u64;
        Matrix { address, ld: self.shape[0].max(1) as i64 }
    }
}

/// The least that kernels report, in pinned memory: a look at it costs nothing once they are done.
pub(super) struct FirstPlace<D: Driver>(PinnedBlock<D>);

impl<D: Driver> FirstPlace<D> {
    pub fn address(&self) -> u64 {
        self.0.address().as_ptr().addr() as u64
    }
}

/// The type of a type's parts.
pub(super) fn real(dtype: DType) -> DType {
    UnaryOp::Real.result(dtype)
}

/// The place of a word, or of a half of one, in a buffer.
pub(super) fn at<D: Driver>(x: &Buffer<D>, i: usize, size: usize) -> u64 {
    x.address() + (i * size) as u64
}

fn blocks(total: usize) -> usize {
    total.div_ceil(256).min(1 << 16)
}

impl<D: Driver> Gpu<D> {
    /// The matrices of a view, column-major, in a type.
    pub(super) fn columns(&self, x: View<'_, Buffer<D>>, to: DType) -> Result<Buffer<D>> {
        let n = x.layout().ndim();
        let mut order: Dims = (0..n).collect();
        order.swap(n - 2, n - 1);
        self.cast(x.with_layout(&x.layout().permute(&order)?)?, to)
    }

    /// Column-major matrices, of which the first `cols` columns are taken, as row-major ones.
    pub(super) fn rows(&self, x: &Buffer<D>, stack: Stack, cols: usize, to: DType, conj: bool) -> Result<Buffer<D>> {
        let [m, _] = stack.shape;
        let strides = Strides::from_slice(&[stack.size() as isize, 1, m as isize]);
        let layout = Layout::new(Dims::from_slice(&[stack.count, m, cols]), strides, 0)?;
        self.converted(View::new(x, stack.dtype, &layout)?, to, conj)
    }

    /// The elements of a buffer in another type, conjugated if asked for; the buffer itself if nothing changes.
    pub(super) fn kept(&self, x: Buffer<D>, from: DType, to: DType, conj: bool) -> Result<Buffer<D>> {
        if from == to && !(conj && from.is_complex()) {
            return Ok(x);
        }
        let layout = Layout::row_major(&[x.bytes() / from.size()]);
        self.converted(View::new(&x, from, &layout)?, to, conj)
    }

    fn converted(&self, x: View<'_, Buffer<D>>, to: DType, conj: bool) -> Result<Buffer<D>> {
        if !(conj && x.dtype().is_complex()) {
            return self.cast(x, to);
        }
        static KERNELS: [[OnceLock<SharedKernel>; 2]; 2] = [const { [const { OnceLock::new() }; 2] }; 2];
        let place = |dtype| usize::from(dtype == DType::Complex128);
        let kernel = SharedKernel::once(&KERNELS[place(x.dtype())][place(to)], || {
            let inst = |op, dtype, args: &[u16]| Inst { op, dtype, args: args.into() };
            let insts = [
                inst(Op::Load(0), x.dtype(), &[]),
                inst(Op::Unary(UnaryOp::Conj), x.dtype(), &[0]),
                inst(Op::Cast, to, &[1]),
            ];
            let result = if x.dtype() == to { 1 } else { 2 };
            let insts = insts[..=result].to_vec();
            let (body, outputs) = (insts.len(), vec![result as u16]);
            Kernel { insts, body, outputs, operands: 1, ..Kernel::default() }
        })?;
        let mut out = self.alloc_buffer(x.layout().len() * to.size())?;
        let layout = Layout::row_major(x.layout().shape());
        self.launch(LaunchArgs::new(
            kernel,
            x.shape(),
            x.layout().ndim(),
            &[Input::Buffer(x)],
            smallvec![Output::new(&mut out, to, &layout)?],
            &[],
        )?)?;
        Ok(out)
    }

    /// Row exchanges counted from 0, of LAPACK's, counted from 1.
    pub(super) fn exchanges(&self, pivots: &Buffer<D>, from: DType, len: usize) -> Result<Buffer<D>> {
        static KERNELS: [OnceLock<SharedKernel>; 2] = [const { OnceLock::new() }; 2];
        let kernel = SharedKernel::once(&KERNELS[usize::from(from == DType::I64)], || {
            let inst = |op, dtype, args: &[u16]| Inst { op, dtype, args: args.into() };
            let mut insts = vec![inst(Op::Load(0), from, &[]), inst(Op::Param(0), from, &[])];
            insts.push(inst(Op::Binary(BinaryOp::Sub), from, &[0, 1]));
            if from != DType::I64 {
                insts.push(inst(Op::Cast, DType::I64, &[2]));
            }
            let (body, outputs) = (insts.len(), vec![insts.len() as u16 - 1]);
            Kernel { insts, body, outputs, operands: 1, params: vec![from], ..Kernel::default() }
        })?;
        let mut out = self.alloc_buffer(len * size_of::<i64>())?;
        let layout = Layout::row_major(&[len]);
        self.launch(LaunchArgs::new(
            kernel,
            &[len],
            1,
            &[Input::Buffer(View::new(pivots, from, &layout)?)],
            smallvec![Output::new(&mut out, DType::I64, &layout)?],
            &[Scalar::from_f64(from, 1.0)],
        )?)?;
        Ok(out)
    }

    /// Identity matrices.
    pub(super) fn identity(&self, stack: Stack) -> Result<Buffer<D>> {
        let mut out = self.alloc_buffer(stack.len() * stack.dtype.size())?;
        if stack.len() > 0 {
            let (n, total) = (stack.shape[1] as u64, stack.len() as u64);
            let routine = Routine::matrix(stack.dtype);
            // SAFETY: the arguments are the kernel's, which writes `total` elements.
            unsafe { self.run(&routine, "xp_identity", blocks(stack.len()), 256, (&mut out, n, total))? };
        }
        Ok(out)
    }

    /// Zeros above the diagonals of row-major matrices.
    pub(super) fn lower(&self, x: &mut Buffer<D>, stack: Stack) -> Result<()> {
        let (n, total) = (stack.shape[1] as u64, stack.len() as u64);
        // SAFETY: as for `identity`.
        unsafe { self.run(&Routine::matrix(stack.dtype), "xp_lower", blocks(stack.len()), 256, (x, n, total)) }
    }

    /// The first `rows` rows, row-major, of the upper triangles of column-major matrices.
    pub(super) fn upper(&self, x: &Buffer<D>, stack: Stack, rows: usize) -> Result<Buffer<D>> {
        let [m, n] = stack.shape;
        let total = stack.count * rows * n;
        let mut out = self.alloc_buffer(total * stack.dtype.size())?;
        if total > 0 {
            let args = (x, &mut out, rows as u64, n as u64, m as u64, stack.size() as u64, total as u64);
            // SAFETY: the kernel reads inside the matrices, as no more than `m` rows are asked for.
            unsafe { self.run(&Routine::matrix(stack.dtype), "xp_upper", blocks(total), 256, args)? };
        }
        Ok(out)
    }

    /// The first place on the diagonals that is zero, or, with codes of a Cholesky factorisation, that is not positive.
    /// `n` elements of each of `count` matrices, `next` apart. Waits.
    pub(super) fn first_bad(
        &self,
        dtype: DType,
        x: &Buffer<D>,
        [step, next, n, count]: [usize; 4],
        codes: Option<&Buffer<D>>,
    ) -> Result<Option<usize>> {
        let first = self.no_place()?;
        let [step, next, n, stacks] = [step, next, n, count].map(|d| d as u64);
        let args =
            (x, step, next, n, codes.map_or(0, Buffer::address), u64::from(codes.is_some()), stacks, first.address());
        // SAFETY: the arguments are the kernel's; the caller's diagonals and codes are inside their buffers.
        unsafe { self.run(&Routine::matrix(dtype), "xp_diagonal", count.min(1 << 16), 128, args)? };
        self.place(&first)
    }

    /// A word for the first place in a stack, (matrix, place in it), that a kernel finds.
    pub(super) fn no_place(&self) -> Result<FirstPlace<D>> {
        let block = PinnedPool::alloc(self.device(), size_of::<u64>())?;
        // SAFETY: the block is a page at least, and nobody else's.
        unsafe { block.address().cast::<u64>().write_volatile(u64::MAX) };
        Ok(FirstPlace(block))
    }

    /// The place in the matrix, if one was found. Waits.
    pub(super) fn place(&self, first: &FirstPlace<D>) -> Result<Option<usize>> {
        self.synchronize()?;
        // SAFETY: as above; the kernels that write it are done.
        match unsafe { first.0.address().cast::<u64>().read_volatile() } {
            u64::MAX => Ok(None),
            word => Ok(Some((word & u64::from(u32::MAX)) as usize)),
        }
    }

    /// Inverses, row-major, by a kernel of ours, and the first step without a pivot, if there is one; nothing for matrices
    /// that are too large for it. Waits.
    pub(super) fn inverses(&self, x: View<'_, Buffer<D>>, stack: Stack) -> Result<Option<(Buffer<D>, Option<usize>)>> {
        let (n, size) = (stack.shape[1], stack.dtype.size());
        let shared = Routine::inverse_shared(stack.dtype, n);
        if stack.len() == 0 || shared > SHARED || (n <= TINY && stack.count > MANY) {
            return Ok(None);
        }
        let copy = if x.layout().is_contiguous() { None } else { Some(self.cast(x, x.dtype())?) };
        let (from, start) = copy.as_ref().map_or((x.buffer(), x.layout().offset()), |copy| (copy, 0));
        from.order_for_reading(self)?;
        let (mut out, first) = (self.alloc_buffer(stack.len() * size)?, self.no_place()?);
        // As measured: more help each matrix, fewer help many of them.
        let threads = if n <= TINY { 128 } else { 512 };
        let config = Config { shared: shared as u32, ..Config::line(stack.count.min(1 << 20), threads) };
        let args = (at(from, start, size), &mut out, n as u64, stack.count as u64, first.address());
        // SAFETY: the arguments are the kernel's; it reads the stack, which is ordered, and writes as much.
        unsafe { self.run_grid(&Routine::inverse(stack.dtype), "xp_inverse", config, args)? };
        Ok(Some((out, self.place(&first)?)))
    }

    /// The largest magnitude in each matrix, or in half of each; not finite if an element is not. Waits.
    pub(super) fn largest(&self, x: &Buffer<D>, stack: Stack, half: bool) -> Result<Vec<f64>> {
        let mut words = vec![0; stack.count * size_of::<u64>()];
        self.download(&self.largest_on_device(x, stack, half)?, 0, &mut words)?;
        Ok(words.as_chunks().0.iter().map(|&word| f64::from_bits(u64::from_ne_bytes(word))).collect())
    }

    /// Likewise, and nothing waits.
    fn largest_on_device(&self, x: &Buffer<D>, stack: Stack, half: bool) -> Result<Buffer<D>> {
        let bytes = stack.count * size_of::<u64>();
        let mut out = self.alloc_buffer(bytes)?;
        self.fill_bytes(&mut out, 0, bytes)?;
        let mut config = Config::line(stack.size().div_ceil(256 * 8).clamp(1, 256), 256);
        // A block for each matrix along the second axis, which ends at 65535.
        let (size, n) = (stack.size() as u64, stack.shape[0] as u64);
        for start in (0..stack.count).step_by(65_535) {
            config.grid[1] = (stack.count - start).min(65_535) as u32;
            let places = (stack.matrix(x, start).address, at(&out, start, size_of::<u64>()));
            let args = (places.0, n, size, u64::from(half), places.1);
            // SAFETY: the kernel reads the matrices from `start` on, and writes a word for each.
            unsafe { self.run_grid(&Routine::matrix(stack.dtype), "xp_largest", config, args)? };
        }
        Ok(out)
    }

    /// Lists of two powers of two for each matrix, and of their inverses: what brings matrices whose largest magnitude is
    /// below `low`, or above its inverse, into the middle of the exponents. Nothing waits.
    pub(super) fn powers(&self, x: &Buffer<D>, stack: Stack, low: f64) -> Result<[Buffer<D>; 2]> {
        let largest = self.largest_on_device(x, stack, false)?;
        let list = || self.alloc_buffer(stack.count * size_of::<[f64; 2]>());
        let (mut powers, mut inverse) = (list()?, list()?);
        let args = (&largest, low, &mut powers, &mut inverse, stack.count as u64);
        // SAFETY: the arguments are the kernel's; the lists have two words for each matrix.
        unsafe { self.run(&Routine::matrix(stack.dtype), "xp_powers", blocks(stack.count), 256, args)? };
        Ok([powers, inverse])
    }

    /// Scales each matrix by two factors.
    pub(super) fn scale(&self, x: &mut Buffer<D>, stack: Stack, factors: &[[f64; 2]]) -> Result<()> {
        let list = self.addresses(factors.as_flattened().iter().map(|x| x.to_bits()))?;
        self.scale_by(x, stack, &list)
    }

    /// Likewise, by a list on the device.
    pub(super) fn scale_by(&self, x: &mut Buffer<D>, stack: Stack, list: &Buffer<D>) -> Result<()> {
        let args = (x, stack.size() as u64, stack.len() as u64, list);
        // SAFETY: there are two factors for each matrix.
        unsafe { self.run(&Routine::matrix(stack.dtype), "xp_scale", blocks(stack.len()), 256, args) }
    }

    /// The codes of `count` routines. Waits.
    pub(super) fn codes(&self, codes: &Buffer<D>, count: usize) -> Result<Vec<i32>> {
        let mut bytes = vec![0; count * size_of::<i32>()];
        self.download(codes, 0, &mut bytes)?;
        Ok(bytes.as_chunks().0.iter().map(|&code| i32::from_ne_bytes(code)).collect())
    }

    /// A list of a stack's matrices for the library; the buffer holds it. Made on the device: an upload would wait.
    pub(super) fn pointers(&self, x: &Buffer<D>, stack: Stack) -> Result<(Buffer<D>, Pointers)> {
        let mut list = self.alloc_buffer(stack.count * size_of::<u64>())?;
        if stack.count > 0 {
            let step = stack.size() * stack.dtype.size();
            let args = (&mut list, x.address(), step as u64, stack.count as u64);
            // SAFETY: the list has a word for each matrix.
            unsafe { self.run(&Routine::matrix(stack.dtype), "xp_addresses", blocks(stack.count), 256, args)? };
        }
        let pointers = Pointers { addresses: list.address(), ld: stack.shape[0].max(1) as i64 };
        Ok((list, pointers))
    }
}

impl<D: SolverLibrary> Gpu<D> {
    /// Calls the library's routine with a workspace, its code going to `info`.
    ///
    /// # Safety
    /// The matrices are live and ordered on the stream.
    pub(super) unsafe fn solver(&self, dtype: DType, call: &Call, info: u64) -> Result<f64> {
        let driver = self.driver()?;
        // SAFETY: the device is bound, and the stream holds the handle.
        let library = self.stream.handle(|| unsafe { driver.solver(self.raw_stream()) })?;
        // Only while nothing else is waited for: who captures the stream may need the handle.
        let solver = || library.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the handle is alive.
        let [bytes, host_bytes] = unsafe { D::workspace(&solver(), dtype, call)? };
        let (workspace, mut host) = (self.alloc_buffer(bytes)?, vec![0; host_bytes]);
        let steady = self.stream.enter()?;
        // SAFETY: the caller's promise; the workspace goes back to the pool in stream order.
        let error = unsafe { D::call(&solver(), dtype, call, [workspace.address(), bytes as u64], &mut host, info)? };
        drop(steady);
        if !host.is_empty() {
            self.synchronize()?;
        }
        Ok(error)
    }

    /// Whether the library has a routine.
    pub(super) fn has(&self, call: &Call) -> Result<bool> {
        let driver = self.driver()?;
        // SAFETY: as for `solver`.
        let library = self.stream.handle(|| unsafe { driver.solver(self.raw_stream()) })?;
        let solver = library.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(D::has(&solver, call))
    }
}
