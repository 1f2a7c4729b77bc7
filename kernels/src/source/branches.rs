//! Which instructions of a function only one side of a choice needs: they are computed there alone.

use xparray_ir::ir::{BinaryOp, Inst, Op, UnaryOp, Value};

/// From this cost on, in additions, a side is worth a branch: threads of a warp that differ take both.
const WORTH: usize = 12;

/// A choice, the place of a select, and which of its sides.
pub(super) type Side = (usize, bool);

/// The side that each instruction belongs to; `None` is computed always.
pub(super) struct Branches {
    homes: Vec<Option<Side>>,
    /// Whether an instruction is a choice by a branch.
    chosen: Vec<bool>,
}

impl Branches {
    /// Those of instructions that have these results.
    pub fn new(insts: &[Inst], results: &[Value]) -> Self {
        let selects = insts.iter().map(|inst| matches!(inst.op, Op::Select)).collect();
        let mut branches = Self { homes: Vec::new(), chosen: selects };
        branches.place(insts, results);
        let mut costs = [true, false].map(|_| vec![0; insts.len()]);
        for (place, inst) in insts.iter().enumerate() {
            let mut home = branches.homes[place];
            while let Some((choice, side)) = home {
                costs[usize::from(side)][choice] += cost(inst);
                home = branches.homes[choice];
            }
        }
        let is_worth = |place: usize| costs.iter().any(|costs| costs[place] >= WORTH);
        branches.chosen.iter_mut().enumerate().for_each(|(place, chosen)| *chosen &= is_worth(place));
        branches.place(insts, results);
        branches
    }

    /// None: both sides of each choice are computed, so that the elements of a vector, of which a thread has several, go on side by side.
    pub fn none(insts: &[Inst]) -> Self {
        Self { homes: vec![None; insts.len()], chosen: vec![false; insts.len()] }
    }

    /// Whether the instruction is a choice by a branch.
    pub fn is_choice(&self, place: usize) -> bool {
        self.chosen[place]
    }

    /// The instructions of a side, in their order.
    pub fn of(&self, side: Option<Side>) -> impl Iterator<Item = usize> {
        self.homes.iter().enumerate().filter(move |(_, home)| **home == side).map(|(place, _)| place)
    }

    /// Finds the side of each instruction, which stands before those that need it.
    fn place(&mut self, insts: &[Inst], results: &[Value]) {
        self.homes = vec![None; insts.len()];
        let mut known = vec![false; insts.len()];
        results.iter().for_each(|&result| known[result as usize] = true);
        for (place, inst) in insts.iter().enumerate().rev() {
            if is_everywhere(&inst.op) {
                self.homes[place] = None;
            }
            for (k, &arg) in inst.args.iter().enumerate() {
                let user = match k {
                    1 | 2 if self.chosen[place] => Some((place, k == 1)),
                    _ => self.homes[place],
                };
                let arg = arg as usize;
                self.homes[arg] = if known[arg] { self.common(self.homes[arg], user) } else { user };
                known[arg] = true;
            }
        }
    }

    /// The innermost side that two are in.
    fn common(&self, mut one: Option<Side>, mut other: Option<Side>) -> Option<Side> {
        while one != other {
            // A choice within another one's side stands before it.
            match (one, other) {
                (Some((a, _)), Some((b, _))) if a == b => return self.homes[a],
                (Some((a, _)), Some((b, _))) if a > b => other = self.homes[b],
                (Some((a, _)), Some(_)) => one = self.homes[a],
                _ => return None,
            }
        }
        one
    }
}

/// Whether an instruction is computed even if no side that needs it is taken: an index out of bounds is reported; the parts of a loop are one loop, and
/// random numbers of neighbours are drawn together.
fn is_everywhere(op: &Op) -> bool {
    matches!(op, Op::Gather(_) | Op::Loop { .. } | Op::Random(_))
}

/// About how many additions an instruction takes as long as.
fn cost(inst: &Inst) -> usize {
    match &inst.op {
        // It takes no longer than a branch. Of a ladder of them over known values, branches would keep all conditions and values.
        Op::Select => 0,
        Op::Poly(polynomial) => polynomial.0.len(),
        Op::Binary(BinaryOp::Div) | Op::Unary(UnaryOp::Sqrt) => 8,
        Op::Unary(UnaryOp::Abs | UnaryOp::Neg | UnaryOp::Rint | UnaryOp::Floor) => 1,
        Op::Unary(_) | Op::Call(_) => 20,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xparray_ir::DType;
    use xparray_ir::functions::FunctionId;

    /// The instructions below each side of an expression's choices, as places.
    fn sides(function: FunctionId) -> (Branches, Vec<Inst>) {
        let expression = function.expression(DType::F64);
        (Branches::new(&expression.insts, &[expression.result]), expression.insts.clone())
    }

    #[test]
    fn choices_of_known_values_are_no_branches() {
        let inst = |op, args: &[Value]| Inst { op, dtype: DType::F64, args: args.into() };
        let mut insts = vec![inst(Op::Load(0), &[])];
        for k in 1..=2 * WORTH as u16 {
            let last = insts.len() as Value - 1;
            insts.push(inst(Op::Load(k), &[]));
            insts.push(inst(Op::Binary(BinaryOp::Lt), &[last + 1, 0]));
            insts.push(inst(Op::Select, &[last + 2, last + 1, last]));
        }
        let last = insts.len() - 1;
        // Each condition is a result, too.
        let results: Vec<Value> =
            (0..insts.len() as Value).filter(|place| place % 3 == 2).chain([last as Value]).collect();
        let branches = Branches::new(&insts, &results);
        assert!((0..insts.len()).all(|place| !branches.is_choice(place)));
        insts[last - 4] = inst(Op::Unary(UnaryOp::Sqrt), &[0]);
        insts[last - 3] = inst(Op::Unary(UnaryOp::Exp), &[last as Value - 4]);
        let branches = Branches::new(&insts, &results);
        assert!(branches.is_choice(last), "what takes long is computed where it is needed");
    }

    #[test]
    fn sides_are_needed_by_their_choice_only() {
        for function in [FunctionId::gammaln, FunctionId::erf, FunctionId::j0, FunctionId::expi] {
            let (branches, insts) = sides(function);
            assert!((0..insts.len()).any(|place| branches.is_choice(place)), "{function:?}");
            for (place, inst) in insts.iter().enumerate() {
                for &arg in &inst.args {
                    // What an instruction needs is computed on its side, or around that, or it is what a choice takes from there.
                    let mut around = vec![branches.homes[place], Some((place, true)), Some((place, false))];
                    while let Some(Some((choice, _))) = around.first().copied() {
                        around.insert(0, branches.homes[choice]);
                    }
                    assert!(around.contains(&branches.homes[arg as usize]), "{function:?}: {place} of {arg}");
                }
            }
        }
    }
}
