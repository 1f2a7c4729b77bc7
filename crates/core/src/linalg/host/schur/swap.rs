//! The exchange of neighbouring blocks of a real Schur form.
//!
//! By an orthogonal matrix of up to four rows (Z. Bai and J. W. Demmel, *On swapping diagonal blocks in real Schur form*, Linear Algebra and its
//! Applications 186, 1993), which is found on the blocks alone and then multiplies what is beside and above them.

use super::complex::rotation;
use super::standard::standard;
use crate::linalg::host::few::eliminate;
use crate::linalg::host::{Entry, Matrix};
use crate::simd::{Kernel, dispatch_avx2};

/// Rows of two blocks, at most.
const MOST: usize = 4;

/// Exchanges two blocks of these many rows, of which the first one begins at row `k`: [`Schur::exchange`](super::Schur::exchange).
pub fn exchange(t: &mut Matrix<f64>, z: &mut Matrix<f64>, k: usize, [first, second]: [usize; 2], forced: bool) -> bool {
    let size = first + second;
    let mut blocks = Blocks { t: [[0.0; MOST]; MOST], u: [[0.0; MOST]; MOST] };
    for i in 0..size {
        blocks.t[i][..size].copy_from_slice(&t[k + i][k..k + size]);
        blocks.u[i][i] = 1.0;
    }
    let largest = blocks.t.iter().flatten().fold(0.0f64, |largest, x| largest.max(x.abs()));
    let small = (10.0 * f64::EPSILON * largest).max(f64::MIN_POSITIVE / f64::EPSILON);
    // The columns [y, 1] span the space of the second block's eigenvalues. Rotations make a triangle of them.
    let mut basis = sylvester(&blocks.t, first, second);
    for j in 0..second {
        for i in (j..size - 1).rev() {
            let (turn, _) = rotation(basis[i][j], basis[i + 1][j]);
            rotate(&mut basis, i, turn);
            blocks.turn(i, turn);
        }
    }
    if !forced && (second..size).any(|i| blocks.t[i][..second].iter().any(|x| x.abs() > small)) {
        return false;
    }
    (second..size).for_each(|i| blocks.t[i][..second].fill(0.0));
    // Single eigenvalues keep every bit: who has chosen them by their values would do so again.
    let last = size - 1;
    match second {
        1 => blocks.t[0][0] = t[k + last][k + last],
        _ => blocks.split(0),
    }
    match first {
        1 => blocks.t[last][last] = t[k][k],
        _ => blocks.split(second),
    }
    match size {
        2 => dispatch_avx2(Exchange::<2> { t, z, k, blocks: &blocks }),
        3 => dispatch_avx2(Exchange::<3> { t, z, k, blocks: &blocks }),
        _ => dispatch_avx2(Exchange::<4> { t, z, k, blocks: &blocks }),
    }
    true
}

/// Two blocks and what is between them, and what multiplies them from the left, whose transpose does from the right.
struct Blocks {
    t: [[f64; MOST]; MOST],
    u: [[f64; MOST]; MOST],
}

impl Blocks {
    /// Rotates two neighbouring rows, and the columns of these numbers.
    fn turn(&mut self, i: usize, (c, s): (f64, f64)) {
        rotate(&mut self.t, i, (c, s));
        for row in &mut self.t {
            (row[i], row[i + 1]) = (row[i] * c + row[i + 1] * s, row[i + 1] * c - row[i] * s);
        }
        rotate(&mut self.u, i, (c, s));
    }

    /// Makes two rows a standard block.
    fn split(&mut self, i: usize) {
        let found = standard([0, 1].map(|row| [0, 1].map(|column| self.t[i + row][i + column])));
        self.turn(i, found.rotation);
        for (row, block) in found.block.iter().enumerate() {
            self.t[i + row][i..i + 2].copy_from_slice(block);
        }
    }
}

/// Rows `i` and `i + 1` become `c a + s b` and `c b - s a`.
fn rotate<const N: usize>(rows: &mut [[f64; N]; MOST], i: usize, (c, s): (f64, f64)) {
    let (above, below) = rows.split_at_mut(i + 1);
    for (a, b) in above[i].iter_mut().zip(&mut below[0]) {
        (*a, *b) = (*a * c + *b * s, *b * c - *a * s);
    }
}

/// `[y, 1]` with `t1 y - y t2 = -t12`, of two blocks: up to four equations.
fn sylvester(t: &[[f64; MOST]; MOST], first: usize, second: usize) -> [[f64; 2]; MOST] {
    let (count, width) = (first * second, first * second + 1);
    let mut rows = [0.0; MOST * (MOST + 1)];
    for i in 0..first {
        for j in 0..second {
            let row = &mut rows[(i * second + j) * width..][..width];
            (0..first).for_each(|l| row[l * second + j] += t[i][l]);
            (0..second).for_each(|l| row[i * second + l] -= t[first + l][first + j]);
            row[count] = -t[i][first + j];
        }
    }
    let mut y = [0.0; MOST];
    eliminate(&mut rows[..count * width], &mut y[..count]);
    let mut basis = [[0.0; 2]; MOST];
    for j in 0..second {
        (0..first).for_each(|i| basis[i][j] = y[i * second + j]);
        basis[first + j][j] = 1.0;
    }
    basis
}

/// Writes exchanged blocks of `N` rows, and multiplies what is beside and above them, and the rows of `z`.
struct Exchange<'a, const N: usize> {
    t: &'a mut Matrix<f64>,
    z: &'a mut Matrix<f64>,
    k: usize,
    blocks: &'a Blocks,
}

impl<const N: usize> Kernel for Exchange<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Self { t, z, k, blocks: Blocks { t: block, u } } = self;
        let n = t.columns();
        multiply_rows::<N, FMA>(t, k, k + N, u);
        multiply_rows::<N, FMA>(z, k, 0, u);
        for row in t.entries_mut()[..k * n].chunks_exact_mut(n) {
            let x: &mut [f64; N] = row[k..].first_chunk_mut().expect("as many columns");
            let mut sums = [0.0; N];
            for l in 0..N {
                for i in 0..N {
                    sums[i] = u[i][l].fma::<FMA>(x[l], sums[i]);
                }
            }
            *x = sums;
        }
        for i in 0..N {
            t[k + i][k..k + N].copy_from_slice(&block[i][..N]);
        }
    }
}

/// `u` times rows from row `k`, in the columns from this one on.
#[inline(always)]
fn multiply_rows<const N: usize, const FMA: bool>(a: &mut Matrix<f64>, k: usize, from: usize, u: &[[f64; MOST]; MOST]) {
    /// Columns that are in vector registers.
    const LANES: usize = 8;
    let n = a.columns();
    let rows = &mut a.entries_mut()[k * n..(k + N) * n];
    let mut column = from;
    while column < n {
        let lanes = LANES.min(n - column);
        let mut x = [[0.0; LANES]; N];
        for l in 0..N {
            x[l][..lanes].copy_from_slice(&rows[l * n + column..][..lanes]);
        }
        for i in 0..N {
            let mut sums = [0.0; LANES];
            for l in 0..N {
                for lane in 0..LANES {
                    sums[lane] = u[i][l].fma::<FMA>(x[l][lane], sums[lane]);
                }
            }
            rows[i * n + column..][..lanes].copy_from_slice(&sums[..lanes]);
        }
        column += LANES;
    }
}

#[cfg(test)]
mod tests {
    use super::exchange;
    use crate::linalg::host::Matrix;

    /// Blocks of one and two rows change places; the rest of the matrix is what a similarity makes of it.
    #[test]
    fn exchanged_blocks_are_similar() {
        let n = 11;
        let standard = |i: usize, j: usize, first: usize, sizes: [usize; 2]| {
            let second = first + sizes[0];
            let at = |start: usize, size: usize| size == 2 && i == start + 1 && j == start;
            if at(first, sizes[0]) || at(second, sizes[1]) { -0.5 } else { 0.0 }
        };
        for sizes in [[1, 1], [1, 2], [2, 1], [2, 2]] {
            let k = 3;
            let before = Matrix::from_fn(n, n, |i, j| match i.cmp(&j) {
                std::cmp::Ordering::Less => 0.25 + ((3 * i + 5 * j) % 7) as f64 / 7.0,
                // The elements of a pair's diagonal are equal.
                std::cmp::Ordering::Equal => 1.0 + (if i < k + sizes[0] { k } else { k + 4 }) as f64 / 3.0,
                std::cmp::Ordering::Greater => standard(i, j, k, sizes),
            });
            let (mut t, mut z) = (before.clone(), Matrix::identity(n));
            assert!(exchange(&mut t, &mut z, k, sizes, false));
            let back = z.adjoint().times(&t).times(&z).plus(-1.0, &before).largest();
            let orthogonal = z.times(&z.adjoint()).plus(-1.0, &Matrix::identity(n)).largest();
            assert!(back < 1e-14 && orthogonal < 1e-15 * 4.0, "{sizes:?}: {back} {orthogonal}");
            let size = sizes[0] + sizes[1];
            assert!((k + sizes[1]..k + size).all(|i| t[i][k..k + sizes[1]].iter().all(|&x| x == 0.0)));
            // The second block's eigenvalues come first now.
            assert!((t[k][k] - before[k + sizes[0]][k + sizes[0]]).abs() < 1e-14, "{sizes:?}");
            if sizes == [1, 1] {
                assert_eq!([t[k][k], t[k + 1][k + 1]], [before[k + 1][k + 1], before[k][k]]);
            }
        }
    }
}
