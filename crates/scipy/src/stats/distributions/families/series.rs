//! Distributions whose probabilities are terms of a series: the logarithm's, the zeta function's, and that one's up to an integer.

use super::*;
use crate::special::kernels::{hurwitz, is_integer};
use crate::stats::distributions::masses::Family;
use xparray_core::kernel::while_;

/// The sum of `p^j / j` over `j` above `k`.
fn log_tail(k: F, p: F) -> F {
    let next = |(sum, power, j): (F, F, F)| (sum + power / j, power * p, j + 1.0);
    let first = k + 1.0;
    let more = |(sum, power, j): (F, F, F)| (power / j).gt(sum * (1.0 - p) * 1e-17);
    while_((0.0, (first * p.log()).exp(), first), more, next).0
}

pub static LOGSER: Family = Family {
    name: "logser",
    valid: |s| s[0].gt(0.0) & s[0].lt(1.0),
    support: |_| [constant(1.0), constant(f64::INFINITY)],
    logpmf: |k, s| k * s[0].log() - k.log() - (-(-s[0]).log1p()).log(),
    pmf: None,
    cdf: |k, s| 1.0 + log_tail(k, s[0]) / (-s[0]).log1p(),
    sf: |k, s| -log_tail(k, s[0]) / (-s[0]).log1p(),
    moments: |s| {
        let (p, q, r) = (s[0], 1.0 - s[0], (-s[0]).log1p());
        let (first, second) = (-p / (r * q), -p / (r * q * q));
        let third = second * (1.0 + p) / q;
        about_mean([first, second, third, third * (1.0 + p * (4.0 + p)) / ((1.0 + p) * q)])
    },
    entropy: None,
};

/// The sum of `log(k) / k^a`: of its first terms, and of the rest by Euler's and Maclaurin's formula.
fn log_sum(a: F) -> F {
    let count = 100.0;
    let next = |(sum, k): (F, F)| (sum + k.log() * k.power(-a), k + 1.0);
    let sum = while_((0.0, 1.0), |(_, k): (F, F)| k.lt(count), next).0;
    let (log, power) = (f64::ln(count), constant(count).power(-a));
    let integral = power * count * (log / (a - 1.0) + 1.0 / (a - 1.0).square());
    let slope = power / count * (1.0 - a * log);
    let third = (a + 2.0) * ((a + 1.0) * (1.0 - a * log) + a) + a * (a + 1.0);
    sum + integral + 0.5 * log * power - slope / 12.0 + power / count.powi(3) * third / 720.0
}

pub static ZIPF: Family = Family {
    name: "zipf",
    valid: |s| s[0].gt(1.0) & s[0].lt(f64::INFINITY),
    support: |_| [constant(1.0), constant(f64::INFINITY)],
    logpmf: |k, s| -s[0] * k.log() - hurwitz(s[0], constant(1.0)).log(),
    pmf: Some(|k, s| k.power(-s[0]) / hurwitz(s[0], constant(1.0))),
    cdf: |k, s| 1.0 - hurwitz(s[0], k + 1.0) / hurwitz(s[0], constant(1.0)),
    sf: |k, s| hurwitz(s[0], k + 1.0) / hurwitz(s[0], constant(1.0)),
    moments: |s| {
        let zeta = |shift: f64| {
            let order = s[0] - shift;
            order.gt(1.0).select(hurwitz(order, constant(1.0)), f64::INFINITY)
        };
        let all = zeta(0.0);
        let [mean, variance, skewness, kurtosis] = about_mean([1.0, 2.0, 3.0, 4.0].map(|k| zeta(k) / all));
        // The first one that does not exist is infinite, and those made of several such are not known.
        let of =
            |least: f64, value: F| s[0].gt(least).select(value, s[0].gt(least - 1.0).select(f64::INFINITY, f64::NAN));
        [mean, s[0].gt(3.0).select(variance, f64::INFINITY), of(4.0, skewness), of(5.0, kurtosis)]
    },
    entropy: Some(|s| {
        let zeta = hurwitz(s[0], constant(1.0));
        s[0] * log_sum(s[0]) / zeta + zeta.log()
    }),
};

/// The sum of `k^-a` over the integers from one to another: of the first terms, and of the rest by Euler's and Maclaurin's formula.
fn powers(from: F, to: F, a: F) -> F {
    let middle = from.maximum(20.0 + a.maximum(0.0).ceil());
    let next = |(sum, _, k): (F, F, F)| {
        let term = k.power(-a);
        (sum + term, term, k + 1.0)
    };
    let more = |(sum, term, k): (F, F, F)| k.lt(middle) & k.le(to) & term.ge(sum * 1e-18);
    let first = while_((constant(0.0), constant(1.0), from), more, next).0;
    let rest = to.ge(middle);
    let end = rest.select(to, middle);
    let (low, high) = (middle.power(-a), end.power(-a));
    let (order, log) = (1.0 - a, (end / middle).log());
    let integral = low * middle * order.eq(0.0).select(log, (order * log).expm1() / order);
    // Bernoulli's numbers over factorials, times the derivatives of odd orders at both ends.
    let numbers =
        [1.0 / 12.0, -1.0 / 720.0, 1.0 / 30240.0, -1.0 / 1_209_600.0, 1.0 / 47_900_160.0, -691.0 / 1_307_674_368_000.0];
    let start = (constant(0.0), a * low / middle, a * high / end, a + 1.0);
    let (corrections, ..) = numbers.iter().fold(start, |(sum, low, high, rising), &number| {
        let factor = rising * (rising + 1.0);
        (sum + number * (low - high), low * factor / middle.square(), high * factor / end.square(), rising + 2.0)
    });
    first + rest.select(integral + 0.5 * (low + high) + corrections, 0.0)
}

pub static ZIPFIAN: Family = Family {
    name: "zipfian",
    valid: |s| s[0].ge(0.0) & s[0].lt(f64::INFINITY) & is_integer(s[1]) & s[1].gt(0.0) & s[1].lt(9e15),
    support: |s| [constant(1.0), s[1]],
    logpmf: |k, s| -s[0] * k.log() - powers(constant(1.0), s[1], s[0]).log(),
    pmf: Some(|k, s| k.power(-s[0]) / powers(constant(1.0), s[1], s[0])),
    cdf: |k, s| powers(constant(1.0), k, s[0]) / powers(constant(1.0), s[1], s[0]),
    sf: |k, s| powers(k + 1.0, s[1], s[0]) / powers(constant(1.0), s[1], s[0]),
    moments: |s| {
        let of = |order: f64| powers(constant(1.0), s[1], s[0] - order);
        let all = of(0.0);
        about_mean([1.0, 2.0, 3.0, 4.0].map(|order| of(order) / all))
    },
    entropy: None,
};
