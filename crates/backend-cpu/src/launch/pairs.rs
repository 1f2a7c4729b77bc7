//! Pairs of steps as one, where the second is the only reader of the first's result.

use super::ops::{Code, pair};
use super::program::{Action, Id, Section};
use xparray_core::DType;

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
        let (_, dtype) = self.steps[at].arithmetic?;
        let args = &self.steps[at].args;
        let readers = |id: Id| self.steps.iter().flat_map(|step| step.reads()).filter(|&read| read == id).count();
        [(args[0], true), (args[1], false)].into_iter().find_map(|(id, first)| {
            let earlier = self.steps[..at].iter().position(|step| step.out == id)?;
            let alike = self.steps[earlier].arithmetic.is_some_and(|(_, other)| other == dtype);
            (alike && !kept[id as usize] && readers(id) == 1).then_some((earlier, first))
        })
    }

    fn join(&mut self, earlier: usize, at: usize, first: bool) {
        let inner = self.steps.remove(earlier);
        let outer = &mut self.steps[at - 1];
        let (Some((inner_op, dtype)), Some((outer_op, _))) = (inner.arithmetic, outer.arithmetic) else { return };
        let f = match dtype {
            DType::F64 => pair::<f64>(inner_op, outer_op, first),
            _ => pair::<f32>(inner_op, outer_op, first),
        };
        let other = outer.args[usize::from(first)];
        outer.action = Action::Code(Code::Map(f));
        outer.args = [inner.args[0], inner.args[1], other];
        outer.arity = 3;
        outer.arithmetic = None;
    }
}
