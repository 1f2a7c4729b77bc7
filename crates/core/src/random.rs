//! Random numbers: reproducible streams, equal on every backend.

use crate::array::raw::Raw;
use crate::array::{Array, IntoShape};
use crate::backend::Backend;
use crate::dtype::Scalar;
use crate::element::{Element, Integer, RealFloat};
use crate::error::{Error, Result};
use crate::graph::MapOp;
use crate::ir::{BinaryOp, Distribution};

/// Making generators, as a method of every backend's handle.
pub trait Random: Backend {
    /// A generator of the streams of a seed.
    fn rng(&self, seed: u64) -> Generator<Self> {
        Generator { xp: self.clone(), seed, stream: 0 }
    }
}

impl<B: Backend> Random for B {}

/// A generator of random arrays: Philox4x32-10 (Salmon et al., SC 2011).
///
/// Each array comes from a stream of its own, and each element depends on the seed, the number of the
/// stream and its place only. So the same calls give the same arrays, on any backend and for any number
/// of threads: equal bits for integers and uniforms, equal up to rounding for the others. Fills are
/// deferred, and fuse with what uses them.
#[derive(Clone)]
pub struct Generator<B: Backend> {
    xp: B,
    seed: u64,
    stream: u64,
}

impl<B: Backend> Generator<B> {
    fn next_stream(&mut self) -> u64 {
        let stream = self.stream;
        self.stream = stream.wrapping_add(1);
        stream
    }

    fn fill<T: Element>(
        &mut self,
        distribution: Distribution,
        shape: impl IntoShape,
        range: Option<(T, T)>,
    ) -> Result<Raw<B>> {
        let shape = shape.into_shape();
        let constant = |value: Scalar| Raw::full(&self.xp, value, &[]);
        let index = Raw::iota(&self.xp, &shape)?.cast(u64::DTYPE)?;
        let mut args = vec![index, constant(Scalar::new(self.seed))?, constant(Scalar::new(self.stream))?];
        if let Some((low, high)) = range {
            args.extend([constant(Scalar::new(low))?, constant(Scalar::new(high))?]);
        }
        self.next_stream();
        Raw::map(MapOp::Random(distribution), T::DTYPE, &shape, &args.iter().collect::<Vec<_>>())
    }

    /// Uniform in [0, 1).
    pub fn random<T: RealFloat>(&mut self, shape: impl IntoShape) -> Result<Array<T, B>> {
        Ok(Array::from_raw(self.fill::<T>(Distribution::Uniform, shape, None)?))
    }

    /// Uniform in [low, high).
    pub fn uniform<T: RealFloat>(&mut self, low: T, high: T, shape: impl IntoShape) -> Result<Array<T, B>> {
        let width = (high.cast::<f64>() - low.cast::<f64>()).cast::<T>();
        self.affine(Distribution::Uniform, width, low, shape)
    }

    /// Normal with mean 0 and variance 1.
    pub fn normal<T: RealFloat>(&mut self, shape: impl IntoShape) -> Result<Array<T, B>> {
        Ok(Array::from_raw(self.fill::<T>(Distribution::Normal, shape, None)?))
    }

    /// Normal with a mean and a standard deviation.
    pub fn normal_with<T: RealFloat>(&mut self, mean: T, std: T, shape: impl IntoShape) -> Result<Array<T, B>> {
        if std.cast::<f64>() < 0.0 {
            return Err(Error::value("normal", "the standard deviation is negative"));
        }
        self.affine(Distribution::Normal, std, mean, shape)
    }

    /// Exponential with this mean.
    pub fn exponential<T: RealFloat>(&mut self, scale: T, shape: impl IntoShape) -> Result<Array<T, B>> {
        if scale.cast::<f64>() < 0.0 {
            return Err(Error::value("exponential", "the scale is negative"));
        }
        self.affine(Distribution::Exponential, scale, T::default(), shape)
    }

    fn affine<T: RealFloat>(
        &mut self,
        distribution: Distribution,
        scale: T,
        shift: T,
        shape: impl IntoShape,
    ) -> Result<Array<T, B>> {
        let x = self.fill::<T>(distribution, shape, None)?;
        let scaled = x.binary_scalar(BinaryOp::Mul, Scalar::new(scale), false)?;
        Ok(Array::from_raw(scaled.binary_scalar(BinaryOp::Add, Scalar::new(shift), false)?))
    }

    /// Integers uniform in `low..high`, without bias.
    ///
    /// # Errors
    /// [`Error::Value`] if the range is empty.
    pub fn integers<T: Integer>(&mut self, low: T, high: T, shape: impl IntoShape) -> Result<Array<T, B>> {
        let wide = |x: T| x.cast::<i64>() as i128 & if is_unsigned::<T>() { u64::MAX as i128 } else { -1 };
        if wide(low) >= wide(high) {
            return Err(Error::value("integers", format!("the range from {low:?} to {high:?} is empty")));
        }
        // One less, in the type's own arithmetic: `high` is above the least value.
        let last = if is_unsigned::<T>() {
            (high.cast::<u64>() - 1).cast::<T>()
        } else {
            (high.cast::<i64>() - 1).cast::<T>()
        };
        self.integers_inclusive(low, last, shape)
    }

    /// Integers uniform in `low..=high`, without bias: the range may be the whole type.
    ///
    /// # Errors
    /// [`Error::Value`] if the range is empty.
    pub fn integers_inclusive<T: Integer>(&mut self, low: T, high: T, shape: impl IntoShape) -> Result<Array<T, B>> {
        let wide = |x: T| x.cast::<i64>() as i128 & if is_unsigned::<T>() { u64::MAX as i128 } else { -1 };
        if wide(low) > wide(high) {
            return Err(Error::value("integers", format!("the range from {low:?} to {high:?} is empty")));
        }
        Ok(Array::from_raw(self.fill(Distribution::Integers, shape, Some((low, high)))?))
    }

    /// A random permutation of `0..n`.
    pub fn permutation(&mut self, n: usize) -> Result<Array<i64, B>> {
        let stream = self.next_stream();
        let buffer = self.xp.permutation(self.seed, stream, n)?;
        Ok(Array::from_raw(Raw::from_buffer(&self.xp, i64::DTYPE, &[n], buffer)))
    }

    /// The array with its items along the first axis in random order.
    ///
    /// # Errors
    /// [`Error::Axis`] for a zero-dimensional array.
    pub fn permuted<T: Element>(&mut self, x: &Array<T, B>) -> Result<Array<T, B>> {
        let Some(&n) = x.shape().first() else {
            return Err(Error::Axis { op: "permuted", axis: 0, ndim: 0 });
        };
        let order = self.permutation(n)?.raw.computed()?;
        let items = x.raw.computed()?;
        let buffer = self.xp.take(items.view(), 0, order.view())?;
        Ok(Array::from_raw(Raw::from_buffer(&self.xp, T::DTYPE, x.shape(), buffer)))
    }
}

fn is_unsigned<T: Element>() -> bool {
    T::DTYPE.kind() == crate::dtype::Kind::Unsigned
}
