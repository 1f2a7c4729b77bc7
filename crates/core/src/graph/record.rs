//! What a traced program launches: kernels over numbered buffers, to be launched again with others.

use super::assign;
use super::replay::{Before, Call, Calls, Sink, Source, Step, Trace, Write};
use crate::backend::{Backend, DeviceBuffer};
use crate::dtype::{DType, Scalar};
use crate::ir::SharedKernel;
use crate::layout::{Dims, Layout};
use rustc_hash::{FxHashMap, FxHashSet};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Weak};

/// Counts the programs that were traced. A buffer of a node that is older than a trace is a constant of it; any other one has to
/// come from a step.
static EPOCH: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static RECORDING: Cell<bool> = const { Cell::new(false) };
    static RECORDER: RefCell<Option<Recorder>> = const { RefCell::new(None) };
}

/// When a node is made.
#[inline]
pub(crate) fn epoch() -> usize {
    EPOCH.load(Relaxed)
}

/// Whether this thread traces a program.
#[inline]
pub(crate) fn is_on() -> bool {
    RECORDING.get()
}

/// The steps so far.
struct Recorder {
    epoch: usize,
    stream: u64,
    /// Which number a memory's identity stands for.
    at: FxHashMap<usize, usize>,
    /// As long as these are there, no identity is that of another memory.
    pins: FxHashMap<usize, Weak<dyn Any + Send + Sync>>,
    arguments: usize,
    buffers: usize,
    /// Those that nothing was written to yet.
    empty: FxHashSet<usize>,
    /// Buffers that the program has from elsewhere.
    constants: Vec<(usize, Arc<dyn Any + Send + Sync>)>,
    /// Of a [`Step`] of the backend.
    steps: Vec<Box<dyn Any>>,
    /// Why the program can't be replayed.
    obstacle: Option<&'static str>,
}

/// Says that a program can't be replayed, and why: it does something that is not recorded. It runs on as if it were not
/// traced.
#[inline]
pub(crate) fn obstacle(what: &'static str) {
    if is_on() {
        with(|recorder| recorder.give_up(what));
    }
}

/// While this lives, nothing is recorded.
pub(crate) struct Pause(());

impl Drop for Pause {
    fn drop(&mut self) {
        RECORDING.set(true);
    }
}

/// Pauses the recording if a node was made before it began.
#[inline]
pub(crate) fn pause_for(made: usize) -> Option<Pause> {
    let older = is_on() && with(|recorder| made < recorder.epoch) == Some(true);
    older.then(|| {
        RECORDING.set(false);
        Pause(())
    })
}

fn with<R>(f: impl FnOnce(&mut Recorder) -> R) -> Option<R> {
    RECORDER.with_borrow_mut(|recorder| recorder.as_mut().map(f))
}

/// The number of a buffer that is read, of a node of an epoch.
pub(crate) fn read<Buf: DeviceBuffer>(buffer: &Arc<Buf>, made: usize, stream: u64) -> usize {
    let number = with(|recorder| {
        if stream != recorder.stream {
            recorder.give_up("work on another stream");
        }
        if let Some(&number) = recorder.at.get(&Buf::identity(buffer)) {
            return number;
        }
        if made >= recorder.epoch {
            recorder.give_up("an array that comes from an operation that is not recorded");
        }
        let number = recorder.number(buffer);
        recorder.constants.push((number, buffer.clone()));
        number
    });
    number.unwrap_or_default()
}

/// A buffer that is about to be written part by part.
#[inline]
pub(crate) fn allocated<Buf: DeviceBuffer>(buffer: &Arc<Buf>) {
    if is_on() {
        with(|recorder| {
            recorder.empty.insert(Buf::identity(buffer));
            recorder.pins.insert(Buf::identity(buffer), Buf::pin(buffer));
        });
    }
}

/// A buffer of data of the host, which is the same in each replay: what depends on the arguments the host cannot have read.
#[inline]
pub(crate) fn constant<Buf: DeviceBuffer>(buffer: &Arc<Buf>) {
    if is_on() {
        with(|recorder| {
            let number = recorder.number(buffer);
            recorder.constants.push((number, buffer.clone()));
        });
    }
}

/// The number of a buffer that was written, and of the one that it was before, if its memory had this identity.
pub(crate) fn written<Buf: DeviceBuffer>(buffer: &Arc<Buf>, before: Option<usize>) -> (usize, Option<Before>) {
    let numbers = with(|recorder| {
        let before = before.filter(|was| !recorder.empty.remove(was)).map(|was| recorder.before(buffer, was));
        (recorder.number(buffer), before)
    });
    numbers.unwrap_or_default()
}

/// Adds a kernel's launch.
pub(crate) fn launch<B: Backend>(
    (before, kernel): (&[(SharedKernel, usize)], &SharedKernel),
    (shape, kept): (&[usize], usize),
    inputs: Vec<Source>,
    (outputs, parts): (Vec<Sink>, Vec<Layout>),
    params: &[Scalar],
) {
    let (shape, before, kernel) = (Dims::from_slice(shape), before.to_vec(), kernel.clone());
    let (params, prepared) = (params.to_vec(), Default::default());
    let step = Step::<B>::Launch { before, kernel, shape, kept, inputs, outputs, parts, params, prepared };
    with(|recorder| recorder.steps.push(Box::new(step)));
}

/// Adds an operation of the backend that makes one buffer.
pub(crate) fn call<B: Backend>(inputs: Vec<(usize, DType, Layout)>, output: usize, call: Call<B>) {
    with(|recorder| recorder.steps.push(Box::new(Step::<B>::Call { inputs, output, call })));
}

/// Adds one that makes several.
pub(crate) fn calls<B: Backend>(inputs: Vec<(usize, DType, Layout)>, outputs: Vec<usize>, call: Calls<B>) {
    with(|recorder| recorder.steps.push(Box::new(Step::<B>::Calls { inputs, outputs, call })));
}

/// Adds one that writes into a buffer.
pub(crate) fn write<B: Backend>(inputs: Vec<(usize, DType, Layout)>, output: Sink, call: Write<B>) {
    with(|recorder| recorder.steps.push(Box::new(Step::<B>::Write { inputs, output, call })));
}

/// Adds products that the backend computes at once.
pub(crate) fn products<B: Backend>(pairs: Vec<Vec<(usize, DType, Layout)>>, outputs: Vec<usize>) {
    with(|recorder| recorder.steps.push(Box::new(Step::<B>::Products { pairs, outputs })));
}

impl Recorder {
    /// Ends the recording: nothing of it is of use any more, and what it refers to may be overwritten.
    fn give_up(&mut self, why: &'static str) {
        RECORDING.set(false);
        *self = Self { obstacle: Some(self.obstacle.unwrap_or(why)), ..Self::new(self.epoch, self.stream) };
    }

    fn new(epoch: usize, stream: u64) -> Self {
        Self {
            epoch,
            stream,
            at: FxHashMap::default(),
            pins: FxHashMap::default(),
            arguments: 0,
            buffers: 0,
            empty: FxHashSet::default(),
            constants: Vec::new(),
            steps: Vec::new(),
            obstacle: None,
        }
    }

    fn number<Buf: DeviceBuffer>(&mut self, buffer: &Arc<Buf>) -> usize {
        let number = self.buffers;
        self.buffers += 1;
        self.at.insert(Buf::identity(buffer), number);
        self.pins.insert(Buf::identity(buffer), Buf::pin(buffer));
        number
    }

    /// What was written into, now a buffer: a backend may have exchanged its memory, which somebody shares, for a copy.
    fn before<Buf: DeviceBuffer>(&mut self, buffer: &Arc<Buf>, was: usize) -> Before {
        let shared = was != Buf::identity(buffer) && self.pins.get(&was).is_some_and(|pin| pin.strong_count() > 0);
        let number = if shared { self.at.get(&was).copied() } else { self.at.remove(&was) };
        if number.is_none() {
            self.give_up("an array of the caller that is overwritten");
        }
        let number = number.unwrap_or_default();
        if shared { Before::Copied(number) } else { Before::Taken(number) }
    }
}

/// Recording, until this is dropped; with what was recorded around it, of a program that had met an obstacle.
pub(crate) struct Recording(Option<Recorder>);

impl Recording {
    /// Begins with buffers 0, 1, ... as the arguments, on a thread that does not record yet.
    pub fn start<Buf: DeviceBuffer>(arguments: &[Arc<Buf>], stream: u64) -> Self {
        let epoch = EPOCH.fetch_add(1, Relaxed) + 1;
        let mut recorder = Recorder::new(epoch, stream);
        for argument in arguments {
            recorder.number(argument);
        }
        recorder.arguments = arguments.len();
        let before = RECORDER.replace(Some(recorder));
        RECORDING.set(true);
        Self(before)
    }

    /// What was recorded, with the numbers of the results' buffers; or why it can't be replayed.
    pub fn finish<B: Backend>(self, results: Vec<usize>) -> Result<Trace<B>, &'static str> {
        // What was assigned last is a step as well.
        assign::settle();
        let recorder = RECORDER.take();
        drop(self);
        let Some(recorder) = recorder else { return Err("nothing was recorded") };
        if let Some(obstacle) = recorder.obstacle {
            return Err(obstacle);
        }
        let steps = recorder.steps.into_iter().map(|step| step.downcast::<Step<B>>().map(|step| *step).ok());
        let Some(steps) = steps.collect::<Option<Vec<_>>>() else { return Err("work of another backend") };
        let constants =
            recorder.constants.into_iter().map(|(k, buffer)| Some((k, buffer.downcast::<B::Buffer>().ok()?)));
        let Some(constants) = constants.collect::<Option<Vec<_>>>() else { return Err("work of another backend") };
        Ok(Trace::new(recorder.arguments, recorder.buffers, constants, steps, results))
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        RECORDING.set(false);
        RECORDER.set(self.0.take());
    }
}
