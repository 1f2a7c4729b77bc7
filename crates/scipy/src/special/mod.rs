//! Special functions: `scipy.special`.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::scipy::special;
//! let x = xp.array([0.0, 1.0, 5.0])?;
//! assert_eq!(special::gamma(&x)?.to_string(), "[inf  1. 24.]");
//! # Ok::<(), xparray::Error>(())
//! ```

mod pairs;
mod table;

pub use pairs::{fresnel, shichi, sici};
pub use table::*;
