//! HIP's codes as errors.

use xparray_ir::Error;

/// The backend's name.
pub const NAME: &str = "rocm";

/// An [`Error::Unavailable`].
pub fn unavailable(reason: impl Into<String>) -> Error {
    Error::Unavailable { backend: NAME.into(), reason: reason.into() }
}

/// Calls a function of a library by its name and checks the code.
macro_rules! call {
    ($library:expr, $name:ident($($arg:expr),* $(,)?)) => {
        ($library.$name)($($arg),*).check(stringify!($name))
    };
}

/// Calls the routine of an element type and checks the code.
macro_rules! routine {
    ($library:expr, $routine:ident[$dtype:expr]($($arg:expr),* $(,)?)) => {
        $library.$routine.of($dtype).and_then(|(name, function)| function($($arg),*).check(name))
    };
}

/// A function that HIP may lack; an error of the caller's if it does. With arguments, calls it and checks the code.
macro_rules! tool {
    ($name:ident) => {{
        let tools = $crate::sys::hip_tools::HipTools::get()?;
        tools.$name.ok_or_else(|| {
            $crate::check::unavailable(format!("{} has no function {}", tools.path.display(), stringify!($name)))
        })?
    }};
    ($name:ident($($arg:expr),* $(,)?)) => {
        $crate::check::tool!($name)($($arg),*).check(stringify!($name))
    };
}

pub(crate) use {call, routine, tool};
