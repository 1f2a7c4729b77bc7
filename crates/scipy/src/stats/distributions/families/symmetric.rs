//! Distributions that are symmetric about 0, with tails of several kinds.

use super::*;
use crate::special::kernels::{quotient, stdtr, stdtrit};
use crate::stats::distributions::densities::{Family, always};

pub static CAUCHY: Family = Family {
    name: "cauchy",
    valid: always,
    support: line,
    logpdf: |z, _| -(z.abs().gt(1e100).select(2.0 * z.abs().log(), (z * z).log1p())) - PI.ln(),
    pdf: None,
    cdf: |z, _| constant(1.0).arctan2(-z) / PI,
    sf: |z, _| constant(1.0).arctan2(z) / PI,
    ppf: |q, _| cauchy_quantile(q),
    isf: |q, _| -cauchy_quantile(q),
    moments: |_| [f64::NAN; 4].map(constant),
    entropy: |_| constant((4.0 * PI).ln()),
};

fn cauchy_quantile(q: F) -> F {
    // The tangent of the smaller part is precise.
    let tail = q.minimum(1.0 - q);
    let near = (tail.gt(0.25)).select(((q - 0.5) * PI).tan(), 0.0);
    let far = 1.0 / (tail * PI).tan();
    tail.gt(0.25).select(near, q.lt(0.5).select(-far, far))
}

pub static LAPLACE: Family = Family {
    name: "laplace",
    valid: always,
    support: line,
    logpdf: |z, _| -z.abs() - LN_2,
    pdf: None,
    cdf: |z, _| z.gt(0.0).select(1.0 - 0.5 * (-z).exp(), 0.5 * z.exp()),
    sf: |z, _| z.gt(0.0).select(0.5 * (-z).exp(), 1.0 - 0.5 * z.exp()),
    ppf: |q, _| q.gt(0.5).select(-(2.0 * (1.0 - q)).log(), (2.0 * q).log()),
    isf: |q, _| q.gt(0.5).select((2.0 * (1.0 - q)).log(), -(2.0 * q).log()),
    moments: |_| [0.0, 2.0, 0.0, 3.0].map(constant),
    entropy: |_| constant(LN_2 + 1.0),
};

pub static LOGISTIC: Family = Family {
    name: "logistic",
    valid: always,
    support: line,
    logpdf: |z, _| -z.abs() - 2.0 * (-z.abs()).exp().log1p(),
    pdf: None,
    cdf: |z, _| z.expit(),
    sf: |z, _| (-z).expit(),
    ppf: |q, _| q.logit(),
    isf: |q, _| -q.logit(),
    moments: |_| [0.0, PI * PI / 3.0, 0.0, 1.2].map(constant),
    entropy: |_| constant(2.0),
};

/// The logarithm of the density at 0: of `gamma((v + 1) / 2) / (gamma(v / 2) sqrt(v pi))`.
fn log_peak(v: F) -> F {
    let half = 0.5 * v;
    -quotient(constant(0.5), half).log() + 0.5 * ((0.5 + half) / v).log() - 0.5 * PI.ln()
}

pub static T: Family = Family {
    name: "t",
    valid: |s| s[0].gt(0.0),
    support: line,
    logpdf: |z, s| {
        let infinite = s[0].eq(f64::INFINITY);
        let v = infinite.select(1.0, s[0]);
        let ratio = (z / v.sqrt()).abs();
        let log = ratio.gt(1e100).select(2.0 * ratio.log(), (ratio * ratio).log1p());
        infinite.select(-0.5 * z * z - half_log_tau(), log_peak(v) - 0.5 * (v + 1.0) * log)
    },
    pdf: None,
    cdf: |z, s| stdtr(s[0], z),
    sf: |z, s| stdtr(s[0], -z),
    ppf: |q, s| stdtrit(s[0], q),
    isf: |q, s| -stdtrit(s[0], q),
    moments: |s| {
        let v = s[0];
        let variance = v.gt(2.0).select(v.eq(f64::INFINITY).select(1.0, v / (v - 2.0)), f64::INFINITY);
        [
            v.gt(1.0).select(0.0, f64::INFINITY),
            v.gt(1.0).select(variance, f64::NAN),
            v.gt(3.0).select(0.0, f64::NAN),
            v.gt(4.0).select(6.0 / (v - 4.0), v.gt(2.0).select(f64::INFINITY, f64::NAN)),
        ]
    },
    entropy: |s| {
        let infinite = s[0].eq(f64::INFINITY);
        let v = infinite.select(1.0, s[0]);
        let half = 0.5 * v;
        // The difference of both functions by its asymptotic series where they are alike (DLMF 5.11.2).
        let u = 1.0 / v.maximum(100.0);
        let far = u + 0.5 * u * u - 0.25 * u * u * u * u + 0.5 * u * u * u * u * u * u;
        let difference = v.lt(100.0).select((half + 0.5).digamma() - half.digamma(), far);
        infinite.select(half_log_tau() + 0.5, 0.5 * (v + 1.0) * difference - log_peak(v))
    },
};
