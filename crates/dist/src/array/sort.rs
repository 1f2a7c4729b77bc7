//! Sorting, by samples.

use super::DistArray;
use super::buckets::between;
use crate::Comm;
use xparray_core::prelude::*;
use xparray_core::{Array, Error, Result, Side};

/// What becomes of elements that are equal to a splitter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ties {
    /// They may be divided, in their order: so each process gets about as many elements, however many are equal.
    Divided,
    /// All of them go to one process.
    Together,
}

impl<T: Element, B: Backend> DistArray<T, B> {
    /// The array sorted, ascending, along the last axis, as [`Array::sort`](xparray_core::Array::sort). A divided vector is
    /// sorted by samples: all agree on splitters, what lies between two of them goes to one process, and that sorts it. Many
    /// processes, few elements and many equal ones are sorted before, too.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([3, 1, 2])?)?;
    /// assert_eq!(x.sort()?.all_gather()?.to_vec()?, [1, 2, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] if there are no axes; [`Error::Value`] if the last axis is divided and there are others: the array must be
    /// [resharded](DistArray::reshard); those of the deferred work; [`Error::Library`].
    pub fn sort(&self) -> Result<Self> {
        let Some(line) = self.sorted_line("sort")? else { return self.map(|x| x.sort()) };
        if let Some(part) = between(line, &self.local, self.shape[0])? {
            return self.with_rows(part.sort()?, Some(line));
        }
        let sorted = self.local.sort()?;
        let lengths = places(line, &sorted, Ties::Divided)?;
        self.with_rows(line.all_to_all_v(&sorted, &lengths)?.sort()?, Some(line))
    }

    /// The indices that sort along the last axis; equal elements stay in order, as
    /// [`Array::argsort`](xparray_core::Array::argsort).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([3, 1, 2, 1])?)?;
    /// assert_eq!(x.argsort()?.all_gather()?.to_vec()?, [1, 3, 2, 0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sort`](DistArray::sort).
    pub fn argsort(&self) -> Result<DistArray<i64, B>> {
        let Some(line) = self.sorted_line("argsort")? else { return self.map(|x| x.argsort()) };
        let order = self.local.argsort()?;
        let sorted = self.local.take(&order, 0)?;
        let lengths = places(line, &sorted, Ties::Divided)?;
        let values = line.all_to_all_v(&sorted, &lengths)?;
        let indices = line.all_to_all_v(&(order + self.own_range(0).start as i64), &lengths)?;
        // What comes is in the order of ranks, so of equal elements the first are still first.
        self.with_rows(indices.take(&values.argsort()?, 0)?, Some(line))
    }

    /// The processes that sort a vector together; none if each sorts what it has.
    pub(super) fn sorted_line(&self, op: &'static str) -> Result<Option<&Comm>> {
        let last = self.axis(op, -1)?;
        let line = self.line(last)?;
        if self.sharding.axes()[last].is_some() && last > 0 {
            let message = format!("axis {last} is divided, as {:?} says; reshard the array first", self.sharding);
            return Err(Error::value(op, message));
        }
        Ok(line)
    }
}

/// How many of its sorted elements this process gives to each, so that each gets those between two splitters.
pub(super) fn places<T: Element, B: Backend>(line: &Comm, sorted: &Array<T, B>, ties: Ties) -> Result<Vec<usize>> {
    let (rank, size, len) = (line.rank(), line.size(), sorted.len());
    // As many samples of each, so few elements lie between two; weights would be needed if parts were of different lengths.
    let count = size.min(len);
    let at = |sample: usize| ((2 * sample + 1) * len / (2 * count)) as i64;
    let own = sorted.xp().from_slice(&(0..count).map(at).collect::<Vec<_>>(), count)?;
    let samples = line.all_gather_v(&sorted.take(&own, 0)?)?;
    let places = line.all_gather_v(&own)?.to_vec()?;
    let counts = line.share_all(count)?;
    let owners: Vec<usize> = counts.iter().enumerate().flat_map(|(rank, &count)| vec![rank; count]).collect();
    if owners.is_empty() {
        return Ok(vec![0; size]);
    }
    // Stable, so equal samples are in the order of ranks and places.
    let order = samples.argsort()?;
    let chosen: Vec<i64> = (1..size).map(|part| (part * owners.len() / size) as i64).collect();
    let chosen = order.take(&sorted.xp().from_slice(&chosen, chosen.len())?, 0)?;
    let splitters = samples.take(&chosen, 0)?;
    let before = sorted.searchsorted(&splitters)?.to_vec()?;
    let after = sorted.searchsorted_with(&splitters, Side::Right)?.to_vec()?;
    let bound = |(splitter, sample): (usize, i64)| match owners[sample as usize] {
        _ if ties == Ties::Together => after[splitter],
        owner if rank < owner => after[splitter],
        owner if rank > owner => before[splitter],
        _ => places[sample as usize],
    };
    let bounds = chosen.to_vec()?.into_iter().enumerate().map(bound);
    let mut start = 0;
    let length = |end: i64| std::mem::replace(&mut start, end).abs_diff(end) as usize;
    Ok(bounds.chain([len as i64]).map(length).collect())
}
