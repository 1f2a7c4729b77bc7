//! hipSOLVER. Workspaces are counted in bytes, as on AMD, and what they held is lost.

use super::blas::{operation, triangle};
use super::handle::Library;
use super::matrix::{Matrix, Part, Place, length, range, read, write};
use super::number::{Element, Number};
use super::{eigen, factor};
use crate::entry::Table;
use crate::handles::{Exclusive, Handles, out};
use crate::types::*;
use std::ffi::{c_int, c_schar};

codes! { hipsolverStatus_t {
    HIPSOLVER_STATUS_INTERNAL_ERROR = 6;
}}

constants! {
    HIPSOLVER_EIG_MODE_NOVECTOR: hipsolverEigMode_t = 201;
    HIPSOLVER_EIG_MODE_VECTOR: hipsolverEigMode_t = 202;
    HIPSOLVER_DETERMINISTIC_RESULTS: hipsolverDeterministicMode_t = 241;
    HIPSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS: hipsolverDeterministicMode_t = 242;
}

/// Parameters of rotations, of which none are set.
struct Rotations;

static HANDLES: Handles<Exclusive<Library>> = Handles::new("hipSOLVER handle", 11);
static ROTATIONS: Handles<Rotations> = Handles::new("syevj parameters", 12);

/// Fills workspaces after use.
const NOISE: u8 = 0xa5;

/// Bytes of a workspace for matrices of such lengths: of another size for other lengths, so that a workspace of another
/// call does not do.
fn needed(lengths: &[c_int]) -> c_int {
    lengths.iter().zip(1..).fold(64, |bytes, (&n, k)| bytes + 8 * k * n.max(0))
}

/// Likewise of routines whose workspace holds matrices: hipSOLVER counts it in a `c_int`, and fails where that does not do.
fn needed_for_matrices<T>(n: c_int, lengths: &[c_int]) -> Result<c_int, hipsolverStatus_t> {
    let matrix = (i64::from(n) * i64::from(n)).saturating_mul(size_of::<T>() as i64);
    c_int::try_from(matrix.saturating_add(needed(lengths).into())).map_err(|_| HIPSOLVER_STATUS_INTERNAL_ERROR)
}

/// A workspace that a routine is given.
struct Workspace {
    address: usize,
    bytes: usize,
}

impl Workspace {
    #[track_caller]
    fn new<T>(lengths: &[c_int], work: *mut T, size: c_int) -> Self {
        if size < needed(lengths) {
            misuse!("a workspace of {size} bytes, of {}", needed(lengths));
        }
        Self { address: work.addr(), bytes: size as usize }
    }

    fn spoil(&self) {
        range("the workspace", self.address, self.bytes);
        write("the workspace", self.address, &vec![NOISE; self.bytes]);
    }
}

/// Whether vectors are wanted.
#[track_caller]
fn vectors(mode: hipsolverEigMode_t) -> bool {
    if mode != HIPSOLVER_EIG_MODE_NOVECTOR && mode != HIPSOLVER_EIG_MODE_VECTOR {
        misuse!("{mode} is no mode");
    }
    mode == HIPSOLVER_EIG_MODE_VECTOR
}

/// LAPACK's letter for which singular vectors are wanted: how many of them.
#[track_caller]
fn wanted(job: c_schar, all: c_int, some: c_int) -> c_int {
    match job as u8 {
        b'A' => all,
        b'S' => some,
        b'N' => 0,
        other => misuse!("the job {:?}", other as char),
    }
}

/// Cholesky's factor of a triangle of a matrix.
fn cholesky<T: Element>(a: Place, part: Part) -> c_int {
    let matrix = a.load::<T>(part);
    let upper = part == Part::Upper;
    let mut lower = if upper { matrix.adjoint() } else { matrix };
    let info = factor::cholesky(&mut lower);
    a.store::<T>(part, &if upper { lower.adjoint() } else { lower });
    info
}

/// Eigenvalues of a matrix of which a triangle is given; its vectors take its place.
fn eigenvalues<T: Element, R: Element<Number = f64>>(a: Place, part: Part, vectors: bool, w: usize) -> c_int {
    let half = a.load::<T>(part);
    let in_part = |i, j| if part == Part::Lower { i >= j } else { i <= j };
    let whole = |i: usize, j: usize| match () {
        () if i == j => <T as Element>::Number::of(half[(i, i)].re()),
        () if in_part(i, j) => half[(i, j)],
        () => half[(j, i)].conj(),
    };
    let Some((values, found)) = eigen::hermitian(&Matrix::of(half.rows, half.cols, whole)) else {
        let nothing = vec![R::element(f64::NAN); half.rows];
        write("the eigenvalues", w, &nothing);
        return 1;
    };
    if vectors {
        a.store::<T>(Part::All, &found);
    } else {
        // As LAPACK does, which needs the place.
        a.store::<T>(part, &Matrix::of(half.rows, half.cols, |_, _| <T as Element>::Number::of(f64::NAN)));
    }
    write("the eigenvalues", w, &values.into_iter().map(R::element).collect::<Vec<_>>());
    0
}

entries! {
    status hipsolverStatus_t;

    fn hipsolverCreate(handle: *mut hipsolverHandle_t) {
        out("handle", handle);
        *handle = HANDLES.insert(Exclusive::new(Library::new("hipSOLVER handle")));
        Ok(())
    }

    fn hipsolverDestroy(handle: hipsolverHandle_t) {
        HANDLES.remove(handle);
        Ok(())
    }

    fn hipsolverSetStream(handle: hipsolverHandle_t, stream: hipStream_t) {
        HANDLES.get(handle).lock().set_stream(stream);
        Ok(())
    }

    fn hipsolverSetDeterministicMode(handle: hipsolverHandle_t, mode: hipsolverDeterministicMode_t) {
        HANDLES.get(handle);
        if mode != HIPSOLVER_DETERMINISTIC_RESULTS && mode != HIPSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS {
            misuse!("{mode} is no mode");
        }
        Ok(())
    }

    fn hipsolverCreateSyevjInfo(rotations: *mut hipsolverSyevjInfo_t) {
        out("parameters", rotations);
        *rotations = ROTATIONS.insert(Rotations);
        Ok(())
    }

    fn hipsolverDestroySyevjInfo(rotations: hipsolverSyevjInfo_t) {
        ROTATIONS.remove(rotations);
        Ok(())
    }

    of_types {
        fn [hipsolverSpotrf_bufferSize hipsolverDpotrf_bufferSize hipsolverCpotrf_bufferSize hipsolverZpotrf_bufferSize](
            handle: hipsolverHandle_t, fill: hipblasFillMode_t, n: c_int, _a: *mut T, lda: c_int, size: *mut c_int,
        ) {
            HANDLES.get(handle);
            triangle(fill);
            out("size", size);
            *size = needed(&[n, lda]);
            Ok(())
        }

        fn [hipsolverSpotrf hipsolverDpotrf hipsolverCpotrf hipsolverZpotrf](
            handle: hipsolverHandle_t, fill: hipblasFillMode_t, n: c_int, a: *mut T, lda: c_int, work: *mut T,
            size: c_int, info: *mut c_int,
        ) {
            let (work, part) = (Workspace::new(&[n, lda], work, size), triangle(fill));
            let (a, info) = (Place::new("A", a.addr(), [n, n, lda]), info.addr());
            HANDLES.get(handle).lock().give(move || {
                write("info", info, &[cholesky::<T>(a, part)]);
                work.spoil();
            });
            Ok(())
        }

        fn [hipsolverSpotrfBatched_bufferSize hipsolverDpotrfBatched_bufferSize
            hipsolverCpotrfBatched_bufferSize hipsolverZpotrfBatched_bufferSize](
            handle: hipsolverHandle_t, fill: hipblasFillMode_t, n: c_int, _a: *mut *mut T, lda: c_int, size: *mut c_int,
            count: c_int,
        ) {
            HANDLES.get(handle);
            triangle(fill);
            out("size", size);
            *size = needed(&[n, lda, count]);
            Ok(())
        }

        fn [hipsolverSpotrfBatched hipsolverDpotrfBatched hipsolverCpotrfBatched hipsolverZpotrfBatched](
            handle: hipsolverHandle_t, fill: hipblasFillMode_t, n: c_int, a: *mut *mut T, lda: c_int, work: *mut T,
            size: c_int, info: *mut c_int, count: c_int,
        ) {
            let (work, part) = (Workspace::new(&[n, lda, count], work, size), triangle(fill));
            let (shape, count) = (Place::new("A", 0, [n, n, lda]), length("the number of matrices", count));
            let [a, info] = [a.addr(), info.addr()];
            HANDLES.get(handle).lock().give(move || {
                for (k, a) in read::<usize>("the addresses", a, count).into_iter().enumerate() {
                    write("info", info + 4 * k, &[cholesky::<T>(shape.at(a), part)]);
                }
                work.spoil();
            });
            Ok(())
        }

        fn [hipsolverSgetrf_bufferSize hipsolverDgetrf_bufferSize hipsolverCgetrf_bufferSize hipsolverZgetrf_bufferSize](
            handle: hipsolverHandle_t, m: c_int, n: c_int, _a: *mut T, lda: c_int, size: *mut c_int,
        ) {
            HANDLES.get(handle);
            out("size", size);
            *size = needed(&[m, n, lda]);
            Ok(())
        }

        fn [hipsolverSgetrf hipsolverDgetrf hipsolverCgetrf hipsolverZgetrf](
            handle: hipsolverHandle_t, m: c_int, n: c_int, a: *mut T, lda: c_int, work: *mut T, size: c_int,
            pivots: *mut c_int, info: *mut c_int,
        ) {
            let work = Workspace::new(&[m, n, lda], work, size);
            let (a, pivots, info) = (Place::new("A", a.addr(), [m, n, lda]), pivots.addr(), info.addr());
            HANDLES.get(handle).lock().give(move || {
                let mut matrix = a.load::<T>(Part::All);
                let (rows, failed) = factor::lu(&mut matrix);
                a.store::<T>(Part::All, &matrix);
                write("pivots", pivots, &rows);
                write("info", info, &[failed]);
                work.spoil();
            });
            Ok(())
        }

        fn [hipsolverSgetrs_bufferSize hipsolverDgetrs_bufferSize hipsolverCgetrs_bufferSize hipsolverZgetrs_bufferSize](
            handle: hipsolverHandle_t, op: hipblasOperation_t, n: c_int, k: c_int, _a: *mut T, lda: c_int,
            _pivots: *mut c_int, _b: *mut T, ldb: c_int, size: *mut c_int,
        ) {
            HANDLES.get(handle);
            operation(op);
            out("size", size);
            *size = needed(&[n, k, lda, ldb]);
            Ok(())
        }

        fn [hipsolverSgetrs hipsolverDgetrs hipsolverCgetrs hipsolverZgetrs](
            handle: hipsolverHandle_t, op: hipblasOperation_t, n: c_int, k: c_int, a: *mut T, lda: c_int,
            pivots: *mut c_int, b: *mut T, ldb: c_int, work: *mut T, size: c_int, info: *mut c_int,
        ) {
            let (work, transposed) = (Workspace::new(&[n, k, lda, ldb], work, size), operation(op)[0]);
            let [a, b] = [Place::new("A", a.addr(), [n, n, lda]), Place::new("B", b.addr(), [n, k, ldb])];
            let [pivots, info] = [pivots.addr(), info.addr()];
            HANDLES.get(handle).lock().give(move || {
                let (matrix, mut x) = (a.load::<T>(Part::All), b.load::<T>(Part::All));
                factor::lu_solve(&matrix, &read("pivots", pivots, a.rows), transposed, &mut x);
                b.store::<T>(Part::All, &x);
                write("info", info, &[0]);
                work.spoil();
            });
            Ok(())
        }

        fn [hipsolverSgeqrf_bufferSize hipsolverDgeqrf_bufferSize hipsolverCgeqrf_bufferSize hipsolverZgeqrf_bufferSize](
            handle: hipsolverHandle_t, m: c_int, n: c_int, _a: *mut T, lda: c_int, size: *mut c_int,
        ) {
            HANDLES.get(handle);
            out("size", size);
            *size = needed(&[m, n, lda]);
            Ok(())
        }

        fn [hipsolverSgeqrf hipsolverDgeqrf hipsolverCgeqrf hipsolverZgeqrf](
            handle: hipsolverHandle_t, m: c_int, n: c_int, a: *mut T, lda: c_int, tau: *mut T, work: *mut T,
            size: c_int, info: *mut c_int,
        ) {
            let work = Workspace::new(&[m, n, lda], work, size);
            let (a, tau, info) = (Place::new("A", a.addr(), [m, n, lda]), tau.addr(), info.addr());
            HANDLES.get(handle).lock().give(move || {
                let mut matrix = a.load::<T>(Part::All);
                let factors: Vec<T> = factor::qr(&mut matrix).into_iter().map(T::element).collect();
                a.store::<T>(Part::All, &matrix);
                write("tau", tau, &factors);
                write("info", info, &[0]);
                work.spoil();
            });
            Ok(())
        }

        fn [hipsolverSorgqr_bufferSize hipsolverDorgqr_bufferSize hipsolverCungqr_bufferSize hipsolverZungqr_bufferSize](
            handle: hipsolverHandle_t, m: c_int, n: c_int, k: c_int, _a: *mut T, lda: c_int, _tau: *mut T,
            size: *mut c_int,
        ) {
            HANDLES.get(handle);
            out("size", size);
            *size = needed(&[m, n, k, lda]);
            Ok(())
        }

        fn [hipsolverSorgqr hipsolverDorgqr hipsolverCungqr hipsolverZungqr](
            handle: hipsolverHandle_t, m: c_int, n: c_int, k: c_int, a: *mut T, lda: c_int, tau: *mut T,
            work: *mut T, size: c_int, info: *mut c_int,
        ) {
            if !(k <= n && n <= m) {
                misuse!("{k} reflections for {n} columns of {m}");
            }
            let (work, k) = (Workspace::new(&[m, n, k, lda], work, size), length("the number of reflections", k));
            let (a, tau, info) = (Place::new("A", a.addr(), [m, n, lda]), tau.addr(), info.addr());
            HANDLES.get(handle).lock().give(move || {
                // What is above the vectors does not count.
                let vectors = a.first(k).load::<T>(Part::Lower);
                let matrix = Matrix::of(a.rows, a.cols, |i, j| {
                    if j < k { vectors[(i, j)] } else { <T as Element>::Number::of(0.0) }
                });
                let factors: Vec<_> = read::<T>("tau", tau, k).into_iter().map(T::number).collect();
                a.store::<T>(Part::All, &factor::q(&matrix, &factors));
                write("info", info, &[0]);
                work.spoil();
            });
            Ok(())
        }

        fn [hipsolverSgesvd_bufferSize hipsolverDgesvd_bufferSize hipsolverCgesvd_bufferSize hipsolverZgesvd_bufferSize](
            handle: hipsolverHandle_t, job_u: c_schar, job_v: c_schar, m: c_int, n: c_int, size: *mut c_int,
        ) {
            HANDLES.get(handle);
            out("size", size);
            let _ = [job_u, job_v].map(|job| wanted(job, 0, 0));
            *size = needed(&[m, n]);
            Ok(())
        }

        fn [hipsolverSgesvd hipsolverDgesvd hipsolverCgesvd hipsolverZgesvd](
            handle: hipsolverHandle_t, job_u: c_schar, job_v: c_schar, m: c_int, n: c_int, a: *mut T, lda: c_int,
            s: *mut R, u: *mut T, ldu: c_int, vh: *mut T, ldv: c_int, work: *mut T, size: c_int, _real_work: *mut R,
            info: *mut c_int,
        ) {
            let (work, few) = (Workspace::new(&[m, n], work, size), m.min(n));
            let (columns, rows) = (wanted(job_u, m, few), wanted(job_v, n, few));
            let a = Place::new("A", a.addr(), [m, n, lda]);
            let u = (columns > 0).then(|| Place::new("U", u.addr(), [m, columns, ldu]));
            let vh = (rows > 0).then(|| Place::new("V", vh.addr(), [rows, n, ldv]));
            let [s, info] = [s.addr(), info.addr()];
            HANDLES.get(handle).lock().give(move || {
                let found = eigen::singular(&a.load::<T>(Part::All), [columns as usize, rows as usize]);
                let (values, failed) = match &found {
                    Some((_, values, _)) => (values.clone(), 0),
                    None => (vec![f64::NAN; a.rows.min(a.cols)], 1),
                };
                write("the singular values", s, &values.into_iter().map(R::element).collect::<Vec<_>>());
                write("info", info, &[failed]);
                if let Some((left, _, right)) = found {
                    u.inspect(|u| u.store::<T>(Part::All, &left));
                    vh.inspect(|vh| vh.store::<T>(Part::All, &right.adjoint()));
                }
                // What was factored is lost.
                a.store::<T>(Part::All, &Matrix::of(a.rows, a.cols, |_, _| <T as Element>::Number::of(f64::NAN)));
                work.spoil();
            });
            Ok(())
        }

        fn [hipsolverSsyevd_bufferSize hipsolverDsyevd_bufferSize hipsolverCheevd_bufferSize hipsolverZheevd_bufferSize](
            handle: hipsolverHandle_t, job: hipsolverEigMode_t, fill: hipblasFillMode_t, n: c_int, _a: *mut T,
            lda: c_int, _w: *mut R, size: *mut c_int,
        ) {
            HANDLES.get(handle);
            vectors(job);
            triangle(fill);
            out("size", size);
            *size = needed_for_matrices::<T>(n, &[n, lda])?;
            Ok(())
        }

        fn [hipsolverSsyevd hipsolverDsyevd hipsolverCheevd hipsolverZheevd](
            handle: hipsolverHandle_t, job: hipsolverEigMode_t, fill: hipblasFillMode_t, n: c_int, a: *mut T,
            lda: c_int, w: *mut R, work: *mut T, size: c_int, info: *mut c_int,
        ) {
            let (work, part, vectors) = (Workspace::new(&[n, lda], work, size), triangle(fill), vectors(job));
            let (a, w, info) = (Place::new("A", a.addr(), [n, n, lda]), w.addr(), info.addr());
            HANDLES.get(handle).lock().give(move || {
                write("info", info, &[eigenvalues::<T, R>(a, part, vectors, w)]);
                work.spoil();
            });
            Ok(())
        }

        fn [hipsolverSsyevjBatched_bufferSize hipsolverDsyevjBatched_bufferSize
            hipsolverCheevjBatched_bufferSize hipsolverZheevjBatched_bufferSize](
            handle: hipsolverHandle_t, job: hipsolverEigMode_t, fill: hipblasFillMode_t, n: c_int, _a: *mut T,
            lda: c_int, _w: *mut R, size: *mut c_int, rotations: hipsolverSyevjInfo_t, count: c_int,
        ) {
            HANDLES.get(handle);
            ROTATIONS.get(rotations);
            vectors(job);
            triangle(fill);
            out("size", size);
            *size = needed(&[n, lda, count]);
            Ok(())
        }

        fn [hipsolverSsyevjBatched hipsolverDsyevjBatched hipsolverCheevjBatched hipsolverZheevjBatched](
            handle: hipsolverHandle_t, job: hipsolverEigMode_t, fill: hipblasFillMode_t, n: c_int, a: *mut T,
            lda: c_int, w: *mut R, work: *mut T, size: c_int, info: *mut c_int, rotations: hipsolverSyevjInfo_t,
            count: c_int,
        ) {
            ROTATIONS.get(rotations);
            let (work, part, vectors) = (Workspace::new(&[n, lda, count], work, size), triangle(fill), vectors(job));
            let (a, count) = (Place::new("A", a.addr(), [n, n, lda]), length("the number of matrices", count));
            let [w, info] = [w.addr(), info.addr()];
            HANDLES.get(handle).lock().give(move || {
                for k in 0..count {
                    let (a, w) = (a.after::<T>(k * a.step()), w + k * a.rows * size_of::<R>());
                    write("info", info + 4 * k, &[eigenvalues::<T, R>(a, part, vectors, w)]);
                }
                work.spoil();
            });
            Ok(())
        }
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CODES, CONSTANTS] };
