//! Floats of several distributions.

use super::Generator;
use crate::array::{Array, DynArray, IntoShape};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Scalar};
use crate::element::RealFloat;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, Distribution};

/// Options of [`Generator::normal_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.rng(1).normal_with::<f32>(10_000, Normal::new().mean(5).std(0.1))?;
/// assert!((x.mean(..)?.item()? - 5.0).abs() < 0.01);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Normal {
    mean: f64,
    std: f64,
}

impl Default for Normal {
    fn default() -> Self {
        Self { mean: 0.0, std: 1.0 }
    }
}

impl Normal {
    /// Mean 0, standard deviation 1.
    pub fn new() -> Self {
        Self::default()
    }

    /// The mean.
    #[doc(alias = "loc")]
    pub fn mean(self, mean: impl Into<f64>) -> Self {
        Self { mean: mean.into(), ..self }
    }

    /// The standard deviation.
    #[doc(alias = "scale")]
    pub fn std(self, std: impl Into<f64>) -> Self {
        Self { std: std.into(), ..self }
    }
}

impl<B: Backend> Generator<B> {
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
    #[doc(alias("rand", "random_sample", "ranf"))]
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
    #[doc(alias("randn", "standard_normal"))]
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
    /// let x = xp.rng(1).normal_with::<f64>(10_000, Normal::new().mean(5).std(0.1))?;
    /// assert!((x.mean(..)?.item()? - 5.0).abs() < 0.01);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a negative standard deviation, or too many elements.
    pub fn normal_with<T: RealFloat>(&mut self, shape: impl IntoShape, options: Normal) -> Result<Array<T, B>> {
        self.normal_of_with(T::DTYPE, shape, options).map(Array::from_dyn)
    }

    /// [`normal_with`](Generator::normal_with) of an element type that is a value: the same numbers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.rng(1).normal_of_with(DType::F32, 3, Normal::new().mean(5.0).std(0.1))?.dtype(), DType::F32);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`normal_with`](Generator::normal_with); [`Error::DType`] unless the type is a float.
    pub fn normal_of_with(&mut self, dtype: DType, shape: impl IntoShape, options: Normal) -> Result<DynArray<B>> {
        let Normal { mean, std } = options;
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
    #[doc(alias = "standard_exponential")]
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
}
