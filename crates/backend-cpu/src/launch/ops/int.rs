//! Integer arithmetic as NumPy does it: wrapping, and 0 for a division by zero.

use super::boolean::always;
use super::compare::ordered;
use super::maps::{TileFn, map1, map2};
use crate::simd::{Cold, Compiled, Hot, Warm};
use num_traits::{CheckedRem, PrimInt, WrappingAdd, WrappingMul, WrappingSub};
use xparray_ir::ir::{BinaryOp, UnaryOp};

/// The integer types.
pub trait Int: PrimInt + CheckedRem + WrappingAdd + WrappingSub + WrappingMul + 'static {
    /// How often loops of plain arithmetic are compiled.
    type Loops: Compiled + Default;
    /// 0 for shifts by the width or more, or by less than none.
    fn shift_left(self, by: Self) -> Self;
    /// 0, or -1 for negative numbers, for shifts by the width or more, or by less than none.
    fn shift_right(self, by: Self) -> Self;
}

macro_rules! int {
    ($($T:ident $Loops:ident $beyond:expr;)*) => {$(
        impl Int for $T {
            type Loops = $Loops;

            #[inline(always)]
            fn shift_left(self, by: Self) -> Self {
                if (by as u64) < $T::BITS as u64 { self.wrapping_shl(by as u32) } else { 0 }
            }

            #[inline(always)]
            fn shift_right(self, by: Self) -> Self {
                let beyond: fn($T) -> $T = $beyond;
                if (by as u64) < $T::BITS as u64 { self.wrapping_shr(by as u32) } else { beyond(self) }
            }
        }
    )*};
}
int! {
    i8 Cold |x| x >> 7;
    i16 Cold |x| x >> 15;
    i32 Hot |x| x >> 31;
    i64 Hot |x| x >> 63;
    u8 Cold |_| 0;
    u16 Cold |_| 0;
    u32 Hot |_| 0;
    u64 Hot |_| 0;
}

#[inline(always)]
fn negative<T: Int>(x: T) -> bool {
    x < T::zero()
}

#[inline(always)]
fn negate<T: Int>(x: T) -> T {
    T::zero().wrapping_sub(&x)
}

#[inline(always)]
fn magnitude<T: Int>(x: T) -> T {
    if negative(x) { negate(x) } else { x }
}

#[inline(always)]
fn sign<T: Int>(x: T) -> T {
    if x > T::zero() {
        T::one()
    } else if negative(x) {
        negate(T::one())
    } else {
        x
    }
}

/// Rounded towards zero; the one quotient that does not fit wraps.
#[inline(always)]
fn quotient<T: Int>(x: T, y: T) -> T {
    match x.checked_div(&y) {
        Some(q) => q,
        None if y.is_zero() => y,
        None => x,
    }
}

/// The remainder with the dividend's sign.
#[inline(always)]
fn remainder<T: Int>(x: T, y: T) -> T {
    x.checked_rem(&y).unwrap_or(T::zero())
}

#[inline(always)]
fn floor_divide<T: Int>(x: T, y: T) -> T {
    let q = quotient(x, y);
    let exact = q.wrapping_mul(&y) == x || y.is_zero();
    if !exact && negative(x) != negative(y) { q.wrapping_sub(&T::one()) } else { q }
}

#[inline(always)]
fn modulo<T: Int>(x: T, y: T) -> T {
    let r = remainder(x, y);
    if !r.is_zero() && negative(r) != negative(y) { r.wrapping_add(&y) } else { r }
}

/// A negative exponent rounds the power towards zero.
fn power<T: Int>(mut x: T, mut n: T) -> T {
    if negative(n) {
        let odd = n & T::one();
        return match x {
            x if x == T::one() => x,
            x if x == negate(T::one()) => {
                if odd.is_zero() {
                    T::one()
                } else {
                    x
                }
            }
            _ => T::zero(),
        };
    }
    let mut y = T::one();
    while !n.is_zero() {
        if !(n & T::one()).is_zero() {
            y = y.wrapping_mul(&x);
        }
        x = x.wrapping_mul(&x);
        n = n >> 1;
    }
    y
}

fn gcd<T: Int>(x: T, y: T) -> T {
    let (mut x, mut y) = (magnitude(x), magnitude(y));
    while !y.is_zero() {
        (x, y) = (y, remainder(x, y));
    }
    magnitude(x)
}

fn lcm<T: Int>(x: T, y: T) -> T {
    let g = gcd(x, y);
    quotient(magnitude(x), g).wrapping_mul(&magnitude(y))
}

/// The loop of a unary operation on integers, if it is one that gives signed and unsigned ones the same bits.
pub fn bits1<U: Int>(op: UnaryOp) -> Option<TileFn> {
    use UnaryOp::*;
    let loops = U::Loops::default();
    Some(match op {
        Neg => map1(loops, negate::<U>),
        Square => map1(loops, |x: U| x.wrapping_mul(&x)),
        Not => map1(loops, |x: U| !x),
        Imag => map1(Cold, |_: U| U::zero()),
        IsNan | IsInf => always(false),
        IsFinite => always(true),
        _ => return None,
    })
}

/// The loop of another unary operation on integers, if it is one.
pub fn unary<T: Int>(op: UnaryOp) -> Option<TileFn> {
    use UnaryOp::*;
    let loops = T::Loops::default();
    Some(match op {
        Abs => map1(loops, magnitude::<T>),
        Sign => map1(loops, sign::<T>),
        Reciprocal => map1(Cold, |x: T| quotient(T::one(), x)),
        BitCount => map1(Warm, |x: T| magnitude(x).count_ones() as u8),
        _ => return None,
    })
}

/// The loop of a binary operation on integers, if it is one that gives signed and unsigned ones the same bits.
pub fn bits2<U: Int>(op: BinaryOp) -> Option<TileFn> {
    use BinaryOp::*;
    let loops = U::Loops::default();
    Some(match op {
        Add => map2(loops, |x: U, y: U| x.wrapping_add(&y)),
        Sub => map2(loops, |x: U, y: U| x.wrapping_sub(&y)),
        Mul => map2(loops, |x: U, y: U| x.wrapping_mul(&y)),
        And => map2(loops, |x: U, y: U| x & y),
        Or => map2(loops, |x: U, y: U| x | y),
        Xor => map2(loops, |x: U, y: U| x ^ y),
        Shl => map2(Warm, |x: U, y: U| x.shift_left(y)),
        Eq => map2(loops, |x: U, y: U| x == y),
        Ne => map2(loops, |x: U, y: U| x != y),
        _ => return None,
    })
}

/// The loop of a comparison of order, if it is one.
pub fn comparison<T: Int>(op: BinaryOp) -> Option<TileFn> {
    ordered::<T, _>(T::Loops::default(), op)
}

/// The loop of another binary operation on integers, if it is one.
pub fn binary<T: Int>(op: BinaryOp) -> Option<TileFn> {
    use BinaryOp::*;
    let loops = T::Loops::default();
    Some(match op {
        FloorDiv => map2(Cold, floor_divide::<T>),
        Mod => map2(Cold, modulo::<T>),
        Fmod => map2(Cold, remainder::<T>),
        Pow => map2(Cold, power::<T>),
        Min | Fmin => map2(loops, |x: T, y: T| if x < y { x } else { y }),
        Max | Fmax => map2(loops, |x: T, y: T| if x > y { x } else { y }),
        Gcd => map2(Cold, gcd::<T>),
        Lcm => map2(Cold, lcm::<T>),
        Shr => map2(Warm, |x: T, y: T| x.shift_right(y)),
        _ => return comparison::<T>(op),
    })
}
