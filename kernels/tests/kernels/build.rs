//! Kernels, and plans for them over buffers that are only lengths.

use smallvec::{SmallVec, smallvec};
use xparray_ir::backend::{Input, LaunchArgs, Output};
use xparray_ir::ir::{Inst, Kernel, Op, ReduceOp, Reduction, SharedKernel, Value};
use xparray_ir::{DType, Layout, Result, Scalar};
use xparray_kernels::{Limits, Plan, plan};

/// A kernel in the making.
#[derive(Default)]
pub struct Build {
    pub kernel: Kernel,
    pub params: Vec<Scalar>,
}

impl Build {
    pub fn op(&mut self, op: Op, dtype: DType, args: &[Value]) -> Value {
        self.kernel.insts.push(Inst { op, dtype, args: SmallVec::from_slice(args) });
        if self.kernel.reductions.is_empty() {
            self.kernel.body = self.kernel.insts.len();
        }
        (self.kernel.insts.len() - 1) as Value
    }

    pub fn load(&mut self, dtype: DType) -> Value {
        self.kernel.operands += 1;
        self.op(Op::Load(self.kernel.operands as u16 - 1), dtype, &[])
    }

    pub fn index(&mut self) -> Value {
        self.kernel.operands += 1;
        self.op(Op::Index(self.kernel.operands as u16 - 1), DType::I64, &[])
    }

    pub fn param(&mut self, scalar: Scalar) -> Value {
        self.params.push(scalar);
        self.kernel.params.push(scalar.dtype());
        self.op(Op::Param(self.params.len() as u16 - 1), scalar.dtype(), &[])
    }

    /// Stores every part of a reduction; all loads come first.
    pub fn reduce(&mut self, op: ReduceOp, dtype: DType, args: &[Value]) {
        let parts = if op == ReduceOp::Moments { 2 } else { 1 };
        let index = self.kernel.reductions.len() as u16;
        self.kernel.reductions.push(Reduction { op: op.clone(), args: SmallVec::from_slice(args), dtype });
        for part in 0..parts {
            let value = self.op(Op::Reduced { index, part }, op.result(dtype, part), &[]);
            self.kernel.outputs.push(value);
        }
    }
}

/// What an operand is.
#[derive(Clone)]
pub enum Operand {
    Buffer(usize, Layout),
    Output(usize),
    Index(Layout),
}

/// Plans a launch on a device of 132 units; outputs are row-major.
pub fn planned(build: &Build, shape: &[usize], kept: usize, operands: &[Operand]) -> Result<Option<Plan>> {
    with_outputs(build, shape, kept, operands, plan_for)
}

fn plan_for(args: &LaunchArgs<'_, usize>) -> Result<Option<Plan>> {
    plan(args, &Limits { units: 132 }, |&bytes| bytes)
}

/// Hands the arguments of a launch to a function.
pub fn with_outputs<T>(
    build: &Build,
    shape: &[usize],
    kept: usize,
    operands: &[Operand],
    f: impl FnOnce(&LaunchArgs<'_, usize>) -> T,
) -> T {
    let kernel = SharedKernel::new(build.kernel.clone());
    let layouts: Vec<(usize, Layout)> = kernel
        .outputs
        .iter()
        .map(|&value| {
            let layout = Layout::row_major(if kernel.in_body(value) { shape } else { &shape[..kept] });
            (layout.len() * kernel.dtype(value).size(), layout)
        })
        .collect();
    let mut sizes: Vec<usize> = layouts.iter().map(|(size, _)| *size).collect();
    let inputs: Vec<Input<'_, usize>> = operands
        .iter()
        .map(|operand| match operand {
            Operand::Buffer(bytes, layout) => Input::Buffer(bytes, layout),
            Operand::Output(k) => Input::Output(*k),
            Operand::Index(layout) => Input::Index(layout),
        })
        .collect();
    let mut outputs: SmallVec<[Output<'_, usize>; 2]> = smallvec![];
    for (buffer, (_, layout)) in sizes.iter_mut().zip(&layouts) {
        outputs.push(Output { buffer, layout });
    }
    f(&LaunchArgs { kernel: &kernel, shape, kept, inputs: &inputs, outputs, params: &build.params })
}

/// A row-major operand.
pub fn dense(dtype: DType, shape: &[usize]) -> Operand {
    let layout = Layout::row_major(shape);
    Operand::Buffer(layout.len() * dtype.size(), layout)
}
