//! Functions of the variables of kernels, for the formulas of distributions.

pub(crate) use super::beta::complete::{betaln as log_beta, log_rest, quotient};
pub(crate) use super::beta::incomplete::factor as beta_factor;
pub(crate) use super::beta::{
    inverse as beta_inverse, lower as betainc, lower_inverse as betaincinv, sides as beta_sides, upper as betaincc,
    upper_inverse as betainccinv,
};
pub(crate) use super::elementwise::{F, is_integer};
pub(crate) use super::gamma::{
    factor as gamma_factor, lower as gammainc, lower_inverse as gammaincinv, upper as gammaincc,
    upper_inverse as gammainccinv,
};
pub(crate) use super::modified::first as ive;
pub(crate) use super::normal::{NODES, owen};
pub(crate) use super::root::{Value, root};
pub(crate) use super::student::{distribution as stdtr, quantile as stdtrit};
pub(crate) use super::zeta::hurwitz;
