//! Eigenvalues of Hermitian matrices: of two of them, and some of them alone.

use super::square;
use crate::{SliceLast, field};
use std::ops::Range;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// Which problem of two Hermitian matrices, `b` positive definite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Problem {
    /// `a v = w b v`, with `vᴴ b v = 1`.
    #[default]
    AvBv,
    /// `a b v = w v`, with `vᴴ b v = 1`.
    AbvV,
    /// `b a v = w v`, with `vᴴ b⁻¹ v = 1`.
    BavV,
}

/// Options of [`eigh_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Eigh, eigvalsh_with};
/// let a = xp.array([[2.0, 1.0], [1.0, 2.0]])?;
/// assert_eq!(eigvalsh_with(&a, Eigh::new().subset_by_index(1..2))?.to_string(), "[3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Eigh<'a, B: Backend> {
    b: Option<&'a DynArray<B>>,
    problem: Problem,
    upper: bool,
    index: Option<Range<usize>>,
    value: Option<(f64, f64)>,
}

impl<B: Backend> Default for Eigh<'_, B> {
    fn default() -> Self {
        Self { b: None, problem: Problem::AvBv, upper: false, index: None, value: None }
    }
}

impl<'a, B: Backend> Eigh<'a, B> {
    /// All eigenvalues of one matrix, of which the lower triangle is read.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether there is another matrix.
    pub(super) fn has_other(&self) -> bool {
        self.b.is_some()
    }

    /// The other matrix, positive definite.
    pub fn b(self, b: &'a impl AnyArray<B>) -> Self {
        Self { b: Some(b.as_dyn()), ..self }
    }

    /// Which problem of both.
    #[doc(alias = "type")]
    pub fn problem(self, problem: Problem) -> Self {
        Self { problem, ..self }
    }

    /// Whether the lower triangles are read, or the upper ones.
    pub fn lower(self, lower: bool) -> Self {
        Self { upper: !lower, ..self }
    }

    /// The places of the eigenvalues that are wanted, in ascending order.
    pub fn subset_by_index(self, places: Range<usize>) -> Self {
        Self { index: Some(places), ..self }
    }

    /// The eigenvalues above `low` up to `high` alone, of one matrix that is no stack.
    pub fn subset_by_value(self, low: f64, high: f64) -> Self {
        Self { value: Some((low, high)), ..self }
    }
}

/// Eigenvalues `[.., n]`, ascending, and eigenvectors, columns of `[.., n, n]`, of the problem `a v = w b v` of Hermitian matrices, `b` positive
/// definite: with `vᴴ b v = 1`. Only their lower triangles are read. Stacks broadcast.
///
/// By Cholesky's factor of `b` (Golub and Van Loan, *Matrix Computations*, algorithm 8.7.1).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::eigh;
/// let (a, b) = (xp.array([[2.0, 0.0], [0.0, 3.0]])?, xp.array([[1.0, 0.0], [0.0, 3.0]])?);
/// assert!(eigh(&a, &b)?.0.allclose(&xp.array([1.0, 2.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrices are square and as large; [`Error::NotPositiveDefinite`] for another `b`; [`Error::Value`] for NaN or
/// infinities; [`Error::DType`] for truth values.
pub fn eigh<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    eigh_with(a, Eigh::new().b(b))
}

/// [`eigh`] with options, of one matrix or of two.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Eigh, eigh_with};
/// let a = xp.array([[2.0, 1.0], [1.0, 2.0]])?;
/// let (values, vectors) = eigh_with(&a, Eigh::new().subset_by_value(0.0, 2.0))?;
/// assert_eq!((values.to_string(), vectors.shape()), ("[1.]".into(), &[2, 1][..]));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`eigh`]; [`Error::Value`] for places that are not there, and for values of a stack.
pub fn eigh_with<B: Backend>(a: &impl AnyArray<B>, options: Eigh<'_, B>) -> Result<(DynArray<B>, DynArray<B>)> {
    let (problem, l) = reduced("eigh", a.as_dyn(), &options)?;
    let (values, vectors) = problem.eigh()?;
    let chosen = chosen("eigh", &values, &options)?;
    let vectors = vectors.slice_last(s![.., chosen.clone()])?;
    let vectors = match (&l, options.problem) {
        (None, _) => vectors,
        (Some(l), Problem::BavV) => l.matmul(&vectors)?,
        (Some(l), _) => l.adjoint()?.solve_triangular_with(&vectors, SolveTriangular::new().lower(false))?,
    };
    Ok((values.slice_last(s![chosen])?, vectors))
}

/// The eigenvalues that [`eigh`] finds.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::eigvalsh;
/// let (a, b) = (xp.array([[2.0, 0.0], [0.0, 3.0]])?, xp.array([[1.0, 0.0], [0.0, 3.0]])?);
/// assert!(eigvalsh(&a, &b)?.allclose(&xp.array([1.0, 2.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`eigh`].
pub fn eigvalsh<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    eigvalsh_with(a, Eigh::new().b(b))
}

/// The eigenvalues that [`eigh_with`] finds.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Eigh, Problem, eigvalsh_with};
/// let (a, b) = (xp.array([[2.0, 0.0], [0.0, 3.0]])?, xp.array([[1.0, 0.0], [0.0, 3.0]])?);
/// let values = eigvalsh_with(&a, Eigh::new().b(&b).problem(Problem::AbvV))?;
/// assert!(values.allclose(&xp.array([2.0, 9.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`eigh_with`].
pub fn eigvalsh_with<B: Backend>(a: &impl AnyArray<B>, options: Eigh<'_, B>) -> Result<DynArray<B>> {
    let values = reduced("eigvalsh", a.as_dyn(), &options)?.0.eigvalsh()?;
    values.slice_last(s![chosen("eigvalsh", &values, &options)?])
}

/// The problem of one matrix, and Cholesky's factor of the other one.
fn reduced<B: Backend>(
    op: &'static str,
    a: &DynArray<B>,
    options: &Eigh<'_, B>,
) -> Result<(DynArray<B>, Option<DynArray<B>>)> {
    TypeClass::Number.check(op, a.dtype())?;
    let n = square(op, a)?;
    // Of the matrix, as the lower triangle says it.
    let read = |x: &DynArray<B>| if options.upper { field(x)?.adjoint() } else { field(x) };
    let Some(b) = options.b else {
        return Ok((read(a)?, None));
    };
    TypeClass::Number.check(op, b.dtype())?;
    if square(op, b)? != n {
        return Err(Error::shape(op, a.shape(), b.shape()));
    }
    let dtype = a.dtype().promote(b.dtype());
    let (a, b) = (read(&a.astype(dtype)?)?, read(&b.astype(dtype)?)?);
    if b.is_empty() {
        return Ok((a.add(&b)?, Some(b)));
    }
    let l = b.cholesky()?;
    let whole = a.tril()?.add(&a.tril_with(-1)?.adjoint()?)?;
    let c = if options.problem == Problem::AvBv {
        let lower = SolveTriangular::new().lower(true);
        let half = l.solve_triangular_with(&whole, lower)?;
        l.solve_triangular_with(&half.adjoint()?, lower)?
    } else {
        l.adjoint()?.matmul(&whole)?.matmul(&l)?
    };
    Ok((c, Some(l)))
}

/// The places of the eigenvalues that are wanted.
fn chosen<B: Backend>(op: &'static str, values: &DynArray<B>, options: &Eigh<'_, B>) -> Result<Range<usize>> {
    let n = values.shape()[values.ndim() - 1];
    let Range { mut start, mut end } = options.index.clone().unwrap_or(0..n);
    if start > end || end > n {
        return Err(Error::value(op, format!("the eigenvalues {start}..{end} of {n}")));
    }
    if let Some((low, high)) = options.value {
        if values.ndim() != 1 || low.is_nan() || high.is_nan() {
            return Err(Error::value(op, "a subset by value needs one matrix, and numbers"));
        }
        let values = values.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
        start = start.max(values.partition_point(|&value| value <= low));
        end = end.min(values.partition_point(|&value| value <= high)).max(start);
    }
    Ok(start..end)
}
