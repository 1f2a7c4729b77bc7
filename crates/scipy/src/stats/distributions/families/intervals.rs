//! More distributions on an interval.

use super::*;
use crate::special::kernels::{NODES, betainc, betaincc, betainccinv, betaincinv, gammainc, gammaincinv, log_beta};
use crate::stats::distributions::densities::{Family, always};
use std::f64::consts::FRAC_PI_4;

pub static ANGLIT: Family = Family {
    name: "anglit",
    valid: always,
    support: |_| [constant(-FRAC_PI_4), constant(FRAC_PI_4)],
    logpdf: |z, _| (2.0 * z).cos().log(),
    pdf: Some(|z, _| (2.0 * z).cos()),
    cdf: |z, _| (z + FRAC_PI_4).sin().square(),
    sf: |z, _| (FRAC_PI_4 - z).sin().square(),
    ppf: |q, _| q.sqrt().arcsin() - FRAC_PI_4,
    isf: |q, _| FRAC_PI_4 - q.sqrt().arcsin(),
    moments: |_| {
        let square = PI * PI;
        let kurtosis = -2.0 * (square * square - 96.0) / (square - 8.0).powi(2);
        [0.0, square / 16.0 - 0.5, 0.0, kurtosis].map(constant)
    },
    entropy: |_| constant(1.0 - LN_2),
};

pub static ARCSINE: Family = Family {
    name: "arcsine",
    valid: always,
    support: unit,
    logpdf: |z, _| -0.5 * (z * (1.0 - z)).log() - PI.ln(),
    pdf: None,
    cdf: |z, _| 2.0 / PI * z.sqrt().arcsin(),
    sf: |z, _| 2.0 / PI * (1.0 - z).sqrt().arcsin(),
    ppf: |q, _| (0.5 * PI * q).sin().square(),
    isf: |q, _| (0.5 * PI * q).cos().square(),
    moments: |_| [0.5, 0.125, 0.0, -1.5].map(constant),
    entropy: |_| constant(FRAC_PI_4.ln()),
};

pub static BRADFORD: Family = Family {
    name: "bradford",
    valid: positive::<1>,
    support: unit,
    logpdf: |z, s| (s[0] / s[0].log1p()).log() - (s[0] * z).log1p(),
    pdf: None,
    cdf: |z, s| (s[0] * z).log1p() / s[0].log1p(),
    sf: |z, s| (s[0] * (1.0 - z) / (1.0 + s[0] * z)).log1p() / s[0].log1p(),
    ppf: |q, s| (q * s[0].log1p()).expm1() / s[0],
    isf: |q, s| ((1.0 - q) * s[0].log1p()).expm1() / s[0],
    moments: |s| integrals::moments(&BRADFORD, s),
    entropy: |s| 0.5 * s[0].log1p() - (s[0] / s[0].log1p()).log(),
};

pub static JOHNSONSB: Family = Family {
    name: "johnsonsb",
    valid: |s| s[0].abs().lt(f64::INFINITY) & s[1].gt(0.0) & s[1].lt(f64::INFINITY),
    support: unit,
    logpdf: |z, s| {
        let end = z.le(0.0) | z.ge(1.0);
        let y = end.select(0.5, z);
        let value = s[1].log() - (y * (1.0 - y)).log() - 0.5 * (s[0] + s[1] * y.logit()).square() - half_log_tau();
        end.select(f64::NEG_INFINITY, value)
    },
    pdf: None,
    cdf: |z, s| (s[0] + s[1] * z.logit()).ndtr(),
    sf: |z, s| (-s[0] - s[1] * z.logit()).ndtr(),
    ppf: |q, s| ((q.ndtri() - s[0]) / s[1]).expit(),
    isf: |q, s| ((-q.ndtri() - s[0]) / s[1]).expit(),
    moments: |s| integrals::moments(&JOHNSONSB, s),
    entropy: |s| integrals::entropy(&JOHNSONSB, s),
};

pub static RECIPROCAL: Family = Family {
    name: "reciprocal",
    valid: |s| s[0].gt(0.0) & s[1].gt(s[0]) & s[1].lt(f64::INFINITY),
    support: |s| [s[0], s[1]],
    logpdf: |z, s| -z.log() - (s[1] / s[0]).log().log(),
    pdf: None,
    cdf: |z, s| (z / s[0]).log() / (s[1] / s[0]).log(),
    sf: |z, s| (s[1] / z).log() / (s[1] / s[0]).log(),
    ppf: |q, s| s[0] * (q * (s[1] / s[0]).log()).exp(),
    isf: |q, s| s[1] * (-q * (s[1] / s[0]).log()).exp(),
    moments: |s| integrals::moments(&RECIPROCAL, s),
    entropy: |s| 0.5 * (s[0].log() + s[1].log()) + (s[1] / s[0]).log().log(),
};

/// Of a beta distribution with both parameters `a`, from -1 to 1.
fn centered_entropy(a: F) -> F {
    (beta::BETA.entropy)(&[a, a]) + LN_2
}

pub static RDIST: Family = Family {
    name: "rdist",
    valid: positive::<1>,
    support: |_| [constant(-1.0), constant(1.0)],
    logpdf: |z, s| {
        let a = 0.5 * s[0];
        a_log(a - 1.0, (1.0 - z) * (1.0 + z)) - log_beta(a, constant(0.5))
    },
    pdf: None,
    cdf: |z, s| betainc(0.5 * s[0], 0.5 * s[0], 0.5 * (1.0 + z)),
    sf: |z, s| betaincc(0.5 * s[0], 0.5 * s[0], 0.5 * (1.0 + z)),
    ppf: |q, s| 2.0 * betaincinv(0.5 * s[0], 0.5 * s[0], q) - 1.0,
    isf: |q, s| 2.0 * betainccinv(0.5 * s[0], 0.5 * s[0], q) - 1.0,
    moments: |s| [constant(0.0), 1.0 / (s[0] + 1.0), constant(0.0), -6.0 / (s[0] + 3.0)],
    entropy: |s| centered_entropy(0.5 * s[0]),
};

fn three() -> [F; 1] {
    [constant(3.0)]
}

pub static SEMICIRCULAR: Family = Family {
    name: "semicircular",
    valid: always,
    support: |_| [constant(-1.0), constant(1.0)],
    logpdf: |z, _| (RDIST.logpdf)(z, &three()),
    pdf: Some(|z, _| 2.0 / PI * ((1.0 - z) * (1.0 + z)).sqrt()),
    cdf: |z, _| (RDIST.cdf)(z, &three()),
    sf: |z, _| (RDIST.sf)(z, &three()),
    ppf: |q, _| (RDIST.ppf)(q, &three()),
    isf: |q, _| (RDIST.isf)(q, &three()),
    moments: |_| [0.0, 0.25, 0.0, -1.0].map(constant),
    entropy: |_| constant(PI.ln() - 0.5),
};

pub static TRUNCEXPON: Family = Family {
    name: "truncexpon",
    valid: positive::<1>,
    support: |s| [constant(0.0), s[0]],
    logpdf: |z, s| -z - (-(-s[0]).expm1()).log(),
    pdf: None,
    cdf: |z, s| (-z).expm1() / (-s[0]).expm1(),
    sf: |z, s| (-z).exp() * ((z - s[0]).expm1() / (-s[0]).expm1()),
    ppf: |q, s| {
        let high = -((1.0 - q) + q * (-s[0]).exp()).log();
        q.lt(0.5).select(-(q * (-s[0]).expm1()).log1p(), high)
    },
    isf: |q, s| {
        let high = -(q + (1.0 - q) * (-s[0]).exp()).log();
        q.gt(0.5).select(-((1.0 - q) * (-s[0]).expm1()).log1p(), high)
    },
    moments: |s| integrals::moments(&TRUNCEXPON, s),
    entropy: |s| {
        let (b, rest) = (s[0], -(-s[0]).expm1());
        rest.log() + 1.0 - b * (-b).exp() / rest
    },
};

/// The logarithm of the normal probability between two numbers, from the end where it is small.
fn log_between(low: F, high: F) -> F {
    let mirrored = low.gt(0.0);
    let (a, b) = (mirrored.select(-high, low), mirrored.select(-low, high));
    let (below, all) = (a.log_ndtr(), b.log_ndtr());
    let one_side = all + (-(below - all).expm1()).log();
    let both = (-(a.ndtr() + (-b).ndtr())).log1p();
    b.gt(0.0).select(both, one_side)
}

/// The number of a truncated normal distribution with the share `p` below it and `q` above.
fn truncated_quantile(p: F, q: F, s: &[F]) -> F {
    let mirrored = s[0].gt(0.0);
    let (a, b) = (mirrored.select(-s[1], s[0]), mirrored.select(-s[0], s[1]));
    let (p, q) = (mirrored.select(q, p), mirrored.select(p, q));
    let (low, high) = (a.log_ndtr(), b.log_ndtr());
    // The logarithm of the probability below the number, and of that above.
    let below = high + (q * (low - high).expm1()).log1p();
    let small = high + ((low - high).exp() + p * -(low - high).expm1()).log();
    let below = p.lt(0.5).select(small, below);
    let above = (q * (-a).ndtr() + p * (-b).ndtr()).log();
    let x = below
        .lt(-LN_2)
        .select(normal::quantile_of_log(below.minimum(-LN_2)), -normal::quantile_of_log(above.minimum(-0.5)));
    mirrored.select(-x, x).maximum(s[0]).minimum(s[1])
}

pub static TRUNCNORM: Family = Family {
    name: "truncnorm",
    valid: |s| s[0].lt(s[1]),
    support: |s| [s[0], s[1]],
    logpdf: |z, s| -0.5 * z * z - half_log_tau() - log_between(s[0], s[1]),
    pdf: None,
    cdf: |z, s| (log_between(s[0], z) - log_between(s[0], s[1])).exp(),
    sf: |z, s| (log_between(z, s[1]) - log_between(s[0], s[1])).exp(),
    ppf: |q, s| truncated_quantile(q, 1.0 - q, s),
    isf: |q, s| truncated_quantile(1.0 - q, q, s),
    moments: |s| integrals::moments(&TRUNCNORM, s),
    entropy: |s| integrals::entropy(&TRUNCNORM, s),
};

/// `high^c - low^c`, also of numbers that are nearly the same.
fn between_powers(low: F, high: F, c: F) -> F {
    let near = low.gt(0.5 * high);
    let log = near.select((near.select(high - low, 0.0) / low).log1p(), high.log() - low.log());
    low.gt(0.0).select(low.power(c) * (c * log).expm1(), high.power(c))
}

/// The number whose power is that of `low` and `more`.
fn beyond_power(low: F, more: F, c: F) -> F {
    let root = low * ((more / low.power(c)).log1p() / c).exp();
    low.gt(0.0).select(root, more.power(1.0 / c))
}

/// The probability of Weibull's distribution between the ends over that above the first.
fn weibull_share(s: &[F]) -> F {
    -(-between_powers(s[1], s[2], s[0])).expm1()
}

pub static TRUNCWEIBULL_MIN: Family = Family {
    name: "truncweibull_min",
    valid: |s| s[0].gt(0.0) & s[0].lt(f64::INFINITY) & s[1].ge(0.0) & s[1].lt(s[2]),
    support: |s| [s[1], s[2]],
    logpdf: |z, s| {
        // Beyond all numbers, where the support has no end, is nothing.
        let inside = z.lt(f64::INFINITY);
        let y = inside.select(z, s[1]);
        let value = s[0].log() + a_log(s[0] - 1.0, y) - between_powers(s[1], y, s[0]) - weibull_share(s).log();
        inside.select(value, f64::NEG_INFINITY)
    },
    pdf: None,
    cdf: |z, s| -(-between_powers(s[1], z, s[0])).expm1() / weibull_share(s),
    sf: |z, s| {
        let above = (-between_powers(s[1], z, s[0])).exp();
        above * (-(-between_powers(z, s[2], s[0])).expm1() / weibull_share(s))
    },
    ppf: |q, s| beyond_power(s[1], -(-q * weibull_share(s)).log1p(), s[0]),
    isf: |q, s| {
        let share = weibull_share(s);
        let rest = (-between_powers(s[1], s[2], s[0])).exp();
        let more = q.gt(0.5).select(-(-(1.0 - q) * share).log1p(), -(rest + q * share).log());
        beyond_power(s[1], more, s[0])
    },
    moments: |s| integrals::moments(&TRUNCWEIBULL_MIN, s),
    entropy: |s| integrals::entropy(&TRUNCWEIBULL_MIN, s),
};

/// The logarithm of `(1 - c z)^(1 / c)`.
fn log_share(z: F, c: F) -> F {
    (-c * z).log1p() / c
}

pub static GENHALFLOGISTIC: Family = Family {
    name: "genhalflogistic",
    valid: positive::<1>,
    support: |s| [constant(0.0), 1.0 / s[0]],
    logpdf: |z, s| {
        let log = log_share(z, s[0]);
        // At the end the density is that of c alone.
        let rest = s[0].eq(1.0).select(0.0, (1.0 - s[0]) * log);
        LN_2 + rest - 2.0 * log.exp().log1p()
    },
    pdf: None,
    cdf: |z, s| (-0.5 * log_share(z, s[0])).tanh(),
    sf: |z, s| 2.0 * log_share(z, s[0]).expit(),
    ppf: |q, s| -(-2.0 * s[0] * q.arctanh()).expm1() / s[0],
    isf: |q, s| -(s[0] * (0.5 * q).logit()).expm1() / s[0],
    moments: |s| integrals::moments(&GENHALFLOGISTIC, s),
    entropy: |s| 2.0 - (2.0 * s[0] + 1.0) * LN_2,
};

/// The sum of pi and a number, without what rounding pi loses.
fn from_low_end(z: F) -> F {
    (z + PI).maximum(0.0) + 1.224_646_799_147_353_2e-16
}

/// `(u - sin(u)) / (2 pi)`, also where both are close.
fn cosine_share(u: F) -> F {
    let near = u.minimum(1.0);
    let square = near * near;
    let series = (1..=9).rev().fold(constant(1.0), |sum, k| 1.0 - square / f64::from((2 * k + 2) * (2 * k + 3)) * sum);
    u.lt(1.0).select(near * square / 6.0 * series, u - u.sin()) / TAU
}

/// The lower half's quantile.
fn cosine_quantile(q: F) -> F {
    let inside = q.gt(0.0) & q.le(0.5);
    let target = inside.select(q, 0.25);
    let rising = constant(1.0).gt(0.0);
    let start = (6.0 * TAU * target).cbrt();
    let bounds = [constant(f64::MIN_POSITIVE), constant(PI)];
    let u = root(start, bounds, target, rising, constant(1e-9), |u| Value {
        value: cosine_share(u),
        slope: u * (0.5 * u).sin().square() / PI,
    });
    inside.select(u - PI, q.eq(0.0).select(-PI, f64::NAN))
}

pub static COSINE: Family = Family {
    name: "cosine",
    valid: always,
    support: |_| [constant(-PI), constant(PI)],
    logpdf: |z, _| 2.0 * (0.5 * from_low_end(-z.abs())).sin().log() - PI.ln(),
    pdf: Some(|z, _| (0.5 * from_low_end(-z.abs())).sin().square() / PI),
    cdf: |z, _| {
        let tail = cosine_share(from_low_end(-z.abs()));
        z.le(0.0).select(tail, 1.0 - tail)
    },
    sf: |z, s| (COSINE.cdf)(-z, s),
    ppf: |q, _| q.le(0.5).select(cosine_quantile(q), -cosine_quantile(1.0 - q)),
    isf: |q, s| -(COSINE.ppf)(q, s),
    moments: |_| {
        let square = PI * PI;
        let kurtosis = -6.0 * (square * square - 90.0) / (5.0 * (square - 6.0).powi(2));
        [0.0, square / 3.0 - 2.0, 0.0, kurtosis].map(constant)
    },
    entropy: |_| constant((2.0 * TAU).ln() - 1.0),
};

/// The integral of the density over `z` from 0 on, for small numbers.
fn argus_start(z: F, s: &[F]) -> F {
    let (a, square) = (0.5 * s[0] * s[0], z * z);
    let part = |v: F| (1.0 - v).sqrt() * (-a * (1.0 - v)).exp();
    let sum = NODES.iter().fold(constant(0.0), |sum, &(node, weight)| {
        let at = |node: f64| part(square * (0.5 * (1.0 + node)));
        sum + weight * (at(node) + at(-node))
    });
    0.25 * square * sum * argus_scale(s)
}

/// What the density is times `z sqrt(1 - z^2) exp(-chi^2 (1 - z^2) / 2)`.
fn argus_scale(s: &[F]) -> F {
    let a = 0.5 * s[0] * s[0];
    (2.0 / PI).sqrt() * s[0] * s[0] * s[0] / gammainc(constant(1.5), a)
}

pub static ARGUS: Family = Family {
    name: "argus",
    valid: |s| s[0].gt(1e-100) & s[0].lt(1e100),
    support: unit,
    logpdf: |z, s| {
        let rest = (1.0 - z) * (1.0 + z);
        argus_scale(s).log() + z.log() + 0.5 * rest.log() - 0.5 * s[0] * s[0] * rest
    },
    pdf: None,
    cdf: |z, s| {
        let square = z * z;
        let near = square.lt(0.25) & (square * s[0] * s[0]).lt(4.0);
        let start = argus_start(near.select(z, 0.25), s);
        near.select(start, 1.0 - (ARGUS.sf)(z, s))
    },
    sf: |z, s| {
        let a = 0.5 * s[0] * s[0];
        gammainc(constant(1.5), a * ((1.0 - z) * (1.0 + z))) / gammainc(constant(1.5), a)
    },
    ppf: |q, s| {
        let low = inverse(&ARGUS, constant(0.5), q.minimum(0.75), s, true);
        q.lt(0.5).select(low, (ARGUS.isf)(q.ge(0.5).select(1.0 - q, 0.25), s))
    },
    isf: |q, s| {
        let a = 0.5 * s[0] * s[0];
        let rest = gammaincinv(constant(1.5), q.minimum(0.5) * gammainc(constant(1.5), a));
        let high = (1.0 - rest / a).maximum(0.0).sqrt();
        q.le(0.5).select(high, inverse(&ARGUS, constant(0.5), q.gt(0.5).select(1.0 - q, 0.25), s, true))
    },
    moments: |s| integrals::moments(&ARGUS, s),
    entropy: |s| integrals::entropy(&ARGUS, s),
};
