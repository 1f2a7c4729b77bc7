//! Loops of a kernel as loops of the source. Variables of a loop are in a scope of its own, where they hide those outside; what is
//! seen on both sides has the depth in its name.

use super::{functions, line, name};
use std::fmt::Write;
use xparray_ir::Result;
use xparray_ir::ir::{Inst, Loop, Op};

/// What makes the value of an instruction that is a part of a loop's last state. The first one of them makes the loop.
pub(super) fn statements(insts: &[Inst], place: usize, depth: usize) -> Result<String> {
    let inst = &insts[place];
    let Op::Loop { body, part } = &inst.op else { return Ok(String::new()) };
    let same =
        |other: &Inst| matches!(&other.op, Op::Loop { body: known, .. } if known == body) && other.args == inst.args;
    let first = insts[..place].iter().position(same);
    let mut writer = Text { out: String::new() };
    if first.is_none() {
        writer.repeat(body, inst, place, depth)?;
    }
    let state = first.unwrap_or(place);
    line!(writer, "const {} v{place} = s{depth}_{state}_{part};", name(inst.dtype));
    Ok(writer.out)
}

struct Text {
    out: String,
}

impl Text {
    fn repeat(&mut self, body: &Loop, inst: &Inst, place: usize, depth: usize) -> Result<()> {
        let states = body.next.len();
        for (k, (arg, &dtype)) in inst.args.iter().zip(&body.args).enumerate() {
            let constant = if k < states { "" } else { "const " };
            line!(self, "{constant}{} s{depth}_{place}_{k} = v{arg};", name(dtype));
        }
        line!(self, "while (true) {{");
        for (k, inner) in body.insts.iter().enumerate() {
            if k == body.head {
                line!(self, "if (!v{}) break;", body.condition);
            }
            let dtype = name(inner.dtype);
            match &inner.op {
                Op::Arg(arg) => line!(self, "const {dtype} v{k} = s{depth}_{place}_{arg};"),
                Op::Random(distribution) => {
                    let args: Vec<String> = inner.args.iter().map(|arg| format!("v{arg}")).collect();
                    let draw = format!("xp_random_{}<{dtype}>({})", distribution.name(), args.join(", "));
                    line!(self, "const {dtype} v{k} = {draw};");
                }
                Op::Loop { .. } => self.out.push_str(&statements(&body.insts, k, depth + 1)?),
                _ => self.out.push_str(&functions::statements(k, inner)?),
            }
        }
        if body.head == body.insts.len() {
            line!(self, "if (!v{}) break;", body.condition);
        }
        // None changes before all are known.
        for (k, value) in body.next.iter().enumerate() {
            line!(self, "const {} n{depth}_{k} = v{value};", name(body.args[k]));
        }
        for k in 0..states {
            line!(self, "s{depth}_{place}_{k} = n{depth}_{k};");
        }
        line!(self, "}}");
        Ok(())
    }
}
