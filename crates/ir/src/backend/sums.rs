//! Products with vectors as fused reductions, which read every layout in place: they are bound by memory.

use super::{Input, Launch, LaunchArgs, Output, View};
use crate::dtype::DType;
use crate::error::Result;
use crate::ir::{BinaryOp, Inst, Kernel, Op, ReduceOp, Reduction, SharedKernel, UnaryOp, Value};
use crate::layout::Layout;
use smallvec::{SmallVec, smallvec};
use std::sync::OnceLock;

/// Sums of products over the last axis of two views of one shape and type, of which there is one; the first operand conjugated if
/// that is asked for.
///
/// # Errors
/// Those of the launch.
pub fn sums_of_products<L: Launch + ?Sized>(
    xp: &L,
    a: View<'_, L::Buffer>,
    b: View<'_, L::Buffer>,
    conjugate: bool,
) -> Result<L::Buffer> {
    let (shape, dtype) = (a.shape(), a.dtype());
    let kept = shape.len().saturating_sub(1);
    let layout = Layout::row_major(&shape[..kept]);
    let mut out = xp.alloc(layout.len() * dtype.size())?;
    let (inputs, outputs) = ([Input::Buffer(a), Input::Buffer(b)], smallvec![Output::new(&mut out, dtype, &layout)?]);
    xp.launch(LaunchArgs::new(kernel(dtype, conjugate)?, shape, kept, &inputs, outputs, &[])?)?;
    Ok(out)
}

fn kernel(dtype: DType, conjugate: bool) -> Result<&'static SharedKernel> {
    static KERNELS: [[OnceLock<SharedKernel>; 2]; DType::ALL.len()] =
        [const { [const { OnceLock::new() }; 2] }; DType::ALL.len()];
    SharedKernel::once(&KERNELS[dtype as usize][usize::from(conjugate)], || build(dtype, conjugate))
}

fn build(dtype: DType, conjugate: bool) -> Kernel {
    let wide = if matches!(dtype, DType::F16 | DType::BF16) { DType::F32 } else { dtype };
    let mut insts = Vec::new();
    let mut push = |op, dtype, args: SmallVec<[Value; 4]>| {
        insts.push(Inst { op, dtype, args });
        insts.len() as Value - 1
    };
    let mut sides = [0, 1].map(|i| {
        let x = push(Op::Load(i), dtype, smallvec![]);
        if wide == dtype { x } else { push(Op::Cast, wide, smallvec![x]) }
    });
    if conjugate && dtype.is_complex() {
        sides[0] = push(Op::Unary(UnaryOp::Conj), wide, smallvec![sides[0]]);
    }
    let product = push(Op::Binary(BinaryOp::Mul), wide, SmallVec::from_slice(&sides));
    let sum = push(Op::Reduced { index: 0, part: 0 }, wide, smallvec![]);
    let result = if wide == dtype { sum } else { push(Op::Cast, dtype, smallvec![sum]) };
    let op = if dtype == DType::Bool { ReduceOp::Any } else { ReduceOp::Sum };
    Kernel {
        insts,
        body: sum as usize,
        reductions: vec![Reduction { op, args: smallvec![product], dtype: wide }],
        outputs: vec![result],
        operands: 2,
        params: Vec::new(),
    }
}
