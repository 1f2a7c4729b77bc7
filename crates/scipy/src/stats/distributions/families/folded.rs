//! Distributions of magnitudes: of normal and other numbers without their signs, and of vectors.

use super::*;
use crate::special::kernels::{gammainc, gammaincc, gammainccinv, gammaincinv, quotient};
use crate::stats::distributions::densities::{Family, always};
use std::f64::consts::SQRT_2;

pub static HALFNORM: Family = Family {
    name: "halfnorm",
    valid: always,
    support: half_line,
    logpdf: |z, _| -0.5 * z * z - half_log_tau() + LN_2,
    pdf: None,
    cdf: |z, _| (z / SQRT_2).erf(),
    sf: |z, _| (z / SQRT_2).erfc(),
    ppf: |q, _| SQRT_2 * q.erfinv(),
    isf: |q, _| -(0.5 * q).ndtri(),
    moments: |_| {
        let rest = PI - 2.0;
        [(2.0 / PI).sqrt(), rest / PI, SQRT_2 * (4.0 - PI) / rest.powf(1.5), 8.0 * (PI - 3.0) / (rest * rest)]
            .map(constant)
    },
    entropy: |_| constant(half_log_tau() + 0.5 - LN_2),
};

pub static HALFCAUCHY: Family = Family {
    name: "halfcauchy",
    valid: always,
    support: half_line,
    logpdf: |z, _| (2.0 / PI).ln() - z.gt(1e100).select(2.0 * z.log(), (z * z).log1p()),
    pdf: None,
    cdf: |z, _| 2.0 / PI * z.arctan(),
    sf: |z, _| 2.0 / PI * (1.0 / z).arctan(),
    ppf: |q, _| (0.5 * PI * q).tan(),
    isf: |q, _| 1.0 / (0.5 * PI * q).tan(),
    moments: |_| [f64::INFINITY, f64::INFINITY, f64::NAN, f64::NAN].map(constant),
    entropy: |_| constant(TAU.ln()),
};

pub static HALFLOGISTIC: Family = Family {
    name: "halflogistic",
    valid: always,
    support: half_line,
    logpdf: |z, _| LN_2 - z - 2.0 * (-z).exp().log1p(),
    pdf: None,
    cdf: |z, _| (0.5 * z).tanh(),
    sf: |z, _| 2.0 * (-z).expit(),
    ppf: |q, _| 2.0 * q.arctanh(),
    isf: |q, _| -(0.5 * q).logit(),
    moments: |s| {
        let [_, _, skewness, kurtosis] = integrals::moments(&HALFLOGISTIC, s);
        [constant(2.0 * LN_2), constant(PI * PI / 3.0 - 4.0 * LN_2 * LN_2), skewness, kurtosis]
    },
    entropy: |_| constant(2.0 - LN_2),
};

/// The moments of a chi distribution whose squares are over `unit`.
fn chi_moments(df: F, unit: F) -> [F; 4] {
    let half = 0.5 * df;
    let mean = ((1.0 + df) / unit).sqrt() / quotient(constant(0.5), half);
    about_mean([mean, df / unit, mean * (df + 1.0) / unit, df / unit * ((df + 2.0) / unit)])
}

fn chi_entropy(df: F) -> F {
    let half = 0.5 * df;
    half.gammaln() + 0.5 * (df - LN_2 - (df - 1.0) * half.digamma())
}

/// The logarithm of the density of `z` whose square times `half` has a gamma distribution of `a`.
fn log_density(z: F, a: F, half: F) -> F {
    LN_2 + a * half.log() + a_log(2.0 * a - 1.0, z) - half * z * z - a.gammaln()
}

pub static CHI: Family = Family {
    name: "chi",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| log_density(z, 0.5 * s[0], constant(0.5)),
    pdf: None,
    cdf: |z, s| gammainc(0.5 * s[0], 0.5 * z * z),
    sf: |z, s| gammaincc(0.5 * s[0], 0.5 * z * z),
    ppf: |q, s| (2.0 * gammaincinv(0.5 * s[0], q)).sqrt(),
    isf: |q, s| (2.0 * gammainccinv(0.5 * s[0], q)).sqrt(),
    moments: |s| chi_moments(s[0], constant(1.0)),
    entropy: |s| chi_entropy(s[0]),
};

pub static MAXWELL: Family = Family {
    name: "maxwell",
    valid: always,
    support: half_line,
    logpdf: |z, _| log_density(z, constant(1.5), constant(0.5)),
    pdf: None,
    cdf: |z, _| gammainc(constant(1.5), 0.5 * z * z),
    sf: |z, _| gammaincc(constant(1.5), 0.5 * z * z),
    ppf: |q, _| (2.0 * gammaincinv(constant(1.5), q)).sqrt(),
    isf: |q, _| (2.0 * gammainccinv(constant(1.5), q)).sqrt(),
    moments: |_| chi_moments(constant(3.0), constant(1.0)),
    entropy: |_| chi_entropy(constant(3.0)),
};

pub static NAKAGAMI: Family = Family {
    name: "nakagami",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| log_density(z, s[0], s[0]),
    pdf: None,
    cdf: |z, s| gammainc(s[0], s[0] * z * z),
    sf: |z, s| gammaincc(s[0], s[0] * z * z),
    ppf: |q, s| (gammaincinv(s[0], q) / s[0]).sqrt(),
    isf: |q, s| (gammainccinv(s[0], q) / s[0]).sqrt(),
    moments: |s| chi_moments(2.0 * s[0], 2.0 * s[0]),
    entropy: |s| chi_entropy(2.0 * s[0]) - 0.5 * (2.0 * s[0]).log(),
};

/// The moment of order `k` about 0 of a magnitude whose power `b` has a gamma distribution of `1 / b`.
fn power_moment(b: F, k: f64) -> F {
    (((k + 1.0) / b).gammaln() - (1.0 / b).gammaln()).exp()
}

fn power_entropy(b: F) -> F {
    1.0 / b - b.log() + (1.0 / b).gammaln()
}

pub static HALFGENNORM: Family = Family {
    name: "halfgennorm",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| s[0].log() - (1.0 / s[0]).gammaln() - z.power(s[0]),
    pdf: None,
    cdf: |z, s| gammainc(1.0 / s[0], z.power(s[0])),
    sf: |z, s| gammaincc(1.0 / s[0], z.power(s[0])),
    ppf: |q, s| gammaincinv(1.0 / s[0], q).power(1.0 / s[0]),
    isf: |q, s| gammainccinv(1.0 / s[0], q).power(1.0 / s[0]),
    moments: |s| about_mean([1.0, 2.0, 3.0, 4.0].map(|k| power_moment(s[0], k))),
    entropy: |s| power_entropy(s[0]),
};

/// What a distribution of magnitudes becomes with signs of equal probability: the probability below `z`.
fn below(z: F, s: &[F], family: &Family) -> F {
    let tail = 0.5 * (family.sf)(z.abs(), s);
    z.gt(0.0).select(1.0 - tail, tail)
}

/// The number below which there is a probability.
fn quantile(q: F, s: &[F], family: &Family) -> F {
    let low = q.lt(0.5);
    let size = (family.isf)(2.0 * low.select(q, 1.0 - q), s);
    low.select(-size, size)
}

pub static GENNORM: Family = Family {
    name: "gennorm",
    valid: positive::<1>,
    support: line,
    logpdf: |z, s| (HALFGENNORM.logpdf)(z.abs(), s) - LN_2,
    pdf: None,
    cdf: |z, s| below(z, s, &HALFGENNORM),
    sf: |z, s| below(-z, s, &HALFGENNORM),
    ppf: |q, s| quantile(q, s, &HALFGENNORM),
    isf: |q, s| -quantile(q, s, &HALFGENNORM),
    moments: |s| {
        let (second, fourth) = (power_moment(s[0], 2.0), power_moment(s[0], 4.0));
        [constant(0.0), second, constant(0.0), fourth / (second * second) - 3.0]
    },
    entropy: |s| power_entropy(s[0]) + LN_2,
};

pub static DGAMMA: Family = Family {
    name: "dgamma",
    valid: positive::<1>,
    support: line,
    logpdf: |z, s| (gamma::GAMMA.logpdf)(z.abs(), s) - LN_2,
    pdf: None,
    cdf: |z, s| below(z, s, &gamma::GAMMA),
    sf: |z, s| below(-z, s, &gamma::GAMMA),
    ppf: |q, s| quantile(q, s, &gamma::GAMMA),
    isf: |q, s| -quantile(q, s, &gamma::GAMMA),
    moments: |s| {
        let a = s[0];
        [constant(0.0), a * (a + 1.0), constant(0.0), (a + 2.0) * (a + 3.0) / (a * (a + 1.0)) - 3.0]
    },
    entropy: |s| (gamma::GAMMA.entropy)(s) + LN_2,
};

pub static DWEIBULL: Family = Family {
    name: "dweibull",
    valid: positive::<1>,
    support: line,
    logpdf: |z, s| (powers::WEIBULL_MIN.logpdf)(z.abs(), s) - LN_2,
    pdf: None,
    cdf: |z, s| below(z, s, &powers::WEIBULL_MIN),
    sf: |z, s| below(-z, s, &powers::WEIBULL_MIN),
    ppf: |q, s| quantile(q, s, &powers::WEIBULL_MIN),
    isf: |q, s| -quantile(q, s, &powers::WEIBULL_MIN),
    moments: |s| {
        let (second, fourth) = ((1.0 + 2.0 / s[0]).gammaln(), (1.0 + 4.0 / s[0]).gammaln());
        [constant(0.0), second.exp(), constant(0.0), (fourth - 2.0 * second).exp() - 3.0]
    },
    entropy: |s| (powers::WEIBULL_MIN.entropy)(s) + LN_2,
};
