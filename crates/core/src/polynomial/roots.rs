//! Polynomials from their roots, and roots of polynomials.

use super::polycompanion;
use crate::array::elementwise::dyn_doc;
use crate::array::{Array, DynArray, check_vector};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::Scalar;
use crate::element::{Field, Number};
use crate::error::Result;
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::layout::{Layout, checked_len};
use smallvec::smallvec;

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(poly)]
    pub fn poly(&self) -> Result<Self> {
        const OP: &str = "poly";
        TypeClass::Number.check(OP, self.dtype())?;
        if self.ndim() == 2 {
            let characteristic = self.eigvals()?.poly()?;
            return if self.dtype().is_complex() { Ok(characteristic) } else { characteristic.unary(UnaryOp::Real) };
        }
        check_vector(OP, self)?;
        let (n, xp) = (self.len(), self.xp());
        let roots = self.widened()?;
        let (zero, one) = (roots.number(0.0)?, roots.number(1.0)?);
        if n == 0 {
            return one.astype(self.dtype())?.reshaped(&[1]);
        }
        // Factors `x - root`, as many as a power of two: with factors of 1.
        let rows = n.next_power_of_two();
        checked_len(&[rows, 4])?;
        let negative = roots.unary(UnaryOp::Neg)?.pad((0, rows - n))?.reshaped(&[rows, 1])?;
        let is_root = Self::iota(xp, &[rows, 1])?.with_number(BinaryOp::Lt, n as f64)?;
        let is_first = Self::iota(xp, &[2])?.with_number(BinaryOp::Eq, 0.0)?;
        let constant = Self::selected(&is_root, &negative, &one)?;
        let leading = Self::selected(&is_root, &one, &zero)?;
        let mut factors = Self::selected(&is_first, &leading, &constant)?;
        // Neighbours are multiplied, all pairs at once, until one is left.
        while factors.shape()[0] > 1 {
            factors = factors.paired_products()?;
        }
        let len = factors.shape()[1];
        factors.narrow(1, len - n - 1, n + 1)?.reshaped(&[n + 1])?.astype(self.dtype())
    }

    #[doc = dyn_doc!(roots)]
    pub fn roots(&self) -> Result<Self> {
        const OP: &str = "roots";
        TypeClass::Field.check(OP, self.dtype())?;
        check_vector(OP, self)?;
        let dtype = self.dtype().complex();
        let places = Array::<i64, B>::from_dyn(self.flatnonzero()?).to_vec()?;
        let zeros = |n: usize| Self::full(self.xp(), Scalar::from_f64(dtype, 0.0), &[n]);
        let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return zeros(0) };
        // Powers of x that divide the polynomial are roots of 0.
        let of_x = zeros(self.len() - 1 - last as usize)?;
        if first == last {
            return Ok(of_x);
        }
        let coefficients = self.narrow(0, first as usize, (last - first) as usize + 1)?;
        let others = polycompanion(&coefficients.flip(0)?)?.eigvals()?;
        Self::concatenate(OP, &[&others, &of_x], 0)
    }

    /// The products of polynomials, the rows of a matrix, and their neighbours.
    fn paired_products(&self) -> Result<Self> {
        const OP: &str = "poly";
        let [rows, n] = [self.shape()[0] / 2, self.shape()[1]];
        let every_other = |start: usize| self.with_layout(self.layout().sliced(0, start, 2, rows)?);
        self.eval()?;
        let (a, b) = (every_other(0)?, every_other(1)?);
        let wide = 3 * n - 2;
        checked_len(&[rows, wide])?;
        let zeros = Self::full(self.xp(), Scalar::from_f64(self.dtype(), 0.0), &[rows, n - 1])?;
        let source = Self::concatenate(OP, &[&zeros, &a, &zeros], 1)?;
        source.eval()?;
        let windows =
            Layout::new(smallvec![rows, 2 * n - 1, n], smallvec![wide as isize, 1, 1], source.layout().offset())?;
        let backwards = b.flip(1)?.expand_dims(1)?;
        let products = source.with_layout(windows)?.binary(BinaryOp::Mul, OP, &backwards)?;
        Self::reduce(ReduceOp::Sum, 0, &[&products], &[2], None)
    }
}

impl<T: Number, B: Backend> Array<T, B> {
    /// The coefficients, the highest power first, of the polynomial with these roots that begins with 1. Of a square matrix, of
    /// `f32`, `f64` or their complex types: its characteristic polynomial, whose roots are the eigenvalues.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.array([1, 2, -3])?.poly()?.to_string(), "[ 1  0 -7  6]"); // (x - 1) (x - 2) (x + 3)
    /// let a = xp.array([[0.0, 1.0], [-6.0, 5.0]])?;
    /// assert!(a.poly()?.allclose(&xp.array([1.0, -5.0, 6.0])?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the roots are neither a vector nor a square matrix;
    /// [`Error::DType`](crate::Error::DType) for a matrix of another type; those of [`eigvals`](Array::eigvals).
    pub fn poly(&self) -> Result<Self> {
        self.array.poly().map(Self::from_dyn)
    }
}

impl<T: Field, B: Backend> Array<T, B> {
    /// The roots of the polynomial with these coefficients, the highest power first: the eigenvalues of its companion matrix,
    /// then a 0 for each zero at the end. Zeros at the start are skipped. Waits for the coefficients.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let roots = xp.array([1.0, -6.0, 11.0, -6.0, 0.0])?.roots()?; // x (x - 1) (x - 2) (x - 3)
    /// assert!(roots.real().sort()?.allclose(&xp.array([0.0, 1.0, 2.0, 3.0])?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the coefficients are not a vector, or hold NaN or infinity.
    pub fn roots(&self) -> Result<Array<T::Complex, B>> {
        self.array.roots().map(Array::from_dyn)
    }
}
