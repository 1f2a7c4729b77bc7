//! The iteration space with fewer, longer axes in memory order.

use smallvec::{SmallVec, smallvec};
use xparray_ir::layout::{Dims, Strides};
use xparray_ir::space::{Border, Span, inside, push, sort};

/// Axes, the kept ones first, and the strides of each site over them.
#[derive(Clone, Debug)]
pub(crate) struct Space {
    pub dims: Dims,
    pub kept: usize,
    pub strides: SmallVec<[Strides; 8]>,
    /// Of each site that is padded, where its elements are along the axes. Empty if none is.
    pub spans: SmallVec<[Vec<Span>; 2]>,
}

/// Whether axis `a` should be inside axis `b`. Where nothing is reduced, stores, which come last, say first: scattered writes
/// cost more than reads.
fn inside_of(strides: &[Strides], reduces: bool, a: usize, b: usize) -> Option<bool> {
    if reduces { inside(strides.iter(), a, b) } else { inside(strides.iter().rev(), a, b) }
}

impl Space {
    /// Sorts and merges the axes of `shape`; reduced ones stay in their order if that matters.
    pub fn new(shape: &[usize], kept: usize, ordered: bool, old: &[Strides]) -> Self {
        Self::padded(shape, kept, ordered, old, &[])
    }

    /// Likewise, of sites of which some have elements in a part of the axes only: one list for each, empty for the others.
    pub fn padded(shape: &[usize], kept: usize, ordered: bool, old: &[Strides], padded: &[Vec<Span>]) -> Self {
        let strides = smallvec![Strides::new(); old.len()];
        let mut space = Self { dims: Dims::new(), kept: 0, strides, spans: smallvec![Vec::new(); padded.len()] };
        let in_reach = |axis: usize| padded.iter().filter_map(move |spans| spans.get(axis));
        let mut bounds: SmallVec<[usize; 2]> = SmallVec::new();
        for (axes, free) in [(0..kept, true), (kept..shape.len(), !ordered)] {
            let mut axes: SmallVec<[usize; 4]> = axes.filter(|&k| shape[k] != 1).collect();
            if free {
                sort(&mut axes, |a, b| inside_of(old, kept < shape.len(), a, b));
            }
            let first = space.dims.len();
            for &axis in &axes {
                let outer =
                    |spans: &Vec<Span>| spans.last().zip(space.dims.last()).is_none_or(|(span, &dim)| span.merges(dim));
                let all = space.spans.iter().all(outer) && in_reach(axis).all(|span| span.is_whole(shape[axis]));
                let dim = (shape[axis], all);
                let merged = push(&mut space.dims, &mut space.strides, first, dim, |k| old[k][axis]);
                for (spans, old) in space.spans.iter_mut().zip(padded).filter(|(_, old)| !old.is_empty()) {
                    match spans.last_mut().filter(|_| merged) {
                        Some(last) => *last = last.times(shape[axis]),
                        None => spans.push(old[axis]),
                    }
                }
            }
            bounds.push(space.dims.len());
        }
        space.kept = bounds[0];
        space
    }

    /// Along which axes a site has elements in a part only, each a bit.
    pub fn bounded(&self, site: usize) -> u64 {
        let Some(spans) = self.spans.get(site) else { return 0 };
        let bits = spans.iter().zip(&self.dims).enumerate().filter(|(_, (span, dim))| !span.is_whole(**dim));
        bits.fold(0, |mask, (axis, _)| mask | 1 << axis)
    }

    /// What a site has beyond its ends.
    pub fn border(&self, site: usize) -> Border {
        self.spans.get(site).and_then(|spans| spans.first()).map_or(Border::Zero, |span| span.border)
    }

    /// The same with an axis that is kept as two, the inner one of this length, which divides its own.
    pub fn split(&self, axis: usize, inner: usize) -> Self {
        let mut space = self.clone();
        space.kept += 1;
        space.dims.insert(axis + 1, inner);
        space.dims[axis] /= inner;
        for strides in &mut space.strides {
            let stride = strides[axis];
            strides.insert(axis + 1, stride);
            strides[axis] = stride * inner as isize;
        }
        space
    }

    /// Whether the innermost kept axis lies inside the innermost reduced one.
    pub fn kept_inside(&self) -> bool {
        let rank = self.dims.len();
        self.kept > 0 && self.kept < rank && inside(self.strides.iter(), self.kept - 1, rank - 1) == Some(true)
    }

    /// The farthest that any site goes from its first element.
    pub fn reach(&self) -> u128 {
        let reach = |strides: &Strides| -> u128 {
            let axes = self.dims.iter().zip(strides);
            axes.map(|(&d, &s)| d.saturating_sub(1) as u128 * s.unsigned_abs() as u128).sum()
        };
        self.strides.iter().map(reach).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contiguous_axes_merge() {
        let strides: [Strides; 2] = [smallvec![12, 4, 1], smallvec![12, 4, 1]];
        let space = Space::new(&[2, 3, 4], 3, false, &strides);
        assert_eq!((&space.dims[..], space.kept, &space.strides[0][..]), (&[24][..], 1, &[1][..]));
        let space = Space::new(&[2, 3, 4], 1, false, &strides);
        assert_eq!((&space.dims[..], space.kept), (&[2, 12][..], 1));
        assert!(!space.kept_inside());
    }

    #[test]
    fn axes_with_ends_do_not_merge() {
        let span = |first, len| Span { first, len, border: Border::Zero };
        let strides: [Strides; 2] = [smallvec![12, 4, 1], smallvec![12, 4, 1]];
        let spans = [vec![span(1, 1), Span::WHOLE, span(0, 4)], Vec::new()];
        let space = Space::padded(&[2, 3, 4], 3, false, &strides, &spans);
        assert_eq!((&space.dims[..], &space.spans[0][..]), (&[24][..], &[span(12, 12)][..]));
        assert_eq!((space.bounded(0), space.bounded(1)), (1, 0));
        let spans = [vec![Span::WHOLE, span(1, 2), Span::WHOLE], Vec::new()];
        let space = Space::padded(&[2, 3, 4], 3, false, &strides, &spans);
        assert_eq!((&space.dims[..], space.bounded(0)), (&[2, 12][..], 2));
        // Zeros around rows are zeros around elements; copies of a row are none of an element.
        let edge = Span { first: 1, len: 1, border: Border::Edge };
        let whole = Span { border: Border::Edge, ..Span::WHOLE };
        let space = Space::padded(&[2, 3, 4], 3, false, &strides, &[vec![edge, whole, whole], Vec::new()]);
        assert_eq!((&space.dims[..], space.bounded(0), space.border(0)), (&[2, 12][..], 1, Border::Edge));
    }

    #[test]
    fn an_axis_is_split() {
        let space = Space::new(&[6, 5], 2, false, &[smallvec![5, 1], smallvec![10, 2]]).split(0, 5);
        assert_eq!((&space.dims[..], space.kept), (&[6, 5][..], 2));
        assert_eq!((&space.strides[0][..], &space.strides[1][..]), (&[5, 1][..], &[10, 2][..]));
    }

    #[test]
    fn transposed_axes_are_sorted() {
        let space = Space::new(&[3, 2], 2, false, &[smallvec![1, 3], smallvec![1, 3]]);
        assert_eq!((&space.dims[..], &space.strides[1][..]), (&[6][..], &[1][..]));
        let space = Space::new(&[3, 5], 1, false, &[smallvec![1, 3]]);
        assert!(space.kept_inside() && space.kept == 1);
    }

    #[test]
    fn axes_of_length_one_vanish() {
        let space = Space::new(&[1, 4, 1], 0, false, &[smallvec![7, 1, 9]]);
        assert_eq!((&space.dims[..], space.kept, space.reach()), (&[4][..], 0, 3));
    }
}
