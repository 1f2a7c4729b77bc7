//! Convolutions by their definition.

use super::extent::extent;
use xparray_core::ConvolveMode;
use xparray_core::prelude::*;
use xparray_core::{Result, SliceItem};

/// The sum of products of a kernel, not reversed, with the windows of `x`, one for each element of the result, over the last axes.
/// Of half precision sums are made in single precision.
pub(in crate::signal) fn windows_times<B: Backend>(x: &DynArray<B>, kernel: &DynArray<B>) -> Result<DynArray<B>> {
    let dtype = x.dtype();
    let wide = match dtype {
        DType::F16 | DType::BF16 => DType::F32,
        dtype => dtype,
    };
    let last = -(kernel.ndim() as isize)..0;
    let windows = x.astype(wide)?.sliding_window_view(kernel.shape(), last.clone().collect::<Vec<_>>())?;
    windows.multiply(&kernel.astype(wide)?)?.sum(last.collect::<Vec<_>>())?.astype(dtype)
}

/// A part of the convolution over all axes of arrays of one type, neither of them empty.
pub(super) fn direct<B: Backend>(a: &DynArray<B>, b: &DynArray<B>, mode: ConvolveMode) -> Result<DynArray<B>> {
    let parts: Vec<_> = a.shape().iter().zip(b.shape()).map(|(&n, &m)| extent(mode, n, m)).collect();
    let (x, kernel) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    // The windows of the full convolution reach beyond the ends; those that are not asked for are left out before.
    let width: Vec<_> = kernel.shape().iter().map(|&m| (m - 1, m - 1)).collect();
    let windows: Vec<SliceItem> =
        parts.iter().zip(kernel.shape()).map(|(&(start, len), &m)| (start..start + len + m - 1).into()).collect();
    let padded =
        if mode == ConvolveMode::Valid && fits(x, kernel) { x.clone() } else { x.pad(width)?.slice(&windows)? };
    windows_times(&padded, &kernel.flip(..)?)
}

/// Whether windows need nothing beyond the ends.
fn fits<B: Backend>(x: &DynArray<B>, kernel: &DynArray<B>) -> bool {
    x.shape().iter().zip(kernel.shape()).all(|(n, m)| n >= m)
}
