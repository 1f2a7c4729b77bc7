//! Peaks of signals.

mod extrema;
mod find;
mod ridges;
mod shape;

pub use extrema::{ExtremaMode, argrelextrema, argrelmax, argrelmin};
pub use find::{FindPeaks, PeakProperty, Peaks, find_peaks};
pub use ridges::{FindPeaksCwt, find_peaks_cwt};
pub use shape::{Prominences, Widths, peak_prominences, peak_widths};

use xparray_core::prelude::*;
use xparray_core::{Error, Result, TypeClass};

/// That an array is a vector of real numbers.
fn check<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<()> {
    TypeClass::RealElement.check(op, x.dtype())?;
    match x.ndim() {
        1 => Ok(()),
        _ => Err(Error::shape(op, x.shape(), &[x.len()])),
    }
}

/// The numbers of a vector.
fn numbers<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<Vec<f64>> {
    check(op, x)?;
    x.astype(DType::F64)?.typed::<f64>()?.to_vec()
}
