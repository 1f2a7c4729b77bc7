//! The places where either of two matrices has an entry.

use super::{Coo, Csr};
use crate::array::{Array, Create, DynArray, Join};
use crate::backend::Backend;
use crate::element::SparseElement;
use crate::error::{Error, Result};

/// The places where either of two matrices has an entry, in row-major order; at each a 1 if only the left matrix has one, a 2
/// if only the right one, and a 3 if both.
pub(super) struct Union<B: Backend> {
    owners: Csr<f32, B>,
    flags: Array<f32, B>,
}

impl<B: Backend> Union<B> {
    pub fn new<T: SparseElement>(op: &'static str, left: &Csr<T, B>, right: &Csr<T, B>) -> Result<Self> {
        if left.shape() != right.shape() {
            return Err(Error::shape(op, &left.shape(), &right.shape()));
        }
        left.admit(op, right)?;
        let xp = left.xp();
        let (x, y) = (left.to_coo()?, right.to_coo()?);
        let row = xp.concatenate(&[&x.row, &y.row], 0)?;
        let col = xp.concatenate(&[&x.col, &y.col], 0)?;
        let flags = xp.concatenate(&[&xp.full(x.nnz(), 1.0f32)?, &xp.full(y.nnz(), 2.0f32)?], 0)?;
        let owners = Coo { shape: left.shape(), row, col, values: flags }.to_csr()?;
        let flags = owners.values()?;
        Ok(Self { owners, flags })
    }

    /// The left matrix' elements at all places.
    pub fn left<T: SparseElement>(&self, matrix: &Csr<T, B>) -> Result<DynArray<B>> {
        self.spread(matrix, &self.flags.not_equal(2.0f32)?)
    }

    /// The right matrix' elements at all places.
    pub fn right<T: SparseElement>(&self, matrix: &Csr<T, B>) -> Result<DynArray<B>> {
        self.spread(matrix, &self.flags.not_equal(1.0f32)?)
    }

    fn spread<T: SparseElement>(&self, matrix: &Csr<T, B>, places: &Array<bool, B>) -> Result<DynArray<B>> {
        let mut all = self.flags.xp().zeros_of(T::DTYPE, self.flags.len())?;
        all.assign_mask(places.as_dyn(), matrix.values()?)?;
        Ok(all)
    }

    /// Where both have an entry.
    pub fn in_both(&self) -> Result<Array<bool, B>> {
        self.flags.equal(3.0f32)
    }

    /// The matrix with these elements at the places.
    pub fn matrix<T: SparseElement>(&self, values: DynArray<B>) -> Result<Csr<T, B>> {
        self.owners.with_values(&values.typed()?)
    }
}
