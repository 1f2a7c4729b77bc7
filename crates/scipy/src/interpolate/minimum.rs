//! Minima of functions of one number.

/// A place of an interval where a function has a minimum, to about 1e-5: golden sections and parabolas (Brent, Algorithms for minimization
/// without derivatives, chapter 5).
pub(super) fn minimum(f: &dyn Fn(f64) -> f64, mut a: f64, mut b: f64) -> f64 {
    const ACCURACY: f64 = 1e-5;
    let golden = 0.5 * (3.0 - 5f64.sqrt());
    let side = |x: f64| if x < 0.0 { -1.0 } else { 1.0 };
    let mut x = a + golden * (b - a);
    // The second and the third best place so far, the step and the one before.
    let (mut second, mut third, mut step, mut before) = (x, x, 0.0f64, 0.0f64);
    let mut at = f(x);
    let (mut at_second, mut at_third) = (at, at);
    for _ in 0..500 {
        let middle = 0.5 * (a + b);
        let least = f64::EPSILON.sqrt() * x.abs() + ACCURACY / 3.0;
        if (x - middle).abs() <= 2.0 * least - 0.5 * (b - a) {
            break;
        }
        let mut parabola = None;
        if before.abs() > least {
            let r = (x - second) * (at - at_third);
            let q = (x - third) * (at - at_second);
            let p = (x - third) * q - (x - second) * r;
            let (p, q) = if q > r { (-p, 2.0 * (q - r)) } else { (p, 2.0 * (r - q)) };
            let last = before;
            before = step;
            if p.abs() < (0.5 * q * last).abs() && p > q * (a - x) && p < q * (b - x) {
                let next = x + p / q;
                let close = next - a < 2.0 * least || b - next < 2.0 * least;
                parabola = Some(if close { least * side(middle - x) } else { p / q });
            }
        }
        step = parabola.unwrap_or_else(|| {
            before = if x >= middle { a - x } else { b - x };
            golden * before
        });
        let next = x + side(step) * step.abs().max(least);
        let at_next = f(next);
        if at_next <= at {
            if next >= x {
                a = x
            } else {
                b = x
            }
            (third, at_third) = (second, at_second);
            (second, at_second) = (x, at);
            (x, at) = (next, at_next);
        } else {
            if next < x {
                a = next
            } else {
                b = next
            }
            if at_next <= at_second || second == x {
                (third, at_third) = (second, at_second);
                (second, at_second) = (next, at_next);
            } else if at_next <= at_third || third == x || third == second {
                (third, at_third) = (next, at_next);
            }
        }
    }
    x
}
