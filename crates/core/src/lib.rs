//! Arrays, fusion and the [`Backend`] traits of xparray.
//!
//! Users depend on the `xparray` crate, which re-exports this one beside the backends.
//!
//! ```
//! use xparray::prelude::*;
//!
//! let xp = Cpu::new();
//! let x = xp.array(&[1.0, 2.0, 3.0, 4.0], [2, 2])?;
//! assert_eq!((&x * 10.0).sum(0)?.to_string(), "[40. 60.]");
//! # Ok::<(), xparray::Error>(())
//! ```

pub mod array;
pub mod backend;
mod benchmark;
pub mod dtype;
pub mod element;
pub mod error;
pub mod fft;
mod graph;
pub mod io;
pub mod ir;
pub mod kernel;
pub mod layout;
pub mod linalg;
pub mod prelude;
mod profiled;
pub mod promote;
pub mod random;
pub mod sparse;

pub use array::*;
pub use backend::{Backend, Side};
pub use benchmark::{Benchmark, Benchmarking, Times};
pub use dtype::{DType, Kind, Scalar};
pub use element::{
    Bits, ComplexElement, Element, Field, FloatElement, Integer, Number, RealElement, RealField, RealFloat, RealNumber,
};
pub use error::{Error, Result};
pub use half;
pub use half::{bf16, f16};
pub use kernel::{Reduce, UserKernels, Var};
pub use layout::Layout;
pub use num_complex::Complex;
pub use profiled::{Profile, Profiled, Totals};
pub use promote::Promote;
