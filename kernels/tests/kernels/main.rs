//! Plans, and sources that compile.

mod build;
mod code_object;
mod compile;
mod compiler;
mod plan;
mod product;
mod stages;
