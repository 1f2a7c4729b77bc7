//! [`SparseLibrary`] over cuDSS 1, whose functions are looked for when a sparse matrix is first decomposed. Names and numbers are those of its
//! headers, `cudss.h` and `cudss_data_types.h`.

use crate::check::unavailable;
use crate::libraries::{self, toolkit_dirs};
use crate::{CudaDriver, compiler, cublas};
use std::ffi::{c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::OnceLock;
use xparray_gpu::RawStream;
use xparray_gpu::vendor::{self, RawFactors, SharedLibrary, SparseLibrary, SparseMatrix};
use xparray_ir::{DType, Error, Result};

type Pointer = *mut c_void;

/// Functions of the library.
struct Cudss {
    path: String,
    create: unsafe extern "C" fn(*mut Pointer) -> c_int,
    destroy: unsafe extern "C" fn(Pointer) -> c_int,
    set_stream: unsafe extern "C" fn(Pointer, Pointer) -> c_int,
    config_create: unsafe extern "C" fn(*mut Pointer) -> c_int,
    config_destroy: unsafe extern "C" fn(Pointer) -> c_int,
    config_set: unsafe extern "C" fn(Pointer, c_int, *const c_void, usize) -> c_int,
    data_create: unsafe extern "C" fn(Pointer, *mut Pointer) -> c_int,
    data_destroy: unsafe extern "C" fn(Pointer, Pointer) -> c_int,
    data_get: unsafe extern "C" fn(Pointer, Pointer, c_int, Pointer, usize, *mut usize) -> c_int,
    matrix_create_dn: unsafe extern "C" fn(*mut Pointer, i64, i64, i64, *const c_void, c_int, c_int) -> c_int,
    matrix_create_csr: CreateCsr,
    matrix_destroy: unsafe extern "C" fn(Pointer) -> c_int,
    execute: unsafe extern "C" fn(Pointer, c_int, Pointer, Pointer, Pointer, Pointer, Pointer) -> c_int,
}

type CreateCsr = unsafe extern "C" fn(
    *mut Pointer,
    i64,
    i64,
    i64,
    *const c_void,
    *const c_void,
    *const c_void,
    *const c_void,
    c_int,
    c_int,
    c_int,
    c_int,
    c_int,
    c_int,
) -> c_int;

// `cudaDataType_t`.
const CUDA_R_64F: c_int = 1;
const CUDA_C_64F: c_int = 5;
const CUDA_R_32I: c_int = 10;
// `cudssPhase_t`.
const ANALYSIS: c_int = 3;
const FACTORIZATION: c_int = 4;
const SOLVE: c_int = 0x3f0;
// `cudssMatrixType_t`, `cudssMatrixViewType_t`, `cudssIndexBase_t`, `cudssLayout_t`.
const GENERAL: c_int = 0;
const SPD: c_int = 3;
const HPD: c_int = 4;
const FULL: c_int = 0;
const LOWER: c_int = 1;
const BASE_ZERO: c_int = 0;
const COL_MAJOR: c_int = 0;
// `cudssDataParam_t`, `cudssConfigParam_t`.
const INFO: c_int = 0;
const NPIVOTS: c_int = 2;
const IR_N_STEPS: c_int = 5;
/// How often a solution is corrected by what it leaves: pivots are looked for among few rows only. Runs differ by rounding: the library's
/// deterministic mode refuses these matrices.
const STEPS: c_int = 2;

/// The names of `cudssStatus_t`.
const STATUS: [&str; 8] = [
    "CUDSS_STATUS_SUCCESS",
    "CUDSS_STATUS_NOT_INITIALIZED",
    "CUDSS_STATUS_ALLOC_FAILED",
    "CUDSS_STATUS_INVALID_VALUE",
    "CUDSS_STATUS_NOT_SUPPORTED",
    "CUDSS_STATUS_EXECUTION_FAILED",
    "CUDSS_STATUS_INTERNAL_ERROR",
    "CUDSS_STATUS_IR_FAILED",
];

fn checked(call: &'static str, code: c_int) -> Result<()> {
    let name = || STATUS.get(code as usize).map_or_else(|| code.to_string(), |&name| name.to_owned());
    vendor::check(call, i64::from(code), name)
}

impl Cudss {
    fn load() -> Result<Self, String> {
        // What it is linked to, which the system's loader finds once it is loaded.
        cublas::require().and_then(|()| compiler::require()).map_err(|error| error.to_string())?;
        let library = SharedLibrary::open(&[libraries::file("cudss", 1)], &toolkit_dirs())?;
        // SAFETY: these are the types of the functions in version 1 of its headers.
        unsafe {
            Ok(Self {
                path: library.path().display().to_string(),
                create: library.function(&["cudssCreate"])?,
                destroy: library.function(&["cudssDestroy"])?,
                set_stream: library.function(&["cudssSetStream"])?,
                config_create: library.function(&["cudssConfigCreate"])?,
                config_destroy: library.function(&["cudssConfigDestroy"])?,
                config_set: library.function(&["cudssConfigSet"])?,
                data_create: library.function(&["cudssDataCreate"])?,
                data_destroy: library.function(&["cudssDataDestroy"])?,
                data_get: library.function(&["cudssDataGet"])?,
                matrix_create_dn: library.function(&["cudssMatrixCreateDn"])?,
                matrix_create_csr: library.function(&["cudssMatrixCreateCsr"])?,
                matrix_destroy: library.function(&["cudssMatrixDestroy"])?,
                execute: library.function(&["cudssExecute"])?,
            })
        }
    }

    /// The library, or why it is not there.
    fn get() -> Result<&'static Self> {
        static FOUND: OnceLock<Result<Cudss, String>> = OnceLock::new();
        FOUND.get_or_init(Self::load).as_ref().map_err(|reason| unavailable(reason.clone()))
    }
}

/// Where the library is.
pub fn version() -> Result<String> {
    Cudss::get().map(|library| library.path.clone())
}

/// A matrix that was decomposed.
pub struct Factors {
    library: &'static Cudss,
    n: i64,
    dtype: c_int,
    handle: Pointer,
    config: Pointer,
    data: Pointer,
    matrix: Pointer,
}

// SAFETY: any thread may use them, one at a time.
unsafe impl Send for Factors {}

impl Drop for Factors {
    fn drop(&mut self) {
        let Self { library, handle, config, data, matrix, .. } = *self;
        // SAFETY: what is not null was made by the library and is not used any more. Errors have nobody to go to.
        unsafe {
            if !matrix.is_null() {
                let _ = (library.matrix_destroy)(matrix);
            }
            if !data.is_null() {
                let _ = (library.data_destroy)(handle, data);
            }
            if !config.is_null() {
                let _ = (library.config_destroy)(config);
            }
            if !handle.is_null() {
                let _ = (library.destroy)(handle);
            }
        }
    }
}

impl Factors {
    /// Nothing decomposed yet.
    ///
    /// # Safety
    /// The device is bound and the stream alive, and the matrix too, as long as this.
    unsafe fn new(library: &'static Cudss, stream: RawStream, a: &SparseMatrix) -> Result<Self> {
        let dtype = if a.dtype == DType::Complex128 { CUDA_C_64F } else { CUDA_R_64F };
        let (handle, config, data, matrix) = (null_mut(), null_mut(), null_mut(), null_mut());
        let mut new = Self { library, n: a.n, dtype, handle, config, data, matrix };
        let (kind, view) = match (a.definite, a.dtype) {
            (false, _) => (GENERAL, FULL),
            (true, DType::Complex128) => (HPD, LOWER),
            (true, _) => (SPD, LOWER),
        };
        // SAFETY: the caller's promises.
        unsafe {
            checked("cudssCreate", (library.create)(&mut new.handle))?;
            checked("cudssSetStream", (library.set_stream)(new.handle, stream.0 as Pointer))?;
            checked("cudssConfigCreate", (library.config_create)(&mut new.config))?;
            let steps = std::ptr::from_ref(&STEPS).cast();
            checked("cudssConfigSet", (library.config_set)(new.config, IR_N_STEPS, steps, size_of::<c_int>()))?;
            checked("cudssDataCreate", (library.data_create)(new.handle, &mut new.data))?;
            let code = (library.matrix_create_csr)(
                &mut new.matrix,
                a.n,
                a.n,
                a.nnz,
                a.offsets as *const c_void,
                null(),
                a.columns as *const c_void,
                a.values as *const c_void,
                CUDA_R_32I,
                CUDA_R_32I,
                dtype,
                kind,
                view,
                BASE_ZERO,
            );
            checked("cudssMatrixCreateCsr", code)?;
        }
        Ok(new)
    }

    /// Runs a phase with dense matrices of so many columns.
    ///
    /// # Safety
    /// They are on the device, or of no phase that reads them.
    unsafe fn execute(&mut self, phase: c_int, x: u64, b: u64, count: i64) -> Result<()> {
        let library = self.library;
        let mut dense = Dense { library, matrices: [null_mut(); 2] };
        // SAFETY: the caller's promise; the phases before this one are over.
        unsafe {
            for (matrix, address) in dense.matrices.iter_mut().zip([x, b]) {
                let values = address as *const c_void;
                let code = (library.matrix_create_dn)(matrix, self.n, count, self.n, values, self.dtype, COL_MAJOR);
                checked("cudssMatrixCreateDn", code)?;
            }
            let [x, b] = dense.matrices;
            checked("cudssExecute", (library.execute)(self.handle, phase, self.config, self.data, self.matrix, x, b))
        }
    }

    /// A number of the decomposition.
    ///
    /// # Safety
    /// It is an `int`.
    unsafe fn number(&self, which: c_int) -> Result<c_int> {
        let (mut number, mut written) = (0, 0);
        let to = (&raw mut number).cast();
        // SAFETY: the caller's promise; there is room for one.
        let code =
            unsafe { (self.library.data_get)(self.handle, self.data, which, to, size_of::<c_int>(), &mut written) };
        checked("cudssDataGet", code)?;
        Ok(number)
    }
}

/// Right-hand sides and solutions.
struct Dense {
    library: &'static Cudss,
    matrices: [Pointer; 2],
}

impl Drop for Dense {
    fn drop(&mut self) {
        for matrix in self.matrices.into_iter().filter(|matrix| !matrix.is_null()) {
            // SAFETY: made by the library, and what was queued does not refer to it but to the memory. Errors have nobody to go to.
            let _ = unsafe { (self.library.matrix_destroy)(matrix) };
        }
    }
}

impl RawFactors for Factors {
    unsafe fn solve(&mut self, b: u64, x: u64, count: i64) -> Result<()> {
        // SAFETY: the caller's promises.
        unsafe { self.execute(SOLVE, x, b, count) }
    }
}

impl SparseLibrary for CudaDriver {
    unsafe fn factors(&self, stream: RawStream, a: &SparseMatrix) -> Result<Option<Box<dyn RawFactors>>> {
        let Ok(library) = Cudss::get() else { return Ok(None) };
        let decompose = || {
            // SAFETY: the caller's promises; both numbers are `int`s, since offsets are.
            unsafe {
                let mut factors = Factors::new(library, stream, a)?;
                factors.execute(ANALYSIS, 0, 0, 1)?;
                factors.execute(FACTORIZATION, 0, 0, 1)?;
                // These wait.
                let trusted = factors.number(INFO)? == 0 && (a.definite || factors.number(NPIVOTS)? == 0);
                Ok::<_, Error>(trusted.then(|| Box::new(factors) as Box<_>))
            }
        };
        // What it cannot do, for lack of memory as well, the host may; a device that is lost tells whoever uses it next.
        Ok(decompose().unwrap_or(None))
    }
}
