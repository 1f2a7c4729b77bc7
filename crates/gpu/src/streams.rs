//! Streams of one's own, of other libraries, and the whole device.

use crate::device::Gpu;
use crate::driver::{Driver, RawStream};
use crate::source::Source;
use crate::stream::{Origin, Stream};
use std::ops::RangeInclusive;
use xparray_ir::Result;

/// What [`Gpu::on_new_stream_with`] makes: a stream of priority 0 that runs beside all others, unless it says otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct StreamOptions {
    priority: i32,
    blocking: bool,
}

impl StreamOptions {
    /// Priority 0, beside all others.
    pub fn new() -> Self {
        Self::default()
    }

    /// A stream whose work goes before that of streams of greater numbers; [`Gpu::stream_priorities`] says which there
    /// are, and others are taken as the nearest of these.
    pub fn priority(mut self, priority: i32) -> Self {
        self.priority = priority;
        self
    }

    /// A stream that waits for the default stream, which other libraries may use, and that for it. It cannot be captured
    /// in a graph.
    #[doc(alias("streamDefault", "non_blocking"))]
    pub fn blocking(mut self) -> Self {
        self.blocking = true;
        self
    }
}

impl<D: Driver> Gpu<D> {
    /// A handle on another stream of the device, with memory of the same source.
    pub(crate) fn with_stream(&self, origin: Origin) -> Result<Self> {
        let Stream { device, home, source, .. } = &*self.stream;
        Ok(Self { stream: Stream::new(device.clone(), home.managed, origin, source.clone())? })
    }

    /// A handle on another stream of the device, whose memory comes from elsewhere.
    pub(crate) fn with_source(&self, source: Source<D>) -> Result<Self> {
        Ok(Self { stream: Stream::new(self.device().clone(), false, Origin::New, source)? })
    }

    /// [`on_new_stream`](xparray_ir::backend::Streams::on_new_stream) with options.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(xp: xparray_gpu::Gpu<D>) -> xparray_ir::Result<()> {
    /// use xparray_gpu::StreamOptions;
    /// let urgent = xp.on_new_stream_with(StreamOptions::new().priority(*xp.stream_priorities()?.start()))?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::Library` if the device is lost; `Error::OutOfMemory`.
    #[doc(alias("streamCreateWithPriority", "streamCreateWithFlags"))]
    pub fn on_new_stream_with(&self, options: StreamOptions) -> Result<Self> {
        self.with_stream(Origin::With { priority: options.priority, blocking: options.blocking })
    }

    /// A handle on a stream of another library. It is not destroyed with the handle; that waits for its work.
    ///
    /// ```no_run
    /// # unsafe fn f<D: xparray_gpu::Driver>(xp: xparray_gpu::Gpu<D>, theirs: *mut u8) -> xparray_ir::Result<()> {
    /// use xparray_gpu::RawStream;
    /// // SAFETY: the other library keeps its stream until this program has dropped all arrays.
    /// let beside = unsafe { xp.on_foreign_stream(RawStream(theirs as usize))? };
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::Library` if the device is lost; `Error::OutOfMemory`.
    ///
    /// # Safety
    /// The stream is of this device, nobody captures it in a graph, and it lives as long as every handle, array, buffer
    /// and event made through the new handle, and as long as what was computed from these arrays on it.
    #[doc(alias = "ExternalStream")]
    pub unsafe fn on_foreign_stream(&self, stream: RawStream) -> Result<Self> {
        self.with_stream(Origin::Foreign(stream))
    }

    /// The priorities that streams can have, the greatest first, which is the smallest number.
    ///
    /// # Errors
    /// `Error::Library` if the device is lost.
    #[doc(alias = "cuCtxGetStreamPriorityRange")]
    pub fn stream_priorities(&self) -> Result<RangeInclusive<i32>> {
        let (least, greatest) = self.driver()?.priorities()?;
        Ok(greatest..=least)
    }

    /// The priority of the handle's stream.
    ///
    /// # Errors
    /// `Error::Library` if the device is lost.
    pub fn stream_priority(&self) -> Result<i32> {
        // SAFETY: the stream is alive.
        unsafe { self.driver()?.stream_priority(self.raw_stream()) }
    }

    /// Waits for the work of all streams of the device, also for those of other libraries in this process. A stream
    /// that is captured in a graph is waited for up to where that began, and then not those of other libraries.
    ///
    /// # Errors
    /// What went wrong in that work.
    #[doc(alias("deviceSynchronize", "cuCtxSynchronize"))]
    pub fn synchronize_device(&self) -> Result<()> {
        let streams: Vec<_> = self.device().streams().iter().filter_map(|stream| stream.upgrade()).collect();
        let (mut result, mut captured) = (Ok(()), false);
        for stream in &streams {
            let done = if stream.is_captured() {
                captured = true;
                stream.finish()
            } else {
                stream.synchronize()
            };
            result = result.and(done);
        }
        result?;
        // SAFETY: the device is bound. If a capture of a traced program begins meanwhile, it fails, and the program
        // runs without.
        if captured { Ok(()) } else { unsafe { self.driver()?.synchronize_device() } }
    }
}
