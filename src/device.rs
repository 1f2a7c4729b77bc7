//! Choosing a backend when the program runs.

use std::fmt;
use std::str::FromStr;
use xparray_core::{Error, Result};

/// A kind of device, by name: `cpu`, `cuda` or `rocm`.
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
}

impl fmt::Display for BackendKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
            Self::Rocm => "rocm",
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
            _ => Err(Error::Value { op: "backend", message: format!("`{name}` is not one of cpu, cuda, rocm") }),
        }
    }
}

/// A handle to a device of some backend that this build has.
///
/// [`with_backend!`](crate::with_backend) runs generic code on it.
///
/// ```
/// use xparray::{AnyBackend, BackendKind, prelude::*};
/// let device = AnyBackend::open(BackendKind::Cpu)?;
/// let total: xparray::Result<i32> = xparray::with_backend!(device, |xp| xp.full(3, 2)?.max(..)?.item());
/// assert_eq!(total, Ok(2));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub enum AnyBackend {
    /// The CPU.
    #[cfg(feature = "cpu")]
    Cpu(crate::Cpu),
    /// An NVIDIA GPU.
    #[cfg(feature = "cuda")]
    Cuda(crate::Cuda),
    /// An AMD GPU.
    #[cfg(feature = "rocm")]
    Rocm(crate::Rocm),
}

impl AnyBackend {
    /// The backends that this build has, the preferred one first.
    ///
    /// ```
    /// use xparray::{AnyBackend, BackendKind};
    /// assert!(AnyBackend::COMPILED.contains(&BackendKind::Cpu)); // with the feature `cpu`
    /// ```
    pub const COMPILED: &[BackendKind] = &[
        #[cfg(feature = "cuda")]
        BackendKind::Cuda,
        #[cfg(feature = "rocm")]
        BackendKind::Rocm,
        #[cfg(feature = "cpu")]
        BackendKind::Cpu,
    ];

    /// Opens the first device of a backend.
    ///
    /// ```
    /// use xparray::{AnyBackend, BackendKind, Error};
    /// assert!(AnyBackend::open(BackendKind::Cpu).is_ok());
    /// if let Err(Error::Unavailable { reason, .. }) = AnyBackend::open(BackendKind::Rocm) {
    ///     println!("{reason}");
    /// }
    /// ```
    ///
    /// # Errors
    /// [`Error::Unavailable`] if the build lacks the backend or the machine lacks a device; it says what to do.
    pub fn open(kind: BackendKind) -> Result<Self> {
        match kind {
            #[cfg(feature = "cpu")]
            BackendKind::Cpu => Ok(Self::Cpu(crate::Cpu::new())),
            #[cfg(feature = "cuda")]
            BackendKind::Cuda => crate::Cuda::new(0).map(Self::Cuda),
            #[cfg(feature = "rocm")]
            BackendKind::Rocm => crate::Rocm::new(0).map(Self::Rocm),
            #[allow(unreachable_patterns)]
            _ => Err(not_compiled_in(kind)),
        }
    }

    /// Opens the backend that the environment variable `XPARRAY_BACKEND` names, or else the first one
    /// that the build has and the machine can run.
    ///
    /// ```
    /// use xparray::AnyBackend;
    /// println!("running on {}", AnyBackend::best()?.kind());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`AnyBackend::open`], and [`Error::Value`] if the variable names no backend.
    pub fn best() -> Result<Self> {
        match std::env::var("XPARRAY_BACKEND") {
            Ok(name) if !name.is_empty() => Self::open(name.parse()?),
            _ => Self::COMPILED.iter().map(|&kind| Self::open(kind)).find(Result::is_ok).unwrap_or_else(|| {
                Err(Error::Unavailable {
                    backend: "any".to_owned(),
                    reason: format!("none of the compiled backends ({}) can run here", compiled()),
                })
            }),
        }
    }

    /// Which backend this is.
    ///
    /// ```
    /// use xparray::{AnyBackend, BackendKind};
    /// assert_eq!(AnyBackend::open(BackendKind::Cpu)?.kind(), BackendKind::Cpu);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn kind(&self) -> BackendKind {
        match *self {
            #[cfg(feature = "cpu")]
            Self::Cpu(_) => BackendKind::Cpu,
            #[cfg(feature = "cuda")]
            Self::Cuda(_) => BackendKind::Cuda,
            #[cfg(feature = "rocm")]
            Self::Rocm(_) => BackendKind::Rocm,
        }
    }
}

fn compiled() -> String {
    AnyBackend::COMPILED.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
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

/// Runs a block with a handle to a device, whatever its backend.
///
/// `with_backend!(|xp| body)` takes [`AnyBackend::best`]; `with_backend!(any, |xp| body)` takes a given
/// [`AnyBackend`](crate::AnyBackend). The block is compiled for each backend of the build, with `xp` a
/// handle of that backend's type; its value is a `Result` whose error type [`Error`](crate::Error) converts into.
///
/// ```
/// use xparray::prelude::*;
///
/// let total: xparray::Result<f64> = xparray::with_backend!(|xp| {
///     xp.arange(0.0, 4.0, 1.0)?.sum(..)?.item()
/// });
/// assert_eq!(total, Ok(6.0));
/// ```
#[macro_export]
macro_rules! with_backend {
    (|$xp:ident| $body:expr) => {
        match $crate::AnyBackend::best() {
            Ok(any) => $crate::with_backend!(any, |$xp| $body),
            Err(error) => Err(error.into()),
        }
    };
    ($any:expr, |$xp:ident| $body:expr) => {
        'found: {
            let any = $any;
            $crate::__with_cpu!('found, any, $xp, $body);
            $crate::__with_cuda!('found, any, $xp, $body);
            $crate::__with_rocm!('found, any, $xp, $body);
            unreachable!("the build has no other backend")
        }
    };
}

// One pair of definitions for each backend, because a macro's own `cfg` would ask about the user's crate. rustfmt would
// indent them anew in each run.
#[rustfmt::skip]
macro_rules! arm {
    ($name:ident, $variant:ident, $feature:literal, $d:tt) => {
        #[cfg(feature = $feature)]
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $name {
            ($d found:lifetime, $d any:ident, $d xp:ident, $d body:expr) => {
                if let $d crate::AnyBackend::$variant($d xp) = $d any {
                    // The closure lets `?` in the block leave the block.
                    break $d found (|| $d body)();
                }
            };
        }
        #[cfg(not(feature = $feature))]
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $name {
            ($d found:lifetime, $d any:ident, $d xp:ident, $d body:expr) => {};
        }
    };
}

arm!(__with_cpu, Cpu, "cpu", $);
arm!(__with_cuda, Cuda, "cuda", $);
arm!(__with_rocm, Rocm, "rocm", $);
