//! The assertions of `xparray::testing`: what they let pass, and what they say else.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use xparray::prelude::*;
use xparray::testing::*;

/// What a panic says; nothing if there is none.
fn said(f: impl FnOnce()) -> Option<String> {
    let panic: Box<dyn Any + Send> = catch_unwind(AssertUnwindSafe(f)).err()?;
    Some(panic.downcast_ref::<String>().cloned().unwrap_or_default())
}

/// NumPy's messages.
pub fn messages<B: Backend>(xp: &B) {
    let (x, y) = (xp.array([1.0, 2.0, 4.0]).unwrap(), xp.array([1.0, 2.0, 3.0]).unwrap());
    let expected = "Not equal to tolerance rtol=1e-7, atol=0.0\n\n\
        Mismatched elements: 1 / 3 (33.3%)\n\
        Mismatch at index:\n [2]: 4.0 (ACTUAL), 3.0 (DESIRED)\n\
        Max absolute difference among violations: 1.0\n\
        Max relative difference among violations: 0.3333333333333333\n \
        ACTUAL: array([1., 2., 4.])\n DESIRED: array([1., 2., 3.])";
    assert_eq!(said(|| assert_allclose(&x, &y)).unwrap(), expected);
    let (n, m) = (xp.array([1, 5]).unwrap(), xp.array([2, 2]).unwrap());
    let expected = "Arrays are not strictly ordered `x < y`\n\n\
        Mismatched elements: 1 / 2 (50.0%)\n\
        Mismatch at index:\n [1]: 5 (x), 2 (y)\n\
        Max absolute difference among violations: 3.0\n\
        Max relative difference among violations: 1.5\n x: array([1, 5])\n y: array([2, 2])";
    assert_eq!(said(|| assert_array_less(&n, &m)).unwrap().replace(", dtype=i32", ""), expected);
    let shapes = said(|| assert_array_equal(&x, &n.astype::<f64>())).unwrap();
    assert!(shapes.contains("(shapes [3], [2] mismatch)"), "{shapes}");
    let many = said(|| assert_array_equal(&xp.zeros::<u8>([3, 4]).unwrap(), &xp.ones::<u8>([3, 4]).unwrap())).unwrap();
    assert!(
        many.contains("12 / 12 (100.0%)") && many.contains("First 5 mismatches") && many.contains("[1, 0]: 0"),
        "{many}"
    );
    let ulp = said(|| assert_array_almost_equal_nulp(&x, &(&x * (1.0 + 2.0 * f64::EPSILON)), 1)).unwrap();
    assert_eq!(ulp, "Arrays are not equal to 1 ULP (max is 2)");
    let ulp = said(|| drop(assert_array_max_ulp(&x, &(&x * (1.0 + 2.0 * f64::EPSILON)), 1))).unwrap();
    assert_eq!(ulp, "Arrays are not almost equal up to 1 ULP (max difference is 2 ULP)");
}

/// What is equal or near enough, of all kinds.
pub fn passes<B: Backend>(xp: &B) {
    let nan = xp.array([1.0, f64::NAN, f64::INFINITY]).unwrap();
    assert_allclose(&nan, &nan);
    assert_array_equal(&nan, &nan);
    assert_array_almost_equal(&nan, &nan, 3);
    assert!(said(|| assert_allclose(&nan, &xp.array([1.0, 2.0, f64::INFINITY]).unwrap())).is_some());
    assert!(said(|| assert_allclose(&nan, &xp.array([1.0, f64::NAN, f64::NEG_INFINITY]).unwrap())).is_some());
    assert_allclose_with(&xp.array([1.0, 2.0]).unwrap(), &xp.array([1.1, 2.0]).unwrap(), Tolerance::new().rtol(0.1));
    assert_array_almost_equal(&xp.array([1.0]).unwrap(), &xp.array([1.0014]).unwrap(), 3);
    assert!(said(|| assert_array_almost_equal(&xp.array([1.0]).unwrap(), &xp.array([1.0016]).unwrap(), 3)).is_some());
    let wide = xp.array(&[i64::MAX, i64::MIN]).unwrap();
    assert_array_equal(&wide, &wide);
    assert!(said(|| assert_array_equal(&wide, &xp.array(&[i64::MAX - 1, i64::MIN]).unwrap())).is_some());
    let z = xp.array([Complex::new(1.0, -2.0)]).unwrap();
    assert_allclose(&z, &(&z * Complex::new(1.0 + 1e-9, 0.0)));
    assert_array_equal(&xp.zeros::<f32>([0, 3]).unwrap(), &xp.zeros::<f32>([0, 3]).unwrap());
    assert_array_equal(&xp.full([2, 2], 3u8).unwrap(), &xp.scalar(3u8));
    assert_array_equal(&wide.clone().into_dyn(), &wide);
    assert_array_less(&xp.scalar(1i8), &xp.array([2, 3]).unwrap().astype::<i8>());
    assert_array_list_equal(&[&wide, &wide], &[&wide, &wide]);
    assert!(said(|| assert_array_list_equal(&[&wide], &[&wide, &wide])).is_some());
    let near = |x: f32| xp.array(&[x]).unwrap();
    assert_eq!(assert_array_max_ulp(&near(0.0), &near(-0.0), 0), [0]);
    assert_eq!(assert_array_max_ulp(&near(f32::from_bits(1)), &near(-f32::from_bits(1)), 2), [2]);
    assert_array_almost_equal_nulp(&near(1.0), &near(1.0f32.next_up()), 1);
    let half = xp.array([1.0]).unwrap().astype::<f16>();
    assert_array_almost_equal_nulp(&half, &half, 0);
    assert!(said(|| assert_array_almost_equal_nulp(&near(1.0), &near(f32::NAN), 1 << 40)).is_some());
    assert!(said(|| drop(assert_array_max_ulp(&wide, &wide, 1))).is_some());
}
