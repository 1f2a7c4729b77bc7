super::function! {
    /// The inverse of the gamma function, 1 divided by it: zero at its poles.
    rgamma: "[5.0, 0.5, -1.0]" => "[0.04166667 0.56418958 0.        ]";
    value: rgamma,
    single: None,
    derivative: Some(slope),
    reference: "rgamma(x)",
    scipy: "special.rgamma(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[
        Uniform(0.0, 171.6), Uniform(0.0, 10.0), Wide(1e-300, 170.0), Uniform(-170.0, 0.0), Uniform(-10.0, 0.0), Near(1.0),
        Near(-0.5), Near(1.5), Near(-3.0), Near(-100.0),
    ],
    special: &[
        (0.0, 0.0), (-0.0, -0.0), (1.0, 1.0), (2.0, 1.0), (-1.0, 0.0), (-3.0, 0.0), (INFINITY, 0.0), (-INFINITY, 0.0),
        (-1e300, 0.0), (1e300, 0.0), (-200.5, -INFINITY),
    ],
}

use super::Sample::{Near, Uniform, Wide};
use super::double::Double;
use super::{FunctionId, INFINITY, X, gamma};
use std::f64::consts::{FRAC_1_PI, PI};

/// By reflection below 1/2, where the digamma function has poles.
fn slope(x: X<'_>) -> X<'_> {
    let n = x.rint();
    let half = 0.5 * n;
    let (sign, angle) = (1.0 - 4.0 * (half - half.floor()), (x - n) * PI);
    let y = 1.0 - x.min(0.5);
    let turned = angle.cos() - angle.sin() * y.call(FunctionId::digamma) * FRAC_1_PI;
    let below = sign * y.call(FunctionId::gamma) * turned;
    x.lt(0.5).select(below, -x.call(FunctionId::rgamma) * x.call(FunctionId::digamma))
}

/// As the gamma function.
fn rgamma(x: X<'_>) -> X<'_> {
    let below = x.lt(-0.5);
    let log = gamma::log(x);
    let less = log - Double::constant(x, gamma::MARGIN);
    let power = gamma::exp(Double(below.select(less.0, -log.0), below.select(less.1, -log.1)));
    let outer = below.select(gamma::sine(x) * power * MARGIN, power);
    let small = x.lt(0.5);
    let near = gamma::inverse_near_one(small.select(x, x - 1.0));
    let value = x.lt(1.5).select(below.select(outer, small.select(near * x, near)), outer);
    let pole = below.select((x - x.rint()).abs(), 1.0);
    // Of negative infinity, the limit of neither side, but SciPy's.
    x.eq(-INFINITY).select(0.0, pole.eq(0.0).select(0.0, value))
}

const MARGIN: f64 = 18_446_744_073_709_551_616.0;
