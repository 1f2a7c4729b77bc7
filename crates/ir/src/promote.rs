//! NumPy 2's promotion of array element types: one table, which the compiler reads for types that are known to it
//! ([`Promote`]) and the program for types that are values ([`DType::promote`]).

use crate::dispatch_dtype;
use crate::dtype::{DType, Kind};
use crate::element::{Bits, Element, RealElement, RealFloat, Results};
use half::{bf16, f16};
use num_complex::Complex;

/// The element type of an operation on arrays of `Self` and `Rhs`: `numpy.promote_types`.
///
/// NumPy has no `bf16`: it promotes as in the ml_dtypes package, and where that package refuses
/// (with `f16`, and with integers of more than 8 bits), to `f32` or `f64` as `f16` would.
///
/// ```
/// use xparray::Promote;
/// fn promoted<T: Promote<U>, U: xparray::Element>(_: T, _: U) -> T::Output { Default::default() }
/// let x: f64 = promoted(1i32, 1f32);
/// ```
#[diagnostic::on_unimplemented(
    message = "arrays of `{Self}` and `{Rhs}` have no common type that is known here",
    note = "in generic code, convert one of them, `x.astype::<T>()`, or add the bound `{Self}: Promote<{Rhs}>`"
)]
pub trait Promote<Rhs> {
    /// The type of the result.
    type Output: Element;
}

type Complex64 = Complex<f32>;
type Complex128 = Complex<f64>;

/// One row for each left type, one column for each right type.
macro_rules! promote {
    ($($Left:ident: $b:ident $i8:ident $i16:ident $i32:ident $i64:ident $u8:ident $u16:ident
        $u32:ident $u64:ident $f16:ident $bf16:ident $f32:ident $f64:ident $c32:ident $c64:ident;)*) => {$(
        promote!(@ $Left: bool $b, i8 $i8, i16 $i16, i32 $i32, i64 $i64, u8 $u8, u16 $u16, u32 $u32,
            u64 $u64, f16 $f16, bf16 $bf16, f32 $f32, f64 $f64, Complex64 $c32, Complex128 $c64);
    )*
        /// A row for each left type, a column for each right type, in the order of [`DType::ALL`].
        const PROMOTED: [[DType; DType::ALL.len()]; DType::ALL.len()] = [$([
            $b::DTYPE, $i8::DTYPE, $i16::DTYPE, $i32::DTYPE, $i64::DTYPE, $u8::DTYPE, $u16::DTYPE, $u32::DTYPE,
            $u64::DTYPE, $f16::DTYPE, $bf16::DTYPE, $f32::DTYPE, $f64::DTYPE, $c32::DTYPE, $c64::DTYPE,
        ]),*];
    };
    (@ $Left:ident: $($Right:ident $Output:ident),*) => {
        $(impl Promote<$Right> for $Left { type Output = $Output; })*
    };
}

// Columns: bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 Complex64 Complex128.
promote! {
    bool: bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 Complex64 Complex128;
    i8: i8 i8 i16 i32 i64 i16 i32 i64 f64 f16 bf16 f32 f64 Complex64 Complex128;
    i16: i16 i16 i16 i32 i64 i16 i32 i64 f64 f32 f32 f32 f64 Complex64 Complex128;
    i32: i32 i32 i32 i32 i64 i32 i32 i64 f64 f64 f64 f64 f64 Complex128 Complex128;
    i64: i64 i64 i64 i64 i64 i64 i64 i64 f64 f64 f64 f64 f64 Complex128 Complex128;
    u8: u8 i16 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 Complex64 Complex128;
    u16: u16 i32 i32 i32 i64 u16 u16 u32 u64 f32 f32 f32 f64 Complex64 Complex128;
    u32: u32 i64 i64 i64 i64 u32 u32 u32 u64 f64 f64 f64 f64 Complex128 Complex128;
    u64: u64 f64 f64 f64 f64 u64 u64 u64 u64 f64 f64 f64 f64 Complex128 Complex128;
    f16: f16 f16 f32 f64 f64 f16 f32 f64 f64 f16 f32 f32 f64 Complex64 Complex128;
    bf16: bf16 bf16 f32 f64 f64 bf16 f32 f64 f64 f32 bf16 f32 f64 Complex64 Complex128;
    f32: f32 f32 f32 f64 f64 f32 f32 f64 f64 f32 f32 f32 f64 Complex64 Complex128;
    f64: f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 Complex128 Complex128;
    Complex64: Complex64 Complex64 Complex64 Complex128 Complex128 Complex64 Complex64 Complex128 Complex128 Complex64 Complex64 Complex64 Complex128 Complex64 Complex128;
    Complex128: Complex128 Complex128 Complex128 Complex128 Complex128 Complex128 Complex128 Complex128 Complex128 Complex128 Complex128 Complex128 Complex128 Complex128 Complex128;
}

/// Elements of type `U` become `Self` without a loss of kind: `numpy.can_cast(U, Self, casting="same_kind")`. In-place operations
/// need it of their results; [`DType::can_cast`] says the same of types that are values.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let mut x = xp.array(&[1.0f32, 2.0])?;
/// x += xp.array([0.5, 0.25])?; // of `f64`
/// assert_eq!(x.to_string(), "[1.5  2.25]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// ```compile_fail
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let mut k = xp.array([1, 2])?;
/// k /= 2; // of `f64`
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "an array of `{Self}` does not hold the results, which are of type `{U}`",
    note = "write `x = x.astype() op y`, or convert the result: `x = (&x op y).astype()`"
)]
pub trait SameKind<U> {}

/// What each kind holds, beside itself.
macro_rules! same_kind {
    ($($To:ty: $($From:ty),*;)*) => { $($(impl SameKind<$From> for $To {})*)* };
}
impl<T: RealFloat, U: RealElement> SameKind<U> for T {}
impl<U: Element> SameKind<U> for Complex64 {}
impl<U: Element> SameKind<U> for Complex128 {}
impl<U: Bits> SameKind<U> for i8 {}
impl<U: Bits> SameKind<U> for i16 {}
impl<U: Bits> SameKind<U> for i32 {}
impl<U: Bits> SameKind<U> for i64 {}
same_kind! {
    bool: bool;
    u8: bool, u8, u16, u32, u64;
    u16: bool, u8, u16, u32, u64;
    u32: bool, u8, u16, u32, u64;
    u64: bool, u8, u16, u32, u64;
}

impl DType {
    /// The element type of an operation on arrays of both types: `numpy.promote_types`, by the table of [`Promote`].
    ///
    /// ```
    /// use xparray::DType;
    /// assert_eq!(DType::I32.promote(DType::F32), DType::F64);
    /// ```
    #[doc(alias = "promote_types")]
    pub const fn promote(self, other: DType) -> DType {
        PROMOTED[self as usize][other as usize]
    }

    /// The element type of an operation on an array of this type and a number of another, which is weak as Python's are:
    /// only its kind counts.
    ///
    /// ```
    /// use xparray::DType;
    /// assert_eq!(DType::F32.promote_weak(DType::F64), DType::F32);
    /// assert_eq!(DType::I8.promote_weak(DType::F32), DType::F64);
    /// ```
    pub const fn promote_weak(self, number: DType) -> DType {
        let (own, weak) = (self.kind(), number.kind());
        match weak {
            Kind::Bool => self,
            Kind::Signed | Kind::Unsigned if matches!(own, Kind::Bool) => DType::I64,
            Kind::Signed | Kind::Unsigned => self,
            Kind::Float if matches!(own, Kind::Float | Kind::Complex) => self,
            Kind::Float => DType::F64,
            Kind::Complex if matches!(self, DType::F16 | DType::BF16 | DType::F32) => DType::Complex64,
            Kind::Complex if matches!(own, Kind::Complex) => self,
            Kind::Complex => DType::Complex128,
        }
    }

    /// Whether elements become another type without a loss of kind: `numpy.can_cast(self, to, casting="same_kind")`.
    ///
    /// ```
    /// use xparray::DType;
    /// assert!(DType::F64.can_cast(DType::F16) && DType::U8.can_cast(DType::I8));
    /// assert!(!DType::F32.can_cast(DType::I64) && !DType::I8.can_cast(DType::U8));
    /// ```
    pub const fn can_cast(self, to: DType) -> bool {
        const fn rank(dtype: DType) -> u8 {
            match dtype.kind() {
                Kind::Bool => 0,
                Kind::Unsigned => 1,
                Kind::Signed => 2,
                Kind::Float => 3,
                Kind::Complex => 4,
            }
        }
        rank(self) <= rank(to)
    }

    /// The type of sums of elements: [`Results::Sum`].
    ///
    /// ```
    /// assert_eq!(xparray::DType::I8.sum(), xparray::DType::I64);
    /// ```
    pub const fn sum(self) -> DType {
        dispatch_dtype!(self, T => <T as Results>::Sum::DTYPE)
    }

    /// The type of quotients and means: [`Results::Quotient`].
    ///
    /// ```
    /// assert_eq!(xparray::DType::I8.quotient(), xparray::DType::F64);
    /// ```
    pub const fn quotient(self) -> DType {
        dispatch_dtype!(self, T => <T as Results>::Quotient::DTYPE)
    }

    /// The type of what a function like `sin` makes of an element: [`Results::Float`].
    ///
    /// ```
    /// assert_eq!(xparray::DType::I8.float(), xparray::DType::F16);
    /// ```
    pub const fn float(self) -> DType {
        dispatch_dtype!(self, T => <T as Results>::Float::DTYPE)
    }

    /// The type of real parts and magnitudes: [`Results::Real`].
    ///
    /// ```
    /// assert_eq!(xparray::DType::Complex128.real(), xparray::DType::F64);
    /// ```
    pub const fn real(self) -> DType {
        dispatch_dtype!(self, T => <T as Results>::Real::DTYPE)
    }

    /// The complex type of the same precision: [`Field::Complex`](crate::Field::Complex); `complex128` for what has none.
    ///
    /// ```
    /// assert_eq!(xparray::DType::F32.complex(), xparray::DType::Complex64);
    /// ```
    pub const fn complex(self) -> DType {
        match self {
            DType::F16 | DType::BF16 | DType::F32 | DType::Complex64 => DType::Complex64,
            _ => DType::Complex128,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table is read alike by the compiler and by the program.
    #[test]
    fn values_promote_as_types() {
        fn promoted<T: Promote<U>, U: Element>() -> DType {
            T::Output::DTYPE
        }
        macro_rules! pairs {
            ($($T:ident),*) => { $(pairs!(@ $T: bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 Complex64 Complex128);)* };
            (@ $T:ident: $($U:ident)*) => {
                $(assert_eq!($T::DTYPE.promote($U::DTYPE), promoted::<$T, $U>());)*
            };
        }
        pairs!(bool, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, Complex64, Complex128);
    }

    #[test]
    fn promotion_is_symmetric_and_keeps_both() {
        for a in DType::ALL {
            assert_eq!(a.promote(a), a);
            for b in DType::ALL {
                let common = a.promote(b);
                assert_eq!(common, b.promote(a), "{a} and {b}");
                assert_eq!(common.promote(a), common, "{a} and {b}");
            }
        }
    }

    /// `numpy.result_type(array, number)` of NumPy 2.
    #[test]
    fn numbers_are_weak() {
        use DType::*;
        for (array, number, result) in [
            (Bool, Bool, Bool),
            (Bool, I64, I64),
            (Bool, F64, F64),
            (Bool, Complex128, Complex128),
            (U8, I64, U8),
            (I16, F64, F64),
            (I64, Complex128, Complex128),
            (F16, I64, F16),
            (F16, F64, F16),
            (BF16, F64, BF16),
            (F16, Complex128, Complex64),
            (F32, Complex128, Complex64),
            (F64, Complex128, Complex128),
            (Complex64, F64, Complex64),
            (Complex64, Complex128, Complex64),
        ] {
            assert_eq!(array.promote_weak(number), result, "{array} and {number}");
        }
    }
}
