//! Interpolation: piecewise polynomials, splines, grids and scattered points.
//!
//! What is made of points is computed with on the host where each step needs the one before, as in systems of few diagonals; values are
//! a search and one kernel. Everything is in double precision, as in SciPy.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::scipy::interpolate::CubicSpline;
//! let x = xp.linspace(0.0, 6.0, 31)?;
//! let spline = CubicSpline::new().interpolate(&x, &x.sin())?;
//! assert!(spline.evaluate(&xp.array([1.0, 2.5])?)?.allclose_with(&xp.array([1f64.sin(), 2.5f64.sin()])?, Tolerance::new().rtol(1e-4))?);
//! # Ok::<(), xparray::Error>(())
//! ```

mod antiderivatives;
mod bivariate;
mod bpoly;
mod breaks;
mod bspline;
mod columns;
mod cubic;
mod grid;
mod interp1d;
mod knots;
mod lagrange;
mod minimum;
mod options;
mod pieces;
mod polynomial;
mod ppoly;
mod radial;
mod rational;
mod scattered;
mod smoothness;
mod univariate;

pub use bivariate::{BivariateSpline, RectBivariateSpline, ScatteredBivariateSpline};
pub use bpoly::BPoly;
pub use bspline::{
    BSpline, InterpSpline, LsqSpline, SmoothingSpline, make_interp_spline, make_interp_spline_with, make_lsq_spline,
    make_lsq_spline_with, make_smoothing_spline, make_smoothing_spline_with, splantider, splder,
};
pub use cubic::{
    Akima1DInterpolator, AkimaMethod, BoundaryCondition, CubicHermiteSpline, CubicSpline, PchipInterpolator,
    pchip_interpolate,
};
pub use grid::{GridInterpolant, GridMethod, NdBSpline, NdPPoly, RegularGridInterpolator, interpn};
pub use interp1d::{Fill, Interp1d, Interp1dKind, Interpolant1d};
pub use lagrange::lagrange;
pub use options::{Evaluate, Extrapolate};
pub use polynomial::{BarycentricInterpolator, KroghInterpolator, barycentric_interpolate, krogh_interpolate};
pub use ppoly::{PPoly, Solve};
pub use radial::{RBFInterpolator, RadialFunction, RadialSum, Rbf, RbfInterpolant, RbfKernel};
pub use rational::{AAA, AaaInterpolant, FloaterHormannInterpolator, RationalFunction, pade};
pub use scattered::{CloughTocher2DInterpolator, LinearNDInterpolator, NearestNDInterpolator, Scattered};
pub use univariate::{FittedSpline, InterpolatedUnivariateSpline, LSQUnivariateSpline, Outside, UnivariateSpline};
