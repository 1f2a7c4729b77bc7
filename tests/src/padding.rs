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
