//! Comparisons. Complex numbers compare by real part, then by imaginary part.

use super::maps::{TileFn, map2};
use super::real::Real;
use num_complex::Complex;
use xparray_ir::ir::BinaryOp;

/// The comparison of values with an order of their own.
pub fn ordered<T: Copy + PartialOrd>(op: BinaryOp) -> Option<TileFn> {
    use BinaryOp::*;
    Some(match op {
        Eq => map2(|x: T, y: T| x == y),
        Ne => map2(|x: T, y: T| x != y),
        Lt => map2(|x: T, y: T| x < y),
        Le => map2(|x: T, y: T| x <= y),
        Gt => map2(|x: T, y: T| x > y),
        Ge => map2(|x: T, y: T| x >= y),
        _ => return None,
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
        Eq => map2(|x: C<T>, y: C<T>| x.re == y.re && x.im == y.im),
        Ne => map2(|x: C<T>, y: C<T>| x.re != y.re || x.im != y.im),
        Lt => map2(less::<T, false>),
        Le => map2(less::<T, true>),
        Gt => map2(|x: C<T>, y: C<T>| less::<T, false>(y, x)),
        Ge => map2(|x: C<T>, y: C<T>| less::<T, true>(y, x)),
        _ => return None,
    })
}
