//! Eigenvalues and eigenvectors of real symmetric tridiagonal matrices, by divide and conquer: Cuppen (1981), with the
//! deflation of LAPACK's `dlaed2` and the eigenvectors of Gu and Eisenstat (1995).

use super::implicit::{NoConvergence, implicit_ql};
use crate::linalg::merge::{Deflated, Half, Real, each, repaired, rotate, unit_in_order};
use crate::linalg::secular::Secular;
use crate::linalg::{MatMut, Workspace};
use crate::parallel::join;
use num_traits::Float;

/// Matrices up to this size are solved by the QR algorithm.
pub const LEAF: usize = 48;

/// The eigenvalues, in no order, replace the diagonal `d`; `e` is the subdiagonal. The eigenvectors become the columns
/// of `q`, which is column-major. `work` is twice as many elements as `q` has.
pub fn divide_and_conquer<R: Real>(
    d: &mut [R],
    e: &[R],
    mut q: MatMut<'_, R>,
    work: &mut [R],
    ws: Workspace<'_>,
) -> Result<(), NoConvergence> {
    let n = d.len();
    if n <= LEAF {
        q.fill(R::zero());
        q.fill_diagonal(R::one());
        let mut below = [R::zero(); LEAF];
        below[..n.saturating_sub(1)].copy_from_slice(&e[..n.saturating_sub(1)]);
        return implicit_ql(d, &mut below[..n], Some(q));
    }
    let m = n / 2;
    let rho = e[m - 1];
    d[m - 1] -= Float::abs(rho);
    d[m] -= Float::abs(rho);
    {
        let (q1, mut right, mut below, q2) = q.rb_mut().split_at(m, m);
        right.fill(R::zero());
        below.fill(R::zero());
        let (d1, d2) = d.split_at_mut(m);
        let (work1, work2) = work.split_at_mut(2 * m * m);
        let first = || divide_and_conquer(d1, &e[..m - 1], q1, work1, ws.sequential());
        let second = || divide_and_conquer(d2, &e[m..], q2, work2, ws.sequential());
        let (first, second) = if ws.is_parallel() { join(first, second) } else { (first(), second()) };
        first.and(second)?;
    }
    merge(d, m, rho, q, work, ws);
    Ok(())
}

/// Merges the solutions of both halves.
fn merge<R: Real>(d: &mut [R], m: usize, rho: R, mut q: MatMut<'_, R>, work: &mut [R], ws: Workspace<'_>) {
    let n = d.len();
    let half = R::one() / (R::one() + R::one());
    let sign = if rho < R::zero() { -R::one() } else { R::one() };
    let mut z: Vec<R> = (0..n).map(|j| if j < m { q[(m - 1, j)] } else { sign * q[(m, j)] }).collect();
    z.iter_mut().for_each(|z| *z *= Float::sqrt(half));
    let rho = Float::abs(rho) / half;
    let Deflated { kept, done, halves } = deflate(d, &mut z, m, rho, q.rb_mut());
    let k = kept.len();
    if k == 0 {
        return;
    }
    let dk: Vec<R> = kept.iter().map(|&j| d[j]).collect();
    let zk: Vec<R> = kept.iter().map(|&j| z[j]).collect();
    let z2: Vec<R> = zk.iter().map(|&z| z * z).collect();
    let secular = Secular::<R, false> { d: &dk, z2: &z2, rho };
    let (u, copies) = work.split_at_mut(n * n);
    let u = &mut u[..k * k];
    // Column j: the differences of the diagonal to root j.
    let mut roots = vec![R::zero(); k];
    let find = |j, (column, root): (&mut [R], &mut R)| {
        let (origin, mu) = secular.root(j, column);
        *root = dk[origin] + mu;
    };
    each(ws, u, &mut roots, k, find);
    let z = repaired::<R, false>(&dk, &zk, u, ws);
    // The rows in the order in which the columns of both halves go together.
    let mut order: Vec<usize> = (0..k).collect();
    order.sort_by_key(|&i| halves[kept[i]]);
    let vector = |_, (column, _): (&mut [R], usize)| {
        let vector: Vec<R> = column.iter().zip(&z).map(|(&difference, &z)| z / difference).collect();
        unit_in_order(&vector, &order, column);
    };
    each(ws, u, 0..k, k, vector);
    let deflated = Deflated { kept, done, halves };
    deflated.multiply(&order, m, q, u, copies, ws);
    let same: Vec<R> = deflated.done.iter().map(|&j| d[j]).collect();
    d[..k].copy_from_slice(&roots);
    d[k..].copy_from_slice(&same);
}

/// Sets apart the columns whose eigenvalues do not change by more than rounding.
fn deflate<R: Real>(d: &mut [R], z: &mut [R], m: usize, rho: R, mut q: MatMut<'_, R>) -> Deflated {
    let n = d.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| d[i].partial_cmp(&d[j]).unwrap_or(std::cmp::Ordering::Equal));
    let most = |x: &[R]| x.iter().fold(R::zero(), |most, x| Float::max(most, Float::abs(*x)));
    let eight = (0..3).fold(R::one(), |x, _| x + x);
    let tolerance = eight * <R as Float>::epsilon() * Float::max(most(d), most(z));
    let mut halves: Vec<Half> = (0..n).map(|j| if j < m { Half::Top } else { Half::Bottom }).collect();
    let (mut kept, mut done) = (Vec::with_capacity(n), Vec::new());
    let mut before: Option<usize> = None;
    for j in order {
        if rho * Float::abs(z[j]) <= tolerance {
            done.push(j);
            continue;
        }
        let Some(i) = before.replace(j) else { continue };
        // A rotation makes one of two close eigenvalues' components zero, unless that couples the two.
        let length = Float::hypot(z[i], z[j]);
        let (c, s) = (z[j] / length, -z[i] / length);
        if Float::abs((d[j] - d[i]) * c * s) > tolerance {
            kept.push(i);
            continue;
        }
        (z[i], z[j]) = (R::zero(), length);
        if halves[i] != halves[j] {
            (halves[i], halves[j]) = (Half::Both, Half::Both);
        }
        rotate(q.rb_mut(), i, j, c, s);
        (d[i], d[j]) = (d[i] * c * c + d[j] * s * s, d[i] * s * s + d[j] * c * c);
        done.push(i);
    }
    kept.extend(before);
    Deflated { kept, done, halves }
}
