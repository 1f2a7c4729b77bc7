//! Trigonometric and hyperbolic functions.
//!
//! Results are floats: [`Element::Float`], for integers the narrowest that NumPy takes.

use super::Array;
use super::arithmetic::{ArrayOrScalar, Common, Float};
use super::functions::{binary, unary};
use crate::backend::Backend;
use crate::element::{Element, RealElement};
use crate::error::Result;
use crate::ir::{BinaryOp, UnaryOp};
use crate::promote::Promote;
use std::f64::consts::PI;

unary! {
    /// The sine, of radians.
    sin(T: Element) = Sin: T::Float => T::Float;
    /// The cosine, of radians.
    cos(T: Element) = Cos: T::Float => T::Float;
    /// The tangent, of radians.
    tan(T: Element) = Tan: T::Float => T::Float;
    /// The inverse sine, in radians; NaN outside [-1, 1] for reals.
    arcsin(T: Element) = Asin: T::Float => T::Float;
    /// The inverse sine: [`arcsin`](Array::arcsin).
    asin(T: Element) = Asin: T::Float => T::Float;
    /// The inverse cosine, in radians; NaN outside [-1, 1] for reals.
    arccos(T: Element) = Acos: T::Float => T::Float;
    /// The inverse cosine: [`arccos`](Array::arccos).
    acos(T: Element) = Acos: T::Float => T::Float;
    /// The inverse tangent, in radians.
    arctan(T: Element) = Atan: T::Float => T::Float;
    /// The inverse tangent: [`arctan`](Array::arctan).
    atan(T: Element) = Atan: T::Float => T::Float;
    /// The hyperbolic sine.
    sinh(T: Element) = Sinh: T::Float => T::Float;
    /// The hyperbolic cosine.
    cosh(T: Element) = Cosh: T::Float => T::Float;
    /// The hyperbolic tangent.
    tanh(T: Element) = Tanh: T::Float => T::Float;
    /// The inverse hyperbolic sine.
    arcsinh(T: Element) = Asinh: T::Float => T::Float;
    /// The inverse hyperbolic sine: [`arcsinh`](Array::arcsinh).
    asinh(T: Element) = Asinh: T::Float => T::Float;
    /// The inverse hyperbolic cosine; NaN below 1 for reals.
    arccosh(T: Element) = Acosh: T::Float => T::Float;
    /// The inverse hyperbolic cosine: [`arccosh`](Array::arccosh).
    acosh(T: Element) = Acosh: T::Float => T::Float;
    /// The inverse hyperbolic tangent; NaN outside [-1, 1] for reals.
    arctanh(T: Element) = Atanh: T::Float => T::Float;
    /// The inverse hyperbolic tangent: [`arctanh`](Array::arctanh).
    atanh(T: Element) = Atanh: T::Float => T::Float;
}

binary! {
    /// The angle of the point (other, self), in radians: the inverse tangent of `self / other` in the right quadrant.
    arctan2(RealElement) = Atan2 => Float;
    /// The angle of the point (other, self): [`arctan2`](Array::arctan2).
    atan2(RealElement) = Atan2 => Float;
    /// The length of the vector (self, other), without overflow on the way.
    hypot(RealElement) = Hypot => Float;
}

impl<T: RealElement, B: Backend> Array<T, B> {
    /// Radians as degrees, of type [`Element::Float`].
    pub fn degrees(&self) -> Result<Array<T::Float, B>> {
        self.scaled(180.0 / PI)
    }

    /// Radians as degrees: [`degrees`](Array::degrees).
    pub fn rad2deg(&self) -> Result<Array<T::Float, B>> {
        self.degrees()
    }

    /// Degrees as radians, of type [`Element::Float`].
    pub fn radians(&self) -> Result<Array<T::Float, B>> {
        self.scaled(PI / 180.0)
    }

    /// Degrees as radians: [`radians`](Array::radians).
    pub fn deg2rad(&self) -> Result<Array<T::Float, B>> {
        self.radians()
    }

    fn scaled(&self, factor: f64) -> Result<Array<T::Float, B>> {
        let x = self.raw.cast(T::Float::DTYPE)?.widened()?;
        Ok(Array::from_raw(x.with_number(BinaryOp::Mul, factor)?.cast(T::Float::DTYPE)?))
    }
}
