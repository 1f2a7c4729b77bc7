//! Functions of floats, by the operations of which the loops are made.

use super::super::code::{Function, V};
use super::super::opcodes::*;
use super::Translator;
use super::float::how;
use crate::launch::ops;
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
        let width = self.width(size);
        let [x, y, z] = node.args.map(|arg| values[arg as usize]);
        Some(match node.op {
            Op::Argument(k) => args[k as usize],
            Op::Constant(bits) if node.mask => self.truth(bits != 0),
            Op::Constant(bits) => self.code.constant(&bits.to_le_bytes()[..size]),
            Op::Add => self.code.two(float(ADD, size), width, x, y),
            Op::Sub => self.code.two(float(SUB, size), width, x, y),
            Op::Mul => self.code.two(float(MUL, size), width, x, y),
            Op::Div => self.code.two(float(DIV, size), width, x, y),
            Op::Fma(product, addend) => self.code.fused(fused(product, addend, size), width, x, y, z),
            Op::Negate => {
                let sign = self.sign_bit(size);
                self.code.two(xor(size), width, x, sign)
            }
            Op::Sqrt => self.code.one(float(SQRT, size), width, x),
            Op::And if node.mask => self.mask_and(x, y),
            Op::Or if node.mask => self.mask_or(x, y),
            Op::And => self.code.two(and(size), width, x, y),
            Op::Or => self.code.two(or(size), width, x, y),
            Op::Xor => self.code.two(xor(size), width, x, y),
            Op::Not => self.mask_not(x),
            Op::Shl(by) => self.code.shift(shift_by(size), width, 6, x, by),
            Op::Shr(by) => self.code.shift(shift_by(size), width, 2, x, by),
            Op::Plus => self.code.two(int_add(size), width, x, y),
            Op::Below => self.float_compare(how::LT, x, y, size),
            Op::AtLeast => self.float_compare(how::LE, y, x, size),
            Op::Equals => self.float_compare(how::EQ, x, y, size),
            Op::Negative => {
                let zero = self.code.constant(&[0]);
                self.int_less(x, zero, size, true)
            }
            Op::Select => self.select(x, y, z, size)?,
        })
    }
}
