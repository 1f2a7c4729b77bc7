//! Metrics and their parameters.

use super::formulas;
use crate::spatial::coordinates;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// How two vectors are compared. The formulas are with the functions of these names, as [`braycurtis`](super::braycurtis).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Metric {
    /// [`braycurtis`](super::braycurtis).
    Braycurtis,
    /// [`canberra`](super::canberra).
    Canberra,
    /// [`chebyshev`](super::chebyshev).
    Chebyshev,
    /// [`cityblock`](super::cityblock).
    Cityblock,
    /// [`correlation`](super::correlation).
    Correlation,
    /// [`cosine`](super::cosine).
    Cosine,
    /// [`dice`](super::dice).
    Dice,
    /// [`euclidean`](super::euclidean).
    Euclidean,
    /// [`hamming`](super::hamming).
    Hamming,
    /// [`hellinger`](super::hellinger).
    Hellinger,
    /// [`jaccard`](super::jaccard).
    Jaccard,
    /// [`jensenshannon`](super::jensenshannon).
    Jensenshannon,
    /// [`kl_divergence`](super::kl_divergence).
    KlDivergence,
    /// [`mahalanobis`](super::mahalanobis).
    Mahalanobis,
    /// [`minkowski`](super::minkowski), of this order.
    Minkowski(f64),
    /// [`rogerstanimoto`](super::rogerstanimoto).
    Rogerstanimoto,
    /// [`russellrao`](super::russellrao).
    Russellrao,
    /// [`seuclidean`](super::seuclidean).
    Seuclidean,
    /// [`sokalsneath`](super::sokalsneath).
    Sokalsneath,
    /// [`sqeuclidean`](super::sqeuclidean).
    Sqeuclidean,
    /// [`yule`](super::yule).
    Yule,
}

impl Metric {
    /// The distances between the vectors along the last axes of two arrays, whose other axes broadcast.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::distance::{Metric, Parameters};
    /// let (u, v) = (xp.array([[1.0, 0.0], [2.0, 2.0]])?, xp.array([1.0, 3.0])?);
    /// let weights = Parameters::new().w(&xp.array([1.0, 0.5])?);
    /// assert_eq!(Metric::Cityblock.between(&u, &v, &weights)?.to_string(), "[1.5 1.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for vectors, weights or variances of different lengths, and for axes that do not broadcast; [`Error::Axis`] for
    /// arrays without axes; [`Error::DType`] for complex numbers; [`Error::Value`] for an order that is not positive, for negative weights,
    /// for weights where the metric has none, and for a variance or covariance that is missing.
    pub fn between<B: Backend>(
        self,
        u: &impl AnyArray<B>,
        v: &impl AnyArray<B>,
        parameters: &Parameters<B>,
    ) -> Result<DynArray<B>> {
        let op = self.name();
        let (u, v) = (vectors(op, u.as_dyn())?, vectors(op, v.as_dyn())?);
        if u.shape().last() != v.shape().last() {
            return Err(Error::shape(op, u.shape(), v.shape()));
        }
        let dtype = u.dtype().promote(v.dtype());
        let (u, v) = (u.astype(dtype)?, v.astype(dtype)?);
        let parameters = parameters.checked(self, &u)?;
        formulas::distance(self, &u, &v, &parameters)
    }

    /// The function's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Braycurtis => "braycurtis",
            Self::Canberra => "canberra",
            Self::Chebyshev => "chebyshev",
            Self::Cityblock => "cityblock",
            Self::Correlation => "correlation",
            Self::Cosine => "cosine",
            Self::Dice => "dice",
            Self::Euclidean => "euclidean",
            Self::Hamming => "hamming",
            Self::Hellinger => "hellinger",
            Self::Jaccard => "jaccard",
            Self::Jensenshannon => "jensenshannon",
            Self::KlDivergence => "kl_divergence",
            Self::Mahalanobis => "mahalanobis",
            Self::Minkowski(_) => "minkowski",
            Self::Rogerstanimoto => "rogerstanimoto",
            Self::Russellrao => "russellrao",
            Self::Seuclidean => "seuclidean",
            Self::Sokalsneath => "sokalsneath",
            Self::Sqeuclidean => "sqeuclidean",
            Self::Yule => "yule",
        }
    }

    /// Whether SciPy's metric, or CuPy's, takes weights.
    fn has_weights(self) -> bool {
        let without = [Self::Hellinger, Self::Jensenshannon, Self::KlDivergence, Self::Mahalanobis, Self::Seuclidean];
        !without.contains(&self)
    }
}

/// Vectors along the last axis, in floats.
fn vectors<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<DynArray<B>> {
    TypeClass::RealElement.check(op, x.dtype())?;
    if x.ndim() == 0 {
        return Err(Error::Axis { op, axis: -1, ndim: 0 });
    }
    coordinates(x)
}

/// What a metric takes besides two vectors.
#[derive(Clone, Debug)]
pub struct Parameters<B: Backend> {
    pub(super) w: Option<DynArray<B>>,
    pub(super) v: Option<DynArray<B>>,
    pub(super) vi: Option<DynArray<B>>,
}

impl<B: Backend> Default for Parameters<B> {
    fn default() -> Self {
        Self { w: None, v: None, vi: None }
    }
}

impl<B: Backend> Parameters<B> {
    /// No weights; variances and covariances of the points, where there are sets of them.
    pub fn new() -> Self {
        Self::default()
    }

    /// How much each component counts.
    pub fn w(self, w: &impl AnyArray<B>) -> Self {
        Self { w: Some(w.as_dyn().clone()), ..self }
    }

    /// The variance of each component, for [`Metric::Seuclidean`].
    pub fn v(self, v: &impl AnyArray<B>) -> Self {
        Self { v: Some(v.as_dyn().clone()), ..self }
    }

    /// The inverse of the matrix of covariances, for [`Metric::Mahalanobis`].
    pub fn vi(self, vi: &impl AnyArray<B>) -> Self {
        Self { vi: Some(vi.as_dyn().clone()), ..self }
    }

    /// Those of a metric, as arrays of the vectors' type that fit them.
    fn checked(&self, metric: Metric, u: &DynArray<B>) -> Result<Self> {
        let op = metric.name();
        let k = u.shape()[u.ndim() - 1];
        let fitting = |x: &Option<DynArray<B>>, shape: &[usize]| match x {
            Some(x) if x.shape() != shape => Err(Error::shape(op, x.shape(), shape)),
            Some(x) => {
                TypeClass::RealElement.check(op, x.dtype())?;
                x.astype(u.dtype()).map(Some)
            }
            None => Ok(None),
        };
        if let Metric::Minkowski(p) = metric
            && (p.is_nan() || p <= 0.0)
        {
            return Err(Error::value(op, format!("the order {p}")));
        }
        let w = fitting(&self.w, &[k])?;
        if w.is_some() && !metric.has_weights() {
            return Err(Error::value(op, "takes no weights"));
        }
        if let Some(w) = &w
            && w.less(0.0)?.any(..)?.item()?.get::<bool>()
        {
            return Err(Error::value(op, "negative weights"));
        }
        Ok(Self { w, v: fitting(&self.v, &[k])?, vi: fitting(&self.vi, &[k, k])? })
    }
}
