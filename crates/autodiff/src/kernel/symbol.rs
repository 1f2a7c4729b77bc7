//! Values of instructions that are being written.

use super::number::Number;
use crate::rule::missing;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::collections::HashMap;
use xparray_core::functions::FunctionId;
use xparray_core::ir::{BinaryOp, Inst, Op, Polynomial, UnaryOp, Value};
use xparray_core::{DType, Result, Scalar};

/// Instructions, to which more are added. Those that are the same are one.
pub(super) struct Writer {
    insts: RefCell<Vec<Inst>>,
    known: RefCell<HashMap<Inst, Value>>,
}

/// What one of them gives.
#[derive(Clone)]
pub(super) struct Symbol<'a> {
    writer: &'a Writer,
    pub value: Value,
    dtype: DType,
}

impl Writer {
    pub fn new(insts: Vec<Inst>) -> Self {
        let known = insts.iter().cloned().zip(0..).collect();
        Self { insts: RefCell::new(insts), known: RefCell::new(known) }
    }

    /// What an instruction gives that is there already.
    pub fn at(&self, value: Value) -> Symbol<'_> {
        Symbol { writer: self, value, dtype: self.insts.borrow()[value as usize].dtype }
    }

    pub fn write(&self, op: Op, dtype: DType, args: &[Value]) -> Result<Symbol<'_>> {
        let inst = Inst { op, dtype, args: SmallVec::from_slice(args) };
        let mut insts = self.insts.borrow_mut();
        // More than a kernel may have is refused when it is made of them; so many have no number.
        let next = Value::try_from(insts.len()).map_err(|_| missing("loop"))?;
        let value = *self.known.borrow_mut().entry(inst).or_insert_with_key(|inst| {
            insts.push(inst.clone());
            next
        });
        Ok(Symbol { writer: self, value, dtype })
    }

    pub fn finish(self) -> Vec<Inst> {
        self.insts.into_inner()
    }
}

impl Number for Symbol<'_> {
    fn dtype(&self) -> DType {
        self.dtype
    }

    fn scalar(&self, scalar: Scalar) -> Result<Self> {
        self.writer.write(Op::Const(scalar), scalar.dtype(), &[])
    }

    fn unary(&self, op: UnaryOp) -> Result<Self> {
        self.writer.write(Op::Unary(op), op.result(self.dtype), &[self.value])
    }

    fn binary(&self, op: BinaryOp, other: &Self) -> Result<Self> {
        self.writer.write(Op::Binary(op), op.result(self.dtype), &[self.value, other.value])
    }

    fn call(&self, id: FunctionId) -> Result<Self> {
        self.writer.write(Op::Call(id), self.dtype, &[self.value])
    }

    fn polynomial(&self, polynomial: &Polynomial) -> Result<Self> {
        self.writer.write(Op::Poly(*polynomial), self.dtype, &[self.value])
    }

    fn choose(&self, first: &Self, second: &Self) -> Result<Self> {
        self.writer.write(Op::Select, first.dtype, &[self.value, first.value, second.value])
    }

    fn astype(&self, dtype: DType) -> Result<Self> {
        if dtype == self.dtype {
            return Ok(self.clone());
        }
        self.writer.write(Op::Cast, dtype, &[self.value])
    }

    fn complex(re: &Self, im: &Self) -> Result<Self> {
        re.writer.write(Op::Complex, re.dtype.promote(DType::Complex64), &[re.value, im.value])
    }
}
