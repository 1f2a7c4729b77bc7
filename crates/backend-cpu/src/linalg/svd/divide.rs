//! Singular values and vectors of real upper bidiagonal matrices, by divide and conquer: Gu and Eisenstat (1995), as in
//! LAPACK's `dlasd1`.
//!
//! Each matrix has one column more than rows, so that the row which joins two halves has an element in both: the
//! directions that the halves map to zero become the first row and column of their merge, beside the diagonal.

use crate::linalg::MatMut;
use crate::linalg::Workspace;
use crate::linalg::merge::{Deflated, Half, Real, each, repaired, rotate, unit_in_order};
use crate::linalg::secular::Secular;
use crate::parallel::join;
use num_traits::Float;

/// The singular values, in no order and not negative, replace the diagonal `d`; `e` is the superdiagonal, as long as `d`.
/// The left vectors become the columns of `u`, the right ones those of `v`, whose last column is what the matrix maps to
/// zero. Both are column-major. `work` is three times as many elements as `v` has.
pub fn divide_and_conquer<R: Real>(
    d: &mut [R],
    e: &[R],
    mut u: MatMut<'_, R>,
    mut v: MatMut<'_, R>,
    work: &mut [R],
    ws: Workspace<'_>,
) {
    let n = d.len();
    u.fill(R::zero());
    v.fill(R::zero());
    if n == 0 {
        v[(0, 0)] = R::one();
        return;
    }
    if n == 1 {
        let (length, c, s) = rotation(d[0], e[0]);
        (v[(0, 0)], v[(1, 0)], v[(0, 1)], v[(1, 1)]) = (c, s, -s, c);
        u[(0, 0)] = R::one();
        d[0] = length;
        return;
    }
    let m = n / 2;
    let (alpha, beta) = (d[m], e[m]);
    {
        let (u1, _, _, u2) = u.rb_mut().split_at(m, m);
        let u2 = u2.split_at(1, 1).3;
        let (v1, _, _, v2) = v.rb_mut().split_at(m + 1, m + 1);
        let (d1, d2) = d.split_at_mut(m);
        let (work1, work2) = work.split_at_mut(3 * (m + 1) * (m + 1));
        let first = || divide_and_conquer(d1, &e[..m], u1, v1, work1, ws.sequential());
        let second = || divide_and_conquer(&mut d2[1..], &e[m + 1..], u2, v2, work2, ws.sequential());
        if ws.is_parallel() {
            join(first, second)
        } else {
            (first(), second())
        };
    }
    u[(m, m)] = R::one();
    merge(d, m, (alpha, beta), u, v, work, ws);
}

/// The length of a vector and, unless that is zero, its direction.
fn rotation<R: Real>(x: R, y: R) -> (R, R, R) {
    let length = Float::hypot(x, y);
    if length == R::zero() { (length, R::one(), length) } else { (length, x / length, y / length) }
}

/// Merges the solutions of both halves, which row `m`, of two elements, joins.
fn merge<R: Real>(
    d: &mut [R],
    m: usize,
    (alpha, beta): (R, R),
    mut u: MatMut<'_, R>,
    mut v: MatMut<'_, R>,
    work: &mut [R],
    ws: Workspace<'_>,
) {
    let n = d.len();
    let (length, c, s) = rotation(alpha * v[(m, m)], beta * v[(m + 1, n)]);
    let mut z: Vec<R> = (0..n).map(|j| if j < m { alpha * v[(m, j)] } else { beta * v[(m + 1, j)] }).collect();
    rotate(v.rb_mut(), m, n, c, s);
    (z[m], d[m]) = (length, R::zero());
    let scale = unit(d.iter().chain(&z).fold(R::zero(), |most, &x| Float::max(most, Float::abs(x))));
    d.iter_mut().chain(&mut z).for_each(|x| *x *= scale);
    let Deflated { kept, done, halves } = deflate(d, &mut z, m, u.rb_mut(), v.rb_mut());
    let k = kept.len();
    if k == 1 {
        d[m] = z[m];
        d.iter_mut().for_each(|d| *d /= scale);
        return;
    }
    let dk: Vec<R> = kept.iter().map(|&j| d[j]).collect();
    let zk: Vec<R> = kept.iter().map(|&j| z[j]).collect();
    let z2: Vec<R> = zk.iter().map(|&z| z * z).collect();
    let secular = Secular::<R, true> { d: &dk, z2: &z2, rho: R::one() };
    let (right, rest) = work.split_at_mut(k * k);
    let (left, copies) = rest.split_at_mut(k * k);
    // Column j: the differences of the squared diagonal to the square of root j.
    let mut roots = vec![R::zero(); k];
    let find = |j, (column, root): (&mut [R], &mut R)| {
        let (origin, mu) = secular.root(j, column);
        let d = dk[origin];
        *root = d + mu / (d + Float::sqrt(d * d + mu));
    };
    each(ws, right, &mut roots, k, find);
    let z = repaired::<R, true>(&dk, &zk, right, ws);
    // The rows in the order in which the columns of both halves go together.
    let mut order: Vec<usize> = (0..k).collect();
    order.sort_by_key(|&i| halves[kept[i]]);
    let vectors = |_, (right, left): (&mut [R], &mut [R])| {
        let v: Vec<R> = right.iter().zip(&z).map(|(&difference, &z)| z / difference).collect();
        let mut u: Vec<R> = v.iter().zip(&dk).map(|(&v, &d)| d * v).collect();
        u[0] = -R::one();
        unit_in_order(&v, &order, right);
        unit_in_order(&u, &order, left);
    };
    each(ws, right, left.chunks_exact_mut(k), k, vectors);
    let deflated = Deflated { kept, done, halves };
    deflated.multiply(&order, m + 1, v.subcols(0, n), right, copies, ws);
    deflated.multiply(&order, m, u, left, copies, ws);
    let same: Vec<R> = deflated.done.iter().map(|&j| d[j]).collect();
    d[..k].copy_from_slice(&roots);
    d[k..].copy_from_slice(&same);
    d.iter_mut().for_each(|d| *d /= scale);
}

/// The power of two that brings a number to about one.
fn unit<R: Real>(x: R) -> R {
    if x == R::zero() {
        return R::one();
    }
    let (_, exponent, _) = Float::integer_decode(x / <R as Float>::epsilon());
    Float::powi(R::one() + R::one(), -i32::from(exponent))
}

/// Sets apart the columns whose singular values do not change by more than rounding.
fn deflate<R: Real>(d: &mut [R], z: &mut [R], m: usize, mut u: MatMut<'_, R>, mut v: MatMut<'_, R>) -> Deflated {
    let n = d.len();
    let mut order: Vec<usize> = (0..n).filter(|&j| j != m).collect();
    order.sort_by(|&i, &j| d[i].partial_cmp(&d[j]).unwrap_or(std::cmp::Ordering::Equal));
    let most = d.iter().chain(&*z).fold(R::zero(), |most, &x| Float::max(most, Float::abs(x)));
    let four = (0..2).fold(R::one(), |x, _| x + x);
    let tolerance = four * <R as Float>::epsilon() * most;
    let mut halves: Vec<Half> = (0..n).map(|j| if j < m { Half::Top } else { Half::Bottom }).collect();
    halves[m] = Half::Both;
    let (mut kept, mut done) = (vec![m], Vec::new());
    let mut before: Option<usize> = None;
    for j in order {
        if Float::abs(z[j]) <= tolerance {
            done.push(j);
            continue;
        }
        // A rotation of the right vectors makes the component of a value near zero zero, unless that couples it to the
        // first column.
        let (length, c, s) = rotation(z[m], z[j]);
        if Float::abs(d[j] * s) <= tolerance {
            (z[m], z[j]) = (length, R::zero());
            rotate(v.rb_mut(), m, j, c, s);
            d[j] *= c;
            halves[j] = Half::Both;
            done.push(j);
            continue;
        }
        let Some(i) = before.replace(j) else { continue };
        // A rotation makes one of two close values' components zero, unless that couples the two.
        let (length, c, s) = rotation(z[j], -z[i]);
        if Float::abs((d[j] - d[i]) * c * s) > tolerance {
            kept.push(i);
            continue;
        }
        (z[i], z[j]) = (R::zero(), length);
        if halves[i] != halves[j] {
            (halves[i], halves[j]) = (Half::Both, Half::Both);
        }
        rotate(u.rb_mut(), i, j, c, s);
        rotate(v.rb_mut(), i, j, c, s);
        (d[i], d[j]) = (d[i] * c * c + d[j] * s * s, d[i] * s * s + d[j] * c * c);
        done.push(i);
    }
    kept.extend(before);
    // The least root is not zero.
    if kept.len() > 1 {
        z[m] = Float::max(z[m], tolerance);
    }
    Deflated { kept, done, halves }
}
