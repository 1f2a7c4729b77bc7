//! Views of buffers, and what is added where they look.

use crate::rule::Values;
use xparray_core::backend::Backend;
use xparray_core::layout::Dims;
use xparray_core::{Create, Layout, Result};

/// A vector seen through a layout.
pub(crate) fn through<B: Backend>(x: &Values<B>, layout: &Layout) -> Result<Values<B>> {
    if layout.is_identity() && layout.len() == x.len() {
        return x.reshape(layout.shape());
    }
    x.through(layout)
}

/// The transpose of [`through`]: a vector of so many elements, to which each element of `x` is added where the layout looks.
pub(crate) fn scattered<B: Backend>(x: &Values<B>, layout: &Layout, len: usize) -> Result<Values<B>> {
    let repeats = |axis: &usize| layout.shape()[*axis] != 1 && layout.strides()[*axis] == 0;
    let (repeated, others): (Vec<usize>, Vec<usize>) = (0..layout.ndim()).partition(repeats);
    let x = if repeated.is_empty() { x.clone() } else { x.sum(&repeated[..])?.astype(x.dtype())? };
    let shape: Dims = others.iter().map(|&axis| layout.shape()[axis]).collect();
    let strides = others.iter().map(|&axis| layout.strides()[axis]).collect();
    let layout = Layout::new(shape, strides, layout.offset())?;
    if let Some(x) = rearranged(&x, &layout, len)? {
        return Ok(x);
    }
    let mut sums = x.xp().zeros_of(x.dtype(), len)?;
    if layout.overlaps() {
        let places = x.xp().arange(0..len as i64)?.into_dyn().through(&layout)?;
        sums.add_at(&[places.ravel()?], x.ravel()?)?;
    } else {
        sums.assign_through(&layout, x)?;
    }
    Ok(sums)
}

/// The elements in the order of their places, if these are all places there are.
fn rearranged<B: Backend>(x: &Values<B>, layout: &Layout, len: usize) -> Result<Option<Values<B>>> {
    if layout.len() != len {
        return Ok(None);
    }
    let mut axes: Vec<usize> = (0..layout.ndim()).collect();
    axes.sort_by_key(|&axis| std::cmp::Reverse(layout.strides()[axis].unsigned_abs()));
    let turned: Vec<usize> = (0..layout.ndim()).filter(|&axis| layout.strides()[axis] < 0).collect();
    let strides = axes.iter().map(|&axis| layout.strides()[axis].abs()).collect();
    let shape = axes.iter().map(|&axis| layout.shape()[axis]).collect();
    if !Layout::new(shape, strides, 0)?.is_contiguous() {
        return Ok(None);
    }
    let x = if turned.is_empty() { x.clone() } else { x.flip(&turned[..])? };
    let in_order = axes.iter().copied().eq(0..axes.len());
    let x = if in_order { x } else { x.permute_dims(&axes[..])? };
    Ok(Some(x.reshape(len)?))
}
