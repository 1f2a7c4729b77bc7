//! hipFFT.

use super::hip::hipStream_t;
use std::ffi::{c_int, c_longlong, c_uint, c_void};

super::library! {
    /// hipFFT.
    Hipfft = crate::libraries::beside_hip(["libhipfft.so.0", "libhipfft.so.0"]);
    status hipfftResult {
        HIPFFT_INVALID_PLAN = 1,
        HIPFFT_ALLOC_FAILED = 2,
        HIPFFT_INVALID_TYPE = 3,
        HIPFFT_INVALID_VALUE = 4,
        HIPFFT_INTERNAL_ERROR = 5,
        HIPFFT_EXEC_FAILED = 6,
        HIPFFT_SETUP_FAILED = 7,
        HIPFFT_INVALID_SIZE = 8,
        HIPFFT_UNALIGNED_DATA = 9,
        HIPFFT_INCOMPLETE_PARAMETER_LIST = 10,
        HIPFFT_INVALID_DEVICE = 11,
        HIPFFT_PARSE_ERROR = 12,
        HIPFFT_NO_WORKSPACE = 13,
        HIPFFT_NOT_IMPLEMENTED = 14,
        HIPFFT_NOT_SUPPORTED = 16,
    }
    types {
        hipfftHandle = *mut c_void,
        hipfftType = c_uint,
        hipfftReal = f32,
        hipfftDoubleReal = f64,
        hipfftComplex = [f32; 2],
        hipfftDoubleComplex = [f64; 2],
    }
    constants {
        HIPFFT_C2C: hipfftType = 0x29,
        HIPFFT_Z2Z: hipfftType = 0x69,
        HIPFFT_R2C: hipfftType = 0x2a,
        HIPFFT_D2Z: hipfftType = 0x6a,
        HIPFFT_C2R: hipfftType = 0x2c,
        HIPFFT_Z2D: hipfftType = 0x6c,
    }
    functions {
        hipfftCreate(plan: *mut hipfftHandle);
        hipfftDestroy(plan: hipfftHandle);
        hipfftSetAutoAllocation(plan: hipfftHandle, automatic: c_int);
        hipfftMakePlanMany64(
            plan: hipfftHandle, rank: c_int, lengths: *mut c_longlong, input: *mut c_longlong,
            input_stride: c_longlong, input_distance: c_longlong, output: *mut c_longlong, output_stride: c_longlong,
            output_distance: c_longlong, transform: hipfftType, batch: c_longlong, work: *mut usize
        );
        hipfftSetStream(plan: hipfftHandle, stream: hipStream_t);
        hipfftSetWorkArea(plan: hipfftHandle, work: *mut c_void);
        hipfftExecC2C(plan: hipfftHandle, input: *mut hipfftComplex, output: *mut hipfftComplex, sign: c_int);
        hipfftExecZ2Z(
            plan: hipfftHandle, input: *mut hipfftDoubleComplex, output: *mut hipfftDoubleComplex, sign: c_int
        );
        hipfftExecR2C(plan: hipfftHandle, input: *mut hipfftReal, output: *mut hipfftComplex);
        hipfftExecD2Z(plan: hipfftHandle, input: *mut hipfftDoubleReal, output: *mut hipfftDoubleComplex);
        hipfftExecC2R(plan: hipfftHandle, input: *mut hipfftComplex, output: *mut hipfftReal);
        hipfftExecZ2D(plan: hipfftHandle, input: *mut hipfftDoubleComplex, output: *mut hipfftDoubleReal);
    }
}
