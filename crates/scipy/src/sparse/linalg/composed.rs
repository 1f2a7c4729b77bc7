//! Operators made of operators.

use super::LinearOperator;
use super::operator::Apply;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// The sum of two operators.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{LinearOperator, Scaled, Sum};
/// let (a, eye) = (xp.array([[0.0, 1.0], [2.0, 0.0]])?, xp.eye::<f64>(2)?);
/// let shift = Scaled::new(&eye, -3.0);
/// let shifted = Sum::new(&a, &shift)?;
/// assert_eq!(shifted.matvec(&xp.array([1.0, 10.0])?.into_dyn())?.to_string(), "[  7. -28.]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Sum<'a, B: Backend> {
    left: &'a dyn LinearOperator<B>,
    right: &'a dyn LinearOperator<B>,
}

impl<'a, B: Backend> Sum<'a, B> {
    /// The sum of both.
    ///
    /// # Errors
    /// [`Error::Shape`] if their shapes differ.
    pub fn new(left: &'a dyn LinearOperator<B>, right: &'a dyn LinearOperator<B>) -> Result<Self> {
        match left.shape() == right.shape() {
            true => Ok(Self { left, right }),
            false => Err(Error::shape("Sum::new", &left.shape(), &right.shape())),
        }
    }
}

impl<B: Backend> LinearOperator<B> for Sum<'_, B> {
    fn shape(&self) -> [usize; 2] {
        self.left.shape()
    }
    fn dtype(&self) -> DType {
        self.left.dtype().promote(self.right.dtype())
    }
    fn matvec(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        self.left.matvec(x)?.add(&self.right.matvec(x)?)
    }
    fn adjoint(&self) -> Result<Apply<'_, B>> {
        let (left, right) = (self.left.adjoint()?, self.right.adjoint()?);
        Ok(Box::new(move |x| left(x)?.add(&right(x)?)))
    }
    fn matmat(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        self.left.matmat(x)?.add(&self.right.matmat(x)?)
    }
}

/// The product of two operators: first the right one, then the left one.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{LinearOperator, Product};
/// let a = xp.array([[0.0, 1.0], [2.0, 0.0]])?;
/// assert_eq!(Product::new(&a, &a)?.matvec(&xp.array([1.0, 10.0])?.into_dyn())?.to_string(), "[ 2. 20.]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Product<'a, B: Backend> {
    left: &'a dyn LinearOperator<B>,
    right: &'a dyn LinearOperator<B>,
}

impl<'a, B: Backend> Product<'a, B> {
    /// The product of both.
    ///
    /// # Errors
    /// [`Error::Shape`] if the inner lengths differ.
    pub fn new(left: &'a dyn LinearOperator<B>, right: &'a dyn LinearOperator<B>) -> Result<Self> {
        match left.shape()[1] == right.shape()[0] {
            true => Ok(Self { left, right }),
            false => Err(Error::shape("Product::new", &left.shape(), &right.shape())),
        }
    }
}

impl<B: Backend> LinearOperator<B> for Product<'_, B> {
    fn shape(&self) -> [usize; 2] {
        [self.left.shape()[0], self.right.shape()[1]]
    }
    fn dtype(&self) -> DType {
        self.left.dtype().promote(self.right.dtype())
    }
    fn matvec(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        self.left.matvec(&self.right.matvec(x)?)
    }
    fn adjoint(&self) -> Result<Apply<'_, B>> {
        let (left, right) = (self.left.adjoint()?, self.right.adjoint()?);
        Ok(Box::new(move |x| right(&left(x)?)))
    }
    fn matmat(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        self.left.matmat(&self.right.matmat(x)?)
    }
}

/// A real multiple of an operator.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{LinearOperator, Scaled};
/// let a = xp.array([[0.0, 1.0], [2.0, 0.0]])?;
/// assert_eq!(Scaled::new(&a, 0.5).matvec(&xp.array([1.0, 10.0])?.into_dyn())?.to_string(), "[5. 1.]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Scaled<'a, B: Backend> {
    operator: &'a dyn LinearOperator<B>,
    factor: f64,
}

impl<'a, B: Backend> Scaled<'a, B> {
    /// The operator times the factor.
    pub fn new(operator: &'a dyn LinearOperator<B>, factor: f64) -> Self {
        Self { operator, factor }
    }
}

impl<B: Backend> LinearOperator<B> for Scaled<'_, B> {
    fn shape(&self) -> [usize; 2] {
        self.operator.shape()
    }
    fn dtype(&self) -> DType {
        // A factor is a float: a multiple of integers is of their quotients' type.
        self.operator.dtype().promote_weak(DType::F64)
    }
    fn matvec(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        self.operator.matvec(x)?.multiply(self.factor)
    }
    fn adjoint(&self) -> Result<Apply<'_, B>> {
        let adjoint = self.operator.adjoint()?;
        Ok(Box::new(move |x| adjoint(x)?.multiply(self.factor)))
    }
    fn matmat(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        self.operator.matmat(x)?.multiply(self.factor)
    }
}
