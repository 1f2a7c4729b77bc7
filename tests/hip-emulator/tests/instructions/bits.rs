//! Shifts, fields, permutations and counts of bits.

use super::machine::{NARROW, WIDE, each, exactly};
use super::numbers::{few_words, words};

fn word(text: &str, expected: impl Fn(u32, u32, u32) -> u32) {
    let [w, few] = [words(), few_words()];
    let third: &[u64] = if text.contains("v6") { &w } else { &[0] };
    let first: &[u64] = if text.contains("v6") { &few } else { &w };
    for architecture in [WIDE, NARROW] {
        each(architecture, text, 32, [first, &w, third], exactly, |x| {
            expected(x.a as u32, x.b as u32, x.c as u32).into()
        });
    }
}

/// A word of bits that a function of their numbers gives.
fn of_bits(bit: impl Fn(u32) -> bool) -> u32 {
    (0..32).map(|k| u32::from(bit(k)) << k).sum()
}

fn has(x: u32, k: u32) -> bool {
    k < 32 && x / 2u32.pow(k) % 2 == 1
}

#[test]
fn shifts() {
    word("v_lshlrev_b32_e32 v0, v2, v4", |by, x, _| of_bits(|k| k >= by % 32 && has(x, k - by % 32)));
    word("v_lshrrev_b32_e32 v0, v2, v4", |by, x, _| of_bits(|k| has(x, k + by % 32)));
    word("v_ashrrev_i32_e32 v0, v2, v4", |by, x, _| of_bits(|k| has(x, (k + by % 32).min(31))));
    word("v_lshl_or_b32 v0, v2, v4, v6", |a, b, c| of_bits(|k| (k >= b % 32 && has(a, k - b % 32)) || has(c, k)));
    word("v_alignbit_b32 v0, v2, v4, v6", |a, b, c| {
        of_bits(|k| if k + c % 32 < 32 { has(b, k + c % 32) } else { has(a, k + c % 32 - 32) })
    });
    word("v_alignbyte_b32 v0, v2, v4, v6", |a, b, c| {
        let by = c % 4 * 8;
        of_bits(|k| if k + by < 32 { has(b, k + by) } else { has(a, k + by - 32) })
    });
}

#[test]
fn logic() {
    word("v_and_b32_e32 v0, v2, v4", |a, b, _| of_bits(|k| has(a, k) && has(b, k)));
    word("v_or_b32_e32 v0, v2, v4", |a, b, _| of_bits(|k| has(a, k) || has(b, k)));
    word("v_xor_b32_e32 v0, v2, v4", |a, b, _| of_bits(|k| has(a, k) != has(b, k)));
    word("v_xnor_b32_e32 v0, v2, v4", |a, b, _| of_bits(|k| has(a, k) == has(b, k)));
    word("v_not_b32_e32 v0, v2", |a, _, _| of_bits(|k| !has(a, k)));
    word("v_and_or_b32 v0, v2, v4, v6", |a, b, c| of_bits(|k| (has(a, k) && has(b, k)) || has(c, k)));
    word("v_or3_b32 v0, v2, v4, v6", |a, b, c| of_bits(|k| has(a, k) || has(b, k) || has(c, k)));
    word("v_xor3_b32 v0, v2, v4, v6", |a, b, c| of_bits(|k| has(a, k) ^ has(b, k) ^ has(c, k)));
    word("v_bfi_b32 v0, v2, v4, v6", |a, b, c| of_bits(|k| if has(a, k) { has(b, k) } else { has(c, k) }));
    word("v_bfrev_b32_e32 v0, v2", |a, _, _| of_bits(|k| has(a, 31 - k)));
    // The result for bits a, b, c has the number 4 a + 2 b + c.
    word("v_bitop3_b32 v0, v2, v4, v6 bitop3:0x1e", |a, b, c| of_bits(|k| has(a, k) ^ (has(b, k) | has(c, k))));
}

#[test]
fn fields() {
    // A field that ends beyond the top has what is there.
    word("v_bfe_u32 v0, v2, v4, v6", |a, from, width| of_bits(|k| k < width % 32 && has(a, k + from % 32)));
    word("v_bfe_i32 v0, v2, v4, v6", |a, from, width| {
        let (from, width) = (from % 32, width % 32);
        let top = (from + width).min(32);
        of_bits(|k| width > 0 && has(a, (k + from).min(top - 1)))
    });
    word("v_bfm_b32_e64 v0, v2, v4", |width, from, _| of_bits(|k| k >= from % 32 && k - from % 32 < width % 32));
}

#[test]
fn bytes_are_permuted() {
    let selectors = [0x0706_0504u64, 0x0302_0100, 0x0c0d_0b0a, 0x0908_0cff, 0x0001_0607, 0x0d0c_0e0f];
    let (w, few) = (words(), few_words());
    each(WIDE, "v_perm_b32 v0, v2, v4, v6", 32, [&w, &few, &selectors], exactly, |x| {
        let byte = |selector: u32| -> u32 {
            // Bytes 0 to 3 are those of the second operand.
            let of = |k: u32| (if k < 4 { x.b >> (8 * k) } else { x.a >> (8 * (k - 4)) }) as u32 & 0xff;
            match selector {
                0..=7 => of(selector),
                // Signs of words of 16 bits.
                8 => {
                    if of(1) > 127 {
                        255
                    } else {
                        0
                    }
                }
                9 => {
                    if of(3) > 127 {
                        255
                    } else {
                        0
                    }
                }
                10 => {
                    if of(5) > 127 {
                        255
                    } else {
                        0
                    }
                }
                11 => {
                    if of(7) > 127 {
                        255
                    } else {
                        0
                    }
                }
                12 => 0,
                _ => 255,
            }
        };
        (0..4).map(|k| u64::from(byte((x.c >> (8 * k)) as u32 & 0xff)) << (8 * k)).sum()
    });
}

#[test]
fn counts() {
    let first =
        |x: u32, from_top: bool| (0..32).find(|&k| has(x, if from_top { 31 - k } else { k })).unwrap_or(u32::MAX);
    word("v_bcnt_u32_b32 v0, v2, v4", |a, b, _| ((0..32).filter(|&k| has(a, k)).count() as u32).wrapping_add(b));
    word("v_ffbh_u32_e32 v0, v2", |a, _, _| first(a, true));
    word("v_clz_i32_u32_e32 v0, v2", |a, _, _| first(a, true));
    word("v_ffbl_b32_e32 v0, v2", |a, _, _| first(a, false));
    // Bits from the top that are like the sign.
    word("v_ffbh_i32_e32 v0, v2", |a, _, _| (1..32).find(|&k| has(a, 31 - k) != has(a, 31)).unwrap_or(u32::MAX));
}
