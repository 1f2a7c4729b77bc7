//! hipBLAS.

use super::hip::hipStream_t;
use std::ffi::{c_int, c_uint, c_void};

type T = c_void;

super::library! {
    /// hipBLAS.
    Hipblas = crate::libraries::beside_hip(["libhipblas.so.3", "libhipblas.so.2"]);
    status hipblasStatus_t {
        HIPBLAS_STATUS_NOT_INITIALIZED = 1,
        HIPBLAS_STATUS_ALLOC_FAILED = 2,
        HIPBLAS_STATUS_INVALID_VALUE = 3,
        HIPBLAS_STATUS_MAPPING_ERROR = 4,
        HIPBLAS_STATUS_EXECUTION_FAILED = 5,
        HIPBLAS_STATUS_INTERNAL_ERROR = 6,
        HIPBLAS_STATUS_NOT_SUPPORTED = 7,
        HIPBLAS_STATUS_ARCH_MISMATCH = 8,
        HIPBLAS_STATUS_HANDLE_IS_NULLPTR = 9,
        HIPBLAS_STATUS_INVALID_ENUM = 10,
        HIPBLAS_STATUS_UNKNOWN = 11,
    }
    types {
        hipblasHandle_t = *mut c_void,
        hipblasOperation_t = c_uint,
        hipblasSideMode_t = c_uint,
        hipblasFillMode_t = c_uint,
        hipblasDiagType_t = c_uint,
        hipblasAtomicsMode_t = c_uint,
        hipblasGemmAlgo_t = c_uint,
        hipblasComputeType_t = c_uint,
        hipDataType = c_uint,
    }
    constants {
        HIPBLAS_OP_N: hipblasOperation_t = 111,
        HIPBLAS_OP_T: hipblasOperation_t = 112,
        HIPBLAS_SIDE_LEFT: hipblasSideMode_t = 141,
        HIPBLAS_SIDE_RIGHT: hipblasSideMode_t = 142,
        HIPBLAS_FILL_MODE_UPPER: hipblasFillMode_t = 121,
        HIPBLAS_FILL_MODE_LOWER: hipblasFillMode_t = 122,
        HIPBLAS_DIAG_NON_UNIT: hipblasDiagType_t = 131,
        HIPBLAS_DIAG_UNIT: hipblasDiagType_t = 132,
        HIPBLAS_ATOMICS_NOT_ALLOWED: hipblasAtomicsMode_t = 0,
        HIPBLAS_GEMM_DEFAULT: hipblasGemmAlgo_t = 160,
        HIPBLAS_COMPUTE_32F: hipblasComputeType_t = 2,
        HIPBLAS_COMPUTE_64F: hipblasComputeType_t = 7,
        HIP_R_32F: hipDataType = 0,
        HIP_R_64F: hipDataType = 1,
        HIP_R_16F: hipDataType = 2,
        HIP_R_16BF: hipDataType = 14,
        HIP_C_32F: hipDataType = 4,
        HIP_C_64F: hipDataType = 5,
    }
    functions {
        hipblasCreate(handle: *mut hipblasHandle_t);
        hipblasDestroy(handle: hipblasHandle_t);
        hipblasSetStream(handle: hipblasHandle_t, stream: hipStream_t);
        hipblasSetAtomicsMode(handle: hipblasHandle_t, mode: hipblasAtomicsMode_t);
    }
    hip7 {
        hipblasGemmEx = hipblasGemmEx_v2(
            handle: hipblasHandle_t, op_a: hipblasOperation_t, op_b: hipblasOperation_t, m: c_int, n: c_int, k: c_int,
            alpha: *const c_void, a: *const c_void, type_a: hipDataType, lda: c_int,
            b: *const c_void, type_b: hipDataType, ldb: c_int,
            beta: *const c_void, c: *mut c_void, type_c: hipDataType, ldc: c_int,
            compute: hipblasComputeType_t, algorithm: hipblasGemmAlgo_t
        );
        hipblasGemmStridedBatchedEx = hipblasGemmStridedBatchedEx_v2(
            handle: hipblasHandle_t, op_a: hipblasOperation_t, op_b: hipblasOperation_t, m: c_int, n: c_int, k: c_int,
            alpha: *const c_void, a: *const c_void, type_a: hipDataType, lda: c_int, step_a: i64,
            b: *const c_void, type_b: hipDataType, ldb: c_int, step_b: i64,
            beta: *const c_void, c: *mut c_void, type_c: hipDataType, ldc: c_int, step_c: i64,
            count: c_int, compute: hipblasComputeType_t, algorithm: hipblasGemmAlgo_t
        );
        hipblasGemmBatchedEx = hipblasGemmBatchedEx_v2(
            handle: hipblasHandle_t, op_a: hipblasOperation_t, op_b: hipblasOperation_t, m: c_int, n: c_int, k: c_int,
            alpha: *const c_void, a: *mut *const c_void, type_a: hipDataType, lda: c_int,
            b: *mut *const c_void, type_b: hipDataType, ldb: c_int,
            beta: *const c_void, c: *mut *mut c_void, type_c: hipDataType, ldc: c_int,
            count: c_int, compute: hipblasComputeType_t, algorithm: hipblasGemmAlgo_t
        );
    }
    of_types {
        trsm = [hipblasStrsm hipblasDtrsm hipblasCtrsm hipblasZtrsm](
            handle: hipblasHandle_t, side: hipblasSideMode_t, fill: hipblasFillMode_t, op: hipblasOperation_t,
            diagonal: hipblasDiagType_t, m: c_int, n: c_int,
            alpha: *const T, a: *const T, lda: c_int, b: *mut T, ldb: c_int
        );
        trsm_batched = [hipblasStrsmBatched hipblasDtrsmBatched hipblasCtrsmBatched hipblasZtrsmBatched](
            handle: hipblasHandle_t, side: hipblasSideMode_t, fill: hipblasFillMode_t, op: hipblasOperation_t,
            diagonal: hipblasDiagType_t, m: c_int, n: c_int,
            alpha: *const T, a: *const *const T, lda: c_int, b: *const *mut T, ldb: c_int, count: c_int
        );
        getrf_batched = [hipblasSgetrfBatched hipblasDgetrfBatched hipblasCgetrfBatched hipblasZgetrfBatched](
            handle: hipblasHandle_t, n: c_int, a: *const *mut T, lda: c_int, pivots: *mut c_int, info: *mut c_int,
            count: c_int
        );
        getrs_batched = [hipblasSgetrsBatched hipblasDgetrsBatched hipblasCgetrsBatched hipblasZgetrsBatched](
            handle: hipblasHandle_t, op: hipblasOperation_t, n: c_int, k: c_int, a: *const *mut T, lda: c_int,
            pivots: *const c_int, b: *const *mut T, ldb: c_int, info: *mut c_int, count: c_int
        );
        getri_batched = [hipblasSgetriBatched hipblasDgetriBatched hipblasCgetriBatched hipblasZgetriBatched](
            handle: hipblasHandle_t, n: c_int, a: *const *mut T, lda: c_int, pivots: *mut c_int,
            inverse: *const *mut T, ldc: c_int, info: *mut c_int, count: c_int
        );
        geqrf_batched = [hipblasSgeqrfBatched hipblasDgeqrfBatched hipblasCgeqrfBatched hipblasZgeqrfBatched](
            handle: hipblasHandle_t, m: c_int, n: c_int, a: *const *mut T, lda: c_int, tau: *const *mut T,
            info: *mut c_int, count: c_int
        );
    }
}
