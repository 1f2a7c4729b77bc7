//! The range of a matrix's elements, outside of which squares would overflow or vanish.

use crate::linalg::copy::max_abs;
use crate::linalg::{Field, MatRef, SolverError};
use num_traits::Float;

/// An exact power of two that brings a matrix into the middle of the exponents.
#[derive(Clone, Copy)]
pub(super) struct Range<R> {
    /// The power of two, as two factors: one alone may overflow.
    factors: Option<[R; 2]>,
}

impl<R: Field<R = R> + Float> Range<R> {
    /// The factor for `a` that makes its largest element about one over the machine epsilon, so that products with numbers
    /// far smaller do not vanish either; an error if an element is not finite.
    pub(super) fn centring<T: Field<R = R>>(a: MatRef<'_, T>) -> Result<Self, SolverError> {
        let max = max_abs(a);
        let range = Self::of_max(max)?;
        Ok(if max == R::ZERO { range } else { Self::centre(max) })
    }

    /// The factor for a matrix whose elements reach `max`.
    pub(super) fn of_max(max: R) -> Result<Self, SolverError> {
        if !Float::is_finite(max) {
            return Err(SolverError::NonFinite);
        }
        let low = Float::sqrt(R::min_positive_value()) / R::epsilon();
        let middle = max == R::ZERO || (max >= low && max <= Float::recip(low));
        Ok(if middle { Self { factors: None } } else { Self::centre(max) })
    }

    fn centre(max: R) -> Self {
        let (_, exponent, _) = Float::integer_decode(max);
        let two = R::ONE + R::ONE;
        let power = -i32::from(exponent);
        Self { factors: Some([Float::powi(two, power / 2), Float::powi(two, power - power / 2)]) }
    }

    pub(super) fn apply<T: Field<R = R>>(self, x: T) -> T {
        match self.factors {
            None => x,
            Some([a, b]) => x.scale(a).scale(b),
        }
    }

    /// A result of the scaled matrix that is proportional to it, for the matrix itself.
    pub(super) fn undo(self, x: R) -> R {
        match self.factors {
            None => x,
            Some([a, b]) => x / a / b,
        }
    }
}
