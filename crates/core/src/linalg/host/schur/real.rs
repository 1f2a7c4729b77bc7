//! The QR algorithm with Francis' double shift: the real Schur form of a small Hessenberg matrix.
//!
//! After LAPACK's `lahqr`.

use super::standard::standard;
use super::{Schur, deflated, swap};
use crate::linalg::host::reflector::Reflector;
use crate::linalg::host::{C, Matrix};
use crate::simd::{Kernel, dispatch_avx2};

impl Schur for f64 {
    fn iterate(h: &mut Matrix<f64>, mut z: Option<&mut Matrix<f64>>) -> usize {
        let mut left = 30 * h.rows().max(10);
        let (mut end, mut rounds) = (h.rows(), 0);
        while end > 0 {
            let last = end - 1;
            let first = deflated(h, 0, last);
            if first == last {
                (end, rounds) = (last, 0);
            } else if first + 1 == last {
                split(h, z.as_deref_mut(), first);
                (end, rounds) = (first, 0);
            } else {
                if left == 0 {
                    return end;
                }
                left -= 1;
                rounds += 1;
                let shifts = shifts(h, first, last, rounds);
                let (start, bulge) = bulge(h, first, last, shifts);
                dispatch_avx2(Step { h, z: z.as_deref_mut(), first, start, last, bulge });
            }
        }
        0
    }

    fn first_column(h: [[f64; 3]; 3], [one, two]: [C; 2]) -> [f64; 3] {
        let s = (h[0][0] - two.re).abs() + two.im.abs() + h[1][0].abs();
        if s == 0.0 {
            return [0.0; 3];
        }
        let below = h[1][0] / s;
        [
            below * h[0][1] + (h[0][0] - one.re) * ((h[0][0] - two.re) / s) - one.im * (two.im / s),
            below * (h[0][0] + h[1][1] - one.re - two.re),
            below * h[2][1],
        ]
    }

    fn exchange(t: &mut Matrix<f64>, z: &mut Matrix<f64>, k: usize, blocks: [usize; 2], forced: bool) -> bool {
        swap::exchange(t, z, k, blocks, forced)
    }
}

/// Makes two rows a standard block.
pub fn split(h: &mut Matrix<f64>, z: Option<&mut Matrix<f64>>, k: usize) {
    let found = standard([[h[k][k], h[k][k + 1]], [h[k + 1][k], h[k + 1][k + 1]]]);
    let [[a, b], [c, d]] = found.block;
    if let Some(z) = z {
        h.rotate_rows(k, k + 2, found.rotation);
        h.rotate_columns(k, k, found.rotation);
        z.rotate_rows(k, 0, found.rotation);
    }
    (h[k][k], h[k][k + 1], h[k + 1][k], h[k + 1][k + 1]) = (a, b, c, d);
}

/// Two shifts: eigenvalues of the last two rows, or exceptional ones.
fn shifts(h: &Matrix<f64>, first: usize, last: usize, rounds: usize) -> [C; 2] {
    let exceptional = |s: f64, x: f64| [[0.75 * s + x, -0.4375 * s], [s, 0.75 * s + x]];
    let [[a, b], [c, d]] = if rounds.is_multiple_of(20) {
        exceptional(h[last][last - 1].abs() + h[last - 1][last - 2].abs(), h[last][last])
    } else if rounds.is_multiple_of(10) {
        exceptional(h[first + 1][first].abs() + h[first + 2][first + 1].abs(), h[first][first])
    } else {
        [[h[last - 1][last - 1], h[last - 1][last]], [h[last][last - 1], h[last][last]]]
    };
    let s = a.abs() + b.abs() + c.abs() + d.abs();
    if s == 0.0 {
        return [C::ZERO; 2];
    }
    let (a, b, c, d) = (a / s, b / s, c / s, d / s);
    let half = (a + d) / 2.0;
    let determinant = (a - half) * (d - half) - b * c;
    let root = determinant.abs().sqrt();
    if determinant >= 0.0 {
        return [C::new(half * s, root * s), C::new(half * s, -root * s)];
    }
    let (one, two) = (half + root, half - root);
    let nearer = if (one - d).abs() <= (two - d).abs() { one } else { two };
    [C::from(nearer * s); 2]
}

/// Where the double step may begin, behind two small subdiagonal elements, and the first column of the shifted square there.
fn bulge(h: &Matrix<f64>, first: usize, last: usize, shifts: [C; 2]) -> (usize, [f64; 3]) {
    let mut m = last - 2;
    loop {
        let column = f64::first_column([0, 1, 2].map(|i| [h[m + i][m], h[m + i][m + 1], h[m + i][m + 2]]), shifts);
        let size: f64 = column.iter().map(|x| x.abs()).sum();
        let column = if size == 0.0 { column } else { column.map(|x| x / size) };
        if m == first {
            return (m, column);
        }
        let beside = h[m - 1][m - 1].abs() + h[m][m].abs() + h[m + 1][m + 1].abs();
        if h[m][m - 1].abs() * (column[1].abs() + column[2].abs()) <= f64::EPSILON * column[0].abs() * beside {
            return (m, column);
        }
        m -= 1;
    }
}

/// One double step on the block of rows `first..=last`: reflections of three rows chase the bulge down from row `start`.
struct Step<'a> {
    h: &'a mut Matrix<f64>,
    z: Option<&'a mut Matrix<f64>>,
    first: usize,
    start: usize,
    last: usize,
    bulge: [f64; 3],
}

impl Kernel for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Self { h, mut z, first, start, last, bulge } = self;
        let (columns, top) = if z.is_some() { (h.columns(), 0) } else { (last + 1, first) };
        for k in start..last {
            let count = (last - k + 1).min(3);
            let x = if k == start {
                bulge
            } else {
                [h[k][k - 1], h[k + 1][k - 1], if count == 3 { h[k + 2][k - 1] } else { 0.0 }]
            };
            let Some((reflector, beta)) = Reflector::new(x) else { continue };
            if k > start {
                h[k][k - 1] = beta;
                (k + 1..k + count).for_each(|i| h[i][k - 1] = 0.0);
            } else if k > first {
                // The element beside is all that the reflection changes there; this is right for a tiny one, too.
                h[k][k - 1] *= 1.0 - reflector.tau;
            }
            reflector.adjoint_times::<FMA>(h, k, count, k..columns);
            reflector.after::<FMA>(h, k, count, top..(k + 4).min(last + 1));
            if let Some(z) = z.as_deref_mut() {
                let columns = z.columns();
                reflector.adjoint_times::<FMA>(z, k, count, 0..columns);
            }
        }
    }
}
