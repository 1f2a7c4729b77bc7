//! How much memory arrays and what is remembered of them hold.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Memory that the arrays of a handle hold, with what derivatives keep of them; see [`Autodiff::held`](crate::Autodiff::held).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Bytes that are held now.
    pub used_bytes: usize,
    /// The most bytes that were held at once since the handle was made or [`Autodiff::reset_peak`](crate::Autodiff::reset_peak) was called.
    pub peak_bytes: usize,
}

/// The counters of a handle and its clones.
#[derive(Default)]
pub(crate) struct Counter {
    used: AtomicUsize,
    peak: AtomicUsize,
}

impl Counter {
    pub fn read(&self) -> Held {
        let used_bytes = self.used.load(Relaxed);
        Held { used_bytes, peak_bytes: self.peak.load(Relaxed).max(used_bytes) }
    }

    pub fn reset_peak(&self) {
        self.peak.store(self.used.load(Relaxed), Relaxed);
    }
}

/// A buffer of the inner backend, counted as long as it is there.
pub(crate) struct Counted<Buf> {
    buffer: Buf,
    bytes: usize,
    counter: Arc<Counter>,
}

impl<Buf> Counted<Buf> {
    pub fn new(buffer: Buf, bytes: usize, counter: &Arc<Counter>) -> Self {
        let used = counter.used.fetch_add(bytes, Relaxed) + bytes;
        counter.peak.fetch_max(used, Relaxed);
        Self { buffer, bytes, counter: counter.clone() }
    }
}

impl<Buf> Drop for Counted<Buf> {
    fn drop(&mut self) {
        self.counter.used.fetch_sub(self.bytes, Relaxed);
    }
}

impl<Buf> Deref for Counted<Buf> {
    type Target = Buf;

    fn deref(&self) -> &Buf {
        &self.buffer
    }
}

impl<Buf> DerefMut for Counted<Buf> {
    fn deref_mut(&mut self) -> &mut Buf {
        &mut self.buffer
    }
}
