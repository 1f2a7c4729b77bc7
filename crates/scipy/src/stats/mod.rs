//! Statistics, as `scipy.stats`.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::scipy::stats;
//! assert_eq!(stats::entropy(&xp.array([1.0, 1.0])?)?.to_string(), "0.6931471805599453");
//! # Ok::<(), xparray::Error>(())
//! ```

mod entropy;
mod scores;
mod trimmed;

pub use entropy::{Entropy, entropy, entropy_with};
pub use scores::{NanPolicy, Scores, boxcox_llf, zmap, zscore};
pub use trimmed::trim_mean;
