//! The decomposition of a Hermitian positive definite matrix.

use super::Trans;
use super::device::{OnDevice, once};
use super::half::Half;
use super::order::Ordering;
use crate::field;
use crate::sparse::host::{Matrix, Z};
use crate::sparse::linalg::operator::{Apply, LinearOperator, vector};
use std::sync::OnceLock;
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{AnyArray, Error, Result};

/// `P A P* = L L*`, with rows and columns in another order: what [`cholesky`] and [`ichol`] give. As a [`LinearOperator`] this is the
/// inverse of the matrix.
pub struct Cholesky<T: Field, B: Backend> {
    a: Csr<T, B>,
    ordering: Ordering,
    device: Option<OnDevice<T, B>>,
    host: OnceLock<Factor>,
}

enum Factor {
    Real(Half<f64>),
    Complex(Half<Z>),
}

impl Factor {
    fn new<T: Field, B: Backend>(
        op: &'static str,
        a: &Csr<T, B>,
        ordering: Ordering,
        incomplete: bool,
    ) -> Result<Self> {
        Ok(match Matrix::columns(a)? {
            Matrix::Real(columns) => Self::Real(Half::new(op, &columns, ordering, incomplete)?),
            Matrix::Complex(columns) => Self::Complex(Half::new(op, &columns, ordering, incomplete)?),
        })
    }
}

impl<T: Field, B: Backend> Cholesky<T, B> {
    fn new(op: &'static str, a: &Csr<T, B>, ordering: Ordering, incomplete: bool) -> Result<Self> {
        let [n, columns] = a.shape();
        if n != columns {
            return Err(Error::shape(op, &a.shape(), &a.shape()));
        }
        let device = if incomplete { None } else { OnDevice::new(a, true)? };
        let host = OnceLock::new();
        if device.is_none() {
            let _ = host.set(Factor::new(op, a, ordering, incomplete)?);
        }
        Ok(Self { a: a.clone(), ordering, device, host })
    }

    fn n(&self) -> usize {
        self.a.shape()[0]
    }

    /// What the host made of the matrix. Incomplete factors are there from the beginning.
    fn factor(&self) -> Result<&Factor> {
        once(&self.host, || Factor::new("cholesky", &self.a, self.ordering, false))
    }

    /// Rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        self.a.shape()
    }

    /// The lower triangle.
    ///
    /// # Errors
    /// Those of [`Csr::from_parts`]; of a matrix that a device decomposed, those of [`cholesky`].
    pub fn l(&self) -> Result<Csr<T, B>> {
        match self.factor()? {
            Factor::Real(half) => half.triangle(self.a.xp()),
            Factor::Complex(half) => half.triangle(self.a.xp()),
        }
    }

    /// The row and column of the matrix that comes at each place of the triangle.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`]; of a matrix that a device decomposed, those of [`cholesky`].
    pub fn p(&self) -> Result<Array<i64, B>> {
        let (Factor::Real(Half { order, .. }) | Factor::Complex(Half { order, .. })) = self.factor()?;
        let order: Vec<i64> = order.iter().map(|&k| k as i64).collect();
        self.a.xp().from_slice(&order, self.n())
    }

    /// The logarithm of the determinant.
    ///
    /// # Errors
    /// Those of [`cholesky`].
    pub fn logdet(&self) -> Result<f64> {
        let (Factor::Real(Half { diagonal, .. }) | Factor::Complex(Half { diagonal, .. })) = self.factor()?;
        Ok(2.0 * diagonal.iter().map(|pivot| pivot.ln()).sum::<f64>())
    }

    /// Solves `A x = b`, for a vector `[n]` or a matrix `[n, k]` on the right; of the type to which both promote.
    ///
    /// # Errors
    /// [`Error::Shape`] unless there is an element of `b` for each row.
    pub fn solve(&self, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let b = b.as_dyn();
        if !(1..=2).contains(&b.ndim()) || b.shape()[0] != self.n() {
            return Err(Error::shape("Cholesky::solve", &self.shape(), b.shape()));
        }
        let dtype = T::DTYPE.promote(field(b)?.dtype());
        if let Some(device) = &self.device
            && let Some(solved) = device.solve(b, Trans::Plain)?
        {
            return solved.astype(dtype);
        }
        // A right-hand side is a row.
        let (factor, rows) = (self.factor()?, b.t().astype(DType::Complex128)?.typed::<Z>()?);
        let host = rows.to_vec()?;
        let mut solved = Vec::with_capacity(host.len());
        for row in host.chunks(self.n().max(1)) {
            match factor {
                Factor::Complex(half) => solved.extend(half.solve(row)),
                Factor::Real(half) => {
                    let re = half.solve(&row.iter().map(|z| z.re).collect::<Vec<_>>());
                    let im = match dtype.is_complex() {
                        true => half.solve(&row.iter().map(|z| z.im).collect::<Vec<_>>()),
                        false => vec![0.0; row.len()],
                    };
                    solved.extend(re.into_iter().zip(im).map(|(re, im)| Z::new(re, im)));
                }
            }
        }
        let solved = self.a.xp().from_slice(&solved, rows.shape())?.into_dyn().t();
        if dtype.is_complex() { solved.astype(dtype) } else { solved.real()?.astype(dtype) }
    }
}

impl<T: Field, B: Backend> LinearOperator<B> for Cholesky<T, B> {
    fn shape(&self) -> [usize; 2] {
        self.shape()
    }
    fn dtype(&self) -> DType {
        T::DTYPE
    }
    fn matvec(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        vector(self.shape(), x)?;
        self.solve(x)
    }
    fn adjoint(&self) -> Result<Apply<'_, B>> {
        Ok(Box::new(|x| self.solve(x)))
    }
    fn matmat(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        match x.ndim() {
            2 => self.solve(x),
            _ => Err(Error::shape("matmat", &self.shape(), x.shape())),
        }
    }
}

/// Decomposes a matrix that is taken to be Hermitian and positive definite: half of what [`splu`](super::splu) does, and where that does it, in double
/// precision. Of a matrix that a device decomposed, the order is that of the triangle, which the host makes when it is asked for.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Ordering, cholesky};
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[4.0, 2.0], [2.0, 5.0]])?)?;
/// let half = cholesky(&a, Ordering::Natural)?;
/// assert_eq!(half.l()?.to_dense()?.to_string(), "[[2. 0.]\n [1. 2.]]");
/// assert_eq!(half.solve(&xp.array([8.0, 12.0])?)?.to_string(), "[1. 2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square; [`Error::NotPositiveDefinite`] if it is not; [`Error::Value`] for an entry that is
/// not finite.
pub fn cholesky<T: Field, B: Backend>(a: &Csr<T, B>, ordering: Ordering) -> Result<Cholesky<T, B>> {
    Cholesky::new("cholesky", a, ordering, false)
}

/// Decomposes a Hermitian positive definite matrix incompletely, with entries only where the matrix has some, as a
/// preconditioner of [`cg`](crate::sparse::linalg::cg) (Meijerink and van der Vorst, Math. Comp. 31, 1977).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Krylov, cg, ichol};
/// use xparray::sparse::Csr;
/// let (main, side) = (xp.array([2.1])?, xp.array([-1.0])?);
/// let line = Csr::diags(&[&main, &side, &side], &[0, -1, 1], [9, 9])?;
/// let grid = Csr::kronsum(&line, &line)?;
/// let m = ichol(&grid)?;
/// let b = xp.ones::<f64>(81)?;
/// assert!(cg(&grid, &b, Krylov::new().m(&m))?.iterations < cg(&grid, &b, Krylov::new())?.iterations);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cholesky`]; [`Error::NotPositiveDefinite`] also where what is left out makes a pivot negative, as it does not of
/// matrices whose entries off the diagonal are negative and which are dominated by it.
pub fn ichol<T: Field, B: Backend>(a: &Csr<T, B>) -> Result<Cholesky<T, B>> {
    Cholesky::new("ichol", a, Ordering::Natural, true)
}
