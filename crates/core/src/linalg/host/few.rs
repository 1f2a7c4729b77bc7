//! A few linear equations.

/// The solution of a few equations by elimination with the largest pivots; each row has the right side behind its factors. A pivot that is
/// nothing beside the largest number is taken for as much as roundings make of that.
///
/// ```
/// use xparray::linalg::host::solve_few;
/// let x = solve_few(vec![vec![0.0, 2.0, 4.0], vec![1.0, 1.0, 5.0]]);
/// assert_eq!(x, [3.0, 2.0]);
/// ```
pub fn solve_few(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let count = rows.len();
    let smallest = f64::EPSILON * rows.iter().flatten().fold(f64::MIN_POSITIVE, |size, x| size.max(x.abs()));
    let mut unknowns: Vec<usize> = (0..count).collect();
    for step in 0..count {
        let places = (step..count).flat_map(|i| (step..count).map(move |j| (i, j)));
        let size = |&(i, j): &(usize, usize)| rows[i][j].abs();
        let (i, j) = places.fold((step, step), |best, place| if size(&place) > size(&best) { place } else { best });
        rows.swap(step, i);
        rows.iter_mut().for_each(|row| row.swap(step, j));
        unknowns.swap(step, j);
        if rows[step][step].abs() < smallest {
            rows[step][step] = smallest;
        }
        let head = rows[step].clone();
        for row in &mut rows[step + 1..] {
            let factor = row[step] / head[step];
            (step..=count).for_each(|l| row[l] -= factor * head[l]);
        }
    }
    let mut x = vec![0.0; count];
    for i in (0..count).rev() {
        let known: f64 = (i + 1..count).map(|l| rows[i][l] * x[unknowns[l]]).sum();
        x[unknowns[i]] = (rows[i][count] - known) / rows[i][i];
    }
    x
}
