//! Random numbers: reproducible streams, equal on every backend.

use crate::array::{AnyArray, Array, DynArray, IntoShape};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Kind, Scalar};
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

    fn fill(
        &mut self,
        distribution: Distribution,
        dtype: DType,
        shape: impl IntoShape,
        range: Option<(Scalar, Scalar)>,
    ) -> Result<DynArray<B>> {
        let shape = shape.into_shape();
        let constant = |value: Scalar| DynArray::full(&self.xp, value, &[]);
        let index = DynArray::iota(&self.xp, &shape)?.astype(DType::U64)?;
        let mut args = vec![index, constant(Scalar::new(self.seed))?, constant(Scalar::new(self.stream))?];
        if let Some((low, high)) = range {
            args.extend([constant(low)?, constant(high)?]);
        }
        self.next_stream();
        DynArray::map(MapOp::Random(distribution), dtype, shape, args)
    }

    /// A fill with floats, times a scale, plus a shift.
    fn affine(
        &mut self,
        op: &'static str,
        distribution: Distribution,
        dtype: DType,
        [scale, shift]: [f64; 2],
        shape: impl IntoShape,
    ) -> Result<DynArray<B>> {
        TypeClass::RealFloat.check(op, dtype)?;
        let x = self.fill(distribution, dtype, shape, None)?;
        x.with_number(BinaryOp::Mul, scale)?.with_number(BinaryOp::Add, shift)
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
        self.random_of(T::DTYPE, shape).map(Array::from_dyn)
    }

    /// [`random`](Generator::random) of an element type that is a value: the same numbers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.rng(1).random_of(DType::F32, 3)?.dtype(), DType::F32);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`random`](Generator::random); [`Error::DType`] unless the type is a float.
    pub fn random_of(&mut self, dtype: DType, shape: impl IntoShape) -> Result<DynArray<B>> {
        TypeClass::RealFloat.check("random", dtype)?;
        self.fill(Distribution::Uniform, dtype, shape, None)
    }

    /// Uniform in [low, high): `low + (high - low) u` for uniform `u` in [0, 1), which rounding may make `high`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.rng(1).uniform(-2.0f64, 2.0, [20, 50])?;
    /// assert!(x.abs().max(..)?.item()? <= 2.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if `high < low`, or their difference is not finite; or for too many elements.
    pub fn uniform<T: RealFloat>(&mut self, low: T, high: T, shape: impl IntoShape) -> Result<Array<T, B>> {
        self.uniform_of(T::DTYPE, low.cast(), high.cast(), shape).map(Array::from_dyn)
    }

    /// [`uniform`](Generator::uniform) of an element type that is a value: the same numbers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.rng(1).uniform_of(DType::F32, -1.0, 1.0, 3)?.dtype(), DType::F32);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`uniform`](Generator::uniform); [`Error::DType`] unless the type is a float.
    pub fn uniform_of(&mut self, dtype: DType, low: f64, high: f64, shape: impl IntoShape) -> Result<DynArray<B>> {
        // The width is one of the type, so that it may overflow.
        let width = Scalar::from_f64(dtype, high - low).get::<f64>();
        if !(0.0..f64::INFINITY).contains(&width) {
            return Err(Error::value("uniform", format!("[{low:?}, {high:?}) is not a finite range")));
        }
        self.affine("uniform", Distribution::Uniform, dtype, [width, low], shape)
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
        self.normal_of(T::DTYPE, shape).map(Array::from_dyn)
    }

    /// [`normal`](Generator::normal) of an element type that is a value: the same numbers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.rng(1).normal_of(DType::F32, 3)?.dtype(), DType::F32);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`normal`](Generator::normal); [`Error::DType`] unless the type is a float.
    pub fn normal_of(&mut self, dtype: DType, shape: impl IntoShape) -> Result<DynArray<B>> {
        TypeClass::RealFloat.check("normal", dtype)?;
        self.fill(Distribution::Normal, dtype, shape, None)
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
        self.normal_with_of(T::DTYPE, mean.cast(), std.cast(), shape).map(Array::from_dyn)
    }

    /// [`normal_with`](Generator::normal_with) of an element type that is a value: the same numbers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.rng(1).normal_with_of(DType::F32, 5.0, 0.1, 3)?.dtype(), DType::F32);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`normal_with`](Generator::normal_with); [`Error::DType`] unless the type is a float.
    pub fn normal_with_of(&mut self, dtype: DType, mean: f64, std: f64, shape: impl IntoShape) -> Result<DynArray<B>> {
        if std < 0.0 {
            return Err(Error::value("normal", "the standard deviation is negative"));
        }
        self.affine("normal", Distribution::Normal, dtype, [std, mean], shape)
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
        self.exponential_of(T::DTYPE, scale.cast(), shape).map(Array::from_dyn)
    }

    /// [`exponential`](Generator::exponential) of an element type that is a value: the same numbers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.rng(1).exponential_of(DType::F32, 3.0, 3)?.dtype(), DType::F32);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`exponential`](Generator::exponential); [`Error::DType`] unless the type is a float.
    pub fn exponential_of(&mut self, dtype: DType, scale: f64, shape: impl IntoShape) -> Result<DynArray<B>> {
        if scale < 0.0 {
            return Err(Error::value("exponential", "the scale is negative"));
        }
        self.affine("exponential", Distribution::Exponential, dtype, [scale, 0.0], shape)
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
        self.integers_of(T::DTYPE, low, high, shape).map(Array::from_dyn)
    }

    /// [`integers`](Generator::integers) of an element type that is a value: the same numbers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.rng(1).integers_of(DType::U8, 7, 8, 2)?.to_string(), "[7 7]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`integers`](Generator::integers); [`Error::DType`] unless the type is an integer.
    pub fn integers_of(
        &mut self,
        dtype: DType,
        low: impl Into<Scalar>,
        high: impl Into<Scalar>,
        shape: impl IntoShape,
    ) -> Result<DynArray<B>> {
        const OP: &str = "integers";
        let (low, high) = (whole(OP, low.into())?, whole(OP, high.into())?);
        if low >= high {
            return Err(Error::value(OP, format!("the range from {low} to {high} is empty")));
        }
        self.integers_between(dtype, low, high - 1, shape)
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
        self.integers_inclusive_of(T::DTYPE, low, high, shape).map(Array::from_dyn)
    }

    /// [`integers_inclusive`](Generator::integers_inclusive) of an element type that is a value: the same numbers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.rng(1).integers_inclusive_of(DType::U8, 7, 7, 2)?.to_string(), "[7 7]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`integers_inclusive`](Generator::integers_inclusive); [`Error::DType`] unless the type is an integer.
    pub fn integers_inclusive_of(
        &mut self,
        dtype: DType,
        low: impl Into<Scalar>,
        high: impl Into<Scalar>,
        shape: impl IntoShape,
    ) -> Result<DynArray<B>> {
        const OP: &str = "integers";
        let (low, high) = (whole(OP, low.into())?, whole(OP, high.into())?);
        if low > high {
            return Err(Error::value(OP, format!("the range from {low} to {high} is empty")));
        }
        self.integers_between(dtype, low, high, shape)
    }

    fn integers_between(&mut self, dtype: DType, low: i128, high: i128, shape: impl IntoShape) -> Result<DynArray<B>> {
        const OP: &str = "integers";
        TypeClass::Integer.check(OP, dtype)?;
        let [low, high] = [low, high].map(|bound| {
            let scalar = match i64::try_from(bound) {
                Ok(bound) => Scalar::new(bound).astype(dtype),
                Err(_) => Scalar::new(bound as u64).astype(dtype),
            };
            match whole(OP, scalar)? == bound {
                true => Ok(scalar),
                false => Err(Error::value(OP, format!("{bound} is out of range for elements of type {dtype}"))),
            }
        });
        self.fill(Distribution::Integers, dtype, shape, Some((low?, high?)))
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
    /// let x = xp.array([10, 20, 30])?;
    /// assert_eq!(xp.rng(1).permuted(&x)?.sort()?.to_string(), "[10 20 30]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for a zero-dimensional array.
    pub fn permuted<A: AnyArray<B>>(&mut self, x: &A) -> Result<A> {
        let x = x.as_dyn();
        let Some(&n) = x.shape().first() else {
            return Err(Error::Axis { op: "permuted", axis: 0, ndim: 0 });
        };
        let order = self.permutation(n)?.array.computed()?;
        let items = x.computed_for("permuted", &self.xp)?;
        let buffer = self.xp.take(items.view()?, 0, order.view()?)?;
        A::of(DynArray::from_buffer(&self.xp, x.dtype(), x.shape(), buffer))
    }
}

/// An integer, whatever its type.
fn whole(op: &'static str, number: Scalar) -> Result<i128> {
    TypeClass::Integer.check(op, number.dtype())?;
    Ok(match number.dtype().kind() {
        Kind::Signed => number.get::<i64>().into(),
        _ => number.get::<u64>().into(),
    })
}
