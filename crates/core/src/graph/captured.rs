//! Recorded programs that the device replays as a whole.
//!
//! The host needs longer to launch a small kernel than the device to run it. So a device with graphs captures such a
//! program when it is replayed for the second time, and launches it at once from then on. A graph works at fixed
//! addresses: what it reads of its arguments is copied to buffers of its own, and its results are copied from there,
//! so that arrays stay values. All of it is queued on one stream, under a lock: calls of several threads come one
//! after the other.

use super::eval::alloc;
use super::replay::{Outcome, Trace, gone};
use crate::backend::{Backend, DeviceBuffer, Memory, Replay};
use crate::error::Result;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Steps over up to so many elements count as small: moving these takes a fast device as long as a launch takes the
/// host, 2 to 5 microseconds.
const SMALL: usize = 1 << 18;

/// A copy takes the host as long as a launch, and the device as long as a small kernel. So each needs so many small
/// steps, and the launch of the graph, too. What is copied at once counts as one copy.
const STEPS_PER_COPY: usize = 3;

/// For each small step, so many bytes may be copied: that takes a device less than a microsecond, and the host a few to launch the step.
const BYTES_PER_STEP: usize = 1 << 20;

/// A recorded program, with its graph.
pub(crate) struct Program<B: Backend> {
    trace: Trace<B>,
    state: Mutex<State<B>>,
}

/// How the next replay goes.
enum State<B: Backend> {
    /// Step by step. It is the first one, which says how large the results are.
    First,
    /// It is captured.
    Capture,
    Graph(Graph<B>),
    /// Step by step: the program is not worth a graph, or cannot be captured.
    Steps,
}

/// A graph and its buffers.
struct Graph<B: Backend> {
    work: Box<dyn Replay>,
    /// Which arguments it reads, and where.
    arguments: Vec<(usize, Arc<B::Buffer>)>,
    results: Vec<Outcome<B>>,
    /// How many kernels are in it, and how many operands they have.
    launches: (usize, usize),
}

type Buffers<B> = Vec<Arc<<B as Memory>::Buffer>>;

impl<B: Backend> Program<B> {
    pub fn new(trace: Trace<B>) -> Self {
        Self { trace, state: Mutex::new(State::First) }
    }

    /// Runs the program. Arguments that the caller has no other use for may be overwritten.
    pub fn run(&self, xp: &B, arguments: Buffers<B>) -> Result<Buffers<B>> {
        // Without graphs, and in one that the user captures, the steps are launched.
        if !xp.can_capture() {
            return self.trace.run(xp, arguments);
        }
        let mut state = self.state();
        let results = match &mut *state {
            State::First => {
                drop(state);
                return self.run_first(xp, arguments);
            }
            State::Steps => None,
            State::Capture => Graph::capture(&self.trace, xp, &arguments).ok().and_then(|graph| {
                let results = graph.results(xp, &arguments).ok();
                *state = State::Graph(graph);
                results
            }),
            State::Graph(graph) => graph.replay(xp, &arguments).and_then(|()| graph.results(xp, &arguments)).ok(),
        };
        if let Some(results) = results {
            return Ok(results);
        }
        // What failed has only written to memory of its own, which goes, as there may be too little. The steps need
        // less, and if it is the program that fails, they say so.
        *state = State::Steps;
        drop(state);
        self.trace.run(xp, arguments)
    }

    fn state(&self) -> MutexGuard<'_, State<B>> {
        // It changes in single steps.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the steps, and decides how later replays go.
    fn run_first(&self, xp: &B, arguments: Buffers<B>) -> Result<Buffers<B>> {
        // What is overwritten in part is copied once more.
        let read = self.trace.arguments_read().into_iter().chain(self.trace.arguments_overwritten());
        let given: Vec<usize> = read.map(|k| arguments[k].bytes()).collect();
        let results = self.trace.run(xp, arguments)?;
        let outcomes = self.trace.outcomes(&results);
        let made: Vec<usize> = outcomes.iter().filter_map(|result| result.written().map(|x| x.bytes())).collect();
        let small = self.trace.steps_up_to(SMALL);
        let copies: usize = [&given, &made].map(|copies| copies.len().div_ceil(xp.copies_at_once())).iter().sum();
        let bytes = given.iter().chain(&made).sum::<usize>();
        let pays = small >= STEPS_PER_COPY * (copies + 1) && bytes <= BYTES_PER_STEP * small;
        let mut state = self.state();
        if matches!(*state, State::First) {
            *state = if pays { State::Capture } else { State::Steps };
        }
        Ok(results)
    }
}

/// Another buffer of the same bytes.
fn duplicate<B: Backend>(xp: &B, buffer: &B::Buffer) -> Result<Arc<B::Buffer>> {
    let mut copy = alloc(xp, buffer.bytes())?;
    xp.copy(buffer, &mut copy, buffer.bytes())?;
    Ok(Arc::new(copy))
}

impl<B: Backend> Graph<B> {
    /// Captures the steps, and does them once.
    fn capture(trace: &Trace<B>, xp: &B, given: &[Arc<B::Buffer>]) -> Result<Self> {
        let (mut buffers, mut arguments) = (given.to_vec(), Vec::new());
        for k in trace.arguments_read() {
            buffers[k] = duplicate(xp, &given[k])?;
            // As it is held here, no step overwrites it.
            arguments.push((k, buffers[k].clone()));
        }
        let mut results = Vec::new();
        let work = xp.captured(&mut || {
            results = trace.run(xp, std::mem::take(&mut buffers))?;
            Ok(())
        })?;
        Ok(Self { work, arguments, results: trace.outcomes(&results), launches: trace.launches() })
    }

    fn replay(&mut self, xp: &B, given: &[Arc<B::Buffer>]) -> Result<()> {
        let mut copies: Vec<(&B::Buffer, &mut B::Buffer)> = Vec::with_capacity(self.arguments.len());
        for (k, buffer) in &mut self.arguments {
            copies.push((&*given[*k], Arc::get_mut(buffer).ok_or_else(gone)?));
        }
        xp.copy_all(&mut copies)?;
        self.work.replay()?;
        let (kernels, operands) = self.launches;
        xp.counters().count_launches(kernels, operands);
        Ok(())
    }

    /// Copies of what was computed: the next replay overwrites it.
    fn results(&self, xp: &B, given: &[Arc<B::Buffer>]) -> Result<Buffers<B>> {
        let written: Vec<&Arc<B::Buffer>> = self.results.iter().filter_map(Outcome::written).collect();
        let mut made = written.iter().map(|x| alloc(xp, x.bytes())).collect::<Result<Vec<_>>>()?;
        let mut copies: Vec<(&B::Buffer, &mut B::Buffer)> =
            written.iter().zip(&mut made).map(|(from, to)| (&***from, to)).collect();
        xp.copy_all(&mut copies)?;
        let mut made = made.into_iter();
        let mut results: Buffers<B> = Vec::with_capacity(self.results.len());
        for result in &self.results {
            results.push(match result {
                Outcome::Argument(k) => given[*k].clone(),
                Outcome::Constant(buffer) => buffer.clone(),
                Outcome::Written(_) => Arc::new(made.next().ok_or_else(gone)?),
                Outcome::Same(place) => results[*place].clone(),
            });
        }
        Ok(results)
    }
}
