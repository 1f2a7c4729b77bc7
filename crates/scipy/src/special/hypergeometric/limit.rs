//! The confluent limit function `0F1(; v; z)`.

use super::super::cylinder;
use super::super::double::{D, Parts};
use super::super::elementwise::F;
use xparray_core::kernel::{if_, while_};

/// The power series with twice the precision (DLMF 16.2.1).
fn series(v: F, z: F) -> F {
    let next = |(term, sum, k, _): (Parts, Parts, F, F)| {
        let term = D::of(term) * z / (D::sum(v, k) * (k + 1.0));
        let sum = D::of(sum) + term;
        let k = k + 1.0;
        let falls = z.abs().lt(0.9 * ((v + k) * (k + 1.0)).abs()) & (v + k).gt(0.0);
        let done = term.hi.eq(0.0) | (falls & term.hi.abs().le(1e-18 * sum.hi.abs())) | sum.hi.abs().gt(1e300);
        (term.parts(), sum.parts(), k, done.select(1.0, 0.0))
    };
    let zero = z * 0.0;
    // From so small a number that rounding errors of the largest ones are none of infinity.
    let first = (zero + 1e-60, zero);
    let more = |(.., k, done): (Parts, Parts, F, F)| done.eq(0.0) & k.lt(1e5);
    while_((first, first, zero, zero), more, next).1.0 * 1e60
}

/// By Bessel's function (DLMF 10.16.9).
fn bessel(v: F, z: F) -> F {
    let root = (-z).sqrt();
    let value = cylinder::both(v - 1.0, 2.0 * root)[0];
    let large = v.abs().gt(100.0);
    let factor = v.gamma() * root.power(1.0 - v);
    let logs = v.gammasgn() * (v.gammaln() + (1.0 - v) * root.log()).exp();
    value * large.select(logs, factor)
}

pub fn value(v: F, z: F) -> F {
    let known = !D::new(v).is_pole() & v.abs().lt(1e5) & z.gt(f64::NEG_INFINITY) & z.lt(f64::INFINITY);
    let (w, y) = (known.select(v, 1.0), known.select(z, 0.0));
    let direct = y.gt(-250.0) | (-y).lt(15.0 * w.abs());
    let value = if_(direct, || series(w, y), || bessel(w, y));
    let infinite = z.eq(f64::INFINITY) & v.gt(0.0);
    known.select(value, infinite.select(f64::INFINITY, f64::NAN))
}
