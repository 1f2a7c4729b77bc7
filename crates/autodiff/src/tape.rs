//! The steps between arguments and results, and what goes through them.

use crate::Autodiff;
use crate::batch::{Batch, with_first};
use crate::buffer::{Operand, Origin, Step};
use crate::kernel::add;
use crate::rule::{At, Tangent, Values};
use crate::trace::{Trace, arguments, array, is_differentiable, operand};
use crate::view::{retyped, retyped_back, scattered, summed_windows, surrounded, through};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use xparray_core::backend::{Backend, Border, Launch};
use xparray_core::{Error, Layout, Result};

/// A program that was traced: the steps by which its results depend on its arguments.
pub(crate) struct Tape<B: Backend> {
    xp: Autodiff<B>,
    arguments: Arc<Step<B>>,
    results: Vec<Operand<B>>,
    /// In the order in which they ran.
    steps: BTreeMap<u64, Arc<Step<B>>>,
}

/// What a step read, with its cotangent.
struct Term<'a, B: Backend> {
    origin: &'a Origin<B>,
    operand: &'a Operand<B>,
    cotangent: Values<B>,
}

/// What is known of the results of steps, for as long as something reads it: what nobody holds is neither stored nor copied.
struct Known<B: Backend> {
    values: HashMap<u64, Vec<Tangent<B>>>,
    /// How often each step's results are still read.
    reads: HashMap<u64, usize>,
}

impl<B: Backend> Known<B> {
    /// What is known of a program's arguments.
    fn new(tape: &Tape<B>, arguments: Vec<Tangent<B>>) -> Self {
        let mut reads = HashMap::new();
        let read =
            tape.steps.values().filter(|step| !Arc::ptr_eq(step, &tape.arguments)).flat_map(|step| &step.operands);
        for origin in read.chain(&tape.results).filter_map(|operand| operand.buffer.origin.as_ref()) {
            *reads.entry(origin.step.number).or_default() += 1;
        }
        Self { values: HashMap::from([(tape.arguments.number, arguments)]), reads }
    }

    fn add(&mut self, number: u64, values: Vec<Tangent<B>>) {
        if self.reads.contains_key(&number) {
            self.values.insert(number, values);
        }
    }

    /// Of one result of a step.
    fn set(&mut self, number: u64, output: usize, value: Tangent<B>) {
        let values = self.values.entry(number).or_default();
        values.resize(values.len().max(output + 1), None);
        values[output] = value;
    }

    /// Of what an operand was read from. Once for each operand and result.
    fn read(&mut self, operand: &Operand<B>) -> Tangent<B> {
        let origin = operand.buffer.origin.as_ref()?;
        let number = origin.step.number;
        let left = self.reads.get_mut(&number)?;
        *left -= 1;
        if *left > 0 {
            return self.values.get(&number)?.get(origin.output)?.clone();
        }
        self.values.remove(&number)?.into_iter().nth(origin.output)?
    }
}

impl<B: Backend> Tape<B> {
    /// Runs a program and remembers it; also gives its results.
    pub fn of(
        program: impl FnOnce(Vec<Values<B>>) -> Result<Vec<Values<B>>>,
        inputs: &[Values<B>],
    ) -> Result<(Self, Vec<Values<B>>)> {
        let xp = inputs.first().ok_or_else(|| Error::value("autodiff", "a program without arguments"))?.xp().clone();
        let trace = Trace::start();
        let (step, watched) = arguments(inputs)?;
        let results = program(watched)?;
        let parts: Vec<_> = results.iter().map(operand).collect::<Result<_>>()?;
        drop(trace);
        let steps = dependent(&step, &parts);
        Ok((Self { xp, arguments: step, results: parts, steps }, results))
    }

    /// The cotangents of the arguments, of those of the results.
    pub fn pull(&self, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let mut pending: BTreeMap<u64, Vec<Tangent<B>>> = BTreeMap::new();
        for (result, cotangent) in self.results.iter().zip(cotangents) {
            if let (Some(origin), Some(cotangent)) = (self.origin(result), cotangent) {
                self.add(&mut pending, origin, result, cotangent)?;
            }
        }
        while let Some((number, cotangents)) = pending.pop_last() {
            let step = &self.steps[&number];
            if Arc::ptr_eq(step, &self.arguments) {
                return Ok(cotangents);
            }
            let mut terms = Vec::new();
            for (operand, cotangent) in step.operands.iter().zip(step.rule.vjp(&self.at(step), &cotangents)?) {
                if let (Some(origin), Some(cotangent)) = (self.origin(operand), cotangent) {
                    terms.push(Term { origin, operand, cotangent });
                }
            }
            self.add_all(&mut pending, terms)?;
        }
        Ok(vec![None; self.arguments.outputs.len()])
    }

    /// The tangents of the results, of those of the arguments.
    pub fn push(&self, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let mut known = Known::new(self, tangents.to_vec());
        let seen = |known: &mut Known<B>, operand: &Operand<B>| -> Result<Tangent<B>> {
            let tangent = known.read(operand).filter(|_| self.origin(operand).is_some());
            let seen = |tangent: Values<B>| through(&retyped(&tangent, operand.dtype)?.ravel()?, &operand.layout);
            tangent.map(seen).transpose()
        };
        for (number, step) in &self.steps {
            if Arc::ptr_eq(step, &self.arguments) {
                continue;
            }
            let read = step.operands.iter().map(|operand| seen(&mut known, operand));
            let tangents = read.collect::<Result<Vec<_>>>()?;
            if tangents.iter().any(Option::is_some) {
                known.add(*number, step.rule.jvp(&self.at(step), &tangents)?);
            }
        }
        self.results.iter().map(|result| seen(&mut known, result)).collect()
    }

    /// The results of a program over `n` elements of a batch, along a first axis, of such arguments; none for what is the same for all.
    pub fn batch(&self, n: usize, inputs: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        self.batch_with(n, inputs, std::iter::empty())
    }

    /// Likewise, where results of other steps, which the program reads, differ between the elements: whole buffers, along a first axis.
    pub fn batch_with(
        &self,
        n: usize,
        inputs: &[Tangent<B>],
        captured: impl Iterator<Item = ((u64, usize), Tangent<B>)>,
    ) -> Result<Vec<Tangent<B>>> {
        let rows = |x: &Values<B>| x.reshape([n, x.len() / n.max(1)]);
        let given = inputs.iter().map(|x| x.as_ref().map(rows).transpose()).collect::<Result<_>>()?;
        let mut known = Known::new(self, given);
        captured.for_each(|((number, output), rows)| known.set(number, output, rows));
        let seen = |known: &mut Known<B>, operand: &Operand<B>| -> Result<Tangent<B>> {
            let (Some(origin), rows) = (&operand.buffer.origin, known.read(operand)) else { return Ok(None) };
            let same = origin.step.outputs[origin.output].0 == operand.dtype;
            if same { Ok(rows) } else { rows.map(|rows| rows.view(operand.dtype)).transpose() }
        };
        for (number, step) in &self.steps {
            if Arc::ptr_eq(step, &self.arguments) {
                continue;
            }
            let read = step.operands.iter().map(|operand| seen(&mut known, operand));
            let operands = read.collect::<Result<Vec<_>>>()?;
            if operands.iter().any(Option::is_some) {
                let results = step.rule.batch(&Batch::new(&self.xp, step, n, operands))?;
                known.add(*number, results.iter().map(|x| Ok(Some(rows(x)?))).collect::<Result<_>>()?);
            }
        }
        let mut result = |operand: &Operand<B>| {
            let Some(rows) = seen(&mut known, operand)? else { return Ok(None) };
            Ok(Some(through(&rows.ravel()?, &with_first(&operand.layout, n, rows.shape()[1])?)?))
        };
        self.results.iter().map(&mut result).collect()
    }

    /// A result that is the same for all elements of a batch, along a first axis of so many.
    pub fn spread(&self, result: usize, n: usize) -> Result<Values<B>> {
        let Operand { buffer, dtype, layout } = &self.results[result];
        let whole = array(&self.xp, buffer.clone(), *dtype, &[buffer.bytes / dtype.size()])?;
        through(&whole, layout)?.broadcast_to([&[n], layout.shape()].concat())
    }

    /// What the program reads of results of steps that are not its own: whole buffers, and which results of which steps.
    pub fn captured(&self) -> (Vec<Operand<B>>, Vec<(u64, usize)>) {
        let own = self.steps.values().filter(|step| !Arc::ptr_eq(step, &self.arguments));
        let mut captured = BTreeMap::new();
        for operand in own.flat_map(|step| &step.operands).chain(&self.results) {
            let Some(Origin { step, output }) = &operand.buffer.origin else { continue };
            if !self.steps.contains_key(&step.number) {
                let (dtype, shape) = &step.outputs[*output];
                let layout = Layout::row_major(&[shape.iter().product()]);
                let whole = Operand { buffer: operand.buffer.clone(), dtype: *dtype, layout };
                captured.insert((step.number, *output), whole);
            }
        }
        captured.into_iter().map(|(number, operand)| (operand, number)).unzip()
    }

    /// Where an operand comes from, if it depends on the arguments and has a derivative.
    fn origin<'a>(&self, operand: &'a Operand<B>) -> Option<&'a Origin<B>> {
        let origin = operand.buffer.origin.as_ref()?;
        let depends = is_differentiable(operand.dtype) && self.steps.contains_key(&origin.step.number);
        depends.then_some(origin)
    }

    fn at<'a>(&'a self, step: &'a Arc<Step<B>>) -> At<'a, B> {
        let wanted = step.operands.iter().map(|operand| self.origin(operand).is_some()).collect();
        At { xp: &self.xp, step, wanted }
    }

    /// Adds the cotangents of all that a step read. Where it read windows of one array that have the same cotangent, as a stencil does,
    /// their sum is windows of that: one kernel, instead of a pass over the sum for each.
    fn add_all(&self, pending: &mut BTreeMap<u64, Vec<Tangent<B>>>, mut terms: Vec<Term<'_, B>>) -> Result<()> {
        while !terms.is_empty() {
            let first = terms.remove(0);
            let (step, output) = (&first.origin.step, first.origin.output);
            let (alike, others): (Vec<_>, Vec<_>) = terms.into_iter().partition(|term: &Term<'_, B>| {
                (term.origin.step.number, term.origin.output) == (step.number, output)
                    && term.operand.dtype == first.operand.dtype
                    && term.cotangent.is_same(&first.cotangent)
            });
            terms = others;
            let shape = &step.outputs[output].1;
            let windows: Vec<_> = std::iter::once(&first).chain(&alike).map(|term| &term.operand.layout).collect();
            // Where zeros around an array cost nothing, each of them is added to the others as it is.
            let apart = self.xp.reads_padded(Border::Zero) > 0 || step.outputs[output].0 != first.operand.dtype;
            if !apart && let Some(sum) = summed_windows(&first.cotangent, &windows, shape.iter().product())? {
                let whole = Operand { layout: Layout::row_major(shape), ..first.operand.clone() };
                self.add(pending, first.origin, &whole, &sum.reshape(&shape[..])?)?;
                continue;
            }
            for term in std::iter::once(&first).chain(&alike) {
                self.add(pending, term.origin, term.operand, &term.cotangent)?;
            }
        }
        Ok(())
    }

    /// Adds the cotangent of what was read to that of what it was read from.
    fn add(
        &self,
        pending: &mut BTreeMap<u64, Vec<Tangent<B>>>,
        origin: &Origin<B>,
        read: &Operand<B>,
        cotangent: &Values<B>,
    ) -> Result<()> {
        let (dtype, shape) = &origin.step.outputs[origin.output];
        let (len, layout) = (shape.iter().product::<usize>(), &read.layout);
        let cotangent = cotangent.astype(read.dtype)?;
        let outputs = origin.step.outputs.len();
        let cotangents = pending.entry(origin.step.number).or_insert_with(|| vec![None; outputs]);
        let total = &mut cotangents[origin.output];
        if *dtype != read.dtype {
            let whole = scattered(&cotangent, layout, len * dtype.size() / read.dtype.size())?;
            return add(total, Some(retyped_back(&whole, *dtype)?.reshape(&shape[..])?));
        }
        // What comes of most of it fuses with what else is added, as zeros around an array are not written.
        if 2 * layout.len() >= len
            && layout.len() < len
            && self.xp.reads_padded(Border::Zero) > 0
            && let Some(whole) = surrounded(&cotangent, layout, len)?
        {
            return add(total, Some(whole.reshape(&shape[..])?));
        }
        // What comes of a part is added there, not to the whole.
        if layout.len() < len
            && !layout.overlaps()
            && let Some(sum) = total.take()
        {
            let mut sum = sum.reshape(len)?;
            let part = sum.through(layout)?.add(&cotangent)?;
            sum.assign_through(layout, part)?;
            *total = Some(sum.reshape(&shape[..])?);
            return Ok(());
        }
        add(total, Some(scattered(&cotangent, layout, len)?.reshape(&shape[..])?))
    }
}

/// The steps between the arguments and the results, with that of the arguments.
fn dependent<B: Backend>(arguments: &Arc<Step<B>>, results: &[Operand<B>]) -> BTreeMap<u64, Arc<Step<B>>> {
    // What is older than the arguments does not depend on them.
    let mut reached: BTreeMap<u64, Arc<Step<B>>> = BTreeMap::new();
    let origins = |operands: &[Operand<B>]| -> Vec<Arc<Step<B>>> {
        let origins = operands.iter().filter_map(|operand| operand.buffer.origin.as_ref());
        origins.map(|origin| origin.step.clone()).filter(|step| step.number >= arguments.number).collect()
    };
    let mut ahead = origins(results);
    while let Some(step) = ahead.pop() {
        if reached.insert(step.number, step.clone()).is_none() && !Arc::ptr_eq(&step, arguments) {
            ahead.extend(origins(&step.operands));
        }
    }
    let mut steps = BTreeMap::new();
    for (number, step) in reached {
        let of_steps = |operand: &Operand<B>| {
            operand.buffer.origin.as_ref().is_some_and(|origin| steps.contains_key(&origin.step.number))
        };
        if Arc::ptr_eq(&step, arguments) || step.operands.iter().any(of_steps) {
            steps.insert(number, step);
        }
    }
    steps
}
