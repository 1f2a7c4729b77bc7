//! hipSOLVER: its portable interface, whose workspaces are counted in bytes on AMD.

use super::hip::hipStream_t;
use super::hipblas::{hipblasFillMode_t, hipblasOperation_t};
use std::ffi::{c_int, c_schar, c_uint, c_void};

type T = c_void;
type R = c_void;

super::library! {
    /// hipSOLVER.
    Hipsolver = crate::libraries::beside_hip(["libhipsolver.so.1", "libhipsolver.so.0"]);
    status hipsolverStatus_t {
        HIPSOLVER_STATUS_NOT_INITIALIZED = 1,
        HIPSOLVER_STATUS_ALLOC_FAILED = 2,
        HIPSOLVER_STATUS_INVALID_VALUE = 3,
        HIPSOLVER_STATUS_MAPPING_ERROR = 4,
        HIPSOLVER_STATUS_EXECUTION_FAILED = 5,
        HIPSOLVER_STATUS_INTERNAL_ERROR = 6,
        HIPSOLVER_STATUS_NOT_SUPPORTED = 7,
        HIPSOLVER_STATUS_ARCH_MISMATCH = 8,
        HIPSOLVER_STATUS_HANDLE_IS_NULLPTR = 9,
        HIPSOLVER_STATUS_INVALID_ENUM = 10,
        HIPSOLVER_STATUS_UNKNOWN = 11,
        HIPSOLVER_STATUS_ZERO_PIVOT = 12,
        HIPSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 13,
    }
    types {
        hipsolverHandle_t = *mut c_void,
        hipsolverSyevjInfo_t = *mut c_void,
        hipsolverEigMode_t = c_uint,
        hipsolverDeterministicMode_t = c_uint,
    }
    constants {
        HIPSOLVER_EIG_MODE_NOVECTOR: hipsolverEigMode_t = 201,
        HIPSOLVER_EIG_MODE_VECTOR: hipsolverEigMode_t = 202,
        HIPSOLVER_DETERMINISTIC_RESULTS: hipsolverDeterministicMode_t = 241,
    }
    functions {
        hipsolverCreate(handle: *mut hipsolverHandle_t);
        hipsolverDestroy(handle: hipsolverHandle_t);
        hipsolverSetStream(handle: hipsolverHandle_t, stream: hipStream_t);
        hipsolverCreateSyevjInfo(parameters: *mut hipsolverSyevjInfo_t);
        hipsolverDestroySyevjInfo(parameters: hipsolverSyevjInfo_t);
    }
    newer {
        hipsolverSetDeterministicMode(handle: hipsolverHandle_t, mode: hipsolverDeterministicMode_t);
    }
    of_types {
        potrf_size = [
            hipsolverSpotrf_bufferSize hipsolverDpotrf_bufferSize
            hipsolverCpotrf_bufferSize hipsolverZpotrf_bufferSize
        ](
            handle: hipsolverHandle_t, fill: hipblasFillMode_t, n: c_int, a: *mut T, lda: c_int, size: *mut c_int
        );
        potrf = [hipsolverSpotrf hipsolverDpotrf hipsolverCpotrf hipsolverZpotrf](
            handle: hipsolverHandle_t, fill: hipblasFillMode_t, n: c_int, a: *mut T, lda: c_int, work: *mut T,
            size: c_int, info: *mut c_int
        );
        potrf_batched_size = [
            hipsolverSpotrfBatched_bufferSize hipsolverDpotrfBatched_bufferSize
            hipsolverCpotrfBatched_bufferSize hipsolverZpotrfBatched_bufferSize
        ](
            handle: hipsolverHandle_t, fill: hipblasFillMode_t, n: c_int, a: *mut *mut T, lda: c_int,
            size: *mut c_int, count: c_int
        );
        potrf_batched = [
            hipsolverSpotrfBatched hipsolverDpotrfBatched
            hipsolverCpotrfBatched hipsolverZpotrfBatched
        ](
            handle: hipsolverHandle_t, fill: hipblasFillMode_t, n: c_int, a: *mut *mut T, lda: c_int, work: *mut T,
            size: c_int, info: *mut c_int, count: c_int
        );
        getrf_size = [
            hipsolverSgetrf_bufferSize hipsolverDgetrf_bufferSize
            hipsolverCgetrf_bufferSize hipsolverZgetrf_bufferSize
        ](
            handle: hipsolverHandle_t, m: c_int, n: c_int, a: *mut T, lda: c_int, size: *mut c_int
        );
        getrf = [hipsolverSgetrf hipsolverDgetrf hipsolverCgetrf hipsolverZgetrf](
            handle: hipsolverHandle_t, m: c_int, n: c_int, a: *mut T, lda: c_int, work: *mut T, size: c_int,
            pivots: *mut c_int, info: *mut c_int
        );
        getrs_size = [
            hipsolverSgetrs_bufferSize hipsolverDgetrs_bufferSize
            hipsolverCgetrs_bufferSize hipsolverZgetrs_bufferSize
        ](
            handle: hipsolverHandle_t, op: hipblasOperation_t, n: c_int, k: c_int, a: *mut T, lda: c_int,
            pivots: *mut c_int, b: *mut T, ldb: c_int, size: *mut c_int
        );
        getrs = [hipsolverSgetrs hipsolverDgetrs hipsolverCgetrs hipsolverZgetrs](
            handle: hipsolverHandle_t, op: hipblasOperation_t, n: c_int, k: c_int, a: *mut T, lda: c_int,
            pivots: *mut c_int, b: *mut T, ldb: c_int, work: *mut T, size: c_int, info: *mut c_int
        );
        geqrf_size = [
            hipsolverSgeqrf_bufferSize hipsolverDgeqrf_bufferSize
            hipsolverCgeqrf_bufferSize hipsolverZgeqrf_bufferSize
        ](
            handle: hipsolverHandle_t, m: c_int, n: c_int, a: *mut T, lda: c_int, size: *mut c_int
        );
        geqrf = [hipsolverSgeqrf hipsolverDgeqrf hipsolverCgeqrf hipsolverZgeqrf](
            handle: hipsolverHandle_t, m: c_int, n: c_int, a: *mut T, lda: c_int, tau: *mut T, work: *mut T,
            size: c_int, info: *mut c_int
        );
        orgqr_size = [
            hipsolverSorgqr_bufferSize hipsolverDorgqr_bufferSize
            hipsolverCungqr_bufferSize hipsolverZungqr_bufferSize
        ](
            handle: hipsolverHandle_t, m: c_int, n: c_int, k: c_int, a: *mut T, lda: c_int, tau: *mut T,
            size: *mut c_int
        );
        orgqr = [hipsolverSorgqr hipsolverDorgqr hipsolverCungqr hipsolverZungqr](
            handle: hipsolverHandle_t, m: c_int, n: c_int, k: c_int, a: *mut T, lda: c_int, tau: *mut T,
            work: *mut T, size: c_int, info: *mut c_int
        );
        gesvd_size = [
            hipsolverSgesvd_bufferSize hipsolverDgesvd_bufferSize
            hipsolverCgesvd_bufferSize hipsolverZgesvd_bufferSize
        ](
            handle: hipsolverHandle_t, job_u: c_schar, job_v: c_schar, m: c_int, n: c_int, size: *mut c_int
        );
        gesvd = [hipsolverSgesvd hipsolverDgesvd hipsolverCgesvd hipsolverZgesvd](
            handle: hipsolverHandle_t, job_u: c_schar, job_v: c_schar, m: c_int, n: c_int, a: *mut T, lda: c_int,
            s: *mut R, u: *mut T, ldu: c_int, vh: *mut T, ldv: c_int, work: *mut T, size: c_int, real_work: *mut R,
            info: *mut c_int
        );
        syevd_size = [
            hipsolverSsyevd_bufferSize hipsolverDsyevd_bufferSize
            hipsolverCheevd_bufferSize hipsolverZheevd_bufferSize
        ](
            handle: hipsolverHandle_t, mode: hipsolverEigMode_t, fill: hipblasFillMode_t, n: c_int, a: *mut T,
            lda: c_int, w: *mut R, size: *mut c_int
        );
        syevd = [hipsolverSsyevd hipsolverDsyevd hipsolverCheevd hipsolverZheevd](
            handle: hipsolverHandle_t, mode: hipsolverEigMode_t, fill: hipblasFillMode_t, n: c_int, a: *mut T,
            lda: c_int, w: *mut R, work: *mut T, size: c_int, info: *mut c_int
        );
        syevj_batched_size = [
            hipsolverSsyevjBatched_bufferSize hipsolverDsyevjBatched_bufferSize
            hipsolverCheevjBatched_bufferSize hipsolverZheevjBatched_bufferSize
        ](
            handle: hipsolverHandle_t, mode: hipsolverEigMode_t, fill: hipblasFillMode_t, n: c_int, a: *mut T,
            lda: c_int, w: *mut R, size: *mut c_int, parameters: hipsolverSyevjInfo_t, count: c_int
        );
        syevj_batched = [
            hipsolverSsyevjBatched hipsolverDsyevjBatched
            hipsolverCheevjBatched hipsolverZheevjBatched
        ](
            handle: hipsolverHandle_t, mode: hipsolverEigMode_t, fill: hipblasFillMode_t, n: c_int, a: *mut T,
            lda: c_int, w: *mut R, work: *mut T, size: c_int, info: *mut c_int, parameters: hipsolverSyevjInfo_t,
            count: c_int
        );
    }
}
