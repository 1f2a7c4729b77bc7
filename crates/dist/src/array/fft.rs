//! Transforms: along axes that lie whole, and then along others, which take the place of those.

use super::DistArray;
use crate::mesh::Sharding;
use xparray_core::prelude::*;
use xparray_core::{DynArray, Error, Result};

impl<T: Field, B: Backend> DistArray<T, B> {
    /// The transform over all axes, as [`Array::fftn`](xparray_core::Array::fftn).
    ///
    /// Each process transforms along axes that it has whole; then divided axes and these change places on the mesh, one for each axis of
    /// it. So a matrix of which one axis is divided goes by slabs, and an array of three axes, of which two are divided, by
    /// pencils. The result lies as the array does.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let rows = world.mesh(world.size())?.sharding([Some(0), None])?;
    /// let y = rows.shard(&xp.ones::<f64>([2, 2])?)?.fftn()?;
    /// assert_eq!(y.all_gather()?.real().to_vec()?, [4.0, 0.0, 0.0, 0.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if all axes are divided: the array must be [resharded](DistArray::reshard); for an axis without elements;
    /// those of the deferred work; [`Error::Library`].
    pub fn fftn(&self) -> Result<DistArray<T::Complex, B>> {
        self.transformed("fftn", |x, axes| x.fftn_with(FftN::new().axes(axes)))
    }

    /// The inverse of [`fftn`](DistArray::fftn).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = xp.arange(6)?.reshape([2, 3])?.astype::<f64>();
    /// let rows = world.mesh(world.size())?.sharding([Some(0), None])?;
    /// assert!(rows.shard(&x)?.fftn()?.ifftn()?.all_gather()?.allclose(&x)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`fftn`](DistArray::fftn).
    pub fn ifftn(&self) -> Result<DistArray<T::Complex, B>> {
        self.transformed("ifftn", |x, axes| x.ifftn_with(FftN::new().axes(axes)))
    }

    fn transformed(
        &self,
        op: &'static str,
        transform: impl Fn(&DynArray<B>, &[isize]) -> Result<DynArray<B>>,
    ) -> Result<DistArray<T::Complex, B>> {
        if self.shape.contains(&0) || self.sharding.axes().iter().all(Option::is_some) {
            let message =
                format!("of shape {:?} as {:?}; reshard it so that one axis lies whole", self.shape, self.sharding);
            return Err(Error::value(op, message));
        }
        let lens = self.sharding.mesh().shape();
        let is_whole = |on: &Sharding, axis: &usize| on.axes()[*axis].is_none_or(|place| lens[place] == 1);
        let mut x = self.map(|x| Ok(x.astype::<T::Complex>()))?;
        let mut left: Vec<usize> = (0..self.shape.len()).collect();
        loop {
            let now: Vec<usize> = left.iter().copied().filter(|axis| is_whole(&x.sharding, axis)).collect();
            left.retain(|axis| !now.contains(axis));
            // Who has no elements has nothing to transform.
            if !x.local.is_empty() {
                let axes: Vec<isize> = now.iter().map(|&axis| axis as isize).collect();
                x = DistArray::new(transform(x.local.as_dyn(), &axes)?.typed()?, x.shape, x.sharding);
            }
            if left.is_empty() {
                return x.reshard(&self.sharding);
            }
            let mut places = x.sharding.axes().to_vec();
            left.iter().zip(now).for_each(|(&divided, whole)| places.swap(divided, whole));
            x = x.reshard(&x.sharding.with_axes(places))?;
        }
    }
}
