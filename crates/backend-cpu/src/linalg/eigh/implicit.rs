//! Eigenvalues and eigenvectors of small real symmetric tridiagonal matrices by the implicit QL algorithm (Bowdler, Martin,
//! Reinsch and Wilkinson 1968), as in LAPACK's `steqr`.

use crate::linalg::columns::column_mut;
use crate::linalg::merge::Real;
use crate::linalg::{MatMut, SolverError};
use crate::simd::{Compiled, Kernel};
use num_traits::Float;

/// More steps than any eigenvalue needs.
const STEPS: usize = 60;

/// The steps did not suffice.
#[derive(Debug)]
pub struct NoConvergence;

impl From<NoConvergence> for SolverError {
    fn from(_: NoConvergence) -> Self {
        Self::NoConvergence
    }
}

/// The eigenvalues, in no order, replace the diagonal `d`; `e` is the subdiagonal and one more element, and is overwritten.
/// The columns of `q`, column-major, are multiplied by the eigenvectors.
pub fn implicit_ql<R: Real>(d: &mut [R], e: &mut [R], mut q: Option<MatMut<'_, R>>) -> Result<(), NoConvergence> {
    let n = d.len();
    let two = R::one() + R::one();
    for l in 0..n {
        for step in 0.. {
            // The first element of the subdiagonal that is negligible.
            let small = |i: usize| {
                let size = Float::abs(d[i]) + Float::abs(d[i + 1]);
                Float::abs(e[i]) <= <R as Float>::epsilon() * size || Float::abs(e[i]) < R::min_positive_value()
            };
            let m = (l..n - 1).find(|&i| small(i)).unwrap_or(n - 1);
            if m == l {
                break;
            }
            if step == STEPS {
                return Err(NoConvergence);
            }
            // Wilkinson's shift.
            let mut g = (d[l + 1] - d[l]) / (two * e[l]);
            let mut r = Float::hypot(g, R::one());
            g = d[m] - d[l] + e[l] / (g + Float::copysign(r, g));
            let (mut s, mut c, mut p) = (R::one(), R::one(), R::zero());
            let mut split = false;
            for i in (l..m).rev() {
                let (f, b) = (s * e[i], c * e[i]);
                r = Float::hypot(f, g);
                e[i + 1] = r;
                if r == R::zero() {
                    // The matrix has come apart.
                    d[i + 1] -= p;
                    e[m] = R::zero();
                    split = true;
                    break;
                }
                (s, c) = (f / r, g / r);
                g = d[i + 1] - p;
                r = (d[i] - g) * s + two * c * b;
                p = s * r;
                d[i + 1] = g + p;
                g = c * r - b;
                if let Some(q) = &mut q {
                    let (mut left, mut right) = q.rb_mut().split_at_col(i + 1);
                    let (x, y) = (column_mut(&mut left, i), column_mut(&mut right, 0));
                    R::Isa::run(Rotate { x, y, c, s });
                }
            }
            if !split {
                d[l] -= p;
                e[l] = g;
                e[m] = R::zero();
            }
        }
    }
    Ok(())
}

/// The rotation of two columns.
struct Rotate<'a, R> {
    x: &'a mut [R],
    y: &'a mut [R],
    c: R,
    s: R,
}

impl<R: Real> Kernel for Rotate<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Self { x, y, c, s } = self;
        for (x, y) in x.iter_mut().zip(y) {
            (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
        }
    }
}
