//! The inverses of the incomplete gamma functions.

use super::incomplete::{factor, sides};
use crate::special::elementwise::F;
use crate::special::root::{Value, root, rough_normal};

/// `x` with `P(a, x) = p`.
pub fn lower_inverse(a: F, p: F) -> F {
    inverse(a, p, 1.0 - p)
}

/// `x` with `Q(a, x) = q`.
pub fn upper_inverse(a: F, q: F) -> F {
    inverse(a, 1.0 - q, q)
}

/// `x` with `P(a, x) = p` and `Q(a, x) = q`, from the smaller one of both.
fn inverse(a: F, p: F, q: F) -> F {
    let inside = a.gt(0.0) & a.lt(f64::INFINITY) & p.gt(0.0) & q.gt(0.0);
    let (b, p_inside, q_inside) = (inside.select(a, 1.0), inside.select(p, 0.5), inside.select(q, 0.5));
    let rising = p_inside.le(q_inside);
    // For large a the cube root is almost normal (Wilson and Hilferty); for small x there is one term of the series.
    let cube = 1.0 - 1.0 / (9.0 * b) + rough_normal(p_inside, q_inside) / (3.0 * b.sqrt());
    let power = ((p_inside.log() + (b + 1.0).gammaln()) / b).exp();
    let start = (b.gt(1.0) & cube.gt(0.1)).select(b * cube * cube * cube, power);
    let bounds = [b * 0.0 + f64::MIN_POSITIVE, b + 40.0 * b.sqrt() + 800.0];
    let target = rising.select(p_inside, q_inside);
    let x = root(start, bounds, target, rising, 1e-8 / (1.0 + b.sqrt()), |x| {
        let [lower, upper] = sides(b, x);
        Value { value: rising.select(lower, upper), slope: factor(b, x) }
    });
    let wrong = !a.ge(0.0) | p.lt(0.0) | q.lt(0.0);
    let end = p.eq(0.0).select(0.0, q.eq(0.0).select(f64::INFINITY, a.eq(0.0).select(0.0, a * p * f64::NAN)));
    inside.select(x, wrong.select(f64::NAN, end))
}
