//! Windows for transforms.

use crate::compare::assert_close;
use xparray::prelude::*;

/// np.bartlett(m) and the like.
pub fn points<B: Backend>(xp: &B) {
    let check = |found: xparray::Result<Array<f64, B>>, expected: &[f64], what: &str| {
        let found = found.unwrap().to_vec().unwrap();
        assert_eq!(found.len(), expected.len(), "{what}");
        // In units of the largest weight: those at the ends are differences of numbers near 1.
        let close = |(a, e): (&f64, &f64)| (a - e).abs() <= 2.0 * f64::EPSILON;
        assert!(found.iter().zip(expected).all(close), "{what}: {found:?}, expected {expected:?}");
    };
    let third = 1.0 / 3.0;
    check(xp.bartlett(4), &[0.0, 2.0 * third, 2.0 * third, 0.0], "bartlett");
    check(xp.bartlett(7), &[0.0, third, 2.0 * third, 1.0, 2.0 * third, third, 0.0], "bartlett");
    check(xp.blackman(4), &[0.0, 0.63, 0.63, 0.0], "blackman");
    check(xp.blackman(7), &[0.0, 0.13, 0.63, 1.0, 0.63, 0.13, 0.0], "blackman");
    check(xp.hamming(4), &[0.08, 0.77, 0.77, 0.08], "hamming");
    check(xp.hamming(7), &[0.08, 0.31, 0.77, 1.0, 0.77, 0.31, 0.08], "hamming");
    check(xp.hanning(4), &[0.0, 0.75, 0.75, 0.0], "hanning");
    check(xp.hanning(7), &[0.0, 0.25, 0.75, 1.0, 0.75, 0.25, 0.0], "hanning");
    let (end, middle) = (0.0013325139979024198, 0.6304119273359405);
    check(xp.kaiser(4, 8.6), &[end, middle, middle, end], "kaiser");
    check(xp.kaiser(7, 8.6), &[end, 0.13040194654166437, middle, 1.0, middle, 0.13040194654166437, end], "kaiser");
    check(
        xp.kaiser(4, 0.5),
        &[0.9403061933191574, 0.9932754654413776, 0.9932754654413776, 0.9403061933191574],
        "kaiser",
    );
    let windows = |m| [xp.bartlett(m), xp.blackman(m), xp.hamming(m), xp.hanning(m), xp.kaiser(m, 5.0)];
    for window in windows(0) {
        assert_eq!(window.unwrap().shape(), [0]);
    }
    for window in windows(1) {
        assert_eq!(window.unwrap().to_vec().unwrap(), [1.0]);
    }
    for window in windows(100_001) {
        let window = window.unwrap();
        assert_close(&window.flip(0).unwrap().to_vec().unwrap(), &window.to_vec().unwrap(), 0.0, "symmetry");
    }
    assert!(windows(usize::MAX).into_iter().all(|window| window.is_err()));
}
