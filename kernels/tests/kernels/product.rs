//! Kernels along with the product that they read: which are one kernel, and that its source compiles.

use crate::build::{Build, Length};
use crate::compiler::compilers;
use smallvec::smallvec;
use xparray_ir::backend::{Input, LaunchArgs, Output, View};
use xparray_ir::functions::FunctionId;
use xparray_ir::ir::{BinaryOp, Distribution, Op, SharedKernel};
use xparray_ir::layout::Dims;
use xparray_ir::{DType, Layout};
use xparray_kernels::{ProductCall, ProductPlan, plan_product, prefers_epilogue, product_source};

/// Multiprocessors of the device.
const UNITS: u32 = 132;

/// `erf(product + bias) * residual`, and the same as another type.
fn layer(dtype: DType, other: DType) -> Build {
    let mut build = Build::default();
    let [product, bias, residual] = [(); 3].map(|()| build.load(dtype));
    let sum = build.op(Op::Binary(BinaryOp::Add), dtype, &[product, bias]);
    let gate = build.op(Op::Call(FunctionId::erf), dtype, &[sum]);
    let result = build.op(Op::Binary(BinaryOp::Mul), dtype, &[gate, residual]);
    let cast = build.op(Op::Cast, other, &[result]);
    build.kernel.outputs.extend([result, cast]);
    build
}

/// Where the operands lie.
struct Places {
    left: Layout,
    right: Layout,
    residual: Layout,
    space: Dims,
}

impl Places {
    fn new(m: usize, n: usize, k: usize) -> Self {
        let rows = Layout::row_major;
        Self { left: rows(&[m, k]), right: rows(&[k, n]), residual: rows(&[m, n]), space: smallvec![m, n] }
    }
}

fn planned_at(
    build: &Build,
    places: &Places,
    other: DType,
    address: u64,
) -> Option<(ProductPlan, Option<ProductCall>)> {
    let Places { left, right, residual, space } = places;
    let kernel = SharedKernel::new(build.kernel.clone()).unwrap();
    let bytes = |layout: &Layout, size: usize| Length(layout.bounds().map_or(0, |(_, last)| last + 1) * size);
    let n = *space.last()?;
    let (bias, whole) = (Layout::row_major(&[n]), Layout::row_major(space));
    let bias = bias.broadcast("broadcast_to", space).unwrap();
    let buffers = [left, right, &bias, residual].map(|layout| bytes(layout, 2));
    let view = |buffer, layout| View::new(buffer, DType::F16, layout).unwrap();
    let inputs = [
        Input::Product { left: view(&buffers[0], left), right: view(&buffers[1], right) },
        Input::Buffer(view(&buffers[2], &bias)),
        Input::Buffer(view(&buffers[3], residual)),
    ];
    let mut results = [bytes(&whole, 2), bytes(&whole, other.size())];
    let [first, second] = &mut results;
    let outputs =
        smallvec![Output::new(first, DType::F16, &whole).unwrap(), Output::new(second, other, &whole).unwrap()];
    let args = LaunchArgs::new(&kernel, space, space.len(), &inputs, outputs, &[]).unwrap();
    let plan = plan_product(&args, UNITS)?;
    let call = plan.call(&args, |_| address, 0);
    Some((plan, call))
}

fn planned(places: &Places) -> Option<ProductPlan> {
    planned_at(&layer(DType::F16, DType::F32), places, DType::F32, 256).map(|(plan, _)| plan)
}

#[test]
fn large_products_of_half_types_take_epilogues() {
    let prefers = |dtype, m: usize, n: usize, k: usize| {
        prefers_epilogue(dtype, &Layout::row_major(&[m, k]), &Layout::row_major(&[k, n]), UNITS)
    };
    assert!(prefers(DType::F16, 4096, 4096, 4096) && prefers(DType::BF16, 4096, 4096, 1024));
    assert!(prefers(DType::F16, 16384, 1024, 1024) && prefers(DType::F16, 1024, 4096, 4096));
    // Too few tiles for the device; rows at places that no tile can be copied from; types without such instructions.
    assert!(!prefers(DType::F16, 512, 512, 4096));
    assert!(!prefers(DType::F16, 4096, 4097, 4096) && !prefers(DType::F16, 4096, 4096, 4097));
    assert!(!prefers(DType::F32, 4096, 4096, 4096) && !prefers(DType::F64, 4096, 4096, 4096));
}

#[test]
fn operands_lie_by_rows() {
    let places = || Places::new(300, 520, 72);
    assert!(planned(&places()).is_some());
    let turned = Places { left: Layout::row_major(&[72, 304]).transpose().sliced(0, 0, 1, 300).unwrap(), ..places() };
    assert!(planned(&turned).is_some());
    // All axes but the last are rows.
    let stack = Places { space: smallvec![3, 100, 520], residual: Layout::row_major(&[3, 100, 520]), ..places() };
    assert!(planned(&stack).is_some());
    let apart = Layout::row_major(&[3, 101, 520]).sliced(1, 0, 1, 100).unwrap();
    assert!(planned(&Places { residual: apart, space: smallvec![3, 100, 520], ..places() }).is_none());
    let columns = Layout::row_major(&[520, 300]).transpose();
    assert!(planned(&Places { residual: columns, ..places() }).is_none());
    let misaligned = Layout::row_major(&[300, 521]).sliced(1, 1, 1, 520).unwrap();
    assert!(planned(&Places { residual: misaligned, ..places() }).is_none());
}

#[test]
fn addresses_are_those_of_vectors() {
    let build = layer(DType::F16, DType::F32);
    let call = |address| planned_at(&build, &Places::new(300, 520, 72), DType::F32, address).unwrap().1;
    let there = call(512).unwrap();
    assert_eq!(there.shape[..3], [300, 520, 72]);
    assert_eq!(there.matrices.map(|matrix| (matrix.shape, matrix.pitch)), [([72, 300], 144), ([520, 72], 1040)]);
    assert_eq!(there.matrices.map(|matrix| matrix.tile), [[64, 128], [64, 64]]);
    assert!(call(520).is_none());
}

#[test]
fn random_numbers_are_made_after_the_product() {
    let mut build = layer(DType::F16, DType::F32);
    let places = Places::new(300, 520, 72);
    assert!(planned_at(&build, &places, DType::F32, 256).is_some());
    let at = build.op(Op::Cast, DType::U64, &[0]);
    let zero = build.op(Op::Cast, DType::U64, &[0]);
    let draw = build.op(Op::Random(Distribution::Uniform), DType::F32, &[at, zero, zero]);
    build.kernel.outputs[1] = draw;
    assert!(planned_at(&build, &places, DType::F32, 256).is_none());
}

#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn products_of_every_layout() {
    for compiler in compilers() {
        for (other, shape) in [(DType::F32, [1000, 2048, 512]), (DType::F64, [300, 520, 72]), (DType::Bool, [8, 8, 8])]
        {
            let [m, n, k] = shape;
            for turned in 0..4 {
                let mut places = Places::new(m, n, k);
                if turned & 1 == 1 {
                    places.left =
                        Layout::row_major(&[k, m.next_multiple_of(8)]).transpose().sliced(0, 0, 1, m).unwrap();
                }
                if turned & 2 == 2 {
                    places.right = Layout::row_major(&[n, k]).transpose();
                }
                let build = layer(DType::F16, other);
                let (plan, _) = planned_at(&build, &places, other, 256).unwrap();
                let source = product_source(&SharedKernel::new(build.kernel.clone()).unwrap(), &plan.variant).unwrap();
                compiler.check_for("sm_90a", &format!("a product of {shape:?} with {other}"), &source);
            }
        }
    }
}
