//! Special functions, as `scipy.special`.
//!
//! Functions of one number are methods of arrays and of the variables of user kernels; here they are functions besides. All are
//! elementwise, deferred, and fuse with what is around them; they are computed in `f64`.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::scipy::special;
//! let x = xp.array([0.5, 1.0, 2.0])?;
//! assert_eq!(special::gammainc(1.0, &x)?.to_string(), "[0.39346934 0.63212056 0.86466472]");
//! # Ok::<(), xparray::Error>(())
//! ```

mod airy;
mod airy_plane;
mod assoc_legendre;
mod bessel;
mod beta;
mod carlson;
mod complex;
mod cylinder;
mod cylinder_slopes;
mod digamma_plane;
mod dilogarithm;
mod distributions;
mod double;
mod double_plane;
mod elementwise;
mod elliptic;
mod exact;
mod exponential;
mod exponential_plane;
mod faddeeva;
mod fresnel_plane;
mod gamma;
mod hypergeometric;
mod integrals_plane;
mod kelvin;
#[cfg(feature = "stats")]
pub(crate) mod kernels;
mod lambert;
mod legendre;
mod logarithms;
mod loggamma;
mod modified;
mod normal;
mod normal_plane;
mod omega;
mod orders;
mod over_plane;
mod pairs;
mod plane;
mod polynomials;
mod polynomials_plane;
mod reductions;
mod root;
mod roots;
mod shifted;
mod spherical;
mod struve;
mod student;
mod table;
mod transforms;
mod zeta;

pub use airy::{airy, airye};
pub use assoc_legendre::*;
pub use bessel::*;
pub use beta::{beta, betainc, betaincc, betainccinv, betaincinv, betaln, binom, poch};
pub use carlson::{elliprc, elliprd, elliprf, elliprg, elliprj};
pub use distributions::*;
pub use elliptic::{ellipeinc, ellipj, ellipkinc};
pub use exponential::expn;
pub use faddeeva::{erfi, voigt_profile, wofz};
pub use gamma::{gammainc, gammaincc, gammainccinv, gammaincinv};
pub use hypergeometric::{hyp0f1, hyp1f1, hyp2f1, hyperu};
pub use kelvin::*;
pub use lambert::lambertw;
pub use legendre::*;
pub use logarithms::{multigammaln, xlog1py, xlogy};
pub use loggamma::loggamma;
pub use normal::*;
pub use omega::wrightomega;
pub use orders::*;
pub use pairs::{fresnel, shichi, sici};
pub use polynomials::*;
pub use reductions::{LogSumExp, log_softmax, logsumexp, logsumexp_with, softmax};
pub use roots::*;
pub use shifted::*;
pub use spherical::*;
pub use struve::*;
pub use student::{stdtr, stdtrit};
pub use table::*;
pub use transforms::*;
pub use zeta::{polygamma, zeta};
