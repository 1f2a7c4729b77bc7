//! What the routines need of element types.

use crate::linalg::lanes::{self, Stacked};
use crate::linalg::product::Factor;
use crate::linalg::{MatMut, MatRef, SolverError, Workspace, float, ring};
use crate::simd::{Cold, Compiled, Hot, LINE, Warm};
use half::{bf16, f16};
use num_complex::{Complex, ComplexFloat};
use num_traits::{Float, NumAssign};

/// An element type of products: a ring, in which integers wrap (signed ones are taken as unsigned), and `bool` has "or" for plus and
/// "and" for times, as in NumPy.
pub trait Scalar: Copy + PartialEq + Send + Sync + 'static {
    /// What sums are kept in: `f32` for the half precisions, else the type itself.
    type Acc: Scalar;
    /// For which instruction sets loops are compiled.
    type Isa: Compiled;
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The sum.
    fn plus(self, other: Self) -> Self;
    /// The product.
    fn times(self, other: Self) -> Self;
    /// `self * other + sum`, in one instruction if `FMA` says that there is one.
    fn fma<const FMA: bool>(self, other: Self, sum: Self) -> Self;
    /// The complex conjugate.
    fn conjugate(self) -> Self;
    /// To the type of sums.
    fn widen(self) -> Self::Acc;
    /// From the type of sums.
    fn narrow(sum: Self::Acc) -> Self;
    /// `c = alpha a b + beta c`, where shapes fit, nothing is empty, and `alpha` is not zero.
    #[doc(hidden)]
    fn product(
        alpha: Self,
        a: MatRef<'_, Self>,
        b: MatRef<'_, Self>,
        beta: Self,
        c: MatMut<'_, Self>,
        ws: Workspace<'_>,
    ) -> Result<(), SolverError>;
}

/// An element type of solvers: `f32`, `f64` and complex numbers of them.
pub trait Field: Scalar<Acc = Self> + Factor + ComplexFloat<Real = Self::R> + NumAssign {
    /// The type of absolute values.
    type R: Field<R = Self::R> + Float;
    /// Whether there are no imaginary parts.
    const IS_REAL: bool;
    /// A real number as this type.
    fn from_real(x: Self::R) -> Self;
    /// The product with a real number.
    fn scale(self, factor: Self::R) -> Self;
    /// The quotient by a real number.
    fn over(self, divisor: Self::R) -> Self;
    /// The reciprocal, without overflow of squares.
    fn reciprocal(self) -> Self;
    /// A number of these parts; a real one has no imaginary part.
    fn from_parts(re: Self::R, im: Self::R) -> Self;
    /// The parts of all numbers, side by side.
    fn parts(x: &[Self]) -> &[Self::R];
    /// The parts of all numbers, to write.
    fn parts_mut(x: &mut [Self]) -> &mut [Self::R];
    /// How many small matrices are worked on together; `None` if each by itself.
    const LANES: Option<usize> = None;
    /// Works on one group of them.
    #[doc(hidden)]
    fn in_lanes(stacked: &Stacked<'_, Self>, group: usize, ws: Workspace<'_>) -> Result<(), SolverError> {
        (stacked.one)(group, ws)
    }
    /// The larger of the parts' absolute values.
    fn largest_part(self) -> Self::R {
        Float::max(Float::abs(self.re()), Float::abs(self.im()))
    }
}

/// The items that are the same for types that are their own sums.
macro_rules! own_sums {
    ($product:path) => {
        type Acc = Self;
        #[inline(always)]
        fn widen(self) -> Self {
            self
        }
        #[inline(always)]
        fn narrow(sum: Self) -> Self {
            sum
        }
        fn product(
            alpha: Self,
            a: MatRef<'_, Self>,
            b: MatRef<'_, Self>,
            beta: Self,
            c: MatMut<'_, Self>,
            ws: Workspace<'_>,
        ) -> Result<(), SolverError> {
            $product(alpha, a, b, beta, c, ws)
        }
    };
}

macro_rules! integer {
    ($($t:ident)*) => {$(
        impl Scalar for $t {
            type Isa = Warm;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            own_sums!(ring::product);
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[inline(always)]
            fn fma<const FMA: bool>(self, other: Self, sum: Self) -> Self {
                self.wrapping_mul(other).wrapping_add(sum)
            }
            #[inline(always)]
            fn conjugate(self) -> Self {
                self
            }
        }
    )*};
}
integer!(u8 u16 u32 u64);

impl Scalar for bool {
    type Isa = Cold;
    const ZERO: Self = false;
    const ONE: Self = true;
    own_sums!(ring::product);
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self | other
    }
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self & other
    }
    #[inline(always)]
    fn fma<const FMA: bool>(self, other: Self, sum: Self) -> Self {
        self & other | sum
    }
    #[inline(always)]
    fn conjugate(self) -> Self {
        self
    }
}

macro_rules! real {
    ($($t:ident)*) => {$(
        impl Scalar for $t {
            type Isa = Hot;
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            own_sums!(float::product);
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self * other
            }
            #[inline(always)]
            fn fma<const FMA: bool>(self, other: Self, sum: Self) -> Self {
                if FMA { self.mul_add(other, sum) } else { self * other + sum }
            }
            #[inline(always)]
            fn conjugate(self) -> Self {
                self
            }
        }

        impl Field for $t {
            type R = $t;
            const IS_REAL: bool = true;
            #[inline(always)]
            fn from_real(x: $t) -> Self {
                x
            }
            #[inline(always)]
            fn scale(self, factor: $t) -> Self {
                self * factor
            }
            #[inline(always)]
            fn over(self, divisor: $t) -> Self {
                self / divisor
            }
            #[inline(always)]
            fn reciprocal(self) -> Self {
                1.0 / self
            }
            #[inline(always)]
            fn from_parts(re: $t, _: $t) -> Self {
                re
            }
            #[inline(always)]
            fn parts(x: &[Self]) -> &[$t] {
                x
            }
            #[inline(always)]
            fn parts_mut(x: &mut [Self]) -> &mut [$t] {
                x
            }
            const LANES: Option<usize> = Some(LINE / size_of::<$t>());
            fn in_lanes(stacked: &Stacked<'_, Self>, group: usize, ws: Workspace<'_>) -> Result<(), SolverError> {
                lanes::run::<$t, { LINE / size_of::<$t>() }>(stacked, group, ws)
            }
        }

        impl Scalar for Complex<$t> {
            type Isa = Warm;
            const ZERO: Self = Complex::new(0.0, 0.0);
            const ONE: Self = Complex::new(1.0, 0.0);
            own_sums!(float::product);
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self * other
            }
            #[inline(always)]
            fn fma<const FMA: bool>(self, other: Self, sum: Self) -> Self {
                let re = self.re.fma::<FMA>(other.re, (-self.im).fma::<FMA>(other.im, sum.re));
                let im = self.re.fma::<FMA>(other.im, self.im.fma::<FMA>(other.re, sum.im));
                Complex::new(re, im)
            }
            #[inline(always)]
            fn conjugate(self) -> Self {
                self.conj()
            }
        }

        impl Field for Complex<$t> {
            type R = $t;
            const IS_REAL: bool = false;
            #[inline(always)]
            fn from_real(x: $t) -> Self {
                Complex::new(x, 0.0)
            }
            #[inline(always)]
            fn scale(self, factor: $t) -> Self {
                Complex::new(self.re * factor, self.im * factor)
            }
            #[inline(always)]
            fn over(self, divisor: $t) -> Self {
                Complex::new(self.re / divisor, self.im / divisor)
            }
            #[inline(always)]
            fn reciprocal(self) -> Self {
                // Smith's method.
                if self.re.abs() >= self.im.abs() {
                    let ratio = self.im / self.re;
                    let divisor = self.re + self.im * ratio;
                    Complex::new(1.0 / divisor, -ratio / divisor)
                } else {
                    let ratio = self.re / self.im;
                    let divisor = self.re * ratio + self.im;
                    Complex::new(ratio / divisor, -1.0 / divisor)
                }
            }
            #[inline(always)]
            fn from_parts(re: $t, im: $t) -> Self {
                Complex::new(re, im)
            }
            #[inline(always)]
            fn parts(x: &[Self]) -> &[$t] {
                // SAFETY: a complex number is laid out as an array of its two parts.
                unsafe { std::slice::from_raw_parts(x.as_ptr().cast(), 2 * x.len()) }
            }
            #[inline(always)]
            fn parts_mut(x: &mut [Self]) -> &mut [$t] {
                // SAFETY: as for `parts`, and the borrow is exclusive.
                unsafe { std::slice::from_raw_parts_mut(x.as_mut_ptr().cast(), 2 * x.len()) }
            }
        }
    )*};
}
real!(f32 f64);

/// `f16` to `f32` by arithmetic on the bits, which loops can do in vectors, unlike the library's call.
#[inline(always)]
fn widen_f16(x: f16) -> f32 {
    let bits = u32::from(x.to_bits());
    // The exponent and fraction in place, with the exponent's bias 112 too small.
    let magnitude = f32::from_bits((bits & 0x7fff) << 13) * f32::from_bits(0x7780_0000);
    let special = if bits & 0x7c00 == 0x7c00 { 0x7f80_0000 } else { 0 };
    f32::from_bits(magnitude.to_bits() | special | (bits & 0x8000) << 16)
}

macro_rules! half {
    ($($t:ident, $widen:expr;)*) => {$(
        impl Scalar for $t {
            type Acc = f32;
            type Isa = Warm;
            const ZERO: Self = $t::ZERO;
            const ONE: Self = $t::ONE;
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self * other
            }
            #[inline(always)]
            fn fma<const FMA: bool>(self, other: Self, sum: Self) -> Self {
                Self::narrow(self.widen().fma::<FMA>(other.widen(), sum.widen()))
            }
            #[inline(always)]
            fn conjugate(self) -> Self {
                self
            }
            #[inline(always)]
            fn widen(self) -> f32 {
                $widen(self)
            }
            #[inline(always)]
            fn narrow(sum: f32) -> Self {
                $t::from_f32(sum)
            }
            fn product(
                alpha: Self,
                a: MatRef<'_, Self>,
                b: MatRef<'_, Self>,
                beta: Self,
                c: MatMut<'_, Self>,
                ws: Workspace<'_>,
            ) -> Result<(), SolverError> {
                float::widened_product(alpha, a, b, beta, c, ws)
            }
        }
    )*};
}
half! {
    f16, widen_f16;
    bf16, |x: bf16| f32::from_bits(u32::from(x.to_bits()) << 16);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_widens_to_its_value() {
        for bits in 0..=u16::MAX {
            let (x, y) = (f16::from_bits(bits), bf16::from_bits(bits));
            let (wide, exact) = (x.widen(), x.to_f32());
            assert!(wide.to_bits() == exact.to_bits() || wide.is_nan() && exact.is_nan(), "{bits:x}");
            let (wide, exact) = (y.widen(), y.to_f32());
            assert!(wide.to_bits() == exact.to_bits() || wide.is_nan() && exact.is_nan(), "{bits:x}");
        }
    }

    #[test]
    fn reciprocals_do_not_overflow() {
        let one = Complex::new(3.0, 4.0).reciprocal();
        assert!((one - Complex::new(0.12, -0.16)).norm() < 1e-16);
        for size in [1e300, 1e-300] {
            let x = Complex::new(size, -size);
            assert!((x.reciprocal() * x - 1.0).norm() < 1e-15);
        }
    }

    #[test]
    fn complex_fma_is_the_product_and_sum() {
        let (a, b, c) = (Complex::new(1.0, 2.0), Complex::new(-3.0, 0.5), Complex::new(7.0, -1.0));
        assert_eq!(a.fma::<true>(b, c), a * b + c);
        assert_eq!(a.fma::<false>(b, c), a * b + c);
    }
}
