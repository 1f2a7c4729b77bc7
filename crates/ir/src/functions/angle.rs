//! Sine and cosine of angles in degrees and in quarters of a turn, whose reduction is exact.

use super::double::Double;
use super::{INFINITY, X};

/// An angle as a number of quarters of a turn and a rest of at most half a quarter.
pub(super) struct Angle<'e> {
    rest: X<'e>,
    /// 0, 1, 2 or 3.
    quarter: X<'e>,
    /// Of the rest.
    sin: X<'e>,
    cos: X<'e>,
}

impl<'e> Angle<'e> {
    /// An angle in degrees.
    pub fn of_degrees(x: X<'e>) -> Self {
        let turned = x.fmod(360.0);
        let n = (turned * (1.0 / 90.0)).rint();
        Self::new(n, turned - 90.0 * n, DEGREE)
    }

    /// An angle in quarters of a turn.
    pub fn of_quarters(x: Double<'e>) -> Self {
        // Each part by itself first, as both may be large.
        let reduced = |x: X<'e>| x - 4.0 * (0.25 * x).rint();
        let Double(value, rest) = Double::sum(reduced(x.0), reduced(x.1));
        let n = value.rint();
        Self::new(n, (value - n) + rest, QUARTER)
    }

    /// A number of quarters and a rest in another unit.
    fn new(n: X<'e>, rest: X<'e>, unit: [f64; 2]) -> Self {
        let Double(r, r_rest) = Double::constant(n, unit) * rest;
        let square = r * r;
        let sin = r + (r_rest + r * square * square.poly(SINE));
        let half = 0.5 * square;
        let most = 1.0 - half;
        let cos = most + (((1.0 - most) - half) + (square * square * square.poly(COSINE) - r * r_rest));
        Self { rest, quarter: n - 4.0 * (0.25 * n).floor(), sin, cos }
    }

    pub fn sine(&self) -> X<'e> {
        let positive = self.is_odd(self.cos, self.sin);
        self.quarter.ge(2.0).select(-positive, positive)
    }

    pub fn cosine(&self) -> X<'e> {
        let magnitude = self.is_odd(self.sin, self.cos);
        (self.quarter - 1.5).abs().lt(1.0).select(-magnitude, magnitude)
    }

    /// Positive infinity at its poles, and zeros without a sign.
    pub fn tangent(&self) -> X<'e> {
        self.is_odd(self.pole(-self.cotangent_of_rest()), 0.0 + self.tangent_of_rest())
    }

    /// Likewise.
    pub fn cotangent(&self) -> X<'e> {
        self.is_odd(0.0 - self.tangent_of_rest(), self.pole(self.cotangent_of_rest()))
    }

    /// Chooses by whether the number of quarters is odd.
    fn is_odd(&self, odd: X<'e>, even: X<'e>) -> X<'e> {
        (self.quarter - 2.0).abs().eq(1.0).select(odd, even)
    }

    /// A value where there is a rest.
    fn pole(&self, value: X<'e>) -> X<'e> {
        self.rest.eq(0.0).select(INFINITY, value)
    }

    fn tangent_of_rest(&self) -> X<'e> {
        let diagonal = self.rest.abs().eq(45.0);
        diagonal.select(self.sin.constant(1.0).copysign(self.rest), self.sin / self.cos)
    }

    fn cotangent_of_rest(&self) -> X<'e> {
        self.rest.abs().eq(45.0).select(self.sin.constant(1.0).copysign(self.rest), self.cos / self.sin)
    }
}

/// `pi / 180`.
const DEGREE: [f64; 2] = [0.017_453_292_519_943_295, 2.948_652_270_870_168_7e-19];
/// `pi / 2`.
const QUARTER: [f64; 2] = [std::f64::consts::FRAC_PI_2, 6.123_233_995_736_766e-17];
// fit(lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z, mpf(10)**-20, 0.617, 7)
const SINE: &[f64] = &[
    -7.586682497157786e-13,
    1.6058531370931902e-10,
    -2.505210623088241e-08,
    2.755731921933466e-06,
    -0.0001984126984126506,
    0.008333333333333331,
    -0.16666666666666666,
];
// fit(lambda z: (cos(sqrt(z)) - 1 + z / 2) / z**2, mpf(10)**-12, 0.617, 6)
const COSINE: &[f64] = &[
    -1.1382611119025487e-11,
    2.0876145972635077e-09,
    -2.755731727031051e-07,
    2.480158729876295e-05,
    -0.0013888888888887395,
    0.041666666666666664,
];
