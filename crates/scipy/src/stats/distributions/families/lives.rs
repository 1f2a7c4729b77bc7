//! Distributions of life times, and of extremes with an end.

use super::*;
use crate::special::kernels::{gammainc, gammaincc, gammainccinv, gammaincinv, hurwitz};
use crate::stats::distributions::densities::Family;
use xparray_core::kernel::while_;

pub static WEIBULL_MAX: Family = Family {
    name: "weibull_max",
    valid: positive::<1>,
    support: |_| [constant(f64::NEG_INFINITY), constant(0.0)],
    logpdf: |z, s| (powers::WEIBULL_MIN.logpdf)(-z, s),
    pdf: None,
    cdf: |z, s| (powers::WEIBULL_MIN.sf)(-z, s),
    sf: |z, s| (powers::WEIBULL_MIN.cdf)(-z, s),
    ppf: |q, s| -(powers::WEIBULL_MIN.isf)(q, s),
    isf: |q, s| -(powers::WEIBULL_MIN.ppf)(q, s),
    moments: |s| {
        let [mean, variance, skewness, kurtosis] = (powers::WEIBULL_MIN.moments)(s);
        [-mean, variance, -skewness, kurtosis]
    },
    entropy: |s| (powers::WEIBULL_MIN.entropy)(s),
};

/// `1 - exp(x)` as a logarithm, for `x` below 0.
fn log_rest_of(x: F) -> F {
    x.gt(-LN_2).select((-x.expm1()).log(), (-x.exp()).log1p())
}

pub static EXPONWEIB: Family = Family {
    name: "exponweib",
    valid: positive::<2>,
    support: half_line,
    logpdf: |z, s| {
        let power = z.power(s[1]);
        let share = s[0].eq(1.0).select(0.0, (s[0] - 1.0) * log_rest_of(-power));
        s[0].log() + s[1].log() + share - power + a_log(s[1] - 1.0, z)
    },
    pdf: None,
    cdf: |z, s| (s[0] * log_rest_of(-z.power(s[1]))).exp(),
    sf: |z, s| -(s[0] * log_rest_of(-z.power(s[1]))).expm1(),
    ppf: |q, s| (-log_rest_of(q.log() / s[0])).power(1.0 / s[1]),
    isf: |q, s| (-log_rest_of((-q).log1p() / s[0])).power(1.0 / s[1]),
    moments: |s| integrals::moments(&EXPONWEIB, s),
    entropy: |s| integrals::entropy(&EXPONWEIB, s),
};

pub static EXPONPOW: Family = Family {
    name: "exponpow",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| {
        let power = z.power(s[0]);
        s[0].log() + a_log(s[0] - 1.0, z) + power - power.expm1()
    },
    pdf: None,
    cdf: |z, s| -(-z.power(s[0]).expm1()).expm1(),
    sf: |z, s| (-z.power(s[0]).expm1()).exp(),
    ppf: |q, s| (-(-q).log1p()).log1p().power(1.0 / s[0]),
    isf: |q, s| (-q.log()).log1p().power(1.0 / s[0]),
    moments: |s| integrals::moments(&EXPONPOW, s),
    entropy: |s| integrals::entropy(&EXPONPOW, s),
};

pub static GOMPERTZ: Family = Family {
    name: "gompertz",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| s[0].log() + z - s[0] * z.expm1(),
    pdf: None,
    cdf: |z, s| -(-s[0] * z.expm1()).expm1(),
    sf: |z, s| (-s[0] * z.expm1()).exp(),
    ppf: |q, s| (-(-q).log1p() / s[0]).log1p(),
    isf: |q, s| (-q.log() / s[0]).log1p(),
    moments: |s| integrals::moments(&GOMPERTZ, s),
    entropy: |s| 1.0 - s[0].log() - normal::scaled_exp1(s[0]),
};

pub static GENGAMMA: Family = Family {
    name: "gengamma",
    valid: |s| s[0].gt(0.0) & s[0].lt(f64::INFINITY) & s[1].ne(0.0) & s[1].abs().lt(f64::INFINITY),
    support: half_line,
    logpdf: |z, s| {
        let end = z.eq(0.0) & s[1].lt(0.0);
        let y = end.select(1.0, z);
        let value = s[1].abs().log() + a_log(s[0] * s[1] - 1.0, y) - y.power(s[1]) - s[0].gammaln();
        end.select(f64::NEG_INFINITY, value)
    },
    pdf: None,
    cdf: |z, s| {
        let power = z.power(s[1]);
        s[1].gt(0.0).select(gammainc(s[0], power), gammaincc(s[0], power))
    },
    sf: |z, s| {
        let power = z.power(s[1]);
        s[1].gt(0.0).select(gammaincc(s[0], power), gammainc(s[0], power))
    },
    ppf: |q, s| s[1].gt(0.0).select(gammaincinv(s[0], q), gammainccinv(s[0], q)).power(1.0 / s[1]),
    isf: |q, s| s[1].gt(0.0).select(gammainccinv(s[0], q), gammaincinv(s[0], q)).power(1.0 / s[1]),
    moments: |s| {
        let exists = |k: f64| (s[0] + k / s[1]).gt(0.0);
        let moment = |k: f64| ((s[0] + k / s[1]).gammaln() - s[0].gammaln()).exp();
        let [mean, variance, skewness, kurtosis] = about_mean([1.0, 2.0, 3.0, 4.0].map(moment));
        [
            exists(1.0).select(mean, f64::INFINITY),
            exists(2.0).select(variance, f64::INFINITY),
            exists(3.0).select(skewness, f64::NAN),
            exists(4.0).select(kurtosis, f64::NAN),
        ]
    },
    entropy: |s| s[0].gammaln() - s[1].abs().log() + s[0] + s[0].digamma() * (1.0 / s[1] - s[0]),
};

pub static LOGGAMMA: Family = Family {
    name: "loggamma",
    valid: positive::<1>,
    support: line,
    logpdf: |z, s| s[0] * z - z.exp() - s[0].gammaln(),
    pdf: None,
    cdf: |z, s| {
        // Far below, its first term.
        let low = (s[0] * z - (s[0] + 1.0).gammaln()).exp();
        z.lt(-600.0).select(low, gammainc(s[0], z.maximum(-600.0).exp()))
    },
    sf: |z, s| gammaincc(s[0], z.maximum(-600.0).exp()),
    ppf: |q, s| {
        let low = (q.log() + (s[0] + 1.0).gammaln()) / s[0];
        low.lt(-600.0).select(low, gammaincinv(s[0], q).log())
    },
    isf: |q, s| {
        let low = ((-q).log1p() + (s[0] + 1.0).gammaln()) / s[0];
        low.lt(-600.0).select(low, gammainccinv(s[0], q).log())
    },
    moments: |s| {
        let cumulant = |order: f64| hurwitz(constant(order), s[0]);
        let variance = cumulant(2.0);
        let skewness = -2.0 * cumulant(3.0) / (variance * variance.sqrt());
        [s[0].digamma(), variance, skewness, 6.0 * cumulant(4.0) / (variance * variance)]
    },
    entropy: |s| s[0].gammaln() - s[0] * s[0].digamma() + s[0],
};

/// The normal number that belongs to a life time.
fn wear(z: F, c: F) -> F {
    let root = z.sqrt();
    (root - 1.0 / root) / c
}

/// The life time of a normal number over the shape parameter.
fn life(u: F, c: F) -> F {
    let half = 0.5 * c * u.abs();
    let root = half + (half * half + 1.0).sqrt();
    u.gt(0.0).select(root * root, 1.0 / (root * root))
}

/// The mean of `log(1 + a u^2)` for normal numbers `u`: by equal steps of the logarithm of `u`, in which the integrand is analytic.
fn mean_log(a: F) -> F {
    const STEP: f64 = 0.125;
    let next = |(sum, x): (F, F)| {
        let u = x.exp();
        (sum + u * (-0.5 * u * u).exp() * (a * u * u).log1p(), x + STEP)
    };
    while_((0.0, -45.0), |(_, x): (F, F)| x.lt(3.75), next).0 * (STEP * (2.0 / PI).sqrt())
}

pub static FATIGUELIFE: Family = Family {
    name: "fatiguelife",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| {
        let inside = z.gt(0.0) & z.lt(f64::INFINITY);
        let y = inside.select(z, 1.0);
        let u = wear(y, s[0]);
        let value = y.log1p() - (2.0 * s[0]).log() - half_log_tau() - 1.5 * y.log() - 0.5 * u * u;
        inside.select(value, f64::NEG_INFINITY)
    },
    pdf: None,
    cdf: |z, s| wear(z, s[0]).ndtr(),
    sf: |z, s| (-wear(z, s[0])).ndtr(),
    ppf: |q, s| life(q.ndtri(), s[0]),
    isf: |q, s| life(-q.ndtri(), s[0]),
    moments: |s| {
        let square = s[0] * s[0];
        let five = 5.0 * square + 4.0;
        [
            1.0 + 0.5 * square,
            0.25 * square * five,
            4.0 * s[0] * (11.0 * square + 6.0) / (five * five.sqrt()),
            6.0 * square * (93.0 * square + 40.0) / (five * five),
        ]
    },
    // Both sides of 1 have the same logarithms, and the density's other factor is a function of the normal number.
    entropy: |s| s[0].log() + half_log_tau() + 0.5 - 0.5 * mean_log(0.25 * s[0] * s[0]),
};

/// `x + exp(-x) - 1`, also of small numbers, by their powers.
fn beyond_first(x: F) -> F {
    let small = x.lt(1.0);
    let y = small.select(x, 0.0);
    let series = (3..=19).rev().fold(constant(1.0), |sum, n| 1.0 - sum * y / f64::from(n)) * y * y * 0.5;
    small.select(series, x + (-x).expm1())
}

/// The integral of the hazard.
fn worn(z: F, s: &[F]) -> F {
    let value = s[0] * z + s[1] * beyond_first(s[2] * z) / s[2];
    z.eq(f64::INFINITY).select(f64::INFINITY, value)
}

pub static GENEXPON: Family = Family {
    name: "genexpon",
    valid: positive::<3>,
    support: half_line,
    logpdf: |z, s| (s[0] - s[1] * (-s[2] * z).expm1()).log() - worn(z, s),
    pdf: None,
    cdf: |z, s| -(-worn(z, s)).expm1(),
    sf: |z, s| (-worn(z, s)).exp(),
    ppf: |q, s| inverse(&GENEXPON, 1.0 / (s[0] + s[1]), q, s, true),
    isf: |q, s| inverse(&GENEXPON, 1.0 / (s[0] + s[1]), q, s, false),
    moments: |s| integrals::moments(&GENEXPON, s),
    entropy: |s| integrals::entropy(&GENEXPON, s),
};
