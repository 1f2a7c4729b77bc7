//! The device: how it is found and opened, and what it says of itself.

use crate::controls::kept;
use crate::exact::Keep;
use crate::fault::Faults;
use crate::pipeline::Pipelines;
use crate::pool::Pool;
use crate::queue::Queue;
use crate::stream::Stream;
use pollster::block_on;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use wgpu::{
    Adapter, Backends, DeviceDescriptor, DeviceType, ExperimentalFeatures, Features, Instance, InstanceDescriptor,
    MemoryHints,
};
use xparray_cpu::Cpu;
use xparray_ir::backend::{Backend, Counters, DeviceInfo, Evaluation};
use xparray_ir::{DType, Error, Result};
use xparray_kernels::wgsl::Room;

/// A handle to a GPU that wgpu finds: through Vulkan, Metal or DirectX 12.
///
/// Elementwise programs, reductions, random numbers, products, scans, sorting, selection, and reads and writes at indices are kernels on
/// the device. Transforms, solvers, sparse matrices, permutations and some writes that join values are computed by the CPU backend
/// over a copy: right, but as slow as the copy.
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
    pub faults: Arc<Faults>,
    pub counters: Counters,
    pub evaluation: Evaluation,
    /// What computes what has no kernel here.
    pub host: Cpu,
    pub streams: AtomicU64,
    /// Whether `fma` rounds once, known from the first launch on.
    pub fused: OnceLock<bool>,
    /// What shaders are told to keep.
    pub keep: Vec<Keep>,
    is_gpu: bool,
    info: DeviceInfo,
    features: Features,
}

/// The adapters, real GPUs first.
fn adapters() -> &'static [Adapter] {
    static FOUND: OnceLock<Vec<Adapter>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let instance = Instance::new(InstanceDescriptor::new_without_display_handle());
        let mut found = block_on(instance.enumerate_adapters(Backends::PRIMARY));
        found.retain(|adapter| adapter.features().contains(NEEDED));
        found.sort_by_key(|adapter| kind(adapter.get_info().device_type));
        found
    })
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

/// From here on they are no GPUs, or not known to be.
const CPU: u32 = 3;

/// Indices and counts have 64 bits.
const NEEDED: Features = Features::SHADER_INT64;

/// The devices that are open, by their number.
static OPEN: Mutex<Vec<(usize, Weak<Device>)>> = Mutex::new(Vec::new());

impl Wgpu {
    /// Opens a device: 0 is the best one. Handles to one device share it.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if there is none of this number, or it cannot be opened.
    pub fn new(number: usize) -> Result<Self> {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|(_, device)| device.strong_count() > 0);
        let known = open.iter().find(|(other, _)| *other == number).and_then(|(_, device)| device.upgrade());
        let device = match known.filter(|device| !device.faults.is_lost()) {
            Some(device) => device,
            None => {
                let device = Arc::new(Device::open(number)?);
                open.retain(|(other, _)| *other != number);
                open.push((number, Arc::downgrade(&device)));
                device
            }
        };
        let stream = Arc::new(Stream::new(&device));
        Ok(Self { device, stream })
    }

    /// How many devices there are.
    pub fn count() -> usize {
        adapters().len()
    }

    /// Whether the device is a GPU, not a CPU that stands in for one.
    pub fn is_gpu(&self) -> bool {
        self.device.is_gpu
    }
}

fn unavailable(reason: String) -> Error {
    Error::Unavailable { backend: Wgpu::NAME.to_owned(), reason }
}

impl Device {
    fn open(number: usize) -> Result<Self> {
        let adapter = adapters().get(number).ok_or_else(|| {
            let found = adapters().len();
            unavailable(format!("there is no device {number}: {found} found that have Vulkan, Metal or DirectX 12 and 64-bit integers in shaders"))
        })?;
        let wanted = NEEDED | Features::SHADER_F64 | Features::PASSTHROUGH_SHADERS;
        let features = adapter.features() & wanted;
        let descriptor = DeviceDescriptor {
            label: Some("xparray"),
            required_features: features,
            required_limits: adapter.limits(),
            // SAFETY: the only experimental feature in use is SPIR-V that goes to the driver as it is, and naga writes that SPIR-V.
            experimental_features: unsafe { ExperimentalFeatures::enabled() },
            memory_hints: MemoryHints::Performance,
            ..Default::default()
        };
        let (gpu, queue) =
            block_on(adapter.request_device(&descriptor)).map_err(|error| unavailable(error.to_string()))?;
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
        Ok(Self {
            number: number as u64,
            queue: Queue::new(&gpu, queue),
            pool: Pool::new(gpu.limits()),
            pipelines: Pipelines::default(),
            faults,
            counters: Counters::default(),
            evaluation: Evaluation::new(),
            host: Cpu::new(),
            streams: AtomicU64::new(1),
            fused: OnceLock::new(),
            keep: kept(adapter),
            is_gpu: kind(about.device_type) < CPU,
            info,
            features,
            gpu,
        })
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
