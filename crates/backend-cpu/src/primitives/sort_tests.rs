use std::cmp::Ordering as Comparison;
use std::fmt::Debug;
use std::mem::MaybeUninit;

use half::{bf16, f16};
use num_complex::Complex;
use proptest::prelude::*;

use super::*;

fn sorted<T: Value<Order: Sort>>(data: &[T], row_len: usize) -> Vec<T> {
    let mut out = vec![MaybeUninit::uninit(); data.len()];
    sort_rows(&Pool::default(), data, row_len, &mut out).unwrap();
    // SAFETY: all were written.
    out.iter().map(|x| unsafe { x.assume_init() }).collect()
}

fn indices<T: Value>(data: &[T], row_len: usize) -> Vec<i64> {
    let mut out = vec![MaybeUninit::new(-1); data.len()];
    argsort_rows(&Pool::default(), data, row_len, &mut out).unwrap();
    // SAFETY: all were initialised.
    out.iter().map(|x| unsafe { x.assume_init() }).collect()
}

/// NumPy's order of floats, from comparisons alone.
fn float_order<T: PartialOrd>(a: &T, b: &T) -> Comparison {
    // Only NaN differs from itself.
    let nan = |x: &T| x.partial_cmp(x).is_none();
    a.partial_cmp(b).unwrap_or_else(|| nan(a).cmp(&nan(b)))
}

fn complex_order(a: &Complex<f32>, b: &Complex<f32>) -> Comparison {
    let class = |z: &Complex<f32>| (z.re.is_nan(), z.im.is_nan());
    let parts = || float_order(&a.re, &b.re).then(float_order(&a.im, &b.im));
    class(a).cmp(&class(b)).then_with(parts)
}

/// Sorts rows both ways and compares with the standard library's stable sort. `bits` tells
/// values apart that compare equal: of those a sort of values may change the order, but it must
/// keep them all.
fn check<T: Value<Order: Sort> + Debug, B: Ord>(
    data: &[T],
    row_len: usize,
    order: impl Fn(&T, &T) -> Comparison,
    bits: impl Fn(&T) -> B,
) {
    let mut expected = Vec::new();
    for row in data.chunks(row_len.max(1)) {
        let mut indices: Vec<i64> = (0..row.len() as i64).collect();
        indices.sort_by(|&a, &b| order(&row[a as usize], &row[b as usize]));
        expected.extend(indices);
    }
    assert!(indices(data, row_len) == expected, "argsort of {} by {row_len}", data.len());
    let sorted = sorted(data, row_len);
    for (i, (value, index)) in sorted.iter().zip(expected).enumerate() {
        let from = &data[i / row_len * row_len + index as usize];
        assert_eq!(order(value, from), Comparison::Equal, "{} by {row_len} at {i}", data.len());
    }
    let all = |values: &[T]| {
        let mut all: Vec<B> = values.iter().map(&bits).collect();
        all.sort();
        all
    };
    for (sorted, row) in sorted.chunks(row_len.max(1)).zip(data.chunks(row_len.max(1))) {
        assert!(all(sorted) == all(row), "{} by {row_len}", data.len());
    }
}

fn random(n: usize) -> Vec<u64> {
    let mut state = n as u64 + 1;
    let step = |_| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    };
    (0..n).map(step).collect()
}

const LENGTHS: [usize; 10] = [0, 1, 2, 3, 20, 21, 200, 5000, 40_000, 150_001];

/// Random bit patterns, which have every kind of float, in rows of several lengths.
fn check_all<T: Value<Order: Sort> + Debug, B: Ord>(
    value: impl Fn(u64) -> T,
    order: impl Fn(&T, &T) -> Comparison,
    bits: impl Fn(&T) -> B,
) {
    for n in LENGTHS {
        let data: Vec<T> = random(n).into_iter().map(&value).collect();
        check(&data, n, &order, &bits);
    }
    let data: Vec<T> = random(60_000).into_iter().map(&value).collect();
    for row_len in [1, 5, 16, 60, 300, 1000, 20_000] {
        check(&data, row_len, &order, &bits);
    }
}

#[test]
fn integers_and_bools() {
    check_all(|b| b & 1 != 0, Ord::cmp, |&x| x);
    check_all(|b| b as i8, Ord::cmp, |&x| x);
    check_all(|b| b as u8, Ord::cmp, |&x| x);
    check_all(|b| b as i16, Ord::cmp, |&x| x);
    check_all(|b| b as u16, Ord::cmp, |&x| x);
    check_all(|b| b as i32, Ord::cmp, |&x| x);
    check_all(|b| b as u32, Ord::cmp, |&x| x);
    check_all(|b| b as i64, Ord::cmp, |&x| x);
    check_all(|b| b >> (b & 63), Ord::cmp, |&x| x);
}

#[test]
fn floats_of_all_kinds() {
    check_all(|b| f16::from_bits(b as u16), float_order, |x| x.to_bits());
    check_all(|b| bf16::from_bits(b as u16), float_order, |x| x.to_bits());
    check_all(|b| f32::from_bits(b as u32), float_order, |x| x.to_bits());
    check_all(f64::from_bits, float_order, |x| x.to_bits());
    let special = [f64::NAN, -f64::NAN, 0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY];
    check_all(|b| special[b as usize % 8], float_order, |x| x.to_bits());
}

#[test]
fn complex_numbers() {
    let parts = [f32::NAN, 0.0, -0.0, 1.0, -1.0, f32::INFINITY];
    let value = |b: u64| Complex::new(parts[b as usize % 6], parts[(b >> 32) as usize % 6]);
    check_all(value, complex_order, |z| (z.re.to_bits(), z.im.to_bits()));
    let value = |b: u64| Complex::new((b >> 60) as f64, (b & 0xfff) as f64);
    let order = |a: &Complex<f64>, b: &Complex<f64>| {
        let re = a.re.total_cmp(&b.re);
        re.then(a.im.total_cmp(&b.im))
    };
    check_all(value, order, |z| (z.re.to_bits(), z.im.to_bits()));
}

#[test]
fn numpy_examples() {
    let z = [(1.0, 2.0), (1.0, -1.0), (0.0, 5.0)].map(|(re, im)| Complex::new(re, im));
    let expected = [(0.0, 5.0), (1.0, -1.0), (1.0, 2.0)].map(|(re, im)| Complex::new(re, im));
    assert_eq!(sorted(&z, z.len()), expected);
    assert_eq!(indices(&[3, 1, 2, 1, 0, 2], 3), [1, 2, 0, 1, 0, 2]);
}

#[test]
fn data_with_few_varying_bits() {
    let n = 100_000;
    check(&vec![7u32; n], n, Ord::cmp, |&x| x);
    let data: Vec<u64> = random(n).iter().map(|b| (b & 1) << 63 | (b & 2) << 30).collect();
    check(&data, n, Ord::cmp, |&x| x);
    let rising: Vec<i32> = (-50_000..50_000).collect();
    check(&rising, n, Ord::cmp, |&x| x);
}

#[test]
fn wide_positions_agree_with_narrow_ones() {
    let data: Vec<f32> = random(70_000).iter().map(|&b| (b % 1000) as f32).collect();
    let mut out = vec![MaybeUninit::new(-1); data.len()];
    argsort_long::<_, u64>(&Pool::default(), f32::ORDER, f32::bits(&data), &mut out).unwrap();
    // SAFETY: all were initialised.
    let out = out.iter().map(|x| unsafe { x.assume_init() });
    assert!(out.eq(indices(&data, data.len())));
    let mut out = vec![MaybeUninit::uninit(); data.len()];
    sort_long::<_, u64>(&Pool::default(), f32::ORDER, f32::bits(&data), &mut out).unwrap();
    // SAFETY: all were written.
    let out = out.iter().map(|x| f32::from_bits(unsafe { x.assume_init() }));
    assert!(out.eq(sorted(&data, data.len())));
}

#[test]
fn no_memory_is_an_error() {
    let pool = Pool::default();
    pool.set_limit(Some(1000));
    let data: Vec<u32> = (0..5000).rev().collect();
    let mut out = vec![MaybeUninit::uninit(); data.len()];
    assert!(sort_rows(&pool, &data, 5000, &mut out).is_err());
    assert!(sort_rows(&pool, &data, 2500, &mut out).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_rows_sort(
        data in prop::collection::vec(any::<f32>(), 0..3000),
        row_len in 1usize..400,
    ) {
        let whole = data.len() / row_len * row_len;
        check(&data[..whole], row_len, float_order, |x| x.to_bits());
    }
}
