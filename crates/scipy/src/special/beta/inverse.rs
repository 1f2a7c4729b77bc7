//! The inverses of the incomplete beta function.

use super::complete::betaln;
use super::incomplete::{factor, sides};
use crate::special::elementwise::F;
use crate::special::root::{Value, root};

/// `x` with `betainc(a, b, x) = p`.
pub fn lower_inverse(a: F, b: F, p: F) -> F {
    inverse(a, b, p, 1.0 - p)[0]
}

/// `x` with `betaincc(a, b, x) = q`.
pub fn upper_inverse(a: F, b: F, q: F) -> F {
    inverse(a, b, 1.0 - q, q)[0]
}

/// `x` and `1 - x` with `betainc(a, b, x) = p` and its complement `q`, from the smaller one of both, over the odds `x / (1 - x)`.
pub fn inverse(a: F, b: F, p: F, q: F) -> [F; 2] {
    let finite = a.lt(f64::INFINITY) & b.lt(f64::INFINITY);
    let inside = a.gt(0.0) & b.gt(0.0) & finite & p.gt(0.0) & q.gt(0.0);
    let of = |value: F, other: f64| inside.select(value, other);
    let (c, d, p_inside, q_inside) = (of(a, 1.0), of(b, 1.0), of(p, 0.5), of(q, 0.5));
    let rising = p_inside.le(q_inside);
    // One term of the series at the end where the root is, or the mean.
    let log_beta = betaln(c, d);
    let low = ((p_inside.log() + c.log() + log_beta) / c).exp();
    let high = ((q_inside.log() + d.log() + log_beta) / d).exp();
    let mean = c / d;
    let start = (rising & low.lt(0.5 * c / (c + d)))
        .select(low, (!rising & high.lt(0.5 * d / (c + d))).select(1.0 / high, mean));
    let bounds = [c * 0.0 + 1e-307, c * 0.0 + 1e307];
    let target = rising.select(p_inside, q_inside);
    let tolerance = 1e-8 / (1.0 + c.minimum(d).sqrt());
    let odds = root(start, bounds, target, rising, tolerance, |odds| {
        let (x, y) = (odds / (1.0 + odds), 1.0 / (1.0 + odds));
        let [lower, upper] = sides(c, d, x, y);
        Value { value: rising.select(lower, upper), slope: factor(c, d, x, y) }
    });
    let wrong = !(a.gt(0.0) & b.gt(0.0)) | p.lt(0.0) | q.lt(0.0) | !finite | p.ne(p);
    let end = |zero: F, one: F| wrong.select(f64::NAN, zero.le(0.0).select(0.0, one.le(0.0).select(1.0, f64::NAN)));
    [inside.select(odds / (1.0 + odds), end(p, q)), inside.select(1.0 / (1.0 + odds), end(q, p))]
}
