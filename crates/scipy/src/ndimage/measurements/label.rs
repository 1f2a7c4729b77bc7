//! Connected parts.

use super::device_label;
use super::neighbourhood::Neighbourhood;
use std::ops::Range;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// Numbers the connected parts of what is not zero from 1 on, in row-major order of their first elements, and counts them. Neighbours
/// are those of a structure of three elements along each axis, or the nearest ones. Labels are `i32`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{generate_binary_structure, label};
/// let x = xp.array([[1, 0, 0], [0, 1, 0], [0, 0, 0], [0, 1, 1]])?;
/// let (labels, count) = label(&x, None::<&Array<bool, _>>)?;
/// assert_eq!((labels.to_string(), count), ("[[1 0 0]\n [0 2 0]\n [0 0 0]\n [0 3 3]]".into(), 3));
/// assert_eq!(label(&x, Some(&generate_binary_structure(&xp, 2, 2)?))?.1, 2);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the structure has three elements along each axis; [`Error::Value`] unless it is the same from both sides,
/// and for more elements than `i32` numbers; [`Error::DType`] for complex numbers.
pub fn label<B: Backend>(x: &impl AnyArray<B>, structure: Option<&impl AnyArray<B>>) -> Result<(Array<i32, B>, usize)> {
    const OP: &str = "label";
    let x = x.as_dyn();
    TypeClass::RealElement.check(OP, x.dtype())?;
    let neighbours = Neighbourhood::new(OP, x.shape(), structure)?;
    if x.len() >= i32::MAX as usize {
        return Err(Error::value(OP, format!("{} elements are too many to be numbered", x.len())));
    }
    let filled = x.astype(DType::Bool)?.typed::<bool>()?;
    if x.xp().name() != "cpu" {
        return device_label::label(&filled, &neighbours);
    }
    let filled = filled.to_vec()?;
    let (runs, firsts) = runs(&filled, x.shape().last().copied().unwrap_or(1), neighbours.along_rows());
    let mut parts = Parts((0..runs.len() as i32).collect());
    for row in 0..firsts.len().saturating_sub(1) {
        for (back, moved) in neighbours.rows_before(row) {
            let of = |row: usize| firsts[row]..firsts[row + 1];
            parts.join_overlapping(&runs, of(row), of(row - back), moved);
        }
    }
    let (mut labels, mut count) = (vec![0i32; filled.len()], 0);
    let mut numbers = vec![0i32; runs.len()];
    for (number, run) in runs.iter().enumerate() {
        // A part's first run is its root.
        let root = parts.root(number as i32) as usize;
        if root == number {
            count += 1;
            numbers[number] = count;
        }
        numbers[number] = numbers[root];
        labels[run.place..run.place + run.len].fill(numbers[number]);
    }
    Ok((x.xp().from_slice(&labels, x.shape())?, count as usize))
}

/// Elements of a row next to each other.
struct Run {
    /// Of the first one, in memory.
    place: usize,
    /// Of the first one, along the row.
    column: usize,
    len: usize,
}

/// The runs of what is filled in rows of `n` elements, of one element each if these are no neighbours, and which run is each row's first
/// one, with their number behind.
fn runs(filled: &[bool], n: usize, joined: bool) -> (Vec<Run>, Vec<usize>) {
    let (mut runs, mut firsts) = (Vec::new(), vec![0]);
    for (row, elements) in filled.chunks_exact(n.max(1)).enumerate() {
        let mut column = 0;
        while let Some(skipped) = elements[column..].iter().position(|&x| x) {
            column += skipped;
            let len = match joined {
                true => elements[column..].iter().position(|&x| !x).unwrap_or(n - column),
                false => 1,
            };
            runs.push(Run { place: row * n + column, column, len });
            column += len;
        }
        firsts.push(runs.len());
    }
    (runs, firsts)
}

/// Disjoint sets, each a tree whose root is its smallest element (Tarjan, Efficiency of a good but not linear set union algorithm,
/// 1975, with halved paths).
struct Parts(Vec<i32>);

impl Parts {
    fn root(&mut self, mut element: i32) -> i32 {
        while self.0[element as usize] != element {
            let above = self.0[element as usize];
            self.0[element as usize] = self.0[above as usize];
            element = above;
        }
        element
    }

    /// Joins runs of two rows that have elements in common, if those of the first row are moved by so many.
    fn join_overlapping(&mut self, runs: &[Run], row: Range<usize>, other: Range<usize>, moved: isize) {
        let mut left = other.start;
        for this in row {
            let start = runs[this].column as isize + moved;
            let end = start + runs[this].len as isize;
            let ends = |run: &Run| (run.column + run.len) as isize;
            while left < other.end && ends(&runs[left]) <= start {
                left += 1;
            }
            let mut overlapping = left;
            while overlapping < other.end && (runs[overlapping].column as isize) < end {
                self.join(this as i32, overlapping as i32);
                overlapping += 1;
            }
        }
    }

    fn join(&mut self, a: i32, b: i32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
