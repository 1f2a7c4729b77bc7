//! Fourier transforms of vectors on the host, of which windows and filters are made.

use std::f64::consts::PI;
use xparray_core::prelude::*;

type C = Complex<f64>;

/// `sum(x[j] exp(-2 pi i j k / n))`, of any length: by halves, or by Bluestein's convolution.
pub fn fft(x: &[C]) -> Vec<C> {
    let n = x.len();
    if n.is_power_of_two() {
        let mut y = x.to_vec();
        halves(&mut y);
        return y;
    }
    // exp(-pi i k^2 / n), by whole turns of 2 n.
    let chirp: Vec<C> = (0..n)
        .map(|k| C::from_polar(1.0, -PI * ((k as u128 * k as u128) % (2 * n as u128)) as f64 / n as f64))
        .collect();
    let room = (2 * n).max(1).next_power_of_two();
    let (mut a, mut b) = (vec![C::ZERO; room], vec![C::ZERO; room]);
    for k in 0..n {
        a[k] = x[k] * chirp[k];
        b[k] = chirp[k].conj();
        b[(room - k) % room] = chirp[k].conj();
    }
    halves(&mut a);
    halves(&mut b);
    let product: Vec<C> = a.iter().zip(&b).map(|(a, b)| a * b).collect();
    ifft(&product).iter().zip(&chirp).map(|(y, c)| y * c).collect()
}

/// The inverse of [`fft`].
pub fn ifft(x: &[C]) -> Vec<C> {
    let conjugate: Vec<C> = x.iter().map(|x| x.conj()).collect();
    fft(&conjugate).iter().map(|y| y.conj() / x.len() as f64).collect()
}

/// `sum(x[j] x[j + lag])` for each lag.
pub fn autocorrelation(x: &[f64]) -> Vec<f64> {
    let mut padded = vec![C::ZERO; (2 * x.len()).next_power_of_two()];
    padded.iter_mut().zip(x).for_each(|(p, &x)| *p = x.into());
    let power: Vec<C> = fft(&padded).iter().map(|y| y.norm_sqr().into()).collect();
    ifft(&power).iter().take(x.len()).map(|r| r.re).collect()
}

/// The transform in place, of a power of two: Cooley's and Tukey's.
fn halves(x: &mut [C]) {
    let n = x.len();
    for k in 1..n {
        let turned = k.reverse_bits() >> (usize::BITS - n.trailing_zeros());
        if k < turned {
            x.swap(k, turned);
        }
    }
    let roots: Vec<C> = (0..n / 2).map(|k| C::from_polar(1.0, -2.0 * PI * k as f64 / n as f64)).collect();
    let mut half = 1;
    while half < n {
        for block in x.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for k in 0..half {
                let turned = high[k] * roots[k * (n / (2 * half))];
                (low[k], high[k]) = (low[k] + turned, low[k] - turned);
            }
        }
        half *= 2;
    }
}
