//! Which instructions depend on what is differentiated by, and how.

use super::number::Number;
use super::partial::Partial;
use super::values::Primal;
use super::{Fused, binary, function, loops, unary};
use crate::rule::{Values, missing};
use crate::trace::is_differentiable;
use xparray_core::Result;
use xparray_core::backend::Backend;
use xparray_core::ir::{Inst, Op, Polynomial, UnaryOp, Value};

/// Which instructions depend on the operands that are wanted.
pub(super) fn dependent(fused: &Fused, wanted: &[bool]) -> Vec<bool> {
    let reads = |operand: u16| fused.sources[operand as usize].operand().is_some_and(|k| wanted[k]);
    let mut depends: Vec<bool> = Vec::with_capacity(fused.kernel.insts.len());
    for inst in &fused.kernel.insts {
        let depends_here = match &inst.op {
            Op::Load(operand) | Op::Gather(operand) => reads(*operand),
            _ if is_flat(inst) => false,
            Op::Reduced { index, .. } => depends[fused.kernel.reductions[*index as usize].args[0] as usize],
            _ => inst.args.iter().any(|&arg| depends[arg as usize]),
        };
        depends.push(depends_here && is_differentiable(inst.dtype));
    }
    let used = used(fused, &depends);
    depends.iter().zip(used).map(|(&depends, used)| depends && used).collect()
}

/// Of those that depend on operands, which have derivatives that count in an output: not those of what is stopped.
fn used(fused: &Fused, depends: &[bool]) -> Vec<bool> {
    let kernel = &fused.kernel;
    let mut used = vec![false; depends.len()];
    kernel.outputs.iter().for_each(|&value| used[value as usize] = true);
    for (value, inst) in kernel.insts.iter().enumerate().rev() {
        if !used[value] || !depends[value] {
            continue;
        }
        if let Op::Reduced { index, .. } = &inst.op {
            used[kernel.reductions[*index as usize].args[0] as usize] = true;
        }
        inst.args.iter().for_each(|&arg| used[arg as usize] = true);
    }
    used
}

/// Whether the result is constant where it is continuous.
fn is_flat(inst: &Inst) -> bool {
    use UnaryOp::{Ceil, Floor, Rint, Sign, StopGradient, Trunc};
    match inst.op {
        Op::Unary(Ceil | Floor | Rint | StopGradient | Trunc) => true,
        Op::Unary(Sign) => !inst.dtype.is_complex(),
        _ => false,
    }
}

/// The derivative of an instruction with respect to one of its operands, of the values of other instructions. It may be of a loop's
/// body; of a loop itself see [`loops`].
pub(super) fn partial<N: Number>(
    inst: &Inst,
    value: Value,
    place: usize,
    mut at: impl FnMut(Value) -> Result<N>,
) -> Result<Partial<N>> {
    Ok(match &inst.op {
        Op::Unary(op) => unary::partial(*op, &at(inst.args[0])?, &at(value)?)?,
        Op::Binary(op) => {
            let [a, b] = [inst.args[0], inst.args[1]].map(&mut at);
            binary::partial(*op, place == 1, &a?, &b?, &at(value)?)?
        }
        Op::Call(id) => Partial::Times(function::slope(*id, &at(inst.args[0])?)?),
        Op::Select if place == 0 => Partial::Zero,
        Op::Select if place == 1 => Partial::Where(at(inst.args[0])?),
        Op::Select => Partial::Unless(at(inst.args[0])?),
        Op::Cast => Partial::Cast(inst.dtype),
        Op::Complex if place == 0 => Partial::AsReal,
        Op::Complex => Partial::AsImag,
        Op::Loop { .. } => return Err(missing("loop")),
        Op::Poly(polynomial) => Partial::Times(slope(polynomial, &at(inst.args[0])?)?),
        // What a product loses by rounding is zero but for that.
        Op::ProductError => Partial::Zero,
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

/// The derivative of a polynomial.
fn slope<N: Number>(polynomial: &Polynomial, x: &N) -> Result<N> {
    let (degree, mut sum) = (polynomial.0.len().saturating_sub(1), x.zero()?);
    for (k, &coefficient) in polynomial.0.iter().take(degree).enumerate() {
        sum = sum.multiply(x)?.add(coefficient * (degree - k) as f64)?;
    }
    Ok(sum)
}

/// Likewise of an instruction of a kernel.
pub(super) fn of_kernel<B: Backend>(
    fused: &Fused,
    primal: &mut Primal<'_, B>,
    value: Value,
    place: usize,
) -> Result<Partial<Values<B>>> {
    let inst = fused.inst(value);
    match &inst.op {
        Op::Loop { body, part } => loops::partial(primal, value, (body, *part), place),
        _ => partial(inst, value, place, |value| primal.value(value)),
    }
}
