//! Distributions of squares and lengths of normal numbers whose means are not 0: mixtures of gamma distributions with Poisson's weights.

use super::*;
use crate::special::kernels::{gamma_factor, gammaincc, ive};
use crate::stats::distributions::densities::Family;
use xparray_core::Var;
use xparray_core::kernel::while_;

/// So far below the place where terms are largest that those before do not count.
fn first(largest: F) -> F {
    (largest - 12.0 * largest.maximum(0.0).sqrt() - 40.0).floor().maximum(0.0)
}

/// Poisson's probability of `j`, also of mean 0.
fn weight(j: F, mean: F) -> F {
    mean.eq(0.0).select(j.eq(0.0).select(1.0, constant(0.0)), gamma_factor(j + 1.0, mean) / mean)
}

/// Where the products of weights and densities of shape parameters from `a` on are largest.
fn peak(a: F, mean: F, x: F) -> F {
    2.0 * mean * x / (a + (a * a + 4.0 * mean * x).sqrt())
}

/// Numbers that are next to never reached: their square roots are as those of normal numbers.
fn is_far(a: F, mean: F, x: F) -> Var<bool> {
    x.gt((mean.sqrt() + a.sqrt() + 28.0).square())
}

/// The mean of `P(a + j, x)`: of `x^k exp(-x) / gamma(k + 1)` from `a` on times the probability of `j` up to there, whose terms are positive.
pub(super) fn below(a: F, mean: F, x: F) -> F {
    let far = is_far(a, mean, x);
    let x = far.select(a + mean, x);
    let largest = x.lt(mean).select(peak(a, mean, x), x - a);
    let start = first(largest);
    let term = gamma_factor(a + start, x) / (a + start);
    let next = |(sum, term, weight, all, k): (F, F, F, F, F)| {
        let weight = weight * mean / (k + 1.0);
        (sum + term * all, term * x / (a + k + 1.0), weight, all + weight, k + 1.0)
    };
    let more =
        |(sum, term, _, all, k): (F, F, F, F, F)| (k.le(largest) | (term * all).gt(1e-18 * sum)) & (k - start).lt(1e6);
    let none = mean.eq(0.0).select(1.0, gammaincc(start + 1.0, mean));
    far.select(1.0, while_((constant(0.0), term, weight(start, mean), none, start), more, next).0)
}

/// The mean of `Q(a + j, x)`, which grow by those terms.
pub(super) fn above(a: F, mean: F, x: F) -> F {
    let far = is_far(a, mean, x);
    let x = far.select(a + mean, x);
    let largest = mean.maximum((x * mean).sqrt());
    let start = first(largest);
    let next = |(sum, term, weight, value, k): (F, F, F, F, F)| {
        (sum + weight * value, term * x / (a + k + 1.0), weight * mean / (k + 1.0), value + term, k + 1.0)
    };
    let more = |(sum, _, weight, value, k): (F, F, F, F, F)| {
        (k.le(largest) | (weight * value).gt(1e-18 * sum)) & (k - start).lt(1e6)
    };
    let term = gamma_factor(a + start, x) / (a + start);
    let start = (constant(0.0), term, weight(start, mean), gammaincc(a + start, x), start);
    far.select(0.0, while_(start, more, next).0)
}

fn valid(s: &[F]) -> Var<bool> {
    s[0].gt(0.0) & s[0].lt(f64::INFINITY) & s[1].ge(0.0) & s[1].lt(1e10)
}

pub static NCX2: Family = Family {
    name: "ncx2",
    valid,
    support: half_line,
    logpdf: |z, s| {
        let order = 0.5 * s[0] - 1.0;
        let (root, center) = (z.sqrt(), s[1].sqrt());
        let product = root * center;
        let bessel = ive(order, product, constant(0.0)).log();
        // Of numbers near 0 the first term of the series.
        let tiny = (product * product).lt(1e-17 * (order + 1.0)) | bessel.eq(f64::NEG_INFINITY);
        let exponent = -0.5 * (root - center) * (root - center);
        let value = exponent + order * (root / center).log() + bessel - LN_2;
        let series = exponent - product + a_log(order, 0.5 * z) - (order + 1.0).gammaln() - LN_2;
        z.eq(f64::INFINITY).select(f64::NEG_INFINITY, tiny.select(series, value))
    },
    pdf: None,
    cdf: |z, s| below(0.5 * s[0], 0.5 * s[1], 0.5 * z),
    sf: |z, s| above(0.5 * s[0], 0.5 * s[1], 0.5 * z),
    ppf: |q, s| inverse(&NCX2, s[0] + s[1], q, s, true),
    isf: |q, s| inverse(&NCX2, s[0] + s[1], q, s, false),
    moments: |s| {
        let sum = |k: f64| s[0] + k * s[1];
        let variance = 2.0 * sum(2.0);
        let ratio = 2.0 / sum(2.0);
        [sum(1.0), variance, ratio * ratio.sqrt() * sum(3.0), 12.0 * sum(4.0) / sum(2.0).square()]
    },
    entropy: |s| integrals::entropy(&NCX2, s),
};

pub static RICE: Family = Family {
    name: "rice",
    valid: |s| s[0].ge(0.0) & s[0].lt(1e5),
    support: half_line,
    logpdf: |z, s| {
        let value = z.log() - 0.5 * (z - s[0]).square() + (z * s[0]).i0e().log();
        z.eq(f64::INFINITY).select(f64::NEG_INFINITY, value)
    },
    pdf: Some(|z, s| {
        let value = z * (-0.5 * (z - s[0]).square()).exp() * (z * s[0]).i0e();
        z.eq(f64::INFINITY).select(0.0, value)
    }),
    cdf: |z, s| below(constant(1.0), 0.5 * s[0] * s[0], 0.5 * z * z),
    sf: |z, s| above(constant(1.0), 0.5 * s[0] * s[0], 0.5 * z * z),
    ppf: |q, s| inverse(&RICE, 1.0 + s[0], q, s, true),
    isf: |q, s| inverse(&RICE, 1.0 + s[0], q, s, false),
    moments: |s| {
        // Laguerre's functions of orders 1/2 and 3/2 (DLMF 13.6.9, 18.9.1).
        let square = s[0] * s[0];
        let y = 0.5 * square;
        let (zeroth, first) = ((0.5 * y).i0e(), (0.5 * y).i1e());
        let half = (1.0 + y) * zeroth + y * first;
        let next = ((2.0 + y) * half - 0.5 * zeroth) / 1.5;
        let root = (0.5 * PI).sqrt();
        about_mean([root * half, 2.0 + square, 3.0 * root * next, 8.0 + square * (8.0 + square)])
    },
    entropy: |s| integrals::entropy(&RICE, s),
};
