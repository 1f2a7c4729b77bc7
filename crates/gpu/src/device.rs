//! Devices and handles to them.

use crate::disk::DiskCache;
use crate::driver::Driver;
use crate::hooks::Hook;
use crate::modules::Modules;
use crate::pinned_pool::PinnedPool;
use crate::pool::Pool;
use crate::ready::{Newest, Ready, ReadyStages};
use crate::source::Source;
use crate::staging::Staging;
use crate::stream::{Origin, Stream};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use xparray_ir::Result;
use xparray_ir::backend::{Counters, DeviceInfo, Evaluation};
use xparray_kernels::{Limits, ProductPlan};

/// A handle to one device and one of its streams; clones are cheap and share both.
pub struct Gpu<D: Driver> {
    pub(crate) stream: Arc<Stream<D>>,
}

/// What the handles of a device share.
pub(crate) struct Device<D: Driver> {
    pub id: u64,
    driver: D,
    pub pool: Pool,
    pub staging: Staging,
    pub modules: Modules,
    pub ready: Newest<Ready>,
    pub staged: Newest<ReadyStages>,
    pub products: Newest<Ready<ProductPlan>>,
    pub disk: DiskCache,
    pub counters: Counters,
    pub evaluation: Evaluation,
    pub hook: Hook,
    /// Pinned memory that nobody uses now.
    pub pinned: PinnedPool,
    /// The streams that are alive, and some that are not.
    streams: Mutex<Vec<Weak<Stream<D>>>>,
}

/// The devices that a process has opened. They stay open: opening one takes a tenth of a second and more.
pub struct Registry<D: Driver>(Mutex<Vec<(usize, Gpu<D>)>>);

impl<D: Driver> Registry<D> {
    /// None yet.
    #[allow(clippy::new_without_default)] // `const`, for statics.
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }
}

impl<D: Driver> Clone for Gpu<D> {
    fn clone(&self) -> Self {
        Self { stream: self.stream.clone() }
    }
}

impl<D: Driver> fmt::Debug for Gpu<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} (stream {})", D::NAME, self.device().id, self.stream.home.id)
    }
}

impl<D: Driver> Gpu<D> {
    /// How many devices there are.
    ///
    /// # Errors
    /// `Error::Unavailable` without a driver.
    #[doc(alias("getDeviceCount", "is_available"))]
    pub fn count() -> Result<usize> {
        D::count()
    }

    /// The vendor's libraries for compiling, products, solvers and transforms: which version or file each is, or why it
    /// is missing. Those that are not loaded yet are.
    #[doc(alias = "show_config")]
    pub fn libraries() -> Vec<(&'static str, Result<String>)> {
        D::libraries()
    }

    /// A handle to a device's first stream; handles of equal numbers share device, stream and memory pool.
    ///
    /// # Errors
    /// `Error::Unavailable` without a driver or a device of that number.
    pub fn new(index: usize) -> Result<Self> {
        // A handle is added whole, so a panic elsewhere leaves the list usable.
        let mut open = D::registry().0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, gpu)) = open.iter().find(|(i, _)| *i == index) {
            return Ok(gpu.clone());
        }
        let gpu = Self::start(D::open(index)?, index as u64, DiskCache::from_env())?;
        open.push((index, gpu.clone()));
        Ok(gpu)
    }

    /// A handle over a driver, outside the registry.
    pub(crate) fn start(driver: D, id: u64, disk: DiskCache) -> Result<Self> {
        driver.bind()?;
        let device = Arc::new(Device {
            id,
            driver,
            pool: Pool::default(),
            staging: Staging::default(),
            modules: Modules::default(),
            ready: Newest::default(),
            staged: Newest::default(),
            products: Newest::default(),
            disk,
            counters: Counters::default(),
            evaluation: Evaluation::default(),
            hook: Hook::default(),
            pinned: PinnedPool::default(),
            streams: Mutex::default(),
        });
        Ok(Self { stream: Stream::new(device, false, Origin::New, Source::Device)? })
    }

    /// The native interface, bound to the calling thread.
    ///
    /// # Errors
    /// `Error::Library` if the device is lost.
    pub fn driver(&self) -> Result<&D> {
        self.device().driver()
    }

    /// The device's free and total memory in bytes, as the driver sees it: cached blocks count as used.
    ///
    /// # Errors
    /// `Error::Library` if the device is lost.
    pub fn device_memory(&self) -> Result<(usize, usize)> {
        self.driver()?.memory()
    }

    /// The native stream.
    ///
    /// What is queued on it past this crate must not come from another thread while one calls a program of `jit`: it
    /// could be captured with the program.
    pub fn raw_stream(&self) -> crate::RawStream {
        self.stream.home.stream
    }

    /// Multiprocessors or compute units.
    pub(crate) fn units(&self) -> usize {
        self.device().info().units.max(1)
    }

    pub(crate) fn device(&self) -> &Arc<Device<D>> {
        &self.stream.device
    }
}

impl<D: Driver> Device<D> {
    /// The driver, bound to the calling thread: there is no other way to it.
    pub fn driver(&self) -> Result<&D> {
        self.driver.bind()?;
        Ok(&self.driver)
    }

    pub fn info(&self) -> &DeviceInfo {
        self.driver.info()
    }

    pub fn streams(&self) -> MutexGuard<'_, Vec<Weak<Stream<D>>>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What plans of kernels depend on.
    pub fn limits(&self) -> Limits {
        Limits { units: u32::try_from(self.info().units).unwrap_or(u32::MAX), vector: 16, plain: false }
    }

    /// The device's name in messages.
    pub fn name(&self) -> String {
        format!("{}:{} ({})", D::NAME, self.id, self.info().name)
    }
}

impl<D: Driver> Drop for Device<D> {
    fn drop(&mut self) {
        // Streams, buffers and events hold the device: when it goes, only what is cached is left. Errors have nobody
        // to go to; the process' end returns everything anyway.
        if self.driver.bind().is_ok() {
            self.modules.unload(&self.driver);
            self.staging.free(&self.driver);
            self.pinned.free_all(&self.driver);
            let _ = self.pool.free_all(&self.driver);
        }
    }
}
