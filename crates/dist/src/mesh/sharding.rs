//! Which axis of an array lies on which axis of a mesh.

use super::Mesh;
use crate::comm::header::section;
use std::fmt;
use std::ops::Range;
use xparray_core::{Error, Result, SliceItem};

/// A part of an array: a range of each axis.
pub(crate) type Region = Vec<Range<usize>>;

/// How arrays of some number of axes lie on a mesh: each axis is divided along one axis of the mesh, in parts like those of
/// `numpy.array_split`, or lies whole on each process. Processes along axes of the mesh that are not named have the same part.
///
/// ```
/// let world = xparray::dist::init()?;
/// let mesh = world.mesh(world.size())?;
/// let rows = mesh.sharding([Some(0), None])?; // whole rows, divided among the processes
/// assert_eq!(format!("{rows:?}"), "[0, -]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Sharding {
    mesh: Mesh,
    axes: Vec<Option<usize>>,
}

/// As the axes of the mesh, in the order of the array's: `[0, -]`.
impl fmt::Debug for Sharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let axes: Vec<String> = self.axes.iter().map(|axis| axis.map_or("-".into(), |axis| axis.to_string())).collect();
        write!(f, "[{}]", axes.join(", "))
    }
}

impl Mesh {
    /// A sharding: for each axis of the array, the axis of the mesh that it is divided along.
    ///
    /// ```
    /// let world = xparray::dist::init()?;
    /// let mesh = world.mesh([1, world.size()])?;
    /// assert_eq!(mesh.sharding([Some(0), Some(1)])?.axes(), [Some(0), Some(1)]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that the mesh has not, or that is named twice.
    pub fn sharding(&self, axes: impl AsRef<[Option<usize>]>) -> Result<Sharding> {
        let axes = axes.as_ref().to_vec();
        for (place, axis) in axes.iter().enumerate() {
            let Some(number) = axis else { continue };
            if *number >= self.shape().len() || axes[..place].contains(axis) {
                return Err(Error::Axis { op: "sharding", axis: *number as isize, ndim: self.shape().len() });
            }
        }
        Ok(Sharding { mesh: self.clone(), axes })
    }
}

impl Sharding {
    /// The mesh.
    ///
    /// ```
    /// let world = xparray::dist::init()?;
    /// let mesh = world.mesh(world.size())?;
    /// assert!(*mesh.sharding([Some(0)])?.mesh() == mesh);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// For each axis of the array, the axis of the mesh that it is divided along.
    ///
    /// ```
    /// let world = xparray::dist::init()?;
    /// assert_eq!(world.mesh(world.size())?.sharding([None, Some(0)])?.axes(), [None, Some(0)]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn axes(&self) -> &[Option<usize>] {
        &self.axes
    }

    /// The same mesh with other axes, which are among this one's.
    pub(crate) fn with_axes(&self, axes: Vec<Option<usize>>) -> Self {
        Self { mesh: self.mesh.clone(), axes }
    }

    /// The part that a process has of an array of this shape.
    pub(crate) fn part(&self, shape: &[usize], rank: usize) -> Region {
        let coords = self.mesh.coords_of(rank);
        let range = |(&len, axis): (&usize, &Option<usize>)| match axis {
            None => 0..len,
            Some(axis) => section(len, self.mesh.shape()[*axis], coords[*axis]),
        };
        shape.iter().zip(&self.axes).map(range).collect()
    }

    /// The part that this process has.
    pub(crate) fn own_part(&self, shape: &[usize]) -> Region {
        self.part(shape, self.mesh.comm().rank())
    }

    /// Whether the process `from` is the one to give `to` what both know: of those with the same part, one serves each.
    pub(crate) fn serves(&self, from: usize, to: usize) -> bool {
        let (from, to) = (self.mesh.coords_of(from), self.mesh.coords_of(to));
        (0..from.len()).all(|axis| self.axes.contains(&Some(axis)) || from[axis] == to[axis])
    }

    /// An error unless arrays of this shape can lie so.
    pub(crate) fn check(&self, op: &'static str, shape: &[usize]) -> Result<()> {
        match shape.len() == self.axes.len() {
            true => Ok(()),
            false => Err(Error::value(op, format!("an array of shape {shape:?} cannot lie on the mesh as {self:?}"))),
        }
    }
}

/// What two regions have in common, if anything.
pub(crate) fn common(a: &Region, b: &Region) -> Option<Region> {
    let both = a.iter().zip(b).map(|(a, b)| a.start.max(b.start)..a.end.min(b.end)).collect::<Region>();
    both.iter().all(|range| !range.is_empty()).then_some(both)
}

/// A region as seen from the start of another one that has it.
pub(crate) fn inside(region: &Region, whole: &Region) -> Region {
    region.iter().zip(whole).map(|(part, of)| part.start - of.start..part.end - of.start).collect()
}

pub(crate) fn region_shape(region: &Region) -> Vec<usize> {
    region.iter().map(Range::len).collect()
}

/// What selects a region.
pub(crate) fn slice_items(region: &Region) -> Vec<SliceItem> {
    region.iter().cloned().map(SliceItem::from).collect()
}
