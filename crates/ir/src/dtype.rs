//! Element types as run-time values.

use crate::element::Element;
use std::fmt;

/// The element types, as a value.
///
/// ```
/// use xparray::DType;
/// assert_eq!((DType::F32.name(), DType::F32.size()), ("f32", 4));
/// assert!(DType::Complex128.is_complex() && DType::U8.is_integer());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum DType {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F16,
    BF16,
    F32,
    F64,
    /// `Complex<f32>`, NumPy's complex64.
    Complex64,
    /// `Complex<f64>`, NumPy's complex128.
    Complex128,
}

/// The groups of element types that operations distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Kind {
    Bool,
    Signed,
    Unsigned,
    Float,
    Complex,
}

impl DType {
    /// Every element type.
    pub const ALL: [DType; 15] = {
        use DType::*;
        [Bool, I8, I16, I32, I64, U8, U16, U32, U64, F16, BF16, F32, F64, Complex64, Complex128]
    };

    /// Bytes of one element.
    ///
    /// ```
    /// use xparray::DType;
    /// assert_eq!((DType::Bool.size(), DType::BF16.size(), DType::Complex128.size()), (1, 2, 16));
    /// ```
    pub const fn size(self) -> usize {
        match self {
            DType::Bool | DType::I8 | DType::U8 => 1,
            DType::I16 | DType::U16 | DType::F16 | DType::BF16 => 2,
            DType::I32 | DType::U32 | DType::F32 => 4,
            DType::I64 | DType::U64 | DType::F64 | DType::Complex64 => 8,
            DType::Complex128 => 16,
        }
    }

    /// Its group.
    ///
    /// ```
    /// use xparray::{DType, Kind};
    /// assert_eq!(DType::BF16.kind(), Kind::Float);
    /// ```
    pub const fn kind(self) -> Kind {
        match self {
            DType::Bool => Kind::Bool,
            DType::I8 | DType::I16 | DType::I32 | DType::I64 => Kind::Signed,
            DType::U8 | DType::U16 | DType::U32 | DType::U64 => Kind::Unsigned,
            DType::F16 | DType::BF16 | DType::F32 | DType::F64 => Kind::Float,
            DType::Complex64 | DType::Complex128 => Kind::Complex,
        }
    }

    /// Whether it is a complex type.
    ///
    /// ```
    /// use xparray::DType;
    /// assert!(DType::Complex64.is_complex() && !DType::F32.is_complex());
    /// ```
    pub const fn is_complex(self) -> bool {
        matches!(self.kind(), Kind::Complex)
    }

    /// Whether it is a real floating-point type.
    ///
    /// ```
    /// use xparray::DType;
    /// assert!(DType::F16.is_float() && !DType::Complex64.is_float());
    /// ```
    pub const fn is_float(self) -> bool {
        matches!(self.kind(), Kind::Float)
    }

    /// Whether it is an integer type.
    ///
    /// ```
    /// use xparray::DType;
    /// assert!(DType::U8.is_integer() && !DType::Bool.is_integer());
    /// ```
    pub const fn is_integer(self) -> bool {
        matches!(self.kind(), Kind::Signed | Kind::Unsigned)
    }

    /// The name: as Rust spells it, and as NumPy does for complex types, whose bits count both parts.
    ///
    /// ```
    /// use xparray::DType;
    /// assert_eq!((DType::F32.name(), DType::Complex128.to_string()), ("f32", "complex128".to_owned()));
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            DType::Bool => "bool",
            DType::I8 => "i8",
            DType::I16 => "i16",
            DType::I32 => "i32",
            DType::I64 => "i64",
            DType::U8 => "u8",
            DType::U16 => "u16",
            DType::U32 => "u32",
            DType::U64 => "u64",
            DType::F16 => "f16",
            DType::BF16 => "bf16",
            DType::F32 => "f32",
            DType::F64 => "f64",
            DType::Complex64 => "complex64",
            DType::Complex128 => "complex128",
        }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Runs an expression with a type name bound to the Rust type of a [`DType`].
///
/// ```
/// use xparray::{DType, dispatch_dtype};
/// let size = dispatch_dtype!(DType::F64, T => size_of::<T>());
/// assert_eq!(size, 8);
/// ```
#[macro_export]
macro_rules! dispatch_dtype {
    ($dtype:expr, $T:ident => $body:expr) => {
        $crate::dispatch_dtype!(@ $dtype, $T => $body, [
            Bool: bool, I8: i8, I16: i16, I32: i32, I64: i64, U8: u8, U16: u16, U32: u32, U64: u64,
            F16: $crate::half::f16, BF16: $crate::half::bf16, F32: f32, F64: f64,
            Complex64: $crate::Complex<f32>, Complex128: $crate::Complex<f64>
        ])
    };
    (@ $dtype:expr, $T:ident => $body:expr, [$($variant:ident: $ty:ty),*]) => {
        match $dtype {
            $($crate::DType::$variant => { type $T = $ty; $body })*
        }
    };
}

/// One value of any element type: a kernel's run-time argument. Equal if the bits are.
///
/// ```
/// use xparray::{DType, Scalar};
/// let x = Scalar::new(1.5f32);
/// assert_eq!((x.dtype(), x.get::<f64>()), (DType::F32, 1.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scalar {
    dtype: DType,
    bytes: [u8; 16],
}

impl Scalar {
    /// The value as a scalar.
    ///
    /// ```
    /// use xparray::Scalar;
    /// assert_eq!(Scalar::new(1.5f32).get::<f64>(), 1.5);
    /// ```
    pub fn new<T: Element>(value: T) -> Self {
        let mut bytes = [0; 16];
        value.write_bytes(&mut bytes[..size_of::<T>()]);
        Self { dtype: T::DTYPE, bytes }
    }

    /// A number as a value of an element type, converted as [`Element::cast`] does.
    ///
    /// ```
    /// use xparray::{DType, Scalar};
    /// assert_eq!(Scalar::from_f64(DType::I32, -2.7), Scalar::new(-2i32));
    /// ```
    pub fn from_f64(dtype: DType, value: f64) -> Self {
        dispatch_dtype!(dtype, T => Scalar::new(value.cast::<T>()))
    }

    /// The value of these bytes, as many as the element type has.
    ///
    /// ```
    /// use xparray::{DType, Scalar};
    /// assert_eq!(Scalar::from_bytes(DType::U16, &258u16.to_ne_bytes()), Scalar::new(258u16));
    /// ```
    ///
    /// # Panics
    /// If there are more or fewer.
    pub fn from_bytes(dtype: DType, bytes: &[u8]) -> Self {
        assert_eq!(bytes.len(), dtype.size(), "bytes of a {dtype}");
        dispatch_dtype!(dtype, T => Self::new(T::read_bytes(bytes)))
    }

    /// Its element type.
    ///
    /// ```
    /// use xparray::{DType, Scalar};
    /// assert_eq!(Scalar::new(1u8).dtype(), DType::U8);
    /// ```
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The bytes of the value, in the machine's order.
    ///
    /// ```
    /// use xparray::Scalar;
    /// assert_eq!(Scalar::new(258u16).bytes(), 258u16.to_ne_bytes());
    /// ```
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.dtype.size()]
    }

    /// The value converted to another type.
    ///
    /// ```
    /// use xparray::{DType, Scalar};
    /// assert_eq!(Scalar::new(2.7f64).astype(DType::I32), Scalar::new(2i32));
    /// ```
    pub fn astype(&self, dtype: DType) -> Self {
        dispatch_dtype!(dtype, T => Self::new(self.get::<T>()))
    }

    /// The value, converted as [`Element::cast`] does.
    ///
    /// ```
    /// use xparray::Scalar;
    /// assert_eq!(Scalar::new(2.75f64).get::<i32>(), 2);
    /// ```
    pub fn get<T: Element>(&self) -> T {
        dispatch_dtype!(self.dtype, S => S::read_bytes(self.bytes()).cast::<T>())
    }
}

impl<T: Element> From<T> for Scalar {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

/// As Rust shows the value: `2.5`.
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        dispatch_dtype!(self.dtype, T => write!(f, "{:?}", self.get::<T>()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_keep_their_value() {
        assert_eq!(Scalar::new(-3i8).get::<i64>(), -3);
        assert_eq!(Scalar::new(2.5f64).get::<f32>(), 2.5);
        assert_eq!(Scalar::new(7u16).bytes(), 7u16.to_ne_bytes());
        assert_eq!(Scalar::from_f64(DType::F32, 0.1), Scalar::new(0.1f32));
    }

    #[test]
    fn sizes_are_those_of_the_rust_types() {
        for dtype in DType::ALL {
            dispatch_dtype!(dtype, T => {
                assert_eq!(dtype.size(), size_of::<T>());
                assert_eq!(T::DTYPE, dtype);
            });
        }
    }
}
