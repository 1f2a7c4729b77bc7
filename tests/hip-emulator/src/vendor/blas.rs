//! hipBLAS of ROCm 6, in the interface of ROCm 7's types: names end in `_v2` there.

use super::factor;
use super::handle::Library;
use super::matrix::{Matrix, Part, Place, length, read, write};
use super::number::{Element, Number};
use crate::entry::Table;
use crate::handles::{Exclusive, Handles, out};
use crate::types::*;
use half::{bf16, f16};
use std::ffi::{c_int, c_void};

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

static HANDLES: Handles<Exclusive<Library>> = Handles::new("hipBLAS handle", 9);

/// Whether an operand is transposed, and whether conjugated.
#[track_caller]
pub fn operation(op: hipblasOperation_t) -> [bool; 2] {
    match op {
        HIPBLAS_OP_N => [false, false],
        HIPBLAS_OP_T => [true, false],
        HIPBLAS_OP_C => [true, true],
        other => misuse!("{other} is no operation"),
    }
}

#[track_caller]
pub fn triangle(fill: hipblasFillMode_t) -> Part {
    match fill {
        HIPBLAS_FILL_MODE_UPPER => Part::Upper,
        HIPBLAS_FILL_MODE_LOWER => Part::Lower,
        other => misuse!("{other} is no triangle"),
    }
}

/// One of two values that a setting has.
#[track_caller]
fn choice(what: &str, value: u32, [no, yes]: [u32; 2]) -> bool {
    if value != no && value != yes {
        misuse!("{value} is no {what}");
    }
    value == yes
}

fn turned<N: Number>(matrix: Matrix<N>, op: [bool; 2]) -> Matrix<N> {
    match op {
        [false, _] => matrix,
        [true, false] => matrix.transposed(),
        [true, true] => matrix.adjoint(),
    }
}

/// A number in the host's memory.
///
/// # Safety
/// The pointer is to one.
unsafe fn scalar<T: Element>(pointer: *const c_void) -> T::Number {
    // SAFETY: the caller's promise.
    unsafe { pointer.cast::<T>().read_unaligned() }.number()
}

/// Where the matrices of a batch are.
#[derive(Clone, Copy)]
enum Batch {
    /// An address, and elements from one to the next.
    Strided(usize, i64),
    /// An array of addresses.
    Pointers(usize),
}

impl Batch {
    /// The matrices, which have a shape.
    fn places<T>(self, shape: Place, count: usize) -> Vec<Place> {
        match self {
            Self::Strided(address, step) => (0..count)
                .map(|k| shape.at(address.wrapping_add_signed(step as isize * (k * size_of::<T>()) as isize)))
                .collect(),
            Self::Pointers(array) => {
                read::<usize>("the addresses", array, count).into_iter().map(|address| shape.at(address)).collect()
            }
        }
    }
}

/// A product, with its scalars of the type `S` that is accumulated in.
///
/// # Safety
/// The pointers are to scalars.
unsafe fn product<T: Element, S: Element<Number = T::Number>>(
    handle: hipblasHandle_t,
    ops: [hipblasOperation_t; 2],
    [m, n, k]: [c_int; 3],
    scalars: [*const c_void; 2],
    batches: [Batch; 3],
    [lda, ldb, ldc]: [c_int; 3],
    count: c_int,
) {
    // SAFETY: the caller's promise.
    let [alpha, beta] = scalars.map(|pointer| unsafe { scalar::<S>(pointer) });
    let ops = ops.map(operation);
    let shape = |what, transposed: bool, rows, cols, ld| match transposed {
        false => Place::new(what, 0, [rows, cols, ld]),
        true => Place::new(what, 0, [cols, rows, ld]),
    };
    let shapes = [shape("A", ops[0][0], m, k, lda), shape("B", ops[1][0], k, n, ldb), shape("C", false, m, n, ldc)];
    let count = length("the number of matrices", count);
    HANDLES.get(handle).lock().give(move || {
        let [a, b, c] = [0, 1, 2].map(|i| batches[i].places::<T>(shapes[i], count));
        for i in 0..count {
            let (x, y) = (turned(a[i].load::<T>(Part::All), ops[0]), turned(b[i].load::<T>(Part::All), ops[1]));
            let product = x.times(&y);
            // What is multiplied by nothing need not be there.
            let zero = beta == <T as Element>::Number::of(0.0);
            let old = if zero { Matrix::zeros(product.rows, product.cols) } else { c[i].load::<T>(Part::All) };
            let sum = |i, j| {
                let scaled = alpha * product[(i, j)];
                if zero { scaled } else { scaled + beta * old[(i, j)] }
            };
            c[i].store::<T>(Part::All, &Matrix::of(product.rows, product.cols, sum));
        }
    });
}

/// A product of matrices of a type.
///
/// # Safety
/// As for [`product`].
unsafe fn gemm(
    handle: hipblasHandle_t,
    ops: [hipblasOperation_t; 2],
    lengths: [c_int; 3],
    scalars: [*const c_void; 2],
    batches: [Batch; 3],
    types: [hipDataType; 3],
    ld: [c_int; 3],
    count: c_int,
    [compute, algorithm]: [u32; 2],
) -> Result<(), hipblasStatus_t> {
    if types != [types[0]; 3] || algorithm != HIPBLAS_GEMM_DEFAULT {
        misuse!("matrices of types {types:?}, algorithm {algorithm}");
    }
    let product = match (types[0], compute) {
        (HIP_R_16F, HIPBLAS_COMPUTE_32F) => product::<f16, f32>,
        (HIP_R_16BF, HIPBLAS_COMPUTE_32F) => product::<bf16, f32>,
        (HIP_R_32F, HIPBLAS_COMPUTE_32F) => product::<f32, f32>,
        (HIP_C_32F, HIPBLAS_COMPUTE_32F) => product::<Complex<f32>, Complex<f32>>,
        (HIP_R_64F, HIPBLAS_COMPUTE_64F) => product::<f64, f64>,
        (HIP_C_64F, HIPBLAS_COMPUTE_64F) => product::<Complex<f64>, Complex<f64>>,
        (kind, compute) => misuse!("type {kind}, accumulated as {compute}"),
    };
    // SAFETY: the caller's promise.
    unsafe { product(handle, ops, lengths, scalars, batches, ld, count) };
    Ok(())
}

/// Triangular systems.
///
/// # Safety
/// The pointer is to a scalar.
unsafe fn systems<T: Element>(
    handle: hipblasHandle_t,
    [side, fill, op, unit]: [u32; 4],
    [m, n]: [c_int; 2],
    alpha: *const c_void,
    [a, b]: [Batch; 2],
    [lda, ldb]: [c_int; 2],
    count: c_int,
) -> Result<(), hipblasStatus_t> {
    // SAFETY: the caller's promise.
    let alpha = unsafe { scalar::<T>(alpha) };
    let right = choice("side", side, [HIPBLAS_SIDE_LEFT, HIPBLAS_SIDE_RIGHT]);
    let unit = choice("kind of diagonal", unit, [HIPBLAS_DIAG_NON_UNIT, HIPBLAS_DIAG_UNIT]);
    let (part, op) = (triangle(fill), operation(op));
    let order = if right { n } else { m };
    let shapes = [Place::new("A", 0, [order, order, lda]), Place::new("B", 0, [m, n, ldb])];
    let count = length("the number of matrices", count);
    HANDLES.get(handle).lock().give(move || {
        for (a, b) in a.places::<T>(shapes[0], count).into_iter().zip(b.places::<T>(shapes[1], count)) {
            let (t, x) = (turned(a.load::<T>(part), op), b.load::<T>(Part::All));
            let x = Matrix::of(x.rows, x.cols, |i, j| alpha * x[(i, j)]);
            let lower = (part == Part::Lower) != op[0];
            let solved = if right {
                // The transposed system has the unknowns on the other side.
                let mut x = x.transposed();
                factor::triangular(&t.transposed(), !lower, unit, &mut x);
                x.transposed()
            } else {
                let mut x = x;
                factor::triangular(&t, lower, unit, &mut x);
                x
            };
            b.store::<T>(Part::All, &solved);
        }
    });
    Ok(())
}

/// Pivots of the `k`-th matrix; rows keep their places if there are none.
fn pivots(address: usize, n: usize, k: usize) -> Vec<c_int> {
    match address {
        0 => (1..=n as c_int).collect(),
        address => read("pivots", address + 4 * n * k, n),
    }
}

entries! {
    status hipblasStatus_t;

    fn hipblasCreate(handle: *mut hipblasHandle_t) {
        out("handle", handle);
        *handle = HANDLES.insert(Exclusive::new(Library::new("hipBLAS handle")));
        Ok(())
    }

    fn hipblasDestroy(handle: hipblasHandle_t) {
        HANDLES.remove(handle);
        Ok(())
    }

    fn hipblasSetStream(handle: hipblasHandle_t, stream: hipStream_t) {
        HANDLES.get(handle).lock().set_stream(stream);
        Ok(())
    }

    fn hipblasSetAtomicsMode(handle: hipblasHandle_t, mode: hipblasAtomicsMode_t) {
        HANDLES.get(handle);
        choice("mode", mode, [HIPBLAS_ATOMICS_NOT_ALLOWED, HIPBLAS_ATOMICS_ALLOWED]);
        Ok(())
    }

    fn hipblasGemmEx_v2(
        handle: hipblasHandle_t, op_a: hipblasOperation_t, op_b: hipblasOperation_t, m: c_int, n: c_int, k: c_int,
        alpha: *const c_void, a: *const c_void, type_a: hipDataType, lda: c_int,
        b: *const c_void, type_b: hipDataType, ldb: c_int,
        beta: *const c_void, c: *mut c_void, type_c: hipDataType, ldc: c_int,
        compute: hipblasComputeType_t, algorithm: hipblasGemmAlgo_t,
    ) {
        let batches = [a.addr(), b.addr(), c.addr()].map(|address| Batch::Strided(address, 0));
        let (types, ld) = ([type_a, type_b, type_c], [lda, ldb, ldc]);
        gemm(handle, [op_a, op_b], [m, n, k], [alpha, beta], batches, types, ld, 1, [compute, algorithm])
    }

    fn hipblasGemmStridedBatchedEx_v2(
        handle: hipblasHandle_t, op_a: hipblasOperation_t, op_b: hipblasOperation_t, m: c_int, n: c_int, k: c_int,
        alpha: *const c_void, a: *const c_void, type_a: hipDataType, lda: c_int, step_a: i64,
        b: *const c_void, type_b: hipDataType, ldb: c_int, step_b: i64,
        beta: *const c_void, c: *mut c_void, type_c: hipDataType, ldc: c_int, step_c: i64,
        count: c_int, compute: hipblasComputeType_t, algorithm: hipblasGemmAlgo_t,
    ) {
        let batches = [
            Batch::Strided(a.addr(), step_a), Batch::Strided(b.addr(), step_b), Batch::Strided(c.addr(), step_c),
        ];
        let (types, ld) = ([type_a, type_b, type_c], [lda, ldb, ldc]);
        gemm(handle, [op_a, op_b], [m, n, k], [alpha, beta], batches, types, ld, count, [compute, algorithm])
    }

    fn hipblasGemmBatchedEx_v2(
        handle: hipblasHandle_t, op_a: hipblasOperation_t, op_b: hipblasOperation_t, m: c_int, n: c_int, k: c_int,
        alpha: *const c_void, a: *mut *const c_void, type_a: hipDataType, lda: c_int,
        b: *mut *const c_void, type_b: hipDataType, ldb: c_int,
        beta: *const c_void, c: *mut *mut c_void, type_c: hipDataType, ldc: c_int,
        count: c_int, compute: hipblasComputeType_t, algorithm: hipblasGemmAlgo_t,
    ) {
        let batches = [a.addr(), b.addr(), c.addr()].map(Batch::Pointers);
        let (types, ld) = ([type_a, type_b, type_c], [lda, ldb, ldc]);
        gemm(handle, [op_a, op_b], [m, n, k], [alpha, beta], batches, types, ld, count, [compute, algorithm])
    }

    of_types {
        fn [hipblasStrsm hipblasDtrsm hipblasCtrsm hipblasZtrsm](
            handle: hipblasHandle_t, side: hipblasSideMode_t, fill: hipblasFillMode_t, op: hipblasOperation_t,
            unit: hipblasDiagType_t, m: c_int, n: c_int,
            alpha: *const T, a: *const T, lda: c_int, b: *mut T, ldb: c_int,
        ) {
            let batches = [a.addr(), b.addr()].map(|address| Batch::Strided(address, 0));
            systems::<T>(handle, [side, fill, op, unit], [m, n], alpha.cast(), batches, [lda, ldb], 1)
        }

        fn [hipblasStrsmBatched hipblasDtrsmBatched hipblasCtrsmBatched hipblasZtrsmBatched](
            handle: hipblasHandle_t, side: hipblasSideMode_t, fill: hipblasFillMode_t, op: hipblasOperation_t,
            unit: hipblasDiagType_t, m: c_int, n: c_int,
            alpha: *const T, a: *const *const T, lda: c_int, b: *const *mut T, ldb: c_int, count: c_int,
        ) {
            let batches = [a.addr(), b.addr()].map(Batch::Pointers);
            systems::<T>(handle, [side, fill, op, unit], [m, n], alpha.cast(), batches, [lda, ldb], count)
        }

        fn [hipblasSgetrfBatched hipblasDgetrfBatched hipblasCgetrfBatched hipblasZgetrfBatched](
            handle: hipblasHandle_t, n: c_int, a: *const *mut T, lda: c_int, pivots: *mut c_int, info: *mut c_int,
            count: c_int,
        ) {
            let (shape, count) = (Place::new("A", 0, [n, n, lda]), length("the number of matrices", count));
            let [a, pivots, info] = [a.addr(), pivots.addr(), info.addr()];
            HANDLES.get(handle).lock().give(move || {
                for (k, a) in Batch::Pointers(a).places::<T>(shape, count).into_iter().enumerate() {
                    let mut matrix = a.load::<T>(Part::All);
                    let (found, failed) = factor::lu(&mut matrix);
                    a.store::<T>(Part::All, &matrix);
                    write("pivots", pivots + 4 * k * found.len(), &found);
                    write("info", info + 4 * k, &[failed]);
                }
            });
            Ok(())
        }

        fn [hipblasSgetrsBatched hipblasDgetrsBatched hipblasCgetrsBatched hipblasZgetrsBatched](
            handle: hipblasHandle_t, op: hipblasOperation_t, n: c_int, k: c_int, a: *const *mut T, lda: c_int,
            pivots_: *const c_int, b: *const *mut T, ldb: c_int, info: *mut c_int, count: c_int,
        ) {
            let shapes = [Place::new("A", 0, [n, n, lda]), Place::new("B", 0, [n, k, ldb])];
            let (count, transposed) = (length("the number of matrices", count), operation(op)[0]);
            let [a, rows, b] = [a.addr(), pivots_.addr(), b.addr()];
            out("info", info);
            *info = 0;
            HANDLES.get(handle).lock().give(move || {
                let [a, b] = [(a, shapes[0]), (b, shapes[1])].map(|(x, shape)| Batch::Pointers(x).places::<T>(shape, count));
                for k in 0..count {
                    let (matrix, mut x) = (a[k].load::<T>(Part::All), b[k].load::<T>(Part::All));
                    factor::lu_solve(&matrix, &pivots(rows, matrix.rows, k), transposed, &mut x);
                    b[k].store::<T>(Part::All, &x);
                }
            });
            Ok(())
        }

        fn [hipblasSgetriBatched hipblasDgetriBatched hipblasCgetriBatched hipblasZgetriBatched](
            handle: hipblasHandle_t, n: c_int, a: *const *mut T, lda: c_int, pivots_: *mut c_int,
            inverse: *const *mut T, ldc: c_int, info: *mut c_int, count: c_int,
        ) {
            let shapes = [Place::new("A", 0, [n, n, lda]), Place::new("the inverses", 0, [n, n, ldc])];
            let count = length("the number of matrices", count);
            let [a, rows, c, info] = [a.addr(), pivots_.addr(), inverse.addr(), info.addr()];
            HANDLES.get(handle).lock().give(move || {
                let [a, c] = [(a, shapes[0]), (c, shapes[1])].map(|(x, shape)| Batch::Pointers(x).places::<T>(shape, count));
                for k in 0..count {
                    let matrix = a[k].load::<T>(Part::All);
                    let zero = (0..matrix.rows).position(|i| matrix[(i, i)].abs() == 0.0);
                    write("info", info + 4 * k, &[zero.map_or(0, |i| i as c_int + 1)]);
                    if zero.is_none() {
                        let mut x = Matrix::identity(matrix.rows);
                        factor::lu_solve(&matrix, &pivots(rows, matrix.rows, k), false, &mut x);
                        c[k].store::<T>(Part::All, &x);
                    }
                }
            });
            Ok(())
        }

        fn [hipblasSgeqrfBatched hipblasDgeqrfBatched hipblasCgeqrfBatched hipblasZgeqrfBatched](
            handle: hipblasHandle_t, m: c_int, n: c_int, a: *const *mut T, lda: c_int, tau: *const *mut T,
            info: *mut c_int, count: c_int,
        ) {
            let (shape, count) = (Place::new("A", 0, [m, n, lda]), length("the number of matrices", count));
            let [a, tau] = [a.addr(), tau.addr()];
            out("info", info);
            *info = 0;
            HANDLES.get(handle).lock().give(move || {
                let tau = read::<usize>("the addresses", tau, count);
                for (a, tau) in Batch::Pointers(a).places::<T>(shape, count).into_iter().zip(tau) {
                    let mut matrix = a.load::<T>(Part::All);
                    let factors: Vec<T> = factor::qr(&mut matrix).into_iter().map(T::element).collect();
                    a.store::<T>(Part::All, &matrix);
                    write("tau", tau, &factors);
                }
            });
            Ok(())
        }
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CONSTANTS] };
