use std::fmt::Debug;

use half::{bf16, f16};
use num_complex::Complex;

use super::*;

type Function<T> = fn(&Pool, &[T], Axis, &mut [MaybeUninit<T>]) -> Result<(), OutOfMemory>;

fn run<T: Value>(function: Function<T>, data: &[T], axis: Axis) -> Vec<T> {
    let mut out = Vec::with_capacity(data.len());
    let room = &mut out.spare_capacity_mut()[..data.len()];
    function(&Pool::default(), data, axis, room).unwrap();
    // SAFETY: scans write all of their output.
    unsafe { out.set_len(data.len()) };
    out
}

/// The definition, one element after the other.
fn reference<T: Copy, C: Copy>(data: &[T], axis: Axis, widen: impl Fn(T) -> C, combine: impl Fn(C, C) -> C) -> Vec<C> {
    let Axis { len, inner, .. } = axis;
    let mut out: Vec<C> = data.iter().map(|&x| widen(x)).collect();
    for i in 0..data.len() {
        if i / inner % len > 0 {
            out[i] = combine(out[i - inner], out[i]);
        }
    }
    out
}

/// Rows and columns, short and cut into blocks, whole and ragged.
fn axes() -> Vec<Axis> {
    let shapes = [
        (1, 1, 1),
        (1, 7, 1),
        (3, 100, 1),
        (40_000, 3, 1),
        (1, 4 * BLOCK + 13, 1),
        (2, WAVE * BLOCK + BLOCK + 1, 1),
        (2, 5, 3),
        (1, 40_000, 2),
        (3, 300, 300),
        (1, 50, TILE + 1),
        (1, 20, 8000),
    ];
    let axis = |(outer, len, inner)| Axis { outer, len, inner };
    shapes.map(axis).to_vec()
}

fn noise(n: usize) -> Vec<i64> {
    (0..n as i64).map(|i| (i * i * 7919 + i * 31) % 2003 - 1000).collect()
}

fn check_exact<T: Value + PartialEq + Debug>(
    function: Function<T>,
    value: impl Fn(i64) -> T,
    combine: impl Fn(T, T) -> T,
) {
    for axis in axes() {
        let data: Vec<T> = noise(axis.size()).into_iter().map(&value).collect();
        let expected = reference(&data, axis, |x| x, &combine);
        assert!(run(function, &data, axis) == expected, "{axis:?}");
    }
}

#[test]
fn integers_wrap() {
    check_exact(cumsum, |x| x as i8, i8::wrapping_add);
    check_exact(cumprod, |x| x as u16, u16::wrapping_mul);
    check_exact(cumsum, |x| x as i32, i32::wrapping_add);
    check_exact(cumprod, |x| x | 1, i64::wrapping_mul);
}

#[test]
fn exact_floats() {
    // Sums of these integers, and products of these powers of two, need no rounding.
    check_exact(cumsum, |x| x as f64, |a, b| a + b);
    check_exact(cumprod, |x| [1.0, 2.0, 0.5, -1.0][x as usize & 3], |a: f64, b| a * b);
    check_exact(cumsum, |x| Complex::new(x as f64, -x as f64), |a, b| a + b);
}

/// Parts of a product may leave the range of floats where the product does not.
#[test]
fn products_stay_in_order() {
    for axis in axes() {
        for factors in [[1e200, 1e-200], [1e-200, 1e200]] {
            let data: Vec<f64> = (0..axis.size()).map(|i| factors[i / axis.inner % axis.len % 2]).collect();
            let found = run(cumprod, &data, axis);
            let near = |x: f64, y: f64| (x / y - 1.0).abs() < 1e-9;
            assert!(
                found.iter().zip(reference(&data, axis, |x| x, |a, b| a * b)).all(|(&x, y)| near(x, y)),
                "{axis:?}"
            );
        }
        let data: Vec<f64> =
            (0..axis.size()).map(|i| if i / axis.inner % axis.len == 0 { 0.0 } else { 1e60 }).collect();
        assert!(run(cumprod, &data, axis).iter().all(|&x| x == 0.0), "{axis:?}");
    }
}

#[test]
fn extremes() {
    check_exact(cummax, |x| x as i16, Ord::max);
    check_exact(cummin, |x| x as f32, f32::min);
    check_exact(cummax, |x| x == 999, |a, b| a | b);
    let order = |z: Complex<f32>| (z.re as i64, z.im as i64);
    let larger = |a, b| if order(b) > order(a) { b } else { a };
    check_exact(cummax, |x| Complex::new((x / 100) as f32, x as f32), larger);
}

#[test]
fn extremes_are_nan_from_the_first_nan_on() {
    let n = 5 * BLOCK;
    let mut data = vec![1.0f32; n];
    data[2 * BLOCK + 3] = f32::NAN;
    for function in [cummax as Function<f32>, cummin] {
        let out = run(function, &data, Axis::flat(n));
        assert_eq!(out.iter().position(|x| x.is_nan()), Some(2 * BLOCK + 3));
        assert!(out[2 * BLOCK + 3..].iter().all(|x| x.is_nan()));
    }
}

/// A sum of `f32` carries in `f64`, so every result is the true sum, nearly rounded once.
#[test]
fn sums_of_f32_are_accurate() {
    for axis in axes() {
        let data: Vec<f32> = noise(axis.size()).iter().map(|&x| x as f32 / 999.0).collect();
        let expected = reference(&data, axis, f64::from, |a, b| a + b);
        for (out, exact) in run(cumsum, &data, axis).into_iter().zip(expected) {
            let error = (f64::from(out) - exact).abs();
            assert!(error <= exact.abs() * 6e-8 + 1e-9, "{axis:?}: {out} {exact}");
        }
    }
}

#[test]
fn half_floats_carry_in_f32() {
    // In f16 itself the sum would stay at 2048: 2048 + 1 rounds to 2048.
    let out = run(cumsum, &vec![f16::ONE; 3000], Axis::flat(3000));
    assert_eq!(out[2999], f16::from_f32(3000.0));
    let out = run(cumsum, &vec![bf16::ONE; 100_000], Axis::flat(100_000));
    assert_eq!(out[99_999], bf16::from_f32(100_000.0));
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let n = 70 * BLOCK + 5;
    let data: Vec<f64> = noise(n).iter().map(|&x| x as f64 / 7.0).collect();
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        pool.install(|| run(cumsum, &data, Axis::flat(n)))
    };
    assert!(with(1) == with(3));
}

#[test]
fn empty_axes() {
    let axes = [(0, 3, 2), (3, 0, 2), (3, 2, 0)];
    for (outer, len, inner) in axes {
        assert!(run(cumsum::<f32>, &[], Axis { outer, len, inner }).is_empty());
    }
}
