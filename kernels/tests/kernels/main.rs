//! Plans, and sources that compile.

mod build;
mod compile;
mod compiler;
mod plan;
