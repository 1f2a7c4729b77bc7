//! What is made of erosions and dilations of truth values.

use super::binary::{Binary, Placed, binary_dilation, binary_erosion};
use crate::ndimage::mode::PerAxis;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// An erosion and then a dilation: without what is smaller than the structure.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Binary, binary_opening};
/// let x = xp.array([1, 0, 0, 1, 1, 1, 0])?;
/// assert_eq!(binary_opening(&x, &Binary::new())?.astype::<i32>().to_string(), "[0 0 0 1 1 1 0]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`binary_erosion`].
pub fn binary_opening<B: Backend>(x: &impl AnyArray<B>, options: &Binary<B>) -> Result<Array<bool, B>> {
    binary_dilation(&binary_erosion(x, options)?, options)
}

/// A dilation and then an erosion: without gaps that are smaller than the structure.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Binary, binary_closing};
/// let x = xp.array([0, 1, 0, 1, 0, 0, 0])?;
/// assert_eq!(binary_closing(&x, &Binary::new())?.astype::<i32>().to_string(), "[0 1 1 1 0 0 0]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`binary_erosion`].
pub fn binary_closing<B: Backend>(x: &impl AnyArray<B>, options: &Binary<B>) -> Result<Array<bool, B>> {
    binary_erosion(&binary_dilation(x, options)?, options)
}

/// Where all elements under the structure are true, and all under another one are false: without one, under all places that are not
/// in the structure. The other one's origin is that of the options, if it has none itself.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Binary, binary_hit_or_miss};
/// let x = xp.array([0, 1, 0, 1, 1, 0])?;
/// let alone = Binary::new().structure(&xp.array([0, 1, 0])?);
/// assert_eq!(binary_hit_or_miss(&x, None::<&Array<i32, _>>, None, &alone)?.astype::<i32>().to_string(), "[0 1 0 0 0 0]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`binary_erosion`].
pub fn binary_hit_or_miss<B: Backend>(
    x: &impl AnyArray<B>,
    misses: Option<&impl AnyArray<B>>,
    misses_origin: Option<PerAxis<isize>>,
    options: &Binary<B>,
) -> Result<Array<bool, B>> {
    const OP: &str = "binary_hit_or_miss";
    let x = x.as_dyn().astype(DType::Bool)?;
    let hits = Binary { border_value: false, ..options.clone() };
    let structure = misses.map_or(hits.structure.clone(), |misses| Some(misses.as_dyn().clone()));
    let origin = misses_origin.unwrap_or_else(|| hits.origin.clone());
    let other = Placed::of(OP, x.ndim(), &Binary { structure, origin, ..hits.clone() })?;
    let other = if misses.is_none() { other.complement() } else { other };
    let hit = Placed::of(OP, x.ndim(), &hits)?.apply(OP, &x, true)?;
    hit.logical_and(&other.apply(OP, &x, false)?.logical_not()?)?.typed()
}

/// Dilations within a mask until nothing changes: the parts of the mask that elements are connected with.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Binary, binary_propagation};
/// let (seed, mask) = (xp.array([0, 1, 0, 0, 0, 0])?, xp.array([1, 1, 1, 0, 1, 1])?);
/// let found = binary_propagation(&seed, &Binary::new().mask(&mask))?;
/// assert_eq!(found.astype::<i32>().to_string(), "[1 1 1 0 0 0]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`binary_erosion`].
pub fn binary_propagation<B: Backend>(x: &impl AnyArray<B>, options: &Binary<B>) -> Result<Array<bool, B>> {
    binary_dilation(x, &options.clone().iterations(0))
}

/// With what is not connected with the outside, by the structure, filled.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Binary, binary_fill_holes};
/// let x = xp.array([[0, 1, 1, 1], [0, 1, 0, 1], [0, 1, 1, 1]])?;
/// assert_eq!(binary_fill_holes(&x, &Binary::new())?.astype::<i32>().to_string(), "[[0 1 1 1]\n [0 1 1 1]\n [0 1 1 1]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`binary_erosion`].
pub fn binary_fill_holes<B: Backend>(x: &impl AnyArray<B>, options: &Binary<B>) -> Result<Array<bool, B>> {
    let outside = x.as_dyn().astype(DType::Bool)?.logical_not()?;
    let none = outside.zeros_like()?;
    let options = options.clone().mask(&outside).border_value(true);
    binary_propagation(&none, &options)?.as_dyn().logical_not()?.typed()
}
