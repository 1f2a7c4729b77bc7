//! hipSOLVER, by cuSOLVER. Workspaces are counted in bytes, as hipSOLVER counts them on AMD, and are those that were
//! asked for with the same arguments; routines that need none in cuSOLVER ask for one here.

use crate::blas::pointers;
use crate::cuda::{chosen, on};
use crate::entry::Table;
use crate::handles::{Exclusive, Handles, out};
use crate::matrix::{Shape, length, vector};
use crate::memory::device_range;
use crate::runtime::stream::{STREAMS, Stream};
use crate::types::*;
use cudarc::cusolver::sys::{
    self, cublasFillMode_t as Fill, cublasOperation_t as Operation, cusolverDeterministicMode_t as Deterministic,
    cusolverDnHandle_t, cusolverEigMode_t as Mode, cusolverStatus_t, syevjInfo_t,
};
use std::any::type_name;
use std::collections::HashMap;
use std::ffi::{c_int, c_schar, c_void};
use std::ptr::null_mut;
use std::sync::Arc;

codes! { hipsolverStatus_t {
    HIPSOLVER_STATUS_NOT_INITIALIZED = 1;
    HIPSOLVER_STATUS_ALLOC_FAILED = 2;
    HIPSOLVER_STATUS_INVALID_VALUE = 3;
    HIPSOLVER_STATUS_MAPPING_ERROR = 4;
    HIPSOLVER_STATUS_EXECUTION_FAILED = 5;
    HIPSOLVER_STATUS_INTERNAL_ERROR = 6;
    HIPSOLVER_STATUS_NOT_SUPPORTED = 7;
    HIPSOLVER_STATUS_ARCH_MISMATCH = 8;
}}

constants! {
    HIPSOLVER_EIG_MODE_NOVECTOR: hipsolverEigMode_t = 201;
    HIPSOLVER_EIG_MODE_VECTOR: hipsolverEigMode_t = 202;
    HIPSOLVER_DETERMINISTIC_RESULTS: hipsolverDeterministicMode_t = 241;
    HIPSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS: hipsolverDeterministicMode_t = 242;
}

/// What a workspace is asked for: the routine, the element type, and its other arguments.
type Question = (&'static str, &'static str, Vec<c_int>);

struct Solver {
    raw: cusolverDnHandle_t,
    device: c_int,
    /// None before one is set: the null stream is not used.
    stream: hipStream_t,
    /// Bytes of workspaces.
    answers: HashMap<Question, usize>,
}

static HANDLES: Handles<Exclusive<Solver>> = Handles::new("hipSOLVER handle", 11);
static ROTATIONS: Handles<syevjInfo_t> = Handles::new("syevj parameters", 12);

fn solver(result: cusolverStatus_t) -> Result<(), hipsolverStatus_t> {
    Err(match result {
        cusolverStatus_t::CUSOLVER_STATUS_SUCCESS => return Ok(()),
        cusolverStatus_t::CUSOLVER_STATUS_NOT_INITIALIZED => HIPSOLVER_STATUS_NOT_INITIALIZED,
        cusolverStatus_t::CUSOLVER_STATUS_ALLOC_FAILED => HIPSOLVER_STATUS_ALLOC_FAILED,
        cusolverStatus_t::CUSOLVER_STATUS_INVALID_VALUE => HIPSOLVER_STATUS_INVALID_VALUE,
        cusolverStatus_t::CUSOLVER_STATUS_ARCH_MISMATCH => HIPSOLVER_STATUS_ARCH_MISMATCH,
        cusolverStatus_t::CUSOLVER_STATUS_MAPPING_ERROR => HIPSOLVER_STATUS_MAPPING_ERROR,
        cusolverStatus_t::CUSOLVER_STATUS_EXECUTION_FAILED => HIPSOLVER_STATUS_EXECUTION_FAILED,
        cusolverStatus_t::CUSOLVER_STATUS_NOT_SUPPORTED => HIPSOLVER_STATUS_NOT_SUPPORTED,
        _ => HIPSOLVER_STATUS_INTERNAL_ERROR,
    })
}

fn operation(op: hipblasOperation_t) -> Operation {
    match op {
        HIPBLAS_OP_N => Operation::CUBLAS_OP_N,
        HIPBLAS_OP_T => Operation::CUBLAS_OP_T,
        HIPBLAS_OP_C => Operation::CUBLAS_OP_C,
        other => misuse!("{other} is no operation"),
    }
}

fn fill(fill: hipblasFillMode_t) -> Fill {
    match fill {
        HIPBLAS_FILL_MODE_UPPER => Fill::CUBLAS_FILL_MODE_UPPER,
        HIPBLAS_FILL_MODE_LOWER => Fill::CUBLAS_FILL_MODE_LOWER,
        other => misuse!("{other} is no triangle"),
    }
}

fn mode(mode: hipsolverEigMode_t) -> Mode {
    match mode {
        HIPSOLVER_EIG_MODE_NOVECTOR => Mode::CUSOLVER_EIG_MODE_NOVECTOR,
        HIPSOLVER_EIG_MODE_VECTOR => Mode::CUSOLVER_EIG_MODE_VECTOR,
        other => misuse!("{other} is no mode"),
    }
}

/// LAPACK's letter for which vectors are wanted: how many of them.
fn vectors(job: c_schar, all: usize, some: usize) -> usize {
    match job as u8 {
        b'A' => all,
        b'S' => some,
        b'N' => 0,
        other => misuse!("the job {:?}", other as char),
    }
}

impl Solver {
    /// The stream: alive, and of this thread's device.
    fn stream(&self) -> Arc<Stream> {
        on("hipSOLVER handle", self.device);
        if self.stream.is_null() {
            misuse!("the handle has no stream");
        }
        STREAMS.get(self.stream)
    }

    /// Answers how large a workspace is, and remembers it. The answer is in a `c_int`.
    unsafe fn answer<T>(
        &mut self,
        routine: &'static str,
        arguments: &[c_int],
        elements: c_int,
        size: *mut c_int,
    ) -> Result<(), hipsolverStatus_t> {
        // What AMD's rounding would add is not there for nothing.
        let bytes = length("the workspace", elements) * size_of::<T>() + 64;
        // As hipSOLVER answers.
        let answer = c_int::try_from(bytes).map_err(|_| HIPSOLVER_STATUS_INTERNAL_ERROR)?;
        self.answers.insert((routine, type_name::<T>(), arguments.to_vec()), bytes);
        // SAFETY: the caller's promise.
        unsafe { *size = answer };
        Ok(())
    }

    /// Checks a workspace: its elements.
    fn workspace<T>(&self, routine: &'static str, arguments: &[c_int], work: *const T, size: c_int) -> c_int {
        let question = (routine, type_name::<T>(), arguments.to_vec());
        let Some(&bytes) = self.answers.get(&question) else {
            misuse!("nobody asked how large a workspace is for {question:?}")
        };
        if length("the workspace", size) < bytes {
            misuse!("a workspace of {size} bytes, of {bytes}");
        }
        device_range("the workspace", work, size as usize, self.device);
        size / size_of::<T>() as c_int
    }

    fn info(&self, info: *const c_int, count: usize) {
        vector("info", info.cast(), count, 4, self.device);
    }
}

entries! {
    status hipsolverStatus_t;

    fn hipsolverCreate(handle: *mut hipsolverHandle_t) {
        out("handle", handle);
        let device = chosen();
        if !sys::is_culib_present() {
            eprintln!("hip-on-cuda: no cuSOLVER");
            return Err(HIPSOLVER_STATUS_NOT_INITIALIZED);
        }
        let mut raw = null_mut();
        solver(sys::cusolverDnCreate(&mut raw))?;
        let new = Solver { raw, device, stream: null_mut(), answers: HashMap::new() };
        *handle = HANDLES.insert(Exclusive::new(new));
        Ok(())
    }

    fn hipsolverDestroy(handle: hipsolverHandle_t) {
        let handle = HANDLES.remove(handle);
        let handle = handle.lock();
        solver(sys::cusolverDnDestroy(handle.raw))
    }

    fn hipsolverSetStream(handle: hipsolverHandle_t, stream: hipStream_t) {
        let (handle, raw) = (HANDLES.get(handle), STREAMS.get(stream));
        let mut handle = handle.lock();
        if raw.device != handle.device {
            misuse!("a stream of device {} for a handle of device {}", raw.device, handle.device);
        }
        handle.stream = stream;
        solver(sys::cusolverDnSetStream(handle.raw, raw.raw.cast()))
    }

    fn hipsolverSetDeterministicMode(handle: hipsolverHandle_t, wanted: hipsolverDeterministicMode_t) {
        let wanted = match wanted {
            HIPSOLVER_DETERMINISTIC_RESULTS => Deterministic::CUSOLVER_DETERMINISTIC_RESULTS,
            HIPSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS => Deterministic::CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS,
            other => misuse!("{other} is no mode"),
        };
        solver(sys::cusolverDnSetDeterministicMode(HANDLES.get(handle).lock().raw, wanted))
    }

    fn hipsolverCreateSyevjInfo(rotations: *mut hipsolverSyevjInfo_t) {
        out("parameters", rotations);
        if !sys::is_culib_present() {
            return Err(HIPSOLVER_STATUS_NOT_INITIALIZED);
        }
        let mut raw = null_mut();
        solver(sys::cusolverDnCreateSyevjInfo(&mut raw))?;
        *rotations = ROTATIONS.insert(raw);
        Ok(())
    }

    fn hipsolverDestroySyevjInfo(rotations: hipsolverSyevjInfo_t) {
        solver(sys::cusolverDnDestroySyevjInfo(*ROTATIONS.remove(rotations)))
    }

    of_types {
        fn [hipsolverSpotrf_bufferSize hipsolverDpotrf_bufferSize hipsolverCpotrf_bufferSize hipsolverZpotrf_bufferSize]
            = [cusolverDnSpotrf_bufferSize cusolverDnDpotrf_bufferSize cusolverDnCpotrf_bufferSize
                cusolverDnZpotrf_bufferSize]
        (handle: hipsolverHandle_t, uplo: hipblasFillMode_t, n: c_int, a: *mut T, lda: c_int, size: *mut c_int) {
            out("size", size);
            let handle = HANDLES.get(handle);
            let (mut handle, mut elements) = (handle.lock(), 0);
            Shape::new("A", n, n, lda);
            solver(cuda(handle.raw, fill(uplo), n, a.cast(), lda, &mut elements))?;
            handle.answer::<T>("potrf", &[uplo as c_int, n, lda], elements, size)
        }

        fn [hipsolverSpotrf hipsolverDpotrf hipsolverCpotrf hipsolverZpotrf]
            = [cusolverDnSpotrf cusolverDnDpotrf cusolverDnCpotrf cusolverDnZpotrf]
        (
            handle: hipsolverHandle_t, uplo: hipblasFillMode_t, n: c_int, a: *mut T, lda: c_int,
            work: *mut T, size: c_int, info: *mut c_int,
        ) {
            let handle = HANDLES.get(handle);
            let handle = handle.lock();
            let device = handle.stream().device;
            Shape::new("A", n, n, lda).check("A", a.cast(), size_of::<T>(), device);
            let elements = handle.workspace("potrf", &[uplo as c_int, n, lda], work, size);
            handle.info(info, 1);
            solver(cuda(handle.raw, fill(uplo), n, a.cast(), lda, work.cast(), elements, info))
        }

        fn [hipsolverSpotrfBatched_bufferSize hipsolverDpotrfBatched_bufferSize
            hipsolverCpotrfBatched_bufferSize hipsolverZpotrfBatched_bufferSize]
            = [cusolverDnSpotrfBatched cusolverDnDpotrfBatched cusolverDnCpotrfBatched cusolverDnZpotrfBatched]
        (
            handle: hipsolverHandle_t, uplo: hipblasFillMode_t, n: c_int, _a: *mut *mut T, lda: c_int, size: *mut c_int,
            count: c_int,
        ) {
            out("size", size);
            Shape::new("A", n, n, lda);
            fill(uplo);
            let handle = HANDLES.get(handle);
            handle.lock().answer::<T>("potrfBatched", &[uplo as c_int, n, lda, count], count, size)
        }

        fn [hipsolverSpotrfBatched hipsolverDpotrfBatched hipsolverCpotrfBatched hipsolverZpotrfBatched]
            = [cusolverDnSpotrfBatched cusolverDnDpotrfBatched cusolverDnCpotrfBatched cusolverDnZpotrfBatched]
        (
            handle: hipsolverHandle_t, uplo: hipblasFillMode_t, n: c_int, a: *mut *mut T, lda: c_int,
            work: *mut T, size: c_int, info: *mut c_int, count: c_int,
        ) {
            let handle = HANDLES.get(handle);
            let handle = handle.lock();
            let (stream, matrices) = (handle.stream(), length("the number of matrices", count));
            pointers("A", a.cast(), matrices, Shape::new("A", n, n, lda), size_of::<T>(), &stream, true);
            handle.workspace("potrfBatched", &[uplo as c_int, n, lda, count], work, size);
            handle.info(info, matrices);
            solver(cuda(handle.raw, fill(uplo), n, a.cast(), lda, info, count))
        }

        fn [hipsolverSgetrf_bufferSize hipsolverDgetrf_bufferSize hipsolverCgetrf_bufferSize hipsolverZgetrf_bufferSize]
            = [cusolverDnSgetrf_bufferSize cusolverDnDgetrf_bufferSize cusolverDnCgetrf_bufferSize
                cusolverDnZgetrf_bufferSize]
        (handle: hipsolverHandle_t, m: c_int, n: c_int, a: *mut T, lda: c_int, size: *mut c_int) {
            out("size", size);
            let handle = HANDLES.get(handle);
            let (mut handle, mut elements) = (handle.lock(), 0);
            Shape::new("A", m, n, lda);
            solver(cuda(handle.raw, m, n, a.cast(), lda, &mut elements))?;
            handle.answer::<T>("getrf", &[m, n, lda], elements, size)
        }

        fn [hipsolverSgetrf hipsolverDgetrf hipsolverCgetrf hipsolverZgetrf]
            = [cusolverDnSgetrf cusolverDnDgetrf cusolverDnCgetrf cusolverDnZgetrf]
        (
            handle: hipsolverHandle_t, m: c_int, n: c_int, a: *mut T, lda: c_int, work: *mut T, size: c_int,
            pivots: *mut c_int, info: *mut c_int,
        ) {
            let handle = HANDLES.get(handle);
            let handle = handle.lock();
            let (device, shape) = (handle.stream().device, Shape::new("A", m, n, lda));
            shape.check("A", a.cast(), size_of::<T>(), device);
            handle.workspace("getrf", &[m, n, lda], work, size);
            if !pivots.is_null() {
                vector("pivots", pivots.cast(), shape.rows.min(shape.cols), 4, device);
            }
            handle.info(info, 1);
            solver(cuda(handle.raw, m, n, a.cast(), lda, work.cast(), pivots, info))
        }

        fn [hipsolverSgetrs_bufferSize hipsolverDgetrs_bufferSize hipsolverCgetrs_bufferSize hipsolverZgetrs_bufferSize]
            = [cusolverDnSgetrs cusolverDnDgetrs cusolverDnCgetrs cusolverDnZgetrs]
        (
            handle: hipsolverHandle_t, op: hipblasOperation_t, n: c_int, k: c_int, _a: *mut T, lda: c_int,
            _pivots: *mut c_int, _b: *mut T, ldb: c_int, size: *mut c_int,
        ) {
            out("size", size);
            Shape::new("A", n, n, lda);
            Shape::new("B", n, k, ldb);
            operation(op);
            let handle = HANDLES.get(handle);
            handle.lock().answer::<T>("getrs", &[op as c_int, n, k, lda, ldb], n, size)
        }

        fn [hipsolverSgetrs hipsolverDgetrs hipsolverCgetrs hipsolverZgetrs]
            = [cusolverDnSgetrs cusolverDnDgetrs cusolverDnCgetrs cusolverDnZgetrs]
        (
            handle: hipsolverHandle_t, op: hipblasOperation_t, n: c_int, k: c_int, a: *mut T, lda: c_int,
            pivots: *mut c_int, b: *mut T, ldb: c_int, work: *mut T, size: c_int, info: *mut c_int,
        ) {
            let handle = HANDLES.get(handle);
            let handle = handle.lock();
            let (device, shape) = (handle.stream().device, Shape::new("A", n, n, lda));
            shape.check("A", a.cast(), size_of::<T>(), device);
            Shape::new("B", n, k, ldb).check("B", b.cast(), size_of::<T>(), device);
            vector("pivots", pivots.cast(), shape.rows, 4, device);
            handle.workspace("getrs", &[op as c_int, n, k, lda, ldb], work, size);
            handle.info(info, 1);
            solver(cuda(handle.raw, operation(op), n, k, a.cast(), lda, pivots, b.cast(), ldb, info))
        }

        fn [hipsolverSgeqrf_bufferSize hipsolverDgeqrf_bufferSize hipsolverCgeqrf_bufferSize hipsolverZgeqrf_bufferSize]
            = [cusolverDnSgeqrf_bufferSize cusolverDnDgeqrf_bufferSize cusolverDnCgeqrf_bufferSize
                cusolverDnZgeqrf_bufferSize]
        (handle: hipsolverHandle_t, m: c_int, n: c_int, a: *mut T, lda: c_int, size: *mut c_int) {
            out("size", size);
            let handle = HANDLES.get(handle);
            let (mut handle, mut elements) = (handle.lock(), 0);
            Shape::new("A", m, n, lda);
            solver(cuda(handle.raw, m, n, a.cast(), lda, &mut elements))?;
            handle.answer::<T>("geqrf", &[m, n, lda], elements, size)
        }

        fn [hipsolverSgeqrf hipsolverDgeqrf hipsolverCgeqrf hipsolverZgeqrf]
            = [cusolverDnSgeqrf cusolverDnDgeqrf cusolverDnCgeqrf cusolverDnZgeqrf]
        (
            handle: hipsolverHandle_t, m: c_int, n: c_int, a: *mut T, lda: c_int, tau: *mut T, work: *mut T,
            size: c_int, info: *mut c_int,
        ) {
            let handle = HANDLES.get(handle);
            let handle = handle.lock();
            let (device, shape) = (handle.stream().device, Shape::new("A", m, n, lda));
            shape.check("A", a.cast(), size_of::<T>(), device);
            vector("tau", tau.cast(), shape.rows.min(shape.cols), size_of::<T>(), device);
            let elements = handle.workspace("geqrf", &[m, n, lda], work, size);
            handle.info(info, 1);
            solver(cuda(handle.raw, m, n, a.cast(), lda, tau.cast(), work.cast(), elements, info))
        }

        fn [hipsolverSorgqr_bufferSize hipsolverDorgqr_bufferSize hipsolverCungqr_bufferSize hipsolverZungqr_bufferSize]
            = [cusolverDnSorgqr_bufferSize cusolverDnDorgqr_bufferSize cusolverDnCungqr_bufferSize
                cusolverDnZungqr_bufferSize]
        (
            handle: hipsolverHandle_t, m: c_int, n: c_int, k: c_int, a: *mut T, lda: c_int, tau: *mut T,
            size: *mut c_int,
        ) {
            out("size", size);
            let handle = HANDLES.get(handle);
            let (mut handle, mut elements) = (handle.lock(), 0);
            Shape::new("A", m, n, lda);
            solver(cuda(handle.raw, m, n, k, a.cast(), lda, tau.cast(), &mut elements))?;
            handle.answer::<T>("orgqr", &[m, n, k, lda], elements, size)
        }

        fn [hipsolverSorgqr hipsolverDorgqr hipsolverCungqr hipsolverZungqr]
            = [cusolverDnSorgqr cusolverDnDorgqr cusolverDnCungqr cusolverDnZungqr]
        (
            handle: hipsolverHandle_t, m: c_int, n: c_int, k: c_int, a: *mut T, lda: c_int, tau: *mut T,
            work: *mut T, size: c_int, info: *mut c_int,
        ) {
            let handle = HANDLES.get(handle);
            let handle = handle.lock();
            let device = handle.stream().device;
            if !(k <= n && n <= m) {
                misuse!("{k} reflections for {n} columns of {m}");
            }
            Shape::new("A", m, n, lda).check("A", a.cast(), size_of::<T>(), device);
            vector("tau", tau.cast(), length("the number of reflections", k), size_of::<T>(), device);
            let elements = handle.workspace("orgqr", &[m, n, k, lda], work, size);
            handle.info(info, 1);
            solver(cuda(handle.raw, m, n, k, a.cast(), lda, tau.cast(), work.cast(), elements, info))
        }

        fn [hipsolverSgesvd_bufferSize hipsolverDgesvd_bufferSize hipsolverCgesvd_bufferSize hipsolverZgesvd_bufferSize]
            = [cusolverDnSgesvd_bufferSize cusolverDnDgesvd_bufferSize cusolverDnCgesvd_bufferSize
                cusolverDnZgesvd_bufferSize]
        (handle: hipsolverHandle_t, job_u: c_schar, job_v: c_schar, m: c_int, n: c_int, size: *mut c_int) {
            out("size", size);
            let handle = HANDLES.get(handle);
            let (mut handle, mut elements) = (handle.lock(), 0);
            let _ = [job_u, job_v].map(|job| vectors(job, 0, 0));
            solver(cuda(handle.raw, m, n, &mut elements))?;
            handle.answer::<T>("gesvd", &[job_u.into(), job_v.into(), m, n], elements, size)
        }

        fn [hipsolverSgesvd hipsolverDgesvd hipsolverCgesvd hipsolverZgesvd]
            = [cusolverDnSgesvd cusolverDnDgesvd cusolverDnCgesvd cusolverDnZgesvd]
        (
            handle: hipsolverHandle_t, job_u: c_schar, job_v: c_schar, m: c_int, n: c_int, a: *mut T, lda: c_int,
            s: *mut R, u: *mut T, ldu: c_int, vh: *mut T, ldv: c_int, work: *mut T, size: c_int, real_work: *mut R,
            info: *mut c_int,
        ) {
            let handle = HANDLES.get(handle);
            let handle = handle.lock();
            let (device, shape) = (handle.stream().device, Shape::new("A", m, n, lda));
            if m < n {
                eprintln!("hip-on-cuda: cuSOLVER has no gesvd of {m} rows and {n} columns");
                return Err(HIPSOLVER_STATUS_NOT_SUPPORTED);
            }
            let values = shape.rows.min(shape.cols);
            shape.check("A", a.cast(), size_of::<T>(), device);
            vector("the singular values", s.cast(), values, size_of::<R>(), device);
            let columns = vectors(job_u, shape.rows, values) as c_int;
            if columns > 0 {
                Shape::new("U", m, columns, ldu).check("U", u.cast(), size_of::<T>(), device);
            }
            let rows = vectors(job_v, shape.cols, values) as c_int;
            if rows > 0 {
                Shape::new("V", rows, n, ldv).check("V", vh.cast(), size_of::<T>(), device);
            }
            let elements = handle.workspace("gesvd", &[job_u.into(), job_v.into(), m, n], work, size);
            if !real_work.is_null() {
                vector("the real workspace", real_work.cast(), values.saturating_sub(1), size_of::<R>(), device);
            }
            handle.info(info, 1);
            solver(cuda(
                handle.raw, job_u, job_v, m, n, a.cast(), lda, s, u.cast(), ldu, vh.cast(), ldv, work.cast(), elements,
                real_work, info,
            ))
        }

        fn [hipsolverSsyevd_bufferSize hipsolverDsyevd_bufferSize hipsolverCheevd_bufferSize hipsolverZheevd_bufferSize]
            = [cusolverDnSsyevd_bufferSize cusolverDnDsyevd_bufferSize cusolverDnCheevd_bufferSize
                cusolverDnZheevd_bufferSize]
        (
            handle: hipsolverHandle_t, job: hipsolverEigMode_t, uplo: hipblasFillMode_t, n: c_int, a: *mut T,
            lda: c_int, w: *mut R, size: *mut c_int,
        ) {
            out("size", size);
            let handle = HANDLES.get(handle);
            let (mut handle, mut elements) = (handle.lock(), 0);
            Shape::new("A", n, n, lda);
            solver(cuda(handle.raw, mode(job), fill(uplo), n, a.cast(), lda, w, &mut elements))?;
            handle.answer::<T>("syevd", &[job as c_int, uplo as c_int, n, lda], elements, size)
        }

        fn [hipsolverSsyevd hipsolverDsyevd hipsolverCheevd hipsolverZheevd]
            = [cusolverDnSsyevd cusolverDnDsyevd cusolverDnCheevd cusolverDnZheevd]
        (
            handle: hipsolverHandle_t, job: hipsolverEigMode_t, uplo: hipblasFillMode_t, n: c_int, a: *mut T,
            lda: c_int, w: *mut R, work: *mut T, size: c_int, info: *mut c_int,
        ) {
            let handle = HANDLES.get(handle);
            let handle = handle.lock();
            let (device, shape) = (handle.stream().device, Shape::new("A", n, n, lda));
            shape.check("A", a.cast(), size_of::<T>(), device);
            vector("the eigenvalues", w.cast(), shape.rows, size_of::<R>(), device);
            let elements = handle.workspace("syevd", &[job as c_int, uplo as c_int, n, lda], work, size);
            handle.info(info, 1);
            solver(cuda(handle.raw, mode(job), fill(uplo), n, a.cast(), lda, w, work.cast(), elements, info))
        }

        fn [hipsolverSsyevjBatched_bufferSize hipsolverDsyevjBatched_bufferSize
            hipsolverCheevjBatched_bufferSize hipsolverZheevjBatched_bufferSize]
            = [cusolverDnSsyevjBatched_bufferSize cusolverDnDsyevjBatched_bufferSize
                cusolverDnCheevjBatched_bufferSize cusolverDnZheevjBatched_bufferSize]
        (
            handle: hipsolverHandle_t, job: hipsolverEigMode_t, uplo: hipblasFillMode_t, n: c_int, a: *mut T,
            lda: c_int, w: *mut R, size: *mut c_int, rotations: hipsolverSyevjInfo_t, count: c_int,
        ) {
            out("size", size);
            let (handle, rotations) = (HANDLES.get(handle), ROTATIONS.get(rotations));
            let (mut handle, mut elements) = (handle.lock(), 0);
            Shape::new("A", n, n, lda);
            let (raw, rotations) = (handle.raw, *rotations);
            solver(cuda(raw, mode(job), fill(uplo), n, a.cast(), lda, w, &mut elements, rotations, count))?;
            handle.answer::<T>("syevjBatched", &[job as c_int, uplo as c_int, n, lda, count], elements, size)
        }

        fn [hipsolverSsyevjBatched hipsolverDsyevjBatched hipsolverCheevjBatched hipsolverZheevjBatched]
            = [cusolverDnSsyevjBatched cusolverDnDsyevjBatched cusolverDnCheevjBatched cusolverDnZheevjBatched]
        (
            handle: hipsolverHandle_t, job: hipsolverEigMode_t, uplo: hipblasFillMode_t, n: c_int, a: *mut T,
            lda: c_int, w: *mut R, work: *mut T, size: c_int, info: *mut c_int, rotations: hipsolverSyevjInfo_t,
            count: c_int,
        ) {
            let (handle, rotations) = (HANDLES.get(handle), ROTATIONS.get(rotations));
            let handle = handle.lock();
            let device = handle.stream().device;
            let matrices = length("the number of matrices", count);
            // One after another, without a gap.
            let shape = Shape::new("A", n, n, lda);
            let all = if matrices == 0 { 0 } else { (matrices - 1) * lda as usize * shape.cols + shape.elements() };
            vector("A", a.cast::<c_void>(), all, size_of::<T>(), device);
            vector("the eigenvalues", w.cast(), shape.rows * matrices, size_of::<R>(), device);
            let question = [job as c_int, uplo as c_int, n, lda, count];
            let elements = handle.workspace("syevjBatched", &question, work, size);
            handle.info(info, matrices);
            let (raw, mode, fill) = (handle.raw, mode(job), fill(uplo));
            solver(cuda(raw, mode, fill, n, a.cast(), lda, w, work.cast(), elements, info, *rotations, count))
        }
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CODES, CONSTANTS] };
