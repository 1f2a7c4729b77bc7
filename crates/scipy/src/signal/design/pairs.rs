//! Complex roots and their conjugates.

use super::C;
use xparray_core::{Error, Result};

/// One root of each conjugate pair, with a positive imaginary part, and the real roots; both in ascending order of real parts. Roots are real or
/// conjugate within 100 roundings of their magnitudes.
pub fn conjugate_pairs(op: &'static str, roots: &[C]) -> Result<(Vec<C>, Vec<f64>)> {
    let within = |error: f64, size: f64| error <= 100.0 * f64::EPSILON * size;
    let by_parts = |a: &C, b: &C| a.re.total_cmp(&b.re).then(a.im.abs().total_cmp(&b.im.abs()));
    let (real, complex): (Vec<C>, Vec<C>) = roots.iter().partition(|z| within(z.im.abs(), z.norm()));
    let mut real: Vec<f64> = real.iter().map(|z| z.re).collect();
    real.sort_by(f64::total_cmp);
    let (mut above, mut below): (Vec<C>, Vec<C>) = complex.iter().partition(|z| z.im > 0.0);
    above.sort_by(by_parts);
    let mut pairs = Vec::with_capacity(above.len());
    let unpaired = || Error::value(op, "a complex root without its conjugate");
    for z in above {
        let distance = |other: &C| (z - other.conj()).norm();
        let nearest = (0..below.len()).min_by(|&i, &j| distance(&below[i]).total_cmp(&distance(&below[j])));
        let other = below.swap_remove(nearest.ok_or_else(unpaired)?);
        if !within(distance(&other), z.norm()) {
            return Err(unpaired());
        }
        pairs.push((z + other.conj()) / 2.0);
    }
    if below.is_empty() { Ok((pairs, real)) } else { Err(unpaired()) }
}
