//! The beta function and quotients of gamma functions: by Stirling's formula where arguments are large, without differences
//! of large logarithms.

use crate::special::elementwise::{F, alternating, is_integer};
use crate::special::gamma::{log_stirling, log1pmx, stirling};
use std::f64::consts::{PI, TAU};
use xparray_core::Var;
use xparray_core::kernel::while_;

/// `gamma(b) / gamma(a + b)` for positive numbers, divided by `(a + b)^-a`: of an ordinary size for large `b`.
pub fn quotient(a: F, b: F) -> F {
    let sum = a + b;
    (-b * log1pmx(a / b, sum / b)).exp() * (sum / b).sqrt() * stirling(b) / stirling(sum)
}

/// The same for `b` from 10 on, without the powers that smaller numbers take.
pub fn quotient_of_large(a: F, b: F) -> F {
    let sum = a + b;
    (log_stirling(b) - log_stirling(sum) - b * log1pmx(a / b, sum / b)).exp() * (sum / b).sqrt()
}

/// What Stirling's formula leaves of the beta function of numbers from 10 on: its logarithm.
pub fn log_rest(a: F, b: F) -> F {
    log_stirling(a) + log_stirling(b) - log_stirling(a + b)
}

/// The beta function, where `b` is from 10 on, and `a` above `-b / 2`.
fn with_large(a: F, b: F) -> F {
    // In halves, so that what is a number is not infinite before.
    let half = (a + b).power(-0.5 * a);
    quotient_of_large(a, b) * half / a.rgamma() * half
}

/// The logarithm of its magnitude.
fn log_with_large(a: F, b: F) -> F {
    let sum = a + b;
    a.gammaln() - a * sum.log() - b * log1pmx(a / b, sum / b)
        + 0.5 * (a / b).log1p()
        + (log_stirling(b) - log_stirling(sum))
}

/// Of positive numbers.
fn positive(a: F, b: F) -> F {
    let (small, large) = (a.minimum(b), a.maximum(b));
    let sum = a + b;
    // The quotient of two of a size first, and of numbers that are hardly any, whose product is none.
    let product = sum.rgamma() / large.rgamma() / small.rgamma();
    let mixed = with_large(small, large);
    let powers = small * (small / sum).log() - large * (small / large).log1p();
    let both = (TAU * (1.0 / small + 1.0 / large)).sqrt() * powers.exp() * log_rest(small, large).exp();
    large.lt(10.0).select(product, small.lt(10.0).select(mixed, both))
}

/// The logarithm of [`positive`].
fn log_positive(a: F, b: F) -> F {
    let (small, large) = (a.minimum(b), a.maximum(b));
    let sum = a + b;
    let moderate = small.gammaln() + (large.gammaln() - sum.gammaln());
    let mixed = log_with_large(small, large);
    let powers = small * (small / sum).log() - large * (small / large).log1p();
    let both = 0.5 * (TAU * (1.0 / small + 1.0 / large)).log() + powers + log_rest(small, large);
    large.lt(10.0).select(moderate, small.lt(10.0).select(mixed, both))
}

/// The sign of the gamma function, except at its poles.
fn sign(a: F) -> F {
    a.gt(0.0).select(1.0, alternating(a.floor()))
}

fn is_pole(a: F) -> Var<bool> {
    a.le(0.0) & is_integer(a)
}

/// The arguments, and the sign of the function, with a pole at `a` mirrored: where `a` is an integer up to 0 and `b` one below
/// `1 - a`, the poles of both sides cancel (DLMF 5.5.3). And whether there is a pole.
fn mirrored(a: F, b: F) -> (F, F, F, Var<bool>) {
    let swap = is_pole(b) & !is_pole(a);
    let (a, b) = (swap.select(b, a), swap.select(a, b));
    let cancels = is_pole(a) & is_integer(b) & (1.0 - a - b).gt(0.0);
    let pole = (is_pole(a) | is_pole(b)) & !cancels;
    (cancels.select(1.0 - a - b, a), b, cancels.select(alternating(b), 1.0), pole)
}

/// The negative argument and the large one, of which [`with_large`] holds; else others of which it does. And whether it does.
fn below_zero(a: F, b: F) -> (F, F, Var<bool>) {
    let (small, large) = (a.minimum(b), a.maximum(b));
    let holds = small.lt(0.0) & large.gt(20.0) & large.lt(f64::INFINITY) & (-2.0 * small).lt(large);
    (holds.select(small, 1.0), holds.select(large, 20.0), holds)
}

pub fn beta(a: F, b: F) -> F {
    let (a, b, mirror, pole) = mirrored(a, b);
    let both = a.gt(0.0) & b.gt(0.0);
    let value = positive(both.select(a, 1.0), both.select(b, 1.0));
    let sum = a + b;
    let log = a.gammaln() + b.gammaln() - sum.gammaln();
    let signed = sign(a) * sign(b) * sign(sum) * log.exp();
    let signed = is_pole(sum).select(0.0, signed);
    let (small, large, mixed) = below_zero(a, b);
    // Of smaller ones the gamma function may be no number.
    let logs = sign(small) * log_with_large(small, large).exp();
    let signed = mixed.select(small.gt(-20.0).select(with_large(small, large), logs), signed);
    let nan = a.ne(a) | b.ne(b);
    // Beside an infinite number the other one's sign and that of its gamma function count.
    let infinite = a.maximum(b).eq(f64::INFINITY);
    let other = a.minimum(b);
    let end = other.gt(0.0).select(0.0, sign(other) * f64::INFINITY);
    let value = infinite.select(end, both.select(value, signed));
    nan.select(a + b, pole.select(f64::INFINITY, mirror * value))
}

pub fn betaln(a: F, b: F) -> F {
    let (a, b, _, pole) = mirrored(a, b);
    let both = a.gt(0.0) & b.gt(0.0);
    let value = log_positive(both.select(a, 1.0), both.select(b, 1.0));
    let sum = a + b;
    let signed = is_pole(sum).select(f64::NEG_INFINITY, a.gammaln() + b.gammaln() - sum.gammaln());
    let (small, large, mixed) = below_zero(a, b);
    let signed = mixed.select(log_with_large(small, large), signed);
    let nan = a.ne(a) | b.ne(b);
    let infinite = a.maximum(b).eq(f64::INFINITY);
    let end = a.minimum(b).gt(0.0).select(f64::NEG_INFINITY, f64::INFINITY);
    let value = infinite.select(end, both.select(value, signed));
    nan.select(a + b, pole.select(f64::INFINITY, value))
}

/// A value that was found for an integer alone, with the derivatives of the function that it is of.
fn with_slopes(value: F, function: F) -> F {
    let nothing = function - function.stop_gradient();
    (function.abs().lt(f64::INFINITY) & value.ne(0.0)).select(value.stop_gradient() + nothing, value)
}

pub fn binom(n: F, k: F) -> F {
    // The product is exact for integers as long as it is one.
    let mirror = is_integer(n) & n.gt(0.0) & k.gt(n * 0.5) & is_integer(k);
    let few = mirror.select(n - k, k);
    // Small numbers are lost in the other formulas.
    let most = n.abs().lt(1e-3).select(1e3, 40.0);
    let product = is_integer(few) & few.ge(0.0) & few.lt(most);
    let count = product.select(few, 0.0);
    let next = |(value, i): (F, F)| (value * (n - (count - i)) / i, i + 1.0);
    let exact = while_((1.0, 1.0), |(_, i): (F, F)| i.le(count), next).0;
    let negative = n.lt(0.0) & is_integer(n);
    // For k far from n by the reflected gamma function (DLMF 5.5.3), whose sine takes what is left of whole turns of both.
    let far = k.abs().gt(1e8 * n.abs());
    let wave = (k - k.floor()) * PI;
    let magnitude = (n + 1.0).gammaln().exp() * sign(n + 1.0) / (PI * k.abs().power(n + 1.0));
    let turn = alternating(k.floor()) * (wave - (n - 2.0 * (0.5 * n).rint()) * PI).sin();
    let above = k.gt(n + 10.0) & n.gt(-1.0) & n.lt(100.0);
    let (less, more) = (above.select(n, 0.0), above.select(k, 10.0));
    let power = (more + 1.0).power(-0.5 * (less + 1.0));
    let beyond = power / (less + 1.0).rgamma() * quotient_of_large(less + 1.0, more - less) / PI * power * turn;
    let reflected = k.gt(0.0).select(magnitude * turn, -magnitude * alternating(k.floor()) * wave.sin());
    let general = 1.0 / ((n + 1.0) * beta(1.0 + n - k, 1.0 + k));
    let general = above.select(beyond, far.select(reflected, general));
    let value = product.select(with_slopes(exact, general), general);
    (negative & !product).select(f64::NAN, value)
}

pub fn poch(a: F, m: F) -> F {
    let sum = a + m;
    // A few factors are multiplied.
    let whole = is_integer(m) & m.abs().le(30.0);
    let count = whole.select(m, 0.0);
    let up = while_((1.0, 0.0), |(_, i): (F, F)| i.lt(count), |(value, i): (F, F)| (value * (a + i), i + 1.0)).0;
    let down = while_((1.0, 1.0), |(_, i): (F, F)| i.le(-count), |(value, i): (F, F)| (value / (a - i), i + 1.0)).0;
    // Below 0 by reflection (DLMF 5.5.3), the sines of the rest of whole turns: of both parts of the sum, which may be rounded.
    let below = a.lt(0.0) & sum.lt(0.0);
    let rest = |x: F| x - 2.0 * (0.5 * x).rint();
    let sines = (PI * rest(a)).sin() / (PI * (rest(a) + rest(m))).sin();
    let turned = below.select(is_integer(m).select(alternating(m), sines), 1.0);
    let both = below | (a.gt(0.0) & sum.gt(0.0));
    let x = below.select(1.0 - sum, both.select(a, 1.0));
    let y = below.select(1.0 - a, both.select(sum, 1.0));
    // gamma(y) / gamma(x), whichever is larger.
    let (low, high) = (x.minimum(y), x.maximum(y));
    let power = high.power(m) / m.gt(0.0).select(quotient(m.abs(), low), 1.0 / quotient(m.abs(), low));
    let log = (sum.gammaln() - a.gammaln()).exp() * sign(a) * sign(sum);
    let infinite = is_pole(sum) & !is_pole(a);
    let zero = is_pole(a) & !is_pole(sum);
    let general = both.select(turned * power, log);
    let general = whole.select(with_slopes(up * down, general), general);
    m.eq(0.0).select(1.0, infinite.select(f64::INFINITY, zero.select(0.0, general)))
}

/// [`binom`] where it has one value: from the sides of a negative integer it has others.
pub fn binom_of_real(n: F, k: F) -> F {
    (n.lt(0.0) & is_integer(n)).select(f64::NAN, binom(n, k))
}
