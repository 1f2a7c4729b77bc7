//! Padding, against `numpy.pad`.

use crate::arrays::{check, counting, from_numbers, layouts};
use crate::every_size;
use xparray::Error;
use xparray::prelude::*;

/// Margins of one value, and of values of the array.
pub fn copies<B: Backend>(xp: &B) {
    every_size!(copies_of(xp));
}

fn copies_of<T: Element, B: Backend>(xp: &B) {
    let widths = [(1, 2), (3, 1)];
    for x in layouts::<T, B>(xp, &[2, 3]) {
        check(
            &x.pad_with(widths, PadMode::Constant(true.cast())).unwrap(),
            &[5, 7],
            &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 2, 1, 1, 1, 1, 3, 4, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
        );
        check(
            &x.pad_with(widths, PadMode::Edge).unwrap(),
            &[5, 7],
            &[0, 0, 0, 0, 1, 2, 2, 0, 0, 0, 0, 1, 2, 2, 3, 3, 3, 3, 4, 5, 5, 3, 3, 3, 3, 4, 5, 5, 3, 3, 3, 3, 4, 5, 5],
        );
        check(
            &x.pad_with(widths, PadMode::Reflect).unwrap(),
            &[5, 7],
            &[4, 5, 4, 3, 4, 5, 4, 1, 2, 1, 0, 1, 2, 1, 4, 5, 4, 3, 4, 5, 4, 1, 2, 1, 0, 1, 2, 1, 4, 5, 4, 3, 4, 5, 4],
        );
        check(
            &x.pad_with(widths, PadMode::Symmetric).unwrap(),
            &[5, 7],
            &[2, 1, 0, 0, 1, 2, 2, 2, 1, 0, 0, 1, 2, 2, 5, 4, 3, 3, 4, 5, 5, 5, 4, 3, 3, 4, 5, 5, 2, 1, 0, 0, 1, 2, 2],
        );
        check(
            &x.pad_with(widths, PadMode::Wrap).unwrap(),
            &[5, 7],
            &[3, 4, 5, 3, 4, 5, 3, 0, 1, 2, 0, 1, 2, 0, 3, 4, 5, 3, 4, 5, 3, 0, 1, 2, 0, 1, 2, 0, 3, 4, 5, 3, 4, 5, 3],
        );
        check(&x.pad_with((0, 1), PadMode::Edge).unwrap(), &[3, 4], &[0, 1, 2, 2, 3, 4, 5, 5, 3, 4, 5, 5]);
        check(&x.pad_with(0, PadMode::Wrap).unwrap(), &[2, 3], &[0, 1, 2, 3, 4, 5]);
    }
    // Several periods: more runs than are copied one by one.
    for x in layouts::<T, B>(xp, &[3]) {
        check(
            &x.pad_with((14, 15), PadMode::Reflect).unwrap(),
            &[32],
            &[2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1],
        );
        check(
            &x.pad_with((14, 15), PadMode::Symmetric).unwrap(),
            &[32],
            &[1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0],
        );
        check(
            &x.pad_with((14, 15), PadMode::Wrap).unwrap(),
            &[32],
            &[1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2],
        );
        check(&x.pad_with((7, 0), PadMode::Reflect).unwrap(), &[10], &[1, 2, 1, 0, 1, 2, 1, 0, 1, 2]);
        check(&x.pad_with((0, 8), PadMode::Symmetric).unwrap(), &[11], &[0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1]);
    }
    let one = from_numbers::<T, B>(xp, &[1], &[1]);
    check(&one.pad_with(2, PadMode::Reflect).unwrap(), &[5], &[1; 5]);
    let scalar = from_numbers::<T, B>(xp, &[1], &[]);
    check(&scalar.pad_with(2, PadMode::Edge).unwrap(), &[], &[1]);
    let empty = counting::<T, B>(xp, &[0, 2]);
    check(&empty.pad_with([(1, 0), (0, 1)], PadMode::Constant(true.cast())).unwrap(), &[1, 3], &[1; 3]);
    check(&empty.pad_with([(0, 0), (1, 1)], PadMode::Edge).unwrap(), &[0, 4], &[]);
    assert!(matches!(empty.pad_with(1, PadMode::Edge), Err(Error::Value { .. })));
    assert!(matches!(empty.pad_with(1, PadMode::Maximum), Err(Error::Value { .. })));
    assert!(matches!(one.pad_with([(1, 1); 2], PadMode::Edge), Err(Error::Shape { .. })));
}

/// Margins that are computed.
pub fn computed<B: Backend>(xp: &B) {
    let widths = [(2, 1), (1, 3)];
    let x = from_numbers::<i32, B>(xp, &[3, -5, 8, 4, 9, 2], &[2, 3]);
    check(
        &x.pad_with(widths, PadMode::Maximum).unwrap(),
        &[5, 7],
        &[9, 4, 9, 8, 9, 9, 9, 9, 4, 9, 8, 9, 9, 9, 8, 3, -5, 8, 8, 8, 8, 9, 4, 9, 2, 9, 9, 9, 9, 4, 9, 8, 9, 9, 9],
    );
    check(
        &x.pad_with(widths, PadMode::Minimum).unwrap(),
        &[5, 7],
        &[
            -5, 3, -5, 2, -5, -5, -5, -5, 3, -5, 2, -5, -5, -5, -5, 3, -5, 8, -5, -5, -5, 2, 4, 9, 2, 2, 2, 2, -5, 3,
            -5, 2, -5, -5, -5,
        ],
    );
    check(
        &x.pad_with(widths, PadMode::Mean).unwrap(),
        &[5, 7],
        &[4, 4, 2, 5, 4, 4, 4, 4, 4, 2, 5, 4, 4, 4, 2, 3, -5, 8, 2, 2, 2, 5, 4, 9, 2, 5, 5, 5, 4, 4, 2, 5, 4, 4, 4],
    );
    check(
        &x.pad_with(widths, PadMode::LinearRamp(-4)).unwrap(),
        &[5, 7],
        &[
            -4, -4, -4, -4, -4, -4, -4, -4, -1, -5, 2, 0, -2, -4, -4, 3, -5, 8, 4, 0, -4, -4, 4, 9, 2, 0, -2, -4, -4,
            -4, -4, -4, -4, -4, -4,
        ],
    );
    check(
        &x.astype::<i64>().t().pad_with((0, 2), PadMode::Mean).unwrap(),
        &[5, 4],
        &[3, 4, 4, 4, -5, 9, 2, 2, 8, 2, 5, 5, 2, 5, 4, 4, 2, 5, 4, 4],
    );
    let x = x.astype::<f64>();
    let close = |actual: Array<f64, B>, shape: &[usize], expected: &[f64]| {
        crate::compare::assert_array(&actual, shape, expected, 4.0);
    };
    close(
        x.pad_with(widths, PadMode::Mean).unwrap(),
        &[5, 7],
        &[
            3.5, 3.5, 2.0, 5.0, 3.5, 3.5, 3.5, 3.5, 3.5, 2.0, 5.0, 3.5, 3.5, 3.5, 2.0, 3.0, -5.0, 8.0, 2.0, 2.0, 2.0,
            5.0, 4.0, 9.0, 2.0, 5.0, 5.0, 5.0, 3.5, 3.5, 2.0, 5.0, 3.5, 3.5, 3.5,
        ],
    );
    close(
        x.pad_with(widths, PadMode::LinearRamp(0.5)).unwrap(),
        &[5, 7],
        &[
            0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1.75, -2.25, 4.25, 3.0, 1.75, 0.5, 0.5, 3.0, -5.0, 8.0, 5.5, 3.0,
            0.5, 0.5, 4.0, 9.0, 2.0, 1.5, 1.0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
        ],
    );
    let ramp = x.astype::<Complex<f32>>().pad_with(widths, PadMode::LinearRamp(Complex::new(0.5, 0.0))).unwrap();
    close(
        ramp.astype::<f32>().astype(),
        &[5, 7],
        &[
            0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1.75, -2.25, 4.25, 3.0, 1.75, 0.5, 0.5, 3.0, -5.0, 8.0, 5.5, 3.0,
            0.5, 0.5, 4.0, 9.0, 2.0, 1.5, 1.0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
        ],
    );
    let x = counting::<bool, B>(xp, &[3]);
    assert_eq!(x.pad_with(1, PadMode::Maximum).unwrap().to_vec().unwrap(), [true, false, true, true, true]);
    assert_eq!(x.pad_with(1, PadMode::Minimum).unwrap().to_vec().unwrap(), [false, false, true, true, false]);
}

/// Values for each side, statistics of a part, odd mirrors, medians.
pub fn options<B: Backend>(xp: &B) {
    options_of::<i16, B>(xp);
    options_of::<u32, B>(xp);
    options_of::<f32, B>(xp);
    options_of::<Complex<f64>, B>(xp);
    let widths = [(1, 2), (2, 1)];
    for x in layouts::<i64, B>(xp, &[2, 3]) {
        let pad = |pad: Pad<i64>| x.pad_with(widths, pad).unwrap();
        // np.pad(x, widths, "mean", stat_length=2), and so on.
        let expected = [2, 2, 2, 2, 4, 3, 0, 0, 0, 1, 2, 2, 4, 4, 3, 4, 5, 4, 2, 2, 2, 2, 4, 3, 2, 2, 2, 2, 4, 3];
        check(&pad(Pad::new(PadMode::Mean).lengths(2)), &[5, 6], &expected);
        let expected = [2, 2, 2, 2, 4, 2, 1, 1, 0, 1, 2, 1, 4, 4, 3, 4, 5, 4, 2, 2, 2, 2, 4, 2, 2, 2, 2, 2, 4, 2];
        check(&pad(PadMode::Median.into()), &[5, 6], &expected);
        let expected = [9, 8, 7, 7, 7, 6, 9, 4, 0, 1, 2, 6, 9, 6, 3, 4, 5, 6, 9, 7, 5, 6, 6, 6, 9, 8, 8, 8, 8, 6];
        check(&pad(Pad::new(PadMode::LinearRamp(0)).values([(7, 8), (9, 6)])), &[5, 6], &expected);
        let odd = [-5, -4, -3, -2, -1, 0, -2, -1, 0, 1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6, 7, 8, 9, 7, 8, 9, 10, 11, 12];
        check(&pad(Pad::new(PadMode::Reflect).odd(true)), &[5, 6], &odd);
        let odd = [-1, 0, 0, 1, 2, 2, -1, 0, 0, 1, 2, 2, 2, 3, 3, 4, 5, 5, 2, 3, 3, 4, 5, 5, 5, 6, 6, 7, 8, 8];
        check(&pad(Pad::new(PadMode::Symmetric).odd(true)), &[5, 6], &odd);
    }
    // Several periods on both sides.
    let y = from_numbers::<f64, B>(xp, &[1, 2, 4], &[3]);
    let odd = |mode| y.pad_with((11, 12), Pad::new(mode).odd(true)).unwrap();
    let expected =
        [-16, -14, -12, -11, -10, -8, -6, -5, -4, -2, 0, 1, 2, 4, 6, 7, 8, 10, 12, 13, 14, 16, 18, 19, 20, 22];
    check(&odd(PadMode::Reflect), &[26], &expected);
    let expected = [-10, -8, -8, -6, -5, -5, -4, -2, -2, 0, 1, 1, 2, 4, 4, 6, 7, 7, 8, 10, 10, 12, 13, 13, 14, 16];
    check(&odd(PadMode::Symmetric), &[26], &expected);
    for mode in [PadMode::Reflect, PadMode::Symmetric] {
        let one = xp.array([5]).unwrap().pad_with((2, 1), Pad::new(mode).odd(true)).unwrap();
        check(&one, &[4], &[5, 5, 5, 5]);
    }
    let ends = xp.array([f64::INFINITY, 2.0, 3.0]).unwrap().pad_with((0, 2), Pad::new(PadMode::Reflect).odd(true));
    assert_eq!(ends.unwrap().to_vec().unwrap()[3], 4.0);
    assert_eq!(xp.scalar(1).pad_with(3, Pad::new(PadMode::Reflect).odd(true)).unwrap().item().unwrap(), 1);
    let flags = xp.array([true, false]).unwrap();
    assert!(matches!(flags.pad_with(1, Pad::new(PadMode::Reflect).odd(true)), Err(Error::DType { .. })));
    assert!(matches!(y.pad_with(1, Pad::new(PadMode::Wrap).odd(true)), Err(Error::Value { .. })));
    assert!(matches!(y.pad_with(1, Pad::new(PadMode::Edge).lengths(1)), Err(Error::Value { .. })));
    assert!(matches!(y.pad_with(1, Pad::new(PadMode::Mean).lengths(0)), Err(Error::Value { .. })));
    assert!(matches!(y.pad_with(1, Pad::new(PadMode::Mean).values([(1.0, 2.0)])), Err(Error::Value { .. })));
    assert!(matches!(y.pad_with(1, Pad::new(PadMode::Constant(0.0)).values([])), Err(Error::Shape { .. })));
    let empty = xp.zeros::<f64>([0, 2]).unwrap();
    assert!(matches!(empty.pad_with(1, Pad::new(PadMode::Reflect).odd(true)), Err(Error::Value { .. })));
    assert_eq!(empty.pad_with([(0, 0), (1, 1)], Pad::new(PadMode::Reflect).odd(true)).unwrap().shape(), [0, 4]);
}

fn options_of<T: Element, B: Backend>(xp: &B) {
    let number = |n: i64| n.cast::<T>();
    for x in layouts::<T, B>(xp, &[2, 3]) {
        // np.pad(x, ((1, 2), (2, 1)), constant_values=((7, 8), (9, 6)))
        let values = [(number(7), number(8)), (number(9), number(6))];
        let padded = x.pad_with([(1, 2), (2, 1)], Pad::new(PadMode::Constant(number(0))).values(values)).unwrap();
        let expected = [9, 9, 7, 7, 7, 6, 9, 9, 0, 1, 2, 6, 9, 9, 3, 4, 5, 6, 9, 9, 8, 8, 8, 6, 9, 9, 8, 8, 8, 6];
        check(&padded, &[5, 6], &expected);
        let padded =
            x.pad_with([(0, 1)], Pad::new(PadMode::Constant(number(0))).values([(number(7), number(8))])).unwrap();
        check(&padded, &[3, 4], &[0, 1, 2, 8, 3, 4, 5, 8, 8, 8, 8, 8]);
        // np.pad(x, ((1, 2), (2, 1)), "maximum", stat_length=((1, 1), (2, 1)))
        let part = Pad::new(PadMode::Maximum).lengths([(1, 1), (2, 1)]);
        let expected = [1, 1, 0, 1, 2, 2, 1, 1, 0, 1, 2, 2, 4, 4, 3, 4, 5, 5, 4, 4, 3, 4, 5, 5, 4, 4, 3, 4, 5, 5];
        check(&x.pad_with([(1, 2), (2, 1)], part).unwrap(), &[5, 6], &expected);
        let part = Pad::new(PadMode::Minimum).lengths((1, 2));
        check(&x.pad_with([(1, 0), (0, 1)], part).unwrap(), &[3, 4], &[0, 1, 2, 1, 0, 1, 2, 1, 3, 4, 5, 4]);
    }
}
