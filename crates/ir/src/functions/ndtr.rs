super::function! {
    /// The cumulative function of the standard normal distribution.
    ndtr: "[0.0, -10.0, 1.0]" => "[5.00000000e-01 7.61985302e-24 8.41344746e-01]";
    value: ndtr,
    single: None,
    derivative: Some(|x| {
        let b = x.max(-40.0).min(40.0);
        (-0.5 * (b * b) - 0.918_938_533_204_672_7).exp()
    }),
    reference: "erfc(-x / sqrt(2)) / 2",
    scipy: "special.ndtr(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(-37.5, 10.0), Uniform(-13.0, 6.0), Uniform(-3.0, 3.0), Wide(1e-10, 8.0), Near(-0.7), Near(0.7)],
    special: &[(0.0, 0.5), (-0.0, 0.5), (INFINITY, 1.0), (-INFINITY, 0.0)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{INFINITY, X, log_ndtr};

fn ndtr(x: X<'_>) -> X<'_> {
    let a = x.abs();
    let tail = log_ndtr::tail(a);
    let outer = x.lt(0.0).select(tail, 1.0 - tail);
    a.lt(0.7).select(0.5 + 0.5 * log_ndtr::middle(x), outer)
}
