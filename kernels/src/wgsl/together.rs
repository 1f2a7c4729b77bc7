//! Several elements of a thread at once: their loads do not wait for each other. A thread that loads one after the other leaves most
//! of the memory's bandwidth unused.

use super::line;
use super::shader::Writer;
use super::types::register;
use crate::sites::{Touch, gathers};
use crate::variant::Form;
use crate::{BLOCK, Plan};
use xparray_ir::Result;
use xparray_ir::ir::{BinaryOp, Kernel, Op, ReduceOp, UnaryOp};

/// How many elements.
pub(super) const TOGETHER: usize = 4;
/// Loads of an element at most, or values wait in too many registers.
const LOADS: usize = 6;
/// Instructions for an element at most: of more, memory waits for the arithmetic, and the code is long as it is.
const LIGHT: usize = 24;
/// So many times as many elements as a thread takes at once have to be there for each thread that a device has at a time.
const TURNS: usize = 2;
/// As many threads as that, of a multiprocessor, of maps; reductions are cut for them.
const RESIDENT: usize = 2 * BLOCK;

/// Whether a launch has elements enough for the threads of a device with so many multiprocessors, and its kernel is light.
pub(super) fn are_worth_it(kernel: &Kernel, plan: &Plan, units: u32) -> bool {
    let loads = kernel.insts.iter().filter(|inst| matches!(inst.op, Op::Load(_))).count();
    let in_order = kernel.reductions.iter().any(|reduction| matches!(reduction.op, ReduceOp::Custom(_)));
    let is_free = plan.variant.vector == 1 && !in_order && gathers(kernel).is_empty();
    is_many(plan, units) && is_light(kernel) && is_free && (1..=LOADS).contains(&loads)
}

/// Whether a kernel is a few instructions.
fn is_light(kernel: &Kernel) -> bool {
    kernel.insts.len() <= LIGHT && kernel.insts.iter().all(|inst| is_short(&inst.op))
}

/// Whether each thread gets several elements several times.
pub(super) fn is_many(plan: &Plan, units: u32) -> bool {
    let [items, length, pieces] = plan.numbers();
    let each = match plan.variant.form {
        Form::Rows(lanes) | Form::Columns(lanes) => length / (lanes * pieces.max(1)),
        Form::Map => items / (units.max(1) as usize * RESIDENT),
        Form::Tiles(_) | Form::Windows(_) => 0,
    };
    each >= TOGETHER * TURNS
}

/// Whether an operation is a few instructions.
pub(super) fn is_short(op: &Op) -> bool {
    match op {
        Op::Unary(op) => matches!(
            op,
            UnaryOp::Neg
                | UnaryOp::Abs
                | UnaryOp::Square
                | UnaryOp::Not
                | UnaryOp::Conj
                | UnaryOp::Real
                | UnaryOp::Imag
                | UnaryOp::IsNan
                | UnaryOp::Floor
                | UnaryOp::Ceil
                | UnaryOp::Sqrt
        ),
        Op::Binary(op) => {
            op.is_comparison()
                || matches!(
                    op,
                    BinaryOp::Add
                        | BinaryOp::Sub
                        | BinaryOp::Mul
                        | BinaryOp::Div
                        | BinaryOp::Min
                        | BinaryOp::Max
                        | BinaryOp::And
                        | BinaryOp::Or
                        | BinaryOp::Xor
                )
        }
        Op::Call(_) | Op::Poly(_) | Op::Loop { .. } | Op::Random(_) | Op::Gather(_) => false,
        _ => true,
    }
}

impl Writer<'_> {
    /// Several elements, each of which has a `place`: `loads` writes what is read of the element `t`, and comes first for all; `then`
    /// writes what is made of it.
    pub fn together(
        &mut self,
        place: impl Fn(usize) -> String,
        loads: impl Fn(&mut Self),
        then: impl Fn(&mut Self) -> Result<()>,
    ) -> Result<()> {
        // What a site has for an element: its value, or where it stores.
        let sites = self.section(true);
        let names = |k: usize, touch: Touch| match touch {
            Touch::Store(_) => format!("o{k}"),
            Touch::Load(_) | Touch::Index(_) => format!("l{k}"),
        };
        for number in 0..TOGETHER {
            for &(k, site) in &sites {
                let class = match site.touch {
                    Touch::Load(_) => register(site.dtype),
                    Touch::Index(_) => "i64",
                    Touch::Store(_) => "i32",
                };
                line!(self.out, "var {}_{number}: {class};", names(k, site.touch));
            }
            line!(self.out, "{{\nlet t = {};", place(number));
            loads(self);
            for &(k, site) in &sites {
                let name = names(k, site.touch);
                line!(self.out, "{name}_{number} = {name};");
            }
            line!(self.out, "}}");
        }
        for number in 0..TOGETHER {
            line!(self.out, "{{");
            for &(k, site) in &sites {
                let name = names(k, site.touch);
                line!(self.out, "let {name} = {name}_{number};");
            }
            then(self)?;
            line!(self.out, "}}");
        }
        Ok(())
    }
}
