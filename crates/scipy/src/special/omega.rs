//! Wright's omega function.

use super::complex::Z;
use super::double::D;
use super::elementwise::{F, elementwise, magnitude};
use super::lambert::branch;
use super::over_plane;
use std::f64::consts::PI;
use xparray_core::kernel::{if_, while_};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, ArrayLike, Result};

/// Of the upper half-plane. At the left of the branch point at `-1 + i pi` there is a cut, which belongs to what is below.
fn upper(z: Z) -> Z {
    let height = (D::new(z.im) - D::pi()).hi;
    let from_branch = Z::new(z.re + 1.0, height);
    let distance = from_branch.abs();
    // In the root of the distance, from the side on which it is.
    let root = from_branch.scale(2.0).sqrt().quarter();
    let around = root * root.poly(&AROUND) + -1.0;
    let principal = z.re.lt(1.0) & height.lt(0.0);
    let parts = |z: Z| (z.re, z.im);
    let one = Z::constant(1.0, 0.0);
    let beyond = || {
        // Solutions of `w + log(w) = z`: along the cut from what is left of it, elsewhere from the asymptotic value.
        let along = z.re.lt(-1.0) & height.lt(PI);
        let shifted = Z::new(z.re, height);
        let log = (-shifted).when(along, z).log();
        let base = shifted.when(along, z);
        let far = base - log + log / base;
        let start = around.when(distance.lt(2.0), far);
        // The method of order 4 of Fritsch, Shafer and Crowley (Lawrence, Corless, Jeffrey, Algorithm 917, 2012).
        let next = |(re, im, _, k): (F, F, F, F)| {
            let w = Z::new(re, im);
            let rest = z - w - w.log();
            let above = w + 1.0;
            let term = above * (above + rest.scale(2.0 / 3.0)).scale(2.0);
            let step = rest / above * (term - rest) / (term - rest.scale(2.0));
            let w = w + w * step;
            (w.re, w.im, step.abs(), k + 1.0)
        };
        let more = |(_, _, step, k): (F, F, F, F)| step.gt(1e-5) & k.lt(20.0);
        let (re, im, ..) = while_((start.re, start.im, 1.0, 0.0), more, next);
        (re, im)
    };
    let near = distance.lt(0.18);
    // Where the exponential says all: Lambert's function of it.
    let within = || parts(branch(z.when(principal & !near, one).exp(), 0));
    let (re, im) = if_(principal, within, beyond);
    around.when(near, Z::new(re, im))
}

fn omega(z: Z) -> Z {
    let size = z.abs();
    let known = size.lt(f64::INFINITY);
    let x = z.when(known, Z::constant(0.0, 0.0));
    let value = upper(Z::new(x.re, magnitude(x.im)));
    let value = Z::new(value.re, z.im.lt(0.0).select(-value.im, z.im.eq(0.0).select(z.im, value.im)));
    // At the left end it is 0 between the cuts.
    let nothing = z.re.eq(f64::NEG_INFINITY) & z.im.abs().le(PI);
    value.when(known, Z::constant(0.0, 0.0).when(nothing, z))
}

/// Wright's omega function, the solution of `w + log(w) = z` with cuts at the left of `-1 + i pi` and `-1 - i pi`: of real and of complex numbers
/// (Corless, Jeffrey, The Wright omega function, 2002).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::wrightomega;
/// assert_eq!(wrightomega(&xp.array([-2.0, 0.0, 1.0])?)?.to_string(), "[0.12002824 0.56714329 1.        ]");
/// let z = xp.array([Complex::new(0.0, 2.0)])?;
/// assert_eq!(wrightomega(&z)?.to_string(), "[0.2435129+0.74508567j]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of conversions to floats; there is no other.
pub fn wrightomega<B: Backend>(z: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let z = z.as_dyn();
    if z.dtype().is_complex() {
        return over_plane::map(z, omega);
    }
    elementwise("wrightomega", [z.operand()], |[x]| omega(Z::new(x, x.eq(x).select(0.0, x))).re)
}

/// Coefficients of the series at the branch point, of `s` with `-s^2 / 2 = d + log(1 - d)`.
const AROUND: [f64; 25] = [
    -2.055644733697029e-17,
    -1.1889539086269768e-15,
    -6.053864010513748e-15,
    -1.5326196647277207e-14,
    5.2401866818838735e-15,
    2.513834640057088e-13,
    1.2822077905614429e-12,
    3.239317851416903e-12,
    -1.5008349408791911e-12,
    -5.717312238897994e-11,
    -2.921357345635569e-10,
    -7.32986413160022e-10,
    5.159887341078076e-10,
    1.47216272806884e-08,
    7.542464855411896e-08,
    1.85406221071516e-07,
    -2.428276122977769e-07,
    -4.899078973153047e-06,
    -2.553644914756026e-05,
    -5.878894767783657e-05,
    0.0002314814814814815,
    0.003703703703703704,
    0.027777777777777776,
    -0.3333333333333333,
    1.0,
];
