//! Lines that are long enough to be split.

use super::super::*;
use super::DIRECTIONS;
use super::reference::*;

/// The spectrum of `values` by one call of rustfft in `f64`, which shares no code with a split.
fn direct(values: &[C], direction: Direction) -> Vec<C> {
    let mut planner = rustfft::FftPlanner::new();
    let fft = match direction {
        Direction::Forward => planner.plan_fft_forward(values.len()),
        Direction::Inverse => planner.plan_fft_inverse(values.len()),
    };
    let mut out = values.to_vec();
    fft.process(&mut out);
    out
}

/// Lengths that are split: a square, odd factors, unequal sides; and one that has no split.
const LONG: [usize; 5] = [1 << 18, 270_000, 3 * 101 * 1009, 64 * 5003, 2 * 149_993];

fn long<T: Real>() {
    let x = Context::new();
    for n in LONG {
        let values = random_complex(n, 5);
        for direction in DIRECTIONS {
            let expected = direct(&values, direction);
            let data = to::<T>(&values);
            let found = x.c2c((&data, 0, &[n], &[1]), &[0], direction, T::one());
            assert_close::<T>(&from(&found), &expected, n, &format!("{n}"));
        }
        // Two columns: the steps along the lines are not one.
        let columns = random_complex(2 * n, 6);
        let data = to::<T>(&columns);
        let found = from(&x.c2c((&data, 0, &[n, 2], &[2, 1]), &[0], Direction::Forward, T::of(0.5)));
        for column in 0..2 {
            let line: Vec<C> = columns[column..].iter().step_by(2).map(|v| v * 0.5).collect();
            let expected = direct(&line, Direction::Forward);
            let found: Vec<C> = found[column..].iter().step_by(2).copied().collect();
            assert_close::<T>(&found, &expected, n, &format!("{n} column {column}"));
        }
    }
}

#[test]
fn long_lines_single() {
    long::<f32>();
}

#[test]
fn long_lines_double() {
    long::<f64>();
}

fn long_real<T: Real>() {
    let x = Context::new();
    for n in [1 << 19, 600_000, 2 * 3 * 101 * 1009, 300_001] {
        let values = random(n, 7);
        let complex: Vec<C> = values.iter().map(|&v| C::new(v, 0.0)).collect();
        let expected = &direct(&complex, Direction::Forward)[..n / 2 + 1];
        let data: Vec<T> = values.iter().map(|&v| T::of(v)).collect();
        let found = x.r2c((&data, 0, &[n], &[1]), &[0], T::one());
        assert_close::<T>(&from(&found), expected, n, &format!("r2c {n}"));

        let mut half = to::<T>(expected);
        half[0].im = T::of(1e3);
        if n % 2 == 0 {
            half[n / 2].im = T::of(-1e3);
        }
        let found = x.c2r((&half, 0, &[n / 2 + 1], &[1]), &[0], n, T::of(1.0 / n as f64));
        assert_close::<T>(&found, &complex, n * n, &format!("c2r {n}"));
    }
}

#[test]
fn long_real_lines_single() {
    long_real::<f32>();
}

#[test]
fn long_real_lines_double() {
    long_real::<f64>();
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let x = Context::new();
    let data = to::<f32>(&random_complex(1 << 18, 8));
    let reals: Vec<f32> = data.iter().flat_map(|v| [v.re, v.im]).collect();
    let run = |threads| {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        threads.install(|| {
            (
                x.c2c((&data, 0, &[1 << 18], &[1]), &[0], Direction::Forward, 1.0),
                x.c2c((&data, 0, &[512, 512], &[512, 1]), &[0, 1], Direction::Forward, 1.0),
                x.r2c((&reals, 0, &[1 << 19], &[1]), &[0], 1.0),
            )
        })
    };
    let one = run(1);
    assert!(one == run(2) && one == run(5));
}
