//! Graphs: a stream's work, captured once and queued again at once.
//!
//! A graph works on fixed addresses. So while it lives it holds every block that its work allocates, reads or writes:
//! a block that is released meanwhile is parked, and goes back to the pool when no graph holds it any more. All of them
//! belong to the captured stream, where the graph is launched, so the pool's order of streams holds for them as well.
//!
//! Who captures a stream with [`Gpu::capture`] has said that it is theirs meanwhile: other threads that use it get an
//! error. Nobody has said so when a traced program is captured ([`Streams::captured`]). Then other threads wait: they
//! see the stream only before and after. So nothing that captured work could need, such as a library's handle, is
//! locked by a thread that waits for a stream ([`Stream::pass`]): it is locked later.
//!
//! [`Streams::captured`]: xparray_ir::backend::Streams::captured

use crate::buffer::{Buffer, Guests};
use crate::device::Gpu;
use crate::driver::{Driver, RawGraph, RawStream};
use crate::pool::{Block, Blocks};
use crate::stream::Stream;
use rustc_hash::{FxHashMap, FxHashSet};
use std::any::Any;
use std::fmt;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use std::thread::{self, ThreadId};
use xparray_ir::backend::Replay;
use xparray_ir::{Error, Result};

/// What is being captured.
pub(crate) struct Capture<D: Driver> {
    /// The only thread that may queue work meanwhile.
    thread: ThreadId,
    /// Whether others wait for its end, and get no error.
    alone: bool,
    /// The blocks that were allocated for it, by size. It has them again once they are released.
    allocated: Blocks,
    resources: Resources<D>,
}

/// What captured work uses.
struct Resources<D: Driver> {
    addresses: FxHashSet<u64>,
    /// The streams that use its buffers beside it, by where the list is.
    guests: FxHashMap<usize, Arc<Guests<D>>>,
    /// Modules, and plans of libraries.
    others: Vec<Arc<dyn Any + Send + Sync>>,
}

/// Captured work of a handle's stream; see [`Gpu::capture`].
pub struct Graph<D: Driver> {
    /// Drivers launch a graph from one thread at a time.
    raw: Mutex<RawGraph>,
    resources: Resources<D>,
    gpu: Gpu<D>,
}

impl<D: Driver> fmt::Debug for Graph<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Graph({:?}, {} blocks)", self.gpu, self.resources.addresses.len())
    }
}

/// A capture under way. It ends when this is dropped, also by a panic.
struct Capturing<'a, D: Driver> {
    gpu: &'a Gpu<D>,
    ended: bool,
}

impl<D: Driver> Gpu<D> {
    /// Runs `f`, and captures what it queues on this handle's stream as a graph: launching that queues all of it again
    /// for the cost of about one kernel. What `f` does is done once when this returns; each [`Graph::launch`] does it
    /// once more.
    ///
    /// A graph works on the memory that the arrays had in `f`, whatever became of them since. So let `f` update arrays
    /// in place (`x += ..`, `assign` to a part) and evaluate them, and keep the arrays.
    /// This is the one exception to arrays being values: those that share this memory, clones too, change with it.
    ///
    /// `f` must stay on this stream and this thread, and must not wait for results: reading arrays, uploading, and
    /// operations that read intermediate results are errors in it.
    ///
    /// # Errors
    /// Those of `f`; what it queued before is done then, as without a capture. `Error::Value` if the stream is being
    /// captured already. `Error::Library` if the driver could not capture it: arrays that `f` computed have unspecified
    /// values then. HIP cannot if any thread of the process makes a synchronous call meanwhile, such as `hipMemcpy`.
    pub fn capture(&self, f: impl FnOnce() -> Result<()>) -> Result<Graph<D>> {
        self.capture_work(false, f)
    }

    /// As [`Gpu::capture`]; if it is made alone, other threads wait for its end.
    pub(crate) fn capture_work(&self, alone: bool, f: impl FnOnce() -> Result<()>) -> Result<Graph<D>> {
        let mut capturing = Capturing::begin(self, alone)?;
        let result = f();
        let graph = capturing.end();
        result.and(graph)
    }

    /// An error if this handle's stream is being captured, for what waits for the device or needs the host's memory.
    pub(crate) fn refuse_capture(&self, op: &'static str) -> Result<()> {
        self.stream.refuse_capture(op)
    }
}

pub(crate) fn by_another_thread() -> Error {
    Error::value("capture", "the stream is being captured in a graph by another thread")
}

impl<D: Driver> Stream<D> {
    /// Whether the stream is being captured, as this thread sees it: waits for the end of captures that another
    /// thread makes alone.
    pub fn is_captured(&self) -> bool {
        self.captured.load(Acquire) && self.capture().is_some()
    }

    pub fn refuse_capture(&self, op: &'static str) -> Result<()> {
        match self.is_captured() {
            false => Ok(()),
            true => Err(Error::value(op, "cannot be captured in a graph: it waits for the device or needs the host")),
        }
    }

    /// The capture that this thread sees.
    fn capture(&self) -> MutexGuard<'_, Option<Capture<D>>> {
        let capture = self.capture.lock().unwrap_or_else(PoisonError::into_inner);
        self.capture_ended.wait_while(capture, |capture| is_hidden(capture)).unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the gates of streams, each in turn, when no other thread captures one of them alone.
    pub fn pass<'a, G, const N: usize>(streams: [&'a Self; N], gate: impl Fn(&'a RwLock<()>) -> G) -> [G; N] {
        loop {
            let gates = streams.map(|stream| gate(&stream.gate));
            let hidden = |stream: &&&Self| is_hidden(&stream.capture.lock().unwrap_or_else(PoisonError::into_inner));
            match streams.iter().filter(|stream| stream.captured.load(Acquire)).find(hidden) {
                None => return gates,
                Some(stream) => {
                    // It ends only where the gate is open.
                    drop(gates);
                    drop(stream.capture());
                }
            }
        }
    }

    /// Keeps captures from beginning and ending while work is queued here; an error if another thread captures the
    /// stream.
    pub fn enter(&self) -> Result<RwLockReadGuard<'_, ()>> {
        let steady = self.steady();
        self.with_capture(|_| Ok(()))?;
        Ok(steady)
    }

    /// Calls `f` with the capture of this stream, if there is one.
    pub fn with_capture<R>(&self, f: impl FnOnce(&mut Capture<D>) -> Result<R>) -> Result<Option<R>> {
        if !self.is_captured() {
            return Ok(None);
        }
        match &mut *self.capture() {
            None => Ok(None),
            Some(capture) if capture.thread == thread::current().id() => f(capture).map(Some),
            Some(_) => Err(by_another_thread()),
        }
    }
}

/// Whether another thread captures a stream alone.
fn is_hidden<D: Driver>(capture: &Option<Capture<D>>) -> bool {
    capture.as_ref().is_some_and(|capture| capture.alone && capture.thread != thread::current().id())
}

impl<D: Driver> Capture<D> {
    /// A block for the captured work.
    pub fn alloc(&mut self, gpu: &Gpu<D>, bytes: usize) -> Result<Block> {
        let (device, home) = (gpu.device(), gpu.stream.home);
        let block = gpu.stream.pool().alloc_captured(device, bytes, home, &mut self.allocated)?;
        self.resources.addresses.insert(block.address);
        Ok(block)
    }

    /// Holds a buffer that captured work of `stream` reads or writes.
    pub fn touch(&mut self, buffer: &Buffer<D>, stream: &Stream<D>) -> Result<()> {
        if buffer.home_id() != stream.home.id {
            return Err(Error::value("capture", "memory of another stream cannot be captured; copy the array first"));
        }
        match buffer.owner() {
            Some(owner) if self.resources.others.iter().any(|other| Arc::ptr_eq(other, owner)) => {}
            Some(owner) => self.keep(owner.clone()),
            None => {
                if self.resources.addresses.insert(buffer.address()) {
                    stream.pool().hold(buffer.address());
                }
            }
        }
        let guests = buffer.shared_guests();
        self.resources.guests.entry(Arc::as_ptr(guests) as usize).or_insert_with(|| guests.clone());
        Ok(())
    }

    /// Holds what else the captured work needs: the module of a function, the plan of a library.
    pub fn keep(&mut self, other: Arc<dyn Any + Send + Sync>) {
        self.resources.others.push(other);
    }
}

impl<'a, D: Driver> Capturing<'a, D> {
    fn begin(gpu: &'a Gpu<D>, alone: bool) -> Result<Self> {
        let (stream, driver, pool) = (&gpu.stream, gpu.driver()?, gpu.stream.pool());
        let _gate = Stream::pass([&**stream], |gate| gate.write().unwrap_or_else(PoisonError::into_inner));
        let mut capture = stream.capture();
        if capture.is_some() {
            return Err(Error::value("capture", "the stream is being captured already"));
        }
        if stream.origin.is_blocking() {
            return Err(Error::value(
                "capture",
                "the stream takes turns with the default one, which cannot be captured",
            ));
        }
        // The pool queues what it does itself, so it is told first.
        pool.begin_capture(stream.home.id);
        // SAFETY: the stream and its event are alive. The event is what others wait for meanwhile.
        let begun = unsafe {
            driver
                .record(stream.home.marker, stream.home.stream)
                .and_then(|()| driver.detach(stream.home.marker))
                .and_then(|()| driver.begin_capture(stream.home.stream))
        };
        begun.inspect_err(|_| pool.end_capture(stream.home.id))?;
        let resources = Resources { addresses: FxHashSet::default(), guests: FxHashMap::default(), others: Vec::new() };
        *capture = Some(Capture { thread: thread::current().id(), alone, allocated: Blocks::default(), resources });
        stream.captured.store(true, Release);
        Ok(Self { gpu, ended: false })
    }

    /// Ends the capture, and does the work once.
    fn end(&mut self) -> Result<Graph<D>> {
        self.ended = true;
        let (gpu, stream) = (self.gpu.clone(), &self.gpu.stream);
        let gate = stream.gate.write().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the stream is being captured.
        let raw = gpu.driver().and_then(|driver| unsafe { driver.end_capture(stream.home.stream) });
        stream.captured.store(false, Release);
        let capture = stream.capture().take();
        // Before others are let in, who may allocate.
        gpu.stream.pool().end_capture(stream.home.id);
        stream.capture_ended.notify_all();
        drop(gate);
        let Some(Capture { mut resources, .. }) = capture else {
            return Err(Error::value("capture", "the capture has ended already"));
        };
        // Nobody will use a buffer that is gone, such as a temporary one.
        resources.guests.retain(|_, guests| Arc::strong_count(guests) > 1);
        match raw {
            Ok(raw) => {
                let graph = Graph { raw: Mutex::new(raw), resources, gpu };
                graph.launch()?;
                Ok(graph)
            }
            Err(error) => {
                gpu.stream.pool().unhold(&resources.addresses);
                Err(error)
            }
        }
    }
}

impl<D: Driver> Drop for Capturing<'_, D> {
    fn drop(&mut self) {
        if !self.ended {
            // The panic goes on; an error has nobody to go to.
            let _ = self.end();
        }
    }
}

impl<D: Driver> Graph<D> {
    /// Queues the captured work again.
    ///
    /// # Errors
    /// `Error::Value` if its stream is being captured; `Error::Library` if the device is lost.
    pub fn launch(&self) -> Result<()> {
        let stream = &self.gpu.stream;
        let raw = self.raw.lock().unwrap_or_else(PoisonError::into_inner);
        // As every write does: after what other streams do with the buffers.
        for guests in self.resources.guests.values() {
            let mut guests = guests.lock().unwrap_or_else(PoisonError::into_inner);
            for guest in guests.iter() {
                stream.wait_for(guest)?;
            }
            guests.clear();
        }
        let _steady = stream.enter()?;
        stream.refuse_capture("Graph::launch")?;
        // SAFETY: the graph's memory and code are held, and ordered on its stream.
        unsafe { self.gpu.driver()?.launch_graph(*raw, stream.home.stream) }
    }
}

impl<D: Driver> Graph<D> {
    /// Calls a function of the driver with the graph and its stream, while nobody launches it.
    pub(crate) fn with_raw(
        &self,
        op: &'static str,
        call: impl FnOnce(&D, RawGraph, RawStream) -> Result<()>,
    ) -> Result<()> {
        let stream = &self.gpu.stream;
        let raw = self.raw.lock().unwrap_or_else(PoisonError::into_inner);
        let _steady = stream.enter()?;
        stream.refuse_capture(op)?;
        call(self.gpu.driver()?, *raw, stream.home.stream)
    }
}

impl<D: Driver> Replay for Graph<D> {
    fn replay(&self) -> Result<()> {
        self.launch()
    }
}

impl<D: Driver> Drop for Graph<D> {
    fn drop(&mut self) {
        // Its launches end before it, its memory, its code and its plans go. Errors have nobody to go to.
        let _ = self.gpu.stream.finish();
        let raw = self.raw.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Ok(driver) = self.gpu.driver() {
            // SAFETY: nobody else has the graph, which is at rest.
            let _ = unsafe { driver.destroy_graph(*raw) };
        }
        self.gpu.stream.pool().unhold(&self.resources.addresses);
    }
}
