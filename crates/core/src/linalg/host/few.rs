//! A few linear equations.

use smallvec::SmallVec;

/// The solution of a few equations by elimination with the largest pivots; each row has the right side behind its factors. A pivot that is
/// nothing beside the largest number is taken for as much as roundings make of that.
///
/// ```
/// use xparray::linalg::host::solve_few;
/// let x = solve_few(vec![vec![0.0, 2.0, 4.0], vec![1.0, 1.0, 5.0]]);
/// assert_eq!(x, [3.0, 2.0]);
/// ```
pub fn solve_few(rows: Vec<Vec<f64>>) -> Vec<f64> {
    let mut x = vec![0.0; rows.len()];
    eliminate(&mut rows.concat(), &mut x);
    x
}

/// [`solve_few`] of rows one behind the other.
pub fn eliminate(rows: &mut [f64], x: &mut [f64]) {
    let (count, width) = (x.len(), x.len() + 1);
    let smallest = f64::EPSILON * rows.iter().fold(f64::MIN_POSITIVE, |size, x| size.max(x.abs()));
    let mut unknowns: SmallVec<[usize; 4]> = (0..count).collect();
    for step in 0..count {
        let places = (step..count).flat_map(|i| (step..count).map(move |j| (i, j)));
        let size = |&(i, j): &(usize, usize)| rows[i * width + j].abs();
        let (i, j) = places.fold((step, step), |best, place| if size(&place) > size(&best) { place } else { best });
        (0..width).for_each(|l| rows.swap(step * width + l, i * width + l));
        rows.chunks_exact_mut(width).for_each(|row| row.swap(step, j));
        unknowns.swap(step, j);
        let (head, below) = rows[step * width..].split_at_mut(width);
        if head[step].abs() < smallest {
            head[step] = smallest;
        }
        for row in below.chunks_exact_mut(width) {
            let factor = row[step] / head[step];
            (step..width).for_each(|l| row[l] -= factor * head[l]);
        }
    }
    for i in (0..count).rev() {
        let row = &rows[i * width..][..width];
        let known: f64 = (i + 1..count).map(|l| row[l] * x[unknowns[l]]).sum();
        x[unknowns[i]] = (row[count] - known) / row[i];
    }
}
