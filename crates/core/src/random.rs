//! Random numbers: reproducible streams, equal on every backend.

use crate::array::DynArray;
use crate::array::{Array, IntoShape};
use crate::backend::Backend;
use crate::dtype::Scalar;
use crate::element::{Element, Integer, RealFloat};
use crate::error::{Error, Result};
use crate::graph::MapOp;
use crate::ir::{BinaryOp, Distribution};
use crate::layout::checked_len;

/// Making generators, as a method of every backend's handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (mut a, mut b) = (xp.rng(42), xp.rng(42));
/// let x = a.normal::<f64>([2, 3])?;
/// assert!(x.array_equal(&b.normal::<f64>([2, 3])?, false)?); // the same seed and calls: the same numbers
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Random: Backend {
    /// A generator of the streams of a seed.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut rng = xp.rng(42);
    /// assert_eq!(rng.random::<f32>([2, 3])?.shape(), [2, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
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
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let mut rng = xp.rng(1);
/// let (x, y) = (rng.random::<f64>(4)?, rng.random::<f64>(4)?);
/// assert!(!x.array_equal(&y, false)?); // every call has a stream of its own
/// # Ok::<(), xparray::Error>(())
/// ```
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
    ) -> Result<DynArray<B>> {
        let shape = shape.into_shape();
        let constant = |value: Scalar| DynArray::full(&self.xp, value, &[]);
        let index = DynArray::iota(&self.xp, &shape)?.astype(u64::DTYPE)?;
        let mut args = vec![index, constant(Scalar::new(self.seed))?, constant(Scalar::new(self.stream))?];
        if let Some((low, high)) = range {
            args.extend([constant(Scalar::new(low))?, constant(Scalar::new(high))?]);
        }
        self.next_stream();
        DynArray::map(MapOp::Random(distribution), T::DTYPE, shape, args)
    }

    /// Uniform in [0, 1).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).random::<f64>(1000)?;
    /// assert!(x.greater_equal(0.0)?.all(..)?.item()? && x.less(1.0)?.all(..)?.item()?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    pub fn random<T: RealFloat>(&mut self, shape: impl IntoShape) -> Result<Array<T, B>> {
        Ok(Array::from_dyn(self.fill::<T>(Distribution::Uniform, shape, None)?))
    }

    /// Uniform in [low, high): `low + (high - low) u` for uniform `u` in [0, 1), which rounding may make `high`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).uniform(-2.0f64, 2.0, [20, 50])?;
    /// assert!(x.abs()?.max(..)?.item()? <= 2.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if `high < low`, or their difference is not finite; or for too many elements.
    pub fn uniform<T: RealFloat>(&mut self, low: T, high: T, shape: impl IntoShape) -> Result<Array<T, B>> {
        let width = (high.cast::<f64>() - low.cast::<f64>()).cast::<T>();
        if !(0.0..f64::INFINITY).contains(&width.cast::<f64>()) {
            return Err(Error::value("uniform", format!("[{low:?}, {high:?}) is not a finite range")));
        }
        self.affine(Distribution::Uniform, width, low, shape)
    }

    /// Normal with mean 0 and variance 1, by the Box-Muller transform.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).normal::<f64>(10_000)?;
    /// assert!(x.mean(..)?.item()?.abs() < 0.05 && (x.std(..)?.item()? - 1.0).abs() < 0.05);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    pub fn normal<T: RealFloat>(&mut self, shape: impl IntoShape) -> Result<Array<T, B>> {
        Ok(Array::from_dyn(self.fill::<T>(Distribution::Normal, shape, None)?))
    }

    /// Normal with a mean and a standard deviation.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).normal_with(5.0f64, 0.1, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 5.0).abs() < 0.01);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a negative standard deviation, or too many elements.
    pub fn normal_with<T: RealFloat>(&mut self, mean: T, std: T, shape: impl IntoShape) -> Result<Array<T, B>> {
        if std.cast::<f64>() < 0.0 {
            return Err(Error::value("normal", "the standard deviation is negative"));
        }
        self.affine(Distribution::Normal, std, mean, shape)
    }

    /// Exponential with this mean: `-scale log(1 - u)` for uniform `u`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).exponential(3.0f64, 10_000)?;
    /// assert!((x.mean(..)?.item()? - 3.0).abs() < 0.2);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a negative mean, or too many elements.
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
        Ok(Array::from_dyn(scaled.binary_scalar(BinaryOp::Add, Scalar::new(shift), false)?))
    }

    /// Integers uniform in `low..high`, without bias: Lemire's method (ACM TOMACS 29, 2019).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let dice = xp.rng(1).integers(1, 7, 100)?;
    /// assert_eq!((dice.min(..)?.item()?, dice.max(..)?.item()?), (1, 6));
    /// # Ok::<(), xparray::Error>(())
    /// ```
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
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let bytes = xp.rng(1).integers_inclusive(0u8, 255, 16)?;
    /// assert_eq!((bytes.dtype(), bytes.len()), (DType::U8, 16));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the range is empty.
    pub fn integers_inclusive<T: Integer>(&mut self, low: T, high: T, shape: impl IntoShape) -> Result<Array<T, B>> {
        let wide = |x: T| x.cast::<i64>() as i128 & if is_unsigned::<T>() { u64::MAX as i128 } else { -1 };
        if wide(low) > wide(high) {
            return Err(Error::value("integers", format!("the range from {low:?} to {high:?} is empty")));
        }
        Ok(Array::from_dyn(self.fill(Distribution::Integers, shape, Some((low, high)))?))
    }

    /// A random permutation of `0..n`: a Feistel network with cycle walking (Black and Rogaway, CT-RSA 2002).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let order = xp.rng(1).permutation(5)?;
    /// assert_eq!(order.sort()?.to_string(), "[0 1 2 3 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if memory runs out.
    pub fn permutation(&mut self, n: usize) -> Result<Array<i64, B>> {
        checked_len(&[n])?;
        let stream = self.next_stream();
        let buffer = self.xp.permutation(self.seed, stream, n)?;
        Ok(Array::from_dyn(DynArray::from_buffer(&self.xp, i64::DTYPE, &[n], buffer)))
    }

    /// The array with its items along the first axis in random order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[10, 20, 30], 3)?;
    /// assert_eq!(xp.rng(1).permuted(&x)?.sort()?.to_string(), "[10 20 30]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for a zero-dimensional array.
    pub fn permuted<T: Element>(&mut self, x: &Array<T, B>) -> Result<Array<T, B>> {
        let Some(&n) = x.shape().first() else {
            return Err(Error::Axis { op: "permuted", axis: 0, ndim: 0 });
        };
        let order = self.permutation(n)?.array.computed()?;
        let items = x.array.computed_for("permuted", &self.xp)?;
        let buffer = self.xp.take(items.view()?, 0, order.view()?)?;
        Ok(Array::from_dyn(DynArray::from_buffer(&self.xp, T::DTYPE, x.shape(), buffer)))
    }
}

fn is_unsigned<T: Element>() -> bool {
    T::DTYPE.kind() == crate::dtype::Kind::Unsigned
}
