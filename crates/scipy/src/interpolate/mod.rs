//! Interpolation of scattered points.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::scipy::interpolate::{LinearNDInterpolator, Scattered};
//! let points = xp.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])?;
//! let plane = LinearNDInterpolator::new(&points, &xp.array([0.0, 1.0, 2.0, 3.0])?, Scattered::new())?;
//! assert_eq!(plane.evaluate(&xp.array([[0.25, 0.5], [2.0, 0.0]])?)?.to_string(), "[1.25  nan]");
//! # Ok::<(), xparray::Error>(())
//! ```

mod scattered;

pub use scattered::{CloughTocher2DInterpolator, LinearNDInterpolator, NearestNDInterpolator, Scattered};
