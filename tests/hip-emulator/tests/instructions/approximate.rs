//! What the hardware approximates: within the errors that the manuals give, and exact where the result is special.

use super::machine::{WIDE, each};
use super::numbers::{doubles, f32_of, f64_of, singles};

/// Whether a value is as near as so many units of the last place of an `f32`, or special as the exact one is.
fn near32(found: u64, exact: u64, units: f64) -> bool {
    let (found, exact) = (f32_of(found), f32_of(exact));
    match exact.is_finite() && exact != 0.0 {
        true => (f64::from(found) - f64::from(exact)).abs() <= units * f64::from(exact.abs()) * 2f64.powi(-23),
        false => found.to_bits() == exact.to_bits() || (found.is_nan() && exact.is_nan()),
    }
}

fn single(text: &str, same: fn(u64, u64) -> bool, expected: fn(f64) -> f64) {
    each(WIDE, text, 32, [&singles(), &[0], &[0]], same, |o| (expected(f32_of(o.a).into()) as f32).to_bits().into());
}

/// Exponentials and logarithms take subnormal numbers for zeros, and give no others.
fn flushed(x: f64) -> f64 {
    if x.abs() < f64::from(f32::MIN_POSITIVE) { 0f64.copysign(x) } else { x }
}

#[test]
fn singles_are_near() {
    single("v_rcp_f32_e32 v0, v2", |a, b| near32(a, b, 1.0), |x| 1.0 / x);
    single("v_rsq_f32_e32 v0, v2", |a, b| near32(a, b, 1.0), |x| 1.0 / x.sqrt());
    single("v_sqrt_f32_e32 v0, v2", |a, b| near32(a, b, 1.0), f64::sqrt);
    single("v_exp_f32_e32 v0, v2", |a, b| near32(a, b, 1.0), |x| flushed(flushed(x).exp2()));
    single("v_log_f32_e32 v0, v2", |a, b| near32(a, b, 1.0), |x| flushed(x).log2());
}

#[test]
fn turns() {
    let close = |found: u64, exact: u64| (f32_of(found) - f32_of(exact)).abs() < 1e-6 || f32_of(exact).is_nan();
    let turns: Vec<u64> = (-600i32..600).map(|k| u64::from((k as f32 / 37.0).to_bits())).collect();
    let check = |text: &str, function: fn(f64) -> f64| {
        each(WIDE, text, 32, [&turns, &[0], &[0]], close, |o| {
            let x = f64::from(f32_of(o.a));
            (function((x - x.floor()) * std::f64::consts::TAU) as f32).to_bits().into()
        });
    };
    check("v_sin_f32_e32 v0, v2", f64::sin);
    check("v_cos_f32_e32 v0, v2", f64::cos);
}

/// They give some 24 bits, and what refines them must not rely on more.
#[test]
fn doubles_are_coarse() {
    for (text, function) in [
        ("v_rcp_f64_e32 v[0:1], v[2:3]", (|x| 1.0 / x) as fn(f64) -> f64),
        ("v_rsq_f64_e32 v[0:1], v[2:3]", |x| 1.0 / x.sqrt()),
        ("v_sqrt_f64_e32 v[0:1], v[2:3]", f64::sqrt),
    ] {
        let near = |found: u64, exact: u64| {
            let (found, exact) = (f64_of(found), f64_of(exact));
            match exact.is_normal() {
                true => ((found - exact) / exact).abs() <= 2f64.powi(-22),
                false => {
                    (found - exact).abs() < f64::MIN_POSITIVE || found == exact || (found.is_nan() && exact.is_nan())
                }
            }
        };
        each(WIDE, text, 64, [&doubles(), &[0], &[0]], near, |o| function(f64_of(o.a)).to_bits());
    }
}
