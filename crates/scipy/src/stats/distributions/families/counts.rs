//! Numbers of successes, of events, and of attempts until then.

use super::*;
use crate::special::kernels::{beta_factor, beta_sides, gamma_factor, gammainc, gammaincc};
use crate::stats::distributions::masses::Family;

/// Logarithms of what may be too small for a number are those of its parts.
pub(super) fn log_choose(n: F, k: F) -> F {
    -log_beta_of(k + 1.0, n - k + 1.0) - (n + 1.0).log()
}

fn log_beta_of(a: F, b: F) -> F {
    crate::special::kernels::log_beta(a, b)
}

/// The probability of `k` of `n`.
pub(super) fn binomial(k: F, n: F, p: F) -> F {
    let inside = p.gt(0.0) & p.lt(1.0);
    let x = inside.select(p, 0.5);
    let value = beta_factor(k + 1.0, n - k + 1.0, x, 1.0 - x) / (x * (1.0 - x) * (n + 1.0));
    let certain = p.le(0.0).select(0.0, n);
    inside.select(value, k.eq(certain).select(1.0, 0.0))
}

fn binomial_sides(k: F, s: &[F]) -> [F; 2] {
    let (n, p) = (s[0], s[1]);
    let inside = p.gt(0.0) & p.lt(1.0);
    let x = inside.select(p, 0.5);
    let last = k.ge(n);
    let [above, below] = beta_sides(last.select(0.5, k + 1.0), last.select(1.0, n - k), x, 1.0 - x);
    let end = |impossible: F, value: F| {
        last.select(1.0 - impossible, inside.select(value, p.le(0.0).select(1.0 - impossible, impossible)))
    };
    [end(constant(0.0), below), end(constant(1.0), above)]
}

pub static BINOM: Family = Family {
    name: "binom",
    valid: |s| s[0].ge(0.0) & s[0].floor().eq(s[0]) & s[0].lt(f64::INFINITY) & s[1].ge(0.0) & s[1].le(1.0),
    support: |s| [constant(0.0), s[0]],
    logpmf: |k, s| {
        let rest = s[0] - k;
        let failures = rest.eq(0.0).select(0.0, rest * (-s[1]).log1p());
        log_choose(s[0], k) + a_log(k, s[1]) + failures
    },
    pmf: Some(|k, s| binomial(k, s[0], s[1])),
    cdf: |k, s| binomial_sides(k, s)[0],
    sf: |k, s| binomial_sides(k, s)[1],
    moments: |s| {
        let (n, p) = (s[0], s[1]);
        let variance = n * p * (1.0 - p);
        let of = |value: F| variance.gt(0.0).select(value, f64::NAN);
        [n * p, variance, of((1.0 - 2.0 * p) / variance.sqrt()), (1.0 - 6.0 * p * (1.0 - p)) / variance]
    },
    entropy: None,
};

fn once(s: &[F]) -> [F; 2] {
    [constant(1.0), s[0]]
}

pub static BERNOULLI: Family = Family {
    name: "bernoulli",
    valid: |s| (BINOM.valid)(&once(s)),
    support: |_| [constant(0.0), constant(1.0)],
    logpmf: |k, s| k.eq(1.0).select(s[0].log(), (-s[0]).log1p()),
    pmf: Some(|k, s| k.eq(1.0).select(s[0], 1.0 - s[0])),
    cdf: |k, s| k.ge(1.0).select(1.0, 1.0 - s[0]),
    sf: |k, s| k.ge(1.0).select(0.0, s[0]),
    moments: |s| (BINOM.moments)(&once(s)),
    entropy: Some(|s| s[0].entr() + (1.0 - s[0]).entr()),
};

pub static POISSON: Family = Family {
    name: "poisson",
    valid: |s| s[0].ge(0.0) & s[0].lt(f64::INFINITY),
    support: half_line,
    logpmf: |k, s| a_log(k, s[0]) - (k + 1.0).gammaln() - s[0],
    pmf: Some(|k, s| {
        let inside = s[0].gt(0.0);
        let m = inside.select(s[0], 1.0);
        inside.select(gamma_factor(k + 1.0, m) / m, k.eq(0.0).select(1.0, 0.0))
    }),
    cdf: |k, s| gammaincc(k + 1.0, s[0]),
    sf: |k, s| gammainc(k + 1.0, s[0]),
    moments: |s| [s[0], s[0], 1.0 / s[0].sqrt(), 1.0 / s[0]],
    entropy: None,
};

pub static GEOM: Family = Family {
    name: "geom",
    valid: |s| s[0].gt(0.0) & s[0].le(1.0),
    support: |_| [constant(1.0), constant(f64::INFINITY)],
    logpmf: |k, s| k.eq(1.0).select(0.0, (k - 1.0) * (-s[0]).log1p()) + s[0].log(),
    pmf: None,
    cdf: |k, s| -(k * (-s[0]).log1p()).expm1(),
    sf: |k, s| (k * (-s[0]).log1p()).exp(),
    moments: |s| {
        let (p, q) = (s[0], 1.0 - s[0]);
        [1.0 / p, q / p / p, (2.0 - p) / q.sqrt(), 6.0 + p * p / q]
    },
    entropy: Some(|s| {
        let rest = s[0].eq(1.0).select(0.0, (1.0 - s[0]) * (-s[0]).log1p());
        -(rest + s[0] * s[0].log()) / s[0]
    }),
};

pub static NBINOM: Family = Family {
    name: "nbinom",
    valid: |s| s[0].gt(0.0) & s[0].lt(f64::INFINITY) & s[1].gt(0.0) & s[1].le(1.0),
    support: half_line,
    logpmf: |k, s| {
        let failures = k.eq(0.0).select(0.0, k * (-s[1]).log1p());
        -log_beta_of(s[0], k + 1.0) - (s[0] + k).log() + s[0] * s[1].log() + failures
    },
    pmf: Some(|k, s| {
        let inside = s[1].lt(1.0);
        let p = inside.select(s[1], 0.5);
        let value = beta_factor(s[0], k + 1.0, p, 1.0 - p) / ((1.0 - p) * (s[0] + k));
        inside.select(value, k.eq(0.0).select(1.0, 0.0))
    }),
    cdf: |k, s| negative_sides(k, s)[0],
    sf: |k, s| negative_sides(k, s)[1],
    moments: |s| {
        let (n, p, q) = (s[0], s[1], 1.0 - s[1]);
        [n * q / p, n * q / p / p, (2.0 - p) / (n * q).sqrt(), (6.0 + p * p / q) / n]
    },
    entropy: None,
};

fn negative_sides(k: F, s: &[F]) -> [F; 2] {
    let inside = s[1].lt(1.0);
    let p = inside.select(s[1], 0.5);
    let [below, above] = beta_sides(s[0], k + 1.0, p, 1.0 - p);
    [inside.select(below, 1.0), inside.select(above, 0.0)]
}
