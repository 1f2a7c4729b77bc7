//! Pairs of arithmetic steps as one, where the second is the only reader of the first's result; steps that stream; products that a
//! reduction computes itself.

use super::ops::{Code, Formula};
use super::program::{Action, Id, Meaning, Section};
use xparray_ir::DType;
use xparray_ir::ir::{BinaryOp, UnaryOp};

impl Section {
    /// Pairs arithmetic steps; `kept` says which values are read after all steps.
    pub fn pair_steps(&mut self, kept: &[bool]) {
        let mut at = 0;
        while at < self.steps.len() {
            match self.partner(at, kept) {
                Some((earlier, first)) => {
                    self.join(earlier, at, first);
                    // The joined step took the place of both.
                    at -= 1;
                }
                None => at += 1,
            }
        }
    }

    /// An earlier step whose result only step `at` reads, and whether as its first operand.
    fn partner(&self, at: usize, kept: &[bool]) -> Option<(usize, bool)> {
        let Some((Formula::One(_), dtype)) = self.steps[at].arithmetic else { return None };
        let args = &self.steps[at].args;
        [(args[0], true), (args[1], false)].into_iter().find_map(|(id, first)| {
            let earlier = self.steps[..at].iter().position(|step| step.out == id)?;
            let alike = matches!(self.steps[earlier].arithmetic, Some((Formula::One(_), other)) if other == dtype);
            (alike && !kept[id as usize] && self.readers(id) == 1).then_some((earlier, first))
        })
    }

    /// How many arguments of steps a value is.
    fn readers(&self, id: Id) -> usize {
        self.steps.iter().flat_map(|step| step.reads()).filter(|&read| read == id).count()
    }

    fn join(&mut self, earlier: usize, at: usize, first: bool) {
        let inner = self.steps.remove(earlier);
        let outer = &mut self.steps[at - 1];
        let (Some((Formula::One(inner_op), dtype)), Some((Formula::One(outer_op), _))) =
            (inner.arithmetic, outer.arithmetic)
        else {
            return;
        };
        let formula = Formula::Two { inner: inner_op, outer: outer_op, first };
        let Some(loops) = formula.loops(dtype) else { return };
        let other = outer.args[usize::from(first)];
        outer.action = Action::Code(Code::Map(loops.store));
        outer.args = [inner.args[0], inner.args[1], other];
        outer.arity = 3;
        outer.arithmetic = Some((formula, dtype));
    }

    /// Says how to stream the results that no step reads.
    pub fn stream_steps(&mut self) {
        for at in 0..self.steps.len() {
            let step = &self.steps[at];
            let out = step.out;
            let streams =
                self.readers(out) == 0 && self.stores.iter().any(|store| store.value == out && store.in_place);
            self.steps[at].stream = step
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
