//! How entry points are declared, and how they complain.

use std::cell::Cell;
use std::fmt::Arguments;

/// A function as it is declared here.
pub struct Declared {
    /// Its name, or those for the types S, D, C, Z.
    pub names: &'static [&'static str],
    pub arguments: &'static [&'static str],
    pub status: &'static str,
}

/// What a module declares.
pub struct Table {
    pub functions: &'static [Declared],
    /// Names and values.
    pub constants: &'static [&'static [(&'static str, i64)]],
}

thread_local! {
    static CALL: Cell<&'static str> = const { Cell::new("") };
}

/// Remembers which entry point this thread is in.
pub fn enter(name: &'static str) {
    CALL.set(name);
}

/// Ends the process: no panic leaves a function that C calls.
#[track_caller]
pub fn misuse(what: Arguments<'_>) -> ! {
    panic!("{}: {}: {what}", env!("CARGO_PKG_NAME"), CALL.get())
}

macro_rules! misuse {
    ($($message:tt)*) => { $crate::entry::misuse(format_args!($($message)*)) };
}

/// Declares constants of AMD's headers, of one type each.
macro_rules! constants {
    ($($name:ident: $kind:ty = $value:expr;)*) => {
        $(pub const $name: $kind = $value;)*
        const CONSTANTS: &[(&str, i64)] = &[$((stringify!($name), $name as i64)),*];
    };
}

/// Declares those codes of a status that are given here and not only handed on.
macro_rules! codes {
    ($status:ident { $($name:ident = $value:literal;)* }) => {
        $(pub const $name: $status = $status($value);)*
        const CODES: &[(&str, i64)] = &[$((stringify!($name), $value)),*];
    };
}

/// One entry point.
macro_rules! entry {
    ($status:ident $name:ident($($arg:ident: $type:ty),*) $body:block) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($arg: $type),*) -> $status {
            $crate::entry::enter(stringify!($name));
            #[allow(unused_unsafe)] // Not all functions follow pointers.
            let body = || -> Result<(), $status> {
                // SAFETY: the caller's promise, which is that of the header and is checked where it can be.
                unsafe { $body }
            };
            body().err().unwrap_or($status(0))
        }
    };
}

/// One of four entry points, for its types and function of CUDA's, if it has one.
macro_rules! of_type {
    ($element:ty, $real:ty, [$($cuda:ident)?], $status:ident $name:ident $arguments:tt $body:block) => {
        const _: () = {
            $(
                #[allow(unused_imports)]
                use sys::$cuda as cuda;
            )?
            #[allow(dead_code)]
            type T = $element;
            #[allow(dead_code)]
            type R = $real;
    entry!($status $name $arguments $body);
        };
    };
}

/// Entry points of one status. Those of four types are declared once, with `T` for the elements, `R` for the real
/// numbers that they are made of, and `cuda` for the function of the module `sys` that is named for each type, if one is.
macro_rules! entries {
    (
        status $status:ident;
        $(fn $name:ident($($arg:ident: $type:ty),* $(,)?) $body:block)*
        $(of_types {
            $(
                fn [$s:ident $d:ident $c:ident $z:ident] $(= [$cs:ident $cd:ident $cc:ident $cz:ident])?
                ($($of_arg:ident: $of_type:ty),* $(,)?) $of_body:block
            )*
        })?
    ) => {
        $(entry!($status $name($($arg: $type),*) $body);)*
        $($(
            of_type!(f32, f32, [$($cs)?], $status $s($($of_arg: $of_type),*) $of_body);
            of_type!(f64, f64, [$($cd)?], $status $d($($of_arg: $of_type),*) $of_body);
            of_type!($crate::types::Complex<f32>, f32, [$($cc)?], $status $c($($of_arg: $of_type),*) $of_body);
            of_type!($crate::types::Complex<f64>, f64, [$($cz)?], $status $z($($of_arg: $of_type),*) $of_body);
        )*)?
        const FUNCTIONS: &[$crate::Declared] = &[
            $($crate::Declared {
                names: &[stringify!($name)],
                arguments: &[$(stringify!($type)),*],
                status: stringify!($status),
            },)*
            $($($crate::Declared {
                names: &[stringify!($s), stringify!($d), stringify!($c), stringify!($z)],
                arguments: &[$(stringify!($of_type)),*],
                status: stringify!($status),
            },)*)?
        ];
    };
}
