//! Steps over batches: what a step did with one element of each batch, done for all.

use crate::Autodiff;
use crate::buffer::Step;
use crate::rule::Values;
use crate::trace::array;
use crate::view::through;
use std::sync::Arc;
use xparray_core::backend::Backend;
use xparray_core::layout::Dims;
use xparray_core::{Layout, Result};

/// A step that is done for all elements of a batch.
pub(crate) struct Batch<'a, B: Backend> {
    pub xp: &'a Autodiff<B>,
    pub step: &'a Arc<Step<B>>,
    /// How many there are.
    pub n: usize,
    /// For each operand that differs between them, the whole buffers that it is of, a row for each.
    pub rows: Vec<Option<Values<B>>>,
}

/// A layout with a first axis.
pub(crate) fn with_first(layout: &Layout, n: usize, stride: usize) -> Result<Layout> {
    let shape: Dims = std::iter::once(n).chain(layout.shape().iter().copied()).collect();
    let strides = std::iter::once(stride as isize).chain(layout.strides().iter().copied()).collect();
    Layout::new(shape, strides, layout.offset())
}

impl<B: Backend> Batch<'_, B> {
    /// Whether an operand differs between the elements of the batch.
    pub fn differs(&self, k: usize) -> bool {
        self.rows[k].is_some()
    }

    /// An operand that is the same for all.
    pub fn same(&self, k: usize) -> Result<Values<B>> {
        let operand = &self.step.operands[k];
        let len = operand.buffer.bytes / operand.dtype.size();
        through(&array(self.xp, operand.buffer.clone(), operand.dtype, &[len])?, &operand.layout)
    }

    /// An operand of all elements of the batch, along the first axis.
    pub fn operand(&self, k: usize) -> Result<Values<B>> {
        let layout = &self.step.operands[k].layout;
        match &self.rows[k] {
            Some(rows) => through(&rows.ravel()?, &with_first(layout, self.n, rows.shape()[1])?),
            None => self.same(k)?.broadcast_to([&[self.n], layout.shape()].concat()),
        }
    }

    /// Whole buffers of an operand, a row for each.
    pub fn whole(&self, k: usize) -> Result<Values<B>> {
        match &self.rows[k] {
            Some(rows) => Ok(rows.clone()),
            None => {
                let operand = &self.step.operands[k];
                let len = operand.buffer.bytes / operand.dtype.size();
                array(self.xp, operand.buffer.clone(), operand.dtype, &[len])?.broadcast_to([self.n, len])
            }
        }
    }
}
