//! Functions on grids.

mod nd_bspline;
mod nd_ppoly;
mod pchip;
mod regular;
mod tensor;

pub use nd_bspline::NdBSpline;
pub use nd_ppoly::NdPPoly;
pub use regular::{GridInterpolant, GridMethod, RegularGridInterpolator, interpn};
