//! The gamma distribution, and those that are special ones.

use super::*;
use crate::special::kernels::{gamma_factor, gammainc, gammaincc, gammainccinv, gammaincinv};
use crate::stats::distributions::densities::{Family, always};

pub static EXPON: Family = Family {
    name: "expon",
    valid: always,
    support: half_line,
    logpdf: |z, _| -z,
    pdf: None,
    cdf: |z, _| -(-z).expm1(),
    sf: |z, _| (-z).exp(),
    ppf: |q, _| -(-q).log1p(),
    isf: |q, _| -q.log(),
    moments: |_| [1.0, 1.0, 2.0, 6.0].map(constant),
    entropy: |_| constant(1.0),
};

fn log_density(z: F, a: F) -> F {
    a_log(a - 1.0, z) - z - a.gammaln()
}

fn density(z: F, a: F) -> F {
    z.gt(0.0).select(gamma_factor(a, z.gt(0.0).select(z, 1.0)) / z, log_density(z, a).exp())
}

/// The entropy for the scale 1; for large `a` by the series of its terms, which are alike.
fn gamma_entropy(a: F) -> F {
    let near = a.minimum(1e4);
    let u = 1.0 / a.maximum(1e4);
    let far = half_log_tau() + 0.5 + 0.5 * a.log() - u / 3.0 - u * u / 12.0;
    a.lt(1e4).select(near + near.gammaln() + (1.0 - near) * near.digamma(), far)
}

pub static GAMMA: Family = Family {
    name: "gamma",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| log_density(z, s[0]),
    pdf: Some(|z, s| density(z, s[0])),
    cdf: |z, s| gammainc(s[0], z),
    sf: |z, s| gammaincc(s[0], z),
    ppf: |q, s| gammaincinv(s[0], q),
    isf: |q, s| gammainccinv(s[0], q),
    moments: |s| [s[0], s[0], 2.0 / s[0].sqrt(), 6.0 / s[0]],
    entropy: |s| gamma_entropy(s[0]),
};

pub static CHI2: Family = Family {
    name: "chi2",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| log_density(0.5 * z, 0.5 * s[0]) - LN_2,
    pdf: Some(|z, s| 0.5 * density(0.5 * z, 0.5 * s[0])),
    cdf: |z, s| gammainc(0.5 * s[0], 0.5 * z),
    sf: |z, s| gammaincc(0.5 * s[0], 0.5 * z),
    ppf: |q, s| 2.0 * gammaincinv(0.5 * s[0], q),
    isf: |q, s| 2.0 * gammainccinv(0.5 * s[0], q),
    moments: |s| [s[0], 2.0 * s[0], (8.0 / s[0]).sqrt(), 12.0 / s[0]],
    entropy: |s| gamma_entropy(0.5 * s[0]) + LN_2,
};
