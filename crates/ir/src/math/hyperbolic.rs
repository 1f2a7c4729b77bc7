//! `sinh`, `cosh`, `tanh` and their inverses.

use super::exp::{clamp_e, reduce};
use super::log::{log_sum, log1p_sum};
use super::real::{Mask, Real, div2, fast_two_sum, mul2, poly, residual, two_prod, two_sum};
use super::tables;

/// `(k, sinh, cosh)` with `sinh(x) = sinh 2^k / 2` and `cosh(x) = cosh 2^k / 2`, as sums, for `x >= 0`.
#[inline(always)]
fn sinh_cosh<T: Real, const FMA: bool>(x: T) -> (T::Bits, (T, T), (T, T)) {
    // e^x = 2^n (c + s) and e^-x = 2^-n (c - s) with c and s the cosh and sinh of the reduced argument.
    let (n, k, r, r_lo) = reduce::<T, FMA>(x);
    let z = r * r;
    let c = T::fma::<FMA>(z, poly::<T, FMA>(z, tables::COSH), r * r_lo);
    let s = fast_two_sum(r, T::fma::<FMA>(z * r, poly::<T, FMA>(z, tables::SINH), r_lo));
    // e^-x / e^x without its series; too small to matter where it is bounded.
    let most = T::pick(30.0, 60.0);
    let bounded = T::select(n.above(most), most, n);
    let q = (-(bounded + bounded)).exp2i();
    let (less, more) = (fast_two_sum(T::ONE, -q), fast_two_sum(T::ONE, q));
    let combine = |c_factor: (T, T), s_factor: (T, T)| {
        let (p, p_lo) = mul2::<T, FMA>(s_factor, s);
        let (hi, lo) = two_sum(c_factor.0, p);
        fast_two_sum(hi, lo + (p_lo + T::fma::<FMA>(c_factor.0, c, c_factor.1)))
    };
    (k, combine(less, more), combine(more, less))
}

/// The hyperbolic sine.
#[inline(always)]
pub fn sinh<T: Real, const FMA: bool>(x: T) -> T {
    let (k, (hi, lo), _) = sinh_cosh::<T, FMA>(clamp_e(x.abs()));
    ((hi + lo) * T::HALF).scale(k, x.abs().below(T::ONE)).copysign(x)
}

/// The hyperbolic cosine.
#[inline(always)]
pub fn cosh<T: Real, const FMA: bool>(x: T) -> T {
    let (k, _, (hi, lo)) = sinh_cosh::<T, FMA>(clamp_e(x.abs()));
    ((hi + lo) * T::HALF).scale(k, T::Mask::of(false))
}

/// The hyperbolic tangent.
#[inline(always)]
pub fn tanh<T: Real, const FMA: bool>(x: T) -> T {
    let (_, sinh, cosh) = sinh_cosh::<T, FMA>(clamp_e(x.abs()));
    let (hi, lo) = div2::<T, FMA>(sinh, cosh);
    (hi + lo).copysign(x)
}

/// The inverse of the hyperbolic sine.
#[inline(always)]
pub fn arcsinh<T: Real, const FMA: bool>(x: T) -> T {
    let a = x.abs();
    // Above this, sqrt(1 + x^2) = x.
    let large = a.above(T::pick(1e5, 1e10));
    let small = T::select(large, T::ONE, a);
    let square = small * small;
    let (z, z_lo) = fast_two_sum(small, square / (T::ONE + (T::ONE + square).sqrt()));
    let (sum, error) = two_sum(T::ONE, z);
    let sum = T::select(large, a, sum);
    let error = T::select(large, T::ZERO, error + z_lo);
    let (hi, lo) = log_sum::<T, FMA>(sum, (error, T::ZERO), T::select(large, T::ONE, T::ZERO));
    T::select(a.below(T::INFINITY), hi + lo, a).copysign(x)
}

/// The inverse of the hyperbolic cosine.
#[inline(always)]
pub fn arccosh<T: Real, const FMA: bool>(x: T) -> T {
    // Above this, sqrt(x^2 - 1) = x.
    let large = x.above(T::pick(1e5, 1e10));
    let t = T::select(large, T::ONE, x - T::ONE);
    let (factor, factor_lo) = fast_two_sum(T::TWO, t);
    let (square, square_lo) = two_prod::<T, FMA>(t, factor);
    let root = square.sqrt();
    let rest = residual::<T, FMA>(square, root, root) + T::fma::<FMA>(t, factor_lo, square_lo);
    let root_lo = T::select(t.above(T::ZERO), rest / (root + root), T::ZERO);
    let (z, z_lo) = two_sum(t, root);
    let (sum, error) = two_sum(T::ONE, z);
    let sum = T::select(large, x, sum);
    let error = T::select(large, T::ZERO, error + (z_lo + root_lo));
    let (hi, lo) = log_sum::<T, FMA>(sum, (error, T::ZERO), T::select(large, T::ONE, T::ZERO));
    let value = T::select(x.below(T::INFINITY), hi + lo, x);
    T::select(x.below(T::ONE), T::NAN, value)
}

/// The inverse of the hyperbolic tangent.
#[inline(always)]
pub fn arctanh<T: Real, const FMA: bool>(x: T) -> T {
    let a = x.abs();
    let (under, under_lo) = fast_two_sum(T::ONE, -a);
    let (z, z_lo) = div2::<T, FMA>((a + a, T::ZERO), (under, under_lo));
    let (hi, lo) = log1p_sum::<T, FMA>(z, z_lo);
    let value = T::HALF * (hi + lo);
    let edge = T::select(a.equals(T::ONE), T::INFINITY, T::NAN);
    T::select(a.below(T::ONE), value, edge).copysign(x)
}
