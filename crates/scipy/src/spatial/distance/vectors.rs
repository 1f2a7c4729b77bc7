//! Distances of two vectors.
//!
//! Vectors are the last axes of arrays, whose other axes broadcast. With weights, a metric is called by [`Metric::between`].

use super::metric::{Metric, Parameters};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// Functions without parameters, each with its formula and an example.
macro_rules! metrics {
    ($($(#[$doc:meta])* $name:ident = $metric:ident($u:literal, $v:literal) => $value:literal;)+) => {$(
        $(#[$doc])*
        ///
        /// ```
        /// # use xparray::prelude::*; let xp = Cpu::new();
        #[doc = concat!("use xparray::scipy::spatial::distance::", stringify!($name), ";")]
        #[doc = concat!("let (u, v) = (xp.array(", $u, ")?, xp.array(", $v, ")?);")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(&u, &v)?.to_string(), \"", $value, "\");")]
        /// # Ok::<(), xparray::Error>(())
        /// ```
        ///
        /// # Errors
        /// Those of [`Metric::between`].
        pub fn $name<B: Backend>(u: &impl AnyArray<B>, v: &impl AnyArray<B>) -> Result<DynArray<B>> {
            Metric::$metric.between(u, v, &Parameters::new())
        }
    )+};
}

metrics! {
    /// The distance of Bray and Curtis, `sum |u - v| / sum |u + v|`.
    braycurtis = Braycurtis("[1.0, 0.0, 0.0]", "[0.0, 1.0, 1.0]") => "1.0";
    /// The Canberra distance, `sum |u - v| / (|u| + |v|)`, where two zeros do not differ.
    canberra = Canberra("[1.0, 0.0, 2.0]", "[0.0, 0.0, 6.0]") => "1.5";
    /// Chebyshev's distance, the largest `|u - v|`; of components whose weight is not 0.
    chebyshev = Chebyshev("[1.0, 0.0, 2.0]", "[0.0, 1.0, 5.0]") => "3.0";
    /// The distance through a city, `sum |u - v|`.
    cityblock = Cityblock("[1.0, 0.0, 2.0]", "[0.0, 1.0, 5.0]") => "5.0";
    /// The distance by correlation, [`cosine`] of the deviations from the means; NaN for constant vectors.
    correlation = Correlation("[1.0, 0.0, 1.0]", "[1.0, 1.0, 0.0]") => "1.5";
    /// The distance by angle, `1 - u v / (|u| |v|)`; NaN for zero vectors.
    cosine = Cosine("[1.0, 0.0]", "[0.0, 1.0]") => "1.0";
    /// Dice's dissimilarity of truth values, `d / (2 t + d)`: `t` are true in both, `d` differ. What is not 0 is true.
    dice = Dice("[1, 0, 0]", "[1, 1, 0]") => "0.3333333333333333";
    /// The Euclidean distance, `sqrt(sum (u - v)^2)`.
    euclidean = Euclidean("[1.0, 0.0]", "[4.0, 4.0]") => "5.0";
    /// Hamming's distance, the share of components that differ.
    hamming = Hamming("[1, 0, 0, 2]", "[0, 1, 0, 2]") => "0.5";
    /// Hellinger's distance of distributions, `sqrt(sum (sqrt u - sqrt v)^2 / 2)`, as CuPy has it.
    hellinger = Hellinger("[4.0, 0.0]", "[0.0, 4.0]") => "2.0000000000000004";
    /// Jaccard's dissimilarity of truth values, `d / (t + d)`: `t` are true in both, `d` differ; 0 where neither has any.
    jaccard = Jaccard("[1, 0, 0]", "[1, 1, 1]") => "0.6666666666666666";
    /// The distance of Jensen and Shannon of distributions, which need not be normalised: the root of half the sum of their [`kl_divergence`]
    /// from their mean, in natural units. Division by `sqrt(ln(base))` gives those of another base.
    jensenshannon = Jensenshannon("[1.0, 0.0]", "[0.0, 1.0]") => "0.8325546111576977";
    /// The divergence of Kullback and Leibler, `sum u ln(u / v)`, as CuPy has it; infinite for negative numbers.
    kl_divergence = KlDivergence("[0.5, 0.5]", "[0.25, 0.75]") => "0.14384103622589042";
    /// The dissimilarity of Rogers and Tanimoto of truth values, `2 d / (n + d)`: `d` of `n` differ.
    rogerstanimoto = Rogerstanimoto("[1, 0, 0]", "[0, 1, 0]") => "0.8";
    /// The dissimilarity of Russell and Rao of truth values, the share of components that are not true in both.
    russellrao = Russellrao("[1, 0, 0]", "[1, 1, 0]") => "0.6666666666666666";
    /// The dissimilarity of Sokal and Sneath of truth values, `2 d / (t + 2 d)`: `t` are true in both, `d` differ; NaN where neither has
    /// any.
    sokalsneath = Sokalsneath("[1, 0, 0]", "[1, 1, 0]") => "0.6666666666666666";
    /// The square of the Euclidean distance, `sum (u - v)^2`.
    sqeuclidean = Sqeuclidean("[1.0, 0.0]", "[4.0, 4.0]") => "25.0";
    /// Yule's dissimilarity of truth values, `2 a b / (t f + a b)`: `t` are true in both, `f` in neither, `a` in the first and `b` in the
    /// second only.
    yule = Yule("[1, 0, 0]", "[0, 1, 0]") => "2.0";
}

/// Minkowski's distance of order `p`, `(sum |u - v|^p)^(1/p)`; for an infinite `p` that of [`chebyshev`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::distance::minkowski;
/// let (u, v) = (xp.array([1.0, 0.0, 0.0])?, xp.array([0.0, 1.0, 0.0])?);
/// assert_eq!(minkowski(&u, &v, 3.0)?.to_string(), "1.2599210498948732");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`Metric::between`].
pub fn minkowski<B: Backend>(u: &impl AnyArray<B>, v: &impl AnyArray<B>, p: f64) -> Result<DynArray<B>> {
    Metric::Minkowski(p).between(u, v, &Parameters::new())
}

/// The Euclidean distance in units of standard deviations, `sqrt(sum (u - v)^2 / variance)`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::distance::seuclidean;
/// let (u, v) = (xp.array([1.0, 0.0, 0.0])?, xp.array([0.0, 1.0, 0.0])?);
/// assert_eq!(seuclidean(&u, &v, &xp.array([0.1, 0.1, 0.1])?)?.to_string(), "4.47213595499958");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`Metric::between`].
pub fn seuclidean<B: Backend>(
    u: &impl AnyArray<B>,
    v: &impl AnyArray<B>,
    variance: &impl AnyArray<B>,
) -> Result<DynArray<B>> {
    Metric::Seuclidean.between(u, v, &Parameters::new().v(variance))
}

/// Mahalanobis's distance, `sqrt((u - v) VI (u - v))`, with the inverse `vi` of the matrix of covariances.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::distance::mahalanobis;
/// let (u, v) = (xp.array([1.0, 0.0])?, xp.array([0.0, 1.0])?);
/// assert_eq!(mahalanobis(&u, &v, &xp.array([[1.0, 0.5], [0.5, 1.0]])?)?.to_string(), "1.0");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`Metric::between`].
pub fn mahalanobis<B: Backend>(
    u: &impl AnyArray<B>,
    v: &impl AnyArray<B>,
    vi: &impl AnyArray<B>,
) -> Result<DynArray<B>> {
    Metric::Mahalanobis.between(u, v, &Parameters::new().vi(vi))
}

/// The distances of order `p` between the vectors along the last axes, whose other axes broadcast: [`minkowski`] by its name in
/// `scipy.spatial`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::minkowski_distance;
/// let (x, y) = (xp.array([[0, 0], [0, 0]])?, xp.array([[1, 1], [0, 1]])?);
/// assert_eq!(minkowski_distance(&x, &y, 1.0)?.to_string(), "[2. 1.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`Metric::between`].
pub fn minkowski_distance<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>, p: f64) -> Result<DynArray<B>> {
    minkowski(x, y, p)
}

/// The power `p` of [`minkowski_distance`], which takes no root; for an infinite `p` the distance itself.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::minkowski_distance_p;
/// let (x, y) = (xp.array([[0, 0], [0, 0]])?, xp.array([[1, 1], [0, 2]])?);
/// assert_eq!(minkowski_distance_p(&x, &y, 2.0)?.to_string(), "[2. 4.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`Metric::between`].
pub fn minkowski_distance_p<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>, p: f64) -> Result<DynArray<B>> {
    match p {
        2.0 => sqeuclidean(x, y),
        1.0 | f64::INFINITY => minkowski(x, y, p),
        _ => minkowski(x, y, p)?.power(p),
    }
}
