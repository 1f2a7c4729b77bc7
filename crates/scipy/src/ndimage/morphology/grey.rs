//! Morphology of numbers.

use crate::ndimage::extrema::Extreme;
use crate::ndimage::mode::PerAxis;
use crate::ndimage::options::{Filter, Window};
use crate::ndimage::windows::{Windows, converted};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result, TypeClass};

/// A structuring element of numbers: a window, and heights that its elements may have.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{StructuringElement, Filter, grey_dilation};
/// let x = xp.array([0, 0, 7, 0, 0])?;
/// let roof = StructuringElement::structure(&xp.array([-2, 0, -2])?)?;
/// assert_eq!(grey_dilation(&x, roof, Filter::new())?.to_string(), "[0 5 7 5 0]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct StructuringElement {
    window: Window,
    heights: Option<Vec<f64>>,
}

impl<W: Into<Window>> From<W> for StructuringElement {
    fn from(window: W) -> Self {
        Self { window: window.into(), heights: None }
    }
}

impl StructuringElement {
    /// Heights, of the dimensions that are processed, all of which count; for integers, what comes after the point is cut off.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](xparray_core::Error::OutOfMemory).
    pub fn structure<B: Backend>(heights: &impl AnyArray<B>) -> Result<Self> {
        let heights = heights.as_dyn();
        let values = heights.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
        Ok(Self { window: heights.shape().to_vec().into(), heights: Some(values) })
    }

    /// The elements of a footprint alone.
    pub fn within(self, footprint: Window) -> Self {
        Self { window: footprint, ..self }
    }
}

/// An erosion, or a dilation, for which the element is turned about.
fn extreme<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    element: &StructuringElement,
    filter: &Filter,
    of: Extreme,
) -> Result<DynArray<B>> {
    TypeClass::RealElement.check(op, x.dtype())?;
    let mut along = filter.along(op, x.ndim())?;
    let (sizes, mut mask) = element.window.of(op, along.len())?;
    let mut heights = element.heights.clone();
    if x.dtype().is_integer() {
        heights.iter_mut().flatten().for_each(|height| *height = height.trunc());
    }
    if heights.as_ref().is_some_and(|heights| heights.len() != sizes.iter().product()) {
        return Err(xparray_core::Error::value(op, "a footprint of another shape than the structure"));
    }
    if of == Extreme::Maximum {
        mask.iter_mut().for_each(|mask| mask.reverse());
        heights.iter_mut().for_each(|heights| heights.reverse());
        for (along, size) in along.iter_mut().zip(&sizes) {
            along.origin = along.origin.saturating_neg().saturating_sub(isize::from(size.is_multiple_of(2)));
        }
    }
    let output = filter.output_of(x.dtype());
    let Some(heights) = heights else {
        let axes: Vec<isize> = along.iter().map(|along| along.axis as isize).collect();
        let origins: PerAxis<isize> = along.iter().map(|along| along.origin).collect::<Vec<_>>().into();
        return of.filter(op, x, (sizes, mask), &filter.clone().axes(axes).origin(origins));
    };
    if x.is_empty() {
        return x.astype(output);
    }
    let windows = Windows::new(op, x, &along, &sizes)?.astype(DType::F64)?;
    let inside = |k: usize| mask.as_ref().is_none_or(|mask| mask[k]);
    let moved =
        windows.places().zip(&heights).enumerate().filter(|(k, _)| inside(*k)).map(|(_, (place, &height))| {
            windows.at(&place)?.add(if of == Extreme::Maximum { height } else { -height })
        });
    let found = moved.reduce(|x, y| of.of(&x?, &y?)).unwrap_or_else(|| Ok(x.clone()))?;
    converted(&found, output)
}

/// The smallest elements under the structuring element, less its heights.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, grey_erosion};
/// let x = xp.array([1, 5, 5, 5, 2])?;
/// assert_eq!(grey_erosion(&x, 3, Filter::new())?.to_string(), "[1 1 5 2 2]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum_filter`](crate::ndimage::minimum_filter).
pub fn grey_erosion<B: Backend>(
    x: &impl AnyArray<B>,
    element: impl Into<StructuringElement>,
    filter: Filter,
) -> Result<DynArray<B>> {
    extreme("grey_erosion", x.as_dyn(), &element.into(), &filter, Extreme::Minimum)
}

/// The largest elements on which the structuring element, turned about, is put, plus its heights.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, grey_dilation};
/// let x = xp.array([1, 5, 2, 2, 2])?;
/// assert_eq!(grey_dilation(&x, 3, Filter::new())?.to_string(), "[5 5 5 2 2]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum_filter`](crate::ndimage::minimum_filter).
pub fn grey_dilation<B: Backend>(
    x: &impl AnyArray<B>,
    element: impl Into<StructuringElement>,
    filter: Filter,
) -> Result<DynArray<B>> {
    extreme("grey_dilation", x.as_dyn(), &element.into(), &filter, Extreme::Maximum)
}

/// An erosion and then a dilation.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, grey_opening};
/// let x = xp.array([1, 9, 1, 4, 4, 4])?;
/// assert_eq!(grey_opening(&x, 3, Filter::new())?.to_string(), "[1 1 1 4 4 4]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum_filter`](crate::ndimage::minimum_filter).
pub fn grey_opening<B: Backend>(
    x: &impl AnyArray<B>,
    element: impl Into<StructuringElement>,
    filter: Filter,
) -> Result<DynArray<B>> {
    let element = element.into();
    grey_dilation(&grey_erosion(x, element.clone(), filter.clone())?, element, filter)
}

/// A dilation and then an erosion.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, grey_closing};
/// let x = xp.array([4, 1, 4, 4, 1, 1])?;
/// assert_eq!(grey_closing(&x, 3, Filter::new())?.to_string(), "[4 4 4 4 1 1]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum_filter`](crate::ndimage::minimum_filter).
pub fn grey_closing<B: Backend>(
    x: &impl AnyArray<B>,
    element: impl Into<StructuringElement>,
    filter: Filter,
) -> Result<DynArray<B>> {
    let element = element.into();
    grey_erosion(&grey_dilation(x, element.clone(), filter.clone())?, element, filter)
}

/// The dilation less the erosion.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, morphological_gradient};
/// let x = xp.array([1, 1, 1, 4, 4, 4])?;
/// assert_eq!(morphological_gradient(&x, 3, Filter::new())?.to_string(), "[0 0 3 3 0 0]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum_filter`](crate::ndimage::minimum_filter).
pub fn morphological_gradient<B: Backend>(
    x: &impl AnyArray<B>,
    element: impl Into<StructuringElement>,
    filter: Filter,
) -> Result<DynArray<B>> {
    let element = element.into();
    grey_dilation(x, element.clone(), filter.clone())?.subtract(&grey_erosion(x, element, filter)?)
}

/// The dilation and the erosion, less twice the array.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, morphological_laplace};
/// let x = xp.array([1, 1, 1, 4, 4, 4])?;
/// assert_eq!(morphological_laplace(&x, 3, Filter::new())?.to_string(), "[ 0  0  3 -3  0  0]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum_filter`](crate::ndimage::minimum_filter).
pub fn morphological_laplace<B: Backend>(
    x: &impl AnyArray<B>,
    element: impl Into<StructuringElement>,
    filter: Filter,
) -> Result<DynArray<B>> {
    let element = element.into();
    let output = filter.output_of(x.as_dyn().dtype());
    let sum = grey_dilation(x, element.clone(), filter.clone())?.add(&grey_erosion(x, element, filter)?)?;
    converted(&sum.subtract(x.as_dyn())?.subtract(x.as_dyn())?, output)
}

/// A difference; of truth values, where they differ.
fn difference<B: Backend>(x: &DynArray<B>, y: &DynArray<B>, output: DType) -> Result<DynArray<B>> {
    let both = x.dtype() == DType::Bool && y.dtype() == DType::Bool;
    converted(&if both { x.logical_xor(y)? } else { x.subtract(y)? }, output)
}

/// The array less its opening.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, white_tophat};
/// let x = xp.array([1, 9, 1, 4, 4, 4])?;
/// assert_eq!(white_tophat(&x, 3, Filter::new())?.to_string(), "[0 8 0 0 0 0]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum_filter`](crate::ndimage::minimum_filter).
pub fn white_tophat<B: Backend>(
    x: &impl AnyArray<B>,
    element: impl Into<StructuringElement>,
    filter: Filter,
) -> Result<DynArray<B>> {
    let output = filter.output_of(x.as_dyn().dtype());
    difference(x.as_dyn(), &grey_opening(x, element, filter)?, output)
}

/// The closing less the array.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, black_tophat};
/// let x = xp.array([4, 1, 4, 4, 1, 1])?;
/// assert_eq!(black_tophat(&x, 3, Filter::new())?.to_string(), "[0 3 0 0 0 0]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum_filter`](crate::ndimage::minimum_filter).
pub fn black_tophat<B: Backend>(
    x: &impl AnyArray<B>,
    element: impl Into<StructuringElement>,
    filter: Filter,
) -> Result<DynArray<B>> {
    let output = filter.output_of(x.as_dyn().dtype());
    difference(&grey_closing(x, element, filter)?, x.as_dyn(), output)
}
