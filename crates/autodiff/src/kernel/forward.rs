//! Tangents through a kernel, from its first instruction to the last.

use super::local::{dependent, of_kernel};
use super::reverse::add;
use super::values::Primal;
use super::{Fused, reduce};
use crate::rule::{At, Tangent};
use xparray_core::backend::Backend;
use xparray_core::ir::{Op, Value};
use xparray_core::{Create, Result};

pub(super) fn push<B: Backend>(fused: &Fused, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
    let kernel = &*fused.kernel;
    let depends = dependent(fused, &at.wanted);
    let mut primal = Primal::new(fused, at);
    let mut of_values: Vec<Tangent<B>> = Vec::with_capacity(kernel.insts.len());
    for (value, inst) in kernel.insts.iter().enumerate() {
        let value = value as Value;
        let operand = |operand: u16| fused.sources[operand as usize].operand().and_then(|k| tangents[k].clone());
        let mut tangent = None;
        match &inst.op {
            _ if !depends[value as usize] => {}
            Op::Load(k) => {
                let source = &fused.sources[*k as usize];
                tangent = operand(*k).map(|t| source.seen(t, fused.space(value as Value))).transpose()?;
            }
            Op::Gather(k) => {
                if let Some(t) = operand(*k) {
                    tangent = Some(t.take(&primal.value(inst.args[0])?, 0)?);
                }
            }
            Op::Reduced { index, part } => {
                let reduction = &kernel.reductions[*index as usize];
                let reduced = reduction.args[0];
                if let Some(t) = of_values[reduced as usize].clone() {
                    let pushed = reduce::push(fused, &reduction.op, *part, &t.broadcast_to(&fused.shape[..])?, || {
                        Ok((primal.whole(reduced)?, primal.value(value)?))
                    })?;
                    tangent = Some(pushed.astype(inst.dtype)?);
                }
            }
            _ => {
                for (place, &arg) in inst.args.iter().enumerate() {
                    if let Some(t) = &of_values[arg as usize] {
                        add(&mut tangent, of_kernel(fused, &mut primal, value, place)?.push(t)?)?;
                    }
                }
            }
        }
        of_values.push(tangent);
    }
    let results = fused.written.iter().zip(&kernel.outputs).map(|(written, &value)| {
        let tangent = of_values[value as usize].as_ref().map(|t| t.broadcast_to(fused.space(value))).transpose()?;
        let Some(before) = written.before else { return Ok(tangent) };
        if tangent.is_none() && tangents[before].is_none() {
            return Ok(None);
        }
        let mut whole = match &tangents[before] {
            Some(t) => t.copy()?,
            None => at.xp.zeros_of(kernel.dtype(value), at.shape(before))?,
        };
        match tangent {
            Some(t) => whole.assign_through(&written.layout, t)?,
            None => whole.assign_through(&written.layout, 0)?,
        }
        Ok(Some(whole))
    });
    results.collect()
}
