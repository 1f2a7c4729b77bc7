//! CUDA's codes as errors.

use cudarc::cublas::sys::cublasStatus_t;
use cudarc::cusolver::sys::cusolverStatus_t;
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

/// An error for a code of cuBLAS that is not success.
pub fn check_cublas(call: &'static str, code: cublasStatus_t) -> Result<()> {
    match code {
        cublasStatus_t::CUBLAS_STATUS_SUCCESS => Ok(()),
        _ => Err(Error::Library { call, code: code as i64, name: format!("{code:?}") }),
    }
}

/// An error for a code of cuSOLVER that is not success.
pub fn check_cusolver(call: &'static str, code: cusolverStatus_t) -> Result<()> {
    match code {
        cusolverStatus_t::CUSOLVER_STATUS_SUCCESS => Ok(()),
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

/// Calls a function of cuBLAS by its name and checks the code.
macro_rules! cublas {
    ($name:ident($($arg:expr),* $(,)?)) => {
        $crate::check::check_cublas(stringify!($name), ::cudarc::cublas::sys::$name($($arg),*))
    };
}

/// Calls a function of cuSOLVER by its name and checks the code.
macro_rules! cusolver {
    ($name:ident($($arg:expr),* $(,)?)) => {
        $crate::check::check_cusolver(stringify!($name), ::cudarc::cusolver::sys::$name($($arg),*))
    };
}

pub(crate) use {cu, cublas, cusolver, nvrtc};
