//! Arrays, fusion and the [`Backend`] traits of xparray.
//!
//! Users depend on the `xparray` crate, which re-exports this one beside the backends.
//!
//! ```
//! use xparray::prelude::*;
//!
//! let xp = Cpu::new();
//! let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
//! assert_eq!((&x * 10.0).sum(0)?.to_string(), "[40. 60.]");
//! # Ok::<(), xparray::Error>(())
//! ```

pub mod array;
mod benchmark;
pub mod fft;
mod graph;
pub mod io;
mod jit;
pub mod kernel;
pub mod linalg;
pub mod polynomial;
pub mod prelude;
mod profiled;
pub mod random;
pub mod sparse;
pub mod testing;
mod ufunc;

pub use array::*;
pub use benchmark::{Benchmark, Benchmarking, Times};
pub use jit::{Arrays, Jit, jit};
pub use kernel::{Reduce, UserKernels, Var};
pub use profiled::{Profile, Profiled, Totals};
pub use ufunc::{Gufunc, GufuncAxes, Gufuncs, Reduction, Ufunc};
pub use xparray_ir::*;
