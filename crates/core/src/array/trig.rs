//! Trigonometric and hyperbolic functions.
//!
//! Results are floats: [`Results::Float`](crate::Results::Float), for integers the narrowest that NumPy takes.

use super::Array;
use super::DynArray;
use super::arithmetic::{Common, Float};
use super::elementwise::{binary, dyn_doc, unary};
use super::operand::ArrayOrScalar;
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::element::{Element, RealElement};
use crate::error::Result;
use crate::ir::{BinaryOp, UnaryOp};
use crate::promote::Promote;
use std::f64::consts::PI;

unary! {
    /// The sine, of radians.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 1.0])?;
    /// assert_eq!(x.sin().to_string(), "[0.         0.84147098]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    sin(T: Element) = Sin: T::Float => T::Float;
    /// The cosine, of radians.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 1.0])?;
    /// assert_eq!(x.cos().to_string(), "[1.         0.54030231]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    cos(T: Element) = Cos: T::Float => T::Float;
    /// The tangent, of radians.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 1.0])?;
    /// assert_eq!(x.tan().to_string(), "[0.         1.55740772]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    tan(T: Element) = Tan: T::Float => T::Float;
    /// The inverse sine, in radians; NaN outside [-1, 1] for reals.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 1.0])?;
    /// assert_eq!(x.arcsin().to_string(), "[0.         1.57079633]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    arcsin(T: Element) = Asin: T::Float => T::Float;
    /// The inverse sine: [`arcsin`](Array::arcsin).
    asin(T: Element) = Asin: T::Float => T::Float;
    /// The inverse cosine, in radians; NaN outside [-1, 1] for reals.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 0.0])?;
    /// assert_eq!(x.arccos().to_string(), "[0.         1.57079633]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    arccos(T: Element) = Acos: T::Float => T::Float;
    /// The inverse cosine: [`arccos`](Array::arccos).
    acos(T: Element) = Acos: T::Float => T::Float;
    /// The inverse tangent, in radians.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 1.0])?;
    /// assert_eq!(x.arctan().to_string(), "[0.         0.78539816]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    arctan(T: Element) = Atan: T::Float => T::Float;
    /// The inverse tangent: [`arctan`](Array::arctan).
    atan(T: Element) = Atan: T::Float => T::Float;
    /// The hyperbolic sine.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 1.0])?;
    /// assert_eq!(x.sinh().to_string(), "[0.         1.17520119]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    sinh(T: Element) = Sinh: T::Float => T::Float;
    /// The hyperbolic cosine.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 1.0])?;
    /// assert_eq!(x.cosh().to_string(), "[1.         1.54308063]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    cosh(T: Element) = Cosh: T::Float => T::Float;
    /// The hyperbolic tangent.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 1.0])?;
    /// assert_eq!(x.tanh().to_string(), "[0.         0.76159416]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    tanh(T: Element) = Tanh: T::Float => T::Float;
    /// The inverse hyperbolic sine.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 1.0])?;
    /// assert_eq!(x.arcsinh().to_string(), "[0.         0.88137359]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    arcsinh(T: Element) = Asinh: T::Float => T::Float;
    /// The inverse hyperbolic sine: [`arcsinh`](Array::arcsinh).
    asinh(T: Element) = Asinh: T::Float => T::Float;
    /// The inverse hyperbolic cosine; NaN below 1 for reals.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 2.0])?;
    /// assert_eq!(x.arccosh().to_string(), "[0.        1.3169579]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    arccosh(T: Element) = Acosh: T::Float => T::Float;
    /// The inverse hyperbolic cosine: [`arccosh`](Array::arccosh).
    acosh(T: Element) = Acosh: T::Float => T::Float;
    /// The inverse hyperbolic tangent; NaN outside [-1, 1] for reals.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 0.5])?;
    /// assert_eq!(x.arctanh().to_string(), "[0.         0.54930614]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    arctanh(T: Element) = Atanh: T::Float => T::Float;
    /// The inverse hyperbolic tangent: [`arctanh`](Array::arctanh).
    atanh(T: Element) = Atanh: T::Float => T::Float;
}

binary! {
    /// The angle of the point (other, self), in radians: the inverse tangent of `self / other` in the right quadrant.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (y, x) = (xp.array([1.0, -1.0])?, xp.array([-1.0, -1.0])?);
    /// assert_eq!(y.arctan2(&x)?.to_string(), "[ 2.35619449 -2.35619449]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    arctan2(RealElement) = Atan2 => Float;
    /// The angle of the point (other, self): [`arctan2`](Array::arctan2).
    atan2(RealElement) = Atan2 => Float;
    /// The length of the vector (self, other), without overflow on the way.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([3.0, 5.0])?;
    /// assert_eq!(x.hypot(&xp.array([4.0, 12.0])?)?.to_string(), "[ 5. 13.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    hypot(RealElement) = Hypot => Float;
}

impl<T: RealElement, B: Backend> Array<T, B> {
    /// Radians as degrees, of type [`Results::Float`](crate::Results::Float).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.from_slice(&[0.0, std::f64::consts::PI], 2)?;
    /// assert_eq!(x.degrees().to_string(), "[  0. 180.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn degrees(&self) -> Array<T::Float, B> {
        self.deferring(self.array.degrees())
    }

    /// Radians as degrees: [`degrees`](Array::degrees).
    pub fn rad2deg(&self) -> Array<T::Float, B> {
        self.degrees()
    }

    /// Degrees as radians, of type [`Results::Float`](crate::Results::Float).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.0, 180.0])?;
    /// assert_eq!(x.radians().to_string(), "[0.         3.14159265]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn radians(&self) -> Array<T::Float, B> {
        self.deferring(self.array.radians())
    }

    /// Degrees as radians: [`radians`](Array::radians).
    pub fn deg2rad(&self) -> Array<T::Float, B> {
        self.radians()
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(degrees)]
    pub fn degrees(&self) -> Result<Self> {
        self.scaled("degrees", 180.0 / PI)
    }

    #[doc = dyn_doc!(rad2deg)]
    pub fn rad2deg(&self) -> Result<Self> {
        self.degrees()
    }

    #[doc = dyn_doc!(radians)]
    pub fn radians(&self) -> Result<Self> {
        self.scaled("radians", PI / 180.0)
    }

    #[doc = dyn_doc!(deg2rad)]
    pub fn deg2rad(&self) -> Result<Self> {
        self.radians()
    }

    fn scaled(&self, op: &'static str, factor: f64) -> Result<Self> {
        TypeClass::RealElement.check(op, self.dtype())?;
        let dtype = self.dtype().float();
        self.astype(dtype)?.widened()?.with_number(BinaryOp::Mul, factor)?.astype(dtype)
    }
}
