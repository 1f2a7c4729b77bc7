//! Conversions: what an integer can't hold is the nearest that it can, and what is no number is 0.

use super::machine::{WIDE, each, exactly};
use super::numbers::{doubles, f16_of, f32_of, f64_of, halves, same16, same32, same64, singles, to_f16, words};

/// Towards zero, between bounds.
fn whole(x: f64, least: f64, most: f64) -> i64 {
    match () {
        () if x.is_nan() => 0,
        () if x < least => least as i64,
        () if x > most => most as i64,
        () => x as i64,
    }
}

const I32: [f64; 2] = [-2147483648.0, 2147483647.0];
const U32: [f64; 2] = [0.0, 4294967295.0];

#[test]
fn floats_to_integers() {
    let [x, y, h] = [singles(), doubles(), halves()];
    let single = |text: &str, [least, most]: [f64; 2], before: fn(f64) -> f64| {
        each(WIDE, text, 32, [&x, &[0], &[0]], exactly, |o| whole(before(f32_of(o.a).into()), least, most) as u64);
    };
    single("v_cvt_i32_f32_e32 v0, v2", I32, |x| x);
    single("v_cvt_u32_f32_e32 v0, v2", U32, |x| x);
    single("v_cvt_flr_i32_f32_e32 v0, v2", I32, f64::floor);
    single("v_cvt_rpi_i32_f32_e32 v0, v2", I32, |x| (x + 0.5).floor());
    for (text, [least, most]) in [("v_cvt_i32_f64_e32 v0, v[2:3]", I32), ("v_cvt_u32_f64_e32 v0, v[2:3]", U32)] {
        each(WIDE, text, 32, [&y, &[0], &[0]], exactly, |o| whole(f64_of(o.a), least, most) as u64);
    }
    for (text, [least, most]) in
        [("v_cvt_i16_f16_e32 v0, v2", [-32768.0, 32767.0]), ("v_cvt_u16_f16_e32 v0, v2", [0.0, 65535.0])]
    {
        each(WIDE, text, 16, [&h, &[0], &[0]], exactly, |o| whole(f16_of(o.a), least, most) as u64);
    }
}

#[test]
fn integers_to_floats() {
    let w = words();
    let word = |text: &str, width: u32, expected: fn(u32) -> u64| {
        each(WIDE, text, width, [&w, &[0], &[0]], exactly, |o| expected(o.a as u32));
    };
    // An f64 has them all, so there is one rounding.
    word("v_cvt_f32_i32_e32 v0, v2", 32, |x| (f64::from(x as i32) as f32).to_bits().into());
    word("v_cvt_f32_u32_e32 v0, v2", 32, |x| (f64::from(x) as f32).to_bits().into());
    word("v_cvt_f64_i32_e32 v[0:1], v2", 64, |x| f64::from(x as i32).to_bits());
    word("v_cvt_f64_u32_e32 v[0:1], v2", 64, |x| f64::from(x).to_bits());
    word("v_cvt_f16_u16_e32 v0, v2", 16, |x| to_f16(f64::from(x as u16)));
    word("v_cvt_f16_i16_e32 v0, v2", 16, |x| to_f16(f64::from(x as i16)));
    word("v_cvt_f32_ubyte0_e32 v0, v2", 32, |x| ((x % 256) as f32).to_bits().into());
    word("v_cvt_f32_ubyte3_e32 v0, v2", 32, |x| ((x / (1 << 24)) as f32).to_bits().into());
}

#[test]
fn floats_to_floats() {
    let [x, y, h] = [singles(), doubles(), halves()];
    each(WIDE, "v_cvt_f64_f32_e32 v[0:1], v2", 64, [&x, &[0], &[0]], same64, |o| f64::from(f32_of(o.a)).to_bits());
    each(WIDE, "v_cvt_f32_f64_e32 v0, v[2:3]", 32, [&y, &[0], &[0]], same32, |o| (f64_of(o.a) as f32).to_bits().into());
    each(WIDE, "v_cvt_f32_f16_e32 v0, v2", 32, [&h, &[0], &[0]], same32, |o| (f16_of(o.a) as f32).to_bits().into());
    each(WIDE, "v_cvt_f16_f32_e32 v0, v2", 16, [&x, &[0], &[0]], same16, |o| to_f16(f32_of(o.a).into()));
}

/// The half that is nearest towards zero: the largest one that is not beyond.
fn towards_zero(x: f64) -> u64 {
    let nearest = to_f16(x);
    match x.is_finite() && f16_of(nearest).abs() > x.abs() {
        true => nearest - 1,
        false => nearest,
    }
}

#[test]
fn pairs() {
    let [x, w] = [singles(), words()];
    each(
        WIDE,
        "v_cvt_pkrtz_f16_f32 v0, v2, v4",
        32,
        [&x, &x, &[0]],
        |a, b| same16(a & 0xffff, b & 0xffff) && same16(a >> 16, b >> 16),
        |o| towards_zero(f32_of(o.a).into()) | towards_zero(f32_of(o.b).into()) << 16,
    );
    each(WIDE, "v_cvt_pk_i16_i32 v0, v2, v4", 32, [&w, &w, &[0]], exactly, |o| {
        let [a, b] = [o.a, o.b].map(|x| u64::from((x as i32).clamp(-32768, 32767) as u16));
        a | b << 16
    });
    each(WIDE, "v_cvt_pk_u16_u32 v0, v2, v4", 32, [&w, &w, &[0]], exactly, |o| o.a.min(65535) | o.b.min(65535) << 16);
    each(WIDE, "v_pack_b32_f16 v0, v2, v4", 32, [&w, &w, &[0]], exactly, |o| (o.a & 0xffff) | (o.b & 0xffff) << 16);
    each(WIDE, "v_pack_b32_f16 v0, v2, v4 op_sel:[1,0,0]", 32, [&w, &w, &[0]], exactly, |o| {
        o.a >> 16 | (o.b & 0xffff) << 16
    });
}
