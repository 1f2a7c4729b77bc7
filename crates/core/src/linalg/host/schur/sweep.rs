//! Chains of small bulges: many shifts at a time.
//!
//! K. Braman, R. Byers and R. Mathias, *The multishift QR algorithm I: maintaining well-focused shifts and level 3 performance*, SIAM Journal on
//! Matrix Analysis and Applications 23, 2002. Bulges go through a window of the diagonal, one behind the other. Their reflections are applied to
//! the rows beside it as they are, strip by strip of columns in the first cache, which takes less than half the operations of a product with a
//! small unitary matrix that gathers them; the columns above, whose elements do not lie side by side, are multiplied by such a matrix.

use super::Schur;
use super::iterate::Wanted;
use super::strips::Turn;
use crate::error::Result;
use crate::linalg::host::reflector::Reflector;
use crate::linalg::host::{C, Host, Matrix};
use crate::simd::{Kernel, dispatch_avx2};

/// From a bulge to the next one.
const SPACING: usize = 3;
/// Bulges of a chain, at most.
const CHAIN: usize = 9;
/// Rows of a window, at least: those of a chain of bulges, and as many again through which they go.
const WINDOW: usize = 64;
/// Reflections that are kept for what is beside the block, at most but for those of a chain.
const KEPT: usize = 1 << 15;

/// Chases a bulge for each pair of shifts through the rows `top..end` of a Hessenberg matrix, that of the last pair first.
pub fn sweep<E: Schur>(
    host: &Host<'_>,
    wanted: &mut Wanted<'_, E>,
    top: usize,
    end: usize,
    shifts: &[[C; 2]],
) -> Result<()> {
    let mut turns = Vec::new();
    // Chains of about the same length.
    let chains = shifts.len().div_ceil(CHAIN).max(1);
    for shifts in shifts.rchunks(shifts.len().div_ceil(chains).max(1)) {
        chase(host, wanted, top, end, shifts, &mut turns)?;
        if turns.len() > KEPT {
            wanted.reflect_outside(host, top..end, &turns);
            turns.clear();
        }
    }
    wanted.reflect_outside(host, top..end, &turns);
    Ok(())
}

/// The same of one chain, within the block; its reflections are added to `turns`.
fn chase<E: Schur>(
    host: &Host<'_>,
    wanted: &mut Wanted<'_, E>,
    top: usize,
    end: usize,
    shifts: &[[C; 2]],
    turns: &mut Vec<Turn<E>>,
) -> Result<()> {
    // The row at which each bulge is; the first one leads.
    let mut places = vec![top; shifts.len()];
    let size = WINDOW.max(2 * SPACING * shifts.len() + 8);
    let last = end - 1;
    while let Some(&behind) = places.last().filter(|&&place| place < last) {
        let start = if behind == top { top } else { behind - 1 };
        let window = start..(start + size).min(end);
        let mut t = wanted.h.copy_of(window.clone(), window.clone());
        let before = turns.len();
        dispatch_avx2(Chain { t: &mut t, turns, start, top, end, places: &mut places, shifts });
        wanted.reflect_inside(host, window, end, &t, &turns[before..])?;
    }
    Ok(())
}

/// Bulges in a window of rows from `start`: all go as far as they can.
struct Chain<'a, E> {
    t: &'a mut Matrix<E>,
    /// To which the reflections are added.
    turns: &'a mut Vec<Turn<E>>,
    start: usize,
    top: usize,
    end: usize,
    places: &'a mut [usize],
    shifts: &'a [[C; 2]],
}

impl<E: Schur> Kernel for Chain<'_, E> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Self { t, turns, start, top, end, places, shifts } = self;
        let (size, last) = (t.rows(), end - 1);
        // A bulge at row k reaches row k + 3.
        let limit = if start + size == end { last } else { start + size - SPACING };
        let mut ahead = usize::MAX;
        for (place, &shifts) in places.iter_mut().zip(shifts.iter().rev()) {
            while *place < limit.min(ahead.saturating_sub(SPACING)) {
                let (k, count) = (*place - start, (end - *place).min(3));
                *place += 1;
                let x = if *place == top + 1 {
                    E::first_column([0, 1, 2].map(|i| [t[k + i][k], t[k + i][k + 1], t[k + i][k + 2]]), shifts)
                } else {
                    [t[k][k - 1], t[k + 1][k - 1], if count == 3 { t[k + 2][k - 1] } else { E::real(0.0) }]
                };
                let Some((reflector, beta)) = Reflector::new(x) else { continue };
                if *place > top + 1 {
                    t[k][k - 1] = E::real(beta);
                    (k + 1..k + count).for_each(|i| t[i][k - 1] = E::real(0.0));
                }
                reflector.adjoint_times::<FMA>(t, k, count, k..size);
                reflector.after::<FMA>(t, k, count, 0..(k + 4).min(size));
                turns.push(Turn { row: start + k, count, reflector });
            }
            ahead = if *place == last { usize::MAX } else { *place };
        }
    }
}
