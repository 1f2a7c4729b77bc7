//! Arithmetic of `f16`: exact values, rounded once.

use super::machine::{NARROW, WIDE, each};
use super::numbers::{f16_of, halves, same16, to_f16};

/// On GFX9 the upper half of the result is zeros, on GFX11 it is kept.
fn half(text: &str, expected: impl Fn(f64, f64, f64) -> u64) {
    let x = halves();
    let third: &[u64] = if text.contains("v6") { &x } else { &x[..1] };
    for architecture in [WIDE, NARROW] {
        each(architecture, text, 16, [&x, &x, third], same16, |o| expected(f16_of(o.a), f16_of(o.b), f16_of(o.c)));
    }
}

/// `a * b + c`, rounded once: whole multiples of 2^-48, which all products are.
fn fused(a: f64, b: f64, c: f64) -> u64 {
    let exact = a * b;
    if !exact.is_finite() || !c.is_finite() {
        return to_f16(exact + c);
    }
    let units = |x: f64| (x * 2f64.powi(48)) as i128;
    let sum = units(exact) + units(c);
    if sum == 0 {
        // The host's rule of signs.
        return to_f16(exact + c);
    }
    let (sign, magnitude) = (if sum < 0 { 0x8000 } else { 0 }, sum.unsigned_abs());
    // Places below the last one, which is 2^-24 at least.
    let drop = (magnitude.ilog2() as i32 - 10).max(24) as u32;
    let (kept, rest, tie) = (magnitude >> drop, magnitude & ((1 << drop) - 1), 1u128 << (drop - 1));
    let kept = kept + u128::from(rest > tie || rest == tie && kept & 1 == 1);
    sign | to_f16(kept as f64 * 2f64.powi(drop as i32 - 48))
}

#[test]
fn sums_and_products() {
    half("v_add_f16_e32 v0, v2, v4", |a, b, _| to_f16(a + b));
    half("v_sub_f16_e32 v0, v2, v4", |a, b, _| to_f16(a - b));
    half("v_mul_f16_e32 v0, v2, v4", |a, b, _| to_f16(a * b));
    half("v_fma_f16 v0, v2, v4, v6", fused);
    half("v_fma_f16 v0, -v2, v4, |v6|", |a, b, c| fused(-a, b, c.abs()));
}

#[test]
fn extrema() {
    let less = |a: f64, b: f64| if a == b { a.is_sign_negative() } else { a < b };
    let min = move |a: f64, b: f64| if a.is_nan() || (!b.is_nan() && less(b, a)) { b } else { a };
    let max = move |a: f64, b: f64| if a.is_nan() || (!b.is_nan() && less(a, b)) { b } else { a };
    half("v_min_f16_e32 v0, v2, v4", move |a, b, _| to_f16(min(a, b)));
    half("v_max_f16_e32 v0, v2, v4", move |a, b, _| to_f16(max(a, b)));
    half("v_max3_f16 v0, v2, v4, v6", move |a, b, c| to_f16(max(max(a, b), c)));
    half("v_med3_f16 v0, v2, v4, v6", move |a, b, c| {
        let greatest = max(max(a, b), c);
        to_f16(match () {
            () if a.is_nan() || b.is_nan() || c.is_nan() => min(min(a, b), c),
            () if greatest.to_bits() == a.to_bits() => max(b, c),
            () if greatest.to_bits() == b.to_bits() => max(a, c),
            () => max(a, b),
        })
    });
}

#[test]
fn roundings_and_roots() {
    half("v_floor_f16_e32 v0, v2", |a, _, _| to_f16(a.floor()));
    half("v_ceil_f16_e32 v0, v2", |a, _, _| to_f16(a.ceil()));
    half("v_trunc_f16_e32 v0, v2", |a, _, _| to_f16(a.trunc()));
    half("v_rndne_f16_e32 v0, v2", |a, _, _| to_f16(a.round_ties_even()));
    half("v_sqrt_f16_e32 v0, v2", |a, _, _| to_f16(a.sqrt()));
    half("v_rcp_f16_e32 v0, v2", |a, _, _| to_f16(1.0 / a));
    half("v_rsq_f16_e32 v0, v2", |a, _, _| to_f16(1.0 / a.sqrt()));
}
