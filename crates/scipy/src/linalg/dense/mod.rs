//! Matrices on the host, for algorithms whose steps need the results of those before.

mod stack;

pub(super) use stack::each;
pub(super) use xparray_core::linalg::host::{C, Dense, Reflection, reflection};
pub(crate) use xparray_core::linalg::host::{Entry, Matrix};
