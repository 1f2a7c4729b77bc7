//! Entropies of distributions.

use super::along::{Along, along_setters};
use crate::special;
use xparray_core::layout::broadcast_shapes;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Options of [`entropy_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Entropy, entropy_with};
/// let (p, q) = (xp.array([[1.0], [1.0]])?, xp.array([[3.0], [1.0]])?);
/// assert_eq!(entropy_with(&p, Entropy::new().base(2.0))?.to_string(), "[1.]");
/// assert_eq!(entropy_with(&p, Entropy::new().qk(&q))?.to_string(), "[0.14384104]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Entropy<B: Backend> {
    qk: Option<DynArray<B>>,
    base: Option<f64>,
    along: Along,
}

impl<B: Backend> Default for Entropy<B> {
    fn default() -> Self {
        Self { qk: None, base: None, along: Along::new(0) }
    }
}

impl<B: Backend> Entropy<B> {
    /// In natural units, along the first axis, of one distribution.
    pub fn new() -> Self {
        Self::default()
    }

    /// Another distribution, relative to which the entropy is: the divergence of Kullback and Leibler.
    pub fn qk(self, qk: &impl AnyArray<B>) -> Self {
        Self { qk: Some(qk.as_dyn().clone()), ..self }
    }

    /// The base of the logarithm.
    pub fn base(self, base: f64) -> Self {
        Self { base: Some(base), ..self }
    }

    along_setters!();
}

/// Shannon's entropy of a distribution along the first axis, `-sum(p log(p))` with `p` the numbers over their sum.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::entropy;
/// assert_eq!(entropy(&xp.array([[1.0, 0.0], [1.0, 4.0]])?)?.to_string(), "[0.69314718 0.        ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] without dimensions; [`Error::DType`] for complex numbers.
pub fn entropy<B: Backend>(pk: &impl AnyArray<B>) -> Result<DynArray<B>> {
    entropy_with(pk, Entropy::new())
}

/// [`entropy`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Entropy, entropy_with};
/// let p = xp.array([[1.0, 1.0], [1.0, 3.0]])?;
/// assert_eq!(entropy_with(&p, Entropy::new().axis(1).base(2.0))?.to_string(), "[1.         0.81127812]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`entropy`]; [`Error::Value`] for a base that is not positive; [`Error::Shape`] if both distributions do not broadcast.
pub fn entropy_with<B: Backend>(pk: &impl AnyArray<B>, options: Entropy<B>) -> Result<DynArray<B>> {
    const OP: &str = "entropy";
    let base = options.base.unwrap_or(std::f64::consts::E);
    if base.is_nan() || base <= 0.0 {
        return Err(Error::value(OP, format!("the base {base}")));
    }
    let shares = |x: &DynArray<B>| x.divide(&x.sum(keepdims(-1))?);
    let [sum] = match &options.qk {
        None => options.along.one(OP, pk.as_dyn(), 0, |p, _| Ok([shares(p)?.entr()?.sum(-1)?]))?,
        Some(q) => {
            // Both have the whole shape before they are summed.
            let shape = broadcast_shapes(OP, pk.as_dyn().shape(), q.shape())?;
            let (p, q) = (pk.as_dyn().broadcast_to(&shape[..])?, q.broadcast_to(&shape[..])?);
            let divergence =
                |p: &DynArray<B>, q: &DynArray<B>, _| Ok([special::rel_entr(&shares(p)?, &shares(q)?)?.sum(-1)?]);
            options.along.pairs(OP, &p, &q, 0, divergence)?
        }
    };
    if options.base.is_some() { sum.divide(base.ln()) } else { Ok(sum) }
}
