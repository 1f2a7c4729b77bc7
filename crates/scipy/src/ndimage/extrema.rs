//! The largest and smallest elements of windows, and their means.

use super::options::{Filter, Window};
use super::windows::{DOUBLED, Windows, converted, one_by_one};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// Which elements are kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Extreme {
    Minimum,
    Maximum,
}

impl Extreme {
    pub(super) fn of<B: Backend>(self, x: &DynArray<B>, y: &DynArray<B>) -> Result<DynArray<B>> {
        match self {
            Self::Minimum => x.minimum(y),
            Self::Maximum => x.maximum(y),
        }
    }

    /// Of boxes, one axis after the other, or of the elements of a mask.
    pub(super) fn filter<B: Backend>(
        self,
        op: &'static str,
        x: &DynArray<B>,
        (sizes, mask): (Vec<usize>, Option<Vec<bool>>),
        filter: &Filter,
    ) -> Result<DynArray<B>> {
        TypeClass::RealElement.check(op, x.dtype())?;
        let (along, output) = (filter.along(op, x.ndim())?, filter.output_of(x.dtype()));
        if x.is_empty() {
            return x.astype(output);
        }
        let Some(mask) = mask else {
            let passes: Vec<_> = along.into_iter().zip(sizes).filter(|(_, size)| *size > 1).collect();
            let pass = |_, windows: Windows<B>| converted(&windows.doubled(true, |x, y| self.of(x, y))?, output);
            return converted(&one_by_one(op, x, (&passes, DOUBLED), pass)?, output);
        };
        let windows = Windows::new(op, x, &along, &sizes)?;
        let inside = windows.places().zip(mask).filter(|(_, inside)| *inside);
        let found = inside.map(|(place, _)| windows.at(&place)).reduce(|x, y| self.of(&x?, &y?));
        converted(&found.unwrap_or_else(|| Ok(x.clone()))?, output)
    }
}

/// The smallest elements of windows.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, minimum_filter};
/// let x = xp.array([[5, 2, 8], [4, 9, 6]])?;
/// assert_eq!(minimum_filter(&x, 2, Filter::new())?.to_string(), "[[5 2 2]\n [4 2 2]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a window of another number of axes, or that is moved away from its element; [`Error::DType`] for complex
/// numbers.
pub fn minimum_filter<B: Backend>(
    x: &impl AnyArray<B>,
    window: impl Into<Window>,
    filter: Filter,
) -> Result<DynArray<B>> {
    extreme_filter("minimum_filter", x.as_dyn(), window.into(), &filter, Extreme::Minimum)
}

/// The largest elements of windows.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, maximum_filter};
/// let x = xp.array([[5, 2, 8], [4, 9, 6]])?;
/// assert_eq!(maximum_filter(&x, 2, Filter::new())?.to_string(), "[[5 5 8]\n [5 9 9]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum_filter`].
pub fn maximum_filter<B: Backend>(
    x: &impl AnyArray<B>,
    window: impl Into<Window>,
    filter: Filter,
) -> Result<DynArray<B>> {
    extreme_filter("maximum_filter", x.as_dyn(), window.into(), &filter, Extreme::Maximum)
}

fn extreme_filter<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    window: Window,
    filter: &Filter,
    extreme: Extreme,
) -> Result<DynArray<B>> {
    let axes = filter.along(op, x.ndim())?.len();
    extreme.filter(op, x, window.of(op, axes)?, filter)
}

/// The smallest elements of windows along one axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, minimum_filter1d};
/// let x = xp.array([2, 8, 0, 4, 1, 9, 9, 0])?;
/// assert_eq!(minimum_filter1d(&x, 3, 0, Filter::new())?.to_string(), "[2 0 0 0 1 1 0 0]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum_filter`]; [`Error::Axis`] for an axis that is not there.
pub fn minimum_filter1d<B: Backend>(
    x: &impl AnyArray<B>,
    size: usize,
    axis: isize,
    filter: Filter,
) -> Result<DynArray<B>> {
    extreme_filter("minimum_filter1d", x.as_dyn(), size.into(), &filter.axes([axis]), Extreme::Minimum)
}

/// The largest elements of windows along one axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, maximum_filter1d};
/// let x = xp.array([2, 8, 0, 4, 1, 9, 9, 0])?;
/// assert_eq!(maximum_filter1d(&x, 3, 0, Filter::new())?.to_string(), "[8 8 8 4 9 9 9 9]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum_filter1d`].
pub fn maximum_filter1d<B: Backend>(
    x: &impl AnyArray<B>,
    size: usize,
    axis: isize,
    filter: Filter,
) -> Result<DynArray<B>> {
    extreme_filter("maximum_filter1d", x.as_dyn(), size.into(), &filter.axes([axis]), Extreme::Maximum)
}

/// Means of windows along one axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, uniform_filter1d};
/// let x = xp.array([2, 8, 0, 4, 1, 9, 9, 0])?;
/// assert_eq!(uniform_filter1d(&x, 3, 0, Filter::new())?.to_string(), "[4 3 4 1 4 6 6 3]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] for an axis that is not there; [`Error::Value`] for a window without elements, or that is moved away from its own.
pub fn uniform_filter1d<B: Backend>(
    x: &impl AnyArray<B>,
    size: usize,
    axis: isize,
    filter: Filter,
) -> Result<DynArray<B>> {
    const OP: &str = "uniform_filter1d";
    let x = x.as_dyn();
    let along = filter.along_one(OP, axis, x.ndim())?;
    let output = filter.output_of(x.dtype());
    if size == 0 {
        return Err(Error::value(OP, "a window without elements"));
    }
    if x.is_empty() {
        return x.astype(output);
    }
    mean(Windows::new(OP, x, &[along], &[size])?, size, output)
}

/// The means of windows of so many elements.
fn mean<B: Backend>(windows: Windows<B>, size: usize, output: DType) -> Result<DynArray<B>> {
    let complex = windows.extended().dtype().is_complex();
    let windows = windows.astype(if complex { DType::Complex128 } else { DType::F64 })?;
    converted(&windows.doubled(false, |x, y| x.add(y))?.divide(size as f64)?, output)
}

/// Means of boxes: along one axis after the other, each time in the type of the result.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, uniform_filter};
/// let x = xp.array([[0.0, 8.0], [4.0, 4.0]])?;
/// assert_eq!(uniform_filter(&x, 2, Filter::new())?.to_string(), "[[0. 4.]\n [2. 4.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`uniform_filter1d`]; [`Error::Value`] for a footprint.
pub fn uniform_filter<B: Backend>(
    x: &impl AnyArray<B>,
    size: impl Into<Window>,
    filter: Filter,
) -> Result<DynArray<B>> {
    const OP: &str = "uniform_filter";
    let x = x.as_dyn();
    let along = filter.along(OP, x.ndim())?;
    let output = filter.output_of(x.dtype());
    let (sizes, mask) = size.into().of(OP, along.len())?;
    if mask.is_some() {
        return Err(Error::value(OP, "means are those of boxes: for a footprint, correlate with its weights"));
    }
    let passes: Vec<_> = along.into_iter().zip(sizes).filter(|(_, size)| *size > 1).collect();
    if passes.is_empty() || x.is_empty() {
        return converted(x, output);
    }
    one_by_one(OP, x, (&passes, DOUBLED), |k, windows| mean(windows, passes[k].1, output))
}
