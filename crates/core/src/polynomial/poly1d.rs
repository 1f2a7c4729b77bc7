//! Polynomials as values.

use super::operators::PolyLike;
use crate::array::{AnyArray, ArrayLike, DynArray};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::dtype::Scalar;
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::layout::checked_len;

/// A polynomial, of coefficients with the highest power first: NumPy's `poly1d`. Element types are values, and are promoted.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::polynomial::Poly1d;
/// let p = Poly1d::new(&xp.array([1, 0, 2])?)?; // x^2 + 2
/// let q = &p * &p - Poly1d::new(&xp.array([1, 1])?)?;
/// assert_eq!(q.coefficients().to_string(), "[ 1  0  4 -1  3]");
/// assert_eq!((q.order(), q.at(&xp.array([0, 1])?)?.to_string()), (4, "[3 7]".into()));
/// assert_eq!(q.to_string(), "   4     2\n1 x + 4 x - 1 x + 3");
/// assert_eq!(q.deriv(1)?.coefficients().to_string(), "[ 4  0  8 -1]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Poly1d<B: Backend> {
    pub(super) coefficients: DynArray<B>,
}

impl<B: Backend> Clone for Poly1d<B> {
    fn clone(&self) -> Self {
        Self { coefficients: self.coefficients.clone() }
    }
}

impl<B: Backend> Poly1d<B> {
    /// The polynomial with these coefficients. Zeros in front are left out, for which they are read; of no coefficients it is 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let p = Poly1d::new(&xp.array([0, 3, 1])?)?;
    /// assert_eq!(p.coefficients().to_string(), "[3 1]");
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

    /// The roots, complex: those of [`Array::roots`](crate::Array::roots). Integers count as `f64`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let p = Poly1d::new(&xp.array([1, 0, 4])?)?; // x² + 4
    /// assert_eq!(p.roots()?.to_string(), "[0.+2.j 0.-2.j]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::roots`](crate::Array::roots).
    pub fn roots(&self) -> Result<DynArray<B>> {
        let coefficients = &self.coefficients;
        let dtype = coefficients.dtype();
        if dtype.is_integer() || dtype == DType::Bool {
            coefficients.astype(DType::F64)?.roots()
        } else {
            coefficients.roots()
        }
    }

    /// The polynomial that begins with 1 and has these roots.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let p = Poly1d::from_roots(&xp.array([1, 2])?)?;
    /// assert_eq!(p.coefficients().to_string(), "[ 1 -3  2]");
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
    /// assert_eq!(p.at(&xp.array([0, 2])?)?.to_string(), "[1 7]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::polyval`](crate::Array::polyval).
    #[doc(alias = "call")]
    pub fn at(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.coefficients.polyval(x.as_dyn())
    }

    /// The polynomial that has the value `self(inner(x))` at `x`: NumPy's call with a polynomial.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let (square, next) = (Poly1d::new(&xp.array([1, 0, 0])?)?, Poly1d::new(&xp.array([1, 1])?)?);
    /// assert_eq!(square.compose(&next)?.coefficients().to_string(), "[1 2 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`multiply`](Poly1d::multiply).
    pub fn compose(&self, inner: &Self) -> Result<Self> {
        let mut value = Self { coefficients: self.coefficients.narrow(0, 0, 1)? };
        for place in 1..self.coefficients.len() {
            let coefficient = Self { coefficients: self.coefficients.narrow(0, place, 1)? };
            value = value.multiply(inner)?.add(&coefficient)?;
        }
        Ok(value)
    }

    /// The coefficient of a power; 0 beyond the highest. NumPy writes `p[power]`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let p = Poly1d::new(&xp.array([3, 1, 5])?)?;
    /// assert_eq!([p.coefficient(0)?, p.coefficient(2)?, p.coefficient(7)?].map(|c| c.get::<i32>()), [5, 3, 0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::eval`](crate::Array::eval).
    #[doc(alias = "getitem")]
    pub fn coefficient(&self, power: usize) -> Result<Scalar> {
        match self.order().checked_sub(power) {
            Some(place) => self.coefficients.narrow(0, place, 1)?.item(),
            None => Ok(Scalar::from_f64(self.coefficients.dtype(), 0.0)),
        }
    }

    /// Another coefficient of a power, which may be beyond the highest. NumPy writes `p[power] = value`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let mut p = Poly1d::new(&xp.array([3, 1])?)?;
    /// p.set_coefficient(3, 7)?;
    /// assert_eq!(p.coefficients().to_string(), "[7 0 3 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::DType`](crate::Error::DType) for a number of a kind that the coefficients are not of, [`Error::Value`](crate::Error::Value)
    /// for too many coefficients.
    #[doc(alias = "setitem")]
    pub fn set_coefficient(&mut self, power: usize, value: impl ArrayLike<B>) -> Result<()> {
        let old = &self.coefficients;
        let (value, dtype) = (value.operand(), old.dtype());
        let found = value.promoted("set_coefficient", dtype)?;
        if found != dtype {
            let (expected, found) = (dtype.to_string(), found.to_string());
            return Err(Error::DType { op: "set_coefficient", expected, found });
        }
        let value = value.to_array(old.xp(), dtype)?;
        // Only one number is one.
        let value = value.reshaped(&[]).map_err(|_| Error::shape("set_coefficient", value.shape(), &[]))?;
        let len = power.saturating_add(1).max(old.len());
        checked_len(&[len])?;
        let widened = if len > old.len() { old.pad((len - old.len(), 0))? } else { old.clone() };
        let here = DynArray::iota(old.xp(), &[len])?.binary_scalar(
            BinaryOp::Eq,
            Scalar::new((len - 1 - power) as i64),
            false,
        )?;
        *self = Self::new(&DynArray::selected(&here, &value, &widened)?)?;
        Ok(())
    }

    /// Whether both have the same coefficients.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let (p, q) = (Poly1d::new(&xp.array([0, 1, 2])?)?, Poly1d::new(&xp.array([1.0, 2.0])?)?);
    /// assert!(p.equal(&q)? && p == q);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::eval`](crate::Array::eval).
    pub fn equal(&self, other: &Self) -> Result<bool> {
        self.coefficients.array_equal(&other.coefficients)
    }

    /// The product of so many of these.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let p = Poly1d::new(&xp.array([1, 1])?)?;
    /// assert_eq!(p.pow(3)?.coefficients().to_string(), "[1 3 3 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) for too many coefficients; those of [`multiply`](Poly1d::multiply).
    #[doc(alias = "power")]
    pub fn pow(&self, exponent: usize) -> Result<Self> {
        checked_len(&[self.order().saturating_mul(exponent)])?;
        let one = Scalar::from_f64(self.coefficients.dtype(), 1.0);
        let mut power = Self { coefficients: DynArray::full(self.coefficients.xp(), one, &[1])? };
        let (mut square, mut left) = (self.clone(), exponent);
        loop {
            if left % 2 == 1 {
                power = power.multiply(&square)?;
            }
            left /= 2;
            if left == 0 {
                return Ok(power);
            }
            square = square.multiply(&square)?;
        }
    }

    /// The sum with a polynomial or a number, which is weak.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let (p, q) = (Poly1d::new(&xp.array([3, 1])?)?, Poly1d::new(&xp.array([1, 0, 0])?)?);
    /// assert_eq!(p.add(&q)?.coefficients().to_string(), "[1 3 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::polyadd`](crate::Array::polyadd).
    pub fn add(&self, other: impl PolyLike<B>) -> Result<Self> {
        let other = other.poly(self)?;
        Self::new(&self.coefficients.polyadd(&other.coefficients)?)
    }

    /// The difference to a polynomial or a number, which is weak.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let p = Poly1d::new(&xp.array([3, 1])?)?;
    /// assert_eq!(p.subtract(&p)?.coefficients().to_string(), "[0]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::polysub`](crate::Array::polysub).
    pub fn subtract(&self, other: impl PolyLike<B>) -> Result<Self> {
        let other = other.poly(self)?;
        Self::new(&self.coefficients.polysub(&other.coefficients)?)
    }

    /// The product with a polynomial or a number, which is weak.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let p = Poly1d::new(&xp.array([3, 1])?)?;
    /// assert_eq!(p.multiply(&p)?.coefficients().to_string(), "[9 6 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::polymul`](crate::Array::polymul).
    pub fn multiply(&self, other: impl PolyLike<B>) -> Result<Self> {
        let other = other.poly(self)?;
        Self::new(&self.coefficients.polymul(&other.coefficients)?)
    }

    /// Quotient and remainder. By a number, `p / 2.0` is the quotient alone.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// let (p, q) = (Poly1d::new(&xp.array([9, 6, 2])?)?, Poly1d::new(&xp.array([3, 1])?)?);
    /// let (quotient, remainder) = p.divide(&q)?;
    /// let [q, r] = [&quotient, &remainder].map(|p| p.coefficients().to_string());
    /// assert_eq!((&*q, &*r), ("[3. 1.]", "[1.]"));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::polydiv`](crate::Array::polydiv).
    pub fn divide(&self, other: impl PolyLike<B>) -> Result<(Self, Self)> {
        let other = other.poly(self)?;
        let (quotient, remainder) = self.coefficients.polydiv(&other.coefficients)?;
        Ok((Self::new(&quotient)?, Self::new(&remainder)?))
    }

    /// The `m`-th derivative.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Poly1d;
    /// assert_eq!(Poly1d::new(&xp.array([3, 1, 5])?)?.deriv(1)?.coefficients().to_string(), "[6 1]");
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
    /// assert_eq!(p.integ(Polyint::new().k([1.0]))?.coefficients().to_string(), "[3. 2. 1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::polyint_with`](crate::Array::polyint_with).
    pub fn integ(&self, options: super::Polyint) -> Result<Self> {
        Self::new(&self.coefficients.polyint_with(options)?)
    }
}
