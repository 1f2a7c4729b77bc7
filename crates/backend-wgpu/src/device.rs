//! The device: how it is found and opened, and what it says of itself.

use crate::controls::kept;
use crate::exact::Keep;
use crate::fault::Faults;
use crate::fft::Tables;
use crate::pipeline::Pipelines;
use crate::pool::Pool;
use crate::queue::Queue;
use crate::stream::Stream;
use pollster::block_on;
use std::env;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use wgpu::{
    Adapter, Backends, DeviceDescriptor, DeviceType, ExperimentalFeatures, Features, Instance, InstanceDescriptor,
    MemoryHints,
};
use xparray_cpu::Cpu;
use xparray_ir::backend::{Backend, Counters, DeviceInfo, Evaluation};
use xparray_ir::{DType, Error, Result};
use xparray_kernels::wgsl::{Arithmetic, Room};

/// A handle to a GPU that wgpu finds: through Vulkan, Metal, DirectX 12 or, in a browser, WebGPU.
///
/// Elementwise programs, reductions, random numbers, products, scans, sorting, selection, reads and writes at indices, transforms, Cholesky
/// factorisations, triangular solutions and products with sparse matrices are kernels on the device. All other solvers, what makes a sparse matrix of others,
/// permutations, weighted counts and some writes that join values are computed by the CPU backend over a copy: right, but as slow as the copy.
/// Factorisations and triangular solutions wait for the device, as a matrix may have none.
///
/// Where shaders have no 64-bit integers, as in a browser, pairs of words take their place. Where they have no `f64`, there are no arrays of
/// it, and elementary functions of complex numbers are refused. In a browser nothing can be waited for: [`Wgpu::new_async`] opens a device, arrays are read by `to_vec_async`
/// and `item_async`, and what reads otherwise is an error.
///
/// ```no_run
/// use xparray_core::prelude::*;
/// use xparray_wgpu::Wgpu;
/// let xp = Wgpu::new(0)?;
/// let x = xp.arange((0.0f32, 1e6, 1.0))?;
/// println!("{}", (&x * 2.0).sin().sum(..)?);
/// # Ok::<(), xparray_ir::Error>(())
/// ```
#[derive(Clone)]
pub struct Wgpu {
    pub(crate) device: Arc<Device>,
    pub(crate) stream: Arc<Stream>,
}

pub(crate) struct Device {
    pub number: u64,
    pub gpu: wgpu::Device,
    pub queue: Queue,
    pub pool: Pool,
    pub pipelines: Pipelines,
    pub tables: Tables,
    pub faults: Arc<Faults>,
    pub counters: Counters,
    pub evaluation: Evaluation,
    /// What computes what has no kernel here.
    pub host: Cpu,
    pub streams: AtomicU64,
    pub arithmetic: Arithmetic,
    /// What shaders are told to keep.
    pub keep: Vec<Keep>,
    is_gpu: bool,
    info: DeviceInfo,
    features: Features,
}

static FOUND: OnceLock<Vec<Adapter>> = OnceLock::new();

/// The adapters, real GPUs first.
async fn adapters() -> &'static [Adapter] {
    if let Some(known) = FOUND.get() {
        return known;
    }
    let instance = Instance::new(InstanceDescriptor::new_without_display_handle());
    let mut found = instance.enumerate_adapters(Backends::PRIMARY).await;
    found.sort_by_key(|adapter| kind(adapter.get_info().device_type));
    FOUND.get_or_init(|| found)
}

/// The place of a kind of devices, the best ones first.
fn kind(kind: DeviceType) -> u32 {
    match kind {
        DeviceType::DiscreteGpu => 0,
        DeviceType::IntegratedGpu => 1,
        DeviceType::VirtualGpu => 2,
        DeviceType::Cpu => CPU,
        DeviceType::Other => 4,
    }
}

/// How wgpu reaches devices.
const INTERFACES: &str = if cfg!(target_arch = "wasm32") { "WebGPU" } else { "Vulkan, Metal or DirectX 12" };

/// From here on they are no GPUs, or not known to be.
const CPU: u32 = 3;

/// What shaders use where it is there. With `XPARRAY_WGPU_FEATURES=web` it is what a browser has, for tests.
fn wanted() -> Result<Features> {
    match env::var("XPARRAY_WGPU_FEATURES").as_deref() {
        Err(_) => Ok(Features::SHADER_INT64 | Features::SHADER_F64 | Features::PASSTHROUGH_SHADERS),
        Ok("web") => Ok(Features::PASSTHROUGH_SHADERS),
        Ok(other) => Err(unavailable(format!("XPARRAY_WGPU_FEATURES is web or not set, not `{other}`"))),
    }
}

/// The devices that are open, by their number.
static OPEN: Mutex<Vec<(usize, Weak<Device>)>> = Mutex::new(Vec::new());

impl Wgpu {
    /// Opens a device: 0 is the best one. Handles to one device share it.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if there is none of this number, or it cannot be opened. So it is in a browser until
    /// [`Wgpu::new_async`] has opened it, as nothing there is waited for.
    pub fn new(number: usize) -> Result<Self> {
        if let Some(known) = known(number) {
            return Ok(Self::of(known));
        }
        if cfg!(target_arch = "wasm32") {
            return Err(unavailable("in a browser, `Wgpu::new_async` opens a device".to_owned()));
        }
        block_on(Self::new_async(number))
    }

    /// As [`Wgpu::new`], for programs that must not wait: those in a browser.
    ///
    /// ```no_run
    /// # async fn read() -> xparray_ir::Result<()> {
    /// use xparray_core::prelude::*;
    /// use xparray_wgpu::Wgpu;
    /// let xp = Wgpu::new_async(0).await?;
    /// let x = xp.linspace(0.0f32, 1.0, 1000)?;
    /// let sum = (&x * &x).sum(..)?.item_async().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Those of [`Wgpu::new`].
    pub async fn new_async(number: usize) -> Result<Self> {
        if let Some(known) = known(number) {
            return Ok(Self::of(known));
        }
        let opened = Arc::new(Device::open(number).await?);
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been faster.
        if let Some(known) = usable(&open, number) {
            return Ok(Self::of(known));
        }
        open.retain(|(other, device)| *other != number && device.strong_count() > 0);
        open.push((number, Arc::downgrade(&opened)));
        Ok(Self::of(opened))
    }

    fn of(device: Arc<Device>) -> Self {
        let stream = Arc::new(Stream::new(&device));
        Self { device, stream }
    }

    /// How many devices there are. A browser tells of none before one was opened.
    pub fn count() -> usize {
        if cfg!(target_arch = "wasm32") {
            return FOUND.get().map_or(0, Vec::len);
        }
        block_on(adapters()).len()
    }

    /// Whether the device is a GPU, not a CPU that stands in for one.
    pub fn is_gpu(&self) -> bool {
        self.device.is_gpu
    }
}

/// The device of a number, if it is open.
fn known(number: usize) -> Option<Arc<Device>> {
    usable(&OPEN.lock().unwrap_or_else(PoisonError::into_inner), number)
}

/// The device of a number among those that are open, unless it was lost.
fn usable(open: &[(usize, Weak<Device>)], number: usize) -> Option<Arc<Device>> {
    let device = open.iter().find(|(other, _)| *other == number).and_then(|(_, device)| device.upgrade());
    device.filter(|device| !device.faults.is_lost())
}

fn unavailable(reason: String) -> Error {
    Error::Unavailable { backend: Wgpu::NAME.to_owned(), reason }
}

impl Device {
    async fn open(number: usize) -> Result<Self> {
        let found = adapters().await;
        let adapter = found.get(number).ok_or_else(|| {
            unavailable(format!("there is no device {number}: {} found that have {INTERFACES}", found.len()))
        })?;
        let features = adapter.features() & wanted()?;
        let descriptor = DeviceDescriptor {
            label: Some("xparray"),
            required_features: features,
            required_limits: adapter.limits(),
            // SAFETY: the only experimental feature in use is SPIR-V that goes to the driver as it is, and naga writes that SPIR-V.
            experimental_features: unsafe { ExperimentalFeatures::enabled() },
            memory_hints: MemoryHints::Performance,
            ..Default::default()
        };
        let (gpu, queue) = adapter.request_device(&descriptor).await.map_err(|error| unavailable(error.to_string()))?;
        let faults = Arc::new(Faults::default());
        let (errors, lost) = (faults.clone(), faults.clone());
        gpu.on_uncaptured_error(Arc::new(move |error: wgpu::Error| errors.keep(error.to_string())));
        gpu.set_device_lost_callback(move |_, message| lost.lose(message));
        let about = adapter.get_info();
        let info = DeviceInfo {
            name: about.name.clone(),
            units: UNITS as usize,
            memory: None,
            details: vec![
                ("interface".to_owned(), about.backend.to_string()),
                ("type".to_owned(), format!("{:?}", about.device_type)),
                ("driver".to_owned(), format!("{} {}", about.driver, about.driver_info)),
            ],
        };
        let mut device = Self {
            number: number as u64,
            queue: Queue::new(&gpu, queue),
            pool: Pool::new(gpu.limits()),
            pipelines: Pipelines::default(),
            tables: Tables::default(),
            faults,
            counters: Counters::default(),
            evaluation: Evaluation::new(),
            host: Cpu::new(),
            streams: AtomicU64::new(1),
            arithmetic: Arithmetic { fused: true, double: features.contains(Features::SHADER_F64) },
            keep: kept(adapter),
            // A browser does not say.
            is_gpu: kind(about.device_type) < CPU || about.backend == wgpu::Backend::BrowserWebGpu,
            info,
            features,
            gpu,
        };
        device.arithmetic.fused = device.fuses().await?;
        Ok(device)
    }

    pub fn has(&self, feature: Features) -> bool {
        self.features.contains(feature)
    }

    /// What there is room for.
    pub fn room(&self) -> Room {
        let limits = self.gpu.limits();
        Room {
            // The arguments and the fault record are two more.
            buffers: (limits.max_storage_buffers_per_shader_stage as usize).saturating_sub(2),
            shared: limits.max_compute_workgroup_storage_size as usize,
        }
    }

    /// A number for a new stream.
    pub fn next_stream(&self) -> u64 {
        self.streams.fetch_add(1, Relaxed)
    }
}

/// wgpu does not say how many multiprocessors a device has: so many are worth giving work to.
pub(crate) const UNITS: u32 = 256;

impl Backend for Wgpu {
    const NAME: &'static str = "wgpu";

    fn supports(&self, dtype: DType) -> bool {
        match dtype {
            DType::F64 | DType::Complex128 => self.device.has(Features::SHADER_F64),
            _ => true,
        }
    }

    fn info(&self) -> DeviceInfo {
        self.device.info.clone()
    }

    fn device_id(&self) -> u64 {
        self.device.number
    }

    fn counters(&self) -> &Counters {
        &self.device.counters
    }

    fn evaluation(&self) -> &Evaluation {
        &self.device.evaluation
    }
}
