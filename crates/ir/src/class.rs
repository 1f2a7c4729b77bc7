//! Classes of element types, as values.

use crate::dtype::{DType, Kind};
use crate::error::{Error, Result};
use std::fmt;

/// A class of element types, named as the trait that its types have: what a function takes.
///
/// ```
/// use xparray::{DType, TypeClass};
/// assert!(TypeClass::RealNumber.contains(DType::F32));
/// assert!(!TypeClass::RealNumber.contains(DType::Bool));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeClass {
    /// Every type: [`Element`](crate::Element).
    Element,
    /// All but truth values: [`Number`](crate::Number).
    Number,
    /// All but complex numbers: [`RealElement`](crate::RealElement).
    RealElement,
    /// Integers and floats: [`RealNumber`](crate::RealNumber).
    RealNumber,
    /// Integers: [`Integer`](crate::Integer).
    Integer,
    /// Truth values and integers: [`Bits`](crate::Bits).
    Bits,
    /// Floats and complex numbers: [`FloatElement`](crate::FloatElement).
    FloatElement,
    /// Floats: [`RealFloat`](crate::RealFloat).
    RealFloat,
    /// What linear algebra computes with, `f32`, `f64` and their complex numbers: [`Field`](crate::Field).
    Field,
    /// `f32` and `f64`: [`RealField`](crate::RealField).
    RealField,
    /// Complex numbers: [`ComplexElement`](crate::ComplexElement).
    ComplexElement,
}

impl TypeClass {
    /// Whether a type is in the class.
    ///
    /// ```
    /// use xparray::{DType, TypeClass};
    /// assert!(TypeClass::Field.contains(DType::Complex64) && !TypeClass::Field.contains(DType::F16));
    /// ```
    pub const fn contains(self, dtype: DType) -> bool {
        let kind = dtype.kind();
        let half = matches!(dtype, DType::F16 | DType::BF16);
        match self {
            Self::Element => true,
            Self::Number => !matches!(kind, Kind::Bool),
            Self::RealElement => !matches!(kind, Kind::Complex),
            Self::RealNumber => matches!(kind, Kind::Signed | Kind::Unsigned | Kind::Float),
            Self::Integer => matches!(kind, Kind::Signed | Kind::Unsigned),
            Self::Bits => matches!(kind, Kind::Bool | Kind::Signed | Kind::Unsigned),
            Self::FloatElement => matches!(kind, Kind::Float | Kind::Complex),
            Self::RealFloat => matches!(kind, Kind::Float),
            Self::Field => matches!(kind, Kind::Float | Kind::Complex) && !half,
            Self::RealField => matches!(kind, Kind::Float) && !half,
            Self::ComplexElement => matches!(kind, Kind::Complex),
        }
    }

    /// That a type is in the class.
    ///
    /// ```
    /// use xparray::{DType, TypeClass};
    /// let error = TypeClass::Integer.check("gcd", DType::F32).unwrap_err();
    /// assert_eq!(error.to_string(), "gcd: expected element type an integer, found f32");
    /// ```
    ///
    /// # Errors
    /// [`Error::DType`] if it is not.
    pub fn check(self, op: &'static str, dtype: DType) -> Result<()> {
        match self.contains(dtype) {
            true => Ok(()),
            false => Err(Error::DType { op, expected: self.to_string(), found: dtype.to_string() }),
        }
    }
}

impl fmt::Display for TypeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Element => "any",
            Self::Number => "a number",
            Self::RealElement => "a real number or bool",
            Self::RealNumber => "a real number",
            Self::Integer => "an integer",
            Self::Bits => "an integer or bool",
            Self::FloatElement => "a float or complex number",
            Self::RealFloat => "a float",
            Self::Field => "f32, f64, complex64 or complex128",
            Self::RealField => "f32 or f64",
            Self::ComplexElement => "a complex number",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::*;
    use std::marker::PhantomData;

    /// Whether a type has a trait: the inherent function exists only then, and goes before the trait's.
    macro_rules! has {
        ($Trait:ident, $T:ty) => {{
            #[allow(dead_code)]
            trait Otherwise {
                fn has(&self) -> bool {
                    false
                }
            }
            struct Probe<T>(PhantomData<T>);
            impl<T> Otherwise for Probe<T> {}
            #[allow(dead_code)]
            impl<T: $Trait> Probe<T> {
                fn has(&self) -> bool {
                    true
                }
            }
            Probe::<$T>(PhantomData).has()
        }};
    }

    #[test]
    fn classes_are_the_traits() {
        macro_rules! check {
            ($($Trait:ident)*) => {$(
                check!(@ $Trait: bool i8 i16 i32 i64 u8 u16 u32 u64 (crate::f16) (crate::bf16) f32 f64
                    (crate::Complex<f32>) (crate::Complex<f64>));
            )*};
            (@ $Trait:ident: $($T:tt)*) => {$(
                check!(= $Trait, $T);
            )*};
            (= $Trait:ident, ($T:ty)) => { check!(== $Trait, $T) };
            (= $Trait:ident, $T:ty) => { check!(== $Trait, $T) };
            (== $Trait:ident, $T:ty) => {{
                let dtype = <$T as Element>::DTYPE;
                assert_eq!(TypeClass::$Trait.contains(dtype), has!($Trait, $T), "{dtype}: {}", stringify!($Trait));
            }};
        }
        check!(Element Number RealElement RealNumber Integer Bits FloatElement RealFloat Field RealField ComplexElement);
    }
}
