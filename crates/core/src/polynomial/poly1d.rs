//! Polynomials as values.

use crate::array::{AnyArray, DynArray};
use crate::backend::Backend;
use crate::dtype::Scalar;
use crate::error::Result;
use std::fmt;

/// A polynomial, of coefficients with the highest power first: NumPy's `poly1d`. Element types are values, and are promoted.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::polynomial::Poly1d;
/// let p = Poly1d::new(&xp.array([1, 0, 2])?)?; // x^2 + 2
/// let q = p.multiply(&p)?.subtract(&Poly1d::new(&xp.array([1, 1])?)?)?;
/// assert_eq!(q.to_string(), "poly1d([ 1  0  4 -1  3])");
/// assert_eq!((q.order(), q.at(&xp.array([0, 1])?.into_dyn())?.to_string()), (4, "[3 7]".into()));
/// assert_eq!(q.deriv(1)?.to_string(), "poly1d([ 4  0  8 -1])");
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Poly1d<B: Backend> {
    coefficients: DynArray<B>,
}

impl<B: Backend> Clone for Poly1d<B> {
    fn clone(&self) -> Self {
        Self { coefficients: self.coefficients.clone() }
    }
}

impl<B: Backend> fmt::Display for Poly1d<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "poly1d({})", self.coefficients)
    }
}

impl<B: Backend> Poly1d<B> {
    /// The polynomial with these coefficients. Zeros in front are left out, for which they are read; of no coefficients it is 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let p = Poly1d::new(&xp.array([0, 3, 1])?)?;
    /// assert_eq!(p.to_string(), "poly1d([3 1])");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the coefficients are not a vector.
    pub fn new(coefficients: &impl AnyArray<B>) -> Result<Self> {
        let c = coefficients.as_dyn();
        crate::array::check_vector("poly1d", c)?;
        let coefficients = c.trim_zeros_with(crate::array::Trim::Front)?;
        match coefficients.is_empty() {
            true => Ok(Self { coefficients: DynArray::full(c.xp(), Scalar::from_f64(c.dtype(), 0.0), &[1])? }),
            false => Ok(Self { coefficients }),
        }
    }

    /// The polynomial that begins with 1 and has these roots.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let p = Poly1d::from_roots(&xp.array([1, 2])?)?;
    /// assert_eq!(p.to_string(), "poly1d([ 1 -3  2])");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::poly`](crate::Array::poly).
    pub fn from_roots(roots: &impl AnyArray<B>) -> Result<Self> {
        Ok(Self { coefficients: roots.as_dyn().poly()? })
    }

    /// The coefficients, the highest power first.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let p = Poly1d::new(&xp.array([3, 1])?)?;
    /// assert_eq!(p.coefficients().shape(), [2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn coefficients(&self) -> &DynArray<B> {
        &self.coefficients
    }

    /// The highest power.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// assert_eq!(Poly1d::new(&xp.array([3, 1, 0])?)?.order(), 2);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    #[doc(alias = "degree")]
    pub fn order(&self) -> usize {
        self.coefficients.len() - 1
    }

    /// The values at `x`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let p = Poly1d::new(&xp.array([3, 1])?)?;
    /// assert_eq!(p.at(&xp.array([0, 2])?.into_dyn())?.to_string(), "[1 7]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::polyval`](crate::Array::polyval).
    pub fn at(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        self.coefficients.polyval(x)
    }

    /// The sum.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let (p, q) = (Poly1d::new(&xp.array([3, 1])?)?, Poly1d::new(&xp.array([1, 0, 0])?)?);
    /// assert_eq!(p.add(&q)?.to_string(), "poly1d([1 3 1])");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::polyadd`](crate::Array::polyadd).
    pub fn add(&self, other: &Self) -> Result<Self> {
        Self::new(&self.coefficients.polyadd(&other.coefficients)?)
    }

    /// The difference.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let p = Poly1d::new(&xp.array([3, 1])?)?;
    /// assert_eq!(p.subtract(&p)?.to_string(), "poly1d([0])");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::polysub`](crate::Array::polysub).
    pub fn subtract(&self, other: &Self) -> Result<Self> {
        Self::new(&self.coefficients.polysub(&other.coefficients)?)
    }

    /// The product.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let p = Poly1d::new(&xp.array([3, 1])?)?;
    /// assert_eq!(p.multiply(&p)?.to_string(), "poly1d([9 6 1])");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::polymul`](crate::Array::polymul).
    pub fn multiply(&self, other: &Self) -> Result<Self> {
        Self::new(&self.coefficients.polymul(&other.coefficients)?)
    }

    /// Quotient and remainder.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let (p, q) = (Poly1d::new(&xp.array([9, 6, 2])?)?, Poly1d::new(&xp.array([3, 1])?)?);
    /// let (quotient, remainder) = p.divide(&q)?;
    /// assert_eq!((quotient.to_string(), remainder.to_string()), ("poly1d([3. 1.])".into(), "poly1d([1.])".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::polydiv`](crate::Array::polydiv).
    pub fn divide(&self, other: &Self) -> Result<(Self, Self)> {
        let (quotient, remainder) = self.coefficients.polydiv(&other.coefficients)?;
        Ok((Self::new(&quotient)?, Self::new(&remainder)?))
    }

    /// The `m`-th derivative.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// assert_eq!(Poly1d::new(&xp.array([3, 1, 5])?)?.deriv(1)?.to_string(), "poly1d([6 1])");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::polyder`](crate::Array::polyder).
    pub fn deriv(&self, m: usize) -> Result<Self> {
        Self::new(&self.coefficients.polyder(m)?)
    }

    /// An integral.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::{Poly1d, Polyint};
    /// let p = Poly1d::new(&xp.array([6, 2])?)?;
    /// assert_eq!(p.integ(Polyint::new().k([1.0]))?.to_string(), "poly1d([3. 2. 1.])");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::polyint_with`](crate::Array::polyint_with).
    pub fn integ(&self, options: super::Polyint) -> Result<Self> {
        Self::new(&self.coefficients.polyint_with(options)?)
    }
}
