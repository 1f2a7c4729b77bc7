//! Distributions of what others become when they are folded, wrapped, cut, or seen from their ends.

use super::*;
use crate::special::kernels::{Value, gammainc, gammaincc, gammainccinv, gammaincinv, root};
use crate::stats::distributions::densities::Family;
use xparray_core::kernel::while_;

fn nothing_exists() -> [F; 4] {
    [f64::INFINITY, f64::INFINITY, f64::NAN, f64::NAN].map(constant)
}

pub static ALPHA: Family = Family {
    name: "alpha",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| {
        let end = z.eq(0.0) | z.eq(f64::INFINITY);
        let y = end.select(1.0, z);
        let value = -2.0 * y.log() - 0.5 * (s[0] - 1.0 / y).square() - half_log_tau() - s[0].log_ndtr();
        end.select(f64::NEG_INFINITY, value)
    },
    pdf: None,
    cdf: |z, s| ((s[0] - 1.0 / z).log_ndtr() - s[0].log_ndtr()).exp(),
    sf: |z, s| {
        let all = s[0].log_ndtr();
        // Far out by the density at the end, on its way there.
        let step = 1.0 / z;
        let far = step * (-0.5 * s[0] * (s[0] - step) - half_log_tau() - all).exp();
        step.lt(1e-6).select(far, -((s[0] - step).log_ndtr() - all).expm1())
    },
    ppf: |q, s| 1.0 / (s[0] - (q * s[0].ndtr()).ndtri()),
    isf: |q, s| {
        let step = q * (s[0].log_ndtr() + half_log_tau() + 0.5 * s[0] * s[0]).exp();
        let near = s[0] - ((1.0 - q) * s[0].ndtr()).ndtri();
        1.0 / step.lt(1e-6).select(step - 0.5 * s[0] * step * step, near)
    },
    moments: |_| nothing_exists(),
    entropy: |s| integrals::entropy(&ALPHA, s),
};

pub static FOLDCAUCHY: Family = Family {
    name: "foldcauchy",
    valid: |s| s[0].ge(0.0) & s[0].lt(f64::INFINITY),
    support: half_line,
    logpdf: |z, s| {
        let part = |x: F| 1.0 / (1.0 + x * x);
        (part(z - s[0]) + part(z + s[0])).log() - PI.ln()
    },
    pdf: None,
    cdf: |z, s| (2.0 * z).arctan2(1.0 + s[0] * s[0] - z * z) / PI,
    sf: |z, s| {
        let square = 1.0 + s[0] * s[0];
        let far = (2.0 / z).arctan2(1.0 - square / (z * z));
        z.gt(1.0).select(far, (2.0 * z).arctan2(z * z - square)) / PI
    },
    ppf: |q, s| folded_quantile((PI * q).sin(), (PI * q).cos(), s[0]),
    isf: |q, s| folded_quantile((PI * q).sin(), -(PI * q).cos(), s[0]),
    moments: |_| nothing_exists(),
    entropy: |s| integrals::entropy(&FOLDCAUCHY, s),
};

/// The number whose tangent of probability has a sine and a cosine.
fn folded_quantile(sine: F, cosine: F, c: F) -> F {
    let square = 1.0 + c * c;
    let size = (cosine * cosine + square * sine * sine).sqrt();
    cosine.gt(0.0).select(square * sine / (cosine.abs() + size), (size + cosine.abs()) / sine)
}

pub static FOLDNORM: Family = Family {
    name: "foldnorm",
    valid: |s| s[0].ge(0.0) & s[0].lt(f64::INFINITY),
    support: half_line,
    logpdf: |z, s| {
        let folded = (-2.0 * s[0] * z).exp().log1p();
        -0.5 * (z - s[0]).square() + folded - half_log_tau()
    },
    pdf: None,
    cdf: |z, s| {
        let direct = 0.5 * (((z - s[0]) / 2.0f64.sqrt()).erf() + ((z + s[0]) / 2.0f64.sqrt()).erf());
        let small = direct.lt(1e-4);
        small.select(FOLDNORM.log_tail(small.select(z, 1.0), s, false).exp(), direct)
    },
    sf: |z, s| (s[0] - z).ndtr() + (-s[0] - z).ndtr(),
    ppf: |q, s| foldnorm_root(q, s, true),
    isf: |q, s| foldnorm_root(q, s, false),
    moments: |s| {
        let (c, square) = (s[0], s[0] * s[0]);
        let (density, rest) = ((2.0 / PI).sqrt() * (-0.5 * square).exp(), (c / 2.0f64.sqrt()).erf());
        let third = c * (square + 3.0) * rest + (square + 2.0) * density;
        about_mean([density + c * rest, square + 1.0, third, square * square + 6.0 * square + 3.0])
    },
    entropy: |s| integrals::entropy(&FOLDNORM, s),
};

/// The root of `cdf(z) = q` or `sf(z) = q`.
fn foldnorm_root(q: F, s: &[F], rising: bool) -> F {
    let inside = (FOLDNORM.valid)(s) & q.gt(0.0) & q.lt(1.0);
    let (c, target) = (inside.select(s[0], 1.0), inside.select(q, 0.5));
    let bounds = [constant(f64::MIN_POSITIVE), constant(1e300)];
    let up = constant(f64::from(u8::from(rising))).gt(0.0);
    let z = root(1.0 + c, bounds, target, up, constant(1e-9), |z| {
        let value = if rising { (FOLDNORM.cdf)(z, &[c]) } else { (FOLDNORM.sf)(z, &[c]) };
        Value { value, slope: z * (FOLDNORM.logpdf)(z, &[c]).exp() }
    });
    inside.select(z, f64::NAN)
}

pub static PEARSON3: Family = Family {
    name: "pearson3",
    valid: |s| s[0].abs().lt(f64::INFINITY),
    support: |s| {
        let end = -2.0 / s[0];
        [s[0].gt(0.0).select(end, f64::NEG_INFINITY), s[0].lt(0.0).select(end, f64::INFINITY)]
    },
    // Of a skewness of 0 the normal distribution.
    logpdf: |z, s| {
        let (rate, a, y) = gamma_of(z, s);
        s[0].eq(0.0).select((normal::NORM.logpdf)(z, s), (gamma::GAMMA.logpdf)(y, &[a]) + rate.abs().log())
    },
    pdf: Some(|z, s| {
        let (rate, a, y) = gamma_of(z, s);
        let density = gamma::GAMMA.pdf.map_or(y, |pdf| pdf(y, &[a]));
        s[0].eq(0.0).select((normal::NORM.logpdf)(z, s).exp(), density * rate.abs())
    }),
    cdf: |z, s| pearson_side(z, s, s[0].gt(0.0)),
    sf: |z, s| pearson_side(-z, &[-s[0]], s[0].lt(0.0)),
    ppf: |q, s| pearson_quantile(q, s[0]),
    isf: |q, s| -pearson_quantile(q, -s[0]),
    moments: |s| [constant(0.0), constant(1.0), s[0], 1.5 * s[0] * s[0]],
    entropy: |s| {
        let (rate, a, _) = gamma_of(constant(0.0), s);
        let skewed = (gamma::GAMMA.entropy)(&[a]) - rate.abs().log();
        s[0].eq(0.0).select(half_log_tau() + 0.5, skewed)
    },
};

/// The rate, the shape parameter and the number of the gamma distribution that Pearson's is of.
fn gamma_of(z: F, s: &[F]) -> (F, F, F) {
    let rate = 2.0 / s[0].eq(0.0).select(1.0, s[0]);
    (rate, rate * rate, (rate * (z + rate)).maximum(0.0))
}

fn pearson_side(z: F, s: &[F], rising: xparray_core::Var<bool>) -> F {
    let (_, a, y) = gamma_of(z, s);
    s[0].eq(0.0).select(z.ndtr(), rising.select(gammainc(a, y), gammaincc(a, y)))
}

fn pearson_quantile(q: F, skew: F) -> F {
    let (rate, a, _) = gamma_of(constant(0.0), &[skew]);
    let y = skew.gt(0.0).select(gammaincinv(a, q), gammainccinv(a, q));
    skew.eq(0.0).select(q.ndtri(), y / rate - rate)
}

pub static SKEWCAUCHY: Family = Family {
    name: "skewcauchy",
    valid: |s| s[0].abs().lt(1.0),
    support: line,
    logpdf: |z, s| (symmetric::CAUCHY.logpdf)(z / (1.0 + s[0].copysign(s[0] * z)), s),
    pdf: None,
    cdf: |z, s| {
        let (low, high) = (1.0 - s[0], 1.0 + s[0]);
        let above = high / PI * (constant(1.0) * high).arctan2(z);
        z.gt(0.0).select(1.0 - above, low / PI * low.arctan2(-z))
    },
    sf: |z, s| (SKEWCAUCHY.cdf)(-z, &[-s[0]]),
    ppf: |q, s| {
        let (low, high) = (1.0 - s[0], 1.0 + s[0]);
        let above = high / (PI * (1.0 - q) / high).tan();
        q.lt(0.5 * low).select(-low / (PI * q / low).tan(), above)
    },
    isf: |q, s| -(SKEWCAUCHY.ppf)(q, &[-s[0]]),
    moments: |_| [f64::NAN; 4].map(constant),
    entropy: |s| (symmetric::CAUCHY.entropy)(s),
};

pub static TRAPEZOID: Family = Family {
    name: "trapezoid",
    valid: |s| s[0].ge(0.0) & s[0].le(s[1]) & s[1].le(1.0),
    support: unit,
    logpdf: |z, s| {
        let side = z.gt(s[1]).select((1.0 - z) / (1.0 - s[1]), 1.0);
        (2.0 * z.lt(s[0]).select(z / s[0], side) / (1.0 + s[1] - s[0])).log()
    },
    pdf: None,
    cdf: |z, s| {
        let size = 1.0 + s[1] - s[0];
        let high = 1.0 - (1.0 - z).square() / (size * (1.0 - s[1]));
        let side = z.gt(s[1]).select(high, (2.0 * z - s[0]) / size);
        z.lt(s[0]).select(z * z / (s[0] * size), side)
    },
    sf: |z, s| (TRAPEZOID.cdf)(1.0 - z, &[1.0 - s[1], 1.0 - s[0]]),
    ppf: |q, s| {
        let size = 1.0 + s[1] - s[0];
        let high = 1.0 - ((1.0 - q) * size * (1.0 - s[1])).sqrt();
        let side = (q * size).gt(2.0 * s[1] - s[0]).select(high, 0.5 * (q * size + s[0]));
        (q * size).lt(s[0]).select((q * s[0] * size).sqrt(), side)
    },
    isf: |q, s| 1.0 - (TRAPEZOID.ppf)(q, &[1.0 - s[1], 1.0 - s[0]]),
    moments: |s| {
        let (c, d) = (s[0], s[1]);
        let moment = |k: i32| {
            let (mut sum, mut powers) = (constant(1.0), [c, d]);
            for _ in 0..k {
                sum = sum + powers[1];
                powers = [powers[0] * c, powers[1] * d];
            }
            2.0 * (sum + powers[1] - powers[0]) / (f64::from((k + 1) * (k + 2)) * (1.0 + d - c))
        };
        about_mean([1, 2, 3, 4].map(moment))
    },
    entropy: |s| {
        let size = 1.0 + s[1] - s[0];
        0.5 * (1.0 - s[1] + s[0]) / size + (0.5 * size).log()
    },
};

pub static TRUNCPARETO: Family = Family {
    name: "truncpareto",
    valid: |s| s[0].ne(0.0) & s[0].abs().lt(f64::INFINITY) & s[1].gt(1.0) & s[1].lt(f64::INFINITY),
    support: |s| [constant(1.0), s[1]],
    logpdf: |z, s| (-s[0] / (-s[0] * s[1].log()).expm1()).log() - (s[0] + 1.0) * z.log(),
    pdf: None,
    cdf: |z, s| (-s[0] * z.log()).expm1() / (-s[0] * s[1].log()).expm1(),
    sf: |z, s| z.power(-s[0]) * ((s[0] * (z / s[1]).log()).expm1() / (-s[0] * s[1].log()).expm1()),
    ppf: |q, s| (-(q * (-s[0] * s[1].log()).expm1()).log1p() / s[0]).exp(),
    isf: |q, s| (-(q + (1.0 - q) * s[1].power(-s[0])).log() / s[0]).exp(),
    moments: |s| integrals::moments(&TRUNCPARETO, s),
    entropy: |s| integrals::entropy(&TRUNCPARETO, s),
};

pub static WRAPCAUCHY: Family = Family {
    name: "wrapcauchy",
    valid: |s| s[0].gt(0.0) & s[0].lt(1.0),
    support: |_| [constant(0.0), constant(TAU)],
    logpdf: |z, s| {
        let c = s[0];
        let half = (0.5 * z).sin();
        ((1.0 - c) * (1.0 + c) / ((1.0 - c).square() + 4.0 * c * half * half)).log() - TAU.ln()
    },
    pdf: None,
    cdf: |z, s| {
        let ratio = (1.0 + s[0]) / (1.0 - s[0]);
        let part = |z: F| (ratio * (0.5 * z).sin()).arctan2((0.5 * z).cos()) / PI;
        z.lt(PI).select(part(z), 1.0 - part(TAU - z))
    },
    sf: |z, s| (WRAPCAUCHY.cdf)(TAU - z, s),
    ppf: |q, s| {
        let ratio = (1.0 + s[0]) / (1.0 - s[0]);
        let part = |q: F| 2.0 * (PI * q).sin().arctan2(ratio * (PI * q).cos());
        q.lt(0.5).select(part(q), TAU - part(1.0 - q))
    },
    isf: |q, s| TAU - (WRAPCAUCHY.ppf)(q, s),
    moments: |s| {
        // By the Fourier series of the density.
        let next = |(second, fourth, power, k): (F, F, F, F)| {
            let term = power / (k * k);
            (second + term, fourth + term / (k * k), power * s[0], k + 1.0)
        };
        let more = |(second, _, power, k): (F, F, F, F)| power.gt(1e-17 * second) & k.lt(1e6);
        let (second, fourth, ..) = while_((constant(0.0), constant(0.0), s[0], constant(1.0)), more, next);
        let variance = PI * PI / 3.0 + 4.0 * second;
        let all = PI.powi(4) / 5.0 + 8.0 * PI * PI * second - 48.0 * fourth;
        [constant(PI), variance, constant(0.0), all / (variance * variance) - 3.0]
    },
    entropy: |s| ((1.0 - s[0]) * (1.0 + s[0])).log() + TAU.ln(),
};
