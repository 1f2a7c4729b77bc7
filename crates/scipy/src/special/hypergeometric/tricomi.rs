//! Tricomi's function `U(a, b, x)`: by its integral for `a` of at least 1, by the recurrence downwards for others, which is stable but for
//! small numbers; to these by steps along the differential equation.

use super::super::double::D;
use super::super::elementwise::F;
use super::super::exact::{product_error, sum_error};
use super::super::gamma::factor;
use super::confluent::taylor;
use xparray_core::kernel::{if_, while_};

/// For `a` of at least 1 and positive `x`: the integral of `exp(-x t) t^(a - 1) (1 + t)^(b - a - 1) / gamma(a)` (DLMF 13.4.4) over the logarithm of
/// `t` by the trapezoidal rule, whose error falls exponentially with the number of points, as the integrand is analytic. All terms are positive.
fn integral(a: F, b: F, x: F) -> F {
    // The largest value is near this `t`, of half the digits so that it is exact in what follows.
    let p = x - b + 1.0;
    let root = (p * p + 4.0 * a * x).sqrt();
    let peak = p.gt(0.0).select(2.0 * a / (p + root), (root - p) / (2.0 * x));
    let large = peak * 134_217_729.0;
    let peak = large - (large - peak);
    let (above, q) = (1.0 + peak, peak / (1.0 + peak));
    let width = (x * peak - (b - a - 1.0) * q / above).sqrt();
    let step = (0.4 / width).minimum(0.2);
    let term = |distance: F| {
        let growth = distance.expm1();
        (a * distance - x * peak * growth + (b - a - 1.0) * (q * growth).log1p()).exp()
    };
    let side = |step: F| {
        let next = |(sum, _, k): (F, F, F)| {
            let value = term(k * step);
            (sum + value, value, k + 1.0)
        };
        let more = |(sum, value, k): (F, F, F)| value.gt(1e-18 * sum) & k.lt(1e4);
        while_((x * 0.0 + 0.5, x * 0.0 + 1.0, x * 0.0 + 1.0), more, next).0
    };
    let sum = step * (side(step) + side(-step));
    // The value there, with what is lost by rounded bases of powers.
    let (y, base) = (x * peak, x * above);
    let rest = product_error(x, above) + x * sum_error(x * 0.0 + 1.0, peak);
    let change = (a / y - 1.0) * product_error(x, peak) - a * rest / base;
    sum * factor(a, y) * base.power(-a) * above.power(b - 1.0) * (1.0 + change)
}

/// For positive `x`.
fn positive(a: F, b: F, x: F) -> F {
    let pole = |a: F| D::new(a).is_pole();
    // Kummer's transformation (DLMF 13.2.40).
    let other = a - b + 1.0;
    let turned = !pole(a) & (pole(other) | (a.lt(1.0) & b.lt(1.0)));
    let factor = turned.select(x.power(1.0 - b), 1.0);
    let (a, b) = (turned.select(other, a), turned.select(2.0 - b, b));
    let polynomial = pole(a);
    let steps = polynomial.select(-a, (1.0 - a).ceil().maximum(0.0));
    let first = a + steps;
    // Below the first wave other solutions grow faster in the recurrence: from there. Where it is far off it counts no more, and powers at it
    // overflow.
    let wide = b - 2.0 * a;
    let wave = wide.eq(0.0).select(0.0, 3.0 * (b * b + 1.0) / wide.gt(0.0).select(wide.maximum(0.05), wide));
    let y = (steps.gt(0.0) & !polynomial).select(x.maximum(wave), x);
    let start = polynomial.select(1.0, first);
    let value = if_(polynomial, || x * 0.0 + 1.0, || integral(start, b, y));
    let above = if_(steps.gt(0.0) & !polynomial, || integral(start + 1.0, b, y), || x * 0.0);
    // DLMF 13.3.7.
    let next = |(above, value, k): (F, F, F)| {
        let a = first - k;
        (value, (y + 2.0 * a - b) * value - a * (a - b + 1.0) * above, k + 1.0)
    };
    let (above, value, _) = while_((above, value, x * 0.0), |(_, _, k): (F, F, F)| k.lt(steps), next);
    let slope = (a * (a - b + 1.0) * above - a * value) / y;
    let next = |(value, slope, y): (F, F, F)| {
        let step = (0.5 * y).minimum(2.0 * (y / (a.abs() + 1.0)).sqrt());
        let below = (y - step).maximum(x);
        let (value, slope) = taylor(D::new(a), D::new(b), y, below - y, D::new(value), D::new(slope));
        (value.hi, slope.hi, below)
    };
    factor * while_((value, slope, y), |(_, _, y): (F, F, F)| y.gt(x), next).0
}

/// Of any numbers.
pub fn u(a: F, b: F, x: F) -> F {
    let known = x.ge(0.0) & x.lt(f64::INFINITY) & a.abs().lt(1e5) & b.abs().lt(1e5);
    let inside = known & x.gt(0.0);
    let of = |value: F, other: f64| inside.select(value, other);
    let value = positive(of(a, 1.0), of(b, 1.0), of(x, 1.0));
    // At 0 (DLMF 13.2.14 and on).
    let degree = D::new(a).is_pole().select(-a, 0.0);
    let product = while_(
        (a * 0.0 + 1.0, a * 0.0),
        |(_, k): (F, F)| known & k.lt(degree),
        |(p, k): (F, F)| (-p * (b + k), k + 1.0),
    )
    .0;
    let below = (1.0 - b).gamma() * (a - b + 1.0).rgamma();
    let zero = D::new(a).is_pole().select(product, b.lt(1.0).select(below, f64::INFINITY));
    known.select(inside.select(value, zero), f64::NAN)
}
