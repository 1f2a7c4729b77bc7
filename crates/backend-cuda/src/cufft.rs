//! [`FftLibrary`] over cuFFT.

use crate::check::unavailable;
use crate::driver::CudaDriver;
use crate::libraries;
use cudarc::cufft::sys::{self, cufftHandle, cufftResult, cufftType};
use std::ffi::c_int;
use std::ptr::null_mut;
use std::sync::OnceLock;
use xparray_core::backend::FftDirection;
use xparray_core::{Error, Result};
use xparray_gpu::vendor::{FftKind, FftLibrary, FftSpec};
use xparray_gpu::{FftPlans, RawStream};

/// The library's signs of the exponent.
const FORWARD: c_int = -1;
const INVERSE: c_int = 1;

/// Looks for the library, once. Its versions are one behind CUDA's.
fn require() -> Result<()> {
    static FOUND: OnceLock<Result<(), String>> = OnceLock::new();
    // SAFETY: the library may be loaded at any time.
    let found = FOUND.get_or_init(|| libraries::require("cufft", [12, 11], || unsafe { sys::is_culib_present() }));
    found.clone().map_err(unavailable)
}

/// An error for a code that is not success.
fn check(call: &'static str, code: cufftResult) -> Result<()> {
    match code {
        cufftResult::CUFFT_SUCCESS => Ok(()),
        _ => Err(Error::Library { call, code: code as i64, name: format!("{code:?}") }),
    }
}

/// Calls a function by its name and checks the code.
macro_rules! cufft {
    ($name:ident($($arg:expr),* $(,)?)) => {
        check(stringify!($name), sys::$name($($arg),*))
    };
}

/// A plan of cuFFT.
pub struct Plan(cufftHandle);

impl Drop for Plan {
    fn drop(&mut self) {
        // SAFETY: the plan is alive. A failure would only leak it.
        let _ = unsafe { sys::cufftDestroy(self.0) };
    }
}

impl FftLibrary for CudaDriver {
    type FftPlan = Plan;

    fn fft_plans(&self) -> &FftPlans<Plan> {
        &self.plans
    }

    unsafe fn fft_plan(&self, spec: &FftSpec) -> Result<(Plan, usize)> {
        require()?;
        let transform = match (spec.kind, spec.double) {
            (FftKind::Complex, false) => cufftType::CUFFT_C2C,
            (FftKind::Complex, true) => cufftType::CUFFT_Z2Z,
            (FftKind::RealToComplex, false) => cufftType::CUFFT_R2C,
            (FftKind::RealToComplex, true) => cufftType::CUFFT_D2Z,
            (FftKind::ComplexToReal, false) => cufftType::CUFFT_C2R,
            (FftKind::ComplexToReal, true) => cufftType::CUFFT_Z2D,
        };
        let FftSpec { mut lengths, mut input, mut output, .. } = *spec;
        // Null for both is the library's own, packed layout.
        let embeds = match spec.is_packed() {
            true => [null_mut(); 2],
            false => [input.embed.as_mut_ptr(), output.embed.as_mut_ptr()],
        };
        let (mut handle, mut work) = (0, 0);
        // SAFETY: the library is there, and the pointers are to live variables, to as many lengths as there are axes.
        unsafe {
            cufft!(cufftCreate(&mut handle))?;
            let plan = Plan(handle);
            cufft!(cufftSetAutoAllocation(handle, 0))?;
            cufft!(cufftMakePlanMany64(
                handle,
                spec.rank as c_int,
                lengths.as_mut_ptr(),
                embeds[0],
                input.stride,
                input.distance,
                embeds[1],
                output.stride,
                output.distance,
                transform,
                spec.batch,
                &mut work,
            ))?;
            Ok((plan, work))
        }
    }

    unsafe fn fft_set_stream(&self, plan: &mut Plan, stream: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cufft!(cufftSetStream(plan.0, stream.0 as sys::cudaStream_t)) }
    }

    unsafe fn fft_set_work_area(&self, plan: &mut Plan, address: u64) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cufft!(cufftSetWorkArea(plan.0, address as *mut _)) }
    }

    unsafe fn fft_execute(
        &self,
        plan: &mut Plan,
        spec: &FftSpec,
        input: u64,
        output: u64,
        direction: FftDirection,
    ) -> Result<()> {
        let plan = plan.0;
        let sign = match direction {
            FftDirection::Forward => FORWARD,
            FftDirection::Inverse => INVERSE,
        };
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

#[cfg(test)]
mod tests {
    use super::require;

    #[test]
    fn the_error_without_the_library_names_it() {
        match require() {
            Ok(()) => println!("ignored: there is cuFFT"),
            Err(error) => assert!(error.to_string().contains("cufft"), "{error}"),
        }
    }
}
