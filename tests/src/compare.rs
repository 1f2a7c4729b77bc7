//! Comparing with expected values.

use xparray::Error;
use xparray::prelude::*;

/// Real and imaginary part in double precision (integers beyond 2^53 are compared exactly elsewhere).
pub fn parts<T: Element>(x: T) -> [f64; 2] {
    let z: Complex<f64> = x.cast();
    [z.re, z.im]
}

/// The spacing of numbers of type `T` at `x`: the unit in the last place.
pub fn ulp<T: Element>(x: f64) -> f64 {
    let (digits, least) = match T::DTYPE {
        DType::F16 => (10, -24),
        DType::BF16 => (7, -133),
        DType::F32 | DType::Complex64 => (23, -149),
        DType::F64 | DType::Complex128 => (52, -1074),
        _ => return 0.0,
    };
    if !x.is_finite() {
        return 0.0;
    }
    let exponent = if x == 0.0 { least } else { (x.abs().log2().floor() as i32 - digits).max(least) };
    // `powi` would divide by infinity where the result is subnormal.
    f64::exp2(exponent.into())
}

/// Whether a value is within `ulps` of the expected one. NaN matches NaN; infinities and integers match exactly.
pub fn close<T: Element>(actual: T, expected: T, ulps: f64) -> bool {
    if actual == expected {
        return true;
    }
    let (a, e) = (parts(actual), parts(expected));
    if !T::DTYPE.is_float() && !T::DTYPE.is_complex() {
        return false;
    }
    // Beside an infinite part the other one is measured by itself.
    let modulus = e[0].hypot(e[1]);
    let bound = |part: f64| ulps * ulp::<T>(if modulus.is_finite() { modulus } else { part });
    a.iter().zip(&e).all(|(&a, &e)| a == e || (a.is_nan() && e.is_nan()) || (a - e).abs() <= bound(e))
}

/// Panics where values differ by more than `ulps` units in the last place.
#[track_caller]
pub fn assert_close<T: Element>(actual: &[T], expected: &[T], ulps: f64, what: &str) {
    assert_eq!(actual.len(), expected.len(), "{what}: lengths");
    for (i, (&a, &e)) in actual.iter().zip(expected).enumerate() {
        assert!(close(a, e, ulps), "{what}, element {i}: {a:?} is not within {ulps} ulp of {e:?}");
    }
}

/// Panics if an array has another shape or values than expected.
#[track_caller]
pub fn assert_array<T: Element, B: Backend>(actual: &Array<T, B>, shape: &[usize], expected: &[T], ulps: f64) {
    assert_eq!(actual.shape(), shape, "shape");
    assert_close(&actual.to_vec().unwrap(), expected, ulps, "array");
}

/// Panics unless an index was refused: at once, with this error, or by a device that runs on its own, when it is waited for.
/// That may name the operation below, and an index that stands for several as `i64::MAX`.
#[track_caller]
pub fn assert_refused<R, B: Backend>(xp: &B, result: xparray::Result<R>, op: &'static str, index: i64, len: usize) {
    let Ok(later) = result else {
        assert_eq!(result.err(), Some(Error::Index { op, index, len }));
        return;
    };
    let error = xp.synchronize().expect_err("the index is out of bounds");
    drop(later);
    let named = matches!(error, Error::Index { index: found, .. } if found == index || found == i64::MAX);
    assert!(named, "{error}, expected index {index} of {len}");
}

/// Whether operations of this type take numbers too small for `f32` to be normal as zeros: some devices do where `f64` is exact.
pub fn flushes<T: Element, B: Backend>(xp: &B) -> bool {
    if !matches!(T::DTYPE, DType::F32 | DType::BF16 | DType::Complex64) {
        return false;
    }
    let x = xp.array(&[f32::from_bits(1)]).unwrap();
    // Drivers may do that for some operations and not for others.
    let results = [&x * 2.0, &x + 0.0, x.log2() + 200.0, x.astype::<bool>().astype::<f32>()];
    results.iter().any(|x| x.to_vec().unwrap()[0] <= 0.0)
}

/// Whether a number, or a part of it, is one that [`flushes`] is about.
pub fn is_subnormal<T: Element>(x: T) -> bool {
    parts(x).into_iter().any(|x| x != 0.0 && x.abs() < f64::from(f32::MIN_POSITIVE))
}
