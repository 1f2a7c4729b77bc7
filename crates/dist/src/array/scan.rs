//! Running sums and their like: each process scans its part, and adds what those before it have.

use super::DistArray;
use crate::Comm;
use xparray_core::prelude::*;
use xparray_core::{Array, DynArray, IntoAxis, Result};

/// What two elements become.
type Combine<B> = fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>;

impl<T: Element, B: Backend> DistArray<T, B> {
    /// The running sum along an axis, as [`Array::cumsum`](xparray_core::Array::cumsum). Along a divided axis, processes share
    /// their last sums.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([1, 2, 3, 4])?)?;
    /// assert_eq!(x.cumsum(0)?.all_gather()?.to_vec()?, [1, 3, 6, 10]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`](xparray_core::Error::Axis); those of the deferred work;
    /// [`Error::Library`](xparray_core::Error::Library).
    pub fn cumsum(&self, axis: impl IntoAxis) -> Result<DistArray<T::Sum, B>> {
        self.scanned("cumsum", axis.into_axis(), |x, axis| x.cumsum(axis), |x, y| x.add(y))
    }

    /// The running product along an axis, as [`Array::cumprod`](xparray_core::Array::cumprod).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([1, 2, 3, 4])?)?;
    /// assert_eq!(x.cumprod(0)?.all_gather()?.to_vec()?, [1, 2, 6, 24]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cumsum`](DistArray::cumsum).
    pub fn cumprod(&self, axis: impl IntoAxis) -> Result<DistArray<T::Sum, B>> {
        self.scanned("cumprod", axis.into_axis(), |x, axis| x.cumprod(axis), |x, y| x.multiply(y))
    }

    fn scanned<R: Element>(
        &self,
        op: &'static str,
        axis: isize,
        scan: impl FnOnce(&Array<T, B>, usize) -> Result<Array<R, B>>,
        combine: Combine<B>,
    ) -> Result<DistArray<R, B>> {
        let axis = self.axis(op, axis)?;
        let scanned = scan(&self.local, axis)?;
        let local = match self.line(axis)? {
            None => scanned,
            Some(line) => after_others(line, scanned, axis, combine)?,
        };
        Ok(DistArray::new(local, self.shape.clone(), self.sharding.clone()))
    }
}

impl<T: RealElement, B: Backend> DistArray<T, B> {
    /// The running maximum along an axis, as [`Array::cummax`](xparray_core::Array::cummax).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([1, 3, 2, 4])?)?;
    /// assert_eq!(x.cummax(0)?.all_gather()?.to_vec()?, [1, 3, 3, 4]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cumsum`](DistArray::cumsum).
    pub fn cummax(&self, axis: impl IntoAxis) -> Result<Self> {
        self.scanned("cummax", axis.into_axis(), |x, axis| x.cummax(axis), |x, y| x.maximum(y))
    }

    /// The running minimum along an axis, as [`Array::cummin`](xparray_core::Array::cummin).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([4, 2, 3, 1])?)?;
    /// assert_eq!(x.cummin(0)?.all_gather()?.to_vec()?, [4, 2, 2, 1]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cumsum`](DistArray::cumsum).
    pub fn cummin(&self, axis: impl IntoAxis) -> Result<Self> {
        self.scanned("cummin", axis.into_axis(), |x, axis| x.cummin(axis), |x, y| x.minimum(y))
    }
}

/// A scan of this process's part, combined with the last elements of those of the processes before it.
fn after_others<T: Element, B: Backend>(
    line: &Comm,
    scanned: Array<T, B>,
    axis: usize,
    combine: Combine<B>,
) -> Result<Array<T, B>> {
    // The scanned axis first, as it is gathered along that. Who has no elements gives none.
    let moved = scanned.moveaxis(axis as isize, 0)?;
    let last = moved.slice(s![-1..])?;
    let before = line.all_gather_v(&last)?;
    // Those without elements come last.
    let earlier = line.rank().min(before.shape()[0]);
    let before = (0..earlier).map(|rank| before.slice(s![rank..rank + 1]).map(Array::into_dyn));
    let offset = before.reduce(|sum, next| combine(&sum?, &next?)).transpose()?;
    let Some(offset) = offset else { return Ok(scanned) };
    combine(&offset, moved.as_dyn())?.astype(T::DTYPE)?.typed::<T>()?.moveaxis(0, axis as isize)
}
