//! Sums at places, against sums of twice the precision.

use super::primitives::{download, numbers, upload, whole};
use crate::backend::Xp;
use xparray_ir::backend::{Output, Primitives, ScatterOp, Sparse, Streams};
use xparray_ir::{Complex, DType, Element, Error, Layout, f16};

tests!(sums_at_places_are_exact, sums_at_places_of_special_numbers, hot_places, sums_nowhere, products_of_transposes);

/// Values and places whose tables need no sorting, that of a byte, with one and with several tables a bucket, and of two bytes.
const CASES: [(usize, usize); 7] = [
    (1, 1),
    (1000, 10),
    (300_000, 1000),
    (100_000, 16_384),
    (200_000, 20_000),
    (700_000, 2_100_000),
    (600_000, 4_500_000),
];

fn sums<T: Element>(xp: &Xp, places: &[i64], values: &[T], target: &[T]) -> Vec<T> {
    let (index, value) = (upload(xp, places), upload(xp, values));
    let mut out = upload(xp, target);
    let layout = Layout::row_major(&[target.len()]);
    let (index, value) = (whole::<i64>(&index, &[places.len()]), whole::<T>(&value, &[values.len()]));
    let out_view = Output::new(&mut out, T::DTYPE, &layout).unwrap();
    xp.scatter(ScatterOp::Add, out_view, index.view(), value.view()).unwrap();
    download(xp, &out, target.len())
}

/// A sum of two numbers, and what it lacks (Knuth's TwoSum).
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// Signed values over so many powers of two.
fn wide(n: usize, seed: u64, powers: u64) -> Vec<f64> {
    let value = |bits: u64| {
        let fraction = (bits >> 12) as f64 / (1u64 << 52) as f64 + 0.5;
        fraction * 2.0f64.powi((bits % powers) as i32 - powers as i32 / 2) * if bits & 1024 == 0 { 1.0 } else { -1.0 }
    };
    numbers(n, seed).into_iter().map(value).collect()
}

fn check<T: Element>(xp: &Xp, powers: u64, epsilon: f64) {
    for (n, len) in CASES {
        let mut places: Vec<i64> =
            numbers(n, 21).into_iter().map(|x| (x % (2 * len as u64)) as i64 - len as i64).collect();
        let mut values: Vec<T> = wide(n, 22, powers).into_iter().map(|x| x.cast::<T>()).collect();
        let target = vec![true.cast::<T>(); len];
        let found = sums(xp, &places, &values, &target);
        let (mut expected, mut most) = (vec![(1.0, 0.0); len], vec![1.0f64; len]);
        for (&place, value) in places.iter().zip(&values) {
            let at = (if place < 0 { place + len as i64 } else { place }) as usize;
            let value = value.cast::<f64>();
            let (sum, rest) = two_sum(expected[at].0, value);
            expected[at] = (sum, expected[at].1 + rest);
            most[at] = most[at].max(value.abs());
        }
        for (k, (found, ((sum, rest), most))) in found.iter().zip(expected.iter().zip(&most)).enumerate() {
            let error = (found.cast::<f64>() - sum - rest).abs();
            // Roundings of the sum and with the target, and steps of 2^-14 of the largest number's; of `f64`, pieces are rounded, too.
            let pieces = if T::DTYPE.size() == 8 { n as f64 / 32768.0 } else { 0.0 };
            let bound = 1.01 * epsilon * sum.abs() + epsilon * most * (1.0 / 8192.0 + pieces);
            assert!(error <= bound, "{} {n} in {len}, place {k}: {found:?} for {sum}", T::DTYPE);
        }
        // Threads add in any order; within a piece, the values may have any, too.
        if n <= 32_768 {
            places.reverse();
            values.reverse();
        }
        assert!(sums(xp, &places, &values, &target) == found, "{} {n} in {len}, again", T::DTYPE);
    }
}

fn sums_at_places_are_exact(xp: &Xp) {
    check::<f32>(xp, 60, f32::EPSILON.into());
    check::<f64>(xp, 200, f64::EPSILON);
    check::<f16>(xp, 12, f16::EPSILON.into());
    // The parts of complex numbers are added up apart.
    let (n, len) = (100_000, 30_000);
    let places: Vec<i64> = numbers(n, 23).into_iter().map(|x| (x % len as u64) as i64).collect();
    let parts = [wide(n, 24, 30), wide(n, 25, 30)].map(|part| part.into_iter().map(|x| x as f32).collect::<Vec<_>>());
    let values: Vec<Complex<f32>> = (0..n).map(|k| Complex::new(parts[0][k], parts[1][k])).collect();
    let found = sums(xp, &places, &values, &vec![Complex::new(0.0, 1.0); len]);
    for (k, part) in parts.iter().enumerate() {
        let expected = sums(xp, &places, part, &vec![k as f32; len]);
        assert!(found.iter().zip(&expected).all(|(found, sum)| [found.re, found.im][k] == *sum));
    }
}

fn sums_at_places_of_special_numbers(xp: &Xp) {
    let (tiny, huge, inf) = (f32::from_bits(1), f32::MAX, f32::INFINITY);
    let pairs = [
        (0, -0.0),
        (0, -0.0),
        (2, inf),
        (2, -inf),
        (3, inf),
        (3, -huge),
        (4, f32::NAN),
        (5, tiny),
        (5, tiny),
        (5, tiny),
        (6, huge),
        (6, huge),
        (6, -huge),
        (7, huge),
        (7, huge),
        (8, 0.0),
        (9, -inf),
        (10, 1.0),
        (10, -1.0),
    ];
    let (places, values): (Vec<i64>, Vec<f32>) = pairs.into_iter().unzip();
    let expected = [-0.0, -0.0, f32::NAN, inf, f32::NAN, 3.0 * tiny, huge, inf, 0.0, -inf, 0.0];
    let same = |a: f64, b: f64| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
    let found = sums(xp, &places, &values, &[-0.0f32; 11]);
    for (k, (&a, &b)) in found.iter().zip(&expected).enumerate() {
        assert!(same(a.into(), b.into()), "place {k}: {a} for {b}");
    }
    // Likewise in `f64`, by its own extremes.
    let as_f64 = |x: f32| match x {
        x if x.abs() == tiny => f64::from_bits(1),
        x if x.abs() == huge => f64::MAX.copysign(x.into()),
        x => x.into(),
    };
    let values: Vec<f64> = values.into_iter().map(as_f64).collect();
    let found = sums(xp, &places, &values, &[-0.0f64; 11]);
    for (k, (&a, &b)) in found.iter().zip(&expected).enumerate() {
        let b = if k == 5 { 3.0 * f64::from_bits(1) } else { as_f64(b) };
        assert!(same(a, b), "place {k}: {a} for {b}");
    }
}

/// All values at few of many places, in more pieces than one block takes.
fn hot_places(xp: &Xp) {
    let (n, len) = (3_000_000usize, 100_000usize);
    let places: Vec<i64> = (0..n as i64).map(|k| if k % 1000 == 0 { k / 1000 } else { 77_777 + k % 2 }).collect();
    let values: Vec<f32> = (0..n).map(|k| (k % 1013) as f32 - 500.0).collect();
    let mut expected = vec![0i64; len];
    places.iter().zip(&values).for_each(|(&at, &x)| expected[at as usize] += x as i64);
    let found = sums(xp, &places, &values, &vec![0.0f32; len]);
    assert!(found.iter().zip(&expected).all(|(&found, &sum)| found == sum as f32));
}

/// No place is there, so each index is wrong.
fn sums_nowhere(xp: &Xp) {
    let (index, value, mut out) = (upload(xp, &[0i64, 1]), upload(xp, &[1.0f32, 2.0]), upload::<f32>(xp, &[]));
    let (index, value, layout) = (whole::<i64>(&index, &[2]), whole::<f32>(&value, &[2]), Layout::row_major(&[0]));
    let out = Output::new(&mut out, DType::F32, &layout).unwrap();
    xp.scatter(ScatterOp::Add, out, index.view(), value.view()).unwrap();
    assert!(matches!(xp.synchronize().unwrap_err(), Error::Index { len: 0, .. }));
}

/// Products of transposes, with rows that are empty and rows that are long, into few and many columns.
fn products_of_transposes(xp: &Xp) {
    products_of::<f32>(xp);
    products_of::<f64>(xp);
    products_of::<Complex<f64>>(xp);
}

fn products_of<T: Element>(xp: &Xp) {
    let (rows, n) = (5000usize, 40_000usize);
    for cols in [3usize, 9000, 70_000] {
        // A third of the entries are in one row, the others in every second one; each column once in a row.
        let mut entries: Vec<(i64, i64)> = numbers(n, 31)
            .into_iter()
            .map(|x| {
                (if x % 3 == 0 { 4321 } else { (x % rows as u64 / 2 * 2) as i64 }, (x / 8192 % cols as u64) as i64)
            })
            .collect();
        entries.sort_unstable();
        entries.dedup();
        let (row, col): (Vec<i64>, Vec<i64>) = entries.iter().copied().unzip();
        let number = |k: i64| (k * 7919 % 127 - 60) as f64;
        let values: Vec<T> = (0..row.len() as i64).map(|k| number(k).cast::<T>()).collect();
        let x: Vec<T> = (0..rows as i64).map(|k| number(k + 5).cast::<T>()).collect();
        let mut expected = vec![0.0f64; cols];
        for (k, &(row, col)) in entries.iter().enumerate() {
            expected[col as usize] += number(k as i64) * number(row + 5);
        }
        let expected: Vec<T> = expected.into_iter().map(|x| x.cast::<T>()).collect();
        let [row_buffer, col_buffer] = [upload(xp, &row), upload(xp, &col)];
        let (value_buffer, x_buffer) = (upload(xp, &values), upload(xp, &x));
        let [row, col] = [&row_buffer, &col_buffer].map(|buffer| whole::<i64>(buffer, &[entries.len()]));
        let (values, x) = (whole::<T>(&value_buffer, &[entries.len()]), whole::<T>(&x_buffer, &[rows]));
        let a = xp.coo_to_csr(rows, cols, row.view(), col.view(), values.view()).unwrap();
        let product = xp.spmv_transposed(&a.borrowed(), x.view()).unwrap();
        assert!(download::<T>(xp, &product, cols) == expected, "{} of {cols} columns", T::DTYPE);
    }
}
