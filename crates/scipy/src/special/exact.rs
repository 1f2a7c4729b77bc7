//! What rounding loses, and powers that take it into account: a relative error of a base counts as often as the exponent says.

use super::elementwise::F;

/// What the sum of two numbers loses.
pub fn sum_error(a: F, b: F) -> F {
    let sum = a + b;
    let part = sum - a;
    (a - (sum - part)) + (b - part)
}

/// What the product of two numbers of ordinary sizes loses (Dekker's algorithm).
pub fn product_error(a: F, b: F) -> F {
    let high = |x: F| {
        let large = x * 134_217_729.0;
        large - (large - x)
    };
    let (a_high, b_high) = (high(a), high(b));
    let (a_low, b_low) = (a - a_high, b - b_high);
    ((a_high * b_high - a * b) + a_high * b_low + a_low * b_high) + a_low * b_low
}

/// The fourth root of `(numerator / denominator)^exponent`, and by how much its fourth power is off, relative to it; of a
/// numerator that is off by `error`.
pub fn root_of_power(numerator: F, error: F, denominator: F, exponent: F) -> (F, F) {
    let base = numerator / denominator;
    let rest = (numerator - base * denominator) - product_error(base, denominator);
    (base.power(exponent * 0.25), exponent * (rest + error) / numerator)
}
