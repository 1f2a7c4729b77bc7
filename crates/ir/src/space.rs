//! Iteration spaces with fewer, longer axes in memory order: what the backends' loops are made of.

use crate::layout::{Dims, Strides};
use smallvec::SmallVec;

/// What a padded array has beyond its ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Border {
    /// Zeros.
    #[default]
    Zero,
    /// The element at the end.
    Edge,
    /// The array mirrored at its first and last elements.
    Reflect,
    /// The array mirrored at its edges.
    Symmetric,
    /// The array from its other end.
    Wrap,
}

impl Border {
    /// How far beyond its ends an axis of so many elements goes on, turning at most once.
    pub fn reach(self, len: usize) -> usize {
        match self {
            Self::Zero | Self::Edge => isize::MAX as usize,
            Self::Reflect => len.saturating_sub(1),
            Self::Symmetric | Self::Wrap => len,
        }
    }

    /// Which of so many elements an index shows that is no farther from them than they reach; `None` for a zero.
    pub fn place(self, index: isize, len: usize) -> Option<isize> {
        let (len, last) = (len as isize, len as isize - 1);
        let before = index < 0;
        if (0..len).contains(&index) {
            return Some(index);
        }
        match self {
            Self::Zero => None,
            Self::Edge => Some(if before { 0 } else { last }),
            Self::Reflect => Some(if before { -index } else { 2 * last - index }),
            Self::Symmetric => Some(if before { -1 - index } else { 2 * last + 1 - index }),
            Self::Wrap => Some(if before { index + len } else { index - len }),
        }
    }
}

/// Where a padded operand lies in a space, and what is around it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Padding {
    /// The index of its first element along each axis. Only with [`Border::Zero`] do all of its elements lie in the space.
    pub origin: Strides,
    /// What is before and behind its elements.
    pub border: Border,
}

/// Where along an axis the elements of a padded operand are, and what is before and behind them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first index.
    pub first: isize,
    /// How many there are.
    pub len: usize,
    /// What is beyond them.
    pub border: Border,
}

/// Consecutive indices of an axis that show elements at equal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first index.
    pub start: usize,
    /// How many there are.
    pub len: usize,
    /// The index at which the element lies that the first one shows.
    pub from: isize,
    /// How much further the next one lies: 1, 0 or -1.
    pub step: isize,
}

impl Span {
    /// All of any axis.
    pub const WHOLE: Self = Self { first: 0, len: isize::MAX as usize, border: Border::Zero };

    /// The index behind the last one.
    pub fn end(&self) -> isize {
        self.first.saturating_add(self.len as isize)
    }

    /// Whether all of these indices have elements of their own.
    pub fn covers(&self, start: usize, n: usize) -> bool {
        start as isize >= self.first && (start + n) as isize <= self.end()
    }

    /// What `n` indices from `start` on show, in order: of zeros there is no run.
    pub fn runs(&self, start: usize, n: usize) -> SmallVec<[Run; 3]> {
        let (begin, end) = (start as isize, (start + n) as isize);
        let (first, behind) = (self.first.clamp(begin, end), self.end().clamp(begin, end));
        let step = match self.border {
            Border::Edge => 0,
            Border::Reflect | Border::Symmetric => -1,
            Border::Zero | Border::Wrap => 1,
        };
        let mut runs = SmallVec::new();
        for (begin, end, step) in [(begin, first, step), (first, behind, 1), (behind, end, step)] {
            if begin < end
                && let Some(place) = self.border.place(begin - self.first, self.len)
            {
                runs.push(Run { start: begin as usize, len: (end - begin) as usize, from: self.first + place, step });
            }
        }
        runs
    }

    /// Whether axes inside of this one of so many indices can become a part of it: zeros around rows are zeros around their
    /// elements, but a row that is another one over again is not made of one element over again.
    pub fn merges(&self, dim: usize) -> bool {
        self.border == Border::Zero || self.is_whole(dim)
    }

    /// Whether this is all of an axis of so many indices.
    pub fn is_whole(&self, dim: usize) -> bool {
        self.first == 0 && self.len >= dim
    }

    /// The same if the axis is walked backwards.
    pub fn reversed(&self, dim: usize) -> Self {
        if self.is_whole(dim) { *self } else { Self { first: dim as isize - self.end(), ..*self } }
    }

    /// Of the axis that this and one of so many indices inside of it become, all of which are there.
    pub fn times(&self, dim: usize) -> Self {
        Self { first: self.first * dim as isize, len: self.len.saturating_mul(dim).min(isize::MAX as usize), ..*self }
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
    fn indices_show_elements_in_runs() {
        let shown = |border, first| {
            let span = Span { first, len: 4, border };
            let runs = span.runs(0, 7);
            let all = runs.iter().flat_map(|run| (0..run.len as isize).map(|k| run.from + k * run.step - first));
            let all: Vec<isize> = all.collect();
            let each = (0..7).filter_map(|index| border.place(index - first, 4));
            assert_eq!(all, each.collect::<Vec<_>>(), "{border:?}");
            all
        };
        assert_eq!(shown(Border::Zero, 2), [0, 1, 2, 3]);
        assert_eq!(shown(Border::Edge, 2), [0, 0, 0, 1, 2, 3, 3]);
        assert_eq!(shown(Border::Reflect, 2), [2, 1, 0, 1, 2, 3, 2]);
        assert_eq!(shown(Border::Symmetric, 2), [1, 0, 0, 1, 2, 3, 3]);
        assert_eq!(shown(Border::Wrap, 2), [2, 3, 0, 1, 2, 3, 0]);
        assert_eq!(shown(Border::Wrap, -1), [1, 2, 3, 0, 1, 2, 3]);
        assert_eq!(shown(Border::Edge, -5), [3; 7]);
        assert_eq!(shown(Border::Zero, 9), [0isize; 0]);
    }

    #[test]
    fn spans_follow_their_axes() {
        let span = Span { first: 1, len: 2, border: Border::Edge };
        assert_eq!(span.reversed(5), Span { first: 2, ..span });
        assert_eq!(span.times(4), Span { first: 4, len: 8, ..span });
        assert!(!span.merges(5) && Span { border: Border::Zero, ..span }.merges(5));
        assert!(Span::WHOLE.times(3).is_whole(100) && Span::WHOLE.reversed(7) == Span::WHOLE);
        assert!(!span.is_whole(3) && Span { first: 0, len: 3, ..span }.is_whole(3));
    }
}
