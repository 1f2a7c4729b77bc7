//! Distributions whose quantiles are formulas of powers: Hosking's and Tukey's.

use super::*;
use crate::special::kernels::{Value, root};
use crate::stats::distributions::densities::Family;

/// `(x^a - 1) / a` of a logarithm `log(x)`, which is that logarithm for `a` of 0.
fn power(log: F, a: F) -> F {
    a.eq(0.0).select(log, (a * log).expm1() / a)
}

/// The inverse of [`power`].
fn unpower(x: F, a: F) -> F {
    a.eq(0.0).select(x, (a * x).log1p() / a)
}

/// The double logarithm of the distribution with `h` of 0, and the logarithm of the distribution function.
fn kappa_logs(z: F, s: &[F]) -> (F, F) {
    let y = unpower(z, -s[1]);
    let inner = (-y).exp();
    // Where that is infinite 1 does not count beside it.
    let far = inner.eq(f64::INFINITY).select((-s[0]).log() - y, (-s[0] * inner).log1p());
    (y, s[0].eq(0.0).select(-inner, far / s[0]))
}

/// Of the logarithm of a probability.
fn kappa_quantile(log: F, s: &[F]) -> F {
    power(-(-power(log, s[0])).log(), -s[1])
}

pub static KAPPA4: Family = Family {
    name: "kappa4",
    valid: |s| s[0].abs().lt(f64::INFINITY) & s[1].abs().lt(f64::INFINITY),
    support: |s| {
        let (h, k) = (s[0], s[1]);
        let open = k.lt(0.0).select(1.0 / k, f64::NEG_INFINITY);
        [
            h.gt(0.0).select(power(h.maximum(f64::MIN_POSITIVE).log(), -k), open),
            k.gt(0.0).select(1.0 / k, f64::INFINITY),
        ]
    },
    logpdf: |z, s| {
        let (y, log) = kappa_logs(z, s);
        let value = (s[1] - 1.0) * y + (1.0 - s[0]) * log;
        log.eq(f64::NEG_INFINITY).select(f64::NEG_INFINITY, value)
    },
    pdf: None,
    cdf: |z, s| kappa_logs(z, s).1.exp(),
    sf: |z, s| -kappa_logs(z, s).1.expm1(),
    ppf: |q, s| kappa_quantile(q.log(), s),
    isf: |q, s| kappa_quantile((-q).log1p(), s),
    // Moments of an order above that of a tail are none.
    moments: |s| {
        let [mean, variance, skewness, kurtosis] = integrals::moments(&KAPPA4, s);
        let of = |order: f64, value: F| {
            let lower = s[0].ge(0.0) | (s[0] * s[1]).gt(-1.0 / order);
            (s[1].gt(-1.0 / order) & lower).select(value, f64::NAN)
        };
        [of(1.0, mean), of(2.0, variance), of(3.0, skewness), of(4.0, kurtosis)]
    },
    entropy: |s| integrals::entropy(&KAPPA4, s),
};

/// Minus the quantile of a probability up to 1/2.
fn tukey(p: F, shape: F) -> F {
    let (low, high) = (shape * p.log(), shape * (-p).log1p());
    let near = low.exp() * power((-p).log1p() - p.log(), shape);
    // Far apart, one of both may be next to nothing beside the other.
    (high - low).abs().gt(1.0).select((high.exp() - low.exp()) / shape, near)
}

/// By how much quantiles change with the probability, as a logarithm.
fn tukey_log_slope(p: F, shape: F) -> F {
    let (low, high) = ((shape - 1.0) * p.log(), (shape - 1.0) * (-p).log1p());
    low.maximum(high) + (-(low - high).abs()).exp().log1p()
}

/// The probability up to 1/2 below minus a number.
fn tukey_tail(z: F, shape: F) -> F {
    let inside = z.gt(0.0) & z.lt(f64::INFINITY) & shape.abs().lt(f64::INFINITY);
    let (target, l) = (inside.select(z, 1.0), inside.select(shape, 0.0));
    let bounds = [constant(f64::MIN_POSITIVE), constant(0.5)];
    let falling = constant(0.0).gt(1.0);
    let start = 0.5 / (1.0 + target);
    let p = root(start, bounds, target, falling, constant(1e-9), |p| Value {
        value: tukey(p, l),
        slope: p * tukey_log_slope(p, l).exp(),
    });
    inside.select(p, z.eq(f64::INFINITY).select(0.0, z.eq(0.0).select(0.5, z * 0.0)))
}

pub static TUKEYLAMBDA: Family = Family {
    name: "tukeylambda",
    valid: |s| s[0].abs().lt(f64::INFINITY),
    support: |s| {
        let end = s[0].gt(0.0).select(1.0 / s[0], f64::INFINITY);
        [-end, end]
    },
    logpdf: |z, s| -tukey_log_slope(tukey_tail(z.abs(), s[0]), s[0]),
    pdf: None,
    cdf: |z, s| {
        let tail = tukey_tail(z.abs(), s[0]);
        z.lt(0.0).select(tail, 1.0 - tail)
    },
    sf: |z, s| {
        let tail = tukey_tail(z.abs(), s[0]);
        z.gt(0.0).select(tail, 1.0 - tail)
    },
    ppf: |q, s| q.le(0.5).select(-tukey(q, s[0]), tukey(1.0 - q, s[0])),
    isf: |q, s| -(TUKEYLAMBDA.ppf)(q, s),
    moments: |s| {
        let l = s[0];
        let [_, variance, _, kurtosis] = integrals::moments(&TUKEYLAMBDA, s);
        let of = |least: f64, value: F| l.gt(least).select(value, l.eq(least).select(f64::INFINITY, f64::NAN));
        [constant(0.0), of(-0.5, variance), constant(0.0), of(-0.25, kurtosis)]
    },
    // The mean of the logarithm of the slope of quantiles.
    entropy: |s| integrals::of_shares(|p| 2.0 * tukey_log_slope(p, s[0])),
};
