//! Decompositions of sparse matrices, and systems solved by them.

use super::device::{OnDevice, once};
use super::lu::{Lu, Plan, Trans};
use super::triangles::Triangles;
use crate::field;
use crate::parallel::in_parallel;
use crate::sparse::host::{Lines, Matrix, Scalar, Z, from_rows};
use crate::sparse::linalg::operator::{Apply, LinearOperator, vector};
use std::sync::OnceLock;
use xparray_core::prelude::*;
use xparray_core::sparse::{Csc, Csr};
use xparray_core::{AnyArray, Error, Result};

/// A matrix as a product of triangles, `Pr A Pc = L U` with rows and columns in another order: what [`splu`](super::splu) and [`spilu`](super::spilu) give.
///
/// The triangles are on the host, in double precision, where systems are solved; or a library of the device has solved them there, and the host
/// decomposes the matrix where its triangles are asked for. As a [`LinearOperator`] this is the inverse of
/// the matrix: a preconditioner, or what finds the eigenvalues around a number.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Krylov, Spilu, gmres, spilu};
/// use xparray::sparse::Csr;
/// let (main, side) = (xp.array([2.5])?, xp.array([-1.0])?);
/// let a = Csr::diags(&[&main, &side, &side], &[0, -9, 1], [90, 90])?;
/// let m = spilu(&a, Spilu::new().drop_tol(0.01))?;
/// assert!(gmres(&a, &xp.ones::<f64>(90)?, Krylov::new().m(&m))?.iterations < 8);
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct SuperLU<T: Field, B: Backend> {
    a: Csr<T, B>,
    plan: Plan,
    device: Option<OnDevice<T, B>>,
    host: OnceLock<Triangles>,
}

impl<T: Field, B: Backend> SuperLU<T, B> {
    pub(super) fn new(
        op: &'static str,
        a: &Csr<T, B>,
        threshold: f64,
        plan: impl FnOnce() -> Result<Plan>,
        device: impl FnOnce() -> Result<Option<OnDevice<T, B>>>,
    ) -> Result<Self> {
        let [n, columns] = a.shape();
        if n != columns {
            return Err(Error::shape(op, &a.shape(), &a.shape()));
        }
        if !(0.0..=1.0).contains(&threshold) {
            return Err(Error::value(op, format!("a threshold for pivots of {threshold}, which is not from 0 to 1")));
        }
        let new = Self { a: a.clone(), plan: plan()?, device: device()?, host: OnceLock::new() };
        if new.device.is_none() {
            new.triangles()?;
        }
        Ok(new)
    }

    /// What the host made of the matrix.
    fn triangles(&self) -> Result<&Triangles> {
        once(&self.host, || Triangles::new(&Matrix::columns(&self.a)?, self.plan))
    }

    /// Rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        self.a.shape()
    }

    /// The number of entries of both triangles, with both diagonals.
    ///
    /// # Errors
    /// Those of [`splu`](super::splu).
    pub fn nnz(&self) -> Result<usize> {
        fn entries<F: Scalar>(lu: &Lu<F>) -> usize {
            let (lower, upper, _) = lu.triangles();
            lower.places.len() + upper.places.len()
        }
        let beside = match self.triangles()? {
            Triangles::Real(lu) => entries(lu),
            Triangles::Complex(lu) => entries(lu),
        };
        Ok(beside + 2 * self.n())
    }

    fn n(&self) -> usize {
        self.a.shape()[0]
    }

    /// The lower triangle, with a diagonal of ones.
    ///
    /// # Errors
    /// Those of [`Csc::from_parts`]; of a matrix that a device decomposed, those of [`splu`](super::splu).
    pub fn l(&self) -> Result<Csc<T, B>> {
        match self.triangles()? {
            Triangles::Real(lu) => self.matrix(&lu.triangles().0, &vec![1.0; self.n()]),
            Triangles::Complex(lu) => self.matrix(&lu.triangles().0, &vec![Z::ONE; self.n()]),
        }
    }

    /// The upper triangle.
    ///
    /// # Errors
    /// Those of [`Csc::from_parts`]; of a matrix that a device decomposed, those of [`splu`](super::splu).
    pub fn u(&self) -> Result<Csc<T, B>> {
        match self.triangles()? {
            Triangles::Real(lu) => self.upper(lu),
            Triangles::Complex(lu) => self.upper(lu),
        }
    }

    fn upper<F: Scalar>(&self, lu: &Lu<F>) -> Result<Csc<T, B>> {
        let (_, upper, pivots) = lu.triangles();
        self.matrix(&upper, &pivots)
    }

    fn matrix<F: Scalar>(&self, columns: &Lines<F>, diagonal: &[F]) -> Result<Csc<T, B>> {
        let mut all = Lines::new(self.n());
        for (k, &value) in diagonal.iter().enumerate() {
            all.push(k, value);
            columns.line(k).for_each(|(i, value)| all.push(i, value));
            all.end_line();
        }
        from_rows::<F, T, B>(self.a.xp(), &all)?.transpose()?.to_csc()
    }

    /// The place in the triangles of each row of the matrix: `Pr[perm_r[i], i]` is one.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`]; of a matrix that a device decomposed, those of [`splu`](super::splu).
    pub fn perm_r(&self) -> Result<Array<i64, B>> {
        let (Triangles::Real(Lu { row_place, .. }) | Triangles::Complex(Lu { row_place, .. })) = self.triangles()?;
        self.places(row_place)
    }

    /// The place in the triangles of each column of the matrix: `Pc[j, perm_c[j]]` is one.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`]; of a matrix that a device decomposed, those of [`splu`](super::splu).
    pub fn perm_c(&self) -> Result<Array<i64, B>> {
        let order = match self.triangles()? {
            Triangles::Real(lu) => &lu.column_order,
            Triangles::Complex(lu) => &lu.column_order,
        };
        let mut places = vec![0u32; self.n()];
        for (place, &column) in order.iter().enumerate() {
            places[column] = place as u32;
        }
        self.places(&places)
    }

    fn places(&self, places: &[u32]) -> Result<Array<i64, B>> {
        let places: Vec<i64> = places.iter().map(|&k| i64::from(k)).collect();
        self.a.xp().from_slice(&places, self.n())
    }

    /// Solves `A x = b`, for a vector `[n]` or a matrix `[n, k]` on the right; of the type to which both promote.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::sparse::linalg::{Splu, Trans, splu};
    /// use xparray::sparse::Csr;
    /// let lu = splu(&Csr::from_dense(&xp.array([[1.0, 4.0], [2.0, 3.0]])?)?, Splu::new())?;
    /// assert_eq!(lu.solve(&xp.array([9.0, 8.0])?)?.to_string(), "[1. 2.]");
    /// assert_eq!(lu.solve_with(&xp.array([5.0, 10.0])?, Trans::Transpose)?.to_string(), "[1. 2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] unless there is an element of `b` for each row.
    pub fn solve(&self, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.solve_with(b, Trans::Plain)
    }

    /// Solves the system of the matrix, its transpose or its adjoint.
    ///
    /// # Errors
    /// Those of [`solve`](SuperLU::solve).
    pub fn solve_with(&self, b: &impl AnyArray<B>, trans: Trans) -> Result<DynArray<B>> {
        let b = b.as_dyn();
        let n = self.n();
        if !(1..=2).contains(&b.ndim()) || b.shape()[0] != n {
            return Err(Error::shape("SuperLU::solve", &self.shape(), b.shape()));
        }
        let dtype = T::DTYPE.promote(field(b)?.dtype());
        if let Some(device) = &self.device
            && let Some(solved) = device.solve(b, trans)?
        {
            return solved.astype(dtype);
        }
        // A right-hand side is a row.
        let (triangles, rows) = (self.triangles()?, b.t());
        let solved = match dtype.is_complex() {
            true => {
                let host = rows.astype(DType::Complex128)?.typed::<Z>()?.to_vec()?;
                let x = in_rows(&host, n, |b| triangles.solve_complex(b, trans));
                self.a.xp().from_slice(&x, rows.shape())?.into_dyn()
            }
            false => {
                let host = rows.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
                let x = in_rows(&host, n, |b| triangles.solve_real(b, trans).unwrap_or_default());
                self.a.xp().from_slice(&x, rows.shape())?.into_dyn()
            }
        };
        solved.t().astype(dtype)
    }
}

/// What a function makes of each row.
fn in_rows<G: Copy + Send + Sync>(rows: &[G], n: usize, f: impl Fn(&[G]) -> Vec<G> + Sync) -> Vec<G> {
    let rows: Vec<&[G]> = rows.chunks(n.max(1)).collect();
    match n < LARGE {
        true => rows.into_iter().flat_map(f).collect(),
        false => in_parallel(&rows, |row| f(row)).concat(),
    }
}

/// From so many unknowns on, threads solve for several right-hand sides at once.
const LARGE: usize = 1000;

impl<T: Field, B: Backend> LinearOperator<B> for SuperLU<T, B> {
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
        Ok(Box::new(|x| self.solve_with(x, Trans::Adjoint)))
    }
    fn matmat(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        match x.ndim() {
            2 => self.solve(x),
            _ => Err(Error::shape("matmat", &self.shape(), x.shape())),
        }
    }
}
