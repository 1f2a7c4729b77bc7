//! Steps over batches: what a step did with one element of each batch, done for all.

use crate::Autodiff;
use crate::buffer::{Step, TracedBuffer};
use crate::rule::Values;
use crate::trace::{array, operand};
use crate::view::through;
use std::cell::RefCell;
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
    rows: Vec<RefCell<Option<Values<B>>>>,
}

/// A layout with a first axis.
pub(crate) fn with_first(layout: &Layout, n: usize, stride: usize) -> Result<Layout> {
    let shape: Dims = std::iter::once(n).chain(layout.shape().iter().copied()).collect();
    let strides = std::iter::once(stride as isize).chain(layout.strides().iter().copied()).collect();
    Layout::new(shape, strides, layout.offset())
}

impl<'a, B: Backend> Batch<'a, B> {
    pub fn new(xp: &'a Autodiff<B>, step: &'a Arc<Step<B>>, n: usize, rows: Vec<Option<Values<B>>>) -> Self {
        Self { xp, step, n, rows: rows.into_iter().map(RefCell::new).collect() }
    }

    /// How many operands there are.
    pub fn operands(&self) -> usize {
        self.rows.len()
    }

    /// Whether an operand differs between the elements of the batch.
    pub fn differs(&self, k: usize) -> bool {
        self.rows[k].borrow().is_some()
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
        match &*self.rows[k].borrow() {
            Some(rows) => through(&rows.ravel()?, &with_first(layout, self.n, rows.shape()[1])?),
            None => self.same(k)?.broadcast_to([&[self.n], layout.shape()].concat()),
        }
    }

    /// Whole buffers of an operand, a row for each, to be written into: the operand is not read afterwards. Of one that nobody has written
    /// yet, there is nothing to copy.
    pub fn take_whole(&self, k: usize) -> Result<Values<B>> {
        if let Some(rows) = self.rows[k].take() {
            let whole = operand(&rows)?;
            // An array of its own over the same memory: that is copied as it is, if later steps read what was there.
            return match whole.layout.offset() {
                0 => array(self.xp, whole.buffer, rows.dtype(), rows.shape()),
                _ => Ok(rows),
            };
        }
        let operand = &self.step.operands[k];
        let len = operand.buffer.bytes / operand.dtype.size();
        if operand.buffer.is_blank() {
            return array(
                self.xp,
                TracedBuffer::blank(self.xp, self.n * operand.buffer.bytes)?,
                operand.dtype,
                &[self.n, len],
            );
        }
        array(self.xp, operand.buffer.clone(), operand.dtype, &[len])?.broadcast_to([self.n, len])?.copy()
    }
}
