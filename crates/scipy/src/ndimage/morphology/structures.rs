//! Structuring elements.

use super::binary::{Binary, binary_dilation};
use crate::ndimage::windows::places;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, SliceItem};

/// The most dimensions of a structure: it has three elements along each.
const MOST: usize = 16;

/// Which of three elements along each of `rank` axes are neighbours: those up to `connectivity` steps away from the one in the middle.
pub(crate) fn neighbours(rank: usize, connectivity: usize) -> Vec<bool> {
    let steps = |place: Vec<usize>| place.iter().filter(|&&part| part != 1).count();
    places(&vec![3; rank]).map(|place| steps(place) <= connectivity.max(1)).collect()
}

/// Three elements along each of `rank` axes: those up to `connectivity` steps away from the one in the middle are true.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::generate_binary_structure;
/// let cross = generate_binary_structure(&xp, 2, 1)?;
/// assert_eq!(cross.astype::<i32>().to_string(), "[[0 1 0]\n [1 1 1]\n [0 1 0]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for more dimensions than arrays of three elements along each can have.
pub fn generate_binary_structure<B: Backend>(xp: &B, rank: usize, connectivity: usize) -> Result<Array<bool, B>> {
    match rank {
        0 => xp.full([], true),
        1..=MOST => xp.from_slice(&neighbours(rank, connectivity), vec![3; rank]),
        _ => Err(Error::value("generate_binary_structure", format!("{rank} dimensions"))),
    }
}

/// A structure that does at once what one does in so many steps: its dilation by itself.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{generate_binary_structure, iterate_structure};
/// let diamond = iterate_structure(&generate_binary_structure(&xp, 2, 1)?, 2)?;
/// assert_eq!((diamond.shape(), diamond.count_nonzero(..)?.item()?), (&[5, 5][..], 13));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a structure without elements, and for too many of them.
pub fn iterate_structure<B: Backend>(structure: &impl AnyArray<B>, iterations: usize) -> Result<Array<bool, B>> {
    let structure = structure.as_dyn().astype(DType::Bool)?;
    if structure.is_empty() {
        return Err(Error::value("iterate_structure", "the structure has no elements"));
    }
    if iterations < 2 {
        return structure.typed();
    }
    let more = iterations - 1;
    let shape: Vec<usize> = structure.shape().iter().map(|&n| n.saturating_add(more.saturating_mul(n - 1))).collect();
    let inner =
        structure.shape().iter().map(|&n| SliceItem::from((more * (n / 2)) as isize..(more * (n / 2) + n) as isize));
    let mut grown = structure.xp().zeros_of(DType::Bool, &shape[..])?;
    grown.assign(&inner.collect::<Vec<_>>(), &structure)?;
    binary_dilation(&grown, &Binary::new().structure(&structure).iterations(more))
}
