//! Bessel functions of large numbers, by modulus and phase.

use super::X;
use super::double::Double;
use std::f64::consts::{FRAC_1_PI, FRAC_1_SQRT_2, PI};

/// A Bessel function of order 0 or 1, the cosine or the sine of a phase that is nearly straight.
pub(super) struct Large {
    /// By how many `pi` zeros far out lie beyond its multiples.
    shift: f64,
    /// Whether the function rises at the zero there, rather than falls.
    rises: bool,
    /// The phase falls behind the straight line by this divided by the number.
    lag: f64,
    /// What is left of it, times the cube.
    phase: &'static [f64],
    /// The square of the modulus, times the number.
    modulus: &'static [f64],
    /// The sine's and the cosine's parts far out, times `sqrt(2)`.
    parts: [f64; 2],
}

pub(super) const J0: Large =
    Large { shift: 0.75, rises: false, lag: 0.125, phase: PHASE_0, modulus: MODULUS_0, parts: [1.0, 1.0] };
pub(super) const Y0: Large =
    Large { shift: 0.25, rises: true, lag: 0.125, phase: PHASE_0, modulus: MODULUS_0, parts: [1.0, -1.0] };
pub(super) const J1: Large =
    Large { shift: 1.25, rises: false, lag: -0.375, phase: PHASE_1, modulus: MODULUS_1, parts: [1.0, -1.0] };
pub(super) const Y1: Large =
    Large { shift: 0.75, rises: true, lag: -0.375, phase: PHASE_1, modulus: MODULUS_1, parts: [-1.0, -1.0] };

/// So far out multiples of `pi` lose digits, and the zeros are straight.
pub(super) const FAR: f64 = 4e15;

impl Large {
    /// From 6 on.
    pub fn value<'e>(&self, a: X<'e>) -> X<'e> {
        let (inverse, q) = (Double::inverse(a), (a - 4.0) / (a + 4.0));
        let lag = inverse * a.constant(self.lag);
        let inverse = inverse.0;
        let modulus = (inverse * q.poly(self.modulus)).sqrt();
        let bend = inverse * inverse * inverse * q.poly(self.phase);
        let wave = wave(a, self.shift, lag, bend);
        let wave = if self.rises { wave } else { -wave };

        let far = a.ge(FAR);
        let b = far.select(a, 1.0);
        let [sin, cos] = self.parts;
        modulus * far.select(FRAC_1_SQRT_2 * (sin * b.sin() + cos * b.cos()), wave)
    }
}

/// The sine of `a - shift pi - lag + bend`: what is left of the nearest multiple of `pi` is the difference of `a` and a number of
/// twice the precision.
pub(super) fn wave<'e>(a: X<'e>, shift: f64, lag: Double<'e>, bend: X<'e>) -> X<'e> {
    let n = ((a - lag.0) * FRAC_1_PI - shift).rint();
    let straight = Double::constant(a, [PI, 1.224_646_799_147_353_2e-16]) * (n + shift);
    let zero = Double::ordered_sum(straight.0, lag.0).with_rest(straight.1 + lag.1);
    let near = (a - zero.0) - (zero.1 - bend);
    let square = near * near;
    let half = 0.5 * n;
    let sign = 1.0 - 4.0 * (half - half.floor());
    sign * (near + near * square * square.poly(SINE))
}

// let hankel_0 = lambda x: besselj(0, x) + 1j * bessely(0, x)
// let modulus_0 = lambda x: x * abs(hankel_0(x))**2
// let phase_0 = lambda x: (arg(hankel_0(x) * exp(-1j * (x - pi / 4))) + 1 / (8 * x)) * x**3
// fit(lambda q: modulus_0(4 * (1 + q) / (1 - q)), 0.2, 1 - mpf(10)**-6, 17)
const MODULUS_0: &[f64] = &[
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
// fit(lambda q: phase_0(4 * (1 + q) / (1 - q)), 0.2, 1 - mpf(10)**-6, 17)
const PHASE_0: &[f64] = &[
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
// let hankel_1 = lambda x: besselj(1, x) + 1j * bessely(1, x)
// let modulus_1 = lambda x: x * abs(hankel_1(x))**2
// let phase_1 = lambda x: (arg(hankel_1(x) * exp(-1j * (x - 3 * pi / 4))) - 3 / (8 * x)) * x**3
// fit(lambda q: modulus_1(4 * (1 + q) / (1 - q)), 0.2, 1 - mpf(10)**-6, 18)
const MODULUS_1: &[f64] = &[
    -5.526186890214328e-05,
    0.0006517002726828192,
    -0.0036509947807341053,
    0.012981644267597634,
    -0.03308694944365158,
    0.0649107596561921,
    -0.10317188883651018,
    0.13871656255108686,
    -0.16420848396584906,
    0.177666143719805,
    -0.18135176094354163,
    0.17840940954882642,
    -0.170420077173473,
    0.1566515148629151,
    -0.13441883651428022,
    0.10059451685496634,
    -0.054424594548400256,
    0.6508263687088512,
];
// fit(lambda q: phase_1(4 * (1 + q) / (1 - q)), 0.2, 1 - mpf(10)**-6, 17)
const PHASE_1: &[f64] = &[
    -4.070520838884082e-06,
    4.1006267541274684e-05,
    -0.0001986800282359882,
    0.0006268606332704078,
    -0.0014617792623628177,
    0.002693719999945896,
    -0.00410833795172317,
    0.005379261719937775,
    -0.006103351558924201,
    0.005852387388136764,
    -0.004209252835477243,
    -0.001226933264108266,
    0.017167784851204,
    -0.046128672886291536,
    0.06948860612127598,
    -0.05534922723082404,
    -0.14652182144252596,
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
