//! Functions as lists of operations, for machine code that is made when the program runs: what the compiler
//! vectorises for `f32` and `f64`, written down by a third type that computes nothing. So both give the same bits.

use super::real::{Bits, Mask, Number, Real};
use super::tables::Table;
use super::{Binary, Unary, written1, written2};
use crate::DType;
use std::cell::RefCell;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Shl, Shr, Sub};

/// An operation on numbers, on their bits, or on answers to comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// An argument of the function.
    Argument(u8),
    /// A number, by its bits.
    Constant(u64),
    Add,
    Sub,
    Mul,
    Div,
    /// `a b + c`, rounded once: whether the product is negated, and whether `c` is.
    Fma(bool, bool),
    Negate,
    Sqrt,
    And,
    Or,
    Xor,
    Not,
    /// Of bits, to the left.
    Shl(u8),
    /// Of bits, to the right, without a sign.
    Shr(u8),
    /// The sum of bits, which wraps.
    Plus,
    /// `a < b`.
    Below,
    /// `a >= b`.
    AtLeast,
    Equals,
    /// Whether the sign bit is set.
    Negative,
    /// The second where the first says so, else the third.
    Select,
}

/// An operation with its arguments, which are before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it does.
    pub op: Op,
    /// Of these, as many as the operation has.
    pub args: [u16; 3],
    /// Whether the result is an answer to a comparison.
    pub mask: bool,
}

/// A function.
pub struct Formula {
    /// In order.
    pub nodes: Vec<Node>,
    /// The value.
    pub result: u16,
    /// Where this answers yes, the value is wrong, and the function of slices has to compute it.
    pub rare: Option<u16>,
}

impl Formula {
    /// A function of one number of type `f32` or `f64`.
    pub fn unary(op: Unary, dtype: DType) -> Self {
        match dtype {
            DType::F32 => written::<f32, 1>(|args| written1(op, args)),
            _ => written::<f64, 1>(|args| written1(op, args)),
        }
    }

    /// A function of two.
    pub fn binary(op: Binary, dtype: DType) -> Self {
        match dtype {
            DType::F32 => written::<f32, 2>(|args| written2(op, args)),
            _ => written::<f64, 2>(|args| written2(op, args)),
        }
    }

    /// Which operations the value, or the answer whether it is wrong, needs.
    pub fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        needed[self.result as usize] = true;
        self.rare.iter().for_each(|&rare| needed[rare as usize] = true);
        for (at, node) in self.nodes.iter().enumerate().rev() {
            if needed[at] {
                node.args[..node.op.arity()].iter().for_each(|&arg| needed[arg as usize] = true);
            }
        }
        needed
    }
}

impl Op {
    /// How many arguments it has.
    pub fn arity(self) -> usize {
        match self {
            Op::Argument(_) | Op::Constant(_) => 0,
            Op::Negate | Op::Sqrt | Op::Not | Op::Shl(_) | Op::Shr(_) | Op::Negative => 1,
            Op::Fma(..) | Op::Select => 3,
            _ => 2,
        }
    }

    /// Whether the first two arguments can be exchanged.
    fn commutes(self) -> bool {
        matches!(self, Op::Add | Op::Mul | Op::Fma(..) | Op::And | Op::Or | Op::Xor | Op::Plus)
    }
}

/// The answer to whether a value is wrong.
type Rare<'a> = Option<Traced<'a, bool>>;

fn written<B: Number + Word, const N: usize>(
    function: impl for<'a> Fn([Traced<'a, B>; N]) -> (Traced<'a, B>, Rare<'a>),
) -> Formula
where
    B::Bits: Word,
{
    let trace = Trace::default();
    let mut place = 0;
    let args = [(); N].map(|()| {
        place += 1;
        Traced::Node(&trace, trace.push(Op::Argument(place - 1), &[], false))
    });
    let (value, rare) = function(args);
    let (result, rare) = (value.place(&trace), rare.map(|rare| rare.place(&trace)));
    Formula { nodes: trace.0.take(), result, rare }
}

/// What was written down until now.
#[derive(Default)]
struct Trace(RefCell<Vec<Node>>);

impl Trace {
    /// Adds an operation, unless it is there already.
    fn push(&self, op: Op, args: &[u16], mask: bool) -> u16 {
        let mut nodes = self.0.borrow_mut();
        let mut all = [0; 3];
        all[..args.len()].copy_from_slice(args);
        let op = without_signs(&nodes, op, &mut all);
        if op.commutes() && matches!(nodes[all[0] as usize].op, Op::Constant(_)) {
            // Where an instruction may read memory.
            all.swap(0, 1);
        }
        let node = Node { op, args: all, mask };
        let place = nodes.iter().position(|other| *other == node).unwrap_or_else(|| {
            nodes.push(node);
            nodes.len() - 1
        });
        place as u16
    }
}

/// The operation on what was negated before it, as the compiler does it: the sign of a NaN tells.
fn without_signs(nodes: &[Node], op: Op, args: &mut [u16; 3]) -> Op {
    let mut strip = |k: usize| {
        let node = nodes.get(args[k] as usize).filter(|node| node.op == Op::Negate);
        node.map(|node| args[k] = node.args[0]).is_some()
    };
    match op {
        Op::Add if strip(1) => Op::Sub,
        Op::Sub if strip(1) => Op::Add,
        Op::Add if strip(0) => {
            args.swap(0, 1);
            Op::Sub
        }
        Op::Fma(product, addend) => Op::Fma(product ^ strip(0) ^ strip(1), addend ^ strip(2)),
        op => op,
    }
}

/// A value of a function that is written down: known before, or the result of an operation.
#[derive(Clone, Copy)]
enum Traced<'a, K> {
    Known(K),
    Node(&'a Trace, u16),
}

/// What may be known.
trait Word: Copy {
    /// Whether it is an answer to a comparison.
    const MASK: bool = false;
    /// The bits.
    fn word(self) -> u64;
}

impl Word for f32 {
    fn word(self) -> u64 {
        self.to_bits().into()
    }
}

impl Word for f64 {
    fn word(self) -> u64 {
        self.to_bits()
    }
}

impl Word for u32 {
    fn word(self) -> u64 {
        self.into()
    }
}

impl Word for u64 {
    fn word(self) -> u64 {
        self
    }
}

impl Word for bool {
    const MASK: bool = true;
    fn word(self) -> u64 {
        self.into()
    }
}

use Traced::{Known, Node as At};

// Functions are written down once: these are calls, so that the code of each of them is short.
impl<'a, K: Word> Traced<'a, K> {
    /// The place of the operation.
    #[inline(never)]
    fn place(self, trace: &Trace) -> u16 {
        match self {
            Known(known) => trace.push(Op::Constant(known.word()), &[], K::MASK),
            At(_, place) => place,
        }
    }

    /// The result of an operation on this.
    #[inline(never)]
    fn one<R: Word>(self, op: Op, known: impl FnOnce(K) -> R) -> Traced<'a, R> {
        match self {
            Known(x) => Known(known(x)),
            At(trace, place) => At(trace, trace.push(op, &[place], R::MASK)),
        }
    }

    /// Likewise on two values.
    #[inline(never)]
    fn two<R: Word>(self, other: Self, op: Op, known: impl FnOnce(K, K) -> R) -> Traced<'a, R> {
        let trace = match (self, other) {
            (Known(x), Known(y)) => return Known(known(x, y)),
            (At(trace, _), _) | (_, At(trace, _)) => trace,
        };
        At(trace, trace.push(op, &[self.place(trace), other.place(trace)], R::MASK))
    }

    /// The same bits as another type.
    fn same<R>(self, known: impl FnOnce(K) -> R) -> Traced<'a, R> {
        match self {
            Known(x) => Known(known(x)),
            At(trace, place) => At(trace, place),
        }
    }
}

macro_rules! operators {
    ($($Operator:ident $operator:ident $op:ident)*) => {$(
        impl<K: Word + $Operator<Output = K>> $Operator for Traced<'_, K> {
            type Output = Self;
            #[inline(never)]
            fn $operator(self, other: Self) -> Self {
                self.two(other, Op::$op, K::$operator)
            }
        }
    )*};
}
operators! { Add add Add Sub sub Sub Mul mul Mul Div div Div BitAnd bitand And BitOr bitor Or BitXor bitxor Xor }

impl<K: Word + Neg<Output = K>> Neg for Traced<'_, K> {
    type Output = Self;
    fn neg(self) -> Self {
        self.one(Op::Negate, K::neg)
    }
}

impl Not for Traced<'_, bool> {
    type Output = Self;
    fn not(self) -> Self {
        self.one(Op::Not, bool::not)
    }
}

impl<K: Word + Shl<u32, Output = K>> Shl<u32> for Traced<'_, K> {
    type Output = Self;
    fn shl(self, by: u32) -> Self {
        self.one(Op::Shl(by as u8), |x| x << by)
    }
}

impl<K: Word + Shr<u32, Output = K>> Shr<u32> for Traced<'_, K> {
    type Output = Self;
    fn shr(self, by: u32) -> Self {
        self.one(Op::Shr(by as u8), |x| x >> by)
    }
}

impl<K: Word + Bits> Bits for Traced<'_, K> {
    fn plus(self, other: Self) -> Self {
        self.two(other, Op::Plus, K::plus)
    }
}

impl Mask for Traced<'_, bool> {
    fn of(answer: bool) -> Self {
        Known(answer)
    }
}

impl<'a, B: Number + Word> Real for Traced<'a, B>
where
    B::Bits: Word,
{
    type Bits = Traced<'a, B::Bits>;
    type Mask = Traced<'a, bool>;
    const ZERO: Self = Known(B::ZERO);
    const ONE: Self = Known(B::ONE);
    const HALF: Self = Known(B::HALF);
    const TWO: Self = Known(B::TWO);
    const INFINITY: Self = Known(B::INFINITY);
    const NAN: Self = Known(B::NAN);
    const INTEGERS: Self = Known(B::INTEGERS);
    const MANTISSA: u32 = B::MANTISSA;
    const WIDTH: u32 = B::WIDTH;

    fn pick(single: f32, double: f64) -> Self {
        Known(B::pick(single, double))
    }
    fn pick_bits(single: u32, double: u64) -> Self::Bits {
        Known(B::pick_bits(single, double))
    }
    fn terms(table: Table) -> usize {
        B::terms(table)
    }
    fn term(table: Table, k: usize) -> Self {
        Known(B::term(table, k))
    }
    #[inline(never)]
    fn fma<const FMA: bool>(a: Self, b: Self, c: Self) -> Self {
        let trace = match (a, b, c) {
            (Known(a), Known(b), Known(c)) => return Known(B::fma::<FMA>(a, b, c)),
            (At(trace, _), ..) | (_, At(trace, _), _) | (.., At(trace, _)) => trace,
        };
        At(trace, trace.push(Op::Fma(false, false), &[a.place(trace), b.place(trace), c.place(trace)], false))
    }
    fn sqrt(self) -> Self {
        self.one(Op::Sqrt, B::sqrt)
    }
    fn abs(self) -> Self {
        Self::from_bits(self.to_bits() & Self::pick_bits(!0 >> 1, !0 >> 1))
    }
    fn copysign(self, sign: Self) -> Self {
        let sign = sign.to_bits() & Self::pick_bits(1 << 31, 1 << 63);
        Self::from_bits(self.abs().to_bits() | sign)
    }
    fn is_sign_negative(self) -> Self::Mask {
        self.one(Op::Negative, B::is_sign_negative)
    }
    fn below(self, other: Self) -> Self::Mask {
        self.two(other, Op::Below, B::below)
    }
    fn at_least(self, other: Self) -> Self::Mask {
        self.two(other, Op::AtLeast, B::at_least)
    }
    fn equals(self, other: Self) -> Self::Mask {
        self.two(other, Op::Equals, B::equals)
    }
    #[inline(never)]
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self {
        match mask {
            Known(true) => a,
            Known(false) => b,
            At(trace, mask) => At(trace, trace.push(Op::Select, &[mask, a.place(trace), b.place(trace)], false)),
        }
    }
    fn to_bits(self) -> Self::Bits {
        self.same(B::to_bits)
    }
    fn from_bits(bits: Self::Bits) -> Self {
        bits.same(B::from_bits)
    }
}
