//! Loops of a kernel as loops of the shader. Variables of a loop are in a scope of its own, where they hide those outside;
//! what is seen on both sides has the depth in its name.

use super::types::register;
use super::{functions, line};
use std::ops::Range;
use xparray_ir::Result;
use xparray_ir::ir::{Inst, Loop, Op};

/// What makes the value of an instruction that is a part of a loop's last state. The first one of them makes the loop.
pub(super) fn statements(insts: &[Inst], place: usize, depth: usize) -> Result<String> {
    let inst = &insts[place];
    let Op::Loop { body, part } = &inst.op else { return Ok(String::new()) };
    let same =
        |other: &Inst| matches!(&other.op, Op::Loop { body: known, .. } if known == body) && other.args == inst.args;
    let first = insts[..place].iter().position(same);
    let mut out = String::new();
    if first.is_none() {
        repeat(&mut out, body, inst, place, depth)?;
    }
    let state = first.unwrap_or(place);
    line!(out, "let v{place}: {} = s{depth}_{state}_{part};", register(inst.dtype));
    Ok(out)
}

fn repeat(out: &mut String, body: &Loop, inst: &Inst, place: usize, depth: usize) -> Result<()> {
    let states = body.next.len();
    for (k, (arg, &dtype)) in inst.args.iter().zip(&body.args).enumerate() {
        let word = if k < states { "var" } else { "let" };
        line!(out, "{word} s{depth}_{place}_{k}: {} = v{arg};", register(dtype));
    }
    line!(out, "loop {{");
    let argument = |arg: u16| format!("s{depth}_{place}_{arg}");
    inner(out, body, 0..body.head, depth, argument)?;
    line!(out, "if (!v{}) {{ break; }}", body.condition);
    inner(out, body, body.head..body.insts.len(), depth, argument)?;
    // None changes before all are known.
    for (k, value) in body.next.iter().enumerate() {
        line!(out, "let n{depth}_{k} = v{value};");
    }
    for k in 0..states {
        line!(out, "s{depth}_{place}_{k} = n{depth}_{k};");
    }
    line!(out, "}}");
    Ok(())
}

/// Some of a loop's own instructions.
fn inner(
    out: &mut String,
    body: &Loop,
    which: Range<usize>,
    depth: usize,
    argument: impl Fn(u16) -> String,
) -> Result<()> {
    for k in which {
        let inst = &body.insts[k];
        match &inst.op {
            Op::Arg(arg) => line!(out, "let v{k}: {} = {};", register(inst.dtype), argument(*arg)),
            Op::Random(distribution) => {
                let args: Vec<String> = inst.args.iter().map(|arg| format!("v{arg}")).collect();
                let draw = format!("random_{}_{}({})", distribution.name(), inst.dtype.name(), args.join(", "));
                line!(out, "let v{k}: {} = {draw};", register(inst.dtype));
            }
            Op::Loop { .. } => out.push_str(&statements(&body.insts, k, depth + 1)?),
            _ => line!(out, "{}", functions::statement(k, inst, &body.insts)?),
        }
    }
    Ok(())
}
