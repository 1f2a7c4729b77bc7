//! Copies that multiply by a factor. Complex numbers are pairs of real ones here: a factor is real, and an infinite part
//! does not touch the other.

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use smallvec::{SmallVec, smallvec};
use std::sync::OnceLock;
use xparray_ir::backend::{Input, Launch, LaunchArgs, Output, View};
use xparray_ir::ir::{BinaryOp, Inst, Kernel, Op, SharedKernel};
use xparray_ir::layout::{Dims, Strides};
use xparray_ir::{DType, Layout, Result, Scalar};

/// The real type of a precision.
pub(super) fn real(double: bool) -> DType {
    if double { DType::F64 } else { DType::F32 }
}

/// The complex type of a precision.
pub(super) fn complex(double: bool) -> DType {
    if double { DType::Complex128 } else { DType::Complex64 }
}

/// A layout of complex numbers as one of real numbers, with another axis of two.
fn pairs(layout: &Layout) -> Result<Layout> {
    let shape: Dims = layout.shape().iter().copied().chain([2]).collect();
    let strides: Strides = layout.strides().iter().map(|stride| stride * 2).chain([1]).collect();
    Layout::new(shape, strides, layout.offset() * 2)
}

fn inst(op: Op, dtype: DType, args: &[u16]) -> Inst {
    Inst { op, dtype, args: SmallVec::from_slice(args) }
}

/// The kernel that multiplies by a parameter.
fn multiply(double: bool) -> Result<&'static SharedKernel> {
    static KERNELS: [OnceLock<SharedKernel>; 2] = [const { OnceLock::new() }; 2];
    SharedKernel::once(&KERNELS[usize::from(double)], || {
        let real = real(double);
        let insts = vec![
            inst(Op::Load(0), real, &[]),
            inst(Op::Param(0), real, &[]),
            inst(Op::Binary(BinaryOp::Mul), real, &[0, 1]),
        ];
        Kernel { insts, body: 3, outputs: vec![2], operands: 1, params: vec![real], ..Kernel::default() }
    })
}

/// The kernel that multiplies by a parameter, with zero at two places of the index.
fn multiply_except(double: bool) -> Result<&'static SharedKernel> {
    static KERNELS: [OnceLock<SharedKernel>; 2] = [const { OnceLock::new() }; 2];
    SharedKernel::once(&KERNELS[usize::from(double)], || {
        let real = real(double);
        let (equal, or) = (Op::Binary(BinaryOp::Eq), Op::Binary(BinaryOp::Or));
        let insts = vec![
            inst(Op::Load(0), real, &[]),
            inst(Op::Param(0), real, &[]),
            inst(Op::Binary(BinaryOp::Mul), real, &[0, 1]),
            inst(Op::Param(1), real, &[]),
            inst(Op::Index(1), DType::I64, &[]),
            inst(Op::Param(2), DType::I64, &[]),
            inst(Op::Param(3), DType::I64, &[]),
            inst(equal.clone(), DType::Bool, &[4, 5]),
            inst(equal, DType::Bool, &[4, 6]),
            inst(or, DType::Bool, &[7, 8]),
            inst(Op::Select, real, &[9, 3, 2]),
        ];
        let params = vec![real, real, DType::I64, DType::I64];
        Kernel { insts, body: 11, outputs: vec![10], operands: 2, params, ..Kernel::default() }
    })
}

impl<D: Driver> Gpu<D> {
    /// Copies real or complex numbers between layouts of one shape, times a factor.
    pub(super) fn copy_scaled(
        &self,
        x: View<'_, Buffer<D>>,
        scale: f64,
        out: &mut Buffer<D>,
        layout: &Layout,
    ) -> Result<()> {
        if scale == 1.0 {
            return self.copy_strided(x, out, layout);
        }
        let double = matches!(x.dtype(), DType::F64 | DType::Complex128);
        let (from, to) = if x.dtype().is_complex() {
            (pairs(x.layout())?, pairs(layout)?)
        } else {
            (x.layout().clone(), layout.clone())
        };
        self.launch(LaunchArgs::new(
            multiply(double)?,
            from.shape(),
            from.ndim(),
            &[Input::Buffer(x.reinterpreted(real(double), &from)?)],
            smallvec![Output::new(out, real(double), &to)?],
            &[Scalar::from_f64(real(double), scale)],
        )?)
    }

    /// Multiplies the first `len` elements of a buffer.
    pub(super) fn scale_all(&self, out: &mut Buffer<D>, dtype: DType, len: usize, scale: f64) -> Result<()> {
        if scale == 1.0 {
            return Ok(());
        }
        let double = matches!(dtype, DType::F64 | DType::Complex128);
        let whole = Layout::row_major(&[if dtype.is_complex() { 2 * len } else { len }]);
        self.launch(LaunchArgs::new(
            multiply(double)?,
            whole.shape(),
            1,
            &[Input::Output(0)],
            smallvec![Output::new(out, real(double), &whole)?],
            &[Scalar::from_f64(real(double), scale)],
        )?)
    }

    /// Copies the half of a spectrum of `n` real numbers along an axis, times a factor. The terms that are real if the
    /// whole is Hermitian, of frequency zero and n / 2, become so.
    pub(super) fn copy_half(
        &self,
        x: View<'_, Buffer<D>>,
        (axis, n): (usize, usize),
        scale: f64,
        out: &mut Buffer<D>,
        layout: &Layout,
    ) -> Result<()> {
        let double = x.dtype() == DType::Complex128;
        let (from, to) = (pairs(x.layout())?, pairs(layout)?);
        // Twice the frequency, and one more for imaginary parts.
        let mut strides: Strides = SmallVec::from_elem(0, from.ndim());
        strides[axis] = 2;
        strides[x.layout().ndim()] = 1;
        let place = Layout::new(from.shape().into(), strides, 0)?;
        let middle = if n.is_multiple_of(2) { n / 2 } else { 0 };
        self.launch(LaunchArgs::new(
            multiply_except(double)?,
            from.shape(),
            from.ndim(),
            &[Input::Buffer(x.reinterpreted(real(double), &from)?), Input::Index(&place)],
            smallvec![Output::new(out, real(double), &to)?],
            &[
                Scalar::from_f64(real(double), scale),
                Scalar::from_f64(real(double), 0.0),
                Scalar::new(1i64),
                Scalar::new(2 * middle as i64 + 1),
            ],
        )?)
    }
}
