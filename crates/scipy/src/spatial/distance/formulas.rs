//! The formulas of all metrics, as expressions that one kernel computes.

use super::metric::{Metric, Parameters};
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// So many components are written out in a kernel: with their weights they are operands for which one has room.
pub(super) const WRITTEN_OUT: usize = 6;

/// Vectors along the last axes, and weights of their components.
struct Pair<'a, B: Backend> {
    u: &'a DynArray<B>,
    v: &'a DynArray<B>,
    w: Option<&'a DynArray<B>>,
}

type Term<'a, B> = &'a dyn Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>;
type Weighted<'a, B> = &'a dyn Fn(&DynArray<B>, &DynArray<B>, Option<&DynArray<B>>) -> Result<DynArray<B>>;

impl<B: Backend> Pair<'_, B> {
    fn len(&self) -> usize {
        self.u.shape()[self.u.ndim() - 1]
    }

    /// Whether they are all pairs of two sets.
    fn is_outer(&self) -> bool {
        matches!((self.u.shape(), self.v.shape()), ([_, 1, _], [1, _, _]))
    }

    /// What a function makes of each component, joined by another; none if the components are better reduced. All pairs have many more
    /// components than there are numbers: a reduction would copy them together, a kernel of a few at a time takes them from where they are.
    fn fold(&self, term: Weighted<'_, B>, join: Term<'_, B>) -> Result<Option<DynArray<B>>> {
        if self.len() > WRITTEN_OUT && !self.is_outer() {
            return Ok(None);
        }
        let (u, v) = (self.u.moveaxis(-1, 0)?.copy()?, self.v.moveaxis(-1, 0)?.copy()?);
        let mut all = None;
        for k in 0..self.len() {
            let w = self.w.map(|w| w.slice(s![k])).transpose()?;
            let part = term(&u.slice(s![k])?, &v.slice(s![k])?, w.as_ref())?;
            let joined = match all.take() {
                None => part,
                Some(all) => join(&all, &part)?,
            };
            if (k + 1) % WRITTEN_OUT == 0 {
                joined.eval()?;
            }
            all = Some(joined);
        }
        Ok(all)
    }

    /// The sum over the components of what a function makes of them, times their weights.
    fn sum(&self, term: Term<'_, B>) -> Result<DynArray<B>> {
        let weighted = |u: &DynArray<B>, v: &DynArray<B>, w: Option<&DynArray<B>>| match w {
            None => term(u, v),
            Some(w) => term(u, v)?.multiply(w),
        };
        match self.fold(&weighted, &|x, y| x.add(y))? {
            Some(sum) => Ok(sum),
            None => weighted(self.u, self.v, self.w)?.sum(-1),
        }
    }

    /// The largest of what a function makes of the components that have weight.
    fn max(&self, term: Term<'_, B>) -> Result<DynArray<B>> {
        let weighted = |u: &DynArray<B>, v: &DynArray<B>, w: Option<&DynArray<B>>| match w {
            None => term(u, v),
            Some(w) => w.greater(0.0)?.where_(&term(u, v)?, 0.0),
        };
        match self.fold(&weighted, &|x, y| x.maximum(y))? {
            Some(max) => Ok(max),
            None if self.len() == 0 => self.sum(term),
            None => weighted(self.u, self.v, self.w)?.max(-1),
        }
    }

    /// The weights' sum.
    fn total(&self) -> Result<DynArray<B>> {
        match self.w {
            Some(w) => w.sum(-1),
            None => Ok(self.u.xp().full([], self.len() as f64)?.into_dyn().astype(self.u.dtype())?),
        }
    }

    /// The weights of the components that are not zero in both, in the first only, in the second only, and in neither.
    fn counts(&self) -> Result<[DynArray<B>; 4]> {
        let dtype = self.u.dtype();
        let (u, v) = (self.u.not_equal(0.0)?.astype(dtype)?, self.v.not_equal(0.0)?.astype(dtype)?);
        let truths = Pair { u: &u, v: &v, w: self.w };
        let both = truths.products()?;
        if self.w.is_none() {
            // Whole numbers, whose differences are exact.
            let first = truths.sum_of(&u)?.subtract(&both)?;
            let second = truths.sum_of(&v)?.subtract(&both)?;
            let neither = self.total()?.subtract(&both)?.subtract(&first)?.subtract(&second)?;
            return Ok([both, first, second, neither]);
        }
        // A difference of sums of weights would leave roundings where there are no such components.
        let (not_u, not_v) = (u.negative()?.add(1.0)?, v.negative()?.add(1.0)?);
        let weights = |u, v| Pair { u, v, w: self.w }.products();
        Ok([both, weights(&u, &not_v)?, weights(&not_u, &v)?, weights(&not_u, &not_v)?])
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
        match self.is_outer() && self.len() > WRITTEN_OUT {
            true => weighted.squeeze(1)?.matmul(&self.v.squeeze(0)?.t()),
            false => Pair { u: &weighted, v: self.v, w: None }.sum(&|u, v| u.multiply(v)),
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
            let [both, first, second, _] = pair.counts()?;
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
            let [both, first, second, neither] = pair.counts()?;
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
