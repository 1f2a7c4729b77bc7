//! Where the elements of a group's matrices are, and how they get there and back.

use super::{Lanes, Op, Real, SMALL, Stacked, jacobi};
use crate::linalg::{Field, MatMut, MatRef};
use crate::transpose::transpose;
use smallvec::SmallVec;

/// How the vectors of a group are laid out.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    /// From a row to the next. It is odd: columns with a power of two between rows would share few sets of a cache.
    pub row: usize,
    /// The vectors of the operands, and of the first result unless it is in their place.
    pub first: usize,
    pub second: usize,
    /// The vectors of a row that is computed on the side.
    third: usize,
}

impl Sizes {
    pub fn new<T: Field>(stacked: &Stacked<'_, T>) -> Self {
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

    pub fn all(self) -> usize {
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
pub(super) fn load<'a, T: Real, const L: usize>(
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
pub(super) fn store_all<T: Real, const L: usize>(
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
pub(super) fn store<T: Real, const L: usize>(
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
