//! The processes that an axis is divided among, and parts of other lengths on their way to them.

use super::DistArray;
use crate::Comm;
use crate::mesh::section;
use std::ops::Range;
use xparray_core::prelude::*;
use xparray_core::{Array, Error, Result};

impl<T: Element, B: Backend> DistArray<T, B> {
    /// The axis by its number, which may count from the end.
    pub(super) fn axis(&self, op: &'static str, axis: isize) -> Result<usize> {
        let ndim = self.shape.len();
        let place = if axis < 0 { axis.checked_add_unsigned(ndim) } else { Some(axis) };
        let place = place.and_then(|place| usize::try_from(place).ok()).filter(|&place| place < ndim);
        place.ok_or(Error::Axis { op, axis, ndim })
    }

    /// The processes that an axis is divided among; none if it lies whole on each.
    pub(super) fn line(&self, axis: usize) -> Result<Option<&Comm>> {
        self.sharding.axes()[axis].map(|place| self.sharding.mesh().line(place)).transpose()
    }

    /// The place of this process's part on an axis.
    pub(super) fn own_range(&self, axis: usize) -> Range<usize> {
        self.sharding.own_part(&self.shape)[axis].clone()
    }

    /// The array of another first axis, of which the processes have parts of any lengths, in the order of their ranks.
    pub(super) fn with_rows<R: Element>(&self, rows: Array<R, B>, line: Option<&Comm>) -> Result<DistArray<R, B>> {
        let (local, len) = match line {
            None => (rows.clone(), rows.shape()[0]),
            Some(line) => balanced(line, &rows)?,
        };
        let shape = std::iter::once(len).chain(self.shape[1..].iter().copied()).collect();
        Ok(DistArray { local, shape, sharding: self.sharding.clone() })
    }
}

/// How much of the range `own` each of the parts of an axis has.
fn overlaps(own: &Range<usize>, len: usize, parts: usize) -> Vec<usize> {
    let overlap = |part| {
        let theirs = section(len, parts, part);
        theirs.end.min(own.end).saturating_sub(theirs.start.max(own.start))
    };
    (0..parts).map(overlap).collect()
}

/// Rows as the parts of an axis, of those that the processes have one after the other; and how many there are.
fn balanced<T: Element, B: Backend>(line: &Comm, rows: &Array<T, B>) -> Result<(Array<T, B>, usize)> {
    let lens = line.share_all(rows.shape()[0])?;
    let (start, len) = (lens[..line.rank()].iter().sum::<usize>(), lens.iter().sum());
    let lengths = overlaps(&(start..start + rows.shape()[0]), len, line.size());
    Ok((line.all_to_all_v(rows, &lengths)?, len))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_in_the_parts_that_it_overlaps() {
        // Parts of 4, 4 and 3.
        assert_eq!(overlaps(&(3..9), 11, 3), [1, 4, 1]);
        assert_eq!(overlaps(&(4..4), 11, 3), [0, 0, 0]);
    }
}
