//! Distributions, with the methods that SciPy's have.
//!
//! What a distribution is, its formulas say (`families`); what becomes of location and scale, of the ends of the support, of wrong parameters
//! and of arrays is written once.

mod continuous;
mod densities;
mod discrete;
mod draws;
mod expectations;
mod families;
mod fit;
mod masses;
mod parameters;
mod tails;
mod user;

pub use continuous::Continuous;
pub use discrete::Discrete;
pub use expectations::Expect;
pub use fit::{Fit, Fitted};
pub use user::{RvContinuous, RvDiscrete, rv_discrete, rv_histogram};

use families::{
    beta as of_beta, bounded, counts, extremes, gamma as of_gamma, normal, powers, series, symmetric, urns,
    vonmises as of_angles,
};
use parameters::Parameters;
use xparray_core::prelude::*;
use xparray_core::{ArrayLike, Result};

/// Constructors: the name, the shape parameters, and the formulas.
macro_rules! distributions {
    ($Kind:ident: $($(#[$doc:meta])* $name:ident($($shape:ident),*) = $family:expr;)+) => {$(
        $(#[$doc])*
        ///
        /// Shape parameters are numbers or arrays of any real type.
        ///
        /// # Errors
        /// [`Error::DType`](xparray_core::Error::DType) for complex numbers.
        pub fn $name<B: Backend>(xp: &B $(, $shape: impl ArrayLike<B>)*) -> Result<$Kind<B>> {
            Ok($Kind { family: &$family, parameters: Parameters::new(xp, &[$($shape.operand()),*])? })
        }
    )+};
}

distributions! { Continuous:
    /// The normal distribution: the density is `exp(-z^2 / 2) / sqrt(2 pi)`.
    norm() = normal::NORM;
    /// The distribution of numbers whose logarithm is normal with standard deviation `s`; the scale is the exponential of their mean: the density is `exp(-log(z)^2 / (2 s^2)) / (s z sqrt(2 pi))`.
    lognorm(s) = normal::LOGNORM;
    /// The inverse Gaussian distribution, Wald's with `mu` of 1; numbers of mean `m` and scale `l` have `mu` of `m / l` and scale `l`: the density is `exp(-(z - mu)^2 / (2 z mu^2)) / sqrt(2 pi z^3)`.
    invgauss(mu) = normal::INVGAUSS;
    /// Cauchy's distribution: the density is `1 / (pi (1 + z^2))`.
    cauchy() = symmetric::CAUCHY;
    /// Laplace's distribution: the density is `exp(-abs(z)) / 2`.
    laplace() = symmetric::LAPLACE;
    /// The logistic distribution: the density is `exp(-z) / (1 + exp(-z))^2`.
    logistic() = symmetric::LOGISTIC;
    /// Student's distribution of `df` degrees of freedom: the density is `gamma((df + 1) / 2) / (sqrt(pi df) gamma(df / 2)) (1 + z^2 / df)^(-(df + 1) / 2)`.
    t(df) = symmetric::T;
    /// The exponential distribution: the density is `exp(-z)`.
    expon() = of_gamma::EXPON;
    /// The gamma distribution of shape parameter `a`: the density is `z^(a - 1) exp(-z) / gamma(a)`.
    gamma(a) = of_gamma::GAMMA;
    /// The distribution of chi squared of `df` degrees of freedom: the density is `z^(df / 2 - 1) exp(-z / 2) / (2^(df / 2) gamma(df / 2))`.
    chi2(df) = of_gamma::CHI2;
    /// The beta distribution of shape parameters `a` and `b`, from 0 to 1: the density is `z^(a - 1) (1 - z)^(b - 1) / beta(a, b)`.
    beta(a, b) = of_beta::BETA;
    /// Fisher's distribution of `dfn` and `dfd` degrees of freedom: the density is `(dfn / dfd)^(dfn / 2) z^(dfn / 2 - 1) (1 + dfn z / dfd)^(-(dfn + dfd) / 2) / beta(dfn / 2, dfd / 2)`.
    f(dfn, dfd) = of_beta::F_DISTRIBUTION;
    /// The uniform distribution from 0 to 1: the density is `1`.
    uniform() = bounded::UNIFORM;
    /// The distribution of powers from 0 to 1: the density is `a z^(a - 1)`.
    powerlaw(a) = bounded::POWERLAW;
    /// The triangular distribution from 0 to 1 with its mode at `c`: the density is `2 z / c` up to `c`, then `2 (1 - z) / (1 - c)`.
    triang(c) = bounded::TRIANG;
    /// Pareto's distribution from 1 on: the density is `b / z^(b + 1)`.
    pareto(b) = powers::PARETO;
    /// Rayleigh's distribution: the density is `z exp(-z^2 / 2)`.
    rayleigh() = powers::RAYLEIGH;
    /// Weibull's distribution of the least of many numbers: the density is `c z^(c - 1) exp(-z^c)`.
    weibull_min(c) = powers::WEIBULL_MIN;
    /// Gumbel's distribution of the greatest of many numbers: the density is `exp(-z - exp(-z))`.
    gumbel_r() = extremes::GUMBEL_R;
    /// Gumbel's distribution of the least of many numbers: the density is `exp(z - exp(z))`.
    gumbel_l() = extremes::GUMBEL_L;
    /// Von Mises' distribution of angles, with `kappa` of at least 0; moments are those of angles from -pi to pi, and the distribution function grows by 1 with each turn. It takes some `9 sqrt(kappa)` steps; for `kappa` above 1e5 it is a normal approximation, to 1e-6. Probabilities have errors of 1e-15, quantiles of smaller ones mean nothing: the density is `exp(kappa cos(z)) / (2 pi i0(kappa))`.
    vonmises(kappa) = of_angles::VONMISES;
}

distributions! { Discrete:
    /// The distribution of the number of successes in `n` attempts of probability `p`: the probability is `binom(n, k) p^k (1 - p)^(n - k)`.
    binom(n, p) = counts::BINOM;
    /// Poisson's distribution of the number of events whose mean is `mu`: the probability is `mu^k exp(-mu) / k!`.
    poisson(mu) = counts::POISSON;
    /// The distribution of the number of attempts of probability `p` until one succeeds: the probability is `p (1 - p)^(k - 1)`.
    geom(p) = counts::GEOM;
    /// The negative binomial distribution, of the number of failures before `n` successes of probability `p`: the probability is `binom(k + n - 1, n - 1) p^n (1 - p)^k`.
    nbinom(n, p) = counts::NBINOM;
    /// The hypergeometric distribution, of the number of good ones among those drawn of `all`: SciPy's `M`, `n` and `N`, of which `M` is below 9e15: the probability is `binom(good, k) binom(all - good, drawn - k) / binom(all, drawn)`.
    hypergeom(all, good, drawn) = urns::HYPERGEOM;
    /// The logarithmic distribution: the probability is `-p^k / (k log(1 - p))`.
    logser(p) = series::LOGSER;
    /// Zipf's distribution, with `a` above 1: the probability is `k^-a / zeta(a)`.
    zipf(a) = series::ZIPF;
}
