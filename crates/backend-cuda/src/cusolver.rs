//! [`SolverLibrary`] over cuSOLVER: its interface of 64 bits, where it has one.

use crate::check::{NAME, cu, cusolver, unavailable};
use crate::{CudaDriver, libraries};
use cudarc::cusolver::sys::{
    self, cublasFillMode_t as Fill, cublasOperation_t as Operation, cudaDataType_t as DataType, cusolverDnHandle_t,
    cusolverDnParams_t, cusolverEigMode_t as Mode,
};
use cudarc::driver::sys::CUstream;
use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::OnceLock;
use xparray_gpu::RawStream;
use xparray_gpu::vendor::{self, Call, Matrix, SolverLibrary, Transform, Triangle, singular_job};
use xparray_ir::{DType, Error, Result};

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
pub fn require() -> Result<()> {
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
        DType::Complex64 => (DataType::CUDA_C_32F, DataType::CUDA_R_32F),
        DType::Complex128 => (DataType::CUDA_C_64F, DataType::CUDA_R_64F),
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

fn int(x: i64) -> Result<c_int> {
    vendor::int("cusolver", x)
}

/// Addresses and leading dimensions of vectors; without vectors, what the library takes for none.
fn given(vectors: Option<[Matrix; 2]>) -> [Matrix; 2] {
    vectors.unwrap_or([Matrix { address: 0, ld: 1 }; 2])
}

/// Calls the routine of an element type.
macro_rules! routine {
    ($dtype:expr, [$s:ident $d:ident $c:ident $z:ident], $args:tt) => {
        match $dtype {
            DType::F32 => cusolver!($s $args),
            DType::F64 => cusolver!($d $args),
            DType::Complex64 => cusolver!($c $args),
            DType::Complex128 => cusolver!($z $args),
            dtype => Err(unsupported(dtype)),
        }
    };
}

impl SolverLibrary for CudaDriver {
    type Solver = Solver;
    const PIVOT: DType = DType::I64;

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
        static GENERAL: OnceLock<bool> = OnceLock::new();
        let exports = |name: &[u8]| {
            type Function = unsafe extern "C" fn();
            // SAFETY: a handle exists, so the library is there; the function is only looked for.
            unsafe { sys::culib().get::<Function>(name).is_ok() }
        };
        match call {
            // Both since CUDA 12.6.
            Call::SyevBatched { .. } => *BATCHED.get_or_init(|| exports(b"cusolverDnXsyevBatched\0")),
            Call::Geev { .. } => *GENERAL.get_or_init(|| exports(b"cusolverDnXgeev\0")),
            _ => true,
        }
    }

    unsafe fn workspace(solver: &Solver, dtype: DType, call: &Call) -> Result<[usize; 2]> {
        let (mut device, mut host) = (0, 0);
        // SAFETY: the handle is alive; this only computes sizes.
        unsafe { solver.call(dtype, call, Request::Size(&mut device, &mut host))? };
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
        let mut error = 0.0;
        let (work, bytes, host_bytes, host) = (address as _, bytes as usize, host.len(), host.as_mut_ptr().cast());
        let request = Request::Run(Run { work, bytes, host, host_bytes, info: info as _, error: &mut error });
        // SAFETY: the caller's promise.
        unsafe {
            solver.call(dtype, call, request)?;
            if matches!(call, Call::Gesvdp { .. }) {
                // The error may be written when the stream gets there.
                cu!(cuStreamSynchronize(solver.stream))?;
            }
        }
        Ok(error)
    }
}

/// The two functions of a routine take the same arguments, but for their ends.
enum Request<'a> {
    /// The bytes of workspace on the device and on the host.
    Size(&'a mut usize, &'a mut usize),
    Run(Run),
}

/// Where a routine works, and what it leaves its code and the estimate of its error in.
struct Run {
    work: *mut c_void,
    bytes: usize,
    host: *mut c_void,
    host_bytes: usize,
    info: *mut c_int,
    error: *mut f64,
}

/// Calls one of a routine's two functions. Both may take something more at the end, or running something of `Run`.
macro_rules! pair {
    ($request:ident, [$size:ident $run:ident], ($($arg:expr),*) $(, both: $last:expr)? $(, run: $field:ident)?) => {
        match $request {
            Request::Size(device, host) => cusolver!($size($($arg,)* device, host $(, $last)?)),
            Request::Run(to) => cusolver!(
                $run($($arg,)* to.work, to.bytes, to.host, to.host_bytes, to.info $(, $last)? $(, to.$field)?)
            ),
        }
    };
}

impl Solver {
    /// # Safety
    /// Running asks for what [`SolverLibrary::call`] does.
    unsafe fn call(&self, dtype: DType, call: &Call, request: Request<'_>) -> Result<()> {
        let (h, p, (t, r)) = (self.handle, self.params, types(dtype)?);
        // SAFETY: the caller's promise.
        unsafe {
            match *call {
                Call::Potrf { triangle, n, a } => pair!(
                    request, [cusolverDnXpotrf_bufferSize cusolverDnXpotrf],
                    (h, p, fill(triangle), n, t, a.address as _, a.ld, t)
                ),
                Call::PotrfBatched { triangle, n, a, count } => {
                    let Request::Run(to) = request else { return Ok(()) };
                    let (fill, n, lda, count) = (fill(triangle), int(n)?, int(a.ld)?, int(count)?);
                    routine!(
                        dtype,
                        [cusolverDnSpotrfBatched cusolverDnDpotrfBatched
                         cusolverDnCpotrfBatched cusolverDnZpotrfBatched],
                        (h, fill, n, a.addresses as _, lda, to.info, count)
                    )
                }
                Call::Getrf { shape: [m, n], a: Matrix { address, ld }, pivots } => match request {
                    Request::Size(device, host) => {
                        cusolver!(cusolverDnXgetrf_bufferSize(h, p, m, n, t, address as _, ld, t, device, host))
                    }
                    Request::Run(Run { work, bytes, host, host_bytes, info, .. }) => {
                        let (a, pivots) = (address as _, pivots as _);
                        cusolver!(cusolverDnXgetrf(
                            h, p, m, n, t, a, ld, pivots, t, work, bytes, host, host_bytes, info
                        ))
                    }
                },
                Call::Getrs { transform, n, k, a, pivots, b } => {
                    let Request::Run(to) = request else { return Ok(()) };
                    let op = match transform {
                        Transform::None => Operation::CUBLAS_OP_N,
                        Transform::Transpose => Operation::CUBLAS_OP_T,
                    };
                    let (a, lda, b, ldb) = (a.address as _, a.ld, b.address as _, b.ld);
                    cusolver!(cusolverDnXgetrs(h, p, op, n, k, t, a, lda, pivots as _, t, b, ldb, to.info))
                }
                Call::Geqrf { shape: [m, n], a, tau } => pair!(
                    request, [cusolverDnXgeqrf_bufferSize cusolverDnXgeqrf],
                    (h, p, m, n, t, a.address as _, a.ld, t, tau as _, t)
                ),
                Call::Orgqr { shape: [m, n], k, a, tau } => {
                    let (m, n, k, lda) = (int(m)?, int(n)?, int(k)?, int(a.ld)?);
                    match request {
                        Request::Size(device, _) => {
                            let mut elements = 0;
                            routine!(
                                dtype,
                                [cusolverDnSorgqr_bufferSize cusolverDnDorgqr_bufferSize
                                 cusolverDnCungqr_bufferSize cusolverDnZungqr_bufferSize],
                                (h, m, n, k, a.address as _, lda, tau as _, &mut elements)
                            )?;
                            *device = usize::try_from(elements).unwrap_or(0) * dtype.size();
                            Ok(())
                        }
                        Request::Run(to) => {
                            let elements = int((to.bytes / dtype.size()) as i64)?;
                            routine!(
                                dtype,
                                [cusolverDnSorgqr cusolverDnDorgqr cusolverDnCungqr cusolverDnZungqr],
                                (h, m, n, k, a.address as _, lda, tau as _, to.work.cast(), elements, to.info)
                            )
                        }
                    }
                }
                Call::Gesvd { shape: [m, n], a, s, vectors, full } => {
                    let (job, [u, vh]) = (singular_job(vectors.is_some(), full), given(vectors));
                    pair!(
                        request, [cusolverDnXgesvd_bufferSize cusolverDnXgesvd],
                        (h, p, job, job, m, n, t, a.address as _, a.ld, r, s as _, t, u.address as _, u.ld, t,
                         vh.address as _, vh.ld, t)
                    )
                }
                Call::Gesvdp { shape: [m, n], a, s, vectors: [u, v], full } => pair!(
                    request, [cusolverDnXgesvdp_bufferSize cusolverDnXgesvdp],
                    (h, p, mode(true), c_int::from(!full), m, n, t, a.address as _, a.ld, r, s as _, t,
                     u.address as _, u.ld, t, v.address as _, v.ld, t), run: error
                ),
                Call::Syevd { triangle, n, a, w, vectors } => pair!(
                    request, [cusolverDnXsyevd_bufferSize cusolverDnXsyevd],
                    (h, p, mode(vectors), fill(triangle), n, t, a.address as _, a.ld, r, w as _, t)
                ),
                Call::Geev { n, a, w, vectors } => {
                    let (none, right) = (Mode::CUSOLVER_EIG_MODE_NOVECTOR, mode(vectors.is_some()));
                    let [left, v] =
                        [Matrix { address: 0, ld: n.max(1) }, vectors.unwrap_or(Matrix { address: 0, ld: n.max(1) })];
                    let complex = if r == DataType::CUDA_R_64F { DataType::CUDA_C_64F } else { DataType::CUDA_C_32F };
                    pair!(
                        request, [cusolverDnXgeev_bufferSize cusolverDnXgeev],
                        (h, p, none, right, n, t, a.address as _, a.ld, complex, w as _, t, left.address as _, left.ld, t,
                         v.address as _, v.ld, t)
                    )
                }
                Call::SyevBatched { triangle, n, a, w, vectors, count } => pair!(
                    request, [cusolverDnXsyevBatched_bufferSize cusolverDnXsyevBatched],
                    (h, p, mode(vectors), fill(triangle), n, t, a.address as _, a.ld, r, w as _, t),
                    both: count
                ),
            }
        }
    }
}
