//! User kernels: closures over scalars, traced into the IR.
//!
//! A closure runs once, on [`Var`]s that stand for elements, and what it does to them becomes nodes of
//! the expression graph. So a user kernel fuses with what surrounds it, and runs on every backend.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! let x = xp.array([0.5, 1.0, 4.0])?;
//! let y = xp.map(&x, |x| x.gt(1.0).select(x.sqrt(), x * x))? + 1.0; // one kernel, with the + 1
//! assert_eq!(y.to_string(), "[1.25 2.   3.  ]");
//! # Ok::<(), xparray::Error>(())
//! ```

mod control;
mod inputs;
mod map;
mod reduce;
mod state;
mod trace;
mod var;

pub use control::{for_, if_, while_};
pub use inputs::{MapInput, MapInputs, MapOutputs, Raw as RawInput, RawVar, raw};
pub use map::UserKernels;
pub(crate) use map::elementwise;
pub use reduce::Reduce;
pub use state::{IntoState, State};
pub use trace::is_remembered;
pub use var::{IntoVar, Var, index, index_along};
