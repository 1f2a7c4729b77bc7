//! What reductions do with two elements.

use xparray_core::prelude::{Complex, bf16, f16};
use xparray_core::{DType, Element, dispatch_dtype};

/// How a reduction combines elements, by MPI's names: of truth values, sums are "or" and products "and", as NumPy has it; NaN
/// is the extremum of what holds one; complex numbers are ordered by their real parts, then by the imaginary ones.
///
/// ```
/// use xparray::dist::{self, Op};
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let world = dist::init()?;
/// let most = world.all_reduce(&xp.array([world.rank() as f64])?, Op::Max)?;
/// assert_eq!(most.item()?, (world.size() - 1) as f64);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// `MPI_SUM`. Integers wrap around.
    Sum,
    /// `MPI_PROD`. Integers wrap around.
    Prod,
    /// `MPI_MIN`.
    Min,
    /// `MPI_MAX`.
    Max,
    /// `MPI_LAND`: one where all elements are not zero, zero elsewhere.
    LogicalAnd,
    /// `MPI_LOR`: one where any element is not zero, zero elsewhere.
    LogicalOr,
}

impl Op {
    /// Every operation.
    pub const ALL: [Self; 6] = [Self::Sum, Self::Prod, Self::Min, Self::Max, Self::LogicalAnd, Self::LogicalOr];

    /// Its name in messages.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Prod => "prod",
            Self::Min => "min",
            Self::Max => "max",
            Self::LogicalAnd => "logical and",
            Self::LogicalOr => "logical or",
        }
    }
}

/// An element type with what reductions need of it.
pub(crate) trait Combine: Element {
    fn sum(self, other: Self) -> Self;
    fn prod(self, other: Self) -> Self;
    /// Whether `self` comes before `other`.
    fn before(self, other: Self) -> bool;
    fn is_nan(self) -> bool;

    fn combine(self, op: Op, other: Self) -> Self {
        let truth = |x: Self| x.cast::<bool>();
        match op {
            Op::Sum => self.sum(other),
            Op::Prod => self.prod(other),
            Op::Min if self.is_nan() || !(other.is_nan() || other.before(self)) => self,
            Op::Max if self.is_nan() || !(other.is_nan() || self.before(other)) => self,
            Op::Min | Op::Max => other,
            Op::LogicalAnd => (truth(self) && truth(other)).cast(),
            Op::LogicalOr => (truth(self) || truth(other)).cast(),
        }
    }
}

impl Combine for bool {
    fn sum(self, other: Self) -> Self {
        self || other
    }
    fn prod(self, other: Self) -> Self {
        self && other
    }
    fn before(self, other: Self) -> bool {
        !self && other
    }
    fn is_nan(self) -> bool {
        false
    }
}

macro_rules! combine {
    ($($T:ty: $sum:expr, $prod:expr, $before:expr, $is_nan:expr;)*) => {$(
        impl Combine for $T {
            fn sum(self, other: Self) -> Self {
                $sum(self, other)
            }
            fn prod(self, other: Self) -> Self {
                $prod(self, other)
            }
            fn before(self, other: Self) -> bool {
                $before(self, other)
            }
            fn is_nan(self) -> bool {
                $is_nan(self)
            }
        }
    )*};
    (integers $($T:ident)*) => { combine! { $($T: $T::wrapping_add, $T::wrapping_mul, |a, b| a < b, |_| false;)* } };
    (floats $($T:ident)*) => { combine! { $($T: |a, b| a + b, |a, b| a * b, |a, b| a < b, $T::is_nan;)* } };
    (complex $($T:ty)*) => {
        combine! { $($T: |a, b| a + b, |a, b| a * b, |a: $T, b: $T| (a.re, a.im) < (b.re, b.im), <$T>::is_nan;)* }
    };
}

combine! { integers i8 i16 i32 i64 u8 u16 u32 u64 }
combine! { floats f16 bf16 f32 f64 }
combine! { complex Complex<f32> Complex<f64> }

/// Combines elements, given by their bytes, with those of a later rank: `left` becomes the result.
pub(crate) fn combine_into<T: Combine>(op: Op, left: &mut [u8], right: &[u8]) {
    let size = size_of::<T>();
    for (left, right) in left.chunks_exact_mut(size).zip(right.chunks_exact(size)) {
        T::read_bytes(left).combine(op, T::read_bytes(right)).write_bytes(left);
    }
}

/// As [`combine_into`], for a type that is a value.
pub(crate) fn combine_bytes(op: Op, dtype: DType, left: &mut [u8], right: &[u8]) {
    dispatch_dtype!(dtype, T => combine_into::<T>(op, left, right));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extrema_keep_nan() {
        for (a, b) in [(f64::NAN, 1.0), (1.0, f64::NAN)] {
            assert!(a.combine(Op::Min, b).is_nan() && a.combine(Op::Max, b).is_nan());
        }
        assert_eq!((2.0f32.combine(Op::Min, 1.0), 2.0f32.combine(Op::Max, 1.0)), (1.0, 2.0));
    }

    #[test]
    fn complex_numbers_are_ordered_by_their_parts() {
        let (a, b) = (Complex::new(1.0, 5.0), Complex::new(1.0, -5.0));
        assert_eq!((a.combine(Op::Min, b), a.combine(Op::Max, b)), (b, a));
    }

    #[test]
    fn truth_values_have_no_other_sums() {
        assert!(true.combine(Op::Sum, true) && !true.combine(Op::Prod, false));
        assert_eq!(300u16.combine(Op::LogicalAnd, 7), 1);
        assert_eq!(200u8.combine(Op::Sum, 100), 44);
    }
}
