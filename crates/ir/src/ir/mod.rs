//! The kernel IR: a small typed SSA over scalars, which every backend compiles or interprets.
//!
//! A [`Kernel`] is structure only. Shapes, strides and scalar values are run-time arguments of
//! a [`Launch`](crate::backend::Launch), so that a cache keyed by the kernel compiles a loop with
//! a changing scalar once.

mod keeping;
mod ops;
mod polynomial;
mod shared;
mod shared_loop;
mod verify;

pub use keeping::Kept;
pub use ops::{BinaryOp, Distribution, ReduceOp, UnaryOp};
pub use polynomial::Polynomial;
pub use shared::SharedKernel;
pub use shared_loop::SharedLoop;
pub use verify::Read;

use crate::dtype::{DType, Scalar};
use crate::functions::FunctionId;
use smallvec::SmallVec;

/// The result of an instruction, by its place in [`Kernel::insts`].
pub type Value = u16;

/// What an instruction does. `Load`, `Index` and `Gather` name an operand of the launch.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// The element of a buffer operand at the operand's layout.
    Load(u16),
    /// The place itself: offset plus index times strides of an operand without a buffer (`i64`).
    Index(u16),
    /// The element of a buffer operand at a run-time place: the operand's layout has one axis, whatever
    /// the space, and `args[0]` (`i64`) is the index on it; negative ones count from the end, and
    /// one out of bounds is an error of the launch.
    Gather(u16),
    /// A scalar argument.
    Param(u16),
    /// Random number `args[0]` (`u64`) of the stream `args[1]` (seed, `u64`), `args[2]` (stream, `u64`).
    Random(Distribution),
    /// A function of one value.
    Unary(UnaryOp),
    /// A function of two values of one type.
    Binary(BinaryOp),
    /// A function of the table, which backends compile by its [expression](FunctionId::expression).
    Call(FunctionId),
    /// `args[0]` (bool) chooses `args[1]` or `args[2]`.
    Select,
    /// A conversion, as [`Element::cast`](crate::Element::cast) does it.
    Cast,
    /// The complex number of real part `args[0]` and imaginary part `args[1]`.
    Complex,
    /// Epilogue only: part of a reduction's result (see [`ReduceOp`]).
    Reduced {
        /// Which of [`Kernel::reductions`].
        index: u16,
        /// Which part of its result.
        part: u16,
    },
    /// In a [`Combine`]: the accumulated value (0) or the next one (1). In the expression of a function: its argument (0).
    /// In a [`Loop`]: its arguments.
    Arg(u16),
    /// A constant.
    Const(Scalar),
    /// A polynomial of `args[0]`, `f32` or `f64`, by Horner's rule with fused multiplication and addition.
    Poly(Polynomial),
    /// What the product of two numbers, `f32` or `f64`, loses by rounding. Exact unless it is subnormal.
    ProductError,
    /// A part of the state that a loop ends with. `args` are the loop's: its first state, then what it reads besides.
    Loop {
        /// What is repeated. Equal loops over equal arguments are one, whatever part each gives.
        body: SharedLoop,
        /// Which part of the state.
        part: u16,
    },
}

impl Op {
    /// What it does to values, for people; `None` if it is where they come from.
    pub fn name(&self) -> Option<String> {
        Some(match self {
            Op::Unary(op) => format!("{op:?}").to_lowercase(),
            Op::Binary(op) => format!("{op:?}").to_lowercase(),
            Op::Call(function) => function.function().name.to_owned(),
            Op::Random(distribution) => distribution.name().to_owned(),
            Op::Select => "select".to_owned(),
            Op::Gather(_) => "gather".to_owned(),
            Op::Cast => "cast".to_owned(),
            Op::Loop { .. } => "loop".to_owned(),
            _ => return None,
        })
    }
}

impl ReduceOp {
    /// What it does, for people.
    pub fn name(&self) -> String {
        match self {
            ReduceOp::Custom(_) => "reduce".to_owned(),
            op => format!("{op:?}").to_lowercase(),
        }
    }
}

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Inst {
    /// What it does.
    pub op: Op,
    /// The type of its result.
    pub dtype: DType,
    /// Earlier values.
    pub args: SmallVec<[Value; 4]>,
}

/// A user's associative operation, over `Arg(0)` and `Arg(1)` of one type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Combine {
    /// The body.
    pub insts: Vec<Inst>,
    /// The result, of the type of the arguments.
    pub result: Value,
}

/// What is repeated while a condition holds, for each element by itself: `while condition(state) { state = next(state) }`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Loop {
    /// The types of the arguments, `Arg(k)`: first the state's, then those of values that stay as they are.
    pub args: Vec<DType>,
    /// The instructions: those of the condition, then those of the next state. Loops among them are inner ones.
    pub insts: Vec<Inst>,
    /// How many instructions are the condition's. The others run only where it holds.
    pub head: usize,
    /// Whether to go on (`bool`), one of the first `head` values.
    pub condition: Value,
    /// The next state, each part of its type.
    pub next: Vec<Value>,
}

impl Loop {
    /// Whether what is repeated has loops itself.
    pub fn has_loops(&self) -> bool {
        self.insts.iter().any(|inst| matches!(inst.op, Op::Loop { .. }))
    }
}

/// A reduction of a body value over the reduced axes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reduction {
    /// The operation.
    pub op: ReduceOp,
    /// What is reduced. For the arg-reductions `args[1]` is the index (`i64`);
    /// for [`ReduceOp::Custom`] it is a parameter, the identity.
    pub args: SmallVec<[Value; 2]>,
    /// The type of the accumulator.
    pub dtype: DType,
}

/// A fused kernel: a body over the whole iteration space; if there are reductions, these and
/// an epilogue over the axes that they keep.
///
/// It can be anything until a [`SharedKernel`] is made of it, which verifies that every value is defined before it is used
/// and has the type that its operation gives, and that an operand is read in one way only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kernel {
    /// The body, then the epilogue.
    pub insts: Vec<Inst>,
    /// How many instructions are the body.
    pub body: usize,
    /// Reductions of body values; all over the same axes.
    pub reductions: Vec<Reduction>,
    /// The values to store. One below [`Kernel::body`] is stored over the whole space, one
    /// at or above it over the kept axes.
    pub outputs: Vec<Value>,
    /// How many operands the launch has.
    pub operands: usize,
    /// The types of the scalar arguments.
    pub params: Vec<DType>,
}

impl Kernel {
    /// The type of a value.
    pub fn dtype(&self, value: Value) -> DType {
        self.insts[value as usize].dtype
    }

    /// A short name: what it reduces and does, for profiles.
    pub fn name(&self) -> String {
        let reductions = self.reductions.iter().map(|reduction| reduction.op.name());
        let ops = self.insts.iter().filter_map(|inst| inst.op.name());
        let names: Vec<String> = reductions.chain(ops).collect();
        match names.len() {
            0 => "copy".to_owned(),
            1..=6 => names.join("_"),
            n => format!("{}_and_{}_more", names[..5].join("_"), n - 5),
        }
    }

    /// Whether a value belongs to the body.
    pub fn in_body(&self, value: Value) -> bool {
        (value as usize) < self.body
    }
}
