//! Distributions of integers with equal probabilities, and of those that fall by equal shares or a power.

use super::*;
use crate::special::kernels::{is_integer, log_beta};
use crate::stats::distributions::masses::Family;

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
