//! Linear algebra.

mod blocks;
mod cholesky;
mod pca;
mod solve;
mod tall;

pub use pca::Pca;
