//! [`FftLibrary`] over hipFFT.

use crate::check::call;
use crate::driver::HipDriver;
use crate::sys::hipfft::*;
use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use xparray_gpu::vendor::{FftKind, FftLibrary, FftSpec, fft_sign};
use xparray_gpu::{FftPlans, RawStream};
use xparray_ir::Result;
use xparray_ir::backend::FftDirection;

/// A plan of hipFFT.
pub struct FftPlan {
    library: &'static Hipfft,
    handle: hipfftHandle,
}

// SAFETY: any thread may use a plan, one at a time.
unsafe impl Send for FftPlan {}

impl Drop for FftPlan {
    fn drop(&mut self) {
        // SAFETY: the plan is alive. A failure would only leak it.
        let _ = unsafe { (self.library.hipfftDestroy)(self.handle) };
    }
}

impl FftLibrary for HipDriver {
    type FftPlan = FftPlan;
    /// rocFFT says so of `rocfft_execute`, and does it to real numbers.
    const OVERWRITES: bool = true;

    fn fft_plans(&self) -> &FftPlans<FftPlan> {
        &self.plans
    }

    unsafe fn fft_plan(&self, spec: &FftSpec) -> Result<(FftPlan, usize)> {
        let library = Hipfft::get()?;
        let transform = spec.choose([HIPFFT_C2C, HIPFFT_Z2Z, HIPFFT_R2C, HIPFFT_D2Z, HIPFFT_C2R, HIPFFT_Z2D]);
        let mut spec = *spec;
        let embeds = spec.embeds();
        let (mut handle, mut work) = (null_mut(), 0);
        // SAFETY: the pointers are to live variables, to as many lengths as there are axes.
        unsafe {
            call!(library, hipfftCreate(&mut handle))?;
            let plan = FftPlan { library, handle };
            call!(library, hipfftSetAutoAllocation(handle, 0))?;
            call!(
                library,
                hipfftMakePlanMany64(
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
                )
            )?;
            Ok((plan, work))
        }
    }

    unsafe fn fft_set_stream(&self, plan: &mut FftPlan, stream: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(plan.library, hipfftSetStream(plan.handle, stream.0 as *mut c_void)) }
    }

    unsafe fn fft_set_work_area(&self, plan: &mut FftPlan, address: u64) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(plan.library, hipfftSetWorkArea(plan.handle, address as *mut c_void)) }
    }

    unsafe fn fft_execute(
        &self,
        plan: &mut FftPlan,
        spec: &FftSpec,
        input: u64,
        output: u64,
        direction: FftDirection,
    ) -> Result<()> {
        let (fft, plan, sign) = (plan.library, plan.handle, fft_sign(direction));
        // SAFETY: the caller's promise.
        unsafe {
            match (spec.kind, spec.double) {
                (FftKind::Complex, false) => call!(fft, hipfftExecC2C(plan, input as _, output as _, sign)),
                (FftKind::Complex, true) => call!(fft, hipfftExecZ2Z(plan, input as _, output as _, sign)),
                (FftKind::RealToComplex, false) => call!(fft, hipfftExecR2C(plan, input as _, output as _)),
                (FftKind::RealToComplex, true) => call!(fft, hipfftExecD2Z(plan, input as _, output as _)),
                (FftKind::ComplexToReal, false) => call!(fft, hipfftExecC2R(plan, input as _, output as _)),
                (FftKind::ComplexToReal, true) => call!(fft, hipfftExecZ2D(plan, input as _, output as _)),
            }
        }
    }
}
