//! Comparisons of sparse matrices, with each other and with numbers.

use super::Csr;
use super::union::Union;
use crate::array::{Array, Create, DynArray};
use crate::backend::Backend;
use crate::element::{RealElement, SparseElement};
use crate::error::Result;

/// What a sparse matrix is compared with: a matrix of the same shape and type, or a number.
pub enum Other<'a, T: SparseElement, B: Backend> {
    /// A matrix.
    Matrix(&'a Csr<T, B>),
    /// A number.
    Number(T),
}

impl<'a, T: SparseElement, B: Backend> From<&'a Csr<T, B>> for Other<'a, T, B> {
    fn from(matrix: &'a Csr<T, B>) -> Self {
        Self::Matrix(matrix)
    }
}

impl<T: SparseElement, B: Backend> From<T> for Other<'_, T, B> {
    fn from(number: T) -> Self {
        Self::Number(number)
    }
}

/// A function of two elements.
type Binary<B> = dyn Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>;

impl<T: SparseElement, B: Backend> Csr<T, B> {
    /// A function of each two elements. Where that of two zeros is zero, places without an entry stay so.
    fn with_other<U: SparseElement>(
        &self,
        op: &'static str,
        other: Other<'_, T, B>,
        f: &Binary<B>,
    ) -> Result<Csr<U, B>> {
        let typed = |x: DynArray<B>| -> Result<Array<U, B>> { x.typed() };
        let number = |x: T| -> Result<DynArray<B>> { Ok(self.xp().full([], x)?.into_dyn()) };
        let zero = number(T::default())?;
        let of_zeros = match other {
            Other::Matrix(_) => f(&zero, &zero)?,
            Other::Number(x) => f(&zero, &number(x)?)?,
        };
        let sparse = typed(of_zeros)?.item()? == U::default();
        match other {
            Other::Matrix(other) => {
                let union = Union::new(op, self, other)?;
                let (x, y) = (union.left(self)?, union.right(other)?);
                match sparse {
                    true => union.matrix::<U>(f(&x, &y)?)?.eliminate_zeros(),
                    false => Csr::from_dense(&typed(f(self.to_dense()?.as_dyn(), other.to_dense()?.as_dyn())?)?),
                }
            }
            Other::Number(x) => match sparse {
                true => self.map_values(|values| typed(f(values.as_dyn(), &number(x)?)?))?.eliminate_zeros(),
                false => Csr::from_dense(&typed(f(self.to_dense()?.as_dyn(), &number(x)?)?)?),
            },
        }
    }

    /// Where two elements, or an element and a number, differ.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 2.0], [3.0, 0.0]])?)?;
    /// assert_eq!(a.not_equal(&Csr::eye(&xp, 2)?.multiply(2.0)?)?.nnz(), 4);
    /// assert_eq!(a.not_equal(2.0)?.to_dense()?.to_string(), "[[ True False]\n [ True  True]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the shapes differ.
    pub fn not_equal<'a>(&self, other: impl Into<Other<'a, T, B>>) -> Result<Csr<bool, B>> {
        self.with_other("Csr::not_equal", other.into(), &|x, y| x.not_equal(y))
    }

    /// Where two elements, or an element and a number, are equal: mostly everywhere, unless the number is not zero.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 2.0], [3.0, 0.0]])?)?;
    /// assert_eq!((a.equal(&a)?.nnz(), a.equal(3.0)?.nnz()), (4, 1));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the shapes differ.
    pub fn equal<'a>(&self, other: impl Into<Other<'a, T, B>>) -> Result<Csr<bool, B>> {
        self.with_other("Csr::equal", other.into(), &|x, y| x.equal(y))
    }
}

impl<T: SparseElement + RealElement, B: Backend> Csr<T, B> {
    /// Where elements are less than those of a matrix, or than a number.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0, -2], [3, 0]])?)?;
    /// assert_eq!((a.less(0)?.nnz(), a.less(1)?.nnz(), a.less(&a)?.nnz()), (1, 3, 0));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the shapes differ.
    pub fn less<'a>(&self, other: impl Into<Other<'a, T, B>>) -> Result<Csr<bool, B>> {
        self.with_other("Csr::less", other.into(), &|x, y| x.less(y))
    }

    /// Where elements are greater than those of a matrix, or than a number.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0, -2], [3, 0]])?)?;
    /// assert_eq!((a.greater(0)?.nnz(), a.greater(-1)?.nnz(), a.greater(&a)?.nnz()), (1, 3, 0));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the shapes differ.
    pub fn greater<'a>(&self, other: impl Into<Other<'a, T, B>>) -> Result<Csr<bool, B>> {
        self.with_other("Csr::greater", other.into(), &|x, y| x.greater(y))
    }

    /// Where elements are at most those of a matrix, or a number.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0, -2], [3, 0]])?)?;
    /// assert_eq!((a.less_equal(-1)?.nnz(), a.less_equal(&a)?.nnz()), (1, 4));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the shapes differ.
    pub fn less_equal<'a>(&self, other: impl Into<Other<'a, T, B>>) -> Result<Csr<bool, B>> {
        self.with_other("Csr::less_equal", other.into(), &|x, y| x.less_equal(y))
    }

    /// Where elements are at least those of a matrix, or a number.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0, -2], [3, 0]])?)?;
    /// assert_eq!((a.greater_equal(1)?.nnz(), a.greater_equal(&a)?.nnz()), (1, 4));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the shapes differ.
    pub fn greater_equal<'a>(&self, other: impl Into<Other<'a, T, B>>) -> Result<Csr<bool, B>> {
        self.with_other("Csr::greater_equal", other.into(), &|x, y| x.greater_equal(y))
    }

    /// The larger of each two elements, or of an element and a number.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[-1.0, 2.0]])?)?;
    /// let b = Csr::from_dense(&xp.array([[0.0, 5.0]])?)?;
    /// assert_eq!(a.maximum(&b)?.to_dense()?.to_string(), "[[0. 5.]]");
    /// assert_eq!(a.maximum(1.0)?.to_dense()?.to_string(), "[[1. 2.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the shapes differ.
    pub fn maximum<'a>(&self, other: impl Into<Other<'a, T, B>>) -> Result<Self> {
        self.with_other("Csr::maximum", other.into(), &|x, y| x.maximum(y))
    }

    /// The smaller of each two elements, or of an element and a number.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[-1.0, 2.0]])?)?;
    /// let b = Csr::from_dense(&xp.array([[0.0, 5.0]])?)?;
    /// assert_eq!(a.minimum(&b)?.to_dense()?.to_string(), "[[-1.  2.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the shapes differ.
    pub fn minimum<'a>(&self, other: impl Into<Other<'a, T, B>>) -> Result<Self> {
        self.with_other("Csr::minimum", other.into(), &|x, y| x.minimum(y))
    }
}
