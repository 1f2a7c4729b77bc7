//! Fresnel's integrals over the complex plane: of numbers within an eighth of a turn of the positive axis, others by symmetry.

use super::complex::{Z, flat};
use super::double::D;
use super::elementwise::{F, magnitude};
use super::faddeeva::w;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_6, PI};
use xparray_core::kernel::while_;

/// By the series at 0 (DLMF 7.6.4, 7.6.6).
fn series(z: Z) -> (Z, Z) {
    type Parts = (F, F);
    let square = z * z;
    let turn = (square * square).scale(-FRAC_PI_2 * FRAC_PI_2);
    let next = |(s, c, term, k): (Parts, Parts, Parts, F)| {
        // Over the factorial of 2 k, and of 2 k + 1.
        let even = (Z::new(term.0, term.1) * turn).scale(1.0 / ((2.0 * k - 1.0) * 2.0 * k));
        let odd = even.scale(3.0 / ((2.0 * k + 1.0) * (4.0 * k + 3.0)));
        let even_part = even.scale(1.0 / (4.0 * k + 1.0));
        ((s.0 + odd.re, s.1 + odd.im), (c.0 + even_part.re, c.1 + even_part.im), (even.re, even.im), k + 1.0)
    };
    let more = |(_, _, term, k): (Parts, Parts, Parts, F)| (term.0.abs() + term.1.abs()).gt(1e-18) & k.lt(50.0);
    let one = (z.re * 0.0 + 1.0, z.re * 0.0);
    let (s, c, ..) = while_((one, one, one, 1.0), more, next);
    let cube = (z * square).scale(FRAC_PI_6);
    (cube * Z::new(s.0, s.1), z * Z::new(c.0, c.1))
}

/// Of two exponentials with `w` (DLMF 7.5.3, 7.5.4, 7.5.10), whose exponents have no error of their own: what is left of whole turns, exactly.
fn waves(z: Z) -> (Z, Z) {
    // Where waves are small beside 1/2 or without bounds.
    let moderate = z.re.lt(1e15);
    let x = Z::new(moderate.select(z.re, 0.0), moderate.select(z.im, 0.0));
    let square = D::product(x.re, x.re) - D::product(x.im, x.im);
    let turn = |x: F| x - 4.0 * (0.25 * x).rint();
    let angle = D::sum(turn(square.hi), turn(square.lo)) * D::pi();
    let angle = 0.5 * (angle.hi + angle.lo);
    let growth = D::product(x.re, x.im) * D::pi();
    let growth = D { hi: moderate.select(growth.hi, PI * z.re * z.im), ..growth };
    let phase = Z::new(angle.cos(), angle.sin());
    let part = |sign: f64, x: Z| {
        let half = (0.5 * sign * growth.hi).exp();
        (w(x.scale(0.5 * PI.sqrt())) * phase_of(phase, sign)).scale(half).scale(half * (1.0 + sign * growth.lo))
    };
    let sum = Z::new(z.re - z.im, z.re + z.im);
    let falling = part(-1.0, sum) * Z::constant(0.5, 0.5);
    let growing = part(1.0, Z::new(-sum.im, sum.re)) * Z::constant(0.5, -0.5);
    let (sum, difference) = (falling + growing, falling - growing);
    (difference.quarter().scale(0.5) + 0.5, -sum.scale(0.5) + 0.5)
}

fn phase_of(phase: Z, sign: f64) -> Z {
    if sign < 0.0 { phase } else { phase.conj() }
}

/// Both integrals.
pub fn fresnel(z: Z) -> (Z, Z) {
    let (re, im) = (magnitude(z.re), magnitude(z.im));
    let steep = im.gt(re);
    let u = Z::new(steep.select(im, re), steep.select(re, im));
    let known = u.re.lt(f64::INFINITY);
    let small = u.abs().lt(1.5);
    let near = series(u.when(small, Z::constant(0.0, 0.0)));
    let far = waves(u.when(known & !small, Z::constant(2.0, 0.0)));
    // The limit on the axes.
    let half = u.re.eq(f64::INFINITY) & u.im.eq(0.0);
    let end = Z::constant(0.5, 0.0).when(half, Z::constant(f64::NAN, f64::NAN));
    let signed = |near: Z, far: Z, sign: f64| {
        let value = near.when(small, far.when(known, end));
        let value = Z::new(value.re, u.im.eq(0.0).select(flat(value.im), value.im));
        let turned = Z::new(value.im, value.re).scale(sign);
        let value = turned.when(steep, value);
        Z::new(z.re.lt(0.0).select(-value.re, value.re), z.im.lt(0.0).select(-value.im, value.im))
    };
    (signed(near.0, far.0, -1.0), signed(near.1, far.1, 1.0))
}
