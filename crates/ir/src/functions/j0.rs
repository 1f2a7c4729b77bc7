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
        Near(5.520078110286311), Near(8.653727912911013), Near(6.0),
    ],
    special: &[(0.0, 1.0), (-0.0, 1.0), (INFINITY, NAN), (-INFINITY, NAN)],
}

use super::Sample::{Near, Uniform, Wide};
use super::X;
use std::f64::{INFINITY, NAN};

fn j0(x: X<'_>) -> X<'_> {
    let a = x.abs();
    a.lt(6.0).select(small(a.min(6.0)), large(a.max(6.0)))
}

/// From 0 to 6, without the two zeros there.
fn small(a: X<'_>) -> X<'_> {
    let first = ((a - 2.404_825_557_695_773) + FIRST_REST) * (a + 2.404_825_557_695_773);
    let second = ((a - 5.520_078_110_286_311) + SECOND_REST) * (a + 5.520_078_110_286_311);
    first * second * (a * a - 18.0).poly(SMALL)
}

/// From 6 on by Hankel's expansion. The sine and the cosine are those of `a`: `a - pi / 4` would be rounded.
fn large(a: X<'_>) -> X<'_> {
    let inverse = 1.0 / a;
    let square = inverse * inverse;
    let (sine, cosine) = (a.sin(), a.cos());
    let (p, q) = (square.poly(P), inverse * square.poly(Q));
    (p * (sine + cosine) - q * (sine - cosine)) * (0.564_189_583_547_756_3 / a.sqrt())
}

const FIRST_REST: f64 = 1.176_691_651_530_894e-16;
const SECOND_REST: f64 = -8.088_597_146_146_722e-17;

// let first = besseljzero(0, 1)
// let second = besseljzero(0, 2)
// fit(lambda t: besselj(0, sqrt(t + 18)) / ((t + 18 - first**2) * (t + 18 - second**2)), -18, 18, 13)
const SMALL: &[f64] = &[
    3.6246630259964366e-31,
    -2.7807155436205746e-28,
    1.8294398513248416e-25,
    -1.022615513967294e-22,
    4.7759736524917064e-20,
    -1.8296635072357125e-17,
    5.620149038146068e-15,
    -1.3446127933333272e-12,
    2.4114228735996743e-10,
    -3.07319544024339e-08,
    2.5680086082041825e-06,
    -0.00012248313841290855,
    0.002430675493924603,
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
