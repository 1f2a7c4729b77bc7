//! What Jacobi's methods for eigenvalues and for singular values share.

use super::{Lane, Lanes, Real, SMALL};
use crate::linalg::Scalar;
use num_traits::Float;

/// Sweeps over all pairs after which the general routine takes over; six to ten are usual.
pub(super) const SWEEPS: usize = 24;

/// The cosine, sine and tangent of the rotation that makes `x` zero in `[[p, x], [x, q]]`; of no rotation where `x` does not
/// count.
#[inline(always)]
pub(super) fn rotation<T: Real, const FMA: bool, const L: usize>(
    p: &Lanes<T, L>,
    q: &Lanes<T, L>,
    x: &Lanes<T, L>,
    counts: &Lanes<T, L>,
) -> [Lanes<T, L>; 3] {
    let (mut cosine, mut sine, mut tangent) = ([T::ONE; L], [T::ZERO; L], [T::ZERO; L]);
    for l in 0..L {
        // Infinite where the angle is negligible.
        let cotangent = (q[l] - p[l]) / (x[l] + x[l]);
        let root = Float::sqrt(Scalar::fma::<FMA>(cotangent, cotangent, T::ONE));
        let below = if cotangent < T::ZERO { cotangent - root } else { cotangent + root };
        let rotates = (counts[l] > T::ZERO) & (x[l] != T::ZERO);
        tangent[l] = if rotates { T::ONE / below } else { T::ZERO };
        cosine[l] = T::ONE / Float::sqrt(Scalar::fma::<FMA>(tangent[l], tangent[l], T::ONE));
        sine[l] = tangent[l] * cosine[l];
    }
    [cosine, sine, tangent]
}

/// `(x, y)` becomes `(c x - s y, s x + c y)`.
#[inline(always)]
pub(super) fn rotate<T: Real, const FMA: bool, const L: usize>(
    x: &mut Lanes<T, L>,
    y: &mut Lanes<T, L>,
    [c, s, _]: &[Lanes<T, L>; 3],
) {
    for l in 0..L {
        let (a, b) = (x[l], y[l]);
        x[l] = Scalar::fma::<FMA>(-s[l], b, c[l] * a);
        y[l] = Scalar::fma::<FMA>(s[l], a, c[l] * b);
    }
}

/// Two rows, the first above the second.
#[inline(always)]
pub(super) fn two<V>(a: &mut [V], row: usize, p: usize, q: usize, n: usize) -> (&mut [V], &mut [V]) {
    let (above, below) = a.split_at_mut(q * row);
    (&mut above[p * row..][..n], &mut below[..n])
}

/// The lanes that have not converged are for the general routine.
#[inline(always)]
pub(super) fn outcome<T: Real, const L: usize>(active: &Lanes<T, L>) -> [Lane; L] {
    let mut lanes = [Lane::Done; L];
    for l in 0..L {
        if active[l] > T::ZERO {
            lanes[l] = Lane::General;
        }
    }
    lanes
}

/// The order of a lane's first `n` values: ascending, or descending.
pub(super) fn order<T: Real, const L: usize>(
    values: &[Lanes<T, L>],
    n: usize,
    l: usize,
    descending: bool,
) -> [u8; SMALL] {
    let mut order = [0; SMALL];
    order.iter_mut().zip(0..).for_each(|(place, k)| *place = k);
    let value = |k: &u8| values[usize::from(*k)][l];
    order[..n].sort_by(|a, b| {
        let ascending = value(a).partial_cmp(&value(b)).unwrap_or(std::cmp::Ordering::Equal);
        if descending { ascending.reverse() } else { ascending }
    });
    order
}
