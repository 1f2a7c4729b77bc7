//! Kernels, and plans for them over buffers that are only lengths.

use smallvec::{SmallVec, smallvec};
use xparray_ir::backend::{DeviceBuffer, Input, LaunchArgs, Output, Padding, View};
use xparray_ir::ir::{BinaryOp, Inst, Kernel, Op, Read, ReduceOp, Reduction, SharedKernel, Value};
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

/// A buffer that is only a length, at no address.
pub struct Length(pub usize);

// SAFETY: nothing reads or writes it.
unsafe impl DeviceBuffer for Length {
    fn bytes(&self) -> usize {
        self.0
    }
}

/// What an operand is.
#[derive(Clone)]
pub enum Operand {
    Buffer(usize, Layout),
    /// The buffer of an earlier operand.
    Again(usize, Layout),
    /// Elements in a box of the space, and what is around it.
    Padded(usize, Layout, Padding),
    /// Likewise of the buffer of an earlier operand.
    PaddedAgain(usize, Layout, Padding),
    Output(usize),
    Index(Layout),
}

/// Plans a launch on a device of 132 units; outputs are row-major.
pub fn planned(build: &Build, shape: &[usize], kept: usize, operands: &[Operand]) -> Result<Option<Plan>> {
    with_outputs(build, shape, kept, operands, |args| plan(args, &Limits { units: 132, vector: 16, plain: false }))?
}

/// Hands the arguments of a launch to a function.
pub fn with_outputs<T>(
    build: &Build,
    shape: &[usize],
    kept: usize,
    operands: &[Operand],
    f: impl FnOnce(&LaunchArgs<'_, Length>) -> T,
) -> Result<T> {
    let kernel = SharedKernel::new(build.kernel.clone())?;
    let mut outputs: Vec<(Length, DType, Layout)> = kernel
        .outputs
        .iter()
        .map(|&value| {
            let layout = Layout::row_major(if kernel.in_body(value) { shape } else { &shape[..kept] });
            let dtype = kernel.dtype(value);
            (Length(layout.len() * dtype.size()), dtype, layout)
        })
        .collect();
    let lengths: Vec<Length> = operands
        .iter()
        .map(|operand| match operand {
            Operand::Buffer(bytes, _) | Operand::Padded(bytes, ..) => Length(*bytes),
            _ => Length(0),
        })
        .collect();
    let inputs = operands.iter().zip(&lengths).enumerate().map(|(k, (operand, length))| {
        Ok(match operand {
            Operand::Buffer(_, layout) => Input::Buffer(View::new(length, loaded(&kernel, k), layout)?),
            Operand::Again(first, layout) => Input::Buffer(View::new(&lengths[*first], loaded(&kernel, k), layout)?),
            Operand::Padded(_, layout, padding) => {
                Input::Padded { view: View::new(length, loaded(&kernel, k), layout)?, padding }
            }
            Operand::PaddedAgain(first, layout, padding) => {
                Input::Padded { view: View::new(&lengths[*first], loaded(&kernel, k), layout)?, padding }
            }
            Operand::Output(k) => Input::Output(*k),
            Operand::Index(layout) => Input::Index(layout),
        })
    });
    let inputs = inputs.collect::<Result<Vec<_>>>()?;
    let outputs = outputs.iter_mut().map(|(buffer, dtype, layout)| Output::new(buffer, *dtype, layout));
    let outputs = outputs.collect::<Result<SmallVec<[_; 2]>>>()?;
    Ok(f(&LaunchArgs::new(&kernel, shape, kept, &inputs, outputs, &build.params)?))
}

/// The type in which a kernel reads an operand.
fn loaded(kernel: &SharedKernel, operand: usize) -> DType {
    match kernel.reads().get(operand) {
        Some(Read::Element { dtype, .. } | Read::Gather(dtype)) => *dtype,
        _ => DType::U8,
    }
}

/// A row-major operand.
pub fn dense(dtype: DType, shape: &[usize]) -> Operand {
    let layout = Layout::row_major(shape);
    Operand::Buffer(layout.len() * dtype.size(), layout)
}

/// The sums of the products of rows, of which something is subtracted, with so many columns.
pub fn products_with_columns(dtype: DType, columns: usize) -> (Build, [usize; 3], [Operand; 3]) {
    let mut build = Build::default();
    let (x, mean, y) = (build.load(dtype), build.load(dtype), build.load(dtype));
    let centred = build.op(Op::Binary(BinaryOp::Sub), dtype, &[x, mean]);
    let product = build.op(Op::Binary(BinaryOp::Mul), dtype, &[centred, y]);
    build.reduce(ReduceOp::Sum, dtype, &[product]);
    let shape = [1 << 20, columns, 64];
    let spread = |elements: usize, strides: [isize; 3]| {
        let layout = Layout::new(smallvec![shape[0], columns, 64], strides.into_iter().collect(), 0).unwrap();
        Operand::Buffer(elements * dtype.size(), layout)
    };
    let operands = [spread(64 << 20, [64, 0, 1]), spread(64, [0, 0, 1]), spread(64 * columns, [0, 64, 1])];
    (build, shape, operands)
}
