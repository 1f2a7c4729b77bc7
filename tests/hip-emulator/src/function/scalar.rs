//! What scalar instructions compute.

use super::float::{max32, min32};
use super::{Type, f32_of, of_f32};

/// A function of two operands and the condition code.
#[derive(Clone, Copy)]
pub struct ScalarFunction {
    /// The operands' types.
    pub sources: [Type; 2],
    pub result: Type,
    pub call: fn(u64, u64, bool) -> (u64, bool),
    /// Whether the condition code takes the truth value.
    pub sets_scc: bool,
    /// Whether the result depends on it.
    pub reads_scc: bool,
}

/// Whether the result is not zero, as the condition code.
fn flagged32(x: u32) -> (u64, bool) {
    (x.into(), x != 0)
}

fn flagged64(x: u64) -> (u64, bool) {
    (x, x != 0)
}

fn plain(x: u32) -> (u64, bool) {
    (x.into(), false)
}

fn float(x: f32) -> (u64, bool) {
    (of_f32(x), false)
}

fn add(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let sum = u64::from(a as u32) + u64::from(b as u32) + u64::from(carry);
    (sum & 0xffff_ffff, sum >> 32 != 0)
}

fn subtract(a: u64, b: u64, borrow: bool) -> (u64, bool) {
    let (a, b) = (u64::from(a as u32), u64::from(b as u32) + u64::from(borrow));
    (a.wrapping_sub(b) & 0xffff_ffff, a < b)
}

fn shifted_sum(a: u64, b: u64, by: u32) -> (u64, bool) {
    let sum = (u64::from(a as u32) << by) + u64::from(b as u32);
    (sum & 0xffff_ffff, sum >> 32 != 0)
}

/// The field that a word's bits describe: where it begins, and how long it is.
fn field(x: u64, described: u64, bits: u32, signed: bool) -> u64 {
    let (offset, width) = (described as u32 & (bits - 1), described as u32 >> 16 & 0x7f);
    let width = width.min(bits);
    if width == 0 {
        return 0;
    }
    let mask = u64::MAX >> (64 - bits);
    let value = (x & mask) >> offset;
    let kept = value & (u64::MAX >> (64 - width));
    match signed && offset + width <= bits && kept >> (width - 1) & 1 != 0 {
        true => (kept | !(u64::MAX >> (64 - width))) & mask,
        false if signed && offset + width > bits => {
            let wide = ((x << (64 - bits)) as i64 >> (64 - bits)) >> offset;
            wide as u64 & mask
        }
        false => kept,
    }
}

fn find(position: u32, none: bool) -> (u64, bool) {
    plain(if none { u32::MAX } else { position })
}

fn sign_bits(x: i64, bits: u32) -> (u64, bool) {
    let differing = (x ^ (x >> 63)) as u64;
    find(differing.leading_zeros() - (64 - bits), differing == 0)
}

fn packed(low: u64, high: u64) -> (u64, bool) {
    ((low & 0xffff) | (high & 0xffff) << 16, false)
}

/// The function of a name without `s_`.
pub fn scalar(name: &str) -> Option<ScalarFunction> {
    use Type::{B32, B64, F32};
    const WORDS: [Type; 2] = [B32, B32];
    const LONGS: [Type; 2] = [B64, B64];
    const SHIFTED: [Type; 2] = [B64, B32];
    const FLOATS: [Type; 2] = [F32, F32];
    type Call = fn(u64, u64, bool) -> (u64, bool);
    let (sources, result, sets_scc, call): (_, _, _, Call) = match name {
        "mov_b32" | "movk_i32" => (WORDS, B32, false, |a, _, _| plain(a as u32)),
        "mov_b64" => (LONGS, B64, false, |a, _, _| (a, false)),
        "not_b32" => (WORDS, B32, true, |a, _, _| flagged32(!a as u32)),
        "not_b64" => (LONGS, B64, true, |a, _, _| flagged64(!a)),
        "and_b32" => (WORDS, B32, true, |a, b, _| flagged32((a & b) as u32)),
        "and_b64" => (LONGS, B64, true, |a, b, _| flagged64(a & b)),
        "or_b32" => (WORDS, B32, true, |a, b, _| flagged32((a | b) as u32)),
        "or_b64" => (LONGS, B64, true, |a, b, _| flagged64(a | b)),
        "xor_b32" => (WORDS, B32, true, |a, b, _| flagged32((a ^ b) as u32)),
        "xor_b64" => (LONGS, B64, true, |a, b, _| flagged64(a ^ b)),
        "andn2_b32" | "and_not1_b32" => (WORDS, B32, true, |a, b, _| flagged32((a & !b) as u32)),
        "andn2_b64" | "and_not1_b64" => (LONGS, B64, true, |a, b, _| flagged64(a & !b)),
        "orn2_b32" | "or_not1_b32" => (WORDS, B32, true, |a, b, _| flagged32((a | !b) as u32)),
        "orn2_b64" | "or_not1_b64" => (LONGS, B64, true, |a, b, _| flagged64(a | !b)),
        "nand_b32" => (WORDS, B32, true, |a, b, _| flagged32(!(a & b) as u32)),
        "nand_b64" => (LONGS, B64, true, |a, b, _| flagged64(!(a & b))),
        "nor_b32" => (WORDS, B32, true, |a, b, _| flagged32(!(a | b) as u32)),
        "nor_b64" => (LONGS, B64, true, |a, b, _| flagged64(!(a | b))),
        "xnor_b32" => (WORDS, B32, true, |a, b, _| flagged32(!(a ^ b) as u32)),
        "xnor_b64" => (LONGS, B64, true, |a, b, _| flagged64(!(a ^ b))),
        "add_u32" | "add_co_u32" => (WORDS, B32, true, |a, b, _| add(a, b, false)),
        "addc_u32" | "add_co_ci_u32" => (WORDS, B32, true, add),
        "sub_u32" | "sub_co_u32" => (WORDS, B32, true, |a, b, _| subtract(a, b, false)),
        "subb_u32" | "sub_co_ci_u32" => (WORDS, B32, true, subtract),
        "add_i32" | "add_co_i32" | "addk_i32" | "addk_co_i32" => (WORDS, B32, true, |a, b, _| {
            let (sum, over) = (a as i32).overflowing_add(b as i32);
            ((sum as u32).into(), over)
        }),
        "sub_i32" | "sub_co_i32" => (WORDS, B32, true, |a, b, _| {
            let (difference, over) = (a as i32).overflowing_sub(b as i32);
            ((difference as u32).into(), over)
        }),
        "add_nc_u64" | "add_u64" => (LONGS, B64, false, |a, b, _| (a.wrapping_add(b), false)),
        "sub_nc_u64" | "sub_u64" => (LONGS, B64, false, |a, b, _| (a.wrapping_sub(b), false)),
        "mul_u64" => (LONGS, B64, false, |a, b, _| (a.wrapping_mul(b), false)),
        "mul_i32" | "mulk_i32" => (WORDS, B32, false, |a, b, _| plain((a as u32).wrapping_mul(b as u32))),
        "mul_hi_u32" => (WORDS, B32, false, |a, b, _| ((u64::from(a as u32) * u64::from(b as u32)) >> 32, false)),
        "mul_hi_i32" => {
            (WORDS, B32, false, |a, b, _| plain(((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32))
        }
        "lshl_b32" => (WORDS, B32, true, |a, b, _| flagged32((a as u32) << (b & 31))),
        "lshr_b32" => (WORDS, B32, true, |a, b, _| flagged32(a as u32 >> (b & 31))),
        "ashr_i32" => (WORDS, B32, true, |a, b, _| flagged32((a as i32 >> (b & 31)) as u32)),
        "lshl_b64" => (SHIFTED, B64, true, |a, b, _| flagged64(a << (b & 63))),
        "lshr_b64" => (SHIFTED, B64, true, |a, b, _| flagged64(a >> (b & 63))),
        "ashr_i64" => (SHIFTED, B64, true, |a, b, _| flagged64((a as i64 >> (b & 63)) as u64)),
        "lshl1_add_u32" => (WORDS, B32, true, |a, b, _| shifted_sum(a, b, 1)),
        "lshl2_add_u32" => (WORDS, B32, true, |a, b, _| shifted_sum(a, b, 2)),
        "lshl3_add_u32" => (WORDS, B32, true, |a, b, _| shifted_sum(a, b, 3)),
        "lshl4_add_u32" => (WORDS, B32, true, |a, b, _| shifted_sum(a, b, 4)),
        "bfe_u32" => (WORDS, B32, true, |a, b, _| flagged32(field(a, b, 32, false) as u32)),
        "bfe_i32" => (WORDS, B32, true, |a, b, _| flagged32(field(a, b, 32, true) as u32)),
        "bfe_u64" => (SHIFTED, B64, true, |a, b, _| flagged64(field(a, b, 64, false))),
        "bfe_i64" => (SHIFTED, B64, true, |a, b, _| flagged64(field(a, b, 64, true))),
        "bfm_b32" => (WORDS, B32, false, |a, b, _| plain(((1u32 << (a & 31)) - 1) << (b & 31))),
        "bfm_b64" => (WORDS, B64, false, |a, b, _| (((1u64 << (a & 63)) - 1) << (b & 63), false)),
        "brev_b32" => (WORDS, B32, false, |a, _, _| plain((a as u32).reverse_bits())),
        "brev_b64" => (LONGS, B64, false, |a, _, _| (a.reverse_bits(), false)),
        "bcnt1_i32_b32" => (WORDS, B32, true, |a, _, _| flagged32((a as u32).count_ones())),
        "bcnt1_i32_b64" => (LONGS, B32, true, |a, _, _| flagged32(a.count_ones())),
        "ff1_i32_b32" | "ctz_i32_b32" => (WORDS, B32, false, |a, _, _| find(a.trailing_zeros(), a as u32 == 0)),
        "ff1_i32_b64" | "ctz_i32_b64" => (LONGS, B32, false, |a, _, _| find(a.trailing_zeros(), a == 0)),
        "flbit_i32_b32" | "clz_i32_u32" => {
            (WORDS, B32, false, |a, _, _| find((a as u32).leading_zeros(), a as u32 == 0))
        }
        "flbit_i32_b64" | "clz_i32_u64" => (LONGS, B32, false, |a, _, _| find(a.leading_zeros(), a == 0)),
        "flbit_i32" | "cls_i32" => (WORDS, B32, false, |a, _, _| sign_bits((a as i32).into(), 32)),
        "flbit_i32_i64" | "cls_i32_i64" => (LONGS, B32, false, |a, _, _| sign_bits(a as i64, 64)),
        "sext_i32_i8" => (WORDS, B32, false, |a, _, _| plain(a as i8 as u32)),
        "sext_i32_i16" => (WORDS, B32, false, |a, _, _| plain(a as i16 as u32)),
        "abs_i32" => (WORDS, B32, true, |a, _, _| flagged32((a as i32).wrapping_abs() as u32)),
        "absdiff_i32" => {
            (WORDS, B32, true, |a, b, _| flagged32((a as i32).wrapping_sub(b as i32).wrapping_abs() as u32))
        }
        "min_u32" => (WORDS, B32, true, |a, b, _| ((a as u32).min(b as u32).into(), (a as u32) < b as u32)),
        "max_u32" => (WORDS, B32, true, |a, b, _| ((a as u32).max(b as u32).into(), a as u32 > b as u32)),
        "min_i32" => (WORDS, B32, true, |a, b, _| (((a as i32).min(b as i32) as u32).into(), (a as i32) < b as i32)),
        "max_i32" => (WORDS, B32, true, |a, b, _| (((a as i32).max(b as i32) as u32).into(), a as i32 > b as i32)),
        "cselect_b32" => (WORDS, B32, false, |a, b, scc| (if scc { a } else { b }, false)),
        "cselect_b64" => (LONGS, B64, false, |a, b, scc| (if scc { a } else { b }, false)),
        "pack_ll_b32_b16" => (WORDS, B32, false, |a, b, _| packed(a, b)),
        "pack_lh_b32_b16" => (WORDS, B32, false, |a, b, _| packed(a, b >> 16)),
        "pack_hl_b32_b16" => (WORDS, B32, false, |a, b, _| packed(a >> 16, b)),
        "pack_hh_b32_b16" => (WORDS, B32, false, |a, b, _| packed(a >> 16, b >> 16)),
        "add_f32" => (FLOATS, F32, false, |a, b, _| float(f32_of(a) + f32_of(b))),
        "sub_f32" => (FLOATS, F32, false, |a, b, _| float(f32_of(a) - f32_of(b))),
        "mul_f32" => (FLOATS, F32, false, |a, b, _| float(f32_of(a) * f32_of(b))),
        "min_num_f32" | "min_f32" => (FLOATS, F32, false, |a, b, _| float(min32(f32_of(a), f32_of(b)))),
        "max_num_f32" | "max_f32" => (FLOATS, F32, false, |a, b, _| float(max32(f32_of(a), f32_of(b)))),
        "trunc_f32" => (FLOATS, F32, false, |a, _, _| float(f32_of(a).trunc())),
        "floor_f32" => (FLOATS, F32, false, |a, _, _| float(f32_of(a).floor())),
        "ceil_f32" => (FLOATS, F32, false, |a, _, _| float(f32_of(a).ceil())),
        "rndne_f32" => (FLOATS, F32, false, |a, _, _| float(f32_of(a).round_ties_even())),
        "cvt_f32_u32" => (WORDS, F32, false, |a, _, _| float(a as u32 as f32)),
        "cvt_f32_i32" => (WORDS, F32, false, |a, _, _| float(a as i32 as f32)),
        "cvt_u32_f32" => (FLOATS, B32, false, |a, _, _| plain(f32_of(a) as u32)),
        "cvt_i32_f32" => (FLOATS, B32, false, |a, _, _| plain(f32_of(a) as i32 as u32)),
        _ => return None,
    };
    let reads_scc = matches!(name, "addc_u32" | "subb_u32") || name.contains("_ci_") || name.starts_with("cselect");
    Some(ScalarFunction { sources, result, call, sets_scc, reads_scc })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(name: &str, a: u64, b: u64, scc: bool) -> (u64, bool) {
        (scalar(name).unwrap().call)(a, b, scc)
    }

    #[test]
    fn carries_go_through_the_condition_code() {
        assert_eq!(call("add_u32", 0xffff_ffff, 1, true), (0, true));
        assert_eq!(call("addc_u32", 0xffff_ffff, 0, true), (0, true));
        assert_eq!(call("subb_u32", 0, 0, true), (0xffff_ffff, true));
        assert_eq!(call("add_i32", 0x7fff_ffff, 1, false), (0x8000_0000, true));
    }

    #[test]
    fn fields() {
        assert_eq!(call("bfe_u32", 0xabcd, 0x8_0004, false), (0xbc, true));
        assert_eq!(call("bfe_i32", 0xf0, 0x4_0004, false), (0xffff_ffff, true));
        assert_eq!(call("bfe_i64", 0x8000_0000_0000_0000, 0x8_003c, false).0, 0xffff_ffff_ffff_fff8);
        assert_eq!(call("flbit_i32", 0xffff_fff0, 0, false).0, 28);
        assert_eq!(call("ff1_i32_b64", 0x100, 0, false).0, 8);
    }
}
