//! Functions of floats, by the operations of which the loops are made.

use super::super::code::{Function, V};
use super::super::operations::{Bits, Comparison, Operations};
use super::Translator;
use crate::launch::ops::{self, Arithmetic};
use xparray_ir::DType;
use xparray_ir::ir::{BinaryOp, UnaryOp};
use xparray_ir::math::formula::{Formula, Node, Op};

/// The float of a size.
fn dtype(size: usize) -> DType {
    if size == 4 { DType::F32 } else { DType::F64 }
}

impl Translator<'_> {
    /// A function of one number.
    pub(super) fn function1(&mut self, op: UnaryOp, x: V, size: usize) -> Option<V> {
        let op = ops::math1(op)?;
        let formula = Formula::unary(op, dtype(size));
        let values = self.formula(&formula, &[x], size)?;
        let value = values[formula.result as usize];
        Some(match formula.rare {
            Some(rare) => self.code.rescue(Function { op, size: size as u8 }, values[rare as usize], value, x),
            None => value,
        })
    }

    /// A function of two.
    pub(super) fn function2(&mut self, op: BinaryOp, args: [V; 2], size: usize) -> Option<V> {
        let formula = Formula::binary(ops::math2(op)?, dtype(size));
        if formula.rare.is_some() {
            return None;
        }
        Some(self.formula(&formula, &args, size)?[formula.result as usize])
    }

    /// The values of a formula's operations, of those that are needed.
    fn formula(&mut self, formula: &Formula, args: &[V], size: usize) -> Option<Vec<V>> {
        let mut values = vec![V::MAX; formula.nodes.len()];
        let needed = formula.needed();
        for (at, node) in formula.nodes.iter().enumerate().filter(|&(at, _)| needed[at]) {
            values[at] = self.operation(node, args, &values, size)?;
        }
        Some(values)
    }

    fn operation(&mut self, node: &Node, args: &[V], values: &[V], size: usize) -> Option<V> {
        let [x, y, z] = node.args.map(|arg| values[arg as usize]);
        Some(match node.op {
            Op::Argument(k) => args[k as usize],
            Op::Constant(bits) if node.mask => self.code.truth(bits != 0),
            Op::Constant(bits) => self.code.constant(&bits.to_le_bytes()[..size]),
            Op::Add => self.code.arithmetic(Arithmetic::Add, x, y, size),
            Op::Sub => self.code.arithmetic(Arithmetic::Sub, x, y, size),
            Op::Mul => self.code.arithmetic(Arithmetic::Mul, x, y, size),
            Op::Div => self.code.arithmetic(Arithmetic::Div, x, y, size),
            Op::Fma(product, addend) => self.code.fused([product, addend], [x, y, z], size),
            Op::Negate => {
                let sign = self.code.sign_bit(size);
                self.code.bits(Bits::Xor, x, sign, size)
            }
            Op::Sqrt => self.code.sqrt(x, size),
            Op::And if node.mask => self.code.mask_two(Bits::And, x, y),
            Op::Or if node.mask => self.code.mask_two(Bits::Or, x, y),
            Op::And => self.code.bits(Bits::And, x, y, size),
            Op::Or => self.code.bits(Bits::Or, x, y, size),
            Op::Xor => self.code.bits(Bits::Xor, x, y, size),
            Op::Not => self.code.mask_not(x),
            Op::Shl(by) => self.code.shift_by(true, x, by, size),
            Op::Shr(by) => self.code.shift_by(false, x, by, size),
            Op::Plus => self.code.int_add(x, y, size),
            Op::Below => self.code.float_compare(Comparison::Less, x, y, size),
            Op::AtLeast => self.code.float_compare(Comparison::AtMost, y, x, size),
            Op::Equals => self.code.float_compare(Comparison::Equal, x, y, size),
            Op::Negative => {
                let zero = self.code.constant(&[0]);
                self.code.int_less(x, zero, size, true)
            }
            Op::Select => self.code.select(x, y, z, size)?,
        })
    }
}
