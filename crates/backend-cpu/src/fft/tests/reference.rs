//! Input, the definition of the transforms, and the bound on errors.

use super::super::*;

pub type C = Complex<f64>;

/// Values in [-1, 1) from a linear congruential generator.
pub fn random(count: usize, mut seed: u64) -> Vec<f64> {
    let mut next = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    // Values that `f32` can hold too, so that both precisions have the same input.
    (0..count).map(|_| next() as f32 as f64).collect()
}

pub fn random_complex(count: usize, seed: u64) -> Vec<C> {
    let parts = random(2 * count, seed);
    parts.chunks_exact(2).map(|p| C::new(p[0], p[1])).collect()
}

pub fn to<T: Real>(values: &[C]) -> Vec<Complex<T>> {
    values.iter().map(|v| Complex::new(T::of(v.re), T::of(v.im))).collect()
}

pub fn from<T: Real>(values: &[Complex<T>]) -> Vec<C> {
    let part = |x: T| x.to_f64().unwrap();
    values.iter().map(|v| C::new(part(v.re), part(v.im))).collect()
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
        let lost =
            if self.high.abs() >= product.abs() { (self.high - sum) + product } else { (product - sum) + self.high };
        self.low += lost + a.mul_add(b, -product);
        self.high = sum;
    }
}

/// The definition, along one axis of a row-major array.
pub fn dft(values: &[C], shape: &[usize], axis: usize, direction: Direction) -> Vec<C> {
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
pub fn gather<E: Copy>(data: &[E], offset: usize, shape: &[usize], strides: &[isize]) -> Vec<E> {
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
pub fn assert_close<T: Real>(found: &[C], expected: &[C], n: usize, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let mean = expected.iter().map(|v| v.norm_sqr()).sum::<f64>() / expected.len().max(1) as f64;
    let eps = T::epsilon().to_f64().unwrap();
    let bound = 2.0 * eps * (1.0 + (n as f64).log2()) * mean.sqrt();
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        let error = (found - expected).norm();
        assert!(error <= bound, "{what}: {found} at {i}, {expected} expected; {error:e} > {bound:e}");
    }
}

/// Data, offset, shape and strides.
pub type View<'a, E> = (&'a [E], usize, &'a [usize], &'a [isize]);

pub fn view<E: Copy>((data, offset, shape, strides): View<'_, E>) -> Strided<'_, E> {
    let reach = |sign: isize| -> usize {
        let ends = shape.iter().zip(strides).map(|(&n, &stride)| (n as isize - 1) * stride * sign);
        ends.map(|end| end.max(0) as usize).sum()
    };
    assert!(shape.len() == strides.len());
    assert!(shape.contains(&0) || offset >= reach(-1) && offset + reach(1) < data.len());
    // SAFETY: all elements lie in the data.
    unsafe { Strided::from_raw(data.as_ptr().wrapping_add(offset), shape, strides) }
}

/// A vector of `len` elements that `write` fills.
pub fn filled<E>(len: usize, write: impl FnOnce(&mut [MaybeUninit<E>])) -> Vec<E> {
    let mut out = Vec::with_capacity(len);
    write(&mut out.spare_capacity_mut()[..len]);
    // SAFETY: all of the output was written.
    unsafe { out.set_len(len) };
    out
}

pub struct Context {
    pub pool: Pool,
    pub fft: Fft,
}

impl Context {
    pub fn new() -> Self {
        Self { pool: Pool::default(), fft: Fft::default() }
    }

    pub fn c2c<T: Real>(
        &self,
        input: View<'_, Complex<T>>,
        axes: &[usize],
        direction: Direction,
        scale: T,
    ) -> Vec<Complex<T>> {
        filled(input.2.iter().product(), |out| {
            self.fft.c2c(&self.pool, view(input), axes, direction, scale, out).unwrap();
        })
    }

    pub fn r2c<T: Real>(&self, input: View<'_, T>, axes: &[usize], scale: T) -> Vec<Complex<T>> {
        let mut shape = input.2.to_vec();
        let last = *axes.last().unwrap();
        shape[last] = shape[last] / 2 + 1;
        filled(shape.iter().product(), |out| {
            self.fft.r2c(&self.pool, view(input), axes, scale, out).unwrap();
        })
    }

    pub fn c2r<T: Real>(&self, input: View<'_, Complex<T>>, axes: &[usize], last_len: usize, scale: T) -> Vec<C> {
        let mut shape = input.2.to_vec();
        shape[*axes.last().unwrap()] = last_len;
        let found = filled(shape.iter().product(), |out| {
            self.fft.c2r(&self.pool, view(input), axes, last_len, scale, out).unwrap();
        });
        found.iter().map(|v| C::new(v.to_f64().unwrap(), 0.0)).collect()
    }
}
