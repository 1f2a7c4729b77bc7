//! Different elements.

use super::DistArray;
use super::sort::{Ties, places};
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

impl<T: Element, B: Backend> DistArray<T, B> {
    /// The different elements of a vector, ascending, as [`Array::unique`](xparray_core::Array::unique).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([3, 1, 3, 1])?)?;
    /// assert_eq!(x.unique()?.all_gather()?.to_vec()?, [1, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for other than vectors; those of the deferred work; [`Error::Library`].
    pub fn unique(&self) -> Result<Self> {
        if self.shape.len() != 1 {
            return Err(Error::value("unique", format!("an array of shape {:?} is no vector", self.shape)));
        }
        let (line, own) = (self.line(0)?, self.local.unique()?);
        let Some(line) = line else { return self.with_rows(own, None) };
        let lengths = places(line, &own, Ties::Together)?;
        self.with_rows(line.all_to_all_v(&own, &lengths)?.unique()?, Some(line))
    }
}
