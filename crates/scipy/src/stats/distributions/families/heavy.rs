//! Distributions with tails of powers.

use super::*;
use crate::special::kernels::{gammainc, gammaincc, gammainccinv, gammaincinv, log_beta};
use crate::stats::distributions::densities::{Family, always};

/// Moments about the mean from those about 0, which exist below an order: beyond it the first two are infinite, the others NaN.
fn existing(order: F, moments: [F; 4]) -> [F; 4] {
    let [mean, variance, skewness, kurtosis] = about_mean(moments);
    [
        order.gt(1.0).select(mean, f64::INFINITY),
        order.gt(2.0).select(variance, f64::INFINITY),
        order.gt(3.0).select(skewness, f64::NAN),
        order.gt(4.0).select(kurtosis, f64::NAN),
    ]
}

pub static LOMAX: Family = Family {
    name: "lomax",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| s[0].log() - (s[0] + 1.0) * z.log1p(),
    pdf: None,
    cdf: |z, s| -(-s[0] * z.log1p()).expm1(),
    sf: |z, s| (-s[0] * z.log1p()).exp(),
    ppf: |q, s| (-(-q).log1p() / s[0]).expm1(),
    isf: |q, s| (-q.log() / s[0]).expm1(),
    moments: |s| {
        let [_, variance, skewness, kurtosis] = (powers::PARETO.moments)(s);
        [s[0].gt(1.0).select(1.0 / (s[0] - 1.0), f64::INFINITY), variance, skewness, kurtosis]
    },
    entropy: |s| (powers::PARETO.entropy)(s),
};

/// The moment of order `k` about 0 of Burr's distribution.
fn burr_moment(c: F, d: F, k: f64) -> F {
    let part = (k / c).minimum(0.999);
    (d.log() + log_beta(d + part, 1.0 - part)).exp()
}

pub static BURR: Family = Family {
    name: "burr",
    valid: positive::<2>,
    support: half_line,
    logpdf: |z, s| {
        let (c, d) = (s[0], s[1]);
        // Of the smaller power of both ends.
        let low = a_log(c * d - 1.0, z) - (d + 1.0) * z.power(c).log1p();
        let high = -(c + 1.0) * z.log() - (d + 1.0) * z.power(-c).log1p();
        c.log() + d.log() + z.lt(1.0).select(low, high)
    },
    pdf: None,
    cdf: |z, s| (-s[1] * z.power(-s[0]).log1p()).exp(),
    sf: |z, s| -(-s[1] * z.power(-s[0]).log1p()).expm1(),
    ppf: |q, s| (-q.log() / s[1]).expm1().power(-1.0 / s[0]),
    isf: |q, s| (-(-q).log1p() / s[1]).expm1().power(-1.0 / s[0]),
    moments: |s| existing(s[0], [1.0, 2.0, 3.0, 4.0].map(|k| burr_moment(s[0], s[1], k))),
    entropy: |s| integrals::entropy(&BURR, s),
};

fn with_one(s: &[F]) -> [F; 2] {
    [s[0], constant(1.0)]
}

pub static FISK: Family = Family {
    name: "fisk",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| (BURR.logpdf)(z, &with_one(s)),
    pdf: None,
    cdf: |z, s| (BURR.cdf)(z, &with_one(s)),
    sf: |z, s| (BURR.sf)(z, &with_one(s)),
    ppf: |q, s| (q.logit() / s[0]).exp(),
    isf: |q, s| (-q.logit() / s[0]).exp(),
    moments: |s| (BURR.moments)(&with_one(s)),
    entropy: |s| 2.0 - s[0].log(),
};

/// Mielke's distribution is Burr's of other parameters.
fn of_burr(s: &[F]) -> [F; 2] {
    [s[1], s[0] / s[1]]
}

pub static MIELKE: Family = Family {
    name: "mielke",
    valid: positive::<2>,
    support: half_line,
    logpdf: |z, s| (BURR.logpdf)(z, &of_burr(s)),
    pdf: None,
    cdf: |z, s| (BURR.cdf)(z, &of_burr(s)),
    sf: |z, s| (BURR.sf)(z, &of_burr(s)),
    ppf: |q, s| (BURR.ppf)(q, &of_burr(s)),
    isf: |q, s| (BURR.isf)(q, &of_burr(s)),
    moments: |s| (BURR.moments)(&of_burr(s)),
    entropy: |s| (BURR.entropy)(&of_burr(s)),
};

pub static BURR12: Family = Family {
    name: "burr12",
    valid: positive::<2>,
    support: half_line,
    logpdf: |z, s| {
        let (c, d) = (s[0], s[1]);
        let low = a_log(c - 1.0, z) - (d + 1.0) * z.power(c).log1p();
        let high = -(c * d + 1.0) * z.log() - (d + 1.0) * z.power(-c).log1p();
        c.log() + d.log() + z.lt(1.0).select(low, high)
    },
    pdf: None,
    cdf: |z, s| -(-s[1] * z.power(s[0]).log1p()).expm1(),
    sf: |z, s| (-s[1] * z.power(s[0]).log1p()).exp(),
    ppf: |q, s| (-(-q).log1p() / s[1]).expm1().power(1.0 / s[0]),
    isf: |q, s| (-q.log() / s[1]).expm1().power(1.0 / s[0]),
    moments: |s| {
        let (c, d) = (s[0], s[1]);
        let moment = |k: f64| {
            let part = (k / c).minimum(0.999 * d);
            (d.log() + log_beta(1.0 + part, d - part)).exp()
        };
        existing(c * d, [1.0, 2.0, 3.0, 4.0].map(moment))
    },
    entropy: |s| integrals::entropy(&BURR12, s),
};

/// `log(1 + c z) / c`, `z` for `c` of 0.
fn stretched(z: F, c: F) -> F {
    c.eq(0.0).select(z, (c * z).maximum(-1.0).log1p() / c)
}

/// `(exp(c y) - 1) / c`, its inverse.
fn unstretched(y: F, c: F) -> F {
    c.eq(0.0).select(y, (c * y).expm1() / c)
}

pub static GENPARETO: Family = Family {
    name: "genpareto",
    valid: |s| s[0].abs().lt(f64::INFINITY),
    support: |s| [constant(0.0), s[0].lt(0.0).select(-1.0 / s[0], f64::INFINITY)],
    logpdf: |z, s| -(s[0] + 1.0) * stretched(z, s[0]),
    pdf: None,
    cdf: |z, s| -(-stretched(z, s[0])).expm1(),
    sf: |z, s| (-stretched(z, s[0])).exp(),
    ppf: |q, s| unstretched(-(-q).log1p(), s[0]),
    isf: |q, s| unstretched(-q.log(), s[0]),
    moments: |s| {
        let c = s[0];
        let (one, two, three, four) = (1.0 - c, 1.0 - 2.0 * c, 1.0 - 3.0 * c, 1.0 - 4.0 * c);
        let kurtosis = 3.0 * two * (2.0 * c * c + c + 3.0) / (three * four) - 3.0;
        [
            one.gt(0.0).select(1.0 / one, f64::INFINITY),
            two.gt(0.0).select(1.0 / (one * one * two), f64::INFINITY),
            three.gt(0.0).select(2.0 * (1.0 + c) * two.sqrt() / three, f64::NAN),
            four.gt(0.0).select(kurtosis, f64::NAN),
        ]
    },
    entropy: |s| 1.0 + s[0],
};

pub static GENEXTREME: Family = Family {
    name: "genextreme",
    valid: |s| s[0].abs().lt(f64::INFINITY),
    support: |s| {
        let end = 1.0 / s[0];
        [s[0].lt(0.0).select(end, f64::NEG_INFINITY), s[0].gt(0.0).select(end, f64::INFINITY)]
    },
    // With the sign of the parameter that SciPy gives it.
    logpdf: |z, s| {
        let y = stretched(z, -s[0]);
        -(1.0 - s[0]) * y - (-y).exp()
    },
    pdf: None,
    cdf: |z, s| (-(-stretched(z, -s[0])).exp()).exp(),
    sf: |z, s| -(-(-stretched(z, -s[0])).exp()).expm1(),
    ppf: |q, s| unstretched(-(-q.log()).log(), -s[0]),
    isf: |q, s| unstretched(-(-(-q).log1p()).log(), -s[0]),
    moments: |s| {
        let c = s[0];
        // Formulas, of which little is left near 0.
        let far = c.abs().gt(0.2).select(c, 1.0);
        let moment = |k: f64| (1.0 + k * far).maximum(1e-3).gamma();
        let [mean, variance, skewness, kurtosis] =
            existing(far.lt(0.0).select(-1.0 / far, f64::INFINITY), [1.0, 2.0, 3.0, 4.0].map(moment));
        let near = integrals::moments(&GENEXTREME, &[c.abs().gt(0.2).select(0.0, c)]);
        let mean = mean.eq(f64::INFINITY).select(mean, (1.0 - mean) / far);
        let formulas = [mean, variance / (far * far), far.gt(0.0).select(-skewness, skewness), kurtosis];
        std::array::from_fn(|k| c.abs().gt(0.2).select(formulas[k], near[k]))
    },
    entropy: |s| EULER * (1.0 - s[0]) + 1.0,
};

pub static INVGAMMA: Family = Family {
    name: "invgamma",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| {
        let end = z.eq(0.0) | z.eq(f64::INFINITY);
        let y = end.select(1.0, z);
        end.select(f64::NEG_INFINITY, -(s[0] + 1.0) * y.log() - 1.0 / y - s[0].gammaln())
    },
    pdf: None,
    cdf: |z, s| gammaincc(s[0], 1.0 / z),
    sf: |z, s| gammainc(s[0], 1.0 / z),
    ppf: |q, s| 1.0 / gammainccinv(s[0], q),
    isf: |q, s| 1.0 / gammaincinv(s[0], q),
    moments: |s| {
        let a = s[0];
        let kurtosis = 6.0 * (5.0 * a - 11.0) / ((a - 3.0) * (a - 4.0));
        [
            a.gt(1.0).select(1.0 / (a - 1.0), f64::INFINITY),
            a.gt(2.0).select(1.0 / ((a - 1.0).square() * (a - 2.0)), f64::INFINITY),
            a.gt(3.0).select(4.0 * (a - 2.0).sqrt() / (a - 3.0), f64::NAN),
            a.gt(4.0).select(kurtosis, f64::NAN),
        ]
    },
    entropy: |s| s[0] - (s[0] + 1.0) * s[0].digamma() + s[0].gammaln(),
};

pub static INVWEIBULL: Family = Family {
    name: "invweibull",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| {
        let y = z.eq(0.0).select(1.0, z);
        z.eq(0.0).select(f64::NEG_INFINITY, s[0].log() - (s[0] + 1.0) * y.log() - y.power(-s[0]))
    },
    pdf: None,
    cdf: |z, s| (-z.power(-s[0])).exp(),
    sf: |z, s| -(-z.power(-s[0])).expm1(),
    ppf: |q, s| (-q.log()).power(-1.0 / s[0]),
    isf: |q, s| (-(-q).log1p()).power(-1.0 / s[0]),
    moments: |s| existing(s[0], [1.0, 2.0, 3.0, 4.0].map(|k| (1.0 - (k / s[0]).minimum(0.999)).gamma())),
    entropy: |s| 1.0 + EULER * (1.0 + 1.0 / s[0]) - s[0].log(),
};

pub static LEVY: Family = Family {
    name: "levy",
    valid: always,
    support: half_line,
    logpdf: |z, _| {
        let end = z.eq(0.0) | z.eq(f64::INFINITY);
        let y = end.select(1.0, z);
        end.select(f64::NEG_INFINITY, -half_log_tau() - 1.5 * y.log() - 0.5 / y)
    },
    pdf: None,
    cdf: |z, _| (0.5 / z).sqrt().erfc(),
    sf: |z, _| (0.5 / z).sqrt().erf(),
    ppf: |q, _| 1.0 / (0.5 * q).ndtri().square(),
    isf: |q, _| 0.5 / q.erfinv().square(),
    moments: |_| [f64::INFINITY, f64::INFINITY, f64::NAN, f64::NAN].map(constant),
    entropy: |_| constant(0.5 * (1.0 + 3.0 * EULER + (16.0 * PI).ln())),
};

pub static LEVY_L: Family = Family {
    name: "levy_l",
    valid: always,
    support: |_| [constant(f64::NEG_INFINITY), constant(0.0)],
    logpdf: |z, s| (LEVY.logpdf)(-z, s),
    pdf: None,
    cdf: |z, s| (LEVY.sf)(-z, s),
    sf: |z, s| (LEVY.cdf)(-z, s),
    ppf: |q, s| -(LEVY.isf)(q, s),
    isf: |q, s| -(LEVY.ppf)(q, s),
    moments: |_| [f64::NEG_INFINITY, f64::INFINITY, f64::NAN, f64::NAN].map(constant),
    entropy: |s| (LEVY.entropy)(s),
};

pub static LOGLAPLACE: Family = Family {
    name: "loglaplace",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| (0.5 * s[0]).log() + z.lt(1.0).select(a_log(s[0] - 1.0, z), -(s[0] + 1.0) * z.log()),
    pdf: None,
    cdf: |z, s| z.lt(1.0).select(0.5 * z.power(s[0]), 1.0 - 0.5 * z.power(-s[0])),
    sf: |z, s| z.lt(1.0).select(1.0 - 0.5 * z.power(s[0]), 0.5 * z.power(-s[0])),
    ppf: |q, s| {
        let power = q.lt(0.5).select(2.0 * q, 2.0 * (1.0 - q)).power(1.0 / s[0]);
        q.lt(0.5).select(power, 1.0 / power)
    },
    isf: |q, s| {
        let power = q.lt(0.5).select(2.0 * q, 2.0 * (1.0 - q)).power(1.0 / s[0]);
        q.lt(0.5).select(1.0 / power, power)
    },
    moments: |s| {
        let c = s[0] * s[0];
        existing(s[0], [1.0, 2.0, 3.0, 4.0].map(|k| c / (c - k * k)))
    },
    entropy: |s| (2.0 / s[0]).log() + 1.0,
};

/// Kappa's distribution is Burr's of type III, of `a` and `1 / a`, over `a^(-1 / a)`.
fn kappa_shapes(s: &[F]) -> [F; 2] {
    [s[0], 1.0 / s[0]]
}

/// The quantile of a probability whose logarithm is given.
fn kappa_quantile(log: F, s: &[F]) -> F {
    let power = -s[0] * log;
    (log + (s[0].log() - (-(-power).expm1()).log()) / s[0]).exp()
}

pub static KAPPA3: Family = Family {
    name: "kappa3",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| {
        let a = s[0];
        let low = -(1.0 + 1.0 / a) * (a + z.power(a)).log();
        let high = -(a + 1.0) * (z.log() + (a * z.power(-a)).log1p() / a);
        a.log() + z.lt(1.0).select(low, high)
    },
    pdf: None,
    cdf: |z, s| {
        let low = z.log() - (s[0] + z.power(s[0])).log() / s[0];
        z.lt(1.0).select(low, -(s[0] * z.power(-s[0])).log1p() / s[0]).exp()
    },
    sf: |z, s| -(-(s[0] * z.power(-s[0])).log1p() / s[0]).expm1(),
    ppf: |q, s| kappa_quantile(q.log(), s),
    isf: |q, s| kappa_quantile((-q).log1p(), s),
    moments: |s| {
        let [c, d] = kappa_shapes(s);
        existing(c, [1.0, 2.0, 3.0, 4.0].map(|k| burr_moment(c, d, k) * (k * d * c.log()).exp()))
    },
    entropy: |s| (BURR.entropy)(&kappa_shapes(s)) + s[0].log() / s[0],
};
