//! Histograms: each process counts its elements.

use super::DistArray;
use crate::op::Op;
use xparray_core::prelude::*;
use xparray_core::{Array, IntoBins, Result};

impl<T: RealElement, B: Backend> DistArray<T, B> {
    /// How many elements lie in each of the bins, and the bins' edges, as [`Array::histogram`](xparray_core::Array::histogram):
    /// both on every process. Bins without edges lie between the smallest and the largest element of all.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([1.0, 2.0, 2.0, 5.0])?)?;
    /// let (counts, edges) = x.histogram(2)?;
    /// assert_eq!((counts.to_vec()?, edges.to_vec()?), (vec![3, 1], vec![1.0, 3.0, 5.0]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::histogram`](xparray_core::Array::histogram); [`Error::Library`](xparray_core::Error::Library).
    pub fn histogram(
        &self,
        bins: impl IntoBins<Array<T::Quotient, B>>,
    ) -> Result<(Array<i64, B>, Array<T::Quotient, B>)> {
        // The edges of elements as far apart as all of them are.
        let ends = match self.shape.contains(&0) {
            true => self.local.xp().zeros::<T>(0)?,
            false => {
                let (min, max) = (self.min(..)?, self.max(..)?);
                self.local.xp().stack(&[min.local(), max.local()], 0)?
            }
        };
        let edges = ends.histogram_bin_edges(bins)?;
        let mut counts = self.local.histogram(&edges)?.0;
        for place in self.sharding.axes().iter().flatten() {
            counts = self.sharding.mesh().line(*place)?.all_reduce(&counts, Op::Sum)?;
        }
        Ok((counts, edges))
    }
}
