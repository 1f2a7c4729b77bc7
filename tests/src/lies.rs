//! The traits that backends implement, called with what lies: safe code gets errors, and nothing else happens.

use xparray::backend::{Csr, DeviceBuffer, FftDirection, Input, LaunchArgs, Output, ScanOp, ScatterOp, Side, View};
use xparray::ir::{BinaryOp, Combine, Distribution, Inst, Kernel, Op, ReduceOp, Reduction, SharedKernel, UnaryOp};
use xparray::layout::{Dims, Strides};
use xparray::prelude::*;
use xparray::{Error, Layout, Scalar};

const HUGE: usize = isize::MAX as usize;

/// A layout, if it is one at all: lies may be refused as early as here.
fn layout(shape: &[usize], strides: &[isize], offset: usize) -> Option<Layout> {
    Layout::new(Dims::from_slice(shape), Strides::from_slice(strides), offset).ok()
}

/// Layouts that do not lie in 64 bytes of `u8`.
fn lies() -> Vec<Layout> {
    let places: [(&[usize], &[isize], usize); 16] = [
        (&[65], &[1], 0),
        (&[64], &[1], 1),
        (&[8], &[-1], 6),
        (&[8], &[-1], 0),
        (&[5], &[1 << 62], 0),
        (&[5], &[-(1 << 62)], 0),
        (&[3], &[isize::MAX], 0),
        (&[3], &[isize::MIN], 0),
        (&[2], &[isize::MIN], 1 << 63),
        (&[2, 2], &[isize::MAX, isize::MIN + 1], 0),
        (&[2, 2, 2], &[isize::MAX, isize::MAX, 2], 0),
        (&[8], &[1], usize::MAX),
        (&[0], &[1], usize::MAX),
        (&[1 << 32, 1 << 32], &[0, 0], 0),
        (&[usize::MAX], &[0], 0),
        (&[2, 32], &[1], 0),
    ];
    places.into_iter().filter_map(|(shape, strides, offset)| layout(shape, strides, offset)).collect()
}

fn bytes<B: Backend>(xp: &B, bytes: &[u8]) -> B::Buffer {
    let mut buffer = xp.alloc(bytes.len()).unwrap();
    xp.upload(bytes, &mut buffer).unwrap();
    buffer
}

fn numbers<B: Backend>(xp: &B, numbers: &[i64]) -> B::Buffer {
    let all: Vec<u8> = numbers.iter().flat_map(|n| n.to_ne_bytes()).collect();
    bytes(xp, &all)
}

fn row(len: usize) -> Layout {
    Layout::row_major(&[len])
}

fn inst(op: Op, dtype: DType, args: &[u16]) -> Inst {
    Inst { op, dtype, args: args.into() }
}

/// A kernel that stores its last instruction.
fn kernel(insts: Vec<Inst>, operands: usize) -> Kernel {
    let last = insts.len() as u16 - 1;
    Kernel { body: insts.len(), insts, outputs: vec![last], operands, ..Kernel::default() }
}

fn copy(dtype: DType) -> Kernel {
    kernel(vec![inst(Op::Load(0), dtype, &[])], 1)
}

/// Views and outputs lie in their buffers, at both ends.
pub fn views<B: Backend>(xp: &B) {
    let mut buffer = bytes(xp, &[7; 64]);
    assert_eq!(buffer.bytes(), 64);
    for layout in lies() {
        assert!(View::new(&buffer, DType::U8, &layout).is_err(), "{layout:?}");
        assert!(Output::new(&mut buffer, DType::U8, &layout).is_err(), "{layout:?}");
    }
    for dtype in DType::ALL {
        let (fits, more) = (row(64 / dtype.size()), row(64 / dtype.size() + 1));
        assert!(View::new(&buffer, dtype, &fits).is_ok() && View::new(&buffer, dtype, &more).is_err(), "{dtype}");
    }
    let ends = [layout(&[64], &[-1], 63), layout(&[0], &[1], 64), layout(&[2, 32], &[0, 1], 32)];
    assert!(ends.into_iter().flatten().all(|layout| View::new(&buffer, DType::U8, &layout).is_ok()));
    let whole = row(8);
    let view = View::new(&buffer, DType::I64, &whole).unwrap();
    assert!(view.with_layout(&row(9)).is_err() && view.reinterpreted(DType::Complex128, &row(5)).is_err());
    let short = xp.alloc(0).unwrap();
    assert!(view.map_buffer(|_| Ok(&short)).is_err() && view.map_buffer(Ok).is_ok());
}

/// No two indices of an output are one element.
pub fn outputs<B: Backend>(xp: &B) {
    let mut buffer = bytes(xp, &[0; 64]);
    for (shape, strides) in [([4, 4], [0, 1]), ([4, 4], [2, 1]), ([2, 3], [1, 1]), ([4, 1], [0, 0]), ([2, 2], [0, 0])] {
        if let Some(layout) = layout(&shape, &strides, 0) {
            assert!(Output::new(&mut buffer, DType::U8, &layout).is_err(), "{layout:?}");
        }
    }
    for (shape, strides) in [([4, 4], [4, 1]), ([4, 4], [1, 4]), ([4, 4], [8, 2]), ([1, 4], [0, 1])] {
        let layout = layout(&shape, &strides, 0).unwrap();
        assert!(Output::new(&mut buffer, DType::U8, &layout).is_ok(), "{layout:?}");
    }
}

/// Arguments fit their kernel.
pub fn launches<B: Backend>(xp: &B) {
    let (copy, eight, nine) = (SharedKernel::new(copy(DType::I64)).unwrap(), row(8), row(9));
    let (x, long, mut out) = (numbers(xp, &[1; 8]), numbers(xp, &[1; 9]), numbers(xp, &[2; 8]));
    let of = |buffer, layout| Input::Buffer(View::<B::Buffer>::new(buffer, DType::I64, layout).unwrap());
    let mut run = |kernel: &SharedKernel, shape: &[usize], kept, inputs: &[Input<'_, B::Buffer>], params: &[Scalar]| {
        let outputs = Output::new(&mut out, DType::I64, &eight).into_iter().collect();
        xp.launch(LaunchArgs::new(kernel, shape, kept, inputs, outputs, params)?)
    };
    run(&copy, &[8], 1, &[of(&x, &eight)], &[]).unwrap();
    run(&copy, &[8], 1, &[Input::Output(0)], &[]).unwrap();
    let floats = Input::Buffer(View::new(&x, DType::F64, &eight).unwrap());
    assert!(matches!(run(&copy, &[8], 1, &[floats], &[]), Err(Error::DType { .. })));
    assert!(run(&copy, &[9], 1, &[of(&long, &nine)], &[]).is_err());
    assert!(run(&copy, &[8], 1, &[of(&long, &nine)], &[]).is_err());
    assert!(run(&copy, &[8], 0, &[of(&x, &eight)], &[]).is_err());
    assert!(run(&copy, &[8], 2, &[of(&x, &eight)], &[]).is_err());
    assert!(run(&copy, &[8], 1, &[], &[]).is_err());
    assert!(run(&copy, &[8], 1, &[of(&x, &eight), of(&x, &eight)], &[]).is_err());
    assert!(run(&copy, &[8], 1, &[Input::Output(1)], &[]).is_err());
    assert!(run(&copy, &[8], 1, &[Input::Index(&eight)], &[]).is_err());
    // A part of the output's buffer lies in it, and is not written.
    assert!(run(&copy, &[8], 1, &[Input::Part { output: 0, layout: &eight }], &[]).is_err());
    assert!(run(&copy, &[8], 1, &[Input::Part { output: 1, layout: &eight }], &[]).is_err());
    assert!(run(&copy, &[8], 1, &[Input::Part { output: 0, layout: &layout(&[8], &[1], 8).unwrap() }], &[]).is_err());
    assert!(run(&copy, &[8], 1, &[of(&x, &eight)], &[Scalar::new(1i64)]).is_err());
    // As many elements as there are numbers of 64 bits, and one more.
    for shape in [&[1 << 32, 1 << 32][..], &[usize::MAX, 2], &[HUGE, HUGE, HUGE]] {
        assert!(run(&copy, shape, shape.len(), &[of(&x, &eight)], &[]).is_err(), "{shape:?}");
    }
    let index = SharedKernel::new(kernel(vec![inst(Op::Index(0), DType::I64, &[])], 1)).unwrap();
    run(&index, &[8], 1, &[Input::Index(&eight)], &[]).unwrap();
    assert!(run(&index, &[8], 1, &[of(&x, &eight)], &[]).is_err());
    for (stride, offset) in [(1, usize::MAX), (isize::MAX, 0), (-1, 0), (isize::MIN, 0), (1 << 62, 1)] {
        if let Some(layout) = layout(&[8], &[stride], offset) {
            assert!(run(&index, &[8], 1, &[Input::Index(&layout)], &[]).is_err(), "{layout:?}");
        }
    }
    let gather = kernel(vec![inst(Op::Index(0), DType::I64, &[]), inst(Op::Gather(1), DType::I64, &[0])], 2);
    let gather = SharedKernel::new(gather).unwrap();
    run(&gather, &[8], 1, &[Input::Index(&eight), of(&x, &eight)], &[]).unwrap();
    let square = Layout::row_major(&[2, 4]);
    for from in [of(&x, &square), Input::Output(0), Input::Index(&eight)] {
        assert!(run(&gather, &[8], 1, &[Input::Index(&eight), from], &[]).is_err());
    }
}

/// Reductions keep what is read apart from what is written, and have a value for nothing or refuse it.
pub fn reductions<B: Backend>(xp: &B) {
    let reduce = |op: ReduceOp| {
        let insts = vec![inst(Op::Load(0), DType::I64, &[]), inst(Op::Reduced { index: 0, part: 0 }, DType::I64, &[])];
        let reductions = vec![Reduction { op, args: [0].as_slice().into(), dtype: DType::I64 }];
        SharedKernel::new(Kernel { body: 1, outputs: vec![1], reductions, ..kernel(insts, 1) }).unwrap()
    };
    let (x, mut out) = (numbers(xp, &[1; 8]), numbers(xp, &[2; 8]));
    let mut run = |op, shape: &[usize], strides: &[isize], out_len: usize| {
        let kernel = reduce(op);
        let from = layout(shape, strides, 0).unwrap();
        let (inputs, place) = ([Input::Buffer(View::new(&x, DType::I64, &from)?)], row(out_len));
        let outputs = [Output::new(&mut out, DType::I64, &place)?].into_iter().collect();
        xp.launch(LaunchArgs::new(&kernel, shape, 1, &inputs, outputs, &[])?)
    };
    run(ReduceOp::Sum, &[2, 4], &[4, 1], 2).unwrap();
    assert!(run(ReduceOp::Sum, &[2, 4], &[4, 1], 4).is_err());
    run(ReduceOp::Sum, &[2, 0], &[isize::MAX, isize::MIN + 1], 2).unwrap();
    run(ReduceOp::Max, &[0, 2], &[1, 1], 0).unwrap();
    assert!(run(ReduceOp::Max, &[2, 0], &[1, 1], 2).is_err());
    // In place, over no axes at all: each element is its own sum.
    let (kernel, eight) = (reduce(ReduceOp::Sum), row(8));
    let outputs = [Output::new(&mut out, DType::I64, &eight).unwrap()].into_iter().collect();
    let inputs: [Input<'_, B::Buffer>; 1] = [Input::Output(0)];
    assert!(LaunchArgs::new(&kernel, &[8], 1, &inputs, outputs, &[]).is_err());
}

/// A kernel is verified when it is made, whatever it is.
pub fn kernels<B: Backend>(xp: &B) {
    let load = || inst(Op::Load(0), DType::F32, &[]);
    let refused = |insts: Vec<Inst>| SharedKernel::new(kernel(insts, 1)).is_err();
    assert!(!refused(vec![load()]));
    assert!(refused(vec![inst(Op::Unary(UnaryOp::Sqrt), DType::F32, &[0])]));
    assert!(refused(vec![load(), inst(Op::Unary(UnaryOp::Sqrt), DType::F32, &[1])]));
    assert!(refused(vec![load(), inst(Op::Unary(UnaryOp::Sqrt), DType::F32, &[u16::MAX])]));
    assert!(refused(vec![load(), inst(Op::Unary(UnaryOp::Sqrt), DType::Complex128, &[0])]));
    assert!(refused(vec![load(), inst(Op::Binary(BinaryOp::Gcd), DType::F32, &[0, 0])]));
    assert!(refused(vec![load(), inst(Op::Select, DType::F32, &[0, 0, 0])]));
    assert!(refused(vec![load(), inst(Op::Load(0), DType::F64, &[])]));
    assert!(refused(vec![load(), inst(Op::Gather(0), DType::F32, &[0])]));
    assert!(refused(vec![load(), inst(Op::Param(0), DType::F32, &[])]));
    assert!(!refused(vec![load(), inst(Op::Const(Scalar::new(1f32)), DType::F32, &[])]));
    assert!(refused(vec![load(), inst(Op::Const(Scalar::new(1f32)), DType::F64, &[])]));
    assert!(refused(vec![load(), inst(Op::Random(Distribution::Uniform), DType::F32, &[0, 0, 0])]));
    assert!(SharedKernel::new(Kernel { body: 9, ..copy(DType::F32) }).is_err());
    assert!(SharedKernel::new(Kernel { outputs: vec![9], ..copy(DType::F32) }).is_err());
    assert!(SharedKernel::new(Kernel { operands: usize::MAX, ..copy(DType::F32) }).is_err());
    let many = kernel([vec![load()], vec![inst(Op::Unary(UnaryOp::Neg), DType::F32, &[0]); 65_000]].concat(), 1);
    assert!(SharedKernel::new(many).is_err());
    // A scan's operation is verified too.
    let (x, eight) = (numbers(xp, &[1; 8]), row(8));
    let x = View::new(&x, DType::I64, &eight).unwrap();
    let combine = |insts, result| ScanOp::Custom(Combine { insts, result }, Scalar::new(0i64));
    let args = || vec![inst(Op::Arg(0), DType::I64, &[]), inst(Op::Arg(1), DType::I64, &[])];
    let with = |more| [args(), vec![more]].concat();
    assert!(xp.inclusive_scan(&combine(with(inst(Op::Binary(BinaryOp::Add), DType::I64, &[0, 1])), 2), x, 0).is_ok());
    for (insts, result) in [
        (args(), 9),
        (vec![], 0),
        (with(inst(Op::Arg(2), DType::I64, &[])), 2),
        (with(inst(Op::Load(5), DType::I64, &[])), 2),
        (with(inst(Op::Binary(BinaryOp::Eq), DType::Bool, &[0, 1])), 2),
        (with(inst(Op::Binary(BinaryOp::Add), DType::I64, &[0, 7])), 2),
        (with(inst(Op::Param(3), DType::I64, &[])), 2),
    ] {
        assert!(xp.inclusive_scan(&combine(insts.clone(), result), x, 0).is_err(), "{insts:?}");
    }
}

/// Copies stay inside their buffers.
pub fn buffers<B: Backend>(xp: &B) {
    let (x, mut y) = (bytes(xp, &[1; 32]), bytes(xp, &[2; 16]));
    let (long, short) = (x.bytes() + 1, y.bytes() + 1);
    assert!(xp.upload(&vec![0; short], &mut y).is_err());
    assert!(xp.download(&x, 0, &mut vec![0; long]).is_err());
    assert!(xp.download(&x, long, &mut [0]).is_err() && xp.download(&x, usize::MAX, &mut [0; 2]).is_err());
    assert!(xp.copy(&x, &mut y, short.max(17)).is_err());
    assert!(xp.copy(&x, &mut y, long).is_err() && xp.copy(&x, &mut y, usize::MAX).is_err());
    assert!(xp.alloc(usize::MAX).is_err());
    for len in [usize::MAX, HUGE, usize::MAX / 8 + 1] {
        assert!(xp.random(Distribution::Uniform, DType::F64, 1, 2, 3, len, None).is_err(), "{len}");
        assert!(xp.permutation(1, 2, len).is_err(), "{len}");
    }
}

/// Operations look at the types and shapes of what they are given.
pub fn operands<B: Backend>(xp: &B) {
    let (x, three, six, rows) = (numbers(xp, &[1, 0, 2, 1, 0, 2]), row(3), row(6), Layout::row_major(&[2, 3]));
    let of = |dtype, layout| View::<B::Buffer>::new(&x, dtype, layout).unwrap();
    let every_second = layout(&[3], &[2], 0).unwrap();
    let (numbers, floats, mask) = (of(DType::I64, &six), of(DType::F64, &six), of(DType::Bool, &six));
    // Indices are `i64` and masks are truth values, also where they are copied first.
    for wrong in [floats, mask, of(DType::U8, &every_second), of(DType::F32, &every_second)] {
        assert!(xp.take(numbers, 0, wrong).is_err());
        assert!(xp.take_along_axis(numbers, 0, wrong).is_err());
        assert!(xp.bincount(wrong, None, 3).is_err());
    }
    for wrong in [numbers, floats, of(DType::U8, &six), of(DType::U8, &every_second)] {
        assert!(xp.nonzero(wrong).is_err() && xp.compact(numbers, wrong).is_err());
    }
    assert!(xp.bincount(of(DType::I64, &six), None, usize::MAX).is_err());
    assert!(
        xp.bincount(numbers, Some(numbers), 3).is_err()
            && xp.bincount(numbers, Some(of(DType::F64, &three)), 3).is_err()
    );
    assert!(xp.compact(numbers, of(DType::Bool, &three)).is_err());
    assert!(xp.searchsorted(numbers, floats, Side::Left).is_err() && xp.histogram(numbers, floats, false).is_err());
    for axis in [1, usize::MAX] {
        assert!(xp.sort(numbers, axis).is_err() && xp.argsort(numbers, axis).is_err());
        assert!(xp.take(numbers, axis, numbers).is_err() && xp.take_along_axis(numbers, axis, numbers).is_err());
        assert!(xp.inclusive_scan(&ScanOp::Sum, numbers, axis).is_err());
    }
    let mut target = bytes(xp, &[0; 48]);
    let mut scatter = |dtype, layout: &Layout, indices, values| {
        xp.scatter(ScatterOp::Put, Output::new(&mut target, dtype, layout)?, indices, values)
    };
    scatter(DType::I64, &six, numbers, numbers).unwrap();
    assert!(scatter(DType::I32, &six, numbers, numbers).is_err());
    assert!(scatter(DType::I64, &six, floats, numbers).is_err());
    assert!(scatter(DType::I64, &six, of(DType::I64, &three), numbers).is_err());
    assert!(scatter(DType::I64, &every_second, numbers, numbers).is_err());
    let square = Layout::row_major(&[2, 2]);
    let (a, b) = (of(DType::F64, &rows), of(DType::F64, &square));
    let (one, mut out) = (Scalar::new(1.0), bytes(xp, &[0; 64]));
    let mut gemm = |a, b, dtype, layout: &Layout| xp.gemm(one, a, b, one, Output::new(&mut out, dtype, layout)?);
    gemm(b, a, DType::F64, &rows).unwrap();
    assert!(gemm(a, b, DType::F64, &rows).is_err() && gemm(b, a, DType::F64, &square).is_err());
    assert!(gemm(b, a, DType::F32, &rows).is_err());
    assert!(gemm(b, a, DType::F64, &layout(&[2, 3], &[4, 1], 0).unwrap()).is_err());
    let turned = Layout::row_major(&[3, 2]);
    assert!(xp.matmul(a, of(DType::F32, &turned)).is_err() && xp.matmul(floats, floats).is_err());
    assert!(
        xp.dot(a, a, false).is_err() && xp.gemv(a, of(DType::F64, &six)).is_err() && xp.gemv(floats, floats).is_err()
    );
    assert!(xp.cholesky(a).is_err() && xp.inv(a).is_err() && xp.solve(a, b).is_err() && xp.eigh(a, true).is_err());
    assert!(xp.lu(floats).is_err() && xp.qr(floats, false).is_err() && xp.svd(floats, true, false).is_err());
    assert!(xp.solve(b, of(DType::F64, &turned)).is_err());
    assert!(xp.solve_triangular(b, a.with_layout(&Layout::row_major(&[3, 2])).unwrap(), true, false).is_err());
    // A square of so many rows has no length.
    for rows in [1 << 33, 1 << 40] {
        if let Some(none) = layout(&[rows, 0], &[1, 1], 0) {
            let none = View::<B::Buffer>::new(&x, DType::F64, &none).unwrap();
            assert!(xp.qr(none, true).is_err() && xp.svd(none, true, true).is_err());
        }
    }
    let complex = of(DType::Complex128, &three);
    for axes in [&[1][..], &[usize::MAX], &[0, 1]] {
        assert!(xp.c2c(complex, axes, FftDirection::Forward, 1.0).is_err(), "{axes:?}");
        assert!(xp.r2c(floats, axes, 1.0).is_err() && xp.c2r(complex, axes, 4, 1.0).is_err(), "{axes:?}");
    }
    assert!(xp.c2c(floats, &[0], FftDirection::Forward, 1.0).is_err() && xp.r2c(complex, &[0], 1.0).is_err());
    for n in [0, 9, usize::MAX] {
        assert!(xp.c2r(complex, &[0], n, 1.0).is_err(), "{n}");
    }
    assert!(xp.coo_to_csr(3, 3, numbers, of(DType::I64, &three), floats).is_err());
    assert!(xp.coo_to_csr(3, 3, floats, numbers, floats).is_err());
    assert!(xp.coo_to_csr(1, 3, numbers, numbers, floats).is_err());
    assert!(xp.csr_from_parts(5, 3, numbers, numbers, floats).is_err());
    assert!(xp.csr_from_parts(usize::MAX, 3, numbers, numbers, floats).is_err());
    assert!(xp.dense_to_csr(floats).is_err());
    let matrix: Csr<B::Buffer> = xp.coo_to_csr(3, 3, numbers, numbers, floats).unwrap();
    assert!(xp.spmv(&matrix.borrowed(), floats).is_err() && xp.spmm(&matrix.borrowed(), a).is_err());
    assert!(xp.spmv(&matrix.borrowed(), of(DType::F32, &three)).is_err());
    // Numbers of no row are refused, or have no entries.
    let (beyond, four) = (self::numbers(xp, &[3, -1, i64::MAX, i64::MIN]), row(4));
    let beyond = View::<B::Buffer>::new(&beyond, DType::I64, &four).unwrap();
    let taken = xp.csr_take_rows(&matrix.borrowed(), beyond);
    assert!(!matches!(taken, Ok(Some(taken)) if taken.nnz() > 0));
}

/// A buffer of truth values may hold any bytes: all but 0 are true.
pub fn truth_values<B: Backend>(xp: &B) {
    let (mask, x) = (bytes(xp, &[0, 2, 255, 1, 0, 128, 3, 0]), numbers(xp, &[0, 1, 2, 3, 4, 5, 6, 7]));
    let eight = row(8);
    let (mask, x) = (View::new(&mask, DType::Bool, &eight).unwrap(), View::new(&x, DType::I64, &eight).unwrap());
    let (places, n) = xp.nonzero(mask).unwrap();
    let (chosen, m) = xp.compact(x, mask).unwrap();
    assert_eq!((n, m), (5, 5));
    for found in [places, chosen] {
        let mut all = [0; 40];
        xp.download(&found, 0, &mut all).unwrap();
        let all: Vec<i64> = all.as_chunks::<8>().0.iter().map(|&bytes| i64::from_ne_bytes(bytes)).collect();
        assert_eq!(all, [1, 2, 3, 5, 6]);
    }
    assert!(bool::read_bytes(&[2]) && Scalar::from_bytes(DType::Bool, &[255]) == Scalar::new(true));
}

/// The buffer of an array cannot be exchanged for a shorter one.
pub fn guards<B: Backend>(xp: &B) {
    let mut x = xp.arange((0, 1000, 1)).unwrap();
    let bytes = x.buffer_mut_on(xp).unwrap().bytes();
    assert!(bytes >= 4000);
    let (shared, start) = x.buffer_on(xp).unwrap();
    assert_eq!((shared.bytes(), start), (bytes, 0));
    // What somebody else holds is not handed out.
    let mut guard = x.buffer_mut_on(xp).unwrap();
    // SAFETY: an upload leaves the buffer where it is, and integers have any bits.
    xp.upload(&[1; 4000], unsafe { guard.as_mut() }).unwrap();
    let mut old = [0; 8];
    xp.download(&shared, 0, &mut old).unwrap();
    assert_eq!(old, [0, 0, 0, 0, 1, 0, 0, 0]);
    assert_eq!(x.max(..).unwrap().item().unwrap(), 0x0101_0101);
}
