//! NumPy 2's promotion of array element types, as a table that the compiler reads.

use crate::element::Element;
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
pub trait Promote<Rhs> {
    /// The type of the result.
    type Output: Element;
}

type C32 = Complex<f32>;
type C64 = Complex<f64>;

/// One row for each left type, one column for each right type.
macro_rules! promote {
    ($($Left:ident: $b:ident $i8:ident $i16:ident $i32:ident $i64:ident $u8:ident $u16:ident
        $u32:ident $u64:ident $f16:ident $bf16:ident $f32:ident $f64:ident $c32:ident $c64:ident;)*) => {$(
        promote!(@ $Left: bool $b, i8 $i8, i16 $i16, i32 $i32, i64 $i64, u8 $u8, u16 $u16, u32 $u32,
            u64 $u64, f16 $f16, bf16 $bf16, f32 $f32, f64 $f64, C32 $c32, C64 $c64);
    )*};
    (@ $Left:ident: $($Right:ident $Output:ident),*) => {
        $(impl Promote<$Right> for $Left { type Output = $Output; })*
    };
}

// Columns: bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 C32 C64.
promote! {
    bool: bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 C32 C64;
    i8: i8 i8 i16 i32 i64 i16 i32 i64 f64 f16 bf16 f32 f64 C32 C64;
    i16: i16 i16 i16 i32 i64 i16 i32 i64 f64 f32 f32 f32 f64 C32 C64;
    i32: i32 i32 i32 i32 i64 i32 i32 i64 f64 f64 f64 f64 f64 C64 C64;
    i64: i64 i64 i64 i64 i64 i64 i64 i64 f64 f64 f64 f64 f64 C64 C64;
    u8: u8 i16 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 C32 C64;
    u16: u16 i32 i32 i32 i64 u16 u16 u32 u64 f32 f32 f32 f64 C32 C64;
    u32: u32 i64 i64 i64 i64 u32 u32 u32 u64 f64 f64 f64 f64 C64 C64;
    u64: u64 f64 f64 f64 f64 u64 u64 u64 u64 f64 f64 f64 f64 C64 C64;
    f16: f16 f16 f32 f64 f64 f16 f32 f64 f64 f16 f32 f32 f64 C32 C64;
    bf16: bf16 bf16 f32 f64 f64 bf16 f32 f64 f64 f32 bf16 f32 f64 C32 C64;
    f32: f32 f32 f32 f64 f64 f32 f32 f64 f64 f32 f32 f32 f64 C32 C64;
    f64: f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 C64 C64;
    C32: C32 C32 C32 C64 C64 C32 C32 C64 C64 C32 C32 C32 C64 C32 C64;
    C64: C64 C64 C64 C64 C64 C64 C64 C64 C64 C64 C64 C64 C64 C64 C64;
}
