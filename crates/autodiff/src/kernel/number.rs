//! What derivatives of instructions are written with: arrays, or values of a loop's body.

use super::{binary, function, unary, values};
use crate::rule::{Values, missing};
use xparray_core::backend::Backend;
use xparray_core::functions::FunctionId;
use xparray_core::ir::{BinaryOp, Combine, Inst, Op, Polynomial, UnaryOp};
use xparray_core::{Create, DType, Result, Scalar};

/// Something to compute with. A rule that is written for it holds for kernels, whose values are arrays, and for what they repeat.
pub(super) trait Number: Clone {
    fn dtype(&self) -> DType;

    fn scalar(&self, scalar: Scalar) -> Result<Self>;

    fn unary(&self, op: UnaryOp) -> Result<Self>;

    /// A function of this and another number, of one type.
    fn binary(&self, op: BinaryOp, other: &Self) -> Result<Self>;

    /// A function of the table.
    fn call(&self, id: FunctionId) -> Result<Self>;

    fn polynomial(&self, polynomial: &Polynomial) -> Result<Self>;

    /// The first where this holds, and the second elsewhere; of one type.
    fn choose(&self, first: &Self, second: &Self) -> Result<Self>;

    fn astype(&self, dtype: DType) -> Result<Self>;

    /// The complex number of these parts.
    fn complex(re: &Self, im: &Self) -> Result<Self>;

    /// A number of this one's type.
    fn number(&self, value: f64) -> Result<Self> {
        self.scalar(Scalar::from_f64(self.dtype(), value))
    }

    /// As [`binary`](Number::binary), of what promotes to one type.
    fn with(&self, op: BinaryOp, other: impl Term<Self>) -> Result<Self> {
        let other = other.made(self, self.dtype())?;
        let dtype = self.dtype().promote(other.dtype());
        self.astype(dtype)?.binary(op, &other.astype(dtype)?)
    }

    fn where_(&self, first: impl Term<Self>, second: impl Term<Self>) -> Result<Self> {
        let dtype = match (first.dtype(), second.dtype()) {
            (Some(a), Some(b)) => a.promote(b),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => DType::F64,
        };
        let [first, second] = [first.made(self, dtype)?.astype(dtype)?, second.made(self, dtype)?.astype(dtype)?];
        self.choose(&first, &second)
    }

    fn add(&self, other: impl Term<Self>) -> Result<Self> {
        self.with(BinaryOp::Add, other)
    }

    fn subtract(&self, other: impl Term<Self>) -> Result<Self> {
        self.with(BinaryOp::Sub, other)
    }

    fn multiply(&self, other: impl Term<Self>) -> Result<Self> {
        self.with(BinaryOp::Mul, other)
    }

    fn divide(&self, other: impl Term<Self>) -> Result<Self> {
        self.with(BinaryOp::Div, other)
    }

    fn equal(&self, other: impl Term<Self>) -> Result<Self> {
        self.with(BinaryOp::Eq, other)
    }

    fn negative(&self) -> Result<Self> {
        self.unary(UnaryOp::Neg)
    }

    fn square(&self) -> Result<Self> {
        self.unary(UnaryOp::Square)
    }

    fn reciprocal(&self) -> Result<Self> {
        self.unary(UnaryOp::Reciprocal)
    }

    fn conj(&self) -> Result<Self> {
        self.unary(UnaryOp::Conj)
    }

    fn real(&self) -> Result<Self> {
        self.unary(UnaryOp::Real)
    }

    fn imag(&self) -> Result<Self> {
        self.unary(UnaryOp::Imag)
    }

    fn zero(&self) -> Result<Self> {
        self.number(0.0)
    }
}

/// A number, or one that takes the type of what it is used with.
pub(super) trait Term<N: Number> {
    /// The type that it has of itself.
    fn dtype(&self) -> Option<DType>;

    fn made(self, beside: &N, dtype: DType) -> Result<N>;
}

impl<N: Number> Term<N> for &N {
    fn dtype(&self) -> Option<DType> {
        Some(Number::dtype(*self))
    }

    fn made(self, _: &N, _: DType) -> Result<N> {
        Ok(self.clone())
    }
}

impl<N: Number> Term<N> for f64 {
    fn dtype(&self) -> Option<DType> {
        None
    }

    fn made(self, beside: &N, dtype: DType) -> Result<N> {
        beside.scalar(Scalar::from_f64(dtype, self))
    }
}

impl<B: Backend> Number for Values<B> {
    fn dtype(&self) -> DType {
        Values::dtype(self)
    }

    fn scalar(&self, scalar: Scalar) -> Result<Self> {
        self.xp().full_of(scalar.dtype(), (), scalar)
    }

    fn unary(&self, op: UnaryOp) -> Result<Self> {
        unary::apply(op, self)
    }

    fn binary(&self, op: BinaryOp, other: &Self) -> Result<Self> {
        binary::apply(op, self, other)
    }

    fn call(&self, id: FunctionId) -> Result<Self> {
        function::apply(id, self)
    }

    fn polynomial(&self, polynomial: &Polynomial) -> Result<Self> {
        let mut sum = self.number(0.0)?;
        for &coefficient in polynomial.0.iter() {
            sum = Values::multiply(&sum, self)?.add(coefficient)?;
        }
        Ok(sum)
    }

    fn choose(&self, first: &Self, second: &Self) -> Result<Self> {
        Values::where_(self, first, second)
    }

    fn astype(&self, dtype: DType) -> Result<Self> {
        Values::astype(self, dtype)
    }

    fn complex(re: &Self, im: &Self) -> Result<Self> {
        values::complex(re, im)
    }
}

/// The values of instructions over arguments.
pub(super) fn evaluated<N: Number>(insts: &[Inst], args: &[N]) -> Result<Vec<N>> {
    let mut values: Vec<N> = Vec::with_capacity(insts.len());
    for inst in insts {
        let arg = |k: usize| &values[inst.args[k] as usize];
        values.push(match &inst.op {
            Op::Arg(k) => args[*k as usize].clone(),
            Op::Const(scalar) => args[0].scalar(*scalar)?,
            Op::Unary(op) => arg(0).unary(*op)?,
            Op::Binary(op) => arg(0).binary(*op, arg(1))?,
            Op::Call(id) => arg(0).call(*id)?,
            Op::Select => arg(0).choose(arg(1), arg(2))?,
            Op::Cast => arg(0).astype(inst.dtype)?,
            Op::Complex => N::complex(arg(0), arg(1))?,
            Op::Poly(polynomial) => arg(0).polynomial(polynomial)?,
            _ => return Err(missing("function")),
        });
    }
    Ok(values)
}

/// What a user's operation makes of two arrays, of their shape.
pub(crate) fn combined<B: Backend>(combine: &Combine, a: &Values<B>, b: &Values<B>) -> Result<Values<B>> {
    let values = evaluated(&combine.insts, &[a.clone(), b.clone()])?;
    values[combine.result as usize].broadcast_to(a.shape())
}
