//! Iteration spaces with fewer, longer axes in memory order: what the backends' loops are made of.

use crate::layout::{Dims, Strides};

/// Where along an axis the elements of a padded operand are. What is before and behind them is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first index.
    pub first: usize,
    /// How many there are.
    pub len: usize,
}

impl Span {
    /// All of any axis.
    pub const WHOLE: Self = Self { first: 0, len: usize::MAX };

    /// Whether this is all of an axis of so many indices.
    pub fn is_whole(&self, dim: usize) -> bool {
        self.first == 0 && self.len >= dim
    }

    /// The same if the axis is walked backwards.
    pub fn reversed(&self, dim: usize) -> Self {
        Self { first: dim.saturating_sub(self.first.saturating_add(self.len)), len: self.len }
    }

    /// Of the axis that this and one of so many indices inside of it become, all of which are there.
    pub fn times(&self, dim: usize) -> Self {
        Self { first: self.first * dim, len: self.len.saturating_mul(dim) }
    }
}

/// Whether axis `a` should be inside axis `b`: nearer neighbours in the first operand that says.
pub fn inside<'a>(mut strides: impl Iterator<Item = &'a Strides>, a: usize, b: usize) -> Option<bool> {
    strides.find_map(|strides| {
        let (a, b) = (strides[a].unsigned_abs(), strides[b].unsigned_abs());
        (a != 0 && b != 0 && a != b).then_some(a < b)
    })
}

/// Sorts axes from outer to inner. By insertion, as `inside` need not be a consistent order.
pub fn sort(axes: &mut [usize], inside: impl Fn(usize, usize) -> Option<bool>) {
    for i in 1..axes.len() {
        let mut j = i;
        while j > 0 && inside(axes[j - 1], axes[j]) == Some(true) {
            axes.swap(j - 1, j);
            j -= 1;
        }
    }
}

/// Adds an axis of length `dim` to a space of axes `dims`, over which operands have `strides`: as part of the one before,
/// from number `first` on, if all operands allow it; padded ones do where they have `all` of it. `stride` gives an operand's along
/// the axis. Says whether it became a part.
pub fn push(
    dims: &mut Dims,
    strides: &mut [Strides],
    first: usize,
    (dim, all): (usize, bool),
    stride: impl Fn(usize) -> isize,
) -> bool {
    let follows = |(k, strides): (usize, &Strides)| {
        // What overflows follows nothing: it is the step of an operand without elements.
        let whole = isize::try_from(dim).ok().and_then(|dim| stride(k).checked_mul(dim));
        strides.last().copied() == whole && whole.is_some()
    };
    let merges = all && dims.len() > first && strides.iter().enumerate().all(follows);
    match dims.last_mut().filter(|_| merges) {
        Some(last) => *last *= dim,
        None => dims.push(dim),
    }
    for (k, strides) in strides.iter_mut().enumerate() {
        if merges {
            strides.pop();
        }
        strides.push(stride(k));
    }
    merges
}

#[cfg(test)]
mod tests {
    use super::*;
    use smallvec::smallvec;

    #[test]
    fn axes_are_sorted_by_the_first_operand_that_says() {
        let strides: [Strides; 2] = [smallvec![0, 1, 4], smallvec![1, 20, 2]];
        let mut axes = [0, 1, 2];
        sort(&mut axes, |a, b| inside(strides.iter(), a, b));
        assert_eq!(axes, [2, 1, 0]);
    }

    #[test]
    fn axes_merge_where_all_operands_go_on() {
        let space = |first: usize, all: bool, old: [[isize; 2]; 2]| {
            let (mut dims, mut strides) = (Dims::new(), [Strides::new(), Strides::new()]);
            push(&mut dims, &mut strides, 0, (3, true), |k| old[k][0]);
            let merged = push(&mut dims, &mut strides, first, (3, all), |k| old[k][1]);
            assert_eq!(merged, dims.len() == 1);
            dims.to_vec()
        };
        assert_eq!(space(0, true, [[3, 1], [6, 2]]), [9]);
        assert_eq!(space(0, false, [[3, 1], [6, 2]]), [3, 3]);
        assert_eq!(space(0, true, [[3, 1], [1, 3]]), [3, 3]);
        assert_eq!(space(1, true, [[3, 1], [6, 2]]), [3, 3]);
        assert_eq!(space(0, true, [[3, 1], [isize::MAX, isize::MAX]]), [3, 3]);
    }

    #[test]
    fn spans_follow_their_axes() {
        let span = Span { first: 1, len: 2 };
        assert_eq!(span.reversed(5), Span { first: 2, len: 2 });
        assert_eq!(span.times(4), Span { first: 4, len: 8 });
        assert!(Span::WHOLE.times(3).is_whole(100) && Span::WHOLE.reversed(7) == Span::WHOLE);
        assert!(!span.is_whole(3) && Span { first: 0, len: 3 }.is_whole(3));
    }
}
