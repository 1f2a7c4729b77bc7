//! Loops of a kernel as loops of the source. Variables of a loop are in a scope of its own, where they hide those outside; what is
//! seen on both sides has the depth in its name.

use super::{functions, line, name};
use std::fmt::Write;
use std::ops::Range;
use xparray_ir::Result;
use xparray_ir::ir::{BinaryOp, Inst, Kernel, Loop, Op};

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
        let argument = |arg: u16| format!("s{depth}_{place}_{arg}");
        self.inner(body, 0..body.head, depth, argument)?;
        line!(self, "if (!v{}) break;", body.condition);
        self.inner(body, body.head..body.insts.len(), depth, argument)?;
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

    /// Some of a loop's own instructions.
    fn inner(
        &mut self,
        body: &Loop,
        which: Range<usize>,
        depth: usize,
        argument: impl Fn(u16) -> String,
    ) -> Result<()> {
        for k in which {
            let inner = &body.insts[k];
            let dtype = name(inner.dtype);
            match &inner.op {
                Op::Arg(arg) => line!(self, "const {dtype} v{k} = {};", argument(*arg)),
                Op::Random(distribution) => {
                    let args: Vec<String> = inner.args.iter().map(|arg| format!("v{arg}")).collect();
                    let draw = format!("xp_random_{}<{dtype}>({})", distribution.name(), args.join(", "));
                    line!(self, "const {dtype} v{k} = {draw};");
                }
                Op::Loop { .. } => self.out.push_str(&statements(&body.insts, k, depth + 1)?),
                _ => self.out.push_str(&functions::statements(k, inner)?),
            }
        }
        Ok(())
    }
}

/// The first loop of a kernel without reductions, if elements may differ in how often they go round. Counted loops and
/// branches are not: the compiler may unroll them.
pub(crate) fn uneven(kernel: &Kernel) -> Option<usize> {
    let place = kernel.insts.iter().position(|inst| matches!(inst.op, Op::Loop { .. }))?;
    let Op::Loop { body, .. } = &kernel.insts[place].op else { return None };
    let condition = &body.insts[body.condition as usize];
    let is_state = |value: u16| matches!(body.insts[value as usize].op, Op::Arg(0));
    let counted = matches!(condition.op, Op::Binary(BinaryOp::Lt)) && is_state(condition.args[0]);
    // A branch is a loop whose condition is a part of its state.
    let branch = matches!(condition.op, Op::Arg(_));
    (kernel.reductions.is_empty() && !counted && !branch).then_some(place)
}

/// At most so many instructions start an element of a loop that goes on from element to element.
const FEW: usize = 80;

/// Such a loop in which a thread goes on with its next element when one is done, so that the lanes of a warp do not wait for each
/// other at each. That is worth it where elements differ by few rounds and starting one costs little, as of rejection; not where
/// neighbours go round as often, or start with numbers that are drawn for several at once.
pub(crate) fn going(kernel: &Kernel) -> Option<usize> {
    let place = uneven(kernel)?;
    let Op::Loop { body, .. } = &kernel.insts[place].op else { return None };
    let draws = |insts: &[Inst]| insts.iter().any(|inst| matches!(inst.op, Op::Random(_)));
    let before = &kernel.insts[..place];
    (draws(&body.insts) && !draws(before) && before.len() <= FEW).then_some(place)
}

/// The functions of such a loop: its arguments as a structure `State`, whether it `goes` on, and its `next` state.
pub(super) fn as_functions(inst: &Inst) -> Result<String> {
    let Op::Loop { body, .. } = &inst.op else { return Ok(String::new()) };
    let mut writer = Text { out: "struct State {\n".to_owned() };
    for (k, &dtype) in body.args.iter().enumerate() {
        line!(writer, "{} s{k};", name(dtype));
    }
    let argument = |arg: u16| format!("z.s{arg}");
    line!(writer, "}};\nXP bool goes(const State& z) {{");
    writer.inner(body, 0..body.head, 0, argument)?;
    line!(writer, "return v{};\n}}\nXP void next(State& z) {{", body.condition);
    writer.inner(body, 0..body.insts.len(), 0, argument)?;
    for (k, value) in body.next.iter().enumerate() {
        line!(writer, "const {} n{k} = v{value};", name(body.args[k]));
    }
    for k in 0..body.next.len() {
        line!(writer, "z.s{k} = n{k};");
    }
    line!(writer, "}}");
    Ok(writer.out)
}
