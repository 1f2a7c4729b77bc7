//! Functions of matrices.

mod general;
mod inverse_scaling;
mod logarithm;
mod power;
mod roots;
mod sign;
mod spectrum;
mod waves;

pub use general::{Funm, funm};
pub use logarithm::logm;
pub use power::fractional_matrix_power;
pub use roots::sqrtm;
pub use sign::signm;
pub use waves::{coshm, cosm, sinhm, sinm, tanhm, tanm};
