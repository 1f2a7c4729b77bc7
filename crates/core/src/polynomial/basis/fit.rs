//! Least squares fits.

use super::values::moved;
use super::{Basis, Coefficient, Series, checked_interval, mapped};
use crate::array::{AnyArray, DynArray, check_vector};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::polynomial::fit::Scaled;

const OP: &str = "fit";

/// Options of [`Series::fit`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::polynomial::{Basis, Series, SeriesFit};
/// let (x, y) = (xp.array([0.0, 1.0, 2.0])?, xp.array([1.0, 3.0, 100.0])?);
/// let weights = xp.array([1.0, 1.0, 0.0])?;
/// let line = Series::<f64>::fit(Basis::Power, &x, &y, 1, SeriesFit::new().w(&weights).domain([-1.0, 1.0]))?;
/// assert!(line.at(&xp.scalar(5.0))?.allclose(11)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Debug)]
pub struct SeriesFit<'a, B: Backend> {
    domain: Option<[f64; 2]>,
    w: Option<&'a DynArray<B>>,
    rcond: Option<f64>,
}

impl<B: Backend> Default for SeriesFit<'_, B> {
    fn default() -> Self {
        Self { domain: None, w: None, rcond: None }
    }
}

impl<'a, B: Backend> SeriesFit<'a, B> {
    /// The defaults: the domain is the interval where there are points, and every point has the weight 1.
    pub fn new() -> Self {
        Self::default()
    }

    /// The domain of the series.
    pub fn domain(self, domain: [f64; 2]) -> Self {
        Self { domain: Some(domain), ..self }
    }

    /// What the residual of each point is multiplied by, before it is squared.
    pub fn w(self, w: &'a impl AnyArray<B>) -> Self {
        Self { w: Some(w.as_dyn()), ..self }
    }

    /// The part of the largest singular value below which others count as zero: by default the number of points times the
    /// machine epsilon.
    pub fn rcond(self, rcond: f64) -> Self {
        Self { rcond: Some(rcond), ..self }
    }
}

impl<T: Coefficient> Series<T> {
    /// The series of a degree that is next to the points (element of `x`, element of `y`): for which the sum of the squares of
    /// residuals is least.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::{Basis, Series, SeriesFit};
    /// let (x, y) = (xp.array([0.0, 1.0, 2.0, 3.0])?, xp.array([1.0, 2.0, 5.0, 10.0])?);
    /// let p = Series::<f64>::fit(Basis::Hermite, &x, &y, 2, SeriesFit::new())?;
    /// assert!(p.at(&x)?.allclose(&y)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] unless there is an element of `y` for each one of `x`, and one at least; [`Error::Value`] for a domain that is
    /// no interval, and for NaN or infinity; [`Error::DType`] for complex points, or complex values of a real series.
    pub fn fit<B: Backend>(
        basis: Basis,
        x: &impl AnyArray<B>,
        y: &impl AnyArray<B>,
        degree: usize,
        options: SeriesFit<'_, B>,
    ) -> Result<Self> {
        let (x, y) = (x.as_dyn(), y.as_dyn());
        check_vector(OP, x)?;
        if x.is_empty() || x.shape() != y.shape() {
            return Err(Error::shape(OP, x.shape(), y.shape()));
        }
        for (array, dtype) in [(x, DType::F64), (y, T::DTYPE)] {
            if !array.dtype().can_cast(dtype) {
                return Err(Error::DType { op: OP, expected: dtype.to_string(), found: array.dtype().to_string() });
            }
        }
        let x = x.astype(DType::F64)?;
        let domain = match options.domain {
            Some(domain) => domain,
            None => {
                let end = |end: DynArray<B>| end.typed::<f64>()?.item();
                match [end(x.min(..)?)?, end(x.max(..)?)?] {
                    [low, high] if low == high => [low - 1.0, high + 1.0],
                    ends => ends,
                }
            }
        };
        let (domain, window) = (checked_interval(domain)?, basis.window());
        let matrix = basis.vander(&moved(&x, mapped(domain, window))?, degree)?;
        let system = Scaled::new(OP, matrix.astype(T::DTYPE)?, y.astype(T::DTYPE)?, options.w)?;
        let coefficients = x.solved_fit(&system, options.rcond, T::DTYPE)?.x.typed::<T>()?.to_vec()?;
        Ok(Self { basis, coefficients, domain, window })
    }
}
