//! Many steps of erosion or dilation by few.
//!
//! Steps by the nearest neighbours, or by all, see a diamond or a box about each element. A larger one is the union of some smaller ones moved by
//! as far as these reach: so a pass over the array doubles how many steps are done.

use super::structures::neighbours;
use crate::ndimage::windows::places;
use xparray_core::prelude::*;
use xparray_core::{Result, SliceItem};

/// The most steps that an array is continued for at once.
const AT_ONCE: usize = 32;

/// What steps see in the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Region {
    /// What the nearest neighbours become.
    Diamond,
    /// What all neighbours become.
    Box,
}

impl Region {
    /// Of a structure of a shape with these elements, about the one in the middle.
    pub fn of(shape: &[usize], inside: &[bool]) -> Option<Self> {
        if shape.iter().any(|&n| n != 3) {
            return None;
        }
        let all = shape.len();
        [(Self::Diamond, 1), (Self::Box, all)]
            .into_iter()
            .find(|(_, k)| inside == neighbours(all, *k))
            .map(|(region, _)| region)
    }

    /// How many steps one pass adds to some, in so many dimensions: no element of the larger region is farther from the nearest of the moved ones.
    fn more(self, steps: usize, ndim: usize) -> usize {
        match self {
            Self::Diamond if ndim > 1 => ((steps + ndim - 2) / (ndim - 1)).max(1),
            _ => steps.max(1),
        }
    }

    /// The steps of each pass.
    fn passes(self, steps: usize, ndim: usize) -> Vec<usize> {
        let (mut passes, mut done) = (Vec::new(), 0);
        while done < steps {
            let next = self.more(done, ndim).min(steps - done);
            passes.push(next);
            done += next;
        }
        passes
    }
}

/// How many steps an array of a shape is best continued for at once, if so many are left.
pub(super) fn at_once(left: usize, shape: &[usize]) -> usize {
    let shortest = shape.iter().copied().min().unwrap_or(1);
    left.min(AT_ONCE).min(shortest.max(1))
}

/// Steps of an array that was continued by as many elements beyond both ends of these axes: it loses those.
pub(super) fn taken<B: Backend>(
    extended: DynArray<B>,
    axes: &[usize],
    region: Region,
    steps: usize,
    joined: impl Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>,
) -> Result<DynArray<B>> {
    let inside = neighbours(axes.len(), if region == Region::Diamond { 1 } else { axes.len() });
    let mut x = extended;
    for step in region.passes(steps, axes.len()) {
        let moved = |place: Vec<usize>| {
            let mut items = vec![SliceItem::from(..); x.ndim()];
            for (&axis, &part) in axes.iter().zip(&place) {
                items[axis] = SliceItem::from((part * step) as isize..(x.shape()[axis] - (2 - part) * step) as isize);
            }
            x.slice(&items)
        };
        let mut parts =
            places(&vec![3; axes.len()]).zip(&inside).filter(|(_, inside)| **inside).map(|(place, _)| moved(place));
        let Some(first) = parts.next() else { break };
        let next = parts.try_fold(first?, |x, y| joined(&x, &y?))?;
        // So that passes do not grow into one graph.
        next.eval()?;
        x = next;
    }
    Ok(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_few_and_steps_as_many() {
        assert_eq!(Region::Diamond.passes(20, 2), [1, 1, 2, 4, 8, 4]);
        assert_eq!(Region::Box.passes(20, 3), [1, 1, 2, 4, 8, 4]);
        assert_eq!(Region::Diamond.passes(9, 3), [1, 1, 1, 2, 3, 1]);
    }

    #[test]
    fn moved_regions_cover_the_larger_one() {
        for (region, ndim) in
            [Region::Diamond, Region::Box].into_iter().flat_map(|region| (1..=3).map(move |ndim| (region, ndim)))
        {
            let far = |place: &[isize]| match region {
                Region::Diamond => place.iter().map(|part| part.unsigned_abs()).sum::<usize>(),
                Region::Box => place.iter().map(|part| part.unsigned_abs()).max().unwrap_or(0),
            };
            let about = |reach: usize| {
                let all = places(&vec![2 * reach + 1; ndim])
                    .map(move |place| place.iter().map(|&k| k as isize - reach as isize).collect());
                all.collect::<Vec<Vec<isize>>>()
            };
            let mut done = 0;
            for step in region.passes(13, ndim) {
                let moves: Vec<Vec<isize>> = about(1).into_iter().filter(|place| far(place) <= 1).collect();
                let covered = |place: &[isize]| {
                    let from =
                        |by: &Vec<isize>| place.iter().zip(by).map(|(a, b)| a - b * step as isize).collect::<Vec<_>>();
                    moves.iter().any(|by| far(&from(by)) <= done)
                };
                let all = about(done + step);
                assert!(
                    all.iter().all(|place| covered(place) == (far(place) <= done + step)),
                    "{region:?} {ndim} {done}"
                );
                done += step;
            }
        }
    }
}
