//! Slices of the last axes, whatever the others are.

use xparray_core::prelude::*;
use xparray_core::{Result, SliceItem};

/// Slices of the last axes.
pub trait SliceLast: Sized {
    /// The others whole.
    fn slice_last(&self, items: &[SliceItem]) -> Result<Self>;
}

impl<B: Backend> SliceLast for DynArray<B> {
    fn slice_last(&self, items: &[SliceItem]) -> Result<Self> {
        let whole = vec![SliceItem::from(..); self.ndim().saturating_sub(items.len())];
        self.slice(&[&whole, items].concat())
    }
}
