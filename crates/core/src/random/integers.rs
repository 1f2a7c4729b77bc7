//! Integers of a range.

use super::Generator;
use crate::array::{Array, DynArray, IntoShape};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Kind, Scalar};
use crate::element::Integer;
use crate::error::{Error, Result};
use crate::ir::Distribution;
use std::ops::Range;

/// What errors call the methods.
const OP: &str = "integers";

impl<B: Backend> Generator<B> {
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
    #[doc(alias = "randint")]
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
        self.integers_in(dtype, whole(low.into())?..whole(high.into())?, shape)
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
    #[doc(alias = "random_integers")]
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
        self.integers_in(dtype, whole(low.into())?..whole(high.into())? + 1, shape)
    }

    fn integers_in(&mut self, dtype: DType, range: Range<i128>, shape: impl IntoShape) -> Result<DynArray<B>> {
        TypeClass::Integer.check(OP, dtype)?;
        if range.is_empty() {
            return Err(Error::value(OP, format!("the range {range:?} is empty")));
        }
        let [low, high] = [range.start, range.end - 1].map(|bound| {
            let scalar = match i64::try_from(bound) {
                Ok(bound) => Scalar::new(bound).astype(dtype),
                Err(_) => Scalar::new(bound as u64).astype(dtype),
            };
            match whole(scalar)? == bound {
                true => Ok(scalar),
                false => Err(Error::value(OP, format!("{bound} is out of range for elements of type {dtype}"))),
            }
        });
        self.fill(Distribution::Integers, dtype, shape, Some((low?, high?)))
    }
}

/// An integer, whatever its type.
fn whole(number: Scalar) -> Result<i128> {
    TypeClass::Integer.check(OP, number.dtype())?;
    Ok(match number.dtype().kind() {
        Kind::Signed => number.get::<i64>().into(),
        _ => number.get::<u64>().into(),
    })
}
