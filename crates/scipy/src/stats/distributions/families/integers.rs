//! Distributions of all integers: of differences of numbers of events, and Laplace's.

use super::noncentral::{above, below};
use super::*;
use crate::special::kernels::ive;
use crate::stats::distributions::masses::Family;
use xparray_core::kernel::while_;

/// The order, and the means of the number that is the greater one and of the other: what is below 0 is the difference taken the other way.
fn turned(k: F, s: &[F]) -> (F, F, F) {
    let negative = k.lt(0.0);
    (k.abs(), negative.select(s[1], s[0]), negative.select(s[0], s[1]))
}

/// The logarithm of `ive(k, 2 sqrt(q))` where that is no number any more: by the series about 0, or for large orders by Debye's expansion (DLMF 10.25.2, 10.41.3).
fn log_bessel(k: F, q: F) -> F {
    let z = 2.0 * q.sqrt();
    let small = q.lt(600.0 * (k + 1.0));
    let ratio = small.select(q, 0.0);
    let next = |(sum, term, j): (F, F, F)| {
        let term = term * ratio / ((j + 1.0) * (k + j + 1.0));
        (sum + term, term, j + 1.0)
    };
    let sum = while_((1.0, 1.0, 0.0), |(sum, term, _): (F, F, F)| term.gt(sum * 1e-17), next).0;
    let series = 0.5 * a_log(k, q) - (k + 1.0).gammaln() + sum.log() - z;
    let order = small.select(1.0, k);
    let x = z / order;
    let root = (1.0 + x * x).sqrt();
    let t = 1.0 / root;
    let square = t * t;
    let first = t * (3.0 - 5.0 * square) / 24.0;
    let second = square * (81.0 + square * (385.0 * square - 462.0)) / 1152.0;
    let debye = order * (root + (x / (1.0 + root)).log()) - z - half_log_tau() - 0.5 * (order * root).log();
    small.select(series, debye + (first / order + second / (order * order)).log1p())
}

pub static SKELLAM: Family = Family {
    name: "skellam",
    valid: |s| s[0].gt(0.0) & s[1].gt(0.0) & s[0].lt(5e9) & s[1].lt(5e9),
    support: line,
    logpmf: |k, s| {
        let (k, more, less) = turned(k, s);
        let bessel = ive(k, 2.0 * (more * less).sqrt(), constant(0.0)).log();
        let bessel = bessel.gt(-690.0).select(bessel, log_bessel(k, more * less));
        0.5 * k * (more / less).log() - (more.sqrt() - less.sqrt()).square() + bessel
    },
    pmf: None,
    // Sums of squares of normal numbers, whose number is even (Johnson, 1959).
    cdf: |k, s| {
        let (_, more, less) = turned(k, s);
        let negative = k.lt(0.0);
        let a = negative.select(-k, k + 1.0);
        negative.select(below(a, less, more), above(a, less, more))
    },
    sf: |k, s| {
        let (_, more, less) = turned(k, s);
        let negative = k.lt(0.0);
        let a = negative.select(-k, k + 1.0);
        negative.select(above(a, less, more), below(a, less, more))
    },
    moments: |s| {
        let (mean, variance) = (s[0] - s[1], s[0] + s[1]);
        [mean, variance, mean / (variance * variance.sqrt()), 1.0 / variance]
    },
    entropy: None,
};

pub static DLAPLACE: Family = Family {
    name: "dlaplace",
    valid: positive::<1>,
    support: line,
    logpmf: |k, s| (0.5 * s[0]).tanh().log() - s[0] * k.abs(),
    pmf: Some(|k, s| (0.5 * s[0]).tanh() * (-s[0] * k.abs()).exp()),
    cdf: |k, s| {
        let tail = dlaplace_tail(k.lt(0.0).select(-k, k + 1.0), s[0]);
        k.lt(0.0).select(tail, 1.0 - tail)
    },
    sf: |k, s| {
        let tail = dlaplace_tail(k.lt(0.0).select(-k, k + 1.0), s[0]);
        k.lt(0.0).select(1.0 - tail, tail)
    },
    moments: |s| {
        let half = (0.5 * s[0]).sinh();
        [constant(0.0), 0.5 / (half * half), constant(0.0), 3.0 + 2.0 * half * half]
    },
    entropy: Some(|s| {
        let sinh = s[0].sinh();
        s[0] / sinh - (0.5 * s[0]).tanh().log()
    }),
};

/// The probability of at least `k`, above 0.
fn dlaplace_tail(k: F, a: F) -> F {
    (-a * k).exp() / (1.0 + (-a).exp())
}
