//! Pairs of arithmetic steps as one, where the second is the only reader of the first's result; steps that stream; products that a
//! reduction computes itself.

use super::ops::{Code, Formula};
use super::program::{Action, Id, Meaning, Section};
use xparray_ir::DType;
use xparray_ir::ir::{BinaryOp, UnaryOp};

impl Section {
    /// Pairs arithmetic steps; `kept` says of each value whether it is read after all steps.
    pub fn pair_steps(&mut self, kept: &[bool]) {
        let readers = self.readers(kept.len());
        let mut makers: Vec<Option<usize>> = vec![None; kept.len()];
        let mut paired = vec![false; self.steps.len()];
        for at in 0..self.steps.len() {
            let alone = |id: Id| makers[id as usize].filter(|_| !kept[id as usize] && readers[id as usize] == 1);
            if let Some(earlier) = self.join(at, alone) {
                paired[earlier] = true;
            }
            makers[self.steps[at].out as usize] = Some(at);
        }
        let mut paired = paired.into_iter();
        self.steps.retain(|_| paired.next() != Some(true));
    }

    /// Makes a step compute what an earlier one does as well, whose result only it reads: one that makes a value `alone`.
    fn join(&mut self, at: usize, alone: impl Fn(Id) -> Option<usize>) -> Option<usize> {
        let outer = &self.steps[at];
        let (Formula::One(outer_op), dtype) = outer.arithmetic? else { return None };
        let [x, y, _] = outer.args;
        let (earlier, inner_op, first) = [(x, true), (y, false)].into_iter().find_map(|(id, first)| {
            let earlier = alone(id)?;
            match self.steps[earlier].arithmetic {
                Some((Formula::One(inner_op), other)) if other == dtype => Some((earlier, inner_op, first)),
                _ => None,
            }
        })?;
        let formula = Formula::Two { inner: inner_op, outer: outer_op, first };
        let loops = formula.loops(dtype)?;
        let [a, b, _] = self.steps[earlier].args;
        let outer = &mut self.steps[at];
        outer.action = Action::Code(Code::Map(loops.store));
        outer.args = [a, b, if first { y } else { x }];
        outer.arity = 3;
        outer.arithmetic = Some((formula, dtype));
        Some(earlier)
    }

    /// How many arguments of steps each of so many values is.
    fn readers(&self, values: usize) -> Vec<usize> {
        let mut readers = vec![0; values];
        self.steps.iter().flat_map(|step| step.reads()).for_each(|id| readers[id as usize] += 1);
        readers
    }

    /// Says how to stream the results, of so many values, that no step reads.
    pub fn stream_steps(&mut self, values: usize) {
        let readers = self.readers(values);
        for step in &mut self.steps {
            let streams = readers[step.out as usize] == 0
                && self.stores.iter().any(|store| store.value == step.out && store.in_place);
            step.stream = step
                .arithmetic
                .filter(|_| streams)
                .and_then(|(formula, dtype)| formula.loops(dtype))
                .map(|loops| loops.stream);
        }
    }

    /// Takes the only step away, if it is the product of two floats from operands and nothing but a reduction reads it, and
    /// returns these.
    pub fn take_product(&mut self, x: Id) -> Option<[Id; 2]> {
        let [step] = &self.steps[..] else { return None };
        // A pair of steps has three arguments, and the second one's meaning.
        let factors = match (step.meaning?, step.arity) {
            (Meaning::Binary(BinaryOp::Mul, DType::F32 | DType::F64), 2) => [step.args[0], step.args[1]],
            (Meaning::Unary(UnaryOp::Square, DType::F32 | DType::F64), 1) => [step.args[0]; 2],
            _ => return None,
        };
        let loaded = |id: Id| self.loads.iter().any(|load| load.value == id);
        let stored = self.stores.iter().any(|store| store.value == x);
        if step.out != x || stored || !factors.into_iter().all(loaded) {
            return None;
        }
        self.steps.clear();
        self.results.clear();
        Some(factors)
    }
}
