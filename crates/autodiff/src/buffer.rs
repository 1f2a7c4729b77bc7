//! Memory that knows what it was computed from.

use crate::Autodiff;
use crate::held::Counted;
use crate::rule::Rule;
use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Weak};
use xparray_core::backend::{Backend, DeviceBuffer, View};
use xparray_core::layout::Dims;
use xparray_core::{DType, Error, Layout, Result};

/// A buffer of an inner backend, with the step of a trace that wrote it, if one did.
///
/// Its memory is shared with what remembers it, so it is exchanged for another before it is overwritten.
pub struct TracedBuffer<B: Backend> {
    pub(crate) memory: Arc<Counted<B::Buffer>>,
    /// As many as were asked for: the inner buffer may have more.
    pub(crate) bytes: usize,
    pub(crate) origin: Option<Origin<B>>,
    /// Whether nobody has written to it, nor been told where it is, since it was allocated: what it holds is nothing to keep.
    pub(crate) blank: AtomicBool,
}

impl<B: Backend> Clone for TracedBuffer<B> {
    fn clone(&self) -> Self {
        Self {
            memory: self.memory.clone(),
            bytes: self.bytes,
            origin: self.origin.clone(),
            blank: AtomicBool::new(self.is_blank()),
        }
    }
}

// SAFETY: the inner buffer has at least so many bytes, and `exclusive` alone gives it to be written, when nobody shares it.
unsafe impl<B: Backend> DeviceBuffer for TracedBuffer<B> {
    fn bytes(&self) -> usize {
        self.bytes
    }

    fn address(&self) -> Option<u64> {
        self.blank.store(false, Relaxed);
        self.memory.address()
    }

    fn identity(this: &Arc<Self>) -> usize {
        Arc::as_ptr(&this.memory).addr()
    }

    fn pin(this: &Arc<Self>) -> Weak<dyn Any + Send + Sync> {
        Arc::downgrade(&this.memory) as _
    }
}

impl<B: Backend> TracedBuffer<B> {
    /// A buffer that is no step's.
    pub(crate) fn new(xp: &Autodiff<B>, buffer: B::Buffer, bytes: usize) -> Self {
        Self::shared(Arc::new(Counted::new(buffer, bytes, &xp.counter)), bytes, None)
    }

    /// A buffer with the memory of another one, and what wrote it.
    pub(crate) fn shared(memory: Arc<Counted<B::Buffer>>, bytes: usize, origin: Option<Origin<B>>) -> Self {
        Self { memory, bytes, origin, blank: AtomicBool::new(false) }
    }

    /// A buffer that is to be written before anything of it is read.
    pub(crate) fn blank(xp: &Autodiff<B>, bytes: usize) -> Result<Self> {
        let mut buffer = Self::new(xp, xp.inner.alloc(bytes)?, bytes);
        *buffer.blank.get_mut() = true;
        Ok(buffer)
    }

    /// Whether there is nothing in it to keep.
    pub(crate) fn is_blank(&self) -> bool {
        self.blank.load(Relaxed)
    }

    /// The inner buffer, to be written, if nobody shares it.
    pub(crate) fn unshared(&mut self) -> Option<&mut B::Buffer> {
        *self.blank.get_mut() = false;
        Arc::get_mut(&mut self.memory).map(|memory| &mut **memory)
    }

    /// The inner buffer, to be written: a copy of it if somebody shares it, and with nothing in it if nobody reads what was there.
    pub(crate) fn exclusive(&mut self, xp: &Autodiff<B>, keep: bool) -> Result<&mut B::Buffer> {
        if Arc::get_mut(&mut self.memory).is_none() {
            let mut copy = xp.inner.alloc(self.bytes)?;
            if keep && !self.is_blank() {
                xp.inner.copy(&self.memory, &mut copy, self.bytes)?;
            }
            self.memory = Arc::new(Counted::new(copy, self.bytes, &xp.counter));
        }
        self.unshared().ok_or_else(|| Error::value("autodiff", "a buffer was shared while it was written"))
    }
}

/// Which result of which step a buffer is.
pub(crate) struct Origin<B: Backend> {
    pub step: Arc<Step<B>>,
    pub output: usize,
}

impl<B: Backend> Clone for Origin<B> {
    fn clone(&self) -> Self {
        Self { step: self.step.clone(), output: self.output }
    }
}

/// What a step read: elements of a buffer.
pub(crate) struct Operand<B: Backend> {
    pub buffer: TracedBuffer<B>,
    pub dtype: DType,
    pub layout: Layout,
}

impl<B: Backend> Clone for Operand<B> {
    fn clone(&self) -> Self {
        Self { buffer: self.buffer.clone(), dtype: self.dtype, layout: self.layout.clone() }
    }
}

impl<B: Backend> Operand<B> {
    pub fn of(view: &View<'_, TracedBuffer<B>>) -> Self {
        Self { buffer: view.buffer().clone(), dtype: view.dtype(), layout: view.layout().clone() }
    }
}

/// A step of a traced program: an operation of the backend with what it read.
pub(crate) struct Step<B: Backend> {
    /// Later steps have greater numbers.
    pub number: u64,
    pub rule: Box<dyn Rule<B>>,
    pub operands: Vec<Operand<B>>,
    /// Types and shapes of the results, which are row-major and fill their buffers.
    pub outputs: Vec<(DType, Dims)>,
    /// The memory of the results, if the rule needs it. Without their origins, which would hold this step.
    pub results: Vec<Arc<Counted<B::Buffer>>>,
}

impl<B: Backend> Step<B> {
    pub fn new(rule: Box<dyn Rule<B>>, operands: Vec<Operand<B>>, outputs: Vec<(DType, Dims)>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self { number: NEXT.fetch_add(1, Relaxed), rule, operands, outputs, results: Vec::new() }
    }
}

impl<B: Backend> Drop for Step<B> {
    /// A long chain of steps goes one after the other, not each within the one that holds it.
    fn drop(&mut self) {
        let mut operands = std::mem::take(&mut self.operands);
        while let Some(operand) = operands.pop() {
            let Some(origin) = operand.buffer.origin else { continue };
            if let Some(mut step) = Arc::into_inner(origin.step) {
                operands.append(&mut step.operands);
            }
        }
    }
}
