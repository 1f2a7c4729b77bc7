//! Windows on a device: the kernel's thread of an element reads its window itself.

use super::windows::Windows;
use xparray_core::Result;
use xparray_core::kernel::{Var, index_along, raw};
use xparray_core::prelude::*;

/// What a function makes of the elements of each window, in a type, at some places.
pub(super) fn of_elements<T: Element, O: Element, B: Backend>(
    windows: &Windows<B>,
    places: impl Iterator<Item = Vec<usize>>,
    function: impl FnOnce(Vec<Var<T>>) -> Var<O>,
) -> Result<DynArray<B>> {
    let extended = windows.extended().astype(T::DTYPE)?;
    let shape = extended.shape();
    let stride = |axis: usize| shape[axis + 1..].iter().product::<usize>() as i64;
    let strides: Vec<_> = windows.sizes().map(|(axis, _)| stride(axis)).collect();
    let offset = |place: Vec<usize>| place.iter().zip(&strides).map(|(&k, stride)| k as i64 * stride).sum::<i64>();
    let flat = extended.reshape(-1)?.typed::<T>()?;
    let found = extended.xp().map_to_shape(windows.shape(), raw(&flat), |x| {
        let along = |axis: usize| index_along(axis) * stride(axis);
        let start = (1..shape.len()).fold(along(0), |sum, axis| sum + along(axis));
        function(places.map(|place| x.at(start + offset(place))).collect())
    })?;
    Ok(found.into_dyn())
}
