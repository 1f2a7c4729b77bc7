//! Arrays of known elements in every layout.

use crate::compare::assert_close;
use xparray::prelude::*;
use xparray::{SliceItem, SliceRange};

/// Runs a generic function for every element type.
#[macro_export]
macro_rules! every_type {
    ($case:ident($($arg:expr),*)) => {
        for dtype in xparray::DType::ALL {
            xparray::dispatch_dtype!(dtype, T => $case::<T, _>($($arg),*));
        }
    };
}

/// Runs a generic function for one element type of each size: what only moves elements sees no more of them.
#[macro_export]
macro_rules! every_size {
    ($case:ident($($arg:expr),*)) => {
        $case::<bool, _>($($arg),*);
        $case::<xparray::f16, _>($($arg),*);
        $case::<i32, _>($($arg),*);
        $case::<f64, _>($($arg),*);
        $case::<xparray::Complex<f64>, _>($($arg),*);
    };
}

/// 0, 1, 2, ... in a shape.
pub fn counting<T: Element, B: Backend>(xp: &B, shape: &[usize]) -> Array<T, B> {
    let n = shape.iter().product::<usize>() as i64;
    from_numbers(xp, &(0..n).collect::<Vec<_>>(), shape)
}

/// These numbers, converted, in a shape.
pub fn from_numbers<T: Element, B: Backend>(xp: &B, numbers: &[i64], shape: &[usize]) -> Array<T, B> {
    xp.from_slice(&numbers.iter().map(|n| n.cast::<T>()).collect::<Vec<_>>(), shape).unwrap()
}

/// [`counting`], row-major, column-major, with gaps and backwards, and as an expression.
pub fn layouts<T: Element, B: Backend>(xp: &B, shape: &[usize]) -> Vec<Array<T, B>> {
    let plain = counting::<T, B>(xp, shape);
    let elements = plain.to_vec().unwrap();
    let reversed: Vec<usize> = shape.iter().rev().copied().collect();
    let wide: Vec<usize> = shape.iter().map(|d| 2 * d).collect();
    let mut columns = vec![T::default(); elements.len()];
    let mut gaps = vec![99i64.cast::<T>(); wide.iter().product()];
    for (place, &x) in elements.iter().enumerate() {
        let (mut rest, mut column, mut gap, mut stride, mut wide_stride) = (place, 0, 0, elements.len(), 1);
        for &d in shape.iter().rev() {
            let i = rest % d;
            rest /= d;
            stride /= d;
            column += i * stride;
            gap += (2 * d - 1 - 2 * i) * wide_stride;
            wide_stride *= 2 * d;
        }
        columns[column] = x;
        gaps[gap] = x;
    }
    let backwards = vec![SliceItem::Range(SliceRange::from(..).step(-2)); shape.len()];
    vec![
        xp.from_slice(&columns, &reversed[..]).unwrap().t(),
        xp.from_slice(&gaps, &wide[..]).unwrap().slice(&backwards).unwrap(),
        plain.astype::<Complex<f64>>().astype::<T>(),
        plain,
    ]
}

/// Panics if an array has another shape, or other elements than these numbers converted.
#[track_caller]
pub fn check<T: Element, B: Backend>(actual: &Array<T, B>, shape: &[usize], numbers: &[i64]) {
    assert_eq!(actual.shape(), shape, "shape");
    let expected: Vec<T> = numbers.iter().map(|n| n.cast()).collect();
    assert_close(&actual.to_vec().unwrap(), &expected, 0.0, "array");
}
