//! Launching what was recorded with other buffers.

mod launch;
mod prune;

use crate::backend::{Backend, DeviceBuffer, Memory, Output, Padding, View};
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::ir::SharedKernel;
use crate::layout::{Dims, Layout};
pub(crate) use launch::Repeatable;
use launch::{launch, matrices, target};
use prune::needed;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// An operation of the backend on views, which makes a buffer.
pub(crate) type Call<B> = Arc<dyn Fn(&B, &[View<'_, BufferOf<B>>]) -> Result<BufferOf<B>> + Send + Sync>;

/// One that makes several buffers.
pub(crate) type Calls<B> =
    Arc<dyn Fn(&B, &[View<'_, BufferOf<B>>]) -> Result<SmallVec<[BufferOf<B>; 3]>> + Send + Sync>;

/// One that writes into a buffer.
pub(crate) type Write<B> =
    Arc<dyn Fn(&B, Output<'_, BufferOf<B>>, &[View<'_, BufferOf<B>>]) -> Result<()> + Send + Sync>;

type BufferOf<B> = <B as Memory>::Buffer;

/// Where an operand of a launch comes from.
#[derive(Clone)]
pub(crate) enum Source {
    /// The buffer of this number.
    Buffer(usize, DType, Layout),
    /// Its elements in a box of the space, and what is around it.
    Padded((usize, DType, Layout), Arc<Padding>),
    Index(Layout),
    Output(usize),
    Part(usize, Layout),
    /// What an earlier stage stores for the row, in this output.
    Earlier(usize, Layout),
    /// The product of two buffers' matrices.
    Product(Vec<(usize, DType, Layout)>),
}

/// The number of a buffer that is overwritten.
#[derive(Clone, Copy)]
pub(crate) enum Before {
    /// Nothing else is left of it.
    Taken(usize),
    /// What is overwritten is a copy.
    Copied(usize),
}

impl Before {
    fn number(self) -> usize {
        match self {
            Self::Taken(k) | Self::Copied(k) => k,
        }
    }

    fn taken(self) -> Option<usize> {
        match self {
            Self::Taken(k) => Some(k),
            Self::Copied(_) => None,
        }
    }
}

/// Where an output of a launch goes.
#[derive(Clone)]
pub(crate) struct Sink {
    /// The number of the buffer that it becomes.
    pub buffer: usize,
    /// That of the buffer that it overwrites.
    pub before: Option<Before>,
    pub bytes: usize,
    pub dtype: DType,
    pub layout: Layout,
}

/// A step of a recorded program.
pub(crate) enum Step<B: Backend> {
    Launch {
        /// Earlier stages, with how many of the outputs each has.
        before: Vec<(SharedKernel, usize)>,
        kernel: SharedKernel,
        shape: Dims,
        kept: usize,
        inputs: Vec<Source>,
        outputs: Vec<Sink>,
        /// Where further outputs go, in the buffer of the only one.
        parts: Vec<Layout>,
        params: Vec<Scalar>,
        /// What the backend has found out about it.
        prepared: Repeatable<B>,
    },
    Call {
        inputs: Vec<(usize, DType, Layout)>,
        output: usize,
        call: Call<B>,
    },
    Calls {
        inputs: Vec<(usize, DType, Layout)>,
        outputs: Vec<usize>,
        call: Calls<B>,
    },
    Write {
        inputs: Vec<(usize, DType, Layout)>,
        output: Sink,
        call: Write<B>,
    },
    /// Products of pairs of matrices of equal shapes.
    Products {
        pairs: Vec<Vec<(usize, DType, Layout)>>,
        outputs: Vec<usize>,
    },
}

/// A recorded program. Its buffers are numbered: first those of the arguments.
pub(crate) struct Trace<B: Backend> {
    arguments: usize,
    buffers: usize,
    constants: Vec<(usize, Arc<B::Buffer>)>,
    /// With the buffers that no later step reads.
    steps: Vec<(Step<B>, Vec<usize>)>,
    results: Vec<usize>,
    /// How many kernels are launched, and how many operands they have.
    launches: (usize, usize),
    /// Whether it has run before: what runs twice runs more often.
    has_run: AtomicBool,
}

/// What a result is.
pub(crate) enum Outcome<B: Backend> {
    /// The argument of this number, unchanged.
    Argument(usize),
    Constant(Arc<B::Buffer>),
    /// What a step wrote.
    Written(Arc<B::Buffer>),
    /// The result of this number.
    Same(usize),
}

impl<B: Backend> Outcome<B> {
    /// What a step wrote.
    pub fn written(&self) -> Option<&Arc<B::Buffer>> {
        if let Outcome::Written(buffer) = self { Some(buffer) } else { None }
    }
}

impl<B: Backend> Step<B> {
    /// How many elements it computes, or reads as an operation of the backend.
    fn len(&self) -> usize {
        match self {
            Step::Launch { shape, .. } => shape.iter().product(),
            Step::Call { inputs, .. } | Step::Calls { inputs, .. } | Step::Write { inputs, .. } => {
                inputs.iter().map(|(_, _, layout)| layout.len()).sum()
            }
            Step::Products { pairs, .. } => pairs.iter().flatten().map(|(_, _, layout)| layout.len()).sum(),
        }
    }

    fn sinks(&self) -> &[Sink] {
        match self {
            Step::Launch { outputs, .. } => outputs,
            Step::Write { output, .. } => std::slice::from_ref(output),
            Step::Call { .. } | Step::Calls { .. } | Step::Products { .. } => &[],
        }
    }

    /// The buffers that are gone afterwards.
    fn overwrites(&self) -> impl Iterator<Item = usize> + '_ {
        self.sinks().iter().filter_map(|output| output.before?.taken())
    }

    fn reads(&self) -> Vec<usize> {
        let mut read: Vec<usize> = match self {
            Step::Launch { inputs, .. } => inputs
                .iter()
                .flat_map(|input| match input {
                    Source::Buffer(k, ..) | Source::Padded((k, ..), _) => SmallVec::<[usize; 2]>::from_slice(&[*k]),
                    Source::Product(matrices) => matrices.iter().map(|(k, ..)| *k).collect(),
                    _ => SmallVec::new(),
                })
                .collect(),
            Step::Call { inputs, .. } | Step::Calls { inputs, .. } | Step::Write { inputs, .. } => {
                inputs.iter().map(|(k, ..)| *k).collect()
            }
            Step::Products { pairs, .. } => pairs.iter().flatten().map(|(k, ..)| *k).collect(),
        };
        let copied = |output: &Sink| output.before.filter(|before| before.taken().is_none());
        read.extend(self.sinks().iter().filter_map(copied).map(Before::number));
        read
    }

    /// The buffers that it makes.
    fn makes(&self) -> Vec<usize> {
        match self {
            Step::Launch { .. } | Step::Write { .. } => self.sinks().iter().map(|output| output.buffer).collect(),
            Step::Call { output, .. } => vec![*output],
            Step::Calls { outputs, .. } | Step::Products { outputs, .. } => outputs.clone(),
        }
    }
}

/// How many arrays a launch reads, also those that it overwrites.
fn operands_read(inputs: &[Source]) -> usize {
    let count = |input: &Source| match input {
        Source::Buffer(..) | Source::Padded(..) | Source::Output(_) => 1,
        Source::Product(_) => 2,
        _ => 0,
    };
    inputs.iter().map(count).sum()
}

/// Views of numbered buffers.
fn views<'a, Buf: DeviceBuffer>(
    inputs: &'a [(usize, DType, Layout)],
    buffers: &'a [Option<Arc<Buf>>],
) -> Result<SmallVec<[View<'a, Buf>; 3]>> {
    let mut views = SmallVec::new();
    for (k, dtype, layout) in inputs {
        views.push(View::new(buffers[*k].as_deref().ok_or_else(gone)?, *dtype, layout)?);
    }
    Ok(views)
}

#[cold]
pub(super) fn gone() -> Error {
    Error::value("jit", "a buffer of the recorded program is not there")
}

impl<B: Backend> Trace<B> {
    pub fn new(
        arguments: usize,
        buffers: usize,
        constants: Vec<(usize, Arc<B::Buffer>)>,
        steps: Vec<Step<B>>,
        results: Vec<usize>,
    ) -> Self {
        let steps = needed(steps, buffers, &results);
        let mut last = vec![None; buffers];
        for (at, step) in steps.iter().enumerate() {
            let buffers = step.reads().into_iter().chain(step.overwrites()).chain(step.makes());
            buffers.for_each(|k| last[k] = Some(at));
        }
        results.iter().for_each(|&k| last[k] = None);
        let mut ends: Vec<Vec<usize>> = steps.iter().map(|_| Vec::new()).collect();
        for (k, at) in last.into_iter().enumerate() {
            if let Some(at) = at {
                ends[at].push(k);
            }
        }
        let launches = steps.iter().fold((0, 0), |(kernels, operands), step| match step {
            Step::Launch { inputs, .. } => (kernels + 1, operands + operands_read(inputs)),
            _ => (kernels, operands),
        });
        Self {
            arguments,
            buffers,
            constants,
            launches,
            steps: steps.into_iter().zip(ends).collect(),
            results,
            has_run: AtomicBool::new(false),
        }
    }

    /// The steps over up to so many elements.
    pub fn steps_up_to(&self, len: usize) -> usize {
        self.steps.iter().filter(|(step, _)| step.len() <= len).count()
    }

    /// How many kernels are launched, and how many operands they have.
    pub fn launches(&self) -> (usize, usize) {
        self.launches
    }

    /// The arguments whose elements matter, also those that are overwritten.
    pub fn arguments_read(&self) -> Vec<usize> {
        let read: FxHashSet<usize> = self.steps.iter().flat_map(|(step, _)| step.reads()).collect();
        let overwritten: FxHashSet<usize> = self.arguments_overwritten().collect();
        (0..self.arguments).filter(|k| read.contains(k) || overwritten.contains(k)).collect()
    }

    pub fn arguments_overwritten(&self) -> impl Iterator<Item = usize> + '_ {
        self.steps.iter().flat_map(|(step, _)| step.overwrites()).filter(|&k| k < self.arguments)
    }

    /// What the results are that a run gave.
    pub fn outcomes(&self, results: &[Arc<B::Buffer>]) -> Vec<Outcome<B>> {
        let outcome = |(place, buffer): (usize, &Arc<B::Buffer>)| {
            let k = self.results[place];
            match self.results[..place].iter().position(|&other| other == k) {
                Some(same) => Outcome::Same(same),
                None if k < self.arguments => Outcome::Argument(k),
                None if self.constants.iter().any(|(constant, _)| *constant == k) => Outcome::Constant(buffer.clone()),
                None => Outcome::Written(buffer.clone()),
            }
        };
        results.iter().enumerate().map(outcome).collect()
    }

    /// Runs the steps. What the caller has no other use for is overwritten as it was when this was recorded.
    pub fn run(&self, xp: &B, arguments: Vec<Arc<B::Buffer>>) -> Result<Vec<Arc<B::Buffer>>> {
        let mut buffers: Vec<Option<Arc<B::Buffer>>> = arguments.into_iter().map(Some).collect();
        buffers.resize(self.buffers, None);
        for (k, constant) in &self.constants {
            buffers[*k] = Some(constant.clone());
        }
        let again = self.has_run.swap(true, Relaxed);
        let (kernels, operands) = self.launches;
        xp.counters().count_launches(kernels, operands);
        for (step, ends) in &self.steps {
            match step {
                Step::Launch { before, kernel, shape, kept, inputs, outputs, parts, params, prepared } => {
                    let outputs = (&outputs[..], &parts[..]);
                    let prepared = (prepared, again && before.is_empty());
                    launch(xp, (before, kernel), (shape, *kept), (inputs, outputs, params), prepared, &mut buffers)?;
                }
                Step::Call { inputs, output, call } => {
                    let buffer = call(xp, &views(inputs, &buffers)?)?;
                    buffers[*output] = Some(Arc::new(buffer));
                }
                Step::Calls { inputs, outputs, call } => {
                    let made = call(xp, &views(inputs, &buffers)?)?;
                    outputs.iter().zip(made).for_each(|(&output, buffer)| buffers[output] = Some(Arc::new(buffer)));
                }
                Step::Write { inputs, output, call } => {
                    let mut buffer = target(xp, output, &mut buffers)?;
                    let whole = Arc::get_mut(&mut buffer).ok_or_else(gone)?;
                    call(xp, Output::new(whole, output.dtype, &output.layout)?, &views(inputs, &buffers)?)?;
                    buffers[output.buffer] = Some(buffer);
                }
                Step::Products { pairs, outputs } => {
                    let mut views = Vec::with_capacity(pairs.len());
                    for pair in pairs {
                        views.push(matrices(pair, &buffers)?);
                    }
                    let made = xp.matmul_many(&views)?;
                    drop(views);
                    for (&output, buffer) in outputs.iter().zip(made) {
                        buffers[output] = Some(Arc::new(buffer));
                    }
                }
            }
            ends.iter().for_each(|&k| buffers[k] = None);
        }
        self.results.iter().map(|&k| buffers[k].clone().ok_or_else(gone)).collect()
    }
}
