//! Signals along an axis, as the rows of a matrix.

use xparray_core::layout::normalize_axis;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// Signals as rows, and how they lay.
pub(super) struct Lines {
    axis: usize,
    /// The shape with the axis at the end.
    shape: Vec<usize>,
}

impl Lines {
    /// The signals of `x` along an axis.
    pub fn new<B: Backend>(op: &'static str, x: &DynArray<B>, axis: isize) -> Result<(Self, DynArray<B>)> {
        let axis = normalize_axis(op, axis, x.ndim())?;
        let last = x.moveaxis(axis, -1)?;
        let shape = last.shape().to_vec();
        let (rows, n) = (shape[..shape.len() - 1].iter().product::<usize>(), shape[shape.len() - 1]);
        Ok((Self { axis, shape }, last.reshape([rows, n])?))
    }

    /// The number of elements along the axis.
    pub fn n(&self) -> usize {
        self.shape[self.shape.len() - 1]
    }

    /// Rows of any length where the signals were.
    pub fn back<B: Backend>(&self, rows: &DynArray<B>) -> Result<DynArray<B>> {
        let mut shape = self.shape.clone();
        let last = shape.len() - 1;
        shape[last] = rows.shape()[1];
        rows.reshape(shape)?.moveaxis(-1, self.axis)
    }

    /// Rows of two axes, `[rows, n, m]`: the first where the signals were, the second behind all.
    pub fn back_with<B: Backend>(&self, rows: &DynArray<B>) -> Result<DynArray<B>> {
        let mut shape = self.shape.clone();
        let last = shape.len() - 1;
        shape[last] = rows.shape()[1];
        shape.push(rows.shape()[2]);
        rows.reshape(shape)?.moveaxis(-2, self.axis)
    }

    /// What belongs to the signals, `n` numbers to each, as rows.
    pub fn rows<B: Backend>(&self, op: &'static str, values: &DynArray<B>, n: usize) -> Result<DynArray<B>> {
        let mut shape = self.shape.clone();
        let last = shape.len() - 1;
        shape[last] = n;
        let rows = shape[..last].iter().product::<usize>();
        let wrong = |_| Error::shape(op, values.shape(), &shape);
        let moved = match values.ndim() == shape.len() {
            true => values.moveaxis(self.axis, -1)?,
            false => values.clone(),
        };
        moved.broadcast_to(&shape[..]).map_err(wrong)?.reshape([rows, n])
    }
}
