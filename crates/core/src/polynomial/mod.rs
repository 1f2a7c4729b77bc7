//! Polynomials.
//!
//! Methods of arrays are NumPy's older functions: a vector of coefficients is a polynomial, the highest power first. The functions of
//! this module are those of `numpy.polynomial`, which have the lowest power first; its classes are [`Series`].
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::polynomial;
//! let c = xp.array([3.0, 2.0, 1.0])?;
//! let x = xp.array([0.0, 10.0])?;
//! assert_eq!(c.polyval(&x)?.to_string(), "[  1. 321.]"); // 3 x^2 + 2 x + 1
//! assert_eq!(polynomial::polyval(&x, &c)?.to_string(), "[  3. 123.]"); // 3 + 2 x + x^2
//! # Ok::<(), xparray::Error>(())
//! ```

mod arithmetic;
mod basis;
mod display;
mod fit;
mod operators;
mod poly1d;
mod roots;
mod series;

pub use arithmetic::Polyint;
pub use basis::{Basis, Coefficient, Series, SeriesFit};
pub use fit::Polyfit;
pub use operators::PolyLike;
pub use poly1d::Poly1d;
pub use series::{polycompanion, polyval, polyvalfromroots, polyvander, trimcoef, trimseq};
