//! Clusters of points, whose rows are divided.

use super::DistArray;
use crate::op::Op;
use xparray_core::prelude::*;
use xparray_core::{Array, Error, Result};

impl<T: RealField, B: Backend> DistArray<T, B> {
    /// The means `[k, n]` of clusters of points `[m, n]`, and the cluster of each point, which lie as the points do: Lloyd's
    /// algorithm from these centres on, until no point changes its cluster, and `steps` of it at most. Who has no points keeps its
    /// centre.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = xp.array([[0.0], [1.0], [10.0], [11.0]])?;
    /// let points = world.mesh(world.size())?.sharding([Some(0), None])?.shard(&x)?;
    /// let (centres, labels) = points.k_means(&xp.array([[0.0], [1.0]])?, 100)?;
    /// assert_eq!((centres.to_vec()?, labels.all_gather()?.to_vec()?), (vec![0.5, 10.5], vec![0, 0, 1, 1]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] unless centres have the points' coordinates, and there is one; [`Error::Value`] if columns are divided: the points must be
    /// [resharded](DistArray::reshard); those of the deferred work; [`Error::Library`].
    pub fn k_means(&self, centres: &Array<T, B>, steps: usize) -> Result<(Array<T, B>, DistArray<i64, B>)> {
        let ([m, n], [k, of]) = (&self.shape[..], centres.shape()) else {
            return Err(Error::shape("k_means", &self.shape, centres.shape()));
        };
        if n != of || *k == 0 {
            return Err(Error::shape("k_means", &self.shape, centres.shape()));
        }
        let [rows, None] = *self.sharding.axes() else {
            let message = format!("columns are divided, as {:?} says; reshard the points first", self.sharding);
            return Err(Error::value("k_means", message));
        };
        let (xp, line) = (self.local.xp(), self.line(0)?);
        let all = |x: Array<T, B>| line.map_or(Ok(x.clone()), |line| line.all_reduce(&x, Op::Sum));
        let clusters = xp.arange(*k as i64)?;
        // Sums of coordinates and of points go together.
        let counted = xp.concatenate(&[&self.local, &xp.ones([self.local.shape()[0], 1])?], 1)?;
        let mut centres = centres.clone();
        let mut labels = nearest(&self.local, &centres)?;
        for _ in 0..steps {
            // One column for each cluster, with ones for its points: a product adds up the points.
            let members = labels.expand_dims(1)?.equal(&clusters)?.astype::<T>();
            let sums = all(members.t().matmul(&counted)?)?;
            let counts = sums.slice(s![.., *n..])?;
            let means = sums.slice(s![.., ..*n])? / &counts;
            centres = counts.equal(counts.zeros_like())?.where_(&centres, &means)?;
            let next = nearest(&self.local, &centres)?;
            let changes = all(next.not_equal(&labels)?.astype::<T>().sum(..)?.astype())?;
            labels = next;
            if changes.equal(changes.zeros_like())?.item()? {
                break;
            }
        }
        Ok((centres, DistArray::new(labels, vec![*m], self.sharding.with_axes(vec![rows]))))
    }
}

/// The centre that is nearest to each point. Squares of points are the same for all centres, so they are left out.
fn nearest<T: RealField, B: Backend>(points: &Array<T, B>, centres: &Array<T, B>) -> Result<Array<i64, B>> {
    let products = points.matmul(&centres.t())?;
    (centres.square().sum(1)? - (&products + &products)).argmin(1)
}
