//! Affine maps from indices to places.

use xparray_core::Result;
use xparray_core::prelude::*;

/// The indices along each axis of arrays of a shape, all of that shape.
pub(super) fn grid<B: Backend>(xp: &B, shape: &[usize]) -> Result<Vec<DynArray<B>>> {
    let along = |axis: usize| {
        let mut column = vec![1; shape.len()];
        column[axis] = shape[axis];
        xp.arange(shape[axis])?.into_dyn().astype(DType::F64)?.reshape(&column[..])?.broadcast_to(shape)
    };
    (0..shape.len()).map(along).collect()
}

/// A row of a matrix and an offset for each axis that places are along.
#[derive(Clone, Copy)]
pub(super) struct Affine<'a> {
    pub matrix: &'a [f64],
    pub offset: &'a [f64],
}

impl Affine<'_> {
    /// The places of all indices of a shape, an array for each axis.
    pub fn places<B: Backend>(self, xp: &B, shape: &[usize]) -> Result<Vec<DynArray<B>>> {
        let indices = grid(xp, shape)?;
        let place = |(row, &offset): (&[f64], &f64)| {
            let terms = indices.iter().zip(row).map(|(index, &factor)| index.multiply(factor));
            let sum = terms.reduce(|sum, term| sum?.add(&term?));
            sum.unwrap_or_else(|| xp.zeros_of(DType::F64, shape))?.add(offset)
        };
        self.matrix.chunks(shape.len()).zip(self.offset).map(place).collect()
    }
}
