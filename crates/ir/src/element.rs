//! Element types and what each leads to: sums, quotients, real parts.

use crate::dtype::DType;
use crate::error::Result;
use crate::promote::{Promote, SameKind};
use crate::weak::PromoteWeak;
use half::{bf16, f16};
use num_complex::Complex;
use std::fmt::Debug;

mod sealed {
    pub trait Sealed {}
}

/// A type that arrays can hold: `bool`, the integers of 8 to 64 bits, `f16`, `bf16`, `f32`, `f64`,
/// `Complex<f32>` and `Complex<f64>`.
///
/// ```
/// use xparray::{DType, Element};
/// assert_eq!(f32::DTYPE, DType::F32);
/// ```
#[diagnostic::on_unimplemented(
    message = "arrays do not hold elements of type `{Self}`",
    note = "element types are bool, i8 to i64, u8 to u64, f16, bf16, f32, f64, Complex<f32> and Complex<f64>"
)]
pub trait Element:
    sealed::Sealed
    + Copy
    + Send
    + Sync
    + Default
    + PartialEq
    + Debug
    + 'static
    + Results
    + Promote<Self, Output = Self>
    + PromoteWeak<Self, Output = Self>
    + SameKind<Self>
{
    /// The type as a value.
    const DTYPE: DType;

    /// Converts as NumPy's `astype` does: complex to real drops the imaginary part, float to
    /// integer truncates (and saturates where NumPy's result is undefined), non-zero is true.
    ///
    /// ```
    /// use xparray::Element;
    /// assert_eq!((-1.7f64).cast::<i32>(), -1);
    /// assert_eq!(300i32.cast::<u8>(), 44);
    /// assert_eq!(1e10f32.cast::<i32>(), i32::MAX);
    /// ```
    fn cast<T: Element>(self) -> T {
        T::from_wide(self.to_wide())
    }

    #[doc(hidden)]
    fn to_wide(self) -> Wide;
    #[doc(hidden)]
    fn from_wide(wide: Wide) -> Self;
    #[doc(hidden)]
    fn write_bytes(self, bytes: &mut [u8]);
    #[doc(hidden)]
    fn read_bytes(bytes: &[u8]) -> Self;
    /// The memory of elements.
    #[doc(hidden)]
    fn as_bytes(elements: &[Self]) -> &[u8];
    /// Elements whose memory `read` fills.
    #[doc(hidden)]
    fn read_all(count: usize, read: impl FnOnce(&mut [u8]) -> Result<()>) -> Result<Vec<Self>>;
}

/// What functions make of an element type.
///
/// For a float type, which may be a literal's that is not known yet, the answer is always that type.
///
/// ```
/// use xparray::{DType, Element, Results};
/// assert_eq!(<u8 as Results>::Sum::DTYPE, DType::U64); // what numpy.sum gives
/// assert_eq!(<i32 as Results>::Quotient::DTYPE, DType::F64); // what / gives
/// ```
pub trait Results {
    /// What `sum` and `prod` give: `i64` or `u64` for the narrower integers and `bool`.
    type Sum: Element;
    /// What `/` and `mean` give: `f64` for integers and `bool`.
    type Quotient: FloatElement;
    /// What `sin` and its like give: the narrowest float that NumPy takes for an integer.
    type Float: FloatElement;
    /// The type of `abs`, `real` and `imag`: the part of a complex type, itself otherwise.
    type Real: RealElement;
}

// One implementation for all real floats, not one for each: by it the compiler knows the sum of `[1.0, 2.0]` before it knows
// whether they are `f32` or `f64`.
impl<T: RealFloat> Results for T {
    type Sum = T;
    type Quotient = T;
    type Float = T;
    type Real = T;
}

impl<T: RealField> Results for Complex<T>
where
    Complex<T>: FloatElement,
{
    type Sum = Self;
    type Quotient = Self;
    type Float = Self;
    type Real = T;
}

impl Results for bool {
    type Sum = i64;
    type Quotient = f64;
    type Float = f16;
    type Real = bool;
}

/// A value in the widest type of its kind; the middle of a conversion.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum Wide {
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Complex(f64, f64),
}

/// Elements with arithmetic: all but `bool`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// fn squares<T: Number, B: Backend>(x: &Array<T, B>) -> Array<T, B> {
///     x * x
/// }
/// assert_eq!(squares(&xp.array([1, 2, 3])?).to_string(), "[1 4 9]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Number: Element + PromoteWeak<i32, Output = Self> {}
/// Elements with an order: integers, real floats and `bool`.
pub trait RealElement: Element {}
/// Numbers with an order: integers and real floats, but not `bool`.
pub trait RealNumber: Number + RealElement {}
impl<T: Number + RealElement> RealNumber for T {}
/// Signed and unsigned integers.
pub trait Integer: Number + RealElement + Eq {}
/// Integers and `bool`: what bitwise operations take.
pub trait Bits: Element + Eq {}
/// Real and complex floats. Their sums, quotients and what functions make of them are of the same type.
pub trait FloatElement:
    Number + Results<Sum = Self, Quotient = Self, Float = Self> + PromoteWeak<f64, Output = Self>
{
}
/// Real floats: `f16`, `bf16`, `f32`, `f64`. All that functions make of them is of the same type.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// fn standardize<T: RealFloat, B: Backend>(x: &Array<T, B>) -> xparray::Result<Array<T, B>> {
///     Ok((x - x.mean(0)?) / x.std(0)?)
/// }
/// assert_eq!(standardize(&xp.array([1.0, 3.0])?)?.to_string(), "[-1.  1.]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait RealFloat: FloatElement + RealElement + Results<Real = Self> {}
/// The types that dense solvers and transforms take: `f32`, `f64` and their complex types.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// fn solved<T: Field, B: Backend>(a: &Array<T, B>, b: &Array<T, B>) -> xparray::Result<Array<T, B>> {
///     a.solve(b)
/// }
/// let x = solved(&xp.array([[2.0]])?, &xp.array([3.0])?)?;
/// assert_eq!(x.to_string(), "[1.5]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Field: FloatElement + SparseElement {
    /// The complex type of the same precision.
    type Complex: ComplexElement;
}
/// What sparse matrices hold, as SciPy's: `bool`, the integers, `f32`, `f64` and their complex types, but no half floats.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::sparse::Csr;
/// fn paths<T: SparseElement, B: Backend>(a: &Csr<T, B>) -> xparray::Result<Csr<T, B>> {
///     a.matmul_sparse(a)
/// }
/// let a = Csr::from_dense(&xp.array([[false, true], [true, false]])?)?;
/// assert_eq!(paths(&a)?.to_dense()?.to_string(), "[[ True False]\n [False  True]]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait SparseElement: Element {}
/// `f32` and `f64`.
pub trait RealField: Field + RealFloat {}
/// `Complex<f32>` and `Complex<f64>`.
///
/// ```
/// use xparray::{Complex, ComplexElement, DType, Element};
/// assert_eq!(<Complex<f32> as ComplexElement>::Part::DTYPE, DType::F32);
/// ```
pub trait ComplexElement: Field {
    /// The type of the parts.
    type Part: RealField;
}

macro_rules! element {
    ($T:ty, $dtype:ident, |$x:ident| $to:expr, |$w:ident| $from:expr) => {
        impl sealed::Sealed for $T {}
        impl Element for $T {
            const DTYPE: DType = DType::$dtype;
            #[inline(always)]
            fn to_wide(self) -> Wide {
                let $x = self;
                $to
            }
            #[inline(always)]
            fn from_wide($w: Wide) -> Self {
                $from
            }
            #[inline(always)]
            fn write_bytes(self, bytes: &mut [u8]) {
                element!(@write $dtype, self, bytes)
            }
            #[inline(always)]
            fn read_bytes(bytes: &[u8]) -> Self {
                element!(@read $dtype, $T, bytes)
            }
            fn as_bytes(elements: &[Self]) -> &[u8] {
                bytemuck::cast_slice(elements)
            }
            fn read_all(count: usize, read: impl FnOnce(&mut [u8]) -> Result<()>) -> Result<Vec<Self>> {
                element!(@read_all $dtype, count, read)
            }
        }
    };
    (@write Bool, $x:expr, $bytes:expr) => { $bytes[0] = $x as u8 };
    (@write Complex64, $x:expr, $bytes:expr) => { element!(@parts 4, $x, $bytes) };
    (@write Complex128, $x:expr, $bytes:expr) => { element!(@parts 8, $x, $bytes) };
    (@write $dtype:ident, $x:expr, $bytes:expr) => { $bytes.copy_from_slice(&$x.to_ne_bytes()) };
    (@parts $n:literal, $x:expr, $bytes:expr) => {{
        $bytes[..$n].copy_from_slice(&$x.re.to_ne_bytes());
        $bytes[$n..].copy_from_slice(&$x.im.to_ne_bytes());
    }};
    // Not every byte is a truth value.
    (@read_all Bool, $count:expr, $read:expr) => {{
        let mut bytes = crate::host::zeros::<u8>($count)?;
        $read(&mut bytes)?;
        Ok(bytes.into_iter().map(|byte| byte != 0).collect())
    }};
    (@read_all $dtype:ident, $count:expr, $read:expr) => {{
        let mut elements = crate::host::zeros::<Self>($count)?;
        $read(bytemuck::cast_slice_mut(&mut elements))?;
        Ok(elements)
    }};
    (@read Bool, $T:ty, $bytes:expr) => { $bytes[0] != 0 };
    (@read Complex64, $T:ty, $bytes:expr) => {
        Complex::new(f32::read_bytes(&$bytes[..4]), f32::read_bytes(&$bytes[4..]))
    };
    (@read Complex128, $T:ty, $bytes:expr) => {
        Complex::new(f64::read_bytes(&$bytes[..8]), f64::read_bytes(&$bytes[8..]))
    };
    (@read $dtype:ident, $T:ty, $bytes:expr) => {{
        let mut own = [0; size_of::<$T>()];
        own.copy_from_slice($bytes);
        <$T>::from_ne_bytes(own)
    }};
}

impl Wide {
    #[inline(always)]
    fn is_nonzero(self) -> bool {
        match self {
            Wide::Signed(x) => x != 0,
            Wide::Unsigned(x) => x != 0,
            Wide::Float(x) => x != 0.0,
            Wide::Complex(re, im) => re != 0.0 || im != 0.0,
        }
    }

    #[inline(always)]
    fn to_f64(self) -> f64 {
        match self {
            Wide::Signed(x) => x as f64,
            Wide::Unsigned(x) => x as f64,
            Wide::Float(x) | Wide::Complex(x, _) => x,
        }
    }

    /// Rounds once from a 64-bit integer, where going through `f64` would round twice.
    #[inline(always)]
    fn to_f32(self) -> f32 {
        match self {
            Wide::Signed(x) => x as f32,
            Wide::Unsigned(x) => x as f32,
            Wide::Float(x) | Wide::Complex(x, _) => x as f32,
        }
    }

    #[inline(always)]
    fn imag(self) -> f64 {
        match self {
            Wide::Complex(_, im) => im,
            _ => 0.0,
        }
    }
}

macro_rules! integer {
    ($($T:ident $dtype:ident $Sum:ty, $Float:ty, $variant:ident $wide:ty;)*) => {$(
        element!($T, $dtype,
            |x| Wide::$variant(x as $wide),
            |w| match w {
                Wide::Signed(x) => x as $T,
                Wide::Unsigned(x) => x as $T,
                Wide::Float(x) | Wide::Complex(x, _) => x as $T,
            });
        impl Results for $T {
            type Sum = $Sum;
            type Quotient = f64;
            type Float = $Float;
            type Real = $T;
        }
        impl Number for $T {}
        impl RealElement for $T {}
        impl Bits for $T {}
        impl Integer for $T {}
    )*};
}

integer! {
    i8 I8 i64, f16, Signed i64;
    i16 I16 i64, f32, Signed i64;
    i32 I32 i64, f64, Signed i64;
    i64 I64 i64, f64, Signed i64;
    u8 U8 u64, f16, Unsigned u64;
    u16 U16 u64, f32, Unsigned u64;
    u32 U32 u64, f64, Unsigned u64;
    u64 U64 u64, f64, Unsigned u64;
}

element!(bool, Bool, |x| Wide::Unsigned(x as u64), |w| w.is_nonzero());
element!(f16, F16, |x| Wide::Float(x.to_f64()), |w| f16::from_f64(w.to_f64()));
element!(bf16, BF16, |x| Wide::Float(x.to_f64()), |w| bf16::from_f64(w.to_f64()));
element!(f32, F32, |x| Wide::Float(x as f64), |w| w.to_f32());
element!(f64, F64, |x| Wide::Float(x), |w| w.to_f64());
element!(Complex<f32>, Complex64, |x| Wide::Complex(x.re as f64, x.im as f64), |w| Complex::new(
    w.to_f32(),
    w.imag() as f32
));
element!(Complex<f64>, Complex128, |x| Wide::Complex(x.re, x.im), |w| Complex::new(w.to_f64(), w.imag()));

impl Bits for bool {}
impl RealElement for bool {}

macro_rules! marker {
    ($Trait:ident: $($T:ty),*) => { $(impl $Trait for $T {})* };
}
marker!(Number: f16, bf16, f32, f64, Complex<f32>, Complex<f64>);
marker!(RealElement: f16, bf16, f32, f64);
marker!(FloatElement: f16, bf16, f32, f64, Complex<f32>, Complex<f64>);
marker!(RealFloat: f16, bf16, f32, f64);
marker!(RealField: f32, f64);
marker!(SparseElement: bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Complex<f32>, Complex<f64>);

impl Field for f32 {
    type Complex = Complex<f32>;
}
impl Field for f64 {
    type Complex = Complex<f64>;
}
impl Field for Complex<f32> {
    type Complex = Self;
}
impl Field for Complex<f64> {
    type Complex = Self;
}
impl ComplexElement for Complex<f32> {
    type Part = f32;
}
impl ComplexElement for Complex<f64> {
    type Part = f64;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn casts_follow_numpy() {
        assert_eq!((-1i8).cast::<u8>(), 255);
        assert_eq!(300i32.cast::<u8>(), 44);
        assert_eq!(2.9f64.cast::<i32>(), 2);
        assert_eq!((-2.9f32).cast::<i64>(), -2);
        assert!(0.5f64.cast::<bool>());
        assert!(Complex::new(0.0f32, 1.0).cast::<bool>());
        assert_eq!(Complex::new(3.0, 4.0).cast::<f32>(), 3.0);
        assert_eq!(u64::MAX.cast::<f32>(), 18446744073709551615.0f32);
        assert_eq!(true.cast::<f16>(), f16::ONE);
    }
}
