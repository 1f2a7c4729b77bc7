super::function! {
    /// The digamma function, the derivative of [`gammaln`](Array::gammaln): NaN at the negative integers.
    digamma: "[1.0, 0.5, -0.25]" => "[-0.57721566 -1.96351003  2.91413912]";
    value: digamma,
    single: None,
    derivative: None,
    reference: "digamma(x)",
    scipy: "special.digamma(x)",
    terms: Some("abs(digamma(1 - x)) + abs(pi * cot(pi * x)) if x < -1 else 0"),
    bound: [1.0, 4.0],
    samples: &[
        Uniform(0.0, 10.0), Uniform(0.0, 200.0), Positive(1e-300, 1e300), Uniform(-1.0, 0.0), Uniform(-10.0, 0.0),
        Uniform(-200.0, 0.0), Near(1.4616321449683623), Near(-0.5040830082644554), Near(8.0), Near(-1.0),
    ],
    special: &[
        (0.0, -INFINITY), (-0.0, INFINITY), (-1.0, NAN), (-3.0, NAN), (INFINITY, INFINITY), (-INFINITY, NAN),
    ],
}

use super::Sample::{Near, Positive, Uniform};
use super::{INFINITY, NAN, X};
use std::f64::consts::PI;

/// Below -3/4 by reflection at 1/2, around 0 by recurrence, from 8 on by the asymptotic series.
fn digamma(x: X<'_>) -> X<'_> {
    let below = x.lt(-0.75);
    let a = below.select(1.0 - x, x);
    let small = a.lt(0.5);
    let y = small.select(a + 1.0, a);
    let value = y.lt(8.0).select(medium(y.max(0.5).min(8.0)), large(y.max(8.0)));
    let value = small.select(value - 1.0 / a, value);
    let value = a.lt(-0.2).select(negative(a.min(-0.2)), value);
    below.select(value - PI * cotangent(x), value)
}

/// From 1/2 to 8, by the distance to the zero there.
fn medium(y: X<'_>) -> X<'_> {
    let zero = (y - 1.461_632_144_968_362_2) - 9.549_995_429_965_697e-17;
    zero * ((y - 2.0) / (y + 2.0)).poly(MEDIUM)
}

/// From -3/4 to -1/5, likewise.
fn negative(a: X<'_>) -> X<'_> {
    let zero = (a + 0.504_083_008_264_455_4) + 8.154_282_062_438_13e-18;
    zero * (a + 0.475).poly(NEGATIVE)
}

fn large(a: X<'_>) -> X<'_> {
    let inverse = 1.0 / a;
    let square = inverse * inverse;
    a.log() - (0.5 * inverse + square * square.poly(SERIES))
}

/// The cotangent of `pi x`, NaN at integers.
fn cotangent(x: X<'_>) -> X<'_> {
    let rest = x - x.rint();
    let a = rest.abs();
    let near = a.lt(0.25);
    let tangent = (PI * near.select(a, 0.5 - a)).tan();
    let value = near.select(1.0 / tangent, tangent).copysign(rest);
    a.eq(0.0).select(NAN, value)
}

// let upper = findroot(digamma, 1.46)
// let medium = lambda y: digamma(y) / (y - upper)
// fit(lambda q: medium(2 * (1 + q) / (1 - q)), mpf(-3) / 5, mpf(3) / 5, 39)
const MEDIUM: &[f64] = &[
    41.65174138492496,
    -41.66564051230074,
    -104.54649507038016,
    104.58008998533697,
    132.29511232065354,
    -132.3374992622886,
    -102.57321554730304,
    102.60534849292972,
    56.86895082107162,
    -56.887151138007454,
    -21.632990478432557,
    21.63931813729573,
    7.341318179329138,
    -7.344138161836135,
    -0.8310686933652794,
    0.8306597501640466,
    0.9483113861731914,
    -0.9494405519182135,
    0.6480729556912439,
    -0.649331134708201,
    0.6870557018034311,
    -0.6886266584413392,
    0.6829540041033084,
    -0.6849456478205888,
    0.6829716625102538,
    -0.6855818085562626,
    0.6825328105022915,
    -0.6861034142672385,
    0.6818505058287556,
    -0.6870423481717355,
    0.6806799517570621,
    -0.6890177904573928,
    0.67874747743144,
    -0.6950676766190269,
    0.677753134897498,
    -0.7262245808990159,
    0.7010428535500489,
    -1.0429558187320056,
    0.7853075386041053,
];
// let lower = findroot(digamma, -0.504)
// fit(lambda t: digamma(t - mpf("0.475")) / (t - mpf("0.475") - lower), -0.275, 0.275, 38)
const NEGATIVE: &[f64] = &[
    150315317580032.6,
    73017061105128.77,
    -74158131707640.5,
    -35941266687937.68,
    19034098124529.535,
    9228238215340.271,
    -2933244965111.425,
    -1419403493649.6619,
    334949867365.6439,
    162614441776.20773,
    -23837283982.829624,
    -11422063244.824978,
    2014043792.0294933,
    1008769276.4090496,
    33455321.625021167,
    25749683.141551606,
    25247489.579185877,
    14905514.001647845,
    4941997.484414928,
    3143781.964830624,
    1090842.9091634254,
    737807.7845209145,
    234834.2690122781,
    172086.07680950646,
    49961.91582524445,
    40418.24294406846,
    10438.290118501242,
    9557.365281652357,
    2125.172194892227,
    2277.1225248672963,
    416.0887940662031,
    547.0835837468276,
    76.36062505571626,
    132.6849921841282,
    12.289929237967263,
    32.670547056082334,
    1.0726342510368627,
    8.94356920230943,
];
// fit(lambda w: (log(1 / sqrt(w)) - sqrt(w) / 2 - digamma(1 / sqrt(w))) / w, 0, mpf(1) / 64, 10)
const SERIES: &[f64] = &[
    -12.784519436126903,
    2.672927804741876,
    -0.43683201783035697,
    0.08326535490943339,
    -0.02109234287283522,
    0.007575755716593141,
    -0.00416666666225613,
    0.0039682539682486286,
    -0.008333333333333331,
    0.08333333333333333,
];
