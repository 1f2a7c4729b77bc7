//! Comparisons. Complex numbers compare by real part, then by imaginary part.

use super::maps::{TileFn, map2, swapped2};
use super::real::Real;
use crate::simd::{Cold, Compiled, Hot, Warm};
use num_complex::Complex;
use xparray_ir::ir::BinaryOp;

/// The comparison of order of values that have one of their own.
pub fn ordered<T: Copy + PartialOrd, C: Compiled>(loops: C, op: BinaryOp) -> Option<TileFn> {
    use BinaryOp::*;
    let (less, less_equal) = (|x: T, y: T| x < y, |x: T, y: T| x <= y);
    Some(match op {
        Lt => map2(loops, less),
        Le => map2(loops, less_equal),
        Gt => swapped2(loops, less),
        Ge => swapped2(loops, less_equal),
        _ => return None,
    })
}

/// The comparison of real numbers.
pub fn real<T: Real>(op: BinaryOp) -> Option<TileFn> {
    use BinaryOp::*;
    Some(match op {
        Eq => map2(Hot, |x: T, y: T| x == y),
        Ne => map2(Hot, |x: T, y: T| x != y),
        _ => return ordered::<T, _>(Hot, op),
    })
}

/// Whether `x < y`; with `OR_EQUAL`, whether `x <= y`. Never if any part is NaN.
#[inline(always)]
pub fn less<T: Real, const OR_EQUAL: bool>(x: Complex<T>, y: Complex<T>) -> bool {
    let tail = if OR_EQUAL { x.im <= y.im } else { x.im < y.im };
    (x.re < y.re && !x.im.is_nan() && !y.im.is_nan()) || (x.re == y.re && tail)
}

/// The comparison of complex numbers.
pub fn complex<T: Real>(op: BinaryOp) -> Option<TileFn> {
    use BinaryOp::*;
    type C<T> = Complex<T>;
    Some(match op {
        Eq => map2(Warm, |x: C<T>, y: C<T>| x.re == y.re && x.im == y.im),
        Ne => map2(Warm, |x: C<T>, y: C<T>| x.re != y.re || x.im != y.im),
        Lt => map2(Cold, less::<T, false>),
        Le => map2(Cold, less::<T, true>),
        Gt => swapped2(Cold, less::<T, false>),
        Ge => swapped2(Cold, less::<T, true>),
        _ => return None,
    })
}
