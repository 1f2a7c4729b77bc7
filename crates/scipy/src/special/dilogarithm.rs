//! Spence's function over the complex plane.

use super::complex::Z;
use std::f64::consts::PI;

/// The dilogarithm of `1 - z`, with a cut along the negative axis: that of a number of the unit circle and the left of 1/2, by the series in its
/// logarithm (DLMF 25.12.4, 25.12.6; 24.2.1).
pub fn spence(z: Z) -> Z {
    let size = z.abs();
    let known = size.gt(0.0) & size.lt(f64::INFINITY);
    let x = z.when(known, Z::constant(1.0, 0.0));
    let from_one = Z::new(x.re - 1.0, x.im);
    let distance = from_one.abs();
    let near_zero = x.abs().le(1.0) & x.re.le(0.5);
    let near_one = !near_zero & distance.le(1.0);
    let inverse = Z::constant(1.0, 0.0) / from_one.when(!near_zero & !near_one, Z::constant(1.0, 0.0));
    let u = -(-x).when(near_zero, from_one.when(near_one, inverse)).log1p();
    let square = u * u;
    let series = u - square.scale(0.25) + u * square * square.poly(&BERNOULLI);
    let sixth = PI * PI / 6.0;
    // The number beyond is of the sign of the imaginary part, of zeros too.
    let log = from_one.when(distance.gt(0.0), x).log();
    let beyond = -(series + log * log.scale(0.5)) + -sixth;
    let reflected = u * x.log() - series + sixth;
    let value = reflected.when(near_zero, series.when(near_one, beyond));
    let nan = Z::constant(f64::NAN, f64::NAN);
    value.when(known, Z::constant(sixth, 0.0).when(size.eq(0.0), nan))
}

/// Bernoulli's numbers of even index `2 k` over the factorial of `2 k + 1`, from the 22nd on down.
const BERNOULLI: [f64; 11] = [
    2.395218621026187e-19,
    -1.0356517612181247e-17,
    4.518980029619918e-16,
    -1.9939295860721074e-14,
    8.921691020456452e-13,
    -4.0647616451442256e-11,
    1.8978869988971e-09,
    -9.185773074661964e-08,
    4.72411186696901e-06,
    -0.0002777777777777778,
    0.027777777777777776,
];
