//! Views of a layout: parts of it, its axes in another order, more or fewer of them.

use super::{Layout, Strides, checked_len};
use crate::error::{Error, Result};
use smallvec::SmallVec;

impl Layout {
    fn check_axis(&self, op: &'static str, axis: usize) -> Result<()> {
        if axis < self.ndim() {
            return Ok(());
        }
        Err(Error::Axis { op, axis: isize::try_from(axis).unwrap_or(isize::MAX), ndim: self.ndim() })
    }

    /// Every `step`-th index of an axis from `start` on, `len` of them, all in range; with a step of 0, one of them
    /// again and again.
    ///
    /// ```
    /// use xparray::Layout;
    /// let reversed = Layout::row_major(&[4]).sliced(0, 3, -1, 4)?;
    /// assert_eq!((reversed.strides(), reversed.offset()), (&[-1][..], 3));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there, [`Error::Value`] for indices out of range or too many elements.
    pub fn sliced(&self, axis: usize, start: usize, step: isize, len: usize) -> Result<Self> {
        let op = "slice";
        self.check_axis(op, axis)?;
        let mut view = self.clone();
        view.shape[axis] = len;
        // An empty view points nowhere new.
        if len == 0 {
            return Ok(view);
        }
        let d = self.shape[axis];
        let last = (len as i128 - 1).saturating_mul(step as i128).saturating_add(start as i128);
        if start >= d || !(0..d as i128).contains(&last) {
            let message = format!("{len} indices from {start} by {step} are not all on an axis of length {d}");
            return Err(Error::value(op, message));
        }
        checked_len(&view.shape)?;
        if self.len() > 0 {
            view.offset = (self.offset as isize + start as isize * self.strides[axis]) as usize;
            // A single index needs no step, which could overflow.
            if len > 1 {
                view.strides[axis] *= step;
            }
        }
        Ok(view)
    }

    /// The view without an axis, which has length 1.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert_eq!(Layout::row_major(&[2, 1, 3]).without_axis(1)?.shape(), [2, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there, [`Error::Value`] for one of another length.
    pub fn without_axis(&self, axis: usize) -> Result<Self> {
        let op = "squeeze";
        self.check_axis(op, axis)?;
        let mut view = self.clone();
        view.strides.remove(axis);
        match view.shape.remove(axis) {
            1 => Ok(view),
            d => Err(Error::value(op, format!("axis {axis} has length {d}, not 1"))),
        }
    }

    /// The view with another axis of length 1.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert_eq!(Layout::row_major(&[2, 3]).with_axis(1)?.shape(), [2, 1, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for a place beyond the last axis.
    pub fn with_axis(&self, axis: usize) -> Result<Self> {
        if axis != self.ndim() {
            self.check_axis("expand_dims", axis)?;
        }
        let mut view = self.clone();
        view.shape.insert(axis, 1);
        view.strides.insert(axis, 1);
        Ok(view)
    }

    /// The view with its axes in another order.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert_eq!(Layout::row_major(&[2, 3, 4]).permute(&[1, 2, 0])?.strides(), [4, 1, 12]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or is named twice, [`Error::Value`] if one is missing.
    pub fn permute(&self, axes: &[usize]) -> Result<Self> {
        let op = "permute_dims";
        if axes.iter().copied().eq(0..self.ndim()) {
            return Ok(self.clone());
        }
        if axes.len() != self.ndim() {
            return Err(Error::value(op, format!("{} axes for an array of {} dimensions", axes.len(), self.ndim())));
        }
        for (i, &axis) in axes.iter().enumerate() {
            self.check_axis(op, axis)?;
            if axes[..i].contains(&axis) {
                return Err(Error::Axis { op, axis: axis as isize, ndim: self.ndim() });
            }
        }
        Ok(Self {
            shape: axes.iter().map(|&k| self.shape[k]).collect(),
            strides: axes.iter().map(|&k| self.strides[k]).collect(),
            offset: self.offset,
        })
    }

    /// The view with its axes in reverse order.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert_eq!(Layout::row_major(&[2, 3]).transpose().strides(), [1, 3]);
    /// ```
    pub fn transpose(&self) -> Self {
        Self {
            shape: self.shape.iter().rev().copied().collect(),
            strides: self.strides.iter().rev().copied().collect(),
            offset: self.offset,
        }
    }

    /// The view of the elements whose indices on two axes are the same; a last axis takes the place of both.
    ///
    /// ```
    /// use xparray::Layout;
    /// let x = Layout::row_major(&[3, 4, 5]).diagonal(0, 2)?;
    /// assert_eq!((x.shape(), x.strides()), (&[4, 3][..], &[5, 21][..]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn diagonal(&self, first: usize, second: usize) -> Result<Self> {
        let op = "diagonal";
        self.check_axis(op, first)?;
        self.check_axis(op, second)?;
        if first == second {
            return Err(Error::Axis { op, axis: second as isize, ndim: self.ndim() });
        }
        let kept = (0..self.ndim()).filter(|&k| k != first && k != second);
        let n = self.shape[first].min(self.shape[second]);
        // Both strides are used only where there are two elements.
        let step = if n > 1 && self.len() > 0 { self.strides[first] + self.strides[second] } else { 1 };
        Ok(Self {
            shape: kept.clone().map(|k| self.shape[k]).chain([n]).collect(),
            strides: kept.map(|k| self.strides[k]).chain([step]).collect(),
            offset: self.offset,
        })
    }

    /// The view repeated to a larger shape, by NumPy's broadcasting rules.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert_eq!(Layout::row_major(&[3]).broadcast("broadcast_to", &[2, 3])?.strides(), [0, 1]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the shape does not broadcast to it, [`Error::Value`] for too many elements.
    pub fn broadcast(&self, op: &'static str, shape: &[usize]) -> Result<Self> {
        let mismatch = || Error::shape(op, &self.shape, shape);
        let lead = shape.len().checked_sub(self.ndim()).ok_or_else(mismatch)?;
        let mut strides: Strides = SmallVec::from_elem(0, lead);
        for ((&d, &s), &target) in self.shape.iter().zip(&self.strides).zip(&shape[lead..]) {
            strides.push(match d {
                _ if d == target => s,
                1 => 0,
                _ => return Err(mismatch()),
            });
        }
        checked_len(shape)?;
        Ok(Self { shape: shape.into(), strides, offset: self.offset })
    }
}
