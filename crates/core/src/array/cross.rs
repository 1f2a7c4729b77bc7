//! Cross products.

use super::arithmetic::Common;
use super::{Array, DynArray, IntoAxis};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::element::Number;
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::layout::normalize_axis;
use crate::promote::Promote;

/// Options of [`Array::cross_with`]: the axes of the vectors, the last ones by default.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::Cross;
/// let columns = xp.array([[1, 0], [0, 1], [0, 0]])?;
/// let up = xp.array([0, 0, 1])?;
/// let products = columns.cross_with(&up, Cross::new().axisa(0))?;
/// assert_eq!(products.to_string(), "[[ 0 -1  0]\n [ 1  0  0]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cross {
    axisa: isize,
    axisb: isize,
    axisc: isize,
}

impl Default for Cross {
    fn default() -> Self {
        Self { axisa: -1, axisb: -1, axisc: -1 }
    }
}

impl Cross {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The axis of the vectors of the first array.
    pub fn axisa(self, axis: impl IntoAxis) -> Self {
        Self { axisa: axis.into_axis(), ..self }
    }

    /// The axis of the vectors of the second array.
    pub fn axisb(self, axis: impl IntoAxis) -> Self {
        Self { axisb: axis.into_axis(), ..self }
    }

    /// The axis of the products.
    pub fn axisc(self, axis: impl IntoAxis) -> Self {
        Self { axisc: axis.into_axis(), ..self }
    }

    /// The axis of all of them.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        let axis = axis.into_axis();
        Self { axisa: axis, axisb: axis, axisc: axis }
    }
}

impl<B: Backend> DynArray<B> {
    /// [`Array::cross`].
    ///
    /// # Errors
    /// Those of [`Array::cross`]; [`Error::DType`] for truth values.
    pub fn cross(&self, other: &Self) -> Result<Self> {
        self.cross_with(other, Cross::new())
    }

    /// [`Array::cross_with`].
    ///
    /// # Errors
    /// Those of [`Array::cross_with`]; [`Error::DType`] for truth values.
    pub fn cross_with(&self, other: &Self, options: Cross) -> Result<Self> {
        const OP: &str = "cross";
        let Cross { axisa, axisb, axisc } = options;
        [self, other].into_iter().try_for_each(|x| TypeClass::Number.check(OP, x.dtype()))?;
        let dtype = self.dtype().promote(other.dtype());
        let last = |x: &Self, axis: isize| {
            let axis = normalize_axis(OP, axis, x.ndim())?;
            x.astype(dtype)?.moveaxis(axis, -1)
        };
        let (a, b) = (last(self, axisa)?, last(other, axisb)?);
        let (p, q) = (a.shape()[a.ndim() - 1], b.shape()[b.ndim() - 1]);
        if !(2..=3).contains(&p) || !(2..=3).contains(&q) {
            return Err(Error::shape(OP, self.shape(), other.shape()));
        }
        let part = |x: &Self, k: usize| x.narrow(x.ndim() - 1, k, 1);
        let product = |x: Result<Self>, y: Result<Self>| x?.binary(BinaryOp::Mul, OP, &y?);
        if (p, q) == (2, 2) {
            // Of vectors in a plane, what is perpendicular to it.
            let (left, right) = (product(part(&a, 0), part(&b, 1))?, product(part(&a, 1), part(&b, 0))?);
            return left.binary(BinaryOp::Sub, OP, &right)?.squeeze(-1);
        }
        let component = Self::iota(self.xp(), &[3])?;
        let [first, second] = [0, 1].map(|k| component.with_number(BinaryOp::Eq, f64::from(k)));
        let (first, second) = (first?, second?);
        // Each vector turned by one component and by two.
        let turned = |x: &Self, n: usize| {
            let [x0, x1] = [0, 1].map(|k| part(x, k));
            let (x0, x1) = (x0?, x1?);
            let x2 = if n == 3 { part(x, 2)? } else { x.number(0.0)? };
            let once = Self::selected(&first, &x1, &Self::selected(&second, &x2, &x0)?)?;
            let twice = Self::selected(&first, &x2, &Self::selected(&second, &x0, &x1)?)?;
            Ok::<_, Error>((once, twice))
        };
        let ((a1, a2), (b1, b2)) = (turned(&a, p)?, turned(&b, q)?);
        let left = a1.binary(BinaryOp::Mul, OP, &b2)?;
        left.binary(BinaryOp::Sub, OP, &a2.binary(BinaryOp::Mul, OP, &b1)?)?.moveaxis(-1, axisc)
    }
}

impl<T: Number, B: Backend> Array<T, B> {
    /// The cross products of the three-dimensional vectors along the last axes, broadcast. One of two components has a third that
    /// is 0; of two such vectors the product is the third component alone, without an axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 2, 3])?, xp.array([4, 5, 6])?);
    /// assert_eq!(x.cross(&y)?.to_string(), "[-3  6 -3]");
    /// assert_eq!(xp.array([1, 2])?.cross(&xp.array([4, 5])?)?.item()?, -3);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the vectors do not have two or three elements or the shapes do not broadcast, [`Error::Axis`] for no
    /// dimensions.
    pub fn cross<U: Number>(&self, other: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
        Common<T, U>: Number,
    {
        self.array.cross(&other.array).map(Array::from_dyn)
    }

    /// [`cross`](Array::cross) of vectors along other axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Cross;
    /// let x = xp.array([[1, 0], [0, 1], [0, 0]])?;
    /// assert_eq!(x.cross_with(&x.fliplr()?, Cross::new().axis(0))?.to_string(), "[[ 0  0]\n [ 0  0]\n [ 1 -1]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cross`](Array::cross); [`Error::Axis`] for an axis that is not there.
    pub fn cross_with<U: Number>(&self, other: &Array<U, B>, options: Cross) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
        Common<T, U>: Number,
    {
        self.array.cross_with(&other.array, options).map(Array::from_dyn)
    }
}
