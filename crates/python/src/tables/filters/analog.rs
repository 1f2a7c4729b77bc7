//! Prototypes of filters, and filters of other bands made of them.

use super::{Rational, Roots, rational, roots};
use crate::tables::functions;
use crate::tables::words::Norms;
use xparray::scipy::signal;

functions! {
    besselap(n: usize, norm: Norms) = signal::besselap(n, norm.0).map(|found| roots(&found));
    bilinear(ba: Rational, fs: f64) = signal::bilinear(&ba.form()?, fs).map(|found| rational(&found));
    bilinear_zpk(zpk: Roots, fs: f64) = signal::bilinear_zpk(&zpk.form()?, fs).map(|found| roots(&found));
    buttap(n: usize) = signal::buttap(n).map(|found| roots(&found));
    cheb1ap(n: usize, rp: f64) = signal::cheb1ap(n, rp).map(|found| roots(&found));
    cheb2ap(n: usize, rs: f64) = signal::cheb2ap(n, rs).map(|found| roots(&found));
    ellipap(n: usize, rp: f64, rs: f64) = signal::ellipap(n, rp, rs).map(|found| roots(&found));
    lp2bp(ba: Rational, wo: f64, bw: f64) = signal::lp2bp(&ba.form()?, wo, bw).map(|found| rational(&found));
    lp2bp_zpk(zpk: Roots, wo: f64, bw: f64) = signal::lp2bp_zpk(&zpk.form()?, wo, bw).map(|found| roots(&found));
    lp2bs(ba: Rational, wo: f64, bw: f64) = signal::lp2bs(&ba.form()?, wo, bw).map(|found| rational(&found));
    lp2bs_zpk(zpk: Roots, wo: f64, bw: f64) = signal::lp2bs_zpk(&zpk.form()?, wo, bw).map(|found| roots(&found));
    lp2hp(ba: Rational, wo: f64) = signal::lp2hp(&ba.form()?, wo).map(|found| rational(&found));
    lp2hp_zpk(zpk: Roots, wo: f64) = signal::lp2hp_zpk(&zpk.form()?, wo).map(|found| roots(&found));
    lp2lp(ba: Rational, wo: f64) = signal::lp2lp(&ba.form()?, wo).map(|found| rational(&found));
    lp2lp_zpk(zpk: Roots, wo: f64) = signal::lp2lp_zpk(&zpk.form()?, wo).map(|found| roots(&found));
    normalize(ba: Rational) = signal::normalize(&ba.0, &ba.1).map(|found| rational(&found));
}
