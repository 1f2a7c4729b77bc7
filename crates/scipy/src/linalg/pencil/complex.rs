//! The QZ algorithm with a single shift.

use super::iteration::{Pencil, Qz, from_right};
use crate::linalg::dense::{C, Entry};
use xparray_core::linalg::host::{rotation, wilkinson};

impl Qz for C {
    fn step(pencil: &mut Pencil<C>, first: usize, last: usize, round: usize) {
        let mut shift = shift(pencil, last);
        if round.is_multiple_of(10) {
            // Another one, where these do not help.
            shift += C::real(pencil.h[last][last - 1].over(pencil.t[last - 1][last - 1]).l1());
        }
        let (h, t) = (&pencil.h, &pencil.t);
        let (mut x, mut y) = (h[first][first] - shift * t[first][first], h[first + 1][first]);
        for k in first..last {
            if k > first {
                (x, y) = (pencil.h[k][k - 1], pencil.h[k + 1][k - 1]);
            }
            let (turn, r) = rotation(x, y);
            if k > first {
                (pencil.h[k][k - 1], pencil.h[k + 1][k - 1]) = (r, C::ZERO);
            }
            pencil.rotate_rows(k, k, turn);
            let turn = from_right(pencil.t[k + 1][k], pencil.t[k + 1][k + 1]);
            pencil.rotate_columns(k, [(k + 3).min(last + 1), k + 2], turn);
            pencil.t[k + 1][k] = C::ZERO;
        }
    }

    fn finish(_: &mut Pencil<C>, _: usize) -> bool {
        false
    }

    fn quotients(pencil: &Pencil<C>, k: usize) -> Vec<(C, f64)> {
        vec![(pencil.h[k][k], pencil.t[k][k].re)]
    }

    fn exchange(pencil: &mut Pencil<C>, k: usize, _: [usize; 2]) {
        pencil.exchange(k);
    }
}

/// The eigenvalue of the last two rows of `h t⁻¹` that is nearer to the last element.
fn shift(pencil: &Pencil<C>, last: usize) -> C {
    let (h, t, k) = (&pencil.h, &pencil.t, last - 1);
    let above = t[k][last].over(t[last][last]);
    let (a, c) = (h[k][k].over(t[k][k]), h[last][k].over(t[k][k]));
    let (b, d) = (h[k][last].over(t[last][last]), h[last][last].over(t[last][last]));
    wilkinson([[a, b - above * a], [c, d - above * c]])
}
