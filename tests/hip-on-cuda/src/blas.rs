//! hipBLAS, by cuBLAS, in ROCm 7's types: those of ROCm 6 have the names that end in `_v2`.

use crate::cuda::{check, chosen, on};
use crate::entry::Table;
use crate::handles::{Exclusive, Handles, out};
use crate::matrix::{Shape, length, vector};
use crate::memory::host_range;
use crate::runtime::stream::{STREAMS, Stream};
use crate::types::*;
use cudarc::cublas::sys::{
    self, cublasAtomicsMode_t, cublasComputeType_t as Compute, cublasDiagType_t as Diagonal, cublasFillMode_t as Fill,
    cublasGemmAlgo_t::CUBLAS_GEMM_DFALT as ALGORITHM, cublasHandle_t, cublasMath_t, cublasOperation_t as Operation,
    cublasSideMode_t as Side, cublasStatus_t, cudaDataType_t as DataType,
};
use cudarc::driver::sys::{cuMemcpyDtoH_v2, cuStreamSynchronize};
use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::Arc;

codes! { hipblasStatus_t {
    HIPBLAS_STATUS_NOT_INITIALIZED = 1;
    HIPBLAS_STATUS_ALLOC_FAILED = 2;
    HIPBLAS_STATUS_INVALID_VALUE = 3;
    HIPBLAS_STATUS_MAPPING_ERROR = 4;
    HIPBLAS_STATUS_EXECUTION_FAILED = 5;
    HIPBLAS_STATUS_INTERNAL_ERROR = 6;
    HIPBLAS_STATUS_NOT_SUPPORTED = 7;
    HIPBLAS_STATUS_ARCH_MISMATCH = 8;
}}

constants! {
    HIPBLAS_SIDE_LEFT: hipblasSideMode_t = 141;
    HIPBLAS_SIDE_RIGHT: hipblasSideMode_t = 142;
    HIPBLAS_DIAG_NON_UNIT: hipblasDiagType_t = 131;
    HIPBLAS_DIAG_UNIT: hipblasDiagType_t = 132;
    HIPBLAS_ATOMICS_NOT_ALLOWED: hipblasAtomicsMode_t = 0;
    HIPBLAS_ATOMICS_ALLOWED: hipblasAtomicsMode_t = 1;
    HIPBLAS_GEMM_DEFAULT: hipblasGemmAlgo_t = 160;
    HIPBLAS_COMPUTE_32F: hipblasComputeType_t = 2;
    HIPBLAS_COMPUTE_64F: hipblasComputeType_t = 7;
    HIP_R_32F: hipDataType = 0;
    HIP_R_64F: hipDataType = 1;
    HIP_R_16F: hipDataType = 2;
    HIP_R_16BF: hipDataType = 14;
    HIP_C_32F: hipDataType = 4;
    HIP_C_64F: hipDataType = 5;
}

struct Blas {
    raw: cublasHandle_t,
    device: c_int,
    /// None before one is set: the null stream is not used.
    stream: hipStream_t,
}

static HANDLES: Handles<Exclusive<Blas>> = Handles::new("hipBLAS handle", 9);

fn blas(result: cublasStatus_t) -> Result<(), hipblasStatus_t> {
    Err(match result {
        cublasStatus_t::CUBLAS_STATUS_SUCCESS => return Ok(()),
        cublasStatus_t::CUBLAS_STATUS_NOT_INITIALIZED => HIPBLAS_STATUS_NOT_INITIALIZED,
        cublasStatus_t::CUBLAS_STATUS_ALLOC_FAILED => HIPBLAS_STATUS_ALLOC_FAILED,
        cublasStatus_t::CUBLAS_STATUS_INVALID_VALUE => HIPBLAS_STATUS_INVALID_VALUE,
        cublasStatus_t::CUBLAS_STATUS_ARCH_MISMATCH => HIPBLAS_STATUS_ARCH_MISMATCH,
        cublasStatus_t::CUBLAS_STATUS_MAPPING_ERROR => HIPBLAS_STATUS_MAPPING_ERROR,
        cublasStatus_t::CUBLAS_STATUS_EXECUTION_FAILED => HIPBLAS_STATUS_EXECUTION_FAILED,
        cublasStatus_t::CUBLAS_STATUS_NOT_SUPPORTED => HIPBLAS_STATUS_NOT_SUPPORTED,
        _ => HIPBLAS_STATUS_INTERNAL_ERROR,
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

fn side(side: hipblasSideMode_t) -> Side {
    match side {
        HIPBLAS_SIDE_LEFT => Side::CUBLAS_SIDE_LEFT,
        HIPBLAS_SIDE_RIGHT => Side::CUBLAS_SIDE_RIGHT,
        other => misuse!("{other} is no side"),
    }
}

fn diagonal(diagonal: hipblasDiagType_t) -> Diagonal {
    match diagonal {
        HIPBLAS_DIAG_NON_UNIT => Diagonal::CUBLAS_DIAG_NON_UNIT,
        HIPBLAS_DIAG_UNIT => Diagonal::CUBLAS_DIAG_UNIT,
        other => misuse!("{other} is no kind of diagonal"),
    }
}

/// An element type that is accumulated so, and the size of an element.
fn types(types: [hipDataType; 3], compute: hipblasComputeType_t) -> (DataType, Compute, usize) {
    if types != [types[0]; 3] {
        misuse!("matrices of types {types:?}");
    }
    match (types[0], compute) {
        (HIP_R_16F, HIPBLAS_COMPUTE_32F) => (DataType::CUDA_R_16F, Compute::CUBLAS_COMPUTE_32F, 2),
        (HIP_R_16BF, HIPBLAS_COMPUTE_32F) => (DataType::CUDA_R_16BF, Compute::CUBLAS_COMPUTE_32F, 2),
        (HIP_R_32F, HIPBLAS_COMPUTE_32F) => (DataType::CUDA_R_32F, Compute::CUBLAS_COMPUTE_32F, 4),
        (HIP_C_32F, HIPBLAS_COMPUTE_32F) => (DataType::CUDA_C_32F, Compute::CUBLAS_COMPUTE_32F, 8),
        (HIP_R_64F, HIPBLAS_COMPUTE_64F) => (DataType::CUDA_R_64F, Compute::CUBLAS_COMPUTE_64F, 8),
        (HIP_C_64F, HIPBLAS_COMPUTE_64F) => (DataType::CUDA_C_64F, Compute::CUBLAS_COMPUTE_64F, 16),
        (kind, compute) => misuse!("type {kind}, accumulated as {compute}"),
    }
}

impl Blas {
    /// The stream: alive, and of this thread's device.
    fn stream(&self) -> Arc<Stream> {
        on("hipBLAS handle", self.device);
        if self.stream.is_null() {
            misuse!("the handle has no stream");
        }
        STREAMS.get(self.stream)
    }
}

/// Checks an array of addresses on a device, and what they point to, where it can be read: not while it is captured.
/// What is written to must not overlap.
pub fn pointers(
    what: &str,
    array: *const c_void,
    count: usize,
    shape: Shape,
    element: usize,
    stream: &Stream,
    written: bool,
) {
    vector(what, array, count, size_of::<usize>(), stream.device);
    if count == 0 || shape.elements() == 0 || stream.captured() {
        return;
    }
    let mut addresses = vec![0usize; count];
    let bytes = count * size_of::<usize>();
    // SAFETY: the range was checked; the stream is alive, and there is room.
    let read = unsafe {
        check(cuStreamSynchronize(stream.raw))
            .and_then(|()| check(cuMemcpyDtoH_v2(addresses.as_mut_ptr().cast(), array.addr() as u64, bytes)))
    };
    if let Err(code) = read {
        eprintln!("hip-on-cuda: {what} cannot be read: {code:?}");
        return;
    }
    for &address in &addresses {
        shape.check(what, address as *const c_void, element, stream.device);
    }
    addresses.sort_unstable();
    if written && addresses.windows(2).any(|pair| pair[1] - pair[0] < shape.elements() * element) {
        misuse!("{what} overlap");
    }
}

/// A product's operands as they lie in memory.
fn operands(ops: [hipblasOperation_t; 2], [m, n, k]: [c_int; 3], [lda, ldb, ldc]: [c_int; 3]) -> [Shape; 3] {
    let turned = |op, (rows, cols)| if op == HIPBLAS_OP_N { (rows, cols) } else { (cols, rows) };
    let ((ra, ca), (rb, cb)) = (turned(ops[0], (m, k)), turned(ops[1], (k, n)));
    [Shape::new("A", ra, ca, lda), Shape::new("B", rb, cb, ldb), Shape::new("C", m, n, ldc)]
}

/// Matrices one after another.
fn strided(what: &str, address: *const c_void, shape: Shape, step: i64, count: usize, element: usize, device: c_int) {
    let Ok(step) = usize::try_from(step) else { misuse!("{what}: a step of {step}") };
    if count > 0 && shape.elements() > 0 {
        vector(what, address, (count - 1) * step + shape.elements(), element, device);
    }
}

fn scalars(alpha: *const c_void, beta: *const c_void, bytes: usize) {
    host_range("alpha", alpha, bytes);
    host_range("beta", beta, bytes);
}

fn algorithm(algorithm: hipblasGemmAlgo_t) {
    if algorithm != HIPBLAS_GEMM_DEFAULT {
        misuse!("{algorithm} is no algorithm");
    }
}

/// The size of what products are accumulated in.
fn accumulator(element: usize) -> usize {
    element.max(4)
}

/// # Safety
/// As of `hipblasGemmEx`.
unsafe fn gemm(
    handle: hipblasHandle_t,
    ops: [hipblasOperation_t; 2],
    [m, n, k]: [c_int; 3],
    [alpha, beta]: [*const c_void; 2],
    (a, b, c): (*const c_void, *const c_void, *mut c_void),
    kinds: [hipDataType; 3],
    ld: [c_int; 3],
    batch: Option<([i64; 3], c_int)>,
    compute: hipblasComputeType_t,
) -> Result<(), hipblasStatus_t> {
    let handle = HANDLES.get(handle);
    let handle = handle.lock();
    let device = handle.stream().device;
    let (kind, compute, element) = types(kinds, compute);
    let [ta, tb] = ops.map(operation);
    let shapes = operands(ops, [m, n, k], ld);
    scalars(alpha, beta, accumulator(element));
    let (steps, count) = batch.unwrap_or(([0; 3], 1));
    let matrices = length("the number of matrices", count);
    for (i, address) in [a, b, c.cast_const()].into_iter().enumerate() {
        strided(["A", "B", "C"][i], address, shapes[i], steps[i], matrices, element, device);
    }
    if matrices > 1 && (steps[2] as usize) < shapes[2].elements() {
        misuse!("C overlap");
    }
    let [lda, ldb, ldc] = ld;
    // SAFETY: the caller's promise.
    blas(unsafe {
        match batch {
            None => sys::cublasGemmEx(
                handle.raw, ta, tb, m, n, k, alpha, a, kind, lda, b, kind, ldb, beta, c, kind, ldc, compute, ALGORITHM,
            ),
            Some(([sa, sb, sc], count)) => sys::cublasGemmStridedBatchedEx(
                handle.raw, ta, tb, m, n, k, alpha, a, kind, lda, sa, b, kind, ldb, sb, beta, c, kind, ldc, sc, count,
                compute, ALGORITHM,
            ),
        }
    })
}

/// # Safety
/// As of `hipblasGemmBatchedEx`.
unsafe fn gemm_batched(
    handle: hipblasHandle_t,
    ops: [hipblasOperation_t; 2],
    [m, n, k]: [c_int; 3],
    [alpha, beta]: [*const c_void; 2],
    (a, b, c): (*mut *const c_void, *mut *const c_void, *mut *mut c_void),
    kinds: [hipDataType; 3],
    ld: [c_int; 3],
    count: c_int,
    compute: hipblasComputeType_t,
) -> Result<(), hipblasStatus_t> {
    let handle = HANDLES.get(handle);
    let handle = handle.lock();
    let stream = handle.stream();
    let (kind, compute, element) = types(kinds, compute);
    let [ta, tb] = ops.map(operation);
    let shapes = operands(ops, [m, n, k], ld);
    scalars(alpha, beta, accumulator(element));
    let matrices = length("the number of matrices", count);
    for (i, array) in [a.cast::<c_void>(), b.cast(), c.cast()].into_iter().enumerate() {
        pointers(["A", "B", "C"][i], array, matrices, shapes[i], element, &stream, i == 2);
    }
    let [lda, ldb, ldc] = ld;
    // SAFETY: the caller's promise.
    blas(unsafe {
        sys::cublasGemmBatchedEx(
            handle.raw, ta, tb, m, n, k, alpha, a, kind, lda, b, kind, ldb, beta, c, kind, ldc, count, compute,
            ALGORITHM,
        )
    })
}

entries! {
    status hipblasStatus_t;

    fn hipblasCreate(handle: *mut hipblasHandle_t) {
        out("handle", handle);
        let device = chosen();
        if !sys::is_culib_present() {
            eprintln!("hip-on-cuda: no cuBLAS");
            return Err(HIPBLAS_STATUS_NOT_INITIALIZED);
        }
        let mut raw = null_mut();
        blas(sys::cublasCreate_v2(&mut raw))?;
        // AMD's accumulates half types in float only.
        blas(sys::cublasSetMathMode(raw, cublasMath_t::CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION))?;
        *handle = HANDLES.insert(Exclusive::new(Blas { raw, device, stream: null_mut() }));
        Ok(())
    }

    fn hipblasDestroy(handle: hipblasHandle_t) {
        let handle = HANDLES.remove(handle);
        let handle = handle.lock();
        blas(sys::cublasDestroy_v2(handle.raw))
    }

    fn hipblasSetStream(handle: hipblasHandle_t, stream: hipStream_t) {
        let (handle, raw) = (HANDLES.get(handle), STREAMS.get(stream));
        let mut handle = handle.lock();
        if raw.device != handle.device {
            misuse!("a stream of device {} for a handle of device {}", raw.device, handle.device);
        }
        handle.stream = stream;
        blas(sys::cublasSetStream_v2(handle.raw, raw.raw.cast()))
    }

    fn hipblasSetAtomicsMode(handle: hipblasHandle_t, mode: hipblasAtomicsMode_t) {
        let mode = match mode {
            HIPBLAS_ATOMICS_NOT_ALLOWED => cublasAtomicsMode_t::CUBLAS_ATOMICS_NOT_ALLOWED,
            HIPBLAS_ATOMICS_ALLOWED => cublasAtomicsMode_t::CUBLAS_ATOMICS_ALLOWED,
            other => misuse!("{other} is no mode"),
        };
        blas(sys::cublasSetAtomicsMode(HANDLES.get(handle).lock().raw, mode))
    }

    fn hipblasGemmEx(
        handle: hipblasHandle_t, op_a: hipblasOperation_t, op_b: hipblasOperation_t, m: c_int, n: c_int, k: c_int,
        alpha: *const c_void, a: *const c_void, type_a: hipDataType, lda: c_int,
        b: *const c_void, type_b: hipDataType, ldb: c_int,
        beta: *const c_void, c: *mut c_void, type_c: hipDataType, ldc: c_int,
        compute: hipblasComputeType_t, algorithm_: hipblasGemmAlgo_t,
    ) {
        algorithm(algorithm_);
        let (kinds, ld) = ([type_a, type_b, type_c], [lda, ldb, ldc]);
        gemm(handle, [op_a, op_b], [m, n, k], [alpha, beta], (a, b, c), kinds, ld, None, compute)
    }

    fn hipblasGemmEx_v2(
        handle: hipblasHandle_t, op_a: hipblasOperation_t, op_b: hipblasOperation_t, m: c_int, n: c_int, k: c_int,
        alpha: *const c_void, a: *const c_void, type_a: hipDataType, lda: c_int,
        b: *const c_void, type_b: hipDataType, ldb: c_int,
        beta: *const c_void, c: *mut c_void, type_c: hipDataType, ldc: c_int,
        compute: hipblasComputeType_t, algorithm_: hipblasGemmAlgo_t,
    ) {
        algorithm(algorithm_);
        let (kinds, ld) = ([type_a, type_b, type_c], [lda, ldb, ldc]);
        gemm(handle, [op_a, op_b], [m, n, k], [alpha, beta], (a, b, c), kinds, ld, None, compute)
    }

    fn hipblasGemmStridedBatchedEx(
        handle: hipblasHandle_t, op_a: hipblasOperation_t, op_b: hipblasOperation_t, m: c_int, n: c_int, k: c_int,
        alpha: *const c_void, a: *const c_void, type_a: hipDataType, lda: c_int, step_a: i64,
        b: *const c_void, type_b: hipDataType, ldb: c_int, step_b: i64,
        beta: *const c_void, c: *mut c_void, type_c: hipDataType, ldc: c_int, step_c: i64,
        count: c_int, compute: hipblasComputeType_t, algorithm_: hipblasGemmAlgo_t,
    ) {
        algorithm(algorithm_);
        let (kinds, ld, batch) = ([type_a, type_b, type_c], [lda, ldb, ldc], Some(([step_a, step_b, step_c], count)));
        gemm(handle, [op_a, op_b], [m, n, k], [alpha, beta], (a, b, c), kinds, ld, batch, compute)
    }

    fn hipblasGemmStridedBatchedEx_v2(
        handle: hipblasHandle_t, op_a: hipblasOperation_t, op_b: hipblasOperation_t, m: c_int, n: c_int, k: c_int,
        alpha: *const c_void, a: *const c_void, type_a: hipDataType, lda: c_int, step_a: i64,
        b: *const c_void, type_b: hipDataType, ldb: c_int, step_b: i64,
        beta: *const c_void, c: *mut c_void, type_c: hipDataType, ldc: c_int, step_c: i64,
        count: c_int, compute: hipblasComputeType_t, algorithm_: hipblasGemmAlgo_t,
    ) {
        algorithm(algorithm_);
        let (kinds, ld, batch) = ([type_a, type_b, type_c], [lda, ldb, ldc], Some(([step_a, step_b, step_c], count)));
        gemm(handle, [op_a, op_b], [m, n, k], [alpha, beta], (a, b, c), kinds, ld, batch, compute)
    }

    fn hipblasGemmBatchedEx(
        handle: hipblasHandle_t, op_a: hipblasOperation_t, op_b: hipblasOperation_t, m: c_int, n: c_int, k: c_int,
        alpha: *const c_void, a: *mut *const c_void, type_a: hipDataType, lda: c_int,
        b: *mut *const c_void, type_b: hipDataType, ldb: c_int,
        beta: *const c_void, c: *mut *mut c_void, type_c: hipDataType, ldc: c_int,
        count: c_int, compute: hipblasComputeType_t, algorithm_: hipblasGemmAlgo_t,
    ) {
        algorithm(algorithm_);
        let (kinds, ld) = ([type_a, type_b, type_c], [lda, ldb, ldc]);
        gemm_batched(handle, [op_a, op_b], [m, n, k], [alpha, beta], (a, b, c), kinds, ld, count, compute)
    }

    fn hipblasGemmBatchedEx_v2(
        handle: hipblasHandle_t, op_a: hipblasOperation_t, op_b: hipblasOperation_t, m: c_int, n: c_int, k: c_int,
        alpha: *const c_void, a: *mut *const c_void, type_a: hipDataType, lda: c_int,
        b: *mut *const c_void, type_b: hipDataType, ldb: c_int,
        beta: *const c_void, c: *mut *mut c_void, type_c: hipDataType, ldc: c_int,
        count: c_int, compute: hipblasComputeType_t, algorithm_: hipblasGemmAlgo_t,
    ) {
        algorithm(algorithm_);
        let (kinds, ld) = ([type_a, type_b, type_c], [lda, ldb, ldc]);
        gemm_batched(handle, [op_a, op_b], [m, n, k], [alpha, beta], (a, b, c), kinds, ld, count, compute)
    }

    of_types {
        fn [hipblasStrsm hipblasDtrsm hipblasCtrsm hipblasZtrsm]
            = [cublasStrsm_v2 cublasDtrsm_v2 cublasCtrsm_v2 cublasZtrsm_v2]
        (
            handle: hipblasHandle_t, side_: hipblasSideMode_t, fill_: hipblasFillMode_t, op: hipblasOperation_t,
            unit: hipblasDiagType_t, m: c_int, n: c_int,
            alpha: *const T, a: *const T, lda: c_int, b: *mut T, ldb: c_int,
        ) {
            let handle = HANDLES.get(handle);
            let handle = handle.lock();
            let (device, order) = (handle.stream().device, if side_ == HIPBLAS_SIDE_LEFT { m } else { n });
            Shape::new("A", order, order, lda).check("A", a.cast(), size_of::<T>(), device);
            Shape::new("B", m, n, ldb).check("B", b.cast(), size_of::<T>(), device);
            host_range("alpha", alpha, size_of::<T>());
            let (side, fill, op, unit) = (side(side_), fill(fill_), operation(op), diagonal(unit));
            blas(cuda(handle.raw, side, fill, op, unit, m, n, alpha.cast(), a.cast(), lda, b.cast(), ldb))
        }

        fn [hipblasStrsmBatched hipblasDtrsmBatched hipblasCtrsmBatched hipblasZtrsmBatched]
            = [cublasStrsmBatched cublasDtrsmBatched cublasCtrsmBatched cublasZtrsmBatched]
        (
            handle: hipblasHandle_t, side_: hipblasSideMode_t, fill_: hipblasFillMode_t, op: hipblasOperation_t,
            unit: hipblasDiagType_t, m: c_int, n: c_int,
            alpha: *const T, a: *const *const T, lda: c_int, b: *const *mut T, ldb: c_int, count: c_int,
        ) {
            let handle = HANDLES.get(handle);
            let handle = handle.lock();
            let (stream, order) = (handle.stream(), if side_ == HIPBLAS_SIDE_LEFT { m } else { n });
            let matrices = length("the number of matrices", count);
            let (shape_a, shape_b) = (Shape::new("A", order, order, lda), Shape::new("B", m, n, ldb));
            pointers("A", a.cast(), matrices, shape_a, size_of::<T>(), &stream, false);
            pointers("B", b.cast(), matrices, shape_b, size_of::<T>(), &stream, true);
            host_range("alpha", alpha, size_of::<T>());
            let (side, fill, op, unit) = (side(side_), fill(fill_), operation(op), diagonal(unit));
            blas(cuda(handle.raw, side, fill, op, unit, m, n, alpha.cast(), a.cast(), lda, b.cast(), ldb, count))
        }

        fn [hipblasSgetrfBatched hipblasDgetrfBatched hipblasCgetrfBatched hipblasZgetrfBatched]
            = [cublasSgetrfBatched cublasDgetrfBatched cublasCgetrfBatched cublasZgetrfBatched]
        (
            handle: hipblasHandle_t, n: c_int, a: *const *mut T, lda: c_int, pivots: *mut c_int, info: *mut c_int,
            count: c_int,
        ) {
            let handle = HANDLES.get(handle);
            let handle = handle.lock();
            let (stream, shape) = (handle.stream(), Shape::new("A", n, n, lda));
            let matrices = length("the number of matrices", count);
            pointers("A", a.cast(), matrices, shape, size_of::<T>(), &stream, true);
            if !pivots.is_null() {
                vector("pivots", pivots.cast(), shape.rows * matrices, 4, stream.device);
            }
            vector("info", info.cast(), matrices, 4, stream.device);
            blas(cuda(handle.raw, n, a.cast(), lda, pivots, info, count))
        }

        fn [hipblasSgetrsBatched hipblasDgetrsBatched hipblasCgetrsBatched hipblasZgetrsBatched]
            = [cublasSgetrsBatched cublasDgetrsBatched cublasCgetrsBatched cublasZgetrsBatched]
        (
            handle: hipblasHandle_t, op: hipblasOperation_t, n: c_int, k: c_int, a: *const *mut T, lda: c_int,
            pivots: *const c_int, b: *const *mut T, ldb: c_int, info: *mut c_int, count: c_int,
        ) {
            let handle = HANDLES.get(handle);
            let handle = handle.lock();
            let (stream, matrices) = (handle.stream(), length("the number of matrices", count));
            let (shape_a, shape_b) = (Shape::new("A", n, n, lda), Shape::new("B", n, k, ldb));
            pointers("A", a.cast(), matrices, shape_a, size_of::<T>(), &stream, false);
            pointers("B", b.cast(), matrices, shape_b, size_of::<T>(), &stream, true);
            if !pivots.is_null() {
                vector("pivots", pivots.cast(), shape_a.rows * matrices, 4, stream.device);
            }
            host_range("info", info, 4);
            blas(cuda(handle.raw, operation(op), n, k, a.cast(), lda, pivots, b.cast(), ldb, info, count))
        }

        fn [hipblasSgetriBatched hipblasDgetriBatched hipblasCgetriBatched hipblasZgetriBatched]
            = [cublasSgetriBatched cublasDgetriBatched cublasCgetriBatched cublasZgetriBatched]
        (
            handle: hipblasHandle_t, n: c_int, a: *const *mut T, lda: c_int, pivots: *mut c_int,
            inverse: *const *mut T, ldc: c_int, info: *mut c_int, count: c_int,
        ) {
            let handle = HANDLES.get(handle);
            let handle = handle.lock();
            let (stream, matrices) = (handle.stream(), length("the number of matrices", count));
            let (shape_a, shape_c) = (Shape::new("A", n, n, lda), Shape::new("the inverses", n, n, ldc));
            pointers("A", a.cast(), matrices, shape_a, size_of::<T>(), &stream, false);
            pointers("the inverses", inverse.cast(), matrices, shape_c, size_of::<T>(), &stream, true);
            if !pivots.is_null() {
                vector("pivots", pivots.cast(), shape_a.rows * matrices, 4, stream.device);
            }
            vector("info", info.cast(), matrices, 4, stream.device);
            blas(cuda(handle.raw, n, a.cast(), lda, pivots, inverse.cast(), ldc, info, count))
        }

        fn [hipblasSgeqrfBatched hipblasDgeqrfBatched hipblasCgeqrfBatched hipblasZgeqrfBatched]
            = [cublasSgeqrfBatched cublasDgeqrfBatched cublasCgeqrfBatched cublasZgeqrfBatched]
        (
            handle: hipblasHandle_t, m: c_int, n: c_int, a: *const *mut T, lda: c_int, tau: *const *mut T,
            info: *mut c_int, count: c_int,
        ) {
            let handle = HANDLES.get(handle);
            let handle = handle.lock();
            let (stream, matrices) = (handle.stream(), length("the number of matrices", count));
            let (shape, factors) = (Shape::new("A", m, n, lda), m.min(n));
            pointers("A", a.cast(), matrices, shape, size_of::<T>(), &stream, true);
            let shape = Shape::new("tau", factors, 1, factors.max(1));
            pointers("tau", tau.cast(), matrices, shape, size_of::<T>(), &stream, true);
            host_range("info", info, 4);
            blas(cuda(handle.raw, m, n, a.cast(), lda, tau.cast(), info, count))
        }
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CODES, CONSTANTS] };
