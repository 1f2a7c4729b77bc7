//! Exponential integrals over the complex plane.

use super::complex::Z;
use super::elementwise::F;
use std::f64::consts::PI;
use xparray_core::kernel::{if_, while_};

type Parts = (F, F);

fn parts(z: Z) -> Parts {
    (z.re, z.im)
}

fn of((re, im): Parts) -> Z {
    Z::new(re, im)
}

/// Euler's constant.
pub const GAMMA: f64 = 0.577_215_664_901_532_9;

/// A root of a function that is the logarithm and an entire function, as the sum of two numbers, and Taylor's coefficients of the latter there.
pub struct Root {
    pub high: f64,
    pub low: f64,
    pub taylor: [f64; 12],
}

impl Root {
    /// Whether the series is used.
    pub fn is_near(&self, z: Z) -> xparray_core::Var<bool> {
        (z - Z::constant(self.high, 0.0)).abs().lt(0.2)
    }

    /// The value near there: of the difference to that at the root both parts are small.
    pub fn value(&self, z: Z) -> Z {
        let distance = Z::new(z.re - self.high - self.low, z.im);
        distance.scale(1.0 / self.high).log1p() + distance * distance.poly(&self.taylor)
    }
}

/// `exp(z) E1(z)` by the series at 0 (DLMF 6.6.2).
fn series(z: Z) -> Z {
    let next = |(sum, term, k): (Parts, Parts, F)| {
        let power = (of(term) * z).scale(-1.0 / k);
        (parts(of(sum) - power.scale(1.0 / k)), parts(power), k + 1.0)
    };
    let more = |(sum, term, k): (Parts, Parts, F)| {
        (term.0.abs() + term.1.abs()).gt(1e-18 * k * (sum.0.abs() + sum.1.abs())) & k.lt(500.0)
    };
    let start = ((z.re * 0.0, z.re * 0.0), (z.re * 0.0 + 1.0, z.re * 0.0), 1.0);
    let (sum, ..) = while_(start, more, next);
    (of(sum) - (z.log() + GAMMA)) * z.exp()
}

/// The same by the continued fraction (DLMF 6.9.1), from as far inside as counts.
fn fraction(z: Z) -> Z {
    let steps = (180.0 / (z.abs() + z.re)).floor() + 6.0;
    let next = |(inner, k): (Parts, F)| {
        let inner = of(inner);
        (parts(z + (inner / (inner + k)).scale(k)), k - 1.0)
    };
    let (value, _) = while_((parts(z), steps), |(_, k): (Parts, F)| k.gt(0.0), next);
    Z::constant(1.0, 0.0) / of(value)
}

/// The same for large numbers by the asymptotic series (DLMF 6.12.1).
fn far(z: Z) -> Z {
    let inverse = Z::constant(1.0, 0.0) / z;
    let next = |(sum, term, k): (Parts, Parts, F)| {
        let term = (of(term) * inverse).scale(-k);
        (parts(of(sum) + term), parts(term), k + 1.0)
    };
    let more = |(_, term, k): (Parts, Parts, F)| (term.0.abs() + term.1.abs()).gt(1e-18) & k.lt(50.0);
    let one = (z.re * 0.0 + 1.0, z.re * 0.0);
    let (sum, ..) = while_((one, one, 1.0), more, next);
    of(sum) * inverse
}

/// `exp(z) E1(z)`, for numbers that are neither 0 nor infinite. As the terms of the series are large where the fraction takes many steps, one parabola
/// divides them.
pub fn scaled(z: Z) -> Z {
    let size = z.abs();
    let near = size.lt(50.0) & (size + z.re).lt(2.0);
    let large = size.ge(50.0);
    of(if_(near, || parts(series(z)), || if_(large, || parts(far(z)), || parts(fraction(z)))))
}

/// The exponential integral `E1`, with a cut along the negative axis.
pub fn exp1(z: Z) -> Z {
    let size = z.abs();
    let known = size.gt(0.0) & size.lt(f64::INFINITY);
    let x = z.when(known, Z::constant(1.0, 0.0));
    let value = scaled(x).times_exp(-x);
    // On the axis, exactly.
    let cut = z.re.lt(0.0).select(Z::constant(PI, 0.0).re.copysign(z.im), z.im);
    let value = Z::new(value.re, z.im.eq(0.0).select(-cut, value.im));
    let grows = z.re.eq(f64::NEG_INFINITY);
    let flat = size.eq(size).select(0.0, size);
    value.when(known, Z::new(grows.select(z.re, 1.0 / size), grows.select(-cut, flat)))
}

const EI: Root = Root {
    high: 0.3725074107813666,
    low: 1.3140183414386028e-17,
    taylor: [
        2.454516516119882e-10,
        3.2056971517296526e-09,
        3.868228477723948e-08,
        4.283877949222866e-07,
        4.320007766390822e-06,
        3.9299458146496575e-05,
        0.00031888587136831017,
        0.0022764039044718323,
        0.014058457874600975,
        0.0736491178369258,
        0.3216900454331978,
        1.2117053830864597,
    ],
};

/// The exponential integral `Ei`, on the negative axis its principal value.
pub fn expi(z: Z) -> Z {
    let side = Z::constant(PI, 0.0).re.copysign(z.im);
    let value = -exp1(-z);
    let value = Z::new(value.re, z.im.eq(0.0).select(z.im, value.im + side));
    let near = EI.is_near(z);
    EI.value(z.when(near, Z::constant(EI.high, 0.0))).when(near, value)
}
