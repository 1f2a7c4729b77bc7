//! Parts of registers: SDWA's bytes and words, and halves by name.

use super::machine::{NARROW, each, exactly};
use super::numbers::words;

const OLD: &str = "gfx90a";

/// A byte or word, by its number and its size, with its sign or not.
fn part(x: u64, number: u32, bits: u32, signed: bool) -> i64 {
    let value = (x >> (number * bits) & ((1 << bits) - 1)) as i64;
    if signed && value >> (bits - 1) == 1 { value - (1 << bits) } else { value }
}

#[test]
fn sources() {
    let w = words();
    for (k, size, bits) in [(0, "BYTE", 8), (1, "BYTE", 8), (3, "BYTE", 8), (0, "WORD", 16), (1, "WORD", 16)] {
        for signed in [false, true] {
            let a = if signed { "sext(v2)" } else { "v2" };
            let text = format!(
                "v_sub_u32_sdwa v0, {a}, v4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:{size}_{k} src1_sel:WORD_1"
            );
            each(OLD, &text, 32, [&w, &w, &[0]], exactly, |o| {
                (part(o.a, k, bits, signed) - part(o.b, 1, 16, false)) as u64
            });
        }
    }
}

#[test]
fn destinations() {
    let w = words();
    // What v0 held is 0x55555555.
    let of = |text: &str, expected: fn(u64, u64) -> u64| {
        let text = format!("v_add_u32_sdwa v0, v2, v4 {text} src0_sel:DWORD src1_sel:DWORD");
        each(OLD, &text, 32, [&w, &w, &[0]], exactly, |o| expected(o.a.wrapping_add(o.b), 0x5555_5555));
    };
    of("dst_sel:BYTE_0 dst_unused:UNUSED_PAD", |x, _| x & 0xff);
    of("dst_sel:BYTE_2 dst_unused:UNUSED_PAD", |x, _| (x & 0xff) << 16);
    of("dst_sel:WORD_1 dst_unused:UNUSED_PAD", |x, _| (x & 0xffff) << 16);
    of("dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE", |x, old| (old & 0xffff_00ff) | (x & 0xff) << 8);
    of("dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE", |x, old| (old & 0xffff) | (x & 0xffff) << 16);
    of("dst_sel:WORD_0 dst_unused:UNUSED_SEXT", |x, _| x as i16 as u64);
    of("dst_sel:BYTE_0 dst_unused:UNUSED_SEXT", |x, _| x as i8 as u64);
}

#[test]
fn halves_by_name() {
    let w = words();
    each(NARROW, "v_add_nc_u16 v0.h, v2.l, v4.h op_sel:[0,1,1]", 32, [&w, &w, &[0]], exactly, |o| {
        0x5555 | ((o.a + (o.b >> 16)) & 0xffff) << 16
    });
    each(NARROW, "v_and_b16 v0.l, v2.h, v4.h op_sel:[1,1,0]", 32, [&w, &w, &[0]], exactly, |o| {
        0x5555_0000 | (o.a & o.b) >> 16
    });
}
