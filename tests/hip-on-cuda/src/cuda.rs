//! CUDA's driver: its devices, and its codes as HIP's.

use crate::runtime::codes::{hipErrorInvalidDevice, hipErrorNoDevice, hipErrorUnknown};
use crate::types::hipError_t;
use cudarc::driver::sys::{self, CUcontext, CUdevice, CUresult};
use std::cell::Cell;
use std::ffi::c_int;
use std::ptr::null_mut;
use std::sync::OnceLock;

/// A device, with its primary context when somebody has used it.
pub struct Device {
    pub raw: CUdevice,
    context: OnceLock<CUcontext>,
}

// SAFETY: any thread may use a context.
unsafe impl Send for Device {}
// SAFETY: as above.
unsafe impl Sync for Device {}

thread_local! {
    /// The device that this thread chose. HIP's default, the first, would hide that one was forgotten.
    static CHOSEN: Cell<Option<c_int>> = const { Cell::new(None) };
}

/// A code as HIP has it: HIP's numbers are CUDA's, as far as HIP has them.
pub fn code(code: CUresult) -> hipError_t {
    const COMMON: &[c_int] = &[
        1, 2, 3, 4, 100, 101, 200, 201, 209, 214, 217, 218, 300, 301, 302, 303, 304, 400, 401, 500, 600, 700, 701, 702,
        708, 709, 710, 719, 801, 900, 901, 902, 903, 904, 905, 906, 907, 908,
    ];
    let number = code as c_int;
    if COMMON.contains(&number) {
        return hipError_t(number);
    }
    eprintln!("hip-on-cuda: {code:?} has no name in HIP");
    hipErrorUnknown
}

pub fn check(result: CUresult) -> Result<(), hipError_t> {
    if result == CUresult::CUDA_SUCCESS { Ok(()) } else { Err(code(result)) }
}

/// Starts the driver, once. The devices.
pub fn devices() -> Result<&'static [Device], hipError_t> {
    static DEVICES: OnceLock<Result<Vec<Device>, hipError_t>> = OnceLock::new();
    DEVICES.get_or_init(find).as_deref().map_err(|&code| code)
}

fn find() -> Result<Vec<Device>, hipError_t> {
    // SAFETY: the driver may be loaded and started at any time; the pointers are to live integers.
    unsafe {
        if !sys::is_culib_present() {
            return Err(hipErrorNoDevice);
        }
        check(sys::cuInit(0))?;
        let mut count = 0;
        check(sys::cuDeviceGetCount(&mut count))?;
        let device = |index| {
            let mut raw = 0;
            check(sys::cuDeviceGet(&mut raw, index)).map(|()| Device { raw, context: OnceLock::new() })
        };
        (0..count).map(device).collect()
    }
}

/// A device by its number.
pub fn device(index: c_int) -> Result<&'static Device, hipError_t> {
    let devices = devices()?;
    usize::try_from(index).ok().and_then(|index| devices.get(index)).ok_or(hipErrorInvalidDevice)
}

impl Device {
    pub fn context(&self) -> Result<CUcontext, hipError_t> {
        if let Some(&context) = self.context.get() {
            return Ok(context);
        }
        let mut context = null_mut();
        // SAFETY: the device is there. To retain it twice does no harm.
        check(unsafe { sys::cuDevicePrimaryCtxRetain(&mut context, self.raw) })?;
        Ok(*self.context.get_or_init(|| context))
    }
}

/// Makes a device this thread's.
pub fn choose(index: c_int) -> Result<(), hipError_t> {
    let context = device(index)?.context()?;
    // SAFETY: the context is never released.
    check(unsafe { sys::cuCtxSetCurrent(context) })?;
    CHOSEN.set(Some(index));
    Ok(())
}

/// The device that this thread chose.
#[track_caller]
pub fn chosen() -> c_int {
    CHOSEN.get().unwrap_or_else(|| misuse!("this thread called no hipSetDevice"))
}

/// Makes sure that this thread chose a device.
#[track_caller]
pub fn on(what: &str, index: c_int) {
    let chosen = chosen();
    if chosen != index {
        misuse!("the {what} is of device {index}, this thread's is {chosen}");
    }
}

/// For what a thread may do without having chosen a device, such as to destroy things: the driver still asks for a
/// context.
pub fn borrow(index: c_int) -> Result<(), hipError_t> {
    if CHOSEN.get().is_some() {
        return Ok(());
    }
    let context = device(index)?.context()?;
    // SAFETY: the context is never released.
    check(unsafe { sys::cuCtxSetCurrent(context) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_keep_their_numbers_or_are_unknown() {
        assert_eq!(code(CUresult::CUDA_ERROR_NOT_READY), hipError_t(600));
        assert_eq!(code(CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION), hipErrorUnknown);
    }

    #[test]
    #[should_panic(expected = "called no hipSetDevice")]
    fn a_thread_without_a_device() {
        chosen();
    }
}
