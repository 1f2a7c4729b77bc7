super::function! {
    /// `1 / sqrt(x)`: infinite at zero, with its sign; NaN below zero.
    rsqrt: "[1.0, 4.0, 0.0]" => "[1.  0.5 inf]";
    value: |x| 1.0 / x.sqrt(),
    single: Some(|x| 1.0 / x.sqrt()),
    derivative: Some(|x| -0.5 / (x * x.sqrt())),
    reference: "1 / sqrt(x)",
    scipy: "1 / np.sqrt(x)",
    terms: None,
    bound: [1.5, 1.5],
    samples: &[Positive(5e-324, 1.7e308), Uniform(0.0, 10.0)],
    special: &[(0.0, INFINITY), (-0.0, -INFINITY), (INFINITY, 0.0), (-1.0, NAN), (-INFINITY, NAN)],
}

use super::{INFINITY, NAN};
use super::Sample::{Positive, Uniform};
