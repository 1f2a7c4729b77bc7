//! What the instructions of a machine compute for all elements of a vector: each machine says by which of its own.

use super::code::V;
use crate::launch::ops::Arithmetic;
use xparray_ir::DType;

/// Comparisons of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `x == y`.
    Equal,
    /// `x != y`.
    NotEqual,
    /// `x < y`.
    Less,
    /// `x <= y`.
    AtMost,
    /// Whether either is NaN.
    Unordered,
}

/// Roundings to an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearest, of two to the even one.
    Nearest,
    /// Down.
    Floor,
    /// Up.
    Ceil,
    /// Towards zero.
    Trunc,
}

/// Operations on bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// `x` and `y`.
    And,
    /// `y` where `x` is not.
    AndNot,
    /// `x` or `y`.
    Or,
    /// `x` or `y`, not both.
    Xor,
}

/// Shifts of integers by others: beyond the width all bits go, also for negative distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// Left.
    Left,
    /// Right, zeros come in.
    Right,
    /// Right, the sign comes in.
    Signed,
}

/// The operations that translation consists of, of elements of 4 or 8 bytes where nothing else is said. What comes out of comparisons
/// are truth values, as [`super::code::Code::truths`] says.
pub trait Operations {
    /// Arithmetic of floats.
    fn arithmetic(&mut self, op: Arithmetic, x: V, y: V, size: usize) -> V;
    /// `x y + z`, rounded once, with the product and `z` negated or not.
    fn fused(&mut self, negated: [bool; 2], args: [V; 3], size: usize) -> V;
    /// The square root.
    fn sqrt(&mut self, x: V, size: usize) -> V;
    /// A float rounded to an integer.
    fn round(&mut self, how: Rounding, x: V, size: usize) -> V;
    /// `x` where it is less than `y` (if `least`) or greater, else `y`.
    fn extreme(&mut self, least: bool, x: V, y: V, size: usize) -> V;
    /// A comparison of floats.
    fn float_compare(&mut self, how: Comparison, x: V, y: V, size: usize) -> V;

    /// An operation on bits.
    fn bits(&mut self, op: Bits, x: V, y: V, size: usize) -> V;
    /// A shift by a constant, to the left or to the right, where zeros come in.
    fn shift_by(&mut self, left: bool, x: V, by: u8, size: usize) -> V;
    /// A shift.
    fn int_shift(&mut self, op: Shift, x: V, y: V, size: usize) -> V;
    /// The sum of integers.
    fn int_add(&mut self, x: V, y: V, size: usize) -> V;
    /// Their difference.
    fn int_sub(&mut self, x: V, y: V, size: usize) -> V;
    /// The lower half of their product.
    fn int_product(&mut self, x: V, y: V, size: usize) -> V;
    /// The magnitude of a signed integer.
    fn int_abs(&mut self, x: V, size: usize) -> V;
    /// The lesser or the greater integer, if that is one instruction.
    fn int_extreme(&mut self, least: bool, signed: bool, x: V, y: V, size: usize) -> Option<V>;
    /// Whether integers are equal.
    fn int_equal(&mut self, x: V, y: V, size: usize) -> V;
    /// Whether the first is less.
    fn int_less(&mut self, x: V, y: V, size: usize, signed: bool) -> V;

    /// An operation on truth values.
    fn mask_two(&mut self, op: Bits, x: V, y: V) -> V;
    /// What is not true.
    fn mask_not(&mut self, x: V) -> V;
    /// `x` where the mask says, else `y`. `None` for elements of a size that has no instruction.
    fn select(&mut self, mask: V, x: V, y: V, size: usize) -> Option<V>;
    /// `x` where the mask says, else 0.
    fn select_or_zero(&mut self, mask: V, x: V, size: usize) -> V;
    /// The bytes 0 and 1.
    fn truth_bytes(&mut self, mask: V) -> V;

    /// Elements of one type as another one, from truth values as the bytes 0 and 1; integers that do not fit wrap, floats become the nearest
    /// integer that is not further from zero, or 0. `None` where that has no instructions.
    fn convert(&mut self, x: V, source: DType, target: DType) -> Option<V>;
    /// Whether values are not zero.
    fn not_zero(&mut self, x: V, dtype: DType) -> Option<V>;
}
