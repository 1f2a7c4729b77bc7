//! How smooth a spline may be for its residuals (Dierckx, Curve and surface fitting with splines, chapter 5).

use xparray_core::Result;

/// The share of the sum of squares by which it may differ from what was asked for.
pub(super) const TOLERANCE: f64 = 1e-3;

/// The jumps of the derivative of order `k` of the B-splines at the knots inside, times a power of the mean distance of knots: for each knot the
/// first B-spline that has one, and the jumps from there on.
pub(super) fn jumps(t: &[f64], k: usize) -> Vec<(usize, Vec<f64>)> {
    let pieces = t.len() - 2 * k - 1;
    let scale = ((t[t.len() - k - 1] - t[k]) / pieces as f64).powi(k as i32);
    let entry = |j: usize, i: usize| {
        let others = (i..i + k + 2).filter(|&other| other != j);
        scale * (t[i + k + 1] - t[i]) / others.map(|other| t[j] - t[other]).product::<f64>()
    };
    (0..pieces - 1).map(|row| (row, (row..row + k + 2).map(|i| entry(row + k + 1, i)).collect())).collect()
}

/// The coefficients for the `p` where the sum of squares, which falls from `p = 0` to infinity, is `s`: by functions `(u p + v) / (p + w)`
/// through three places, of which the first is given. `at` has the coefficients for a `p`, and how much their sum is above `s`.
pub(super) fn search(
    s: f64,
    mut p: f64,
    (at_zero, at_infinity): (f64, f64),
    mut at: impl FnMut(f64) -> Result<(Vec<f64>, f64)>,
) -> Result<Vec<f64>> {
    let accuracy = TOLERANCE * s;
    let ((mut p1, mut f1), (mut p3, mut f3)) = ((0.0, at_zero), (f64::INFINITY, at_infinity));
    let (mut below, mut above) = (false, false);
    let mut c = Vec::new();
    for _ in 0..20 {
        let f2;
        (c, f2) = at(p)?;
        let p2 = p;
        if f2.abs() < accuracy {
            break;
        }
        if !below {
            if f2 - f3 <= accuracy {
                // `p` is too large to tell from infinity.
                (p3, f3) = (p2, f2);
                p *= 0.04;
                if p <= p1 {
                    p = 0.9 * p1 + 0.1 * p2;
                }
                continue;
            }
            below = f2 < 0.0;
        }
        if !above {
            if f1 - f2 <= accuracy {
                (p1, f1) = (p2, f2);
                p /= 0.04;
                if p >= p3 {
                    p = 0.1 * p2 + 0.9 * p3;
                }
                continue;
            }
            above = f2 > 0.0;
        }
        if f2 >= f1 || f2 <= f3 {
            break;
        }
        let (h1, h2, h3) = (f1 * (f2 - f3), f2 * (f3 - f1), f3 * (f1 - f2));
        p = match p3 {
            f64::INFINITY => -(p1 * h2 + p2 * h1) / h3,
            _ => -(p1 * p2 * h3 + p2 * p3 * h1 + p1 * p3 * h2) / (p1 * h1 + p2 * h2 + p3 * h3),
        };
        if f2 < 0.0 { (p3, f3) = (p2, f2) } else { (p1, f1) = (p2, f2) }
    }
    Ok(c)
}
