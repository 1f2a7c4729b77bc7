//! The normal distribution, and those made of it.

use super::*;
use crate::special::kernels::{Value, root};
use crate::stats::distributions::densities::{Family, always};
use xparray_core::kernel::while_;

pub static NORM: Family = Family {
    name: "norm",
    valid: always,
    support: line,
    logpdf: |z, _| -0.5 * z * z - half_log_tau(),
    pdf: None,
    cdf: |z, _| z.ndtr(),
    sf: |z, _| (-z).ndtr(),
    ppf: |q, _| q.ndtri(),
    isf: |q, _| -q.ndtri(),
    moments: |_| [0.0, 1.0, 0.0, 0.0].map(constant),
    entropy: |_| constant(half_log_tau() + 0.5),
};

pub static LOGNORM: Family = Family {
    name: "lognorm",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| {
        let log = z.log();
        let value = -0.5 * (log / s[0]).square() - log - s[0].log() - half_log_tau();
        z.eq(0.0).select(f64::NEG_INFINITY, value)
    },
    pdf: None,
    cdf: |z, s| (z.log() / s[0]).ndtr(),
    sf: |z, s| (-z.log() / s[0]).ndtr(),
    ppf: |q, s| (s[0] * q.ndtri()).exp(),
    isf: |q, s| (-s[0] * q.ndtri()).exp(),
    moments: |s| {
        let square = s[0] * s[0];
        let (p, less) = (square.exp(), square.expm1());
        [(0.5 * square).exp(), p * less, (p + 2.0) * less.sqrt(), less * (p * p * p + 3.0 * p * p + 6.0 * p + 6.0)]
    },
    entropy: |s| s[0].log() + half_log_tau() + 0.5,
};

/// The number below which the normal probability has a logarithm up to that of 1/2 or so.
pub fn quantile_of_log(y: F) -> F {
    let start = y.gt(-700.0).select(y.maximum(-700.0).exp().ndtri(), -(-2.0 * y).sqrt());
    let next = |(x, k): (F, F)| {
        let log = x.log_ndtr();
        // Of a slope that hardly changes with x, unlike the probability's own.
        (x - (log - y) * (log + 0.5 * x * x + half_log_tau()).exp(), k + 1.0)
    };
    while_((start, 0.0), |(_, k): (F, F)| k.lt(4.0), next).0
}

/// The two parts of the inverse Gaussian distribution function: above the mean, and what is added.
fn parts(z: F, mu: F) -> (F, F) {
    let size = 1.0 / z.sqrt();
    let distance = (z / mu - 1.0) * size;
    (distance, (2.0 / mu + (-(z / mu + 1.0) * size).log_ndtr()).exp())
}

fn invgauss_cdf(z: F, s: &[F]) -> F {
    let (distance, added) = parts(z, s[0]);
    distance.ndtr() + added
}

fn invgauss_sf(z: F, s: &[F]) -> F {
    let (distance, added) = parts(z, s[0]);
    ((-distance).ndtr() - added).maximum(0.0)
}

fn invgauss_logpdf(z: F, s: &[F]) -> F {
    let end = z.eq(0.0) | z.eq(f64::INFINITY);
    let y = end.select(1.0, z);
    let distance = y / s[0] - 1.0;
    let value = -0.5 * (distance / y) * distance - 1.5 * y.log() - half_log_tau();
    end.select(f64::NEG_INFINITY, value)
}

/// The root of `cdf(z) = q` or `sf(z) = q`.
fn invgauss_root(q: F, s: &[F], rising: bool) -> F {
    let mu = s[0];
    let inside = mu.gt(0.0) & mu.lt(f64::INFINITY) & q.gt(0.0) & q.lt(1.0);
    let (m, target) = (inside.select(mu, 1.0), inside.select(q, 0.5));
    let bounds = [constant(f64::MIN_POSITIVE), constant(1e300)];
    let up = constant(f64::from(u8::from(rising))).gt(0.0);
    let z = root(m / (1.0 + m), bounds, target, up, constant(1e-9), |z| {
        let value = if rising { invgauss_cdf(z, &[m]) } else { invgauss_sf(z, &[m]) };
        Value { value, slope: z * invgauss_logpdf(z, &[m]).exp() }
    });
    inside.select(z, f64::NAN)
}

/// `exp(t) E1(t)`, for large `t` by its asymptotic series (DLMF 6.12.1).
pub fn scaled_exp1(t: F) -> F {
    let near = t.minimum(50.0);
    let far = 1.0 / t.maximum(50.0);
    let series = (1..=14).rev().fold(constant(1.0), |sum, k| 1.0 - far * f64::from(k) * sum);
    t.lt(50.0).select(near.exp() * near.exp1(), far * series)
}

pub static INVGAUSS: Family = Family {
    name: "invgauss",
    valid: positive::<1>,
    support: half_line,
    logpdf: invgauss_logpdf,
    pdf: None,
    cdf: invgauss_cdf,
    sf: invgauss_sf,
    ppf: |q, s| invgauss_root(q, s, true),
    isf: |q, s| invgauss_root(q, s, false),
    moments: |s| [s[0], s[0] * s[0] * s[0], 3.0 * s[0].sqrt(), 15.0 * s[0]],
    // The mean of the logarithm is log(mu) - exp(2 / mu) E1(2 / mu).
    entropy: |s| half_log_tau() + 0.5 + 1.5 * (s[0].log() - scaled_exp1(2.0 / s[0])),
};

fn one() -> [F; 1] {
    [constant(1.0)]
}

pub static WALD: Family = Family {
    name: "wald",
    valid: always,
    support: half_line,
    logpdf: |z, _| invgauss_logpdf(z, &one()),
    pdf: None,
    cdf: |z, _| invgauss_cdf(z, &one()),
    sf: |z, _| invgauss_sf(z, &one()),
    ppf: |q, _| invgauss_root(q, &one(), true),
    isf: |q, _| invgauss_root(q, &one(), false),
    moments: |_| [1.0, 1.0, 3.0, 15.0].map(constant),
    entropy: |_| (INVGAUSS.entropy)(&one()),
};

pub static GIBRAT: Family = Family {
    name: "gibrat",
    valid: always,
    support: half_line,
    logpdf: |z, _| (LOGNORM.logpdf)(z, &one()),
    pdf: None,
    cdf: |z, _| z.log().ndtr(),
    sf: |z, _| (-z.log()).ndtr(),
    ppf: |q, _| q.ndtri().exp(),
    isf: |q, _| (-q.ndtri()).exp(),
    moments: |_| (LOGNORM.moments)(&one()),
    entropy: |_| constant(half_log_tau() + 0.5),
};

pub static RECIPINVGAUSS: Family = Family {
    name: "recipinvgauss",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| {
        let end = z.eq(0.0) | z.eq(f64::INFINITY);
        let y = end.select(1.0, z);
        let distance = 1.0 / s[0] - y;
        let value = -0.5 * distance * distance / y - 0.5 * y.log() - half_log_tau();
        end.select(f64::NEG_INFINITY, value)
    },
    pdf: None,
    cdf: |z, s| invgauss_sf(1.0 / z, s),
    sf: |z, s| invgauss_cdf(1.0 / z, s),
    ppf: |q, s| 1.0 / invgauss_root(q, s, false),
    isf: |q, s| 1.0 / invgauss_root(q, s, true),
    // Cumulants are those of an inverse Gaussian number and a square of a normal one.
    moments: |s| {
        let rate = 1.0 / s[0];
        let variance = rate + 2.0;
        [
            rate + 1.0,
            variance,
            (3.0 * rate + 8.0) / (variance * variance.sqrt()),
            (15.0 * rate + 48.0) / (variance * variance),
        ]
    },
    entropy: |s| (INVGAUSS.entropy)(s) - 2.0 * (s[0].log() - scaled_exp1(2.0 / s[0])),
};
