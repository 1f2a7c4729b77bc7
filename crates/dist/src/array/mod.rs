//! Arrays that lie on a mesh.

mod buckets;
mod edges;
mod elementwise;
mod fetch;
mod fft;
mod file;
mod histogram;
mod k_means;
mod linalg;
mod line;
mod matmul;
mod reduce;
mod scan;
mod select;
mod sort;
mod unique;

pub use linalg::Pca;

use crate::mesh::{Sharding, region_shape, slice_items};
use edges::Edges;
use std::fmt;
use xparray_core::backend::Backend;
use xparray_core::{Array, Element, Error, IntoShape, Result};

/// An array of which each process of a mesh has a part.
///
/// It is a value, as arrays are, and elementwise operations fuse, on each process by itself. All processes do the same with it, in
/// the same order. Nothing moves between them but in reductions over divided axes, products, slices of divided axes, and
/// where a program says so: [`reshard`](DistArray::reshard), [`gather`](DistArray::gather).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let world = xparray::dist::init()?;
/// let rows = world.mesh(world.size())?.sharding([Some(0), None])?;
/// // The same numbers for any number of processes, each of which makes its own part of them.
/// let x = rows.shard(&xp.rng(1).normal::<f64>([1000, 3])?)?;
/// let standardized = (&x - &x.mean(0)?) / &x.std(0)?;
/// assert!(standardized.std(..)?.item()? - 1.0 < 1e-12);
/// # Ok::<(), xparray::Error>(())
/// ```
#[must_use]
pub struct DistArray<T: Element, B: Backend> {
    local: Array<T, B>,
    shape: Vec<usize>,
    sharding: Sharding,
    edges: Edges<T, B>,
}

impl<T: Element, B: Backend> DistArray<T, B> {
    fn new(local: Array<T, B>, shape: Vec<usize>, sharding: Sharding) -> Self {
        Self { local, shape, sharding, edges: Edges::default() }
    }
}

impl<T: Element, B: Backend> Clone for DistArray<T, B> {
    fn clone(&self) -> Self {
        let (local, edges) = (self.local.clone(), self.edges.clone());
        Self { local, shape: self.shape.clone(), sharding: self.sharding.clone(), edges }
    }
}

/// As the element type, the shape and how it lies.
impl<T: Element, B: Backend> fmt::Debug for DistArray<T, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DistArray({} {:?} on {:?} as {:?})", T::DTYPE, self.shape, self.sharding.mesh(), self.sharding)
    }
}

impl Sharding {
    /// The array that all processes have, of which each keeps its part. Of an array that is not computed yet, as of random
    /// numbers or a range, each computes only that, unless the program holds the whole array as well.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.arange(10)?)?;
    /// assert_eq!((x.shape(), x.sum(..)?.item()?), (&[10][..], 45));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the array has another number of axes.
    pub fn shard<T: Element, B: Backend>(&self, x: &Array<T, B>) -> Result<DistArray<T, B>> {
        self.check("shard", x.shape())?;
        let local = x.slice(&slice_items(&self.own_part(x.shape())))?;
        // A part is an array of its own: it is computed once, and the whole is not kept for it.
        let local = if local.shape() == x.shape() { local } else { local.copy() };
        Ok(DistArray::new(local, x.shape().to_vec(), self.clone()))
    }

    /// The array of this shape whose parts the processes have made.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let sharding = world.mesh(world.size())?.sharding([Some(0)])?;
    /// let x = sharding.from_local(&xp.full(2, world.rank() as i32)?, 2 * world.size())?;
    /// assert_eq!(x.max(..)?.item()?, world.size() as i32 - 1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if a part has another shape than this process's, on the processes that have such.
    #[allow(clippy::wrong_self_convention)] // The sharding makes it, as `shard` does.
    pub fn from_local<T: Element, B: Backend>(
        &self,
        local: &Array<T, B>,
        shape: impl IntoShape,
    ) -> Result<DistArray<T, B>> {
        let shape = shape.into_shape().to_vec();
        self.check("from_local", &shape)?;
        let expected = region_shape(&self.own_part(&shape));
        if local.shape() != expected {
            return Err(Error::shape("from_local", local.shape(), &expected));
        }
        Ok(DistArray::new(local.clone(), shape, self.clone()))
    }
}

impl<T: Element, B: Backend> DistArray<T, B> {
    /// Lengths of the axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.ones::<f32>(7)?)?;
    /// assert_eq!(x.shape(), [7]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// How it lies on the mesh.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let sharding = world.mesh(world.size())?.sharding([Some(0)])?;
    /// assert!(*sharding.shard(&xp.ones::<f32>(7)?)?.sharding() == sharding);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn sharding(&self) -> &Sharding {
        &self.sharding
    }

    /// The part of this process.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.ones::<f32>(2 * world.size())?)?;
    /// assert_eq!(x.local().shape(), [2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    #[doc(alias = "addressable_data")]
    pub fn local(&self) -> &Array<T, B> {
        &self.local
    }

    /// The element of an array that has just one, on every process.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.ones::<f64>(7)?)?;
    /// assert_eq!(x.sum(..)?.item()?, 7.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless there is one element; those of the deferred work.
    pub fn item(&self) -> Result<T> {
        if self.shape.iter().product::<usize>() != 1 {
            return Err(Error::value("item", format!("an array of shape {:?} has not one element", self.shape)));
        }
        self.all_gather()?.item()
    }

    /// The axes in reverse order, where they are: nothing moves.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0), None])?.shard(&xp.ones::<f32>([7, 2])?)?;
    /// assert_eq!((x.t().shape(), x.t().sharding().axes()), (&[2, 7][..], &[None, Some(0)][..]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn t(&self) -> Self {
        let axes = self.sharding.axes().iter().rev().copied().collect();
        let shape = self.shape.iter().rev().copied().collect();
        Self::new(self.local.t(), shape, self.sharding.with_axes(axes))
    }
}
