//! [`BlasLibrary`] over cuBLAS.

use crate::check::{cublas, unavailable};
use crate::{CudaDriver, libraries};
use cudarc::cublas::sys::{
    self, cublasComputeType_t as Compute, cublasDiagType_t as Diagonal, cublasFillMode_t as Fill,
    cublasGemmAlgo_t::CUBLAS_GEMM_DFALT as ALGORITHM, cublasHandle_t, cublasMath_t, cublasOperation_t as Operation,
    cublasSideMode_t as Side, cudaDataType_t as DataType,
};
use std::ffi::c_int;
use std::ptr::null_mut;
use std::sync::OnceLock;
use xparray_gpu::RawStream;
use xparray_gpu::vendor::{
    self, BlasLibrary, Matrix, Number, Pointers, Product, Strided, Transform, Triangle, TriangularSystem,
};
use xparray_ir::{DType, Error, Result};

/// A handle on one stream. The library gives each its workspace.
pub struct Blas(cublasHandle_t);

// SAFETY: any thread may use a handle, one at a time.
unsafe impl Send for Blas {}

impl Drop for Blas {
    fn drop(&mut self) {
        // SAFETY: made by the library and not used any more. An error has nobody to go to.
        let _ = unsafe { sys::cublasDestroy_v2(self.0) };
    }
}

/// Looks for the library, once.
pub fn require() -> Result<()> {
    static FOUND: OnceLock<Result<(), String>> = OnceLock::new();
    // SAFETY: the library may be loaded at any time.
    let found = FOUND.get_or_init(|| libraries::require("cublas", [13, 12], || unsafe { sys::is_culib_present() }));
    found.clone().map_err(unavailable)
}

fn operation(transform: Transform) -> Operation {
    match transform {
        Transform::None => Operation::CUBLAS_OP_N,
        Transform::Transpose => Operation::CUBLAS_OP_T,
    }
}

/// The library's name of a type, and the type it accumulates in. Of `f32` it is true `f32`: TF32 has another name.
fn types(dtype: DType) -> Result<(DataType, Compute)> {
    Ok(match dtype {
        DType::F16 => (DataType::CUDA_R_16F, Compute::CUBLAS_COMPUTE_32F),
        DType::BF16 => (DataType::CUDA_R_16BF, Compute::CUBLAS_COMPUTE_32F),
        DType::F32 => (DataType::CUDA_R_32F, Compute::CUBLAS_COMPUTE_32F),
        DType::F64 => (DataType::CUDA_R_64F, Compute::CUBLAS_COMPUTE_64F),
        DType::Complex64 => (DataType::CUDA_C_32F, Compute::CUBLAS_COMPUTE_32F),
        DType::Complex128 => (DataType::CUDA_C_64F, Compute::CUBLAS_COMPUTE_64F),
        dtype => return Err(unsupported(dtype)),
    })
}

fn unsupported(dtype: DType) -> Error {
    Error::Unsupported { backend: crate::check::NAME, op: "cublas", dtype }
}

fn int(x: i64) -> Result<c_int> {
    vendor::int("cublas", x)
}

/// Calls the routine of an element type.
macro_rules! routine {
    ($dtype:expr, [$s:ident $d:ident $c:ident $z:ident], $args:tt) => {
        match $dtype {
            DType::F32 => cublas!($s $args),
            DType::F64 => cublas!($d $args),
            DType::Complex64 => cublas!($c $args),
            DType::Complex128 => cublas!($z $args),
            dtype => Err(unsupported(dtype)),
        }
    };
}

fn triangular(system: &TriangularSystem) -> (Side, Fill, Operation, Diagonal) {
    let side = if system.right { Side::CUBLAS_SIDE_RIGHT } else { Side::CUBLAS_SIDE_LEFT };
    let fill = match system.triangle {
        Triangle::Lower => Fill::CUBLAS_FILL_MODE_LOWER,
        Triangle::Upper => Fill::CUBLAS_FILL_MODE_UPPER,
    };
    let diagonal = if system.unit { Diagonal::CUBLAS_DIAG_UNIT } else { Diagonal::CUBLAS_DIAG_NON_UNIT };
    (side, fill, operation(system.transform), diagonal)
}

impl BlasLibrary for CudaDriver {
    type Blas = Blas;

    unsafe fn blas(&self, stream: RawStream) -> Result<Blas> {
        require()?;
        let mut handle = null_mut();
        // SAFETY: the library is there and the device bound.
        unsafe { cublas!(cublasCreate_v2(&mut handle))? };
        let blas = Blas(handle);
        let math = cublasMath_t::CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;
        // SAFETY: the handle is new, and the caller promises the stream.
        unsafe {
            cublas!(cublasSetStream_v2(handle, stream.0 as _))?;
            cublas!(cublasSetMathMode(handle, math))?;
        }
        Ok(blas)
    }

    unsafe fn gemm(blas: &Blas, p: &Product, a: Strided, b: Strided, c: Strided) -> Result<()> {
        let ([ta, tb], [m, n, k], (dtype, compute)) = (p.transforms.map(operation), p.shape, types(p.dtype)?);
        let (alpha, beta) = (Number::of(&p.alpha), Number::of(&p.beta));
        let (alpha, beta) = (alpha.as_ptr(), beta.as_ptr());
        let (Strided { first: fa, step: da }, Strided { first: fb, step: db }, Strided { first: fc, step: dc }) =
            (a, b, c);
        let (pa, pb, pc) = (fa.address as _, fb.address as _, fc.address as _);
        // SAFETY: the caller's promise; the scalars are of the type that is accumulated in, and the library has read them
        // when this returns.
        unsafe {
            if p.count == 1 {
                return cublas!(cublasGemmEx_64(
                    blas.0, ta, tb, m, n, k, alpha, pa, dtype, fa.ld, pb, dtype, fb.ld, beta, pc, dtype, fc.ld,
                    compute, ALGORITHM
                ));
            }
            cublas!(cublasGemmStridedBatchedEx_64(
                blas.0, ta, tb, m, n, k, alpha, pa, dtype, fa.ld, da, pb, dtype, fb.ld, db, beta, pc, dtype, fc.ld, dc,
                p.count, compute, ALGORITHM
            ))
        }
    }

    unsafe fn gemm_batched(blas: &Blas, p: &Product, a: Pointers, b: Pointers, c: Pointers) -> Result<()> {
        let ([ta, tb], [m, n, k], (dtype, compute)) = (p.transforms.map(operation), p.shape, types(p.dtype)?);
        let (alpha, beta) = (Number::of(&p.alpha), Number::of(&p.beta));
        let (alpha, beta) = (alpha.as_ptr(), beta.as_ptr());
        let (pa, pb, pc) = (a.addresses as _, b.addresses as _, c.addresses as _);
        // SAFETY: as for `gemm`.
        unsafe {
            cublas!(cublasGemmBatchedEx_64(
                blas.0, ta, tb, m, n, k, alpha, pa, dtype, a.ld, pb, dtype, b.ld, beta, pc, dtype, c.ld, p.count,
                compute, ALGORITHM
            ))
        }
    }

    unsafe fn trsm(blas: &Blas, system: &TriangularSystem, t: Matrix, b: Matrix) -> Result<()> {
        let ((side, fill, op, unit), [m, n]) = (triangular(system), system.shape);
        let alpha = Number::one(system.dtype);
        // SAFETY: the caller's promise.
        unsafe {
            routine!(
                system.dtype,
                [cublasStrsm_v2_64 cublasDtrsm_v2_64 cublasCtrsm_v2_64 cublasZtrsm_v2_64],
                (blas.0, side, fill, op, unit, m, n, alpha.as_ptr(), t.address as _, t.ld, b.address as _, b.ld)
            )
        }
    }

    unsafe fn trsm_batched(blas: &Blas, system: &TriangularSystem, t: Pointers, b: Pointers, count: i64) -> Result<()> {
        let ((side, fill, op, unit), [m, n]) = (triangular(system), system.shape);
        let (alpha, pt, pb) = (Number::one(system.dtype), t.addresses, b.addresses);
        // SAFETY: the caller's promise.
        unsafe {
            routine!(
                system.dtype,
                [cublasStrsmBatched_64 cublasDtrsmBatched_64 cublasCtrsmBatched_64 cublasZtrsmBatched_64],
                (blas.0, side, fill, op, unit, m, n, alpha.as_ptr(), pt as _, t.ld, pb as _, b.ld, count)
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
        let (n, lda, count) = (int(n)?, int(a.ld)?, int(count)?);
        // SAFETY: the caller's promise.
        unsafe {
            routine!(
                dtype,
                [cublasSgetrfBatched cublasDgetrfBatched cublasCgetrfBatched cublasZgetrfBatched],
                (blas.0, n, a.addresses as _, lda, pivots as _, info as _, count)
            )
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
        let (a, b) = (a.addresses, b.addresses);
        // Of the arguments, on the host: it can only be that of a mistake here.
        let mut code = 0;
        // SAFETY: the caller's promise.
        unsafe {
            routine!(
                dtype,
                [cublasSgetrsBatched cublasDgetrsBatched cublasCgetrsBatched cublasZgetrsBatched],
                (blas.0, op, n, k, a as _, lda, pivots as _, b as _, ldb, &mut code, count)
            )
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
        let (n, lda, ldc, count) = (int(n)?, int(a.ld)?, int(inverse.ld)?, int(count)?);
        let (a, c) = (a.addresses, inverse.addresses);
        // SAFETY: the caller's promise.
        unsafe {
            routine!(
                dtype,
                [cublasSgetriBatched cublasDgetriBatched cublasCgetriBatched cublasZgetriBatched],
                (blas.0, n, a as _, lda, pivots as _, c as _, ldc, info as _, count)
            )
        }
    }

    unsafe fn geqrf_batched(
        blas: &Blas,
        dtype: DType,
        [m, n]: [i64; 2],
        a: Pointers,
        tau: Pointers,
        count: i64,
    ) -> Result<()> {
        let (m, n, lda, count) = (int(m)?, int(n)?, int(a.ld)?, int(count)?);
        let (a, tau) = (a.addresses, tau.addresses);
        // As for `getrs_batched`.
        let mut code = 0;
        // SAFETY: the caller's promise.
        unsafe {
            routine!(
                dtype,
                [cublasSgeqrfBatched cublasDgeqrfBatched cublasCgeqrfBatched cublasZgeqrfBatched],
                (blas.0, m, n, a as _, lda, tau as _, &mut code, count)
            )
        }
    }
}
