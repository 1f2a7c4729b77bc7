//! Diagonals and triangles.

use super::{Array, ArrayLike, DynArray, IntoAxis, PlainInteger};
use crate::backend::{Backend, ScatterOp};
use crate::dtype::Scalar;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp};
use crate::layout::{Layout, normalize_axis};

/// The diagonal of two axes, as a new last axis. `offset` counts columns to the right.
fn diagonal_layout(op: &'static str, layout: &Layout, offset: isize, axis1: isize, axis2: isize) -> Result<Layout> {
    let a = normalize_axis(op, axis1, layout.ndim())?;
    let b = normalize_axis(op, axis2, layout.ndim())?;
    if a == b {
        return Err(Error::Axis { op, axis: axis2, ndim: layout.ndim() });
    }
    let (down, right) = if offset < 0 { (offset.unsigned_abs(), 0) } else { (0, offset as usize) };
    let rows = layout.shape()[a].saturating_sub(down);
    let columns = layout.shape()[b].saturating_sub(right);
    let n = rows.min(columns);
    layout.sliced(a, down, 1, n)?.sliced(b, right, 1, n)?.diagonal(a, b)
}

/// Whether column - row <= k, for each place of a matrix. Stored nowhere.
pub(super) fn lower_triangle<B: Backend>(xp: &B, rows: usize, columns: usize, k: isize) -> Result<DynArray<B>> {
    let k = k.clamp(-(rows as isize), columns as isize);
    let row = DynArray::iota(xp, &[rows, 1])?.binary_scalar(BinaryOp::Add, Scalar::new(k as i64), false)?;
    DynArray::iota(xp, &[1, columns])?.binary(BinaryOp::Le, "tri", &row)
}

/// Options of [`Array::diagonal_with`], [`Array::trace_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.arange(6)?.reshape([2, 3])?;
/// assert_eq!(x.diagonal_with(Diagonal::new().offset(1))?.to_string(), "[1 5]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diagonal {
    offset: isize,
    axes: [isize; 2],
}

impl Default for Diagonal {
    fn default() -> Self {
        Self { offset: 0, axes: [0, 1] }
    }
}

impl Diagonal {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The diagonal: to the right of the main one, or below it if negative.
    pub fn offset(self, offset: impl PlainInteger) -> Self {
        Self { offset: offset.to_isize(), ..self }
    }

    /// The axes of the plane.
    pub fn axes(self, axis1: impl IntoAxis, axis2: impl IntoAxis) -> Self {
        Self { axes: [axis1.into_axis(), axis2.into_axis()], ..self }
    }
}

impl<B: Backend> DynArray<B> {
    /// [`Array::diagonal`].
    ///
    /// # Errors
    /// Those of [`Array::diagonal`].
    pub fn diagonal(&self) -> Result<Self> {
        self.diagonal_with(Diagonal::new())
    }

    /// [`Array::diagonal_with`].
    ///
    /// # Errors
    /// Those of [`Array::diagonal_with`].
    pub fn diagonal_with(&self, options: Diagonal) -> Result<Self> {
        let Diagonal { offset, axes: [axis1, axis2] } = options;
        self.with_layout(diagonal_layout("diagonal", self.layout(), offset, axis1, axis2)?)
    }

    /// [`Array::trace`].
    ///
    /// # Errors
    /// Those of [`Array::trace`].
    pub fn trace(&self) -> Result<Self> {
        self.trace_with(Diagonal::new())
    }

    /// [`Array::trace_with`].
    ///
    /// # Errors
    /// Those of [`Array::trace_with`].
    pub fn trace_with(&self, options: Diagonal) -> Result<Self> {
        let diagonal = self.diagonal_with(options)?.astype(self.dtype().sum())?;
        Self::reduce(ReduceOp::Sum, 0, &[&diagonal], &[diagonal.ndim() - 1], None)
    }

    /// [`Array::diag`].
    ///
    /// # Errors
    /// Those of [`Array::diag`].
    pub fn diag(&self) -> Result<Self> {
        self.diag_with(0)
    }

    /// [`Array::diag_with`].
    ///
    /// # Errors
    /// Those of [`Array::diag_with`].
    pub fn diag_with(&self, k: impl PlainInteger) -> Result<Self> {
        const OP: &str = "diag";
        let k = k.to_isize();
        match self.ndim() {
            1 => {
                let n = self.len().saturating_add(k.unsigned_abs());
                let mut matrix = Self::full(self.xp(), Scalar::from_f64(self.dtype(), 0.0), &[n, n])?;
                matrix.write_diagonal(OP, k, self)?;
                Ok(matrix)
            }
            2 => self.diagonal_with(Diagonal::new().offset(k)),
            n => Err(Error::value(OP, format!("expected one or two dimensions, not {n}"))),
        }
    }

    /// [`Array::diagflat`].
    ///
    /// # Errors
    /// Those of [`Array::diagflat`].
    pub fn diagflat(&self) -> Result<Self> {
        self.diagflat_with(0)
    }

    /// [`Array::diagflat_with`].
    ///
    /// # Errors
    /// Those of [`Array::diagflat_with`].
    pub fn diagflat_with(&self, k: impl PlainInteger) -> Result<Self> {
        self.flat()?.diag_with(k)
    }

    /// Writes `values` to a diagonal of a matrix.
    fn write_diagonal(&mut self, op: &'static str, k: isize, values: &Self) -> Result<()> {
        self.write(op, |layout| diagonal_layout(op, layout, k, 0, 1), values.clone(), true)
    }

    /// [`Array::fill_diagonal`].
    ///
    /// # Errors
    /// Those of [`Array::fill_diagonal`]; [`Error::DType`] for a number of a kind that the array's type lacks.
    pub fn fill_diagonal(&mut self, values: impl ArrayLike<B>) -> Result<()> {
        const OP: &str = "fill_diagonal";
        let n = self.shape().iter().copied().min().unwrap_or(0);
        if self.ndim() < 2 || (self.ndim() > 2 && self.shape().iter().any(|&d| d != n)) {
            return Err(Error::value(OP, format!("{:?} has no main diagonal", self.shape())));
        }
        let written = values.operand().written_to(OP, self)?.broadcast(OP, &[n])?;
        let lent = values.is_lent();
        drop(values);
        let diagonal =
            |layout: &Layout| (1..layout.ndim()).rev().try_fold(layout.clone(), |view, k| view.diagonal(k - 1, k));
        self.write(OP, diagonal, written, lent)
    }

    /// [`Array::fill_diagonal_wrapping`].
    ///
    /// # Errors
    /// Those of [`Array::fill_diagonal_wrapping`]; [`Error::DType`] for a number of a kind that the array's type lacks.
    pub fn fill_diagonal_wrapping(&mut self, values: impl ArrayLike<B>) -> Result<()> {
        const OP: &str = "fill_diagonal_wrapping";
        let (&[rows, columns], 2) = (self.shape(), self.ndim()) else {
            return self.fill_diagonal(values);
        };
        if rows <= columns + 1 {
            return self.fill_diagonal(values);
        }
        let n = self.len().div_ceil(columns + 1);
        let places = Self::iota(self.xp(), &[n])?.with_count(BinaryOp::Mul, columns + 1)?;
        let values = values.operand().written_to(OP, self)?.broadcast(OP, &[n])?;
        self.scatter(OP, ScatterOp::Put, &places, &values)
    }

    /// [`Array::tril`].
    ///
    /// # Errors
    /// Those of [`Array::tril`].
    pub fn tril(&self) -> Result<Self> {
        self.tril_with(0)
    }

    /// [`Array::tril_with`].
    ///
    /// # Errors
    /// Those of [`Array::tril_with`].
    pub fn tril_with(&self, k: impl PlainInteger) -> Result<Self> {
        self.triangle("tril", k.to_isize(), true)
    }

    /// [`Array::triu`].
    ///
    /// # Errors
    /// Those of [`Array::triu`].
    pub fn triu(&self) -> Result<Self> {
        self.triu_with(0)
    }

    /// [`Array::triu_with`].
    ///
    /// # Errors
    /// Those of [`Array::triu_with`].
    pub fn triu_with(&self, k: impl PlainInteger) -> Result<Self> {
        self.triangle("triu", k.to_isize().saturating_sub(1), false)
    }

    fn triangle(&self, op: &'static str, k: isize, lower: bool) -> Result<Self> {
        let [.., rows, columns] = *self.shape() else {
            return Err(Error::Axis { op, axis: -2, ndim: self.ndim() });
        };
        let mask = lower_triangle(self.xp(), rows, columns, k)?;
        let zero = self.number(0.0)?;
        let (a, b) = if lower { (self, &zero) } else { (&zero, self) };
        Self::selected(&mask, a, b)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The diagonal of the first two axes, as a view; it is the last axis of the result.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange((0, 6, 1))?.reshape([2, 3])?;
    /// assert_eq!(x.diagonal()?.to_string(), "[0 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] if the axes are not there or are the same.
    pub fn diagonal(&self) -> Result<Self> {
        self.array.diagonal().map(Self::from_dyn)
    }

    /// [`diagonal`](Array::diagonal) of other axes, or beside the main one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange(6)?.reshape([2, 3])?;
    /// assert_eq!(x.diagonal_with(Diagonal::new().offset(1))?.to_string(), "[1 5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`diagonal`](Array::diagonal).
    pub fn diagonal_with(&self, options: Diagonal) -> Result<Self> {
        self.array.diagonal_with(options).map(Self::from_dyn)
    }

    /// The sum of [`diagonal`](Array::diagonal).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange((0i32, 9, 1))?.reshape([3, 3])?;
    /// assert_eq!(x.trace()?.item()?, 12);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] if the axes are not there or are the same.
    pub fn trace(&self) -> Result<Array<T::Sum, B>> {
        self.array.trace().map(Array::from_dyn)
    }

    /// The sum of [`diagonal_with`](Array::diagonal_with).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange(6)?.reshape([2, 3])?;
    /// assert_eq!(x.trace_with(Diagonal::new().offset(1))?.item()?, 6);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`trace`](Array::trace).
    pub fn trace_with(&self, options: Diagonal) -> Result<Array<T::Sum, B>> {
        self.array.trace_with(options).map(Array::from_dyn)
    }

    /// Of a matrix, its diagonal (a view); of a vector, the matrix that has it on the diagonal.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2])?;
    /// assert_eq!(x.diag()?.to_string(), "[[1 0]\n [0 2]]");
    /// assert_eq!(x.diag()?.diag()?.to_string(), "[1 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for other numbers of dimensions.
    pub fn diag(&self) -> Result<Self> {
        self.array.diag().map(Self::from_dyn)
    }

    /// [`diag`](Array::diag) with diagonal `k`: above the main one if positive, below it if negative.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.array([1, 2])?.diag_with(-1)?.to_string(), "[[0 0 0]\n [1 0 0]\n [0 2 0]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`diag`](Array::diag).
    pub fn diag_with(&self, k: impl PlainInteger) -> Result<Self> {
        self.array.diag_with(k).map(Self::from_dyn)
    }

    /// The matrix with the elements, in row-major order, on its diagonal.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.array([[1], [2]])?.diagflat()?.to_string(), "[[1 0]\n [0 2]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    pub fn diagflat(&self) -> Result<Self> {
        self.array.diagflat().map(Self::from_dyn)
    }

    /// [`diagflat`](Array::diagflat) with diagonal `k`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.array([[1], [2]])?.diagflat_with(1)?.to_string(), "[[0 1 0]\n [0 0 2]\n [0 0 0]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`diagflat`](Array::diagflat).
    pub fn diagflat_with(&self, k: impl PlainInteger) -> Result<Self> {
        self.array.diagflat_with(k).map(Self::from_dyn)
    }

    /// Writes a value (or several, in turn) to the main diagonal `x[i, i, ...]`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>([2, 3])?;
    /// x.fill_diagonal(5)?;
    /// assert_eq!(x.to_string(), "[[5 0 0]\n [0 5 0]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for one dimension or none, or more than two of different lengths; [`Error::Shape`] if there
    /// are several values, but not one for each place.
    pub fn fill_diagonal(&mut self, values: impl ArrayLike<B>) -> Result<()> {
        self.array.fill_diagonal(values)
    }

    /// [`fill_diagonal`](Array::fill_diagonal), which goes on in a matrix of more rows than columns: after a row that is left out,
    /// at the first column again. NumPy's `wrap=True`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>([5, 2])?;
    /// x.fill_diagonal_wrapping(4)?;
    /// assert_eq!(x.to_string(), "[[4 0]\n [0 4]\n [0 0]\n [4 0]\n [0 4]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`fill_diagonal`](Array::fill_diagonal).
    pub fn fill_diagonal_wrapping(&mut self, values: impl ArrayLike<B>) -> Result<()> {
        self.array.fill_diagonal_wrapping(values)
    }

    /// Zero above diagonal `k` of the last two axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [3, 4]])?;
    /// assert_eq!(x.tril()?.to_string(), "[[1 0]\n [3 4]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for fewer than two dimensions.
    pub fn tril(&self) -> Result<Self> {
        self.array.tril().map(Self::from_dyn)
    }

    /// [`tril`](Array::tril) up to diagonal `k`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.array([[1, 2], [3, 4]])?.tril_with(-1)?.to_string(), "[[0 0]\n [3 0]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`tril`](Array::tril).
    pub fn tril_with(&self, k: impl PlainInteger) -> Result<Self> {
        self.array.tril_with(k).map(Self::from_dyn)
    }

    /// Zero below diagonal `k` of the last two axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [3, 4]])?;
    /// assert_eq!(x.triu()?.to_string(), "[[1 2]\n [0 4]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for fewer than two dimensions.
    pub fn triu(&self) -> Result<Self> {
        self.array.triu().map(Self::from_dyn)
    }

    /// [`triu`](Array::triu) from diagonal `k` on.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.array([[1, 2], [3, 4]])?.triu_with(1)?.to_string(), "[[0 2]\n [0 0]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`triu`](Array::triu).
    pub fn triu_with(&self, k: impl PlainInteger) -> Result<Self> {
        self.array.triu_with(k).map(Self::from_dyn)
    }
}
