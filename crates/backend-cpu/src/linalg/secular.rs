//! The eigenvalues of a diagonal matrix plus a matrix of rank one: the roots of the secular equation
//! `1 / rho + sum(z[i]^2 / (d[i] - x)) = 0`, one between each two neighbours of `d`. For singular values the diagonal is
//! given by its square roots, of which the squares' differences are computed without cancellation.
//!
//! Each is found as its distance from the nearer neighbour, so that the differences to all `d` are exact to the last
//! digits, by the "middle way" of Li (LAPACK working note 89, 1993): the terms left and right of the root are each
//! replaced by a pole and a constant. Steps that leave the bracket become bisections.

use crate::simd::{self, Kernel};
use num_traits::Float;

/// Terms side by side.
const LANES: usize = 8;
/// More steps than bisection needs for the last digit of the smallest distance.
const STEPS: usize = 1200;

/// A diagonal plus `rho z z^T`.
pub struct Secular<'a, R, const SQUARED: bool> {
    /// The diagonal, ascending; with `SQUARED`, its square roots, none negative.
    pub d: &'a [R],
    /// The squares of `z`, all positive.
    pub z2: &'a [R],
    /// Positive.
    pub rho: R,
}

/// The difference of two elements of the diagonal.
#[inline(always)]
pub fn gap<R: Float, const SQUARED: bool>(a: R, b: R) -> R {
    if SQUARED { (a - b) * (a + b) } else { a - b }
}

/// The differences of a piece of the diagonal to a point, and the sum of the piece's terms there.
struct Terms<'a, R, const SQUARED: bool> {
    d: &'a [R],
    z2: &'a [R],
    /// The point: an element of the diagonal, and the distance from it.
    at: (R, R),
    delta: &'a mut [R],
}

impl<R: Float, const SQUARED: bool> Kernel for Terms<'_, R, SQUARED> {
    /// The sum and its derivative.
    type Output = (R, R);

    #[inline(always)]
    fn run<const FMA: bool>(self) -> (R, R) {
        let (origin, mu) = self.at;
        let zero = R::zero();
        let (mut sums, mut slopes) = ([zero; LANES], [zero; LANES]);
        let (d, d_tail) = self.d.as_chunks::<LANES>();
        let (z2, z2_tail) = self.z2.as_chunks::<LANES>();
        let (delta, delta_tail) = self.delta.as_chunks_mut::<LANES>();
        for ((d, z2), delta) in d.iter().zip(z2).zip(delta) {
            *delta = both(*d, *d, |d, _| gap::<R, SQUARED>(d, origin) - mu);
            let reciprocal = both(*delta, *delta, |delta, _| R::one() / delta);
            let term = both(*z2, reciprocal, |z2, reciprocal| z2 * reciprocal);
            sums = both(sums, term, |sum, term| sum + term);
            slopes = both(slopes, both(term, reciprocal, |term, r| term * r), |slope, term| slope + term);
        }
        // Stored once side by side: otherwise the compiler arranges the loop for the additions below.
        std::hint::black_box((&mut sums, &mut slopes));
        for ((&d, &z2), delta) in d_tail.iter().zip(z2_tail).zip(delta_tail) {
            *delta = gap::<R, SQUARED>(d, origin) - mu;
            let term = z2 / *delta;
            sums[0] = sums[0] + term;
            slopes[0] = slopes[0] + term / *delta;
        }
        let total = |lanes: [R; LANES]| lanes.into_iter().fold(zero, |a, b| a + b);
        (total(sums), total(slopes))
    }
}

/// A function of two vectors' elements. A loop of its own, which the compiler makes one instruction.
#[inline(always)]
fn both<R: Float>(mut a: [R; LANES], b: [R; LANES], f: impl Fn(R, R) -> R) -> [R; LANES] {
    for l in 0..LANES {
        a[l] = f(a[l], b[l]);
    }
    a
}

/// The equation at a point.
struct Value<R> {
    /// The left side.
    f: R,
    /// The derivatives of the terms up to the root's left neighbour, and of the others.
    slopes: (R, R),
    /// The size of what `f` is a sum of.
    size: R,
}

impl<R: Float, const SQUARED: bool> Secular<'_, R, SQUARED> {
    /// At `d[origin] + mu`, for the root after `d[j]`; `delta` becomes the differences of `d` to that point.
    fn value(&self, j: usize, origin: usize, mu: R, delta: &mut [R]) -> Value<R> {
        let at = (self.d[origin], mu);
        // The last root has no right neighbour: its left one stands for both.
        let split = (j + 1).min(self.d.len() - 1);
        let (left, right) = delta.split_at_mut(split);
        let (psi, psi_slope) =
            simd::dispatch(Terms::<R, SQUARED> { d: &self.d[..split], z2: &self.z2[..split], at, delta: left });
        let (phi, phi_slope) =
            simd::dispatch(Terms::<R, SQUARED> { d: &self.d[split..], z2: &self.z2[split..], at, delta: right });
        let constant = self.rho.recip();
        Value { f: constant + psi + phi, slopes: (psi_slope, phi_slope), size: constant + psi.abs() + phi.abs() }
    }

    /// The root after element `j` of the diagonal: the index of the nearer neighbour and the distance from it; `delta`
    /// becomes the differences of the diagonal to the root.
    pub fn root(&self, j: usize, delta: &mut [R]) -> (usize, R) {
        let (zero, one) = (R::zero(), R::one());
        let two = one + one;
        let n = self.d.len();
        let last = j + 1 == n;
        if n == 1 {
            let mu = self.rho * self.z2[0];
            delta[0] = -mu;
            return (0, mu);
        }
        // The poles that the interpolation keeps.
        let (p, q) = if last { (j - 1, j) } else { (j, j + 1) };
        let (origin, mut low, mut high);
        let mut mu;
        let mut value;
        if last {
            let reach = self.rho * self.z2.iter().fold(zero, |a, &b| a + b);
            (origin, low, high) = (j, zero, reach);
            mu = reach / two;
            value = self.value(j, origin, mu, delta);
        } else {
            let width = gap::<R, SQUARED>(self.d[j + 1], self.d[j]);
            mu = width / two;
            value = self.value(j, j, mu, delta);
            // The interpolation of the other terms by a constant starts near the root.
            let rest = value.f - self.z2[j] / delta[j] - self.z2[j + 1] / delta[j + 1];
            if value.f >= zero {
                (origin, low, high) = (j, zero, mu);
                let (a, b) = (rest * width + self.z2[j] + self.z2[j + 1], self.z2[j] * width);
                mu = first_root(rest, a, b);
            } else {
                (origin, low, high) = (j + 1, -mu, zero);
                let (a, b) = (self.z2[j] + self.z2[j + 1] - rest * width, -self.z2[j + 1] * width);
                mu = first_root(rest, a, b);
            }
            if !(low < mu && mu < high) {
                mu = (low + high) / two;
            }
            value = self.value(j, origin, mu, delta);
        }
        let epsilon = R::epsilon();
        for _ in 0..STEPS {
            let Value { f, slopes: (psi, phi), size } = value;
            if f.abs() <= epsilon * (size * two * two * two + mu.abs() * (psi + phi)) {
                break;
            }
            if f < zero {
                low = low.max(mu);
            } else {
                high = high.min(mu);
            }
            let (x, y) = (delta[p], delta[q]);
            let c = f - x * psi - y * phi;
            let a = (x + y) * f - x * y * (psi + phi);
            let b = x * y * f;
            let mut step = if last { -first_root(c, -a, b) } else { first_root(c, a, b) };
            let towards = f * step < zero;
            if !towards {
                step = -f / (psi + phi);
            }
            let mut next = mu + step;
            if !(low < next && next < high) {
                next = low + (high - low) / two;
            }
            if next == mu || next == low || next == high {
                break;
            }
            mu = next;
            value = self.value(j, origin, mu, delta);
        }
        (origin, mu)
    }
}

/// The root `(a - sqrt(a^2 - 4 b c)) / (2 c)` of `c x^2 - a x + b`, without cancellation.
fn first_root<R: Float>(c: R, a: R, b: R) -> R {
    let two = R::one() + R::one();
    let root = (a * a - two * two * b * c).abs().sqrt();
    if a <= R::zero() { (a - root) / (two * c) } else { two * b / (a + root) }
}
