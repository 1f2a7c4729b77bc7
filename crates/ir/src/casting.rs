//! Which types hold which: NumPy's `can_cast`, `result_type`, `common_type`, `min_scalar_type`.

use crate::dtype::{DType, Kind, Scalar};
use num_complex::Complex;

/// What a conversion may lose: [`DType::can_cast_with`].
///
/// ```
/// use xparray::{Casting, DType};
/// assert!(DType::I32.can_cast_with(DType::F64, Casting::Safe));
/// assert!(!DType::I32.can_cast_with(DType::F32, Casting::Safe));
/// assert!(DType::I32.can_cast_with(DType::F32, Casting::SameKind));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Casting {
    /// Nothing: the types are the same.
    No,
    /// No value that the type has.
    Safe,
    /// Digits, but not the kind of number.
    SameKind,
    /// Anything.
    Unsafe,
}

impl DType {
    /// Whether elements become another type without losing more than this: `numpy.can_cast`.
    ///
    /// ```
    /// use xparray::{Casting, DType};
    /// assert!(DType::U8.can_cast_with(DType::I16, Casting::Safe));
    /// assert!(!DType::F64.can_cast_with(DType::F32, Casting::Safe));
    /// assert!(!DType::F64.can_cast_with(DType::I64, Casting::SameKind));
    /// assert!(DType::Complex128.can_cast_with(DType::Bool, Casting::Unsafe));
    /// ```
    pub const fn can_cast_with(self, to: DType, casting: Casting) -> bool {
        match casting {
            Casting::No => self as u8 == to as u8,
            Casting::Safe => self.promote(to) as u8 == to as u8,
            Casting::SameKind => self.can_cast(to),
            Casting::Unsafe => true,
        }
    }

    /// The smallest type that holds a number, of its kind or, for integers that are not negative, unsigned:
    /// `numpy.min_scalar_type`.
    ///
    /// ```
    /// use xparray::{DType, Scalar};
    /// assert_eq!(DType::min_scalar_type(Scalar::new(255)), DType::U8);
    /// assert_eq!(DType::min_scalar_type(Scalar::new(-260)), DType::I16);
    /// assert_eq!(DType::min_scalar_type(Scalar::new(1e5)), DType::F32);
    /// ```
    pub fn min_scalar_type(number: Scalar) -> DType {
        use DType::*;
        // As NumPy: about the largest numbers of these types.
        let half = |x: f64| !x.is_finite() || x.abs() < 65_000.0;
        let single = |x: f64| !x.is_finite() || x.abs() < 3.4e38;
        match number.dtype().kind() {
            Kind::Bool => Bool,
            Kind::Signed if number.get::<i64>() < 0 => {
                let x = number.get::<i64>();
                let fits = |bits: u32| x >= -(1 << (bits - 1));
                [(I8, 8), (I16, 16), (I32, 32)]
                    .into_iter()
                    .find(|&(_, bits)| fits(bits))
                    .map_or(I64, |(dtype, _)| dtype)
            }
            Kind::Signed | Kind::Unsigned => {
                let x = number.get::<u64>();
                [(U8, 8), (U16, 16), (U32, 32)]
                    .into_iter()
                    .find(|&(_, bits)| x >> bits == 0)
                    .map_or(U64, |(dtype, _)| dtype)
            }
            Kind::Float => match number.get::<f64>() {
                x if half(x) => F16,
                _ if number.dtype() == BF16 => BF16,
                x if single(x) => F32,
                _ => F64,
            },
            Kind::Complex => {
                let x: Complex<f64> = number.get();
                if single(x.re) && single(x.im) { Complex64 } else { Complex128 }
            }
        }
    }
}

/// The element type of an operation on arrays of these types and on numbers of those, which are weak: `numpy.result_type`. None for
/// no types at all.
///
/// ```
/// use xparray::{DType, result_type};
/// assert_eq!(result_type(&[DType::I8, DType::F32], &[]), Some(DType::F32));
/// assert_eq!(result_type(&[DType::F32], &[DType::F64, DType::I64]), Some(DType::F32)); // beside 0.5 and 3
/// ```
pub fn result_type(arrays: &[DType], numbers: &[DType]) -> Option<DType> {
    let common = |types: &[DType]| types.iter().copied().reduce(DType::promote);
    match common(arrays) {
        Some(dtype) => Some(common(numbers).map_or(dtype, |number| dtype.promote_weak(number))),
        None => common(numbers),
    }
}

/// The type of floats or complex numbers that arrays of these types become together: `numpy.common_type`. None for no types.
///
/// ```
/// use xparray::{DType, common_type};
/// assert_eq!(common_type(&[DType::F32, DType::F16]), Some(DType::F32));
/// assert_eq!(common_type(&[DType::F32, DType::I8]), Some(DType::F64));
/// ```
pub fn common_type(arrays: &[DType]) -> Option<DType> {
    arrays.iter().map(|dtype| dtype.quotient()).reduce(DType::promote)
}

#[cfg(test)]
mod tests {
    use super::*;
    use DType::*;

    /// `np.min_scalar_type` of these numbers.
    #[test]
    fn smallest_types() {
        let least = |number: Scalar| DType::min_scalar_type(number);
        for (x, dtype) in
            [(0i64, U8), (256, U16), (65_536, U32), (1 << 32, U64), (-128, I8), (-129, I16), (-32_769, I32)]
        {
            assert_eq!(least(Scalar::new(x)), dtype, "{x}");
        }
        assert_eq!((least(Scalar::new(i64::MIN)), least(Scalar::new(u64::MAX))), (I64, U64));
        for (x, dtype) in [(3.1, F16), (7e4, F32), (1e50, F64), (f64::NAN, F16), (f64::NEG_INFINITY, F16)] {
            assert_eq!(least(Scalar::new(x)), dtype, "{x}");
        }
        assert_eq!(least(Scalar::new(Complex::new(0.0, 1e60))), Complex128);
        assert_eq!((least(Scalar::new(Complex::new(1.0, 1.0))), least(Scalar::new(true))), (Complex64, Bool));
        assert_eq!(least(Scalar::new(half::bf16::from_f32(1e30))), BF16);
    }

    /// `np.can_cast`, `np.result_type`.
    #[test]
    fn types_hold_types() {
        assert!(I64.can_cast_with(F64, Casting::Safe) && U64.can_cast_with(F64, Casting::Safe));
        assert!(!U64.can_cast_with(I64, Casting::Safe) && !I16.can_cast_with(F16, Casting::Safe));
        assert!(I8.can_cast_with(F16, Casting::Safe) && Bool.can_cast_with(U8, Casting::Safe));
        assert!(!I8.can_cast_with(I16, Casting::No) && I8.can_cast_with(I8, Casting::No));
        for a in DType::ALL {
            for b in DType::ALL {
                let safe = a.can_cast_with(b, Casting::Safe);
                assert!(!safe || a.can_cast_with(b, Casting::SameKind), "{a} {b}");
            }
        }
        assert_eq!((result_type(&[], &[]), result_type(&[], &[I64, F64]), common_type(&[])), (None, Some(F64), None));
        assert_eq!(result_type(&[I8, U8], &[I64]), Some(I16));
        assert_eq!(result_type(&[F32], &[I64, Complex128]), Some(Complex64));
        assert_eq!((common_type(&[I8]), common_type(&[F16, Complex64])), (Some(F64), Some(Complex64)));
    }
}
