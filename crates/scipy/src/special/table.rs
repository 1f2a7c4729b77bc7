//! The functions of one real number that arrays have as methods, some of them over the complex plane too.

use super::complex::Z;
use super::{digamma_plane, dilogarithm, exponential_plane, faddeeva, loggamma, normal_plane, over_plane};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// The values over the complex plane of those that have them here.
macro_rules! plane {
    (erf) => {
        Some(faddeeva::erf)
    };
    (erfc) => {
        Some(faddeeva::erfc)
    };
    (erfcx) => {
        Some(faddeeva::erfcx)
    };
    (dawsn) => {
        Some(faddeeva::dawsn)
    };
    (gamma) => {
        Some(loggamma::gamma)
    };
    (rgamma) => {
        Some(loggamma::rgamma)
    };
    (digamma) => {
        Some(digamma_plane::digamma)
    };
    (exp1) => {
        Some(exponential_plane::exp1)
    };
    (expi) => {
        Some(exponential_plane::expi)
    };
    (log_ndtr) => {
        Some(normal_plane::log_ndtr)
    };
    (ndtr) => {
        Some(normal_plane::ndtr)
    };
    (spence) => {
        Some(dilogarithm::spence)
    };
    ($name:ident) => {
        None
    };
}

macro_rules! functions {
    ($($name:ident)+) => {$(
        #[doc = concat!("[`Array::", stringify!($name), "`](Array::", stringify!($name), ") of an array of any type.")]
        ///
        /// Of complex numbers there are [`dawsn`], [`digamma`], [`erf`], [`erfc`], [`erfcx`], [`exp1`], [`expi`], [`gamma`], [`log_ndtr`], [`ndtr`],
        /// [`rgamma`] and [`spence`].
        ///
        /// # Errors
        /// [`Error::DType`](xparray_core::Error::DType) for complex numbers that the function does not take.
        pub fn $name<B: Backend>(x: &impl AnyArray<B>) -> Result<DynArray<B>> {
            let (x, values): (_, Option<fn(Z) -> Z>) = (x.as_dyn(), plane!($name));
            match values {
                Some(values) if x.dtype().is_complex() => over_plane::map(x, values),
                _ => x.$name(),
            }
        }
    )+};
}
xparray_core::for_each_function!(functions);
