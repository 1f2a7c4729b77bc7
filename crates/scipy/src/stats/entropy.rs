//! Entropies of distributions.

use crate::field;
use crate::special;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoAxis, Result, TypeClass};

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
    axis: isize,
}

impl<B: Backend> Default for Entropy<B> {
    fn default() -> Self {
        Self { qk: None, base: None, axis: 0 }
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

    /// The axis.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }
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
    let shares = |x: &DynArray<B>| {
        TypeClass::RealElement.check(OP, x.dtype())?;
        let x = field(x)?;
        x.divide(&x.sum(keepdims(options.axis))?)
    };
    let p = shares(pk.as_dyn())?;
    let terms = match &options.qk {
        None => p.entr()?,
        Some(q) => {
            // Both have the whole shape before they are summed.
            let shape = p.add(q)?.shape().to_vec();
            let (p, q) = (pk.as_dyn().broadcast_to(&shape[..])?, q.broadcast_to(&shape[..])?);
            special::rel_entr(&shares(&p)?, &shares(&q)?)?
        }
    };
    let sum = terms.sum(options.axis)?;
    if options.base.is_some() { sum.divide(base.ln()) } else { Ok(sum) }
}
