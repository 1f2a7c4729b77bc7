//! Distributions of all numbers, more or less skew.

use super::*;
use crate::special::kernels::{Value, beta_factor, beta_inverse, beta_sides, hurwitz, log_beta, owen, root};
use crate::stats::distributions::densities::{Family, always};

/// Apery's constant, the zeta function at 3.
const APERY: f64 = 1.202_056_903_159_594_2;

pub static GENLOGISTIC: Family = Family {
    name: "genlogistic",
    valid: positive::<1>,
    support: line,
    logpdf: |z, s| {
        // Of the smaller exponential.
        let far = (-z.abs()).exp().log1p();
        s[0].log() + z.gt(0.0).select(-z - (s[0] + 1.0) * far, s[0] * z - (s[0] + 1.0) * far)
    },
    pdf: None,
    cdf: |z, s| (s[0] * z.log_expit()).exp(),
    sf: |z, s| -(s[0] * z.log_expit()).expm1(),
    ppf: |q, s| -(-q.log() / s[0]).expm1().log(),
    isf: |q, s| -(-(-q).log1p() / s[0]).expm1().log(),
    moments: |s| {
        let of = |order: f64| hurwitz(constant(order), s[0]);
        let variance = PI * PI / 6.0 + of(2.0);
        let skewness = 2.0 * (APERY - of(3.0)) / (variance * variance.sqrt());
        [s[0].digamma() + EULER, variance, skewness, (PI.powi(4) / 15.0 + 6.0 * of(4.0)) / (variance * variance)]
    },
    entropy: |s| (s[0] + 1.0).digamma() - s[0].log() + EULER + 1.0,
};

pub static HYPSECANT: Family = Family {
    name: "hypsecant",
    valid: always,
    support: line,
    logpdf: |z, _| (2.0 / PI).ln() - z.abs() - (-2.0 * z.abs()).exp().log1p(),
    pdf: None,
    cdf: |z, _| 2.0 / PI * z.exp().arctan(),
    sf: |z, _| 2.0 / PI * (-z).exp().arctan(),
    ppf: |q, _| hypsecant_quantile(q),
    isf: |q, _| -hypsecant_quantile(q),
    moments: |_| [0.0, 0.25 * PI * PI, 0.0, 2.0].map(constant),
    entropy: |_| constant(TAU.ln()),
};

fn hypsecant_quantile(q: F) -> F {
    let low = (0.5 * PI * q.minimum(1.0 - q)).tan().log();
    q.lt(0.5).select(low, -low)
}

pub static JOHNSONSU: Family = Family {
    name: "johnsonsu",
    valid: |s| s[0].abs().lt(f64::INFINITY) & s[1].gt(0.0) & s[1].lt(f64::INFINITY),
    support: line,
    logpdf: |z, s| {
        let one = z * 0.0 + 1.0;
        s[1].log() - one.hypot(z).log() - 0.5 * (s[0] + s[1] * z.arcsinh()).square() - half_log_tau()
    },
    pdf: None,
    cdf: |z, s| (s[0] + s[1] * z.arcsinh()).ndtr(),
    sf: |z, s| (-s[0] - s[1] * z.arcsinh()).ndtr(),
    ppf: |q, s| ((q.ndtri() - s[0]) / s[1]).sinh(),
    isf: |q, s| ((-q.ndtri() - s[0]) / s[1]).sinh(),
    moments: |s| {
        let (a, b) = (s[0] / s[1], 1.0 / s[1].square());
        let (w, less) = (b.exp(), b.expm1());
        let mean = -(0.5 * b).exp() * a.sinh();
        let variance = 0.5 * less * (w * (2.0 * a).cosh() + 1.0);
        let third = w * (w + 2.0) * (3.0 * a).sinh() + 3.0 * a.sinh();
        let skewness = -0.25 * w.sqrt() * less.square() * third / (variance * variance.sqrt());
        let fourth =
            w * w * ((w * w * (w * (w + 2.0) + 3.0) - 3.0) * (4.0 * a).cosh() + 4.0 * (w + 2.0) * (2.0 * a).cosh());
        let kurtosis = (fourth + 6.0 * w + 3.0) / (2.0 * (1.0 + w * (2.0 * a).cosh()).square()) - 3.0;
        [mean, variance, skewness, kurtosis]
    },
    entropy: |s| integrals::entropy(&JOHNSONSU, s),
};

pub static LAPLACE_ASYMMETRIC: Family = Family {
    name: "laplace_asymmetric",
    valid: positive::<1>,
    support: line,
    logpdf: |z, s| z.ge(0.0).select(-z * s[0], z / s[0]) - (s[0] + 1.0 / s[0]).log(),
    pdf: None,
    cdf: |z, s| {
        let (k, inverse) = (s[0], 1.0 / s[0]);
        let sum = k + inverse;
        z.ge(0.0).select(1.0 - (-z * k).exp() * inverse / sum, (z * inverse).exp() * k / sum)
    },
    sf: |z, s| (LAPLACE_ASYMMETRIC.cdf)(-z, &[1.0 / s[0]]),
    ppf: |q, s| {
        let (k, inverse) = (s[0], 1.0 / s[0]);
        let sum = k + inverse;
        let high = -((1.0 - q) * sum * k).log() * inverse;
        q.ge(k / sum).select(high, (q * sum * inverse).log() * k)
    },
    isf: |q, s| -(LAPLACE_ASYMMETRIC.ppf)(q, &[1.0 / s[0]]),
    moments: |s| {
        let k = s[0];
        let inverse = 1.0 / k;
        let variance = k * k + inverse * inverse;
        let power = k.square().square();
        let skewness = 2.0 * (1.0 - power * k * k) / ((1.0 + power) * (1.0 + power).sqrt());
        [inverse - k, variance, skewness, 6.0 * (1.0 + power * power) / (1.0 + power).square()]
    },
    entropy: |s| 1.0 + (s[0] + 1.0 / s[0]).log(),
};

pub static MOYAL: Family = Family {
    name: "moyal",
    valid: always,
    support: line,
    logpdf: |z, _| -0.5 * (z + (-z).exp()) - half_log_tau(),
    pdf: None,
    cdf: |z, _| ((-0.5 * z).exp() / 2.0f64.sqrt()).erfc(),
    sf: |z, _| ((-0.5 * z).exp() / 2.0f64.sqrt()).erf(),
    ppf: |q, _| -2.0 * (-(0.5 * q).ndtri()).log(),
    isf: |q, _| -2.0 * q.erfinv().log() - LN_2,
    moments: |_| [EULER + LN_2, 0.5 * PI * PI, 28.0 * 2.0f64.sqrt() * APERY / PI.powi(3), 4.0].map(constant),
    entropy: |_| constant(half_log_tau() + 0.5 * (EULER + LN_2 + 1.0)),
};

pub static POWERNORM: Family = Family {
    name: "powernorm",
    valid: positive::<1>,
    support: line,
    logpdf: |z, s| s[0].log() - 0.5 * z * z - half_log_tau() + (s[0] - 1.0) * (-z).log_ndtr(),
    pdf: None,
    cdf: |z, s| -(s[0] * (-z).log_ndtr()).expm1(),
    sf: |z, s| (s[0] * (-z).log_ndtr()).exp(),
    ppf: |q, s| least_quantile((-q).log1p() / s[0]),
    isf: |q, s| least_quantile(q.log() / s[0]),
    moments: |s| integrals::moments(&POWERNORM, s),
    entropy: |s| integrals::entropy(&POWERNORM, s),
};

/// The number above which the normal probability has a logarithm.
fn least_quantile(log: F) -> F {
    log.gt(-LN_2).select((-log.expm1()).ndtri(), -normal::quantile_of_log(log.minimum(-LN_2)))
}

pub static POWERLOGNORM: Family = Family {
    name: "powerlognorm",
    valid: positive::<2>,
    support: half_line,
    logpdf: |z, s| {
        let y = z.eq(0.0).select(1.0, z).log();
        let value = (POWERNORM.logpdf)(y / s[1], s) - s[1].log() - y;
        z.eq(0.0).select(f64::NEG_INFINITY, value)
    },
    pdf: None,
    cdf: |z, s| (POWERNORM.cdf)(z.log() / s[1], s),
    sf: |z, s| (POWERNORM.sf)(z.log() / s[1], s),
    ppf: |q, s| (s[1] * (POWERNORM.ppf)(q, s)).exp(),
    isf: |q, s| (s[1] * (POWERNORM.isf)(q, s)).exp(),
    moments: |s| integrals::moments(&POWERLOGNORM, s),
    entropy: |s| integrals::entropy(&POWERLOGNORM, s),
};

/// The number of which a distribution function, rising or falling, has the value `q`.
fn quantile(q: F, family: &Family, s: &[F], rising: bool) -> F {
    let inside = (family.valid)(s) & q.gt(0.0) & q.lt(1.0);
    let target = inside.select(q, 0.5);
    let bounds = [constant(f64::MIN_POSITIVE), constant(1e300)];
    let up = constant(f64::from(u8::from(rising))).gt(0.0);
    // Over its exponential, which is positive.
    let z = root(constant(1.0), bounds, target, up, constant(1e-9), |x| {
        let z = x.log();
        let value = if rising { (family.cdf)(z, s) } else { (family.sf)(z, s) };
        Value { value, slope: (family.logpdf)(z, s).exp() }
    });
    inside.select(z.log(), f64::NAN)
}

/// A small probability by the integral of the density, another one as it is.
fn precise(direct: F, z: F, s: &[F], family: &Family, above: bool) -> F {
    let small = direct.lt(1e-4);
    let tail = family.log_tail(small.select(z, 1.0), s, above).exp();
    small.select(tail, direct)
}

pub static SKEWNORM: Family = Family {
    name: "skewnorm",
    valid: |s| s[0].abs().lt(f64::INFINITY),
    support: line,
    logpdf: |z, s| LN_2 - 0.5 * z * z - half_log_tau() + (s[0] * z).log_ndtr(),
    pdf: None,
    cdf: |z, s| precise(z.ndtr() - 2.0 * owen(z, s[0]), z, s, &SKEWNORM, false),
    sf: |z, s| (SKEWNORM.cdf)(-z, &[-s[0]]),
    ppf: |q, s| quantile(q, &SKEWNORM, s, true),
    isf: |q, s| -(SKEWNORM.ppf)(q, &[-s[0]]),
    moments: |s| {
        let one = s[0] * 0.0 + 1.0;
        let mean = (2.0 / PI).sqrt() * (s[0] / one.hypot(s[0]));
        let variance = 1.0 - mean * mean;
        let ratio = mean / variance.sqrt();
        let skewness = 0.5 * (4.0 - PI) * ratio * ratio * ratio;
        [mean, variance, skewness, 2.0 * (PI - 3.0) * ratio.square().square()]
    },
    entropy: |s| integrals::entropy(&SKEWNORM, s),
};

/// What the exponential part adds to the normal probability: its logarithm.
fn exponential_part(z: F, k: F) -> F {
    let rate = 1.0 / k;
    0.5 * rate * rate - z * rate + (z - rate).log_ndtr()
}

pub static EXPONNORM: Family = Family {
    name: "exponnorm",
    valid: positive::<1>,
    support: line,
    logpdf: |z, s| exponential_part(z, s[0]) - s[0].log(),
    pdf: None,
    cdf: |z, s| precise(z.ndtr() - exponential_part(z, s[0]).exp(), z, s, &EXPONNORM, false),
    sf: |z, s| (-z).ndtr() + exponential_part(z, s[0]).exp(),
    ppf: |q, s| quantile(q, &EXPONNORM, s, true),
    isf: |q, s| quantile(q, &EXPONNORM, s, false),
    moments: |s| {
        let square = s[0] * s[0];
        let variance = 1.0 + square;
        [s[0], variance, 2.0 * s[0] * square / (variance * variance.sqrt()), 6.0 * (square / variance).square()]
    },
    entropy: |s| integrals::entropy(&EXPONNORM, s),
};

/// The number from 0 to 1 that has the beta distribution, and its complement.
fn beta_shares(z: F, s: &[F]) -> [F; 2] {
    let t = z.abs() / (s[0] + s[1]).sqrt();
    let h = t.gt(1e100).select(t, (1.0 + t * t).sqrt());
    let small = 0.5 / (h * (h + t));
    let above = z.gt(0.0);
    [above.select(1.0 - small, small), above.select(small, 1.0 - small)]
}

fn of_shares([p, q]: [F; 2], s: &[F]) -> F {
    0.5 * (s[0] + s[1]).sqrt() * (p - q) / (p.sqrt() * q.sqrt())
}

/// Moments about 0 (Jones and Faddy, 2003, equation 10), of orders below twice the lesser parameter.
fn skew_moments(a: F, b: F) -> [F; 4] {
    let gammas = |k: f64| ((a - k).gammaln() - a.gammaln() + (b - k).gammaln() - b.gammaln()).exp();
    let sum = a + b;
    let third = (a + 0.5) * (a - 0.5) * (a - 1.5) - 3.0 * (a - 0.5) * (a - 1.5) * (b - 1.5)
        + 3.0 * (a - 1.5) * (b - 0.5) * (b - 1.5)
        - (b + 0.5) * (b - 0.5) * (b - 1.5);
    let (p, q) = ((a - 1.0) * (a - 2.0), (b - 1.0) * (b - 2.0));
    let fourth = (a + 1.0) * a / q - 4.0 * a / (b - 1.0) + 6.0 - 4.0 * b / (a - 1.0) + (b + 1.0) * b / p;
    [
        0.5 * sum.sqrt() * (a - b) * gammas(0.5),
        0.25 * sum * ((a - b).square() + sum - 2.0) / ((a - 1.0) * (b - 1.0)),
        0.125 * sum * sum.sqrt() * third * gammas(1.5),
        0.0625 * sum * sum * fourth,
    ]
}

pub static JF_SKEW_T: Family = Family {
    name: "jf_skew_t",
    valid: positive::<2>,
    support: line,
    logpdf: |z, s| {
        let [p, q] = beta_shares(z, s);
        let above = z.gt(0.0);
        let (log_p, log_q) = (above.select((-q).log1p(), p.log()), above.select(q.log(), (-p).log1p()));
        (s[0] + 0.5) * log_p + (s[1] + 0.5) * log_q + 2.0 * LN_2 - log_beta(s[0], s[1]) - 0.5 * (s[0] + s[1]).log()
    },
    pdf: Some(|z, s| {
        let inside = z.abs().lt(f64::INFINITY);
        let [p, q] = beta_shares(inside.select(z, 0.0), s);
        let value = 4.0 * beta_factor(s[0], s[1], p, q) * p.sqrt() * q.sqrt() / (s[0] + s[1]).sqrt();
        inside.select(value, 0.0)
    }),
    cdf: |z, s| {
        let [p, q] = beta_shares(z, s);
        beta_sides(s[0], s[1], p, q)[0]
    },
    sf: |z, s| {
        let [p, q] = beta_shares(z, s);
        beta_sides(s[0], s[1], p, q)[1]
    },
    ppf: |q, s| of_shares(beta_inverse(s[0], s[1], q, 1.0 - q), s),
    isf: |q, s| of_shares(beta_inverse(s[0], s[1], 1.0 - q, q), s),
    moments: |s| {
        let least = s[0].minimum(s[1]);
        let exists = |k: f64, moment: F| least.gt(0.5 * k).select(moment, f64::NAN);
        let [mean, variance, skewness, kurtosis] = about_mean(skew_moments(s[0], s[1]));
        [exists(1.0, mean), exists(2.0, variance), exists(3.0, skewness), exists(4.0, kurtosis)]
    },
    entropy: |s| integrals::entropy(&JF_SKEW_T, s),
};

/// Of a normal density with a power below it, per unit of the former: what lies below `-beta` and above it, and the ratio `m / beta`.
fn crystal_parts(s: &[F]) -> (F, F, F) {
    let ratio = s[1] / s[0];
    (ratio * (-0.5 * s[0] * s[0]).exp() / (s[1] - 1.0), TAU.sqrt() * s[0].ndtr(), ratio)
}

pub static CRYSTALBALL: Family = Family {
    name: "crystalball",
    valid: |s| s[0].gt(0.0) & s[0].lt(f64::INFINITY) & s[1].gt(1.0) & s[1].lt(f64::INFINITY),
    support: line,
    logpdf: |z, s| {
        let (low, high, ratio) = crystal_parts(s);
        let beyond = (-s[0] - z).maximum(0.0);
        let tail = -0.5 * s[0] * s[0] - s[1] * (beyond / ratio).log1p();
        z.gt(-s[0]).select(-0.5 * z * z, tail) - (low + high).log()
    },
    pdf: None,
    cdf: |z, s| {
        let (low, high, ratio) = crystal_parts(s);
        let beyond = (-s[0] - z).maximum(0.0);
        let tail = low * ((1.0 - s[1]) * (beyond / ratio).log1p()).exp();
        let value =
            z.gt(0.0).select(low + high - TAU.sqrt() * (-z).ndtr(), low + TAU.sqrt() * (z.ndtr() - (-s[0]).ndtr()));
        z.gt(-s[0]).select(value, tail) / (low + high)
    },
    sf: |z, s| {
        let (low, high, _) = crystal_parts(s);
        z.gt(-s[0]).select(TAU.sqrt() * (-z).ndtr() / (low + high), 1.0 - (CRYSTALBALL.cdf)(z, s))
    },
    ppf: |q, s| {
        let (low, high, ratio) = crystal_parts(s);
        let share = low / (low + high);
        let tail = -s[0] - ratio * ((q / share).log() / (1.0 - s[1])).expm1();
        q.le(share).select(tail, -((1.0 - q) * (low + high) / TAU.sqrt()).ndtri())
    },
    isf: |q, s| {
        let (low, high, ratio) = crystal_parts(s);
        let tail = -s[0] - ratio * (((1.0 - q) * (low + high) / low).log() / (1.0 - s[1])).expm1();
        q.gt(high / (low + high)).select(tail, -(q * (low + high) / TAU.sqrt()).ndtri())
    },
    moments: |s| {
        let (low, high, ratio) = crystal_parts(s);
        let all = low + high;
        let density = (-0.5 * s[0] * s[0]).exp();
        let end = ratio - s[0];
        // Of powers above -beta by parts, and below it of the distance to where the power has its pole.
        let mut normal = [high, density, constant(0.0), constant(0.0), constant(0.0)];
        for k in 2..5 {
            let edge = (1..k).fold(density, |product, _| product * -s[0]);
            normal[k] = edge + (k - 1) as f64 * normal[k - 2];
        }
        let moment = |k: usize| {
            let tail = (0..=k).fold(constant(0.0), |sum, j| {
                let binomial = (0..j).fold(1.0, |product, i| product * (k - i) as f64 / (i + 1) as f64);
                let powers = (0..k).fold(density * ratio, |product, i| product * if i < j { -ratio } else { end });
                sum + binomial * powers / (s[1] - 1.0 - j as f64)
            });
            (normal[k] + tail) / all
        };
        let [mean, variance, skewness, kurtosis] = about_mean([1, 2, 3, 4].map(moment));
        let of = |k: f64, value: F, none: f64| s[1].gt(k + 1.0).select(value, none);
        let infinite = f64::INFINITY;
        [of(1.0, mean, infinite), of(2.0, variance, infinite), of(3.0, skewness, f64::NAN), of(4.0, kurtosis, f64::NAN)]
    },
    entropy: |s| {
        let (low, high, _) = crystal_parts(s);
        let second = high - s[0] * (-0.5 * s[0] * s[0]).exp();
        let tail = low * (0.5 * s[0] * s[0] + s[1] / (s[1] - 1.0));
        (low + high).log() + (0.5 * second + tail) / (low + high)
    },
};
