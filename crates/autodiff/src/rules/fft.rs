//! Discrete Fourier transforms. Their matrices are symmetric.

use super::map;
use crate::Autodiff;
use crate::batch::Batch;
use crate::rule::{At, Rule, Tangent, Values};
use xparray_core::backend::{Backend, FftDirection, Transform, View};
use xparray_core::{Create, DType, DynArray, Join, Result};

/// An operation of the backend on an array.
fn transformed<B: Backend>(
    x: &Values<B>,
    dtype: DType,
    shape: &[usize],
    f: impl Fn(&Autodiff<B>, View<'_, crate::TracedBuffer<B>>) -> Result<crate::TracedBuffer<B>> + Send + Sync + 'static,
) -> Result<Values<B>> {
    DynArray::operation("fft", &[x], dtype, shape, move |xp, x| f(xp, x[0]))
}

fn along<B: Backend>(x: &Values<B>, axes: Vec<usize>, direction: FftDirection, scale: f64) -> Result<Values<B>> {
    transformed(x, x.dtype(), x.shape(), move |xp, x| xp.c2c(x, &axes, direction, scale))
}

fn half<B: Backend>(
    x: &Values<B>,
    (dtype, shape): (DType, &[usize]),
    axes: Vec<usize>,
    scale: f64,
) -> Result<Values<B>> {
    transformed(x, dtype, shape, move |xp, x| xp.r2c(x, &axes, scale))
}

fn signal<B: Backend>(
    x: &Values<B>,
    (dtype, shape): (DType, &[usize]),
    (axes, n): (Vec<usize>, usize),
    scale: f64,
) -> Result<Values<B>> {
    transformed(x, dtype, shape, move |xp, x| xp.c2r(x, &axes, n, scale))
}

/// The axes where there is another one before them.
fn behind(axes: &[usize]) -> Vec<usize> {
    axes.iter().map(|axis| axis + 1).collect()
}

/// Complex to complex.
pub(crate) struct Complexes {
    pub axes: Vec<usize>,
    pub direction: FftDirection,
    pub scale: f64,
}

impl Complexes {
    fn apply<B: Backend>(&self, x: &Values<B>) -> Result<Values<B>> {
        along(x, self.axes.clone(), self.direction, self.scale)
    }
}

impl<B: Backend> Rule<B> for Complexes {
    fn name(&self) -> &'static str {
        "fft"
    }

    fn jvp(&self, _: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        Ok(vec![map(&tangents[0], |t| self.apply(t))?])
    }

    fn vjp(&self, _: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        Ok(vec![map(&cotangents[0], |c| self.apply(c))?])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        Ok(vec![along(&at.operand(0)?, behind(&self.axes), self.direction, self.scale)?])
    }
}

/// Real to complex: the half of the spectrum that the other half follows from.
pub(crate) struct HalfSpectrum {
    pub axes: Vec<usize>,
    pub scale: f64,
}

impl<B: Backend> Rule<B> for HalfSpectrum {
    fn name(&self) -> &'static str {
        "rfft"
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let (dtype, shape) = &at.step.outputs[0];
        let push = |t: &Values<B>| half(t, (*dtype, shape), self.axes.clone(), self.scale);
        Ok(vec![map(&tangents[0], push)?])
    }

    /// The real part of the transform of the cotangent with zeros for the other half.
    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let whole = Complexes { axes: self.axes.clone(), direction: FftDirection::Forward, scale: self.scale };
        let Some(&last) = self.axes.last() else { return Ok(vec![map(&cotangents[0], DynArray::real)?]) };
        let pull = |c: &Values<B>| {
            let mut rest = c.shape().to_vec();
            rest[last] = at.shape(0)[last] - rest[last];
            let zeros = c.xp().zeros_of(c.dtype(), rest)?;
            whole.apply(&c.xp().concatenate(&[c, &zeros], last)?)?.real()
        };
        Ok(vec![map(&cotangents[0], pull)?])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let (dtype, shape) = &at.step.outputs[0];
        let (shape, axes) = ([&[at.n], &shape[..]].concat(), behind(&self.axes));
        Ok(vec![half(&at.operand(0)?, (*dtype, &shape), axes, self.scale)?])
    }
}

/// Complex to real: the signal of half a spectrum.
pub(crate) struct Signal {
    pub axes: Vec<usize>,
    pub n: usize,
    pub scale: f64,
}

impl<B: Backend> Rule<B> for Signal {
    fn name(&self) -> &'static str {
        "irfft"
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let (dtype, shape) = &at.step.outputs[0];
        let push = |t: &Values<B>| signal(t, (*dtype, shape), (self.axes.clone(), self.n), self.scale);
        Ok(vec![map(&tangents[0], push)?])
    }

    /// The conjugate spectrum of the cotangent; what the other half follows from counts twice.
    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let (dtype, shape) = (at.step.operands[0].dtype, at.shape(0));
        let pull = |c: &Values<B>| {
            let spectrum = half(c, (dtype, shape), self.axes.clone(), self.scale)?.conj()?;
            let Some(&last) = self.axes.last() else { return Ok(spectrum) };
            let count = |k: usize| if k == 0 || 2 * k == self.n { 1.0 } else { 2.0 };
            let counts = c.xp().from_fn(shape[last], count)?.into_dyn().astype(spectrum.dtype())?;
            let mut along = vec![1; shape.len()];
            along[last] = shape[last];
            spectrum.multiply(&counts.reshape(along)?)
        };
        Ok(vec![map(&cotangents[0], pull)?])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let (dtype, shape) = &at.step.outputs[0];
        let (shape, axes) = ([&[at.n], &shape[..]].concat(), behind(&self.axes));
        Ok(vec![signal(&at.operand(0)?, (*dtype, &shape), (axes, self.n), self.scale)?])
    }
}
