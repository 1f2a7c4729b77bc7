//! What filters have in common.

use super::mode::{Mode, PerAxis};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Options of filters.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, Mode, uniform_filter};
/// let x = xp.array([[1, 2, 6], [4, 5, 0]])?;
/// let rows = Filter::new().mode(Mode::Constant(0.0)).axes([1]).output(DType::F64);
/// assert_eq!(uniform_filter(&x, 2, rows)?.to_string(), "[[0.5 1.5 4. ]\n [2.  4.5 2.5]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Filter {
    mode: PerAxis<Mode>,
    origin: PerAxis<isize>,
    axes: Option<Vec<isize>>,
    output: Option<DType>,
}

impl Default for Filter {
    fn default() -> Self {
        Self { mode: Mode::Reflect.into(), origin: 0.into(), axes: None, output: None }
    }
}

/// An axis to filter along.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along {
    pub axis: usize,
    pub mode: Mode,
    pub origin: isize,
}

impl Filter {
    /// All axes, the array reflected at its ends, windows about their elements, the array's type.
    pub fn new() -> Self {
        Self::default()
    }

    /// What the array is beyond its ends: one mode, or one for each axis that is filtered, where these are filtered one after the
    /// other.
    pub fn mode(self, mode: impl Into<PerAxis<Mode>>) -> Self {
        Self { mode: mode.into(), ..self }
    }

    /// How far windows are moved, to the left if positive: for all axes, or for each that is filtered.
    pub fn origin(self, origin: impl Into<PerAxis<isize>>) -> Self {
        Self { origin: origin.into(), ..self }
    }

    /// The axes that are filtered, from the end if negative.
    pub fn axes(self, axes: impl Into<Vec<isize>>) -> Self {
        Self { axes: Some(axes.into()), ..self }
    }

    /// The type of the result. Of integers, what comes after the point is cut off.
    pub fn output(self, dtype: DType) -> Self {
        Self { output: Some(dtype), ..self }
    }

    /// The type of the result for an array of this type.
    pub(super) fn output_of(&self, dtype: DType) -> DType {
        self.output.unwrap_or(dtype)
    }

    /// The axes of an array of so many dimensions.
    pub(super) fn along(&self, op: &'static str, ndim: usize) -> Result<Vec<Along>> {
        let axes = match &self.axes {
            None => (0..ndim).collect(),
            Some(axes) => axes.iter().map(|&axis| normalized(op, axis, ndim)).collect::<Result<Vec<_>>>()?,
        };
        if let Some(twice) = axes.iter().enumerate().find_map(|(k, axis)| axes[..k].contains(axis).then_some(axis)) {
            return Err(Error::value(op, format!("axis {twice} is named twice")));
        }
        let count = |what: &str| Error::value(op, format!("{what} for another number of axes than {}", axes.len()));
        let modes = self.mode.of(axes.len()).ok_or_else(|| count("modes"))?;
        let origins = self.origin.of(axes.len()).ok_or_else(|| count("origins"))?;
        Ok((0..axes.len()).map(|k| Along { axis: axes[k], mode: modes[k], origin: origins[k] }).collect())
    }

    /// The axis of a filter of one.
    pub(super) fn along_one(&self, op: &'static str, axis: isize, ndim: usize) -> Result<Along> {
        let one = Self { axes: Some(vec![axis]), ..self.clone() };
        Ok(one.along(op, ndim)?[0])
    }
}

/// An axis from the beginning.
pub(super) fn normalized(op: &'static str, axis: isize, ndim: usize) -> Result<usize> {
    let from_start = if axis < 0 { axis + ndim as isize } else { axis };
    usize::try_from(from_start).ok().filter(|&axis| axis < ndim).ok_or(Error::Axis { op, axis, ndim })
}

/// The elements about each one that a filter sees: a box of a size along all axes or along each, or some elements of one.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, Window, maximum_filter};
/// let x = xp.array([[1, 2, 3], [4, 5, 6]])?;
/// assert_eq!(maximum_filter(&x, 3, Filter::new())?.to_string(), "[[5 6 6]\n [5 6 6]]");
/// assert_eq!(maximum_filter(&x, [1, 3], Filter::new())?.to_string(), "[[2 3 3]\n [5 6 6]]");
/// let left = Window::footprint(&xp.array([[true, true, false]])?)?;
/// assert_eq!(maximum_filter(&x, left, Filter::new())?.to_string(), "[[1 2 3]\n [4 5 6]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Window {
    sizes: PerAxis<usize>,
    /// Of elements in row-major order; all without.
    mask: Option<Vec<bool>>,
}

impl From<usize> for Window {
    fn from(size: usize) -> Self {
        Self { sizes: size.into(), mask: None }
    }
}

impl<const N: usize> From<[usize; N]> for Window {
    fn from(sizes: [usize; N]) -> Self {
        Self { sizes: sizes.into(), mask: None }
    }
}

impl From<Vec<usize>> for Window {
    fn from(sizes: Vec<usize>) -> Self {
        Self { sizes: sizes.into(), mask: None }
    }
}

impl Window {
    /// The elements where an array, of the filtered axes, is not zero.
    ///
    /// # Errors
    /// [`Error::Value`] unless one is; [`Error::OutOfMemory`].
    pub fn footprint<B: Backend>(footprint: &impl AnyArray<B>) -> Result<Self> {
        let footprint = footprint.as_dyn();
        let mask = footprint.astype(DType::Bool)?.typed::<bool>()?.to_vec()?;
        match mask.contains(&true) {
            true => Ok(Self { sizes: footprint.shape().to_vec().into(), mask: Some(mask) }),
            false => Err(Error::value("footprint", "no element is in the footprint")),
        }
    }

    /// Sizes along so many axes, and which elements count if not all do.
    pub(super) fn of(&self, op: &'static str, axes: usize) -> Result<(Vec<usize>, Option<Vec<bool>>)> {
        let sizes = self.sizes.of(axes).ok_or_else(|| Error::value(op, format!("no window of {axes} axes")))?;
        if sizes.contains(&0) {
            return Err(Error::value(op, "a window without elements"));
        }
        Ok((sizes, self.mask.clone().filter(|mask| mask.contains(&false))))
    }
}
