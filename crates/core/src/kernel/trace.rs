//! Recipe what a closure does to its variables.

use crate::array::DynArray;
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::graph::MapOp;
use crate::ir::{Combine, Inst, Op, Value};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

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
    error: Option<Error>,
}

/// A value of a trace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Id {
    trace: u64,
    step: u16,
}

thread_local! {
    /// The traces under way on this thread: one, or more if a closure starts a kernel of its own.
    static TRACES: RefCell<Vec<Trace>> = const { RefCell::new(Vec::new()) };
}

/// Traces a closure; `f` gets no variables, it records its inputs itself.
pub(super) fn trace<R>(f: impl FnOnce() -> R) -> (Trace, R) {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let trace = Trace { id: NEXT.fetch_add(1, Relaxed), steps: Vec::new(), error: None };
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
    (trace.unwrap_or(Trace { id: 0, steps: Vec::new(), error: None }), result)
}

/// Records a step of the innermost trace.
pub(super) fn record(step: Recipe, dtype: DType, args: &[Id]) -> Id {
    TRACES.with_borrow_mut(|traces| {
        let Some(trace) = traces.last_mut() else {
            // The closure is gone; `Trace::check` reports the stray id if it comes back.
            return Id { trace: 0, step: 0 };
        };
        if args.iter().any(|arg| arg.trace != trace.id) {
            trace.error = Some(Error::value("kernel", "a variable was used outside the closure that it belongs to"));
        }
        if trace.steps.len() >= 1 << 12 {
            trace.error = Some(Error::value("kernel", "the closure does more than 4096 operations"));
            return Id { trace: trace.id, step: 0 };
        }
        trace.steps.push(Recorded { step, dtype, args: args.iter().map(|arg| arg.step).collect() });
        Id { trace: trace.id, step: trace.steps.len() as u16 - 1 }
    })
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
                    DynArray::map(op.clone(), *dtype, shape.into(), args)?
                }
                Recipe::Gather => DynArray::gather(&values[args[0] as usize], &values[args[1] as usize], shape)?,
            });
        }
        Ok(results.iter().map(|id| values[id.step as usize].clone()).collect())
    }

    /// The trace of a closure over two values as an associative operation.
    pub fn combine(&self, result: Id) -> Result<Combine> {
        self.check(&[result])?;
        let insts = self.steps.iter().map(|Recorded { step, dtype, args }| {
            let op = match step {
                Recipe::Input(k) => Op::Arg(*k),
                Recipe::Const(scalar) => Op::Const(*scalar),
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
