//! What all transforms are made of.

use super::FftN;
use crate::array::DynArray;
use crate::backend::{Backend, FftDirection};
use crate::class::TypeClass;
use crate::dtype::Scalar;
use crate::error::{Error, Result};
use crate::layout::{Dims, checked_len};

impl<B: Backend> DynArray<B> {
    /// The transform of complex numbers, or of reals as such.
    pub(super) fn c2c(&self, op: &'static str, options: FftN<'_>, direction: FftDirection) -> Result<Self> {
        TypeClass::Field.check(op, self.dtype())?;
        let (axes, lengths) = options.resolve(op, self.shape())?;
        if let Some(steps) = in_turn(&axes, &lengths, self.shape()) {
            return self.each_c2c(op, options, steps.iter().rev(), direction);
        }
        let mut x = self.astype(self.dtype().complex())?;
        for (&axis, len) in axes.iter().zip(lengths) {
            x = x.with_len(axis, len.unwrap_or(x.shape()[axis]))?;
        }
        check_lengths(op, x.shape(), &axes)?;
        if x.is_empty() {
            return Ok(x);
        }
        let scale = options.norm.scale(x.shape(), &axes, direction);
        Self::operation(op, &[&x], x.dtype(), x.shape(), move |xp, x| xp.c2c(x[0], &axes, direction, scale))
    }

    /// The first half of the transform of real numbers.
    pub(super) fn r2c(&self, op: &'static str, options: FftN<'_>) -> Result<Self> {
        TypeClass::RealField.check(op, self.dtype())?;
        let complex = self.dtype().complex();
        let (axes, lengths) = options.resolve(op, self.shape())?;
        if let Some([others @ .., last]) = in_turn(&axes, &lengths, self.shape()).as_deref() {
            let half = self.r2c(op, last.options(options))?;
            return half.each_c2c(op, options, others.iter().rev(), FftDirection::Forward);
        }
        let mut x = self.clone();
        for (&axis, len) in axes.iter().zip(lengths) {
            x = x.with_len(axis, len.unwrap_or(x.shape()[axis]))?;
        }
        let Some(&last) = axes.last() else {
            return self.astype(complex);
        };
        check_lengths(op, x.shape(), &axes)?;
        let mut shape: Dims = x.shape().into();
        shape[last] = shape[last] / 2 + 1;
        if x.is_empty() {
            return x.with_len(last, shape[last])?.astype(complex);
        }
        let scale = options.norm.scale(x.shape(), &axes, FftDirection::Forward);
        Self::operation(op, &[&x], complex, &shape, move |xp, x| xp.r2c(x[0], &axes, scale))
    }

    /// The real numbers whose transform begins with these.
    pub(super) fn c2r(&self, op: &'static str, options: FftN<'_>) -> Result<Self> {
        TypeClass::ComplexElement.check(op, self.dtype())?;
        let real = self.dtype().real();
        let (axes, lengths) = options.resolve(op, self.shape())?;
        let Some((&last, others)) = axes.split_last() else {
            return self.astype(real);
        };
        if let Some([others @ .., _]) = in_turn(&axes, &lengths, self.shape()).as_deref() {
            let n = lengths[others.len()].unwrap_or(2 * self.shape()[last].saturating_sub(1));
            let half = self.each_c2c(op, options, others.iter(), FftDirection::Inverse)?;
            return half.c2r(op, Step { axis: [last as isize], len: [n] }.options(options));
        }
        let mut x = self.clone();
        let n_last = lengths[others.len()].unwrap_or(2 * x.shape()[last].saturating_sub(1));
        for (&axis, len) in others.iter().zip(&lengths) {
            x = x.with_len(axis, len.unwrap_or(x.shape()[axis]))?;
        }
        if n_last == 0 {
            return Err(Error::value(op, format!("the result would have no elements on axis {last}")));
        }
        x = x.with_len(last, n_last / 2 + 1)?;
        check_lengths(op, x.shape(), &axes)?;
        let mut shape: Dims = x.shape().into();
        shape[last] = n_last;
        if checked_len(&shape)? == 0 {
            return Self::full(x.xp(), Scalar::from_f64(real, 0.0), &shape);
        }
        let scale = options.norm.scale(&shape, &axes, FftDirection::Inverse);
        Self::operation(op, &[&x], real, &shape, move |xp, x| xp.c2r(x[0], &axes, n_last, scale))
    }

    /// One transform after the other.
    fn each_c2c<'a>(
        &self,
        op: &'static str,
        options: FftN<'_>,
        mut steps: impl Iterator<Item = &'a Step>,
        direction: FftDirection,
    ) -> Result<Self> {
        steps.try_fold(self.clone(), |x, step| x.c2c(op, step.options(options), direction))
    }

    /// Cut or zero-padded at the end of an axis.
    fn with_len(&self, axis: usize, n: usize) -> Result<Self> {
        let mut shape: Dims = self.shape().into();
        if shape[axis] == n {
            return Ok(self.clone());
        }
        if n < shape[axis] {
            return self.with_layout(self.layout().sliced(axis, 0, 1, n)?);
        }
        shape[axis] = n;
        let mut padded = Self::full(self.xp(), Scalar::from_f64(self.dtype(), 0.0), &shape)?;
        let len = self.shape()[axis];
        padded.write("fft", |whole| whole.sliced(axis, 0, 1, len), self.clone(), true)?;
        Ok(padded)
    }
}

/// A transform along one axis.
struct Step {
    axis: [isize; 1],
    len: [usize; 1],
}

impl Step {
    fn options<'a>(&'a self, options: FftN<'_>) -> FftN<'a> {
        FftN::new().shape(&self.len).axes(&self.axis).norm(options.norm)
    }
}

/// The transforms by themselves, if an axis is named twice: the later one finds what the earlier one has left.
fn in_turn(axes: &[usize], lengths: &[Option<usize>], shape: &[usize]) -> Option<Vec<Step>> {
    let repeated = axes.iter().enumerate().any(|(k, axis)| axes[..k].contains(axis));
    let step =
        |(&axis, len): (&usize, &Option<usize>)| Step { axis: [axis as isize], len: [len.unwrap_or(shape[axis])] };
    repeated.then(|| axes.iter().zip(lengths).map(step).collect())
}

fn check_lengths(op: &'static str, shape: &[usize], axes: &[usize]) -> Result<()> {
    match axes.iter().find(|&&axis| shape[axis] == 0) {
        Some(axis) => Err(Error::value(op, format!("axis {axis} has no elements to transform"))),
        None => Ok(()),
    }
}
