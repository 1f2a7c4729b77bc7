//! [`BlasLibrary`] over hipBLAS, in its interface of 32 bits: that of 64 came with ROCm 6.3.

use crate::HipDriver;
use crate::check::{NAME, call, routine};
use crate::sys::hipblas::*;
use std::ffi::c_int;
use std::ptr::null_mut;
use xparray_gpu::RawStream;
use xparray_gpu::vendor::{
    self, BlasLibrary, Matrix, Number, Pointers, Product, Strided, Transform, Triangle, TriangularSystem,
};
use xparray_ir::{DType, Error, Result};

/// A handle on one stream. The library gives each its workspace.
pub struct Blas {
    library: &'static Hipblas,
    handle: hipblasHandle_t,
}

// SAFETY: any thread may use a handle, one at a time.
unsafe impl Send for Blas {}

impl Drop for Blas {
    fn drop(&mut self) {
        // SAFETY: made by the library and not used any more. An error has nobody to go to.
        let _ = unsafe { (self.library.hipblasDestroy)(self.handle) };
    }
}

pub fn operation(transform: Transform) -> hipblasOperation_t {
    match transform {
        Transform::None => HIPBLAS_OP_N,
        Transform::Transpose => HIPBLAS_OP_T,
    }
}

pub fn fill(triangle: Triangle) -> hipblasFillMode_t {
    match triangle {
        Triangle::Lower => HIPBLAS_FILL_MODE_LOWER,
        Triangle::Upper => HIPBLAS_FILL_MODE_UPPER,
    }
}

/// The library's name of a type, and the type it accumulates in.
fn types(dtype: DType) -> Result<(hipDataType, hipblasComputeType_t)> {
    Ok(match dtype {
        DType::F16 => (HIP_R_16F, HIPBLAS_COMPUTE_32F),
        DType::BF16 => (HIP_R_16BF, HIPBLAS_COMPUTE_32F),
        DType::F32 => (HIP_R_32F, HIPBLAS_COMPUTE_32F),
        DType::F64 => (HIP_R_64F, HIPBLAS_COMPUTE_64F),
        DType::Complex64 => (HIP_C_32F, HIPBLAS_COMPUTE_32F),
        DType::Complex128 => (HIP_C_64F, HIPBLAS_COMPUTE_64F),
        dtype => return Err(Error::Unsupported { backend: NAME, op: "hipblas", dtype }),
    })
}

fn int(x: i64) -> Result<c_int> {
    vendor::int("hipblas", x)
}

fn triangular(
    system: &TriangularSystem,
) -> (hipblasSideMode_t, hipblasFillMode_t, hipblasOperation_t, hipblasDiagType_t) {
    let side = if system.right { HIPBLAS_SIDE_RIGHT } else { HIPBLAS_SIDE_LEFT };
    let diagonal = if system.unit { HIPBLAS_DIAG_UNIT } else { HIPBLAS_DIAG_NON_UNIT };
    (side, fill(system.triangle), operation(system.transform), diagonal)
}

impl BlasLibrary for HipDriver {
    type Blas = Blas;

    unsafe fn blas(&self, stream: RawStream) -> Result<Blas> {
        let library = Hipblas::get()?;
        let mut handle = null_mut();
        // SAFETY: the device is bound.
        unsafe { call!(library, hipblasCreate(&mut handle))? };
        let blas = Blas { library, handle };
        // SAFETY: the handle is new, and the caller promises the stream.
        unsafe {
            call!(library, hipblasSetStream(handle, stream.0 as _))?;
            // Atomic additions come in any order, so that sums would differ from run to run.
            call!(library, hipblasSetAtomicsMode(handle, HIPBLAS_ATOMICS_NOT_ALLOWED))?;
        }
        Ok(blas)
    }

    unsafe fn gemm(blas: &Blas, p: &Product, a: Strided, b: Strided, c: Strided) -> Result<()> {
        let ([ta, tb], (dtype, compute)) = (p.transforms.map(operation), types(p.dtype)?);
        let ([m, n, k], count) = ([int(p.shape[0])?, int(p.shape[1])?, int(p.shape[2])?], int(p.count)?);
        let [lda, ldb, ldc] = [int(a.first.ld)?, int(b.first.ld)?, int(c.first.ld)?];
        let (alpha, beta) = (Number::of(&p.alpha), Number::of(&p.beta));
        let (alpha, beta) = (alpha.as_ptr(), beta.as_ptr());
        let (pa, pb, pc) = (a.first.address as _, b.first.address as _, c.first.address as _);
        let (h, algorithm) = (blas.handle, HIPBLAS_GEMM_DEFAULT);
        // SAFETY: the caller's promise; the scalars are of the type that is accumulated in, and the library has read
        // them when this returns.
        unsafe {
            if p.count == 1 {
                return call!(
                    blas.library,
                    hipblasGemmEx(
                        h, ta, tb, m, n, k, alpha, pa, dtype, lda, pb, dtype, ldb, beta, pc, dtype, ldc, compute,
                        algorithm
                    )
                );
            }
            call!(
                blas.library,
                hipblasGemmStridedBatchedEx(
                    h, ta, tb, m, n, k, alpha, pa, dtype, lda, a.step, pb, dtype, ldb, b.step, beta, pc, dtype, ldc,
                    c.step, count, compute, algorithm
                )
            )
        }
    }

    unsafe fn gemm_batched(blas: &Blas, p: &Product, a: Pointers, b: Pointers, c: Pointers) -> Result<()> {
        let ([ta, tb], (dtype, compute)) = (p.transforms.map(operation), types(p.dtype)?);
        let ([m, n, k], count) = ([int(p.shape[0])?, int(p.shape[1])?, int(p.shape[2])?], int(p.count)?);
        let [lda, ldb, ldc] = [int(a.ld)?, int(b.ld)?, int(c.ld)?];
        let (alpha, beta) = (Number::of(&p.alpha), Number::of(&p.beta));
        let (alpha, beta) = (alpha.as_ptr(), beta.as_ptr());
        let (pa, pb, pc) = (a.addresses as _, b.addresses as _, c.addresses as _);
        let (h, algorithm) = (blas.handle, HIPBLAS_GEMM_DEFAULT);
        // SAFETY: as for `gemm`.
        unsafe {
            call!(
                blas.library,
                hipblasGemmBatchedEx(
                    h, ta, tb, m, n, k, alpha, pa, dtype, lda, pb, dtype, ldb, beta, pc, dtype, ldc, count, compute,
                    algorithm
                )
            )
        }
    }

    unsafe fn trsm(blas: &Blas, system: &TriangularSystem, t: Matrix, b: Matrix) -> Result<()> {
        let ((side, fill, op, unit), [m, n]) = (triangular(system), system.shape);
        let (m, n, ldt, ldb) = (int(m)?, int(n)?, int(t.ld)?, int(b.ld)?);
        let (alpha, t, b) = (Number::one(system.dtype), t.address as _, b.address as _);
        // SAFETY: the caller's promise.
        unsafe {
            routine!(
                blas.library,
                trsm[system.dtype](blas.handle, side, fill, op, unit, m, n, alpha.as_ptr(), t, ldt, b, ldb)
            )
        }
    }

    unsafe fn trsm_batched(blas: &Blas, system: &TriangularSystem, t: Pointers, b: Pointers, count: i64) -> Result<()> {
        let ((side, fill, op, unit), [m, n]) = (triangular(system), system.shape);
        let (m, n, ldt, ldb, count) = (int(m)?, int(n)?, int(t.ld)?, int(b.ld)?, int(count)?);
        let (alpha, t, b) = (Number::one(system.dtype), t.addresses as _, b.addresses as _);
        // SAFETY: the caller's promise.
        unsafe {
            routine!(
                blas.library,
                trsm_batched[system.dtype](
                    blas.handle,
                    side,
                    fill,
                    op,
                    unit,
                    m,
                    n,
                    alpha.as_ptr(),
                    t,
                    ldt,
                    b,
                    ldb,
                    count
                )
            )
        }
    }

    unsafe fn getrf_batched(
        blas: &Blas,
        dtype: DType,
        n: i64,
        a: Pointers,
        pivots: u64,
        info: u64,
        count: i64,
    ) -> Result<()> {
        let (h, n, lda, count) = (blas.handle, int(n)?, int(a.ld)?, int(count)?);
        // SAFETY: the caller's promise.
        unsafe {
            routine!(blas.library, getrf_batched[dtype](h, n, a.addresses as _, lda, pivots as _, info as _, count))
        }
    }

    unsafe fn getrs_batched(
        blas: &Blas,
        dtype: DType,
        transform: Transform,
        [n, k]: [i64; 2],
        a: Pointers,
        pivots: u64,
        b: Pointers,
        count: i64,
    ) -> Result<()> {
        let (op, n, k, lda, ldb, count) = (operation(transform), int(n)?, int(k)?, int(a.ld)?, int(b.ld)?, int(count)?);
        let (h, a, b) = (blas.handle, a.addresses as _, b.addresses as _);
        // Of the arguments, on the host: it can only be that of a mistake here.
        let mut code = 0;
        // SAFETY: the caller's promise.
        unsafe {
            routine!(blas.library, getrs_batched[dtype](h, op, n, k, a, lda, pivots as _, b, ldb, &mut code, count))
        }
    }

    unsafe fn getri_batched(
        blas: &Blas,
        dtype: DType,
        n: i64,
        a: Pointers,
        pivots: u64,
        inverse: Pointers,
        info: u64,
        count: i64,
    ) -> Result<()> {
        let (h, n, lda, ldc, count) = (blas.handle, int(n)?, int(a.ld)?, int(inverse.ld)?, int(count)?);
        let (a, c) = (a.addresses as _, inverse.addresses as _);
        // SAFETY: the caller's promise.
        unsafe { routine!(blas.library, getri_batched[dtype](h, n, a, lda, pivots as _, c, ldc, info as _, count)) }
    }

    unsafe fn geqrf_batched(
        blas: &Blas,
        dtype: DType,
        [m, n]: [i64; 2],
        a: Pointers,
        tau: Pointers,
        count: i64,
    ) -> Result<()> {
        let (h, m, n, lda, count) = (blas.handle, int(m)?, int(n)?, int(a.ld)?, int(count)?);
        let (a, tau) = (a.addresses as _, tau.addresses as _);
        // As for `getrs_batched`.
        let mut code = 0;
        // SAFETY: the caller's promise.
        unsafe { routine!(blas.library, geqrf_batched[dtype](h, m, n, a, lda, tau, &mut code, count)) }
    }
}
