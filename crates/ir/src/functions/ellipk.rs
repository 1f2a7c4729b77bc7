super::function! {
    /// The complete elliptic integral of the first kind, of a parameter `m` up to 1; NaN beyond.
    ellipk: "[0.0, 0.5, 1.0]" => "[1.57079633 1.85407468        inf]";
    value: |m| complete(m, 1.0 - m),
    single: None,
    derivative: Some(|x| {
        let rest = x.call(FunctionId::ellipe) - (1.0 - x) * x.call(FunctionId::ellipk);
        x.abs().lt(0.1).select(x.min(0.1).max(-0.1).poly(SLOPE), 0.5 * rest / (x * (1.0 - x)))
    }),
    reference: "nan if x > 1 else ellipk(x)",
    scipy: "special.ellipk(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(0.0, 1.0), Uniform(-10.0, 1.0), Wide(1e-300, 1.0), Wide(1.0, 1e300), Near(0.5), Near(1.0), Near(-1.0)],
    special: &[(0.0, FRAC_PI_2), (-0.0, FRAC_PI_2), (1.0, INFINITY), (2.0, NAN), (INFINITY, NAN), (-INFINITY, 0.0)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{FunctionId, INFINITY, NAN, X};
use std::f64::consts::{FRAC_1_PI, FRAC_PI_2};

/// The integral for a parameter and what is left of it to 1.
pub(super) fn complete<'e>(m: X<'e>, p: X<'e>) -> X<'e> {
    let (m, p, scale) = positive(m, p);
    let value = p.gt(0.5).select(m, p).max(0.0).min(0.5).poly(LESS);
    // The logarithm of zero is infinite, of less NaN.
    let value = p.gt(0.5).select(value, p.min(0.5).poly(REST) - FRAC_1_PI * p.log() * value);
    scale.eq(0.0).select(0.0, value * scale)
}

/// The parameter and what is left of it to 1 as positive ones, and the square root of the factor that this costs.
pub(super) fn positive<'e>(m: X<'e>, p: X<'e>) -> (X<'e>, X<'e>, X<'e>) {
    let negative = p.gt(1.0);
    let inverse = 1.0 / p;
    let factor = negative.select(inverse, 1.0);
    (negative.select(-m * inverse, m), negative.select(inverse, p), factor.sqrt())
}

// fit(lambda m: ellipk(m), 0, 0.5, 21)
const LESS: &[f64] = &[
    13.583704354012902,
    -57.22733172730478,
    114.50159823143078,
    -142.43401699638434,
    122.95361228186997,
    -77.70788468864878,
    37.23766187579968,
    -13.685936443827691,
    3.982368036521493,
    -0.8401424585936974,
    0.2036202030666225,
    0.03303112636359149,
    0.06275870995264854,
    0.0687545786914055,
    0.07994598156665002,
    0.09513038755586634,
    0.11744541449141872,
    0.15339807861849283,
    0.22089323345699907,
    0.39269908169871914,
    1.5707963267948966,
];
// fit(lambda p: ellipk(1 - p) + log(p) / pi * ellipk(p), mpf(10)**-30, 0.5, 19)
const REST: &[f64] = &[
    0.10121097969588748,
    -0.37082695236443064,
    0.6493401455667889,
    -0.7005540195719119,
    0.5214423821695194,
    -0.27903232102157793,
    0.11325512742106052,
    -0.032779530439166704,
    0.009376388839583822,
    0.0004766859062232966,
    0.002518212965894018,
    0.0030045307114508835,
    0.0040659436506001005,
    0.005754823620113463,
    0.008766314310809315,
    0.014937600327382282,
    0.030885144532932608,
    0.09657359027997078,
    1.3862943611198906,
];
/// The derivative near zero, where the difference of both integrals loses digits.
pub(super) const SLOPE: &[f64] = &[
    0.4911525371977588,
    0.49047880257883186,
    0.4896940364947057,
    0.48876833888318455,
    0.4876600206544245,
    0.48630916187144824,
    0.4846264312075332,
    0.48247253595772194,
    0.479617668881049,
    0.47565388649360235,
    0.4697816162899776,
    0.46019423636569234,
    0.44178646691106466,
    0.39269908169872414,
];
