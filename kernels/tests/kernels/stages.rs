//! Launches of several stages: which are one kernel, and that its source compiles.

use crate::build::{Build, Length};
use crate::compiler::compilers;
use smallvec::smallvec;
use xparray_ir::backend::{Input, Output, StagedArgs, View};
use xparray_ir::ir::{BinaryOp, Op, ReduceOp, SharedKernel, UnaryOp};
use xparray_ir::{DType, Layout};
use xparray_kernels::{Call, StagedPlan, plan_stages, staged_source};

/// Operands: the rows, their largest and their sums, a weight for each column.
fn stage(dtype: DType, build: impl FnOnce(&mut Build, &dyn Fn(&mut Build, u16) -> u16)) -> SharedKernel {
    let mut stage = Build::default();
    stage.kernel.operands = 4;
    build(&mut stage, &|build, operand| build.op(Op::Load(operand), dtype, &[]));
    SharedKernel::new(stage.kernel).unwrap()
}

/// Softmax with weights, or the same of integers.
fn stages(dtype: DType) -> [SharedKernel; 3] {
    let shifted = |build: &mut Build, load: &dyn Fn(&mut Build, u16) -> u16| {
        let (x, largest) = (load(build, 0), load(build, 1));
        let y = build.op(Op::Binary(BinaryOp::Sub), dtype, &[x, largest]);
        if dtype.is_float() { build.op(Op::Unary(UnaryOp::Exp), dtype, &[y]) } else { y }
    };
    [
        stage(dtype, |build, load| {
            let x = load(build, 0);
            build.reduce(ReduceOp::Max, dtype, &[x]);
        }),
        stage(dtype, |build, load| {
            let e = shifted(build, load);
            build.reduce(ReduceOp::Sum, dtype, &[e]);
        }),
        stage(dtype, |build, load| {
            let e = shifted(build, load);
            let (sum, weight) = (load(build, 2), load(build, 3));
            let share = build.op(Op::Binary(BinaryOp::Mul), dtype, &[e, sum]);
            let result = build.op(Op::Binary(BinaryOp::Mul), dtype, &[share, weight]);
            build.kernel.outputs.push(result);
        }),
    ]
}

/// Plans them for rows that lie at the places of a layout.
fn planned(dtype: DType, rows: &Layout) -> Option<(StagedPlan, Call)> {
    let kernels = stages(dtype);
    let (n, len) = (rows.shape()[0], rows.shape()[1]);
    let (kept, weights) = (Layout::row_major(&[n]), Layout::row_major(&[1, len]));
    let weights = weights.broadcast("broadcast_to", &[n, len]).unwrap();
    let each = Layout::row_major(&[n, 1]).broadcast("broadcast_to", &[n, len]).unwrap();
    let whole = Layout::row_major(&[n, len]);
    let bytes = rows.bounds().map_or(0, |(_, last)| last + 1) * dtype.size();
    let (x, w) = (Length(bytes), Length(len * dtype.size()));
    let mut results = [Length(n * dtype.size()), Length(n * dtype.size()), Length(n * len * dtype.size())];
    let inputs = [
        Input::Buffer(View::new(&x, dtype, rows).unwrap()),
        Input::Earlier { stage: 0, output: 0, layout: &each },
        Input::Earlier { stage: 1, output: 0, layout: &each },
        Input::Buffer(View::new(&w, dtype, &weights).unwrap()),
    ];
    let shape = [n, len];
    let outputs = results.iter_mut().zip([&kept, &kept, &whole]);
    let outputs = outputs.map(|(result, layout)| smallvec![Output::new(result, dtype, layout).unwrap()]);
    let args = StagedArgs::new(&shape, 1, &inputs, &[], kernels.iter().zip(outputs)).unwrap();
    let plan = plan_stages(&args)?;
    let call = plan.call(&args, |_| 0, 0, false);
    Some((plan, call))
}

#[test]
fn rows_get_as_many_threads_as_they_need() {
    let call = |dtype, n: usize, len: usize| planned(dtype, &Layout::row_major(&[n, len])).map(|(_, call)| call);
    let blocks = |dtype, n, len| call(dtype, n, len).map(|call| (call.grid[0], call.block[0]));
    // A warp or less for a row, and several of them in a block.
    assert_eq!(blocks(DType::F32, 1000, 16), Some((4, 256)));
    assert_eq!(blocks(DType::F32, 1000, 512), Some((125, 256)));
    // Blocks of a row.
    assert_eq!(blocks(DType::F32, 1000, 1000), Some((1000, 64)));
    assert_eq!(blocks(DType::F32, 1000, 12288), Some((1000, 1024)));
    assert_eq!(blocks(DType::F64, 1000, 4096), Some((1000, 256)));
    assert_eq!(blocks(DType::F32, 5, 32768), Some((5, 1024)));
    // Too long to be kept.
    assert_eq!(blocks(DType::F32, 5, 40_000), None);
    assert_eq!(blocks(DType::F64, 5, 32768), None);
}

#[test]
fn rows_lie_side_by_side() {
    let whole = Layout::row_major(&[64, 64]);
    assert!(planned(DType::F32, &whole).is_some());
    assert!(planned(DType::F32, &whole.transpose()).is_none());
}

#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn stages_of_every_type() {
    for compiler in compilers() {
        for (turn, dtype) in
            DType::ALL.into_iter().filter(|dtype| UnaryOp::Exp.accepts(*dtype) || *dtype == DType::I32).enumerate()
        {
            if dtype.is_complex() || dtype == DType::Bool {
                continue;
            }
            for len in [7, 96, 1000, 1024, 5000] {
                let (plan, _) = planned(dtype, &Layout::row_major(&[30, len])).expect("short rows");
                let source = staged_source(&plan.variant).unwrap();
                compiler.check_source(&format!("stages of {dtype}, {len}"), Some(turn + len), &source);
            }
        }
    }
}
