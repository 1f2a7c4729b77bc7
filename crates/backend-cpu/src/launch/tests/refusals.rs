//! Wrong arguments are errors, and indices out of bounds are too.

use super::arrays::{Array, Build, Case, Lie, Operand};
use super::values::V;
use crate::launch::Executor;
use crate::pool::Pool;
use smallvec::smallvec;
use xparray_ir::ir::{BinaryOp, Op, ReduceOp, UnaryOp};
use xparray_ir::{DType, Error, Layout, Scalar};

fn array(pool: &Pool, dtype: DType, n: usize) -> Array {
    Array::new(pool, dtype, &[n], Lie::Contiguous, |i| V::I(i as i128 % 100))
}

/// Runs a kernel over 8 elements.
fn run(mut build: Build, operands: Vec<Operand>) -> xparray_ir::Result<Vec<Array>> {
    let pool = Pool::default();
    let mut case = Case { build: &mut build, shape: &[8], kept: 1, operands, lie: Lie::Contiguous };
    case.run(&Executor::default(), &pool, &[])
}

fn copy() -> Build {
    let mut build = Build::default();
    let x = build.load(DType::F64);
    build.store(x);
    build
}

#[test]
fn operands_that_do_not_fit() {
    let pool = Pool::default();
    let with = |layout: Layout| Operand::Array(Array { layout, ..array(&pool, DType::F64, 16) });
    assert!(run(copy(), vec![with(Layout::new(smallvec![8], smallvec![2], 0).unwrap())]).is_ok());
    for layout in [
        Layout::new(smallvec![8], smallvec![2], 2).unwrap(),
        Layout::new(smallvec![8], smallvec![1], isize::MAX as usize - 7).unwrap(),
        Layout::new(smallvec![7], smallvec![1], 0).unwrap(),
        Layout::new(smallvec![8, 1], smallvec![1, 1], 0).unwrap(),
        Layout::new(smallvec![1], smallvec![1], 0).unwrap(),
    ] {
        assert!(run(copy(), vec![with(layout.clone())]).is_err(), "{layout:?}");
    }
    assert!(run(copy(), vec![Operand::Array(array(&pool, DType::F32, 8))]).is_err(), "too short for f64");
    assert!(run(copy(), vec![]).is_err());
    assert!(run(copy(), vec![Operand::Output(1)]).is_err());
    assert!(run(copy(), vec![Operand::Index(Layout::row_major(&[8]))]).is_err());
}

#[test]
fn kernels_that_are_not_well_formed() {
    let pool = Pool::default();
    let operand = || vec![Operand::Array(array(&pool, DType::F64, 8))];
    let refused = |change: &dyn Fn(&mut Build)| {
        let mut build = Build::default();
        build.load(DType::F64);
        change(&mut build);
        let last = build.kernel.insts.len() as u16 - 1;
        build.store(last);
        run(build, operand()).is_err()
    };
    assert!(!refused(&|build| _ = build.unary(UnaryOp::Sqrt, 0)));
    assert!(refused(&|build| _ = build.op(Op::Unary(UnaryOp::Not), DType::F64, &[0])));
    assert!(refused(&|build| _ = build.op(Op::Unary(UnaryOp::Sqrt), DType::F32, &[0])));
    assert!(refused(&|build| _ = build.op(Op::Unary(UnaryOp::Sqrt), DType::F64, &[1])));
    assert!(refused(&|build| _ = build.op(Op::Unary(UnaryOp::Sqrt), DType::F64, &[])));
    assert!(refused(&|build| _ = build.op(Op::Binary(BinaryOp::Gcd), DType::F64, &[0, 0])));
    assert!(refused(&|build| _ = build.op(Op::Load(1), DType::F64, &[])));
    assert!(refused(&|build| _ = build.op(Op::Param(0), DType::F64, &[])));
    assert!(refused(&|build| _ = build.op(Op::Reduced { index: 0, part: 0 }, DType::F64, &[])));
    assert!(refused(&|build| _ = build.op(Op::Arg(0), DType::F64, &[])));
    assert!(refused(&|build| _ = build.op(Op::Select, DType::F64, &[0, 0, 0])));
    assert!(refused(&|build| {
        build.kernel.params.push(DType::F64);
        build.op(Op::Param(0), DType::F64, &[]);
    }));
}

#[test]
fn reducing_nothing_needs_an_identity() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for (op, fits) in [(ReduceOp::Sum, true), (ReduceOp::Max, false), (ReduceOp::Min, false)] {
        for (shape, kept, refused) in [(&[3, 0][..], 1, !fits), (&[0, 3], 1, false)] {
            let mut build = Build::default();
            let x = build.load(DType::F32);
            let r = build.reduce(op.clone(), DType::F32, &[x]);
            let r = build.reduced(r, 0);
            build.store(r);
            let operands = vec![Operand::Array(Array::new(&pool, DType::F32, shape, Lie::Contiguous, |_| V::I(0)))];
            let mut case = Case { build: &mut build, shape, kept, operands, lie: Lie::Contiguous };
            assert_eq!(case.run(&executor, &pool, &[]).is_err(), refused, "{op:?} {shape:?}");
        }
    }
}

#[test]
fn indices_out_of_bounds_are_reported() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for bad in [10, -11, i64::MAX, i64::MIN] {
        for (n, place) in [(5, 3), (100_000, 77_777)] {
            let mut build = Build::default();
            let i = build.load(DType::I64);
            build.kernel.operands += 1;
            let x = build.op(Op::Gather(1), DType::F32, &[i]);
            build.store(x);
            let index = |i: usize| V::I(if i == place { bad.into() } else { (i % 20) as i128 - 10 });
            let operands = vec![
                Operand::Array(Array::new(&pool, DType::I64, &[n], Lie::Contiguous, index)),
                Operand::Array(array(&pool, DType::F32, 10)),
            ];
            let mut case = Case { build: &mut build, shape: &[n], kept: 1, operands, lie: Lie::Contiguous };
            let error = case.run(&executor, &pool, &[]).unwrap_err();
            assert_eq!(error, Error::Index { op: "take", index: bad, len: 10 });
        }
    }
}

/// Random numbers are those of a fill, whatever the order in which they are asked for.
#[test]
fn random_numbers() {
    use crate::random::{Stream, standard_normal, uniform};
    use xparray_ir::ir::Distribution;
    let (pool, executor) = (Pool::default(), Executor::default());
    let n = 5000;
    let mut build = Build::default();
    let i = build.load(DType::U64);
    let (seed, id) = (build.param(Scalar::new(42u64)), build.param(Scalar::new(7u64)));
    let x = build.op(Op::Random(Distribution::Uniform), DType::F64, &[i, seed, id]);
    let y = build.op(Op::Random(Distribution::Normal), DType::F32, &[i, seed, id]);
    let (low, high) = (build.param(Scalar::new(-3i8)), build.param(Scalar::new(5i8)));
    let z = build.op(Op::Random(Distribution::Integers), DType::I8, &[i, seed, id, low, high]);
    let w = build.op(Op::Random(Distribution::Uniform), DType::F16, &[i, seed, id]);
    build.store(x).store(y).store(z).store(w);
    // Runs, a step back, and single ones.
    let place = |i: usize| if i < 2000 { i + 3 } else { i * 7919 % n };
    let index = Array::new(&pool, DType::U64, &[n], Lie::Contiguous, |i| V::I(place(i) as i128));
    let operands = vec![Operand::Array(index)];
    let mut case = Case { build: &mut build, shape: &[n], kept: 1, operands, lie: Lie::Contiguous };
    let outputs = case.run(&executor, &pool, &[]).unwrap();
    let stream = Stream { seed: 42, id: 7, offset: 0 };
    let (mut uniforms, mut normals) = (vec![0f64; n + 3], vec![0f32; n + 3]);
    // SAFETY: initialised memory is as good as uninitialised.
    unsafe {
        uniform(stream, std::mem::transmute::<&mut [f64], &mut [std::mem::MaybeUninit<f64>]>(&mut uniforms));
        standard_normal(stream, std::mem::transmute::<&mut [f32], &mut [std::mem::MaybeUninit<f32>]>(&mut normals));
    }
    for (i, (x, y)) in outputs[0].values().into_iter().zip(outputs[1].values()).enumerate() {
        assert_eq!((x, y), (V::F(uniforms[place(i)]), V::F(normals[place(i)].into())), "{i}");
    }
    let mut counts = [0; 9];
    outputs[2].values().iter().for_each(|v| counts[(v.i() + 3) as usize] += 1);
    assert!(counts.iter().all(|&count| count > n / 20), "{counts:?}");
    assert!(outputs[3].values().iter().all(|v| (0.0..1.0).contains(&v.f())));
}

/// Of places that count up, only the first is known; of others, all, and those that something else reads.
#[test]
fn random_numbers_at_indices() {
    use crate::random::{Stream, bits};
    use xparray_ir::ir::Distribution;
    let (pool, executor) = (Pool::default(), Executor::default());
    let mut words = vec![0u32; 1 << 13];
    // SAFETY: initialised memory is as good as uninitialised.
    let room = unsafe { std::mem::transmute::<&mut [u32], &mut [std::mem::MaybeUninit<u32>]>(&mut words) };
    bits(Stream { seed: 42, id: 7, offset: 0 }, room);
    for stored in [false, true] {
        for (strides, offset) in
            [([50, 1], 0), ([50, 1], 3), ([-50, -1], 4999), ([1, 100], 1), ([0, 1], 2), ([1, 0], 9)]
        {
            let mut build = Build::default();
            let i = build.index();
            let at = build.cast(i, DType::U64);
            let (seed, id) = (build.param(Scalar::new(42u64)), build.param(Scalar::new(7u64)));
            let x = build.op(Op::Random(Distribution::Bits), DType::U32, &[at, seed, id]);
            build.store(x);
            if stored {
                // The place as the stream: not the same for all elements.
                let y = build.op(Op::Random(Distribution::Bits), DType::U32, &[at, seed, at]);
                build.store(y).store(i).store(at);
            }
            let operands = vec![Operand::Index(
                Layout::new(smallvec![100, 50], smallvec![strides[0], strides[1]], offset).unwrap(),
            )];
            let mut case = Case { build: &mut build, shape: &[100, 50], kept: 2, operands, lie: Lie::Contiguous };
            let outputs = case.run(&executor, &pool, &[]).unwrap();
            let place = |k: usize| offset as isize + (k / 50) as isize * strides[0] + (k % 50) as isize * strides[1];
            for (k, x) in outputs[0].values().into_iter().enumerate() {
                assert_eq!(x, V::I(words[place(k) as usize].into()), "{strides:?} {k}");
            }
            if stored {
                for k in [0, 1, 49, 50, 4999] {
                    let mut word = [std::mem::MaybeUninit::uninit()];
                    bits(Stream { seed: 42, id: place(k) as u64, offset: place(k) as u64 }, &mut word);
                    // SAFETY: it was filled.
                    let word: u32 = unsafe { word[0].assume_init() };
                    let expected = [V::I(word.into()), V::I(place(k) as i128), V::I(place(k) as i128)];
                    assert_eq!([1, 2, 3].map(|output| outputs[output].values()[k]), expected, "{strides:?} {k}");
                }
            }
        }
    }
}
