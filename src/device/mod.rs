//! The device that is chosen when the program runs.

mod buffer;
mod dense;
mod event;
mod kind;
mod memory;
mod primitives;
mod sparse;

pub use buffer::DeviceMemory;
pub use event::DeviceEvent;
pub use kind::BackendKind;

use std::fmt;
use std::str::FromStr;
use xparray_core::backend::{Backend, Counters, DeviceInfo, Evaluation};
use xparray_core::{DType, Error, Result};

/// A device of any backend that this build has, chosen when the program runs: itself a [`Backend`], and the default one,
/// so `Array<f32>` is an array on a `Device`.
///
/// A call costs a `match` more than one of the backend itself; the elements of an array cost nothing more. Who wants one
/// backend only names it: `Array<f32, Cpu>`.
///
/// ```
/// use xparray::prelude::*;
/// let xp = Device::best()?; // a GPU if there is one, else the CPU; XPARRAY_BACKEND=cpu overrides
/// let x: Array<f64> = xp.arange((0.0, 4.0, 1.0))?;
/// assert_eq!(x.sum(..)?.item()?, 6.0);
/// let cpu: Device = "cpu".parse()?; // `cuda:1` is the second NVIDIA GPU
/// assert_eq!(x.to_device(&cpu)?.to_vec()?, [0.0, 1.0, 2.0, 3.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub enum Device {
    /// The CPU.
    #[cfg(feature = "cpu")]
    Cpu(crate::Cpu),
    /// An NVIDIA GPU.
    #[cfg(feature = "cuda")]
    Cuda(crate::Cuda),
    /// An AMD GPU.
    #[cfg(feature = "rocm")]
    Rocm(crate::Rocm),
    /// A GPU that wgpu finds: through Vulkan, Metal, DirectX 12 or WebGPU.
    #[cfg(feature = "wgpu")]
    Wgpu(crate::Wgpu),
}

/// Does the same with the backend of a device, whichever it is.
macro_rules! on_backend {
    ($device:expr, $xp:ident => $body:expr) => {
        match $device {
            #[cfg(feature = "cpu")]
            $crate::Device::Cpu($xp) => $body,
            #[cfg(feature = "cuda")]
            $crate::Device::Cuda($xp) => $body,
            #[cfg(feature = "rocm")]
            $crate::Device::Rocm($xp) => $body,
            #[cfg(feature = "wgpu")]
            $crate::Device::Wgpu($xp) => $body,
            // A reference is never thought uninhabited, so a build without backends needs an arm.
            #[cfg(not(any(feature = "cpu", feature = "cuda", feature = "rocm", feature = "wgpu")))]
            other => match *other {},
        }
    };
}
use on_backend;

impl Device {
    /// The backends that this build has, the preferred one first.
    ///
    /// ```
    /// use xparray::{BackendKind, Device};
    /// assert!(Device::COMPILED.contains(&BackendKind::Cpu)); // with the feature `cpu`
    /// ```
    pub const COMPILED: &[BackendKind] = &[
        #[cfg(feature = "cuda")]
        BackendKind::Cuda,
        #[cfg(feature = "rocm")]
        BackendKind::Rocm,
        #[cfg(feature = "wgpu")]
        BackendKind::Wgpu,
        #[cfg(feature = "cpu")]
        BackendKind::Cpu,
    ];

    /// The CPU, with a memory pool of its own.
    ///
    /// ```
    /// use xparray::prelude::*;
    /// assert_eq!(Device::cpu()?.name(), "cpu");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unavailable`] if the build lacks the feature `cpu`.
    pub fn cpu() -> Result<Self> {
        Self::open(BackendKind::Cpu, 0)
    }

    /// NVIDIA GPU number `index`.
    ///
    /// ```
    /// use xparray::{Device, Error};
    /// if let Err(Error::Unavailable { reason, .. }) = Device::cuda(1) {
    ///     println!("{reason}");
    /// }
    /// ```
    ///
    /// # Errors
    /// Those of [`Device::open`].
    pub fn cuda(index: usize) -> Result<Self> {
        Self::open(BackendKind::Cuda, index)
    }

    /// AMD GPU number `index`.
    ///
    /// ```
    /// use xparray::{Device, Error};
    /// if let Err(Error::Unavailable { reason, .. }) = Device::rocm(0) {
    ///     println!("{reason}");
    /// }
    /// ```
    ///
    /// # Errors
    /// Those of [`Device::open`].
    pub fn rocm(index: usize) -> Result<Self> {
        Self::open(BackendKind::Rocm, index)
    }

    /// GPU number `index` of those that wgpu finds, real ones first.
    ///
    /// ```
    /// use xparray::{Device, Error};
    /// if let Err(Error::Unavailable { reason, .. }) = Device::wgpu(0) {
    ///     println!("{reason}");
    /// }
    /// ```
    ///
    /// # Errors
    /// Those of [`Device::open`].
    pub fn wgpu(index: usize) -> Result<Self> {
        Self::open(BackendKind::Wgpu, index)
    }

    /// Device number `index` of a backend. There is one CPU.
    ///
    /// ```
    /// use xparray::{BackendKind, Device};
    /// assert!(Device::open(BackendKind::Cpu, 0).is_ok());
    /// assert!(Device::open(BackendKind::Cpu, 1).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::Unavailable`] if the build lacks the backend or the machine lacks the device; it says what to do.
    pub fn open(kind: BackendKind, index: usize) -> Result<Self> {
        match kind {
            #[cfg(feature = "cpu")]
            BackendKind::Cpu if index == 0 => Ok(Self::Cpu(crate::Cpu::new())),
            #[cfg(feature = "cpu")]
            BackendKind::Cpu => Err(Error::Unavailable {
                backend: kind.to_string(),
                reason: format!("there is one CPU, cpu:0, which all of its cores are; {kind}:{index} was asked for"),
            }),
            #[cfg(feature = "cuda")]
            BackendKind::Cuda => crate::Cuda::new(index).map(Self::Cuda),
            #[cfg(feature = "rocm")]
            BackendKind::Rocm => crate::Rocm::new(index).map(Self::Rocm),
            #[cfg(feature = "wgpu")]
            BackendKind::Wgpu => crate::Wgpu::new(index).map(Self::Wgpu),
            #[allow(unreachable_patterns)]
            _ => Err(not_compiled_in(kind)),
        }
    }

    /// As [`Device::open`], for programs that must not wait: those in a browser, where a device of [`BackendKind::Wgpu`] opens so
    /// only. Arrays are read by [`to_vec_async`](crate::Array::to_vec_async) there.
    ///
    /// ```
    /// use xparray::prelude::*;
    /// use xparray::BackendKind;
    /// async fn mean() -> xparray::Result<f32> {
    ///     let xp = Device::open_async(BackendKind::Wgpu, 0).await?;
    ///     xp.linspace(0.0f32, 1.0, 11)?.mean(..)?.item_async().await
    /// }
    /// ```
    ///
    /// # Errors
    /// Those of [`Device::open`].
    pub async fn open_async(kind: BackendKind, index: usize) -> Result<Self> {
        match kind {
            #[cfg(feature = "wgpu")]
            BackendKind::Wgpu => crate::Wgpu::new_async(index).await.map(Self::Wgpu),
            kind => Self::open(kind, index),
        }
    }

    /// The device that the environment variable `XPARRAY_BACKEND` names (`cpu`, `cuda:1`), or else the first device of the
    /// first backend that the build has and the machine can run.
    ///
    /// ```
    /// use xparray::prelude::*;
    /// println!("running on {}", Device::best()?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Device::open`], and [`Error::Value`] if the variable names no device.
    pub fn best() -> Result<Self> {
        match std::env::var("XPARRAY_BACKEND") {
            Ok(name) if !name.is_empty() => name.parse(),
            _ => Self::COMPILED.iter().map(|&kind| Self::open(kind, 0)).find(is_worth).unwrap_or_else(|| {
                Err(Error::Unavailable {
                    backend: "any".to_owned(),
                    reason: format!("none of the compiled backends ({}) can run here", compiled()),
                })
            }),
        }
    }

    /// Which backend the device is of.
    ///
    /// ```
    /// use xparray::{BackendKind, Device};
    /// assert_eq!(Device::cpu()?.kind(), BackendKind::Cpu);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    #[inline]
    pub fn kind(&self) -> BackendKind {
        match *self {
            #[cfg(feature = "cpu")]
            Self::Cpu(_) => BackendKind::Cpu,
            #[cfg(feature = "cuda")]
            Self::Cuda(_) => BackendKind::Cuda,
            #[cfg(feature = "rocm")]
            Self::Rocm(_) => BackendKind::Rocm,
            #[cfg(feature = "wgpu")]
            Self::Wgpu(_) => BackendKind::Wgpu,
        }
    }
}

impl FromStr for Device {
    type Err = Error;

    /// Opens the device of a name: that of a [`BackendKind`], and `:` and a number where it is not the first device.
    fn from_str(name: &str) -> Result<Self> {
        let (kind, index) = name.split_once(':').unwrap_or((name, "0"));
        let index = index.parse().map_err(|_| {
            Error::value("device", format!("`{name}` is not of the form cpu, cuda or cuda:1: `{index}` is no number"))
        })?;
        Self::open(kind.parse()?, index)
    }
}

impl fmt::Display for Device {
    /// As [`Device::from_str`] takes it, with the number always.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind(), on_backend!(self, xp => xp.device_id()))
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Device({self})")
    }
}

impl Backend for Device {
    const NAME: &'static str = "device";

    fn name(&self) -> &'static str {
        on_backend!(self, xp => xp.name())
    }

    fn device_name(&self) -> String {
        self.to_string()
    }

    #[inline]
    fn supports(&self, dtype: DType) -> bool {
        on_backend!(self, xp => xp.supports(dtype))
    }

    fn info(&self) -> DeviceInfo {
        on_backend!(self, xp => xp.info())
    }

    #[inline]
    fn device_id(&self) -> u64 {
        // Backends number their devices from 0 on.
        let id: u64 = on_backend!(self, xp => xp.device_id());
        (self.kind() as u64) << 48 | id
    }

    #[inline]
    fn counters(&self) -> &Counters {
        on_backend!(self, xp => xp.counters())
    }

    #[inline]
    fn evaluation(&self) -> &Evaluation {
        on_backend!(self, xp => xp.evaluation())
    }
}

/// Whether a device is there, and a GPU if it says that it is one: wgpu also finds CPUs that stand in for GPUs.
fn is_worth(device: &Result<Device>) -> bool {
    match device {
        #[cfg(feature = "wgpu")]
        Ok(Device::Wgpu(xp)) => xp.is_gpu(),
        device => device.is_ok(),
    }
}

fn compiled() -> String {
    Device::COMPILED.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn not_compiled_in(kind: BackendKind) -> Error {
    Error::Unavailable {
        backend: kind.to_string(),
        reason: format!(
            "it is not compiled into this build, which has: {}. Choose one of these, or build with the Cargo \
             feature `{kind}` of a version of xparray that has it",
            compiled()
        ),
    }
}
