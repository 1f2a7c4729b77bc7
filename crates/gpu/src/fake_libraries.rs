//! The fake's vendor libraries: plans of transforms, and nothing else. With them it is a
//! [`Backend`](xparray_ir::Backend), so that arrays can be tested as far as they need no computing.

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::RawStream;
use crate::fake::{Fake, World};
use crate::fft::FftPlans;
use crate::vendor::{FftLibrary, FftSpec, SparseLibrary};
use std::sync::Arc;
use xparray_ir::backend::{Blas, EighFactors, FftDirection, LuFactors, Output, QrFactors, Solver, SvdFactors, View};
use xparray_ir::{DType, Error, Result, Scalar};

type V<'a> = View<'a, Buffer<Fake>>;

fn none<T>(op: &'static str) -> Result<T> {
    Err(Error::Unsupported { backend: "fake", op, dtype: DType::F32 })
}

impl Blas for Gpu<Fake> {
    fn matmul(&self, _: V<'_>, _: V<'_>) -> Result<Buffer<Fake>> {
        none("matmul")
    }

    fn gemm(&self, _: Scalar, _: V<'_>, _: V<'_>, _: Scalar, _: Output<'_, Buffer<Fake>>) -> Result<()> {
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

    fn lu(&self, _: V<'_>) -> Result<LuFactors<Buffer<Fake>>> {
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

    fn qr(&self, _: V<'_>, _: bool) -> Result<QrFactors<Buffer<Fake>>> {
        none("qr")
    }

    fn svd(&self, _: V<'_>, _: bool, _: bool) -> Result<SvdFactors<Buffer<Fake>>> {
        none("svd")
    }

    fn eigh(&self, _: V<'_>, _: bool) -> Result<EighFactors<Buffer<Fake>>> {
        none("eigh")
    }
}

/// A plan, which is of a kind that the tests count.
pub struct FftPlan {
    world: Arc<World>,
    number: usize,
}

impl Drop for FftPlan {
    fn drop(&mut self) {
        let _ = self.world.note(format!("plan {} destroyed", self.number)).and(self.world.destroy());
    }
}

// Nothing is transformed.
impl FftLibrary for Fake {
    type FftPlan = FftPlan;

    fn fft_plans(&self) -> &FftPlans<FftPlan> {
        &self.plans
    }

    unsafe fn fft_plan(&self, _: &FftSpec) -> Result<(FftPlan, usize)> {
        let number = self.world.handle();
        self.world.note(format!("plan {number}"))?;
        Ok((FftPlan { world: self.world.clone(), number }, 0))
    }

    unsafe fn fft_set_stream(&self, _: &mut FftPlan, _: RawStream) -> Result<()> {
        Ok(())
    }

    unsafe fn fft_set_work_area(&self, _: &mut FftPlan, _: u64) -> Result<()> {
        Ok(())
    }

    unsafe fn fft_execute(&self, plan: &mut FftPlan, _: &FftSpec, _: u64, _: u64, _: FftDirection) -> Result<()> {
        self.world.note(format!("transform of plan {}", plan.number))
    }
}

impl SparseLibrary for Fake {}
