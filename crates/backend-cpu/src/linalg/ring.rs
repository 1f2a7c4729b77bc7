//! Matrix products of integers and `bool`: packed panels and a register tile that the compiler vectorises.

use crate::linalg::copy::row_bands;
use crate::linalg::{MatMut, MatRef, Scalar, SolverError, Workspace};
use crate::parallel::for_items;
use crate::simd::{Compiled, Kernel};

/// Rows of a register tile.
const MR: usize = 4;
/// Depth of a panel, so that one of `b` stays in the first-level cache.
const KC: usize = 256;
/// Rows that one task computes.
const BAND: usize = 64;
/// Multiply-adds below which one thread does all.
const PARALLEL_WORK: usize = 1 << 18;

pub(super) fn product<T: Scalar>(
    alpha: T,
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    beta: T,
    c: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    // Two vectors of a register tile's row, of the widest registers.
    match size_of::<T>() {
        1 => tiled::<T, 128>(alpha, a, b, beta, c, ws),
        2 => tiled::<T, 64>(alpha, a, b, beta, c, ws),
        4 => tiled::<T, 32>(alpha, a, b, beta, c, ws),
        _ => tiled::<T, 16>(alpha, a, b, beta, c, ws),
    }
}

fn tiled<T: Scalar, const NR: usize>(
    alpha: T,
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    beta: T,
    c: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let (depth, cols) = b.shape();
    let panels = cols.div_ceil(NR);
    let mut packed = ws.scratch::<[T; NR]>(panels * depth)?;
    for (i, row) in packed.iter_mut().enumerate() {
        let (panel, k) = (i / depth, i % depth);
        row.write(std::array::from_fn(|j| b.get(k, panel * NR + j).unwrap_or(T::ZERO)));
    }
    // SAFETY: every row was written.
    let packed: &[[T; NR]] = unsafe { packed.assume_init_mut() };
    let run = |_, (start, c): (usize, MatMut<'_, T>)| {
        let a = a.block((start, 0), (c.rows(), depth)).expect("as many rows as c");
        T::Isa::run(Band { alpha, a, packed, beta, c });
    };
    let work = a.rows().saturating_mul(depth).saturating_mul(cols);
    if ws.is_parallel() && work >= PARALLEL_WORK {
        for_items(row_bands(c, BAND), 1, run);
    } else {
        run(0, (0, c));
    }
    Ok(())
}

/// Some rows of the product, with `b` in panels of `NR` columns.
struct Band<'a, T, const NR: usize> {
    alpha: T,
    a: MatRef<'a, T>,
    packed: &'a [[T; NR]],
    beta: T,
    c: MatMut<'a, T>,
}

impl<T: Scalar, const NR: usize> Kernel for Band<'_, T, NR> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(mut self) {
        let (rows, depth) = self.a.shape();
        for start in (0..depth).step_by(KC) {
            let end = depth.min(start + KC);
            let beta = if start == 0 { self.beta } else { T::ONE };
            for (panel, b) in self.packed.chunks_exact(depth).enumerate() {
                for i in (0..rows).step_by(MR) {
                    let sums = self.tile(i, start, &b[start..end]);
                    self.store(i, panel * NR, &sums, beta);
                }
            }
        }
    }
}

impl<T: Scalar, const NR: usize> Band<'_, T, NR> {
    /// The product of some rows from `i`, in columns from `start`, with a part of a panel.
    #[inline(always)]
    fn tile(&self, i: usize, start: usize, b: &[[T; NR]]) -> [[T; NR]; MR] {
        let last = self.a.rows() - 1;
        let mut sums = [[T::ZERO; NR]; MR];
        for (k, b) in b.iter().enumerate() {
            for (r, sums) in sums.iter_mut().enumerate() {
                // SAFETY: the row is at most the last, and the panel is as deep as the rows.
                let x = unsafe { self.a.at((i + r).min(last), start + k) };
                for (sum, &y) in sums.iter_mut().zip(b) {
                    *sum = x.fma::<false>(y, *sum);
                }
            }
        }
        sums
    }

    #[inline(always)]
    fn store(&mut self, i: usize, j: usize, sums: &[[T; NR]; MR], beta: T) {
        let (rows, cols) = self.c.shape();
        for (i, row) in (i..rows).zip(sums) {
            for (j, &sum) in (j..cols).zip(row) {
                // SAFETY: the ranges end inside the matrix, which is read only if it holds values.
                unsafe {
                    let mut value = self.alpha.times(sum);
                    if beta != T::ZERO {
                        value = value.plus(beta.times(self.c.rb().at(i, j)));
                    }
                    self.c.put(i, j, value);
                }
            }
        }
    }
}
