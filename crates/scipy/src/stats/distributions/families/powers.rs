//! Distributions of powers: of exponential, uniform and normal numbers.

use super::*;
use crate::stats::distributions::densities::{Family, always};

pub static PARETO: Family = Family {
    name: "pareto",
    valid: positive::<1>,
    support: |_| [constant(1.0), constant(f64::INFINITY)],
    logpdf: |z, s| s[0].log() - (s[0] + 1.0) * z.log(),
    pdf: None,
    cdf: |z, s| -(-s[0] * z.log()).expm1(),
    sf: |z, s| z.power(-s[0]),
    ppf: |q, s| (-(-q).log1p() / s[0]).exp(),
    isf: |q, s| q.power(-1.0 / s[0]),
    moments: |s| {
        let b = s[0];
        let skewness = 2.0 * (b + 1.0) / (b - 3.0) * ((b - 2.0) / b).sqrt();
        let kurtosis = 6.0 * (b * b * b + b * b - 6.0 * b - 2.0) / (b * (b - 3.0) * (b - 4.0));
        [
            b.gt(1.0).select(b / (b - 1.0), f64::INFINITY),
            b.gt(2.0).select(b / ((b - 2.0) * (b - 1.0).square()), f64::INFINITY),
            b.gt(3.0).select(skewness, f64::NAN),
            b.gt(4.0).select(kurtosis, f64::NAN),
        ]
    },
    entropy: |s| 1.0 + 1.0 / s[0] - s[0].log(),
};

pub static RAYLEIGH: Family = Family {
    name: "rayleigh",
    valid: always,
    support: half_line,
    logpdf: |z, _| z.log() - 0.5 * z * z,
    pdf: Some(|z, _| z * (-0.5 * z * z).exp()),
    cdf: |z, _| -(-0.5 * z * z).expm1(),
    sf: |z, _| (-0.5 * z * z).exp(),
    ppf: |q, _| (-2.0 * (-q).log1p()).sqrt(),
    isf: |q, _| (-2.0 * q.log()).sqrt(),
    moments: |_| {
        let rest = 4.0 - PI;
        let kurtosis = 6.0 * PI / rest - 16.0 / (rest * rest);
        [(0.5 * PI).sqrt(), 0.5 * rest, 2.0 * (PI - 3.0) * PI.sqrt() / rest.powf(1.5), kurtosis].map(constant)
    },
    entropy: |_| constant(0.5 * EULER + 1.0 - 0.5 * LN_2),
};

pub static WEIBULL_MIN: Family = Family {
    name: "weibull_min",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| s[0].log() + a_log(s[0] - 1.0, z) - z.power(s[0]),
    pdf: None,
    cdf: |z, s| -(-z.power(s[0])).expm1(),
    sf: |z, s| (-z.power(s[0])).exp(),
    ppf: |q, s| (-(-q).log1p()).power(1.0 / s[0]),
    isf: |q, s| (-q.log()).power(1.0 / s[0]),
    moments: |s| about_mean([1.0, 2.0, 3.0, 4.0].map(|k| (1.0 + k / s[0]).gamma())),
    entropy: |s| 1.0 + EULER * (1.0 - 1.0 / s[0]) - s[0].log(),
};
