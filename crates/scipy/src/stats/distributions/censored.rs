//! Parameters of the largest likelihood, of samples that are known in part.

use super::continuous::Continuous;
use super::fit::{Fit, Fitted, number};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Join, Result, TypeClass};

const OP: &str = "fit_censored";

/// A sample of which some numbers are known, and of others only where they are: at most, or at least, a number, or between two.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Censored, Fit, expon};
/// // Of five lives three have ended, and two go on.
/// let lives = Censored::new(&xp.array([1.0, 2.0, 3.0])?)?.right(&xp.array([4.0, 5.0])?)?;
/// let fitted = expon(&xp)?.fit_censored(&lives, Fit::new().floc(0.0))?;
/// assert!((fitted.scale - 5.0).abs() < 1e-5);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Censored<B: Backend> {
    known: DynArray<B>,
    left: DynArray<B>,
    right: DynArray<B>,
    /// The ends of the intervals.
    low: DynArray<B>,
    high: DynArray<B>,
}

/// Numbers in a row, none of which is NaN.
fn row<B: Backend>(x: &DynArray<B>) -> Result<DynArray<B>> {
    TypeClass::RealElement.check(OP, x.dtype())?;
    let x = x.astype(DType::F64)?.ravel()?;
    match x.isnan()?.any(..)?.item()?.get::<bool>() {
        true => Err(Error::value(OP, "a sample has NaN")),
        false => Ok(x),
    }
}

impl<B: Backend> Censored<B> {
    /// Numbers that are known.
    ///
    /// # Errors
    /// [`Error::Value`] for NaN; [`Error::DType`] for complex numbers.
    pub fn new(uncensored: &impl AnyArray<B>) -> Result<Self> {
        let known = row(uncensored.as_dyn())?;
        let none = || known.slice(s![..0]);
        Ok(Self { left: none()?, right: none()?, low: none()?, high: none()?, known })
    }

    /// And numbers that are these at most.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn left(self, left: &impl AnyArray<B>) -> Result<Self> {
        Ok(Self { left: row(left.as_dyn())?, ..self })
    }

    /// And numbers that are these at least.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn right(self, right: &impl AnyArray<B>) -> Result<Self> {
        Ok(Self { right: row(right.as_dyn())?, ..self })
    }

    /// And numbers between these, one for each row `[n, 2]`, of which an end may be infinite.
    ///
    /// # Errors
    /// Those of [`new`](Self::new); [`Error::Value`] for another shape, and for ends in the wrong order.
    pub fn interval(self, interval: &impl AnyArray<B>) -> Result<Self> {
        let ends = interval.as_dyn();
        if ends.ndim() != 2 || ends.shape()[1] != 2 {
            return Err(Error::value(OP, format!("intervals of the shape {:?}, not [n, 2]", ends.shape())));
        }
        let (low, high) = (row(&ends.slice(s![.., 0])?)?, row(&ends.slice(s![.., 1])?)?);
        match low.greater(&high)?.any(..)?.item()?.get::<bool>() {
            true => Err(Error::value(OP, "the ends of an interval are in the wrong order")),
            false => Ok(Self { low, high, ..self }),
        }
    }

    /// Numbers that are about what is known: for a first guess.
    fn about(&self) -> Result<DynArray<B>> {
        let ends = |end: &DynArray<B>, other: &DynArray<B>| end.isfinite()?.where_(end, other);
        let (low, high) = (ends(&self.low, &self.high)?, ends(&self.high, &self.low)?);
        let middle = low.add(&high)?.multiply(0.5)?;
        self.known.xp().concatenate(&[&self.known, &self.left, &self.right, &middle], 0)
    }
}

impl<B: Backend> Continuous<B> {
    /// As [`fit`](Self::fit), of a sample that is known in part: each number that is not counts by the probability of where it is. By the method of
    /// Nelder and Mead, unless all are known.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{Censored, Fit, norm};
    /// let x = Censored::new(&xp.array([1.0, 3.0])?)?.interval(&xp.array([[4.0, 6.0], [-1.0, 1.0]])?)?;
    /// let fitted = norm(&xp)?.fit_censored(&x, Fit::new())?;
    /// assert!((fitted.loc - 2.23846).abs() < 1e-4);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`fit`](Self::fit).
    pub fn fit_censored(&self, data: &Censored<B>, options: Fit) -> Result<Fitted> {
        if data.left.is_empty() && data.right.is_empty() && data.low.is_empty() {
            return self.fit(&data.known, options);
        }
        self.fit_by(&data.about()?, options, &|law| {
            let between = |a: &DynArray<B>, b: &DynArray<B>| b.subtract(a)?.log()?.sum(..);
            // Of the upper half the differences of what is above are closer.
            let (below, above) = (law.cdf(&data.low)?, law.sf(&data.low)?);
            let upper = below.greater(0.5)?;
            let first = upper.where_(&law.sf(&data.high)?, &below)?;
            let terms = [
                law.logpdf(&data.known)?.sum(..)?,
                law.logcdf(&data.left)?.sum(..)?,
                law.logsf(&data.right)?.sum(..)?,
                between(&first, &upper.where_(&above, &law.cdf(&data.high)?)?)?,
            ];
            terms.iter().try_fold(0.0, |sum, term| Ok(sum - number(term)?))
        })
    }
}
