//! Aggressive early deflation: eigenvalues that have converged are found in a window at the end, though no subdiagonal element is small.
//!
//! K. Braman, R. Byers and R. Mathias, *The multishift QR algorithm II: aggressive early deflation*, SIAM Journal on Matrix Analysis and
//! Applications 23, 2002; LAPACK's `laqr2`.

use super::iterate::Wanted;
use super::reorder::move_to;
use super::{Schur, block, eigenvalues};
use crate::error::Result;
use crate::linalg::host::hessenberg::reduce;
use crate::linalg::host::{C, Host, Matrix, reflection};

/// What was found in a window.
pub struct Deflation {
    /// How many eigenvalues at its end have converged.
    pub count: usize,
    /// The others, which are shifts.
    pub shifts: Vec<C>,
}

/// Looks for eigenvalues in the last rows, `size` of them, of the block `top..end`.
pub fn deflate<E: Schur>(
    host: &Host<'_>,
    wanted: &mut Wanted<'_, E>,
    top: usize,
    end: usize,
    size: usize,
) -> Result<Deflation> {
    let (window, start) = (end - size..end, end - size);
    let spike = if start == top { E::real(0.0) } else { wanted.h[start][start - 1] };
    let mut t = wanted.h.copy_of(window.clone(), window.clone());
    let mut u = Matrix::identity(size);
    let unconverged = E::iterate(&mut t, Some(&mut u));
    // What is left of the window becomes a spike, `spike` times the first column of `u`. Where it is negligible, an eigenvalue has
    // converged; others are moved to the front.
    let smallest = f64::MIN_POSITIVE / f64::EPSILON * wanted.h.rows() as f64;
    let (mut front, mut left) = (unconverged, size);
    while front < left {
        let count = if left >= front + 2 && t[left - 1][left - 2] != E::real(0.0) { 2 } else { 1 };
        let k = left - count;
        let mut near = t[left - 1][left - 1].l1();
        if count == 2 {
            near += t[left - 1][k].l1().sqrt() * t[k][left - 1].l1().sqrt();
        }
        let near = if near == 0.0 { spike.l1() } else { near };
        let part = (k..left).map(|i| (spike * u[i][0]).l1()).fold(0.0, f64::max);
        if part <= smallest.max(f64::EPSILON * near) {
            left = k;
        } else {
            let place = move_to(&mut t, &mut u, k, front, false);
            front = place + block(&t, place, left);
        }
    }
    let shifts = eigenvalues(&t, unconverged..left);
    if left == size && spike != E::real(0.0) {
        return Ok(Deflation { count: 0, shifts });
    }
    if left > 1 && spike != E::real(0.0) {
        restore(host, &mut t, &mut u, left)?;
    }
    if start > top {
        wanted.h[start][start - 1] = if left == 0 { E::real(0.0) } else { spike * u[0][0] };
    }
    wanted.replace(host, window, &t, &u)?;
    Ok(Deflation { count: size - left, shifts })
}

/// Makes the part of the spike above row `left` one element, and what is beside it a Hessenberg matrix again.
fn restore<E: Schur>(host: &Host<'_>, t: &mut Matrix<E>, u: &mut Matrix<E>, left: usize) -> Result<()> {
    let spike = (0..left).map(|i| u[i][0]).collect();
    if let Some((reflection, _)) = reflection(0, spike) {
        reflection.adjoint_times(t, 0);
        reflection.after(t, left);
        reflection.adjoint_times(u, 0);
    }
    if let Some(adjoint) = reduce(host, t, &(0..left), true)? {
        let size = t.rows();
        let before = u.copy_of(0..size, 0..size);
        E::gemm(host.blas, E::real(1.0), adjoint.all(), before.all(), E::real(0.0), u.all_mut())?;
    }
    Ok(())
}
