//! The logarithm of the gamma function over the complex numbers.

use super::complex::Z;
use super::elementwise::F;
use std::f64::consts::{PI, TAU};
use xparray_core::kernel::while_;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result, TypeClass};

/// The principal branch of the logarithm of the gamma function: analytic but for a cut along the negative axis, so not the
/// logarithm of the function's values (DLMF 5.4, 5.5, 5.11). Of complex numbers complex; of real ones real, and NaN where they are
/// negative.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::loggamma;
/// assert_eq!(loggamma(&xp.array([1.0, 5.0, -0.5])?)?.to_string(), "[0.         3.17805383        nan]");
/// let z = xp.array([Complex::new(-0.5, 0.0)])?;
/// assert_eq!(loggamma(&z)?.to_string(), "[1.26551212-3.14159265j]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of conversions to floats; there is no other.
pub fn loggamma<B: Backend>(z: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let z = z.as_dyn();
    if !z.dtype().is_complex() {
        TypeClass::RealElement.check("loggamma", z.dtype())?;
        let x = z.astype(z.dtype().float())?;
        let value = x.gammaln()?;
        return x.less(0)?.where_(f64::NAN, &value)?.astype(x.dtype());
    }
    super::over_plane::map(z, value)
}

fn is_pole(z: Z) -> Var<bool> {
    z.im.eq(0.0) & z.re.le(0.0) & z.re.floor().eq(z.re)
}

/// The gamma function over the complex plane; NaN at its poles, of which it is not known how they were come near.
pub fn gamma(z: Z) -> Z {
    let nan = z.re * f64::NAN;
    Z::new(nan, nan).when(is_pole(z), value(z).exp())
}

/// Its reciprocal.
pub fn rgamma(z: Z) -> Z {
    let zero = z.re * 0.0;
    Z::new(zero, zero).when(is_pole(z), (-value(z)).exp())
}

fn value(z: Z) -> Z {
    let zero = z.re * 0.0;
    let far = z.re.gt(7.0) | z.im.abs().gt(7.0);
    let mirrored = !far & z.re.lt(0.1);
    let one = Z::new(zero + 1.0, zero);
    let x = (one - z).when(mirrored, z);
    // Near the zeros at 1 and 2 by the series at 1.
    let from_one = x - one;
    let from_two = from_one - one;
    let near_one = from_one.abs().lt(0.2);
    let near_two = from_two.abs().lt(0.2);
    let t = from_one.when(near_one, from_two.when(near_two, Z::new(zero, zero)));
    let taylor = t * t.poly(&TAYLOR);
    let taylor = taylor.when(near_one, taylor + t.log1p());
    // Elsewhere by Stirling's series, after steps up to 7.
    let right = Z::new(x.re, x.im.abs());
    let start = (right.re, right.im, 1.0, 0.0, 0.0);
    let next = |(re, im, p, q, turns): (F, F, F, F, F)| {
        let product = Z::new(p, q) * Z::new(re, im);
        // The argument of the product goes round.
        let round = q.ge(0.0) & product.im.lt(0.0);
        (re + 1.0, im, product.re, product.im, round.select(turns + 1.0, turns))
    };
    let (re, im, p, q, turns) = while_(start, |(re, ..): (F, F, F, F, F)| re.le(7.0) & !far, next);
    let log = Z::new(p, q).log();
    let stepped = stirling(Z::new(re, im)) - Z::new(log.re, log.im + turns * TAU);
    let stepped = Z::new(stepped.re, x.im.lt(0.0).select(-stepped.im, stepped.im));
    let straight = stirling(x.when(far, Z::new(zero + 8.0, zero)));
    let value = straight.when(far, taylor.when(near_one | near_two, stepped));
    // log(pi) - log(sin(pi z)) - loggamma(1 - z), on the branch that is continuous.
    let sine = sin_pi(z.when(mirrored, Z::new(zero + 0.5, zero))).log();
    let branch = (0.5 * z.re + 0.25).floor() * (zero + TAU).copysign(z.im);
    let reflected = Z::new(PI.ln() - sine.re - value.re, branch - sine.im - value.im);
    let value = reflected.when(mirrored, value);
    let pole = is_pole(z);
    let infinite = Z::new(zero + f64::INFINITY, zero);
    let undefined = Z::new(zero + f64::NAN, zero + f64::NAN);
    let at_pole = infinite.when(z.re.eq(0.0), undefined);
    at_pole.when(pole, value)
}

fn stirling(z: Z) -> Z {
    let log = z.log();
    let one = Z::new(z.re * 0.0 + 1.0, z.re * 0.0);
    let inverse = one / z;
    let series = inverse * (inverse * inverse).poly(&STIRLING);
    let half = Z::new(z.re - 0.5, z.im);
    let main = half * log - z + series;
    Z::new(main.re + 0.5 * TAU.ln(), main.im)
}

/// The sine of `pi z`, with the whole turns left out.
fn sin_pi(z: Z) -> Z {
    let nearest = z.re.rint();
    let rest = (z.re - nearest) * PI;
    let sign = super::elementwise::alternating(nearest);
    let y = z.im * PI;
    Z::new(sign * rest.sin() * y.cosh(), sign * rest.cos() * y.sinh())
}

/// Bernoulli numbers over `2 k (2 k - 1)`.
const STIRLING: [f64; 8] = [
    -3617.0 / 122_400.0,
    1.0 / 156.0,
    -691.0 / 360_360.0,
    1.0 / 1188.0,
    -1.0 / 1680.0,
    1.0 / 1260.0,
    -1.0 / 360.0,
    1.0 / 12.0,
];

/// `(-1)^k zeta(k) / k`, and Euler's constant.
const TAYLOR: [f64; 23] = [
    -0.04347826605304026,
    0.04545455629320467,
    -0.04761907033014223,
    0.05000004769810169,
    -0.05263167937961666,
    0.055555767627403614,
    -0.05882397865868458,
    0.06250095514121304,
    -0.06666870588242046,
    0.07143294629536134,
    -0.0769325164113522,
    0.083353840546109,
    -0.09095401714582904,
    0.10009945751278179,
    -0.11133426586956469,
    0.12550966952474304,
    -0.14404989676884614,
    0.16955717699740822,
    -0.207385551028674,
    0.27058080842778454,
    -0.40068563438653143,
    0.8224670334241132,
    -0.5772156649015329,
];
