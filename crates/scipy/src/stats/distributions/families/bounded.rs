//! Distributions on an interval.

use super::*;
use crate::stats::distributions::densities::{Family, always};

pub static UNIFORM: Family = Family {
    name: "uniform",
    valid: always,
    support: unit,
    logpdf: |_, _| constant(0.0),
    pdf: None,
    cdf: |z, _| z,
    sf: |z, _| 1.0 - z,
    ppf: |q, _| q,
    isf: |q, _| 1.0 - q,
    moments: |_| [0.5, 1.0 / 12.0, 0.0, -1.2].map(constant),
    entropy: |_| constant(0.0),
};

pub static POWERLAW: Family = Family {
    name: "powerlaw",
    valid: positive::<1>,
    support: unit,
    logpdf: |z, s| s[0].log() + a_log(s[0] - 1.0, z),
    pdf: None,
    cdf: |z, s| z.power(s[0]),
    sf: |z, s| -(s[0] * z.log()).expm1(),
    ppf: |q, s| q.power(1.0 / s[0]),
    isf: |q, s| ((-q).log1p() / s[0]).exp(),
    moments: |s| {
        let a = s[0];
        let skewness = -2.0 * (a - 1.0) / (a + 3.0) * ((a + 2.0) / a).sqrt();
        let kurtosis = 6.0 * (a * a * a - a * a - 6.0 * a + 2.0) / (a * (a + 3.0) * (a + 4.0));
        [a / (a + 1.0), a / ((a + 2.0) * (a + 1.0).square()), skewness, kurtosis]
    },
    entropy: |s| 1.0 - 1.0 / s[0] - s[0].log(),
};

pub static TRIANG: Family = Family {
    name: "triang",
    valid: |s| s[0].ge(0.0) & s[0].le(1.0),
    support: unit,
    logpdf: |z, s| triangle(z, s[0]).log(),
    pdf: Some(|z, s| triangle(z, s[0])),
    cdf: |z, s| z.lt(s[0]).select(z * z / s[0], (z * (2.0 - z) - s[0]) / (1.0 - s[0])),
    sf: |z, s| z.lt(s[0]).select(((s[0] - 1.0) + (1.0 - z) * (1.0 + z)) / s[0], (1.0 - z).square() / (1.0 - s[0])),
    ppf: |q, s| q.lt(s[0]).select((s[0] * q).sqrt(), 1.0 - ((1.0 - s[0]) * (1.0 - q)).sqrt()),
    isf: |q, s| q.gt(1.0 - s[0]).select((s[0] * (1.0 - q)).sqrt(), 1.0 - ((1.0 - s[0]) * q).sqrt()),
    moments: |s| {
        let c = s[0];
        let square = 1.0 - c + c * c;
        let skewness = 2.0f64.sqrt() * (2.0 * c - 1.0) * (c + 1.0) * (c - 2.0) / (5.0 * square * square.sqrt());
        [(1.0 + c) / 3.0, square / 18.0, skewness, constant(-0.6)]
    },
    entropy: |_| constant(0.5 - LN_2),
};

fn triangle(z: F, c: F) -> F {
    let falling = 2.0 * (1.0 - z) / (1.0 - c);
    z.lt(c).select(2.0 * z / c, z.eq(c).select(2.0, falling))
}
