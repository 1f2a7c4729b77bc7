//! What an entry of a matrix on the host is.

use super::Matrix;
use crate::backend::{HostBlas, HostMatrix, HostRows};
use crate::element::Element;
use crate::error::Result;
use num_complex::Complex;
use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// A complex number in double precision.
pub type C = Complex<f64>;

/// An entry: `f64` or `Complex<f64>`.
pub trait Entry:
    Element
    + bytemuck::Pod
    + Copy
    + Debug
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Mul<f64, Output = Self>
    + Div<f64, Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    /// A real number.
    fn real(x: f64) -> Self;

    /// The real part.
    fn re(self) -> f64;

    /// The imaginary part.
    fn im(self) -> f64;

    /// The conjugate.
    fn conj(self) -> Self;

    /// The magnitude, without overflow.
    fn size(self) -> f64;

    /// The quotient, without overflow of what is between.
    fn over(self, other: Self) -> Self;

    /// The sum of the magnitudes of the parts, which costs no root.
    #[inline]
    fn l1(self) -> f64 {
        self.re().abs() + self.im().abs()
    }

    /// As a complex number.
    #[inline]
    fn complex(self) -> C {
        C::new(self.re(), self.im())
    }

    /// `self * other + sum`, by fused instructions if `FMA` says that there are any.
    fn fma<const FMA: bool>(self, other: Self, sum: Self) -> Self;

    /// `c = alpha a b + beta c`.
    ///
    /// # Errors
    /// Those of [`HostBlas::dgemm`].
    fn gemm(
        blas: &dyn HostBlas,
        alpha: Self,
        a: HostMatrix<'_, Self>,
        b: HostMatrix<'_, Self>,
        beta: Self,
        c: HostRows<'_, Self>,
    ) -> Result<()>;

    /// A matrix of either kind.
    fn dense(matrix: Matrix<Self>) -> Dense;

    /// Entries of a row of a strip.
    #[doc(hidden)]
    const LANES: usize;

    /// An entry of a row of a strip, of which real and imaginary parts lie apart, as vector registers want them.
    #[doc(hidden)]
    fn load(row: &StripRow, lane: usize) -> Self;

    /// Writes an entry of such a row.
    #[doc(hidden)]
    fn store(self, row: &mut StripRow, lane: usize);
}

/// A row of a strip of a matrix, in cache lines of its own.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct StripRow(pub [f64; 64]);

/// A matrix of either kind.
#[derive(Clone, Debug)]
pub enum Dense {
    /// Of real numbers.
    Real(Matrix<f64>),
    /// Of complex ones.
    Complex(Matrix<C>),
}

impl Dense {
    /// As complex numbers.
    pub fn complex(&self) -> Matrix<C> {
        match self {
            Self::Real(a) => a.complex(),
            Self::Complex(a) => a.clone(),
        }
    }

    /// How many rows and columns there are.
    pub fn shape(&self) -> [usize; 2] {
        match self {
            Self::Real(a) => [a.rows(), a.columns()],
            Self::Complex(a) => [a.rows(), a.columns()],
        }
    }
}

impl Entry for f64 {
    #[inline]
    fn real(x: f64) -> Self {
        x
    }

    #[inline]
    fn re(self) -> f64 {
        self
    }

    #[inline]
    fn im(self) -> f64 {
        0.0
    }

    #[inline]
    fn conj(self) -> Self {
        self
    }

    #[inline]
    fn size(self) -> f64 {
        self.abs()
    }

    #[inline]
    fn over(self, other: Self) -> Self {
        self / other
    }

    #[inline(always)]
    fn fma<const FMA: bool>(self, other: Self, sum: Self) -> Self {
        if FMA { self.mul_add(other, sum) } else { self * other + sum }
    }

    fn gemm(
        blas: &dyn HostBlas,
        alpha: Self,
        a: HostMatrix<'_, Self>,
        b: HostMatrix<'_, Self>,
        beta: Self,
        c: HostRows<'_, Self>,
    ) -> Result<()> {
        blas.dgemm(alpha, a, b, beta, c)
    }

    fn dense(matrix: Matrix<Self>) -> Dense {
        Dense::Real(matrix)
    }

    const LANES: usize = 64;

    #[inline(always)]
    fn load(row: &StripRow, lane: usize) -> Self {
        row.0[lane]
    }

    #[inline(always)]
    fn store(self, row: &mut StripRow, lane: usize) {
        row.0[lane] = self;
    }
}

impl Entry for C {
    #[inline]
    fn real(x: f64) -> Self {
        x.into()
    }

    #[inline]
    fn re(self) -> f64 {
        self.re
    }

    #[inline]
    fn im(self) -> f64 {
        self.im
    }

    #[inline]
    fn conj(self) -> Self {
        C::new(self.re, -self.im)
    }

    #[inline]
    fn size(self) -> f64 {
        self.re.hypot(self.im)
    }

    /// Smith's quotient (Communications of the ACM 5, 1962).
    #[inline]
    fn over(self, other: Self) -> Self {
        if other.re.abs() >= other.im.abs() {
            let ratio = other.im / other.re;
            let length = other.re + other.im * ratio;
            C::new((self.re + self.im * ratio) / length, (self.im - self.re * ratio) / length)
        } else {
            let ratio = other.re / other.im;
            let length = other.re * ratio + other.im;
            C::new((self.re * ratio + self.im) / length, (self.im * ratio - self.re) / length)
        }
    }

    #[inline(always)]
    fn fma<const FMA: bool>(self, other: Self, sum: Self) -> Self {
        C::new(
            self.re.fma::<FMA>(other.re, (-self.im).fma::<FMA>(other.im, sum.re)),
            self.re.fma::<FMA>(other.im, self.im.fma::<FMA>(other.re, sum.im)),
        )
    }

    fn gemm(
        blas: &dyn HostBlas,
        alpha: Self,
        a: HostMatrix<'_, Self>,
        b: HostMatrix<'_, Self>,
        beta: Self,
        c: HostRows<'_, Self>,
    ) -> Result<()> {
        blas.zgemm(alpha, a, b, beta, c)
    }

    fn dense(matrix: Matrix<Self>) -> Dense {
        Dense::Complex(matrix)
    }

    const LANES: usize = 32;

    #[inline(always)]
    fn load(row: &StripRow, lane: usize) -> Self {
        C::new(row.0[lane], row.0[lane + Self::LANES])
    }

    #[inline(always)]
    fn store(self, row: &mut StripRow, lane: usize) {
        (row.0[lane], row.0[lane + Self::LANES]) = (self.re, self.im);
    }
}
