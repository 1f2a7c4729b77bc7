//! Gumbel's distributions of extremes.

use super::*;
use crate::stats::distributions::densities::{Family, always};

/// Apery's constant, the zeta function at 3.
const APERY: f64 = 1.202_056_903_159_594_2;

fn moments(sign: f64) -> [F; 4] {
    let skewness = 12.0 * 6.0f64.sqrt() * APERY / PI.powi(3);
    [sign * EULER, PI * PI / 6.0, sign * skewness, 2.4].map(constant)
}

pub static GUMBEL_R: Family = Family {
    name: "gumbel_r",
    valid: always,
    support: line,
    logpdf: |z, _| -z - (-z).exp(),
    pdf: None,
    cdf: |z, _| (-(-z).exp()).exp(),
    sf: |z, _| -(-(-z).exp()).expm1(),
    ppf: |q, _| -(-q.log()).log(),
    isf: |q, _| -(-(-q).log1p()).log(),
    moments: |_| moments(1.0),
    entropy: |_| constant(EULER + 1.0),
};

pub static GUMBEL_L: Family = Family {
    name: "gumbel_l",
    valid: always,
    support: line,
    logpdf: |z, _| z - z.exp(),
    pdf: None,
    cdf: |z, _| -(-z.exp()).expm1(),
    sf: |z, _| (-z.exp()).exp(),
    ppf: |q, _| (-(-q).log1p()).log(),
    isf: |q, _| (-q.log()).log(),
    moments: |_| moments(-1.0),
    entropy: |_| constant(EULER + 1.0),
};
