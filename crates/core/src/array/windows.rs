//! Windows: the weights of samples.

use super::{Array, DynArray};
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, UnaryOp};
use std::f64::consts::PI;

/// Windows of `m` points, as methods of every handle: weights for the samples that a transform is of.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let samples = xp.ones::<f64>(5)? * xp.hanning(5)?;
/// assert_eq!(samples.to_string(), "[0.  0.5 1.  0.5 0. ]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Windows: Backend {
    /// A triangle from 0 to 1 and back.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.bartlett(5)?.to_string(), "[0.  0.5 1.  0.5 0. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn bartlett(&self, m: usize) -> Result<Array<f64, Self>> {
        window(self, m, |place| place.unary(UnaryOp::Abs)?.binary_scalar(BinaryOp::Sub, Scalar::new(1.0), true))
    }

    /// Three cosines, with little leakage: `0.42 + 0.5 cos(pi t) + 0.08 cos(2 pi t)` for `t` from -1 to 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.blackman(3)?.round(12).to_string(), "[-0.  1. -0.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn blackman(&self, m: usize) -> Result<Array<f64, Self>> {
        window(self, m, |place| {
            let first = place.cosine(1.0)?.with_number(BinaryOp::Mul, 0.5)?.with_number(BinaryOp::Add, 0.42)?;
            first.binary(BinaryOp::Add, "blackman", &place.cosine(2.0)?.with_number(BinaryOp::Mul, 0.08)?)
        })
    }

    /// A raised cosine on a pedestal: `0.54 + 0.46 cos(pi t)` for `t` from -1 to 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.hamming(3)?.to_string(), "[0.08 1.   0.08]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn hamming(&self, m: usize) -> Result<Array<f64, Self>> {
        window(self, m, |place| place.cosine(1.0)?.with_number(BinaryOp::Mul, 0.46)?.with_number(BinaryOp::Add, 0.54))
    }

    /// A raised cosine: `0.5 + 0.5 cos(pi t)` for `t` from -1 to 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.hanning(5)?.to_string(), "[0.  0.5 1.  0.5 0. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn hanning(&self, m: usize) -> Result<Array<f64, Self>> {
        window(self, m, |place| place.cosine(1.0)?.with_number(BinaryOp::Mul, 0.5)?.with_number(BinaryOp::Add, 0.5))
    }

    /// A Bessel function: `i0(beta sqrt(1 - t^2)) / i0(beta)` for `t` from -1 to 1. With `beta` 0 it is a rectangle, with 5, 6
    /// and 8.6 about [`hamming`](Windows::hamming), [`hanning`](Windows::hanning) and [`blackman`](Windows::blackman).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.kaiser(3, 0.0)?.to_string(), "[1. 1. 1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn kaiser(&self, m: usize, beta: f64) -> Result<Array<f64, Self>> {
        window(self, m, |place| {
            let rest = place.unary(UnaryOp::Square)?.binary_scalar(BinaryOp::Sub, Scalar::new(1.0), true)?;
            let argument = rest.unary(UnaryOp::Sqrt)?.with_number(BinaryOp::Mul, beta)?;
            argument.i0()?.divide(&place.number(beta)?.i0()?)
        })
    }
}

impl<B: Backend> Windows for B {}

impl<B: Backend> DynArray<B> {
    fn cosine(&self, waves: f64) -> Result<Self> {
        self.with_number(BinaryOp::Mul, PI * waves)?.unary(UnaryOp::Cos)
    }
}

/// What a function makes of `m` places from -1 to 1; 1 of a single one.
fn window<B: Backend>(xp: &B, m: usize, f: impl Fn(&DynArray<B>) -> Result<DynArray<B>>) -> Result<Array<f64, B>> {
    let last = match i64::try_from(m) {
        Ok(m) if m < i64::MAX / 2 => m - 1,
        _ => return Err(Error::value("window", format!("{m} elements are too many"))),
    };
    if last <= 0 {
        return Ok(Array::from_dyn(DynArray::full(xp, Scalar::new(1.0), &[m])?));
    }
    // Odd or even numbers on both sides of zero are exact, so windows are symmetric.
    let twice = DynArray::iota(xp, &[m])?.with_number(BinaryOp::Mul, 2.0)?;
    let place = twice.binary_scalar(BinaryOp::Sub, Scalar::new(last), false)?.astype(DType::F64)?;
    f(&place.with_number(BinaryOp::Div, last as f64)?).map(Array::from_dyn)
}
