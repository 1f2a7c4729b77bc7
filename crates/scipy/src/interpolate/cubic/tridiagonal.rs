//! Systems of three diagonals.

/// The solution of a system whose rows `[below, diagonal, above]` need no pivoting, as they are dominated by their diagonals, for each of the
/// right sides' columns. It is left in these.
pub(super) fn solve(rows: &mut [[f64; 3]], sides: &mut [f64], columns: usize) {
    let n = rows.len();
    for i in 1..n {
        let factor = rows[i][0] / rows[i - 1][1];
        rows[i][1] -= factor * rows[i - 1][2];
        let (before, from) = sides.split_at_mut(i * columns);
        for (x, known) in from[..columns].iter_mut().zip(&before[(i - 1) * columns..]) {
            *x -= factor * known;
        }
    }
    for i in (0..n).rev() {
        let [_, pivot, above] = rows[i];
        let (now, behind) = sides[i * columns..].split_at_mut(columns);
        for (j, x) in now.iter_mut().enumerate() {
            let known = if i + 1 < n { above * behind[j] } else { 0.0 };
            *x = (*x - known) / pivot;
        }
    }
}
