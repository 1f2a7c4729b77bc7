//! Gradients: slopes at each point, from its neighbours.

use super::search::check_vector;
use super::{Array, ArrayLike, ArrayOrNumber, DynArray, IntoAxes, IntoAxis};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::DType;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::layout::{Dims, normalize_axis};

/// Options of [`Array::gradient_with`] and [`Array::gradients_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let y = xp.array([0.0, 1.0, 4.0, 9.0])?; // the squares of 0, 1, 2, 3
/// assert_eq!(y.gradient_with(0, Gradient::new().edge_order(2))?.to_string(), "[0. 2. 4. 6.]");
/// let x = xp.array([0.0, 1.0, 2.0, 3.0])?;
/// assert_eq!(y.gradient_with(0, Gradient::new().spacing(&x))?.to_string(), "[1. 2. 4. 5.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Gradient<S = f64> {
    spacing: S,
    edge_order: usize,
}

impl Default for Gradient {
    fn default() -> Self {
        Self { spacing: 1.0, edge_order: 1 }
    }
}

impl Gradient {
    /// The defaults: points that lie 1 apart.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<S> Gradient<S> {
    /// How far apart the points lie, or a vector of their coordinates along the axis.
    pub fn spacing<V>(self, spacing: V) -> Gradient<V> {
        Gradient { spacing, edge_order: self.edge_order }
    }

    /// The order of accuracy at the ends: 1 or 2.
    pub fn edge_order(self, edge_order: usize) -> Self {
        Self { edge_order, ..self }
    }
}

/// The values of a function at points along an axis.
struct Values<'a, B: Backend> {
    x: &'a DynArray<B>,
    axis: usize,
    /// The distances of neighbours, with an axis for each of the array's; or one distance.
    steps: DynArray<B>,
}

impl<B: Backend> Values<'_, B> {
    /// `len` values from a place on.
    fn at(&self, place: usize, len: usize) -> Result<DynArray<B>> {
        self.x.narrow(self.axis, place, len)
    }

    /// `len` distances from a place on.
    fn step(&self, place: usize, len: usize) -> Result<DynArray<B>> {
        match self.steps.ndim() {
            0 => Ok(self.steps.clone()),
            _ => self.steps.narrow(self.axis, place, len),
        }
    }

    /// The slope between a place and the next.
    fn slope(&self, place: usize) -> Result<DynArray<B>> {
        let (high, low) = (self.at(place + 1, 1)?, self.at(place, 1)?);
        high.subtract(&low)?.divide(&self.step(place, 1)?)
    }

    /// The slope of the parabola through an end and the next two points, `h1` and `h2` apart.
    fn parabola(&self, places: [usize; 3], [h1, h2]: [&DynArray<B>; 2]) -> Result<DynArray<B>> {
        let [f0, f1, f2] = places.map(|place| self.at(place, 1));
        let (f0, f1, f2) = (f0?, f1?, f2?);
        let both = h1.add(h2)?;
        let first = f0.multiply(&h1.multiply(2.0)?.add(h2)?.divide(&h1.multiply(&both)?)?)?;
        let second = f1.multiply(&both.divide(&h1.multiply(h2)?)?)?;
        let third = f2.multiply(&h1.divide(&h2.multiply(&both)?)?)?;
        second.subtract(&first)?.subtract(&third)
    }
}

impl<B: Backend> DynArray<B> {
    /// [`Array::gradient`].
    ///
    /// # Errors
    /// Those of [`Array::gradient`].
    pub fn gradient(&self, axis: impl IntoAxis) -> Result<Self> {
        self.gradient_with(axis, Gradient::new())
    }

    /// [`Array::gradient_with`].
    ///
    /// # Errors
    /// Those of [`Array::gradient_with`]; [`Error::DType`] for complex coordinates.
    pub fn gradient_with(&self, axis: impl IntoAxis, options: Gradient<impl ArrayLike<B>>) -> Result<Self> {
        let axis = normalize_axis("gradient", axis.into_axis(), self.ndim())?;
        self.slopes(axis, &options.spacing.operand(), options.edge_order)
    }

    /// [`Array::gradients`].
    ///
    /// # Errors
    /// Those of [`Array::gradients`].
    pub fn gradients(&self, axes: impl IntoAxes) -> Result<Vec<Self>> {
        self.gradients_with(axes, Gradient::new())
    }

    /// [`Array::gradients_with`].
    ///
    /// # Errors
    /// Those of [`Array::gradients_with`]; [`Error::DType`] for complex coordinates.
    pub fn gradients_with(&self, axes: impl IntoAxes, options: Gradient<impl ArrayLike<B>>) -> Result<Vec<Self>> {
        let axes = axes.into_axes().in_order("gradient", self.ndim())?;
        let spacing = options.spacing.operand();
        axes.into_iter().map(|axis| self.slopes(axis, &spacing, options.edge_order)).collect()
    }

    fn slopes(&self, axis: usize, spacing: &ArrayOrNumber<'_, B>, edge_order: usize) -> Result<Self> {
        const OP: &str = "gradient";
        if !(1..=2).contains(&edge_order) {
            return Err(Error::value(OP, format!("there is no edge order {edge_order}, but 1 and 2")));
        }
        let n = self.shape()[axis];
        if n <= edge_order {
            return Err(Error::value(OP, format!("an axis needs at least {} elements", edge_order + 1)));
        }
        let dtype = self.dtype().quotient();
        let x = self.astype(dtype)?.widened()?;
        let f = Values { x: &x, axis, steps: self.steps(axis, spacing, x.dtype())? };
        let (h1, h2) = (f.step(0, n - 2)?, f.step(1, n - 2)?);
        let (low, high) = (f.at(0, n - 2)?, f.at(2, n - 2)?);
        let inner = match f.steps.ndim() {
            0 => high.binary(BinaryOp::Sub, OP, &low)?.divide(&h1.multiply(2.0)?)?,
            _ => {
                // From both neighbours, the nearer one with more weight.
                let both = h1.add(&h2)?;
                let low = low.multiply(&h2.divide(&h1.multiply(&both)?)?)?;
                let middle = f.at(1, n - 2)?.multiply(&h2.subtract(&h1)?.divide(&h1.multiply(&h2)?)?)?;
                let high = high.multiply(&h1.divide(&h2.multiply(&both)?)?)?;
                middle.subtract(&low)?.add(&high)?
            }
        };
        let (first, last) = match edge_order {
            1 => (f.slope(0)?, f.slope(n - 2)?),
            _ => {
                let first = f.parabola([0, 1, 2], [&f.step(0, 1)?, &f.step(1, 1)?])?;
                let last = f.parabola([n - 1, n - 2, n - 3], [&f.step(n - 2, 1)?, &f.step(n - 3, 1)?])?;
                (first, last.negative()?)
            }
        };
        Self::concatenate(OP, &[&first, &inner, &last], axis)?.astype(dtype)
    }

    /// The distances of neighbours along an axis, with as many axes as the array, or one distance.
    fn steps(&self, axis: usize, spacing: &ArrayOrNumber<'_, B>, dtype: DType) -> Result<Self> {
        const OP: &str = "gradient";
        let given = match spacing {
            ArrayOrNumber::Array(array) => array.dtype(),
            ArrayOrNumber::Scalar(number) => number.dtype(),
        };
        TypeClass::RealElement.check(OP, given)?;
        let spacing = match spacing {
            ArrayOrNumber::Array(array) => array.astype(given.quotient())?,
            number => number.to_array(self.xp(), dtype)?,
        };
        if spacing.ndim() == 0 {
            return spacing.astype(dtype);
        }
        check_vector(OP, &spacing)?;
        if spacing.len() != self.shape()[axis] {
            return Err(Error::shape(OP, self.shape(), spacing.shape()));
        }
        let (after, before) = spacing.neighbours(0)?;
        let mut shape = Dims::from_elem(1, self.ndim());
        shape[axis] = after.len();
        after.binary(BinaryOp::Sub, OP, &before)?.reshaped(&shape)?.astype(dtype)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The slope along an axis at points that lie 1 apart: from both neighbours, `(x[i + 1] - x[i - 1]) / 2`, at the
    /// ends from one. The type is that of quotients.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 2.0, 4.0, 7.0, 11.0])?;
    /// assert_eq!(x.gradient(0)?.to_string(), "[1.  1.5 2.5 3.5 4. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there, [`Error::Value`] for one of fewer than two elements.
    pub fn gradient(&self, axis: impl IntoAxis) -> Result<Array<T::Quotient, B>> {
        self.array.gradient(axis).map(Array::from_dyn)
    }

    /// [`gradient`](Array::gradient) at points that lie elsewhere, or more accurate at the ends.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let y = xp.array([1.0, 2.0, 4.0])?;
    /// assert_eq!(y.gradient_with(0, Gradient::new().spacing(2.0))?.to_string(), "[0.5  0.75 1.  ]");
    /// let x = xp.array([0.0, 1.0, 3.0])?;
    /// assert_eq!(y.gradient_with(0, Gradient::new().spacing(&x))?.to_string(), "[1. 1. 1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`gradient`](Array::gradient); [`Error::Shape`] unless there is a coordinate for each place of the axis,
    /// [`Error::Value`] for an edge order but 1 and 2, and an axis of no more elements than that.
    pub fn gradient_with(
        &self,
        axis: impl IntoAxis,
        options: Gradient<impl ArrayLike<B>>,
    ) -> Result<Array<T::Quotient, B>> {
        self.array.gradient_with(axis, options).map(Array::from_dyn)
    }

    /// The [`gradient`](Array::gradient) along each of several axes, `..` for all: NumPy's `gradient` without an axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let slopes = xp.array([[1.0, 2.0], [5.0, 8.0]])?.gradients(..)?;
    /// assert_eq!(slopes[0].to_string(), "[[4. 6.]\n [4. 6.]]");
    /// assert_eq!(slopes[1].to_string(), "[[1. 1.]\n [3. 3.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`gradient`](Array::gradient).
    pub fn gradients(&self, axes: impl IntoAxes) -> Result<Vec<Array<T::Quotient, B>>> {
        self.gradients_with(axes, Gradient::new())
    }

    /// [`gradients`](Array::gradients) with options, the same for each axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let slopes = xp.array([[1.0, 2.0], [5.0, 8.0]])?.gradients_with(.., Gradient::new().spacing(0.5))?;
    /// assert_eq!(slopes[0].to_string(), "[[ 8. 12.]\n [ 8. 12.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`gradient_with`](Array::gradient_with).
    pub fn gradients_with(
        &self,
        axes: impl IntoAxes,
        options: Gradient<impl ArrayLike<B>>,
    ) -> Result<Vec<Array<T::Quotient, B>>> {
        Ok(self.array.gradients_with(axes, options)?.into_iter().map(Array::from_dyn).collect())
    }
}
