//! Reductions over all subsets of axes, types, layouts and sizes.

use super::arrays::{Array, Build, Case, Lie, Operand};
use super::values::V;
use crate::launch::Executor;
use crate::pool::Pool;
use num_complex::Complex;
use smallvec::smallvec;
use std::sync::Arc;
use xparray_ir::ir::{BinaryOp, Combine, Inst, Op, ReduceOp, UnaryOp};
use xparray_ir::layout::row_major_strides;
use xparray_ir::{DType, Kind, Layout, Scalar};

/// Small values whose sums and products round little, with ties.
fn value(dtype: DType, i: usize) -> V {
    let small = (i * 37 % 11) as i128;
    match dtype.kind() {
        Kind::Bool => V::I(small % 2),
        Kind::Unsigned => V::I(small),
        Kind::Signed => V::I(small - 5),
        Kind::Float => V::F(0.5 + small as f64 / 8.0),
        Kind::Complex => V::C(Complex::new(0.5 + small as f64 / 8.0, (i % 5) as f64 / 4.0 - 0.5)),
    }
}

fn combine(dtype: DType, insts: &[(Op, &[u16])]) -> ReduceOp {
    let insts: Vec<Inst> =
        insts.iter().map(|(op, args)| Inst { op: op.clone(), dtype, args: (*args).into() }).collect();
    let result = insts.len() as u16 - 1;
    ReduceOp::Custom(Arc::new(Combine { insts, result }))
}

/// `2 a b + a + b` and the like: associative, with 0 as identity.
fn mixed(dtype: DType) -> ReduceOp {
    let two = V::I(2).scalar(dtype);
    combine(
        dtype,
        &[
            (Op::Arg(0), &[]),
            (Op::Arg(1), &[]),
            (Op::Const(two), &[]),
            (Op::Binary(BinaryOp::Mul), &[0, 1]),
            (Op::Binary(BinaryOp::Mul), &[3, 2]),
            (Op::Binary(BinaryOp::Add), &[0, 1]),
            (Op::Binary(BinaryOp::Add), &[4, 5]),
        ],
    )
}

/// The second argument, but the first where that is 0: associative, not commutative.
fn last(dtype: DType) -> ReduceOp {
    let zero = V::I(0).scalar(dtype);
    let mut op = combine(
        dtype,
        &[
            (Op::Arg(0), &[]),
            (Op::Arg(1), &[]),
            (Op::Const(zero), &[]),
            (Op::Binary(BinaryOp::Eq), &[1, 2]),
            (Op::Select, &[3, 0, 1]),
        ],
    );
    if let ReduceOp::Custom(combine) = &mut op
        && let Some(combine) = Arc::get_mut(combine)
    {
        combine.insts[3].dtype = DType::Bool;
    }
    op
}

fn accepts(op: &ReduceOp, dtype: DType) -> bool {
    match op {
        ReduceOp::Any | ReduceOp::All => dtype == DType::Bool,
        ReduceOp::Sum | ReduceOp::Prod => dtype != DType::Bool,
        ReduceOp::Moments => matches!(dtype.kind(), Kind::Float | Kind::Complex),
        ReduceOp::Custom(_) => matches!(dtype.kind(), Kind::Signed | Kind::Unsigned),
        _ => true,
    }
}

const PLAIN: [ReduceOp; 9] = [
    ReduceOp::Sum,
    ReduceOp::Prod,
    ReduceOp::Min,
    ReduceOp::Max,
    ReduceOp::ArgMin,
    ReduceOp::ArgMax,
    ReduceOp::Any,
    ReduceOp::All,
    ReduceOp::Moments,
];

/// Reduces an array of `shape` that lies as `lie` over the axes whose bits are set.
struct Over<'a> {
    dtype: DType,
    shape: &'a [usize],
    axes: usize,
    lie: Lie,
    values: &'a dyn Fn(usize) -> V,
}

impl Over<'_> {
    fn check(&self, executor: &Executor, pool: &Pool, ops: &[ReduceOp], ulps: f64) {
        let reduced = |k: &usize| self.axes >> k & 1 == 1;
        let rank = self.shape.len();
        let order: Vec<usize> = (0..rank).filter(|k| !reduced(k)).chain((0..rank).filter(reduced)).collect();
        let kept = (0..rank).filter(|k| !reduced(k)).count();
        let shape: Vec<usize> = order.iter().map(|&k| self.shape[k]).collect();
        let mut array = Array::new(pool, self.dtype, self.shape, self.lie, self.values);
        array.layout = array.layout.permute(&order).unwrap();
        // Places in the array as it was, or among the reduced axes only.
        let index = Layout::new(self.shape.into(), row_major_strides(self.shape), 0).unwrap().permute(&order).unwrap();
        let mut build = Build::default();
        let (x, i) = (build.load(self.dtype), build.index());
        let zero = build.param(V::I(0).scalar(self.dtype));
        let mut results = Vec::new();
        for op in ops {
            let args = match op {
                ReduceOp::ArgMin | ReduceOp::ArgMax => vec![x, i],
                ReduceOp::Custom(_) => vec![x, zero],
                _ => vec![x],
            };
            let dtype = match op {
                ReduceOp::ArgMin | ReduceOp::ArgMax => DType::I64,
                _ => self.dtype,
            };
            results.push((build.reduce(op.clone(), dtype, &args), if *op == ReduceOp::Moments { 2 } else { 1 }));
        }
        for (index, parts) in results {
            for part in 0..parts {
                let value = build.reduced(index, part);
                build.store(value);
            }
        }
        let operands = vec![Operand::Array(array), Operand::Index(index)];
        Case { build: &mut build, shape: &shape, kept, operands, lie: Lie::Contiguous }.check(
            executor,
            pool,
            &[],
            ulps,
        );
    }
}

#[test]
fn every_type_and_operation() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for dtype in DType::ALL {
        let ops: Vec<ReduceOp> =
            PLAIN.into_iter().chain([mixed(dtype), last(dtype)]).filter(|op| accepts(op, dtype)).collect();
        for (shape, axes) in [
            (&[37][..], 1),
            (&[6, 7], 1),
            (&[6, 7], 2),
            (&[70, 50], 1),
            (&[70, 50], 2),
            (&[3, 4, 5], 5),
            (&[1], 1),
            (&[], 0),
        ] {
            for lie in Lie::ALL {
                // Products round in every step, sums of halves only once.
                Over { dtype, shape, axes, lie, values: &|i| value(dtype, i) }.check(&executor, &pool, &ops, 200.0);
            }
        }
    }
}

#[test]
fn every_subset_of_axes() {
    let (pool, executor) = (Pool::default(), Executor::default());
    let ops = [ReduceOp::Sum, ReduceOp::Max, ReduceOp::ArgMin, mixed(DType::I32), last(DType::I32)];
    for shape in [
        &[130][..],
        &[17, 40],
        &[40, 3],
        &[300, 2],
        &[2, 300],
        &[5, 40, 7],
        &[33, 2, 35],
        &[4, 3, 5, 6],
        &[2, 1, 64, 9],
    ] {
        for axes in 0..1usize << shape.len() {
            for lie in [Lie::Contiguous, Lie::Transposed, Lie::Reversed, Lie::Strided, Lie::Repeated] {
                let values = |i: usize| value(DType::I32, i);
                Over { dtype: DType::I32, shape, axes, lie, values: &values }.check(&executor, &pool, &ops, 0.0);
            }
        }
    }
    let ops = [ReduceOp::Sum, ReduceOp::Moments];
    for shape in [&[17, 40][..], &[5, 40, 7], &[300, 4], &[4, 300]] {
        for axes in 0..1usize << shape.len() {
            let values = |i: usize| V::F((i as f64 * 0.7).sin() + 100.0);
            Over { dtype: DType::F64, shape, axes, lie: Lie::Contiguous, values: &values }
                .check(&executor, &pool, &ops, 1e3);
        }
    }
}

/// Sizes that are cut into chunks and groups, and shared between threads.
#[test]
fn large_reductions() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for (shape, axes) in [
        (&[400_000][..], 1),
        (&[800, 500], 1),
        (&[800, 500], 2),
        (&[5, 90_000], 2),
        (&[90_000, 5], 1),
        (&[30, 100, 130], 5),
        (&[100_000, 3], 2),
        // Groups of several tiles beside each other, read row by row.
        (&[1100, 1500], 1),
    ] {
        let ops = [ReduceOp::Sum, ReduceOp::Min, ReduceOp::ArgMax, mixed(DType::I64), last(DType::I64)];
        let values = |i: usize| V::I((i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) as i64 as i128 >> 20);
        Over { dtype: DType::I64, shape, axes, lie: Lie::Contiguous, values: &values }
            .check(&executor, &pool, &ops, 0.0);
        let values = |i: usize| V::F(((i as u32).wrapping_mul(2_654_435_761) >> 8) as f64 / 1e6);
        let ops = [ReduceOp::Sum, ReduceOp::Moments, ReduceOp::Max];
        Over { dtype: DType::F32, shape, axes, lie: Lie::Contiguous, values: &values }
            .check(&executor, &pool, &ops, 8.0);
    }
}

/// A sum of many small numbers, where adding one by one in `f32` is wrong in the third digit.
#[test]
fn sums_are_accurate() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for (shape, axes) in [(&[500_000][..], 1), (&[125_000, 4], 1), (&[2, 250_000], 2)] {
        for (dtype, ulps) in [(DType::F32, 1.0), (DType::F64, 1.0)] {
            let values = |i: usize| V::F(0.1 + (i % 3) as f64 * 1e-4);
            Over { dtype, shape, axes, lie: Lie::Contiguous, values: &values }.check(
                &executor,
                &pool,
                &[ReduceOp::Sum],
                ulps,
            );
        }
    }
    // Halves stop at 2048 if they are added one by one.
    let values = |_: usize| V::F(1.0);
    let over = Over { dtype: DType::F16, shape: &[9000], axes: 1, lie: Lie::Contiguous, values: &values };
    over.check(&executor, &pool, &[ReduceOp::Sum], 0.0);
    // The deviations of numbers that are large themselves.
    let values = |i: usize| V::F(1e6 + (i % 4) as f64);
    let over = Over { dtype: DType::F32, shape: &[100_000], axes: 1, lie: Lie::Contiguous, values: &values };
    over.check(&executor, &pool, &[ReduceOp::Moments], 2.0);
}

#[test]
fn nan_and_infinity() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for dtype in [DType::F16, DType::F32, DType::F64, DType::Complex128] {
        // The longer one is read at four places at a time.
        let places = [(2000, 0), (2000, 13), (2000, 999), (2000, 1500)].into_iter();
        for (n, place) in places.chain([100, 9000, 17_000, 25_000, 33_000].map(|place| (40_000, place))) {
            let shape: &[usize] = &[n];
            let nan = |i: usize| match i {
                _ if i == place || i == place + 17 => V::F(f64::NAN),
                _ => V::F((i % 9) as f64 - 4.0),
            };
            let ops = [ReduceOp::Min, ReduceOp::Max, ReduceOp::ArgMin, ReduceOp::ArgMax, ReduceOp::Sum];
            Over { dtype, shape, axes: 1, lie: Lie::Contiguous, values: &nan }.check(&executor, &pool, &ops, 0.0);
            let shape: &[usize] = &[100, 20];
            Over { dtype, shape, axes: 1, lie: Lie::Contiguous, values: &nan }.check(&executor, &pool, &ops, 0.0);
            let infinite = |i: usize| if i == place { V::F(f64::INFINITY) } else { V::F(1.0) };
            let ops = [ReduceOp::Min, ReduceOp::Max, ReduceOp::Sum, ReduceOp::ArgMax];
            Over { dtype, shape, axes: 1, lie: Lie::Contiguous, values: &infinite }.check(&executor, &pool, &ops, 0.0);
        }
    }
    // The deviations from an infinite mean are undefined, the mean is not.
    let mut build = Build::default();
    let x = build.load(DType::F64);
    let moments = build.reduce(ReduceOp::Moments, DType::F64, &[x]);
    let mean = build.reduced(moments, 0);
    build.store(mean);
    let values = |i: usize| V::F(if i == 3 { f64::INFINITY } else { 1.0 });
    let operands = vec![Operand::Array(Array::new(&pool, DType::F64, &[9000], Lie::Contiguous, values))];
    Case { build: &mut build, shape: &[9000], kept: 0, operands, lie: Lie::Contiguous }.check(
        &executor,
        &pool,
        &[],
        0.0,
    );
}

#[test]
fn no_values() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for (shape, axes) in [(&[0][..], 1), (&[3, 0], 2), (&[0, 3], 1), (&[0, 3], 2), (&[2, 0, 1000], 2)] {
        let values = |_: usize| V::I(1);
        let ops = [ReduceOp::Sum, ReduceOp::Prod, ReduceOp::Moments];
        Over { dtype: DType::F32, shape, axes, lie: Lie::Contiguous, values: &values }
            .check(&executor, &pool, &ops, 0.0);
        let ops = [ReduceOp::Any, ReduceOp::All];
        Over { dtype: DType::Bool, shape, axes, lie: Lie::Contiguous, values: &values }
            .check(&executor, &pool, &ops, 0.0);
        let ops = [mixed(DType::I16)];
        Over { dtype: DType::I16, shape, axes, lie: Lie::Contiguous, values: &values }
            .check(&executor, &pool, &ops, 0.0);
    }
}

/// A body output, two reductions of computed values, and an epilogue with an operand of its own.
#[test]
fn bodies_and_epilogues() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for (shape, kept) in
        [(&[7, 30][..], 1), (&[1500, 3], 1), (&[3, 1500], 1), (&[40, 50, 6], 2), (&[2000], 0), (&[12, 11], 2)]
    {
        for lie in Lie::OUTPUTS {
            let mut build = Build::default();
            let (x, y) = (build.load(DType::F64), build.load(DType::F32));
            let two = build.param(Scalar::new(2.0f64));
            let y = build.cast(y, DType::F64);
            let product = build.binary(BinaryOp::Mul, x, y);
            let square = build.unary(UnaryOp::Square, product);
            let shifted = build.binary(BinaryOp::Add, square, two);
            let sum = build.reduce(ReduceOp::Sum, DType::F64, &[shifted]);
            let max = build.reduce(ReduceOp::Max, DType::F64, &[product]);
            let (sum, max) = (build.reduced(sum, 0), build.reduced(max, 0));
            let bias = build.load(DType::F64);
            let total = build.binary(BinaryOp::Add, sum, bias);
            let total = build.binary(BinaryOp::Mul, total, two);
            build.store(total).store(product).store(max);
            // Without zeros: which of two zeros is the greater is not said.
            let integer = |i: usize| V::I((i % 13) as i128 * 2 - 13);
            let operands = vec![
                Operand::Array(Array::new(&pool, DType::F64, shape, lie, integer)),
                Operand::Array(Array::new(&pool, DType::F32, shape, Lie::Repeated, integer)),
                Operand::Array(Array::new(&pool, DType::F64, &shape[..kept], lie, integer)),
            ];
            Case { build: &mut build, shape, kept, operands, lie }.check(&executor, &pool, &[], 0.0);
        }
    }
}

/// The same bits for any number of threads, and again and again.
#[test]
fn results_do_not_depend_on_the_threads() {
    let pool = Pool::default();
    let executor = Executor::new(pool.clone());
    for (shape, kept) in [(smallvec![1_000_000], 0), (smallvec![40, 30_000], 1), (smallvec![3000, 300], 1)] {
        let shape: smallvec::SmallVec<[usize; 2]> = shape;
        let run = |threads: usize| {
            let mut build = Build::default();
            let x = build.load(DType::F32);
            let y = build.unary(UnaryOp::Sqrt, x);
            let sum = build.reduce(ReduceOp::Sum, DType::F32, &[y]);
            let moments = build.reduce(ReduceOp::Moments, DType::F32, &[x]);
            for (index, part) in [(sum, 0), (moments, 0), (moments, 1)] {
                let value = build.reduced(index, part);
                build.store(value);
            }
            let values = |i: usize| V::F((i % 1237) as f64 * 0.01);
            let operands = vec![Operand::Array(Array::new(&pool, DType::F32, &shape, Lie::Contiguous, values))];
            let mut case = Case { build: &mut build, shape: &shape, kept, operands, lie: Lie::Contiguous };
            let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let outputs = threads.install(|| case.run(&executor, &pool, &[]).unwrap());
            outputs.iter().map(|array| array.bytes().to_vec()).collect::<Vec<_>>()
        };
        let expected = run(1);
        for threads in [1, 2, 3, 7] {
            assert_eq!(run(threads), expected, "{threads} threads");
        }
    }
}

/// Products that nothing but a sum reads, of operands in every layout, and of one with itself.
#[test]
fn sums_of_products() {
    let (pool, executor) = (Pool::default(), Executor::default());
    let small = |i: usize| V::I((i * 37 % 11) as i128 - 5);
    let shapes: [&[usize]; 7] = [&[], &[0], &[5], &[1100], &[70_003], &[3, 40], &[300, 33]];
    for dtype in [DType::F32, DType::F64, DType::I32] {
        for (shape, lie) in shapes.into_iter().flat_map(|shape| Lie::ALL.map(|lie| (shape, lie))) {
            for (kept, factors) in (0..=shape.len()).flat_map(|kept| [1, 2, 3].map(|factors| (kept, factors))) {
                let mut build = Build::default();
                let x = build.load(dtype);
                let mut operands = vec![Operand::Array(Array::new(&pool, dtype, shape, Lie::ALL[0], small))];
                let mut product = x;
                if factors == 1 {
                    product = build.unary(UnaryOp::Square, x);
                }
                for by in 1..factors {
                    let y = build.load(dtype);
                    let other = move |i: usize| small(i / (2 * by + 1));
                    operands.push(Operand::Array(Array::new(&pool, dtype, shape, lie, other)));
                    product = build.binary(BinaryOp::Mul, product, y);
                }
                let sum = build.reduce(ReduceOp::Sum, dtype, &[product]);
                let sum = build.reduced(sum, 0);
                build.store(sum);
                Case { build: &mut build, shape, kept, operands, lie: Lie::OUTPUTS[0] }.check(
                    &executor,
                    &pool,
                    &[],
                    0.0,
                );
            }
        }
    }
}
