//! The device: a handle, its streams and what it says of itself.

use crate::fft::Fft;
use crate::launch::Executor;
use crate::parallel::threads;
use crate::pool::Pool;
use crate::simd;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use xparray_ir::Result;
use xparray_ir::backend::{Backend, Counters, DeviceInfo, Evaluation, Event, Streams};

/// A handle to the CPU.
///
/// Work runs at once, on the threads of the current rayon pool, and is done when a call returns.
/// Each handle from [`Cpu::new`] has a memory pool and statistics of its own; clones share them. Arrays of
/// different handles can be used together.
///
/// ```
/// # use xparray_core::prelude::*; use xparray_cpu::Cpu;
/// let xp = Cpu::new();
/// let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
/// let sum = threads.install(|| xp.arange((0i64, 1000, 1))?.sum(..)?.item())?; // on two threads
/// assert_eq!(sum, 499_500);
/// # Ok::<(), xparray_ir::Error>(())
/// ```
#[derive(Clone)]
pub struct Cpu {
    pub(crate) device: Arc<Device>,
    stream: u64,
}

pub(crate) struct Device {
    pub pool: Pool,
    pub counters: Counters,
    pub executor: Executor,
    pub fft: Fft,
}

impl Default for Cpu {
    fn default() -> Self {
        Self::new()
    }
}

impl Cpu {
    /// A handle with a new memory pool.
    ///
    /// ```
    /// # use xparray_core::{backend::Memory, prelude::*}; use xparray_cpu::Cpu;
    /// let xp = Cpu::new();
    /// assert_eq!((xp.memory_stats().used_bytes, xp.stats().kernels), (0, 0));
    /// ```
    pub fn new() -> Self {
        let pool = Pool::default();
        let executor = Executor::new(pool.clone());
        let device = Device { pool, counters: Counters::default(), executor, fft: Fft::default() };
        Self { device: Arc::new(device), stream: 0 }
    }

    pub(crate) fn pool(&self) -> &Pool {
        &self.device.pool
    }
}

impl Backend for Cpu {
    const NAME: &'static str = "cpu";

    fn info(&self) -> DeviceInfo {
        DeviceInfo {
            name: model_name().unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            units: threads(),
            memory: None,
            details: vec![("instruction set".to_owned(), format!("{:?}", simd::level()).to_lowercase())],
        }
    }

    fn device_id(&self) -> u64 {
        0
    }

    fn counters(&self) -> &Counters {
        &self.device.counters
    }

    fn evaluation(&self) -> &Evaluation {
        // Arrays of all handles can be used together.
        static EVALUATION: Evaluation = Evaluation::new();
        &EVALUATION
    }
}

fn model_name() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// A moment; all work before it is done, because work on the CPU runs at once.
#[derive(Clone, Copy, Debug)]
pub struct CpuEvent(Instant);

impl Event for CpuEvent {
    fn synchronize(&self) -> Result<()> {
        Ok(())
    }

    fn elapsed_since(&self, start: &Self) -> Result<Duration> {
        Ok(self.0.saturating_duration_since(start.0))
    }
}

impl Streams for Cpu {
    type Event = CpuEvent;

    fn stream_id(&self) -> u64 {
        self.stream
    }

    fn on_new_stream(&self) -> Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Ok(Self { device: self.device.clone(), stream: NEXT.fetch_add(1, Relaxed) })
    }

    fn record(&self) -> Result<CpuEvent> {
        Ok(CpuEvent(Instant::now()))
    }

    fn wait(&self, _: &CpuEvent) -> Result<()> {
        Ok(())
    }

    fn synchronize(&self) -> Result<()> {
        Ok(())
    }
}
