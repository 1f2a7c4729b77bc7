//! Singular values of real upper bidiagonal matrices by the implicit QR algorithm (Golub and Reinsch 1970), with the shifts
//! of LAPACK's `bdsqr`.

use crate::linalg::SolverError;
use crate::linalg::merge::Real;
use num_traits::Float;

/// More steps for each value than any matrix needs.
const STEPS: usize = 60;

/// The singular values, in no order, replace the diagonal `d`; `e` is the superdiagonal, and is overwritten.
pub fn implicit_qr<R: Real>(d: &mut [R], e: &mut [R]) -> Result<(), SolverError> {
    let n = d.len();
    let epsilon = <R as Float>::epsilon();
    let size = d.iter().chain(&*e).fold(R::zero(), |most, &x| Float::max(most, Float::abs(x)));
    let mut steps = STEPS.saturating_mul(n);
    let mut high = n.saturating_sub(1);
    while high > 0 {
        let apart = |i: usize| {
            Float::abs(e[i]) <= epsilon * (Float::abs(d[i]) + Float::abs(d[i + 1]))
                || Float::abs(e[i]) <= R::min_positive_value()
        };
        let Some(low) = (0..high).rev().find(|&i| apart(i)).map_or(Some(0), |i| (i + 1 < high).then_some(i + 1)) else {
            e[high - 1] = R::zero();
            high -= 1;
            continue;
        };
        if low > 0 {
            e[low - 1] = R::zero();
        }
        steps = steps.checked_sub(1).ok_or(SolverError::NoConvergence)?;
        match (low..=high).find(|&i| Float::abs(d[i]) <= epsilon * size) {
            Some(i) => cut(d, e, i, low, high),
            None => step(d, e, low, high),
        }
    }
    d.iter_mut().for_each(|d| *d = Float::abs(*d));
    Ok(())
}

/// Rotates what stands beside a negligible element of the diagonal out of the matrix.
fn cut<R: Real>(d: &mut [R], e: &mut [R], i: usize, low: usize, high: usize) {
    d[i] = R::zero();
    if i < high {
        let mut f = std::mem::replace(&mut e[i], R::zero());
        for j in i + 1..=high {
            let (c, s, length) = rotation(d[j], f);
            d[j] = length;
            if j < high {
                f = -s * e[j];
                e[j] *= c;
            }
        }
    }
    if i > low {
        let mut f = std::mem::replace(&mut e[i - 1], R::zero());
        for j in (low..i).rev() {
            let (c, s, length) = rotation(d[j], f);
            d[j] = length;
            if j > low {
                f = -s * e[j - 1];
                e[j - 1] *= c;
            }
        }
    }
}

/// Cosine and sine of the rotation of `(x, y)` to `(length, 0)`.
fn rotation<R: Real>(x: R, y: R) -> (R, R, R) {
    let length = Float::hypot(x, y);
    if length == R::zero() { (R::one(), R::zero(), length) } else { (x / length, y / length, length) }
}

/// A step of the algorithm from `low` to `high`.
fn step<R: Real>(d: &mut [R], e: &mut [R], low: usize, high: usize) {
    let mut shift = least(d[high - 1], e[high - 1], d[high]);
    let ratio = shift / Float::abs(d[low]);
    if ratio * ratio < <R as Float>::epsilon() {
        shift = R::zero();
    }
    let mut f = (Float::abs(d[low]) - shift) * (Float::copysign(R::one(), d[low]) + shift / d[low]);
    let mut g = e[low];
    for i in low..high {
        let (c, s, length) = rotation(f, g);
        if i > low {
            e[i - 1] = length;
        }
        f = c * d[i] + s * e[i];
        e[i] = c * e[i] - s * d[i];
        g = s * d[i + 1];
        d[i + 1] *= c;
        let (c, s, length) = rotation(f, g);
        d[i] = length;
        f = c * e[i] + s * d[i + 1];
        d[i + 1] = c * d[i + 1] - s * e[i];
        if i + 1 < high {
            g = s * e[i + 1];
            e[i + 1] *= c;
        }
    }
    e[high - 1] = f;
}

/// The lesser singular value of the upper triangular matrix `[f g; 0 h]`: LAPACK's `las2`.
fn least<R: Real>(f: R, g: R, h: R) -> R {
    let (f, g, h) = (Float::abs(f), Float::abs(g), Float::abs(h));
    let (small, large) = (Float::min(f, h), Float::max(f, h));
    if small == R::zero() {
        return small;
    }
    let one = R::one();
    let (sum, difference) = (one + small / large, (large - small) / large);
    if g < large {
        let square = (g / large) * (g / large);
        let root = |x: R| Float::sqrt(x * x + square);
        return small * ((one + one) / (root(sum) + root(difference)));
    }
    let ratio = large / g;
    let root = |x: R| Float::sqrt(one + x * ratio * (x * ratio));
    (one + one) * small * (ratio / (root(sum) + root(difference)))
}
