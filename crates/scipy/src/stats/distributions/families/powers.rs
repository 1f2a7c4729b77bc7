//! Distributions of powers: of exponential, uniform and normal numbers.

use super::*;
use crate::stats::distributions::densities::{Family, always};

pub static PARETO: Family = Family {
    name: "pareto",
    valid: positive::<1>,
    support: |_| [constant(1.0), constant(f64::INFINITY)],
    logpdf: |z, s| s[0].log() - (s[0] + 1.0) * z.log(),
    pdf: None,
    cdf: |z, s| -(-s[0] * z.log()).expm1(),
    sf: |z, s| z.power(-s[0]),
    ppf: |q, s| (-(-q).log1p() / s[0]).exp(),
    isf: |q, s| q.power(-1.0 / s[0]),
    moments: |s| {
        let b = s[0];
        let skewness = 2.0 * (b + 1.0) / (b - 3.0) * ((b - 2.0) / b).sqrt();
        let kurtosis = 6.0 * (b * b * b + b * b - 6.0 * b - 2.0) / (b * (b - 3.0) * (b - 4.0));
        [
            b.gt(1.0).select(b / (b - 1.0), f64::INFINITY),
            b.gt(2.0).select(b / ((b - 2.0) * (b - 1.0).square()), f64::INFINITY),
            b.gt(3.0).select(skewness, f64::NAN),
            b.gt(4.0).select(kurtosis, f64::NAN),
        ]
    },
    entropy: |s| 1.0 + 1.0 / s[0] - s[0].log(),
};

pub static RAYLEIGH: Family = Family {
    name: "rayleigh",
    valid: always,
    support: half_line,
    logpdf: |z, _| z.eq(f64::INFINITY).select(f64::NEG_INFINITY, z.log() - 0.5 * z * z),
    pdf: Some(|z, _| z.eq(f64::INFINITY).select(0.0, z * (-0.5 * z * z).exp())),
    cdf: |z, _| -(-0.5 * z * z).expm1(),
    sf: |z, _| (-0.5 * z * z).exp(),
    ppf: |q, _| (-2.0 * (-q).log1p()).sqrt(),
    isf: |q, _| (-2.0 * q.log()).sqrt(),
    moments: |_| {
        let rest = 4.0 - PI;
        let kurtosis = 6.0 * PI / rest - 16.0 / (rest * rest);
        [(0.5 * PI).sqrt(), 0.5 * rest, 2.0 * (PI - 3.0) * PI.sqrt() / rest.powf(1.5), kurtosis].map(constant)
    },
    entropy: |_| constant(0.5 * EULER + 1.0 - 0.5 * LN_2),
};

/// Riemann's zeta function at 2, 3, and so on.
const ZETA: [f64; 24] = [
    1.644_934_066_848_226_4,
    1.202_056_903_159_594_2,
    1.082_323_233_711_138_1,
    1.036_927_755_143_37,
    1.017_343_061_984_449_2,
    1.008_349_277_381_923,
    1.004_077_356_197_944_4,
    1.002_008_392_826_082_1,
    1.000_994_575_127_818,
    1.000_494_188_604_119_4,
    1.000_246_086_553_308,
    1.000_122_713_347_578_5,
    1.000_061_248_135_058_8,
    1.000_030_588_236_307,
    1.000_015_282_259_408_6,
    1.000_007_637_197_637_9,
    1.000_003_817_293_265,
    1.000_001_908_212_716_5,
    1.000_000_953_962_033_8,
    1.000_000_476_932_986_9,
    1.000_000_238_450_502_7,
    1.000_000_119_219_926,
    1.000_000_059_608_189,
    1.000_000_029_803_503_4,
];

/// From the moments about 0; these are alike for large `c`, for which there are series in `1 / c`: of their logarithms, and of what becomes of
/// skewness and kurtosis of the logarithm of an exponential number, whose cumulants are known.
fn weibull_moments(c: F) -> [F; 4] {
    let direct = about_mean([1.0, 2.0, 3.0, 4.0].map(|k| (1.0 + k / c).gamma()));
    // For small c over the powers of the second one, since these may be numbers where the moments are none.
    let small = c.minimum(0.1);
    let logs = [1.0, 2.0, 3.0, 4.0].map(|k| (1.0 + k / small).gammaln());
    let over = |k: usize| logs[k - 1] - 0.5 * k as f64 * logs[1];
    let (r1, r3) = (over(1).exp(), over(3).exp());
    let left = (1.0 - r1) * (1.0 + r1);
    let lowest = [
        direct[0],
        logs[1].exp() * left,
        (r3 - 3.0 * r1 + 2.0 * r1 * r1 * r1) / (left * left.sqrt()),
        (over(4).exp() * (1.0 - 4.0 * (over(1) + over(3) - over(4)).exp()) + r1 * r1 * (6.0 - 3.0 * r1 * r1))
            / (left * left)
            - 3.0,
    ];
    let e = 1.0 / c.maximum(20.0);
    // Moments over powers of the mean, less 1.
    let over_mean = |k: f64| {
        let terms = ZETA.iter().zip(2..26).map(|(zeta, n)| zeta * (k.powi(n) - k) / f64::from(n));
        let sum = terms.rev().fold(e * 0.0, |sum, term| sum * -e + term);
        (sum * e * e).expm1()
    };
    let [second, third, fourth] = [2.0, 3.0, 4.0].map(over_mean);
    let skewness = (third - 3.0 * second) / (second * second.sqrt());
    let kurtosis = (fourth - 4.0 * third + 6.0 * second) / (second * second) - 3.0;
    let (k2, k3, k4, k5) = (ZETA[0], -2.0 * ZETA[1], 6.0 * ZETA[2], -24.0 * ZETA[3]);
    let (m4, m5) = (k4 + 3.0 * k2 * k2, k5 + 10.0 * k3 * k2);
    let variance = k2 + e * k3;
    let far = c.gt(5e4);
    let skewness = far.select((k3 + 1.5 * e * (m4 - k2 * k2)) / (variance * variance.sqrt()), skewness);
    let kurtosis = far.select((m4 + 2.0 * e * (m5 - k2 * k3)) / (variance * variance) - 3.0, kurtosis);
    let series = [direct[0], direct[0] * direct[0] * second, skewness, kurtosis];
    std::array::from_fn(|k| c.gt(20.0).select(series[k], c.lt(0.1).select(lowest[k], direct[k])))
}

pub static WEIBULL_MIN: Family = Family {
    name: "weibull_min",
    valid: positive::<1>,
    support: half_line,
    logpdf: |z, s| s[0].log() + a_log(s[0] - 1.0, z) - z.power(s[0]),
    pdf: None,
    cdf: |z, s| -(-z.power(s[0])).expm1(),
    sf: |z, s| (-z.power(s[0])).exp(),
    ppf: |q, s| (-(-q).log1p()).power(1.0 / s[0]),
    isf: |q, s| (-q.log()).power(1.0 / s[0]),
    moments: |s| weibull_moments(s[0]),
    entropy: |s| 1.0 + EULER * (1.0 - 1.0 / s[0]) - s[0].log(),
};
