//! `sinh`, `cosh`, `tanh` and their inverses.

use super::exp::{clamp_e, reduce};
use super::log::{log_sum, log1p_sum};
use super::real::{Real, div2, fast_two_sum, mul2, poly, residual, two_prod, two_sum};
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
    let bounded = if n > T::pick(30.0, 60.0) { T::pick(30.0, 60.0) } else { n };
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
    ((hi + lo) * T::HALF).scale(k, x.abs() < T::ONE).copysign(x)
}

/// The hyperbolic cosine.
#[inline(always)]
pub fn cosh<T: Real, const FMA: bool>(x: T) -> T {
    let (k, _, (hi, lo)) = sinh_cosh::<T, FMA>(clamp_e(x.abs()));
    ((hi + lo) * T::HALF).scale(k, false)
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
    let large = a > T::pick(1e5, 1e10);
    let small = if large { T::ONE } else { a };
    let square = small * small;
    let (z, z_lo) = fast_two_sum(small, square / (T::ONE + (T::ONE + square).sqrt()));
    let (sum, error) = two_sum(T::ONE, z);
    let sum = if large { a } else { sum };
    let error = if large { T::ZERO } else { error + z_lo };
    let (hi, lo) = log_sum::<T, FMA>(sum, (error, T::ZERO), if large { T::ONE } else { T::ZERO });
    (if a < T::INFINITY { hi + lo } else { a }).copysign(x)
}

/// The inverse of the hyperbolic cosine.
#[inline(always)]
pub fn arccosh<T: Real, const FMA: bool>(x: T) -> T {
    // Above this, sqrt(x^2 - 1) = x.
    let large = x > T::pick(1e5, 1e10);
    let t = if large { T::ONE } else { x - T::ONE };
    let (factor, factor_lo) = fast_two_sum(T::TWO, t);
    let (square, square_lo) = two_prod::<T, FMA>(t, factor);
    let root = square.sqrt();
    let rest = residual::<T, FMA>(square, root, root) + T::fma::<FMA>(t, factor_lo, square_lo);
    let root_lo = if t > T::ZERO { rest / (root + root) } else { T::ZERO };
    let (z, z_lo) = two_sum(t, root);
    let (sum, error) = two_sum(T::ONE, z);
    let sum = if large { x } else { sum };
    let error = if large { T::ZERO } else { error + (z_lo + root_lo) };
    let (hi, lo) = log_sum::<T, FMA>(sum, (error, T::ZERO), if large { T::ONE } else { T::ZERO });
    let value = if x < T::INFINITY { hi + lo } else { x };
    if x < T::ONE { T::NAN } else { value }
}

/// The inverse of the hyperbolic tangent.
#[inline(always)]
pub fn arctanh<T: Real, const FMA: bool>(x: T) -> T {
    let a = x.abs();
    let (under, under_lo) = fast_two_sum(T::ONE, -a);
    let (z, z_lo) = div2::<T, FMA>((a + a, T::ZERO), (under, under_lo));
    let (hi, lo) = log1p_sum::<T, FMA>(z, z_lo);
    let value = T::HALF * (hi + lo);
    let edge = if a == T::ONE { T::INFINITY } else { T::NAN };
    (if a < T::ONE { value } else { edge }).copysign(x)
}
