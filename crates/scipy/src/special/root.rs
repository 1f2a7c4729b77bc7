//! Inverses of distribution functions.

use super::elementwise::F;
use xparray_core::Var;
use xparray_core::kernel::{is_remembered, while_};

/// A value of a function at `x`, and by how much it changes with the logarithm of `x`: `x` times the derivative's magnitude.
pub struct Value {
    pub value: F,
    pub slope: F,
}

/// The positive `x` between `low` and `high` where a positive function, rising or falling, has the value `target`.
///
/// Newton's method for the logarithm of the function over the logarithm of `x`, in which distribution functions are concave; a step that
/// leaves the numbers where the root must be goes to their geometric mean instead. The last step is below `tolerance`,
/// relative to `x`, so what is left is its square.
pub fn root(start: F, [low, high]: [F; 2], target: F, rising: Var<bool>, tolerance: F, f: impl Fn(F) -> Value) -> F {
    let next = |(x, low, high, _, n): (F, F, F, F, F)| {
        let Value { value, slope } = f(x);
        let ratio = value / target;
        let too_far = rising.select(ratio, -ratio).gt(rising.select(1.0, -1.0));
        let (low, high) = (too_far.select(low, x), too_far.select(x, high));
        let step = ratio.log() * value / slope;
        let step = rising.select(step, -step);
        let newton = x * (-step).exp();
        let inside = newton.ge(low) & newton.le(high);
        let x = inside.select(newton, low.sqrt() * high.sqrt());
        (x, low, high, inside.select(step.abs(), (high / low).log()), n + 1.0)
    };
    let start = start.maximum(low).minimum(high);
    let more = |(_, _, _, step, n): (F, F, F, F, F)| step.gt(tolerance) & n.lt(100.0);
    let x = while_((start, low, high, f64::INFINITY, 0.0), more, next).0;
    if is_remembered() { with_slopes(x.stop_gradient(), target, rising, f) } else { x }
}

/// The root with its derivatives of up to the third order: each of two steps of Newton's method from it, as a constant, doubles the number of orders,
/// and one more, that are right.
fn with_slopes(root: F, target: F, rising: Var<bool>, f: impl Fn(F) -> Value) -> F {
    let step = |x: F| {
        let Value { value, slope } = f(x);
        let step = (value / target).log() * value / slope;
        x * rising.select(-step, step).exp()
    };
    let moved = step(step(root));
    let known = moved.abs().lt(f64::INFINITY);
    root + known.select(moved - moved.stop_gradient(), 0.0)
}

/// A rough quantile of the normal distribution (Abramowitz and Stegun 26.2.23), of `p` or else of `1 - q`.
pub fn rough_normal(p: F, q: F) -> F {
    let t = (-2.0 * p.minimum(q).log()).sqrt();
    let numerator = (0.010_328 * t + 0.802_853) * t + 2.515_517;
    let denominator = ((0.001_308 * t + 0.189_269) * t + 1.432_788) * t + 1.0;
    let z = t - numerator / denominator;
    p.lt(q).select(-z, z)
}
