//! What `arange` takes.

use crate::dtype::Scalar;
use crate::element::{Element, Number, RealElement, RealFloat};
use crate::weak::WeakInteger;
use std::ops::Range;

/// A range with elements of type `T`: a count or a range of integers, of any type, whose elements are `i64`; a range of floats, of
/// their type; or `(start, stop, step)`, of their type.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// assert_eq!(xp.arange(3)?.to_string(), "[0 1 2]");
/// assert_eq!(xp.arange(2..5)?.to_vec()?, [2i64, 3, 4]);
/// assert_eq!(xp.arange(0.0..2.0)?.to_vec()?, [0.0, 1.0]);
/// assert_eq!(xp.arange((1u8, 10, 4))?.to_vec()?, [1u8, 5, 9]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a range for `arange`",
    note = "write a count, `start..stop`, or `(start, stop, step)` of one type"
)]
pub trait IntoRange<T> {
    /// Start, stop and step; numbers of either sign.
    fn into_range(self) -> [Scalar; 3];
}

impl<I: WeakInteger> IntoRange<i64> for I {
    fn into_range(self) -> [Scalar; 3] {
        [Scalar::new(0i64), self.to_scalar(), Scalar::new(1i64)]
    }
}

impl<I: WeakInteger> IntoRange<i64> for Range<I> {
    fn into_range(self) -> [Scalar; 3] {
        [self.start.to_scalar(), self.end.to_scalar(), Scalar::new(1i64)]
    }
}

impl<F: RealFloat> IntoRange<F> for F {
    fn into_range(self) -> [Scalar; 3] {
        [F::default(), self, true.cast()].map(Scalar::new)
    }
}

impl<F: RealFloat> IntoRange<F> for Range<F> {
    fn into_range(self) -> [Scalar; 3] {
        [self.start, self.end, true.cast()].map(Scalar::new)
    }
}

impl<T: Number + RealElement> IntoRange<T> for (T, T, T) {
    fn into_range(self) -> [Scalar; 3] {
        [self.0, self.1, self.2].map(Scalar::new)
    }
}
