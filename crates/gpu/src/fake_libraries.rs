//! The fake's vendor libraries: none. With them it is a [`Backend`](xparray_core::Backend), so that arrays can be
//! tested as far as they need no computing.

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::fake::Fake;
use xparray_core::backend::{Blas, Eigh, Fft, FftDirection, Lu, Qr, Solver, Svd, View};
use xparray_core::{DType, Error, Result, Scalar};

type V<'a> = View<'a, Buffer<Fake>>;

fn none<T>(op: &'static str) -> Result<T> {
    Err(Error::Unsupported { backend: "fake", op, dtype: DType::F32 })
}

impl Blas for Gpu<Fake> {
    fn matmul(&self, _: V<'_>, _: V<'_>) -> Result<Buffer<Fake>> {
        none("matmul")
    }

    fn gemm(&self, _: Scalar, _: V<'_>, _: V<'_>, _: Scalar, _: &mut Buffer<Fake>) -> Result<()> {
        none("gemm")
    }

    fn dot(&self, _: V<'_>, _: V<'_>, _: bool) -> Result<Buffer<Fake>> {
        none("dot")
    }

    fn gemv(&self, _: V<'_>, _: V<'_>) -> Result<Buffer<Fake>> {
        none("gemv")
    }
}

impl Solver for Gpu<Fake> {
    fn cholesky(&self, _: V<'_>) -> Result<Buffer<Fake>> {
        none("cholesky")
    }

    fn lu(&self, _: V<'_>) -> Result<Lu<Buffer<Fake>>> {
        none("lu")
    }

    fn solve(&self, _: V<'_>, _: V<'_>) -> Result<Buffer<Fake>> {
        none("solve")
    }

    fn inv(&self, _: V<'_>) -> Result<Buffer<Fake>> {
        none("inv")
    }

    fn solve_triangular(&self, _: V<'_>, _: V<'_>, _: bool, _: bool) -> Result<Buffer<Fake>> {
        none("solve_triangular")
    }

    fn qr(&self, _: V<'_>, _: bool) -> Result<Qr<Buffer<Fake>>> {
        none("qr")
    }

    fn svd(&self, _: V<'_>, _: bool, _: bool) -> Result<Svd<Buffer<Fake>>> {
        none("svd")
    }

    fn eigh(&self, _: V<'_>, _: bool) -> Result<Eigh<Buffer<Fake>>> {
        none("eigh")
    }
}

impl Fft for Gpu<Fake> {
    fn c2c(&self, _: V<'_>, _: &[usize], _: FftDirection, _: f64) -> Result<Buffer<Fake>> {
        none("fft")
    }

    fn r2c(&self, _: V<'_>, _: &[usize], _: f64) -> Result<Buffer<Fake>> {
        none("rfft")
    }

    fn c2r(&self, _: V<'_>, _: &[usize], _: usize, _: f64) -> Result<Buffer<Fake>> {
        none("irfft")
    }
}
