//! Dependent reductions along rows, which a backend may compute as the stages of one launch.

use xparray::prelude::*;
use xparray::{DynArray, Result, jit, keepdims, s};

/// Rows and their lengths, around the sizes at which launches change.
const SIZES: [(usize, usize); 13] = [
    (1, 3),
    (3, 1),
    (2, 2),
    (40, 7),
    (33, 100),
    (5, 255),
    (200, 257),
    (64, 1000),
    (70, 1024),
    (11, 2050),
    (9, 5000),
    (130, 4099),
    (3, 40_000),
];

/// Computes an intermediate at once, or leaves it to be fused.
type Stop<'a, B> = &'a dyn Fn(DynArray<B>) -> Result<DynArray<B>>;
type Program<B> = fn(&DynArray<B>, Stop<'_, B>) -> Result<DynArray<B>>;

fn softmax<B: Backend>(x: &DynArray<B>, stop: Stop<'_, B>) -> Result<DynArray<B>> {
    let largest = stop(x.max(keepdims(-1))?)?;
    let e = stop((x - &largest).exp()?)?;
    let sum = stop(e.sum(keepdims(-1))?)?;
    Ok(&e / &sum)
}

fn log_softmax<B: Backend>(x: &DynArray<B>, stop: Stop<'_, B>) -> Result<DynArray<B>> {
    let y = stop(x - &stop(x.max(keepdims(-1))?)?)?;
    let sum = stop(y.exp()?.sum(keepdims(-1))?)?;
    Ok(&y - &stop(sum.log()?)?)
}

fn log_sum_exp<B: Backend>(x: &DynArray<B>, stop: Stop<'_, B>) -> Result<DynArray<B>> {
    let largest = stop(x.max(-1)?)?;
    let e = stop((x - &largest.expand_dims(-1)?).exp()?)?;
    Ok(stop(e.sum(-1)?)?.log()? + &largest)
}

fn layer_norm<B: Backend>(x: &DynArray<B>, stop: Stop<'_, B>) -> Result<DynArray<B>> {
    let row = matrix(x.xp(), x.dtype(), &x.shape()[x.ndim() - 1..]);
    let (weight, bias) = (&row + 1.0, &row * 0.5);
    let (mean, var) = (stop(x.mean(keepdims(-1))?)?, stop(x.var(keepdims(-1))?)?);
    let y = (x - &mean) / &stop((&var + 1e-3).sqrt()?)?;
    Ok(&y * &stop(weight)? + &bias)
}

/// The variance by its definition, in two passes.
fn standardised<B: Backend>(x: &DynArray<B>, stop: Stop<'_, B>) -> Result<DynArray<B>> {
    let y = stop(x - &stop(x.mean(keepdims(-1))?)?)?;
    let var = stop((&y * &y).mean(keepdims(-1))?)?;
    Ok(&y / &stop((&var + 0.25).sqrt()?)?)
}

fn normalised<B: Backend>(x: &DynArray<B>, stop: Stop<'_, B>) -> Result<DynArray<B>> {
    let sum = stop((x * x).sum(keepdims(-1))?)?;
    Ok(x / &stop((&sum + 1.0).sqrt()?)?)
}

/// Rows that are centred, of their distances from the largest, with the index of each element.
fn of_indices<B: Backend>(x: &DynArray<B>, stop: Stop<'_, B>) -> Result<DynArray<B>> {
    let place = stop(x.xp().arange_of(DType::I64, (0, x.shape()[x.ndim() - 1] as i64, 1))?)?;
    let best = stop(x.argmax(-1)?)?.expand_dims(-1)?;
    let far = stop((&place - &best).abs()?)?;
    let sum = stop((&far * &far).max(keepdims(-1))?)?;
    Ok(&far + &sum)
}

fn programs<B: Backend>() -> [(&'static str, Program<B>); 7] {
    [
        ("softmax", softmax),
        ("log_softmax", log_softmax),
        ("log_sum_exp", log_sum_exp),
        ("layer_norm", layer_norm),
        ("standardised", standardised),
        ("normalised", normalised),
        ("of_indices", of_indices),
    ]
}

fn matrix<B: Backend>(xp: &B, dtype: DType, shape: &[usize]) -> DynArray<B> {
    let n: usize = shape.iter().product();
    let i = xp.arange_of(DType::I64, (0, n as i64, 1)).unwrap();
    let x = (i * 7919).remainder(1013).unwrap().astype(DType::F64).unwrap() / 211.0 - 2.3;
    let x = x.astype(dtype).unwrap().reshape(shape).unwrap();
    x.eval().unwrap();
    x
}

/// Values of the arrays in double precision.
fn values<B: Backend>(x: &DynArray<B>) -> Vec<f64> {
    x.astype(DType::F64).unwrap().typed::<f64>().unwrap().to_vec().unwrap()
}

/// A program gives the same, computed at once as with every intermediate in memory, up to what rounding each to its
/// type loses.
#[track_caller]
fn check<B: Backend>(name: &str, program: Program<B>, x: &DynArray<B>) {
    let stops = |x: DynArray<B>| x.eval().map(|()| x);
    let expected = program(x, &stops).unwrap();
    let found = program(x, &Ok).unwrap();
    assert_eq!((found.shape(), found.dtype()), (expected.shape(), expected.dtype()), "{name}");
    let tolerance = match x.dtype() {
        DType::F64 => 1e-13,
        DType::F32 => 1e-5,
        DType::F16 => 1e-2,
        _ => 1e-1,
    };
    for (k, (found, expected)) in values(&found).into_iter().zip(values(&expected)).enumerate() {
        let near = (found - expected).abs() <= tolerance * expected.abs().max(1.0);
        assert!(near, "{name} of {:?}, element {k}: {found} is not {expected}", x.layout());
    }
}

/// Every program, on rows of several lengths; two of them on rows of many.
pub fn rows_of_all_lengths<B: Backend>(xp: &B) {
    for (name, program) in programs::<B>() {
        let many = matches!(name, "softmax" | "layer_norm");
        for (rows, len) in SIZES.into_iter().filter(|&(_, len)| many || [3, 100, 1000, 40_000].contains(&len)) {
            check(name, program, &matrix(xp, DType::F32, &[rows, len]));
        }
        for dtype in [DType::F64, DType::F16, DType::BF16] {
            for (rows, len) in [(33, 100), (64, 1000)] {
                check(name, program, &matrix(xp, dtype, &[rows, len]));
            }
        }
        for shape in [&[0, 5][..], &[4, 6, 50], &[3, 1, 4, 33], &[7], &[2, 3, 0, 5]] {
            check(name, program, &matrix(xp, DType::F32, shape));
        }
    }
}

/// Rows that are strided, turned, reversed, shifted or all the same.
pub fn rows_of_views<B: Backend>(xp: &B) {
    let x = matrix(xp, DType::F32, &[60, 202]);
    let row = x.slice(s![7]).unwrap();
    let views = [
        x.t(),
        x.slice(s![.., 1..]).unwrap(),
        x.slice(s![3..;2, 1..;3]).unwrap(),
        x.slice(s![..;-1, ..;-1]).unwrap(),
        row.broadcast_to([50, 202]).unwrap(),
        x.slice(s![.., 9..10]).unwrap().broadcast_to([60, 70]).unwrap(),
        x.reshape([4, 15, 202]).unwrap().permute_dims([1, 0, 2]).unwrap(),
        x.reshape([60, 2, 101]).unwrap().permute_dims([2, 0, 1]).unwrap(),
    ];
    for (name, program) in [("softmax", softmax as Program<B>), ("layer_norm", layer_norm), ("of_indices", of_indices)]
    {
        views.iter().for_each(|view| check(name, program, view));
    }
    // What is computed on the way in, too.
    check("softmax", |x, stop| softmax(&(x * 0.5 + 1.0), stop), &views[1]);
}

/// Softmax as its definition in double precision has it, and NaN and infinities as NumPy has them.
pub fn softmax_of_numbers<B: Backend>(xp: &B) {
    let x = matrix(xp, DType::F64, &[50, 333]);
    let host = values(&x);
    let found = values(&softmax(&x, &Ok).unwrap());
    for (row, found) in host.chunks(333).zip(found.chunks(333)) {
        let largest = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = row.iter().map(|x| (x - largest).exp()).sum();
        for (x, found) in row.iter().zip(found) {
            let expected = (x - largest).exp() / sum;
            assert!((found - expected).abs() <= 1e-14 * expected, "{found} is not {expected}");
        }
    }
    let mut special = host[..5 * 40].to_vec();
    special[3] = f64::NAN;
    special[45] = f64::INFINITY;
    special[85] = f64::NEG_INFINITY;
    special[120..160].fill(f64::NEG_INFINITY);
    let x = xp.from_slice(&special, [5, 40]).unwrap();
    let found = values(&softmax(&x.into_dyn(), &Ok).unwrap());
    let nan = |row: usize| found[40 * row..][..40].iter().filter(|x| x.is_nan()).count();
    assert_eq!([nan(0), nan(1), nan(2), nan(3), nan(4)], [40, 40, 0, 40, 0]);
    assert!(found[85] == 0.0 && found[84] > 0.0);
}

/// One launch, where the device prefers that; intermediates that somebody holds are there afterwards.
pub fn launches<B: Backend>(xp: &B) {
    let x = matrix(xp, DType::F32, &[500, 300]);
    let before = xp.stats();
    let y = softmax(&x, &Ok).unwrap();
    y.eval().unwrap();
    let done = xp.stats() - before;
    if xp.prefers_stages(500, 300 * 4) {
        assert_eq!((done.kernels, done.operands_read), (1, 1));
    }
    // What is made of such rows is not of their space, so they are computed before it; still together.
    let rows = |x: &DynArray<B>| {
        let largest = x.max(keepdims(-1)).unwrap();
        let sum = (x - &largest).exp().unwrap().sum(keepdims(-1)).unwrap();
        (sum.log().unwrap() + largest).sum(..).unwrap()
    };
    let before = xp.stats();
    let total = rows(&x);
    total.eval().unwrap();
    let done = xp.stats() - before;
    if xp.prefers_stages(500, 300 * 4) {
        assert_eq!((done.kernels, done.operands_read), (2, 3));
    }
    let copied = matrix(xp, DType::F32, &[500, 300]);
    let (expected, found) = (values(&rows(&copied.astype(DType::F64).unwrap())), values(&total));
    assert!((expected[0] - found[0]).abs() < 1e-5 * expected[0].abs(), "{expected:?} {found:?}");
    // Nobody else sees what is overwritten.
    let z = &x * 2.0;
    z.eval().unwrap();
    let expected = values(&softmax(&z, &Ok).unwrap());
    let before = xp.stats();
    let largest = z.max(keepdims(-1)).unwrap();
    let z = z - &largest;
    drop(largest);
    let z = {
        let e = z.exp().unwrap();
        drop(z);
        let sum = e.sum(keepdims(-1)).unwrap();
        e / &sum
    };
    z.eval().unwrap();
    if xp.prefers_stages(500, 300 * 4) {
        // Two numbers for each row, and no array.
        assert_eq!((xp.stats() - before).bytes_allocated, 2 * 500 * 4);
    }
    assert_eq!(values(&z), expected);
    // Also where it is traced.
    let traced = jit(|x: DynArray<B>| softmax(&x, &Ok));
    for k in 0..5 {
        let x = &x + k;
        assert_eq!(values(&traced.call(x.clone()).unwrap()), values(&softmax(&x, &Ok).unwrap()));
    }
    assert_eq!((traced.traced(), traced.obstacle()), (1, None));
    let largest = x.max(keepdims(-1)).unwrap();
    let e = (&x - &largest).exp().unwrap();
    let sum = e.sum(keepdims(-1)).unwrap();
    let held = &e / &sum;
    assert_eq!(values(&held), values(&y));
    let (largest, e, sum) = (values(&largest), values(&e), values(&sum));
    for (row, x) in values(&x).chunks(300).enumerate() {
        assert_eq!(x.iter().copied().fold(f64::NEG_INFINITY, f64::max), largest[row]);
        let e = &e[300 * row..][..300];
        assert!(e.iter().all(|e| (0.0..=1.0).contains(e)));
        assert!((e.iter().sum::<f64>() - sum[row]).abs() <= 1e-4 * sum[row]);
    }
    // The result's reader asks for a part of it.
    let part = softmax(&x, &Ok).unwrap().slice(s![3..;50, ..10]).unwrap();
    assert_eq!(values(&part)[..], values(&y.slice(s![3..;50, ..10]).unwrap())[..]);
    // An intermediate of other rows cannot be a stage.
    let columns = (&x / &x.sum(keepdims(0)).unwrap()).sum(keepdims(-1)).unwrap();
    let mixed = &x / &columns;
    columns.eval().unwrap();
    assert_eq!(values(&mixed), values(&(&x / &columns)));
}
