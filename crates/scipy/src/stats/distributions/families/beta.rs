//! The beta distribution, and Fisher's.

use super::*;
use crate::special::kernels::{
    beta_factor, beta_inverse, beta_sides, betainc, betaincc, betainccinv, betaincinv, log_beta, log_rest,
};
use crate::stats::distributions::densities::Family;

/// `digamma(x) - log(x)`, far on by its asymptotic series (DLMF 5.11.2).
fn digamma_rest(x: F) -> F {
    let u = 1.0 / x.maximum(100.0);
    let square = u * u;
    let far = -0.5 * u - square * (1.0 / 12.0 - square * (1.0 / 120.0 - square / 252.0));
    x.lt(100.0).select(x.digamma() - x.log(), far)
}

/// The entropy, for large parameters without the differences of their large logarithms.
fn entropy(a: F, b: F) -> F {
    let (large, small) = (a.maximum(b), a.minimum(b));
    let sum = a + b;
    let [p, q, r] = [large, small, sum].map(digamma_rest);
    let one_large = log_beta(large, small) - (small - 1.0) * (small.digamma() - sum.digamma())
        + (large - 1.0) * ((small / large).log1p() + r - p);
    let logs = 0.5 * (TAU * (1.0 / a + 1.0 / b)).log() + (large / sum).log() + (small / sum).log();
    let both = small.maximum(10.0);
    let rests = log_rest(large.maximum(10.0), both) - (large - 1.0) * p - (small - 1.0) * q + (sum - 2.0) * r;
    small.lt(10.0).select(one_large, logs + rests)
}

pub static BETA: Family = Family {
    name: "beta",
    valid: positive::<2>,
    support: unit,
    logpdf: |z, s| {
        let second = s[1] - 1.0;
        let right = second.eq(0.0).select(0.0, second * (-z).log1p());
        a_log(s[0] - 1.0, z) + right - log_beta(s[0], s[1])
    },
    pdf: Some(|z, s| {
        let inside = z.gt(0.0) & z.lt(1.0);
        let x = inside.select(z, 0.5);
        let end = z.le(0.0).select(s[0], s[1]);
        let other = z.le(0.0).select(s[1], s[0]);
        let at_end = end.lt(1.0).select(f64::INFINITY, end.gt(1.0).select(0.0, other));
        inside.select(beta_factor(s[0], s[1], x, 1.0 - x) / (x * (1.0 - x)), at_end)
    }),
    cdf: |z, s| betainc(s[0], s[1], z),
    sf: |z, s| betaincc(s[0], s[1], z),
    ppf: |q, s| betaincinv(s[0], s[1], q),
    isf: |q, s| betainccinv(s[0], s[1], q),
    moments: |s| {
        let (a, b) = (s[0], s[1]);
        let sum = a + b;
        let skewness = 2.0 * (b - a) * (sum + 1.0).sqrt() / ((sum + 2.0) * (a.sqrt() * b.sqrt()));
        let numerator = (a - b).square() * (sum + 1.0) - a * b * (sum + 2.0);
        [a / sum, (a / sum) * (b / sum) / (sum + 1.0), skewness, 6.0 * numerator / (a * b * (sum + 2.0) * (sum + 3.0))]
    },
    entropy: |s| entropy(s[0], s[1]),
};

/// The argument of the beta distribution, and its complement.
fn shares(z: F, s: &[F]) -> [F; 2] {
    let product = s[0] * z;
    [product / (s[1] + product), s[1] / (s[1] + product)]
}

pub static F_DISTRIBUTION: Family = Family {
    name: "f",
    valid: positive::<2>,
    support: half_line,
    logpdf: |z, s| {
        let (a, b) = (0.5 * s[0], 0.5 * s[1]);
        let ratio = s[0] / s[1];
        a_log(a - 1.0, z) + a * ratio.log() - log_beta(a, b) - (a + b) * (ratio * z).log1p()
    },
    pdf: Some(|z, s| {
        let inside = z.gt(0.0) & z.lt(f64::INFINITY);
        let [x, y] = shares(inside.select(z, 1.0), s);
        let at_zero = s[0].lt(2.0).select(f64::INFINITY, s[0].gt(2.0).select(0.0, 1.0));
        inside.select(beta_factor(0.5 * s[0], 0.5 * s[1], x, y) / z, z.le(0.0).select(at_zero, 0.0))
    }),
    cdf: |z, s| {
        let [x, y] = shares(z, s);
        beta_sides(0.5 * s[0], 0.5 * s[1], x, y)[0]
    },
    sf: |z, s| {
        let [x, y] = shares(z, s);
        beta_sides(0.5 * s[0], 0.5 * s[1], x, y)[1]
    },
    ppf: |q, s| {
        let [x, y] = beta_inverse(0.5 * s[0], 0.5 * s[1], q, 1.0 - q);
        s[1] * x / (s[0] * y)
    },
    isf: |q, s| {
        let [x, y] = beta_inverse(0.5 * s[0], 0.5 * s[1], 1.0 - q, q);
        s[1] * x / (s[0] * y)
    },
    moments: |s| {
        let (n, m) = (s[0], s[1]);
        let (less_two, less_four, less_six, less_eight) = (m - 2.0, m - 4.0, m - 6.0, m - 8.0);
        let variance = 2.0 * m * m * (m + less_two + n - m) / (n * less_two * less_two * less_four);
        let skewness = (2.0 * n + less_two) / less_six * (8.0 * less_four / (n * (n + less_two))).sqrt();
        let numerator = n * (5.0 * m - 22.0) * (n + less_two) + less_four * less_two * less_two;
        let kurtosis = 12.0 * numerator / (n * less_six * less_eight * (n + less_two));
        let of = |least: f64, value: F, otherwise: f64| m.gt(least).select(value, otherwise);
        let (infinite, unknown) = (f64::INFINITY, f64::NAN);
        [
            of(2.0, m / less_two, infinite),
            of(4.0, variance, infinite),
            of(6.0, skewness, unknown),
            of(8.0, kurtosis, unknown),
        ]
    },
    entropy: |s| {
        let (a, b) = (0.5 * s[0], 0.5 * s[1]);
        entropy(a, b) + (s[1] / s[0]).log() + 2.0 * ((a + b).digamma() - b.digamma())
    },
};

/// Fisher's numbers over the quotient of both degrees of freedom.
fn degrees(s: &[F]) -> [F; 2] {
    [2.0 * s[0], 2.0 * s[1]]
}

pub static BETAPRIME: Family = Family {
    name: "betaprime",
    valid: positive::<2>,
    support: half_line,
    logpdf: |z, s| a_log(s[0] - 1.0, z) - log_beta(s[0], s[1]) - (s[0] + s[1]) * z.log1p(),
    pdf: None,
    cdf: |z, s| (F_DISTRIBUTION.cdf)(z * s[1] / s[0], &degrees(s)),
    sf: |z, s| (F_DISTRIBUTION.sf)(z * s[1] / s[0], &degrees(s)),
    ppf: |q, s| (F_DISTRIBUTION.ppf)(q, &degrees(s)) * s[0] / s[1],
    isf: |q, s| (F_DISTRIBUTION.isf)(q, &degrees(s)) * s[0] / s[1],
    moments: |s| {
        let [mean, variance, skewness, kurtosis] = (F_DISTRIBUTION.moments)(&degrees(s));
        let unit = s[0] / s[1];
        [mean * unit, variance * unit * unit, skewness, kurtosis]
    },
    entropy: |s| (F_DISTRIBUTION.entropy)(&degrees(s)) + (s[0] / s[1]).log(),
};
