super::function! {
    /// The digamma function, the derivative of [`gammaln`](Array::gammaln): NaN at the negative integers.
    digamma: "[1.0, 0.5, -0.25]" => "[-0.57721566 -1.96351003  2.91413912]";
    value: digamma,
    single: None,
    derivative: Some(trigamma),
    reference: "digamma(x)",
    scipy: "special.digamma(x)",
    terms: Some("(abs(digamma(1 - x)) + abs(pi * cot(pi * x))) / 8 if x < -1 else 0"),
    bound: [1.0, 4.0],
    samples: &[
        Uniform(0.0, 10.0), Uniform(0.0, 200.0), Positive(1e-300, 1e300), Uniform(-1.0, 0.0), Uniform(-10.0, 0.0),
        Uniform(-200.0, 0.0), Near(1.4616321449683623), Near(-0.5040830082644554), Near(-1.5734984731623904),
        Near(-2.6107208684441447), Near(-3.635293366436901), Near(-4.653237761743142), Near(-5.6671624415568855),
        Near(-10.708740838254144), Near(-1000.8641588557814), Near(1.75), Near(-0.2), Near(-0.75), Near(-1.0), Near(-3.0),
    ],
    special: &[
        (0.0, -INFINITY), (-0.0, INFINITY), (-1.0, NAN), (-3.0, NAN), (INFINITY, INFINITY), (-INFINITY, NAN),
    ],
}

use super::Sample::{Near, Positive, Uniform};
use super::double::Double;
use std::f64::consts::PI;
use super::{INFINITY, NAN, X};

/// The derivative: ten terms of its series, and what follows them by its expansion at infinity (Abramowitz and Stegun 6.4.12); below
/// 1/2 by reflection.
fn trigamma(x: X<'_>) -> X<'_> {
    let below = x.lt(0.5);
    let start = below.select(1.0 - x, x);
    let terms = (0..10).map(|k| start + f64::from(k)).map(|y| 1.0 / (y * y));
    let sum = terms.fold(x.constant(0.0), |sum, term| sum + term);
    let inverse = 1.0 / (start + 10.0);
    let square = inverse * inverse;
    let sum = sum + inverse + square * (inverse * square.poly(EXPANSION) + 0.5);
    let sine = ((x - x.rint()) * PI).sin() / PI;
    below.select(1.0 / (sine * sine) - sum, sum)
}

/// Bernoulli's numbers of even indices from 16 down to 2.
const EXPANSION: &[f64] = &[
    -3617.0 / 510.0,
    7.0 / 6.0,
    -691.0 / 2730.0,
    5.0 / 66.0,
    -1.0 / 30.0,
    1.0 / 42.0,
    -1.0 / 30.0,
    1.0 / 6.0,
];

/// From 7/4 on by the logarithm, below -3/4 by reflection at 1/2. There are zeros, so both terms have twice the precision.
fn digamma(x: X<'_>) -> X<'_> {
    let below = x.lt(-0.75);
    let b = Double::sum(x, x.constant(-0.5));
    let large = large(b.0.abs().max(1.25), below.select(-b.1, b.1));
    let value = below.select((large - cotangent(x)).value(), large.value());
    // The logarithm of infinity is none.
    let value = x.eq(INFINITY).select(x, value);
    let small = x.lt(0.5);
    let y = small.select(x + 1.0, x);
    let medium = medium(y.max(0.5).min(1.75));
    let medium = small.select(medium - 1.0 / x, medium);
    let medium = x.lt(-0.2).select(negative(x.max(-0.75).min(-0.2)), medium);
    x.lt(1.75).select(below.select(value, medium), value)
}

/// The function of `1/2 + b + rest`, for `b` from 5/4 on: nearly the logarithm of `b`.
fn large<'e>(b: X<'e>, rest: X<'e>) -> Double<'e> {
    let inverse = 1.0 / b;
    Double::log(b).with_rest(inverse * (rest + inverse * ((b - 2.0) / (b + 2.0)).poly(LARGE)))
}

/// `pi` times the cotangent of `pi x`, NaN at integers.
fn cotangent(x: X<'_>) -> Double<'_> {
    let rest = x - x.rint();
    let rest = rest.eq(0.0).select(NAN, rest);
    let square = rest * rest;
    let (pole, line) = (Double::inverse(rest), Double::constant(x, THIRD) * rest);
    Double::ordered_sum(pole.0, line.0).with_rest(pole.1 + line.1 + rest * square * square.poly(COTANGENT))
}

/// From 1/2 to 7/4, by the distance to the zero there.
fn medium(y: X<'_>) -> X<'_> {
    let zero = (y - 1.461_632_144_968_362_2) - 9.549_995_429_965_697e-17;
    zero * ((y - 0.9375) / (y + 0.9375)).poly(MEDIUM)
}

/// From -3/4 to -1/5, likewise.
fn negative(a: X<'_>) -> X<'_> {
    let zero = (a + 0.504_083_008_264_455_4) + 8.154_282_062_438_13e-18;
    zero * (a + 0.475).poly(NEGATIVE)
}

// let upper = findroot(digamma, 1.46)
// let medium = lambda y: digamma(y) / (y - upper)
// fit(lambda q: medium(mpf("0.9375") * (1 + q) / (1 - q)), mpf(-7) / 23, mpf(13) / 43, 21)
const MEDIUM: &[f64] = &[
    2.4604030356305104,
    -2.4120222254973527,
    1.2196643114312373,
    -1.2454416851128052,
    1.4880261561799724,
    -1.487882071030239,
    1.454758891728139,
    -1.4604708101742032,
    1.4563800170463481,
    -1.4635191660000524,
    1.454916133476465,
    -1.4651969640360591,
    1.4525333320942793,
    -1.4685354288596688,
    1.4476597143953642,
    -1.4760660668054038,
    1.4351752134674893,
    -1.4987271084644476,
    1.3844912704974675,
    -1.7959957010742755,
    1.3069236090014014,
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
// let large = lambda b: b * b * (digamma(b + 0.5) - log(b)) if b < 1e6 else mpf(1) / 24 - mpf(7) / 960 / b**2
// fit(lambda q: large(2 * (1 + q) / (1 - q)), mpf(-3) / 13, 1 - mpf(10)**-12, 22)
const LARGE: &[f64] = &[
    -9.269582138582133e-07,
    8.904400993261699e-06,
    -3.992742300056942e-05,
    0.00011196340099234194,
    -0.00022340772116952046,
    0.000345675923272641,
    -0.00044659423770238677,
    0.0005149522097802251,
    -0.0005548068265147067,
    0.0005622495646315302,
    -0.0005111255565596843,
    0.0003490465267698409,
    8.464547985205207e-06,
    -0.0006883744788176299,
    0.0018608990080472931,
    -0.0036867074587714505,
    0.0061418484405627565,
    -0.008731311485839279,
    0.010338987267454998,
    -0.009606441786950047,
    0.005875458968524195,
    0.040037840341191504,
];
/// Less a third of the square of pi.
const THIRD: [f64; 2] = [-3.289_868_133_696_453, -6.081_344_700_796_952e-17];
// fit(lambda w: (pi * cot(pi * sqrt(w)) - 1 / sqrt(w) + pi**2 / 3 * sqrt(w)) / w**1.5, mpf(10)**-12, 0.25, 16)
const COTANGENT: &[f64] = &[
    -18.39196776548381,
    18.3919677650481,
    -14.943473811342077,
    3.161119452336255,
    -3.4058368340185394,
    -1.7276147670639246,
    -2.038247591194249,
    -1.996091758913537,
    -2.0002967442254516,
    -2.000015380052701,
    -2.000123045192387,
    -2.0004921601221577,
    -2.001989150440867,
    -2.008154712394504,
    -2.0346861239689025,
    -2.1646464674222763,
];
