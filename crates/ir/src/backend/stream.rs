use super::Memory;
use crate::error::{Error, Result};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// A point in a stream's work.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let start = xp.record()?;
/// xp.rng(1).normal::<f64>([100, 100])?.sort()?.eval()?;
/// let end = xp.record()?;
/// end.synchronize()?;
/// println!("{:?}", end.elapsed_since(&start)?); // the device's time, not the caller's
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Event: Send + Sync + Sized {
    /// Waits until the work before this event is done.
    fn synchronize(&self) -> Result<()>;

    /// The time between two events on one device.
    fn elapsed_since(&self, start: &Self) -> Result<Duration>;
}

/// Streams and events. Work on one stream runs in order.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let other = xp.on_new_stream()?;
/// let x = other.arange((0.0f64, 1000.0, 1.0))? * 2.0;
/// let y = xp.ones::<f64>(1000)? + &x; // waits for `other` where it must
/// assert_eq!(y.max(..)?.item()?, 1999.0);
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Streams: Memory + Sized {
    /// A point in this backend's streams.
    type Event: Event;

    /// A number that two handles of one device share if and only if they are on the same stream.
    fn stream_id(&self) -> u64;

    /// A handle to a new stream of the same device.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let other = xp.on_new_stream()?;
    /// assert_eq!(other.device_id(), xp.device_id());
    /// assert_ne!(other.stream_id(), xp.stream_id());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    #[doc(alias = "Stream")]
    fn on_new_stream(&self) -> Result<Self>;

    /// Marks the work queued on this stream so far.
    fn record(&self) -> Result<Self::Event>;

    /// Lets later work on this stream start only after an event of another.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let other = xp.on_new_stream()?;
    /// other.wait(&xp.record()?)?;
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fn wait(&self, event: &Self::Event) -> Result<()>;

    /// Waits for all work queued on this stream, and reports what went wrong in it.
    fn synchronize(&self) -> Result<()>;

    /// Lets native code of others, such as a vendor's library of collective operations, queue work on this stream that reads
    /// and writes buffers from their [addresses](super::DeviceBuffer::address): calls `queue` with the native stream, as
    /// CUDA and HIP name it, while the device is the calling thread's. The work comes after all that was queued for these
    /// buffers, and they stay until it is done.
    ///
    /// Returns whether there are native streams; by default there are none, and `queue` is not called.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::backend::Memory;
    /// let mut buffer = xp.alloc(8)?;
    /// assert!(!xp.queue_on_stream(&[], &mut buffer, &mut |_| Ok(()))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `queue`; [`Error::Value`] for buffers of another device, and while the stream is being captured.
    fn queue_on_stream(
        &self,
        reads: &[&Self::Buffer],
        writes: &mut Self::Buffer,
        queue: &mut dyn FnMut(usize) -> Result<()>,
    ) -> Result<bool> {
        let _ = (reads, writes, queue);
        Ok(false)
    }

    /// Whether work of this stream may be captured now, by [`Streams::captured`]: not on devices without graphs, such
    /// as the CPU, nor where the host uses the memory beside the device, nor while the stream is being captured
    /// already.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert!(!xp.can_capture());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fn can_capture(&self) -> bool {
        false
    }

    /// Captures what `work` queues on this stream, and queues it once, when `work` has returned. It can be queued
    /// again as a whole, for about the host's cost of one kernel, at the same addresses: the memory that it uses is
    /// held as long as the result lives, for whoever has its buffers to read and to write before and after each
    /// replay.
    ///
    /// Other threads that use the stream wait meanwhile, so `work` must not wait for them.
    ///
    /// # Errors
    /// Those of `work`, and of what cannot be captured, because it waits for the device or needs the host; what was
    /// queued before is done then. [`Error::Value`] if the device has no graphs.
    fn captured(&self, work: &mut dyn FnMut() -> Result<()>) -> Result<Box<dyn Replay>> {
        let _ = work;
        Err(Error::value("captured", "the device has no graphs"))
    }
}

/// Work that was captured: see [`Streams::captured`].
pub trait Replay: Send + Sync {
    /// Queues it once more, on the stream that it was captured from.
    ///
    /// # Errors
    /// [`Error::Value`] if the stream is being captured.
    fn replay(&self) -> Result<()>;
}

/// What a device is.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let info = xp.info();
/// println!("{} with {} units, {:?}", info.name, info.units, info.details);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// The device's name.
    pub name: String,
    /// Parallel units: multiprocessors, or threads of the CPU backend.
    pub units: usize,
    /// Memory in bytes, where it is known.
    pub memory: Option<usize>,
    /// Anything else worth knowing: instruction set, driver version.
    pub details: Vec<(String, String)>,
}

/// Running totals of a device, kept by whoever launches and allocates.
///
/// A graph that replays a traced program counts as the kernels in it; the memory that it works in was counted when it
/// was captured, and its results are counted each time.
#[derive(Debug, Default)]
pub struct Counters {
    kernels: AtomicU64,
    allocations: AtomicU64,
    bytes: AtomicU64,
    operands: AtomicU64,
    /// Single operations by how many arrays they read, each a kernel and the buffer of its result: small ones take
    /// little longer than counting does.
    operations: [AtomicU64; 4],
}

/// A reading of [`Counters`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let before = xp.stats();
/// let x = xp.ones::<f64>(1000)?;
/// ((&x + 1.0) / (&x * 2.0)).eval()?;
/// let now = xp.stats() - before;
/// assert_eq!((now.kernels, now.allocations, now.bytes_allocated), (1, 1, 8000));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Fused kernels launched.
    pub kernels: u64,
    /// Buffers allocated for arrays.
    pub allocations: u64,
    /// Bytes allocated for arrays.
    pub bytes_allocated: u64,
    /// Arrays that the kernels read.
    pub operands_read: u64,
}

impl Counters {
    /// Counts a kernel that reads this many arrays.
    pub fn count_launch(&self, operands: usize) {
        self.count_launches(1, operands);
    }

    /// Counts kernels that are launched together and read this many arrays.
    pub fn count_launches(&self, kernels: usize, operands: usize) {
        self.kernels.fetch_add(kernels as u64, Relaxed);
        self.operands.fetch_add(operands as u64, Relaxed);
    }

    /// Counts an allocation.
    pub fn count_alloc(&self, bytes: usize) {
        self.allocations.fetch_add(1, Relaxed);
        self.bytes.fetch_add(bytes as u64, Relaxed);
    }

    /// Counts a kernel that reads this many arrays, and the allocation of its one result.
    pub fn count_operation(&self, operands: usize, bytes: usize) {
        match self.operations.get(operands) {
            Some(operations) => {
                operations.fetch_add(1, Relaxed);
                self.bytes.fetch_add(bytes as u64, Relaxed);
            }
            None => {
                self.count_launch(operands);
                self.count_alloc(bytes);
            }
        }
    }

    /// The totals now.
    pub fn read(&self) -> Stats {
        let operations = self.operations.each_ref().map(|operations| operations.load(Relaxed));
        let single: u64 = operations.iter().sum();
        let read: u64 = (0..).zip(operations).map(|(operands, operations)| operands * operations).sum();
        Stats {
            kernels: self.kernels.load(Relaxed) + single,
            allocations: self.allocations.load(Relaxed) + single,
            bytes_allocated: self.bytes.load(Relaxed),
            operands_read: self.operands.load(Relaxed) + read,
        }
    }
}

impl std::ops::Sub for Stats {
    type Output = Stats;

    /// What happened between two readings.
    fn sub(self, earlier: Stats) -> Stats {
        Stats {
            kernels: self.kernels - earlier.kernels,
            allocations: self.allocations - earlier.allocations,
            bytes_allocated: self.bytes_allocated - earlier.bytes_allocated,
            operands_read: self.operands_read - earlier.operands_read,
        }
    }
}
