//! Expressions of the IR, and how they are written: with operators.

use super::{Body, FunctionId};
use crate::dtype::{DType, Scalar};
use crate::ir::{BinaryOp, Inst, Op, Polynomial, UnaryOp, Value};
use std::cell::RefCell;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A function as instructions over `Arg(0)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expression {
    /// Arguments, constants, and operations on `f32`, `f64`, truth values and exponents (`i32`).
    pub insts: Vec<Inst>,
    /// The result.
    pub result: Value,
}

impl Expression {
    /// What a body writes down for an argument of this type.
    pub fn new(dtype: DType, body: Body) -> Self {
        Self::written(dtype, body)
    }

    /// Likewise for an argument of `f32`, computed in `f64` and rounded.
    pub fn rounded(body: Body) -> Self {
        Self::written(DType::F32, |x| body(x.cast(DType::F64)).cast(DType::F32))
    }

    fn written(dtype: DType, body: impl for<'e> FnOnce(X<'e>) -> X<'e>) -> Self {
        let sheet = Sheet::default();
        let result = body(sheet.write(Op::Arg(0), dtype, &[])).value;
        Self { insts: sheet.insts.into_inner(), result }
    }
}

/// What is being written.
#[derive(Debug, Default)]
struct Sheet {
    insts: RefCell<Vec<Inst>>,
}

impl Sheet {
    /// The value of an instruction, which is written once.
    fn write(&self, op: Op, dtype: DType, args: &[Value]) -> X<'_> {
        let inst = Inst { op, dtype, args: args.into() };
        let mut insts = self.insts.borrow_mut();
        let value = insts.iter().position(|other| *other == inst).unwrap_or(insts.len());
        if value == insts.len() {
            insts.push(inst);
        }
        X { sheet: self, dtype, value: value as Value }
    }
}

/// A number, `f32` or `f64`, in an expression that is being written.
///
/// Constants are of the type of the number that they stand beside.
///
/// ```
/// use xparray::DType;
/// use xparray::functions::Expression;
/// let expression = Expression::new(DType::F64, |x| 1.0 / (1.0 + (-x).exp()));
/// assert_eq!(expression.insts.len(), 6); // x, -x, exp, 1, +, /
/// ```
#[derive(Clone, Copy, Debug)]
pub struct X<'e> {
    sheet: &'e Sheet,
    dtype: DType,
    value: Value,
}

/// A truth value in an expression that is being written.
#[derive(Clone, Copy, Debug)]
pub struct Condition<'e>(X<'e>);

/// What stands beside a number: another one, or a constant.
pub trait Term<'e> {
    /// As a number of the same type.
    fn beside(self, other: X<'e>) -> X<'e>;
}

impl<'e> Term<'e> for X<'e> {
    fn beside(self, _: X<'e>) -> X<'e> {
        self
    }
}

impl<'e> Term<'e> for f64 {
    fn beside(self, other: X<'e>) -> X<'e> {
        other.constant(self)
    }
}

macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident = $Op:ident;)+) => {$(
        $(#[$doc])*
        pub fn $name(self) -> Self {
            self.sheet.write(Op::Unary(UnaryOp::$Op), self.dtype, &[self.value])
        }
    )+};
}

macro_rules! compare {
    ($($(#[$doc:meta])* $name:ident = $Op:ident;)+) => {$(
        $(#[$doc])*
        pub fn $name(self, other: impl Term<'e>) -> Condition<'e> {
            let other = other.beside(self);
            Condition(self.sheet.write(Op::Binary(BinaryOp::$Op), DType::Bool, &[self.value, other.value]))
        }
    )+};
}

impl<'e> X<'e> {
    unary! {
        /// The magnitude.
        abs = Abs;
        /// -1, 0 or 1.
        sign = Sign;
        /// The square root.
        sqrt = Sqrt;
        /// `e` to its power.
        exp = Exp;
        /// 2 to its power.
        exp2 = Exp2;
        /// `exp(x) - 1`.
        expm1 = Expm1;
        /// The natural logarithm.
        log = Log;
        /// `log(1 + x)`.
        log1p = Log1p;
        /// The sine.
        sin = Sin;
        /// The cosine.
        cos = Cos;
        /// The tangent.
        tan = Tan;
        /// The nearest integer, ties to even.
        rint = Rint;
        /// The next integer below.
        floor = Floor;
        /// The mantissa of `frexp`: from 1/2 to 1.
        mantissa = Mantissa;
    }

    compare! {
        /// Whether it is less.
        lt = Lt;
        /// Whether it is less or equal.
        le = Le;
        /// Whether it is greater.
        gt = Gt;
        /// Whether it is greater or equal.
        ge = Ge;
        /// Whether both are equal.
        eq = Eq;
    }

    fn binary(self, op: BinaryOp, other: impl Term<'e>) -> Self {
        let other = other.beside(self);
        self.sheet.write(Op::Binary(op), self.dtype, &[self.value, other.value])
    }

    /// The exponent of `frexp`.
    pub fn exponent(self) -> Self {
        self.sheet.write(Op::Unary(UnaryOp::Exponent), DType::I32, &[self.value]).cast(self.dtype)
    }

    /// A constant of the same type.
    pub fn constant(self, number: f64) -> Self {
        self.sheet.write(Op::Const(Scalar::from_f64(self.dtype, number)), self.dtype, &[])
    }

    /// The lesser; NaN if either is.
    pub fn min(self, other: impl Term<'e>) -> Self {
        self.binary(BinaryOp::Min, other)
    }

    /// The greater; NaN if either is.
    pub fn max(self, other: impl Term<'e>) -> Self {
        self.binary(BinaryOp::Max, other)
    }

    /// What a division by another number leaves, exactly, with this one's sign.
    pub fn fmod(self, divisor: impl Term<'e>) -> Self {
        self.binary(BinaryOp::Fmod, divisor)
    }

    /// The magnitude with another number's sign.
    pub fn copysign(self, sign: impl Term<'e>) -> Self {
        self.binary(BinaryOp::Copysign, sign)
    }

    /// What a product loses by rounding: `self * other` less the same, rounded. Exact unless it is subnormal.
    pub fn product_error(self, other: impl Term<'e>) -> Self {
        let other = other.beside(self);
        self.sheet.write(Op::ProductError, self.dtype, &[self.value, other.value])
    }

    /// The polynomial with these coefficients, the highest first, by Horner's rule with fused multiplication and addition.
    pub fn poly(self, coefficients: &'static [f64]) -> Self {
        self.sheet.write(Op::Poly(Polynomial(coefficients)), self.dtype, &[self.value])
    }

    /// Chooses by the type of the number.
    pub fn choose<T>(self, single: T, double: T) -> T {
        if self.dtype == DType::F32 { single } else { double }
    }

    /// What the sum of two numbers loses by rounding.
    pub fn sum_error(self, other: impl Term<'e>) -> Self {
        let other = other.beside(self);
        let sum = self + other;
        let part = sum - self;
        (self - (sum - part)) + (other - part)
    }

    /// Another function of the table.
    pub fn call(self, function: FunctionId) -> Self {
        self.sheet.write(Op::Call(function), self.dtype, &[self.value])
    }

    /// Converted. Back to `f32` from what was made wider, the number itself.
    pub fn cast(self, dtype: DType) -> Self {
        let inst = self.sheet.insts.borrow()[self.value as usize].clone();
        if let (Op::Cast, DType::F32, &[value]) = (&inst.op, dtype, &inst.args[..])
            && self.sheet.insts.borrow()[value as usize].dtype == DType::F32
        {
            return Self { dtype, value, ..self };
        }
        self.sheet.write(Op::Cast, dtype, &[self.value])
    }
}

impl<'e> Condition<'e> {
    /// `a` where this is true, else `b`. Both are computed.
    pub fn select(self, a: impl Term<'e>, b: impl Term<'e>) -> X<'e> {
        let compared = X { dtype: self.compared(), ..self.0 };
        let a = a.beside(compared);
        let b = b.beside(a);
        self.0.sheet.write(Op::Select, a.dtype, &[self.0.value, a.value, b.value])
    }

    /// The type of the numbers that were compared.
    fn compared(self) -> DType {
        let insts = self.0.sheet.insts.borrow();
        insts[insts[self.0.value as usize].args[0] as usize].dtype
    }
}

impl Neg for X<'_> {
    type Output = Self;
    fn neg(self) -> Self {
        self.sheet.write(Op::Unary(UnaryOp::Neg), self.dtype, &[self.value])
    }
}

macro_rules! operator {
    ($($Op:ident $name:ident;)+) => {$(
        impl<'e, O: Term<'e>> $Op<O> for X<'e> {
            type Output = Self;
            fn $name(self, other: O) -> Self {
                self.binary(BinaryOp::$Op, other)
            }
        }
        impl<'e> $Op<X<'e>> for f64 {
            type Output = X<'e>;
            fn $name(self, other: X<'e>) -> X<'e> {
                other.constant(self).binary(BinaryOp::$Op, other)
            }
        }
    )+};
}
operator! {
    Add add;
    Sub sub;
    Mul mul;
    Div div;
}
