//! Two numbers in a register, or in a pair of them.

use super::machine::{WIDE, each, exactly};
use super::numbers::{f16_of, f32_of, halves, same16, same32, singles, to_f16, words};

/// Both halves: special ones in each.
fn pairs() -> Vec<u64> {
    let halves = halves();
    (0..halves.len()).map(|k| (halves[k] & 0xffff) | (halves[(7 * k + 3) % halves.len()] & 0xffff) << 16).collect()
}

fn both(a: u64, b: u64, same: fn(u64, u64) -> bool) -> bool {
    same(a & 0xffff, b & 0xffff) && same(a >> 16, b >> 16)
}

fn half(x: u64, high: bool) -> u64 {
    (if high { x >> 16 } else { x }) & 0xffff
}

#[test]
fn halves_of_floats() {
    let x = pairs();
    let check = |text: &str, expected: fn(f64, f64) -> f64, chosen: [(bool, bool); 2], negated: [bool; 2]| {
        each(
            WIDE,
            text,
            32,
            [&x, &x, &[0]],
            |a, b| both(a, b, same16),
            |o| {
                let of = |(first, second): (bool, bool), negate: bool| {
                    let a = f16_of(half(o.a, first));
                    to_f16(expected(if negate { -a } else { a }, f16_of(half(o.b, second))))
                };
                of(chosen[0], negated[0]) | of(chosen[1], negated[1]) << 16
            },
        );
    };
    let plain = [(false, false), (true, true)];
    check("v_pk_add_f16 v0, v2, v4", |a, b| a + b, plain, [false; 2]);
    check("v_pk_mul_f16 v0, v2, v4", |a, b| a * b, plain, [false; 2]);
    check("v_pk_add_f16 v0, v2, v4 neg_lo:[1,0] neg_hi:[1,0]", |a, b| a + b, plain, [true; 2]);
    check(
        "v_pk_mul_f16 v0, v2, v4 op_sel:[1,0] op_sel_hi:[0,1]",
        |a, b| a * b,
        [(true, false), (false, true)],
        [false; 2],
    );
    check(
        "v_pk_add_f16 v0, v2, v4 op_sel_hi:[1,0] neg_hi:[1,0]",
        |a, b| a + b,
        [(false, false), (true, false)],
        [false, true],
    );
}

#[test]
fn halves_of_integers() {
    let w = words();
    let check = |text: &str, expected: fn(u16, u16, u16) -> u16| {
        each(WIDE, text, 32, [&w, &w, &w[..7]], exactly, |o| {
            let of =
                |shift: u32| u64::from(expected((o.a >> shift) as u16, (o.b >> shift) as u16, (o.c >> shift) as u16));
            of(0) | of(16) << 16
        });
    };
    check("v_pk_add_u16 v0, v2, v4", |a, b, _| (u32::from(a) + u32::from(b)) as u16);
    check("v_pk_sub_i16 v0, v2, v4", |a, b, _| (i32::from(a) - i32::from(b)) as u16);
    check("v_pk_mul_lo_u16 v0, v2, v4", |a, b, _| (u32::from(a) * u32::from(b)) as u16);
    check("v_pk_mad_u16 v0, v2, v4, v6", |a, b, c| (u64::from(a) * u64::from(b) + u64::from(c)) as u16);
    check("v_pk_min_i16 v0, v2, v4", |a, b, _| if (a as i16) < b as i16 { a } else { b });
    check("v_pk_max_u16 v0, v2, v4", |a, b, _| if a < b { b } else { a });
    check("v_pk_lshlrev_b16 v0, v2, v4", |a, b, _| (u32::from(b) << (a % 16)) as u16);
    check("v_pk_ashrrev_i16 v0, v2, v4", |a, b, _| (i32::from(b as i16) >> (a % 16)) as u16);
}

/// Constants have 32 bits, of which a half is taken: integers have their sign above, floats of 16 bits zeros.
#[test]
fn halves_of_constants() {
    let w = words();
    let check = |text: &str, expected: fn(u16) -> [u16; 2]| {
        each(WIDE, text, 32, [&w, &[0], &[0]], exactly, |o| {
            let [low, high] = expected(o.a as u16);
            u64::from(low) | u64::from(high) << 16
        });
    };
    check("v_pk_sub_u16 v0, v2, -2 op_sel:[0,1] op_sel_hi:[0,0]", |a| [1, 2].map(|b| a.wrapping_add(b)));
    check("v_pk_add_u16 v0, 0x40003, v2 op_sel_hi:[1,0]", |a| [3, 4].map(|b| a.wrapping_add(b)));
    check("v_pk_add_u16 v0, v2, 7 op_sel:[0,1] op_sel_hi:[0,0]", |a| [0, 7].map(|b| a.wrapping_add(b)));
    check("v_pk_add_f16 v0, 1.0, 1.0 op_sel:[0,0] op_sel_hi:[0,1]", |_| [0x4000, 0x3c00]);
    check("v_pk_max_i16 v0, v2, -5 op_sel_hi:[0,0]", |a| [(a as i16).max(-5) as u16; 2]);
}

/// `f32` in pairs of registers: both operands are pairs whose words differ.
#[test]
fn pairs_of_singles() {
    let x: Vec<u64> = singles().windows(2).map(|pair| pair[0] | pair[1] << 32).collect();
    let words = |x: u64| [f32_of(x), f32_of(x >> 32)];
    let same = |a: u64, b: u64| same32(a & 0xffff_ffff, b & 0xffff_ffff) && same32(a >> 32, b >> 32);
    let pair = |low: f32, high: f32| u64::from(low.to_bits()) | u64::from(high.to_bits()) << 32;
    each(WIDE, "v_pk_add_f32 v[0:1], v[2:3], v[4:5]", 64, [&x, &x, &[0]], same, |o| {
        let (a, b) = (words(o.a), words(o.b));
        pair(a[0] + b[0], a[1] + b[1])
    });
    each(WIDE, "v_pk_mul_f32 v[0:1], v[2:3], v[4:5] op_sel:[1,0] op_sel_hi:[0,1]", 64, [&x, &x, &[0]], same, |o| {
        let (a, b) = (words(o.a), words(o.b));
        pair(a[1] * b[0], a[0] * b[1])
    });
    each(
        WIDE,
        "v_pk_fma_f32 v[0:1], v[2:3], v[4:5], v[6:7] neg_lo:[0,0,1] neg_hi:[0,0,1]",
        64,
        [&x, &x, &x[..9]],
        same,
        |o| {
            let (a, b, c) = (words(o.a), words(o.b), words(o.c));
            pair(a[0].mul_add(b[0], -c[0]), a[1].mul_add(b[1], -c[1]))
        },
    );
}

#[test]
fn halves_and_singles_mixed() {
    let [x, y] = [pairs(), singles()];
    // The first operand is the upper half of v2, the others are whole.
    each(WIDE, "v_fma_mix_f32 v0, v2, v4, v6 op_sel:[1,0,0] op_sel_hi:[1,0,0]", 32, [&x, &y, &y[..9]], same32, |o| {
        (f16_of(half(o.a, true)) as f32).mul_add(f32_of(o.b), f32_of(o.c)).to_bits().into()
    });
    // Results of 16 bits leave the other half.
    let kept = |a: u64, b: u64| a >> 16 == 0x5555 && same16(a & 0xffff, b & 0xffff);
    each(WIDE, "v_fma_mixlo_f16 v0, v2, v4, v6 op_sel_hi:[0,0,0]", 32, [&y, &y, &y[..9]], kept, |o| {
        to_f16(f32_of(o.a).mul_add(f32_of(o.b), f32_of(o.c)).into())
    });
    let kept = |a: u64, b: u64| a & 0xffff == 0x5555 && same16(a >> 16, b >> 16);
    each(WIDE, "v_fma_mixhi_f16 v0, v2, v4, v6 op_sel_hi:[0,0,0]", 32, [&y, &y, &y[..9]], kept, |o| {
        to_f16(f32_of(o.a).mul_add(f32_of(o.b), f32_of(o.c)).into()) << 16
    });
}
