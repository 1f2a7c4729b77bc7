//! Arithmetic on floats: one operation a loop, or two, where what one stores and the other loads stays in a register.
//! Each loop has a twin that streams its results.

use super::maps::{TileFn, map2, map3};
use super::real::Real;
use super::stream::{stream2, stream3};
use crate::simd::Hot;
use xparray_ir::DType;
use xparray_ir::ir::BinaryOp;

/// The operations that are paired and streamed: loops of others do more than load and store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
}

/// What a step computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formula {
    /// `op(a, b)`.
    One(Arithmetic),
    /// `outer(inner(a, b), c)`, or `outer(c, inner(a, b))` if the inner result is not the `first` operand.
    Two {
        /// Done first.
        inner: Arithmetic,
        /// Done with its result.
        outer: Arithmetic,
        /// Whether that is the first operand.
        first: bool,
    },
}

/// The loops of a formula: one that stores its results, and one that streams them to memory.
#[derive(Clone, Copy)]
pub struct Loops {
    /// For results that are read again soon.
    pub store: TileFn,
    /// For others.
    pub stream: TileFn,
}

impl Arithmetic {
    /// The operation, if it is one of these.
    pub fn of(op: BinaryOp) -> Option<Self> {
        Some(match op {
            BinaryOp::Add => Self::Add,
            BinaryOp::Sub => Self::Sub,
            BinaryOp::Mul => Self::Mul,
            BinaryOp::Div => Self::Div,
            _ => return None,
        })
    }
}

impl Formula {
    /// The loops over tiles of a type; `None` for other types than `f32` and `f64`.
    pub fn loops(self, dtype: DType) -> Option<Loops> {
        match dtype {
            DType::F32 => Some(self.typed::<f32>()),
            DType::F64 => Some(self.typed::<f64>()),
            _ => None,
        }
    }

    fn typed<T: Real>(self) -> Loops {
        match self {
            Formula::One(Arithmetic::Add) => one(add::<T>),
            Formula::One(Arithmetic::Sub) => one(subtract::<T>),
            Formula::One(Arithmetic::Mul) => one(multiply::<T>),
            Formula::One(Arithmetic::Div) => one(divide::<T>),
            Formula::Two { inner: Arithmetic::Add, outer, first } => two(add::<T>, outer, first),
            Formula::Two { inner: Arithmetic::Sub, outer, first } => two(subtract::<T>, outer, first),
            Formula::Two { inner: Arithmetic::Mul, outer, first } => two(multiply::<T>, outer, first),
            Formula::Two { inner: Arithmetic::Div, outer, first } => two(divide::<T>, outer, first),
        }
    }
}

/// The sum.
#[inline(always)]
pub fn add<T: Real>(a: T, b: T) -> T {
    a + b
}

/// The difference.
#[inline(always)]
pub fn subtract<T: Real>(a: T, b: T) -> T {
    a - b
}

#[inline(always)]
fn multiply<T: Real>(a: T, b: T) -> T {
    a * b
}

#[inline(always)]
fn divide<T: Real>(a: T, b: T) -> T {
    a / b
}

fn one<T: Real>(f: impl Fn(T, T) -> T + Copy + Send + 'static) -> Loops {
    Loops { store: map2(Hot, f), stream: stream2(f) }
}

fn two<T: Real>(f: impl Fn(T, T) -> T + Copy + Send + 'static, outer: Arithmetic, first: bool) -> Loops {
    match (outer, first) {
        (Arithmetic::Add, _) => three(move |a: T, b: T, c: T| f(a, b) + c),
        (Arithmetic::Mul, _) => three(move |a: T, b: T, c: T| f(a, b) * c),
        (Arithmetic::Sub, true) => three(move |a: T, b: T, c: T| f(a, b) - c),
        (Arithmetic::Sub, false) => three(move |a: T, b: T, c: T| c - f(a, b)),
        (Arithmetic::Div, true) => three(move |a: T, b: T, c: T| f(a, b) / c),
        (Arithmetic::Div, false) => three(move |a: T, b: T, c: T| c / f(a, b)),
    }
}

fn three<T: Real>(f: impl Fn(T, T, T) -> T + Copy + Send + 'static) -> Loops {
    Loops { store: map3(Hot, f), stream: stream3(f) }
}
