//! Slopes of Bessel functions, whose continued fractions have none: by the argument from the differential equation, by the order from
//! integrals and power series.

use super::elementwise::{F, magnitude};
use super::normal::NODES;
use std::f64::consts::PI;
use xparray_core::kernel::{if_, while_};

/// Where a number is finite, 0 with the slopes of that number.
fn slopes_of(x: F) -> F {
    x.abs().lt(f64::INFINITY).select(x - x.stop_gradient(), 0.0)
}

/// The sum of `f` at the nodes of Gauss's and Legendre's rule in `count` panels of a width, for two functions.
fn panels(count: F, width: F, f: impl Fn(F) -> [F; 2]) -> [F; 2] {
    let zero = width * 0.0;
    let next = |(first, second, k): (F, F, F)| {
        let (mut sums, middle) = ([first, second], (k + 0.5) * width);
        for (node, weight) in NODES {
            for side in [0.5 * node, -0.5 * node] {
                let values = f(middle + side * width);
                sums = [0, 1].map(|i| sums[i] + (0.5 * weight) * values[i]);
            }
        }
        (sums[0], sums[1], k + 1.0)
    };
    let (first, second, _) = while_((zero, zero, zero), |(_, _, k): (F, F, F)| k.lt(count), next);
    [first * width, second * width]
}

/// `J` and `Y` by Schläfli's integrals (DLMF 10.9.6, 10.9.7).
fn integrals(v: F, x: F) -> [F; 2] {
    let order = magnitude(v.stop_gradient());
    let count = ((order + x) / 3.0).ceil() + 1.0;
    let [cos, sin] = panels(count, PI / count, |t| {
        let angle = v * t - x * t.sin();
        [angle.cos(), angle.sin()]
    });
    // Up to where the exponential is nothing beside the largest.
    let last = (0..6).fold(((60.0 + order) / x).arcsinh(), |t, _| ((60.0 + order * t) / x).arcsinh());
    let count = (last * (2.0f64 + order.sqrt() / 3.0)).ceil().maximum(8.0);
    let [falling, rising] = panels(count, last / count, |t| {
        let size = -x * t.sinh();
        [(size - v * t).exp(), (size + v * t).exp()]
    });
    let turn = PI * (v - 2.0 * (0.5 * v.stop_gradient()).rint());
    [(cos - turn.sin() * falling) / PI, -(sin + rising + turn.cos() * falling) / PI]
}

/// `J` by its power series (DLMF 10.2.2), where terms fall soon.
fn series(v: F, x: F) -> F {
    let square = -0.25 * x * x;
    let next = |(sum, power, k): (F, F, F)| (sum + power * (v + k + 1.0).rgamma(), power * square / (k + 1.0), k + 1.0);
    let start = (x * 0.0, x * 0.0 + 1.0, x * 0.0);
    let (sum, ..) = while_(start, |(.., k): (F, F, F)| k.lt(40.0), next);
    sum * (0.5 * x).power(v)
}

/// Both functions with their slopes, from their values at an order and the next one, of positive `x`.
pub fn with_slopes(v: F, x: F, both: impl Fn(F, F) -> [F; 2]) -> [F; 2] {
    let (order, at) = (v.stop_gradient(), x.stop_gradient());
    let moving = |v: F| {
        let near = at.lt(4.0) | (v.gt(0.0) & (at * at).lt(8.0 * (v + 1.0)));
        let [j, y] = integrals(v, at);
        [if_(near, || series(v, at), || j), y]
    };
    let of = |shift: f64| {
        let (values, moving) = (both(order + shift, at), moving(v + shift));
        [0, 1].map(|i| values[i].stop_gradient() + slopes_of(moving[i]))
    };
    let (values, next) = (of(0.0), of(1.0));
    let change = x - at;
    [0, 1].map(|i| {
        // Bessel's equation gives one derivative after the other.
        let zeroth = values[i];
        let first = v / at * zeroth - next[i];
        let second = -first / at - (1.0 - v / at * (v / at)) * zeroth;
        let third = -(3.0 * second + 2.0 * zeroth) / at - ((1.0 - v * v) / at / at + 1.0) * first;
        let mut sum = zeroth;
        let mut power = change;
        for (derivative, factor) in [(first, 1.0), (second, 0.5), (third, 1.0 / 6.0)] {
            let known = derivative.abs().lt(f64::INFINITY);
            sum = sum + known.select(derivative, 0.0) * power * factor;
            power = power * change;
        }
        sum
    })
}
