//! Loops: what is repeated goes on with tangents beside its state.
//!
//! A loop ends for each element when that says so, so what it did is not kept, and nothing is gone through backwards: the derivative by each
//! of a loop's operands is a loop that carries it along, in either direction.

use super::local::partial as of_inst;
use super::number::Number;
use super::partial::Partial;
use super::symbol::{Symbol, Writer};
use super::values::Primal;
use crate::rule::Values;
use crate::trace::is_differentiable;
use xparray_core::backend::Backend;
use xparray_core::ir::{Inst, Loop, Op, SharedLoop, Value};
use xparray_core::{Complex, DType, Result, Scalar};

/// Which of a loop's arguments have tangents. The loop that carries these along has as arguments the state, the tangents of those parts that
/// have one, what stays as it is, and the tangents of what of that has one.
struct Moving {
    arguments: Vec<bool>,
    /// How many are the state.
    states: usize,
}

/// How many hold.
fn count(which: &[bool]) -> usize {
    which.iter().filter(|&&holds| holds).count()
}

/// Which instructions depend on the arguments that move.
fn dependent(body: &Loop, moving: &[bool]) -> Vec<bool> {
    let mut depends: Vec<bool> = Vec::with_capacity(body.insts.len());
    for inst in &body.insts {
        let here = match inst.op {
            Op::Arg(k) => moving[k as usize],
            _ => inst.args.iter().any(|&arg| depends[arg as usize]),
        };
        depends.push(here && is_differentiable(inst.dtype));
    }
    depends
}

/// The loop that carries tangents along, of one of which these arguments have tangents.
fn dual(body: &Loop, arguments: Vec<bool>) -> Result<(Moving, SharedLoop)> {
    let (moving, depends) = Moving::of(body, arguments);
    let dual = SharedLoop::new(moving.written(body, &depends)?);
    Ok((moving, dual))
}

impl Moving {
    /// With what comes to move in later rounds; also which instructions depend on it.
    fn of(body: &Loop, mut moving: Vec<bool>) -> (Self, Vec<bool>) {
        let states = body.next.len();
        let mut depends = dependent(body, &moving);
        // A part of the state that depends on another one moves a round later.
        loop {
            let more: Vec<usize> = (0..states).filter(|&k| !moving[k] && depends[body.next[k] as usize]).collect();
            if more.is_empty() {
                break;
            }
            more.iter().for_each(|&k| moving[k] = true);
            depends = dependent(body, &moving);
        }
        (Self { arguments: moving, states }, depends)
    }

    /// Where an argument is among all, and where its tangent is.
    fn places(&self, arg: usize) -> (usize, usize) {
        let (of_states, states) = (count(&self.arguments[..self.states]), self.states);
        if arg < states {
            return (arg, states + count(&self.arguments[..arg]));
        }
        (arg + of_states, self.arguments.len() + of_states + count(&self.arguments[states..arg]))
    }

    /// The part of the state that is the tangent of a part.
    fn tangent(&self, part: usize) -> Option<u16> {
        self.arguments[part].then(|| self.places(part).1 as u16)
    }

    /// All arguments, of the loop's and the tangents of those that have one.
    fn all<T: Copy>(&self, args: &[T], mut tangent: impl FnMut(usize) -> Result<T>) -> Result<Vec<T>> {
        let tangents = |range: std::ops::Range<usize>, tangent: &mut dyn FnMut(usize) -> Result<T>| {
            range.filter(|&k| self.arguments[k]).map(tangent).collect::<Result<Vec<T>>>()
        };
        let of_states = tangents(0..self.states, &mut tangent)?;
        let of_rest = tangents(self.states..args.len(), &mut tangent)?;
        Ok([&args[..self.states], &of_states, &args[self.states..], &of_rest].concat())
    }

    fn written(&self, body: &Loop, depends: &[bool]) -> Result<Loop> {
        let moved = |inst: &Inst| match inst.op {
            Op::Arg(k) => Inst { op: Op::Arg(self.places(k as usize).0 as u16), ..inst.clone() },
            _ => inst.clone(),
        };
        let writer = Writer::new(body.insts.iter().map(moved).collect());
        let mut tangents: Vec<Option<Symbol<'_>>> = Vec::with_capacity(body.insts.len());
        for (value, inst) in body.insts.iter().enumerate() {
            let mut tangent = None;
            match &inst.op {
                _ if !depends[value] => {}
                Op::Arg(k) => {
                    tangent = Some(writer.write(Op::Arg(self.places(*k as usize).1 as u16), inst.dtype, &[])?);
                }
                Op::Loop { body: inner, part } => {
                    let moves = |&arg: &Value| tangents[arg as usize].is_some();
                    let (moving, dual) = dual(inner, inst.args.iter().map(moves).collect())?;
                    if let Some(part) = moving.tangent(usize::from(*part)) {
                        let args = moving.all(&inst.args, |k| match &tangents[inst.args[k] as usize] {
                            Some(tangent) => Ok(tangent.value),
                            None => Ok(writer.at(inst.args[k]).zero()?.value),
                        })?;
                        tangent = Some(writer.write(Op::Loop { body: dual, part }, inst.dtype, &args)?);
                    }
                }
                _ => {
                    for (place, &arg) in inst.args.iter().enumerate() {
                        let Some(of_arg) = &tangents[arg as usize] else { continue };
                        let slope = of_inst(inst, value as Value, place, |value| Ok(writer.at(value)))?;
                        tangent = match (tangent, slope.push(of_arg)?) {
                            (Some(sum), Some(term)) => Some(Symbol::add(&sum, &term)?),
                            (sum, term) => sum.or(term),
                        };
                    }
                }
            }
            tangents.push(tangent);
        }
        let next_of = |k: usize| match &tangents[body.next[k] as usize] {
            Some(tangent) => Ok(tangent.value),
            None => Ok(writer.at(body.next[k]).zero()?.value),
        };
        let of_states = (0..self.states).filter(|&k| self.arguments[k]).map(next_of).collect::<Result<Vec<_>>>()?;
        let next = [&body.next[..], &of_states].concat();
        let args = self.all(&body.args, |k| Ok(body.args[k]))?;
        Ok(Loop { args, insts: writer.finish(), next, ..*body })
    }
}

/// The derivative of a part of the state that a loop of a kernel ends with, by one of the loop's operands.
pub(super) fn partial<B: Backend>(
    primal: &Primal<'_, B>,
    value: Value,
    (body, part): (&SharedLoop, u16),
    place: usize,
) -> Result<Partial<Values<B>>> {
    let dtype = body.args[place];
    if !is_differentiable(dtype) {
        return Ok(Partial::Zero);
    }
    let (moving, dual) = dual(body, (0..body.args.len()).map(|k| k == place).collect())?;
    let Some(part) = moving.tangent(usize::from(part)) else { return Ok(Partial::Zero) };
    let along = |seed: Scalar| {
        let inst = primal.inst(value);
        let mut last = Vec::new();
        let args = moving.all(&inst.args, |k| {
            let number = if k == place { seed } else { Scalar::from_f64(body.args[k], 0.0) };
            last.push(Inst { op: Op::Const(number), dtype: body.args[k], args: Default::default() });
            Ok(value + last.len() as Value - 1)
        })?;
        last.push(Inst { op: Op::Loop { body: dual.clone(), part }, dtype: inst.dtype, args: args.into() });
        primal.instead(value, last)
    };
    let of_real = along(Scalar::from_f64(dtype, 1.0))?;
    let of_imag = match dtype {
        DType::Complex64 => Some(along(Scalar::new(Complex::new(0.0f32, 1.0)))?),
        DType::Complex128 => Some(along(Scalar::new(Complex::new(0.0f64, 1.0)))?),
        _ => None,
    };
    Ok(Partial::Parts(of_real, of_imag))
}
