//! Operators: operands owned and borrowed, arrays and scalars, broadcasting, NumPy's corner cases.

// What is tested has no effect on numbers.
#![allow(clippy::eq_op, clippy::modulo_one)]

use crate::compare::assert_close;
use crate::for_types;
use std::panic::{AssertUnwindSafe, catch_unwind};
use xparray::prelude::*;
use xparray::{Error, s};

/// Operands may be owned or borrowed, and are the same afterwards.
pub fn operands_are_owned_or_borrowed<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[7i32, -7, 8], 3).unwrap();
    let y = xp.from_slice(&[2.0f64, 4.0, -0.5], 3).unwrap();
    let sums = [&x + &y, x.clone() + &y, &x + y.clone(), x.clone() + y.clone(), x.add(&y).unwrap()];
    for sum in sums {
        assert_eq!(sum.to_vec().unwrap(), [9.0, -3.0, 7.5]);
    }
    assert_eq!((-&x).to_vec().unwrap(), (-x.clone()).to_vec().unwrap());
    assert_eq!((&x - 1).to_vec().unwrap(), (x.clone() - 1).to_vec().unwrap());
    assert_eq!((1 - &x).to_vec().unwrap(), (1 - x.clone()).to_vec().unwrap());
    assert_eq!(x.to_vec().unwrap(), [7, -7, 8]);
    assert_eq!(y.to_vec().unwrap(), [2.0, 4.0, -0.5]);
}

/// An operator with a scalar on either side.
macro_rules! sides {
    ($xp:ident, $T:ident, $values:expr, $scalar:expr, $op:tt, $right:expr, $left:expr) => {{
        let cast = |values: &[i64]| values.iter().map(|v| v.cast::<$T>()).collect::<Vec<_>>();
        let (values, scalar) = (cast(&$values), $scalar.cast::<$T>());
        let x = $xp.from_slice(&values, values.len()).unwrap();
        let what = format!("{} {}", stringify!($op), $T::DTYPE);
        assert_eq!((&x $op scalar).to_vec().unwrap(), cast(&$right), "array {what} scalar");
        assert_eq!((scalar $op &x).to_vec().unwrap(), cast(&$left), "scalar {what} array");
    }};
}

/// Scalars stand on either side, for every type.
pub fn scalars_stand_on_either_side<B: Backend>(xp: &B) {
    for_types!(numbers, T => {
        sides!(xp, T, [1, 2, 5], 3i64, +, [4, 5, 8], [4, 5, 8]);
        sides!(xp, T, [3, 4, 5], 3i64, *, [9, 12, 15], [9, 12, 15]);
        let x = xp.from_slice(&[5i64.cast::<T>()], 1).unwrap();
        let two = 2i64.cast::<T>();
        assert_eq!((&x - two).item().unwrap(), 3i64.cast::<T>());
        assert_eq!((two - (two - &x)).item().unwrap(), 5i64.cast::<T>());
        let halves = (&x / two).item().unwrap();
        assert_close(&[halves], &[2.5f64.cast()], 0.0, "array / scalar");
        assert_close(&[(two / &x).item().unwrap()], &[0.4f64.cast()], 1.0, "scalar / array");
    });
    for_types!(real_numbers, T => sides!(xp, T, [7, 9, 4], 5i64, %, [2, 4, 4], [5, 5, 1]));
    for_types!(integers, T => {
        sides!(xp, T, [6, 1, 12], 10i64, &, [2, 0, 8], [2, 0, 8]);
        sides!(xp, T, [6, 1, 12], 10i64, |, [14, 11, 14], [14, 11, 14]);
        sides!(xp, T, [6, 1, 12], 10i64, ^, [12, 11, 6], [12, 11, 6]);
        sides!(xp, T, [1, 2, 3], 2i64, <<, [4, 8, 12], [4, 8, 16]);
        sides!(xp, T, [1, 4, 9], 2i64, >>, [0, 1, 2], [1, 0, 0]);
    });
}

/// `bool` adds as "or", multiplies as "and", divides as numbers.
pub fn truth_values<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[false, false, true, true], 4).unwrap();
    let y = xp.from_slice(&[false, true, false, true], 4).unwrap();
    assert_eq!((&x + &y).to_vec().unwrap(), [false, true, true, true]);
    assert_eq!((&x * &y).to_vec().unwrap(), [false, false, false, true]);
    assert_eq!((&x & &y).to_vec().unwrap(), [false, false, false, true]);
    assert_eq!((&x | &y).to_vec().unwrap(), [false, true, true, true]);
    assert_eq!((&x ^ &y).to_vec().unwrap(), [false, true, true, false]);
    assert_eq!((!&x).to_vec().unwrap(), [true, true, false, false]);
    assert_eq!((&x ^ true).to_vec().unwrap(), [true, true, false, false]);
    assert_eq!((&x + xp.ones::<u8>(4).unwrap()).to_vec().unwrap(), [1u8, 1, 2, 2]);
    let quotient = (&x / &y).to_vec().unwrap();
    assert!(quotient[0].is_nan() && quotient[2].is_infinite());
    assert_eq!((quotient[1], quotient[3]), (0.0, 1.0));
}

/// Division of integers is true division; remainders have the divisor's sign; zero divides without a trap.
pub fn division_is_numpys<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[7i32, -7, 7, -7, 0, i32::MIN], 6).unwrap();
    let y = xp.from_slice(&[3i32, 3, -3, -3, 5, -1], 6).unwrap();
    assert_eq!((&x % &y).to_vec().unwrap(), [1, 2, -2, -1, 0, 0]);
    assert_eq!((&x / &y).to_vec().unwrap()[..2], [7.0 / 3.0, -7.0 / 3.0]);
    assert_eq!((&x % 0).to_vec().unwrap(), [0; 6]);
    let by_zero = (&x / 0).to_vec().unwrap();
    assert_eq!(by_zero[..4], [f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY]);
    assert!(by_zero[4].is_nan());
    assert_eq!((xp.from_slice(&[i8::MIN], 1).unwrap() % -1).item().unwrap(), 0);

    let x = xp.from_slice(&[5.5f64, -5.5, 5.5, -5.5, 6.0, -0.0], 6).unwrap();
    let y = xp.from_slice(&[2.0f64, 2.0, -2.0, -2.0, f64::INFINITY, 3.0], 6).unwrap();
    assert_eq!((&x % &y).to_vec().unwrap(), [1.5, 0.5, -0.5, -1.5, 6.0, 0.0]);
    assert!((&x % 0.0).to_vec().unwrap().iter().all(|r| r.is_nan()));
}

/// Integers wrap, and shifts beyond the width leave only the sign.
pub fn integers_wrap_and_shift<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[i8::MAX, i8::MIN, -1], 3).unwrap();
    assert_eq!((&x + 1).to_vec().unwrap(), [i8::MIN, -127, 0]);
    assert_eq!((-&x).to_vec().unwrap(), [-127, i8::MIN, 1]);
    assert_eq!((&x * 2).to_vec().unwrap(), [-2, 0, -2]);
    assert_eq!((&x << 9).to_vec().unwrap(), [0, 0, 0]);
    assert_eq!((&x >> 9).to_vec().unwrap(), [0, -1, -1]);
    assert_eq!((!&x).to_vec().unwrap(), [i8::MIN, i8::MAX, 0]);
    let y = xp.from_slice(&[1u64, u64::MAX], 2).unwrap();
    assert_eq!((&y << 63).to_vec().unwrap(), [1 << 63, 1 << 63]);
    assert_eq!((&y << 64).to_vec().unwrap(), [0, 0]);
    assert_eq!((&y >> 64).to_vec().unwrap(), [0, 0]);
    assert_eq!((&y - 2).to_vec().unwrap(), [u64::MAX, u64::MAX - 2]);
    assert_eq!((-&y).to_vec().unwrap(), [u64::MAX, 1]);
}

/// Shapes broadcast as NumPy's, also empty ones and views.
pub fn shapes_broadcast<B: Backend>(xp: &B) {
    let column = xp.from_slice(&[10i64, 20], [2, 1]).unwrap();
    let row = xp.from_slice(&[1i64, 2, 3], 3).unwrap();
    let sum = &column + &row;
    assert_eq!(sum.shape(), [2, 3]);
    assert_eq!(sum.to_vec().unwrap(), [11, 12, 13, 21, 22, 23]);
    let backwards = column.slice(s![..;-1]).unwrap() - row.slice(s![..;-1]).unwrap();
    assert_eq!(backwards.to_vec().unwrap(), [17, 18, 19, 7, 8, 9]);
    let cube = xp.arange((0i64, 8, 1)).unwrap().reshape([2, 1, 2, 2]).unwrap();
    let product = &cube * xp.from_slice(&[1i64, -1, 2], [3, 1, 1]).unwrap();
    assert_eq!(product.shape(), [2, 3, 2, 2]);
    assert_eq!(product.to_vec().unwrap()[12..], [4, 5, 6, 7, -4, -5, -6, -7, 8, 10, 12, 14]);
    assert_eq!((&xp.scalar(5i64) - &row).to_vec().unwrap(), [4, 3, 2]);
    assert_eq!((xp.scalar(5) * xp.scalar(3)).shape(), [0usize; 0]);
    assert_eq!((xp.zeros::<f32>([0]).unwrap() + xp.zeros::<f32>([4, 1]).unwrap()).shape(), [4, 0]);
    assert_eq!((xp.zeros::<f32>([0, 1]).unwrap() * xp.ones::<f32>([1, 7]).unwrap()).to_vec().unwrap(), [0f32; 0]);
}

/// Shapes that do not match are an error of the method and a panic of the operator, with both shapes and our line.
pub fn mismatched_shapes<B: Backend>(xp: &B) {
    let (x, y) = (xp.zeros::<f32>([2, 3]).unwrap(), xp.zeros::<f32>([2, 2]).unwrap());
    let Err(Error::Shape { op, left, right }) = x.subtract(&y) else { panic!("no error") };
    assert_eq!((op, left, right), ("subtract", vec![2, 3], vec![2, 2]));
    assert!(matches!(x.add(&xp.zeros::<f32>(0).unwrap()), Err(Error::Shape { .. })));
    let panic = catch_unwind(AssertUnwindSafe(|| &x - &y)).err().unwrap();
    let message = panic.downcast_ref::<String>().unwrap();
    assert_eq!(message, "subtract: shapes [2, 3] and [2, 2] do not match");
}

/// Arithmetic of complex numbers, with each other and with real ones.
pub fn complex_arithmetic<B: Backend>(xp: &B) {
    let c = |re: f64, im: f64| Complex::new(re, im);
    let x = xp.from_slice(&[c(1.0, 2.0), c(-3.0, 0.5)], 2).unwrap();
    let y = xp.from_slice(&[c(0.5, -1.0), c(2.0, 4.0)], 2).unwrap();
    assert_eq!((&x * &y).to_vec().unwrap(), [c(2.5, 0.0), c(-8.0, -11.0)]);
    assert_close(&(&x / &y).to_vec().unwrap(), &[c(-1.2, 1.6), c(-0.2, 0.65)], 2.0, "quotients");
    assert_eq!((&x - &y).to_vec().unwrap(), [c(0.5, 3.0), c(-5.0, -3.5)]);
    assert_eq!((&x * c(0.0, 1.0)).to_vec().unwrap(), [c(-2.0, 1.0), c(-0.5, -3.0)]);
    let real = xp.from_slice(&[2.0f32, 4.0], 2).unwrap();
    assert_eq!((&x * &real).to_vec().unwrap(), [c(2.0, 4.0), c(-12.0, 2.0)]);
    // Neither overflow nor underflow on the way.
    let large = xp.from_slice(&[c(3e200, 4e200)], 1).unwrap();
    assert_eq!((&large / &large).to_vec().unwrap(), [c(1.0, 0.0)]);
    let small = xp.from_slice(&[c(3e-200, 4e-200)], 1).unwrap();
    assert_eq!((&small / &small).to_vec().unwrap(), [c(1.0, 0.0)]);
}
