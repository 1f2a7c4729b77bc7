//! Transforms against the definition, evaluated in `f64`.

use super::*;

type C = Complex<f64>;

/// Values in [-1, 1) from a linear congruential generator.
fn random(count: usize, mut seed: u64) -> Vec<f64> {
    let mut next = || {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    // Values that `f32` can hold too, so that both precisions have the same input.
    (0..count).map(|_| next() as f32 as f64).collect()
}

fn random_complex(count: usize, seed: u64) -> Vec<C> {
    let parts = random(2 * count, seed);
    parts.chunks_exact(2).map(|p| C::new(p[0], p[1])).collect()
}

fn to<T: Real>(values: &[C]) -> Vec<Complex<T>> {
    values
        .iter()
        .map(|v| Complex::new(T::of(v.re), T::of(v.im)))
        .collect()
}

fn from<T: Real>(values: &[Complex<T>]) -> Vec<C> {
    let part = |x: T| x.to_f64().unwrap();
    values
        .iter()
        .map(|v| C::new(part(v.re), part(v.im)))
        .collect()
}

/// A sum of products with about twice the precision of `f64`: plain sums of many terms would err
/// more than the transforms that they are to judge.
#[derive(Default)]
struct Sum {
    high: f64,
    low: f64,
}

impl Sum {
    fn add_product(&mut self, a: f64, b: f64) {
        let product = a * b;
        let sum = self.high + product;
        let lost = if self.high.abs() >= product.abs() {
            (self.high - sum) + product
        } else {
            (product - sum) + self.high
        };
        self.low += lost + a.mul_add(b, -product);
        self.high = sum;
    }
}

/// The definition, along one axis of a row-major array.
fn dft(values: &[C], shape: &[usize], axis: usize, direction: Direction) -> Vec<C> {
    let n = shape[axis];
    let step: usize = shape[axis + 1..].iter().product();
    let roots: Vec<C> = (0..n).map(|k| roots::root(k, n, direction)).collect();
    let sum = |i: usize| {
        let k = i / step % n;
        let (mut re, mut im) = (Sum::default(), Sum::default());
        for j in 0..n {
            let (a, b) = (values[i - k * step + j * step], roots[j * k % n]);
            re.add_product(a.re, b.re);
            re.add_product(-a.im, b.im);
            im.add_product(a.re, b.im);
            im.add_product(a.im, b.re);
        }
        C::new(re.high + re.low, im.high + im.low)
    };
    (0..values.len()).map(sum).collect()
}

/// The elements of a strided array in row-major order.
fn gather<E: Copy>(data: &[E], offset: usize, shape: &[usize], strides: &[isize]) -> Vec<E> {
    let count: usize = shape.iter().product();
    let element = |mut i: usize| {
        let mut at = offset as isize;
        for d in (0..shape.len()).rev() {
            at += (i % shape[d]) as isize * strides[d];
            i /= shape[d];
        }
        data[at as usize]
    };
    (0..count).map(element).collect()
}

/// All errors are within a small multiple of `eps log2(n)` of the root mean square. A round trip
/// is as long as a transform of length `n * n`.
#[track_caller]
fn assert_close<T: Real>(found: &[C], expected: &[C], n: usize, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let mean = expected.iter().map(|v| v.norm_sqr()).sum::<f64>() / expected.len().max(1) as f64;
    let eps = T::epsilon().to_f64().unwrap();
    let bound = 2.0 * eps * (1.0 + (n as f64).log2()) * mean.sqrt();
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        let error = (found - expected).norm();
        assert!(
            error <= bound,
            "{what}: {found} at {i}, {expected} expected; {error:e} > {bound:e}"
        );
    }
}

/// Data, offset, shape and strides.
type View<'a, E> = (&'a [E], usize, &'a [usize], &'a [isize]);

fn view<E: Copy>((data, offset, shape, strides): View<'_, E>) -> Strided<'_, E> {
    Strided::new(data, offset, shape, strides).unwrap()
}

/// A vector of `len` elements that `write` fills.
fn filled<E>(len: usize, write: impl FnOnce(&mut [MaybeUninit<E>])) -> Vec<E> {
    let mut out = Vec::with_capacity(len);
    write(&mut out.spare_capacity_mut()[..len]);
    // SAFETY: all of the output was written.
    unsafe { out.set_len(len) };
    out
}

struct Context {
    pool: Pool,
    fft: Fft,
}

impl Context {
    fn new() -> Self {
        Self {
            pool: Pool::default(),
            fft: Fft::default(),
        }
    }

    fn c2c<T: Real>(
        &self,
        input: View<'_, Complex<T>>,
        axes: &[usize],
        direction: Direction,
        scale: T,
    ) -> Vec<Complex<T>> {
        filled(input.2.iter().product(), |out| {
            self.fft
                .c2c(&self.pool, view(input), axes, direction, scale, out)
                .unwrap();
        })
    }

    fn r2c<T: Real>(&self, input: View<'_, T>, axes: &[usize], scale: T) -> Vec<Complex<T>> {
        let mut shape = input.2.to_vec();
        let last = *axes.last().unwrap();
        shape[last] = shape[last] / 2 + 1;
        filled(shape.iter().product(), |out| {
            self.fft
                .r2c(&self.pool, view(input), axes, scale, out)
                .unwrap();
        })
    }

    fn c2r<T: Real>(
        &self,
        input: View<'_, Complex<T>>,
        axes: &[usize],
        last_len: usize,
        scale: T,
    ) -> Vec<C> {
        let mut shape = input.2.to_vec();
        shape[*axes.last().unwrap()] = last_len;
        let found = filled(shape.iter().product(), |out| {
            self.fft
                .c2r(&self.pool, view(input), axes, last_len, scale, out)
                .unwrap();
        });
        found
            .iter()
            .map(|v| C::new(v.to_f64().unwrap(), 0.0))
            .collect()
    }
}

const LENGTHS: [usize; 18] = [
    1, 2, 3, 4, 5, 6, 7, 8, 12, 17, 31, 64, 97, 100, 243, 1000, 1009, 1024,
];
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
        assert_close::<T>(
            &from(&found),
            &expected[..n / 2 + 1],
            n,
            &format!("r2c {n}"),
        );

        // Imaginary parts that a real signal cannot have must not matter.
        let mut half = to::<T>(&expected[..n / 2 + 1]);
        half[0].im = T::of(3.0);
        if n % 2 == 0 {
            half[n / 2].im = T::of(-5.0);
        }
        let found = x.c2r(
            (&half, 0, &[n / 2 + 1], &[1]),
            &[0],
            n,
            T::of(2.0 / n as f64),
        );
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
            let found = x.c2c(
                (&typed, offset, &shape, &strides),
                &axes,
                Direction::Inverse,
                T::of(3.0),
            );
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
            let found = x.c2r(
                (&reversed, found.len() - 1, &half, &strides),
                &axes,
                shape[last],
                T::of(1.0 / n as f64),
            );
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
        let found = from(&x.c2c(
            (&data, 0, &[n, 2], &[2, 1]),
            &[0],
            Direction::Forward,
            T::of(0.5),
        ));
        for column in 0..2 {
            let line: Vec<C> = columns[column..]
                .iter()
                .step_by(2)
                .map(|v| v * 0.5)
                .collect();
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
        let found = x.c2r(
            (&half, 0, &[n / 2 + 1], &[1]),
            &[0],
            n,
            T::of(1.0 / n as f64),
        );
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
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        threads.install(|| {
            (
                x.c2c((&data, 0, &[1 << 18], &[1]), &[0], Direction::Forward, 1.0),
                x.c2c(
                    (&data, 0, &[512, 512], &[512, 1]),
                    &[0, 1],
                    Direction::Forward,
                    1.0,
                ),
                x.r2c((&reals, 0, &[1 << 19], &[1]), &[0], 1.0),
            )
        })
    };
    let one = run(1);
    assert!(one == run(2) && one == run(5));
}

#[test]
fn an_axis_may_be_transformed_twice() {
    let x = Context::new();
    let data = random_complex(40, 9);
    let found = x.c2c(
        (&data, 0, &[5, 8], &[8, 1]),
        &[1, 1],
        Direction::Forward,
        1.0 / 8.0,
    );
    // Twice the forward transform is the reflection.
    let expected: Vec<C> = (0..40).map(|i| data[i / 8 * 8 + (8 - i % 8) % 8]).collect();
    assert_close::<f64>(&found, &expected, 64, "twice");
}

#[test]
fn empty_batches_and_no_axes() {
    let x = Context::new();
    let data = [C::new(1.0, 2.0); 3];
    assert!(
        x.c2c(
            (&data[..0], 0, &[0, 4], &[4, 1]),
            &[1],
            Direction::Forward,
            1.0
        )
        .is_empty()
    );
    assert_eq!(
        x.c2c((&data, 0, &[], &[]), &[], Direction::Forward, 3.0),
        [C::new(3.0, 6.0)]
    );
}

#[test]
fn bad_arguments_are_errors() {
    let Context { pool, fft } = Context::new();
    let data = [C::default(); 12];
    let forward = Direction::Forward;
    let mut out = [MaybeUninit::uninit(); 12];
    let input = Strided::new(&data, 0, &[3, 4], &[4, 1]).unwrap();
    let axes = |axes: &[usize]| FftError::Axes {
        axes: axes.to_vec(),
        rank: 2,
    };
    let error = fft
        .c2c(&pool, input, &[0, 2], forward, 1.0, &mut out)
        .unwrap_err();
    assert_eq!(error, axes(&[0, 2]));
    let error = fft
        .c2c(&pool, input, &[0], forward, 1.0, &mut out[1..])
        .unwrap_err();
    assert_eq!(
        error,
        FftError::Output {
            expected: 12,
            found: 11
        }
    );
    let empty = Strided::new(&data, 0, &[3, 0], &[4, 1]).unwrap();
    let error = fft
        .c2c(&pool, empty, &[1], forward, 1.0, &mut out[..0])
        .unwrap_err();
    assert_eq!(
        error,
        FftError::Length {
            axis: 1,
            found: 0,
            expected: None
        }
    );

    let mut real = [MaybeUninit::uninit(); 12];
    let error = fft.c2r(&pool, input, &[0], 3, 1.0, &mut real).unwrap_err();
    assert_eq!(
        error,
        FftError::Length {
            axis: 0,
            found: 3,
            expected: Some(2)
        }
    );
    assert!(fft.c2r(&pool, input, &[0], 0, 1.0, &mut real).is_err());
    assert_eq!(
        fft.c2r(&pool, input, &[], 4, 1.0, &mut real).unwrap_err(),
        axes(&[])
    );
    let reals = [0.0; 12];
    let input = Strided::new(&reals, 0, &[3, 4], &[4, 1]).unwrap();
    assert_eq!(
        fft.r2c(&pool, input, &[1, 1], 1.0, &mut out).unwrap_err(),
        axes(&[1, 1])
    );
    assert_eq!(
        fft.r2c(&pool, input, &[7], 1.0, &mut out).unwrap_err(),
        axes(&[7])
    );

    pool.set_limit(Some(64));
    let error = fft.r2c(&pool, input, &[0], 1.0, &mut out[..8]).unwrap_err();
    assert!(matches!(error, FftError::OutOfMemory(_)), "{error}");
}

#[test]
fn views_are_checked() {
    let data = [0.0f64; 10];
    let fits = |offset, shape: &[usize], strides: &[isize]| {
        Strided::new(&data, offset, shape, strides).is_ok()
    };
    assert!(fits(0, &[2, 5], &[5, 1]) && fits(9, &[2, 5], &[-5, -1]) && fits(9, &[99], &[0]));
    assert!(fits(4, &[2, 2], &[5, -4]) && fits(50, &[0], &[1]));
    assert!(!fits(1, &[2, 5], &[5, 1]) && !fits(8, &[2, 5], &[-5, -1]) && !fits(10, &[1], &[1]));
    assert!(!fits(0, &[2], &[]) && !fits(0, &[usize::MAX], &[isize::MAX]));
}
