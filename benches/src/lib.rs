//! What the programs that time xparray share.

pub mod peers;

/// The middle of an odd number of samples, the mean of the two in the middle of an even one.
///
/// # Panics
/// If there are none.
pub fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    let (low, high) = (samples[(samples.len() - 1) / 2], samples[samples.len() / 2]);
    (low + high) / 2.0
}

/// The geometric mean, or nothing of nothing.
pub fn geometric_mean(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = ratios.fold((0_usize, 0.0), |(count, sum), ratio| (count + 1, sum + ratio.ln()));
    (count > 0).then(|| (sum / count as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_of_odd_and_even_counts() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn geometric_mean_of_a_ratio_and_its_inverse_is_one() {
        assert_eq!(geometric_mean([2.0, 0.5].into_iter()), Some(1.0));
        assert_eq!(geometric_mean(std::iter::empty()), None);
    }
}
