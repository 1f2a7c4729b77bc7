super::function! {
    /// The exponential integral E1: of `exp(-t) / t` from `x` to infinity. Infinite at zero, NaN below.
    exp1: "[0.0, 1.0, 10.0]" => "[           inf 2.19383934e-01 4.15696893e-06]";
    value: exp1,
    single: None,
    derivative: Some(|x| -(-x).exp() / x),
    reference: "nan if x <= 0 else e1(x)",
    scipy: "special.exp1(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(0.0, 2.0), Uniform(0.0, 700.0), Positive(1e-300, 100.0), Near(1.0)],
    special: &[(0.0, INFINITY), (-0.0, INFINITY), (-1.0, NAN), (INFINITY, 0.0), (-INFINITY, NAN)],
}

use super::Sample::{Near, Positive, Uniform};
use super::{INFINITY, NAN, X};

pub(super) fn exp1(x: X<'_>) -> X<'_> {
    // The logarithm of zero is infinite, of less NaN.
    let c = x.max(0.0).min(1.0);
    // Near one the first difference is exact: Horner's scheme over all would round terms larger than the result.
    let near = (c - EULER) + c * c * c.poly(NEAR) - x.log();
    let c = x.max(1.0).min(1e17);
    let far = (-x).exp() * ((c - 2.0) / (c + 2.0)).poly(FAR) / (c + 1.0);
    x.lt(1.0).select(near, far)
}

const EULER: f64 = 0.5772156649015329;
// fit(lambda x: (e1(x) + log(x) + euler - x) / x**2, mpf(10)**-20, 1, 13)
const NEAR: &[f64] = &[
    -5.49029257574571e-13,
    1.1630029259000609e-11,
    -1.7280544990532103e-10,
    2.276230538438185e-09,
    -2.755643260796678e-08,
    3.061919967142462e-07,
    -3.10019826349409e-06,
    2.834467116778945e-05,
    -0.00023148148147649568,
    0.0016666666666662316,
    -0.010416666666666647,
    0.05555555555555555,
    -0.25,
];
// let scaled = lambda x: exp(x) * e1(x) * (x + 1)
// fit(lambda q: scaled(2 * (1 + q) / (1 - q)), mpf(-1) / 3, 1 - mpf(10)**-6, 29)
const FAR: &[f64] = &[
    0.00018206662050327592,
    -0.0016786776349772868,
    0.0071174493253016065,
    -0.018433726356511245,
    0.032855979041891796,
    -0.04361917032499826,
    0.04689187671281539,
    -0.04564271965345382,
    0.04502494019170419,
    -0.04678530473339362,
    0.04966367590856592,
    -0.052543044073048446,
    0.05542279021871408,
    -0.0586087014868745,
    0.062234843637602344,
    -0.06634674125360122,
    0.07103746759567893,
    -0.07642544528866198,
    0.08270631691580319,
    -0.09006695227014695,
    0.09890713380389728,
    -0.1095044555910604,
    0.12285641537940145,
    -0.13912738574176928,
    0.1616564003243233,
    -0.1874212978843994,
    0.2344025457404645,
    -0.21874212978843863,
    1.0839858506646678,
];
