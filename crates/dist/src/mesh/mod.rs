//! Processes in a grid, and how arrays lie on it.

mod sharding;

pub(crate) use crate::comm::header::section;
pub use sharding::Sharding;
pub(crate) use sharding::{Region, common, inside, region_shape, slice_items};

use crate::Comm;
use std::fmt;
use std::sync::Arc;
use xparray_core::{Error, IntoShape, Result};

/// Processes in a grid of any number of axes, their ranks in row-major order. Clones are the same mesh.
///
/// ```
/// let world = xparray::dist::init()?;
/// let mesh = world.mesh([1, world.size()])?;
/// assert_eq!(mesh.coords(), [0, world.rank()]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
pub struct Mesh {
    inner: Arc<Inner>,
}

struct Inner {
    comm: Comm,
    shape: Vec<usize>,
    /// For each axis, the processes that differ in their place on it alone.
    lines: Vec<Comm>,
}

/// As the shape.
impl fmt::Debug for Mesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mesh({:?})", self.shape())
    }
}

/// Whether it is the same mesh.
impl PartialEq for Mesh {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }
}

impl Comm {
    /// The processes of the group in a grid. All of them call this.
    ///
    /// ```
    /// let world = xparray::dist::init()?;
    /// assert_eq!(world.mesh(world.size())?.shape(), [world.size()]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless the grid has as many places as there are processes; [`Error::Library`].
    pub fn mesh(&self, shape: impl IntoShape) -> Result<Mesh> {
        let shape = shape.into_shape().to_vec();
        if shape.iter().product::<usize>() != self.size() {
            return Err(Error::value("mesh", format!("a mesh of shape {shape:?} for {} processes", self.size())));
        }
        let coords = coords_of(&shape, self.rank());
        let line = |axis: usize| {
            if shape[axis] == self.size() {
                return Ok(self.clone());
            }
            let mut across = coords.clone();
            across[axis] = 0;
            let color = across.iter().zip(&shape).fold(0, |color, (at, len)| color * len + at);
            self.split(color, coords[axis])?.ok_or_else(|| Error::value("mesh", "MPI gave no group"))
        };
        let lines = (0..shape.len()).map(line).collect::<Result<_>>()?;
        Ok(Mesh { inner: Arc::new(Inner { comm: self.clone(), shape, lines }) })
    }
}

impl Mesh {
    /// Lengths of the axes.
    ///
    /// ```
    /// let world = xparray::dist::init()?;
    /// assert_eq!(world.mesh((world.size(), 1))?.shape(), [world.size(), 1]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn shape(&self) -> &[usize] {
        &self.inner.shape
    }

    /// The place of this process.
    ///
    /// ```
    /// let world = xparray::dist::init()?;
    /// assert_eq!(world.mesh(world.size())?.coords(), [world.rank()]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn coords(&self) -> Vec<usize> {
        self.coords_of(self.comm().rank())
    }

    /// The place of a process.
    pub(crate) fn coords_of(&self, rank: usize) -> Vec<usize> {
        coords_of(self.shape(), rank)
    }

    /// All processes.
    ///
    /// ```
    /// let world = xparray::dist::init()?;
    /// assert_eq!(world.mesh(world.size())?.comm().size(), world.size());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn comm(&self) -> &Comm {
        &self.inner.comm
    }

    /// The processes of this one's line along an axis: those whose places differ on that axis alone, in their order on it.
    ///
    /// ```
    /// let world = xparray::dist::init()?;
    /// let mesh = world.mesh([world.size(), 1])?;
    /// assert_eq!((mesh.line(0)?.size(), mesh.line(1)?.size()), (world.size(), 1));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that there is not.
    pub fn line(&self, axis: usize) -> Result<&Comm> {
        let none = Error::Axis { op: "line", axis: axis as isize, ndim: self.shape().len() };
        self.inner.lines.get(axis).ok_or(none)
    }
}

fn coords_of(shape: &[usize], mut rank: usize) -> Vec<usize> {
    let mut coords = vec![0; shape.len()];
    for (at, len) in coords.iter_mut().zip(shape).rev() {
        *at = rank % len;
        rank /= len;
    }
    coords
}
