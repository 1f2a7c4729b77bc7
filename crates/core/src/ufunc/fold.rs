//! Functions whose order of operations counts: one element after the other.

use super::Ufunc;
use crate::array::DynArray;
use crate::backend::Backend;
use crate::dtype::Scalar;
use crate::error::Result;
use crate::layout::Dims;

impl Ufunc {
    /// The elements along an axis combined one after the other: there are some. The axis stays, with length 1.
    pub(super) fn fold<B: Backend>(
        self,
        x: &DynArray<B>,
        axis: usize,
        initial: Option<Scalar>,
        mask: Option<&DynArray<B>>,
    ) -> Result<DynArray<B>> {
        let n = x.shape()[axis];
        let (mut value, rest) = match initial {
            Some(initial) => {
                let mut shape = Dims::from_slice(x.shape());
                shape[axis] = 1;
                (DynArray::full(x.xp(), initial, &shape)?, 0..n)
            }
            None => (x.narrow(axis, 0, 1)?, 1..n),
        };
        for k in rest {
            let next = self.apply(&value, &x.narrow(axis, k, 1)?)?;
            value = match mask {
                Some(mask) => DynArray::selected(&mask.narrow(axis, k, 1)?, &next, &value)?,
                None => next,
            };
        }
        Ok(value)
    }

    /// All values on the way of [`fold`](Ufunc::fold), joined along the axis.
    pub(super) fn fold_all<B: Backend>(self, x: &DynArray<B>, axis: usize) -> Result<DynArray<B>> {
        let mut values = vec![x.narrow(axis, 0, 1)?];
        for k in 1..x.shape()[axis] {
            let next = self.apply(&values[k - 1], &x.narrow(axis, k, 1)?)?;
            values.push(next);
        }
        DynArray::concatenate(self.name(), &values.iter().collect::<Vec<_>>(), axis)
    }
}
