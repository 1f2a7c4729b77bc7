super::function! {
    /// The Bessel function of the first kind and order 0.
    j0: "[0.0, 1.0, -10.0]" => "[ 1.          0.76519769 -0.24593576]";
    value: j0,
    single: None,
    derivative: None,
    reference: "besselj(0, x)",
    scipy: "special.j0(x)",
    terms: Some("sqrt(2 / (pi * abs(x))) / (100 if abs(x) < 1e15 else 1) if abs(x) > 6 else 0"),
    bound: [1.0, 4.0],
    samples: &[
        Uniform(-6.0, 6.0), Uniform(0.0, 50.0), Uniform(-1e4, 1e4), Wide(1e-10, 1e10), Wide(1e10, 1e300), Near(2.404825557695773),
        Near(5.520078110286311), Near(8.653727912911013), Near(11.791534439014281), Near(62.048469190227166),
        Near(3140.8072952250786), Near(6.0), Near(1.0),
    ],
    special: &[(0.0, 1.0), (-0.0, 1.0), (INFINITY, NAN), (-INFINITY, NAN)],
}

use super::Sample::{Near, Uniform, Wide};
use super::double::Double;
use super::{INFINITY, NAN, X};
use std::f64::consts::{FRAC_1_PI, FRAC_1_SQRT_2, PI};

fn j0(x: X<'_>) -> X<'_> {
    let a = x.abs();
    let square = (a * a).min(1.0);
    let near = 1.0 + square * square.poly(NEAR);
    a.lt(1.0).select(near, a.lt(6.0).select(medium(a.min(6.0)), large(a.max(6.0))))
}

/// From 1 to 6, without the two zeros there.
fn medium(a: X<'_>) -> X<'_> {
    let zeros = ((a - 2.404_825_557_695_773) + 1.176_691_651_530_894e-16)
        * ((a - 5.520_078_110_286_311) - 8.088_597_146_146_722e-17);
    zeros * (a - 3.0).poly(MEDIUM)
}

/// From 6 on by the modulus and the phase, `a - pi / 4 + PHASE`, of which the distance to the nearest zero of the cosine is
/// the difference of `a` and a number of twice the precision.
fn large(a: X<'_>) -> X<'_> {
    let (inverse, q) = (1.0 / a, (a - 4.0) / (a + 4.0));
    let modulus = (inverse * q.poly(MODULUS)).sqrt();

    let n = (a * FRAC_1_PI - 0.75).rint();
    let straight = Double::constant(a, [PI, 1.224_646_799_147_353_2e-16]) * (n + 0.75);
    let zero = Double::ordered_sum(straight.0, 0.125 * inverse);
    let bend = inverse * inverse * inverse * q.poly(PHASE);
    let near = (a - zero.0) - (straight.1 + zero.1 - bend);
    let square = near * near;
    let half = 0.5 * n;
    let sign = 4.0 * (half - half.floor()) - 1.0;
    let wave = sign * (near + near * square * square.poly(SINE));

    // So far out the multiple of pi loses digits, and the zeros are straight.
    let far = a.ge(1e15);
    let b = far.select(a, 1.0);
    modulus * far.select(FRAC_1_SQRT_2 * (b.sin() + b.cos()), wave)
}

// fit(lambda z: (besselj(0, sqrt(z)) - 1) / z, 0, 1, 9)
const NEAR: &[f64] = &[
    -2.8644893688011676e-17,
    9.385360312426417e-15,
    -2.4028069366408285e-12,
    4.709502793458082e-10,
    -6.781684027765287e-08,
    6.781684027777754e-06,
    -0.00043402777777777775,
    0.015625,
    -0.25,
];
// let first = besseljzero(0, 1)
// let second = besseljzero(0, 2)
// fit(lambda t: besselj(0, t + 3) / ((t + 3 - first) * (t + 3 - second)), -3, 3, 20)
const MEDIUM: &[f64] = &[
    -3.7648201019824117e-22,
    -6.472094542044828e-20,
    1.7751922161549509e-19,
    2.823739961416753e-17,
    -6.30654772078392e-17,
    -9.15855203391168e-15,
    1.778181716881182e-14,
    2.334900202941293e-12,
    -3.873188220220693e-12,
    -4.547665800445787e-10,
    6.262180181671379e-10,
    6.484673077967319e-08,
    -7.108179120370603e-08,
    -6.378815643008883e-06,
    5.209640058081993e-06,
    0.0003959066212281484,
    -0.00021359590560906567,
    -0.013319871726762206,
    0.0035449169181534846,
    0.1733811372087272,
];
// let hankel = lambda x: besselj(0, x) + 1j * bessely(0, x)
// let modulus = lambda x: x * abs(hankel(x))**2
// let phase = lambda x: (arg(hankel(x) * exp(-1j * (x - pi / 4))) + 1 / (8 * x)) * x**3
// fit(lambda q: modulus(4 * (1 + q) / (1 - q)), 0.2, 1 - mpf(10)**-6, 17)
const MODULUS: &[f64] = &[
    -8.447977740348061e-06,
    9.56173407602182e-05,
    -0.0005148577191810664,
    0.001765618386874554,
    -0.004368865294054806,
    0.008414036195861615,
    -0.013357225951786629,
    0.018377527987706282,
    -0.022938495664336127,
    0.026989375971695314,
    -0.030702074441609713,
    0.034012607962053965,
    -0.03614677135329532,
    0.03532897501503298,
    -0.02927864099323831,
    0.016891552281059336,
    0.6320598406217793,
];
// fit(lambda q: phase(4 * (1 + q) / (1 - q)), 0.2, 1 - mpf(10)**-6, 17)
const PHASE: &[f64] = &[
    1.8038237166957101e-06,
    -1.5616336905930018e-05,
    6.268647222624193e-05,
    -0.00016144565658133853,
    0.00031417176823298555,
    -0.0005112594536107343,
    0.0007604689367092829,
    -0.0011327519035847326,
    0.0017056890420636165,
    -0.0025918177014033713,
    0.004138281448012909,
    -0.005317272637037811,
    0.0007182286901076617,
    0.014589534219497081,
    -0.03133167933764539,
    0.028146164661400724,
    0.05572898063146878,
];
// fit(lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z, 0, 2.8, 8)
const SINE: &[f64] = &[
    2.720829181303386e-15,
    -7.643061578922228e-13,
    1.6058946892606637e-10,
    -2.5052107114872586e-08,
    2.755731921493805e-06,
    -0.0001984126984123819,
    0.008333333333333292,
    -0.16666666666666666,
];
