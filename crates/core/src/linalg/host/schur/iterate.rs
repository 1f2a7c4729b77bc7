//! The QR algorithm for matrices of any size.
//!
//! The strategy is that of LAPACK's `laqr0`: eigenvalues that converge early are deflated in a window at the end, and those of the window that do
//! not are the shifts of a sweep, of many bulges at once.

use super::deflation::{Deflation, deflate};
use super::strips::{Strips, Turn};
use super::sweep::sweep;
use super::{Schur, deflated, eigenvalues};
use crate::error::{Error, Result};
use crate::linalg::host::{C, Entry, Host, Matrix};
use std::ops::Range;

/// Blocks of fewer rows are done in one piece.
const SMALL: usize = 75;
/// Without one more eigenvalue in so many rounds, shifts are exceptional.
const PATIENCE: usize = 6;

/// A Hessenberg matrix on its way to the Schur form, and the adjoint of the transformation if it is wanted.
pub struct Wanted<'a, E> {
    pub h: &'a mut Matrix<E>,
    pub z: Option<&'a mut Strips<E>>,
    /// The rows and columns that change, which are those of the last block if only eigenvalues are wanted.
    pub reach: Range<usize>,
}

impl<E: Schur> Wanted<'_, E> {
    /// Makes a window of the diagonal `t`, which is `u` times what it was times the adjoint of `u`, and multiplies what is beside it and above
    /// it.
    pub fn replace(&mut self, host: &Host<'_>, window: Range<usize>, t: &Matrix<E>, u: &Matrix<E>) -> Result<()> {
        self.write(&window, t);
        let beside = window.end..self.reach.end;
        let before = self.h.copy_of(window.clone(), beside.clone());
        let to = self.h.rows_mut(window.clone(), beside);
        E::gemm(host.blas, E::real(1.0), u.all(), before.all(), E::real(0.0), to)?;
        self.multiply_above(host, &window, u)?;
        match &mut self.z {
            Some(z) => z.multiply(host, window, u),
            None => Ok(()),
        }
    }

    /// Makes a window `t`, which these reflections made of it from both sides, and applies them to what is beside it up to column `end` and
    /// above it.
    pub fn reflect_inside(
        &mut self,
        host: &Host<'_>,
        window: Range<usize>,
        end: usize,
        t: &Matrix<E>,
        turns: &[Turn<E>],
    ) -> Result<()> {
        self.write(&window, t);
        let mut beside = Strips::of(self.h, window.clone(), window.end..end);
        beside.reflect(host, window.start, turns);
        beside.put(self.h, window.start, window.end);
        if window.start == self.reach.start {
            return Ok(());
        }
        let mut u = Matrix::identity(window.len());
        let mut strips = Strips::of(&u, 0..window.len(), 0..window.len());
        strips.reflect(host, window.start, turns);
        strips.put(&mut u, 0, 0);
        self.multiply_above(host, &window, &u)
    }

    /// Applies reflections of a block's rows to what is beside the block, and to the transformation.
    pub fn reflect_outside(&mut self, host: &Host<'_>, block: Range<usize>, turns: &[Turn<E>]) {
        let mut beside = Strips::of(self.h, block.clone(), block.end..self.reach.end);
        beside.reflect(host, block.start, turns);
        beside.put(self.h, block.start, block.end);
        if let Some(z) = &mut self.z {
            z.reflect(host, 0, turns);
        }
    }

    /// Makes a window of the diagonal `t`.
    fn write(&mut self, window: &Range<usize>, t: &Matrix<E>) {
        for (row, i) in window.clone().enumerate() {
            self.h[i][window.clone()].copy_from_slice(&t[row]);
        }
    }

    /// Multiplies what is above a window by the adjoint of `u`.
    fn multiply_above(&mut self, host: &Host<'_>, window: &Range<usize>, u: &Matrix<E>) -> Result<()> {
        let above = self.reach.start..window.start;
        let before = self.h.copy_of(above.clone(), window.clone());
        let to = self.h.rows_mut(above, window.clone());
        E::gemm(host.blas, E::real(1.0), before.all(), u.map(E::conj).all().t(), E::real(0.0), to)
    }
}

/// The QR algorithm on the active part of a Hessenberg matrix. With `z`, which is multiplied from the left by what is done, `h` becomes the
/// Schur form; else only its diagonal's blocks count.
pub fn iterate<E: Schur>(
    host: &Host<'_>,
    h: &mut Matrix<E>,
    z: Option<&mut Matrix<E>>,
    active: &Range<usize>,
) -> Result<()> {
    let n = h.rows();
    if *active == (0..n) && n <= SMALL {
        return converged(host, E::iterate(h, z));
    }
    let Some(z) = z else { return large(host, h, None, active) };
    let mut strips = Strips::of(z, 0..n, 0..z.columns());
    large(host, h, Some(&mut strips), active)?;
    strips.put(z, 0, 0);
    Ok(())
}

/// The same, with the transformation in strips.
fn large<E: Schur>(
    host: &Host<'_>,
    h: &mut Matrix<E>,
    mut z: Option<&mut Strips<E>>,
    active: &Range<usize>,
) -> Result<()> {
    let n = h.rows();
    let mut rounds = 30 * n;
    let (mut end, mut stalls) = (active.end, 0);
    while end > active.start {
        let top = deflated(h, active.start, end - 1);
        let rows = end - top;
        let reach = if z.is_some() { 0..n } else { top..end };
        let mut wanted = Wanted { h, z: z.as_deref_mut(), reach };
        if rows <= SMALL {
            whole(host, &mut wanted, top..end)?;
            (end, stalls) = (top, 0);
            continue;
        }
        if rounds == 0 {
            return converged(host, end);
        }
        rounds -= 1;
        let count = shift_count(rows);
        // Where nothing converges, a larger window helps.
        let window = if stalls < PATIENCE - 1 { window_size(rows) } else { (2 * window_size(rows)).min(rows) };
        let Deflation { count: found, shifts } = deflate(host, &mut wanted, top, end, window)?;
        end -= found;
        stalls = if found == 0 { stalls + 1 } else { 0 };
        // A sweep costs more than another look.
        if 100 * found > 14 * window || end - top <= SMALL {
            continue;
        }
        let shifts = if stalls > 0 && stalls % PATIENCE == 0 {
            exceptional(wanted.h, top, end, count)
        } else if shifts.len() < count / 2 {
            let mut last = wanted.h.copy_of(end - count..end, end - count..end);
            let unconverged = E::iterate(&mut last, None);
            eigenvalues(&last, unconverged..count)
        } else {
            shifts
        };
        let pairs = pairs::<E>(shifts, count / 2, h[end - 1][end - 1].complex());
        let reach = if z.is_some() { 0..n } else { top..end };
        sweep(host, &mut Wanted { h, z: z.as_deref_mut(), reach }, top, end, &pairs)?;
    }
    Ok(())
}

fn converged(host: &Host<'_>, unconverged: usize) -> Result<()> {
    match unconverged {
        0 => Ok(()),
        _ => Err(Error::value(host.op, "the QR algorithm does not converge")),
    }
}

/// A small block in one piece.
fn whole<E: Schur>(host: &Host<'_>, wanted: &mut Wanted<'_, E>, rows: Range<usize>) -> Result<()> {
    let mut t = wanted.h.copy_of(rows.clone(), rows.clone());
    if wanted.z.is_none() {
        converged(host, E::iterate(&mut t, None))?;
        wanted.write(&rows, &t);
        return Ok(());
    }
    if rows.len() == 1 {
        return Ok(());
    }
    let mut u = Matrix::identity(rows.len());
    converged(host, E::iterate(&mut t, Some(&mut u)))?;
    wanted.replace(host, rows, &t, &u)
}

/// The shifts of a sweep, as many as LAPACK's `iparmq` says.
fn shift_count(rows: usize) -> usize {
    match rows {
        ..150 => 10,
        150..590 => (rows / rows.ilog2() as usize).max(10) / 2 * 2,
        590..3000 => 64,
        3000..6000 => 128,
        _ => 256,
    }
}

/// The rows in which eigenvalues are looked for.
fn window_size(rows: usize) -> usize {
    if rows <= 500 { shift_count(rows) } else { 3 * shift_count(rows) / 2 }
}

/// Shifts that have nothing to do with the eigenvalues found, where these do not help.
fn exceptional<E: Schur>(h: &Matrix<E>, top: usize, end: usize, count: usize) -> Vec<C> {
    let mut shifts = Vec::with_capacity(count);
    for i in (top + 2..end).rev().step_by(2).take(count / 2) {
        let size = h[i][i - 1].l1() + h[i - 1][i - 2].l1();
        let middle = h[i][i].complex() + 0.75 * size;
        let root = C::new(0.0, size * 0.4375f64.sqrt());
        shifts.extend([middle + root, middle - root]);
    }
    shifts
}

/// Pairs of shifts, the smallest ones last and no more than `most`: conjugates or two real ones of a real matrix, any two of a complex one. A
/// single pair of real ones is the nearer to `last` twice.
fn pairs<E: Schur>(mut shifts: Vec<C>, most: usize, last: C) -> Vec<[C; 2]> {
    let size = |x: &C| x.l1();
    shifts.sort_by(|a, b| size(a).total_cmp(&size(b)));
    let single = |x: &C| E::DTYPE.is_complex() || x.im == 0.0;
    let singles: Vec<C> = shifts.iter().copied().filter(single).collect();
    let conjugates = shifts.iter().filter(|x| !single(x) && x.im > 0.0).map(|x| [*x, x.conj()]);
    let mut pairs: Vec<[C; 2]> = singles.as_chunks::<2>().0.iter().copied().chain(conjugates).collect();
    pairs.sort_by(|a, b| size(&a[0]).total_cmp(&size(&b[0])));
    pairs.truncate(most);
    pairs.reverse();
    if let ([], Some(&shift)) = (&pairs[..], singles.first()) {
        pairs.push([shift; 2]);
    }
    if let [pair] = &mut pairs[..]
        && pair.iter().all(single)
    {
        let nearer = if size(&(pair[0] - last)) <= size(&(pair[1] - last)) { pair[0] } else { pair[1] };
        *pair = [nearer; 2];
    }
    pairs
}

#[cfg(test)]
mod tests {
    use crate::backend::HostLoops;
    use crate::linalg::host::{C, Host, Matrix, Schur, schur};

    /// Many shifts, many windows and deflations of what the plain algorithm is not asked to do.
    fn similar<E: Schur>(a: Matrix<E>) {
        let n = a.rows();
        let (t, z) = schur(&Host { op: "test", blas: &HostLoops }, a.clone()).expect("it converges");
        let norm = |a: Matrix<E>| a.entries().iter().map(|x| x.size().powi(2)).sum::<f64>().sqrt();
        let identity = Matrix::identity(n);
        let back = norm(z.times(&t).times(&z.adjoint()).plus(-1.0, &a)) / norm(a);
        let orthogonal = norm(z.times(&z.adjoint()).plus(-1.0, &identity)) / norm(identity);
        let bound = n as f64 * f64::EPSILON;
        assert!(t.is_upper(1) && back < bound && orthogonal < bound, "{n}: {back:e} {orthogonal:e}");
    }

    #[test]
    fn large_matrices_are_similar_to_their_schur_forms() {
        let entry = |i: usize, j: usize| ((i * i + 31 * i * j + 7 * j) % 101) as f64 / 50.0 - 1.0;
        for n in [76, 131, 200] {
            similar(Matrix::from_fn(n, n, entry));
            similar(Matrix::from_fn(n, n, |i, j| C::new(entry(i, j), entry(j + 1, i))));
            // Roots of one, by a companion matrix.
            similar(Matrix::from_fn(n, n, |i, j| f64::from(u8::from(i == (j + 1) % n))));
        }
    }
}
