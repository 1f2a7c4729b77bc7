//! Bessel functions of large numbers, by modulus and phase.

use super::double::Double;
use super::{X, single};
use std::f64::consts::{FRAC_1_PI, PI};

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
    /// The modulus, times the square root of the number.
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
        // What the inverse square root lacks is known by the product of its square, so that there are no divisions.
        let root = single::inverse_root(a);
        let inverse = root * root;
        let product = Double::product(a, inverse);
        let error = (1.0 - product.0) - product.1;
        let root = root + root * (0.5 * error);
        let inverse = Double(inverse, inverse * error);
        let lag = inverse * a.constant(self.lag);

        let inverse = inverse.value();
        let square = inverse * inverse;
        let wave = wave(a, self.shift, lag, inverse * square * square.poly(self.phase));
        self.or_far(a, root * square.poly(self.modulus), wave)
    }

    /// Of order 0, from 7 on, as exactly as a result in `f32` needs.
    pub fn single<'e>(&self, a: X<'e>) -> X<'e> {
        let root = single::inverse_root(a);
        let inverse = root * root;
        let square = inverse * inverse;
        let lag = inverse * (self.lag - square * square.poly(PHASE_0_32));

        let n = (a * FRAC_1_PI - self.shift).rint();
        let straight = Double::constant(a, PI_PARTS) * (n + self.shift);
        let wave = alternating(n, (a - straight.0) - (straight.1 + lag), SINE_32);
        self.or_far(a, root * square.poly(MODULUS_0_32), wave)
    }

    /// The wave as high as the modulus, or, where multiples of `pi` would lose digits, that of the number itself.
    fn or_far<'e>(&self, a: X<'e>, modulus: X<'e>, wave: X<'e>) -> X<'e> {
        let far = a.ge(FAR);
        let b = far.select(a, 1.0);
        let [sin, cos] = self.parts;
        let value = (FRAC_1_PI / b).sqrt() * (sin * b.sin() + cos * b.cos());
        far.select(value, modulus * if self.rises { wave } else { -wave })
    }
}

/// The sine of `a - shift pi - lag + bend`: what is left of the nearest multiple of `pi` is the difference of `a` and a number of
/// twice the precision.
pub(super) fn wave<'e>(a: X<'e>, shift: f64, lag: Double<'e>, bend: X<'e>) -> X<'e> {
    let n = ((a - lag.0) * FRAC_1_PI - shift).rint();
    let straight = Double::constant(a, PI_PARTS) * (n + shift);
    let zero = Double::ordered_sum(straight.0, lag.0).with_rest(straight.1 + lag.1);
    let near = (a - zero.0) - (zero.1 - bend);
    alternating(n, near, SINE)
}

/// The sine of `near`, with the sign of that of `n pi + near`.
fn alternating<'e>(n: X<'e>, near: X<'e>, coefficients: &'static [f64]) -> X<'e> {
    let (square, half) = (near * near, 0.5 * n);
    let sine = near + near * square * square.poly(coefficients);
    half.floor().eq(half).select(sine, -sine)
}

const PI_PARTS: [f64; 2] = [PI, 1.224_646_799_147_353_2e-16];

// let hankel_0 = lambda x: besselj(0, x) + 1j * bessely(0, x)
// let modulus_0 = lambda x: sqrt(x) * abs(hankel_0(x))
// let phase_0 = lambda x: (arg(hankel_0(x) * exp(-1j * (x - pi / 4))) + 1 / (8 * x)) * x**3
// fit(lambda z: modulus_0(1 / sqrt(z)), mpf(10)**-12, mpf(1) / 36, 16)
const MODULUS_0: &[f64] = &[
    -1650501891772649.8,
    392711252822605.7,
    -43166858537956.695,
    2923729888854.675,
    -137856899476.30692,
    4884530235.396566,
    -139136308.6313364,
    3457515.8106089057,
    -84094.06016985884,
    2325.878374192952,
    -85.13594527350051,
    4.666237297554645,
    -0.43312846815924505,
    0.0825935185798741,
    -0.049867785050048255,
    0.7978845608028653,
];
// fit(lambda z: phase_0(1 / sqrt(z)), mpf(10)**-12, mpf(1) / 36, 21)
const PHASE_0: &[f64] = &[
    2.5828884199259855e+26,
    -7.772543724439066e+25,
    1.0923680619209487e+25,
    -9.532827115787394e+23,
    5.795385975031576e+22,
    -2.611789193976892e+21,
    9.074215365837503e+19,
    -2.499687310488239e+18,
    5.589193548065314e+16,
    -1039058450860334.5,
    16560918319201.887,
    -236831717933.2007,
    3257487344.9604,
    -47425671.8774156,
    811888.7992024018,
    -17827.720152681577,
    535.6275616053133,
    -23.475116742307733,
    1.6380658780413135,
    -0.20957031249906333,
    0.06510416666666664,
];
// fit(lambda z: modulus_0(1 / sqrt(z)), mpf(10)**-12, mpf(1) / 49, 6)
const MODULUS_0_32: &[f64] = &[
    -26.831467852390094,
    3.7156404281305946,
    -0.42453463762843496,
    0.08255555584531203,
    -0.04986772110758773,
    0.7978845607848746,
];
// fit(lambda z: phase_0(1 / sqrt(z)), mpf(10)**-12, mpf(1) / 49, 11)
const PHASE_0_32: &[f64] = &[
    66487494763.29087,
    -8682605028.94683,
    525529287.40122813,
    -20287297.9229704,
    602233.2441033623,
    -16652.897767428844,
    531.1929252304914,
    -23.464839419297896,
    1.6380532144433178,
    -0.20957030623944803,
    0.06510416666614206,
];
// let hankel_1 = lambda x: besselj(1, x) + 1j * bessely(1, x)
// let modulus_1 = lambda x: sqrt(x) * abs(hankel_1(x))
// let phase_1 = lambda x: (arg(hankel_1(x) * exp(-1j * (x - 3 * pi / 4))) - 3 / (8 * x)) * x**3
// fit(lambda z: modulus_1(1 / sqrt(z)), mpf(10)**-12, mpf(1) / 36, 16)
const MODULUS_1: &[f64] = &[
    1861628467679734.8,
    -443205978969769.4,
    48756623782693.88,
    -3306149288484.139,
    156158950490.4883,
    -5548226139.981362,
    158770711.35918778,
    -3977336.3658802193,
    98121.51294426204,
    -2779.8732690940105,
    105.76395895444014,
    -6.175198739104156,
    0.642534144971715,
    -0.15427845954085387,
    0.14960335515039086,
    0.7978845608028654,
];
// fit(lambda z: phase_1(1 / sqrt(z)), mpf(10)**-12, mpf(1) / 36, 21)
const PHASE_1: &[f64] = &[
    -2.8416500922255538e+26,
    8.552667480749896e+25,
    -1.2022581000979368e+25,
    1.0494540073774821e+24,
    -6.382169387888747e+22,
    2.877483281218702e+21,
    -1.000317315869322e+20,
    2.7578326192785454e+18,
    -6.173660229849206e+16,
    1149755544607664.5,
    -18376642716021.5,
    263998735726.94553,
    -3658387638.039131,
    53896227.96119429,
    -939046.7086566103,
    21145.85982618865,
    -659.1710455866773,
    30.623999947490294,
    -2.3693978390595283,
    0.3708984374989747,
    -0.16406249999999997,
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
// fit(lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z, 0, 2.8, 6)
const SINE_32: &[f64] = &[
    1.54289285762096e-10,
    -2.503238379099067e-08,
    2.7557033693005124e-06,
    -0.00019841267970354532,
    0.008333333328846474,
    -0.1666666666664922,
];
