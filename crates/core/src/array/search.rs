//! Searching sorted arrays, and interpolation between their elements.

use super::{Array, ArrayLike, ArrayOrScalar, DynArray};
use crate::backend::{Backend, Side};
use crate::class::TypeClass;
use crate::dtype::{DType, Scalar};
use crate::element::{Element, RealElement};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp};
use crate::promote::Promote;

/// An error unless the array is a vector.
pub(super) fn check_vector<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<()> {
    match x.shape() {
        [_] => Ok(()),
        shape => Err(Error::value(op, format!("expects one dimension, got shape {shape:?}"))),
    }
}

impl<B: Backend> DynArray<B> {
    /// Whether each element of a vector and the next satisfy a comparison. This reads the result.
    pub(super) fn neighbours_all(&self, op: BinaryOp) -> Result<bool> {
        let (after, before) = self.neighbours(0)?;
        let all = before.binary(op, "monotonic", &after)?;
        Ok(Self::reduce(ReduceOp::All, 0, &[&all], &[0], None)?.item()?.get())
    }

    /// [`Array::searchsorted`].
    ///
    /// # Errors
    /// Those of [`Array::searchsorted`].
    pub fn searchsorted(&self, values: impl ArrayLike<B>, side: Side) -> Result<Self> {
        const OP: &str = "searchsorted";
        check_vector(OP, self)?;
        let values = values.operand();
        let dtype = values.promoted(OP, self.dtype())?;
        self.astype(dtype)?.searched(&values.to_array(self.xp(), dtype)?, side)
    }

    /// [`Array::digitize`].
    ///
    /// # Errors
    /// Those of [`Array::digitize`].
    pub fn digitize(&self, bins: &Self, right: bool) -> Result<Self> {
        const OP: &str = "digitize";
        check_vector(OP, bins)?;
        let dtype = self.dtype().promote(bins.dtype());
        let (x, edges) = (self.astype(dtype)?, bins.astype(dtype)?);
        let side = if right { Side::Left } else { Side::Right };
        if bins.neighbours_all(BinaryOp::Le)? {
            return edges.searched(&x, side);
        }
        if !bins.neighbours_all(BinaryOp::Ge)? {
            return Err(Error::value(OP, "bins neither rise nor fall throughout"));
        }
        let below = edges.reversed_vector()?.searched(&x, side)?;
        below.binary_scalar(BinaryOp::Sub, Scalar::new(bins.len() as i64), true)
    }

    /// [`Array::interp`], of points of any real type, converted to `f64`.
    ///
    /// # Errors
    /// Those of [`Array::interp`]; [`Error::DType`] for complex numbers.
    pub fn interp(&self, xp: &Self, fp: &Self, left: Option<f64>, right: Option<f64>) -> Result<Self> {
        const OP: &str = "interp";
        [self, xp, fp].iter().try_for_each(|array| TypeClass::RealElement.check(OP, array.dtype()))?;
        check_vector(OP, xp)?;
        if xp.shape() != fp.shape() {
            return Err(Error::shape(OP, xp.shape(), fp.shape()));
        }
        let Some(last) = xp.len().checked_sub(1) else {
            return Err(Error::value(OP, "no points to interpolate between"));
        };
        let x = self.astype(DType::F64)?;
        let (xp, fp) = (xp.astype(DType::F64)?.contiguous()?, fp.astype(DType::F64)?.contiguous()?);
        let interval = xp.searched(&x, Side::Right)?.with_number(BinaryOp::Sub, 1.0)?;
        let low = interval.with_number(BinaryOp::Max, 0.0)?;
        let high = low.with_number(BinaryOp::Add, 1.0)?.with_number(BinaryOp::Min, last as f64)?;
        let at = |points: &Self, index: &Self| Self::gather(index, points, x.shape());
        let [x0, x1, y0, y1] = [at(&xp, &low)?, at(&xp, &high)?, at(&fp, &low)?, at(&fp, &high)?];
        let op = BinaryOp::Sub;
        let slope = y1.binary(op, OP, &y0)?.binary(BinaryOp::Div, OP, &x1.binary(op, OP, &x0)?)?;
        let rise = slope.binary(BinaryOp::Mul, OP, &x.binary(op, OP, &x0)?)?;
        let inside = rise.binary(BinaryOp::Add, OP, &y0)?;
        // At a point itself its value, also where the slope is infinite or there is no next point.
        let inside = Self::selected(&x.binary(BinaryOp::Eq, OP, &x0)?, &y0, &inside)?;
        let end = |value: Option<f64>, place: usize| match value {
            Some(value) => x.number(value),
            None => fp.narrow(0, place, 1)?.reshaped(&[]),
        };
        let [first_x, last_x] = [0, last].map(|place| xp.narrow(0, place, 1)?.reshaped(&[]));
        let y = Self::selected(&x.binary(BinaryOp::Lt, OP, &first_x?)?, &end(left, 0)?, &inside)?;
        Self::selected(&x.binary(BinaryOp::Gt, OP, &last_x?)?, &end(right, last)?, &y)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// Where `values` would have to go in this ascending vector to keep it sorted: before equal elements
    /// ([`Side::Left`]) or after them. The result has the shape of `values`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Side;
    /// let x = xp.array([1, 2, 2, 3])?;
    /// assert_eq!(x.searchsorted(2, Side::Left)?.item()?, 1);
    /// assert_eq!(x.searchsorted(&xp.array([0, 2, 9])?, Side::Right)?.to_string(), "[0 3 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the array is not a vector.
    pub fn searchsorted<O>(&self, values: O, side: Side) -> Result<Array<i64, B>>
    where
        O: ArrayOrScalar<T, B>,
    {
        self.array.searchsorted(values, side).map(Array::from_dyn)
    }

    /// The bin of each element, where `bins` are ascending or descending edges: `i` if the element lies in
    /// `bins[i - 1]..bins[i]`, with the edge that `right` says. This reads the bins.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.2, 6.4, 3.0, 1.6])?;
    /// let bins = xp.array([0.0, 1.0, 2.5, 4.0, 10.0])?;
    /// assert_eq!(x.digitize(&bins, false)?.to_string(), "[1 4 3 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the bins are not a vector that only rises or only falls.
    pub fn digitize<U: Element>(&self, bins: &Array<U, B>, right: bool) -> Result<Array<i64, B>>
    where
        T: Promote<U>,
    {
        self.array.digitize(&bins.array, right).map(Array::from_dyn)
    }
}

impl<T: RealElement, B: Backend> Array<T, B> {
    /// The piecewise linear function through the points (`xp`, `fp`) at each element. `xp` rises; before its first and
    /// after its last point the function is `left` and `right`, by default constant.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1.0, 2.0, 3.0])?, xp.array([3.0, 2.0, 0.0])?);
    /// let at = xp.array([0.0, 1.5, 2.75])?;
    /// assert_eq!(at.interp(&x, &y, None, None)?.to_string(), "[3.  2.5 0.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the points are not vectors of the same length, or there are none.
    pub fn interp(
        &self,
        xp: &Array<f64, B>,
        fp: &Array<f64, B>,
        left: Option<f64>,
        right: Option<f64>,
    ) -> Result<Array<f64, B>> {
        self.array.interp(&xp.array, &fp.array, left, right).map(Array::from_dyn)
    }
}
