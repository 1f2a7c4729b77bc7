//! CUDA's codes as errors.

use cudarc::driver::sys::CUresult;
use cudarc::nvrtc::sys::nvrtcResult;
use xparray_core::{Error, Result};

/// The backend's name.
pub const NAME: &str = "cuda";

/// An [`Error::Unavailable`].
pub fn unavailable(reason: impl Into<String>) -> Error {
    Error::Unavailable { backend: NAME.into(), reason: reason.into() }
}

/// An error for a code of the driver that is not success.
pub fn check(call: &'static str, code: CUresult) -> Result<()> {
    match code {
        CUresult::CUDA_SUCCESS => Ok(()),
        _ => Err(Error::Library { call, code: code as i64, name: format!("{code:?}") }),
    }
}

/// An error for a code of NVRTC that is not success.
pub fn check_nvrtc(call: &'static str, code: nvrtcResult) -> Result<()> {
    match code {
        nvrtcResult::NVRTC_SUCCESS => Ok(()),
        _ => Err(Error::Library { call, code: code as i64, name: format!("{code:?}") }),
    }
}

/// Calls a function of the driver by its name and checks the code.
macro_rules! cu {
    ($name:ident($($arg:expr),* $(,)?)) => {
        $crate::check::check(stringify!($name), ::cudarc::driver::sys::$name($($arg),*))
    };
}

/// Calls a function of NVRTC by its name and checks the code.
macro_rules! nvrtc {
    ($name:ident($($arg:expr),* $(,)?)) => {
        $crate::check::check_nvrtc(stringify!($name), ::cudarc::nvrtc::sys::$name($($arg),*))
    };
}

pub(crate) use {cu, nvrtc};
