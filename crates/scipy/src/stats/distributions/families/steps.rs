//! Distributions of integers with equal probabilities, and of those that fall by equal shares or a power.

use super::*;
use crate::special::kernels::{is_integer, log_beta};
use crate::stats::distributions::masses::Family;
use xparray_core::kernel::while_;

pub static RANDINT: Family = Family {
    name: "randint",
    valid: |s| is_integer(s[0]) & is_integer(s[1]) & s[1].gt(s[0]) & (s[1] - s[0]).lt(f64::INFINITY),
    support: |s| [s[0], s[1] - 1.0],
    logpmf: |_, s| -(s[1] - s[0]).log(),
    pmf: Some(|_, s| 1.0 / (s[1] - s[0])),
    cdf: |k, s| (k - s[0] + 1.0) / (s[1] - s[0]),
    sf: |k, s| (s[1] - k - 1.0) / (s[1] - s[0]),
    moments: |s| {
        let count = s[1] - s[0];
        let variance = (count - 1.0) * (count + 1.0) / 12.0;
        [0.5 * (s[0] + (s[1] - 1.0)), variance, constant(0.0), -0.1 * (count * count + 1.0) / variance]
    },
    entropy: Some(|s| (s[1] - s[0]).log()),
};

/// The first four cumulants of the number of steps that fall by `exp(-l)` each.
fn cumulants(l: F) -> [F; 4] {
    let z = (-l).exp();
    let over = -1.0 / (-l).expm1();
    let square = over * over;
    [z * over, z * square, z * (1.0 + z) * square * over, z * (1.0 + 4.0 * z + z * z) * square * square]
}

fn about([mean, variance, third, fourth]: [F; 4]) -> [F; 4] {
    [mean, variance, third / (variance * variance.sqrt()), fourth / (variance * variance)]
}

pub static PLANCK: Family = Family {
    name: "planck",
    valid: positive::<1>,
    support: half_line,
    logpmf: |k, s| (-(-s[0]).expm1()).log() - s[0] * k,
    pmf: None,
    cdf: |k, s| -(-s[0] * (k + 1.0)).expm1(),
    sf: |k, s| (-s[0] * (k + 1.0)).exp(),
    moments: |s| about(cumulants(s[0])),
    entropy: Some(|s| s[0] / s[0].expm1() - (-(-s[0]).expm1()).log()),
};

pub static BOLTZMANN: Family = Family {
    name: "boltzmann",
    valid: |s| positive::<2>(s) & is_integer(s[1]),
    support: |s| [constant(0.0), s[1] - 1.0],
    logpmf: |k, s| ((-s[0]).expm1() / (-s[0] * s[1]).expm1()).log() - s[0] * k,
    pmf: None,
    cdf: |k, s| (-s[0] * (k + 1.0)).expm1() / (-s[0] * s[1]).expm1(),
    sf: |k, s| {
        let left = s[1] - k - 1.0;
        (-s[0] * (k + 1.0)).exp() * ((-s[0] * left).expm1() / (-s[0] * s[1]).expm1())
    },
    moments: |s| {
        let (all, rest, n) = (cumulants(s[0]), cumulants(s[0] * s[1]), s[1]);
        let [a, b, c, d] = [n, n * n, n * n * n, n * n * (n * n)];
        about([all[0] - a * rest[0], all[1] - b * rest[1], all[2] - c * rest[2], all[3] - d * rest[3]])
    },
    entropy: None,
};

pub static YULESIMON: Family = Family {
    name: "yulesimon",
    valid: positive::<1>,
    support: |_| [constant(1.0), constant(f64::INFINITY)],
    logpmf: |k, s| s[0].log() + log_beta(k, s[0] + 1.0),
    pmf: None,
    cdf: |k, s| -(k.log() + log_beta(k, s[0] + 1.0)).expm1(),
    sf: |k, s| (k.log() + log_beta(k, s[0] + 1.0)).exp(),
    moments: |s| {
        let a = s[0];
        let of = |least: f64, value: F| a.gt(least).select(value, f64::INFINITY);
        let variance = (a / (a - 1.0)).square() / (a - 2.0);
        let skewness = (a - 2.0).sqrt() * (a + 1.0).square() / (a * (a - 3.0));
        let kurtosis = a + 3.0 + (11.0 * a * a * a - 49.0 * a - 22.0) / (a * (a - 4.0) * (a - 3.0));
        [of(1.0, a / (a - 1.0)), of(2.0, variance), of(3.0, skewness), of(4.0, kurtosis)]
    },
    entropy: None,
};

/// The logarithm of the probability of `k`.
fn betabinom(k: F, s: &[F]) -> F {
    let (n, a, b) = (s[0], s[1], s[2]);
    log_beta(k + a, n - k + b) - log_beta(a, b) - log_beta(n - k + 1.0, k + 1.0) - (n + 1.0).log()
}

/// The sum of the probabilities from one integer to another.
fn betabinom_sum(from: F, to: F, s: &[F]) -> F {
    let next = |(sum, k): (F, F)| (sum + betabinom(k, s).exp(), k + 1.0);
    while_((constant(0.0), from), |(_, k): (F, F)| k.le(to), next).0
}

pub static BETABINOM: Family = Family {
    name: "betabinom",
    valid: |s| is_integer(s[0]) & s[0].ge(0.0) & s[0].lt(1e7) & positive::<2>(&s[1..]),
    support: |s| [constant(0.0), s[0]],
    logpmf: betabinom,
    pmf: None,
    cdf: |k, s| betabinom_sum(k * 0.0, k, s),
    sf: |k, s| betabinom_sum(k + 1.0, s[0], s),
    moments: |s| {
        let (n, a, b) = (s[0], s[1], s[2]);
        let sum = a + b;
        let (p, q) = (a / sum, b / sum);
        let variance = n * p * q * (sum + n) / (sum + 1.0);
        let skewness = (sum + 2.0 * n) * (q - p) / ((sum + 2.0) * variance.sqrt());
        let fourth = sum * (sum - 1.0 + 6.0 * n) + 3.0 * a * b * (n - 2.0) + 6.0 * n * n
            - 3.0 * p * b * n * (6.0 - n)
            - 18.0 * p * q * n * n;
        let scale = sum * sum * (1.0 + sum) / (n * a * b * (sum + 2.0) * (sum + 3.0) * (sum + n));
        [n * p, variance, skewness, fourth * scale - 3.0]
    },
    entropy: None,
};

/// The parameters of the beta distribution that it is binomial with.
fn drawn(s: &[F]) -> [F; 3] {
    [s[1], s[2], s[0] - s[1] - s[2] + 1.0]
}

pub static NHYPERGEOM: Family = Family {
    name: "nhypergeom",
    valid: |s| {
        let whole = is_integer(s[0]) & is_integer(s[1]) & is_integer(s[2]);
        whole & s[1].ge(0.0) & s[1].le(s[0]) & s[2].ge(1.0) & s[2].le(s[0] - s[1]) & s[0].lt(1e7)
    },
    support: |s| [constant(0.0), s[1]],
    logpmf: |k, s| betabinom(k, &drawn(s)),
    pmf: None,
    cdf: |k, s| (BETABINOM.cdf)(k, &drawn(s)),
    sf: |k, s| (BETABINOM.sf)(k, &drawn(s)),
    moments: |s| (BETABINOM.moments)(&drawn(s)),
    entropy: None,
};
