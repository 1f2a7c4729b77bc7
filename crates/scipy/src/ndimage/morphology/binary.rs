//! Erosion and dilation of truth values.

use super::steps::{Region, at_once, taken};
use super::structures::neighbours;
use crate::ndimage::mode::{Mode, PerAxis};
use crate::ndimage::options::{Along, Filter};
use crate::ndimage::windows::Windows;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Options of binary morphology.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Binary, binary_dilation};
/// let x = xp.array([false, false, true, false, false, false])?;
/// let right = Binary::new().structure(&xp.array([false, true, true])?).iterations(2);
/// assert_eq!(binary_dilation(&x, &right)?.astype::<i32>().to_string(), "[0 0 1 1 1 0]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
pub struct Binary<B: Backend> {
    pub(super) structure: Option<DynArray<B>>,
    pub(super) iterations: usize,
    pub(super) mask: Option<DynArray<B>>,
    pub(super) border_value: bool,
    pub(super) origin: PerAxis<isize>,
    pub(super) axes: Option<Vec<isize>>,
}

impl<B: Backend> Default for Binary<B> {
    fn default() -> Self {
        Self { structure: None, iterations: 1, mask: None, border_value: false, origin: 0.into(), axes: None }
    }
}

impl<B: Backend> Binary<B> {
    /// One step, by an element and its nearest neighbours; false beyond the ends.
    pub fn new() -> Self {
        Self::default()
    }

    /// The structuring element, of the dimensions that are processed: where it is not zero.
    pub fn structure(self, structure: &impl AnyArray<B>) -> Self {
        Self { structure: Some(structure.as_dyn().clone()), ..self }
    }

    /// How many steps; 0 for as many as change something.
    pub fn iterations(self, iterations: usize) -> Self {
        Self { iterations, ..self }
    }

    /// The elements that steps may change: where this is not zero.
    pub fn mask(self, mask: &impl AnyArray<B>) -> Self {
        Self { mask: Some(mask.as_dyn().clone()), ..self }
    }

    /// What is beyond the ends.
    pub fn border_value(self, border_value: bool) -> Self {
        Self { border_value, ..self }
    }

    /// How far the structure is moved, for all axes or for each.
    pub fn origin(self, origin: impl Into<PerAxis<isize>>) -> Self {
        Self { origin: origin.into(), ..self }
    }

    /// The axes that are processed.
    pub fn axes(self, axes: impl Into<Vec<isize>>) -> Self {
        Self { axes: Some(axes.into()), ..self }
    }
}

/// Where a structure is put on elements: its shape, what is in it, and the axes.
#[derive(Clone)]
pub(super) struct Placed {
    shape: Vec<usize>,
    inside: Vec<bool>,
    along: Vec<Along>,
}

impl Placed {
    /// The structure of options, for an array of so many dimensions.
    pub fn of<B: Backend>(op: &'static str, ndim: usize, options: &Binary<B>) -> Result<Self> {
        let filter = Filter::new().mode(Mode::Constant(f64::from(u8::from(options.border_value))));
        let filter = filter.origin(options.origin.clone());
        let along = options.axes.iter().fold(filter, |filter, axes| filter.axes(axes.clone())).along(op, ndim)?;
        let (shape, inside) = match &options.structure {
            None => (vec![3; along.len()], neighbours(along.len(), 1)),
            Some(structure) if structure.ndim() != along.len() => {
                return Err(Error::value(
                    op,
                    format!("a structure of shape {:?} for {} axes", structure.shape(), along.len()),
                ));
            }
            Some(structure) if structure.is_empty() => return Err(Error::value(op, "the structure has no elements")),
            Some(structure) => (structure.shape().to_vec(), structure.astype(DType::Bool)?.typed::<bool>()?.to_vec()?),
        };
        Ok(Self { shape, inside, along })
    }

    /// Turned about, as a dilation has it.
    pub fn turned(mut self) -> Self {
        self.inside.reverse();
        for (along, size) in self.along.iter_mut().zip(&self.shape) {
            along.origin = along.origin.saturating_neg().saturating_sub(isize::from(size.is_multiple_of(2)));
        }
        self
    }

    /// What is not in it instead.
    pub fn complement(mut self) -> Self {
        self.inside.iter_mut().for_each(|inside| *inside = !*inside);
        self
    }

    /// What many steps see, if these are known to need few passes.
    fn region(&self) -> Option<Region> {
        let centred = self.along.iter().all(|along| along.origin == 0);
        Region::of(&self.shape, &self.inside).filter(|_| centred)
    }

    /// So many steps. What is beyond the ends is the same after each, and does not come between elements that see each other: so it is as if the
    /// array went on for ever.
    fn steps<B: Backend>(
        &self,
        op: &'static str,
        x: DynArray<B>,
        region: Region,
        steps: usize,
        all: bool,
    ) -> Result<DynArray<B>> {
        let axes: Vec<usize> = self.along.iter().map(|along| along.axis).collect();
        let (mut x, mut left) = (x, steps);
        while left > 0 && !x.is_empty() {
            let next = at_once(left, x.shape());
            let extended = Windows::new(op, &x, &self.along, &vec![2 * next + 1; axes.len()])?.whole();
            x = taken(extended, &axes, region, next, |x, y| joined(x, y, all))?;
            left -= next;
        }
        Ok(x)
    }

    /// Whether all elements under the structure are true, or whether any is.
    pub fn apply<B: Backend>(&self, op: &'static str, x: &DynArray<B>, all: bool) -> Result<DynArray<B>> {
        if x.is_empty() {
            return Ok(x.clone());
        }
        let windows = Windows::new(op, x, &self.along, &self.shape)?;
        let inside = windows.places().zip(&self.inside).filter(|(_, inside)| **inside);
        let found = inside.map(|(place, _)| windows.at(&place)).reduce(|x, y| joined(&x?, &y?, all));
        found.unwrap_or_else(|| x.xp().full_of(DType::Bool, x.shape(), all))
    }
}

/// Whether both are true, or either.
fn joined<B: Backend>(x: &DynArray<B>, y: &DynArray<B>, all: bool) -> Result<DynArray<B>> {
    if all { x.logical_and(y) } else { x.logical_or(y) }
}

/// Steps of erosion or dilation.
fn stepped<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    options: &Binary<B>,
    placed: &Placed,
    all: bool,
) -> Result<Array<bool, B>> {
    let mut current = x.astype(DType::Bool)?;
    if let (Some(region), None, 2..) = (placed.region(), &options.mask, options.iterations) {
        return placed.steps(op, current, region, options.iterations, all)?.typed();
    }
    let mask = options.mask.as_ref().map(|mask| mask.astype(DType::Bool)?.broadcast_to(x.shape())).transpose()?;
    let mut left = options.iterations;
    loop {
        let mut next = placed.apply(op, &current, all)?;
        if let Some(mask) = &mask {
            next = mask.where_(&next, &current)?;
        }
        left = left.saturating_sub(1);
        if options.iterations == 0 && next.array_equal(&current)? {
            return next.typed();
        }
        current = next;
        if options.iterations > 0 && left == 0 {
            return current.typed();
        }
        // So that steps do not grow into one graph.
        current.eval()?;
    }
}

/// Where all elements under the structure are true.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Binary, binary_erosion};
/// let x = xp.array([[1, 1, 1], [1, 1, 1], [1, 1, 0]])?;
/// assert_eq!(binary_erosion(&x, &Binary::new())?.astype::<i32>().to_string(), "[[0 0 0]\n [0 1 0]\n [0 0 0]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a structure of other dimensions, or that is moved away from its element; [`Error::Shape`] for a mask of
/// another shape.
pub fn binary_erosion<B: Backend>(x: &impl AnyArray<B>, options: &Binary<B>) -> Result<Array<bool, B>> {
    const OP: &str = "binary_erosion";
    let x = x.as_dyn();
    stepped(OP, x, options, &Placed::of(OP, x.ndim(), options)?, true)
}

/// Where any element is true on which the structure, turned about, is put.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Binary, binary_dilation};
/// let x = xp.array([[0, 0, 0], [0, 1, 0], [0, 0, 0]])?;
/// assert_eq!(binary_dilation(&x, &Binary::new())?.astype::<i32>().to_string(), "[[0 1 0]\n [1 1 1]\n [0 1 0]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`binary_erosion`].
pub fn binary_dilation<B: Backend>(x: &impl AnyArray<B>, options: &Binary<B>) -> Result<Array<bool, B>> {
    const OP: &str = "binary_dilation";
    let x = x.as_dyn();
    stepped(OP, x, options, &Placed::of(OP, x.ndim(), options)?.turned(), false)
}
