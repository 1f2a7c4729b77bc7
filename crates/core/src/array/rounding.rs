//! Rounding.

use super::Array;
use super::DynArray;
use super::elementwise::{dyn_doc, unary, var_doc};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Kind, Scalar};
use crate::element::{Element, Number, RealElement};
use crate::error::Result;
use crate::ir::{BinaryOp, UnaryOp};
use crate::kernel::Var;

unary! {
    /// The nearest integer, ties to even, as a float; of complex numbers, of both parts.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.5, 1.5, -1.7])?;
    /// assert_eq!(x.rint().to_string(), "[ 0.  2. -2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    rint(T: Element) = Rint: T::Float => T::Float;
}

/// Functions that leave integers as they are.
macro_rules! to_integer {
    ($($(#[$doc:meta])* $name:ident = $Op:ident;)*) => {
        impl<T: RealElement, B: Backend> Array<T, B> {$(
            $(#[$doc])*
            pub fn $name(&self) -> Self {
                self.deferring(self.array.$name())
            }
        )*}

        impl<B: Backend> DynArray<B> {$(
            #[doc = dyn_doc!($name)]
            pub fn $name(&self) -> Result<Self> {
                TypeClass::RealElement.check(stringify!($name), self.dtype())?;
                if self.dtype().is_float() { self.unary(UnaryOp::$Op) } else { Ok(self.clone()) }
            }
        )*}

        impl<T: RealElement> Var<T> {$(
            #[doc = var_doc!($name RealElement)]
            pub fn $name(self) -> Self {
                if T::DTYPE.is_float() { self.apply::<T, T>(UnaryOp::$Op) } else { self }
            }
        )*}
    };
}

to_integer! {
    /// The nearest integer below, of the same type.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.5, -1.5])?;
    /// assert_eq!(x.floor().to_string(), "[ 1. -2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    floor = Floor;
    /// The nearest integer above, of the same type.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.5, -1.5])?;
    /// assert_eq!(x.ceil().to_string(), "[ 2. -1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ceil = Ceil;
    /// The nearest integer towards zero, of the same type.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.5, -1.5])?;
    /// assert_eq!(x.trunc().to_string(), "[ 1. -1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    trunc = Trunc;
    /// The nearest integer towards zero: [`trunc`](Array::trunc).
    fix = Trunc;
}

impl<T: Number, B: Backend> Array<T, B> {
    /// Rounded to a number of decimals, ties to even, of the same type. A negative number rounds to tens, hundreds, ...
    ///
    /// As NumPy's, this scales floats, rounds and scales back: a value that becomes infinite on the way stays infinite.
    /// Integers are rounded exactly; what their type does not hold wraps.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.25, 2.345, -0.5])?;
    /// assert_eq!(x.round(1).to_string(), "[ 1.2  2.3 -0.5]");
    /// assert_eq!(xp.array([1234])?.round(-2).to_string(), "[1200]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn round(&self, decimals: i32) -> Self {
        self.deferring(self.array.round(decimals))
    }

    /// Rounded to a number of decimals: [`round`](Array::round).
    pub fn around(&self, decimals: i32) -> Self {
        self.round(decimals)
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(round)]
    pub fn round(&self, decimals: i32) -> Result<Self> {
        TypeClass::Number.check("round", self.dtype())?;
        self.rounded(decimals)
    }

    #[doc = dyn_doc!(around)]
    pub fn around(&self, decimals: i32) -> Result<Self> {
        self.round(decimals)
    }

    fn rounded(&self, decimals: i32) -> Result<Self> {
        let dtype = self.dtype();
        match dtype.kind() {
            Kind::Complex => {
                let [re, im] = [UnaryOp::Real, UnaryOp::Imag].map(|part| self.unary(part)?.rounded(decimals));
                Self::complex(&re?, &im?)
            }
            Kind::Float if decimals == 0 => self.unary(UnaryOp::Rint),
            // NumPy has no bf16, and computes f16 in its own precision.
            Kind::Float if dtype == DType::BF16 => self.widened()?.rounded(decimals)?.astype(dtype),
            Kind::Float => self.scaled_rint(decimals),
            _ if decimals >= 0 => Ok(self.clone()),
            _ => self.rounded_digits(decimals.unsigned_abs()),
        }
    }

    /// Integers rounded to a multiple of a power of ten, ties to an even multiple; what the type does not hold wraps.
    fn rounded_digits(&self, digits: u32) -> Result<Self> {
        let Some(scale) = 10u64.checked_pow(digits) else {
            return Self::full(self.xp(), Scalar::from_f64(self.dtype(), 0.0), self.shape());
        };
        let by = |x: &Self, op, number: u64| x.binary_scalar(op, Scalar::new(number), false);
        let signed = self.dtype().kind() == Kind::Signed;
        let wide = if signed { self.astype(DType::I64)? } else { self.clone() };
        let magnitude = wide.unary(UnaryOp::Abs)?.astype(DType::U64)?;
        let multiple = by(&magnitude, BinaryOp::FloorDiv, scale)?;
        // An odd multiple makes up for the tie that is not above the half.
        let odd = by(&multiple, BinaryOp::And, 1)?;
        let rest = by(&magnitude, BinaryOp::Mod, scale)?.binary(BinaryOp::Add, "round", &odd)?;
        let up = by(&rest, BinaryOp::Gt, scale / 2)?.astype(DType::U64)?;
        let rounded = by(&multiple.binary(BinaryOp::Add, "round", &up)?, BinaryOp::Mul, scale)?;
        if !signed {
            return rounded.astype(self.dtype());
        }
        let negative = wide.with_number(BinaryOp::Lt, 0.0)?;
        Self::selected(&negative, &rounded.unary(UnaryOp::Neg)?, &rounded)?.astype(self.dtype())
    }

    fn scaled_rint(&self, decimals: i32) -> Result<Self> {
        let scale = 10f64.powf(f64::from(decimals).abs());
        let (first, second) =
            if decimals >= 0 { (BinaryOp::Mul, BinaryOp::Div) } else { (BinaryOp::Div, BinaryOp::Mul) };
        self.with_number(first, scale)?.unary(UnaryOp::Rint)?.with_number(second, scale)
    }
}
