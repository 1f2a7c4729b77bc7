//! Many small matrices at once: those of a group lie side by side in the lanes of vectors, so that one instruction does the
//! same for all of them, and a matrix of eight rows needs no code of its own.
//!
//! No branch depends on elements, and what a lane computes depends on its matrix alone. Matrices whose squares could overflow
//! or vanish, or that have a NaN, and those where an iteration takes too long, are handed to the general routine.

mod cholesky;
mod eigh;
mod jacobi;
mod layout;
mod lu;
mod qr;
mod svd;
#[cfg(test)]
mod tests;

use crate::linalg::{Field, MatMut, MatRef, Scalar, SolverError, Workspace};
use crate::simd::{Compiled, Kernel};
use layout::{Sizes, load, store, store_all};
use num_traits::Float;

/// Matrices up to this size are small: the vectors of a group stay in the second cache.
const SMALL: usize = 32;

/// What is done with each matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// The lower factor, of the lower triangle.
    Cholesky,
    /// The solution for a second operand.
    Solve,
    /// The inverse.
    Inv,
    /// The reduced factors.
    Qr,
    /// Eigenvalues and eigenvectors, of the lower triangle.
    Eigh,
    /// Singular values and vectors, the left ones reduced.
    Svd,
}

/// A stack of matrices, and what is done with them.
pub struct Stacked<'a, T: Field> {
    /// What is done.
    pub op: Op,
    /// How many matrices there are.
    pub count: usize,
    /// The shape of each.
    pub shape: (usize, usize),
    /// Columns of the second operand.
    pub columns: usize,
    /// Operand 0 or 1 of a matrix.
    pub operand: &'a (dyn Fn(usize, usize) -> MatRef<'a, T> + Sync),
    /// Result 0 or 1 of a matrix, for whoever works on it.
    pub result: &'a (dyn Fn(usize, usize) -> MatMut<'a, T> + Sync),
    /// The eigenvalues or singular values of a matrix, likewise.
    pub values: &'a (dyn Fn(usize) -> &'a mut [T::R] + Sync),
    /// Does the same for one matrix.
    pub one: &'a (dyn Fn(usize, Workspace<'_>) -> Result<(), SolverError> + Sync),
}

impl<T: Field> Stacked<'_, T> {
    /// Does it for all of them. Returns the error of the first matrix that has one.
    pub fn run(&self, ws: Workspace<'_>) -> Result<(), SolverError> {
        let (m, n) = self.shape;
        let fits = (1..=m).contains(&n) && m.max(self.columns) <= SMALL && (m == n || self.op == Op::Qr);
        let work = m * n * n;
        match T::LANES {
            // So few that most of the lanes would be idle.
            Some(lanes) if fits && 2 * self.count >= lanes => {
                ws.batch(self.count.div_ceil(lanes), lanes * work, |group, ws| T::in_lanes(self, group, ws))
            }
            _ => ws.batch(self.count, m.saturating_mul(n).saturating_mul(m.min(n)), self.one),
        }
    }
}

/// A real number.
pub trait Real: Field<R = Self> + Float {
    /// Magnitudes whose squares, and sums of so many, neither overflow nor vanish.
    const PLAIN: [Self; 2];
}

impl Real for f32 {
    const PLAIN: [f32; 2] = [f32::from_bits((127 - 40) << 23), f32::from_bits((127 + 40) << 23)];
}

impl Real for f64 {
    const PLAIN: [f64; 2] = [f64::from_bits((1023 - 400) << 52), f64::from_bits((1023 + 400) << 52)];
}

/// Why a lane has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lane {
    /// It has one.
    Done,
    /// The general routine is to say.
    General,
    /// A pivot was zero, or not positive.
    Pivot(usize),
}

/// What one element is in all matrices of a group.
type Lanes<T, const L: usize> = [T; L];

/// Works on one group of `L` matrices.
pub fn run<T: Real, const L: usize>(
    stacked: &Stacked<'_, T>,
    group: usize,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let (first, (m, n)) = (group * L, stacked.shape);
    let here = L.min(stacked.count - first);
    let sizes = Sizes::new(stacked);
    let mut vectors = ws.filled(sizes.all(), [T::ZERO; L])?;
    let lower = matches!(stacked.op, Op::Cholesky | Op::Eigh);
    load(&mut vectors, sizes.row, here, &|l| (stacked.operand)(first + l, 0));
    // Lanes without a matrix have the identity.
    for l in here..L {
        (0..n).for_each(|i| vectors[i * sizes.row + i][l] = T::ONE);
    }
    if stacked.op == Op::Solve {
        load(&mut vectors[n..], sizes.row, here, &|l| (stacked.operand)(first + l, 1));
    }
    if lower {
        for i in 0..n {
            for j in i + 1..n {
                vectors[i * sizes.row + j] = vectors[j * sizes.row + i];
            }
        }
    }
    let lanes = <T as Scalar>::Isa::run(Work { op: stacked.op, sizes, shape: (m, n), vectors: &mut vectors });
    if here == L && lanes == [Lane::Done; L] && store_all(stacked, first, &vectors, sizes) {
        return Ok(());
    }
    for (l, lane) in lanes.into_iter().enumerate().take(here) {
        match lane {
            Lane::Done => store(stacked, first + l, &vectors, sizes, l),
            Lane::General => (stacked.one)(first + l, ws)?,
            Lane::Pivot(pivot) if stacked.op == Op::Cholesky => {
                return Err(SolverError::NotPositiveDefinite { minor: pivot + 1 });
            }
            Lane::Pivot(pivot) => return Err(SolverError::Singular { pivot }),
        }
    }
    Ok(())
}

/// What is compiled for each instruction set.
struct Work<'a, T, const L: usize> {
    op: Op,
    sizes: Sizes,
    shape: (usize, usize),
    vectors: &'a mut [Lanes<T, L>],
}

impl<T: Real, const L: usize> Kernel for Work<'_, T, L> {
    type Output = [Lane; L];
    #[inline(always)]
    fn run<const FMA: bool>(self) -> [Lane; L] {
        let Self { op, sizes: Sizes { row, first, second, .. }, shape: (m, n), vectors } = self;
        let (a, rest) = vectors.split_at_mut(first);
        let (b, side) = rest.split_at_mut(second);
        let plain = plain(a);
        for l in 0..L {
            if !plain[l] {
                // Anything that is well behaved: the result does not count.
                a.iter_mut().for_each(|a| a[l] = T::ZERO);
                (0..n).for_each(|i| a[i * row + i][l] = T::ONE);
            }
        }
        let mut lanes = match op {
            Op::Cholesky => cholesky::cholesky::<T, FMA, L>(a, row, n, side),
            Op::Solve | Op::Inv => lu::solve::<T, FMA, L>(a, row, n, op == Op::Inv),
            Op::Qr => qr::qr::<T, FMA, L>(a, b, row, (m, n), side),
            Op::Eigh => eigh::eigh::<T, FMA, L>(a, b, row, n, side),
            Op::Svd => svd::svd::<T, FMA, L>(a, b, row, n, side),
        };
        for (lane, plain) in lanes.iter_mut().zip(plain) {
            if !plain {
                *lane = Lane::General;
            }
        }
        lanes
    }
}

/// The lanes of which every element is zero or of a plain size.
#[inline(always)]
fn plain<T: Real, const L: usize>(a: &[Lanes<T, L>]) -> [bool; L] {
    let [low, high] = T::PLAIN;
    let mut plain = [T::ONE; L];
    for a in a {
        for l in 0..L {
            let size = Float::abs(a[l]);
            let fits = (size == T::ZERO) | ((size >= low) & (size <= high));
            plain[l] = if fits { plain[l] } else { T::ZERO };
        }
    }
    plain.map(|plain| plain == T::ONE)
}

/// `y += a x` in every lane.
#[inline(always)]
fn add<T: Real, const FMA: bool, const L: usize>(y: &mut Lanes<T, L>, a: &Lanes<T, L>, x: &Lanes<T, L>) {
    for l in 0..L {
        y[l] = Scalar::fma::<FMA>(a[l], x[l], y[l]);
    }
}

/// `y -= a x` in every lane.
#[inline(always)]
fn subtract<T: Real, const FMA: bool, const L: usize>(y: &mut Lanes<T, L>, a: &Lanes<T, L>, x: &Lanes<T, L>) {
    for l in 0..L {
        y[l] = Scalar::fma::<FMA>(-a[l], x[l], y[l]);
    }
}

/// `x *= a` in every lane.
#[inline(always)]
fn multiply<T: Real, const L: usize>(x: &mut Lanes<T, L>, a: &Lanes<T, L>) {
    for l in 0..L {
        x[l] *= a[l];
    }
}
