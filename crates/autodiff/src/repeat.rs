//! Loops on values in programs over batches.
//!
//! Such a program runs for one element, and its steps are done for all afterwards; but how often a loop runs differs from element to
//! element. So the loop is one step, which knows what is repeated as a program of its own: for a batch it goes on as long as the
//! condition holds for any element, and those for which it does not hold stay as they are.

use crate::batch::Batch;
use crate::buffer::Step;
use crate::reverse::{filled, kinds};
use crate::rule::{At, Rule, Tangent, Values, missing};
use crate::tape::Tape;
use crate::trace::{is_batched, is_differentiable, of_step, operand, stopped, truth};
use xparray_core::backend::Backend;
use xparray_core::{Create, DType, Result};

/// What is repeated: the condition of a state, and the state after it.
type Round<'a, B> = &'a dyn Fn(Vec<Values<B>>) -> Result<Vec<Values<B>>>;

/// The state of which a condition holds no more, from a first one on. A round gives the condition and the next state.
pub(crate) fn repeated<B: Backend>(round: Round<'_, B>, first: Vec<Values<B>>) -> Result<Vec<Values<B>>> {
    let run = |mut state: Vec<Values<B>>, held: &dyn Fn(&Values<B>) -> Result<Values<B>>| loop {
        let mut next = round(state.clone())?;
        if !truth(&next.remove(0))? {
            return Ok::<_, xparray_core::Error>(state);
        }
        state = next.iter().map(held).collect::<Result<_>>()?;
    };
    if !is_batched() {
        return run(first, &|x| Ok(x.clone()));
    }
    let (tape, _) = Tape::of(round, &first)?;
    let results = run(first.iter().map(stopped).collect::<Result<_>>()?, &stopped)?;
    let (captured, numbers) = tape.captured();
    let operands = first.iter().map(operand).chain(captured.into_iter().map(Ok)).collect::<Result<_>>()?;
    let rule = Repeat { tape, captured: numbers, states: first.len() };
    Ok(of_step(Step::new(Box::new(rule), operands, kinds(&results)), &results)?.1)
}

/// A loop as a step. Its operands are the state, then what is read besides, as it lies in memory.
struct Repeat<B: Backend> {
    /// A round, from the state to the condition and the next state.
    tape: Tape<B>,
    /// Which results of which other steps a round reads.
    captured: Vec<(u64, usize)>,
    states: usize,
}

impl<B: Backend> Repeat<B> {
    /// A round for `n` elements of a batch; what is the same for all may be none of what is captured.
    fn round(&self, n: usize, state: &[Values<B>], captured: &[Tangent<B>]) -> Result<Vec<Values<B>>> {
        let inputs: Vec<Tangent<B>> = state.iter().cloned().map(Some).collect();
        let read = self.captured.iter().copied().zip(captured.iter().cloned());
        let made = self.tape.batch_with(n, &inputs, read)?;
        made.into_iter().enumerate().map(|(k, x)| x.map_or_else(|| self.tape.spread(k, n), Ok)).collect()
    }

    /// A round for operands as the step has them.
    fn once(&self, operands: &[Values<B>]) -> Result<Vec<Values<B>>> {
        let wide = operands.iter().map(|x| x.expand_dims(0)).collect::<Result<Vec<_>>>()?;
        let captured: Vec<Tangent<B>> = wide[self.states..].iter().cloned().map(Some).collect();
        self.round(1, &wide[..self.states], &captured)?.iter().map(|x| x.squeeze(0)).collect()
    }
}

impl<B: Backend> Rule<B> for Repeat<B> {
    fn name(&self) -> &'static str {
        "while_loop"
    }

    /// Tangents go along with the state. There is no way back, as in JAX: how many states there were differs between the elements.
    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let operands = (0..tangents.len()).map(|k| at.operand(k)).collect::<Result<Vec<_>>>()?;
        let (state, captured) = operands.split_at(self.states);
        let of_captured = &tangents[self.states..];
        let moves: Vec<bool> = state.iter().map(|x| is_differentiable(x.dtype())).collect();
        let seen = |of_state: Vec<Values<B>>| {
            let mut of_state = of_state.into_iter();
            let of_state = moves.iter().map(move |&moves| if moves { of_state.next() } else { None });
            of_state.chain(of_captured.iter().cloned()).collect::<Vec<Tangent<B>>>()
        };
        let moving =
            |tangents: Vec<Values<B>>| tangents.into_iter().zip(&moves).filter(|(_, moves)| **moves).map(|(x, _)| x);
        let round = |mut both: Vec<Values<B>>| {
            let of_state = both.split_off(self.states);
            both.extend(captured.iter().cloned());
            let (tape, mut values) = Tape::of(|operands| self.once(&operands), &both)?;
            let pushed = filled(at.xp, &kinds(&values), tape.push(&seen(of_state))?)?;
            values.extend(moving(pushed[1..].to_vec()));
            Ok(values)
        };
        let zeros = filled(at.xp, &kinds(state), tangents[..self.states].to_vec())?;
        let first = state.iter().cloned().chain(moving(zeros)).collect();
        Ok(seen(repeated(&round, first)?.split_off(self.states)).into_iter().take(self.states).collect())
    }

    fn vjp(&self, _: &At<'_, B>, _: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        Err(missing("while_loop in a batch"))
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let state = (0..self.states).map(|k| at.operand(k)).collect::<Result<Vec<_>>>()?;
        let read = self.states..at.operands();
        let captured = read.map(|k| at.differs(k).then(|| at.operand(k)).transpose()).collect::<Result<Vec<_>>>()?;
        let round = |mut all: Vec<Values<B>>| {
            let goes_on = all.remove(0);
            let mut next = self.round(at.n, &all, &captured)?;
            let goes_on = goes_on.logical_and(next.remove(0).reshape(at.n)?)?;
            let chosen = next.iter().zip(&all).map(|(next, last)| {
                let ones = std::iter::repeat_n(1, last.ndim() - 1);
                goes_on.reshape(std::iter::once(at.n).chain(ones).collect::<Vec<_>>())?.where_(next, last)
            });
            let chosen = chosen.collect::<Result<Vec<_>>>()?;
            Ok([goes_on.any(..)?, goes_on].into_iter().chain(chosen).collect())
        };
        let first = std::iter::once(at.xp.ones_of(DType::Bool, [at.n])?).chain(state).collect();
        Ok(repeated(&round, first)?.split_off(1))
    }
}
