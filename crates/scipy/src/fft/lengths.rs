//! Lengths of fast transforms.

use xparray_core::{Error, Result};

/// The next length from `target` on that has small prime factors alone: 2, 3 and 5 for transforms of real numbers, 7 and 11 besides for those
/// of complex ones, as SciPy's.
///
/// ```
/// use xparray::scipy::fft::next_fast_len;
/// assert_eq!((next_fast_len(13, true)?, next_fast_len(13, false)?), (15, 14));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if there is none that `usize` has.
pub fn next_fast_len(target: usize, real: bool) -> Result<usize> {
    let factors: &[usize] = if real { &[3, 5] } else { &[3, 5, 7, 11] };
    // All products of the odd factors, each with as many factors of 2 as it needs.
    let mut best = target.checked_next_power_of_two();
    let mut products = vec![1usize];
    for &factor in factors {
        for k in 0.. {
            let Some(&product) = products.get(k) else { break };
            if product < target {
                products.extend(product.checked_mul(factor));
            }
        }
        products.retain(|&product| product < usize::MAX);
    }
    for product in products {
        let twos = target.div_ceil(product).checked_next_power_of_two();
        let length = twos.and_then(|twos| twos.checked_mul(product));
        best = best.into_iter().chain(length).min();
    }
    best.ok_or_else(|| Error::value("next_fast_len", format!("no length from {target} on")))
}

/// The largest length up to `target` that has such factors alone.
///
/// ```
/// use xparray::scipy::fft::prev_fast_len;
/// assert_eq!((prev_fast_len(13, true)?, prev_fast_len(13, false)?), (12, 12));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for 0.
pub fn prev_fast_len(target: usize, real: bool) -> Result<usize> {
    let factors: &[usize] = if real { &[3, 5] } else { &[3, 5, 7, 11] };
    let mut products = vec![1usize];
    for &factor in factors {
        for k in 0.. {
            let Some(&product) = products.get(k) else { break };
            products.extend(product.checked_mul(factor).filter(|&product| product <= target));
        }
    }
    // Each with as many factors of 2 as fit.
    let longest = products.into_iter().filter_map(|product| Some(product << (target / product).checked_ilog2()?));
    longest.max().ok_or_else(|| Error::value("prev_fast_len", "no length up to 0"))
}
