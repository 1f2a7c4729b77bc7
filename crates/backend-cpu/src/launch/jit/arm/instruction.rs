//! Instructions on registers, before they have any.

use super::super::code::{Class, Code, Form, Ins, V};

/// Which of an instruction's fields hold what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A result from one value.
    One,
    /// A result from two.
    Two,
    /// The first value becomes the result, of it and two others.
    InPlace,
}

/// An instruction on registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// Its bits, without registers.
    pub op: u32,
    /// What it is made of.
    pub shape: Shape,
}

impl Instruction {
    /// The argument that may be in memory: none.
    pub fn in_memory(self) -> Option<usize> {
        None
    }

    /// Whether the first value's register becomes the result's.
    pub fn in_place(self) -> bool {
        self.shape == Shape::InPlace
    }
}

impl Code {
    /// A result from one value.
    pub fn one(&mut self, op: u32, x: V) -> V {
        self.instruction(op, Shape::One, &[x])
    }

    /// A result from two values.
    pub fn two(&mut self, op: u32, x: V, y: V) -> V {
        self.instruction(op, Shape::Two, &[x, y])
    }

    /// A result from three values, in place of the first.
    pub fn in_place(&mut self, op: u32, args: [V; 3]) -> V {
        self.instruction(op, Shape::InPlace, &args)
    }

    fn instruction(&mut self, op: u32, shape: Shape, args: &[V]) -> V {
        self.push(Class::Vector, Ins::new(Form::Machine(Instruction { op, shape }), args))
    }
}
