//! B-splines of equally spaced samples, and the symmetric recursive filters that find their coefficients, with the mirror image of the signal, first
//! element and all, beyond its ends (Unser, Aldroubi and Eden, B-spline signal processing, 1993).

mod coefficients;
mod evaluation;
mod filters;

pub use coefficients::{cspline1d, cspline2d, qspline1d, qspline2d, spline_filter};
pub use evaluation::{cspline1d_eval, gauss_spline, qspline1d_eval};
pub use filters::{symiirorder1, symiirorder2};

use xparray_core::prelude::*;
use xparray_core::{Error, Result};

fn check_vector<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<()> {
    if x.ndim() == 1 { Ok(()) } else { Err(Error::shape(op, x.shape(), &[x.len()])) }
}
