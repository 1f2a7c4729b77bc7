//! Elements of a rank in windows, by comparisons of whole arrays, or of variables of a kernel.
//!
//! A sorted list of arrays has the elements of a window in order, for all places at once. Windows of a box are joined from smaller ones, which
//! their neighbours share, by merging lists (Batcher, Sorting networks and their applications, 1968). What cannot be of the rank is left out.

use super::windows::{Windows, places};
use xparray_core::prelude::*;
use xparray_core::{Join, Result, SliceItem};

/// The most elements of a window that are compared all at once.
pub(super) const MOST: usize = 128;
/// The most arrays that are merged before the ones in between are computed.
const UNSTORED: usize = 16;

/// What is compared.
pub(super) trait Ordered: Clone {
    /// The smaller elements: those that are numbers, if any is.
    fn least(&self, other: &Self) -> Result<Self>;
    /// The larger elements, NaN above all.
    fn greatest(&self, other: &Self) -> Result<Self>;
    /// Computes a list now, where lists would grow too large.
    fn stored(list: &[Self]) -> Result<()>;
}

impl<B: Backend> Ordered for DynArray<B> {
    fn least(&self, other: &Self) -> Result<Self> {
        self.fmin(other)
    }

    fn greatest(&self, other: &Self) -> Result<Self> {
        self.maximum(other)
    }

    /// By as few kernels as can be: what is joined is computed together, so an element of each is.
    fn stored(list: &[Self]) -> Result<()> {
        let one = |x: &Self| x.slice(&vec![SliceItem::from(..1); x.ndim()]);
        let ones = list.iter().map(one).collect::<Result<Vec<_>>>()?;
        list[0].xp().concatenate(&ones.iter().collect::<Vec<_>>(), 0).map(drop)
    }
}

/// Elements in ascending order, NaN last.
#[derive(Clone)]
pub(super) struct Sorted<T> {
    elements: Vec<T>,
    /// How many smaller ones and how many larger ones were left out.
    less: usize,
    more: usize,
}

/// A place in the order of so many elements.
#[derive(Clone, Copy)]
pub(super) struct Rank {
    pub rank: usize,
    pub count: usize,
}

/// Two lists in one.
fn merged<T: Ordered>(x: &[T], y: &[T]) -> Result<Vec<T>> {
    match (x, y) {
        ([], other) | (other, []) => return Ok(other.to_vec()),
        ([x], [y]) => return Ok(vec![x.least(y)?, x.greatest(y)?]),
        _ => {}
    }
    let every_second = |list: &[T], first: usize| list.iter().skip(first).step_by(2).cloned().collect::<Vec<_>>();
    let half = |first: usize| {
        let half = merged(&every_second(x, first), &every_second(y, first))?;
        if x.len() + y.len() > UNSTORED {
            T::stored(&half)?;
        }
        Ok(half)
    };
    let (even, odd) = (half(0)?, half(1)?);
    let mut all = vec![even[0].clone()];
    for (k, odd) in odd.iter().enumerate() {
        match even.get(k + 1) {
            Some(even) => all.extend([even.least(odd)?, even.greatest(odd)?]),
            None => all.push(odd.clone()),
        }
    }
    all.extend(even.into_iter().skip(odd.len() + 1));
    Ok(all)
}

impl<B: Backend> Sorted<DynArray<B>> {
    /// The same parts of all arrays.
    fn part(&self, axis: usize, start: usize, len: usize) -> Result<Self> {
        let part = |x: &DynArray<B>| {
            let mut items = vec![SliceItem::from(..); x.ndim()];
            items[axis] = SliceItem::from(start as isize..(start + len) as isize);
            x.slice(&items)
        };
        Ok(Self { elements: self.elements.iter().map(part).collect::<Result<_>>()?, ..*self })
    }
}

impl<T: Ordered> Sorted<T> {
    fn of(element: T) -> Self {
        Self { elements: vec![element], less: 0, more: 0 }
    }

    /// Joined with others, without those that have too many elements of the window below or above them to be of a rank in it.
    fn joined(&self, other: &Self, Rank { rank, count }: Rank) -> Result<Self> {
        let all = merged(&self.elements, &other.elements)?;
        let (less, more) = (self.less + other.less, self.more + other.more);
        let (rank, count) = (rank - less, count - less - more);
        let low = all.len().saturating_sub(count - rank);
        let high = all.len().saturating_sub(rank + 1);
        let elements = all[low..all.len() - high].to_vec();
        drop(all);
        T::stored(&elements)?;
        Ok(Self { elements, less: less + low, more: more + high })
    }

    /// The element of a rank in this and another one, which are all of a window: of each number of elements that may come from one list, the largest
    /// element is as large as it or larger.
    fn select(&self, other: &Self, rank: usize) -> Result<T> {
        let (x, y) = (&self.elements, &other.elements);
        let taken = rank + 1 - self.less - other.less;
        let mut found: Option<T> = None;
        for k in taken.saturating_sub(y.len())..=taken.min(x.len()) {
            let (a, b) = (k.checked_sub(1).map(|k| &x[k]), (taken - k).checked_sub(1).map(|k| &y[k]));
            let largest = match (a, b) {
                (Some(a), Some(b)) => a.greatest(b)?,
                (Some(one), None) | (None, Some(one)) => one.clone(),
                (None, None) => continue,
            };
            found = Some(found.map_or(Ok(largest.clone()), |found| found.least(&largest))?);
        }
        found.map_or_else(|| Ok(x[0].clone()), Ok)
    }
}

/// The elements of a rank in windows of a box.
pub(super) fn of_boxes<B: Backend>(windows: &Windows<B>, rank: Rank) -> Result<DynArray<B>> {
    let mut sorted = Sorted::of(windows.extended().clone());
    let axes = windows.sizes().filter(|&(_, size)| size > 1).collect::<Vec<_>>();
    for (number, &(axis, size)) in axes.iter().enumerate() {
        // As `Windows::doubled`: windows of twice as many elements again and again, of which the size is made.
        let n = sorted.elements[0].shape()[axis] + 1 - size;
        let (mut windows, mut covered, mut done) = (sorted, 1, 0);
        let mut all: Option<Sorted<DynArray<B>>> = None;
        loop {
            if size & covered != 0 {
                let next = windows.part(axis, done, n)?;
                done += covered;
                all = Some(match all {
                    None => next,
                    Some(all) if done == size && number + 1 == axes.len() => return all.select(&next, rank.rank),
                    Some(all) => all.joined(&next, rank)?,
                });
            }
            if 2 * covered > size {
                break;
            }
            let len = windows.elements[0].shape()[axis] - covered;
            let (first, second) = (windows.part(axis, 0, len)?, windows.part(axis, covered, len)?);
            if 2 * covered == size && number + 1 == axes.len() {
                return first.select(&second, rank.rank);
            }
            windows = first.joined(&second, rank)?;
            covered *= 2;
        }
        sorted = all.unwrap_or(windows);
    }
    Ok(sorted.elements[rank.rank - sorted.less].clone())
}

/// The elements of a rank among those of a mask in windows.
pub(super) fn of_mask<B: Backend>(windows: &Windows<B>, mask: &[bool], rank: Rank) -> Result<DynArray<B>> {
    let sizes: Vec<usize> = windows.sizes().map(|(_, size)| size).collect();
    let inside = places(&sizes).zip(mask).filter(|(_, inside)| **inside);
    of_all(inside.map(|(place, _)| windows.at(&place)).collect::<Result<_>>()?, rank)
}

/// The element of a rank among all of them.
pub(super) fn of_all<T: Ordered>(elements: Vec<T>, rank: Rank) -> Result<T> {
    let mut lists: Vec<_> = elements.into_iter().map(Sorted::of).collect();
    while let [first, second, rest @ ..] = &lists[..] {
        if rest.is_empty() {
            return first.select(second, rank.rank);
        }
        lists = lists
            .chunks(2)
            .map(|pair| if let [x, y] = pair { x.joined(y, rank) } else { Ok(pair[0].clone()) })
            .collect::<Result<_>>()?;
    }
    Ok(lists[0].elements[0].clone())
}
