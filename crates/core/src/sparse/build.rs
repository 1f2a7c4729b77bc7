//! Sparse matrices made from nothing, from diagonals and from other ones.

use super::{Coo, Csr, Dia, check_dims, dia::distinct};
use crate::array::{Array, Create, Eye, Join};
use crate::backend::Backend;
use crate::element::{RealField, SparseElement};
use crate::error::{Error, Result};
use crate::random::Generator;
use crate::s;

impl<T: SparseElement, B: Backend> Csr<T, B> {
    /// A matrix without entries.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// assert_eq!(Csr::<f64, _>::zeros(&xp, [2, 3])?.nnz(), 0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn zeros(xp: &B, shape: [usize; 2]) -> Result<Self> {
        Coo::new(shape, &xp.zeros::<i64>(0)?, &xp.zeros::<i64>(0)?, &xp.zeros::<T>(0)?)?.to_csr()
    }

    /// The identity matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::<f64, _>::eye(&xp, 1000)?;
    /// assert_eq!((a.shape(), a.nnz()), ([1000, 1000], 1000));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    #[doc(alias = "identity")]
    pub fn eye(xp: &B, n: usize) -> Result<Self> {
        Self::eye_with(xp, n, Eye::new())
    }

    /// Ones on a diagonal of a matrix of `n` rows.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::<f64, _>::eye_with(&xp, 2, Eye::new().columns(3).diagonal(1))?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[0. 1. 0.]\n [0. 0. 1.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for too many rows or columns.
    pub fn eye_with(xp: &B, n: usize, options: Eye) -> Result<Self> {
        let shape = [n, options.columns.unwrap_or(n)];
        check_dims(shape)?;
        let (row, col, len) = place(shape, options.diagonal);
        let along = xp.arange((0, len as i64, 1))?;
        Coo { shape, row: &along + row as i64, col: along + col as i64, values: xp.ones::<T>(len)? }.to_csr()
    }

    /// A matrix of diagonals: vectors of the lengths that these have, or of one number, which is repeated. Without a shape it is
    /// square, with room for the first of them.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let (main, side) = (xp.array([2.0, 2.0, 2.0])?, xp.array([-1.0])?);
    /// let a = Csr::diags(&[&main, &side, &side], &[0, -1, 1], None)?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[ 2. -1.  0.]\n [-1.  2. -1.]\n [ 0. -1.  2.]]");
    /// assert_eq!(Csr::diags(&[&side], &[0], [2, 3])?.to_dense()?.to_string(), "[[-1.  0.  0.]\n [ 0. -1.  0.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] unless there is an offset for each diagonal and each has the length of its place; [`Error::Value`] if one
    /// is named twice, or there are none.
    pub fn diags(diagonals: &[&Array<T, B>], offsets: &[isize], shape: impl Into<Option<[usize; 2]>>) -> Result<Self> {
        const OP: &str = "Csr::diags";
        if diagonals.len() != offsets.len() {
            return Err(Error::shape(OP, &[diagonals.len()], &[offsets.len()]));
        }
        let (Some(first), Some(offset)) = (diagonals.first(), offsets.first()) else {
            return Err(Error::value(OP, "no diagonals"));
        };
        distinct(OP, offsets)?;
        let xp = first.xp();
        let n = first.len().saturating_add(offset.unsigned_abs());
        let shape = shape.into().unwrap_or([n, n]);
        check_dims(shape)?;
        let (mut rows, mut cols, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for (diagonal, &offset) in diagonals.iter().zip(offsets) {
            let (row, col, len) = place(shape, offset);
            if diagonal.ndim() != 1 || ![1, len].contains(&diagonal.len()) {
                return Err(Error::shape(OP, &[len], diagonal.shape()));
            }
            let along = xp.arange((0, len as i64, 1))?;
            rows.push(&along + row as i64);
            cols.push(along + col as i64);
            values.push(diagonal.broadcast_to(len)?);
        }
        joined(xp, shape, &rows, &cols, &values)?.to_csr()
    }

    /// A matrix whose diagonals are the rows of `data`, by columns, as [`Dia`] has them.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::spdiags(&xp.array([[1.0, 2.0], [3.0, 4.0]])?, &[0, -1], [3, 2])?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[1. 0.]\n [3. 2.]\n [0. 4.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Dia::new`].
    pub fn spdiags(data: &Array<T, B>, offsets: &[isize], shape: [usize; 2]) -> Result<Self> {
        Dia::new(shape, data, offsets)?.to_csr()
    }

    /// A matrix of blocks, row by row; `None` is a block of zeros.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1.0, 2.0]])?)?;
    /// let b = Csr::from_dense(&xp.array([[3.0]])?)?;
    /// let all = Csr::block(&[&[Some(&a), None], &[None, Some(&b)]])?;
    /// assert_eq!(all.to_dense()?.to_string(), "[[1. 2. 0.]\n [0. 0. 3.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if heights in a row or widths in a column of blocks differ, or rows have different numbers of blocks;
    /// [`Error::Value`] if a row or a column has only blocks of zeros, or there are none.
    #[doc(alias = "bmat")]
    pub fn block(blocks: &[&[Option<&Self>]]) -> Result<Self> {
        const OP: &str = "Csr::block";
        let width = blocks.first().map_or(0, |row| row.len());
        if let Some(row) = blocks.iter().find(|row| row.len() != width) {
            return Err(Error::shape(OP, &[width], &[row.len()]));
        }
        // Where each row or column of blocks begins, and their sum.
        let begins = |count: usize, axis: usize| -> Result<Vec<usize>> {
            let mut begins = vec![0usize];
            for k in 0..count {
                let in_line = (0..blocks.len() * width).map(|i| (i / width, i % width));
                let mut lengths = in_line
                    .filter(|&(row, column)| [row, column][axis] == k)
                    .filter_map(|(row, column)| Some(blocks[row][column]?.shape()));
                let Some(shape) = lengths.next() else {
                    return Err(Error::value(OP, "a row or a column has only blocks of zeros"));
                };
                if let Some(other) = lengths.find(|other| other[axis] != shape[axis]) {
                    return Err(Error::shape(OP, &shape, &other));
                }
                begins.push(begins[k].saturating_add(shape[axis]));
            }
            Ok(begins)
        };
        let (tops, lefts) = (begins(blocks.len(), 0)?, begins(width, 1)?);
        let shape = [tops[blocks.len()], lefts[width]];
        check_dims(shape)?;
        let (mut rows, mut cols, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for (row, top) in blocks.iter().zip(&tops) {
            for (block, left) in row.iter().zip(&lefts) {
                let Some(block) = block else { continue };
                let entries = block.to_coo()?;
                rows.push(entries.row + *top as i64);
                cols.push(entries.col + *left as i64);
                values.push(entries.values);
            }
        }
        let Some(first) = values.first() else {
            return Err(Error::value(OP, "no blocks"));
        };
        joined(&first.xp().clone(), shape, &rows, &cols, &values)?.to_csr()
    }

    /// Matrices side by side.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::<f64, _>::eye(&xp, 2)?;
    /// assert_eq!(Csr::hstack(&[&a, &a])?.to_dense()?.to_string(), "[[1. 0. 1. 0.]\n [0. 1. 0. 1.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if their numbers of rows differ; [`Error::Value`] if there are none.
    pub fn hstack(matrices: &[&Self]) -> Result<Self> {
        let row: Vec<Option<&Self>> = matrices.iter().copied().map(Some).collect();
        Self::block(&[&row])
    }

    /// Matrices one below the other.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1.0, 2.0]])?)?;
    /// assert_eq!(Csr::vstack(&[&a, &a])?.to_dense()?.to_string(), "[[1. 2.]\n [1. 2.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if their numbers of columns differ; [`Error::Value`] if there are none.
    pub fn vstack(matrices: &[&Self]) -> Result<Self> {
        let column: Vec<[Option<&Self>; 1]> = matrices.iter().map(|matrix| [Some(*matrix)]).collect();
        Self::block(&column.iter().map(|row| &row[..]).collect::<Vec<_>>())
    }

    /// Matrices along the diagonal of a larger one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1.0, 2.0]])?)?;
    /// assert_eq!(Csr::block_diag(&[&a, &a])?.to_dense()?.to_string(), "[[1. 2. 0. 0.]\n [0. 0. 1. 2.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if there are none.
    pub fn block_diag(matrices: &[&Self]) -> Result<Self> {
        let n = matrices.len();
        let at = |row: usize| (0..n).map(|column| (row == column).then_some(matrices[row])).collect::<Vec<_>>();
        let rows: Vec<_> = (0..n).map(at).collect();
        Self::block(&rows.iter().map(|row| &row[..]).collect::<Vec<_>>())
    }

    /// The Kronecker product: each element of this matrix times the other one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1.0, 2.0]])?)?;
    /// assert_eq!(Csr::eye(&xp, 2)?.kron(&a)?.to_dense()?.to_string(), "[[1. 2. 0. 0.]\n [0. 0. 1. 2.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for too many rows, columns or entries.
    pub fn kron(&self, other: &Self) -> Result<Self> {
        self.admit("Csr::kron", other)?;
        let product = |axis: usize| self.shape()[axis].saturating_mul(other.shape()[axis]);
        let shape = [product(0), product(1)];
        check_dims(shape)?;
        let (x, y) = (self.to_coo()?, other.to_coo()?);
        let outer = |x: &Array<i64, B>, n: usize, y: &Array<i64, B>| (x * n as i64).expand_dims(1)?.add(y)?.reshape(-1);
        let row = outer(&x.row, other.shape()[0], &y.row)?;
        let col = outer(&x.col, other.shape()[1], &y.col)?;
        let values = x.values.array.expand_dims(1)?.multiply(&y.values)?.reshape(-1)?.typed()?;
        Coo { shape, row, col, values }.to_csr()
    }

    /// The Kronecker sum of square matrices: `kron(eye, self) + kron(other, eye)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let (a, b) = (Csr::from_dense(&xp.array([[1.0]])?)?, Csr::from_dense(&xp.array([[2.0, 3.0], [0.0, 4.0]])?)?);
    /// assert_eq!(a.kronsum(&b)?.to_dense()?.to_string(), "[[3. 3.]\n [0. 5.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] unless both are square; those of [`kron`](Csr::kron).
    pub fn kronsum(&self, other: &Self) -> Result<Self> {
        let ([m, m2], [n, n2]) = (self.shape(), other.shape());
        if m != m2 || n != n2 {
            return Err(Error::shape("Csr::kronsum", &self.shape(), &other.shape()));
        }
        Self::eye(self.xp(), n)?.kron(self)?.add(&other.kron(&Self::eye(self.xp(), m)?)?)
    }
}

impl<T: RealField, B: Backend> Csr<T, B> {
    /// A matrix with random entries, uniform from 0 to 1, at random places: as many as the density, a share of all elements, asks
    /// for, rounded.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::<f64, _>::random(&mut xp.rng(1), [30, 50], 0.1)?;
    /// assert_eq!((a.shape(), a.nnz()), ([30, 50], 150));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a density that is not from 0 to 1; [`Error::Shape`] for too many elements.
    pub fn random(rng: &mut Generator<B>, shape: [usize; 2], density: f64) -> Result<Self> {
        if !(0.0..=1.0).contains(&density) {
            return Err(Error::value("Csr::random", format!("a density of {density}")));
        }
        check_dims(shape)?;
        let all = crate::layout::checked_len(&shape)?;
        let count = ((all as f64 * density).round() as usize).min(all);
        let place = distinct_places(rng, all, count)?;
        let cols = shape[1].max(1) as i64;
        let (row, col) = (place.floor_divide(cols)?, place.remainder(cols)?);
        Coo { shape, row, col, values: rng.random(count)? }.to_csr()
    }
}

/// Where a diagonal begins, and its length.
pub(super) fn place([rows, cols]: [usize; 2], offset: isize) -> (usize, usize, usize) {
    let (row, col) = if offset < 0 { (offset.unsigned_abs(), 0) } else { (0, offset as usize) };
    (row, col, rows.saturating_sub(row).min(cols.saturating_sub(col)))
}

/// So many distinct numbers below `all`, each set of them alike.
fn distinct_places<B: Backend>(rng: &mut Generator<B>, all: usize, count: usize) -> Result<Array<i64, B>> {
    let first = |places: Array<i64, B>| places.slice(s![..count]);
    if count >= all / 4 {
        return first(rng.permutation(all)?);
    }
    // Of twice as many numbers a quarter or less are repetitions; the others count in the order in which they came.
    loop {
        let drawn = rng.integers(0i64, all as i64, 2 * count + 16)?;
        let came = drawn.unique_all()?.indices.sort()?;
        if came.len() >= count {
            return first(drawn.take(&came, 0)?);
        }
    }
}

/// A matrix of all these entries.
fn joined<T: SparseElement, B: Backend>(
    xp: &B,
    shape: [usize; 2],
    rows: &[Array<i64, B>],
    cols: &[Array<i64, B>],
    values: &[Array<T, B>],
) -> Result<Coo<T, B>> {
    let row = xp.concatenate(&rows.iter().collect::<Vec<_>>(), 0)?;
    let col = xp.concatenate(&cols.iter().collect::<Vec<_>>(), 0)?;
    Ok(Coo { shape, row, col, values: xp.concatenate(&values.iter().collect::<Vec<_>>(), 0)? })
}
