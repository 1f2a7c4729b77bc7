//! Reductions of parts of an axis.

use super::Ufunc;
use crate::array::{AnyArray, ArrayOrNumber, Create, DynArray, IntoAxis, IntoIndices, keepdims};
use crate::backend::{Backend, ScatterOp};
use crate::error::{Error, Result};
use crate::layout::normalize_axis;

impl Ufunc {
    /// Reduces parts of an axis: for each index, the elements from there to the next index, or the one element there if the
    /// next is not above it; the last part goes to the end.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Ufunc;
    /// let x = xp.arange(8)?;
    /// assert_eq!(Ufunc::Add.reduceat(&x, [0, 4, 1, 5], 0)?.to_string(), "[ 6  4 10 18]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for an index that is negative or not on the axis, [`Error::Shape`] unless there is a list of them;
    /// those of [`reduce`](Ufunc::reduce).
    pub fn reduceat<B: Backend>(
        self,
        x: &impl AnyArray<B>,
        indices: impl IntoIndices<B>,
        axis: impl IntoAxis,
    ) -> Result<DynArray<B>> {
        let name = self.name();
        let x = x.as_dyn();
        let axis = normalize_axis(name, axis.into_axis(), x.ndim())?;
        let indices = indices.into_indices(x.xp())?.checked_indices(name)?;
        if indices.ndim() != 1 {
            return Err(Error::shape(name, indices.shape(), &[indices.len()]));
        }
        let starts = indices.typed::<i64>()?.to_vec()?;
        let n = x.shape()[axis];
        if let Some(&index) = starts.iter().find(|&&index| index < 0 || index as usize >= n) {
            return Err(Error::Index { op: name, index, len: n });
        }
        let starts: Vec<usize> = starts.into_iter().map(|index| index as usize).collect();
        let x = self.operand(x)?;
        if starts.is_empty() || x.is_empty() {
            return x.take(&starts, axis as isize);
        }
        let how = match self {
            Ufunc::Add => Some(ScatterOp::Add),
            Ufunc::Multiply => Some(ScatterOp::Mul),
            Ufunc::Maximum => Some(ScatterOp::Max),
            Ufunc::Minimum => Some(ScatterOp::Min),
            _ => None,
        };
        match how {
            Some(how) if starts.is_sorted_by(|a, b| a < b) => self.joined(&x, &starts, axis, how),
            _ => self.parts(&x, &starts, axis),
        }
    }

    /// Parts that follow each other: what is not first in its part is joined to what is.
    fn joined<B: Backend>(self, x: &DynArray<B>, starts: &[usize], axis: usize, how: ScatterOp) -> Result<DynArray<B>> {
        let mut first = x.take(starts, axis as isize)?;
        let (mut rest, mut parts) = (Vec::new(), Vec::new());
        let ends = starts[1..].iter().copied().chain([x.shape()[axis]]);
        for (part, (&start, end)) in starts.iter().zip(ends).enumerate() {
            rest.extend(start + 1..end);
            parts.resize(rest.len(), part as i64);
        }
        let parts = x.xp().from_slice(&parts, parts.len())?;
        let rest = x.take(&rest, axis as isize)?;
        first.scatter_slices(self.name(), how, parts.as_dyn(), &ArrayOrNumber::Array(&rest), axis as isize)?;
        Ok(first)
    }

    fn parts<B: Backend>(self, x: &DynArray<B>, starts: &[usize], axis: usize) -> Result<DynArray<B>> {
        let ends = starts[1..].iter().copied().chain([x.shape()[axis]]);
        let parts = starts.iter().zip(ends).map(|(&start, end)| match end > start + 1 {
            true => self.reduce(&x.narrow(axis, start, end - start)?, keepdims(axis)),
            false => x.narrow(axis, start, 1),
        });
        let parts = parts.collect::<Result<Vec<_>>>()?;
        DynArray::concatenate(self.name(), &parts.iter().collect::<Vec<_>>(), axis)
    }
}
