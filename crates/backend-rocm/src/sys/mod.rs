//! HIP's interfaces as tables: every function of a library that the backend calls, every constant that it names, with
//! their types and values of AMD's headers, with which a test compares them (`cargo xtask ci hip-headers`).
#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]

#[cfg(test)]
mod c;
#[cfg(test)]
mod headers;
pub mod hip;
pub mod hip_tools;
pub mod hipblas;
pub mod hipfft;
pub mod hiprtc;
pub mod hipsolver;

use crate::check::NAME;
use xparray_ir::{DType, Error, Result};

/// The function of each of the types that BLAS and LAPACK have: S, D, C, Z.
pub struct OfTypes<F> {
    names: [&'static str; 4],
    functions: [F; 4],
}

impl<F: Copy> OfTypes<F> {
    /// The function of a type, and its name.
    pub fn of(&self, dtype: DType) -> Result<(&'static str, F)> {
        let place = match dtype {
            DType::F32 => 0,
            DType::F64 => 1,
            DType::Complex64 => 2,
            DType::Complex128 => 3,
            dtype => return Err(Error::Unsupported { backend: NAME, op: self.names[0], dtype }),
        };
        Ok((self.names[place], self.functions[place]))
    }
}

/// A function as a table declares it.
#[cfg(test)]
pub struct Declared {
    /// Its name, or those of the types S, D, C, Z.
    pub names: &'static [&'static str],
    pub arguments: &'static [&'static str],
    pub status: &'static str,
}

/// What a table declares, for the comparison with headers.
#[cfg(test)]
pub struct Table {
    pub functions: &'static [Declared],
    /// Names and values.
    pub constants: &'static [(&'static str, i64)],
    /// Names and sizes in bytes.
    pub types: &'static [(&'static str, usize)],
}

/// Declares a library: its status type with the codes that have names here, its types, constants, and functions. Those
/// of `hip7` have the second name in ROCm 6; `newer` ones may be missing; those of `of_types` are declared once for the
/// types S, D, C and Z, with `T` for the elements and `R` for the real numbers that they are made of.
macro_rules! library {
    (
        $(#[$doc:meta])*
        $library:ident = $open:expr;
        status $status:ident { $($code:ident = $number:literal,)* }
        types { $($type:ident = $repr:ty,)* }
        constants { $($constant:ident: $kind:ty = $value:expr,)* }
        functions { $($name:ident($($arg:ident: $arg_type:ty),* $(,)?);)* }
        $(hip7 { $($new:ident = $old:ident($($new_arg:ident: $new_type:ty),* $(,)?);)* })?
        $(newer { $($maybe:ident($($maybe_arg:ident: $maybe_type:ty),* $(,)?);)* })?
        $(of_types { $($family:ident = [$($member:ident)*]($($of_arg:ident: $of_type:ty),* $(,)?);)* })?
    ) => {
        /// What functions return.
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub struct $status(pub c_int);

        impl $status {
            $(#[allow(dead_code)] pub const $code: Self = Self($number);)*

            /// An error unless it is success.
            pub fn check(self, call: &'static str) -> ::xparray_ir::Result<()> {
                ::xparray_gpu::vendor::check(call, self.0.into(), || self.name().to_owned())
            }

            pub fn name(self) -> &'static str {
                match self.0 {
                    $($number => stringify!($code),)*
                    _ => concat!("a ", stringify!($status)),
                }
            }
        }

        $(pub type $type = $repr;)*
        $(pub const $constant: $kind = $value;)*

        $(#[$doc])*
        pub struct $library {
            /// Where it was found.
            pub path: ::std::path::PathBuf,
            $(pub $name: unsafe extern "C" fn($($arg: $arg_type),*) -> $status,)*
            $($(pub $new: unsafe extern "C" fn($($new_arg: $new_type),*) -> $status,)*)?
            $($(pub $maybe: Option<unsafe extern "C" fn($($maybe_arg: $maybe_type),*) -> $status>,)*)?
            $($(pub $family: $crate::sys::OfTypes<unsafe extern "C" fn($($of_arg: $of_type),*) -> $status>,)*)?
        }

        impl $library {
            /// Looks for the library, once.
            ///
            /// # Errors
            /// `Error::Unavailable` naming the library or function that is missing, and where it was looked for.
            pub fn get() -> ::xparray_ir::Result<&'static Self> {
                Self::found().map_err($crate::check::unavailable)
            }

            /// As [`Self::get`], with the error's reason alone.
            pub fn found() -> Result<&'static Self, &'static String> {
                static LIBRARY: ::std::sync::OnceLock<Result<$library, String>> = ::std::sync::OnceLock::new();
                LIBRARY.get_or_init(Self::load).as_ref()
            }

            fn load() -> Result<Self, String> {
                let library = $open?;
                // SAFETY: a test compares the types with those of the headers.
                unsafe {
                    Ok(Self {
                        path: library.path().to_owned(),
                        $($name: library.function(&[stringify!($name)])?,)*
                        // In ROCm 6, the first name is that of an interface of other types.
                        $($($new: library.function(&[stringify!($old), stringify!($new)])?,)*)?
                        $($($maybe: library.function(&[stringify!($maybe)]).ok(),)*)?
                        $($($family: $crate::sys::OfTypes {
                            names: [$(stringify!($member)),*],
                            functions: [$(library.function(&[stringify!($member)])?),*],
                        },)*)?
                    })
                }
            }
        }

        #[cfg(test)]
        pub const TABLE: $crate::sys::Table = $crate::sys::Table {
            functions: &[
                $($crate::sys::Declared {
                    names: &[stringify!($name)],
                    arguments: &[$(stringify!($arg_type)),*],
                    status: stringify!($status),
                },)*
                $($($crate::sys::Declared {
                    names: &[stringify!($new)],
                    arguments: &[$(stringify!($new_type)),*],
                    status: stringify!($status),
                },)*)?
                $($($crate::sys::Declared {
                    names: &[stringify!($maybe)],
                    arguments: &[$(stringify!($maybe_type)),*],
                    status: stringify!($status),
                },)*)?
                $($($crate::sys::Declared {
                    names: &[$(stringify!($member)),*],
                    arguments: &[$(stringify!($of_type)),*],
                    status: stringify!($status),
                },)*)?
            ],
            constants: &[$((stringify!($code), $number),)* $((stringify!($constant), $value as i64),)*],
            types: &[(stringify!($status), size_of::<$status>()), $((stringify!($type), size_of::<$type>()),)*],
        };
    };
}

use library;
