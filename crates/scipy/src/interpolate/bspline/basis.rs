//! B-splines on the host.

/// The piece of the base interval in which a place is, as the number of the knot where it begins.
pub(in crate::interpolate) fn interval(t: &[f64], k: usize, x: f64) -> usize {
    let n = t.len() - k - 1;
    (t[k..=n].partition_point(|&knot| knot <= x) + k).saturating_sub(1).clamp(k, n - 1)
}

/// The number of the first B-spline of degree `k` that is not 0 at a place, and the derivatives of order `nu` of it and of the next `k`
/// (de Boor, A Practical Guide to Splines, chapter X).
pub(in crate::interpolate) fn basis(t: &[f64], k: usize, x: f64, nu: usize) -> (usize, Vec<f64>) {
    let l = interval(t, k, x);
    if nu > k {
        return (l - k, vec![0.0; k + 1]);
    }
    let over = |value: f64, width: f64| if width == 0.0 { 0.0 } else { value / width };
    let mut values = vec![1.0];
    for d in 1..=k {
        // That of index `l - d + r` is of two of the degree before, which are there from index `l - d + 1` on.
        let known = |r: usize| if (1..=d).contains(&r) { values[r - 1] } else { 0.0 };
        let next = |r: usize| {
            let i = l + r - d;
            let (left, right) = (over(known(r), t[i + d] - t[i]), over(known(r + 1), t[i + d + 1] - t[i + 1]));
            if d > k - nu { d as f64 * (left - right) } else { (x - t[i]) * left + (t[i + d + 1] - x) * right }
        };
        values = (0..=d).map(next).collect();
    }
    (l - k, values)
}
