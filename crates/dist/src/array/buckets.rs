//! A vector divided by values before it is sorted, so that each process sorts once.

use crate::Comm;
use xparray_core::prelude::*;
use xparray_core::{Array, Result};

/// More processes than these sort before they exchange: each part is one more pass over the elements.
const PROCESSES: usize = 8;

/// How many elements of each process are looked at: parts differ by a few hundredths then.
const SAMPLES: usize = 1024;

/// The elements between two splitters, in any order: of the first process the least, and so on. None where sorting first is better:
/// for few elements, and where some process would get twice its part, as where many are equal. All processes find the same.
pub(super) fn between<T: Element, B: Backend>(line: &Comm, x: &Array<T, B>, len: usize) -> Result<Option<Array<T, B>>> {
    let (xp, size) = (x.xp(), line.size());
    if size > PROCESSES || len < 64 * SAMPLES * size || T::DTYPE.is_complex() || xp.remembers() {
        return Ok(None);
    }
    let step = (x.len() / SAMPLES).max(1);
    let samples = line.all_gather_v(&x.slice(s![(step / 2) as i64..; step as i64])?)?.sort()?;
    let below = (1..size)
        .map(|part| {
            let place = part * samples.len() / size;
            x.less(&samples.slice(s![place..place + 1])?)
        })
        .collect::<Result<Vec<_>>>()?;
    let mut parts = Vec::with_capacity(size);
    for rank in 0..size {
        let from = rank.checked_sub(1).map(|before| below[before].logical_not());
        let mask = match (from, below.get(rank)) {
            (Some(from), Some(below)) => from.logical_and(below)?,
            (Some(from), None) => from,
            (None, Some(below)) => below.clone(),
            (None, None) => return Ok(None),
        };
        parts.push(x.mask(&mask)?);
    }
    let lengths: Vec<usize> = parts.iter().map(Array::len).collect();
    let received = line.shared_with_each(&lengths)?;
    // Nothing is below a splitter that is NaN, so the last process would get all elements, some of which others have.
    if line.share_all(received.iter().sum())?.into_iter().any(|load| load * size >= 2 * len) {
        return Ok(None);
    }
    let others = || (0..size).filter(|&rank| rank != line.rank());
    let send: Vec<_> = others().map(|rank| (rank, parts[rank].as_dyn().clone())).collect();
    let recv: Vec<_> = others().map(|rank| (rank, received[rank])).collect();
    let came = line.exchange_pieces(x.as_dyn(), &send, &recv)?.typed::<T>()?;
    xp.concatenate(&[&parts[line.rank()], &came], 0).map(Some)
}
