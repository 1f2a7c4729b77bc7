//! What neighbours have beside a part, fetched once: a stencil is written as slices, each of which reads a little of it.

use super::DistArray;
use crate::mesh::{Region, common, inside, slice_items};
use std::sync::{Arc, Mutex, PoisonError};
use xparray_core::prelude::*;
use xparray_core::{Array, Result};

/// Pieces of an array that other processes have.
pub(super) type Pieces<T, B> = Vec<(Region, Array<T, B>)>;

/// The edges that were fetched already: so many elements on either side along each axis. An array is a value, so they stay true.
pub(super) struct Edges<T: Element, B: Backend>(Arc<Mutex<Fetched<T, B>>>);

/// How far the edges reach along each axis, and what they are.
struct Fetched<T: Element, B: Backend> {
    margins: Vec<usize>,
    pieces: Pieces<T, B>,
}

impl<T: Element, B: Backend> Default for Edges<T, B> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Fetched { margins: Vec::new(), pieces: Vec::new() })))
    }
}

impl<T: Element, B: Backend> Clone for Edges<T, B> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Element, B: Backend> DistArray<T, B> {
    /// How far beyond their parts, along each axis, processes want elements; none if that is much of a part. All processes
    /// find the same.
    pub(super) fn margins(&self, wanted: impl Fn(usize) -> Region) -> Option<Vec<usize>> {
        let (mut margins, mut least) = (vec![0; self.shape.len()], self.shape.clone());
        for rank in 0..self.sharding.mesh().comm().size() {
            let (part, want) = (self.sharding.part(&self.shape, rank), wanted(rank));
            let nothing = want.iter().any(|range| range.is_empty());
            for (axis, (part, want)) in part.iter().zip(want).enumerate() {
                least[axis] = least[axis].min(part.len());
                if !nothing {
                    let beyond = part.start.saturating_sub(want.start).max(want.end.saturating_sub(part.end));
                    margins[axis] = margins[axis].max(beyond);
                }
            }
        }
        margins.iter().zip(least).all(|(margin, least)| *margin <= least / 8).then_some(margins)
    }

    /// What of a region lies in the edges, which are fetched from all sides at once.
    pub(super) fn beside(&self, margins: &[usize], want: &Region) -> Result<Pieces<T, B>> {
        let mut fetched = self.edges.0.lock().unwrap_or_else(PoisonError::into_inner);
        let reaches = |axis: usize| fetched.margins.get(axis).copied().unwrap_or(0);
        if (0..margins.len()).any(|axis| reaches(axis) < margins[axis]) {
            let margins: Vec<usize> = (0..margins.len()).map(|axis| reaches(axis).max(margins[axis])).collect();
            let grown = |rank| {
                let part = self.sharding.part(&self.shape, rank);
                let along = part.into_iter().zip(&margins).zip(&self.shape);
                along.map(|((part, by), &len)| part.start.saturating_sub(*by)..(part.end + by).min(len)).collect()
            };
            let (_, pieces) = self.received(grown)?;
            *fetched = Fetched { margins, pieces };
        }
        let of = |(region, piece): &(Region, Array<T, B>)| {
            let both = common(region, want)?;
            let piece = piece.slice(&slice_items(&inside(&both, region)));
            Some(piece.map(|piece| (both, piece)))
        };
        fetched.pieces.iter().filter_map(of).collect()
    }
}
