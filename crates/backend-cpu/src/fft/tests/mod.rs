//! Transforms against the definition, evaluated in `f64`.

mod long;
mod reference;

use super::*;
use reference::*;

const LENGTHS: [usize; 18] = [1, 2, 3, 4, 5, 6, 7, 8, 12, 17, 31, 64, 97, 100, 243, 1000, 1009, 1024];
const DIRECTIONS: [Direction; 2] = [Direction::Forward, Direction::Inverse];

fn lengths<T: Real>() {
    let x = Context::new();
    for n in LENGTHS {
        let values = random_complex(n, n as u64);
        for direction in DIRECTIONS {
            let data = to::<T>(&values);
            let found = x.c2c((&data, 0, &[n], &[1]), &[0], direction, T::of(0.25));
            let mut expected = dft(&values, &[n], 0, direction);
            expected.iter_mut().for_each(|v| *v *= 0.25);
            assert_close::<T>(&from(&found), &expected, n, &format!("{n} {direction:?}"));
        }
    }
}

#[test]
fn lengths_single() {
    lengths::<f32>();
}

#[test]
fn lengths_double() {
    lengths::<f64>();
}

fn real_lengths<T: Real>() {
    let x = Context::new();
    for n in LENGTHS {
        let values = random(n, n as u64);
        let data: Vec<T> = values.iter().map(|&v| T::of(v)).collect();
        let found = x.r2c((&data, 0, &[n], &[1]), &[0], T::of(0.5));
        let complex: Vec<C> = values.iter().map(|&v| C::new(0.5 * v, 0.0)).collect();
        let expected = dft(&complex, &[n], 0, Direction::Forward);
        assert_close::<T>(&from(&found), &expected[..n / 2 + 1], n, &format!("r2c {n}"));

        // Imaginary parts that a real signal cannot have must not matter.
        let mut half = to::<T>(&expected[..n / 2 + 1]);
        half[0].im = T::of(3.0);
        if n % 2 == 0 {
            half[n / 2].im = T::of(-5.0);
        }
        let found = x.c2r((&half, 0, &[n / 2 + 1], &[1]), &[0], n, T::of(2.0 / n as f64));
        let expected: Vec<C> = values.iter().map(|&v| C::new(v, 0.0)).collect();
        assert_close::<T>(&found, &expected, n * n, &format!("c2r {n}"));
    }
}

#[test]
fn real_lengths_single() {
    real_lengths::<f32>();
}

#[test]
fn real_lengths_double() {
    real_lengths::<f64>();
}

/// Every subset of the axes, in an order that is not sorted.
fn subsets(rank: usize) -> Vec<Vec<usize>> {
    let subset = |set: usize| -> Vec<usize> {
        let mut axes: Vec<usize> = (0..rank).filter(|d| set >> d & 1 == 1).collect();
        let turn = set % 3 % axes.len().max(1);
        axes.rotate_left(turn);
        axes
    };
    (0..1 << rank).map(subset).collect()
}

/// Shapes with strides of several kinds: (offset, shape, strides).
fn layouts() -> Vec<(usize, Vec<usize>, Vec<isize>)> {
    vec![
        (0, vec![12], vec![1]),
        (40, vec![21], vec![-2]),
        (3, vec![6], vec![0]),
        (0, vec![9, 20], vec![20, 1]),
        (0, vec![9, 20], vec![1, 9]),
        (200, vec![10, 19], vec![-20, 1]),
        (0, vec![33, 16], vec![0, 2]),
        (0, vec![3, 10, 17], vec![170, 17, 1]),
        (0, vec![8, 9, 10], vec![1, 80, 8]),
        (500, vec![4, 5, 6], vec![-100, 0, 7]),
        (0, vec![2, 3, 4, 5], vec![60, 20, 5, 1]),
        (0, vec![5, 4, 1, 6], vec![24, 6, 77, 1]),
        (119, vec![2, 3, 4, 5], vec![-1, -2, -6, -24]),
    ]
}

fn axes<T: Real>() {
    let x = Context::new();
    let data = random_complex(1000, 1);
    let typed = to::<T>(&data);
    for (offset, shape, strides) in layouts() {
        for axes in subsets(shape.len()) {
            let what = format!("{shape:?} {strides:?} {axes:?}");
            let mut expected = gather(&data, offset, &shape, &strides);
            for &axis in &axes {
                expected = dft(&expected, &shape, axis, Direction::Inverse);
            }
            expected.iter_mut().for_each(|v| *v *= 3.0);
            let found = x.c2c((&typed, offset, &shape, &strides), &axes, Direction::Inverse, T::of(3.0));
            let n = axes.iter().map(|&axis| shape[axis]).product();
            assert_close::<T>(&from(&found), &expected, n, &what);
        }
    }
}

#[test]
fn every_set_of_axes_single() {
    axes::<f32>();
}

#[test]
fn every_set_of_axes_double() {
    axes::<f64>();
}

fn real_axes<T: Real>() {
    let x = Context::new();
    let data = random(1000, 2);
    let typed: Vec<T> = data.iter().map(|&v| T::of(v)).collect();
    for (offset, shape, strides) in layouts() {
        for axes in subsets(shape.len()) {
            let Some(&last) = axes.last() else {
                continue;
            };
            let what = format!("{shape:?} {strides:?} {axes:?}");
            let values = gather(&data, offset, &shape, &strides);
            let values: Vec<C> = values.iter().map(|&v| C::new(v, 0.0)).collect();
            let mut expected = values.clone();
            for &axis in &axes {
                expected = dft(&expected, &shape, axis, Direction::Forward);
            }
            // The first half of the last axis.
            let mut half = shape.clone();
            half[last] = shape[last] / 2 + 1;
            let full = row_major(&shape);
            let expected = gather(&expected, 0, &half, &full);
            let found = x.r2c((&typed, offset, &shape, &strides), &axes, T::one());
            let n: usize = axes.iter().map(|&axis| shape[axis]).product();
            assert_close::<T>(&from(&found), &expected, n, &what);

            // Back, from the half spectrum stored backwards along every axis.
            let mut reversed = found.clone();
            reversed.reverse();
            let strides: Vec<isize> = row_major(&half).iter().map(|s| -s).collect();
            let found = x.c2r((&reversed, found.len() - 1, &half, &strides), &axes, shape[last], T::of(1.0 / n as f64));
            assert_close::<T>(&found, &values, n * n, &format!("back {what}"));
        }
    }
}

#[test]
fn every_set_of_real_axes_single() {
    real_axes::<f32>();
}

#[test]
fn every_set_of_real_axes_double() {
    real_axes::<f64>();
}

#[test]
fn an_axis_may_be_transformed_twice() {
    let x = Context::new();
    let data = random_complex(40, 9);
    let found = x.c2c((&data, 0, &[5, 8], &[8, 1]), &[1, 1], Direction::Forward, 1.0 / 8.0);
    // Twice the forward transform is the reflection.
    let expected: Vec<C> = (0..40).map(|i| data[i / 8 * 8 + (8 - i % 8) % 8]).collect();
    assert_close::<f64>(&found, &expected, 64, "twice");
}

#[test]
fn empty_batches_and_no_axes() {
    let x = Context::new();
    let data = [C::new(1.0, 2.0); 3];
    assert!(x.c2c((&data[..0], 0, &[0, 4], &[4, 1]), &[1], Direction::Forward, 1.0).is_empty());
    assert_eq!(x.c2c((&data, 0, &[], &[]), &[], Direction::Forward, 3.0), [C::new(3.0, 6.0)]);
}

#[test]
fn bad_arguments_are_errors() {
    let Context { pool, fft } = Context::new();
    let data = [C::default(); 12];
    let forward = Direction::Forward;
    let mut out = [MaybeUninit::uninit(); 12];
    let input = view((&data, 0, &[3, 4], &[4, 1]));
    let axes = |axes: &[usize]| FftError::Axes { axes: axes.to_vec(), rank: 2 };
    let error = fft.c2c(&pool, input, &[0, 2], forward, 1.0, &mut out).unwrap_err();
    assert_eq!(error, axes(&[0, 2]));
    let error = fft.c2c(&pool, input, &[0], forward, 1.0, &mut out[1..]).unwrap_err();
    assert_eq!(error, FftError::Output { expected: 12, found: 11 });
    let empty = view((&data, 0, &[3, 0], &[4, 1]));
    let error = fft.c2c(&pool, empty, &[1], forward, 1.0, &mut out[..0]).unwrap_err();
    assert_eq!(error, FftError::Length { axis: 1, found: 0, expected: None });

    let mut real = [MaybeUninit::uninit(); 12];
    let error = fft.c2r(&pool, input, &[0], 3, 1.0, &mut real).unwrap_err();
    assert_eq!(error, FftError::Length { axis: 0, found: 3, expected: Some(2) });
    assert!(fft.c2r(&pool, input, &[0], 0, 1.0, &mut real).is_err());
    assert_eq!(fft.c2r(&pool, input, &[], 4, 1.0, &mut real).unwrap_err(), axes(&[]));
    let reals = [0.0; 12];
    let input = view((&reals, 0, &[3, 4], &[4, 1]));
    assert_eq!(fft.r2c(&pool, input, &[1, 1], 1.0, &mut out).unwrap_err(), axes(&[1, 1]));
    assert_eq!(fft.r2c(&pool, input, &[7], 1.0, &mut out).unwrap_err(), axes(&[7]));

    pool.set_limit(Some(64));
    let error = fft.r2c(&pool, input, &[0], 1.0, &mut out[..8]).unwrap_err();
    assert!(matches!(error, FftError::OutOfMemory(_)), "{error}");
}
