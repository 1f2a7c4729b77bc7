//! Elements one after another, on the host.

use super::ndindex::ndindex;
use super::{Array, NdIndex};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::Result;
use std::iter::Zip;
use std::vec::IntoIter;

impl<T: Element, B: Backend> Array<T, B> {
    /// The elements in row-major order: those of NumPy's `x.flat`. They are read from the device at once.
    ///
    /// [`take`](Array::take) and [`put`](Array::put) with row-major indices read and write single ones.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [3, 4]])?;
    /// assert_eq!(x.t().iter()?.collect::<Vec<_>>(), [1, 3, 2, 4]);
    /// // Elements of arrays that broadcast, side by side:
    /// let pairs = xp.broadcast_arrays(&[&x, &xp.array([10, 20])?])?;
    /// let sums = pairs[0].iter()?.zip(pairs[1].iter()?).map(|(x, y)| x + y);
    /// assert_eq!(sums.collect::<Vec<_>>(), [11, 22, 13, 24]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`to_vec`](Array::to_vec).
    #[doc(alias("flatiter", "flat"))]
    pub fn iter(&self) -> Result<IntoIter<T>> {
        Ok(self.to_vec()?.into_iter())
    }

    /// The index of each element, and the element, in row-major order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[5, 0], [0, 7]])?;
    /// let some: Vec<_> = x.ndenumerate()?.filter(|(_, x)| *x > 0).map(|(index, x)| (index.to_vec(), x)).collect();
    /// assert_eq!(some, [(vec![0, 0], 5), (vec![1, 1], 7)]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`to_vec`](Array::to_vec).
    pub fn ndenumerate(&self) -> Result<Zip<NdIndex, IntoIter<T>>> {
        Ok(ndindex(self.shape()).zip(self.iter()?))
    }
}
