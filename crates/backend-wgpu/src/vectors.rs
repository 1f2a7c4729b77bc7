//! Products with vectors, and others of few results: fused reductions, which read every layout in place and share long sums out.

use crate::buffer::Buffer;
use crate::device::Wgpu;
use crate::matmul::Sizes;
use std::sync::OnceLock;
use xparray_ir::backend::{Input, Launch, LaunchArgs, Memory, Output, View};
use xparray_ir::ir::{BinaryOp, Inst, Kernel, Op, ReduceOp, Reduction, SharedKernel, UnaryOp, Value};
use xparray_ir::layout::{Dims, Strides};
use xparray_ir::{DType, Layout, Result};

type V<'a> = View<'a, Buffer>;

/// Of so few results, and so many terms each, tiles would leave most of a device idle.
const FEW: usize = 1 << 10;
const LONG: usize = 1 << 11;

/// Whether a product is better computed by sums than in tiles.
pub(crate) fn is_by_sums(sizes: &Sizes<'_>) -> bool {
    let few = || sizes.count().saturating_mul(sizes.m).saturating_mul(sizes.n) <= FEW;
    sizes.m == 1 || sizes.n == 1 || (sizes.k >= LONG && few())
}

impl Wgpu {
    /// The product of two stacks of matrices, each element a sum by itself.
    pub(crate) fn product_by_sums(&self, sizes: &Sizes<'_>, a: V<'_>, b: V<'_>) -> Result<Buffer> {
        let last = sizes.leading.len();
        let shape: Dims = sizes.leading.iter().copied().chain([sizes.m, sizes.n, sizes.k]).collect();
        let spread = |x: &Layout, steps: [isize; 3]| {
            let strides: Strides = x.strides()[..last].iter().copied().chain(steps).collect();
            Layout::new(shape.clone(), strides, x.offset())
        };
        let (left, right) = (a.layout().strides(), b.layout().strides());
        let left = spread(a.layout(), [left[last], 0, left[last + 1]])?;
        let right = spread(b.layout(), [0, right[last + 1], right[last]])?;
        self.sums_of_products(a.with_layout(&left)?, b.with_layout(&right)?, false)
    }

    /// Sums of products over the last axis of two views of one shape and type.
    pub(crate) fn sums_of_products(&self, a: V<'_>, b: V<'_>, conjugate: bool) -> Result<Buffer> {
        let (shape, dtype) = (a.shape(), a.dtype());
        let kept = shape.len() - 1;
        let layout = Layout::row_major(&shape[..kept]);
        let mut out = self.alloc(layout.len() * dtype.size())?;
        let outputs = [Output::new(&mut out, dtype, &layout)?].into_iter().collect();
        let inputs = [Input::Buffer(a), Input::Buffer(b)];
        self.launch(LaunchArgs::new(kernel(dtype, conjugate)?, shape, kept, &inputs, outputs, &[])?)?;
        Ok(out)
    }
}

fn kernel(dtype: DType, conjugate: bool) -> Result<&'static SharedKernel> {
    static KERNELS: [[OnceLock<SharedKernel>; 2]; DType::ALL.len()] =
        [const { [const { OnceLock::new() }; 2] }; DType::ALL.len()];
    SharedKernel::once(&KERNELS[dtype as usize][usize::from(conjugate)], || build(dtype, conjugate))
}

fn build(dtype: DType, conjugate: bool) -> Kernel {
    let wide = if matches!(dtype, DType::F16 | DType::BF16) { DType::F32 } else { dtype };
    let mut insts = Vec::new();
    let mut push = |op, dtype, args: &[Value]| {
        insts.push(Inst { op, dtype, args: args.iter().copied().collect() });
        insts.len() as Value - 1
    };
    let mut sides = [0, 1].map(|i| {
        let x = push(Op::Load(i), dtype, &[]);
        if wide == dtype { x } else { push(Op::Cast, wide, &[x]) }
    });
    if conjugate && dtype.is_complex() {
        sides[0] = push(Op::Unary(UnaryOp::Conj), wide, &sides[..1]);
    }
    let product = push(Op::Binary(BinaryOp::Mul), wide, &sides);
    let sum = push(Op::Reduced { index: 0, part: 0 }, wide, &[]);
    let result = if wide == dtype { sum } else { push(Op::Cast, dtype, &[sum]) };
    let op = if dtype == DType::Bool { ReduceOp::Any } else { ReduceOp::Sum };
    Kernel {
        insts,
        body: sum as usize,
        reductions: vec![Reduction { op, args: [product].into_iter().collect(), dtype: wide }],
        outputs: vec![result],
        operands: 2,
        params: Vec::new(),
    }
}
