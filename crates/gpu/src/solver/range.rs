//! The range of matrices' elements, outside of which squares would overflow or vanish.

use super::stack::Stack;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use xparray_ir::{DType, Error, Result};

/// Powers of two that bring each matrix of a stack into the middle of the exponents, if one needs it.
pub(super) struct Range(Option<Vec<[f64; 2]>>);

/// The least magnitude at which squares of what counts beside it do not vanish.
pub(super) fn least(dtype: DType) -> f64 {
    match dtype {
        DType::F32 | DType::Complex64 => f64::from(f32::MIN_POSITIVE).sqrt() / f64::from(f32::EPSILON),
        _ => f64::MIN_POSITIVE.sqrt() / f64::EPSILON,
    }
}

impl<D: Driver> Gpu<D> {
    /// Scales the matrices that need it, in place; an error if an element is not finite. The largest magnitude may be
    /// anything from `low` to its inverse. Waits.
    pub(super) fn bring_into_range(
        &self,
        op: &'static str,
        x: &mut Buffer<D>,
        stack: Stack,
        half: bool,
        low: f64,
    ) -> Result<Range> {
        let largest = self.largest(x, stack, half)?;
        if largest.iter().any(|max| !max.is_finite()) {
            return Err(Error::value(op, "the input holds a NaN or an infinity"));
        }
        let middle = |max: f64| max == 0.0 || (low..=1.0 / low).contains(&max);
        if largest.iter().all(|&max| middle(max)) {
            return Ok(Range(None));
        }
        // One factor alone may overflow.
        let factors: Vec<[f64; 2]> = largest
            .iter()
            .map(|&max| if middle(max) { 0 } else { -(max.log2().floor() as i32) })
            .map(|power| [2f64.powi(power / 2), 2f64.powi(power - power / 2)])
            .collect();
        self.scale(x, stack, &factors)?;
        Ok(Range(Some(factors)))
    }

    /// Scales results that are proportional to the matrices back.
    pub(super) fn bring_back(&self, range: &Range, values: &mut Buffer<D>, stack: Stack) -> Result<()> {
        match &range.0 {
            Some(factors) if stack.len() > 0 => {
                let inverse: Vec<_> = factors.iter().map(|[a, b]| [1.0 / a, 1.0 / b]).collect();
                self.scale(values, stack, &inverse)
            }
            _ => Ok(()),
        }
    }
}
