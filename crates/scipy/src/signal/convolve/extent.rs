//! Which part of a full convolution is asked for.

use xparray_core::ConvolveMode;
use xparray_core::prelude::*;
use xparray_core::{Error, Result, SliceItem, TypeClass};

/// The place of the first element along an axis in the full convolution of lengths `n` and `m`, and how many there are.
pub(super) fn extent(mode: ConvolveMode, n: usize, m: usize) -> (usize, usize) {
    match mode {
        ConvolveMode::Full => (0, n + m - 1),
        ConvolveMode::Same => ((m - 1) / 2, n),
        ConvolveMode::Valid => (n.min(m) - 1, n.max(m) - n.min(m) + 1),
    }
}

/// Two arrays as one type, of as many dimensions; where whole overlaps are asked for, one of them nowhere shorter.
pub(super) fn operands<B: Backend>(
    op: &'static str,
    a: &DynArray<B>,
    b: &DynArray<B>,
    mode: ConvolveMode,
    axes: &[usize],
) -> Result<[DynArray<B>; 2]> {
    // Truth values beside numbers are these.
    TypeClass::Number.check(op, a.dtype().promote(b.dtype()))?;
    if a.ndim() != b.ndim() {
        return Err(Error::shape(op, a.shape(), b.shape()));
    }
    let pairs = || axes.iter().map(|&axis| (a.shape()[axis], b.shape()[axis]));
    if mode == ConvolveMode::Valid && pairs().any(|(n, m)| n < m) && pairs().any(|(n, m)| n > m) {
        return Err(Error::value(op, format!("whole overlaps of {:?} and {:?}", a.shape(), b.shape())));
    }
    let dtype = a.dtype().promote(b.dtype());
    Ok([a.astype(dtype)?, b.astype(dtype)?])
}

/// The part of a full convolution over `axes` that is asked for, of arrays of the shapes `a` and `b`.
pub(super) fn part<B: Backend>(
    full: &DynArray<B>,
    mode: ConvolveMode,
    axes: &[usize],
    a: &[usize],
    b: &[usize],
) -> Result<DynArray<B>> {
    let mut items = vec![SliceItem::from(..); full.ndim()];
    for &axis in axes {
        let (start, len) = extent(mode, a[axis], b[axis]);
        items[axis] = (start..start + len).into();
    }
    full.slice(&items)
}
