//! The handle, and what it passes on.

use crate::buffer::{Origin, Step, TracedBuffer};
use crate::held::{Counter, Held};
use crate::rule::missing;
use crate::{outside, trace};
use std::any::Any;
use std::future::ready;
use std::sync::Arc;
use xparray_core::backend::{
    Backend, Counters, Cut, DeviceInfo, DlDevice, Download, Evaluation, Memory, MemoryStats, Owner, Replay, Streams,
    copy_each,
};
use xparray_core::layout::Dims;
use xparray_core::{DType, Error, Result};

/// A backend whose programs have derivatives: it does what another one does, and while a program is differentiated it
/// remembers what each buffer was computed from.
///
/// Arrays made through it are its own; whatever runs on the inner backend runs on it, as fast. Reading a real or complex element
/// that depends on what is differentiated by is an error.
///
/// ```
/// # use xparray::prelude::*;
/// use xparray::autodiff::{Autodiff, grad};
/// let xp = Autodiff::new(Cpu::new());
/// let x = xp.array([0.0, 1.0])?;
/// let slope = grad(|x: Array<f64, _>| (x.square() * 3.0).sum(..));
/// assert_eq!(slope(x)?.to_string(), "[0. 6.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
pub struct Autodiff<B: Backend> {
    pub(crate) inner: B,
    pub(crate) counter: Arc<Counter>,
}

impl<B: Backend> Autodiff<B> {
    /// The handle of the same device whose programs have derivatives.
    pub fn new(inner: B) -> Self {
        Self { inner, counter: Arc::default() }
    }

    /// The memory that arrays of this handle and its clones hold, with what derivatives remember of programs: results of steps whose
    /// rules need them, and operands. What a rule or a kernel does not need is not held, and what [`checkpoint`](crate::checkpoint)
    /// wraps is computed again.
    ///
    /// ```
    /// # use xparray::prelude::*;
    /// use xparray::autodiff::{Autodiff, checkpoint, grad};
    /// let xp = Autodiff::new(Cpu::new());
    /// type Vector = Array<f64, Autodiff<Cpu>>;
    /// let layers = |mut x: Vector| {
    ///     for _ in 0..8 {
    ///         x = x.cumsum(0)?.sin(); // 8000 bytes, which the derivative of the sine needs
    ///     }
    ///     Ok(x)
    /// };
    /// let peak = |program: &dyn Fn(Vector) -> xparray::Result<Vector>| {
    ///     xp.reset_peak();
    ///     let before = xp.held().used_bytes;
    ///     grad(|x: Vector| program(x)?.sum(..))(xp.ones(1000)?)?.eval()?;
    ///     Ok::<_, xparray::Error>(xp.held().peak_bytes - before)
    /// };
    /// let parts = [checkpoint(layers), checkpoint(layers), checkpoint(layers), checkpoint(layers)];
    /// let whole = peak(&|x| layers(layers(layers(layers(x)?)?)?))?;
    /// let bounded = peak(&|x| parts.iter().try_fold(x, |x, part| part(x)))?;
    /// assert!(bounded < whole / 2);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn held(&self) -> Held {
        self.counter.read()
    }

    /// Counts the most bytes that are held at once anew.
    pub fn reset_peak(&self) {
        self.counter.reset_peak();
    }

    /// The handle inside.
    pub fn inner(&self) -> &B {
        &self.inner
    }
}

impl<B: Backend> Backend for Autodiff<B> {
    const NAME: &'static str = B::NAME;

    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn device_name(&self) -> String {
        self.inner.device_name()
    }

    fn supports(&self, dtype: DType) -> bool {
        self.inner.supports(dtype)
    }

    fn info(&self) -> DeviceInfo {
        self.inner.info()
    }

    fn device_id(&self) -> u64 {
        self.inner.device_id()
    }

    fn counters(&self) -> &Counters {
        self.inner.counters()
    }

    fn compute_cuts(&self, cuts: &dyn Fn() -> Vec<Cut>, compute: &mut dyn FnMut() -> Result<()>) -> Result<()> {
        self.inner.compute_cuts(cuts, compute)
    }

    fn evaluation(&self) -> &Evaluation {
        self.inner.evaluation()
    }
}

/// The error of an element that is read while its derivative is asked for.
fn read() -> Error {
    if trace::is_batched() {
        let message = "an element is read that may differ between the elements of a batch; keep it in an array, choose by `where_`, or \
            repeat by `while_loop`";
        return Error::value("item", message);
    }
    let message = "an element is read that depends on what is differentiated by; keep it in an array, choose by `where_`, or read it \
        of `stop_gradient`";
    Error::value("item", message)
}

/// The error of a buffer that native code reads while its derivative is asked for.
fn native() -> Error {
    let message = "native code, or another process, reads an array that depends on what is differentiated by, which has no \
        rule; `stop_gradient` makes it a constant, `custom_vjp` gives it a rule";
    Error::value("buffer", message)
}

impl<B: Backend> Memory for Autodiff<B> {
    type Buffer = TracedBuffer<B>;

    fn remembers(&self) -> bool {
        trace::is_on()
    }

    fn remember(&self, operation: &dyn Any) -> Result<Option<Box<dyn Any>>> {
        let Some(outside) = operation.downcast_ref() else { return Ok(None) };
        Ok(outside::remembered::<B>(outside)?.map(|result| Box::new(result) as Box<dyn Any>))
    }

    fn check_native(&self, buffer: &TracedBuffer<B>) -> Result<()> {
        if trace::watches(buffer) { Err(native()) } else { Ok(()) }
    }

    fn alloc(&self, bytes: usize) -> Result<TracedBuffer<B>> {
        TracedBuffer::blank(self, bytes)
    }

    unsafe fn adopt(&self, address: u64, bytes: usize, owner: Owner) -> Result<Option<TracedBuffer<B>>> {
        // SAFETY: the caller's promise.
        let buffer = unsafe { self.inner.adopt(address, bytes, owner)? };
        Ok(buffer.map(|buffer| TracedBuffer::new(self, buffer, bytes)))
    }

    fn dlpack_device(&self) -> Option<DlDevice> {
        self.inner.dlpack_device()
    }

    fn upload(&self, src: &[u8], dst: &mut TracedBuffer<B>) -> Result<()> {
        if trace::watches(dst) && src.len() < dst.bytes {
            return Err(missing("upload"));
        }
        dst.origin = None;
        self.inner.upload(src, dst.exclusive(self, src.len() < dst.bytes)?)
    }

    fn download(&self, src: &TracedBuffer<B>, start: usize, dst: &mut [u8]) -> Result<()> {
        if trace::watches(src) { Err(read()) } else { self.inner.download(&src.memory, start, dst) }
    }

    fn readback(&self, src: &TracedBuffer<B>, start: usize, bytes: usize) -> Download {
        if trace::watches(src) {
            return Box::pin(ready(Err(read())));
        }
        self.inner.readback(&src.memory, start, bytes)
    }

    fn copy(&self, src: &TracedBuffer<B>, dst: &mut TracedBuffer<B>, bytes: usize) -> Result<()> {
        self.copy_from(self, src, dst, bytes)
    }

    fn copy_all(&self, copies: &mut [(&TracedBuffer<B>, &mut TracedBuffer<B>)]) -> Result<()> {
        if copies.iter().any(|(src, dst)| trace::watches(src) || trace::watches(dst)) {
            return copy_each(self, copies);
        }
        let mut inner: Vec<(&B::Buffer, &mut B::Buffer)> = Vec::with_capacity(copies.len());
        for (src, dst) in copies {
            dst.origin = None;
            inner.push((&src.memory, dst.exclusive(self, false)?));
        }
        self.inner.copy_all(&mut inner)
    }

    fn copies_at_once(&self) -> usize {
        self.inner.copies_at_once()
    }

    fn copy_from(&self, other: &Self, src: &TracedBuffer<B>, dst: &mut TracedBuffer<B>, bytes: usize) -> Result<()> {
        let whole = bytes == src.bytes && bytes == dst.bytes;
        let apart = !whole || other.inner.device_id() != self.inner.device_id();
        if apart && (trace::watches(src) || trace::watches(dst)) {
            return Err(missing("copy"));
        }
        dst.origin = src.origin.clone().filter(|_| whole && trace::watches(src));
        self.inner.copy_from(&other.inner, &src.memory, dst.exclusive(self, !whole)?, bytes)
    }

    fn memory_stats(&self) -> MemoryStats {
        self.inner.memory_stats()
    }

    fn set_memory_limit(&self, bytes: Option<usize>) {
        self.inner.set_memory_limit(bytes);
    }

    fn free_all_blocks(&self) {
        self.inner.free_all_blocks();
    }
}

impl<B: Backend> Streams for Autodiff<B> {
    type Event = B::Event;

    fn stream_id(&self) -> u64 {
        self.inner.stream_id()
    }

    fn on_new_stream(&self) -> Result<Self> {
        Ok(Self { inner: self.inner.on_new_stream()?, counter: self.counter.clone() })
    }

    fn record(&self) -> Result<B::Event> {
        self.inner.record()
    }

    fn wait(&self, event: &B::Event) -> Result<()> {
        self.inner.wait(event)
    }

    fn synchronize(&self) -> Result<()> {
        self.inner.synchronize()
    }

    fn queue_on_stream(
        &self,
        reads: &[&TracedBuffer<B>],
        writes: &mut TracedBuffer<B>,
        queue: &mut dyn FnMut(usize) -> Result<()>,
    ) -> Result<bool> {
        reads.iter().try_for_each(|buffer| self.check_native(buffer))?;
        let reads: Vec<&B::Buffer> = reads.iter().map(|buffer| &**buffer.memory).collect();
        writes.origin = None;
        self.inner.queue_on_stream(&reads, writes.exclusive(self, true)?, queue)
    }

    /// What is captured is no step of a trace, so not while there is one.
    fn can_capture(&self) -> bool {
        !trace::is_on() && self.inner.can_capture()
    }

    fn captured(&self, work: &mut dyn FnMut() -> Result<()>) -> Result<Box<dyn Replay>> {
        self.inner.captured(work)
    }
}

impl<B: Backend> Autodiff<B> {
    /// Buffers that the inner backend has made of others, as the results of a step if one of these is watched.
    pub(crate) fn made(
        &self,
        step: Option<Step<B>>,
        outputs: Vec<(DType, Dims)>,
        buffers: impl IntoIterator<Item = B::Buffer>,
    ) -> Vec<TracedBuffer<B>> {
        let bytes = outputs.iter().map(|(dtype, shape)| shape.iter().product::<usize>() * dtype.size());
        let mut made: Vec<TracedBuffer<B>> =
            buffers.into_iter().zip(bytes).map(|(b, bytes)| TracedBuffer::new(self, b, bytes)).collect();
        if let Some(mut step) = step {
            step.outputs = outputs;
            if step.rule.keeps_results() {
                step.results = made.iter().map(|buffer| buffer.memory.clone()).collect();
            }
            let step = Arc::new(step);
            for (output, buffer) in made.iter_mut().enumerate() {
                let dtype = step.outputs[output].0;
                buffer.origin = trace::follows(dtype).then(|| Origin { step: step.clone(), output });
            }
        }
        made
    }
}
