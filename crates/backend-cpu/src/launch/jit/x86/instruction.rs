//! Instructions on registers, before they have any.

use super::super::code::{Class, Code, Form, Ins, V};
use super::encode::Opcode;

/// Which of an instruction's fields hold what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A result from one value.
    One,
    /// Likewise; lanes that the mask leaves out become 0.
    OneOrZero,
    /// A result from two.
    Two,
    /// A result from two, chosen by a third.
    Chosen,
    /// The first value becomes the result.
    InPlace,
    /// As `One`, with the fields of result and value exchanged.
    Reversed,
    /// A shift by a constant; the number is part of the opcode.
    Shift(u8),
    /// An operation on mask registers of one value.
    MaskOne,
    /// Likewise of two.
    MaskTwo,
}

/// An instruction on registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// Which.
    pub op: Opcode,
    /// What it is made of.
    pub shape: Shape,
    /// The bytes of its registers.
    pub width: u8,
    /// A byte after all else.
    pub imm: Option<u8>,
}

impl Instruction {
    /// The argument that may be in memory.
    pub fn in_memory(self) -> Option<usize> {
        match self.shape {
            Shape::One | Shape::OneOrZero => Some(0),
            Shape::Two => Some(1),
            Shape::InPlace => Some(2),
            _ => None,
        }
    }

    /// Whether the first value's register becomes the result's.
    pub fn in_place(self) -> bool {
        self.shape == Shape::InPlace
    }
}

impl Code {
    /// The register that elements of a size need, of 16 bytes at least.
    pub fn width(&self, size: usize) -> u8 {
        (self.lanes * size).max(16) as u8
    }

    /// A result from one value.
    pub fn one(&mut self, op: Opcode, width: u8, x: V) -> V {
        self.push(Class::Vector, plain(op, Shape::One, width, &[x]))
    }

    /// Likewise, with a byte that says how.
    pub fn one_by(&mut self, op: Opcode, width: u8, x: V, imm: u8) -> V {
        self.push(Class::Vector, plain_by(op, Shape::One, width, &[x], Some(imm)))
    }

    /// A result from one value whose field is the last one.
    pub fn reversed(&mut self, op: Opcode, width: u8, x: V, imm: Option<u8>) -> V {
        self.push(Class::Vector, plain_by(op, Shape::Reversed, width, &[x], imm))
    }

    /// A result from two values.
    pub fn two(&mut self, op: Opcode, width: u8, x: V, y: V) -> V {
        self.push(Class::Vector, plain(op, Shape::Two, width, &[x, y]))
    }

    /// Likewise, with a byte that says how.
    pub fn two_by(&mut self, op: Opcode, width: u8, x: V, y: V, imm: u8) -> V {
        self.push(Class::Vector, plain_by(op, Shape::Two, width, &[x, y], Some(imm)))
    }

    /// A comparison to a mask register.
    pub fn compare(&mut self, op: Opcode, width: u8, x: V, y: V, imm: Option<u8>) -> V {
        self.push(Class::Mask, plain_by(op, Shape::Two, width, &[x, y], imm))
    }

    /// `y` where the mask register says, else `x`.
    pub fn masked(&mut self, op: Opcode, width: u8, mask: V, x: V, y: V) -> V {
        self.push(Class::Vector, Ins { mask: Some(mask), ..plain(op, Shape::Two, width, &[x, y]) })
    }

    /// `x` where the mask register says, else 0.
    pub fn masked_or_zero(&mut self, op: Opcode, width: u8, mask: V, x: V) -> V {
        self.push(Class::Vector, Ins { mask: Some(mask), ..plain(op, Shape::OneOrZero, width, &[x]) })
    }

    /// `y` where the sign of `chooser` says, else `x`.
    pub fn chosen(&mut self, op: Opcode, width: u8, chooser: V, x: V, y: V) -> V {
        self.push(Class::Vector, plain(op, Shape::Chosen, width, &[x, y, chooser]))
    }

    /// A fused operation on `b`, `a` and `c`, as the opcode says.
    pub fn fused_by(&mut self, op: Opcode, width: u8, b: V, a: V, c: V) -> V {
        self.push(Class::Vector, plain(op, Shape::InPlace, width, &[b, a, c]))
    }

    /// A shift by a constant.
    pub fn shift(&mut self, op: Opcode, width: u8, kind: u8, x: V, by: u8) -> V {
        self.push(Class::Vector, plain_by(op, Shape::Shift(kind), width, &[x], Some(by)))
    }

    /// An operation on one mask register.
    pub fn not_of_mask(&mut self, op: Opcode, x: V) -> V {
        self.push(Class::Mask, plain(op, Shape::MaskOne, 16, &[x]))
    }

    /// An operation on two mask registers.
    pub fn of_masks(&mut self, op: Opcode, x: V, y: V) -> V {
        self.push(Class::Mask, plain(op, Shape::MaskTwo, 32, &[x, y]))
    }
}

/// An instruction without a byte after all else.
fn plain(op: Opcode, shape: Shape, width: u8, args: &[V]) -> Ins {
    plain_by(op, shape, width, args, None)
}

/// An instruction with a byte after all else, or none.
fn plain_by(op: Opcode, shape: Shape, width: u8, args: &[V], imm: Option<u8>) -> Ins {
    Ins::new(Form::Machine(Instruction { op, shape, width, imm }), args)
}
