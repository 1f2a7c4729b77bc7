//! Sums, differences, products, extrema of integers, and carries.

use super::machine::{Machine, NARROW, Operands, WIDE, each, exactly};
use super::numbers::{few_words, longs, words};
use xparray_hip_emulator::instruction::operand::VCC;

fn word(text: &str, expected: impl Fn(u32, u32, u32) -> u32) {
    let [w, few] = [words(), few_words()];
    let third: &[u64] = if text.contains("v6") { &few } else { &[0] };
    for architecture in [WIDE, NARROW] {
        each(architecture, text, 32, [&w, &w, third], exactly, |Operands { a, b, c, .. }| {
            expected(a as u32, b as u32, c as u32).into()
        });
    }
}

/// The lower bits of an exact result.
fn low(x: i128) -> u32 {
    x as u32
}

fn s(x: u32) -> i128 {
    i128::from(x as i32)
}

fn u(x: u32) -> i128 {
    x.into()
}

/// A number of 24 bits with its sign.
fn s24(x: u32) -> i128 {
    let x = u(x) % (1 << 24);
    if x >= 1 << 23 { x - (1 << 24) } else { x }
}

fn u24(x: u32) -> i128 {
    u(x) % (1 << 24)
}

#[test]
fn sums_and_differences() {
    word("v_add_u32_e32 v0, v2, v4", |a, b, _| low(u(a) + u(b)));
    word("v_add_nc_u32_e32 v0, v2, v4", |a, b, _| low(u(a) + u(b)));
    word("v_sub_u32_e32 v0, v2, v4", |a, b, _| low(u(a) - u(b)));
    word("v_subrev_u32_e32 v0, v2, v4", |a, b, _| low(u(b) - u(a)));
    word("v_add3_u32 v0, v2, v4, v6", |a, b, c| low(u(a) + u(b) + u(c)));
    word("v_add_lshl_u32 v0, v2, v4, v6", |a, b, c| low((u(a) + u(b)) << (c % 32)));
    word("v_lshl_add_u32 v0, v2, v4, v6", |a, b, c| low((u(a) << (b % 32)) + u(c)));
    word("v_xad_u32 v0, v2, v4, v6", |a, b, c| low(u(a ^ b) + u(c)));
}

#[test]
fn sums_that_saturate() {
    word("v_add_u32_e64 v0, v2, v4 clamp", |a, b, _| (u(a) + u(b)).min(u(u32::MAX)) as u32);
    word("v_sub_u32_e64 v0, v2, v4 clamp", |a, b, _| (u(a) - u(b)).max(0) as u32);
    let range = |x: i128| x.clamp(i32::MIN.into(), i32::MAX.into()) as u32;
    word("v_add_i32 v0, v2, v4 clamp", |a, b, _| range(s(a) + s(b)));
    word("v_sub_i32 v0, v2, v4 clamp", |a, b, _| range(s(a) - s(b)));
}

#[test]
fn products() {
    word("v_mul_lo_u32 v0, v2, v4", |a, b, _| low(u(a) * u(b)));
    word("v_mul_hi_u32 v0, v2, v4", |a, b, _| low((u(a) * u(b)) >> 32));
    word("v_mul_hi_i32 v0, v2, v4", |a, b, _| low((s(a) * s(b)) >> 32));
    word("v_mul_u32_u24_e32 v0, v2, v4", |a, b, _| low(u24(a) * u24(b)));
    word("v_mul_i32_i24_e32 v0, v2, v4", |a, b, _| low(s24(a) * s24(b)));
    word("v_mul_hi_u32_u24_e32 v0, v2, v4", |a, b, _| low((u24(a) * u24(b)) >> 32));
    word("v_mul_hi_i32_i24_e32 v0, v2, v4", |a, b, _| low((s24(a) * s24(b)) >> 32));
    word("v_mad_u32_u24 v0, v2, v4, v6", |a, b, c| low(u24(a) * u24(b) + u(c)));
    word("v_mad_i32_i24 v0, v2, v4, v6", |a, b, c| low(s24(a) * s24(b) + s(c)));
    word("v_mad_u32_u16 v0, v2, v4, v6", |a, b, c| low(u(a & 0xffff) * u(b & 0xffff) + u(c)));
    word("v_mad_i32_i16 v0, v2, v4, v6", |a, b, c| low(i128::from(a as i16) * i128::from(b as i16) + s(c)));
    let bytes = |x: u32| x.to_le_bytes();
    word("v_dot4_u32_u8 v0, v2, v4, v6", |a, b, c| {
        low((0..4).map(|k| i128::from(bytes(a)[k]) * i128::from(bytes(b)[k])).sum::<i128>() + u(c))
    });
}

#[test]
fn extrema() {
    word("v_min_u32_e32 v0, v2, v4", |a, b, _| if a < b { a } else { b });
    word("v_max_u32_e32 v0, v2, v4", |a, b, _| if a < b { b } else { a });
    word("v_min_i32_e32 v0, v2, v4", |a, b, _| if s(a) < s(b) { a } else { b });
    word("v_max_i32_e32 v0, v2, v4", |a, b, _| if s(a) < s(b) { b } else { a });
    let sorted = |mut x: [u32; 3]| {
        x.sort();
        x
    };
    let sorted_signed = |mut x: [u32; 3]| {
        x.sort_by_key(|&x| x as i32);
        x
    };
    word("v_min3_u32 v0, v2, v4, v6", |a, b, c| sorted([a, b, c])[0]);
    word("v_med3_u32 v0, v2, v4, v6", |a, b, c| sorted([a, b, c])[1]);
    word("v_max3_u32 v0, v2, v4, v6", |a, b, c| sorted([a, b, c])[2]);
    word("v_min3_i32 v0, v2, v4, v6", |a, b, c| sorted_signed([a, b, c])[0]);
    word("v_med3_i32 v0, v2, v4, v6", |a, b, c| sorted_signed([a, b, c])[1]);
    word("v_max3_i32 v0, v2, v4, v6", |a, b, c| sorted_signed([a, b, c])[2]);
    word("v_maxmin_i32 v0, v2, v4, v6", |a, b, c| s(a).max(s(b)).min(s(c)) as u32);
    word("v_minmax_u32 v0, v2, v4, v6", |a, b, c| a.min(b).max(c));
}

#[test]
fn numbers_of_64_bits() {
    let [l, w] = [longs(), few_words()];
    let long = |text: &str, expected: fn(Operands) -> u64| each(WIDE, text, 64, [&l, &l, &l[..9]], exactly, expected);
    long("v_lshl_add_u64 v[0:1], v[2:3], 3, v[6:7]", |x| (u128::from(x.a) * 8 + u128::from(x.c)) as u64);
    long("v_mov_b64_e32 v[0:1], v[2:3]", |x| x.a);
    let shifted = |text: &str, expected: fn(u32, u64) -> u64| {
        each(WIDE, text, 64, [&w, &l, &[0]], exactly, |x| expected(x.a as u32 % 64, x.b));
    };
    shifted("v_lshlrev_b64 v[0:1], v2, v[4:5]", |by, x| (u128::from(x) << by) as u64);
    shifted("v_lshrrev_b64 v[0:1], v2, v[4:5]", |by, x| (u128::from(x) >> by) as u64);
    shifted("v_ashrrev_i64 v[0:1], v2, v[4:5]", |by, x| (i128::from(x as i64) >> by) as u64);
    each(WIDE, "v_mad_u64_u32 v[0:1], s[8:9], v2, v4, v[6:7]", 64, [&w, &w, &l], exactly, |x| {
        (u128::from(x.a) * u128::from(x.b) + u128::from(x.c)) as u64
    });
    each(WIDE, "v_mad_i64_i32 v[0:1], s[8:9], v2, v4, v[6:7]", 64, [&w, &w, &l], exactly, |x| {
        (i128::from(x.a as i32) * i128::from(x.b as i32) + i128::from(x.c as i64)) as u64
    });
}

/// Sums with carries: the result, and the mask that takes the carry.
#[test]
fn carries() {
    type Exact = fn(i128, i128, i128) -> i128;
    let instructions: [(&str, &str, Exact); 6] = [
        (WIDE, "v_add_co_u32_e64 v0, s[8:9], v2, v4", |a, b, _| a + b),
        (WIDE, "v_sub_co_u32_e64 v0, s[8:9], v2, v4", |a, b, _| a - b),
        (WIDE, "v_addc_co_u32_e64 v0, s[8:9], v2, v4, vcc", |a, b, c| a + b + c),
        (WIDE, "v_subb_co_u32_e64 v0, s[8:9], v2, v4, vcc", |a, b, c| a - b - c),
        (NARROW, "v_subrev_co_ci_u32_e64 v0, s8, v2, v4, vcc_lo", |a, b, c| b - a - c),
        (NARROW, "v_add_co_ci_u32_e64 v0, s8, v2, v4, vcc_lo", |a, b, c| a + b + c),
    ];
    let words = words();
    for (architecture, text, exact) in instructions {
        let mut machine = Machine::new(architecture);
        for (k, &a) in words.iter().enumerate() {
            let mask = a.wrapping_mul(0x9e37_79b9_7f4a_7c15) & machine.wave.all();
            machine.wave.set_mask(VCC, mask);
            let b = |lane: usize| words[(lane + k) % words.len()];
            machine.set(2, false, |_| a);
            machine.set(4, false, b);
            machine.run(text);
            for lane in 0..machine.lanes() {
                let exact = exact(a.into(), b(lane).into(), (mask >> lane & 1).into());
                let carry = !(0..=0xffff_ffff).contains(&exact);
                let found = (machine.get(0, false, lane) as u32, machine.wave.mask(8) >> lane & 1 != 0);
                assert_eq!(found, (low(exact), carry), "{text}: {a:#x}, {:#x}", b(lane));
            }
        }
    }
}

#[test]
fn numbers_of_16_bits() {
    let w = words();
    let half = |text: &str, expected: fn(u16, u16, u16) -> u16| {
        each(WIDE, text, 32, [&w, &w, &w[..6]], exactly, |x| u64::from(expected(x.a as u16, x.b as u16, x.c as u16)));
    };
    // The other half of the result is zeros on these architectures.
    half("v_add_u16_e32 v0, v2, v4", |a, b, _| (u32::from(a) + u32::from(b)) as u16);
    half("v_sub_u16_e32 v0, v2, v4", |a, b, _| (i32::from(a) - i32::from(b)) as u16);
    half("v_mul_lo_u16_e32 v0, v2, v4", |a, b, _| (u32::from(a) * u32::from(b)) as u16);
    half("v_min_i16_e32 v0, v2, v4", |a, b, _| if (a as i16) < b as i16 { a } else { b });
    half("v_max_u16_e32 v0, v2, v4", |a, b, _| if a < b { b } else { a });
    half("v_lshlrev_b16_e32 v0, v2, v4", |a, b, _| (u32::from(b) << (a % 16)) as u16);
    half("v_lshrrev_b16_e32 v0, v2, v4", |a, b, _| b >> (a % 16));
    half("v_ashrrev_i16_e32 v0, v2, v4", |a, b, _| (i32::from(b as i16) >> (a % 16)) as u16);
}
