use super::{Matrix, Pointers, Strided, Transform, Triangle};
use crate::driver::{Driver, RawStream};
use xparray_ir::{DType, Result, Scalar};

/// `C = alpha op(A) op(B) + beta C`, of `count` triples of matrices.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    /// The type of the elements: a float or a complex type. `f16` and `bf16` accumulate in `f32`.
    pub dtype: DType,
    /// What A and B go through.
    pub transforms: [Transform; 2],
    /// Rows and columns of C, and the length that is summed over.
    pub shape: [i64; 3],
    /// Of the type that is accumulated in, as `beta`.
    pub alpha: Scalar,
    /// If it is zero, C is not read.
    pub beta: Scalar,
    /// How many triples there are.
    pub count: i64,
}

/// `op(T) X = B`, or `X op(T) = B`, for triangular T; X replaces B.
#[derive(Clone, Copy, Debug)]
pub struct TriangularSystem {
    /// `f32`, `f64` or a complex type.
    pub dtype: DType,
    /// Whether T stands on the right.
    pub right: bool,
    /// Which triangle T is.
    pub triangle: Triangle,
    /// What T goes through.
    pub transform: Transform,
    /// Whether T's diagonal is taken to be ones, and not read.
    pub unit: bool,
    /// Rows and columns of B.
    pub shape: [i64; 2],
}

/// A device's BLAS library, with the factorisations of stacks of small matrices that come with it.
///
/// # Safety
/// The unsafe methods share the contract of [`Driver`]: the handle belongs to a stream of the device that is bound;
/// matrices lie in live allocations that nobody else uses until the stream has done the work. Addresses have one matrix
/// for each of `count`.
#[allow(clippy::missing_safety_doc)] // Said once, above.
pub trait BlasLibrary: Driver {
    /// The library's handle for one stream; dropped while the device is bound and the stream alive and idle.
    type Blas: Send + 'static;

    /// A new handle.
    ///
    /// # Errors
    /// `Error::Unavailable` naming what was looked for and where, if the library is not there.
    unsafe fn blas(&self, stream: RawStream) -> Result<Self::Blas>;

    /// Queues products of matrices a fixed distance apart.
    unsafe fn gemm(blas: &Self::Blas, product: &Product, a: Strided, b: Strided, c: Strided) -> Result<()>;

    /// Queues products of matrices anywhere.
    unsafe fn gemm_batched(blas: &Self::Blas, product: &Product, a: Pointers, b: Pointers, c: Pointers) -> Result<()>;

    /// Queues solving a triangular system.
    unsafe fn trsm(blas: &Self::Blas, system: &TriangularSystem, t: Matrix, b: Matrix) -> Result<()>;

    /// Queues solving triangular systems.
    unsafe fn trsm_batched(
        blas: &Self::Blas,
        system: &TriangularSystem,
        t: Pointers,
        b: Pointers,
        count: i64,
    ) -> Result<()>;

    /// Queues LU factorisations of `[n, n]` matrices; pivots (`i32`, from 1) and codes (`i32`) follow each other.
    unsafe fn getrf_batched(
        blas: &Self::Blas,
        dtype: DType,
        n: i64,
        a: Pointers,
        pivots: u64,
        info: u64,
        count: i64,
    ) -> Result<()>;

    /// Queues solving systems `op(A) X = B` from LU factors, B of this shape; X replaces it.
    unsafe fn getrs_batched(
        blas: &Self::Blas,
        dtype: DType,
        transform: Transform,
        shape: [i64; 2],
        a: Pointers,
        pivots: u64,
        b: Pointers,
        count: i64,
    ) -> Result<()>;

    /// Queues inverting matrices from their LU factors.
    unsafe fn getri_batched(
        blas: &Self::Blas,
        dtype: DType,
        n: i64,
        a: Pointers,
        pivots: u64,
        inverse: Pointers,
        info: u64,
        count: i64,
    ) -> Result<()>;

    /// Queues QR factorisations of `[m, n]` matrices, packed as LAPACK does; `tau` has min(m, n) coefficients for each.
    unsafe fn geqrf_batched(
        blas: &Self::Blas,
        dtype: DType,
        shape: [i64; 2],
        a: Pointers,
        tau: Pointers,
        count: i64,
    ) -> Result<()>;
}
