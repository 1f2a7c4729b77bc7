//! What is known of a matrix only by its products.

use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// The product with a vector, as a function: what [`LinearOperator::adjoint`] gives.
pub type Apply<'a, B> = Box<dyn Fn(&DynArray<B>) -> Result<DynArray<B>> + 'a>;

/// A matrix of which only products are asked for: SciPy's `LinearOperator`. Sparse matrices and dense arrays are such, so what
/// SciPy's `aslinearoperator` does is to write `&a`; closures become one by [`Operator`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::LinearOperator;
/// use xparray::sparse::Csr;
/// let dense = xp.array([[1.0, 2.0], [0.0, 3.0]])?;
/// let x = xp.array([1.0, 1.0])?.into_dyn();
/// let operators: [&dyn LinearOperator<Cpu>; 2] = [&dense, &Csr::from_dense(&dense)?];
/// for a in operators {
///     assert_eq!((a.matvec(&x)?.to_string(), a.rmatvec(&x)?.to_string()), ("[3. 3.]".into(), "[1. 5.]".into()));
/// }
/// # Ok::<(), xparray::Error>(())
/// ```
#[doc(alias = "aslinearoperator")]
pub trait LinearOperator<B: Backend> {
    /// Rows and columns.
    fn shape(&self) -> [usize; 2];

    /// The type of the elements.
    fn dtype(&self) -> DType;

    /// The product with a vector, of the type to which both promote.
    ///
    /// # Errors
    /// [`Error::Shape`] if the lengths do not match; what else the operator fails at.
    fn matvec(&self, x: &DynArray<B>) -> Result<DynArray<B>>;

    /// The product of the adjoint, the conjugate transpose, with a vector: made ready for many products.
    ///
    /// # Errors
    /// [`Error::Value`] for an operator that does not know its adjoint.
    fn adjoint(&self) -> Result<Apply<'_, B>>;

    /// The product of the adjoint with one vector.
    ///
    /// # Errors
    /// Those of [`adjoint`](LinearOperator::adjoint) and of [`matvec`](LinearOperator::matvec).
    fn rmatvec(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        self.adjoint()?(x)
    }

    /// The product with a matrix: column by column, if the operator has nothing better.
    ///
    /// # Errors
    /// Those of [`matvec`](LinearOperator::matvec); [`Error::Shape`] unless it is a matrix, with a column at least.
    fn matmat(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        let columns = match *x.shape() {
            [_, columns] if columns > 0 => columns,
            _ => return Err(Error::shape("matmat", &self.shape(), x.shape())),
        };
        let products = (0..columns).map(|k| self.matvec(&x.take(k, 1)?)).collect::<Result<Vec<_>>>()?;
        x.xp().stack(&products.iter().collect::<Vec<_>>(), 1)
    }
}

impl<B: Backend> LinearOperator<B> for DynArray<B> {
    fn shape(&self) -> [usize; 2] {
        // What is no matrix has no product with any vector.
        self.shape().try_into().unwrap_or([usize::MAX; 2])
    }
    fn dtype(&self) -> DType {
        self.dtype()
    }
    fn matvec(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        vector(LinearOperator::shape(self), x)?;
        self.matmul(x)
    }
    fn adjoint(&self) -> Result<Apply<'_, B>> {
        let adjoint = self.adjoint()?;
        Ok(Box::new(move |x| adjoint.matvec(x)))
    }
    fn matmat(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        self.matmul(x)
    }
}

impl<T: Element, B: Backend> LinearOperator<B> for Array<T, B> {
    fn shape(&self) -> [usize; 2] {
        LinearOperator::shape(self.as_dyn())
    }
    fn dtype(&self) -> DType {
        T::DTYPE
    }
    fn matvec(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        LinearOperator::matvec(self.as_dyn(), x)
    }
    fn adjoint(&self) -> Result<Apply<'_, B>> {
        LinearOperator::adjoint(self.as_dyn())
    }
    fn matmat(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        self.as_dyn().matmat(x)
    }
}

/// An error unless this is a vector that a matrix of this shape is multiplied by.
pub(super) fn vector<B: Backend>([rows, columns]: [usize; 2], x: &DynArray<B>) -> Result<()> {
    match x.shape() == [columns] {
        true => Ok(()),
        false => Err(Error::shape("matvec", &[rows, columns], x.shape())),
    }
}

/// An operator of closures.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Krylov, Operator, cg};
/// // Twice each element, less its neighbours.
/// let a = Operator::new([9, 9], DType::F64, |x: &DynArray<Cpu>| {
///     x.multiply(2)?.subtract(x.slice(s![1..])?.pad((0, 1))?)?.subtract(x.slice(s![..-1])?.pad((1, 0))?)
/// });
/// let found = cg(&a, &xp.ones::<f64>(9)?, Krylov::new())?;
/// assert!((found.x.max(..)?.item()?.get::<f64>() - 12.5).abs() < 1e-9);
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Operator<'a, B: Backend> {
    shape: [usize; 2],
    dtype: DType,
    product: Apply<'a, B>,
    adjoint: Option<Apply<'a, B>>,
}

impl<'a, B: Backend> Operator<'a, B> {
    /// A matrix of this shape whose product with a vector is computed so.
    pub fn new(shape: [usize; 2], dtype: DType, matvec: impl Fn(&DynArray<B>) -> Result<DynArray<B>> + 'a) -> Self {
        Self { shape, dtype, product: Box::new(matvec), adjoint: None }
    }

    /// With the product of the adjoint, which methods of least squares and of singular values need.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::sparse::linalg::{LinearOperator, Operator};
    /// let first = Operator::new([1, 3], DType::F64, |x: &DynArray<Cpu>| x.slice(s![..1]));
    /// assert!(first.rmatvec(&xp.ones::<f64>(1)?.into_dyn()).is_err());
    /// let first = first.with_adjoint(|y| y.pad((0, 2)));
    /// assert_eq!(first.rmatvec(&xp.ones::<f64>(1)?.into_dyn())?.to_string(), "[1. 0. 0.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn with_adjoint(self, rmatvec: impl Fn(&DynArray<B>) -> Result<DynArray<B>> + 'a) -> Self {
        Self { adjoint: Some(Box::new(rmatvec)), ..self }
    }
}

impl<B: Backend> LinearOperator<B> for Operator<'_, B> {
    fn shape(&self) -> [usize; 2] {
        self.shape
    }
    fn dtype(&self) -> DType {
        self.dtype
    }
    fn matvec(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        vector(self.shape, x)?;
        let y = (self.product)(x)?;
        match y.shape() == [self.shape[0]] {
            true => Ok(y),
            false => Err(Error::shape("matvec", &[self.shape[0]], y.shape())),
        }
    }
    fn adjoint(&self) -> Result<Apply<'_, B>> {
        let [rows, columns] = self.shape;
        let Some(adjoint) = &self.adjoint else {
            return Err(Error::value("rmatvec", "the operator does not know its adjoint"));
        };
        Ok(Box::new(move |x| {
            vector([columns, rows], x)?;
            let y = adjoint(x)?;
            match y.shape() == [columns] {
                true => Ok(y),
                false => Err(Error::shape("rmatvec", &[columns], y.shape())),
            }
        }))
    }
}
