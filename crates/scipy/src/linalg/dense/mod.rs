//! Matrices on the host, for algorithms whose steps need the results of those before.

mod entry;
mod householder;
mod matrix;
mod stack;

pub(super) use entry::C;
pub(crate) use entry::Entry;
pub(super) use householder::reflection;
pub(crate) use matrix::Matrix;
pub(super) use stack::{Dense, each};
