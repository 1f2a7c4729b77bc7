//! The confluent limit function `0F1(; v; z)` of a real parameter over the complex plane.

use super::super::complex::Z;
use super::super::double::D;
use super::super::double_plane::{Parts2, W};
use super::super::elementwise::F;
use super::super::plane::modified;
use xparray_core::kernel::{if_, while_};

/// The power series with twice the precision (DLMF 16.2.1).
fn series(v: F, z: W) -> Z {
    let size = z.size();
    let next = |(term, sum, k, _): (Parts2, Parts2, F, F)| {
        let term = W::of(term) * z / (D::sum(v, k) * (k + 1.0));
        let sum = W::of(sum) + term;
        let k = k + 1.0;
        let falls = size.lt(0.9 * ((v + k) * (k + 1.0)).abs()) & (v + k).gt(0.0);
        let small = term.size().le(1e-30 * sum.size());
        let done = term.size().eq(0.0) | (falls & small) | sum.size().gt(1e300);
        (term.parts(), sum.parts(), k, done.select(1.0, 0.0))
    };
    let zero = v * 0.0;
    // From so small a number that rounding errors of the largest ones are none of infinity.
    let first = ((zero + 1e-60, zero), (zero, zero));
    let more = |(.., k, done): (Parts2, Parts2, F, F)| done.eq(0.0) & k.lt(1e5);
    W::of(while_((first, first, zero, zero), more, next).1).round().scale(zero + 1e60)
}

/// By Bessel's function (DLMF 10.39.9).
fn bessel(v: F, z: Z) -> Z {
    let root = z.sqrt();
    let large = v.abs().gt(100.0);
    let log = root.log().scale(1.0 - v);
    let growth = Z::new(log.re + large.select(v.gammaln(), 0.0) + 2.0 * root.re, log.im);
    let [i, _] = modified(v - 1.0, root.scale(v * 0.0 + 2.0), growth);
    i.scale(large.select(v.gammasgn(), v.gamma()))
}

/// Of any real parameter and complex number.
pub fn value(v: F, z: Z) -> Z {
    let zero = v * 0.0;
    let length = z.abs();
    let known = !D::new(v).is_pole() & v.abs().lt(1e5) & length.lt(f64::INFINITY);
    let (w, y) = (known.select(v, 1.0), z.when(known, Z::new(zero, zero)));
    let length = known.select(length, 0.0);
    // The largest terms exceed the sum by this as exponents, unless the parameter is large.
    let cancelled = 2.0 * (length.sqrt() - y.sqrt().re);
    let direct = (cancelled.lt(32.0) & length.lt(1e5)) | length.lt(15.0 * w.abs());
    let parts = |z: Z| (z.re, z.im);
    let (re, im) = if_(direct, || parts(series(w, W::new(y))), || parts(bessel(w, y)));
    Z::new(re, im).when(known, Z::new(zero + f64::NAN, zero + f64::NAN))
}
