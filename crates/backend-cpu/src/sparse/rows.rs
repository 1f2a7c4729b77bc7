//! Splitting work by rows, with the arrays that it writes.

use crate::parallel;
use std::ops::Range;

/// Rows and entries for one task: fewer are not worth another thread.
pub(super) const GRAIN: usize = 1 << 15;

/// Output that can be cut where a row starts.
pub(super) trait Split: Send + Sized {
    /// The parts before and after a number of rows, which have so many entries.
    fn split(self, rows: usize, entries: usize) -> (Self, Self);
}

impl Split for () {
    fn split(self, _: usize, _: usize) -> ((), ()) {
        ((), ())
    }
}

/// An array with `width` elements for each row.
pub(super) struct Rows<'a, T> {
    pub data: &'a mut [T],
    pub width: usize,
}

impl<'a, T> Rows<'a, T> {
    /// One element for each row.
    pub(super) fn new(data: &'a mut [T]) -> Self {
        Rows { data, width: 1 }
    }
}

impl<T: Send> Split for Rows<'_, T> {
    fn split(self, rows: usize, _: usize) -> (Self, Self) {
        let width = self.width;
        let (head, tail) = self.data.split_at_mut(rows * width);
        (Rows { data: head, width }, Rows { data: tail, width })
    }
}

/// An array with one element for each entry.
pub(super) struct Entries<'a, T>(pub &'a mut [T]);

impl<T: Send> Split for Entries<'_, T> {
    fn split(self, _: usize, entries: usize) -> (Self, Self) {
        let (head, tail) = self.0.split_at_mut(entries);
        (Entries(head), Entries(tail))
    }
}

impl<A: Split, B: Split> Split for (A, B) {
    fn split(self, rows: usize, entries: usize) -> (Self, Self) {
        let (a, c) = self.0.split(rows, entries);
        let (b, d) = self.1.split(rows, entries);
        ((a, b), (c, d))
    }
}

/// Calls `f` with ranges of rows and their output, on several threads if there is much to do: the
/// entries between the row starts in `indptr`, and `weight` for each row. Returns the first error.
pub(super) fn for_rows<D: Split, E: Send>(
    indptr: &[i64],
    weight: usize,
    data: D,
    f: &(impl Fn(Range<usize>, D) -> Result<(), E> + Sync),
) -> Result<(), E> {
    split_rows(indptr, weight, 0..indptr.len() - 1, data, f)
}

fn split_rows<D: Split, E: Send>(
    indptr: &[i64],
    weight: usize,
    rows: Range<usize>,
    data: D,
    f: &(impl Fn(Range<usize>, D) -> Result<(), E> + Sync),
) -> Result<(), E> {
    let entries = |end: usize| (indptr[end] - indptr[rows.start]) as usize;
    let work = |end: usize| entries(end) + (end - rows.start) * weight;
    let total = work(rows.end);
    if total <= GRAIN || rows.len() < 2 {
        return f(rows, data);
    }
    // The first row that starts in the second half; both halves keep a row.
    let (mut low, mut high) = (rows.start + 1, rows.end - 1);
    while low < high {
        let middle = low.midpoint(high);
        if work(middle) < total / 2 { low = middle + 1 } else { high = middle }
    }
    let (head, tail) = data.split(low - rows.start, entries(low));
    let (first, second) = parallel::join(
        || split_rows(indptr, weight, rows.start..low, head, f),
        || split_rows(indptr, weight, low..rows.end, tail, f),
    );
    first.and(second)
}
