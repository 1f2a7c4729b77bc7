//! The formulas of all metrics, as expressions that one kernel computes.

use super::metric::{Metric, Parameters};
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// Rows of at most so many components are written out: a reduction of few elements costs more than they do. Their views are operands of one
/// kernel, which has room for twice as many.
const WRITTEN_OUT: usize = 6;

/// Vectors along the last axes, and weights of their components.
struct Pair<'a, B: Backend> {
    u: &'a DynArray<B>,
    v: &'a DynArray<B>,
    w: Option<&'a DynArray<B>>,
}

type Term<'a, B> = &'a dyn Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>;

impl<B: Backend> Pair<'_, B> {
    fn len(&self) -> usize {
        self.u.shape()[self.u.ndim() - 1]
    }

    /// What a function makes of each component, joined by another.
    fn fold(&self, term: Term<'_, B>, join: Term<'_, B>) -> Result<DynArray<B>> {
        let part = |x: &DynArray<B>, k: usize| x.moveaxis(-1, 0)?.slice(s![k]);
        let mut all = term(&part(self.u, 0)?, &part(self.v, 0)?)?;
        for k in 1..self.len() {
            all = join(&all, &term(&part(self.u, k)?, &part(self.v, k)?)?)?;
        }
        Ok(all)
    }

    /// The sum over the components of what a function makes of them, times their weights.
    fn sum(&self, term: Term<'_, B>) -> Result<DynArray<B>> {
        match self.w {
            None if (1..=WRITTEN_OUT).contains(&self.len()) => self.fold(term, &|x, y| x.add(y)),
            None => term(self.u, self.v)?.sum(-1),
            Some(w) => term(self.u, self.v)?.multiply(w)?.sum(-1),
        }
    }

    /// The largest of the components for which a function says so that have weight.
    fn max(&self, term: Term<'_, B>) -> Result<DynArray<B>> {
        match self.w {
            _ if self.len() == 0 => self.sum(term),
            None if self.len() <= WRITTEN_OUT => self.fold(term, &|x, y| x.maximum(y)),
            None => term(self.u, self.v)?.max(-1),
            Some(w) => w.greater(0.0)?.where_(&term(self.u, self.v)?, 0.0)?.max(-1),
        }
    }

    /// The weights' sum.
    fn total(&self) -> Result<DynArray<B>> {
        match self.w {
            Some(w) => w.sum(-1),
            None => Ok(self.u.xp().full([], self.len() as f64)?.into_dyn().astype(self.u.dtype())?),
        }
    }

    /// The weights of the components that are not zero in both, in the first only, and in the second only.
    fn counts(&self) -> Result<[DynArray<B>; 3]> {
        let dtype = self.u.dtype();
        let (u, v) = (self.u.not_equal(0.0)?.astype(dtype)?, self.v.not_equal(0.0)?.astype(dtype)?);
        let truths = Pair { u: &u, v: &v, w: self.w };
        let both = truths.products()?;
        let first = truths.sum_of(&u)?.subtract(&both)?;
        let second = truths.sum_of(&v)?.subtract(&both)?;
        Ok([both, first, second])
    }

    /// The weighted sum of the components of either.
    fn sum_of(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        match self.w {
            None => x.sum(-1),
            Some(w) => x.multiply(w)?.sum(-1),
        }
    }

    /// Sums of products: of all pairs of two sets the product of matrices.
    fn products(&self) -> Result<DynArray<B>> {
        let weighted = match self.w {
            None => self.u.clone(),
            Some(w) => self.u.multiply(w)?,
        };
        match (self.u.shape(), self.v.shape()) {
            ([_, 1, _], [1, _, _]) => weighted.squeeze(1)?.matmul(&self.v.squeeze(0)?.t()),
            _ => Pair { u: &weighted, v: self.v, w: None }.sum(&|u, v| u.multiply(v)),
        }
    }
}

/// The distances of vectors along the last axes.
pub(super) fn distance<B: Backend>(
    metric: Metric,
    u: &DynArray<B>,
    v: &DynArray<B>,
    parameters: &Parameters<B>,
) -> Result<DynArray<B>> {
    let pair = Pair { u, v, w: parameters.w.as_ref() };
    let difference = |u: &DynArray<B>, v: &DynArray<B>| u.subtract(v)?.abs();
    let square = |u: &DynArray<B>, v: &DynArray<B>| u.subtract(v)?.square();
    match metric {
        Metric::Sqeuclidean => pair.sum(&square),
        Metric::Euclidean | Metric::Minkowski(2.0) => pair.sum(&square)?.sqrt(),
        Metric::Cityblock | Metric::Minkowski(1.0) => pair.sum(&difference),
        Metric::Chebyshev | Metric::Minkowski(f64::INFINITY) => pair.max(&difference),
        Metric::Minkowski(p) => pair.sum(&|u, v| difference(u, v)?.power(p))?.power(1.0 / p),
        Metric::Braycurtis => pair.sum(&difference)?.divide(&pair.sum(&|u, v| u.add(v)?.abs())?),
        Metric::Canberra => pair.sum(&|u, v| {
            let size = u.abs()?.add(&v.abs()?)?;
            let quotient = difference(u, v)?.divide(&size)?;
            // Where both are 0 they do not differ.
            size.equal(0.0)?.where_(0.0, &quotient)?.astype(u.dtype())
        }),
        Metric::Cosine => cosine(&pair),
        Metric::Correlation => {
            let mean = |x: &DynArray<B>| match pair.w {
                None => x.mean(keepdims(-1)),
                Some(w) => x.multiply(w)?.sum(keepdims(-1))?.divide(&pair.total()?),
            };
            let (u, v) = (u.subtract(&mean(u)?)?, v.subtract(&mean(v)?)?);
            cosine(&Pair { u: &u, v: &v, w: pair.w })
        }
        Metric::Hamming => pair.sum(&|u, v| u.not_equal(v)?.astype(u.dtype()))?.divide(&pair.total()?),
        Metric::Hellinger => {
            let (u, v) = (u.sqrt()?, v.sqrt()?);
            Pair { u: &u, v: &v, w: None }.sum(&square)?.sqrt()?.multiply(0.5f64.sqrt())
        }
        Metric::KlDivergence => pair.sum(&relative_entropy),
        Metric::Jensenshannon => {
            let (u, v) = (u.divide(&u.sum(keepdims(-1))?)?, v.divide(&v.sum(keepdims(-1))?)?);
            let divergence = Pair { u: &u, v: &v, w: None }.sum(&|u, v| {
                let mean = u.add(v)?.multiply(0.5)?;
                relative_entropy(u, &mean)?.add(&relative_entropy(v, &mean)?)
            })?;
            // Of equal distributions roundings are left, which may be negative.
            divergence.maximum(0.0)?.multiply(0.5)?.sqrt()
        }
        Metric::Seuclidean => {
            let Some(variance) = &parameters.v else {
                return Err(Error::value(metric.name(), "the variances are missing"));
            };
            let terms = Pair { w: Some(&variance.reciprocal()?), ..pair };
            terms.sum(&square)?.sqrt()
        }
        Metric::Mahalanobis => match &parameters.vi {
            Some(vi) => mahalanobis(u, v, vi),
            None => Err(Error::value(metric.name(), "the inverse of the covariances is missing")),
        },
        Metric::Dice | Metric::Jaccard | Metric::Rogerstanimoto | Metric::Sokalsneath => {
            let [both, first, second] = pair.counts()?;
            let unequal = first.add(&second)?;
            let (numerator, denominator) = match metric {
                Metric::Dice => (unequal.clone(), both.multiply(2.0)?.add(&unequal)?),
                Metric::Jaccard => (unequal.clone(), both.add(&unequal)?),
                Metric::Sokalsneath => (unequal.multiply(2.0)?, both.add(&unequal.multiply(2.0)?)?),
                _ => (unequal.multiply(2.0)?, unequal.add(&pair.total()?)?),
            };
            let quotient = numerator.divide(&denominator)?;
            match metric {
                // Vectors of zeros only are alike.
                Metric::Jaccard => denominator.equal(0.0)?.where_(0.0, &quotient)?.astype(u.dtype()),
                _ => Ok(quotient),
            }
        }
        Metric::Russellrao => {
            let [both, ..] = pair.counts()?;
            let total = pair.total()?;
            total.subtract(&both)?.divide(&total)
        }
        Metric::Yule => {
            let [both, first, second] = pair.counts()?;
            let neither = pair.total()?.subtract(&both)?.subtract(&first)?.subtract(&second)?;
            let crossed = first.multiply(&second)?;
            let quotient = crossed.multiply(2.0)?.divide(&both.multiply(&neither)?.add(&crossed)?)?;
            crossed.equal(0.0)?.where_(0.0, &quotient)?.astype(u.dtype())
        }
    }
}

/// 1 less the cosine of the angle, within its bounds.
fn cosine<B: Backend>(pair: &Pair<'_, B>) -> Result<DynArray<B>> {
    let size = |x: &DynArray<B>| pair.sum_of(&x.square()?)?.sqrt();
    let cosine = pair.products()?.divide(&size(pair.u)?.multiply(&size(pair.v)?)?)?;
    cosine.negative()?.add(1.0)?.clip(0.0, 2.0)
}

/// `p ln(p / q)`, by its limit where `p` is 0; infinite where it is none.
fn relative_entropy<B: Backend>(p: &DynArray<B>, q: &DynArray<B>) -> Result<DynArray<B>> {
    let entropy = p.multiply(&p.divide(q)?.log()?)?;
    let none = p.equal(0.0)?.logical_and(&q.greater_equal(0.0)?)?;
    let outside = p.less(0.0)?.logical_or(&q.less(0.0)?)?;
    none.where_(0.0, &outside.where_(f64::INFINITY, &entropy)?)?.astype(p.dtype())
}

/// The root of `d VI d` for each difference `d`, of which all are there at once: `VI` need not be symmetric or positive.
fn mahalanobis<B: Backend>(u: &DynArray<B>, v: &DynArray<B>, vi: &DynArray<B>) -> Result<DynArray<B>> {
    let difference = u.subtract(v)?;
    difference.matmul(vi)?.multiply(&difference)?.sum(-1)?.sqrt()
}
