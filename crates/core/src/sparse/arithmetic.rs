//! Elementwise functions of sparse matrices.

use super::Csr;
use super::union::Union;
use crate::array::{Array, ArrayLike, ArrayOrNumber, DynArray};
use crate::backend::Backend;
use crate::element::SparseElement;
use crate::error::{Error, Result};

impl<T: SparseElement, B: Backend> Csr<T, B> {
    /// The matrix with other entries at the same places, in row-major order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 0.0]])?)?;
    /// assert_eq!(a.with_values(&xp.array([5.0, 6.0])?)?.to_dense()?.to_string(), "[[0. 5.]\n [6. 0.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] unless there is one for each entry.
    pub fn with_values<U: SparseElement>(&self, values: &Array<U, B>) -> Result<Csr<U, B>> {
        const OP: &str = "Csr::with_values";
        if values.shape() != [self.nnz()] {
            return Err(Error::shape(OP, &[self.nnz()], values.shape()));
        }
        self.holding(OP, values)
    }

    /// A function of the entries. It should give zero for zero, as `sin`, `sqrt`, `expm1`, `sign` or `rint` do: places without
    /// an entry have none afterwards.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 4.0], [9.0, 0.0]])?)?;
    /// assert_eq!(a.map_values(|x| Ok(x.sqrt()))?.to_dense()?.to_string(), "[[0. 2.]\n [3. 0.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the function; [`Error::Shape`] unless it gives a vector of one number for each entry.
    pub fn map_values<U: SparseElement>(
        &self,
        f: impl FnOnce(&Array<T, B>) -> Result<Array<U, B>>,
    ) -> Result<Csr<U, B>> {
        self.with_values(&f(&self.values()?)?)
    }

    /// A function of the entries that keeps their type.
    fn map_dyn(&self, f: impl FnOnce(&DynArray<B>) -> Result<DynArray<B>>) -> Result<Self> {
        self.map_values(|values| f(values.as_dyn())?.typed())
    }

    /// The entries as another type.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::<f64, _>::eye(&xp, 2)?.astype::<f32>()?;
    /// assert_eq!(a.values()?.dtype(), DType::F32);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn astype<U: SparseElement>(&self) -> Result<Csr<U, B>> {
        self.map_values(|values| Ok(values.astype()))
    }

    /// `-a`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0]])?)?;
    /// assert_eq!(a.negative()?.values()?.to_string(), "[-1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn negative(&self) -> Result<Self> {
        self.map_dyn(DynArray::negative)
    }

    /// The complex conjugate.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[Complex::new(1.0, 2.0)]])?)?;
    /// assert_eq!(a.conj()?.values()?.to_string(), "[1.-2.j]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn conj(&self) -> Result<Self> {
        self.map_dyn(DynArray::conj)
    }

    /// Magnitudes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, -1.0]])?)?;
    /// assert_eq!(a.abs()?.values()?.to_string(), "[1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    #[doc(alias = "absolute")]
    pub fn abs(&self) -> Result<Csr<T::Real, B>>
    where
        T::Real: SparseElement,
    {
        self.map_values(|values| values.as_dyn().abs()?.typed())
    }

    /// The real parts.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[Complex::new(1.0, 2.0)]])?)?;
    /// assert_eq!(a.real()?.values()?.to_string(), "[1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn real(&self) -> Result<Csr<T::Real, B>>
    where
        T::Real: SparseElement,
    {
        self.map_values(|values| values.as_dyn().real()?.typed())
    }

    /// The imaginary parts: stored zeros if the entries are real.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[Complex::new(1.0, 2.0)]])?)?;
    /// assert_eq!(a.imag()?.values()?.to_string(), "[2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn imag(&self) -> Result<Csr<T::Real, B>>
    where
        T::Real: SparseElement,
    {
        self.map_values(|values| values.as_dyn().imag()?.typed())
    }

    /// Each entry to a power.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, -3.0]])?)?;
    /// assert_eq!(a.power(2.0)?.to_dense()?.to_string(), "[[0. 9.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless the exponent is positive: otherwise the power of zero is not zero. [`Error::DType`] for an exponent of
    /// integers that is none itself.
    pub fn power(&self, exponent: f64) -> Result<Self> {
        match exponent > 0.0 {
            true if T::DTYPE.is_integer() && exponent.fract() == 0.0 => {
                self.map_dyn(|values| values.power(exponent as i64))
            }
            true => self.map_dyn(|values| values.power(exponent)),
            false => Err(Error::value("Csr::power", format!("the power {exponent} of zero is not zero"))),
        }
    }

    /// The product with a number, or elementwise with a dense array: a matrix of the same shape, a row (`[cols]` or `[1, cols]`)
    /// or a column (`[rows, 1]`). Places without an entry stay so.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 3.0]])?)?;
    /// assert_eq!(a.multiply(2.0)?.to_dense()?.to_string(), "[[0. 2.]\n [4. 6.]]");
    /// assert_eq!(a.multiply(&xp.array([[1.0], [10.0]])?)?.to_dense()?.to_string(), "[[ 0.  1.]\n [20. 30.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the array has another shape; [`Error::DType`] if the product is of another type than the matrix.
    pub fn multiply(&self, other: impl ArrayLike<B>) -> Result<Self> {
        self.beside("Csr::multiply", other.operand(), |values, other| values.multiply(other))
    }

    /// The quotient by a number, or elementwise by a dense array, as of [`multiply`](Csr::multiply); integers and truth values give
    /// `f64`. Places without an entry stay so, also where zero is divided by zero.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 3.0]])?)?;
    /// assert_eq!(a.divide(&xp.array([0.0, 2.0])?)?.to_dense()?.to_string(), "[[0.  0.5]\n [inf 1.5]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`multiply`](Csr::multiply).
    pub fn divide(&self, other: impl ArrayLike<B>) -> Result<Csr<T::Quotient, B>>
    where
        T::Quotient: SparseElement,
    {
        self.beside("Csr::divide", other.operand(), |values, other| values.divide(other))
    }

    /// A function of each entry and what it meets of an operand.
    fn beside<U: SparseElement>(
        &self,
        op: &'static str,
        other: ArrayOrNumber<'_, B>,
        f: impl FnOnce(&DynArray<B>, &ArrayOrNumber<'_, B>) -> Result<DynArray<B>>,
    ) -> Result<Csr<U, B>> {
        let met = match other {
            ArrayOrNumber::Scalar(_) => return self.map_values(|values| f(values.as_dyn(), &other)?.typed()),
            ArrayOrNumber::Array(dense) => self.met(op, dense)?,
        };
        self.map_values(|values| f(values.as_dyn(), &ArrayOrNumber::Array(&met))?.typed())
    }

    /// What each entry meets of a dense matrix, row, column or number.
    fn met(&self, op: &'static str, dense: &DynArray<B>) -> Result<DynArray<B>> {
        let [rows, cols] = self.shape();
        let wrong = || Error::shape(op, &self.shape(), dense.shape());
        let [r, c] = match *dense.shape() {
            [] => [1, 1],
            [c] => [1, c],
            [r, c] => [r, c],
            _ => return Err(wrong()),
        };
        if (r != rows && r != 1) || (c != cols && c != 1) {
            return Err(wrong());
        }
        let entries = self.to_coo()?;
        let place = match [r, c] {
            [1, 1] => return dense.reshape([1]),
            [1, _] => entries.col,
            [_, 1] => entries.row,
            _ => entries.row * c as i64 + entries.col,
        };
        dense.reshape([r * c])?.take(&place, 0)
    }

    /// The elementwise product with a sparse matrix: it has entries where both have one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 3.0]])?)?;
    /// assert_eq!(a.multiply_sparse(&Csr::eye(&xp, 2)?)?.to_dense()?.to_string(), "[[0. 0.]\n [0. 3.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes differ.
    pub fn multiply_sparse(&self, other: &Self) -> Result<Self> {
        let union = Union::new("Csr::multiply_sparse", self, other)?;
        let (x, y) = (union.left(self)?, union.right(other)?);
        union.matrix::<T>(x.multiply(&y)?)?.filtered(&union.in_both()?)
    }

    /// The difference of two sparse matrices.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 0.0]])?)?;
    /// assert_eq!(a.subtract(&Csr::eye(&xp, 2)?)?.to_dense()?.to_string(), "[[-1.  1.]\n [ 2. -1.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes differ.
    pub fn subtract(&self, other: &Self) -> Result<Self> {
        match self.shape() == other.shape() {
            true => self.add(&other.negative()?),
            false => Err(Error::shape("Csr::subtract", &self.shape(), &other.shape())),
        }
    }

    /// Whether both have the same shape and elements; a stored zero is a zero.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::<f64, _>::eye(&xp, 2)?;
    /// assert!(a.array_equal(&a.transpose()?)? && !a.array_equal(&a.negative()?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn array_equal(&self, other: &Self) -> Result<bool> {
        if self.shape() != other.shape() {
            return Ok(false);
        }
        let union = Union::new("Csr::array_equal", self, other)?;
        union.left(self)?.array_equal(&union.right(other)?)
    }
}
