//! Views of buffers, and what is added where they look.

use crate::rule::{Values, missing};
use xparray_core::backend::Backend;
use xparray_core::layout::Dims;
use xparray_core::{Create, DType, Layout, Result};

/// A vector of complex numbers as that of their parts, or the other way round: what a view as another type makes of tangents.
pub(crate) fn retyped<B: Backend>(x: &Values<B>, dtype: DType) -> Result<Values<B>> {
    if x.dtype() == dtype {
        return Ok(x.clone());
    }
    let are_parts =
        |real: DType, whole: DType| whole.is_complex() && real.is_float() && 2 * real.size() == whole.size();
    if are_parts(x.dtype(), dtype) || are_parts(dtype, x.dtype()) {
        return x.ravel()?.view(dtype);
    }
    Err(missing("view"))
}

/// The transpose: of a real and an imaginary part, whose cotangents are real, that of the number is of the opposite sign in the second.
pub(crate) fn retyped_back<B: Backend>(x: &Values<B>, dtype: DType) -> Result<Values<B>> {
    retyped(&x.conj()?, dtype)?.conj()
}

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

/// The shape of a row-major array of so many elements of which the layout is a box.
fn box_of(layout: &Layout, len: usize) -> Option<Dims> {
    let mut longer = len;
    let mut shape = Dims::new();
    for &stride in layout.strides() {
        let stride = usize::try_from(stride).ok().filter(|&stride| stride > 0 && longer.is_multiple_of(stride))?;
        shape.push(longer / stride);
        longer = stride;
    }
    (longer == 1).then_some(shape)
}

/// Where a box begins along each axis of an array of a shape.
fn start(layout: &Layout, shape: &[usize]) -> Option<Dims> {
    let (mut rest, mut start) = (layout.offset(), Dims::new());
    for (axis, stride) in layout.strides().iter().map(|stride| stride.unsigned_abs()).enumerate() {
        start.push(rest / stride);
        rest %= stride;
        if start[axis] + layout.shape()[axis] > shape[axis] {
            return None;
        }
    }
    Some(start)
}

/// An array in a box that begins at `origin` of a space of zeros; both may have first axes besides, which are as long.
pub(crate) fn within<B: Backend>(x: &Values<B>, origin: &[usize], space: &[usize]) -> Result<Values<B>> {
    let first = x.ndim() - origin.len();
    let axes = origin.iter().zip(&x.shape()[first..]).zip(space);
    let widths = axes.map(|((&before, &d), &whole)| (before, whole - before - d));
    x.pad(std::iter::repeat_n((0, 0), first).chain(widths).collect::<Vec<_>>())
}

/// An array in the box of a vector of zeros that the layout is, if it is one.
pub(crate) fn surrounded<B: Backend>(x: &Values<B>, layout: &Layout, len: usize) -> Result<Option<Values<B>>> {
    let Some(shape) = box_of(layout, len) else { return Ok(None) };
    let Some(start) = start(layout, &shape) else { return Ok(None) };
    within(x, &start, &shape)?.reshape(len).map(Some)
}

/// The sum of an array that is added to several windows of so many zeros: windows of the array, continued by zeros. `None` unless
/// there are several windows, which are most of the whole.
pub(crate) fn summed_windows<B: Backend>(
    x: &Values<B>,
    windows: &[&Layout],
    whole: usize,
) -> Result<Option<Values<B>>> {
    let [first, _, ..] = windows else { return Ok(None) };
    let alike = |window: &&Layout| window.shape() == x.shape() && window.strides() == first.strides();
    let Some(shape) = box_of(first, whole).filter(|_| windows.iter().all(alike)) else { return Ok(None) };
    let starts: Option<Vec<Dims>> = windows.iter().map(|window| start(window, &shape)).collect();
    let Some(starts) = starts else { return Ok(None) };
    let axes = 0..shape.len();
    let before: Dims = axes.clone().map(|axis| starts.iter().map(|start| start[axis]).max().unwrap_or(0)).collect();
    let left = |start: &Dims, axis: usize| shape[axis] - start[axis] - x.shape()[axis];
    let after = |axis: usize| starts.iter().map(|start| left(start, axis)).max().unwrap_or(0);
    let widths: Vec<(usize, usize)> = axes.clone().map(|axis| (before[axis], after(axis))).collect();
    let len: usize = axes.clone().map(|axis| widths[axis].0 + x.shape()[axis] + widths[axis].1).product();
    if len > 2 * whole || whole > 2 * x.len() {
        return Ok(None);
    }
    let padded = x.pad(&widths[..])?;
    let mut sum: Option<Values<B>> = None;
    for start in &starts {
        let mut window = Layout::row_major(padded.shape());
        for axis in axes.clone() {
            window = window.sliced(axis, before[axis] - start[axis], 1, shape[axis])?;
        }
        let term = padded.through(&window)?;
        sum = Some(match sum {
            Some(sum) => sum.add(&term)?,
            None => term,
        });
    }
    Ok(sum)
}
