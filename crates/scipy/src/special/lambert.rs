//! Lambert's W function.

use super::complex::Z;
use std::f64::consts::{E, TAU};
use xparray_core::kernel::while_;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result, TypeClass};

/// Branch `k` of the inverse of `w exp(w)`, complex (DLMF 4.13; Corless and others, On the Lambert W function, 1996): by Halley's method
/// from the series at the branch point, a rational function around 0, or the asymptotic value.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::lambertw;
/// let w = lambertw(&xp.array([0.0, 1.0, std::f64::consts::E])?, 0)?;
/// assert_eq!(w.real()?.to_string(), "[0.         0.56714329 1.        ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::DType`](xparray_core::Error::DType) for truth values.
pub fn lambertw<B: Backend>(z: &impl AnyArray<B>, k: i64) -> Result<DynArray<B>> {
    let z = z.as_dyn();
    TypeClass::Number.check("lambertw", z.dtype())?;
    let wide: Array<Complex<f64>, B> = z.astype(DType::Complex128)?.typed()?;
    let w = z.xp().map(&wide, |z| branch(Z::of(z), k).join())?;
    w.into_dyn().astype(z.dtype().complex())
}

pub fn branch(z: Z, k: i64) -> Z {
    let zero = z.re * 0.0;
    let size = z.abs();
    let finite = size.lt(f64::INFINITY) & size.gt(0.0);
    let one = Z::new(zero + 1.0, zero);
    let x = z.when(finite, one);

    let log = x.log();
    let turned = Z::new(log.re, log.im + TAU * k as f64);
    let far = turned - turned.log();
    let start = match k {
        0 => {
            // w = -1 + p - p^2 / 3 with p^2 = 2 (e z + 1).
            let p = Z::new(2.0 * (E * x.re + 1.0), 2.0 * E * x.im).sqrt();
            let near_branch = p.poly(&[-1.0 / 3.0, 1.0, -1.0]);
            let near_zero = x * x.poly(&NUMERATOR) / x.poly(&DENOMINATOR);
            let around_branch = (x + Z::new(zero + 1.0 / E, zero)).abs().lt(0.3);
            let around_zero = x.re.gt(-1.0) & x.re.lt(1.5) & x.im.abs().lt(1.0) & (-2.5 * x.im.abs() - 0.2).lt(x.re);
            near_branch.when(around_branch, near_zero.when(around_zero, far))
        }
        -1 => {
            let real = x.im.eq(0.0) & x.re.lt(0.0) & size.le(1.0 / E);
            Z::new((-x.re).log(), zero).when(real, far)
        }
        _ => far,
    };

    let next = |(re, im, _, n): (Var<f64>, Var<f64>, Var<f64>, Var<f64>)| {
        let w = Z::new(re, im);
        // With the smaller one of both exponentials.
        let right = re.ge(0.0);
        let e = w.when(!right, -w).exp();
        let wew = (w * e).when(!right, w) - x.when(!right, x * e);
        let unit = Z::new(e.re * 0.0 + 1.0, e.re * 0.0);
        let denominator = (w * e + e).when(!right, w + unit);
        let two = Z::new(unit.re * 2.0, unit.im);
        let correction = (w + two) * wew / (w.scale(unit.re * 2.0) + two);
        let step = wew / (denominator - correction);
        let exact = wew.abs().eq(0.0);
        let moved = w - step;
        let change = exact.select(0.0, step.abs() / moved.abs());
        (exact.select(re, moved.re), exact.select(im, moved.im), change, n + 1.0)
    };
    let more = |(_, _, change, n): (Var<f64>, Var<f64>, Var<f64>, Var<f64>)| change.gt(1e-8) & n.lt(50.0);
    let (re, im, ..) = while_((start.re, start.im, 1.0, 0.0), more, next);
    let w = Z::new(re, im);
    // With the slopes there.
    let at_zero = if k == 0 { z - z * z } else { Z::new(zero + f64::NEG_INFINITY, zero) };
    let infinite = Z::new(z.re, z.im + TAU * k as f64);
    let special = at_zero.when(size.eq(0.0), infinite.when(size.eq(f64::INFINITY), z));
    w.when(finite, special)
}

// A rational function at 0, of numerator and denominator of degree 2 (Padé's).
const NUMERATOR: [f64; 3] = [12.851_063_829_787_234, 12.340_425_531_914_894, 1.0];
const DENOMINATOR: [f64; 3] = [32.531_914_893_617_02, 14.340_425_531_914_894, 1.0];
