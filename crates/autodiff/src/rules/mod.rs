//! The derivatives of operations of the backend.

mod complete;
mod fft;
mod indexing;
mod integers;
mod linalg;
mod products;
mod scan;
pub(crate) mod sparse;
mod spectral;

pub(crate) use fft::{Complexes, HalfSpectrum, Signal};
pub(crate) use indexing::{Bincount, Compact, Scatter, Sort, Take, TakeAlong};
pub(crate) use integers::{Argsort, Counts, Places};
pub(crate) use linalg::{Cholesky, Inverse, Lu, Orthogonal, Solve, Triangular};
pub(crate) use products::{Dot, Gemv, Matmul};
pub(crate) use scan::Scan;
pub(crate) use sparse::Moved;
pub(crate) use spectral::{Eig, Eigh, Singular};

use crate::kernel::add;
use crate::rule::{Tangent, Values};
use xparray_core::Result;
use xparray_core::backend::Backend;

/// A tangent through a linear map.
fn map<B: Backend>(t: &Tangent<B>, f: impl FnOnce(&Values<B>) -> Result<Values<B>>) -> Result<Tangent<B>> {
    t.as_ref().map(f).transpose()
}

/// The sum of tangents.
fn sum<B: Backend>(terms: impl IntoIterator<Item = Tangent<B>>) -> Result<Tangent<B>> {
    let mut total = None;
    terms.into_iter().try_for_each(|term| add(&mut total, term))?;
    Ok(total)
}

/// What is wanted, of cotangents that take work.
fn wanted<B: Backend>(is: bool, f: impl FnOnce() -> Result<Values<B>>) -> Result<Tangent<B>> {
    is.then(f).transpose()
}
