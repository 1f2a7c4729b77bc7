//! Chains of small bulges: many shifts at a time.
//!
//! K. Braman, R. Byers and R. Mathias, *The multishift QR algorithm I: maintaining well-focused shifts and level 3 performance*, SIAM Journal on
//! Matrix Analysis and Applications 23, 2002. Bulges go through a window of the diagonal, one behind the other; what is done there is gathered
//! in a small unitary matrix, by which the rest of the matrix is multiplied.

use super::Schur;
use super::iterate::Wanted;
use crate::error::Result;
use crate::linalg::host::reflector::Reflector;
use crate::linalg::host::{C, Host, Matrix};
use crate::simd::{Kernel, dispatch_avx2};

/// From a bulge to the next one.
const SPACING: usize = 3;
/// Bulges of a chain, at most: their window stays in the first caches, and the small unitary matrix has no elements that nearly vanish, with
/// which processors are slow.
const CHAIN: usize = 10;

/// Chases a bulge for each pair of shifts through the rows `top..end` of a Hessenberg matrix, that of the last pair first.
pub fn sweep<E: Schur>(
    host: &Host<'_>,
    wanted: &mut Wanted<'_, E>,
    top: usize,
    end: usize,
    shifts: &[[C; 2]],
) -> Result<()> {
    shifts.rchunks(CHAIN).try_for_each(|shifts| chase(host, wanted, top, end, shifts))
}

/// The same of one chain.
fn chase<E: Schur>(
    host: &Host<'_>,
    wanted: &mut Wanted<'_, E>,
    top: usize,
    end: usize,
    shifts: &[[C; 2]],
) -> Result<()> {
    // The row at which each bulge is; the first one leads.
    let mut places = vec![top; shifts.len()];
    let size = 2 * SPACING * shifts.len() + 8;
    let last = end - 1;
    while let Some(&behind) = places.last().filter(|&&place| place < last) {
        let start = if behind == top { top } else { behind - 1 };
        let window = start..(start + size).min(end);
        let mut t = wanted.h.copy_of(window.clone(), window.clone());
        let mut u = Matrix::identity(window.len());
        let chain = Chain { t: &mut t, u: &mut u, start, top, end, places: &mut places, shifts };
        dispatch_avx2(chain);
        wanted.replace(host, window, &t, &u)?;
    }
    Ok(())
}

/// Bulges in a window of rows from `start`: all go as far as they can.
struct Chain<'a, E> {
    t: &'a mut Matrix<E>,
    /// The adjoint of what the window is multiplied by from the right.
    u: &'a mut Matrix<E>,
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
        let Self { t, u, start, top, end, places, shifts } = self;
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
                reflector.adjoint_times::<FMA>(u, k, count, 0..size);
            }
            ahead = if *place == last { usize::MAX } else { *place };
        }
    }
}
