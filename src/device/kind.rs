//! The backends by name.

use std::fmt;
use std::str::FromStr;
use xparray_core::{Error, Result};

/// A kind of device, by name: `cpu`, `cuda`, `rocm` or `wgpu`.
///
/// ```
/// use xparray::BackendKind;
/// assert_eq!("cuda".parse(), Ok(BackendKind::Cuda));
/// assert_eq!(BackendKind::Cpu.to_string(), "cpu");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BackendKind {
    /// Multi-core CPUs.
    Cpu,
    /// NVIDIA GPUs.
    Cuda,
    /// AMD GPUs.
    Rocm,
    /// GPUs of every vendor, through Vulkan, Metal or DirectX 12.
    Wgpu,
}

impl fmt::Display for BackendKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
            Self::Rocm => "rocm",
            Self::Wgpu => "wgpu",
        })
    }
}

impl FromStr for BackendKind {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        match name {
            "cpu" => Ok(Self::Cpu),
            "cuda" => Ok(Self::Cuda),
            "rocm" => Ok(Self::Rocm),
            "wgpu" => Ok(Self::Wgpu),
            _ => Err(Error::Value { op: "backend", message: format!("`{name}` is not one of cpu, cuda, rocm, wgpu") }),
        }
    }
}
