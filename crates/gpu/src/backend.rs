//! [`Backend`] of a GPU whose vendor has the libraries.

use crate::device::Gpu;
use crate::driver::Driver;
use xparray_ir::backend::{Backend, Blas, Counters, DeviceInfo, Evaluation, Solver, Sparse, Transform};

impl<D: Driver> Backend for Gpu<D>
where
    Self: Blas + Solver + Transform + Sparse,
{
    const NAME: &'static str = D::NAME;

    fn info(&self) -> DeviceInfo {
        self.device().info().clone()
    }

    fn device_id(&self) -> u64 {
        self.device().id
    }

    fn counters(&self) -> &Counters {
        &self.device().counters
    }

    fn evaluation(&self) -> &Evaluation {
        &self.device().evaluation
    }
}
