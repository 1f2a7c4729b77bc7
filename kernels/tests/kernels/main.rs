//! Plans, and sources that compile.

mod build;
mod code_object;
mod compile;
mod compiler;
mod machine_code;
mod plan;
mod product;
mod stages;
