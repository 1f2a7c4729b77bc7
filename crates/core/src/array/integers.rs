//! Integers as users write them where a method counts or names places.

/// The integers that name axes and places: `i32`, as literals are, `i64`, `isize` and `usize`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (x, n) = (xp.arange(4)?, 3usize);
/// assert_eq!(x.roll(n, 0)?.to_string(), x.roll(-1, 0)?.to_string());
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no integer that names a place",
    label = "expected `i32`, `i64`, `isize` or `usize`",
    note = "convert other integers: `k as isize`"
)]
pub trait PlainInteger: Copy + sealed::Sealed {
    /// The number. One beyond `isize` matches nothing, as the ends of `isize` do.
    fn to_isize(self) -> isize;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! plain {
    ($($T:ty),*) => {$(
        impl sealed::Sealed for $T {}
        impl PlainInteger for $T {
            fn to_isize(self) -> isize {
                isize::try_from(self).unwrap_or(isize::MAX)
            }
        }
    )*};
}
plain!(i32, i64, isize, usize);

/// Implements a trait for each plain integer. One for all would make the compiler speak of [`PlainInteger`] where a user's
/// type lacks the trait itself.
macro_rules! for_integers {
    (@ $T:ty, $Trait:ident$(<$B:ident>)?; fn $method:ident($value:ident $(, $arg:ident: $Arg:ty)?) -> $Output:ty $code:block) => {
        impl$(<$B: Backend>)? $Trait$(<$B>)? for $T {
            fn $method(self $(, $arg: $Arg)?) -> $Output {
                let $value = self;
                $code
            }
        }
    };
    ($($implementation:tt)*) => {
        for_integers!(@ i32, $($implementation)*);
        for_integers!(@ i64, $($implementation)*);
        for_integers!(@ isize, $($implementation)*);
        for_integers!(@ usize, $($implementation)*);
    };
}

/// Implements a trait for lists of plain integers: arrays, slices, vectors.
macro_rules! for_lists {
    ($Trait:ident; fn $method:ident($list:ident) -> $Output:ty $code:block) => {
        impl<I: PlainInteger> $Trait for &[I] {
            fn $method(self) -> $Output {
                let $list = self.iter().map(|&k| k.to_isize());
                $code
            }
        }
        impl<I: PlainInteger, const N: usize> $Trait for [I; N] {
            fn $method(self) -> $Output {
                self[..].$method()
            }
        }
        impl<I: PlainInteger, const N: usize> $Trait for &[I; N] {
            fn $method(self) -> $Output {
                self[..].$method()
            }
        }
        impl<I: PlainInteger> $Trait for Vec<I> {
            fn $method(self) -> $Output {
                self[..].$method()
            }
        }
        impl<I: PlainInteger> $Trait for &Vec<I> {
            fn $method(self) -> $Output {
                self[..].$method()
            }
        }
    };
}

/// Implements a trait for tuples of plain integers, as for arrays of them.
macro_rules! for_tuples {
    ($Trait:ident; $method:ident -> $Output:ty) => {
        for_tuples!(@ $Trait; $method -> $Output; A);
        for_tuples!(@ $Trait; $method -> $Output; A B);
        for_tuples!(@ $Trait; $method -> $Output; A B C);
        for_tuples!(@ $Trait; $method -> $Output; A B C D);
        for_tuples!(@ $Trait; $method -> $Output; A B C D E);
        for_tuples!(@ $Trait; $method -> $Output; A B C D E F);
    };
    (@ $Trait:ident; $method:ident -> $Output:ty; $($I:ident)*) => {
        impl<$($I: PlainInteger),*> $Trait for ($($I,)*) {
            fn $method(self) -> $Output {
                #[allow(non_snake_case)] // named as their types
                let ($($I,)*) = self;
                [$($I.to_isize()),*].$method()
            }
        }
    };
}

pub(super) use {for_integers, for_lists, for_tuples};
