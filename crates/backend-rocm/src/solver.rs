//! [`SolverLibrary`] over hipSOLVER. It has no polar decomposition, and its routines are of 32 bits.

use crate::HipDriver;
use crate::blas::{fill, operation};
use crate::check::{call, routine};
use crate::sys::hipsolver::*;
use std::ffi::c_int;
use std::ptr::null_mut;
use xparray_gpu::RawStream;
use xparray_gpu::vendor::{self, Call, Matrix, SolverLibrary, SparseLibrary, singular_job};
use xparray_ir::{DType, Error, Result};

/// A handle on one stream, and the parameters of Jacobi's rotations: the library's own, as many as it takes until
/// eigenvalues are exact, and then sorted.
pub struct Solver {
    library: &'static Hipsolver,
    handle: hipsolverHandle_t,
    rotations: hipsolverSyevjInfo_t,
}

// SAFETY: any thread may use a handle, one at a time.
unsafe impl Send for Solver {}

impl Drop for Solver {
    fn drop(&mut self) {
        // SAFETY: made by the library, unless that failed, and not used any more. Errors have nobody to go to.
        unsafe {
            if !self.rotations.is_null() {
                let _ = (self.library.hipsolverDestroySyevjInfo)(self.rotations);
            }
            if !self.handle.is_null() {
                let _ = (self.library.hipsolverDestroy)(self.handle);
            }
        }
    }
}

fn mode(vectors: bool) -> hipsolverEigMode_t {
    if vectors { HIPSOLVER_EIG_MODE_VECTOR } else { HIPSOLVER_EIG_MODE_NOVECTOR }
}

fn int(x: i64) -> Result<c_int> {
    vendor::int("hipsolver", x)
}

/// What hipSOLVER means by its answer for a workspace of more bytes than an `int` counts.
fn too_large(call: &Call, error: Error) -> Error {
    let op = match call {
        Call::Potrf { .. } | Call::PotrfBatched { .. } => "cholesky",
        Call::Getrf { .. } | Call::Getrs { .. } => "lu",
        Call::Geqrf { .. } | Call::Orgqr { .. } => "qr",
        Call::Gesvd { .. } | Call::Gesvdp { .. } => "svd",
        Call::Geev { .. } => "eig",
        Call::Syevd { .. } | Call::SyevBatched { .. } => "eigh",
    };
    match error {
        Error::Library { call, code, name }
            if code == i64::from(hipsolverStatus_t::HIPSOLVER_STATUS_INTERNAL_ERROR.0) =>
        {
            Error::value(
                op,
                format!("the matrix is too large for hipSOLVER, whose workspaces end at 2 GiB ({call}: {name})"),
            )
        }
        error => error,
    }
}

/// Addresses and leading dimensions of vectors; without vectors, what the library takes for none.
fn pair(vectors: Option<[Matrix; 2]>) -> [Matrix; 2] {
    vectors.unwrap_or([Matrix { address: 0, ld: 1 }; 2])
}

impl SolverLibrary for HipDriver {
    type Solver = Solver;
    const PIVOT: DType = DType::I32;

    unsafe fn solver(&self, stream: RawStream) -> Result<Solver> {
        let library = Hipsolver::get()?;
        let mut solver = Solver { library, handle: null_mut(), rotations: null_mut() };
        // SAFETY: the device is bound; the caller promises the stream.
        unsafe {
            call!(library, hipsolverCreate(&mut solver.handle))?;
            call!(library, hipsolverCreateSyevjInfo(&mut solver.rotations))?;
            call!(library, hipsolverSetStream(solver.handle, stream.0 as _))?;
            // Since ROCm 6.3.
            if let Some(set) = library.hipsolverSetDeterministicMode {
                set(solver.handle, HIPSOLVER_DETERMINISTIC_RESULTS).check("hipsolverSetDeterministicMode")?;
            }
        }
        Ok(solver)
    }

    fn has(_: &Solver, call: &Call) -> bool {
        !matches!(call, Call::Gesvdp { .. } | Call::Geev { .. })
    }

    unsafe fn workspace(solver: &Solver, dtype: DType, call: &Call) -> Result<[usize; 2]> {
        let (l, h) = (solver.library, solver.handle);
        let mut size = 0;
        let bytes = &mut size;
        // SAFETY: the handle is alive; these only compute sizes.
        let asked = unsafe {
            match *call {
                Call::Potrf { triangle, n, a } => {
                    let (n, lda) = (int(n)?, int(a.ld)?);
                    routine!(l, potrf_size[dtype](h, fill(triangle), n, a.address as _, lda, bytes))
                }
                Call::PotrfBatched { triangle, n, a, count } => {
                    let (n, lda, count) = (int(n)?, int(a.ld)?, int(count)?);
                    routine!(l, potrf_batched_size[dtype](h, fill(triangle), n, a.addresses as _, lda, bytes, count))
                }
                Call::Getrf { shape: [m, n], a, .. } => {
                    routine!(l, getrf_size[dtype](h, int(m)?, int(n)?, a.address as _, int(a.ld)?, bytes))
                }
                Call::Getrs { transform, n, k, a, pivots, b } => {
                    let (op, n, k, lda, ldb) = (operation(transform), int(n)?, int(k)?, int(a.ld)?, int(b.ld)?);
                    let (a, b) = (a.address as _, b.address as _);
                    routine!(l, getrs_size[dtype](h, op, n, k, a, lda, pivots as _, b, ldb, bytes))
                }
                Call::Geqrf { shape: [m, n], a, .. } => {
                    routine!(l, geqrf_size[dtype](h, int(m)?, int(n)?, a.address as _, int(a.ld)?, bytes))
                }
                Call::Orgqr { shape: [m, n], k, a, tau } => {
                    let (m, n, k, lda) = (int(m)?, int(n)?, int(k)?, int(a.ld)?);
                    routine!(l, orgqr_size[dtype](h, m, n, k, a.address as _, lda, tau as _, bytes))
                }
                Call::Gesvd { shape: [m, n], vectors, full, .. } => {
                    let job = singular_job(vectors.is_some(), full);
                    routine!(l, gesvd_size[dtype](h, job, job, int(m)?, int(n)?, bytes))
                }
                Call::Syevd { triangle, n, a, w, vectors } => {
                    let (mode, fill, n, lda) = (mode(vectors), fill(triangle), int(n)?, int(a.ld)?);
                    routine!(l, syevd_size[dtype](h, mode, fill, n, a.address as _, lda, w as _, bytes))
                }
                Call::SyevBatched { triangle, n, a, w, vectors, count } => {
                    let (mode, fill, n, lda, count) = (mode(vectors), fill(triangle), int(n)?, int(a.ld)?, int(count)?);
                    let (a, w, info) = (a.address as _, w as _, solver.rotations);
                    routine!(l, syevj_batched_size[dtype](h, mode, fill, n, a, lda, w, bytes, info, count))
                }
                Call::Gesvdp { .. } => return Err(Error::value("svd", "hipSOLVER has no polar decomposition")),
                Call::Geev { .. } => return Err(Error::value("eig", "hipSOLVER has no routine")),
            }
        };
        asked.map_err(|error| too_large(call, error))?;
        Ok([usize::try_from(size).unwrap_or(0), 0])
    }

    unsafe fn call(
        solver: &Solver,
        dtype: DType,
        call: &Call,
        [address, bytes]: [u64; 2],
        _: &mut [u8],
        info: u64,
    ) -> Result<f64> {
        let (l, h) = (solver.library, solver.handle);
        let (work, size, info) = (address as _, int(bytes as i64)?, info as _);
        // SAFETY: the caller's promise.
        unsafe {
            match *call {
                Call::Potrf { triangle, n, a } => {
                    let (n, lda) = (int(n)?, int(a.ld)?);
                    routine!(l, potrf[dtype](h, fill(triangle), n, a.address as _, lda, work, size, info))
                }
                Call::PotrfBatched { triangle, n, a, count } => {
                    let (n, a, lda, count) = (int(n)?, a.addresses as _, int(a.ld)?, int(count)?);
                    routine!(l, potrf_batched[dtype](h, fill(triangle), n, a, lda, work, size, info, count))
                }
                Call::Getrf { shape: [m, n], a, pivots } => {
                    let (m, n, a, lda) = (int(m)?, int(n)?, a.address as _, int(a.ld)?);
                    routine!(l, getrf[dtype](h, m, n, a, lda, work, size, pivots as _, info))
                }
                Call::Getrs { transform, n, k, a, pivots, b } => {
                    let (op, n, k, lda, ldb) = (operation(transform), int(n)?, int(k)?, int(a.ld)?, int(b.ld)?);
                    let (a, b) = (a.address as _, b.address as _);
                    routine!(l, getrs[dtype](h, op, n, k, a, lda, pivots as _, b, ldb, work, size, info))
                }
                Call::Geqrf { shape: [m, n], a, tau } => {
                    let (m, n, a, lda) = (int(m)?, int(n)?, a.address as _, int(a.ld)?);
                    routine!(l, geqrf[dtype](h, m, n, a, lda, tau as _, work, size, info))
                }
                Call::Orgqr { shape: [m, n], k, a, tau } => {
                    let (m, n, k, a, lda) = (int(m)?, int(n)?, int(k)?, a.address as _, int(a.ld)?);
                    routine!(l, orgqr[dtype](h, m, n, k, a, lda, tau as _, work, size, info))
                }
                Call::Gesvd { shape: [m, n], a, s, vectors, full } => {
                    let (job, [u, vh]) = (singular_job(vectors.is_some(), full), pair(vectors));
                    let (m, n, lda, ldu, ldv) = (int(m)?, int(n)?, int(a.ld)?, int(u.ld)?, int(vh.ld)?);
                    let (a, u, vh) = (a.address as _, u.address as _, vh.address as _);
                    // The workspace has room for the real numbers too.
                    routine!(
                        l,
                        gesvd[dtype](h, job, job, m, n, a, lda, s as _, u, ldu, vh, ldv, work, size, null_mut(), info)
                    )
                }
                Call::Syevd { triangle, n, a, w, vectors } => {
                    let (mode, fill, n, lda) = (mode(vectors), fill(triangle), int(n)?, int(a.ld)?);
                    routine!(l, syevd[dtype](h, mode, fill, n, a.address as _, lda, w as _, work, size, info))
                }
                Call::SyevBatched { triangle, n, a, w, vectors, count } => {
                    let (mode, fill, n, lda, count) = (mode(vectors), fill(triangle), int(n)?, int(a.ld)?, int(count)?);
                    let (a, w, rotations) = (a.address as _, w as _, solver.rotations);
                    routine!(l, syevj_batched[dtype](h, mode, fill, n, a, lda, w, work, size, info, rotations, count))
                }
                Call::Gesvdp { .. } => Err(Error::value("svd", "hipSOLVER has no polar decomposition")),
                Call::Geev { .. } => Err(Error::value("eig", "hipSOLVER has no routine")),
            }
        }
        .map(|()| 0.0)
    }
}

/// AMD's libraries decompose no sparse matrices of a new pattern on the device.
impl SparseLibrary for HipDriver {}

#[cfg(test)]
mod tests {
    use super::*;
    use xparray_gpu::vendor::Triangle;

    #[test]
    fn workspaces_of_more_than_an_int_are_named() {
        let a = Matrix { address: 0, ld: 1 };
        let eigh = Call::Syevd { triangle: Triangle::Lower, n: 1, a, w: 0, vectors: true };
        let svd = Call::Gesvd { shape: [1; 2], a, s: 0, vectors: None, full: false };
        let status = |code: hipsolverStatus_t| code.check("hipsolverDsyevd_bufferSize").unwrap_err();
        for (call, op) in [(eigh, "eigh"), (svd, "svd")] {
            let error = too_large(&call, status(hipsolverStatus_t::HIPSOLVER_STATUS_INTERNAL_ERROR));
            assert!(matches!(&error, Error::Value { op: found, .. } if *found == op), "{error}");
            assert!(error.to_string().contains("2 GiB"), "{error}");
        }
        let other = too_large(&eigh, status(hipsolverStatus_t::HIPSOLVER_STATUS_INVALID_VALUE));
        assert!(matches!(other, Error::Library { .. }));
    }
}
