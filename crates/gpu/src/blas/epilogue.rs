//! Kernels along with the product that they read.

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Config;
use crate::vendor::BlasLibrary;
use std::ffi::c_void;
use xparray_ir::backend::{Blas, Launch, LaunchArgs};
use xparray_ir::{DType, Layout, Result};
use xparray_kernels::{ProductCall, prefers_epilogue};

impl<D: BlasLibrary> Gpu<D> {
    pub(super) fn prefers_one_kernel(&self, dtype: DType, left: &Layout, right: &Layout) -> bool {
        let has_kernels = self.driver().is_ok_and(D::has_product_kernels);
        has_kernels && prefers_epilogue(dtype, left, right, self.device().limits().units)
    }

    /// Runs a kernel and the product that it reads, as one kernel if there is one for its operands.
    pub(super) fn launch_with_product(&self, args: LaunchArgs<'_, Buffer<D>>) -> Result<()> {
        let (device, driver) = (self.device(), self.driver()?);
        let ready = if driver.has_product_kernels() { device.products.find(device, &args)? } else { None };
        let call = ready.as_ref().and_then(|ready| {
            ready.plan.call(&args, Buffer::address, self.stream.fault_address()).map(|call| (call, ready.function))
        });
        let Some((call, function)) = call else {
            return args.after_products(|left, right| self.matmul(left, right), |args| self.launch(args));
        };
        self.order(args.inputs(), args.outputs().iter())?;
        let [left, right] = &call.matrices;
        let (left, right) = (driver.tensor_map(left)?, driver.tensor_map(right)?);
        let words: [*const c_void; 4] = [
            call.words.as_ptr().cast(),
            (&raw const left).cast(),
            (&raw const right).cast(),
            (&raw const call.shape).cast(),
        ];
        let config = Config { shared: ProductCall::SHARED, ..Config::line(call.blocks as usize, ProductCall::THREADS) };
        let _steady = self.stream.enter()?;
        // SAFETY: the arguments are what the source declares, and stay inside their buffers, which are ordered on this stream.
        unsafe { driver.launch(function, config, &words, self.raw_stream()) }
    }
}
