//! Airy functions over the complex plane, by the same Bessel functions as on the real axis (DLMF 9.6).

use super::airy::AT_ZERO;
use super::complex::Z;
use super::plane::{cylinder, modified};
use std::f64::consts::FRAC_1_PI;

/// `2 / 3 z^(3 / 2)`, and the root.
fn zeta(z: Z) -> (Z, Z) {
    let root = z.sqrt();
    ((z * root).scale(z.re * 0.0 + 2.0 / 3.0), root)
}

/// `Ai` and `Ai'` times `exp(zeta)`, `Bi` and `Bi'` times `exp(-abs(re(zeta)))`.
pub fn scaled(z: Z) -> [Z; 4] {
    let zero = z.re * 0.0;
    let size = z.abs();
    let small = size.lt(1e-12);
    let known = !small & size.lt(f64::INFINITY);
    let z_known = z.when(known, Z::new(zero + 1.0, zero));
    let left = z_known.re.lt(0.0);
    let third = |k: f64| zero + k / 3.0;
    let by = |z: Z, factor: f64| z.scale(zero + factor);
    let root_3 = 3.0f64.sqrt();
    let none = Z::new(zero, zero);
    let above = {
        let z = (-z_known).when(left, z_known);
        let (zeta, root) = zeta(z);
        let ([i, k], [i_slope, k_slope]) = (modified(third(1.0), zeta, none), modified(third(2.0), zeta, none));
        let decay = Z::new(-zeta.re - zeta.re.abs(), -zeta.im).exp();
        let rest = |k: Z| by(k * decay, root_3 * FRAC_1_PI);
        [
            by(root * k, FRAC_1_PI / root_3),
            by(z * k_slope, -FRAC_1_PI / root_3),
            by(root * (by(i, 2.0) + rest(k)), 1.0 / root_3),
            by(z * (by(i_slope, 2.0) + rest(k_slope)), 1.0 / root_3),
        ]
    };
    let below = {
        let x = (-z_known).when(left, z_known);
        let (zeta_x, root) = zeta(x);
        let (one, two) = (cylinder(third(1.0), zeta_x, none), cylinder(third(2.0), zeta_x, none));
        let part = |y: Z| by(y, 1.0 / root_3);
        // exp(zeta) has the magnitude of the scale there.
        let turn = zeta(z_known).0.im;
        let phase = Z::new(turn.cos(), turn.sin());
        [
            by(root * (one.j - part(one.y)) * phase, 0.5),
            by(x * (two.j + part(two.y)) * phase, 0.5),
            by(root * (part(one.j) + one.y), -0.5),
            by(x * (part(two.j) - two.y), 0.5),
        ]
    };
    let slopes = [AT_ZERO[1], 0.0, AT_ZERO[3], 0.0];
    let nan = Z::new(zero + f64::NAN, zero + f64::NAN);
    std::array::from_fn(|k| {
        let tangent = by(z, slopes[k]) + Z::new(zero + AT_ZERO[k], zero);
        below[k].when(left, above[k]).when(known, tangent.when(small, nan))
    })
}

/// `Ai`, `Ai'`, `Bi` and `Bi'`.
pub fn plain(z: Z) -> [Z; 4] {
    let (zeta, _) = zeta(z);
    let half = z.re * 0.0 + 0.5;
    let (decay, growth) = ((-zeta.scale(half)).exp(), Z::new(0.5 * zeta.re.abs(), half * 0.0).exp());
    let [ai, ai_slope, bi, bi_slope] = scaled(z);
    [ai * decay * decay, ai_slope * decay * decay, bi * growth * growth, bi_slope * growth * growth]
}
