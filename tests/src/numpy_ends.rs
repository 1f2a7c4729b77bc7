//! Functions of NumPy's where arguments are extreme: as NumPy 2.4 has them.

use crate::for_types;
use num_complex::Complex;
use xparray::prelude::*;
use xparray::{DType, Results};

/// Powers of zero with complex exponents: 0 for real parts above 0, 1 for the exponent 0, NaN else.
pub fn powers_of_zero<B: Backend>(xp: &B) {
    let exponents = [(1.0, 1.0), (0.5, -2.0), (3.0, 0.0), (0.0, 0.0), (-1.0, 1.0), (0.0, 1.0), (-2.0, 0.0)];
    let exponents = exponents.map(|(re, im)| Complex::new(re as f32, im as f32));
    let zeros = xp.zeros::<Complex<f32>>(exponents.len()).unwrap();
    let powers = zeros.power(&xp.array(exponents.to_vec()).unwrap()).unwrap().to_vec().unwrap();
    let (zero, one) = (Complex::new(0.0, 0.0), Complex::new(1.0, 0.0));
    assert_eq!(powers[..4], [zero, zero, zero, one]);
    assert!(powers[4..].iter().all(|z| z.re.is_nan() && z.im.is_nan()), "{powers:?}");
}

/// Shapes of few and of many elements, and the axis that products are taken over.
const SHAPES: [(&[usize], usize); 8] = [
    (&[6], 0),
    (&[1000], 0),
    (&[100_002], 0),
    (&[100_002, 2], 0),
    (&[2, 100_002], 1),
    (&[3, 3000, 2], 1),
    (&[4, 70, 700], 1),
    (&[700, 70, 4], 2),
];

/// The exponent of a power of 2 that is in a type's range where few powers of its own are, also of what it is multiplied in.
fn extreme(dtype: DType) -> i32 {
    match dtype {
        DType::F16 => 14,
        DType::BF16 | DType::F32 | DType::Complex64 => 100,
        _ => 700,
    }
}

fn power<T: Element>(exponent: i32) -> T {
    2f64.powi(exponent).cast()
}

/// An array of factors, by their places along an axis.
fn factors<T: Element, B: Backend>(xp: &B, shape: &[usize], axis: usize, factor: impl Fn(usize) -> T) -> Array<T, B> {
    xp.array(by_place(shape, axis, factor)).unwrap().reshape(shape).unwrap()
}

fn by_place<R>(shape: &[usize], axis: usize, value: impl Fn(usize) -> R) -> Vec<R> {
    let inner: usize = shape[axis + 1..].iter().product();
    (0..shape.iter().product()).map(|i| value(i / inner % shape[axis])).collect()
}

/// Products that stay in range in their order, though those of every second, third or 32nd factor do not.
pub fn products_in_range<B: Backend>(xp: &B) {
    fn check<T: Element + Results<Sum = T>, B: Backend>(xp: &B) {
        if !xp.supports(T::DTYPE) {
            return;
        }
        let extreme = extreme(T::DTYPE);
        // The exponents of running products.
        let walks: [&dyn Fn(usize) -> i32; 3] =
            [&|j| if j % 2 == 1 { extreme } else { 0 }, &|j| if j % 2 == 1 { -extreme } else { 0 }, &|j| {
                if j == 0 { 0 } else { ((j * j * 7919 + j * 31) % 2003) as i32 * extreme / 2003 - extreme / 2 }
            }];
        for (shape, axis) in SHAPES {
            for (kind, walk) in walks.iter().enumerate() {
                let what = format!("{} {shape:?} {axis} {kind}", T::DTYPE);
                let x = factors(xp, shape, axis, |j| power::<T>(walk(j + 1) - walk(j)));
                let running = x.cumprod(axis as isize).unwrap().to_vec().unwrap();
                assert!(running == by_place(shape, axis, |j| power::<T>(walk(j + 1))), "{what}");
                let products = x.prod(axis as isize).unwrap().to_vec().unwrap();
                assert!(products.iter().all(|&p| p == power::<T>(walk(shape[axis]))), "{what}: {:?}", products[0]);
            }
        }
    }
    for_types!(inexact, T => check::<T, B>(xp));
}

/// Products that leave the range in their order are as if it had no ends, rounded; running products stay what they became. NaN is
/// made of NaN, or of zero and infinity, alone.
pub fn products_out_of_range<B: Backend>(xp: &B) {
    fn check<T: Element + Results<Sum = T>, B: Backend>(xp: &B) {
        if !xp.supports(T::DTYPE) {
            return;
        }
        let (large, small) = (power::<T>(extreme(T::DTYPE)), power::<T>(-extreme(T::DTYPE)));
        let [zero, one, infinite, nan] = [0.0, 1.0, f64::INFINITY, f64::NAN].map(|x| x.cast::<T>());
        let real = |x: T| x.cast::<Complex<f64>>().re;
        for (shape, axis) in SHAPES.into_iter().skip(1) {
            let half = shape[axis] / 2;
            let what = format!("{} {shape:?} {axis}", T::DTYPE);
            let product = |factor: &dyn Fn(usize) -> T| {
                let products = factors(xp, shape, axis, factor).prod(axis as isize).unwrap().to_vec().unwrap();
                let first = products[0];
                assert!(products.iter().all(|&p| p == first || (real(p).is_nan() && real(first).is_nan())), "{what}");
                first
            };
            assert!(product(&|j| if j < half { large } else { small }) == one, "{what}");
            assert!(product(&|j| if j < half { small } else { large }) == one, "{what}");
            assert!(product(&|j| if j == half { zero } else { large }) == zero, "{what}");
            assert!(product(&|_| small) == zero, "{what}");
            assert!(real(product(&|_| large)) == f64::INFINITY, "{what}");
            assert!(real(product(&|j| if j == half { nan } else { large })).is_nan(), "{what}");
            assert!(real(product(&|j| [infinite, zero][usize::from(j >= half)])).is_nan(), "{what}");

            // All but `f64` may run along in a wider type.
            if half as i32 * extreme(T::DTYPE) < 1200 {
                continue;
            }
            let running = |factor: &dyn Fn(usize) -> T| {
                factors(xp, shape, axis, factor).cumprod(axis as isize).unwrap().to_vec().unwrap()
            };
            assert!(running(&|j| if j == 0 { zero } else { large }).into_iter().all(|p| p == zero), "{what}");
            let later = by_place(shape, axis, |j| j >= half);
            let vanished = running(&|j| if j < half { small } else { large });
            assert!(later.iter().zip(vanished).all(|(&later, p)| !later || p == zero), "{what}");
            // Infinite complex numbers times others are NaN, as in NumPy.
            if !T::DTYPE.is_complex() {
                let overflowed = running(&|j| if j < half { large } else { small });
                assert!(later.iter().zip(overflowed).all(|(&later, p)| !later || p == infinite), "{what}");
            }
        }
    }
    for_types!(inexact, T => check::<T, B>(xp));
}
