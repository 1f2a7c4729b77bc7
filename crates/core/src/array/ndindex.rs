//! The indices of a shape, one after another, on the host.

use super::IntoShape;
use crate::layout::Dims;

/// What [`ndindex`] gives.
#[derive(Clone, Debug)]
pub struct NdIndex {
    shape: Dims,
    next: Option<Dims>,
}

/// The indices of the elements of arrays of a shape, in row-major order.
///
/// ```
/// use xparray::ndindex;
/// let indices: Vec<_> = ndindex([2, 2]).map(|index| index.to_vec()).collect();
/// assert_eq!(indices, [[0, 0], [0, 1], [1, 0], [1, 1]]);
/// ```
pub fn ndindex(shape: impl IntoShape) -> NdIndex {
    let shape = shape.into_shape();
    let next = (!shape.contains(&0)).then(|| Dims::from_elem(0, shape.len()));
    NdIndex { shape, next }
}

impl Iterator for NdIndex {
    type Item = Dims;

    fn next(&mut self) -> Option<Dims> {
        let index = self.next.take()?;
        // The last axis that is not at its end goes on; those behind it start again.
        if let Some(axis) = (0..index.len()).rev().find(|&k| index[k] + 1 < self.shape[k]) {
            let mut next = index.clone();
            next[axis] += 1;
            next[axis + 1..].fill(0);
            self.next = Some(next);
        }
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::ndindex;

    #[test]
    fn every_index_comes_once() {
        assert_eq!(ndindex([2, 1, 3]).count(), 6);
        assert_eq!(ndindex([2, 1, 3]).last().unwrap()[..], [1, 0, 2]);
        assert_eq!(ndindex(()).count(), 1);
        assert_eq!(ndindex([3, 0]).count(), 0);
        assert!(ndindex([2, 2]).is_sorted());
    }
}
