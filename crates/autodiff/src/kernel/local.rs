//! Which instructions depend on what is differentiated by, and how.

use super::partial::Partial;
use super::values::Primal;
use super::{Fused, binary, function, unary};
use crate::rule::missing;
use crate::trace::is_differentiable;
use xparray_core::Result;
use xparray_core::backend::Backend;
use xparray_core::ir::{Op, Value};

/// Which instructions depend on the operands that are wanted.
pub(super) fn dependent(fused: &Fused, wanted: &[bool]) -> Vec<bool> {
    let reads = |operand: u16| fused.sources[operand as usize].operand().is_some_and(|k| wanted[k]);
    let mut depends: Vec<bool> = Vec::with_capacity(fused.kernel.insts.len());
    for inst in &fused.kernel.insts {
        let depends_here = match &inst.op {
            Op::Load(operand) | Op::Gather(operand) => reads(*operand),
            Op::Reduced { index, .. } => depends[fused.kernel.reductions[*index as usize].args[0] as usize],
            _ => inst.args.iter().any(|&arg| depends[arg as usize]),
        };
        depends.push(depends_here && is_differentiable(inst.dtype));
    }
    depends
}

/// The derivative of an instruction with respect to one of its operands.
pub(super) fn partial<B: Backend>(
    fused: &Fused,
    primal: &mut Primal<'_, B>,
    value: Value,
    place: usize,
) -> Result<Partial<B>> {
    let inst = fused.inst(value);
    Ok(match &inst.op {
        Op::Unary(op) => unary::partial(*op, &primal.value(inst.args[0])?, &primal.value(value)?)?,
        Op::Binary(op) => {
            let [a, b] = [inst.args[0], inst.args[1]].map(|arg| primal.value(arg));
            binary::partial(*op, place == 1, &a?, &b?, &primal.value(value)?)?
        }
        Op::Call(id) => Partial::Times(function::slope(*id, &primal.value(inst.args[0])?)?),
        Op::Select if place == 0 => Partial::Zero,
        Op::Select if place == 1 => Partial::Where(primal.value(inst.args[0])?),
        Op::Select => Partial::Unless(primal.value(inst.args[0])?),
        Op::Cast => Partial::Cast(inst.dtype),
        Op::Complex if place == 0 => Partial::AsReal,
        Op::Complex => Partial::AsImag,
        Op::Loop { .. } => return Err(missing("loop")),
        Op::Poly(_) | Op::ProductError => return Err(missing("polynomial")),
        Op::Load(_)
        | Op::Index(_)
        | Op::Gather(_)
        | Op::Param(_)
        | Op::Random(_)
        | Op::Reduced { .. }
        | Op::Arg(_)
        | Op::Const(_) => Partial::Zero,
    })
}
