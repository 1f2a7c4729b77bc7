//! Elliptic filters, by Landen's transformations (Orfanidis, Lecture Notes on Elliptic Filter Design, 2006).

use super::prototypes::{of_nothing, power_less_one, quotient_of_products};
use super::{C, Zpk, positive};
use std::f64::consts::{FRAC_PI_2, PI};
use xparray_core::{Error, Result};

/// A modulus and its complement, `k^2 + k'^2 = 1`: of the one near 1 digits are lost, of the other they are not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modulus {
    pub k: f64,
    pub complement: f64,
}

impl Modulus {
    /// Of a modulus that is not near 1.
    pub fn new(k: f64) -> Self {
        Self { k, complement: ((1.0 - k) * (1.0 + k)).sqrt() }
    }

    fn complementary(self) -> Self {
        Self { k: self.complement, complement: self.k }
    }

    /// The quarter period: pi over twice the arithmetic-geometric mean of 1 and the complement.
    pub fn quarter(self) -> f64 {
        let (mut a, mut b) = (1.0, self.complement);
        while (a - b).abs() > 4.0 * f64::EPSILON * a {
            (a, b) = ((a + b) / 2.0, (a * b).sqrt());
        }
        FRAC_PI_2 / a
    }

    /// The quarter period over that of the complement.
    pub fn ratio(self) -> f64 {
        self.quarter() / self.complementary().quarter()
    }

    /// The modulus whose periods have this quotient, by theta functions of the smaller nome (DLMF 22.2.2).
    fn of_ratio(ratio: f64) -> Self {
        if ratio > 1.0 {
            return Self::of_ratio(1.0 / ratio).complementary();
        }
        let nome = (-PI / ratio).exp();
        let power = |exponent: i32| nome.powi(exponent);
        let third = 1.0 + 2.0 * (1..8).map(|m| power(m * m)).sum::<f64>();
        let second = (0..8).map(|m| power(m * (m + 1))).sum::<f64>();
        Self::new(4.0 * nome.sqrt() * (second / third).powi(2))
    }

    /// Landen's falling moduli.
    fn landen(self) -> Vec<f64> {
        let (mut k, mut complement) = (self.k, self.complement);
        let mut moduli = Vec::new();
        while k > f64::EPSILON && moduli.len() < 16 {
            k = (k / (1.0 + complement)).powi(2);
            complement = 2.0 * complement.sqrt() / (1.0 + complement);
            moduli.push(k);
        }
        moduli
    }
}

/// From a cosine or a sine of a quarter period's part to `cd` or `sn` of it.
fn ascend(moduli: &[f64], start: C) -> C {
    moduli.iter().rev().fold(start, |w, &v| w * (1.0 + v) / (1.0 + w * w * v))
}

/// `cd(u K)`.
fn cd(u: C, moduli: &[f64]) -> C {
    ascend(moduli, (u * FRAC_PI_2).cos())
}

/// `sn(u K)`.
fn sn(u: C, moduli: &[f64]) -> C {
    ascend(moduli, (u * FRAC_PI_2).sin())
}

/// The elliptic (Cauer's) analog low-pass filter of order `n`: with ripples of `rp` decibels below its cutoff of 1, and above it with ripples up to
/// `rs` decibels below 1. Of all filters of its order it falls fastest.
///
/// ```
/// use xparray::scipy::signal::ellipap;
/// let zpk = ellipap(5, 1.0, 60.0)?;
/// assert!(zpk.z().len() == 4 && zpk.p().iter().all(|p| p.re < 0.0));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless `rp` is above 0 and `rs` above `rp`.
pub fn ellipap(n: usize, rp: f64, rs: f64) -> Result<Zpk> {
    const OP: &str = "ellipap";
    let pass = power_less_one(positive(OP, "the ripple", rp)?);
    let stop = power_less_one(positive(OP, "the attenuation", rs)?);
    if rs <= rp {
        return Err(Error::value(OP, format!("an attenuation of {rs} dB with ripples of {rp} dB")));
    }
    if n == 0 {
        return of_nothing(rp);
    }
    let eps = pass.sqrt();
    let small = Modulus { k: (pass / stop).sqrt(), complement: ((stop - pass) / stop).sqrt() };
    let moduli = small.landen();
    // The inverse of sn at i / eps.
    let (mut y, mut k) = (1.0 / eps, small.k);
    for &v in &moduli {
        y = 2.0 * y / ((1.0 + v) * (1.0 + 1f64.hypot(y * k)));
        k = v;
    }
    let v0 = y.asinh() / FRAC_PI_2 / n as f64;
    let modulus = Modulus::of_ratio(small.ratio() * n as f64);
    let moduli = modulus.landen();
    let (mut z, mut p) = (Vec::new(), Vec::new());
    for i in 0..n / 2 {
        let u = (2.0 * i as f64 + 1.0) / n as f64;
        let zero = C::new(0.0, 1.0 / (modulus.k * cd(u.into(), &moduli).re));
        let pole = C::I * cd(C::new(u, -v0), &moduli);
        z.extend([zero, zero.conj()]);
        p.extend([pole, pole.conj()]);
    }
    if n % 2 == 1 {
        p.push(C::from((C::I * sn(C::new(0.0, v0), &moduli)).re));
    }
    let gain = quotient_of_products(&p, &z);
    Zpk::new(z, p, if n.is_multiple_of(2) { gain / 1f64.hypot(eps) } else { gain })
}
