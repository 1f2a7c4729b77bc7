//! Matrices on the host, for algorithms whose steps need the results of those before.

mod entry;
mod householder;
mod matrix;
mod stack;

pub(super) use entry::{C, Entry};
pub(super) use householder::reflection;
pub(super) use matrix::Matrix;
pub(super) use stack::{Dense, each};
