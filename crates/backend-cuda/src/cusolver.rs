//! [`SolverLibrary`] over cuSOLVER: its interface of 64 bits, where it has one.

use crate::check::{NAME, cu, cusolver, unavailable};
use crate::{CudaDriver, libraries};
use cudarc::cusolver::sys::{
    self, cublasFillMode_t as Fill, cublasOperation_t as Operation, cudaDataType_t as DataType, cusolverDnHandle_t,
    cusolverDnParams_t, cusolverEigMode_t as Mode,
};
use cudarc::driver::sys::CUstream;
use std::ffi::{c_int, c_schar};
use std::ptr::null_mut;
use std::sync::OnceLock;
use xparray_core::{DType, Error, Result};
use xparray_gpu::RawStream;
use xparray_gpu::vendor::{Call, Matrix, SolverLibrary, Transform, Triangle};

/// A handle on one stream, and the parameters that the routines of 64 bits ask for.
pub struct Solver {
    handle: cusolverDnHandle_t,
    params: cusolverDnParams_t,
    stream: CUstream,
}

// SAFETY: any thread may use a handle, one at a time.
unsafe impl Send for Solver {}

impl Drop for Solver {
    fn drop(&mut self) {
        // SAFETY: made by the library and not used any more. Errors have nobody to go to.
        unsafe {
            let _ = sys::cusolverDnDestroyParams(self.params);
            let _ = sys::cusolverDnDestroy(self.handle);
        }
    }
}

/// Looks for the library, once.
fn require() -> Result<()> {
    static FOUND: OnceLock<Result<(), String>> = OnceLock::new();
    // SAFETY: the library may be loaded at any time.
    let found = FOUND.get_or_init(|| libraries::require("cusolver", [12, 11], || unsafe { sys::is_culib_present() }));
    found.clone().map_err(unavailable)
}

/// The library's names of a type and of its parts' type.
fn types(dtype: DType) -> Result<(DataType, DataType)> {
    Ok(match dtype {
        DType::F32 => (DataType::CUDA_R_32F, DataType::CUDA_R_32F),
        DType::F64 => (DataType::CUDA_R_64F, DataType::CUDA_R_64F),
        DType::C32 => (DataType::CUDA_C_32F, DataType::CUDA_R_32F),
        DType::C64 => (DataType::CUDA_C_64F, DataType::CUDA_R_64F),
        dtype => return Err(unsupported(dtype)),
    })
}

fn unsupported(dtype: DType) -> Error {
    Error::Unsupported { backend: NAME, op: "cusolver", dtype }
}

fn fill(triangle: Triangle) -> Fill {
    match triangle {
        Triangle::Lower => Fill::CUBLAS_FILL_MODE_LOWER,
        Triangle::Upper => Fill::CUBLAS_FILL_MODE_UPPER,
    }
}

fn mode(vectors: bool) -> Mode {
    if vectors { Mode::CUSOLVER_EIG_MODE_VECTOR } else { Mode::CUSOLVER_EIG_MODE_NOVECTOR }
}

/// A length as routines of 32 bits take it.
fn int(x: i64) -> Result<c_int> {
    c_int::try_from(x).map_err(|_| Error::value("cusolver", format!("a length of {x} is beyond 32 bits")))
}

/// Addresses and leading dimensions of vectors; without vectors, what the library takes for none.
fn pair(vectors: Option<[Matrix; 2]>) -> [Matrix; 2] {
    vectors.unwrap_or([Matrix { address: 0, ld: 1 }; 2])
}

/// Calls the routine of an element type.
macro_rules! routine {
    ($dtype:expr, [$s:ident $d:ident $c:ident $z:ident], $args:tt) => {
        match $dtype {
            DType::F32 => cusolver!($s $args),
            DType::F64 => cusolver!($d $args),
            DType::C32 => cusolver!($c $args),
            DType::C64 => cusolver!($z $args),
            dtype => Err(unsupported(dtype)),
        }
    };
}

impl SolverLibrary for CudaDriver {
    type Solver = Solver;

    unsafe fn solver(&self, stream: RawStream) -> Result<Solver> {
        require()?;
        let mut solver = Solver { handle: null_mut(), params: null_mut(), stream: stream.0 as _ };
        // SAFETY: the library is there and the device bound; the caller promises the stream.
        unsafe {
            cusolver!(cusolverDnCreate(&mut solver.handle))?;
            cusolver!(cusolverDnCreateParams(&mut solver.params))?;
            cusolver!(cusolverDnSetStream(solver.handle, stream.0 as _))?;
        }
        Ok(solver)
    }

    fn has(_: &Solver, call: &Call) -> bool {
        static BATCHED: OnceLock<bool> = OnceLock::new();
        match call {
            // Since CUDA 12.6.
            Call::SyevBatched { .. } => *BATCHED.get_or_init(|| {
                type Function = unsafe extern "C" fn();
                // SAFETY: a handle exists, so the library is there; the function is only looked for.
                unsafe { sys::culib().get::<Function>(b"cusolverDnXsyevBatched\0").is_ok() }
            }),
            _ => true,
        }
    }

    unsafe fn workspace(solver: &Solver, dtype: DType, call: &Call) -> Result<[usize; 2]> {
        let (h, p, (t, r)) = (solver.handle, solver.params, types(dtype)?);
        let (mut device, mut host, mut elements) = (0, 0, 0);
        // SAFETY: the handle is alive; these only compute sizes.
        unsafe {
            match *call {
                Call::Potrf { triangle, n, a } => cusolver!(cusolverDnXpotrf_bufferSize(
                    h,
                    p,
                    fill(triangle),
                    n,
                    t,
                    a.address as _,
                    a.ld,
                    t,
                    &mut device,
                    &mut host
                ))?,
                Call::Getrf { shape: [m, n], a, .. } => cusolver!(cusolverDnXgetrf_bufferSize(
                    h,
                    p,
                    m,
                    n,
                    t,
                    a.address as _,
                    a.ld,
                    t,
                    &mut device,
                    &mut host
                ))?,
                Call::PotrfBatched { .. } | Call::Getrs { .. } => {}
                Call::Geqrf { shape: [m, n], a, tau } => cusolver!(cusolverDnXgeqrf_bufferSize(
                    h,
                    p,
                    m,
                    n,
                    t,
                    a.address as _,
                    a.ld,
                    t,
                    tau as _,
                    t,
                    &mut device,
                    &mut host
                ))?,
                Call::Orgqr { shape: [m, n], k, a, tau } => {
                    let (m, n, k, lda) = (int(m)?, int(n)?, int(k)?, int(a.ld)?);
                    routine!(
                        dtype,
                        [cusolverDnSorgqr_bufferSize cusolverDnDorgqr_bufferSize
                         cusolverDnCungqr_bufferSize cusolverDnZungqr_bufferSize],
                        (h, m, n, k, a.address as _, lda, tau as _, &mut elements)
                    )?;
                    device = usize::try_from(elements).unwrap_or(0) * dtype.size();
                }
                Call::Gesvd { shape: [m, n], a, s, vectors, full } => {
                    let (job, [u, vh]) = (job(vectors.is_some(), full), pair(vectors));
                    cusolver!(cusolverDnXgesvd_bufferSize(
                        h,
                        p,
                        job,
                        job,
                        m,
                        n,
                        t,
                        a.address as _,
                        a.ld,
                        r,
                        s as _,
                        t,
                        u.address as _,
                        u.ld,
                        t,
                        vh.address as _,
                        vh.ld,
                        t,
                        &mut device,
                        &mut host
                    ))?;
                }
                Call::Gesvdp { shape: [m, n], a, s, vectors, full } => {
                    let [u, v] = vectors;
                    cusolver!(cusolverDnXgesvdp_bufferSize(
                        h,
                        p,
                        mode(true),
                        c_int::from(!full),
                        m,
                        n,
                        t,
                        a.address as _,
                        a.ld,
                        r,
                        s as _,
                        t,
                        u.address as _,
                        u.ld,
                        t,
                        v.address as _,
                        v.ld,
                        t,
                        &mut device,
                        &mut host
                    ))?;
                }
                Call::Syevd { triangle, n, a, w, vectors } => cusolver!(cusolverDnXsyevd_bufferSize(
                    h,
                    p,
                    mode(vectors),
                    fill(triangle),
                    n,
                    t,
                    a.address as _,
                    a.ld,
                    r,
                    w as _,
                    t,
                    &mut device,
                    &mut host
                ))?,
                Call::SyevBatched { triangle, n, a, w, vectors, count } => {
                    cusolver!(cusolverDnXsyevBatched_bufferSize(
                        h,
                        p,
                        mode(vectors),
                        fill(triangle),
                        n,
                        t,
                        a.address as _,
                        a.ld,
                        r,
                        w as _,
                        t,
                        &mut device,
                        &mut host,
                        count
                    ))?;
                }
            }
        }
        Ok([device, host])
    }

    unsafe fn call(
        solver: &Solver,
        dtype: DType,
        call: &Call,
        [address, bytes]: [u64; 2],
        host: &mut [u8],
        info: u64,
    ) -> Result<f64> {
        let (h, p, (t, r)) = (solver.handle, solver.params, types(dtype)?);
        let (work, host, host_bytes) = (address as _, host.as_mut_ptr().cast(), host.len());
        let device_bytes = bytes as usize;
        let mut error = 0.0;
        // SAFETY: the caller's promise.
        unsafe {
            match *call {
                Call::Potrf { triangle, n, a } => cusolver!(cusolverDnXpotrf(
                    h,
                    p,
                    fill(triangle),
                    n,
                    t,
                    a.address as _,
                    a.ld,
                    t,
                    work,
                    device_bytes,
                    host,
                    host_bytes,
                    info as _
                ))?,
                Call::PotrfBatched { triangle, n, a, count } => {
                    let (fill, n, lda, count) = (fill(triangle), int(n)?, int(a.ld)?, int(count)?);
                    routine!(
                        dtype,
                        [cusolverDnSpotrfBatched cusolverDnDpotrfBatched cusolverDnCpotrfBatched cusolverDnZpotrfBatched],
                        (h, fill, n, a.addresses as _, lda, info as _, count)
                    )?;
                }
                Call::Getrf { shape: [m, n], a, pivots } => cusolver!(cusolverDnXgetrf(
                    h,
                    p,
                    m,
                    n,
                    t,
                    a.address as _,
                    a.ld,
                    pivots as _,
                    t,
                    work,
                    device_bytes,
                    host,
                    host_bytes,
                    info as _
                ))?,
                Call::Getrs { transform, n, k, a, pivots, b } => {
                    let op = match transform {
                        Transform::None => Operation::CUBLAS_OP_N,
                        Transform::Transpose => Operation::CUBLAS_OP_T,
                    };
                    cusolver!(cusolverDnXgetrs(
                        h,
                        p,
                        op,
                        n,
                        k,
                        t,
                        a.address as _,
                        a.ld,
                        pivots as _,
                        t,
                        b.address as _,
                        b.ld,
                        info as _
                    ))?;
                }
                Call::Geqrf { shape: [m, n], a, tau } => cusolver!(cusolverDnXgeqrf(
                    h,
                    p,
                    m,
                    n,
                    t,
                    a.address as _,
                    a.ld,
                    t,
                    tau as _,
                    t,
                    work,
                    device_bytes,
                    host,
                    host_bytes,
                    info as _
                ))?,
                Call::Orgqr { shape: [m, n], k, a, tau } => {
                    let (m, n, k, lda) = (int(m)?, int(n)?, int(k)?, int(a.ld)?);
                    let elements = int((device_bytes / dtype.size()) as i64)?;
                    routine!(
                        dtype,
                        [cusolverDnSorgqr cusolverDnDorgqr cusolverDnCungqr cusolverDnZungqr],
                        (h, m, n, k, a.address as _, lda, tau as _, address as _, elements, info as _)
                    )?;
                }
                Call::Gesvd { shape: [m, n], a, s, vectors, full } => {
                    let (job, [u, vh]) = (job(vectors.is_some(), full), pair(vectors));
                    cusolver!(cusolverDnXgesvd(
                        h,
                        p,
                        job,
                        job,
                        m,
                        n,
                        t,
                        a.address as _,
                        a.ld,
                        r,
                        s as _,
                        t,
                        u.address as _,
                        u.ld,
                        t,
                        vh.address as _,
                        vh.ld,
                        t,
                        work,
                        device_bytes,
                        host,
                        host_bytes,
                        info as _
                    ))?;
                }
                Call::Gesvdp { shape: [m, n], a, s, vectors, full } => {
                    let [u, v] = vectors;
                    cusolver!(cusolverDnXgesvdp(
                        h,
                        p,
                        mode(true),
                        c_int::from(!full),
                        m,
                        n,
                        t,
                        a.address as _,
                        a.ld,
                        r,
                        s as _,
                        t,
                        u.address as _,
                        u.ld,
                        t,
                        v.address as _,
                        v.ld,
                        t,
                        work,
                        device_bytes,
                        host,
                        host_bytes,
                        info as _,
                        &mut error
                    ))?;
                    // The error may be written when the stream gets there.
                    cu!(cuStreamSynchronize(solver.stream))?;
                }
                Call::Syevd { triangle, n, a, w, vectors } => cusolver!(cusolverDnXsyevd(
                    h,
                    p,
                    mode(vectors),
                    fill(triangle),
                    n,
                    t,
                    a.address as _,
                    a.ld,
                    r,
                    w as _,
                    t,
                    work,
                    device_bytes,
                    host,
                    host_bytes,
                    info as _
                ))?,
                Call::SyevBatched { triangle, n, a, w, vectors, count } => cusolver!(cusolverDnXsyevBatched(
                    h,
                    p,
                    mode(vectors),
                    fill(triangle),
                    n,
                    t,
                    a.address as _,
                    a.ld,
                    r,
                    w as _,
                    t,
                    work,
                    device_bytes,
                    host,
                    host_bytes,
                    info as _,
                    count
                ))?,
            }
        }
        Ok(error)
    }
}

/// All vectors, as many as there are singular values, or none.
fn job(vectors: bool, full: bool) -> c_schar {
    (match (vectors, full) {
        (false, _) => b'N',
        (true, false) => b'S',
        (true, true) => b'A',
    }) as c_schar
}
