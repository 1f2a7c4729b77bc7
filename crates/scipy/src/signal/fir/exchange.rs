//! Remez's exchange: polynomials with the least largest error.

/// A polynomial by its values at points, in Lagrange's barycentric form.
pub struct Approximation {
    points: Vec<f64>,
    values: Vec<f64>,
    weights: Vec<f64>,
}

impl Approximation {
    /// The value at a point.
    pub fn value(&self, x: f64) -> f64 {
        let (mut above, mut below) = (0.0, 0.0);
        for ((&point, &value), &weight) in self.points.iter().zip(&self.values).zip(&self.weights) {
            if x == point {
                return value;
            }
            let part = weight / (x - point);
            above += part * value;
            below += part;
        }
        above / below
    }
}

/// The inverse products of differences; twice those, which stay near 1 for points between -1 and 1.
fn barycentric(points: &[f64]) -> Vec<f64> {
    let product = |k: usize| {
        let others = points.iter().enumerate().filter(|(j, _)| *j != k);
        others.map(|(_, other)| 2.0 * (points[k] - other)).product::<f64>()
    };
    (0..points.len()).map(|k| 1.0 / product(k)).collect()
}

/// The polynomial with that many coefficients whose largest weighted error is least, over places `[x, value, weight]` in order; `None` if exchanges do not
/// end in time.
pub fn minimax(grid: &[[f64; 3]], coefficients: usize, exchanges: usize) -> Option<Approximation> {
    let count = coefficients + 1;
    let mut chosen: Vec<usize> = (0..count).map(|k| k * (grid.len() - 1) / coefficients).collect();
    for _ in 0..exchanges {
        let points: Vec<f64> = chosen.iter().map(|&k| grid[k][0]).collect();
        let weights = barycentric(&points);
        // The error that has the same size, and the sign in turns, at all of them.
        let sign = |k: usize| if k.is_multiple_of(2) { 1.0 } else { -1.0 };
        let above: f64 = chosen.iter().zip(&weights).map(|(&k, w)| w * grid[k][1]).sum();
        let below: f64 = chosen.iter().enumerate().map(|(j, &k)| sign(j) * weights[j] / grid[k][2]).sum();
        let deviation = above / below;
        if !deviation.is_finite() {
            return None;
        }
        let values: Vec<f64> =
            chosen.iter().enumerate().map(|(j, &k)| grid[k][1] - sign(j) * deviation / grid[k][2]).collect();
        let best = Approximation { points, values, weights };
        let errors: Vec<f64> = grid.iter().map(|&[x, value, weight]| weight * (value - best.value(x))).collect();
        let largest = errors.iter().fold(0.0f64, |largest, e| largest.max(e.abs()));
        let rounding = 64.0 * f64::EPSILON * grid.iter().fold(0.0f64, |most, [_, y, w]| most.max((y * w).abs()));
        // The first deviations may be no larger than rounding, which is no reason to leave out a place.
        let next = extrema(&errors, count, deviation.abs() * (1.0 - 1e-6) - rounding);
        if next == chosen || largest <= rounding || largest <= deviation.abs() * (1.0 + 1e-10) {
            return Some(best);
        }
        if next.len() != count {
            return None;
        }
        chosen = next;
    }
    None
}

/// The places of the largest errors whose signs take turns, of those from a size on.
fn extrema(errors: &[f64], count: usize, least: f64) -> Vec<usize> {
    let last = errors.len() - 1;
    let peak = |k: usize| {
        let size = errors[k] * errors[k].signum();
        let beside = |other: usize| errors[other] * errors[k].signum() <= size;
        size >= least && (k == 0 || beside(k - 1)) && (k == last || beside(k + 1))
    };
    let mut places: Vec<usize> = Vec::new();
    for k in (0..=last).filter(|&k| peak(k)) {
        match places.last_mut() {
            // Of neighbours with one sign the largest.
            Some(before) if errors[*before].signum() == errors[k].signum() => {
                if errors[k].abs() > errors[*before].abs() {
                    *before = k;
                }
            }
            _ => places.push(k),
        }
    }
    // Too many: the smaller one at an end, or the smallest two neighbours.
    while places.len() > count {
        let size = |j: usize| errors[places[j]].abs();
        let end = places.len() - 1;
        if places.len() == count + 1 {
            places.remove(if size(0) < size(end) { 0 } else { end });
            continue;
        }
        let pair = |j: usize| size(j).max(size(j + 1));
        let smallest = (0..end).min_by(|&i, &j| pair(i).total_cmp(&pair(j))).unwrap_or(0);
        places.drain(smallest..smallest + 2);
    }
    places
}
