//! The processes that an axis is divided among, and parts of other lengths on their way to them.

use super::DistArray;
use crate::Comm;
use crate::comm::header::{row_len, with_rows};
use crate::mesh::section;
use crate::transport::places;
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

    /// The processes that an axis is divided among; none if it lies whole on each, as on a mesh of one.
    pub(super) fn line(&self, axis: usize) -> Result<Option<&Comm>> {
        let line = self.sharding.axes()[axis].map(|place| self.sharding.mesh().line(place)).transpose()?;
        Ok(line.filter(|line| line.size() > 1))
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
        Ok(DistArray::new(local, shape, self.sharding.clone()))
    }
}

/// What two ranges have in common.
fn overlap(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    let start = a.start.max(b.start);
    start..a.end.min(b.end).max(start)
}

/// Rows as the parts of an axis, of those that the processes have one after the other; and how many there are.
fn balanced<T: Element, B: Backend>(line: &Comm, rows: &Array<T, B>) -> Result<(Array<T, B>, usize)> {
    let (lens, own) = (line.share_all(rows.shape()[0])?, line.rank());
    let (starts, len) = (places(&lens), lens.iter().sum());
    let held = |rank: usize| starts[rank]..starts[rank] + lens[rank];
    let part = |rank| section(len, line.size(), rank);
    if (0..line.size()).all(|rank| held(rank) == part(rank)) {
        return Ok((rows.clone(), len));
    }
    let of_own = |range: &Range<usize>| rows.slice(s![range.start - starts[own]..range.end - starts[own]]);
    let (mut send, mut recv, mut before, mut count) = (Vec::new(), Vec::new(), 0, 0);
    for rank in (0..line.size()).filter(|&rank| rank != own) {
        let (gives, gets) = (overlap(&held(own), &part(rank)), overlap(&held(rank), &part(own)));
        if !gives.is_empty() {
            send.push((rank, of_own(&gives)?.into_dyn()));
        }
        if !gets.is_empty() {
            recv.push((rank, gets.len() * row_len(rows.shape())));
            before += if rank < own { gets.len() } else { 0 };
            count += gets.len();
        }
    }
    let came = line.exchange_pieces(rows.as_dyn(), &send, &recv)?.typed::<T>()?;
    let came = came.reshape(with_rows(rows.shape(), count))?;
    let kept = overlap(&held(own), &part(own));
    let kept = of_own(&if kept.is_empty() { starts[own]..starts[own] } else { kept })?;
    let rows = rows.xp().concatenate(&[&came.slice(s![..before])?, &kept, &came.slice(s![before..])?], 0)?;
    Ok((rows, len))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_overlap_or_not() {
        assert_eq!(overlap(&(3..9), &(5..11)), 5..9);
        assert!(overlap(&(3..5), &(5..11)).is_empty() && overlap(&(5..11), &(3..5)).is_empty());
    }
}
