//! A program at a point, with what it captures as arguments of their own.

use crate::batch::Batch;
use crate::buffer::{Operand, Origin, Step, TracedBuffer};
use crate::rule::{At, Rule, Tangent, Values};
use crate::trace::{Trace, arguments, array, operand};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use xparray_core::Result;
use xparray_core::backend::Backend;

/// Which result of which step.
type Place = (u64, usize);

fn place<B: Backend>(origin: &Origin<B>) -> Place {
    (origin.step.number, origin.output)
}

/// The steps after that of a number that made operands, and what these have read of older ones.
fn since<B: Backend>(
    number: u64,
    operands: &[Operand<B>],
) -> (BTreeMap<u64, Arc<Step<B>>>, BTreeMap<Place, TracedBuffer<B>>) {
    let (mut steps, mut older) = (BTreeMap::new(), BTreeMap::new());
    let mut ahead: Vec<TracedBuffer<B>> = operands.iter().map(|operand| operand.buffer.clone()).collect();
    while let Some(buffer) = ahead.pop() {
        let Some(origin) = &buffer.origin else { continue };
        if origin.step.number < number {
            older.insert(place(origin), buffer);
        } else if origin.step.number > number && !steps.contains_key(&origin.step.number) {
            ahead.extend(origin.step.operands.iter().map(|operand| operand.buffer.clone()));
            steps.insert(origin.step.number, origin.step.clone());
        }
    }
    (steps, older)
}

/// Whether arrays depend on what was recorded before the step of a number.
pub(crate) fn depend_on_older<B: Backend>(number: u64, arrays: &[Values<B>]) -> Result<bool> {
    let operands = arrays.iter().map(operand).collect::<Result<Vec<_>>>()?;
    Ok(!since(number, &operands).1.is_empty())
}

/// The steps of a program that was run once: a closure says nothing of the arrays in it, but its steps read them.
pub(crate) struct Captured<B: Backend> {
    /// In the order in which they ran.
    steps: Vec<Arc<Step<B>>>,
    results: Vec<Operand<B>>,
    /// What stands for the arguments, and then for what is captured.
    inputs: Vec<Place>,
}

impl<B: Backend> Captured<B> {
    /// Runs a program. Also gives its results, and the arrays of older steps that it has read, whole.
    pub fn of(
        program: impl FnOnce(Vec<Values<B>>) -> Result<Vec<Values<B>>>,
        x: &[Values<B>],
    ) -> Result<(Self, Vec<Values<B>>, Vec<Values<B>>)> {
        let trace = Trace::start();
        let (start, watched) = arguments(x)?;
        let made = program(watched)?;
        let results = made.iter().map(operand).collect::<Result<Vec<_>>>()?;
        drop(trace);
        let (steps, older) = since(start.number, &results);
        let mut inputs: Vec<Place> = (0..x.len()).map(|output| (start.number, output)).collect();
        let mut captures = Vec::with_capacity(older.len());
        for (place, buffer) in older {
            let Some(origin) = &buffer.origin else { continue };
            let (dtype, shape) = origin.step.outputs[origin.output].clone();
            captures.push(array(x[0].xp(), buffer, dtype, &shape)?);
            inputs.push(place);
        }
        Ok((Self { steps: steps.into_values().collect(), results, inputs }, made, captures))
    }

    /// The same results, as those of steps that read these arrays: arguments and then what is captured, with the values that they had,
    /// each of which fills its buffer.
    pub fn at(&self, inputs: &[Values<B>]) -> Result<Vec<Values<B>>> {
        let mut origins: HashMap<Place, Option<Origin<B>>> = HashMap::new();
        for (place, x) in self.inputs.iter().zip(inputs) {
            origins.insert(*place, operand(x)?.buffer.origin);
        }
        let moved = |origins: &HashMap<Place, Option<Origin<B>>>, old: &Operand<B>| {
            let mut operand = old.clone();
            if let Some(origin) = old.buffer.origin.as_ref().and_then(|origin| origins.get(&place(origin))) {
                operand.buffer.origin = origin.clone();
            }
            operand
        };
        for step in &self.steps {
            let operands = step.operands.iter().map(|operand| moved(&origins, operand)).collect();
            let mut next = Step::new(Box::new(Same(step.clone())), operands, step.outputs.clone());
            next.results = step.results.clone();
            let next = Arc::new(next);
            for output in 0..step.outputs.len() {
                origins.insert((step.number, output), Some(Origin { step: next.clone(), output }));
            }
        }
        let result = |old: &Operand<B>| {
            let Operand { buffer, dtype, layout } = moved(&origins, old);
            let len = buffer.bytes / dtype.size();
            crate::view::through(&array(inputs[0].xp(), buffer, dtype, &[len])?, &layout)
        };
        self.results.iter().map(result).collect()
    }
}

/// What another step does.
struct Same<B: Backend>(Arc<Step<B>>);

impl<B: Backend> Rule<B> for Same<B> {
    fn name(&self) -> &'static str {
        self.0.rule.name()
    }

    fn keeps_results(&self) -> bool {
        self.0.rule.keeps_results()
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        self.0.rule.jvp(at, tangents)
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        self.0.rule.vjp(at, cotangents)
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        self.0.rule.batch(at)
    }
}
