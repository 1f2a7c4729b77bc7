//! Distributions, with the methods that SciPy's have.
//!
//! What a distribution is, its formulas say (`families`); what becomes of location and scale, of the ends of the support, of wrong parameters
//! and of arrays is written once.

mod censored;
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

pub use censored::Censored;
pub use continuous::Continuous;
pub use discrete::Discrete;
pub use expectations::Expect;
pub use fit::{Fit, Fitted};
pub use user::{RvContinuous, RvDiscrete, rv_discrete, rv_histogram};

use families::{
    beta as of_beta, bounded, counts, distances, extremes, folded, folds, gamma as of_gamma, heavy, integers,
    intervals, lives, noncentral, normal, powers, quantiles, series, steps, symmetric, two_sided, urns,
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
    /// The anglit distribution, of a cosine from -pi / 4 to pi / 4: the density is `cos(2 z)`.
    anglit() = intervals::ANGLIT;
    /// The arcsine distribution, from 0 to 1: the density is `1 / (pi sqrt(z (1 - z)))`.
    arcsine() = intervals::ARCSINE;
    /// The distribution of the odds of beta distributed numbers: the density is `z^(a - 1) (1 + z)^(-a - b) / beta(a, b)`.
    betaprime(a, b) = of_beta::BETAPRIME;
    /// Bradford's distribution, from 0 to 1: the density is `c / (log(1 + c) (1 + c z))`.
    bradford(c) = intervals::BRADFORD;
    /// Burr's distribution of type III: the density is `c d z^(-c - 1) / (1 + z^-c)^(d + 1)`.
    burr(c, d) = heavy::BURR;
    /// Burr's distribution of type XII: the density is `c d z^(c - 1) / (1 + z^c)^(d + 1)`.
    burr12(c, d) = heavy::BURR12;
    /// The distribution of lengths of vectors of `df` normal numbers: the density is `z^(df - 1) exp(-z^2 / 2) / (2^(df / 2 - 1) gamma(df / 2))`.
    chi(df) = folded::CHI;
    /// The gamma distribution to both sides of 0: the density is `abs(z)^(a - 1) exp(-abs(z)) / (2 gamma(a))`.
    dgamma(a) = folded::DGAMMA;
    /// Weibull's distribution to both sides of 0: the density is `c / 2 abs(z)^(c - 1) exp(-abs(z)^c)`.
    dweibull(c) = folded::DWEIBULL;
    /// Erlang's distribution: the gamma distribution, of a that is often an integer: the density is `z^(a - 1) exp(-z) / gamma(a)`.
    erlang(a) = of_gamma::GAMMA;
    /// The distribution of sums of a normal number and an exponential one of mean `k`: the density is `exp(1 / (2 K^2) - z / K) erfc((1 / K - z) / sqrt(2)) / (2 K)`.
    exponnorm(k) = two_sided::EXPONNORM;
    /// The distribution of life times whose hazard is the exponential of a power: the density is `b z^(b - 1) exp(1 + z^b - exp(z^b))`.
    exponpow(b) = lives::EXPONPOW;
    /// The distribution of the greatest of a numbers of Weibull's: the density is `a c (1 - exp(-z^c))^(a - 1) exp(-z^c) z^(c - 1)`.
    exponweib(a, c) = lives::EXPONWEIB;
    /// Fisk's distribution, the log-logistic one: the density is `c z^(c - 1) / (1 + z^c)^2`.
    fisk(c) = heavy::FISK;
    /// The generalized distribution of extremes, with an end above for positive `c`: the density is `exp(-(1 - c z)^(1 / c)) (1 - c z)^(1 / c - 1)`.
    genextreme(c) = heavy::GENEXTREME;
    /// The generalized gamma distribution, of the power 1 / `c` of gamma distributed numbers: the density is `abs(c) z^(c a - 1) exp(-z^c) / gamma(a)`.
    gengamma(a, c) = lives::GENGAMMA;
    /// The generalized logistic distribution: the density is `c exp(-z) / (1 + exp(-z))^(c + 1)`.
    genlogistic(c) = two_sided::GENLOGISTIC;
    /// The generalized normal distribution: the density is `beta exp(-abs(z)^beta) / (2 gamma(1 / beta))`.
    gennorm(beta) = folded::GENNORM;
    /// The generalized distribution of Pareto, with an end for negative `c`: the density is `(1 + c z)^(-1 - 1 / c)`.
    genpareto(c) = heavy::GENPARETO;
    /// Gibrat's distribution: of numbers whose logarithm is normal: the density is `exp(-log(z)^2 / 2) / (z sqrt(2 pi))`.
    gibrat() = normal::GIBRAT;
    /// Gompertz's distribution of life times: the density is `c exp(z) exp(-c (exp(z) - 1))`.
    gompertz(c) = lives::GOMPERTZ;
    /// The distribution of magnitudes of Cauchy's numbers: the density is `2 / (pi (1 + z^2))`.
    halfcauchy() = folded::HALFCAUCHY;
    /// The distribution of magnitudes of generalized normal numbers: the density is `beta exp(-z^beta) / gamma(1 / beta)`.
    halfgennorm(beta) = folded::HALFGENNORM;
    /// The distribution of magnitudes of logistic numbers: the density is `2 exp(-z) / (1 + exp(-z))^2`.
    halflogistic() = folded::HALFLOGISTIC;
    /// The distribution of magnitudes of normal numbers: the density is `sqrt(2 / pi) exp(-z^2 / 2)`.
    halfnorm() = folded::HALFNORM;
    /// The distribution of the hyperbolic secant: the density is `1 / (pi cosh(z))`.
    hypsecant() = two_sided::HYPSECANT;
    /// The distribution of inverses of gamma distributed numbers: the density is `z^(-a - 1) exp(-1 / z) / gamma(a)`.
    invgamma(a) = heavy::INVGAMMA;
    /// The distribution of inverses of Weibull's numbers, Frechet's: the density is `c z^(-c - 1) exp(-z^-c)`.
    invweibull(c) = heavy::INVWEIBULL;
    /// Johnson's bounded distribution, from 0 to 1: the density is `b / (z (1 - z)) exp(-(a + b log(z / (1 - z)))^2 / 2) / sqrt(2 pi)`.
    johnsonsb(a, b) = intervals::JOHNSONSB;
    /// Johnson's distribution without bounds: the density is `b / sqrt(1 + z^2) exp(-(a + b arcsinh(z))^2 / 2) / sqrt(2 pi)`.
    johnsonsu(a, b) = two_sided::JOHNSONSU;
    /// Laplace's distribution with other slopes above and below 0: the density is `exp(-z kappa) / (kappa + 1 / kappa)` from 0 on, and `exp(z / kappa) / (kappa + 1 / kappa)` below.
    laplace_asymmetric(kappa) = two_sided::LAPLACE_ASYMMETRIC;
    /// Levy's distribution: the density is `exp(-1 / (2 z)) / sqrt(2 pi z^3)`.
    levy() = heavy::LEVY;
    /// Levy's distribution, mirrored: the density is `exp(1 / (2 z)) / sqrt(-2 pi z^3)`.
    levy_l() = heavy::LEVY_L;
    /// The distribution of logarithms of gamma distributed numbers: the density is `exp(c z - exp(z)) / gamma(c)`.
    loggamma(c) = lives::LOGGAMMA;
    /// The distribution of numbers whose logarithm has Laplace's: the density is `c / 2 z^(c - 1)` up to 1, and `c / 2 z^(-c - 1)` beyond.
    loglaplace(c) = heavy::LOGLAPLACE;
    /// The distribution of numbers from a to `b` whose logarithm is uniform: the density is `1 / (z log(b / a))`.
    loguniform(a, b) = intervals::RECIPROCAL;
    /// Lomax's distribution: Pareto's from 0 on: the density is `c / (1 + z)^(c + 1)`.
    lomax(c) = heavy::LOMAX;
    /// Maxwell's distribution of lengths of vectors of three normal numbers: the density is `sqrt(2 / pi) z^2 exp(-z^2 / 2)`.
    maxwell() = folded::MAXWELL;
    /// Mielke's distribution: the density is `k z^(k - 1) / (1 + z^s)^(1 + k / s)`.
    mielke(k, s) = heavy::MIELKE;
    /// Moyal's distribution: the density is `exp(-(z + exp(-z)) / 2) / sqrt(2 pi)`.
    moyal() = two_sided::MOYAL;
    /// Nakagami's distribution: the density is `2 nu^nu z^(2 nu - 1) exp(-nu z^2) / gamma(nu)`.
    nakagami(nu) = folded::NAKAGAMI;
    /// The distribution of the least of `c` numbers whose logarithm is normal: the density is `c / (z s) phi(log(z) / s) Phi(-log(z) / s)^(c - 1)`, with the normal density and distribution function.
    powerlognorm(c, s) = two_sided::POWERLOGNORM;
    /// The distribution of the least of `c` normal numbers: the density is `c phi(z) Phi(-z)^(c - 1)`, with the normal density and distribution function.
    powernorm(c) = two_sided::POWERNORM;
    /// The distribution of correlations, from -1 to 1: the density is `(1 - z^2)^(c / 2 - 1) / beta(1 / 2, c / 2)`.
    rdist(c) = intervals::RDIST;
    /// The distribution of numbers from a to `b` whose density is their inverse: the density is `1 / (z log(b / a))`.
    reciprocal(a, b) = intervals::RECIPROCAL;
    /// Wigner's distribution, a half circle from -1 to 1: the density is `2 / pi sqrt(1 - z^2)`.
    semicircular() = intervals::SEMICIRCULAR;
    /// The skewed normal distribution: the density is `2 phi(z) Phi(a z)`, with the normal density and distribution function.
    skewnorm(a) = two_sided::SKEWNORM;
    /// The exponential distribution up to `b`: the density is `exp(-z) / (1 - exp(-b))`.
    truncexpon(b) = intervals::TRUNCEXPON;
    /// The normal distribution from a to `b`, in units of the scale about the location: the density is `phi(z) / (Phi(b) - Phi(a))`, with the normal density and distribution function.
    truncnorm(a, b) = intervals::TRUNCNORM;
    /// Wald's distribution, the inverse Gaussian one of mu of 1: the density is `exp(-(z - 1)^2 / (2 z)) / sqrt(2 pi z^3)`.
    wald() = normal::WALD;
    /// Weibull's distribution of the greatest of many numbers, up to 0: the density is `c (-z)^(c - 1) exp(-(-z)^c)`.
    weibull_max(c) = lives::WEIBULL_MAX;
    /// The alpha distribution: the density is `exp(-(a - 1 / z)^2 / 2) / (z^2 Phi(a) sqrt(2 pi))`, with the normal distribution function.
    alpha(a) = folds::ALPHA;
    /// The distribution of magnitudes of Cauchy's numbers about `c`: the density is `(1 / (1 + (z - c)^2) + 1 / (1 + (z + c)^2)) / pi`.
    foldcauchy(c) = folds::FOLDCAUCHY;
    /// The distribution of magnitudes of normal numbers about `c`: the density is `sqrt(2 / pi) cosh(c z) exp(-(z^2 + c^2) / 2)`.
    foldnorm(c) = folds::FOLDNORM;
    /// Pearson's distribution of type III: the gamma distribution, moved to a mean of 0 and a variance of 1: the density is `abs(b) (b (z + b))^(b^2 - 1) exp(-b (z + b)) / gamma(b^2)`, with b = 2 / skew.
    pearson3(skew) = folds::PEARSON3;
    /// Cauchy's distribution with other widths above and below 0: the density is `1 / (pi (1 + z^2 / (1 + a sign(z))^2))`.
    skewcauchy(a) = folds::SKEWCAUCHY;
    /// The trapezoidal distribution from 0 to 1, level from `c` to `d`: the density is `2 / (1 + d - c)`, with less from c to 0 and from d to 1.
    trapezoid(c, d) = folds::TRAPEZOID;
    /// Pareto's distribution from 1 to `c`: the density is `b z^(-b - 1) / (1 - c^-b)`.
    truncpareto(b, c) = folds::TRUNCPARETO;
    /// Cauchy's distribution of angles from 0 to 2 pi: the density is `(1 - c^2) / (2 pi (1 + c^2 - 2 c cos(z)))`.
    wrapcauchy(c) = folds::WRAPCAUCHY;
    /// The distribution of life times by fatigue, of Birnbaum and Saunders: the density is `(z + 1) / (2 c sqrt(2 pi z^3)) exp(-(z - 1)^2 / (2 z c^2))`.
    fatiguelife(c) = lives::FATIGUELIFE;
    /// The generalized distribution of magnitudes of logistic numbers, up to 1 / `c`: the density is `2 (1 - c z)^(1 / c - 1) / (1 + (1 - c z)^(1 / c))^2`.
    genhalflogistic(c) = intervals::GENHALFLOGISTIC;
    /// The skew distribution of Jones and Faddy, for `a` of `b` Student's of 2 `a` degrees of freedom: the density is `(1 + u)^(a + 1/2) (1 - u)^(b + 1/2) / (2^(a + b - 1) beta(a, b) sqrt(a + b))`, with u = z / sqrt(a + b + z^2).
    jf_skew_t(a, b) = two_sided::JF_SKEW_T;
    /// Kappa's distribution of three parameters: the density is `a (a + z^a)^(-(a + 1) / a)`.
    kappa3(a) = heavy::KAPPA3;
    /// Weibull's distribution of the least of many numbers from `a` to `b`: the density is `c z^(c - 1) exp(-z^c) / (exp(-a^c) - exp(-b^c))`.
    truncweibull_min(c, a, b) = intervals::TRUNCWEIBULL_MIN;
    /// The ARGUS distribution of masses, from 0 to 1: the density is `chi^3 z sqrt(1 - z^2) exp(-chi^2 (1 - z^2) / 2) / (sqrt(2 pi) Psi(chi))`, with Psi(x) = Phi(x) - x phi(x) - 1/2.
    argus(chi) = intervals::ARGUS;
    /// The raised cosine from -pi to pi: the density is `(1 + cos(z)) / (2 pi)`.
    cosine() = intervals::COSINE;
    /// The normal distribution with a power below `-beta`, of `m` above 1: the density is `exp(-z^2 / 2)`, and below `-beta` `(m / beta)^m exp(-beta^2 / 2) (m / beta - beta - z)^-m`, times what makes it one.
    crystalball(beta, m) = two_sided::CRYSTALBALL;
    /// Hosking's distribution of four parameters: the density is `(1 - k z)^(1 / k - 1) F^(1 - h)`, with the distribution function F = (1 - h (1 - k z)^(1 / k))^(1 / h).
    kappa4(h, k) = quantiles::KAPPA4;
    /// The distribution of sums of squares of `df` normal numbers, whose means have squares of sum `nc` of at least 0: the density is `exp(-(z + nc) / 2) (z / nc)^(df / 4 - 1 / 2) I(df / 2 - 1, sqrt(nc z)) / 2`.
    ncx2(df, nc) = noncentral::NCX2;
    /// The distribution of inverses of inverse Gaussian numbers: the density is `exp(-(1 - mu z)^2 / (2 z mu^2)) / sqrt(2 pi z)`.
    recipinvgauss(mu) = normal::RECIPINVGAUSS;
    /// Rice's distribution of lengths of vectors of two normal numbers about one of length `b`: the density is `z exp(-(z^2 + b^2) / 2) i0(z b)`.
    rice(b) = noncentral::RICE;
    /// Tukey's distribution, whose quantiles are `(q^lam - (1 - q)^lam) / lam`: the density is the inverse of their slope.
    tukeylambda(lam) = quantiles::TUKEYLAMBDA;
    /// The generalized exponential distribution, of life times whose hazard is `a + b (1 - exp(-c z))`: the density is `(a + b (1 - exp(-c z))) exp(-(a + b) z + b / c (1 - exp(-c z)))`.
    genexpon(a, b, c) = lives::GENEXPON;
    /// The distribution that the greatest distance of a sample's distribution function from the true one, times the root of the number of elements, tends to (Kolmogorov, 1933): the probability of more is `2 (exp(-2 z^2) - exp(-8 z^2) + exp(-18 z^2) - ...)`.
    kstwobign() = distances::KSTWOBIGN;
    /// Von Mises' distribution on the line, from -pi to pi: the density is `exp(kappa cos(z)) / (2 pi i0(kappa))`.
    vonmises_line(kappa) = of_angles::VONMISES_LINE;
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
    /// The distribution of energies of `n` levels: the probability is `(1 - exp(-lambda)) exp(-lambda k) / (1 - exp(-lambda N))`.
    boltzmann(lambda_, n) = steps::BOLTZMANN;
    /// Planck's distribution of energies: the probability is `(1 - exp(-lambda)) exp(-lambda k)`.
    planck(lambda_) = steps::PLANCK;
    /// The distribution of equal probabilities from `low` on, below `high`: the probability is `1 / (high - low)`.
    randint(low, high) = steps::RANDINT;
    /// Yule's and Simon's distribution: the probability is `alpha beta(k, alpha + 1)`.
    yulesimon(alpha) = steps::YULESIMON;
    /// The binomial distribution of `n` attempts whose probability has a beta distribution: the probability is `binom(n, k) beta(k + a, n - k + b) / beta(a, b)`.
    betabinom(n, a, b) = steps::BETABINOM;
    /// Bernoulli's distribution of one attempt of probability `p`: the probability is `p` of 1 and `1 - p` of 0.
    bernoulli(p) = counts::BERNOULLI;
    /// The negative hypergeometric distribution of good ones drawn before `bad` others, of `all` of which `good` are: SciPy's `M`, `n` and `r`: the probability is `binom(k + bad - 1, k) binom(all - bad - k, good - k) / binom(all, good)`.
    nhypergeom(all, good, bad) = steps::NHYPERGEOM;
    /// Skellam's distribution of the difference of two numbers of events, of means `mu1` and `mu2` below 5e9: the probability is `exp(-mu1 - mu2) (mu1 / mu2)^(k / 2) I(abs(k), 2 sqrt(mu1 mu2))`.
    skellam(mu1, mu2) = integers::SKELLAM;
    /// Laplace's distribution of integers: the probability is `tanh(a / 2) exp(-a abs(k))`.
    dlaplace(a) = integers::DLAPLACE;
    /// Zipf's distribution of the integers from 1 to `n`, below 9e15, with `a` of at least 0: the probability is `k^-a` over the sum of these.
    zipfian(a, n) = series::ZIPFIAN;
}
