//! Sums, products, quotients, derivatives and integrals, and values.

use crate::array::elementwise::dyn_doc;
use crate::array::{Array, Common, DynArray, Quotient, check_vector};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Scalar};
use crate::element::Number;
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::layout::checked_len;
use crate::linalg::SolveTriangular;
use crate::promote::Promote;

/// Options of [`Array::polyint_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::polynomial::Polyint;
/// let p = xp.array([6.0])?;
/// assert_eq!(p.polyint_with(Polyint::new().m(2).k([5.0, 7.0]))?.to_string(), "[3. 5. 7.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Polyint {
    m: usize,
    k: Vec<f64>,
}

impl Default for Polyint {
    fn default() -> Self {
        Self { m: 1, k: vec![0.0] }
    }
}

impl Polyint {
    /// The defaults: one integral, which is 0 at 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many integrals.
    pub fn m(self, m: usize) -> Self {
        Self { m, ..self }
    }

    /// The constants of the integrals, in their order; one for all.
    pub fn k(self, k: impl Into<Vec<f64>>) -> Self {
        Self { k: k.into(), ..self }
    }
}

impl<B: Backend> DynArray<B> {
    /// The value at `x` of the polynomial of which these are the coefficients, the highest power first; by Horner's rule, which
    /// fuses. Each coefficient broadcasts.
    pub(super) fn horner(
        op: &'static str,
        coefficients: impl Iterator<Item = Result<Self>>,
        x: &Self,
        shape: &[usize],
    ) -> Result<Self> {
        let mut value: Option<Self> = None;
        for coefficient in coefficients {
            let coefficient = coefficient?;
            value = Some(match value {
                None => coefficient,
                Some(value) => value.binary(BinaryOp::Mul, op, x)?.binary(BinaryOp::Add, op, &coefficient)?,
            });
        }
        match value {
            Some(value) => value.broadcast(op, shape),
            None => Self::full(x.xp(), Scalar::from_f64(x.dtype(), 0.0), shape),
        }
    }

    /// A coefficient, without dimensions.
    fn coefficient(&self, k: usize) -> Result<Self> {
        self.narrow(0, k, 1)?.reshaped(&[])
    }

    #[doc = dyn_doc!(polyval)]
    pub fn polyval(&self, x: &Self) -> Result<Self> {
        const OP: &str = "polyval";
        check_vector(OP, self)?;
        let dtype = self.dtype().promote(x.dtype());
        TypeClass::Number.check(OP, dtype)?;
        let (p, at) = (self.astype(dtype)?.widened()?, x.astype(dtype)?.widened()?);
        Self::horner(OP, (0..p.len()).map(|k| p.coefficient(k)), &at, x.shape())?.astype(dtype)
    }

    /// Two vectors of coefficients of one type and length: zeros come in front of the shorter one.
    fn aligned(&self, op: &'static str, other: &Self) -> Result<(Self, Self)> {
        let dtype = self.dtype().promote(other.dtype());
        TypeClass::Number.check(op, dtype)?;
        let len = self.len().max(other.len());
        let filled = |x: &Self| {
            check_vector(op, x)?;
            let x = x.astype(dtype)?;
            if x.len() == len { Ok(x) } else { x.pad((len - x.len(), 0)) }
        };
        Ok((filled(self)?, filled(other)?))
    }

    #[doc = dyn_doc!(polyadd)]
    pub fn polyadd(&self, other: &Self) -> Result<Self> {
        let (a, b) = self.aligned("polyadd", other)?;
        a.binary(BinaryOp::Add, "polyadd", &b)
    }

    #[doc = dyn_doc!(polysub)]
    pub fn polysub(&self, other: &Self) -> Result<Self> {
        let (a, b) = self.aligned("polysub", other)?;
        a.binary(BinaryOp::Sub, "polysub", &b)
    }

    #[doc = dyn_doc!(polymul)]
    pub fn polymul(&self, other: &Self) -> Result<Self> {
        self.convolve(other)
    }

    #[doc = dyn_doc!(polydiv)]
    pub fn polydiv(&self, other: &Self) -> Result<(Self, Self)> {
        const OP: &str = "polydiv";
        [self, other].into_iter().try_for_each(|x| check_vector(OP, x))?;
        let dtype = self.dtype().promote(other.dtype()).quotient();
        let (u, v) = (self.astype(dtype)?.widened()?, other.astype(dtype)?.widened()?);
        let (m, n) = (u.len(), v.len());
        if n == 0 || m == 0 {
            return Err(Error::value(OP, "a polynomial without coefficients"));
        }
        if m < n {
            return Ok((Self::full(u.xp(), Scalar::from_f64(dtype, 0.0), &[1])?, u.astype(dtype)?));
        }
        // The highest coefficients of the product with the divisor are a triangular system, which is solved from the highest one on, as
        // long division does.
        let len = m - n + 1;
        checked_len(&[len, len])?;
        let (row, column) = (Self::iota(u.xp(), &[len, 1])?, Self::iota(u.xp(), &[len])?);
        let place = row.binary(BinaryOp::Sub, OP, &column)?;
        let inside = place.with_number(BinaryOp::Max, 0.0)?.with_number(BinaryOp::Min, (n - 1) as f64)?;
        let is_inside = place.binary(BinaryOp::Eq, OP, &inside)?;
        let shifted = Self::gather(&inside, &v.contiguous()?, &[len, len])?;
        let system = Self::selected(&is_inside, &shifted, &v.number(0.0)?)?;
        let quotient = system.solve_triangular_with(&u.narrow(0, 0, len)?, SolveTriangular::new().lower(true))?;
        let rest = u.binary(BinaryOp::Sub, OP, &quotient.convolve(&v)?)?;
        let rest = if n == 1 {
            Self::full(u.xp(), Scalar::from_f64(u.dtype(), 0.0), &[1])?
        } else {
            rest.narrow(0, len, n - 1)?
        };
        Ok((quotient.astype(dtype)?, rest.astype(dtype)?))
    }

    #[doc = dyn_doc!(polyder)]
    pub fn polyder(&self, m: usize) -> Result<Self> {
        const OP: &str = "polyder";
        check_vector(OP, self)?;
        let dtype = self.dtype().promote(DType::I64);
        let len = self.len().saturating_sub(m);
        let mut derivative = self.astype(dtype)?.narrow(0, 0, len)?;
        if len == 0 {
            return Ok(derivative);
        }
        let place = Self::iota(self.xp(), &[len])?;
        for k in 1..=m {
            // The power that each place has before the derivative.
            let power = place.binary_scalar(BinaryOp::Sub, Scalar::new((self.len() - k) as i64), true)?;
            derivative = derivative.binary(BinaryOp::Mul, OP, &power.astype(dtype)?)?;
        }
        Ok(derivative)
    }

    #[doc = dyn_doc!(polyint)]
    pub fn polyint(&self) -> Result<Self> {
        self.polyint_with(Polyint::new())
    }

    #[doc = dyn_doc!(polyint_with)]
    pub fn polyint_with(&self, options: Polyint) -> Result<Self> {
        const OP: &str = "polyint";
        let Polyint { m, k } = options;
        check_vector(OP, self)?;
        let constants = match k[..] {
            [k] => crate::host::room(m).map(|mut all| {
                all.resize(m, k);
                all
            })?,
            _ if k.len() == m => k,
            _ => return Err(Error::value(OP, format!("{} constants for {m} integrals", k.len()))),
        };
        let dtype = self.dtype().quotient();
        let mut integral = self.astype(dtype)?.widened()?;
        for k in constants {
            let n = integral.len();
            let power = Self::iota(self.xp(), &[n])?.binary_scalar(BinaryOp::Sub, Scalar::new(n as i64), true)?;
            let risen = integral.binary(BinaryOp::Div, OP, &power.astype(integral.dtype())?)?;
            integral = Self::concatenate(OP, &[&risen, &risen.number(k)?.reshaped(&[1])?], 0)?;
        }
        integral.astype(dtype)
    }
}

impl<T: Number, B: Backend> Array<T, B> {
    /// The values at `x` of the polynomial with these coefficients, the highest power first; by Horner's rule, fused.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let p = xp.array([3, 0, 1])?;
    /// assert_eq!(p.polyval(&xp.array([1, 5])?)?.to_string(), "[ 4 76]"); // 3 x^2 + 1
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the coefficients are not a vector.
    pub fn polyval<U: Number>(&self, x: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
    {
        self.array.polyval(x.as_dyn()).map(Array::from_dyn)
    }

    /// The coefficients of the sum of two polynomials, as many as the longer one has.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (p, q) = (xp.array([1, 2])?, xp.array([9, 5, 4])?);
    /// assert_eq!(p.polyadd(&q)?.to_string(), "[9 6 6]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the coefficients are not vectors.
    pub fn polyadd<U: Number>(&self, other: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
    {
        self.array.polyadd(other.as_dyn()).map(Array::from_dyn)
    }

    /// The coefficients of the difference of two polynomials, as many as the longer one has.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (p, q) = (xp.array([2, 10, -2])?, xp.array([3, 10, -4])?);
    /// assert_eq!(p.polysub(&q)?.to_string(), "[-1  0  2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the coefficients are not vectors.
    pub fn polysub<U: Number>(&self, other: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
    {
        self.array.polysub(other.as_dyn()).map(Array::from_dyn)
    }

    /// The coefficients of the product of two polynomials. Zeros in front are not looked for, and stay.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (p, q) = (xp.array([1, 2, 3])?, xp.array([9, 5, 1])?);
    /// assert_eq!(p.polymul(&q)?.to_string(), "[ 9 23 38 17  3]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the coefficients are not vectors or there are none.
    pub fn polymul<U: Number>(&self, other: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
    {
        self.array.polymul(other.as_dyn()).map(Array::from_dyn)
    }

    /// The coefficients of quotient and remainder. The remainder has one coefficient less than the divisor, also where the first ones
    /// are zero.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (p, q) = (xp.array([3.0, 5.0, 2.0])?, xp.array([2.0, 1.0])?);
    /// let (quotient, remainder) = p.polydiv(&q)?;
    /// assert_eq!((quotient.to_string(), remainder.to_string()), ("[1.5  1.75]".into(), "[0.25]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the coefficients are not vectors or there are none; [`Error::Singular`] if the first one of the divisor is
    /// zero.
    #[allow(clippy::type_complexity)]
    pub fn polydiv<U: Number>(
        &self,
        other: &Array<U, B>,
    ) -> Result<(Array<Quotient<T, U>, B>, Array<Quotient<T, U>, B>)>
    where
        T: Promote<U>,
    {
        let (quotient, remainder) = self.array.polydiv(other.as_dyn())?;
        Ok((Array::from_dyn(quotient), Array::from_dyn(remainder)))
    }

    /// The coefficients of the `m`-th derivative. The type is at least `i64`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let p = xp.array([1, 1, 1, 1])?; // x^3 + x^2 + x + 1
    /// assert_eq!((p.polyder(1)?.to_string(), p.polyder(2)?.to_string()), ("[3 2 1]".into(), "[6 2]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the coefficients are not a vector.
    pub fn polyder(&self, m: usize) -> Result<Array<Common<T, i64>, B>>
    where
        T: Promote<i64>,
    {
        self.array.polyder(m).map(Array::from_dyn)
    }

    /// The coefficients of the integral that is 0 at 0. The type is that of quotients.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.array([6, 2, 1])?.polyint()?.to_string(), "[2. 1. 1. 0.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the coefficients are not a vector.
    pub fn polyint(&self) -> Result<Array<T::Quotient, B>> {
        self.array.polyint().map(Array::from_dyn)
    }

    /// [`polyint`](Array::polyint) several times, or with other constants.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::polynomial::Polyint;
    /// assert_eq!(xp.array([6, 2])?.polyint_with(Polyint::new().k([9.0]))?.to_string(), "[3. 2. 9.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`polyint`](Array::polyint); [`Error::Value`] unless there is a constant for each integral, or one.
    pub fn polyint_with(&self, options: Polyint) -> Result<Array<T::Quotient, B>> {
        self.array.polyint_with(options).map(Array::from_dyn)
    }
}
