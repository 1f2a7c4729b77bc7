//! Compiles generated and hand-written sources.

use crate::build::{Build, Operand, dense, planned, products_with_columns};
use crate::compiler::compilers;
use crate::machine_code;
use crate::plan::{continued, window};
use smallvec::smallvec;
use std::collections::HashSet;
use std::sync::Arc;
use xparray_ir::backend::{Border, Padding, ScanOp, ScatterOp};
use xparray_ir::functions::FunctionId;
use xparray_ir::ir::{BinaryOp, Combine, Distribution, Inst, Loop, Op, ReduceOp, SharedKernel, SharedLoop, UnaryOp};
use xparray_ir::{DType, Kind, Layout, Scalar};
use xparray_kernels::{Routine, Small, source};

/// Two operands and all functions of them.
fn everything(dtype: DType) -> Build {
    let mut build = Build::default();
    let (x, y) = (build.load(dtype), build.load(dtype));
    for op in UnaryOp::ALL.into_iter().filter(|op| op.accepts(dtype)) {
        let value = build.op(Op::Unary(op), op.result(dtype), &[x]);
        build.kernel.outputs.push(value);
    }
    for op in BinaryOp::ALL.into_iter().filter(|op| op.accepts(dtype)) {
        let value = build.op(Op::Binary(op), op.result(dtype), &[x, y]);
        build.kernel.outputs.push(value);
    }
    build
}

#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn every_function_of_the_table() {
    for compiler in compilers() {
        for (turn, dtype) in [DType::F16, DType::BF16, DType::F32, DType::F64].into_iter().enumerate() {
            // A few at a time: compilers take longer than in proportion.
            for (k, functions) in FunctionId::ALL.chunks(4).enumerate() {
                let mut build = Build::default();
                let x = build.load(dtype);
                let constant = build.op(Op::Const(Scalar::from_f64(dtype, 0.5)), dtype, &[]);
                build.kernel.outputs.push(constant);
                for &function in functions {
                    let value = build.op(Op::Call(function), dtype, &[x]);
                    build.kernel.outputs.push(value);
                }
                let what = format!("functions of {dtype} from {:?} on", functions[0]);
                compiler.check(&what, Some(turn + k), &build, &[1001], 1, &[dense(dtype, &[1001])]);
            }
        }
    }
}

/// The least or the greatest of negated integers, which are not stored.
fn extremum_of_negated(dtype: DType, op: ReduceOp) -> Build {
    let mut build = Build::default();
    let (x, one) = (build.load(dtype), build.param(Scalar::from_f64(dtype, 1.0)));
    let sum = build.op(Op::Binary(BinaryOp::Add), dtype, &[x, one]);
    let negated = build.op(Op::Unary(UnaryOp::Neg), dtype, &[sum]);
    build.kernel.outputs.push(sum);
    build.reduce(op, dtype, &[negated]);
    build
}

/// Up to CUDA 13.3, VIMNMX3, which takes three integers, is made of negated ones without the sign of one.
#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels"]
fn extrema_of_negated_integers() {
    const VIMNMX3: u16 = 0x20f;
    for compiler in compilers() {
        for dtype in DType::ALL.into_iter().filter(|dtype| dtype.is_integer() && dtype.size() <= 4) {
            for op in [ReduceOp::Max, ReduceOp::Min] {
                let build = extremum_of_negated(dtype, op);
                for code in compiler.machine_code(&["sm_90a", "sm_100"], &build, &[576], 0, &[dense(dtype, &[576])]) {
                    assert_eq!(machine_code::count(&code, VIMNMX3), 0, "{dtype}");
                }
            }
        }
    }
}

/// All conversions to types of a size, so that vectors have different lengths.
fn casts(dtype: DType, size: usize) -> Build {
    let mut build = Build::default();
    let x = build.load(dtype);
    for target in DType::ALL.into_iter().filter(|target| target.size() == size) {
        let value = build.op(Op::Cast, target, &[x]);
        build.kernel.outputs.push(value);
    }
    build
}

#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn every_function_of_every_type() {
    for compiler in compilers() {
        for (turn, dtype) in DType::ALL.into_iter().enumerate() {
            let build = everything(dtype);
            let shape = [1 << 10];
            let turn = (!matches!(dtype, DType::I32 | DType::F32)).then_some(turn);
            compiler.check(dtype.name(), turn, &build, &shape, 1, &[dense(dtype, &shape), dense(dtype, &shape)]);
        }
    }
}

#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn every_conversion() {
    for compiler in compilers() {
        for (turn, dtype) in DType::ALL.into_iter().enumerate() {
            for size in [1, 2, 4, 8, 16] {
                let what = format!("{dtype} to {size} bytes");
                compiler.check(&what, Some(turn + size), &casts(dtype, size), &[1001], 1, &[dense(dtype, &[1001])]);
            }
        }
    }
}

/// Shapes and operand layouts of reductions: a long row, rows, short rows, columns, few columns, strided.
fn forms(dtype: DType) -> Vec<(Vec<usize>, usize, Operand)> {
    let turned = |rows: usize, columns: usize| {
        let layout = Layout::new(smallvec![columns, rows], smallvec![1, columns as isize], 0).unwrap();
        Operand::Buffer(rows * columns * dtype.size(), layout)
    };
    let gaps = Layout::new(smallvec![100, 30, 7], smallvec![700, 21, 2], 0).unwrap();
    vec![
        (vec![1 << 20], 0, dense(dtype, &[1 << 20])),
        (vec![1 << 12, 512], 1, dense(dtype, &[1 << 12, 512])),
        (vec![1 << 12, 3], 1, dense(dtype, &[1 << 12, 3])),
        (vec![256, 1 << 12], 1, turned(1 << 12, 256)),
        (vec![3, 8], 1, turned(8, 3)),
        (vec![100, 30, 7], 1, Operand::Buffer(100_000 * dtype.size(), gaps)),
    ]
}

#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn every_reduction_of_every_type() {
    for compiler in compilers() {
        use ReduceOp::*;
        for (turn, dtype) in DType::ALL.into_iter().enumerate() {
            // Each type in every other form, and each form with half of the types: neither knows of the other.
            let forms = forms(dtype).into_iter().enumerate().filter(|(k, _)| (turn + k) % 2 == 0);
            for (k, (shape, kept, operand)) in forms {
                let mut build = Build::default();
                let (x, i) = (build.load(dtype), build.index());
                for op in [Sum, Prod, Min, Max, Any, All] {
                    build.reduce(op, dtype, &[x]);
                }
                build.reduce(ArgMin, DType::I64, &[x, i]);
                build.reduce(ArgMax, DType::I64, &[x, i]);
                if matches!(dtype.kind(), Kind::Float | Kind::Complex) {
                    build.reduce(Moments, dtype, &[x]);
                }
                let index = Operand::Index(Layout::row_major(&shape));
                compiler.check(
                    &format!("{dtype} {shape:?}"),
                    Some((turn + k) / 2),
                    &build,
                    &shape,
                    kept,
                    &[operand, index],
                );
            }
        }
    }
}

/// Products of rows with a few columns, which share what is made of the rows.
#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn few_columns() {
    for compiler in compilers() {
        for (turn, dtype) in DType::ALL.into_iter().filter(|&dtype| dtype != DType::Bool).enumerate() {
            let (build, shape, operands) = products_with_columns(dtype, 2 + turn % 7);
            compiler.check(&format!("{dtype} few columns"), Some(turn), &build, &shape, 2, &operands);
        }
    }
}

/// Together, a block's accumulators are larger than its shared memory.
#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn reductions_of_several_types() {
    for compiler in compilers() {
        let mut build = Build::default();
        let dtypes = [DType::Complex128, DType::F64, DType::Complex64, DType::F32];
        let values = dtypes.map(|dtype| build.load(dtype));
        let index = build.index();
        for (dtype, x) in dtypes.into_iter().zip(values) {
            build.reduce(ReduceOp::Sum, dtype, &[x]);
            build.reduce(ReduceOp::Moments, dtype, &[x]);
            build.reduce(ReduceOp::ArgMax, DType::I64, &[x, index]);
        }
        let (shape, kept, _) = forms(DType::Complex128).swap_remove(3);
        let mut operands = dtypes.map(|dtype| forms(dtype).swap_remove(3).2).to_vec();
        operands.push(Operand::Index(Layout::row_major(&shape)));
        compiler.check("several types", None, &build, &shape, kept, &operands);
    }
}

#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn users_reductions() {
    for compiler in compilers() {
        for dtype in [DType::F32, DType::Complex128, DType::I8] {
            for (k, (shape, kept, operand)) in forms(dtype).into_iter().enumerate() {
                let inst = |op, args: &[u16]| Inst { op, dtype, args: args.into() };
                let insts = vec![
                    inst(Op::Arg(0), &[]),
                    inst(Op::Arg(1), &[]),
                    inst(Op::Const(Scalar::from_f64(dtype, 2.0)), &[]),
                    inst(Op::Binary(BinaryOp::Mul), &[1, 2]),
                    inst(Op::Binary(BinaryOp::Add), &[0, 3]),
                ];
                let mut build = Build::default();
                let (x, identity) = (build.load(dtype), build.param(Scalar::from_f64(dtype, 0.0)));
                // The mapped values are stored as well, and the epilogue reads the body's parameter.
                let square = build.op(Op::Unary(UnaryOp::Square), dtype, &[x]);
                build.kernel.outputs.push(square);
                build.reduce(ReduceOp::Custom(Arc::new(Combine { insts, result: 4 })), dtype, &[square, identity]);
                let reduced = build.kernel.outputs[1];
                let sum = build.op(Op::Binary(BinaryOp::Add), dtype, &[reduced, identity]);
                build.kernel.outputs.push(sum);
                compiler.check(&format!("{dtype} {shape:?}"), Some(k), &build, &shape, kept, &[operand]);
            }
        }
    }
}

#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn layouts_random_numbers_and_indices() {
    for compiler in compilers() {
        let shape = [64, 48];
        let mut build = Build::default();
        let (x, y, z) = (build.load(DType::F32), build.load(DType::F32), build.load(DType::F64));
        let sum = build.op(Op::Binary(BinaryOp::Add), DType::F32, &[x, y]);
        let positive = build.op(Op::Binary(BinaryOp::Gt), DType::Bool, &[x, y]);
        let chosen = build.op(Op::Select, DType::F32, &[positive, sum, y]);
        let scalar = build.param(Scalar::new(xparray_ir::Complex::new(1.0f64, 2.0)));
        let complex = build.op(Op::Complex, DType::Complex128, &[z, z]);
        let product = build.op(Op::Binary(BinaryOp::Mul), DType::Complex128, &[complex, scalar]);
        let i = build.index();
        build.kernel.operands += 1;
        let taken = build.op(Op::Gather(4), DType::BF16, &[i]);
        let at = build.op(Op::Cast, DType::U64, &[i]);
        let seed = build.param(Scalar::new(7u64));
        build.kernel.outputs = vec![chosen, product, taken];
        for dtype in DType::ALL {
            use Distribution::*;
            for distribution in [Bits, Uniform, Normal, Exponential, Integers] {
                let kind = dtype.kind();
                let value = match distribution {
                    Bits if matches!(dtype, DType::U32 | DType::U64) => {
                        build.op(Op::Random(distribution), dtype, &[at, seed, seed])
                    }
                    Integers if matches!(kind, Kind::Signed | Kind::Unsigned) => {
                        let (low, last) =
                            (build.param(Scalar::from_f64(dtype, 0.0)), build.param(Scalar::from_f64(dtype, 9.0)));
                        build.op(Op::Random(distribution), dtype, &[at, seed, seed, low, last])
                    }
                    Uniform | Normal | Exponential if kind == Kind::Float => {
                        build.op(Op::Random(distribution), dtype, &[at, seed, seed])
                    }
                    _ => continue,
                };
                build.kernel.outputs.push(value);
            }
        }
        let row = Layout::row_major(&[48]).broadcast("row", &shape).expect("a row");
        let turned = Layout::row_major(&[48, 64]).permute(&[1, 0]).unwrap();
        for (k, layout) in [Layout::row_major(&shape), row, turned].into_iter().enumerate() {
            let operands = [
                dense(DType::F32, &shape),
                Operand::Buffer(1 << 16, layout),
                dense(DType::F64, &shape),
                Operand::Index(Layout::row_major(&shape)),
                dense(DType::BF16, &[1 << 12]),
            ];
            compiler.check(&format!("layout {k}"), None, &build, &shape, 2, &operands);
        }
    }
}

/// Vectors of numbers from neighbouring places of a stream, of whole blocks and of others, and in another order.
#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn random_numbers() {
    use Distribution::*;
    let compilers = compilers();
    for (turn, dtype) in DType::ALL.into_iter().enumerate() {
        let distributions: &[Distribution] = match dtype.kind() {
            Kind::Float => &[Uniform, Normal, Exponential],
            Kind::Signed | Kind::Unsigned if matches!(dtype, DType::U32 | DType::U64) => &[Bits, Integers],
            Kind::Signed | Kind::Unsigned => &[Integers],
            _ => continue,
        };
        let mut build = Build::default();
        let seed = build.param(Scalar::new(7u64));
        let range = [0.0, 9.0].map(|value| build.param(Scalar::from_f64(dtype, value)));
        let mut values = Vec::new();
        for _ in 0..2 {
            let index = build.index();
            let at = build.op(Op::Cast, DType::U64, &[index]);
            for &distribution in distributions {
                let args = [at, seed, seed, range[0], range[1]];
                let args = if distribution == Integers { &args[..] } else { &args[..3] };
                values.push(build.op(Op::Random(distribution), dtype, args));
            }
        }
        let shape = [1 << 12];
        let backward = Layout::new(smallvec![1 << 12], smallvec![-1], (1 << 12) - 1).unwrap();
        let forward = |offset| Operand::Index(Layout::new(smallvec![1 << 12], smallvec![1], offset).unwrap());
        let operands = |offset| [forward(offset), Operand::Index(backward.clone())];
        let mut stored = Build { kernel: build.kernel.clone(), params: build.params.clone() };
        stored.kernel.outputs = values.clone();
        values.iter().for_each(|&value| build.reduce(ReduceOp::Sum, dtype, &[value]));
        for compiler in &compilers {
            compiler.check(dtype.name(), Some(turn), &stored, &shape, 1, &operands(turn % 2));
            compiler.check(&format!("{dtype} reduced"), Some(turn + 1), &build, &shape, 0, &operands(1 - turn % 2));
        }
    }
}

/// Windows along both axes, of neighbours of two groups and more, with an index and two results.
#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn windows() {
    for compiler in compilers() {
        for (turn, dtype) in DType::ALL.into_iter().enumerate().filter(|(_, dtype)| *dtype != DType::Bool) {
            let row = 2052;
            let (down, along): (Vec<usize>, Vec<usize>) = ((0..5).map(|k| k * row).collect(), (0..5).collect());
            for (k, places) in [down, along].into_iter().enumerate() {
                let shape = [2048, 2048];
                let (mut build, mut operands) = window(dtype, &places, [row as isize, 1], shape);
                let index = build.index();
                operands.push(Operand::Index(Layout::row_major(&shape)));
                build.kernel.outputs.push(index);
                let what = format!("{dtype} {places:?}");
                compiler.check(&what, Some(turn + k), &build, &shape, 2, &operands);
            }
        }
    }
}

/// Operands with zeros around them or continued, in maps and in reductions of rows and of all.
#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn padded() {
    for compiler in compilers() {
        for (turn, dtype) in DType::ALL.into_iter().enumerate() {
            let borders = [Border::Zero, Border::Edge, Border::Reflect, Border::Symmetric, Border::Wrap];
            let border = borders[turn % borders.len()];
            let padded = |shape: &[usize], origin: &[isize]| {
                let (layout, padding) = (Layout::row_major(shape), Padding { origin: origin.into(), border });
                Operand::Padded(layout.len() * dtype.size(), layout, padding)
            };
            let mut build = Build::default();
            let (x, y) = (build.load(dtype), build.load(dtype));
            let value = if dtype == DType::Bool { BinaryOp::Or } else { BinaryOp::Add };
            let value = build.op(Op::Binary(value), dtype, &[x, y]);
            let mut map = Build { kernel: build.kernel.clone(), params: build.params.clone() };
            map.kernel.outputs.push(value);
            let operands = [padded(&[98, 200], &[1, 0]), padded(&[100, 190], &[0, 7])];
            compiler.check(dtype.name(), Some(turn), &map, &[100, 200], 2, &operands);
            let op = if dtype == DType::Bool { ReduceOp::Any } else { ReduceOp::Sum };
            build.reduce(op, dtype, &[value]);
            compiler.check(&format!("{dtype} reduced"), Some(turn), &build, &[100, 200], 1, &operands);
            compiler.check(&format!("{dtype} of all"), Some(turn + 1), &build, &[100, 200], 0, &operands);
        }
    }
}

/// Windows of continued arrays, along rows and columns, whose ends are found.
#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn continued_windows() {
    for compiler in compilers() {
        let borders = [Border::Edge, Border::Reflect, Border::Symmetric, Border::Wrap];
        for (turn, border) in borders.into_iter().enumerate() {
            for (axis, places) in [(0, 3), (1, 3), (0, 13), (1, 13)] {
                // Of whole vectors, and of others.
                for shape in [[2048, 2048], [2048, 2047]] {
                    let (build, operands) = continued(border, axis, places, shape);
                    compiler.check(&format!("{border:?} {axis} {places}"), Some(turn), &build, &shape, 2, &operands);
                }
            }
        }
    }
}

/// A loop in a loop, with a function of the table and random numbers, two results of it, in a map and before a reduction.
#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn loops() {
    let inst = |op, dtype, args: &[u16]| Inst { op, dtype, args: args.into() };
    for compiler in compilers() {
        for (turn, dtype) in [DType::F16, DType::F32, DType::F64].into_iter().enumerate() {
            let arg = |k| inst(Op::Arg(k), if k == 0 { DType::U64 } else { dtype }, &[]);
            // while i < 9 { (i, x) = (i + i, erf(x) * y) }
            let inner = Loop {
                args: vec![DType::U64, dtype, dtype],
                insts: vec![
                    arg(0),
                    inst(Op::Const(Scalar::new(9u64)), DType::U64, &[]),
                    inst(Op::Binary(BinaryOp::Lt), DType::Bool, &[0, 1]),
                    arg(1),
                    arg(2),
                    inst(Op::Binary(BinaryOp::Add), DType::U64, &[0, 0]),
                    inst(Op::Call(FunctionId::erf), dtype, &[3]),
                    inst(Op::Binary(BinaryOp::Mul), dtype, &[6, 4]),
                ],
                head: 3,
                condition: 2,
                next: vec![5, 7],
            };
            // while x < random(i) { (i, x) = inner(i, x, x) }
            let looped = |part| Op::Loop { body: SharedLoop::new(inner.clone()), part };
            let outer = Loop {
                args: vec![DType::U64, dtype],
                insts: vec![
                    arg(0),
                    arg(1),
                    inst(Op::Random(Distribution::Uniform), dtype, &[0, 0, 0]),
                    inst(Op::Binary(BinaryOp::Lt), DType::Bool, &[1, 2]),
                    inst(looped(1), dtype, &[0, 1, 1]),
                    inst(looped(0), DType::U64, &[0, 1, 1]),
                ],
                head: 4,
                condition: 3,
                next: vec![5, 4],
            };
            let outer = SharedLoop::new(outer);
            let mut build = Build::default();
            let (x, i) = (build.load(dtype), build.index());
            let at = build.op(Op::Cast, DType::U64, &[i]);
            let end = [0, 1].map(|part| {
                let part_type = if part == 0 { DType::U64 } else { dtype };
                build.op(Op::Loop { body: outer.clone(), part }, part_type, &[at, x])
            });
            let mut mapped = Build { kernel: build.kernel.clone(), params: build.params.clone() };
            mapped.kernel.outputs = end.to_vec();
            build.reduce(ReduceOp::Sum, dtype, &[end[1]]);
            let shape = [1 << 12];
            let operands = [dense(dtype, &shape), Operand::Index(Layout::row_major(&shape))];
            compiler.check(&format!("loop over {dtype}"), Some(turn), &mapped, &shape, 1, &operands);
            compiler.check(&format!("reduced loop over {dtype}"), Some(turn + 1), &build, &shape, 0, &operands);
        }
        let shape = [1 << 10];
        compiler.check("a complex loop", None, &real_of_complex_loops(), &shape, 1, &[dense(DType::F32, &shape)]);
    }
}

/// while x < 9 { x = real(z) }, for which z = x, while real(z) < 9 { z = z + z }.
fn real_of_complex_loops() -> Build {
    let inst = |op, dtype, args: &[u16]| Inst { op, dtype, args: args.into() };
    let doubling = Loop {
        args: vec![DType::Complex64],
        insts: vec![
            inst(Op::Arg(0), DType::Complex64, &[]),
            inst(Op::Unary(UnaryOp::Real), DType::F32, &[0]),
            inst(Op::Const(Scalar::new(9f32)), DType::F32, &[]),
            inst(Op::Binary(BinaryOp::Lt), DType::Bool, &[1, 2]),
            inst(Op::Binary(BinaryOp::Add), DType::Complex64, &[0, 0]),
        ],
        head: 4,
        condition: 3,
        next: vec![4],
    };
    let outer = Loop {
        args: vec![DType::F32],
        insts: vec![
            inst(Op::Arg(0), DType::F32, &[]),
            inst(Op::Const(Scalar::new(9f32)), DType::F32, &[]),
            inst(Op::Binary(BinaryOp::Lt), DType::Bool, &[0, 1]),
            inst(Op::Cast, DType::Complex64, &[0]),
            inst(Op::Loop { body: SharedLoop::new(doubling), part: 0 }, DType::Complex64, &[3]),
            inst(Op::Unary(UnaryOp::Real), DType::F32, &[4]),
        ],
        head: 3,
        condition: 2,
        next: vec![5],
    };
    let mut build = Build::default();
    let x = build.load(DType::F32);
    let end = build.op(Op::Loop { body: SharedLoop::new(outer), part: 0 }, DType::F32, &[x]);
    build.kernel.outputs.push(end);
    build
}

/// Functions of complex numbers are in the sources that need them, also where a loop computes such numbers for a real result.
#[test]
fn complex_functions_are_where_they_are_used() {
    let has_them = |build: &Build, operand: DType| {
        let shape = [1 << 10];
        let plan = planned(build, &shape, 1, &[dense(operand, &shape)]).unwrap().unwrap();
        let kernel = SharedKernel::new(build.kernel.clone()).unwrap();
        source(&kernel, &plan.variant).unwrap().contains("Cx<T> c_mul(")
    };
    for dtype in DType::ALL.into_iter().filter(|&dtype| dtype != DType::Bool) {
        let mut build = Build::default();
        let x = build.load(dtype);
        let double = build.op(Op::Binary(BinaryOp::Add), dtype, &[x, x]);
        build.kernel.outputs.push(double);
        assert_eq!(has_them(&build, dtype), dtype.is_complex(), "{dtype}");
    }
    assert!(has_them(&real_of_complex_loops(), DType::F32));
}

/// What AMD's compiler does not know to lie in the device's memory may lie in a block's shared memory, and takes longer to reach.
#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn accesses_are_global_ones() {
    const ARCHITECTURES: [&str; 4] = ["gfx90a", "gfx942", "gfx1100", "gfx1201"];
    let (mut map, mut sum) = (Build::default(), Build::default());
    let (x, i) = (map.load(DType::F32), map.index());
    map.kernel.operands += 1;
    let taken = map.op(Op::Gather(2), DType::F32, &[i]);
    let product = map.op(Op::Binary(BinaryOp::Mul), DType::F32, &[x, taken]);
    map.kernel.outputs = vec![product];
    let x = sum.load(DType::F32);
    sum.reduce(ReduceOp::Sum, DType::F32, &[x]);
    let (rows, along) = ([64, 48], Layout::row_major(&[64, 48]));
    let operands = [dense(DType::F32, &rows), Operand::Index(along), dense(DType::F32, &[rows[0] * rows[1]])];
    for compiler in compilers() {
        for architecture in ARCHITECTURES {
            let maps = compiler.machine_code(&[architecture], &map, &rows, 2, &operands);
            let sums = compiler.machine_code(&[architecture], &sum, &rows, 1, &[dense(DType::F32, &rows)]);
            for code in maps.iter().chain(&sums) {
                assert_eq!(machine_code::count_flat(code, architecture), 0, "{architecture}");
            }
        }
        // What chooses between an element and another value, where that must not become a choice between their places.
        use Small::*;
        let small = [Cholesky, Solve, Inverse, Qr, Svd].map(|small| Routine::small(small, DType::Complex128, 8));
        let scan = Routine::scan(&ScanOp::Sum, DType::Complex128, true).expect("an operation");
        for routine in small.into_iter().chain([scan]) {
            for code in compiler.machine_code_of(&["gfx942"], &routine.source()) {
                assert_eq!(machine_code::count_flat(&code, "gfx942"), 0, "{routine:?}");
            }
        }
    }
}

/// Hand-written sources for a type, the `turn`-th of all.
fn routines(turn: usize, dtype: DType) -> Vec<Routine> {
    let most = if turn.is_multiple_of(2) { 32 } else { 2048 };
    let mut all = vec![Routine::index(dtype), Routine::scatter(ScatterOp::Put, dtype)];
    let joins = [ScatterOp::Add, ScatterOp::Mul, ScatterOp::Min, ScatterOp::Max];
    all.push(Routine::scatter(joins[turn % joins.len()], dtype));
    all.extend([Routine::select(dtype), Routine::search(dtype), Routine::sort_small(dtype, most)]);
    if dtype == DType::I32 {
        all.extend([Routine::permutation(), Routine::sort_pairs(3), Routine::copies(24)]);
    }
    if dtype == DType::F64 {
        all.push(Routine::weights());
    }
    if dtype.kind() == Kind::Float {
        all.push(Routine::sums(dtype));
    }
    if dtype.is_integer() || dtype == DType::Bool {
        all.push(Routine::matmul(dtype));
    }
    if dtype != DType::Complex128 {
        all.push(Routine::sort(dtype, true, false));
    }
    if !dtype.is_complex() {
        all.push(Routine::sort(dtype, false, turn.is_multiple_of(2)));
        all.push(Routine::partition(dtype, !turn.is_multiple_of(2)));
    }
    if dtype != DType::Bool {
        for (k, op) in [ScanOp::Sum, ScanOp::Prod, ScanOp::Min, ScanOp::Max].into_iter().enumerate() {
            all.push(Routine::scan(&op, dtype, k % 2 == 0).expect("an operation"));
        }
    }
    if !matches!(dtype, DType::F16 | DType::BF16) {
        let (index, other, key) = [
            (DType::I32, DType::I32, DType::U32),
            (DType::I64, DType::I32, DType::I64),
            (DType::I32, DType::I64, DType::I64),
        ][turn % 3];
        all.push(Routine::sparse_form(dtype, index, other, key));
        all.extend([Routine::sparse_product(dtype, index), Routine::sparse_rows(dtype, index)]);
    }
    if matches!(dtype, DType::F32 | DType::F64 | DType::Complex64 | DType::Complex128) {
        all.extend([Routine::matrix(dtype), Routine::jacobi(dtype), Routine::inverse(dtype)]);
        let lanes = [8, 16, 32][turn % 3].min(256 / dtype.size());
        use Small::*;
        all.extend([Cholesky, Solve, Inverse, Qr, Eigh, Svd].map(|small| Routine::small(small, dtype, lanes)));
    }
    if matches!(dtype, DType::F32 | DType::F64) {
        all.push(Routine::elimination(dtype, [100, 1000, Routine::PANEL_ROWS][turn % 3]).0);
    }
    all
}

/// Two types have every kernel between them, in machine code for two architectures; with the others, each is compiled for all.
#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn hand_written_sources() {
    for compiler in compilers() {
        let mut seen = HashSet::new();
        for (turn, dtype) in DType::ALL.into_iter().enumerate() {
            for routine in routines(turn, dtype) {
                // What only moves elements is the same for types of one size.
                if seen.insert(routine.clone()) {
                    compiler.check_routine(&routine, turn);
                    if matches!(dtype, DType::I32 | DType::F32) {
                        compiler.check_routine(&routine, turn + 2);
                    }
                }
            }
        }
    }
}

/// Operands along different axes than the output: tiles in shared memory.
#[test]
#[ignore = "needs a vendor's compiler: cargo xtask ci kernels kernels-hip"]
fn turned_operands() {
    for compiler in compilers() {
        for (turn, dtype) in DType::ALL.into_iter().enumerate() {
            let mut build = Build::default();
            let (x, y) = (build.load(dtype), build.load(dtype));
            let same = build.op(Op::Binary(BinaryOp::Eq), DType::Bool, &[x, y]);
            build.kernel.outputs = vec![same, x];
            let shape = [3, 100, 60];
            let turned = Layout::row_major(&[3, 60, 100]).permute(&[0, 2, 1]).unwrap();
            let bytes = turned.len() * dtype.size();
            let operands = [Operand::Buffer(bytes, turned), dense(dtype, &shape)];
            compiler.check(dtype.name(), Some(turn), &build, &shape, 3, &operands);
        }
    }
}
