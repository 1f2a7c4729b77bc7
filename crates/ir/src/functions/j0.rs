super::function! {
    /// The Bessel function of the first kind and order 0.
    j0: "[0.0, 1.0, -10.0]" => "[ 1.          0.76519769 -0.24593576]";
    value: j0,
    single: None,
    derivative: None,
    reference: "besselj(0, x)",
    scipy: "special.j0(x)",
    terms: Some("sqrt(2 / (pi * abs(x))) if abs(x) > 6 else 0"),
    bound: [1.0, 4.0],
    samples: &[
        Uniform(-6.0, 6.0), Uniform(0.0, 50.0), Uniform(-1e4, 1e4), Wide(1e-10, 1e10), Near(2.404825557695773),
        Near(5.520078110286311), Near(8.653727912911013), Near(6.0), Near(1.0),
    ],
    special: &[(0.0, 1.0), (-0.0, 1.0), (INFINITY, NAN), (-INFINITY, NAN)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{INFINITY, NAN, X};

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

/// From 6 on by Hankel's expansion. The sine and the cosine are those of `a`: `a - pi / 4` would be rounded.
fn large(a: X<'_>) -> X<'_> {
    let inverse = 1.0 / a;
    let square = inverse * inverse;
    let (sine, cosine) = (a.sin(), a.cos());
    let (p, q) = (square.poly(P), inverse * square.poly(Q));
    (p * (sine + cosine) - q * (sine - cosine)) * (0.564_189_583_547_756_3 / a.sqrt())
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
// let hankel = lambda x: (besselj(0, x) + 1j * bessely(0, x)) * sqrt(pi * x / 2) * exp(-1j * (x - pi / 4))
// fit(lambda w: re(hankel(1 / sqrt(w))), 0, mpf(1) / 36, 17)
const P: &[f64] = &[
    7.93954243592894e+16,
    -1.9895692663109616e+16,
    2308348349051759.0,
    -165181038707116.78,
    8213611818696.157,
    -304610227843.1218,
    8911691842.733404,
    -218504889.31166443,
    4875175.048058978,
    -111327.26466229137,
    3006.436138224554,
    -109.91978489740839,
    6.073837609778069,
    -0.5725011537639667,
    0.11215209942162048,
    -0.07031249999994682,
    1.0,
];
// fit(lambda w: im(hankel(1 / sqrt(w))) / sqrt(w), 0, mpf(1) / 36, 17)
const Q: &[f64] = &[
    -6.93741283378236e+17,
    1.7319314176225482e+17,
    -1.999470396859575e+16,
    1421109046407371.0,
    -69988791368908.55,
    2559029187846.9883,
    -73243176651.17583,
    1733583164.8371186,
    -36505495.393597476,
    760324.4962323166,
    -17955.96237353671,
    550.4156960859592,
    -24.37860912922282,
    1.727725001664267,
    -0.2271079999561702,
    0.07324218749950424,
    -0.12499999999999997,
];
