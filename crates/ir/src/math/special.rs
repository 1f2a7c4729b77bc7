//! `i0`.

use super::exp::exp_parts;
use super::real::{Mask, Real, div2, mul2, poly, residual, two_prod, two_sum};
use super::tables;

/// The modified Bessel function of the first kind and order 0.
#[inline(always)]
pub fn i0<T: Real, const FMA: bool>(x: T) -> T {
    let a = x.abs();
    // Above this the result overflows, but e^x alone would do so earlier.
    let limit = T::pick(93.0, 715.0);
    let a = T::select(a.above(limit), limit, a);
    let large = a.above(T::pick(8.0, 8.0));

    // 1 + u P(u) with u = a^2. Half of the terms are of the result's size, and so would be their roundings: hence sums.
    let u = two_prod::<T, FMA>(a, a);
    let c = |k| T::term(tables::I0_SMALL, k);
    let n = T::terms(tables::I0_SMALL);
    let mut sum = (c(n - 1), T::ZERO);
    let step = |sum, c| {
        let product = mul2::<T, FMA>(sum, u);
        let (hi, lo) = two_sum(c, product.0);
        (hi, lo + product.1)
    };
    for k in (0..n - 1).rev() {
        sum = step(sum, c(k));
    }
    sum = step(sum, T::ONE);
    let small = sum.0 + sum.1;

    let far = T::select(large, a, limit);
    let v = T::pick(16.0, 16.0) / far - T::ONE;
    let root = far.sqrt();
    let root_lo = residual::<T, FMA>(far, root, root) / (root + root);
    let scaled = div2::<T, FMA>((poly::<T, FMA>(v, tables::I0_LARGE), T::ZERO), (root, root_lo));
    let (power, k) = exp_parts::<T, FMA>(far, T::ZERO);
    let (hi, lo) = mul2::<T, FMA>(power, scaled);
    let value = (hi + lo).scale(k, T::Mask::of(false));
    T::select(large, value, small)
}
