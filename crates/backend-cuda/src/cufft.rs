//! [`FftLibrary`] over cuFFT.

use crate::check::{cufft, unavailable};
use crate::driver::CudaDriver;
use crate::libraries;
use cudarc::cufft::sys::{self, cufftHandle, cufftType};
use std::ffi::c_int;
use std::sync::OnceLock;
use xparray_gpu::vendor::{FftKind, FftLibrary, FftSpec, fft_sign};
use xparray_gpu::{FftPlans, RawStream};
use xparray_ir::Result;
use xparray_ir::backend::FftDirection;

/// Looks for the library, once. Its versions are one behind CUDA's.
pub fn require() -> Result<()> {
    static FOUND: OnceLock<Result<(), String>> = OnceLock::new();
    // SAFETY: the library may be loaded at any time.
    let found = FOUND.get_or_init(|| libraries::require("cufft", [12, 11], || unsafe { sys::is_culib_present() }));
    found.clone().map_err(unavailable)
}

/// A plan of cuFFT.
pub struct FftPlan(cufftHandle);

impl Drop for FftPlan {
    fn drop(&mut self) {
        // SAFETY: the plan is alive. A failure would only leak it.
        let _ = unsafe { sys::cufftDestroy(self.0) };
    }
}

impl FftLibrary for CudaDriver {
    type FftPlan = FftPlan;

    fn fft_plans(&self) -> &FftPlans<FftPlan> {
        &self.plans
    }

    unsafe fn fft_plan(&self, spec: &FftSpec) -> Result<(FftPlan, usize)> {
        require()?;
        let transform = spec.choose([
            cufftType::CUFFT_C2C,
            cufftType::CUFFT_Z2Z,
            cufftType::CUFFT_R2C,
            cufftType::CUFFT_D2Z,
            cufftType::CUFFT_C2R,
            cufftType::CUFFT_Z2D,
        ]);
        let mut spec = *spec;
        let embeds = spec.embeds();
        let (mut handle, mut work) = (0, 0);
        // SAFETY: the library is there, and the pointers are to live variables, to as many lengths as there are axes.
        unsafe {
            cufft!(cufftCreate(&mut handle))?;
            let plan = FftPlan(handle);
            cufft!(cufftSetAutoAllocation(handle, 0))?;
            cufft!(cufftMakePlanMany64(
                handle,
                spec.rank as c_int,
                spec.lengths.as_mut_ptr(),
                embeds[0],
                spec.input.stride,
                spec.input.distance,
                embeds[1],
                spec.output.stride,
                spec.output.distance,
                transform,
                spec.batch,
                &mut work,
            ))?;
            Ok((plan, work))
        }
    }

    unsafe fn fft_set_stream(&self, plan: &mut FftPlan, stream: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cufft!(cufftSetStream(plan.0, stream.0 as sys::cudaStream_t)) }
    }

    unsafe fn fft_set_work_area(&self, plan: &mut FftPlan, address: u64) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cufft!(cufftSetWorkArea(plan.0, address as *mut _)) }
    }

    unsafe fn fft_execute(
        &self,
        plan: &mut FftPlan,
        spec: &FftSpec,
        input: u64,
        output: u64,
        direction: FftDirection,
    ) -> Result<()> {
        let (plan, sign) = (plan.0, fft_sign(direction));
        // SAFETY: the caller's promise.
        unsafe {
            match (spec.kind, spec.double) {
                (FftKind::Complex, false) => cufft!(cufftExecC2C(plan, input as *mut _, output as *mut _, sign)),
                (FftKind::Complex, true) => cufft!(cufftExecZ2Z(plan, input as *mut _, output as *mut _, sign)),
                (FftKind::RealToComplex, false) => cufft!(cufftExecR2C(plan, input as *mut _, output as *mut _)),
                (FftKind::RealToComplex, true) => cufft!(cufftExecD2Z(plan, input as *mut _, output as *mut _)),
                (FftKind::ComplexToReal, false) => cufft!(cufftExecC2R(plan, input as *mut _, output as *mut _)),
                (FftKind::ComplexToReal, true) => cufft!(cufftExecZ2D(plan, input as *mut _, output as *mut _)),
            }
        }
    }
}
