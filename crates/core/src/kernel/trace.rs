//! Records what a closure does to its variables.

use crate::array::DynArray;
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::graph::MapOp;
use crate::ir::{Combine, Inst, Loop, Op, SharedLoop, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A closure in which more steps need each other is lowered in parts: lowering goes down the graph on the stack of its thread.
const MOST_DEPTH: usize = 512;

/// What a recorded step computes.
#[derive(Clone, Debug)]
pub(super) enum Recipe {
    /// The element of the input of this number.
    Input(u16),
    /// The raw input of this number, all of it.
    Whole(u16),
    Const(Scalar),
    /// The row-major index, or the index along an axis.
    Index(Option<usize>),
    Map(MapOp),
    /// The element at the index `args[0]` of the raw input `args[1]`.
    Gather,
}

struct Recorded {
    step: Recipe,
    dtype: DType,
    args: SmallVec<[u16; 4]>,
}

/// The steps of one closure.
pub(super) struct Trace {
    id: u64,
    steps: Vec<Recorded>,
    /// Which steps are numbers.
    numbers: FxHashMap<Scalar, u16>,
    error: Option<Error>,
    /// For what a loop repeats, or a branch does: the variables of the closure around it that it reads. Elsewhere it may read none.
    captured: Option<Vec<Id>>,
    /// How many inputs come before these.
    inputs: u16,
    /// Whether what it computes is remembered for derivatives.
    remembered: bool,
}

/// A value of a trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Id {
    trace: u64,
    step: u16,
}

thread_local! {
    /// The traces under way on this thread: one, or more if a closure starts a kernel of its own, or has loops.
    static TRACES: RefCell<Vec<Trace>> = const { RefCell::new(Vec::new()) };
}

/// Traces a closure; `f` gets no variables, it records its inputs itself.
pub(super) fn trace<R>(remembered: bool, f: impl FnOnce() -> R) -> (Trace, R) {
    traced(Trace { remembered, ..Trace::new(None) }, f)
}

/// Whether what the closure computes is remembered for derivatives: then a formula does not end where its value alone is known.
#[doc(hidden)]
pub fn is_remembered() -> bool {
    TRACES.with_borrow(|traces| {
        traces.iter().rev().find(|trace| trace.captured.is_none()).is_some_and(|trace| trace.remembered)
    })
}

fn traced<R>(trace: Trace, f: impl FnOnce() -> R) -> (Trace, R) {
    TRACES.with_borrow_mut(|traces| traces.push(trace));
    /// Ends the trace also when the closure panics.
    struct End;
    impl Drop for End {
        fn drop(&mut self) {
            TRACES.with_borrow_mut(Vec::pop);
        }
    }
    let end = End;
    let result = f();
    let trace = TRACES.with_borrow_mut(Vec::pop);
    std::mem::forget(end);
    (trace.unwrap_or_else(|| Trace::new(None)), result)
}

/// Records a step of the innermost trace.
pub(super) fn record(step: Recipe, dtype: DType, args: &[Id]) -> Id {
    TRACES.with_borrow_mut(|traces| match traces.split_last_mut() {
        Some((trace, around)) => trace.record(around, step, dtype, args),
        // The closure is gone; `Trace::check` reports the stray id if it comes back.
        None => Id { trace: 0, step: 0 },
    })
}

/// Notes that what the innermost closure does is wrong.
pub(super) fn refuse(error: Error) {
    TRACES.with_borrow_mut(|traces| {
        if let Some(trace) = traces.last_mut() {
            trace.error.get_or_insert(error);
        }
    });
}

impl Trace {
    fn new(captured: Option<Vec<Id>>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let (id, numbers) = (NEXT.fetch_add(1, Relaxed), FxHashMap::default());
        Self { id, steps: Vec::new(), numbers, error: None, captured, inputs: 0, remembered: false }
    }

    fn record(&mut self, around: &mut [Trace], step: Recipe, dtype: DType, args: &[Id]) -> Id {
        if self.captured.is_some() {
            match step {
                // The same in all rounds.
                Recipe::Index(_) => {
                    return match around.split_last_mut() {
                        Some((trace, around)) => trace.record(around, step, dtype, args),
                        None => Id { trace: 0, step: 0 },
                    };
                }
                Recipe::Gather => {
                    let message = "a loop, or a branch with a loop, does not index arrays";
                    self.error.get_or_insert(Error::value("kernel", message));
                    return Id { trace: self.id, step: 0 };
                }
                _ => {}
            }
        }
        let places = args.iter().map(|&arg| self.place(around, arg)).collect::<Option<_>>();
        let args = places.unwrap_or_else(|| {
            let message = "a variable was used outside the closure that it belongs to";
            self.error = Some(Error::value("kernel", message));
            SmallVec::new()
        });
        self.push(step, dtype, args)
    }

    fn push(&mut self, step: Recipe, dtype: DType, args: SmallVec<[u16; 4]>) -> Id {
        let place = self.steps.len() as u16;
        // Each is an argument of the launch, of which there may be so many.
        if let Recipe::Const(number) = step {
            let known = *self.numbers.entry(number).or_insert(place);
            if known != place {
                return Id { trace: self.id, step: known };
            }
        }
        if self.steps.len() >= 1 << 12 {
            self.error = Some(Error::value("kernel", "the closure does more than 4096 operations"));
            return Id { trace: self.id, step: 0 };
        }
        self.steps.push(Recorded { step, dtype, args });
        Id { trace: self.id, step: place }
    }

    /// The step that a variable is: its own, or one that reads it from the closure around.
    fn place(&mut self, around: &mut [Trace], arg: Id) -> Option<u16> {
        if arg.trace == self.id {
            return Some(arg.step);
        }
        let known = self.captured.as_ref()?.iter().position(|&other| other == arg);
        if let Some(k) = known {
            let input = self.inputs + k as u16;
            return self.steps.iter().position(|recorded| recorded.is_input(input)).map(|k| k as u16);
        }
        let (trace, further) = around.split_last_mut()?;
        let step = trace.place(further, arg)?;
        let dtype = trace.steps.get(usize::from(step))?.dtype;
        let captured = self.captured.as_mut()?;
        captured.push(arg);
        let input = self.inputs + captured.len() as u16 - 1;
        Some(self.push(Recipe::Input(input), dtype, SmallVec::new()).step)
    }
}

/// A closure in a closure: what a loop repeats, or what a branch does.
pub(super) struct Nested {
    trace: Trace,
    /// How many steps there were when the condition was known.
    head: usize,
    /// The condition, if there is one, then what the closure returned.
    results: Vec<u16>,
}

/// Traces what is repeated, or done in a branch, over inputs of these types: the condition, if there is one, and then the results.
pub(super) fn nested(
    inputs: &[DType],
    condition: impl FnOnce(&[Id]) -> Option<Id>,
    results: impl FnOnce(&[Id]) -> Vec<Id>,
) -> Nested {
    let mut trace = Trace::new(Some(Vec::new()));
    trace.inputs = inputs.len() as u16;
    let ids: Vec<Id> =
        (0..).zip(inputs).map(|(k, &dtype)| trace.push(Recipe::Input(k), dtype, SmallVec::new())).collect();
    // A result may be a variable of the closure around.
    let place = |id: Id| {
        TRACES.with_borrow_mut(|traces| {
            let (trace, around) = traces.split_last_mut()?;
            let place = trace.place(around, id);
            if place.is_none() {
                trace.error = Some(Error::value("kernel", "a loop or a branch returned a variable of another closure"));
            }
            place
        })
    };
    let len = || TRACES.with_borrow(|traces| traces.last().map_or(0, |trace| trace.steps.len()));
    let (trace, (head, results)) = traced(trace, || {
        let condition = condition(&ids).and_then(place);
        let head = len();
        let results: Option<Vec<u16>> = results(&ids).into_iter().map(place).collect();
        (head, condition.into_iter().chain(results.unwrap_or_default()).collect())
    });
    Nested { trace, head, results }
}

impl Nested {
    fn captured(&self) -> &[Id] {
        self.trace.captured.as_deref().unwrap_or_default()
    }

    /// The types of what it reads of the closure around.
    fn captured_types(&self) -> Vec<DType> {
        let input = |k: usize| self.trace.steps.iter().find(|recorded| recorded.is_input(self.trace.inputs + k as u16));
        (0..self.captured().len()).filter_map(input).map(|recorded| recorded.dtype).collect()
    }

    /// Whether it has loops itself.
    pub fn has_loops(&self) -> bool {
        self.trace.steps.iter().any(|recorded| matches!(recorded.step, Recipe::Map(MapOp::Loop(..))))
    }

    /// Hands an error on to the closure around.
    fn check(&self) -> Option<()> {
        self.trace.error.clone().map_or(Some(()), |error| {
            refuse(error);
            None
        })
    }

    /// Of a branch, records its steps where it stands; gives the results.
    pub fn inline(self) -> Option<Vec<Id>> {
        self.check()?;
        let mut ids: Vec<Id> = Vec::with_capacity(self.trace.steps.len());
        for Recorded { step, dtype, args } in &self.trace.steps {
            ids.push(match step {
                Recipe::Input(k) => *self.captured().get(usize::from(*k))?,
                step => {
                    let args: Vec<Id> = args.iter().map(|&arg| ids[usize::from(arg)]).collect();
                    record(step.clone(), *dtype, &args)
                }
            });
        }
        Some(self.results.iter().map(|&k| ids[usize::from(k)]).collect())
    }

    /// Of a branch, records a loop that runs it once where a condition holds, and leaves values as they are elsewhere.
    pub fn once(self, condition: Id, elsewhere: &[(Id, DType)]) -> Option<Vec<Id>> {
        let state: Vec<DType> = std::iter::once(DType::Bool).chain(elsewhere.iter().map(|&(_, dtype)| dtype)).collect();
        let constant = |op| Inst { op, dtype: DType::Bool, args: SmallVec::new() };
        let mut insts = vec![constant(Op::Arg(0)), constant(Op::Const(Scalar::new(false)))];
        let places = self.lower(&mut insts, state.len() as u16)?;
        let results = self.results.iter().map(|&k| places[usize::from(k)]);
        let next = std::iter::once(1).chain(results).collect();
        let args = [state, self.captured_types()].concat();
        let start = std::iter::once(condition).chain(elsewhere.iter().map(|&(id, _)| id)).collect::<Vec<_>>();
        let parts = self.loops(Loop { args, insts, head: 1, condition: 0, next }, &start);
        Some(parts[1..].to_vec())
    }

    /// Records the loop that repeats it from a first state on; gives the last one.
    pub fn repeat(self, inputs: &[DType], start: &[Id]) -> Option<Vec<Id>> {
        let mut insts: Vec<Inst> = Vec::new();
        let places = self.lower(&mut insts, self.trace.inputs)?;
        let head = places[..self.head].iter().max().map_or(0, |&last| usize::from(last) + 1);
        let mut results = self.results.iter().map(|&k| places[usize::from(k)]);
        let condition = results.next()?;
        let args = [inputs, &self.captured_types()].concat();
        Some(self.loops(Loop { args, insts, head, condition, next: results.collect() }, start))
    }

    /// Adds the instructions; those that are the same are one. What it reads of the closure around are the arguments from `first` on.
    fn lower(&self, insts: &mut Vec<Inst>, first: u16) -> Option<Vec<Value>> {
        self.check()?;
        let mut places: Vec<Value> = Vec::with_capacity(self.trace.steps.len());
        let mut known: FxHashMap<Inst, Value> = (0..).zip(&*insts).map(|(place, inst)| (inst.clone(), place)).collect();
        for Recorded { step, dtype, args } in &self.trace.steps {
            let op = match step {
                Recipe::Input(k) if *k < self.trace.inputs => Op::Arg(*k),
                Recipe::Input(k) => Op::Arg(k - self.trace.inputs + first),
                Recipe::Const(scalar) => Op::Const(*scalar),
                Recipe::Map(MapOp::Random(distribution)) => Op::Random(*distribution),
                Recipe::Map(op) => op.inst()?,
                // Refused when they were recorded.
                Recipe::Whole(_) | Recipe::Index(_) | Recipe::Gather => return None,
            };
            let inst = Inst { op, dtype: *dtype, args: args.iter().map(|&arg| places[usize::from(arg)]).collect() };
            let next = insts.len() as Value;
            places.push(*known.entry(inst).or_insert_with_key(|inst| {
                insts.push(inst.clone());
                next
            }));
        }
        Some(places)
    }

    /// Records all parts of the state that a loop ends with.
    fn loops(&self, body: Loop, start: &[Id]) -> Vec<Id> {
        let (args, body) = ([start, self.captured()].concat(), SharedLoop::new(body));
        let part = |(part, &dtype)| record(Recipe::Map(MapOp::Loop(body.clone(), part)), dtype, &args);
        (0..).zip(&body.args).take(start.len()).map(part).collect()
    }
}

impl Recorded {
    fn is_input(&self, input: u16) -> bool {
        matches!(self.step, Recipe::Input(k) if k == input)
    }
}

impl Trace {
    fn check(&self, results: &[Id]) -> Result<()> {
        match &self.error {
            Some(error) => Err(error.clone()),
            None if results.iter().any(|id| id.trace != self.id) => {
                Err(Error::value("kernel", "the closure returned a variable of another one"))
            }
            None => Ok(()),
        }
    }

    /// The results as nodes over arrays that have been broadcast to `shape`, and raw arrays.
    pub fn build<B: Backend>(
        &self,
        xp: &B,
        shape: &[usize],
        inputs: &[DynArray<B>],
        results: &[Id],
    ) -> Result<Vec<DynArray<B>>> {
        self.check(results)?;
        let numbers = self.steps.iter().map(|recorded| match recorded.step {
            Recipe::Const(number) => number.dtype().size().next_multiple_of(8),
            _ => 0,
        });
        let size = match self.depth() {
            0..=MOST_DEPTH => DynArray::closure_size(inputs, self.steps.len(), numbers.sum())?,
            _ => None,
        };
        let mut values: Vec<DynArray<B>> = Vec::with_capacity(self.steps.len());
        for Recorded { step, dtype, args } in &self.steps {
            values.push(match step {
                Recipe::Input(k) | Recipe::Whole(k) => inputs[*k as usize].clone(),
                Recipe::Const(scalar) => DynArray::full(xp, *scalar, &[])?.broadcast("kernel", shape)?,
                Recipe::Index(None) => DynArray::iota(xp, shape)?,
                Recipe::Index(Some(axis)) => {
                    let Some(&len) = shape.get(*axis) else {
                        return Err(Error::Axis { op: "index_along", axis: *axis as isize, ndim: shape.len() });
                    };
                    let mut aligned = vec![1; shape.len()];
                    aligned[*axis] = len;
                    DynArray::iota(xp, &[len])?.reshaped(&aligned)?.broadcast("index_along", shape)?
                }
                Recipe::Map(op) => {
                    let args = args.iter().map(|&arg| values[arg as usize].clone());
                    DynArray::map_sized(op.clone(), *dtype, shape.into(), args, size)?
                }
                Recipe::Gather => {
                    DynArray::gather_sized(&values[args[0] as usize], &values[args[1] as usize], shape, size)?
                }
            });
        }
        Ok(results.iter().map(|id| values[id.step as usize].clone()).collect())
    }

    /// How many steps need each other at most.
    fn depth(&self) -> usize {
        let mut depths: Vec<usize> = Vec::with_capacity(self.steps.len());
        for Recorded { args, .. } in &self.steps {
            depths.push(args.iter().map(|&arg| depths[usize::from(arg)] + 1).max().unwrap_or(0));
        }
        depths.into_iter().max().unwrap_or(0)
    }

    /// The trace of a closure over two values as an associative operation.
    pub fn combine(&self, result: Id) -> Result<Combine> {
        self.check(&[result])?;
        let insts = self.steps.iter().map(|Recorded { step, dtype, args }| {
            let op = match step {
                Recipe::Input(k) => Op::Arg(*k),
                Recipe::Const(scalar) => Op::Const(*scalar),
                Recipe::Map(MapOp::Loop(..)) => {
                    return Err(Error::value("kernel", "a combine operation has no loops"));
                }
                Recipe::Map(op) => op
                    .inst()
                    .ok_or_else(|| Error::value("kernel", "random numbers do not go into a combine operation"))?,
                Recipe::Whole(_) | Recipe::Index(_) | Recipe::Gather => {
                    return Err(Error::value("kernel", "a combine operation has no index and no arrays"));
                }
            };
            Ok(Inst { op, dtype: *dtype, args: args.iter().map(|&arg| arg as Value).collect() })
        });
        Ok(Combine { insts: insts.collect::<Result<_>>()?, result: result.step })
    }
}
