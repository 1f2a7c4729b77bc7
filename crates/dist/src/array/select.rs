//! Elements that are chosen, by truth values or by their places.

use super::DistArray;
use crate::Comm;
use crate::mesh::section;
use xparray_core::prelude::*;
use xparray_core::{Array, Error, Result, Side};

impl<T: Element, B: Backend> DistArray<T, B> {
    /// The elements of a vector, or the parts of an array along its first axis, where a mask that lies as that axis is true, as
    /// [`Array::mask`](xparray_core::Array::mask). They lie as the array does, in equal parts.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([1, -2, 3, -4])?)?;
    /// let positive = x.mask(&x.map(|x| x.greater(0))?)?;
    /// assert_eq!(positive.all_gather()?.to_vec()?, [1, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] unless the mask has the first axis' length; [`Error::Value`] if it lies on the mesh otherwise: it must be
    /// [resharded](DistArray::reshard); those of the deferred work; [`Error::Library`].
    pub fn mask(&self, mask: &DistArray<bool, B>) -> Result<Self> {
        if self.shape.is_empty() || mask.shape != self.shape[..1] {
            return Err(Error::shape("mask", &self.shape, &mask.shape));
        }
        self.check_first("mask", mask)?;
        self.with_rows(self.local.mask(&mask.local)?, self.line(0)?)
    }

    /// The elements of a vector, or the parts of an array along its first axis, at these indices, which count from the end if they
    /// are negative, as [`Array::take`](xparray_core::Array::take). The result lies as the indices do along the first axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let vector = world.mesh(world.size())?.sharding([Some(0)])?;
    /// let (x, places) = (vector.shard(&xp.array([1.5, 2.5, 3.5])?)?, vector.shard(&xp.array([-1, 0])?.astype())?);
    /// assert_eq!(x.take(&places)?.all_gather()?.to_vec()?, [3.5, 1.5]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an array without axes, or indices of other than one; [`Error::Index`], on the process that has it, for one
    /// that there is not, elsewhere [`Error::Value`] with the message; [`Error::Value`] if indices lie on the mesh otherwise than the
    /// first axis; those of the deferred work; [`Error::Library`].
    pub fn take(&self, indices: &DistArray<i64, B>) -> Result<Self> {
        let ([len, ..], [count]) = (&self.shape[..], &indices.shape[..]) else {
            return Err(Error::Axis { op: "take", axis: 0, ndim: self.shape.len().min(indices.shape.len()) });
        };
        let line = self.line(0)?;
        if self.sharding.axes()[0].is_some() {
            self.check_first("take", indices)?;
        }
        let wrapped = self.sharding.mesh().comm().together("take", wrapped(&indices.local, *len))?;
        let local = match line {
            None => self.local.take(&wrapped, 0)?,
            Some(line) => self.from_owners(line, &wrapped)?,
        };
        let axes = std::iter::once(indices.sharding.axes()[0]).chain(self.sharding.axes()[1..].iter().copied());
        let sharding = self.sharding.mesh().sharding(axes.collect::<Vec<_>>())?;
        let shape = std::iter::once(*count).chain(self.shape[1..].iter().copied()).collect();
        Ok(Self::new(local, shape, sharding))
    }

    /// The parts at these indices, which their owners send.
    fn from_owners(&self, line: &Comm, indices: &Array<i64, B>) -> Result<Array<T, B>> {
        let xp = self.local.xp();
        let starts: Vec<i64> =
            (0..line.size()).map(|part| section(self.shape[0], line.size(), part).start as i64).collect();
        let starts = xp.from_slice(&starts, line.size())?;
        // In their order, those of one owner are one after the other.
        let order = indices.argsort()?;
        let sorted = indices.take(&order, 0)?;
        let owners = starts.searchsorted_with(&sorted, Side::Right)? - 1;
        let ends = owners.searchsorted_with(&xp.arange(line.size() as i64)?, Side::Right)?.to_vec()?;
        let mut start = 0;
        let length = |end: i64| std::mem::replace(&mut start, end).abs_diff(end) as usize;
        let lengths: Vec<usize> = ends.into_iter().map(length).collect();
        let wanted = line.all_to_all_v(&sorted, &lengths)?;
        let asked: Vec<usize> = line.shared_with_each(&lengths)?;
        let parts = self.local.take(&(wanted - self.own_range(0).start as i64), 0)?;
        line.all_to_all_v(&parts, &asked)?.take(&order.argsort()?, 0)
    }

    /// An error unless a vector lies as the first axis does.
    fn check_first<U: Element>(&self, op: &'static str, vector: &DistArray<U, B>) -> Result<()> {
        let (own, theirs) = (&self.sharding, &vector.sharding);
        if own.mesh() == theirs.mesh() && own.axes()[0] == theirs.axes()[0] {
            return Ok(());
        }
        let message = format!("the arrays lie on the mesh as {own:?} and {theirs:?}; reshard one of them first");
        Err(Error::value(op, message))
    }
}

/// Indices from the start of an axis.
fn wrapped<B: Backend>(indices: &Array<i64, B>, len: usize) -> Result<Array<i64, B>> {
    let len = len as i64;
    if !indices.is_empty() {
        for index in [indices.min(..)?.item()?, indices.max(..)?.item()?] {
            if !(-len..len).contains(&index) {
                return Err(Error::Index { op: "take", index, len: len as usize });
            }
        }
    }
    indices.less(0)?.where_(indices + len, indices.clone())
}
