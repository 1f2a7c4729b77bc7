//! The method of Nelder and Mead, with steps that depend on the number of variables (Gao and Han, 2012).

use xparray_core::Result;

/// Where a search has ended.
pub(super) struct Found {
    pub point: Vec<f64>,
    pub value: f64,
    pub converged: bool,
}

/// A point where a function is least among those nearby; of the corners `start` and one step from it along each axis. It starts anew from
/// the best point until that is no better, so that no flat simplex is taken for an end.
pub(super) fn minimize(start: &[f64], steps: &[f64], f: &mut dyn FnMut(&[f64]) -> Result<f64>) -> Result<Found> {
    let mut best = Found { point: start.to_vec(), value: f(start)?, converged: start.is_empty() };
    for _ in 0..20 {
        let found = search(&best.point, steps, f)?;
        let done = found.converged && best.value - found.value <= 1e-13 * found.value.abs();
        best = if found.value <= best.value { found } else { best };
        if done || start.is_empty() {
            return Ok(Found { converged: true, ..best });
        }
    }
    Ok(Found { converged: false, ..best })
}

fn search(start: &[f64], steps: &[f64], f: &mut dyn FnMut(&[f64]) -> Result<f64>) -> Result<Found> {
    let n = start.len();
    let count = n as f64;
    let mut simplex = vec![(f(start)?, start.to_vec())];
    for k in 0..n {
        let mut point = start.to_vec();
        point[k] += steps[k];
        simplex.push((f(&point)?, point));
    }
    for _ in 0..400 * n {
        simplex.sort_by(|a, b| a.0.total_cmp(&b.0));
        let small = |k: usize| {
            let (low, high) = simplex.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (_, point)| {
                (low.min(point[k]), high.max(point[k]))
            });
            high - low <= 1e-9 * low.abs().max(high.abs()).max(1e-3 * steps[k])
        };
        if (0..n).all(small) {
            break;
        }
        let center: Vec<f64> =
            (0..n).map(|k| simplex[..n].iter().map(|(_, point)| point[k]).sum::<f64>() / count).collect();
        let worst = simplex[n].1.clone();
        let along = |t: f64| -> Vec<f64> { center.iter().zip(&worst).map(|(c, w)| c + t * (c - w)).collect() };
        let mut tried = |t: f64| -> Result<(f64, Vec<f64>)> {
            let point = along(t);
            Ok((f(&point)?, point))
        };
        let reflected = tried(1.0)?;
        if reflected.0 < simplex[0].0 {
            let expanded = tried(1.0 + 2.0 / count.max(2.0))?;
            simplex[n] = if expanded.0 < reflected.0 { expanded } else { reflected };
            continue;
        }
        if n > 1 && reflected.0 < simplex[n - 1].0 {
            simplex[n] = reflected;
            continue;
        }
        let t = 0.75 - 0.5 / count.max(2.0);
        let (contracted, bound) =
            if reflected.0 < simplex[n].0 { (tried(t)?, reflected.0) } else { (tried(-t)?, simplex[n].0) };
        if contracted.0 <= bound {
            simplex[n] = contracted;
            continue;
        }
        let best = simplex[0].1.clone();
        for corner in &mut simplex[1..] {
            corner.1.iter_mut().zip(&best).for_each(|(x, b)| *x = b + (1.0 - 1.0 / count.max(2.0)) * (*x - b));
            corner.0 = f(&corner.1)?;
        }
    }
    simplex.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (value, point) = simplex.swap_remove(0);
    Ok(Found { point, value, converged: true })
}
