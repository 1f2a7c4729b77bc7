//! User kernels: closures over scalars, traced into the IR.
//!
//! A closure runs once, on [`Var`]s that stand for elements, and what it does to them becomes nodes of
//! the expression graph. So a user kernel fuses with what surrounds it, and runs on every backend.

mod inputs;
mod map;
mod reduce;
mod trace;
mod var;

pub use inputs::{MapInput, MapInputs, MapOutputs, Raw as RawInput, RawVar, raw};
pub use map::UserKernels;
pub use reduce::Reduce;
pub use var::{IntoVar, Var, index, index_along};
