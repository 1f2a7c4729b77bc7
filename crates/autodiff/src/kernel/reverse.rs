//! Cotangents through a kernel, from its last instruction to the first.

use super::live::Live;
use super::local::{dependent, of_kernel};
use super::values::Primal;
use super::{Fused, reduce};
use crate::rule::{At, Tangent};
use crate::view::through;
use xparray_core::backend::Backend;
use xparray_core::ir::{Op, Value};
use xparray_core::{Create, Result};

/// Adds to a cotangent.
pub(crate) fn add<B: Backend>(sum: &mut Tangent<B>, term: Tangent<B>) -> Result<()> {
    let Some(term) = term else { return Ok(()) };
    *sum = Some(match sum.take() {
        Some(sum) => sum.add(&term)?,
        None => term,
    });
    Ok(())
}

pub(super) fn pull<B: Backend>(fused: &Fused, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
    let kernel = &*fused.kernel;
    let depends = dependent(fused, &at.wanted);
    let mut primal = Primal::new(fused, at);
    let mut of_values: Vec<Tangent<B>> = vec![None; kernel.insts.len()];
    let mut live: Vec<Live<B>> = vec![Live::Never; kernel.insts.len()];
    let mut of_operands: Vec<Tangent<B>> = vec![None; at.step.operands.len()];
    for ((written, &value), cotangent) in fused.written.iter().zip(&kernel.outputs).zip(cotangents) {
        let Some(cotangent) = cotangent else { continue };
        live[value as usize] = Live::Always;
        let Some(before) = written.before else {
            add(&mut of_values[value as usize], Some(cotangent.clone()))?;
            continue;
        };
        add(&mut of_values[value as usize], Some(through(cotangent, &written.layout)?))?;
        if at.wanted[before] {
            let mut rest = cotangent.copy()?;
            rest.assign_through(&written.layout, 0)?;
            add(&mut of_operands[before], Some(rest))?;
        }
    }
    for value in (0..kernel.insts.len()).rev() {
        let Some(cotangent) = of_values[value].take().filter(|_| depends[value]) else { continue };
        let (value, inst) = (value as Value, &kernel.insts[value]);
        match &inst.op {
            Op::Load(operand) => {
                let source = &fused.sources[*operand as usize];
                if let Some(k) = source.operand() {
                    add(&mut of_operands[k], Some(source.part(cotangent, at.shape(k))?))?;
                }
            }
            Op::Gather(operand) => {
                if let Some(k) = fused.sources[*operand as usize].operand() {
                    let places = primal.value(inst.args[0])?.broadcast_to(cotangent.shape())?;
                    let mut sums = at.xp.zeros_of(inst.dtype, at.shape(k))?;
                    sums.add_at([&places], cotangent)?;
                    add(&mut of_operands[k], Some(sums))?;
                }
            }
            Op::Reduced { index, part } => {
                let reduction = &kernel.reductions[*index as usize];
                let reduced = reduction.args[0];
                live[reduced as usize] = Live::Always;
                let term = reduce::pull(fused, &reduction.op, *part, &cotangent, || {
                    Ok((primal.whole(reduced)?, primal.value(value)?))
                })?;
                add(&mut of_values[reduced as usize], Some(term.astype(kernel.dtype(reduced))?))?;
            }
            _ => {
                let own = std::mem::replace(&mut live[value as usize], Live::Never);
                for (place, &arg) in inst.args.iter().enumerate() {
                    if depends[arg as usize] {
                        let partial = of_kernel(fused, &mut primal, value, place)?;
                        let term = partial.pull(&cotangent, kernel.dtype(arg))?;
                        let term = if partial.multiplies() { own.only(term)? } else { term };
                        let read = own.read_by(&inst.op, place, || primal.value(inst.args[0]))?;
                        live[arg as usize].or(read)?;
                        add(&mut of_values[arg as usize], term)?;
                    }
                }
            }
        }
    }
    Ok(of_operands)
}
