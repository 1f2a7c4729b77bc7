//! Many small matrices at once: those of a group lie side by side in the lanes of vectors, so that one instruction does the
//! same for all of them, and a matrix of eight rows needs no code of its own.
//!
//! No branch depends on elements, and what a lane computes depends on its matrix alone. Matrices whose squares could overflow
//! or vanish, or that have a NaN, and those where an iteration takes too long, are handed to the general routine.

mod cholesky;
mod eigh;
mod jacobi;
mod lu;
mod qr;
mod svd;
#[cfg(test)]
mod tests;

use crate::linalg::{Field, MatMut, MatRef, Scalar, SolverError, Workspace};
use crate::simd::{Compiled, Kernel};
use crate::transpose::transpose;
use num_traits::Float;
use smallvec::SmallVec;

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

/// How the vectors of a group are laid out.
#[derive(Clone, Copy)]
struct Sizes {
    /// From a row to the next. It is odd: columns with a power of two between rows would share few sets of a cache.
    row: usize,
    /// The vectors of the operands, and of the first result unless it is in their place.
    first: usize,
    second: usize,
    /// The vectors of a row that is computed on the side.
    third: usize,
}

impl Sizes {
    fn new<T: Field>(stacked: &Stacked<'_, T>) -> Self {
        let (m, n) = stacked.shape;
        let row = match stacked.op {
            Op::Solve => n + stacked.columns,
            Op::Inv => 2 * n,
            // Columns become rows.
            Op::Svd => m,
            _ => n,
        } | 1;
        let second = match stacked.op {
            Op::Qr | Op::Svd | Op::Eigh => m * row,
            _ => 0,
        };
        Self { row, first: m * row, second, third: 2 * SMALL }
    }

    fn all(self) -> usize {
        self.first + self.second + self.third
    }
}

/// How far each address is from the one before, if that is the same for all.
fn spacing<P>(places: &[*const P]) -> Option<isize> {
    let apart = |pair: &[*const P]| (pair[1].addr() as isize).wrapping_sub(pair[0].addr() as isize);
    let first = places.windows(2).next().map(apart)?;
    let size = size_of::<P>() as isize;
    (first % size == 0 && places.windows(2).all(|pair| apart(pair) == first)).then_some(first / size)
}

/// Brings matrices of one shape into the first lanes.
fn load<'a, T: Real, const L: usize>(
    to: &mut [Lanes<T, L>],
    row: usize,
    here: usize,
    matrix: &dyn Fn(usize) -> MatRef<'a, T>,
) {
    let (m, n) = matrix(0).shape();
    assert!(to.len() >= (m - 1) * row + n && (1..=L).contains(&here));
    let (places, first) = (std::array::from_fn::<_, L, _>(|l| matrix(l.min(here - 1)).as_ptr()), matrix(0));
    if let (Some(apart), 1) = (spacing(&places).filter(|_| here == L), first.col_stride()) {
        for i in 0..m {
            let (from, to) = (first.as_ptr().wrapping_offset(i as isize * first.row_stride()), &mut to[i * row..][..n]);
            // SAFETY: this row of all matrices, and room for its elements in all lanes.
            unsafe { transpose(n, L, from, apart, to.as_mut_ptr().cast(), L as isize) };
        }
        return;
    }
    for l in 0..here {
        let a = matrix(l);
        assert_eq!(a.shape(), (m, n));
        for i in 0..m {
            for (j, to) in to[i * row..][..n].iter_mut().enumerate() {
                // SAFETY: inside the matrix.
                to[l] = unsafe { a.at(i, j) };
            }
        }
    }
}

/// Writes the results of all lanes, where they lie evenly and in the order of the vectors; returns whether they do.
fn store_all<T: Real, const L: usize>(
    stacked: &Stacked<'_, T>,
    first: usize,
    vectors: &[Lanes<T, L>],
    Sizes { row, first: second, .. }: Sizes,
) -> bool {
    let n = stacked.shape.1;
    let parts: &[(usize, usize)] = match stacked.op {
        Op::Cholesky => &[(0, 0)],
        Op::Solve | Op::Inv => &[(0, n)],
        Op::Qr => &[(0, second), (1, 0)],
        Op::Eigh | Op::Svd => return false,
    };
    let spacings = parts.iter().map(|&(which, _)| {
        let places = std::array::from_fn::<_, L, _>(|l| (stacked.result)(first + l, which).as_mut_ptr().cast_const());
        spacing(&places).filter(|_| (stacked.result)(first, which).col_stride() == 1)
    });
    let Some(spacings) = spacings.collect::<Option<SmallVec<[isize; 2]>>>() else {
        return false;
    };
    for (&(which, start), apart) in parts.iter().zip(spacings) {
        let mut to = (stacked.result)(first, which);
        let (rows, columns) = to.shape();
        for i in 0..rows {
            let (from, stride) = (&vectors[start + i * row..][..columns], to.row_stride());
            let to = to.as_mut_ptr().wrapping_offset(i as isize * stride);
            // SAFETY: this row of all results, which lie so far apart, and its elements in all lanes.
            unsafe { transpose(L, columns, from.as_ptr().cast(), L as isize, to, apart) };
        }
    }
    true
}

/// Takes a matrix from a lane; `at` is where its element `(i, j)` is.
fn unload<T: Real, const L: usize>(
    mut to: MatMut<'_, T>,
    from: &[Lanes<T, L>],
    l: usize,
    at: impl Fn(usize, usize) -> usize,
) {
    for i in 0..to.rows() {
        for j in 0..to.cols() {
            // SAFETY: inside the matrix.
            unsafe { to.put(i, j, from[at(i, j)][l]) };
        }
    }
}

/// Writes a lane's results.
fn store<T: Real, const L: usize>(
    stacked: &Stacked<'_, T>,
    i: usize,
    vectors: &[Lanes<T, L>],
    Sizes { row, first, second, .. }: Sizes,
    l: usize,
) {
    let result = |which| (stacked.result)(i, which);
    let n = stacked.shape.1;
    let (a, rest) = vectors.split_at(first);
    let (b, side) = rest.split_at(second);
    match stacked.op {
        Op::Cholesky => unload(result(0), a, l, |i, j| i * row + j),
        Op::Solve | Op::Inv => unload(result(0), a, l, |i, j| i * row + n + j),
        Op::Qr => {
            unload(result(0), b, l, |i, j| i * row + j);
            unload(result(1), a, l, |i, j| i * row + j);
        }
        Op::Eigh | Op::Svd => {
            let values = (stacked.values)(i);
            let order = jacobi::order::<T, L>(side, n, l, stacked.op == Op::Svd);
            values.iter_mut().zip(&order[..n]).for_each(|(value, &k)| *value = side[k as usize][l]);
            let k = |j: usize| usize::from(order[j]);
            if stacked.op == Op::Eigh {
                unload(result(0), b, l, |i, j| k(j) * row + i);
            } else {
                unload(result(0), a, l, |i, j| k(j) * row + i);
                unload(result(1), b, l, |i, j| k(i) * row + j);
            }
        }
    }
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
        x[l] = x[l] * a[l];
    }
}
