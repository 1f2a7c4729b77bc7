//! Algebraic multigrid.

use super::{Apply, LinearOperator, Splu, SuperLU, splu};
use crate::field;
use crate::sparse::host::{Lines, Z, from_rows, rows};
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Error, Result};

/// A matrix of so few rows is decomposed.
const FEW: usize = 100;

/// Entries of more than this, relative to the geometric mean of both diagonals, are strong.
const STRONG: f64 = 0.08;

/// A preconditioner of a hierarchy of ever smaller matrices: what [`smoothed_aggregation`] gives. As a [`LinearOperator`] it is about
/// the inverse of the matrix, Hermitian and positive definite if that is.
pub struct Multigrid<T: Field, B: Backend> {
    levels: Vec<Level<T, B>>,
    coarsest: Coarsest<T, B>,
}

/// What is done with the smallest matrix.
enum Coarsest<T: Field, B: Backend> {
    Decomposed(Box<SuperLU<T, B>>),
    /// It is not small but nearly diagonal: its rows, and one over its diagonal.
    Diagonal(usize, DynArray<B>),
}

/// A matrix, and the way to the next smaller one.
struct Level<T: Field, B: Backend> {
    a: Csr<T, B>,
    /// One over the diagonal, damped.
    smoother: DynArray<B>,
    prolong: Csr<T, B>,
    restrict: Csr<T, B>,
}

/// A preconditioner for matrices of elliptic equations: smoothed aggregation (Vanek, Mandel and Brezina, Computing 56, 1996), in one
/// cycle with a damped Jacobi step before and after. Only unknowns are put together on the host; products are the device's. The
/// near-kernel is constant.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Krylov, cg, smoothed_aggregation};
/// use xparray::sparse::Csr;
/// let (main, side) = (xp.array([2.0])?, xp.array([-1.0])?);
/// let line = Csr::diags(&[&main, &side, &side], &[0, -1, 1], [40, 40])?;
/// let grid = Csr::kronsum(&line, &line)?;
/// let m = smoothed_aggregation(&grid)?;
/// let found = cg(&grid, &xp.ones::<f64>(1600)?, Krylov::new().rtol(1e-8).m(&m))?;
/// assert!(found.converged && found.iterations < 25);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square; [`Error::Singular`] for a zero on the diagonal, and if the smallest matrix is
/// singular; [`Error::Value`] for an entry that is not finite.
pub fn smoothed_aggregation<T: Field, B: Backend>(a: &Csr<T, B>) -> Result<Multigrid<T, B>> {
    const OP: &str = "smoothed_aggregation";
    let [n, columns] = a.shape();
    if n != columns {
        return Err(Error::shape(OP, &a.shape(), &a.shape()));
    }
    let (mut levels, mut a) = (Vec::new(), a.clone());
    while a.shape()[0] > FEW {
        let diagonal = a.diagonal(0)?.into_dyn();
        let zeros = diagonal.equal(0)?;
        if zeros.any(..)?.item()?.get() {
            return Err(Error::Singular { op: OP, pivot: zeros.argmax(0)?.item()?.get::<u64>() as usize });
        }
        let scaled = a.divide(&diagonal.expand_dims(1)?)?;
        // The largest sum of a row is no less than the spectral radius.
        let radius: f64 = super::norm(&scaled, f64::INFINITY)?.item()?.get();
        if !radius.is_finite() {
            return Err(Error::value(OP, "an entry is not finite"));
        }
        let damping = 4.0 / (3.0 * radius);
        let host = rows::<Z, T, B>(&a)?;
        let tentative: Csr<T, B> = from_rows(a.xp(), &aggregates(&host))?;
        let smoother = diagonal.ones_like()?.divide(&diagonal)?.multiply(damping)?;
        // Little is strong.
        if 10 * tentative.shape()[1] > 9 * tentative.shape()[0] {
            return Ok(Multigrid { levels, coarsest: Coarsest::Diagonal(a.shape()[0], smoother) });
        }
        let prolong = tentative.subtract(&scaled.matmul_sparse(&tentative)?.multiply(damping)?)?;
        let restrict = prolong.transpose()?.conj()?;
        let coarse = restrict.matmul_sparse(&a)?.matmul_sparse(&prolong)?;
        levels.push(Level { a, smoother, prolong, restrict });
        a = coarse;
    }
    Ok(Multigrid { levels, coarsest: Coarsest::Decomposed(Box::new(splu(&a, Splu::new())?)) })
}

/// The unknowns put together with their strong neighbours: for each the aggregate that it is in, as a matrix of orthonormal
/// columns.
fn aggregates(a: &Lines<Z>) -> Lines<Z> {
    const NONE: usize = usize::MAX;
    let n = a.count();
    let diagonal: Vec<f64> = (0..n).map(|i| a.line(i).find(|(j, _)| *j == i).map_or(0.0, |(_, x)| x.norm())).collect();
    let strong = |i: usize, j: usize, x: Z| j != i && x.norm() > STRONG * (diagonal[i] * diagonal[j]).sqrt();
    let neighbours = (0..n).map(|i| a.line(i).filter(|&(j, x)| strong(i, j, x)).map(|(j, _)| j).collect());
    let neighbours: Vec<Vec<usize>> = neighbours.collect();
    let mut of = vec![NONE; n];
    let mut count = 0;
    // Whole neighbourhoods of which nothing is taken yet.
    for i in 0..n {
        if of[i] == NONE && neighbours[i].iter().all(|&j| of[j] == NONE) {
            of[i] = count;
            neighbours[i].iter().for_each(|&j| of[j] = count);
            count += 1;
        }
    }
    let first = of.clone();
    for i in 0..n {
        if of[i] == NONE {
            // To a neighbour's, or alone.
            of[i] = neighbours[i].iter().map(|&j| first[j]).find(|&k| k != NONE).unwrap_or_else(|| {
                count += 1;
                count - 1
            });
        }
    }
    let mut sizes = vec![0usize; count];
    of.iter().for_each(|&k| sizes[k] += 1);
    let mut columns = Lines::new(count);
    for k in of {
        columns.push(k, Z::new(1.0 / (sizes[k] as f64).sqrt(), 0.0));
        columns.end_line();
    }
    columns
}

impl<T: Field, B: Backend> Multigrid<T, B> {
    /// Rows and columns of the matrices, the largest first.
    pub fn shapes(&self) -> Vec<[usize; 2]> {
        let coarsest = match &self.coarsest {
            Coarsest::Decomposed(lu) => lu.shape(),
            Coarsest::Diagonal(n, _) => [*n; 2],
        };
        self.levels.iter().map(|level| level.a.shape()).chain([coarsest]).collect()
    }

    /// One cycle from zero.
    fn cycle(&self, level: usize, b: &DynArray<B>) -> Result<DynArray<B>> {
        let Some(Level { a, smoother, prolong, restrict }) = self.levels.get(level) else {
            return match &self.coarsest {
                Coarsest::Decomposed(lu) => lu.solve(b),
                Coarsest::Diagonal(_, smoother) => b.multiply(smoother),
            };
        };
        let smooth = |rest: &DynArray<B>| rest.multiply(smoother);
        let mut x = smooth(b)?;
        let rest = b.subtract(&a.matvec(&x)?)?;
        x = x.add(&prolong.matvec(&self.cycle(level + 1, &restrict.matvec(&rest)?)?)?)?;
        x.add(&smooth(&b.subtract(&a.matvec(&x)?)?)?)
    }
}

impl<T: Field, B: Backend> LinearOperator<B> for Multigrid<T, B> {
    fn shape(&self) -> [usize; 2] {
        self.shapes()[0]
    }
    fn dtype(&self) -> DType {
        T::DTYPE
    }
    fn matvec(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        match x.shape() == [LinearOperator::shape(self)[0]] {
            true => self.cycle(0, &field(x)?.astype(T::DTYPE.promote(field(x)?.dtype()))?),
            false => Err(Error::shape("matvec", &LinearOperator::shape(self), x.shape())),
        }
    }
    fn adjoint(&self) -> Result<Apply<'_, B>> {
        Err(Error::value("rmatvec", "a multigrid cycle does not know its adjoint"))
    }
}
