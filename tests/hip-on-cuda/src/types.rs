//! Types and values that AMD's headers give to more than one function.

use crate::entry::Table;
use std::ffi::{c_int, c_uint, c_void};

/// A complex number as C lays it out.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Complex<R> {
    pub re: R,
    pub im: R,
}

macro_rules! statuses {
    ($($name:ident)*) => {
        $(
            #[doc = "What functions return."]
            #[repr(transparent)]
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $name(pub c_int);
        )*
    };
}

statuses! { hipError_t hiprtcResult hipblasStatus_t hipfftResult hipsolverStatus_t }

pub type hipDevice_t = c_int;
pub type hipDeviceAttribute_t = c_uint;
pub type hipStream_t = *mut c_void;
pub type hipEvent_t = *mut c_void;
pub type hipMemPool_t = *mut c_void;
pub type hipModule_t = *mut c_void;
pub type hipFunction_t = *mut c_void;
pub type hipGraph_t = *mut c_void;
pub type hipGraphExec_t = *mut c_void;
pub type hipMemcpyKind = c_uint;
pub type hipStreamCaptureMode = c_uint;
pub type hiprtcProgram = *mut c_void;
pub type hipblasHandle_t = *mut c_void;
pub type hipblasOperation_t = c_uint;
pub type hipblasSideMode_t = c_uint;
pub type hipblasFillMode_t = c_uint;
pub type hipblasDiagType_t = c_uint;
pub type hipblasAtomicsMode_t = c_uint;
pub type hipblasGemmAlgo_t = c_uint;
pub type hipblasComputeType_t = c_uint;
pub type hipDataType = c_uint;
pub type hipfftHandle = *mut c_void;
pub type hipfftType = c_uint;
pub type hipfftComplex = Complex<f32>;
pub type hipfftDoubleComplex = Complex<f64>;
pub type hipfftReal = f32;
pub type hipfftDoubleReal = f64;
pub type hipsolverHandle_t = *mut c_void;
pub type hipsolverSyevjInfo_t = *mut c_void;
pub type hipsolverEigMode_t = c_uint;
pub type hipsolverDeterministicMode_t = c_uint;

constants! {
    HIPBLAS_OP_N: hipblasOperation_t = 111;
    HIPBLAS_OP_T: hipblasOperation_t = 112;
    HIPBLAS_OP_C: hipblasOperation_t = 113;
    HIPBLAS_FILL_MODE_UPPER: hipblasFillMode_t = 121;
    HIPBLAS_FILL_MODE_LOWER: hipblasFillMode_t = 122;
}

pub const TABLE: Table = Table { functions: &[], constants: &[CONSTANTS] };
