//! Counts of numbers.

use super::search::check_vector;
use super::{Array, DynArray};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::DType;
use crate::element::{Element, Integer, RealElement};
use crate::error::{Error, Result};

/// What elements count: `()`, 1 each, or an array of weights.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (x, weights) = (xp.array([0, 1, 1])?, xp.array(&[0.5f32, 1.0, 2.0])?);
/// assert_eq!(x.bincount()?.dtype(), DType::I64);
/// assert_eq!(x.bincount_with(Bincount::new().weights(&weights))?.dtype(), DType::F64);
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Weights<B: Backend> {
    /// The type of counts.
    type Count: Element;
    /// The weights, if there are any.
    fn array(&self) -> Option<&DynArray<B>>;
}

impl<B: Backend> Weights<B> for () {
    type Count = i64;
    fn array(&self) -> Option<&DynArray<B>> {
        None
    }
}

impl<T: RealElement, B: Backend> Weights<B> for &Array<T, B> {
    type Count = f64;
    fn array(&self) -> Option<&DynArray<B>> {
        Some(&self.array)
    }
}

impl<B: Backend> Weights<B> for &DynArray<B> {
    type Count = f64;
    fn array(&self) -> Option<&DynArray<B>> {
        Some(self)
    }
}

/// Options of [`Array::bincount_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([0, 1, 1])?;
/// assert_eq!(x.bincount_with(Bincount::new().minlength(4))?.to_string(), "[1 2 0 0]");
/// let weights = xp.array([0.5, 1.0, 2.0])?;
/// assert_eq!(x.bincount_with(Bincount::new().weights(&weights))?.to_string(), "[0.5 3. ]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Bincount<W = ()> {
    weights: W,
    minlength: usize,
}

impl Bincount {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<W> Bincount<W> {
    /// What each element counts, instead of 1.
    pub fn weights<V>(self, weights: V) -> Bincount<V> {
        Bincount { weights, minlength: self.minlength }
    }

    /// How many numbers are counted at least.
    pub fn minlength(self, minlength: usize) -> Self {
        Self { minlength, ..self }
    }
}

impl<B: Backend> DynArray<B> {
    /// [`Array::bincount`].
    ///
    /// # Errors
    /// Those of [`Array::bincount`]; [`Error::DType`] unless they are integers.
    pub fn bincount(&self) -> Result<Self> {
        self.bincount_with(Bincount::new())
    }

    /// [`Array::bincount_with`].
    ///
    /// # Errors
    /// Those of [`Array::bincount_with`]; [`Error::DType`] unless they are integers, and their weights real.
    pub fn bincount_with<W: Weights<B>>(&self, options: Bincount<W>) -> Result<Self> {
        let weights = self.weights_of("bincount", options.weights.array())?;
        let len = self.count_length(options.minlength)?;
        self.astype(DType::I64)?.counted(weights.as_ref(), len)
    }

    /// Weights of each element.
    pub(super) fn weights_of(&self, op: &'static str, weights: Option<&Self>) -> Result<Option<Self>> {
        let Some(weights) = weights else {
            return Ok(None);
        };
        if self.shape() != weights.shape() {
            return Err(Error::shape(op, self.shape(), weights.shape()));
        }
        weights.as_weights(op).map(Some)
    }

    /// As weights of a count: real numbers, in `f64`.
    pub(super) fn as_weights(&self, op: &'static str) -> Result<Self> {
        TypeClass::RealElement.check(op, self.dtype())?;
        self.astype(DType::F64)
    }

    /// How many numbers there are to count from 0 on.
    fn count_length(&self, minlength: usize) -> Result<usize> {
        TypeClass::Integer.check("bincount", self.dtype())?;
        check_vector("bincount", self)?;
        if self.is_empty() {
            return Ok(minlength);
        }
        let x = self.astype(DType::I64)?;
        let (low, high) = (x.min(..)?, x.max(..)?);
        Self::eval_all(&[&low, &high])?;
        if low.item()?.get::<i64>() < 0 {
            return Err(Error::value("bincount", "negative numbers cannot be counted"));
        }
        Ok(minlength.max(high.item()?.get::<i64>() as usize + 1))
    }
}

impl<T: Integer, B: Backend> Array<T, B> {
    /// How often each number from 0 up to the maximum occurs in a vector. This reads the extrema.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0, 1, 1, 3])?;
    /// assert_eq!(x.bincount()?.to_string(), "[1 2 0 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the array is not a vector, or has negative elements.
    pub fn bincount(&self) -> Result<Array<i64, B>> {
        self.array.bincount().map(Array::from_dyn)
    }

    /// [`bincount`](Array::bincount) of at least so many numbers, or the sums of weights, in `f64`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0, 1, 1])?;
    /// assert_eq!(x.bincount_with(Bincount::new().minlength(4))?.to_string(), "[1 2 0 0]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`bincount`](Array::bincount); [`Error::Shape`] if the weights have another shape.
    pub fn bincount_with<W: Weights<B>>(&self, options: Bincount<W>) -> Result<Array<W::Count, B>> {
        self.array.bincount_with(options).map(Array::from_dyn)
    }
}
