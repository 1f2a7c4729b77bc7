//! CUDA's codes as errors.

use xparray_ir::Error;

/// The backend's name.
pub const NAME: &str = "cuda";

/// An [`Error::Unavailable`].
pub fn unavailable(reason: impl Into<String>) -> Error {
    Error::Unavailable { backend: NAME.into(), reason: reason.into() }
}

/// An error for a code of any of CUDA's libraries that is not success.
macro_rules! check {
    ($call:expr, $code:expr) => {{
        let code = $code;
        ::xparray_gpu::vendor::check($call, code as i64, || format!("{code:?}"))
    }};
}

/// Makes the macro that calls a function of a library by its name and checks the code.
macro_rules! library {
    ($name:ident, $module:ident, $d:tt) => {
        macro_rules! $name {
            ($d function:ident($d($d arg:expr),* $d(,)?)) => {
                $crate::check::check!(stringify!($d function), ::cudarc::$module::sys::$d function($d($d arg),*))
            };
        }
        pub(crate) use $name;
    };
}

library!(cu, driver, $);
library!(nvrtc, nvrtc, $);
library!(cublas, cublas, $);
library!(cusolver, cusolver, $);
library!(cufft, cufft, $);

pub(crate) use check;
